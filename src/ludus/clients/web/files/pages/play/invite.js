// A free seat: the link for a friend, a code to scan, and the computer if nobody comes.

import { el, replace } from "../../dom.js"
import { icon } from "../../icons.js"
import { qrSvg } from "../../qr.js"
import { askAsPlayer, me } from "../../session.js"

export class InvitePanel {
	constructor(page) {
		this.page = page
		this.element = el("section.card.invite", { "aria-label": "Free seats", hidden: true })
	}

	draw() {
		const { match } = this.page
		const open = match.standing === "open"
		this.element.hidden = !open
		const seated = match.players.includes(me.name)
		const now = JSON.stringify([open, seated, match.teams])
		if (!open || now === this.shown) return
		this.shown = now
		if (seated) this.drawLink()
		else this.drawSeats()
	}

	drawLink() {
		const address = location.href.split("#")[0]
		const input = el("input", { type: "text", readonly: true, value: address, "aria-label": "Link to this game", onfocus: (event) => event.target.select() })
		const copy = el("button.btn.go", { onclick: async () => {
			try { await navigator.clipboard.writeText(address) } catch { input.select(); document.execCommand("copy") }
			copy.lastChild.textContent = "Copied"
		} }, icon("copy"), el("span", "Copy link"))
		replace(this.element, el("h2", "Send this link to a friend"), el("p.soft.small", "Whoever opens it can take the free seat. The game begins when all seats are taken."),
			el("div.link-row", input, copy),
			el("div.row-x", qrSvg(address), el("div", el("p.soft.small", "Or scan this with a phone on the same network."),
				el("button.btn", { onclick: () => this.act("computer", { level: 3 }) }, icon("chip"), "Let the computer sit down"))), this.problem = el("p.bad", { role: "alert" }))
	}

	drawSeats() {
		const { page, page: { match } } = this
		const seats = match.teams.map((team, at) => (team.length ? null : at + 1)).filter(Boolean)
		const others = match.players.length ? `${match.players.join(", ")} is waiting.` : "Nobody sits here yet."
		replace(this.element, el("h2", "A seat is free"), el("p.soft", el("bdi", others)),
			el("div.row-x", (seats.length ? seats : [0]).map((team) => el("button.btn.go", { onclick: () => this.act("join", team ? { team } : {}) }, team ? `Play as ${page.teamName(team)}` : "Sit down"))),
			this.problem = el("p.bad", { role: "alert" }))
	}

	async act(type, fields) {
		try {
			await askAsPlayer(type, { match: this.page.match.id, ...fields })
		} catch (refusal) { this.problem.textContent = refusal.message }
	}
}
