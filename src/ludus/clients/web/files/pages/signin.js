// The dialog in which somebody logs in, or registers: a free name becomes theirs.

import { attempt, el, form, input } from "../dom.js"
import { ask } from "../session.js"
import { alertLine, openDialog, row } from "./parts.js"

export function openSignIn() {
	const name = input("text", { name: "username", autocomplete: "username", maxlength: "24", required: true, autofocus: true })
	const password = input("password", { name: "password", autocomplete: "current-password", minlength: "8", required: true })
	const problem = alertLine()
	const enter = el("button.btn.go", "Sign in")
	const dialog = openDialog("Sign in", el("p.soft.small", "A name that nobody has becomes yours, with the password you choose now."), form("", async () => {
		enter.disabled = true
		await attempt(problem, async () => {
			await ask("login", { name: name.value.trim(), password: password.value })
			dialog.close()
		})
		enter.disabled = false
	}, row("Name", name), row("Password, at least 8 characters", password), problem,
	el("div.btns", el("button.btn", { type: "button", onclick: () => dialog.close() }, "Cancel"), enter)))
	name.focus()
}
