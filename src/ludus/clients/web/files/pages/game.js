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

// Rules come as lines of plain text with a little markup: headings, lists and paragraphs. All of it is set as text.
function rules(entry, told) {
	const lines = told.rules ?? []
	if (!lines.length) return [el("p", capital(entry.says))]
	const nodes = []
	let paragraph = []
	let list = null
	const flush = () => { if (paragraph.length) nodes.push(el("p", plain(paragraph.join(" ")))); paragraph = [] }
	for (const line of lines) {
		const heading = /^(#+)\s+(.*)$/.exec(line)
		const item = /^\s*[-*]\s+(.*)$/.exec(line)
		if (heading) { flush(); list = null; if (heading[2] !== entry.name) nodes.push(el(heading[1].length > 2 ? "h3" : "h2", {}, plain(heading[2]))) }
		else if (item) { flush(); if (!list) { list = el("ul"); nodes.push(list) } list.append(el("li", plain(item[1]))) }
		else if (!line.trim()) { flush(); list = null }
		else if (line === entry.name) continue
		else if (list && /^\s{2,}/.test(line)) list.lastChild.append(` ${plain(line.trim())}`)
		else if (/[|┌│+]{1}.*[|┐│+]|^\s{4,}/.test(line)) { flush(); const last = nodes.at(-1); if (last?.tagName === "PRE") last.append(`\n${line}`); else nodes.push(el("pre", line)) }
		else paragraph.push(line)
	}
	flush()
	return nodes
}

const plain = (text) => text.replaceAll(/\*\*|`|__/g, "").replaceAll(/\[([^\]]+)\]\([^)]*\)/g, "$1")

function pieceList(told, drawing) {
	const pieces = (told.pieces ?? []).slice(0, 24)
	if (!pieces.length) return null
	return [el("h2.strong", count(pieces.length, "piece", "pieces")), el("ul.piecelist", pieces.map((piece) => el("li",
		svg("svg", { viewBox: "0 0 100 100", "aria-hidden": "true" }, pieceNode({ piece: piece.word, team: piece.team }, drawing)), piece.says || pieceWords(piece.word))))]
}
