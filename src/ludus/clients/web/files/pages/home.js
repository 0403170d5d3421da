// Home and lobby: one click takes a seat, the next is the first move. No form comes before play.

import { bdi, count, el, replace } from "../dom.js"
import { icon } from "../icons.js"
import { Miniatures, startBoard } from "../miniature.js"
import { ask, askAsPlayer, describe, gameList, gameName } from "../session.js"
import { termsText } from "../clock.js"
import { right, tableOf, tabs } from "./parts.js"
import { recall, remember } from "../storage.js"

const AGAIN = 3000 // milliseconds between two looks at the lobby
const WAYS = [["computer", "chip", "Computer"], ["friend", "link", "A friend"], ["anyone", "person", "Anyone"]]

export function open({ main, go, title }) {
	title("")
	return new Home(main, go)
}

class Home {
	constructor(main, go) {
		this.go = go
		this.way = recall("way", "computer")
		this.level = Number(recall("level", "3"))
		this.game = recall("game", "")
		this.minis = new Miniatures()
		this.picker = el("fieldset.pickgame", { "aria-label": "Game" })
		this.opts = el("div.opts")
		this.button = el("button.btn.go.big", { type: "submit" }, icon("play"), el("span", "Play"))
		this.more = el("a.btn.bare.hide-phone", { href: "/new" }, "More options")
		this.problem = el("p.bad", { role: "alert" })
		this.hero = el("div.heroboard")
		this.lives = el("ul.lives")
		this.seeks = el("div.card.scroll")
		this.news = el("section")
		this.form = el("form", { onsubmit: (event) => { event.preventDefault(); this.play() } },
			el("h1", { tabindex: "-1" }, "Sit down and play."), el("p.lead", "Any board game, against a friend, a stranger or the computer. No account needed."),
			this.picker, this.opts, el("div.cta", this.button, this.more), this.problem)
		main.append(el("div.wrap", el("section.hero", { "aria-label": "Play" }, this.form, this.hero),
			el("section", el("div.sec", el("h2", "On the tables now"), el("a", { href: "/watch" }, "Watch")), this.lives),
			el("div.two",
				el("section", el("div.sec", el("h2", "Waiting for somebody"), el("a", { href: "/new" }, "Make a game")), this.seeks), this.news),
			el("p.soft.small", "Also from a terminal or with a program of your own: ", el("a.link", { href: "/connect" }, "how to connect"), ".")),
		tabs("/"))
		this.drawOptions()
		this.ready = this.begin()
	}

	async begin() {
		try {
			this.games = await gameList()
		} catch (refusal) {
			this.problem.textContent = refusal.message
			return
		}
		if (!this.games.some((each) => each.game === this.game)) this.game = await this.suggestion()
		const thumbs = this.drawPicker()
		Promise.all([this.choose(this.game), this.look()]).then(() => this.drawThumbs(thumbs))
	}

	// For somebody who has not chosen yet: a board that begins empty, and is not tiny, is played by single clicks.
	async suggestion() {
		for (const { game, width } of this.games) {
			const { start } = width > 4 ? await describe(game) : {}
			if (start && !start.some(([, , , piece]) => piece)) return game
		}
		return this.games[0]?.game
	}

	drawPicker() {
		const thumbs = this.games.map((each) => el("span.thumb", { "aria-hidden": "true" }, each.name.slice(0, 1)))
		replace(this.picker, this.games.map((each, at) => el("label",
			el("input", { type: "radio", name: "game", value: each.game, checked: each.game === this.game, onchange: () => this.choose(each.game) }), thumbs[at], each.name)))
		return thumbs
	}

	// Small boards come one after the other when there is time: whoever clicks at once does not wait for them.
	async drawThumbs(thumbs) {
		for (const [at, { game }] of this.games.entries()) {
			await new Promise((done) => (window.requestIdleCallback ?? setTimeout)(done))
			if (this.gone) return
			const board = await startBoard(game, { small: true }).catch(() => null)
			if (board) replace(thumbs[at], board.svg)
		}
	}

