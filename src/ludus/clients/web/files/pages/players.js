// Who is here, and who leads in each game.

import { el, link, replace, select } from "../dom.js"
import { ask, gameEntry, games } from "../session.js"
import { card, empty, failed, gameChoices, num, pageHead, playerLink, tableOf } from "./parts.js"

export function open(page) {
	const wanted = page.query.get("game")
	const game = select(gameChoices(), { value: gameEntry(wanted) ? wanted : games[1]?.game, label: "Game", onchange: () => page.go(`/players?game=${game.value}`) })
	const [leaders, here] = [card(), card()]
	pageHead(page, "Players").append(el("div.two",
		el("section", el("div.sec", el("h2", "Leaderboard"), game), leaders),
		el("section", el("div.sec", el("h2", "Here now")), here)))
	show().catch(failed(leaders))

	async function show() {
		const { players, more = 0 } = await ask("players")
		replace(here, players.length ? el("ul.panel", players.map((player) => el("li.row-x", { style: { padding: "4px 0" } }, playerLink(player.name), player.guest && el("span.badge", "guest"),
			player.matches.map((match) => link(".link.small", `/m/${match}`, "playing")))), more > 0 && el("li.soft", `and ${more} more`)) : empty("Nobody has sat down yet."))
		const reply = await ask("leaderboard", { game: game.value })
		replace(leaders, tableOf("Leaderboard", ["#", "Player", "Rating", "Games"], reply.leaders.map((leader) => [leader.place, playerLink(leader.player),
			num(Math.round(leader.rating), leader.provisional ? " ?" : "", el("span.soft.small", ` ± ${Math.round(leader.deviation)}`)), leader.games]), "Nobody has a rating in this game yet. Sign in, play somebody, and be the first."))
	}
}
