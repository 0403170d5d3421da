// One player: results, ratings, opponents, and the last games.

import { bdi, el, replace } from "../dom.js"
import { ask, changes, gameList, logOut, me } from "../session.js"
import { challenge } from "../talk.js"
import { failed, matchTable, num, pageHead, playerLink, tableOf } from "./parts.js"

export function open({ main, words: [player], title, go }) {
	title(player)
	const mine = player === me.name
	const body = pageHead(main, bdi(player), { here: "/players", right: [
		mine ? el("a.btn", { href: "/settings" }, "Settings") : null,
		mine ? el("button.btn", { onclick: async () => { await logOut(); go("/") } }, "Sign out") : null,
		mine || !me.name ? null : el("button.btn", { onclick: challengeThem }, "Challenge"),
		el("a.btn", { href: `/archive?player=${encodeURIComponent(player)}` }, "All games")] })
	show().catch((refusal) => failed(body, refusal))
	// Whoever comes back to this page is known a moment later.
	if (!me.name) changes.addEventListener("me", () => { if (body.isConnected) go(location.pathname, { again: true }) }, { once: true })

	async function challengeThem() {
		const games = (await gameList()).filter((each) => each.teams.length === 2)
		const chosen = el("select", { "aria-label": "Game" }, games.map((each) => el("option", { value: each.game }, each.name)))
		const answer = el("span", { role: "status" })
		const send = async () => {
			try { await challenge(player, chosen.value); answer.textContent = "Sent. The game begins when it is accepted." } catch (refusal) { answer.textContent = refusal.message }
		}
		body.before(el("div.card.challenge", chosen, el("button.btn.go", { onclick: send }, "Send challenge"), answer))
		chosen.focus()
	}

	async function show() {
		const games = await gameList()
		const name = (word) => games.find((each) => each.game === word)?.name ?? word
		const told = await ask("statistics", { player, ...(me.name && !me.guest && !mine ? { against: me.name } : {}) }).catch(() => ask("statistics", { player }))
		const sum = (what) => told.scores.reduce((total, score) => total + score[what], 0)
		replace(body,
			el("div.stats", [["won", "won"], ["lost", "lost"], ["drawn", "drawn"], ["forfeited", "forfeited"]].map(([what, text]) => el("div.card.stat", el("b", String(sum(what))), el("span", text)))),
			el("div.two", el("section", el("div.sec", el("h2", "By game")), el("div.card", scores(told.scores, name))),
				el("section", el("div.sec", el("h2", "Opponents")), el("div.card", opponents(told.opponents ?? [])))),
			el("div.sec", el("h2", "Last games")), el("div.card", matchTable(told.last, name)))
	}
}

function scores(list, name) {
	if (!list.length) return el("p.empty", "No finished games yet.")
	return tableOf("Results by game", ["Game", "Rating", "Won", "Drawn", "Lost", ""], list.map((score) => {
		const lost = score.lost + score.forfeited
		const all = Math.max(1, score.won + lost + score.drawn)
		const part = (className, value) => el(`i.${className}`, { style: { width: `${(100 * value) / all}%` } })
		return [name(score.game), num(score.rating ? `${Math.round(score.rating)}${score.provisional ? " ?" : ""}` : "–"), num(String(score.won)), num(String(score.drawn)), num(String(lost)),
			el("div.bar3", { "aria-hidden": "true" }, part("w", score.won), part("d", score.drawn), part("l", lost))]
	}))
}

function opponents(list) {
	if (!list.length) return el("p.empty", "Nobody has been met yet.")
	return tableOf("Opponents", ["Player", "Won", "Lost", "Drawn"], list.map((other) => [playerLink(other.player), num(String(other.won)), num(String(other.lost)), num(String(other.drawn))]))
}
