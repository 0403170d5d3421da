// `Match`: what we know of a match, from the messages about it. It draws nothing and sends nothing.
//
// steps[0] is the position it began with; each further step is a move or what chance did, with the position after it. Positions
// that we were not there to see are null until the story of the match has been told.

import { isEqual } from "./board/motion.js"
import { fill, squareOf } from "./board/squares.js"

export class Match extends EventTarget {
	constructor(id, self = () => "") {
		super()
		Object.assign(this, { id, self, standing: "", status: "", team: 0, free: 0, question: null, result: null, onShow: false })
		Object.assign(this, { teams: [], steps: [], chat: [], clocks: [], turn: [], levels: {}, times: {}, options: {} })
		this.number = 0 // of the last event that changed the board
		this.seen = new Set() // numbers of the other events
		this.offers = {} // what → the team that offers it
		this.whole = false // all steps have their positions
	}

	get squares() { return this.steps.at(-1)?.squares ?? null }
	get mine() { return this.team > 0 || this.teams.some((team) => team.includes(this.self())) }
	get players() { return this.teams.flat() }
	get isMyTurn() { return this.team > 0 && this.turn.includes(this.team) }

	// The squares of a step, of the last one if nothing else is said.
	path(step = this.steps.at(-1)) { return (step?.path ?? []).map((place) => squareOf(place, this.width)) }

	receive(message) {
		const { type, number } = message
		if (!TAKE[type]) return
		if (number && EVENTS.has(type)) {
			if (this.seen.has(number)) return
			this.seen.add(number)
		}
		const news = TAKE[type](this, message)
		if (news !== false) this.tell(type, news, message)
	}

	tell(kind, news, message) { this.dispatchEvent(new CustomEvent("news", { detail: { kind, news, message } })) }

	// Everything from another telling of the same match; chat that only we have heard stays.
	adopt(story, shown) {
		if (story.squares || !this.squares) {
			const chat = [...this.chat.filter((one) => !story.seen.has(one.number)), ...story.chat].sort((a, b) => a.number - b.number)
			for (const name of ["number", "steps", "clocks", "clocksAt", "turn", "question", "result", "offers"]) this[name] = story[name]
			if (story.squares) setFacts(this, story)
			else if (story.teams.length) this.teams = story.teams
			this.status = story.status || this.status
			this.chat = chat
			for (const number of story.seen) this.seen.add(number)
			this.standing = story.result ? "over" : story.squares ? "playing" : shown?.standing ?? "open"
			if (!story.squares && shown) this.receive(shown)
			this.whole = Boolean(story.squares)
		}
		this.tell("adopted")
	}
}

const FACTS = ["game", "name", "width", "height", "team", "teams", "options", "times", "levels"]
const EVENTS = new Set(["joined", "left", "offered", "declined", "said", "ended"])

function setFacts(match, told) {
	for (const name of FACTS) if (told[name] !== undefined) match[name] = told[name]
}

function setBoard(match, board) {
	setFacts(match, board)
	const squares = fill([], board.width, board.squares)
	const texts = board.history ?? []
	const told = ["", ...texts.map((text, place) => board.chances?.[place] ?? text)]
	const known = match.steps.length === told.length && match.steps.every((step, at) => at === 0 || step.text === told[at])
	const steps = known ? match.steps : told.map((text) => ({ text, squares: null }))
	match.steps = [...steps.slice(0, -1), { ...steps.at(-1), squares }]
	match.whole = match.steps.every((step) => step.squares)
	match.number = board.number
	setTurn(match, board)
}

// What changes with every move, besides the squares.
function setTurn(match, message) {
	match.status = message.status ?? ""
	match.clocks = message.clocks ?? match.clocks
	match.clocksAt = performance.now()
	match.turn = message.turn ?? match.turn
}

const sameSquares = (one, other) => one?.every((square, at) => isEqual(square, other[at]))

function note(match, number, player, text) { match.chat = [...match.chat, { number, note: true, player, text }] }

const TAKE = {
	shown(match, { standing, games, score, board }) {
		Object.assign(match, { standing, games, score })
		if (board.number >= match.number) setBoard(match, board)
		match.free = match.standing === "open" ? match.teams.filter((team) => !team.length).length : 0
	},

	board(match, message) {
		match.standing = match.result ? "over" : "playing"
		match.question = null
		setBoard(match, message)
	},

	changed(match, message) {
		if (!match.squares || message.number <= match.number) return false
		const before = match.squares
		const squares = fill(before.slice(), match.width, message.squares)
		if (message.what === "undo") {
			const kept = Math.max(0, match.steps.slice(0, -1).findLastIndex((step) => sameSquares(step.squares, squares)))
			match.steps = [...match.steps.slice(0, kept), { ...match.steps[kept], squares }]
		} else {
			const { text, team, player, path, what } = message
			match.steps = [...match.steps, { text: message.words || text, team, player, path, what, squares }]
		}
		Object.assign(match, { number: message.number, question: null, offers: {} })
		setTurn(match, message)
		return { before, change: message }
	},

	ask(match, { number, board, games, score, ref, moves = null }) {
		if (!match.squares || number > match.number || match.standing === "open") {
			match.standing = "playing"
			setBoard(match, board)
		} else {
			setFacts(match, board)
			setTurn(match, board)
		}
		Object.assign(match, { games, score, question: { ref, moves } })
	},

	seated(match, { team, game, free }) {
		Object.assign(match, { team, free, game: match.game ?? game })
		match.standing ||= free ? "open" : "playing"
	},

	joined(match, { player, team, free, number }) {
		while (match.teams.length < team) match.teams = [...match.teams, []]
		match.teams = match.teams.map((players, at) => (at === team - 1 && !players.includes(player) ? [...players, player] : players))
		match.free = free
		match.standing ||= "open"
		note(match, number, player, "sat down")
	},

	left(match, { player, number }) {
		match.teams = match.teams.map((players) => players.filter((other) => other !== player))
		if (match.standing === "open") match.free += 1
		note(match, number, player, "left")
	},

	said(match, { number, player, text }) {
		match.chat = [...match.chat, { number, player, text }]
	},

	offered(match, { what, player, team, number }) {
		const before = match.offers[what]
		match.offers = { ...match.offers, [what]: { team, player } }
		note(match, number, player, (before ? AGREES : OFFERS)[what])
	},

	declined(match, { what, player, number }) {
		match.offers = { ...match.offers, [what]: null }
		note(match, number, player, DECLINES[what])
	},

	ended(match, message) {
		Object.assign(match, { standing: "over", result: message, question: null, turn: [], offers: {}, clocks: match.clocks.map((clock) => ({ ...clock, running: false })) })
	},
}

export const OFFERS = { draw: "offers a draw", undo: "asks to take back a move", rematch: "wants to play again" }
const AGREES = { draw: "agrees to a draw", undo: "agrees to take it back", rematch: "wants to play again, too" }
const DECLINES = { draw: "declines the draw", undo: "does not want to take it back", rematch: "does not want to play again" }
export const RESULTS = { win: "You won.", lose: "You lost.", draw: "A draw.", over: "The game is over." }
