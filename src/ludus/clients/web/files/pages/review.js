// A match again, move by move: slider and keys, the engine's opinion on request, and any position to play on from.

import { Board } from "../board/board.js"
import { announce, bdi, el, replace } from "../dom.js"
import { readDrawing, drawingOf } from "../drawing.js"
import { Evaluation } from "../evaluation.js"
import { icon } from "../icons.js"
import { stepPath } from "../miniature.js"
import { askAsPlayer, gameEntry, load, matchNamed, unfollow } from "../session.js"
import { MovesPanel } from "./play/moves.js"

const BEAT = 900 // milliseconds a move while it plays by itself

export function open({ main, words, go, title }) {
	const page = new ReviewPage(main, words[0], go, title)
	page.begin()
	return page
}

class ReviewPage {
	constructor(main, name, go, title) {
		Object.assign(this, { go, title, viewing: 0, verdicts: null })
		this.match = matchNamed(name)
		this.match.onShow = true
		this.board = new Board()
		this.players = { drawActions: (place) => { place.hidden = true } } // the list of moves asks for it
		this.moves = new MovesPanel(this)
		this.head = el("section.card.panel", { "aria-label": "Game" })
		this.slider = el("input", { type: "range", min: "0", value: "0", "aria-label": "Move", oninput: () => this.view(Number(this.slider.value)) })
		this.place = el("span.soft.num")
		const button = (name, label, act) => el("button.icon", { "aria-label": label, onclick: act }, icon(name))
		this.player = button("play", "Play", () => this.toggle())
		this.player.classList.add("go")
		this.bar = el("div.evalbar", { hidden: true }, el("i"), el("b"))
		this.transport = el("section.card.transport", { "aria-label": "Replay" }, button("first", "To the start", () => this.view(0)), button("prev", "Back", () => this.view(this.viewing - 1)), this.player,
			button("next", "Forward", () => this.view(this.viewing + 1)), button("last", "To the end", () => this.view(this.last)), this.slider, this.place, el("button.btn", { onclick: () => this.playFrom() }, "Play from here"))
		this.opinion = el("section.card.panel", { "aria-label": "Analysis" })
		this.acts = el("div.acts-row")
		this.root = el("div.review.plain", this.bar, el("div.middle", this.board.element, this.transport), el("aside.side", { "aria-label": "Moves and analysis" }, this.head, this.opinion, this.moves.element, this.acts))
		main.append(this.root)
		this.keys = (event) => this.key(event)
		document.addEventListener("keydown", this.keys)
		this.board.control.onMiss = () => {}
		this.news = () => { if (this.ready) { this.slider.max = String(this.last); this.draw() } }
		this.match.addEventListener("news", this.news)
	}

	get last() { return this.match.steps.length - 1 }

	async begin() {
		const { match } = this
		try {
			await load(match)
			if (!match.squares) throw new Error("This game has not begun yet.")
			this.entry = await gameEntry(match.game).catch(() => null)
			const drawing = await drawingOf(match.game, match.options).catch(() => readDrawing({}))
			if (this.gone) return
			this.board.title = match.name
			this.board.owner = (team) => (team ? this.teamPlayers(team) : "")
			const first = match.steps.find((step) => step.squares)
			this.board.set({ width: match.width, height: match.height, squares: first.squares }, { drawing })
			this.ready = true
			this.title(`${match.name}, review`)
			this.slider.max = String(this.last)
			const wanted = Number(location.hash.slice(1))
			this.view(Number.isInteger(wanted) && wanted > 0 ? wanted : this.last)
		} catch (refusal) {
			replace(this.head, el("p.bad", { role: "alert" }, refusal.message))
		}
	}

	teamName(team) { return this.entry?.teams[team - 1] ?? `Team ${team}` }
	teamPlayers(team) { return this.match.teams[team - 1]?.join(", ") || this.teamName(team) }

