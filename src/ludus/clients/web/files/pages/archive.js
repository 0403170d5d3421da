// Games that are over, the last first.

import { button, el, form, input, replace, select } from "../dom.js"
import { ask } from "../session.js"
import { card, empty, failed, gameChoices, matchTable, pageHead } from "./parts.js"

export function open(page) {
	const kept = (name) => page.query.get(name) ?? ""
	const choice = (label, name, choices) => select(choices, { label, value: kept(name), onchange: search })
	const field = (type, label, name, more) => input(type, { label, value: kept(name), ...more })
	const fields = {
		game: choice("Game", "game", [["", "All games"], ...gameChoices()]),
		player: field("search", "Player", "player", { placeholder: "Player", maxlength: "24" }),
		result: choice("Result", "result", [["", "Any result"], ["won", "Won"], ["lost", "Lost"], ["drawn", "Drawn"], ["forfeited", "Forfeited"]]),
		since: field("date", "From this day", "since"),
		until: field("date", "To this day", "until"),
	}
	const chosen = () => Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.value.trim()]))
	const place = card()
	const body = pageHead(page, "Finished games")
	body.append(form(".row-x.filters", search, Object.values(fields), el("button.btn", "Search")), place)
	let matches = []
	show().catch(failed(place))

	function search() {
		const wanted = new URLSearchParams(Object.entries(chosen()).filter(([, value]) => value))
		page.go(`/archive${wanted.size ? `?${wanted}` : ""}`)
	}

	async function show(from = {}) {
		const reply = await ask("archive", { ...chosen(), ...from })
		matches = [...matches, ...reply.matches]
		replace(place, matchTable(matches), reply.more && empty(button(".btn", () => show({ before: matches.at(-1).match }).catch(failed(place)), "Older games")))
	}
}
