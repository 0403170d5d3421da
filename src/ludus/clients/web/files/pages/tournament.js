// One tournament, live: its bracket, table and rounds fill in as games end.

import { announce, bdi, capital, el, replace } from "../dom.js"
import { ask, askAsPlayer, connection, gameList, gameName, me } from "../session.js"
import { failed, num, pageHead, playerLink, right, tableOf } from "./parts.js"
import { STANDING } from "./tournaments.js"

export function open({ main, words: [name], title }) {
	title(`Tournament ${name}`)
	const acts = el("div.row-x")
	const body = pageHead(main, `Tournament ${name}`, { here: "/tournaments", right: acts })
	const lead = el("p.soft", { role: "status" })
	const problem = el("p.bad", { role: "alert" })
	const views = el("div")
	const team = el("input", { placeholder: "none: alone", size: "12", maxlength: "24" })
	body.append(lead, problem, views)
	let gone = false
	let again = 0
	const hear = ({ detail: message }) => {
		if (message.tournament !== name || message.id) return
		if (message.type === "tournament news" && message.sentence) announce(message.sentence)
		clearTimeout(again)
		again = setTimeout(show, 60)
	}
	connection.addEventListener("message", hear)
	const back = ({ detail }) => { if (detail.again) follow() }
	connection.addEventListener("ready", back)
	follow()
	return { leave() {
		gone = true
		connection.removeEventListener("message", hear)
		connection.removeEventListener("ready", back)
	} }

	async function follow() {
		await show()
		ask("tournament watch", { tournament: name }).catch(() => {})
	}

	async function show() {
		try {
			const [told] = await Promise.all([ask("tournament show", { tournament: name }), gameList()])
			if (!gone) draw(told, gameName(told.game))
		} catch (refusal) { failed(views, refusal) }
	}

	function draw(told, game) {
		const { players, standing } = told
		const winners = told.winners.length ? `, won by ${told.winners.join(", ")}` : ""
		const now = `${game} · ${capital(told.kind)} · ${STANDING[standing]}${winners} · ${told.games} of ${told.expected} games played`
		if (lead.textContent !== now) lead.textContent = now
		const entered = players.some((player) => (player.members.length ? player.members : [player.name]).includes(me.name))
		const act = (text, type, className = "btn") => el("button", { class: className, onclick: async () => {
			problem.textContent = ""
			try { await askAsPlayer(type, { tournament: name, ...(type === "tournament join" ? { team: team.value.trim() } : {}) }); show() } catch (refusal) { problem.textContent = refusal.message }
		} }, text)
		const organiser = told.by === me.name || me.role === "admin"
		replace(acts, standing === "open" && !entered && told.rules.team_size > 1 ? el("label.row", "Team", team) : null,
			standing === "open" && !entered ? act("Join", "tournament join", "btn go") : null, standing === "open" && entered ? act("I am ready", "tournament ready", "btn go") : null,
			standing !== "over" && entered ? act("Leave", "tournament leave") : null, standing === "open" && organiser ? act("Start", "tournament start", "btn go") : null,
			el("a.btn", { href: `/api/tournaments/${name}/record`, download: `${name}.txt` }, "Download"))
		replace(views, told.bracket.length ? bracket(told) : null, table(told), rounds(told), entrants(players))
	}
}

function bracket(told) {
	const playing = new Map(told.pairings.map((pairing) => [`${pairing.round}/${pairing.index}`, pairing]))
	return el("section", { "aria-label": "Bracket" }, el("div.sec", el("h2", "Bracket")), el("div.bracket", { tabindex: "0", role: "region", "aria-label": "Bracket" }, told.bracket.map((places, at) => el("div.round",
		el("h3", at === told.bracket.length - 1 ? "Final" : `Round ${at + 1}`), places.map((place) => {
			const pairing = playing.get(`${place.round}/${place.index}`)
			const match = pairing?.on || pairing?.games.at(-1)?.match
			const score = (player) => (pairing && player ? String(pairing.games.filter((game) => game.winner === player).length) : "")
			const line = (player) => el("div", { class: player && player === place.winner ? "won" : "" }, player === "-" ? el("span.soft", "bye") : player ? bdi(player) : el("span.soft", "?"), el("span.num", score(player)))
			const box = [line(place.first), line(place.second)]
			return match ? el("a.card.pairing", { href: `/m/${match}`, "aria-label": `${place.first} against ${place.second}${place.winner ? `, won by ${place.winner}` : ""}` }, box, pairing.on ? live() : null) : el("div.card.pairing", box)
		})))))
}

function table(told) {
	if (!told.table.length) return null
	return section("Table", tableOf("Table", ["#", "Player", "Points", "Won", "Drawn", "Lost", "Buchholz", "Sonneborn-Berger"], told.table.map((row) => [num(String(row.place)),
		[entrant(told, row.player), row.withdrawn ? el("span.soft", " out") : null], ...[row.points, row.won, row.drawn, row.lost, row.buchholz, row.sonneborn_berger].map((value) => num(String(value)))])))
}

// Teams and the computer have no page of their own.
const entrant = (told, name) => (told.players.some((player) => player.name === name && (player.members.length || player.level)) ? bdi(name) : playerLink(name))
const section = (name, ...inside) => el("section", { "aria-label": name }, el("div.sec", el("h2", name)), el("div.card", inside))
const live = () => el("span.badge", el("i.dot"), "live")

function rounds(told) {
	const list = [...told.pairings].reverse().filter((pairing) => pairing.second !== "-")
	if (!list.length) return null
	return section("Games", tableOf("Games", ["Round", "Players", "How it stands", ""], list.map((pairing) => {
		const match = pairing.on || pairing.games.at(-1)?.match
		return [num(String(pairing.round)), [entrant(told, pairing.first), el("span.soft", " against "), entrant(told, pairing.second)], pairing.on ? live() : pairing.sentence || (pairing.how && !pairing.winner ? "drawn" : ""),
			right(match ? el("a.btn.small", { href: `/m/${match}${pairing.on ? "" : "/review"}` }, pairing.on ? "Watch" : "Review") : null)]
	})))
}

function entrants(players) {
	return section("Players", el("ul.panel.row-x", players.length ? players.map((player) => el("li.badge", bdi(player.name), player.members.length ? el("span.soft", player.members.join(", ")) : null, player.ready ? "ready" : null, player.away ? "away" : null, player.out ? "out" : null)) : el("li.soft", "Nobody has entered yet.")))
}
