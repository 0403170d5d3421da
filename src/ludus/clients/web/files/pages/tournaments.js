// All tournaments, and for organisers the way to open one.

import { bdi, capital, el, replace } from "../dom.js"
import { ask, gameList, gameName, me } from "../session.js"
import { failed, num, pageHead, right, tableOf } from "./parts.js"

export function open({ main, title, go }) {
	title("Tournaments")
	const list = el("div.card")
	const body = pageHead(main, "Tournaments", { here: "/tournaments" })
	body.append(list)
	show().catch((refusal) => failed(list, refusal))

	async function show() {
		const games = await gameList()
		const { tournaments } = await ask("tournaments")
		replace(list, tournaments.length ? tableOf("Tournaments", ["Tournament", "Game", "Kind", "Standing", "Players", ""], tournaments.map((each) => [
			el("a.link.strong", { href: `/t/${each.tournament}` }, each.tournament), gameName(each.game), capital(each.kind),
			[STANDING[each.standing], each.winners.length ? [" won by ", bdi(each.winners.join(", "))] : null], num(String(each.players)),
			right(el("a.btn.small", { href: `/t/${each.tournament}` }, each.standing === "open" ? "Join" : "Show"))]))
			: el("p.empty", "There is no tournament yet. An organiser can open one."))
		if (me.role === "organiser" || me.role === "admin") body.append(form(games, go))
	}
}

export const STANDING = { open: "open for entries", playing: "being played", over: "over" }

function form(games, go) {
	const game = el("select", games.map((each) => el("option", { value: each.game }, each.name)))
	const kind = el("select", [["knockout", "Knockout"], ["round-robin", "Round robin"], ["swiss", "Swiss"], ["arena", "Arena"]].map(([value, text]) => el("option", { value }, text)))
	const best = el("input", { type: "number", min: "1", max: "101", value: "1" })
	const move = el("input", { type: "number", min: "0", value: "60" })
	const problem = el("p.bad", { role: "alert" })
	return el("form.card.formgrid", { style: { "margin-top": "20px" }, onsubmit: async (event) => {
		event.preventDefault()
		try {
			const made = await ask("tournament new", { game: game.value, kind: kind.value, best_of: Number(best.value), move: Number(move.value) })
			go(`/t/${made.tournament}`)
		} catch (refusal) { problem.textContent = refusal.message }
	} }, el("h2", "Open a tournament"), el("div.row-x", el("label.row", "Game", game), el("label.row", "Kind", kind), el("label.row", "Games of a match", best), el("label.row", "Seconds a move", move)),
	problem, el("div", el("button.btn.go", "Open it")))
}

