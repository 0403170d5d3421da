// Everything that is being played, live, and the way to what was played before.

import { el, replace } from "../dom.js"
import { Miniatures } from "../miniature.js"
import { ask, gameList } from "../session.js"
import { matchTable, pageHead } from "./parts.js"

const AGAIN = 3000

export function open({ main, title }) {
	title("Watch")
	const body = pageHead(main, "On the tables now", { here: "/watch", right: el("a.btn", { href: "/archive" }, "Finished games") })
	const minis = new Miniatures()
	const lives = el("ul.lives")
	const rest = el("div.card")
	body.append(lives, rest)
	rest.hidden = true
	let timer = 0
	let gone = false
	const look = async () => {
		try {
			await gameList()
			const { matches } = await ask("matches")
			if (gone) return
			const playing = matches.filter((match) => match.standing === "playing").reverse()
			minis.show(lives, playing)
			const others = playing.slice(10)
			rest.hidden = !others.length
			if (others.length) replace(rest, matchTable(others, { over: false }))
		} catch { /* next time */ }
		timer = setTimeout(look, AGAIN)
	}
	look()
	return { leave() { gone = true; clearTimeout(timer); minis.leave() } }
}
