// An address that leads nowhere.

import { link } from "../dom.js"
import { pageHead } from "./parts.js"

export function open(page) {
	pageHead(page, "There is nothing here", { name: "Not found" }).append("The address may be misspelt. ", link(".link", "/", "Play something instead"), ".")
}
