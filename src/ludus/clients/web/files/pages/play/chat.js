// What is said in a match. Links stay text, and everything is text.

import { attempt, bdi, el, form, input, replace } from "../../dom.js"
import { ask, me } from "../../session.js"

export class ChatPanel {
	constructor(page) {
		this.page = page
		this.log = el("div.chat", { role: "log", "aria-live": "off", label: "Chat", tabindex: "0" })
		this.input = input("text", { placeholder: "Say something …", label: "Say something", maxlength: "500", autocomplete: "off" })
		this.problem = el("p.bad.small")
		this.form = form(".chat-form", () => this.send(), this.input)
		this.element = el("section.card.panel.grow", { label: "Chat" }, this.log, this.problem, this.form)
	}

	async send() {
		const text = this.input.value.trim()
		if (!text) return
		this.input.value = ""
		await attempt(this.problem, () => ask("chat", { match: this.page.match.id, text }))
		if (this.problem.textContent) this.input.value = text
	}

	draw() {
		const { match } = this.page
		this.form.hidden = !me.name
		if (match.chat === this.shown) return
		this.shown = match.chat
		replace(this.log, match.chat.slice(-200).map(({ player, text, note }) => {
			const name = bdi(match.levels[player] ? "The computer" : player)
			return note ? el("p.sys", name, ` ${text}`) : el("p", el("b", name), " ", bdi(text))
		}))
		this.log.scrollTop = this.log.scrollHeight
	}
}
