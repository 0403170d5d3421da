// The page: a header that stays, and one page below it, chosen by the address. The connection lives through all of them.

import { announce, bdi, count, el, replace } from "./dom.js"
import { icon } from "./icons.js"
import { ask, changes, connection, me } from "./session.js"
import { isOn, setSound } from "./sound.js"
import { remember } from "./storage.js"
import { followChallenge, lasts, lineFor } from "./talk.js"
import { openSignIn } from "./pages/signin.js"

// Addresses whose page is not called like them. Modules are loaded when they are first needed; home and play with the page.
const ROUTES = [[/^\/$/, "home"], [/^\/m\/([^/]+)$/, "play"], [/^\/m\/([^/]+)\/review$/, "review"], [/^\/games\/([^/]+)$/, "game"], [/^\/@([^/]+)$/, "player"], [/^\/t\/([^/]+)$/, "tournament"]]
const PLAIN = /^\/(new|watch|games|players|archive|tournaments|settings|connect|operator)$/

const main = document.getElementById("main")
let current = null
let turn = 0

export async function go(address, { again = false } = {}) {
	if (!again) history.pushState(null, "", address)
	await show({ focus: true })
}

async function show({ focus = false } = {}) {
	const mine = turn += 1
	const { pathname } = location
	const [pattern, special] = ROUTES.find(([each]) => each.test(pathname)) ?? [PLAIN]
	current?.leave?.()
	current = null
	const module = await import(`./pages/${special ?? PLAIN.exec(pathname)?.[1] ?? "missing"}.js`)
	if (mine !== turn) return
	const words = special ? pattern.exec(pathname).slice(1).map(decodeURIComponent) : []
	main.className = ""
	main.replaceChildren()
	scrollTo(0, 0)
	current = module.open({ main, words, query: new URLSearchParams(location.search), go, title: setTitle }) ?? null
	drawHeader()
	if (focus) (main.querySelector("h1") ?? main).focus?.({ preventScroll: true })
}

export function setTitle(text) { document.title = text ? `${text} · Ludus` : "Ludus: board games" }

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

const PAGES = [["/", "Play", /^\/($|m\/|new)/], ["/watch", "Watch", /^\/(watch|archive)/], ["/tournaments", "Tournaments", /^\/t/], ["/games", "Games", /^\/games/], ["/players", "Players", /^\/(players|@)/]]
let [people, peopleTimer] = [null, 0]

function drawHeader() {
	const dark = document.documentElement.dataset.theme
		? document.documentElement.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches
	const sound = isOn()
	replace(document.getElementById("top"),
		el("nav", { "aria-label": "Main" }, PAGES.map(([href, name, here]) => el("a", { href, "aria-current": here.test(location.pathname) ? "page" : null }, name))),
		el("div.right",
			!people ? null : el("span.badge.wide", el("i.dot"), count(people, "person here", "people here")),
			el("button.icon", { "aria-label": "Sound", "aria-pressed": String(sound), onclick: () => { setSound(!isOn()); drawHeader() } }, icon(sound ? "sound" : "mute")),
			el("button.icon", { "aria-label": dark ? "Light colours" : "Dark colours", onclick: () => setTheme(dark ? "light" : "dark") }, icon("sun")),
			me.name && !me.guest
				? el("a.btn", { href: `/@${encodeURIComponent(me.name)}`, "aria-label": `${me.name}, your page` }, icon("person"), bdi(me.name))
				: el("button.btn", { onclick: () => openSignIn() }, "Sign in")))
}

function setTheme(theme) {
	document.documentElement.dataset.theme = theme
	remember("theme", theme)
	drawHeader()
}

changes.addEventListener("me", () => {
	drawHeader()
	countPeople()
})

// Losing the connection costs nothing, and is told in one line.

const band = document.getElementById("band")
let wasLost = false
let bandTimer = 0

connection.addEventListener("state", drawBand)
setInterval(() => { if (wasLost && connection.state !== "open") drawBand() }, 1000)

function drawBand() {
	const { state, lostAt } = connection
	if (state === "lost" || (state === "connecting" && lostAt)) {
		const gone = performance.now() - lostAt
		if (!wasLost) announce("The connection was lost. Coming back.", { urgent: true })
		wasLost = true
		clearTimeout(bandTimer)
		band.hidden = false
		band.classList.toggle("bad", gone > 20000)
		replace(band, gone > 20000
			? ["Still no connection. Your clock keeps running.", el("button.btn.small", { onclick: () => connection.hurry() }, "Try now")]
			: "The connection was lost. Coming back …")
	} else if (state === "open" && wasLost) {
		wasLost = false
		band.classList.remove("bad")
		band.hidden = false
		replace(band, "You are back. Nothing was lost.")
		announce("You are back. Nothing was lost.")
		bandTimer = setTimeout(() => { band.hidden = true }, 2000)
	}
}

const hideBand = () => { band.hidden = true }

connection.addEventListener("message", async ({ detail: message }) => {
	const told = message.type === "notice" || message.type === "goodbye" ? message.text : await lineFor(message, { go, close: hideBand })
	if (!told) return
	const inMatch = message.type === "notice" && /\(m\d+\)$/.test(message.text) // about somebody in a match: that page tells it
	if (!inMatch) {
		band.hidden = false
		replace(band, told)
		clearTimeout(bandTimer)
		bandTimer = setTimeout(hideBand, lasts(message) ? 60000 : 8000)
	}
	announce(inMatch ? message.text : band.textContent)
})
followChallenge(go)

async function countPeople() {
	clearTimeout(peopleTimer)
	if (!document.hidden && connection.state === "open") {
		try {
			const reply = await ask("players")
			const now = reply.players.length + (reply.more ?? 0)
			if (now !== people) { people = now; drawHeader() }
		} catch { /* next time */ }
	}
	peopleTimer = setTimeout(countPeople, 10000)
}

drawHeader()
show()
connection.addEventListener("ready", countPeople, { once: true })
