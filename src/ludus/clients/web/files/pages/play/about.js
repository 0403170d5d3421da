// What is played here: the game, its terms, and how to play.

import { bdi, capital, el, isNew, link, replace } from "../../dom.js"
import { termsText } from "../../clock.js"

export class AboutPanel {
	constructor(page) {
		this.page = page
		this.element = el("section.card.panel.about", { label: "Game" })
	}

	draw() {
		const { match, entry } = this.page
		const facts = [["Time", termsText(match.times)]]
		for (const [name, value] of Object.entries(match.options)) facts.push([capital(name), value])
		const levels = Object.values(match.levels)
		if (levels.length) facts.push([levels.length > 1 ? "Levels" : "Level", levels.join(", ")])
		if (match.games > 1) facts.push(["Game", match.games], ["Score", (match.score ?? []).join(" : ")])
		if (match.times?.delay) facts.push(["Delay", `${match.times.delay} s`])
		if (isNew(this, match.name, facts)) replace(this.element, el("h1", { tabindex: "-1" }, bdi(match.name ?? "A match")),
			entry && el("p.soft.small", capital(entry.says)),
			el("dl.pairs", facts.map(([name, value]) => [el("dt", name), el("dd", value)])),
			entry && el("p.aside-note", link(".link", `/games/${entry.game}`, "How to play")))
	}
}
