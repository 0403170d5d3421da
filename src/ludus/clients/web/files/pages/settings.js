// What this browser remembers: colours, sound, motion, and whether moves are confirmed.

import { el, say } from "../dom.js"
import { ask, me } from "../session.js"
import { isOn, setSound } from "../sound.js"
import { recall, remember } from "../storage.js"
import { pageHead } from "./parts.js"

export function open({ main, title }) {
	title("Settings")
	const body = pageHead(main, "Settings")
	const root = document.documentElement
	const theme = el("select", { onchange: () => {
		if (theme.value === "auto") { delete root.dataset.theme; remember("theme", null) } else { root.dataset.theme = theme.value; remember("theme", theme.value) }
	} }, [["auto", "As the system"], ["light", "Light"], ["dark", "Dark"]].map(([value, text]) => el("option", { value }, text)))
	theme.value = root.dataset.theme ?? "auto"
	const tick = (text, checked, change) => el("label.row-x", el("input", { type: "checkbox", checked, onchange: (event) => change(event.target.checked) }), text)
	body.append(el("div.card.formgrid", el("label.row", "Colours", theme),
		tick("Sound", isOn(), setSound),
		tick("Pieces move", recall("motion") !== "off", (on) => { remember("motion", on ? null : "off"); on ? delete root.dataset.motion : root.dataset.motion = "off" }),
		tick("Ask before each move is played", recall("confirm") === "on", (on) => remember("confirm", on ? "on" : null)),
		me.name && !me.guest ? passwordForm() : null))
}

function passwordForm() {
	const field = el("input", { type: "password", autocomplete: "new-password", minlength: "8", "aria-label": "New password" })
	const answer = el("p.small", { role: "status" })
	return el("form.row", { onsubmit: async (event) => {
		event.preventDefault()
		try { await ask("password", { password: field.value }); say(answer, "Your password is changed. You are logged out everywhere else.") } catch (refusal) { say(answer, refusal.message) }
	} }, el("strong", "New password"), el("div.row-x", field, el("button.btn", "Change")), answer)
}
