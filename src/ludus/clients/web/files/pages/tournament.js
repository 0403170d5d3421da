// One tournament, live: its bracket, table and rounds fill in as games end.

import { announce, attempt, bdi, button, capital, el, input, link, replace, say } from "../dom.js"
import { ask, askAsPlayer, follow, gameName, me, mention, onReturn } from "../session.js"
import { against, alertLine, card, nothing, num, pageHead, playerLink, record, right, row, section, tableOf } from "./parts.js"
import { STANDING } from "./tournaments.js"

export function open(page) {
	const { words: [name], signal } = page
	const acts = el("div.row-x")
	const lead = el("p.soft", { role: "status" })
	const problem = alertLine()
	const views = el("div")
	const team = input("text", { placeholder: "none: alone", size: "12", maxlength: "24" })
	pageHead(page, `Tournament ${name}`, { right: acts }).append(lead, problem, views)
	let again = 0
	follow((message) => {
		if (message.tournament !== name || message.id) return
		if (message.type === "tournament news" && message.sentence) announce(message.sentence)
		clearTimeout(again)
		again = setTimeout(show, 60)
	}, signal)
	onReturn(begin, signal)
	begin()

	async function begin() {
		await show()
		mention("tournament watch", { tournament: name })
	}

	async function show() {
		await ask("tournament show", { tournament: name }).then((told) => { if (!signal.aborted) draw(told) }, (refusal) => nothing(page, refusal.message, "/tournaments", "All tournaments"))
	}

	function draw(told) {
		const { players, standing } = told
		const winners = told.winners.length ? `, won by ${told.winners.join(", ")}` : ""
		say(lead, `${gameName(told.game)} · ${capital(told.kind)} · ${STANDING[standing]}${winners} · ${told.games} of ${told.expected} games played`)
		const entered = players.some((player) => (player.members.length ? player.members : [player.name]).includes(me.name))
		const act = (text, type, { kinds = ".btn.go", fields = () => ({}) } = {}) => button(kinds, () => attempt(problem, async () => {
			await askAsPlayer(`tournament ${type}`, { tournament: name, ...fields() })
			show()
		}), text)
		const isOpen = standing === "open"
		replace(acts, isOpen && !entered && told.rules.team_size > 1 && row("Team", team),
			isOpen && (entered ? act("I am ready", "ready") : act("Join", "join", { fields: () => ({ team: team.value.trim() }) })),
			standing !== "over" && entered && act("Leave", "leave", { kinds: ".btn" }),
			isOpen && (told.by === me.name || me.role === "admin") && act("Start", "start"),
			record("tournaments", name))
		replace(views, told.bracket.length > 0 && bracket(told), table(told), rounds(told), entrants(players))
	}
}

const live = () => el("span.badge", el("i.dot"), "live")
const matchOf = (pairing) => pairing?.on || pairing?.games.at(-1)?.match

function bracket(told) {
	const playing = new Map(told.pairings.map((pairing) => [`${pairing.round}/${pairing.index}`, pairing]))
	return section("Bracket", el("div.bracket", { tabindex: "0", role: "region", label: "Bracket" }, told.bracket.map((places, at) => el("div.round",
		el("h3", at === told.bracket.length - 1 ? "Final" : `Round ${at + 1}`), places.map(({ round, index, first, second, winner }) => {
			const pairing = playing.get(`${round}/${index}`)
			const match = matchOf(pairing)
			const score = (player) => (pairing && player ? pairing.games.reduce((sum, { winner, how }) => sum + (winner === player ? 1 : how && !winner ? 0.5 : 0), 0) : "") // a drawn game counts half
			const line = (player) => el("div", { class: player && player === winner ? "won" : "" }, player && player !== "-" ? bdi(player) : el("span.soft", player ? "bye" : "?"), el("span.num", score(player)))
			const box = [line(first), line(second)]
			return match ? el("a.card.pairing", { href: `/m/${match}`, label: `${first} against ${second}${winner ? `, won by ${winner}` : ""}` }, box, pairing.on ? live() : pairing.how === "tie-break" && el("p.soft", pairing.sentence)) : el("div.card.pairing", box)
		})))))
}

function table(told) {
	const columns = told.kind === "knockout" ? [["Matches won", "won"], ["Lost", "lost"]] // nobody draws a match
		: ["Points", "Won", "Drawn", "Lost", "Buchholz", "Sonneborn-Berger"].map((name) => [name, name.toLowerCase().replace("-", "_")])
	return told.table.length > 0 && section("Table", card(tableOf("Table", ["#", "Player", ...columns.map(([name]) => name)], told.table.map((row) => [row.place,
		[entrant(told, row.player), row.withdrawn && el("span.soft", " out")], ...columns.map(([, fact]) => row[fact])]))))
}

// Teams and the computer have no page of their own.
const entrant = (told, name) => (told.players.some((player) => player.name === name && (player.members.length || player.level)) ? bdi(name) : playerLink(name))

function rounds(told) {
	const list = told.pairings.filter((pairing) => pairing.second !== "-").reverse()
	return list.length > 0 && section("Games", card(tableOf("Games", ["", "Players", "How it stands", ""], list.map((pairing) => {
		const { round, first, second, on, sentence, how, winner } = pairing
		const match = matchOf(pairing)
		return [num(`Round ${round}`), against([entrant(told, first), entrant(told, second)]), on ? live() : sentence || (how && !winner ? "drawn" : ""),
			right(match && link(".btn.small", `/m/${match}${on ? "" : "/review"}`, on ? "Watch" : "Review"))]
	}))))
}

function entrants(players) {
	const marks = ["ready", "away", "out"]
	return section("Players", card(el("ul.panel.row-x", players.length ? players.map((player) => el("li.badge", bdi(player.name), player.members.length > 0 && el("span.soft", player.members.join(", ")), marks.filter((mark) => player[mark]))) : el("li.soft", "Nobody has entered yet."))))
}
