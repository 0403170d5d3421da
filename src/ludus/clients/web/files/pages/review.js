// A match again, move by move: slider and keys, the engine's opinion on request, and any position to play on from.

import { within } from "../board/squares.js"
import { announce, bdi, button, el, input, isNew, link, replace } from "../dom.js"
import { Evaluation } from "../evaluation.js"
import { icon, iconButton } from "../icons.js"
import { askAsPlayer, load } from "../session.js"
import { against, nothing, record } from "./parts.js"
import { MatchPage } from "./play/match_page.js"
import { MovesPanel } from "./play/moves.js"

const BEAT = 900 // milliseconds a move while it plays by itself

export function open(page) { new ReviewPage(page).begin() }

class ReviewPage extends MatchPage {
	constructor(page) {
		super(page)
		const { signal } = page
		Object.assign(this, { viewing: 0, verdicts: null })
		this.players = { drawActions: (place) => { place.hidden = true } } // the list of moves asks for it
		this.moves = new MovesPanel(this)
		this.head = el("section.card.panel", { label: "Game" })
		this.slider = input("range", { min: "0", value: "0", label: "Move", oninput: () => this.view(Number(this.slider.value)) })
		this.place = el("span.soft.num")
		this.player = iconButton("play", "Play", () => this.toggle(), ".go")
		this.bar = el("div.evalbar", { hidden: true }, el("i"), el("b"))
		this.transport = el("section.card.transport", { label: "Replay" }, iconButton("first", "To the start", () => this.view(0)), iconButton("prev", "Back", () => this.step(-1)), this.player,
			iconButton("next", "Forward", () => this.step(1)), iconButton("last", "To the end", () => this.view(this.last)), this.slider, this.place, button(".btn", () => this.playFrom(), "Play from here"))
		this.opinion = el("section.card.panel", { label: "Analysis" })
		this.acts = el("div.btns")
		this.root = el("div.review", this.bar, el("div.middle", this.board.element, this.transport), el("aside.side", { label: "Moves and analysis" }, this.head, this.opinion, this.moves.element, this.acts))
		page.main.append(this.root)
		this.match.addEventListener("news", () => { if (this.ready) this.draw() }, { signal })
		signal.addEventListener("abort", () => clearInterval(this.timer))
	}

	async begin() {
		const { match } = this
		try {
			await load(match)
			if (!match.squares) throw new Error("This game has not begun yet.")
			await this.learn()
			if (this.signal.aborted) return
			const { squares } = match.steps.find((step) => step.squares)
			this.board.set({ ...match, squares }, { drawing: this.drawing })
			this.ready = true
			this.title(`${match.name}, review`)
			this.view(Number(location.hash.slice(1)) || this.last)
		} catch (refusal) { nothing(this, refusal.message) }
	}

	playerName(player) { return this.match.levels[player] ? `Computer (level ${this.match.levels[player]})` : player }

	view(step) {
		if (!this.ready) return
		const to = within(step, 0, this.last)
		const shown = this.match.steps[to]
		if (!shown?.squares) return
		const near = Math.abs(to - this.viewing) === 1
		this.viewing = to
		this.board.show(shown.squares, { path: this.match.path(shown), still: !near })
		history.replaceState(null, "", `#${to}`)
		this.draw()
		announce(to ? `Move ${to}: ${shown.text}` : "The start")
	}

	step(by) { this.view(this.viewing + by) }

	toggle() {
		clearInterval(this.timer)
		this.playing = !this.playing
		if (this.playing && this.viewing === this.last) this.view(0)
		if (this.playing) this.timer = setInterval(() => { this.viewing < this.last ? this.step(1) : this.toggle() }, BEAT)
		replace(this.player, icon(this.playing ? "pause" : "play"))
	}

	keys({ target }) {
		const keys = { ArrowLeft: () => this.step(-1), ArrowRight: () => this.step(1), Home: () => this.view(0), End: () => this.view(this.last), f: () => this.turn() }
		return target.closest("button, a") ? keys : { ...keys, " ": () => this.toggle() }
	}

	draw() {
		const { match, viewing } = this
		this.slider.max = this.last
		this.slider.value = viewing
		this.place.textContent = `${viewing} / ${this.last}`
		if (isNew(this, match.teams, match.result, match.standing)) {
			replace(this.head, el("h1", { tabindex: "-1" }, match.name), el("p", against(match.teams.map((_, at) => bdi(this.teamPlayers(at + 1))))),
				el("p.soft", match.result ? match.result.sentence : link(".link", `/m/${match.id}`, "This game goes on.")))
			replace(this.acts, button(".btn", (event) => this.share(event.currentTarget), icon("share"), el("span", "Share")),
				match.result && record("matches", match.id))
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
