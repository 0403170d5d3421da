// A match: played, watched, or waiting for a friend. The same address does for all of them.

import { Ahead, Entry } from "../board/entry.js"
import { hasGravity, isPiled } from "../board/motion.js"
import { coordinates, squareOf } from "../board/squares.js"
import { announce, button, el } from "../dom.js"
import { icon } from "../icons.js"
import { RESULTS } from "../match.js"
import { ask, changes, connection, follow, load, me } from "../session.js"
import { play as sound, wake } from "../sound.js"
import { recall } from "../storage.js"
import { nothing } from "./parts.js"
import { AboutPanel } from "./play/about.js"
import { ChatPanel } from "./play/chat.js"
import { InvitePanel } from "./play/invite.js"
import { MatchPage } from "./play/match_page.js"
import { MovesPanel } from "./play/moves.js"
import { PlayersPanel } from "./play/players.js"
import { StatusBar } from "./play/status.js"
import { WordsPanel } from "./play/words.js"

const HASTY = 400 // milliseconds after a move in which a further click is the end of a double one

export function open(page) { new PlayPage(page).begin() }

class PlayPage extends MatchPage {
	constructor(page) {
		super(page)
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
		this.root = el("div.play",
			el("aside.side.left", { label: "About this game" }, this.about.element, this.chat.element),
			el("div.middle", this.board.element, this.status.element, this.invite.element, this.words.element),
			el("aside.side.right", { label: "Players and moves" }, this.players.others, this.moves.element, this.players.own))
		page.main.append(this.root, this.tabBar())
		this.wire()
	}

