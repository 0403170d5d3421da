// One player: results, ratings, opponents, and the last games.

import { bdi, el, replace, svg } from "../dom.js"
import { ask, changes, gameList, gameName, logOut, me } from "../session.js"
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
		await gameList()
		const told = await ask("statistics", { player, ...(me.name && !me.guest && !mine ? { against: me.name } : {}) }).catch(() => ask("statistics", { player }))
		const sum = (what) => told.scores.reduce((total, score) => total + score[what], 0)
		replace(body,
			el("div.stats", [["won", "won"], ["lost", "lost"], ["drawn", "drawn"], ["forfeited", "forfeited"]].map(([what, text]) => el("div.card.stat", el("b", String(sum(what))), el("span", text)))),
			chart(told.scores),
			el("div.two", el("section", el("div.sec", el("h2", "By game")), el("div.card", scores(told.scores))),
				el("section", el("div.sec", el("h2", "Opponents")), el("div.card", opponents(told.opponents ?? [])))),
			el("div.sec", el("h2", "Last games")), el("div.card", matchTable(told.last)))
	}
}

// What ratings were after each of the last games: a line for each kind of game, told apart by colour and by dashes.
function chart(scores) {
	const rated = scores.filter(({ course = [] }) => course.length > 1)
	if (!rated.length) return null
	const all = rated.flatMap(({ course }) => course)
	const [low, high] = [Math.min(...all), Math.max(...all)]
	const longest = Math.max(...rated.map(({ course }) => course.length))
	const lines = rated.map(({ course }, at) => svg("polyline", { class: `course t${(at % 4) + 1}`, "stroke-dasharray": ["none", "9 5", "3 4", "14 4 3 4"][at % 4],
		points: course.map((rating, game) => `${((longest - course.length + game) / (longest - 1)) * 600},${95 - (90 * (rating - low)) / Math.max(1, high - low)}`).join(" ") }))
	const words = rated.map(({ game, course }) => `${gameName(game)} ${course[0]} to ${course.at(-1)}`)
	return el("section", el("div.sec", el("h2", "Rating")), el("div.card.panel",
		svg("svg.graph", { viewBox: "0 0 600 100", preserveAspectRatio: "none", role: "img", "aria-label": `Rating over the last games: ${words.join(", ")}` }, lines),
		el("ul.row-x.small", rated.map(({ course }, at) => el("li.row-x", svg("svg.key", { viewBox: "0 0 40 10", "aria-hidden": "true" }, svg("line", { x2: 40, y1: 5, y2: 5, class: `course t${(at % 4) + 1}`, "stroke-dasharray": lines[at].getAttribute("stroke-dasharray") })), `${words[at]}, ${course.length} games`)))))
}

function scores(list) {
	if (!list.length) return el("p.empty", "No finished games yet.")
	return tableOf("Results by game", ["Game", "Rating", "Won", "Drawn", "Lost", ""], list.map((score) => {
		const lost = score.lost + score.forfeited
		const all = Math.max(1, score.won + lost + score.drawn)
		const part = (className, value) => el(`i.${className}`, { style: { width: `${(100 * value) / all}%` } })
		return [gameName(score.game), num(score.rating ? `${Math.round(score.rating)}${score.provisional ? " ?" : ""}` : "–"), num(String(score.won)), num(String(score.drawn)), num(String(lost)),
			el("div.bar3", { "aria-hidden": "true" }, part("w", score.won), part("d", score.drawn), part("l", lost))]
	}))
}

function opponents(list) {
	if (!list.length) return el("p.empty", "Nobody has been met yet.")
	return tableOf("Opponents", ["Player", "Won", "Lost", "Drawn"], list.map((other) => [playerLink(other.player), num(String(other.won)), num(String(other.lost)), num(String(other.drawn))]))
}
