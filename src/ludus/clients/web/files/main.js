// The page: a header that stays, and one page below it, chosen by the address. The connection lives through all of them.

import { announce, bdi, button, count, el, link, replace } from "./dom.js"
import { icon, iconButton } from "./icons.js"
import { ask, changes, connection, follow, me } from "./session.js"
import { isOn, setSound } from "./sound.js"
import { remember } from "./storage.js"
import { followChallenge, lineFor } from "./talk.js"
import * as home from "./pages/home.js"
import * as play from "./pages/play.js"
import { current, lookAgain, nothing, PAGES } from "./pages/parts.js"
import { openSignIn } from "./pages/signin.js"

const LOADED = { home, play, missing: { open: (page) => nothing(page) } } // the other pages are loaded when they are first opened

// Addresses and their pages; a page without a name is called like its address.
const ROUTES = [[/^\/$/, "home"], [/^\/m\/([^/]+)$/, "play"], [/^\/m\/([^/]+)\/review$/, "review"], [/^\/games\/([^/]+)$/, "game"], [/^\/@([^/]+)$/, "player"], [/^\/t\/([^/]+)$/, "tournament"],
	[/^\/(new|watch|games|players|archive|tournaments|settings|connect|operator)$/], [/^/, "missing"]]

const main = document.getElementById("main")
let leaving = new AbortController() // tells a page that it is left

async function go(address, { again = false } = {}) {
	if (!again) history.pushState(null, "", address)
	await show({ focus: !again })
}

async function show({ focus = false } = {}) {
	leaving.abort()
	const { signal } = leaving = new AbortController()
	const { pathname } = location
	const [pattern, special] = ROUTES.find(([each]) => each.test(pathname))
	let words = pattern.exec(pathname).slice(1), page = special ?? words[0]
	try { words = words.map(decodeURIComponent) } catch { page = "missing" } // such as /@%zz
	const module = LOADED[page] ?? await import(`./pages/${page}.js`)
	if (signal.aborted) return
	main.className = ""
	main.replaceChildren()
	scrollTo(0, 0)
	module.open({ main, words, query: new URLSearchParams(location.search), go, title: setTitle, signal })
	drawHeader()
	if (focus) (main.querySelector("h1") ?? main).focus?.({ preventScroll: true })
}

function setTitle(text) { document.title = text ? `${text} · Ludus` : "Ludus: board games" }

addEventListener("popstate", () => show({ focus: true }))
document.addEventListener("click", (event) => {
	const link = event.target.closest?.("a[href]")
	if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
	const address = new URL(link.href)
	if (address.origin !== location.origin || link.target || link.hasAttribute("download") || /^\/(api|static|metrics|health|openapi)/.test(address.pathname)) return
	if (address.hash && address.pathname === location.pathname && address.search === location.search) return
	event.preventDefault()
	go(address.pathname + address.search + address.hash)
})

// The header

let people = 0 // who are here

function drawHeader() {
	const { theme } = document.documentElement.dataset
	const dark = theme ? theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches
	const sound = isOn()
	replace(document.getElementById("top"),
		el("nav", { label: "Main" }, PAGES.map(([href, , name, addresses]) => el("a", { href, "aria-current": current(addresses) }, name))),
		el("div.right",
			people > 0 && el("span.badge.wide", el("i.dot"), count(people, "person here", "people here")),
			el("button.icon", { label: "Sound", "aria-pressed": String(sound), onclick: () => { setSound(!isOn()); drawHeader() } }, icon(sound ? "sound" : "mute")),
			iconButton("sun", dark ? "Light colours" : "Dark colours", () => setTheme(dark ? "light" : "dark")),
			me.name && !me.guest
				? el("a.btn", { href: `/@${encodeURIComponent(me.name)}`, label: `${me.name}, your page` }, icon("person"), bdi(me.name))
				: button(".btn", () => openSignIn(), "Sign in")))
}

function setTheme(theme) {
	document.documentElement.dataset.theme = theme
	remember("theme", theme)
	drawHeader()
}

changes.addEventListener("me", drawHeader)

// One line at the top. Losing the connection costs nothing, and is told there.

const LOST = "The connection was lost. Coming back", BACK = "You are back. Nothing was lost."
const LONG = 20000 // milliseconds without a connection

const band = document.getElementById("band")
let wasLost = false
let bandTimer = 0

const hideBand = () => { band.hidden = true }

function tell(inside, { time = 0, bad = false } = {}) {
	clearTimeout(bandTimer)
	band.hidden = false
	band.classList.toggle("bad", bad)
	replace(band, inside)
	if (time) bandTimer = setTimeout(hideBand, time)
}

connection.addEventListener("state", drawBand)
setInterval(() => { if (wasLost && connection.state !== "open") drawBand() }, 1000)

function drawBand() {
	const { state, lostAt } = connection
	if (state === "lost" || (state === "connecting" && lostAt)) {
		const bad = performance.now() - lostAt > LONG
		if (!wasLost) announce(`${LOST}.`, { urgent: true })
		wasLost = true
		tell(bad ? ["Still no connection. Your clock keeps running.", button(".btn.small", () => connection.hurry(), "Try now")] : `${LOST} …`, { bad })
	} else if (state === "open" && wasLost) {
		wasLost = false
		tell(BACK, { time: 2000 })
		announce(BACK)
	}
}

follow((message) => {
	const told = message.type === "notice" || message.type === "goodbye" ? message.text : lineFor(message, { go, close: hideBand })
	if (!told) return
	const inMatch = message.type === "notice" && /\(m\d+\)$/.test(message.text) // about somebody in a match: that page tells it
	if (!inMatch) tell(told, { time: message.type === "challenged" ? 60000 : 8000 })
	announce(inMatch ? message.text : band.textContent)
})
followChallenge(go)

// A game that begins by itself, as in a tournament; a challenge leads there.
follow(({ type, id, match }) => {
	if (type === "seated" && !id) setTimeout(() => {
		if (location.pathname === `/m/${match}`) return
		tell(["Your game has begun.", link(".btn.small", `/m/${match}`, "Play")], { time: 60000 })
		announce("Your game has begun.")
	})
})

drawHeader()
show()
lookAgain(null, async () => {
	const { players, more = 0 } = await ask("players")
	if (people === players.length + more) return
	people = players.length + more
	drawHeader()
}, 10000)
