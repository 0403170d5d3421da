// Games that are over, the last first.

import { button, el, form, replace, select } from "../dom.js"
import { ask } from "../session.js"
import { card, empty, failed, gameChoices, matchTable, pageHead } from "./parts.js"

export function open(page) {
	const kept = (name) => page.query.get(name) ?? ""
	const choice = (label, name, choices) => select(choices, { "aria-label": label, value: kept(name), onchange: search })
	const input = (type, label, name, more = {}) => el("input", { type, "aria-label": label, value: kept(name), ...more })
	const fields = {
		game: choice("Game", "game", [["", "All games"], ...gameChoices()]),
		player: input("search", "Player", "player", { placeholder: "Player", maxlength: "24" }),
		result: choice("Result", "result", [["", "Any result"], ["won", "Won"], ["lost", "Lost"], ["drawn", "Drawn"], ["forfeited", "Forfeited"]]),
		since: input("date", "From this day", "since"),
		until: input("date", "To this day", "until"),
	}
	const chosen = () => Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.value.trim()]))
	const place = card()
	const body = pageHead(page, "Finished games", { here: "/watch" })
	body.append(form(".row-x.filters", search, Object.values(fields), el("button.btn", "Search")), place)
	let matches = []
	show()

	function search() {
		const wanted = new URLSearchParams(Object.entries(chosen()).filter(([, value]) => value))
		page.go(`/archive${wanted.size ? `?${wanted}` : ""}`)
	}

	async function show(from = {}) {
		try {
			const reply = await ask("archive", { ...chosen(), ...from })
			matches = [...matches, ...reply.matches]
			replace(place, matchTable(matches), reply.more ? empty(button(".btn", () => show({ before: matches.at(-1).match }), "Older games")) : null)
		} catch (refusal) { failed(place, refusal) }
	}
}
