// A match: played, watched, or waiting for a friend. The same address does for all of them.

import { Board } from "../board/board.js"
import { Ahead, Entry } from "../board/entry.js"
import { hasGravity } from "../board/motion.js"
import { announce, el } from "../dom.js"
import { drawingOf, readDrawing } from "../drawing.js"
import { icon } from "../icons.js"
import { RESULTS } from "../match.js"
import { pathOf, stepPath } from "../miniature.js"
import { ask, changes, connection, gameEntry, load, matchNamed, me, unfollow } from "../session.js"
import { play as sound, wake } from "../sound.js"
import { recall } from "../storage.js"
import { AboutPanel } from "./play/about.js"
import { ChatPanel } from "./play/chat.js"
import { InvitePanel } from "./play/invite.js"
import { MovesPanel } from "./play/moves.js"
import { PlayersPanel } from "./play/players.js"
import { StatusBar } from "./play/status.js"
import { WordsPanel } from "./play/words.js"

const HASTY = 400 // milliseconds after a move in which a further click is the end of a double one

export function open(page) { new PlayPage(page).begin() }

class PlayPage {
	constructor({ main, words: [name], go, title, signal }) {
		Object.assign(this, { go, title, signal })
		this.match = matchNamed(name)
		this.match.onShow = true
		this.board = new Board({ title: this.match.name ?? "" })
		this.viewing = -1 // the step that is looked at, -1 for the game as it is
		this.falls = false
		this.given = []
		this.about = new AboutPanel(this)
		this.chat = new ChatPanel(this)
		this.invite = new InvitePanel(this)
		this.moves = new MovesPanel(this)
		this.players = new PlayersPanel(this)
		this.status = new StatusBar(this)
		this.words = new WordsPanel(this)
		this.root = el("div.play", { "data-tab": "board" },
			el("aside.side.left", { "aria-label": "About this game" }, this.about.element, this.chat.element),
			el("div.middle", this.board.element, this.status.element, this.invite.element, this.words.element),
			el("aside.side.right", { "aria-label": "Players and moves" }, this.players.others, this.moves.element, this.players.own))
		main.append(this.root, this.tabBar())
		this.wire()
	}

	wire() {
		const { control } = this.board
		control.onMove = (move) => this.send(move)
		control.onChange = () => this.entered()
		control.onMiss = (at) => this.missed(at)
		control.onKey = (event) => this.key(event)
		const { signal } = this
		const again = () => this.draw()
		this.match.addEventListener("news", ({ detail }) => this.hear(detail), { signal })
		document.addEventListener("keydown", (event) => { if (!event.target.closest("input, textarea, select, dialog, .grid") && this.key(event)) event.preventDefault() }, { signal })
		changes.addEventListener("me", again, { signal })
		connection.addEventListener("state", again, { signal })
		connection.addEventListener("message", ({ detail: message }) => {
			if (message.type === "notice" && message.text.includes(`(${this.match.id})`)) this.status.note(message.text.replace(/ \(m\d+\)$/, ""))
			if (message.type === "seated" && !message.id && this.isOver && this.match.team) this.go(`/m/${message.match}`) // the rematch
		}, { signal })
		signal.addEventListener("abort", () => {
			this.players.faces.stop()
			this.status.release()
			unfollow(this.match)
		})
	}

	async begin() {
		const { match } = this
		this.status.say("Setting up the board …")
		if (match.squares) await this.setUp()
		try {
			await load(match)
			await this.setUp()
		} catch (refusal) {
			if (!match.squares) this.status.say(refusal.message, { bad: true, buttons: [el("a.btn", { href: "/" }, "Play something else")] })
		}
	}

	// The first time we know what the match is about.
	async setUp() {
		const { match } = this
		if (this.ready || !match.game || !match.width) { this.draw(); return }
		this.ready = true
		this.entry = gameEntry(match.game)
		this.drawing = await drawingOf(match.game, match.options).catch(() => readDrawing({}))
		if (this.signal.aborted) return
		this.board.title = match.name
		this.board.owner = (team) => this.ownerWords(team)
		this.setBoard()
		this.draw()
	}

	setBoard() {
		const { match, board } = this
		if (!match.squares || !this.drawing) return
		const moves = match.question?.moves ?? []
		if (this.flipped === undefined) this.flipped = this.startsAbove()
		board.set({ width: match.width, height: match.height, squares: match.squares }, { drawing: this.drawing, flipped: this.flipped, moves, path: pathOf(match) })
		this.offer()
	}

	// A seat whose pieces start in the upper half sees the board the other way round.
	startsAbove() {
		const { match } = this
		const first = match.steps[0]?.squares ?? match.squares
		if (!match.team || !first) return false
		let [above, below] = [0, 0]
		first.forEach((square, at) => {
			if (square.piece && square.team === match.team) (Math.floor(at / match.width) >= match.height / 2) !== Boolean(this.drawing?.onTop) ? above += 1 : below += 1
		})
		return above > 2 * below
	}