	drawOptions() {
		const level = el("b", String(this.level))
		replace(this.opts,
			el("fieldset.seg", { "aria-label": "Against" }, WAYS.map(([way, name, text]) => el("label",
				el("input", { type: "radio", name: "way", value: way, checked: way === this.way, onchange: () => { this.way = way; remember("way", way); this.drawOptions() } }), icon(name), text))),
			this.way === "computer" ? el("label.lev", "Level", el("input", {
				type: "range", min: "1", max: "10", value: String(this.level),
				oninput: (event) => { this.level = Number(event.target.value); level.textContent = event.target.value; remember("level", event.target.value) },
			}), level) : null)
		this.nameButton()
	}

	nameButton() {
		const entry = this.games?.find((each) => each.game === this.game)
		const words = this.way === "friend" ? "Invite to" : "Play"
		this.button.lastChild.textContent = entry ? `${words} ${entry.name}` : "Play"
		this.more.href = `/new?game=${encodeURIComponent(this.game ?? "")}`
	}

	async choose(game) {
		this.game = game
		remember("game", game)
		this.nameButton()
		const board = await startBoard(game).catch(() => null)
		if (this.game !== game || this.gone) return
		this.player?.stop()
		if (!board) { replace(this.hero); return }
		replace(this.hero, board.element, el("p.herocap", gameName(game), ": click Play and make the first move."))
		this.player = await this.minis.replayLast(game, board, (text) => { if (!this.gone) this.hero.lastChild.textContent = text }).catch(() => null)
	}

	async play() {
		this.button.disabled = true
		this.problem.textContent = ""
		try {
			await this.ready // a quick click comes before the list of games
			const terms = { game: this.game, move: this.way === "computer" ? 0 : 180 }
			const seated = this.way === "anyone" ? await askAsPlayer("seek", { game: this.game })
				: await askAsPlayer("new", { ...terms, ...(this.way === "computer" ? { computer: this.level } : { rated: "no" }) })
			await this.go(`/m/${seated.match}`)
		} catch (refusal) {
			this.problem.textContent = refusal.message
			this.button.disabled = false
		}
	}

	// The lobby

	async look() {
		clearTimeout(this.timer)
		if (this.gone) return
		if (!document.hidden) {
			try {
				const { matches } = await ask("matches")
				if (this.gone) return
				this.drawSeeks(matches.filter((match) => match.standing === "open"))
				this.minis.show(this.lives, matches.filter((match) => match.standing === "playing").slice(-10).reverse())
			} catch { /* next time */ }
		}
		this.timer = setTimeout(() => this.look(), AGAIN)
	}

	drawSeeks(open) {
		const now = JSON.stringify(open)
		if (now === this.shown) return
		this.shown = now
		if (!open.length) {
			replace(this.seeks, el("p.empty", "Nobody is waiting. Start a game and somebody may join you."))
			return
		}
		replace(this.seeks, tableOf("Waiting", ["Player", "Game", "Time", ""], open.map((match) => [
			match.teams.flat().length ? bdi(match.teams.flat().join(", ")) : "nobody yet",
			[gameName(match.game), match.free > 1 ? el("span.soft", ` ${count(match.free, "seat", "seats")} free`) : null], el("td.soft.num", termsText(match.times)),
			right(el("button.btn.small", { onclick: () => this.join(match.match) }, "Sit down"))])))
	}

	async join(match) {
		try {
			await askAsPlayer("join", { match })
			this.go(`/m/${match}`)
		} catch (refusal) {
			this.problem.textContent = refusal.message
			this.problem.scrollIntoView({ block: "nearest" })
		}
	}

	leave() {
		this.gone = true
		clearTimeout(this.timer)
		this.player?.stop()
		this.minis.leave()
	}
}
