// An address that leads nowhere.

import { el } from "../dom.js"
import { pageHead } from "./parts.js"

export function open(page) {
	pageHead(page, "There is nothing here", { name: "Not found" }).append("The address may be misspelt. ", el("a.link", { href: "/" }, "Play something instead"), ".")
}
