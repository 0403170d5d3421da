// A free seat: the link for a friend, a code to scan, and the computer if nobody comes.

import { attempt, bdi, button, el, input, isNew, replace } from "../../dom.js"
import { icon } from "../../icons.js"
import { qrSvg } from "../../qr.js"
import { askAsPlayer, me } from "../../session.js"
import { alertLine } from "../parts.js"

export class InvitePanel {
	constructor(page) {
		this.page = page
		this.element = el("section.card.invite", { label: "Free seats", hidden: true })
		this.problem = alertLine()
	}

	draw() {
		const { match } = this.page
		const open = match.standing === "open"
		this.element.hidden = !open
		const seated = match.players.includes(me.name)
		if (open && isNew(this, seated, match.teams)) replace(this.element, seated ? this.link() : this.seats(), this.problem)
	}

	link() {
		const address = location.href.split("#")[0]
		const field = input("text", { readonly: true, value: address, label: "Link to this game", onfocus: () => field.select() })
		const copy = button(".btn.go", async () => {
			try { await navigator.clipboard.writeText(address) } catch { field.select(); document.execCommand("copy") }
			copy.lastChild.textContent = "Copied"
		}, icon("copy"), el("span", "Copy link"))
		return [el("h2", "Send this link to a friend"), el("p.soft.small", "Whoever opens it can take the free seat. The game begins when all seats are taken."),
			el("div.link-row", field, copy),
			el("div.row-x", qrSvg(address), el("div", el("p.soft.small", "Or scan this with a phone on the same network."),
				button(".btn", () => this.act("computer", { level: 3 }), icon("chip"), "Let the computer sit down")))]
	}

	seats() {
		const { page, page: { match } } = this
		const free = match.teams.flatMap((team, at) => (team.length ? [] : [at + 1]))
		const seat = (name, fields) => button(".btn.go", () => this.act("join", fields), name)
		return [el("h2", "A seat is free"), el("p.soft", bdi(match.players.length ? `${match.players.join(", ")} is waiting.` : "Nobody sits here yet.")),
			el("div.row-x", free.length ? free.map((team) => seat(`Play as ${page.teamName(team)}`, { team })) : seat("Sit down", {}))]
	}

	act(type, fields) { attempt(this.problem, () => askAsPlayer(type, { match: this.page.match.id, ...fields })) }
}
