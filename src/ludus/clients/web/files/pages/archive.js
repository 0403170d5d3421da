// Games that are over, the last first.

import { el, replace } from "../dom.js"
import { ask, gameList } from "../session.js"
import { failed, matchTable, pageHead } from "./parts.js"

export function open({ main, query, title, go }) {
	title("Finished games")
	const place = el("div.card")
	const game = el("select", { "aria-label": "Game", onchange: () => search() })
	const player = el("input", { type: "search", "aria-label": "Player", placeholder: "Player", value: query.get("player") ?? "", maxlength: "24" })
	const result = el("select", { "aria-label": "Result", onchange: () => search() },
		[["", "Any result"], ["won", "Won"], ["lost", "Lost"], ["drawn", "Drawn"], ["forfeited", "Forfeited"]].map(([value, words]) => el("option", { value }, words)))
	result.value = query.get("result") ?? ""
	const since = el("input", { type: "date", "aria-label": "From this day", value: query.get("since") ?? "" })
	const until = el("input", { type: "date", "aria-label": "To this day", value: query.get("until") ?? "" })
	const body = pageHead(main, "Finished games", { here: "/watch" })
	const chosen = () => ({ game: game.value, player: player.value.trim(), result: result.value, since: since.value, until: until.value })
	const search = () => {
		const wanted = new URLSearchParams(Object.entries(chosen()).filter(([, value]) => value))
		go(`/archive${wanted.size ? `?${wanted}` : ""}`)
	}
	body.append(el("form.row-x", { style: { "margin-bottom": "14px" }, onsubmit: (event) => { event.preventDefault(); search() } }, game, player, result, since, until, el("button.btn", "Search")), place)
	show()

	async function show() {
		try {
			const games = await gameList()
			replace(game, el("option", { value: "" }, "All games"), games.map((each) => el("option", { value: each.game }, each.name)))
			game.value = query.get("game") ?? ""
			const wanted = chosen()
			const reply = await ask("archive", wanted)
			let matches = reply.matches
			const draw = (more) => replace(place, matchTable(matches),
				more ? el("p.empty", el("button.btn", { onclick: next }, "Older games")) : null)
			const next = async () => {
				const older = await ask("archive", { ...wanted, before: matches.at(-1).match })
				matches = [...matches, ...older.matches]
				draw(older.more)
			}
			draw(reply.more)
		} catch (refusal) { failed(place, refusal) }
	}
}
