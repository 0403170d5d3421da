// What this browser remembers: colours, motion, and whether moves are confirmed.

import { attempt, el, form, input, link, say, select } from "../dom.js"
import { ask, me } from "../session.js"
import { recall, remember } from "../storage.js"
import { openAgain, pageHead, row } from "./parts.js"

export function open(page) {
	openAgain(page)
	const { dataset } = document.documentElement
	// Kept by the browser, and said to the styles; null for what is usual.
	const keep = (name, value) => {
		remember(name, value)
		value ? dataset[name] = value : delete dataset[name]
	}
	const theme = select([["auto", "As the system"], ["light", "Light"], ["dark", "Dark"]],
		{ value: dataset.theme ?? "auto", onchange: () => keep("theme", theme.value === "auto" ? null : theme.value) })
	const tick = (text, checked, change) => el("label.row-x", input("checkbox", { checked, onchange: (event) => change(event.target.checked) }), text)
	pageHead(page, "Settings").append(el("div.card.formgrid", row("Colours", theme),
		tick("Pieces move", recall("motion") !== "off", (on) => keep("motion", on ? null : "off")),
		tick("Ask before each move is played", recall("confirm") === "on", (on) => remember("confirm", on ? "on" : null)),
		me.name && !me.guest ? passwordForm() : "", me.role === "admin" ? link(".link", "/operator", "How this server is") : ""))
}

function passwordForm() {
	const field = input("password", { autocomplete: "new-password", minlength: "8", label: "New password" })
	const answer = el("p.small", { role: "status" })
	return form(".row", () => attempt(answer, async () => {
		await ask("password", { password: field.value })
		say(answer, "Your password is changed. You are logged out everywhere else.")
	}), el("strong", "New password"), el("div.row-x", field, el("button.btn", "Change")), answer)
}
