// What several pages are made of.

import { bdi, el, replace } from "../dom.js"
import { icon } from "../icons.js"
import { gameName } from "../session.js"

export function pageHead(main, heading, { right = null, here = "", lead = "" } = {}) {
	const body = el("div")
	main.append(el("div.wrap", el("div.page-head", el("h1", { tabindex: "-1" }, heading), right ? el("div.right.row-x", right) : null),
		lead ? el("p.soft", lead) : null, body), tabs(here))
	return body
}

export const playerLink = (name) => (/^computer\d+$/.test(name) ? el("span", "Computer") : el("a.link", { href: `/@${encodeURIComponent(name)}` }, bdi(name)))

export function teamsText(teams) {
	return teams.map((team, at) => [at ? el("span.soft", " against ") : null, team.length ? team.map((name, place) => [place ? ", " : null, playerLink(name)]) : el("span.soft", "a free seat")])
}

export function when(seconds) {
	if (!seconds) return ""
	const date = new Date(seconds * 1000)
	const today = new Date().toDateString() === date.toDateString()
	return date.toLocaleString(undefined, today ? { hour: "2-digit", minute: "2-digit" } : { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" })
}

// A table: its heads, and rows of cells. It can be reached by keyboard, since a narrow screen cuts it off.
export function tableOf(label, heads, rows) {
	return el("div.scroll", { tabindex: "0", role: "region", "aria-label": label }, el("table",
		el("thead", el("tr", heads.map((head) => el("th", head)))), el("tbody", rows.map((cells) => el("tr", cells.map((cell) => (cell?.tagName === "TD" ? cell : el("td", cell))))))))
}

export const num = (...inside) => el("td.num", ...inside)
export const right = (...inside) => el("td.right", ...inside)

export function openDialog(heading, ...inside) {
	const dialog = el("dialog", { "aria-label": heading }, el("h2", heading), inside)
	dialog.addEventListener("close", () => dialog.remove())
	document.body.append(dialog)
	dialog.showModal()
	return dialog
}

// A table of finished or running matches.
export function matchTable(matches, { over = true } = {}) {
	if (!matches.length) return el("p.empty", over ? "No game has been finished yet." : "Nobody is playing just now.")
	return tableOf("Games", ["Players", "Game", over ? "Result" : "Standing", "Moves", over ? "When" : "", ""], matches.map((match) => [
		teamsText(match.teams), gameName(match.game), el("td.soft", match.result || STANDINGS[match.standing]), num(String(match.moves)), el("td.soft.num", when(match.ended)),
		right(el("a.btn.small", { href: `/m/${match.match}${over ? "/review" : ""}` }, over ? "Review" : "Watch"))]))
}

const STANDINGS = { open: "waiting", playing: "being played", over: "" }

export function failed(place, refusal) {
	replace(place, el("p.bad", { role: "alert" }, refusal.message))
}

// The bar at the bottom of a phone.
export function tabs(here) {
	const pages = [["/", "play", "Play"], ["/watch", "eye", "Watch"], ["/tournaments", "cup", "Cups"], ["/games", "board", "Games"], ["/players", "person", "Players"]]
	return el("nav.tabs", { "aria-label": "Pages" }, pages.map(([address, name, text]) =>
		el("a", { href: address, "aria-current": address === here ? "page" : null }, icon(name), text)))
}
