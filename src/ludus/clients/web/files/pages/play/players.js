// Who plays, whose turn it is and how much time is left; and what may be agreed on.

import { bdi, button, count, el, isNew, link, replace } from "../../dom.js"
import { ClockFaces } from "../../clock.js"
import { icon } from "../../icons.js"
import { OFFERS } from "../../match.js"
import { ask, me } from "../../session.js"
import { teamSign } from "../../board/pieces.js"
import { choices, openDialog } from "../parts.js"

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
		if (isNew(this, match.teams, match.turn, match.team, match.levels, match.standing, me.name, match.offers, this.page.entry?.teams, this.page.drawing?.colours)) {
			this.faces.stop()
			const own = match.team || 1
			const clocks = new Map()
			const teams = match.teams.map((_, at) => at + 1)
			const rest = teams.filter((team) => team !== own)
			replace(this.others, rest.length > 2 ? this.many(rest, clocks) : rest.reverse().map((team) => this.card(team, clocks, "them")), this.offer())
			replace(this.own, teams.length > 0 && this.card(own, clocks, "us"))
			this.clocks = clocks
		}
		this.faces.set(match, this.clocks)
	}

	// Where a team reads its time.
	clock(team, clocks) {
		clocks.set(team, el("div.clock", { role: "timer", "aria-live": "off" }))
		return clocks.get(team)
	}

	card(team, clocks, className) {
		const { match } = this.page
		const players = match.teams[team - 1] ?? []
		const level = players.map((player) => match.levels[player]).find(Boolean)
		const name = players.length ? players.map((player, at) => [at ? ", " : "", this.link(player)]) : "Free seat"
		const sub = [this.page.teamName(team), level && `level ${level}`, players.includes(me.name) && "you"].filter(Boolean).join(" · ")
		return el(`div.card.player.${className}${this.now(team)}`, this.sign(team), el("div", el("div.name", name), el("div.sub", sub)), this.clock(team, clocks))
	}

	sign(team) { return teamSign(team, this.page.drawing?.colours?.[team - 1]) }
	now(team) { return this.page.match.turn.includes(team) ? ".now" : "" }

	link(player) {
		if (this.page.match.levels[player]) return "Computer"
		return link("", `/@${encodeURIComponent(player)}`, bdi(player))
	}

	many(teams, clocks) {
		return el("ul.card.many", teams.map((team) => el(`li${this.now(team)}`, this.sign(team), bdi(this.page.teamPlayers(team)), this.clock(team, clocks))))
	}

	// What somebody has offered, to be answered in place.
	offer() {
		const { match } = this.page
		if (!match.team) return null
		return Object.entries(match.offers).filter(([, offer]) => offer && offer.team !== match.team).map(([what, offer]) =>
			el("div.card.offer", { role: "group", label: "Offer" }, el("p", bdi(offer.player), ` ${OFFERS[what]}`),
				button(".btn.go.small", () => this.say("accept", what), "Accept"), button(".btn.small", () => this.say("decline", what), "Decline")))
	}

	async say(type, what) {
		const { match, signal, status } = this.page
		try {
			await ask(type, { match: match.id, ...what && { what } })
			if (type === "offer" && match.offers[what] && !signal.aborted) status.note(WAITING[what])
		} catch (refusal) { status.refuse(refusal.message) }
	}

	drawActions(place) {
		const { match } = this.page
		const computer = match.teams.some((team, at) => at + 1 !== match.team && team.length && team.every((player) => match.levels[player]))
		place.hidden = !this.isPlaying
		if (place.hidden || !isNew(place, computer, this.resigning)) return
		const resigning = (now) => { this.resigning = now; this.page.draw() }
		replace(place, this.resigning ? [
			el("span.strong", "Resign?"),
			button(".btn.bare.danger", () => { resigning(false); this.say("resign") }, "Yes, resign"),
			button(".btn.bare", () => resigning(false), "No"),
		] : [
			button(".btn.bare", () => this.say("offer", "undo"), icon("back"), "Take back"),
			!computer && button(".btn.bare", () => this.say("offer", "draw"), icon("hand"), "Draw"),
			button(".btn.bare.danger", () => resigning(true), icon("flag"), "Resign"),
		])
	}

	get isPlaying() { return this.page.match.team && this.page.match.standing === "playing" }

	// The same for a phone, where there is no room beside the board.
	askMenu() {
		const { match } = this.page
		const act = (name, text, does, kind = "") => button(`.btn${kind}`, does, icon(name), text)
		openDialog(count(this.page.last, "move", "moves"), choices(
			this.isPlaying && [act("back", "Take back", () => this.say("offer", "undo")), act("hand", "Offer a draw", () => this.say("offer", "draw")), act("flag", "Resign", () => this.say("resign"), ".danger")],
			act("turn", "Turn the board", () => this.page.turn()), act("graph", "Review", () => this.page.go(`/m/${match.id}/review`))))
	}
}

const WAITING = { draw: "You have offered a draw.", undo: "You have asked to take back your move.", rematch: "You want to play again. Waiting for the others." }
