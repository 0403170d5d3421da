// The tournaments, and for organisers the way to open one.

import { attempt, bdi, capital, count, el, form, input, link, replace, select } from "../dom.js"
import { ask, gameName, me } from "../session.js"
import { alertLine, card, failed, gameChoices, num, openAgain, pageHead, right, row, tableOf } from "./parts.js"

export function open(page) {
	openAgain(page)
	const list = card()
	const body = pageHead(page, "Tournaments")
	body.append(list)
	show().catch(failed(list))

	async function show() {
		const { tournaments } = await ask("tournaments")
		replace(list, tableOf("Tournaments", ["Tournament", "Game", "Kind", "Standing", "Size", ""], tournaments.map(({ tournament, game, kind, standing, winners, players }) => [
			link(".link.strong", `/t/${tournament}`, tournament), gameName(game), capital(kind),
			[STANDING[standing], winners.length > 0 && [" won by ", bdi(winners.join(", "))]], num(count(players, "player", "players")),
			right(link(".btn.small", `/t/${tournament}`, standing === "open" ? "Join" : "Show"))]), "There is no tournament yet. An organiser can open one."))
		if (me.role === "organiser" || me.role === "admin") body.append(newForm(page.go))
	}
}

export const STANDING = { open: "open for entries", playing: "being played", over: "over" }

function newForm(go) {
	const game = select(gameChoices())
	const kind = select([["knockout", "Knockout"], ["round-robin", "Round robin"], ["swiss", "Swiss"], ["arena", "Arena"]])
	const best = input("number", { min: "1", max: "101", value: "1" })
	const move = input("number", { min: "0", value: "60" })
	const problem = alertLine()
	return form(".card.formgrid", () => attempt(problem, async () => {
		const made = await ask("tournament new", { game: game.value, kind: kind.value, best_of: Number(best.value), move: Number(move.value) })
		go(`/t/${made.tournament}`)
	}), el("h2", "Open a tournament"), el("div.row-x", row("Game", game), row("Kind", kind), row("Games of a match", best), row("Seconds a move", move)),
	problem, el("div", el("button.btn.go", "Open it")))
}
