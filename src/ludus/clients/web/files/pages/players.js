// Who is here, and who leads in each game.

import { el, replace } from "../dom.js"
import { ask, gameList } from "../session.js"
import { failed, num, pageHead, playerLink, tableOf } from "./parts.js"

export function open({ main, query, go, title }) {
	title("Players")
	const body = pageHead(main, "Players", { here: "/players" })
	const leaders = el("div.card")
	const here = el("div.card")
	const game = el("select", { "aria-label": "Game", onchange: () => go(`/players?game=${encodeURIComponent(game.value)}`) })
	body.append(el("div.two",
		el("section", el("div.sec", el("h2", "Leaderboard"), game), leaders),
		el("section", el("div.sec", el("h2", "Here now")), here)))
	show().catch((refusal) => failed(leaders, refusal))

	async function show() {
		const games = await gameList()
		replace(game, games.map((each) => el("option", { value: each.game }, each.name)))
		game.value = games.some((each) => each.game === query.get("game")) ? query.get("game") : games[1]?.game ?? games[0].game
		const { players, more = 0 } = await ask("players")
		replace(here, players.length ? el("ul.panel", players.map((player) => el("li.row-x", { style: { padding: "4px 0" } }, playerLink(player.name), player.guest ? el("span.badge", "guest") : null,
			player.matches.map((match) => el("a.link.small", { href: `/m/${match}` }, "playing")))), more ? el("li.soft", `and ${more} more`) : null) : el("p.empty", "Nobody has sat down yet."))
		const reply = await ask("leaderboard", { game: game.value })
		const top = reply.leaders
		replace(leaders, top.length ? tableOf("Leaderboard", ["#", "Player", "Rating", "Games"], top.map((leader) => [num(String(leader.place)), playerLink(leader.player),
			num(`${Math.round(leader.rating)}${leader.provisional ? " ?" : ""}`, el("span.soft.small", ` ± ${Math.round(leader.deviation)}`)), num(String(leader.games))]))
			: el("p.empty", "Nobody has a rating in this game yet. Sign in, play somebody, and be the first."))
	}
}