	wire() {
		const { signal, board: { control } } = this
		control.onMove = (move) => this.send(move)
		control.onChange = () => this.entered()
		control.onMiss = (at) => this.missed(at)
		control.onKey = (event) => this.key(event)
		const again = () => this.draw()
		this.match.addEventListener("news", ({ detail }) => this.hear(detail), { signal })
		changes.addEventListener("me", again, { signal })
		connection.addEventListener("state", again, { signal })
		follow((message) => {
			if (message.type === "notice" && message.text.includes(`(${this.match.id})`)) this.status.note(message.text.replace(/ \(m\d+\)$/, ""))
			if (message.type === "seated" && !message.id && this.isOver && this.match.team) this.go(`/m/${message.match}`) // the rematch
		}, signal)
		signal.addEventListener("abort", () => {
			this.players.faces.stop()
			this.status.release()
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
			if (!match.squares) nothing(this, refusal.message)
		}
	}

	// The first time we know what the match is about.
	async setUp() {
		const { match } = this
		if (!this.ready && match.game && match.width) {
			this.ready = true
			await this.learn()
			if (this.signal.aborted) return
			this.setBoard()
		}
		this.draw()
	}

	setBoard() {
		const { match, board } = this
		if (!match.squares || !this.drawing) return
		board.set(match, { drawing: this.drawing, flipped: board.position ? board.flipped : this.startsAbove(), path: match.path() })
		this.offer()
	}

	// A seat whose pieces start in the upper half sees the board the other way round.
	startsAbove() {
		const { match } = this
		const first = match.steps[0]?.squares ?? match.squares
		if (!match.team || !first) return false
		const own = this.own(first)
		const above = own.filter((at) => (Math.floor(at / match.width) >= match.height / 2) !== Boolean(this.drawing.onTop)).length
		return above > 2 * (own.length - above)
	}

	// Where our pieces stand.
	own(squares) { return squares.flatMap(({ piece, team }, at) => (piece && team === this.match.team ? [at] : [])) }

	playerName(player) { return player === me.name ? "You" : this.match.levels[player] ? "Computer" : player }
	ownerWords(team) { return team && team === this.match.team ? "yours" : super.ownerWords(team) }
	get isLive() { return this.viewing < 0 }
	get isOver() { return this.match.standing === "over" }

	// News of the match

	hear({ kind, news, message }) {
		const { match } = this
		if (!this.board.position) { if (match.squares) this.setUp(); return }
		if (kind === "changed") this.changed(news)
		else if (["board", "adopted", "shown", "ask"].includes(kind)) {
			if (match.width !== this.board.width) this.setBoard()
			else if (this.isLive && match.squares) this.board.show(match.squares, { path: match.path() })
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
		if (this.isLive) board.show(match.squares, { path: match.path(), falls: this.fallsNow(before, match) })
		const taken = change.what === "move" && change.squares.some(([x, y, , piece, team]) => {
			const was = before[squareOf([x, y], match.width)]
			return was.piece && was.team && was.team !== change.team && (!piece || team !== was.team)
		})
		sound(change.what === "chance" ? "chance" : taken ? "capture" : "move")
		const who = change.player ? this.playerName(change.player) : change.what === "chance" ? "Chance" : "Somebody"
		const text = change.words || change.text
		const turn = match.isMyTurn ? " Your turn." : ""
		announce(change.what === "undo" ? "A move was taken back." : `${who}: ${text || "moved"}.${turn}`)
	}

	// Whether pieces fall is seen from the legal moves; who only watches sees it from where pieces rest.
	fallsNow(before, match) {
		const moves = this.lastMoves ?? []
		if (moves.length) this.falls = hasGravity(this.lastSquares ?? before, match.width, moves)
		return this.falls || (!this.lastMoves && before.every(({ type }) => type === "hole") && isPiled(before, match.width))
	}

	ended(message) {
		sound(message.result === "over" ? "draw" : message.result)
		announce(`${RESULTS[message.result]} ${message.sentence}`, { urgent: true })
	}

	// Entering a move

	offer() {
		const { match, board, match: { question } } = this
		if (!board.position) return
		if (question && question !== this.question && question.moves === null) this.askMoves(question)
		if (!question?.moves || !this.isLive || this.isOver) {
			this.question = question
			if (!this.looksAhead) board.offer(null)
			else if (!board.entry?.isAhead) board.offer(new Ahead(new Set(this.own(match.squares))))
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
		if (!reply || this.match.question !== question) return
		question.moves = reply.moves
		this.question = null
		this.offer()
		this.draw()
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
		const way = entry?.entered.map(this.board.names.square).join(" to ")
		if (entry?.isAhead) announce(way ? `${way} will be played` : "Nothing will be played")
		else if (way) announce(`${way}, ${entry.next.size} next squares`)
	}

	missed(at) {
		if (!this.isLive) { this.view(-1); return }
		if (this.isOver || !this.match.team || performance.now() - this.sentAt < HASTY) return
		this.status.refuse(`${this.board.names.square(at)}: ${this.match.question ? "That square is not part of a legal move." : "It is not your turn."}`)
		sound("refused")
	}

	async send(move) {
		if (recall("confirm") === "on" && this.confirming !== move) {
			this.confirming = move
			this.status.draw()
			return
		}
		this.confirming = null
		const { match, match: { question } } = this
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
		else this.send({ text, path: squares.map((at) => coordinates(at, this.match.width)) })
	}

	// Looking back

	view(step) {
		const { match, board } = this
		const wanted = step >= this.last || step < 0 ? -1 : step
		const shown = wanted < 0 ? match.steps.at(-1) : match.steps[wanted]
		if (!shown?.squares) return
		this.viewing = wanted
		board.show(shown.squares, { path: match.path(shown) })
		this.question = null
		this.offer()
		this.draw()
	}

	step(by) { this.view(Math.max(0, (this.isLive ? this.last : this.viewing) + by)) }

	keys({ key, target }) {
		const keys = { f: () => this.turn(), "?": () => this.status.help(), "[": () => this.step(-1), "]": () => this.step(1) }
		if (!target.closest(".grid")) return { ...keys, ArrowLeft: keys["["], ArrowRight: keys["]"] }
		return /^[a-z0-9]$/i.test(key) ? { [key]: () => this.words.beginTyping(key), ...keys } : keys
	}

	// Drawing

	draw() {
		if (!this.root.isConnected) return
		const { match } = this
		this.title(match.name ? `${match.isMyTurn ? "• Your turn: " : ""}${match.name}` : "")
		this.root.classList.toggle("dimmed", connection.state !== "open")
		for (const part of [this.about, this.chat, this.invite, this.moves, this.players, this.status, this.words]) part.draw()
	}

	tabBar() {
		const show = (tab) => { this.root.dataset.tab = tab; for (const each of bar.children) each.classList.toggle("on", each.dataset.tab === tab) }
		const bar = el("nav.tabs", { label: "Game" },
			[["board", "board", "Board"], ["moves", "list", "Moves"], ["chat", "chat", "Chat"]].map(([tab, name, text]) => el("button", { "data-tab": tab, onclick: () => show(tab) }, icon(name), text)),
			button("", () => { show("board"); this.players.askMenu() }, icon("flag"), "More"))
		show("board")
		return bar
	}
}
