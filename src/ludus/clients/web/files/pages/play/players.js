// Who plays, whose turn it is and how much time is left; and what may be agreed on.

import { bdi, count, el, replace } from "../../dom.js"
import { ClockFaces } from "../../clock.js"
import { icon } from "../../icons.js"
import { OFFERS } from "../../match.js"
import { ask, me } from "../../session.js"
import { teamSign } from "../../board/pieces.js"
import { openDialog } from "../parts.js"

export class PlayersPanel {
	constructor(page) {
		this.page = page
		this.others = el("div.others")
		this.own = el("div.own")
		this.faces = new ClockFaces()
		this.resigning = false
		for (const part of [this.others, this.own]) part.style.setProperty("display", "contents")
	}

	draw() {
		const { match } = this.page
		const now = JSON.stringify([match.teams, match.turn, match.team, match.levels, match.standing, me.name, match.offers, this.page.entry?.teams, this.page.drawing?.colours])
		if (now !== this.shown) {
			this.shown = now
			this.faces.stop()
			const own = match.team || 1
			const clocks = new Map()
			const teams = match.teams.map((_, at) => at + 1)
			const rest = teams.filter((team) => team !== own)
			replace(this.others, rest.length > 2 ? this.many(rest, clocks) : rest.reverse().map((team) => this.card(team, clocks, "them")), this.offer())
			replace(this.own, teams.length ? this.card(own, clocks, "us") : null)
			this.clocks = clocks
		}
		this.faces.set(match, this.clocks)
	}

	card(team, clocks, className) {
		const { match } = this.page
		const players = match.teams[team - 1] ?? []
		const clock = el("div.clock", { role: "timer", "aria-live": "off" })
		clocks.set(team, clock)
		const level = players.map((player) => match.levels[player]).find(Boolean)
		const name = players.length ? players.map((player, at) => [at ? ", " : "", this.link(player)]) : "Free seat"
		const sub = [this.page.teamName(team), level ? `level ${level}` : null, players.includes(me.name) ? "you" : null].filter(Boolean).join(" · ")
		return el("div", { class: `card player ${className}${match.turn.includes(team) ? " now" : ""}` }, teamSign(team, this.page.drawing?.colours?.[team - 1]),
			el("div", { style: { "min-width": "0" } }, el("div.name", name), el("div.sub", sub)), clock)
	}

	link(player) {
		if (this.page.match.levels[player]) return "Computer"
		return el("a", { href: `/@${encodeURIComponent(player)}` }, bdi(player))
	}

	many(teams, clocks) {
		const { match } = this.page
		return el("ul.card.many", teams.map((team) => {
			const clock = el("span.clock")
			clocks.set(team, clock)
			return el("li", { class: match.turn.includes(team) ? "now" : "" }, teamSign(team, this.page.drawing?.colours?.[team - 1]), bdi(this.page.teamPlayers(team)), clock)
		}))
	}

	// What somebody has offered, to be answered in place.
	offer() {
		const { match } = this.page
		if (!match.team) return null
		return Object.entries(match.offers).filter(([, offer]) => offer && offer.team !== match.team).map(([what, offer]) =>
			el("div.card.offer", { role: "group", "aria-label": "Offer" }, el("p", bdi(offer.player), ` ${OFFERS[what]}`),
				el("button.btn.go.small", { onclick: () => this.say("accept", what) }, "Accept"),
				el("button.btn.small", { onclick: () => this.say("decline", what) }, "Decline")))
	}

	async say(type, what) {
		const { match, status } = this.page
		try {
			await ask(type, type === "resign" ? { match: match.id } : { what, match: match.id })
			if (type === "offer" && match.offers[what]) status.note(WAITING[what])
		} catch (refusal) { status.refuse(refusal.message) }
	}

	drawActions(place) {
		const { match } = this.page
		const computer = match.teams.some((team, at) => at + 1 !== match.team && team.length && team.every((player) => match.levels[player]))
		const now = JSON.stringify([match.team, match.standing, computer, this.resigning, match.offers])
		if (now === place.dataset.shown) return
		place.dataset.shown = now
		place.hidden = !match.team || match.standing !== "playing"
		if (place.hidden) return
		replace(place, this.resigning ? [
			el("span.strong", { style: { "align-self": "center", "padding-left": "8px" } }, "Resign?"),
			el("button.btn.bare.danger", { onclick: () => { this.resigning = false; this.say("resign"); this.page.draw() } }, "Yes, resign"),
			el("button.btn.bare", { onclick: () => { this.resigning = false; this.page.draw() } }, "No"),
		] : [
			el("button.btn.bare", { onclick: () => this.say("offer", "undo") }, icon("back"), "Take back"),
			computer ? null : el("button.btn.bare", { onclick: () => this.say("offer", "draw") }, icon("hand"), "Draw"),
			el("button.btn.bare.danger", { onclick: () => { this.resigning = true; this.page.draw() } }, icon("flag"), "Resign"),
		])
	}

	// The same for a phone, where there is no room beside the board.
	askMenu() {
		const { match } = this.page
		const button = (name, text, act, kind = "") => el(`button.btn${kind}`, { type: "button", onclick: () => { dialog.close(); act() } }, icon(name), text)
		const dialog = openDialog(count(match.steps.length - 1, "move", "moves"), el("form", { method: "dialog" },
			match.team && match.standing === "playing" ? [button("back", "Take back", () => this.say("offer", "undo")), button("hand", "Offer a draw", () => this.say("offer", "draw")), button("flag", "Resign", () => this.say("resign"), ".danger")] : null,
			button("turn", "Turn the board", () => this.page.turn()), button("graph", "Review", () => this.page.go(`/m/${match.id}/review`)), el("button.btn.bare", "Close")))
	}

	leave() { this.faces.stop() }
}

const WAITING = { draw: "You have offered a draw.", undo: "You have asked to take back your move.", rematch: "You want to play again. Waiting for the others." }