	teamName(team) { return this.entry?.teams[team - 1] ?? `Team ${team}` }
	teamPlayers(team) { return this.match.teams[team - 1]?.map((player) => this.playerName(player)).join(", ") || this.teamName(team) }
	playerName(player) { return player === me.name ? "You" : this.match.levels[player] ? "Computer" : player }
	ownerWords(team) { return team === 0 ? "" : team === this.match.team ? "yours" : this.teamPlayers(team) }
	get isLive() { return this.viewing < 0 }
	get isOver() { return this.match.standing === "over" }

	// News of the match

	hear({ kind, news, message }) {
		const { match } = this
		if (!this.board.position) { if (match.squares) this.setUp(); return }
		if (kind === "changed") this.changed(news)
		else if (["board", "adopted", "shown", "ask"].includes(kind)) {
			if (match.width !== this.board.width) this.setBoard()
			else if (this.isLive && match.squares) this.board.show(match.squares, { path: pathOf(match) })
		} else if (kind === "ended") this.ended(message)
		else if (kind === "offered" && message.team !== match.team) {
			sound("offer")
			announce(`${message.player} ${match.chat.at(-1)?.text ?? ""}`)
		}
		if (["changed", "ended", "board"].includes(kind)) this.status.release()
		this.offer()
		this.draw()
		if (kind === "ask" && document.hidden) sound("turn")
	}

	changed({ before, change }) {
		const { match, board } = this
		if (this.isLive) board.show(match.squares, { path: pathOf(match), falls: this.fallsNow(before, match) })
		const taken = change.what === "move" && change.squares.some(([x, y, , piece, team]) => {
			const was = before[(y - 1) * match.width + x - 1]
			return was.piece && was.team && was.team !== change.team && (!piece || team !== was.team)
		})
		sound(change.what === "chance" ? "chance" : taken ? "capture" : "move")
		const who = change.player ? this.playerName(change.player) : change.what === "chance" ? "Chance" : "Somebody"
		const text = change.words || change.text
		const turn = match.turn.includes(match.team) ? " Your turn." : ""
		announce(change.what === "undo" ? "A move was taken back." : `${who}: ${text || "moved"}.${turn}`)
	}

	// Whether pieces fall is seen from the legal moves; who only watches sees it from where pieces rest.
	fallsNow(before, match) {
		const moves = this.lastMoves ?? []
		if (moves.length) this.falls = hasGravity(this.lastSquares ?? before, match.width, moves)
		return this.falls || (!this.lastMoves && before.every((square, at) => square.type === "hole" && (!square.piece || at < match.width || before[at - match.width].piece)))
	}

	ended(message) {
		sound(message.result === "over" ? "draw" : message.result)
		announce(`${RESULTS[message.result]} ${message.sentence}`, { urgent: true })
	}

	// Entering a move

	offer() {
		const { match, board } = this
		if (!board.position) return
		const question = match.question
		if (question && question !== this.question && question.moves === null) this.askMoves(question)
		if (!question || !question.moves || !this.isLive || this.isOver) {
			this.question = question
			if (!this.looksAhead) board.offer(null)
			else if (!board.entry?.isAhead) board.offer(new Ahead(new Set(match.squares.flatMap(({ piece, team }, at) => (piece && team === match.team ? [at] : [])))))
			return
		}
		this.lastMoves = question.moves
		this.lastSquares = match.squares
		if (question !== this.question || !board.entry) {
			const { entered = [], isAhead } = board.entry ?? {}
			this.question = question
			const entry = new Entry(question.moves, match.width)
			board.offer(entry)
			if (entered.length) this.goOn(entry, entered, isAhead)
		}
	}

	// While somebody else thinks, squares may be entered for later: where nothing is hidden and nothing is left to chance.
	get looksAhead() {
		const { team, standing } = this.match
		return this.drawing?.isOpen && team > 0 && standing === "playing" && this.isLive
	}

	// What was entered before we were asked: played if it is a move, kept if it may become one.
	goOn(entry, squares, isAhead) {
		const { board } = this
		const names = squares.map(board.names.square).join(" → ")
		const known = entry.follow(squares.length === 1 ? [board.control.fallen(squares[0])] : squares, board.isEmpty)
		board.refresh()
		if (isAhead && !known) this.status.refuse(`${names} is not a legal move now.`)
		else if (isAhead && entry.whole) this.send(entry.whole)
	}

	async askMoves(question) {
		const reply = await ask("moves", { match: this.match.id }).catch(() => null)
		if (reply && this.match.question === question) {
			question.moves = reply.moves
			this.question = null
			this.offer()
			this.draw()
		}
	}

