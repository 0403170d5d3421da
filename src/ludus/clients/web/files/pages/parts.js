// What several pages are made of.

import { attempt, bdi, count, el, input, link, replace, say, svg } from "../dom.js"
import { icon } from "../icons.js"
import { changes, follow, gameName, games } from "../session.js"

// The pages that can be reached from anywhere: address, icon, name, addresses below it, and a name for narrow screens.
export const PAGES = [["/", "play", "Play", /^\/($|m\/|new)/], ["/watch", "eye", "Watch", /^\/(watch|archive)/], ["/tournaments", "cup", "Tournaments", /^\/t/, "Cups"],
	["/games", "board", "Games", /^\/games/], ["/players", "person", "Players", /^\/(players|@)/]]
export const current = (addresses) => (addresses.test(location.pathname) ? "page" : null)

export function pageHead({ main, title }, heading, { right = null, lead = "", name = heading } = {}) {
	title(name)
	const body = el("div")
	main.append(el("div.wrap", el("div.page-head", el("h1", { tabindex: "-1" }, heading), right && el("div.right.row-x", right)),
		lead && el("p.soft", lead), body), tabs())
	return body
}

// Where an address leads nowhere: what is not there, and where to go from here.
export function nothing(page, sentence = "The address may be misspelt.", href = "/", text = "Play something instead") {
	if (page.signal.aborted) return
	page.main.replaceChildren()
	pageHead(page, "There is nothing here", { name: "Not found" }).append(el("p", { role: "alert" }, sentence, sentence.endsWith(".") ? " " : ". ", link(".link", href, text)))
}

export const section = (heading, ...inside) => el("section", { label: heading }, el("div.sec", el("h2", heading)), inside)
export const card = (...inside) => el("div.card", inside)
export const empty = (...inside) => el("p.empty", inside)
export const stats = (pairs) => el("div.stats", pairs.map(([number, text]) => el("div.card.stat", el("b", number), el("span", text))))
export const row = (name, field) => el("label.row", name, field)
export const record = (kind, name) => el("a.btn", { href: `/api/${kind}/${name}/record`, download: `${name}.txt` }, icon("down"), "Download")
export const graph = (attributes, ...inside) => svg("svg.graph", { viewBox: "0 0 600 100", preserveAspectRatio: "none", role: "img", ...attributes }, inside)
export const alertLine = () => el("p.bad", { role: "alert" })

// A choice among [value, words, sign], side by side.
export const radios = (name, choices, chosen, change) => choices.map(([value, text, sign]) => el("label",
	input("radio", { name, value, checked: value === chosen, onchange: () => change(value) }), sign, text))

// How well the computer plays.
export function levelRow(level, change) {
	const shown = el("b", level)
	return el("label.lev", "Level", input("range", { min: "1", max: "10", value: level, oninput: ({ target }) => change(shown.textContent = target.value) }), shown)
}

export const gameChoices = (among = games) => among.map((each) => [each.game, each.name])

export const playerLink = (name) => (/^computer\d*$/.test(name) ? el("span", "Computer") : link(".link", `/@${encodeURIComponent(name)}`, bdi(name)))
export const against = (sides) => sides.map((side, at) => [at > 0 && el("span.soft", " against "), side])

export function when(seconds) {
	if (!seconds) return ""
	const date = new Date(seconds * 1000)
	const day = new Date().toDateString() === date.toDateString() ? {} : { day: "numeric", month: "short" }
	return date.toLocaleString(undefined, { ...day, hour: "2-digit", minute: "2-digit" })
}

// A table: its heads, and rows of cells; numbers keep together. It can be reached by keyboard, since a narrow screen cuts it off; rows with a button are
// a card there, each.
// `otherwise` is said where there are no rows.
export function tableOf(label, heads, rows, otherwise = "") {
	if (!rows.length) return empty(otherwise)
	const cell = (inside) => (inside?.tagName === "TD" ? inside : el(typeof inside === "number" ? "td.num" : "td", inside))
	return el("div.scroll", { tabindex: "0", role: "region", label }, el("table",
		el("thead", el("tr", heads.map((head) => el("th", head)))), el("tbody", rows.map((cells) => el("tr", cells.map(cell))))))
}

export const num = (...inside) => el("td.num", inside)
export const right = (...inside) => el("td.right", inside)

export function openDialog(heading, ...inside) {
	const dialog = el("dialog", { label: heading, onclose: () => dialog.remove() }, el("h2", heading), inside)
	document.body.append(dialog)
	dialog.showModal()
	return dialog
}

// What may be chosen in a dialog, and the way out of it; any button closes it.
export const choices = (...inside) => el("form", { method: "dialog" }, inside, el("button.btn.bare", "Close"))

// A table of finished or running matches.
export function matchTable(matches, { over = true } = {}) {
	const side = (team) => (team.length ? team.map((name, place) => [place > 0 && ", ", playerLink(name)]) : el("span.soft", "a free seat"))
	return tableOf("Games", ["Players", "Game", over ? "Result" : "Standing", "Length", over ? "When" : "", ""], matches.map((match) => [
		against(match.teams.map(side)), gameName(match.game), el("td.soft", match.result || STANDINGS[match.standing]), num(count(match.moves, "move", "moves")), el("td.soft.num", when(match.ended)),
		right(link(".btn.small", `/m/${match.match}${over ? "/review" : ""}`, over ? "Review" : "Watch"))]), over ? "No game has been finished yet." : "Nobody is playing just now.")
}

const STANDINGS = { open: "waiting", playing: "being played" }

// Begins a game; while it is compiled first, that is said.
export async function begin(place, game, signal, act) {
	const said = el("p.soft", { role: "status" })
	const timer = setTimeout(() => say(said, `${gameName(game)} is being made ready. The first time takes a moment.`), 1500)
	follow(({ type, text }) => {
		if (type !== "notice") return
		clearTimeout(timer)
		say(said, text)
	}, signal)
	place.before(said)
	await attempt(place, act)
	clearTimeout(timer)
	said.remove()
}

// Says in its place why something cannot be shown.
export const failed = (place) => (refusal) => replace(place, el("p.bad", { role: "alert" }, refusal.message))

// Whoever comes back is known a moment after the page is there, and somebody may sign in later: then it is opened again.
export function openAgain({ go, signal }) {
	changes.addEventListener("me", () => go("", { again: true }), { once: true, signal })
}

// Looks at something now and then, until the page is left; for good without a signal.
export async function lookAgain(signal, look, pause = 3000) {
	if (!document.hidden) await look().catch(() => {}) // next time
	if (!signal?.aborted) setTimeout(() => { if (!signal?.aborted) lookAgain(signal, look, pause) }, pause)
}

// The bar at the bottom of a phone.
export const tabs = () => el("nav.tabs", { label: "Pages" }, PAGES.map(([href, name, text, addresses, short = text]) =>
	el("a", { href, "aria-current": current(addresses) }, icon(name), short)))
