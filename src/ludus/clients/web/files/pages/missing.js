// An address that leads nowhere.

import { el } from "../dom.js"

export function open({ main, title }) {
	title("Not found")
	main.append(el("div.wrap", el("div.page-head", el("h1", { tabindex: "-1" }, "There is nothing here")),
		el("p", "The address may be misspelt. ", el("a.link", { href: "/" }, "Play something instead"), ".")))
}
