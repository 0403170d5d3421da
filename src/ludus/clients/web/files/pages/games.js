// The games of this server.

import { capital, count, el, input, link, replace } from "../dom.js"
import { startBoard } from "../miniature.js"
import { games } from "../session.js"
import { pageHead } from "./parts.js"

export function open(page) {
	const list = el("ul.gamecards")
	const search = input("search", { placeholder: "Search", label: "Search games", oninput: draw })
	pageHead(page, "Games", { right: search }).append(list)
	draw()

	function draw() {
		const wanted = search.value.trim().toLowerCase()
		const fitting = games.filter((each) => `${each.name} ${each.says}`.toLowerCase().includes(wanted))
		replace(list, fitting.length ? fitting.map(item) : el("li.soft", "No game is called that."))
	}
}

function item({ game, name, says, width, height, teams }) {
	const mini = el("div.mini")
	startBoard(game).then((board) => board && mini.replaceWith(board.element))
	const href = `/games/${game}`
	return el("li.card.gamecard", mini, el("div",
		el("h2", el("a", { href }, name)), el("p", capital(says)),
		el("p.num", `${width} × ${height} · ${count(teams.length, "player", "players")}`),
		el("div.row-x", link(".btn.small.go", `/new?game=${game}`, "Play"), el("a.btn.small", { href, label: `Rules of ${name}` }, "Rules"))))
}
