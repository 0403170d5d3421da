// An address that leads nowhere.

import { el } from "../dom.js"

export function open({ main, title }) {
  title("Not found")
  main.append(el("div", { class: "wrap" }, el("div", { class: "page-head" }, el("h1", { tabindex: "-1" }, "There is nothing here")),
    el("p", {}, "The address may be misspelt. ", el("a", { class: "link", href: "/" }, "Play something instead"), ".")))
}
