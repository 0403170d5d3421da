// One game: its rules as people read them, its pieces, its options.

import { capital, count, el, link, replace, svg } from "../dom.js"
import { drawingOf } from "../drawing.js"
import { startBoard } from "../miniature.js"
import { describe, gameEntry } from "../session.js"
import { pieceNode } from "../board/pieces.js"
import { pieceWords } from "../board/words.js"
import { nothing, pageHead } from "./parts.js"

export async function open(page) {
	const [game] = page.words
	const entry = gameEntry(game)
	if (!entry) return nothing(page, `There is no game called ${game}.`, "/games", "All games")
	const body = pageHead(page, entry.name, { right: [link(".btn.go", `/new?game=${game}`, "Play"), link(".btn", `/archive?game=${game}`, "Finished games")] })
	const [told, drawing, board] = await Promise.all([describe(game), drawingOf(game), startBoard(game)])
	replace(body, el("div.gamepage", el("div.prose", rules(entry, told)), el("aside", board?.element, facts(entry), pieceList(told, drawing))))
}

function facts({ width, height, teams, options }) {
	const pair = (name, ...value) => [el("dt", name), el("dd.num", value)]
	return el("dl.pairs", pair("Board", `${width} × ${height}`), pair("Players", teams.join(", ")),
		options.map((option) => pair(capital(option.says), option.choices.map((choice) => (choice === option.default ? `${choice} (usual)` : choice)).join(", "))))
}

// Rules come as lines: a heading stands alone, and what belongs to it is indented below. All of it is set as text.
function rules(entry, told) {
	const nodes = []
	let list = null
	for (const line of told.rules?.length ? told.rules.slice(2) : [capital(entry.says)]) {
		const text = line.trim()
		const last = nodes.at(-1)
		if (!text) { list = null; if (last?.tagName === "P") nodes.push(el("p")) }
		else if (text.startsWith("- ")) {
			if (!list) nodes.push(list = el("ul"))
			list.append(el("li", text.slice(2)))
		} else if (list) list.lastChild.append(` ${text}`)
		else if (!line.startsWith(" ") && told.rules[told.rules.indexOf(line) + 1]?.startsWith("  ")) nodes.push(el("h2", text), el("p"))
		else if (last?.tagName === "P") last.append(last.textContent ? ` ${text}` : text)
		else nodes.push(el("p", text))
	}
	return nodes.filter((node) => node.textContent)
}

function pieceList({ pieces = [] }, drawing) {
	const shown = pieces.slice(0, 24)
	return shown.length ? [el("h2", count(shown.length, "piece", "pieces")), el("ul.piecelist", shown.map(({ word, team, says }) => el("li",
		svg("svg", { viewBox: "0 0 100 100", "aria-hidden": "true" }, pieceNode({ piece: word, team }, drawing)), says || pieceWords(word))))] : null
}
