// `Match`: what we know of a match, from the messages about it. It draws nothing and sends nothing.
//
// steps[0] is the position it began with; each further step is a move or what chance did, with the position after it. Positions
// that we were not there to see are null until the story of the match has been told.

export class Match extends EventTarget {
	constructor(id, self = () => "") {
		super()
		this.id = id
		this.self = self
		this.number = 0 // of the last event that changed the board
		this.seen = new Set() // numbers of the other events
		this.standing = ""
		this.teams = []
		this.steps = []
		this.chat = []
		this.offers = {} // what → the team that offers it
		this.clocks = []
		this.turn = []
		this.levels = {}
		this.times = {}
		this.options = {}
		this.team = 0
		this.free = 0
		this.question = null
		this.result = null
		this.status = ""
		this.whole = false // all steps have their positions
		this.onShow = false
	}

	get squares() { return this.steps.at(-1)?.squares ?? null }
	get mine() { return this.team > 0 || this.teams.some((team) => team.includes(this.self())) }
	get players() { return this.teams.flat() }
	get last() { return this.steps.length > 1 ? this.steps.at(-1) : null }

	receive(message) {
		const take = TAKE[message.type]
		if (!take) return
		const event = message.number && EVENTS.has(message.type)
		if (event) {
			if (this.seen.has(message.number)) return
			this.seen.add(message.number)
		}
		const news = take(this, message)
		if (news !== false) this.tell(message.type, news, message)
	}

	tell(kind, news, message) { this.dispatchEvent(new CustomEvent("news", { detail: { kind, news, message } })) }

	// Everything from another telling of the same match; chat that only we have heard stays.
	adopt(story, shown) {
		if (story.squares || !this.squares) {
			const chat = [...this.chat.filter((one) => !story.seen.has(one.number)), ...story.chat].sort((a, b) => a.number - b.number)
			const before = this.squares
			for (const name of ["number", "steps", "clocks", "clocksAt", "turn", "question", "result", "offers"]) this[name] = story[name]
			if (story.squares) for (const name of FACTS) this[name] = story[name]
			else if (story.teams.length) this.teams = story.teams
			this.status = story.status || this.status
			this.chat = chat
			for (const number of story.seen) this.seen.add(number)
			this.standing = story.result ? "over" : story.squares ? "playing" : shown?.standing ?? "open"
			if (!story.squares && shown) this.receive(shown)
			this.whole = Boolean(story.squares)
			this.tell("adopted", { before })
		} else this.tell("adopted", { before: this.squares })
	}
}

const FACTS = ["game", "name", "width", "height", "team", "teams", "options", "times", "levels", "commitment"]
const EVENTS = new Set(["joined", "left", "offered", "declined", "said", "ended"])

const drawn = ([, , type, piece = "", team = 0]) => ({ type, piece, team })

function setBoard(match, board) {
	for (const name of FACTS) if (board[name] !== undefined) match[name] = board[name]
	const squares = new Array(board.width * board.height)
	for (const square of board.squares) squares[(square[1] - 1) * board.width + square[0] - 1] = drawn(square)
	const texts = board.history ?? []
	const known = match.steps.length === texts.length + 1 && match.steps.every((step, at) => at === 0 || step.text === (board.chances?.[at - 1] ?? texts[at - 1]))
	if (known) match.steps = [...match.steps.slice(0, -1), { ...match.steps.at(-1), squares }]
	else match.steps = [{ text: "", squares: null }, ...texts.map((text, place) => ({ text: board.chances?.[place] ?? text, squares: null }))]
	if (!known) match.steps[match.steps.length - 1].squares = squares
	match.whole = match.steps.every((step) => step.squares)
	match.number = board.number
	match.status = board.status ?? ""
	match.scores = board.scores ?? []
	setTime(match, board)
}

function setTime(match, message) {
	match.clocks = message.clocks ?? match.clocks
	match.clocksAt = performance.now()
	match.turn = message.turn ?? match.turn
}

function sameSquares(one, other) {
	return Boolean(one && other) && one.every((square, at) => {
		const that = other[at]
		return square === that || (square.type === that.type && square.piece === that.piece && square.team === that.team)
	})
}

function note(match, number, player, text) { match.chat = [...match.chat, { number, note: true, player, text }] }

const TAKE = {
	shown(match, message) {
		match.standing = message.standing
		match.games = message.games
		match.score = message.score
		if (message.board.number >= match.number) setBoard(match, message.board)
		match.free = match.standing === "open" ? match.teams.filter((team) => !team.length).length : 0
	},

	board(match, message) {
		const before = match.squares
		const first = !before || match.standing === "open"
		match.standing = match.result ? "over" : "playing"
		match.question = null
		setBoard(match, message)
		return { before: first ? null : before }
	},

	changed(match, message) {
		if (!match.squares || message.number <= match.number) return false
		const before = match.squares
		const squares = before.slice()
		for (const square of message.squares) squares[(square[1] - 1) * match.width + square[0] - 1] = drawn(square)
		if (message.what === "undo") {
			const kept = Math.max(0, match.steps.slice(0, -1).findLastIndex((step) => sameSquares(step.squares, squares)))
			match.steps = [...match.steps.slice(0, kept), { ...match.steps[kept], squares }]
		} else {
			const { text, team, player, path, what } = message
			match.steps = [...match.steps, { text: message.words || text, team, player, path, what, squares }]
		}
		match.number = message.number
		match.status = message.status ?? ""
		match.question = null
		match.offers = {}
		setTime(match, message)
		return { before, change: message }
	},

	ask(match, message) {
		if (!match.squares || message.number > match.number || match.standing === "open") {
			match.standing = "playing"
			setBoard(match, message.board)
		} else {
			for (const name of ["teams", "team", "times", "levels"]) if (message.board[name] !== undefined) match[name] = message.board[name]
			match.status = message.board.status ?? ""
			match.scores = message.board.scores ?? []
			setTime(match, message.board)
		}
		match.games = message.games
		match.score = message.score
		match.question = { ref: message.ref, moves: message.moves ?? null, refused: message.refused }
	},

	seated(match, message) {
		match.team = message.team
		match.game ??= message.game
		match.free = message.free
		if (!match.standing) match.standing = message.free ? "open" : "playing"
	},

	joined(match, { player, team, free, number }) {
		while (match.teams.length < team) match.teams = [...match.teams, []]
		match.teams = match.teams.map((players, at) => (at === team - 1 && !players.includes(player) ? [...players, player] : players))
		match.free = free
		if (!match.standing) match.standing = "open"
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
		match.standing = "over"
		match.result = message
		match.question = null
		match.turn = []
		match.offers = {}
		match.clocks = match.clocks.map((clock) => ({ ...clock, running: false }))
	},
}

export const OFFERS = { draw: "offers a draw", undo: "asks to take back a move", rematch: "wants to play again" }
const AGREES = { draw: "agrees to a draw", undo: "agrees to take it back", rematch: "wants to play again, too" }
const DECLINES = { draw: "declines the draw", undo: "does not want to take it back", rematch: "does not want to play again" }
export const RESULTS = { win: "You won.", lose: "You lost.", draw: "A draw.", over: "The game is over." }
