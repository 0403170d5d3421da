// Everything that is being played, live, and the way to what was played before.

import { el, link, replace } from "../dom.js"
import { Miniatures } from "../miniature.js"
import { ask } from "../session.js"
import { card, lookAgain, matchTable, pageHead } from "./parts.js"

export function open(page) {
	const body = pageHead(page, "On the tables now", { name: "Watch", right: link(".btn", "/archive", "Finished games") })
	const minis = new Miniatures(page.signal)
	const [lives, rest] = [el("ul.lives"), card()]
	rest.hidden = true
	body.append(lives, rest)
	lookAgain(page.signal, async () => {
		const { matches } = await ask("matches")
		if (page.signal.aborted) return
		const others = minis.show(lives, matches)
		rest.hidden = !others.length
		if (others.length) replace(rest, matchTable(others, { over: false }))
	})
}
