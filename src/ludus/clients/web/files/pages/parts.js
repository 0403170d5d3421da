// What several pages are made of.

import { bdi, el, replace } from "../dom.js"
import { icon } from "../icons.js"
import { changes, gameName, games } from "../session.js"

export function pageHead({ main, title }, heading, { right = null, here = "", lead = "", name = heading } = {}) {
	title(name)
	const body = el("div")
	main.append(el("div.wrap", el("div.page-head", el("h1", { tabindex: "-1" }, heading), right ? el("div.right.row-x", right) : null),
		lead ? el("p.soft", lead) : null, body), tabs(here))
	return body
}

export const section = (heading, ...inside) => el("section", { "aria-label": heading }, el("div.sec", el("h2", heading)), inside)
export const card = (...inside) => el("div.card", inside)
export const empty = (...inside) => el("p.empty", inside)
export const stats = (pairs) => el("div.stats", pairs.map(([number, text]) => el("div.card.stat", el("b", number), el("span", text))))
export const row = (name, field) => el("label.row", name, field)
export const alertLine = () => el("p.bad", { role: "alert" })
export const gameChoices = () => games.map((each) => [each.game, each.name])

export const playerLink = (name) => (/^computer\d+$/.test(name) ? el("span", "Computer") : el("a.link", { href: `/@${encodeURIComponent(name)}` }, bdi(name)))
export const against = (sides) => sides.map((side, at) => [at ? el("span.soft", " against ") : null, side])

export function when(seconds) {
	if (!seconds) return ""
	const date = new Date(seconds * 1000)
	const day = new Date().toDateString() === date.toDateString() ? {} : { day: "numeric", month: "short" }
	return date.toLocaleString(undefined, { ...day, hour: "2-digit", minute: "2-digit" })
}

// A table: its heads, and rows of cells; numbers keep together. It can be reached by keyboard, since a narrow screen cuts it off.
export function tableOf(label, heads, rows) {
	const cell = (inside) => (inside?.tagName === "TD" ? inside : el(typeof inside === "number" ? "td.num" : "td", inside))
	return el("div.scroll", { tabindex: "0", role: "region", "aria-label": label }, el("table",
		el("thead", el("tr", heads.map((head) => el("th", head)))), el("tbody", rows.map((cells) => el("tr", cells.map(cell))))))
}

export const num = (...inside) => el("td.num", inside)
export const right = (...inside) => el("td.right", inside)

export function openDialog(heading, ...inside) {
	const dialog = el("dialog", { "aria-label": heading, onclose: () => dialog.remove() }, el("h2", heading), inside)
	document.body.append(dialog)
	dialog.showModal()
	return dialog
}

// A table of finished or running matches.
export function matchTable(matches, { over = true } = {}) {
	if (!matches.length) return empty(over ? "No game has been finished yet." : "Nobody is playing just now.")
	const side = (team) => (team.length ? team.map((name, place) => [place ? ", " : null, playerLink(name)]) : el("span.soft", "a free seat"))
	return tableOf("Games", ["Players", "Game", over ? "Result" : "Standing", "Moves", over ? "When" : "", ""], matches.map((match) => [
		against(match.teams.map(side)), gameName(match.game), el("td.soft", match.result || STANDINGS[match.standing]), match.moves, el("td.soft.num", when(match.ended)),
		right(el("a.btn.small", { href: `/m/${match.match}${over ? "/review" : ""}` }, over ? "Review" : "Watch"))]))
}

const STANDINGS = { open: "waiting", playing: "being played", over: "" }

export function failed(place, refusal) {
	replace(place, el("p.bad", { role: "alert" }, refusal.message))
}

// Whoever comes back is known a moment after the page is there, and somebody may sign in later: then it is opened again.
export function openAgain({ go, signal }) {
	changes.addEventListener("me", () => go("", { again: true }), { once: true, signal })
}

// Looks at something now and then, until the page is left.
export async function lookAgain(signal, look) {
	if (!document.hidden) await look().catch(() => {}) // next time
	if (!signal.aborted) setTimeout(() => { if (!signal.aborted) lookAgain(signal, look) }, AGAIN)
}

const AGAIN = 3000 // milliseconds

// The bar at the bottom of a phone.
export function tabs(here) {
	const pages = [["/", "play", "Play"], ["/watch", "eye", "Watch"], ["/tournaments", "cup", "Cups"], ["/games", "board", "Games"], ["/players", "person", "Players"]]
	return el("nav.tabs", { "aria-label": "Pages" }, pages.map(([href, name, text]) =>
		el("a", { href, "aria-current": href === here ? "page" : null }, icon(name), text)))
}
