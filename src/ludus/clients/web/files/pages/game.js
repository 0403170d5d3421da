// One game: its rules as people read them, its pieces, its options.

import { capital, count, el, replace, svg } from "../dom.js"
import { drawingOf } from "../drawing.js"
import { startBoard } from "../miniature.js"
import { describe, gameEntry } from "../session.js"
import { pieceNode } from "../board/pieces.js"
import { pieceWords } from "../board/words.js"
import { pageHead } from "./parts.js"

export function open({ main, words: [game], title }) {
	const play = el("a.btn.go", { href: `/new?game=${encodeURIComponent(game)}` }, "Play")
	const body = pageHead(main, game, { here: "/games", right: [play, el("a.btn", { href: `/archive?game=${encodeURIComponent(game)}` }, "Finished games")] })
	const heading = main.querySelector("h1")
	show()

	async function show() {
		const [entry, told, drawing] = await Promise.all([gameEntry(game), describe(game), drawingOf(game)])
		if (!entry) { replace(body, el("p", "There is no such game here. ", el("a.link", { href: "/games" }, "All games"))); return }
		title(entry.name)
		heading.textContent = entry.name
		const board = await startBoard(game).catch(() => null)
		replace(body, el("div.gamepage", el("div.prose", rules(entry, told)),
			el("aside", board?.element, facts(entry), pieceList(told, drawing))))
	}
}

function facts(entry) {
	return el("dl.pairs", el("dt", "Board"), el("dd.num", `${entry.width} × ${entry.height}`), el("dt", "Players"), el("dd", entry.teams.join(", ")),
		entry.options.map((option) => [el("dt", capital(option.says)), el("dd.num", option.choices.map((choice) => (choice === option.default ? `${choice} (usual)` : String(choice))).join(", "))]))
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

function pieceList(told, drawing) {
	const pieces = (told.pieces ?? []).slice(0, 24)
	if (!pieces.length) return null
	return [el("h2.strong", count(pieces.length, "piece", "pieces")), el("ul.piecelist", pieces.map((piece) => el("li",
		svg("svg", { viewBox: "0 0 100 100", "aria-hidden": "true" }, pieceNode({ piece: piece.word, team: piece.team }, drawing)), piece.says || pieceWords(piece.word))))]
}
