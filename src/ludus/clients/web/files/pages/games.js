// The games of this server.

import { capital, count, el, replace } from "../dom.js"
import { startBoard } from "../miniature.js"
import { gameList } from "../session.js"
import { failed, pageHead } from "./parts.js"

export function open({ main, title }) {
	title("Games")
	const list = el("ul.gamecards")
	const search = el("input", { type: "search", placeholder: "Search", "aria-label": "Search games", oninput: () => draw() })
	const body = pageHead(main, "Games", { here: "/games", right: search })
	body.append(list)
	let games = []
	gameList().then((found) => { games = found; draw() }, (refusal) => failed(body, refusal))

	function draw() {
		const wanted = search.value.trim().toLowerCase()
		const fitting = games.filter((each) => !wanted || `${each.name} ${each.says}`.toLowerCase().includes(wanted))
		replace(list, fitting.length ? fitting.map(card) : el("li.soft", "No game is called that."))
	}
}

function card(entry) {
	const mini = el("div.mini")
	startBoard(entry.game).then((board) => board && mini.replaceWith(board.element), () => {})
	const address = `/games/${encodeURIComponent(entry.game)}`
	return el("li.card.gamecard", mini, el("div",
		el("h2", el("a", { href: address }, entry.name)), el("p", capital(entry.says)),
		el("p.num", `${entry.width} × ${entry.height} · ${count(entry.teams.length, "player", "players")}`),
		el("div.row-x", el("a.btn.small.go", { href: `/new?game=${encodeURIComponent(entry.game)}` }, "Play"), el("a.btn.small", { href: address, "aria-label": `Rules of ${entry.name}` }, "Rules"))))
}
