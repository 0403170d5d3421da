// One player: results, ratings, opponents, and the last games.

import { attempt, bdi, button, el, link, replace, select, svg } from "../dom.js"
import { ask, gameName, games, me } from "../session.js"
import { challenge } from "../talk.js"
import { card, gameChoices, graph, matchTable, nothing, num, openAgain, pageHead, playerLink, section, stats, tableOf } from "./parts.js"

export function open(page) {
	const { words: [player], go } = page
	const mine = player === me.name
	const body = pageHead(page, bdi(player), { name: player, right: [
		mine ? [link(".btn", "/settings", "Settings"), button(".btn", async () => { await ask("logout"); go("/") }, "Sign out")]
			: me.name && button(".btn", challengeThem, "Challenge"),
		link(".btn", `/archive?player=${encodeURIComponent(player)}`, "All games")] })
	show().catch((refusal) => nothing(page, refusal.message, "/players", "Players"))
	openAgain(page)

	function challengeThem() {
		const chosen = select(gameChoices(games.filter((each) => each.teams.length === 2)), { label: "Game" })
		const answer = el("span", { role: "status" })
		const send = () => attempt(answer, async () => {
			await challenge(player, chosen.value)
			answer.textContent = "Sent. The game begins when it is accepted."
		})
		body.before(el("div.card.row-x.challenge", chosen, button(".btn.go", send, "Send challenge"), answer))
		chosen.focus()
	}

	async function show() {
		const told = await ask("statistics", { player, ...(me.name && !me.guest && !mine ? { against: me.name } : {}) }).catch(() => ask("statistics", { player }))
		const sum = (what) => told.scores.reduce((total, score) => total + score[what], 0)
		replace(body, stats(["won", "lost", "drawn", "forfeited"].map((what) => [sum(what), what])), chart(told.scores),
			el("div.two", section("By game", card(scores(told.scores))), section("Opponents", card(opponents(told.opponents ?? [])))),
			section("Last games", card(matchTable(told.last))))
	}
}

// What ratings were after each of the last games: a line for each kind of game, told apart by colour and by dashes.
function chart(scores) {
	const rated = scores.filter(({ course = [] }) => course.length > 1)
	if (!rated.length) return null
	const all = rated.flatMap(({ course }) => course)
	const [low, high] = [Math.min(...all), Math.max(...all)]
	const longest = Math.max(...rated.map(({ course }) => course.length))
	const look = (at) => ({ class: `course t${(at % 4) + 1}`, "stroke-dasharray": ["none", "9 5", "3 4", "14 4 3 4"][at % 4] })
	const lines = rated.map(({ course }, at) => svg("polyline", { ...look(at),
		points: course.map((rating, game) => `${((longest - course.length + game) / (longest - 1)) * 600},${95 - (90 * (rating - low)) / Math.max(1, high - low)}`).join(" ") }))
	const words = rated.map(({ game, course }) => `${gameName(game)} ${course[0]} to ${course.at(-1)}`)
	return section("Rating", el("div.card.panel",
		graph({ label: `Rating over the last games: ${words.join(", ")}` }, lines),
		el("ul.row-x.small", rated.map(({ course }, at) => el("li.row-x", svg("svg.key", { viewBox: "0 0 40 10", "aria-hidden": "true" }, svg("line", { x2: 40, y1: 5, y2: 5, ...look(at) })), `${words[at]}, ${course.length} games`)))))
}

function scores(list) {
	return tableOf("Results by game", ["Game", "Rating", "Won", "Lost", "Drawn"], list.map(({ game, rating, provisional, won, drawn, lost, forfeited }) =>
		[gameName(game), num(rating ? `${Math.round(rating)}${provisional ? " ?" : ""}` : "–"), won, lost + forfeited, drawn]), "No finished games yet.")
}

const opponents = (list) => tableOf("Opponents", ["Player", "Won", "Lost", "Drawn"], list.map(({ player, won, lost, drawn }) => [playerLink(player), won, lost, drawn]), "Nobody has been met yet.")
