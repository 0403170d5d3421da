// Small boards: the start of a game, a match that goes on, a match that is played again. Drawn by the same code, without control.

import { Board } from "./board/board.js"
import { bdi, count, el, replace } from "./dom.js"
import { drawingOf } from "./drawing.js"
import { ask, connection, describe, gameName, load } from "./session.js"
import { Match } from "./match.js"
import { teamSign } from "./board/pieces.js"

const LIVE = 10 // matches that are followed at once
const BEAT = 1100 // milliseconds between two moves of a match that is played again

export function squaresOf(told) {
	const squares = new Array(told.width * told.height)
	for (const [x, y, type, piece = "", team = 0] of told.start) squares[(y - 1) * told.width + x - 1] = { type, piece, team }
	return squares
}

// The board of a game as it is set up, or null where the server does not say.
export async function startBoard(game, { small = false, options = {} } = {}) {
	const told = await describe(game, options)
	if (!told.start?.length) return null
	const board = new Board({ mini: true })
	const squares = squaresOf(told)
	if (small && !squares.some((square) => square.piece)) addSamples(squares, told)
	board.set({ width: told.width, height: told.height, squares }, { drawing: await drawingOf(game, options) })
	if (small) {
		const side = Math.min(told.pieces.length ? 4 : 2, told.width, told.height) * 100 // a sheet has much to read, and shows little of it
		board.svg.setAttribute("viewBox", `0 ${told.height * 100 - side} ${side} ${side}`)
	}
	return board
}

// An empty board says little about a game, so its small picture shows a piece of each team, or dice where they lie.
function addSamples(squares, told) {
	if (!told.pieces.length) squares.forEach((square, at) => { if (square.type === "die") squares[at] = { ...square, piece: `die${5 - (at % 3)}` } })
	const free = squares.map((_, at) => at).filter((at) => !["void", "none", "blank"].includes(squares[at].type))
	const row = told.first_row_on_top ? (told.height - 1) * told.width : 0
	told.teams.slice(0, 2).forEach(({ team }, place) => {
		const piece = told.pieces.find((each) => each.team === team)
		const at = free.find((square) => square === row + place + (place ? told.width : 0)) ?? free[place]
		if (piece && at !== undefined) squares[at] = { ...squares[at], piece: piece.word, team }
	})
}

export class Miniatures {
	constructor() {
		this.cards = new Map() // match → { item, board, model }
		this.hear = ({ detail: message }) => this.cards.get(message.match)?.model.receive(message)
		this.again = ({ detail }) => { if (detail.again) for (const name of this.cards.keys()) ask("watch", { match: name }).catch(() => {}) }
		connection.addEventListener("message", this.hear)
		connection.addEventListener("ready", this.again)
	}

	// The matches of the lobby, each with its board; those that are gone are let go.
	show(list, entries) {
		const wanted = entries.slice(0, LIVE)
		for (const name of [...this.cards.keys()]) if (!wanted.some((entry) => entry.match === name)) this.drop(name)
		for (const entry of wanted) if (!this.cards.has(entry.match)) this.add(entry)
		const items = wanted.map((entry) => {
			const card = this.cards.get(entry.match)
			card.moves.textContent = `move ${entry.moves}`
			return card.item
		})
		const empty = el("li.soft", "Nobody is playing just now. The computer has time for you.")
		if (!items.length) { if (!list.firstElementChild?.matches(".soft")) replace(list, empty) }
		else if (items.length !== list.childElementCount || items.some((item, at) => list.children[at] !== item)) replace(list, items)
	}

	add(entry) {
		const board = new Board({ mini: true })
		const moves = el("span.num")
		const players = entry.teams.map((team, at) => [teamSign(at + 1), bdi(team.join(", "))])
		const item = el("li.live", el("a", { href: `/m/${encodeURIComponent(entry.match)}` }, board.element,
			el("div.lt", el("b.strong", gameName(entry.game)), moves), el("div.ls", players)))
		const model = new Match(entry.match)
		const card = { item, board, model, moves }
		this.cards.set(entry.match, card)
		model.addEventListener("news", async () => {
			if (!model.squares) return
			if (!board.position) {
				const drawing = await drawingOf(model.game, model.options)
				if (!board.position) board.set({ width: model.width, height: model.height, squares: model.squares }, { drawing })
			} else board.show(model.squares, { path: pathOf(model), still: board.squares.length > 200 })
		})
		ask("watch", { match: entry.match }).catch(() => {})
	}

	drop(name) {
		this.cards.delete(name)
		if (connection.state === "open") ask("leave", { match: name }).catch(() => {})
	}

	// Plays the last finished match of a game on a board, again and again; null where there is none.
	async replayLast(game, board, caption) {
		const { matches = [] } = await ask("archive", { game }).catch(() => ({}))
		const entry = matches.find((each) => each.moves > 5) ?? null
		if (!entry) return null
		const { steps } = await load(new Match(entry.match))
		if (steps.length < 3 || steps[0].squares.length !== board.squares.length) return null
		caption(`A recorded game: ${entry.teams.map((team) => team.join(", ")).join(" against ")}, ${count(entry.moves, "move", "moves")}.`)
		let at = 0
		const beat = () => {
			at = (at + 1) % (steps.length + 3)
			const step = steps[Math.min(at, steps.length - 1)]
			if (!document.hidden && step.squares) board.show(step.squares, { path: stepPath(step, board.width), still: at === 0 })
		}
		if (matchMedia("(prefers-reduced-motion: reduce)").matches) { board.show(steps.at(-1).squares, { still: true }); return { stop() {} } }
		const timer = setInterval(beat, BEAT)
		return { stop: () => clearInterval(timer) }
	}

	leave() {
		connection.removeEventListener("message", this.hear)
		connection.removeEventListener("ready", this.again)
		for (const name of [...this.cards.keys()]) this.drop(name)
	}
}

export const stepPath = (step, width) => (step?.path ?? []).map(([x, y]) => (y - 1) * width + x - 1)
export const pathOf = (match) => stepPath(match.last, match.width)

