// Who we are, and what everybody on this page shares: the connection, the games, and the matches we have heard of.

import { Connection } from "./connection.js"
import { Match } from "./match.js"
import { recall, remember } from "./storage.js"

const scheme = location.protocol === "https:" ? "wss" : "ws"

const NOBODY = { name: "", guest: true, role: "player" }
export const me = { ...NOBODY }
export const connection = new Connection(`${scheme}://${location.host}/ws`, () => recall("token"))
export const changes = new EventTarget() // we are somebody else now
export const ask = (type, fields) => connection.ask(type, fields)
export const mention = (type, fields) => { ask(type, fields).catch(() => {}) } // whatever the answer is
export const unwatch = (match) => { if (connection.state === "open") mention("unwatch", { match }) } // a seat is kept

// Every message, and every return after a break, until the signal says that nobody needs them any more.
export const follow = (act, signal) => connection.addEventListener("message", ({ detail }) => act(detail), { signal })
export const onReturn = (act, signal) => connection.addEventListener("ready", ({ detail }) => { if (detail.again) act() }, { signal })

const matches = new Map() // name → Match
const stories = new Map() // name → the Match that is being told again from the beginning

follow((message) => {
	if (message.type === "logged in") become(message)
	else if (message.type === "logged out" || (message.type === "problem" && message.id === "resume")) become({ ...NOBODY, token: null })
	else if (message.match && message.type !== "problem") {
		const told = stories.get(message.match)
		if (told && !message.id) told.receive(message)
		else if (!message.id || message.type === "seated") matchNamed(message.match).receive(message)
	}
})

// Back after a break: matches that are on show are brought up to date; chat and moves that we have already are left out by number.
onReturn(() => {
	for (const match of matches.values()) if (match.onShow) load(match, { anew: true }).catch(() => {})
})

function become({ name, guest, role, token }) {
	Object.assign(me, { name, guest, role })
	remember("token", token)
	changes.dispatchEvent(new Event("me"))
}

// Nobody has to register to play: a guest is made when one is needed. Both requests go at once; the server takes them in order.
export async function askAsPlayer(type, fields) {
	if (connection.state !== "open" && recall("token") && !me.name) await new Promise((done) => connection.addEventListener("ready", done, { once: true }))
	const [, reply] = await Promise.all([me.name ? null : ask("guest"), ask(type, fields)])
	return reply
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
	return match.loading ??= tell(match).finally(() => { match.loading = null })
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
	if (match.mine) return
	if (match.standing !== "over") unwatch(match.id)
	matches.delete(match.id)
}

// The games of this server: the page brings them.

export const games = JSON.parse(document.querySelector("meta[name=games]").content)
export const gameEntry = (game) => games.find((each) => each.game === game)
export const isMine = ({ teams }) => teams.flat().includes(me.name)
export const gameName = (game) => gameEntry(game)?.name ?? game

const described = new Map()

// What a game's board looks like. A server that cannot say so leaves it to us.
export function describe(game, options = {}) {
	const address = `/api/games/${encodeURIComponent(game)}?${new URLSearchParams(options)}`
	if (!described.has(address)) {
		described.set(address, fetch(address).then((response) => (response.ok ? response.json() : {})).catch(() => { described.delete(address); return {} }))
	}
	return described.get(address)
}