	entered() {
		const { entry } = this.board
		if (entry?.isAhead && (performance.now() - this.sentAt < HASTY || this.given.includes(entry.entered[0]))) {
			this.given = [] // a click on a square that was not asked for any more is no new move
			entry.clear()
			this.board.refresh()
			return
		}
		this.status.draw()
		this.words.draw()
		if (entry?.isAhead) announce(entry.isBegun ? `${entry.entered.map(this.board.names.square).join(" to ")} will be played` : "Nothing will be played")
		else if (entry?.isBegun) announce(`${entry.entered.map(this.board.names.square).join(" to ")}, ${entry.next.size} next squares`)
	}

	missed(at) {
		if (!this.isLive) { this.view(-1); return }
		if (this.isOver || !this.match.team || performance.now() - this.sentAt < HASTY) return
		const text = !this.match.question ? "It is not your turn." : "That square is not part of a legal move."
		this.status.refuse(`${this.board.names.square(at)}: ${text}`)
		sound("refused")
	}

	async send(move) {
		if (recall("confirm") === "on" && this.confirming !== move) {
			this.confirming = move
			this.status.draw()
			return
		}
		this.confirming = null
		const { match } = this
		const question = match.question
		if (!question) return
		wake()
		this.sentAt = performance.now()
		this.given = this.board.entry?.given ?? []
		this.board.entry?.lock()
		this.board.offer(this.board.entry)
		this.status.sending()
		try {
			await ask("move", { match: match.id, ref: question.ref, squares: move.path })
		} catch (refusal) {
			this.question = null // the same question again, with nothing entered
			this.board.offer(null)
			this.offer()
			this.status.refuse(refusal.message)
			sound("refused")
			this.words.draw()
		}
	}

	// A move as text: a legal one is played; another is sent all the same, so that the rule says its sentence.
	type(text) {
		const { entry, names } = this.board
		if (!entry || entry.isAhead) { this.status.refuse("It is not your turn."); return }
		const move = entry.read(text, names.square)
		if (move) { this.send(move); return }
		const parts = text.toLowerCase().split(/[\s\-x+]+/).filter(Boolean)
		const squares = parts.map((part) => this.board.squares.findIndex((_, at) => names.square(at).toLowerCase() === part))
		if (!squares.length || squares.includes(-1)) this.status.refuse(`“${text}” is not a move. Moves look like ${entry.moves[0].text}.`)
		else this.send({ text, path: squares.map((at) => [(at % this.match.width) + 1, Math.floor(at / this.match.width) + 1]) })
	}

	// Looking back

	view(step) {
		const { match, board } = this
		const last = match.steps.length - 1
		const wanted = step >= last || step < 0 ? -1 : step
		const shown = wanted < 0 ? match.steps.at(-1) : match.steps[wanted]
		if (!shown?.squares) return
		this.viewing = wanted
		board.show(shown.squares, { path: stepPath(shown, match.width) })
		this.question = null
		this.offer()
		this.draw()
	}

	step(by) {
		const last = this.match.steps.length - 1
		this.view(Math.max(0, (this.isLive ? last : this.viewing) + by))
	}

	turn() {
		this.flipped = !this.flipped
		this.board.turn()
	}

	key(event) {
		if (event.ctrlKey || event.metaKey || event.altKey) return false
		const inBoard = Boolean(event.target.closest?.(".grid"))
		const keys = { f: () => this.turn(), "?": () => this.status.help(), "[": () => this.step(-1), "]": () => this.step(1) }
		if (!inBoard) Object.assign(keys, { ArrowLeft: () => this.step(-1), ArrowRight: () => this.step(1) })
		if (keys[event.key]) { keys[event.key](); return true }
		if (inBoard && /^[a-z0-9]$/i.test(event.key)) { this.words.beginTyping(event.key); return true }
		return false
	}

	// Drawing

	draw() {
		if (this.signal.aborted) return
		const { match } = this
		this.title(match.name ? `${match.turn.includes(match.team) && match.team ? "• Your turn: " : ""}${match.name}` : "")
		this.root.classList.toggle("dimmed", connection.state !== "open")
		for (const part of [this.about, this.chat, this.invite, this.moves, this.players, this.status, this.words]) part.draw()
	}

	tabBar() {
		const show = (tab) => { this.root.dataset.tab = tab; for (const each of bar.children) each.classList.toggle("on", each.dataset.tab === tab) }
		const bar = el("nav.tabs", { "aria-label": "Game" },
			[["board", "board", "Board"], ["moves", "list", "Moves"], ["chat", "chat", "Chat"]].map(([tab, name, text]) =>
				el("button", { "data-tab": tab, class: tab === "board" ? "on" : "", onclick: () => show(tab) }, icon(name), text)),
			el("button", { onclick: () => { show("board"); this.players.askMenu() } }, icon("flag"), "More"))
		return bar
	}
}
