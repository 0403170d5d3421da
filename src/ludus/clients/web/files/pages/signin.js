// The dialog in which somebody logs in, or registers: a free name becomes theirs.

import { el, say } from "../dom.js"
import { logIn } from "../session.js"
import { openDialog } from "./parts.js"

export function openSignIn() {
	const name = el("input", { type: "text", name: "username", autocomplete: "username", maxlength: "24", required: true, autofocus: true })
	const password = el("input", { type: "password", name: "password", autocomplete: "current-password", minlength: "8", required: true })
	const problem = el("p.bad.small", { role: "alert" })
	const button = el("button.btn.go", "Sign in")
	const dialog = openDialog("Sign in", el("p.soft.small", "A name that nobody has becomes yours, with the password you choose now."), el("form", { method: "dialog", async onsubmit(event) {
		event.preventDefault()
		say(problem, "")
		button.disabled = true
		try {
			await logIn(name.value.trim(), password.value)
			dialog.close()
		} catch (refusal) { say(problem, refusal.message) }
		button.disabled = false
	} }, el("label.row", "Name", name), el("label.row", "Password, at least 8 characters", password), problem,
	el("div.acts-row", el("button.btn", { type: "button", onclick: () => dialog.close() }, "Cancel"), button)))
	name.focus()
}
