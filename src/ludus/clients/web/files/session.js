// Who we are, and what everybody on this page shares: the connection, the games, and the matches we have heard of.

import { Connection } from "./connection.js"
import { Match } from "./match.js"
import { recall, remember } from "./storage.js"

const scheme = location.protocol === "https:" ? "wss" : "ws"

export const me = { name: "", guest: true, role: "player" }
export const connection = new Connection(`${scheme}://${location.host}/ws`, () => recall("token"))
export const changes = new EventTarget() // "me": we are somebody else now; "match": a match has news
export const ask = (type, fields) => connection.ask(type, fields)

const matches = new Map() // name → Match
const stories = new Map() // name → the Match that is being told again from the beginning

connection.addEventListener("message", ({ detail: message }) => {
	if (message.type === "logged in") become(message)
	else if (message.type === "logged out") become({ name: "", guest: true, role: "player", token: null })
	else if (message.type === "problem" && message.id === "resume") become({ name: "", guest: true, role: "player", token: null })
	else if (message.match && message.type !== "problem") {
		const told = stories.get(message.match)
		if (told && !message.id) told.receive(message)
		else if (!message.id || message.type === "seated") matchNamed(message.match).receive(message)
	}
})

// Back after a break: matches that are on show are brought up to date; chat and moves that we have already are left out by number.
connection.addEventListener("ready", ({ detail: { again } }) => {
	if (again) for (const match of matches.values()) if (match.onShow) load(match, { anew: true }).catch(() => {})
})

function become({ name, guest, role, token }) {
	Object.assign(me, { name, guest, role })
	remember("token", token)
	changes.dispatchEvent(new Event("me"))
}

// Nobody has to register to play: a guest is made when one is needed. Both requests go at once; the server takes them in order.
export async function askAsPlayer(type, fields) {
	if (connection.state !== "open" && recall("token") && !me.name) await once(connection, "ready")
	const [, reply] = await Promise.all([me.name ? null : ask("guest"), ask(type, fields)])
	return reply
}

export function once(target, kind) {
	return new Promise((resolve) => target.addEventListener(kind, resolve, { once: true }))
}

export function matchNamed(name) {
	if (!matches.has(name)) {
		matches.set(name, new Match(name, () => me.name))
		if (matches.size > 60) for (const [old, match] of matches) if (!match.onShow && match.standing === "over") matches.delete(old)
	}
	return matches.get(name)
}

// Everything that has happened in a match, from its first event on; from then on we follow it.
export async function load(match, { anew = false } = {}) {
	if (match.whole && !anew) return match
	if (match.loading) return match.loading
	match.loading = tell(match).finally(() => { match.loading = null })
	return match.loading
}

async function tell(match) {
	const shown = await ask("show", { match: match.id })
	if (!match.whole) match.receive(shown)
	const story = new Match(match.id, () => me.name)
	story.standing = "open"
	stories.set(match.id, story)
	try {
		await ask("watch", { match: match.id, after: 1 })
	} finally {
		stories.delete(match.id)
	}
	match.adopt(story, shown)
	return match
}

export function unfollow(match) {
	match.onShow = false
	if (!match.mine && match.standing !== "over" && connection.state === "open") ask("leave", { match: match.id }).catch(() => {})
	if (!match.mine) matches.delete(match.id)
}

// The games of this server: the page brings them.

export const games = JSON.parse(document.querySelector("meta[name=games]").content)
export const gameEntry = (game) => games.find((each) => each.game === game)
export const gameName = (game) => gameEntry(game)?.name ?? game

const described = new Map()

// What a game's board looks like. A server that cannot say so leaves it to us.
export function describe(game, options = {}) {
	const query = new URLSearchParams(Object.entries(options)).toString()
	const key = `${game}?${query}`
	if (!described.has(key)) {
		described.set(key, fetch(`/api/games/${encodeURIComponent(game)}${query ? `?${query}` : ""}`)
			.then((response) => (response.ok ? response.json() : {})).catch(() => { described.delete(key); return {} }))
	}
	return described.get(key)
}
