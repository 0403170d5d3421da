// Small boards: the start of a game, a match that goes on, a match that is played again. Drawn by the same code, without control.

import { isStill } from "./board/animation.js"
import { Board } from "./board/board.js"
import { bdi, count, el, isNew, link, replace, say } from "./dom.js"
import { drawingOf } from "./drawing.js"
import { ask, describe, follow, gameName, isMine, load, me, mention, onReturn, unwatch } from "./session.js"
import { Match } from "./match.js"
import { teamSign } from "./board/pieces.js"
import { fill } from "./board/squares.js"

const LIVE = 10 // matches that are followed at once
const BEAT = 1100 // milliseconds between two moves of a match that is played again

// The board of a game as it is set up, or null where the server does not say.
export async function startBoard(game, { small = false, options = {} } = {}) {
	const told = await describe(game, options)
	if (!told.start?.length) return null
	const board = new Board({ mini: true })
	const squares = fill([], told.width, told.start)
	if (small && !squares.some((square) => square.piece)) addSamples(squares, told)
	board.set({ ...told, squares }, { drawing: await drawingOf(game, options) })
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
	constructor(signal) {
		this.cards = new Map() // match → { item, model, moves }
		this.signal = signal
		follow((message) => this.cards.get(message.match)?.model.receive(message), signal)
		onReturn(() => { for (const match of this.cards.keys()) mention("watch", { match }) }, signal)
		signal.addEventListener("abort", () => { for (const name of this.cards.keys()) this.drop(name) })
	}

	// The matches of the lobby with their boards: one's own, then the others, the newest first. Gives those that find no room.
	show(list, entries) {
		const playing = entries.filter((entry) => entry.standing === "playing").reverse()
		const sorted = [...playing.filter(isMine), ...playing.filter((entry) => !isMine(entry))]
		const wanted = sorted.slice(0, LIVE)
		for (const name of this.cards.keys()) if (!wanted.some((entry) => entry.match === name)) this.drop(name)
		for (const entry of wanted) if (!this.cards.has(entry.match)) this.add(entry)
		for (const { match, moves } of wanted) this.cards.get(match).moves.textContent = `move ${moves}`
		if (isNew(list, wanted.map(({ match }) => match))) replace(list, wanted.length ? wanted.map(({ match }) => this.cards.get(match).item) : el("li.soft", "Nobody is playing just now. The computer has time for you."))
		return sorted.slice(LIVE)
	}

	add(entry) {
		const board = new Board({ mini: true })
		const moves = el("span.num")
		const mark = el("b.badge")
		const players = entry.teams.map((team, at) => [teamSign(at + 1), bdi(team.join(", "))])
		const item = el("li.live", link("", `/m/${entry.match}`, board.element,
			el("div.lt", el("b.strong", gameName(entry.game)), mark, moves), el("div.ls", players)))
		const model = new Match(entry.match, () => me.name)
		this.cards.set(entry.match, { item, model, moves })
		model.addEventListener("news", async () => {
			if (!model.squares) return
			say(mark, this.mark(entry))
			if (!board.position) {
				const drawing = await drawingOf(model.game, model.options)
				if (!board.position) board.set(model, { drawing })
			} else board.show(model.squares, { path: model.path(), still: board.squares.length > 200 })
		})
		mention("watch", { match: entry.match })
	}

	// What is said of a match in which one sits.
	mark(entry) { return !isMine(entry) ? "" : this.cards.get(entry.match)?.model.isMyTurn ? "your move" : "your game" }

	drop(name) {
		this.cards.delete(name)
		unwatch(name)
	}

	// Plays the last finished match of a game on a board, again and again. Gives what ends it; nothing where there is no match.
	async replayLast(game, board, caption) {
		const { matches } = await ask("archive", { game })
		const entry = matches.find((each) => each.moves > 5)
		if (!entry || this.signal.aborted) return null
		const story = await load(new Match(entry.match))
		const { steps } = story
		if (steps.length < 3 || steps[0].squares.length !== board.squares.length || this.signal.aborted) return null
		caption.textContent = `A recorded game: ${entry.teams.map((team) => team.join(", ")).join(" against ")}, ${count(entry.moves, "move", "moves")}.`
		let at = 0
		if (isStill() && !document.hidden) { board.show(steps.at(-1).squares, { still: true }); return null }
		const timer = setInterval(() => {
			at = (at + 1) % (steps.length + 3)
			const step = steps[Math.min(at, steps.length - 1)]
			if (!document.hidden && step.squares) board.show(step.squares, { path: story.path(step), still: at === 0 })
		}, BEAT)
		return () => clearInterval(timer)
	}
}