	view(step) {
		if (!this.ready) return
		const to = Math.max(0, Math.min(this.last, step))
		const shown = this.match.steps[to]
		if (!shown?.squares) return
		const near = Math.abs(to - this.viewing) === 1
		this.viewing = to
		this.board.show(shown.squares, { path: stepPath(shown, this.match.width), still: !near })
		history.replaceState(null, "", `#${to}`)
		this.draw()
		announce(to ? `Move ${to}: ${shown.text}` : "The start")
	}

	toggle() {
		clearInterval(this.timer)
		this.playing = !this.playing
		if (this.playing && this.viewing === this.last) this.view(0)
		if (this.playing) this.timer = setInterval(() => { this.viewing < this.last ? this.view(this.viewing + 1) : this.toggle() }, BEAT)
		replace(this.player, icon(this.playing ? "pause" : "play"))
	}

	key(event) {
		if (event.target.closest("input, select, textarea, dialog, .grid") || event.ctrlKey || event.metaKey || event.altKey) return
		const keys = { ArrowLeft: () => this.view(this.viewing - 1), ArrowRight: () => this.view(this.viewing + 1), Home: () => this.view(0), End: () => this.view(this.last), " ": () => this.toggle(), f: () => this.turn() }
		if (!keys[event.key] || (event.key === " " && event.target.closest("button, a"))) return
		keys[event.key]()
		event.preventDefault()
	}

	turn() { this.board.turn() }

	draw() {
		const { match, viewing } = this
		this.slider.value = String(viewing)
		this.place.textContent = `${viewing} / ${this.last}`
		const now = JSON.stringify([match.teams, match.result, match.standing])
		if (now !== this.shown) {
			this.shown = now
			replace(this.head, el("h1", { tabindex: "-1" }, match.name), el("p", match.teams.map((team, at) => [at ? el("span.soft", " against ") : null, bdi(team.map((player) => (match.levels[player] ? `Computer (level ${match.levels[player]})` : player)).join(", "))])),
				match.result ? el("p.soft", match.result.sentence) : el("p.soft", el("a.link", { href: `/m/${match.id}` }, "This game goes on.")))
			replace(this.acts, el("button.btn", { onclick: (event) => this.share(event.currentTarget) }, icon("share"), el("span", "Share")),
				match.result ? el("a.btn", { href: `/api/matches/${match.id}/record`, download: `${match.id}.txt` }, icon("down"), "Download") : null)
			this.drawOpinion()
		}
		this.moves.draw()
		this.evaluation?.draw()
	}

	drawOpinion() {
		replace(this.opinion, el("div.row-x", el("button.btn", { onclick: () => this.evaluate() }, icon("graph"), "Ask the computer"), el("span.soft.small", "It looks at every position for a moment.")))
	}

	evaluate() {
		this.evaluation = new Evaluation(this)
		this.evaluation.run()
	}

	async share(button) {
		const address = `${location.origin}/m/${this.match.id}/review#${this.viewing}`
		try {
			if (navigator.share && matchMedia("(pointer: coarse)").matches) await navigator.share({ title: this.match.name, url: address })
			else await navigator.clipboard.writeText(address)
			button.lastChild.textContent = "Link copied"
		} catch { button.lastChild.textContent = address }
	}

	// The position as the server writes it, for anybody who wants to go on from there.
	async position(step) {
		const saved = await askAsPlayer("save", { match: this.match.id, step })
		return saved.lines.join("; ")
	}

	async playFrom() {
		try {
			const position = await this.position(this.viewing)
			this.go(`/new?${new URLSearchParams({ game: this.match.game, position })}`)
		} catch (refusal) {
			this.place.textContent = refusal.message
			announce(refusal.message, { urgent: true })
		}
	}

	leave() {
		this.gone = true
		clearInterval(this.timer)
		this.evaluation?.stop()
		document.removeEventListener("keydown", this.keys)
		this.match.removeEventListener("news", this.news)
		unfollow(this.match)
	}
}

