// A match again, move by move: slider and keys, the engine's opinion on request, and any position to play on from.

import { Board } from "../board/board.js"
import { announce, bdi, button, el, isNew, replace } from "../dom.js"
import { readDrawing, drawingOf } from "../drawing.js"
import { Evaluation } from "../evaluation.js"
import { icon } from "../icons.js"
import { stepPath } from "../miniature.js"
import { askAsPlayer, gameEntry, load, matchNamed, unfollow } from "../session.js"
import { against, failed } from "./parts.js"
import { MovesPanel } from "./play/moves.js"

const BEAT = 900 // milliseconds a move while it plays by itself

export function open(page) { new ReviewPage(page).begin() }

class ReviewPage {
	constructor({ main, words: [name], go, title, signal }) {
		Object.assign(this, { go, title, signal, viewing: 0, verdicts: null })
		this.match = matchNamed(name)
		this.match.onShow = true
		this.board = new Board()
		this.players = { drawActions: (place) => { place.hidden = true } } // the list of moves asks for it
		this.moves = new MovesPanel(this)
		this.head = el("section.card.panel", { "aria-label": "Game" })
		this.slider = el("input", { type: "range", min: "0", value: "0", "aria-label": "Move", oninput: () => this.view(Number(this.slider.value)) })
		this.place = el("span.soft.num")
		const to = (name, label, act, kinds = "") => el(`button.icon${kinds}`, { "aria-label": label, onclick: act }, icon(name))
		this.player = to("play", "Play", () => this.toggle(), ".go")
		this.bar = el("div.evalbar", { hidden: true }, el("i"), el("b"))
		this.transport = el("section.card.transport", { "aria-label": "Replay" }, to("first", "To the start", () => this.view(0)), to("prev", "Back", () => this.step(-1)), this.player,
			to("next", "Forward", () => this.step(1)), to("last", "To the end", () => this.view(this.last)), this.slider, this.place, button(".btn", () => this.playFrom(), "Play from here"))
		this.opinion = el("section.card.panel", { "aria-label": "Analysis" })
		this.acts = el("div.acts-row")
		this.root = el("div.review.plain", this.bar, el("div.middle", this.board.element, this.transport), el("aside.side", { "aria-label": "Moves and analysis" }, this.head, this.opinion, this.moves.element, this.acts))
		main.append(this.root)
		document.addEventListener("keydown", (event) => this.key(event), { signal })
		this.match.addEventListener("news", () => { if (this.ready) this.draw() }, { signal })
		signal.addEventListener("abort", () => {
			clearInterval(this.timer)
			unfollow(this.match)
		})
	}

	get last() { return this.match.steps.length - 1 }

	async begin() {
		const { match } = this
		try {
			await load(match)
			if (!match.squares) throw new Error("This game has not begun yet.")
			this.entry = gameEntry(match.game)
			const drawing = await drawingOf(match.game, match.options).catch(() => readDrawing({}))
			if (this.signal.aborted) return
			this.board.title = match.name
			this.board.owner = (team) => (team ? this.teamPlayers(team) : "")
			const { squares } = match.steps.find((step) => step.squares)
			this.board.set({ width: match.width, height: match.height, squares }, { drawing })
			this.ready = true
			this.title(`${match.name}, review`)
			this.view(Number(location.hash.slice(1)) || this.last)
		} catch (refusal) { failed(this.head, refusal) }
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

	step(by) { this.view(this.viewing + by) }
	turn() { this.board.turn() }

	toggle() {
		clearInterval(this.timer)
		this.playing = !this.playing
		if (this.playing && this.viewing === this.last) this.view(0)
		if (this.playing) this.timer = setInterval(() => { this.viewing < this.last ? this.step(1) : this.toggle() }, BEAT)
		replace(this.player, icon(this.playing ? "pause" : "play"))
	}

	key(event) {
		if (event.target.closest("input, select, textarea, dialog, .grid") || event.ctrlKey || event.metaKey || event.altKey) return
		const keys = { ArrowLeft: () => this.step(-1), ArrowRight: () => this.step(1), Home: () => this.view(0), End: () => this.view(this.last), " ": () => this.toggle(), f: () => this.turn() }
		if (!keys[event.key] || (event.key === " " && event.target.closest("button, a"))) return
		keys[event.key]()
		event.preventDefault()
	}

	draw() {
		const { match, viewing } = this
		this.slider.max = this.last
		this.slider.value = viewing
		this.place.textContent = `${viewing} / ${this.last}`
		if (isNew(this, match.teams, match.result, match.standing)) {
			const name = (player) => (match.levels[player] ? `Computer (level ${match.levels[player]})` : player)
			replace(this.head, el("h1", { tabindex: "-1" }, match.name), el("p", against(match.teams.map((team) => bdi(team.map(name).join(", "))))),
				el("p.soft", match.result ? match.result.sentence : el("a.link", { href: `/m/${match.id}` }, "This game goes on.")))
			replace(this.acts, button(".btn", (event) => this.share(event.currentTarget), icon("share"), el("span", "Share")),
				match.result ? el("a.btn", { href: `/api/matches/${match.id}/record`, download: `${match.id}.txt` }, icon("down"), "Download") : null)
			replace(this.opinion, el("div.row-x", button(".btn", () => this.evaluate(), icon("graph"), "Ask the computer"), el("span.soft.small", "It looks at every position for a moment.")))
		}
		this.moves.draw()
		this.evaluation?.draw()
	}

	evaluate() {
		this.evaluation = new Evaluation(this)
		this.evaluation.run()
	}

	async share(shared) {
		const url = `${location.origin}/m/${this.match.id}/review#${this.viewing}`
		try {
			if (navigator.share && matchMedia("(pointer: coarse)").matches) await navigator.share({ title: this.match.name, url })
			else await navigator.clipboard.writeText(url)
			shared.lastChild.textContent = "Link copied"
		} catch { shared.lastChild.textContent = url }
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
}
