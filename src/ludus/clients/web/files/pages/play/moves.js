// The moves so far. Each is a button that shows the position after it.

import { bdi, el, replace } from "../../dom.js"
import { iconButton } from "../../icons.js"

export class MovesPanel {
	constructor(page) {
		this.page = page
		this.list = el("ol")
		this.scroll = el("div.list", { tabindex: "0", role: "region", label: "Moves" }, this.list)
		this.foot = el("div.acts")
		this.element = el("section.card.moves", { label: "Moves" },
			el("div.head", el("h2", "Moves"), iconButton("turn", "Turn the board", () => page.turn())), this.scroll, this.foot)
	}

	draw() {
		const { match, viewing } = this.page
		this.page.players.drawActions(this.foot)
		const at = viewing < 0 ? this.page.last : viewing
		if (this.steps === match.steps && this.at === at && this.verdicts === this.page.verdicts) return
		Object.assign(this, { steps: match.steps, at, verdicts: this.page.verdicts })
		const pairs = match.teams.length === 2 && match.steps.every((step, place) => place === 0 || step.team !== undefined)
		this.list.className = pairs ? "" : "one"
		replace(this.list, pairs ? this.inPairs() : this.oneByOne())
		const current = this.list.querySelector("[aria-current]")
		if (current) {
			this.scroll.scrollTop = current.offsetTop - this.scroll.clientHeight + 40
			this.scroll.scrollLeft = current.offsetLeft
		}
	}

	inPairs() {
		const items = []
		let [row, column] = [0, 2]
		const leave = (until) => { for (; column < until; column += 1) items.push(el("li")) }
		this.steps.forEach((step, place) => {
			const chance = step.what === "chance"
			if (place === 0 || (chance && !step.text)) return
			const wanted = Number(chance ? column === 0 : step.team === 2)
			if (wanted < column) leave(2)
			if (column >= 2) { row += 1; items.push(el("li.n", row)); column = 0 }
			leave(wanted)
			items.push(this.item(step, place))
			column += 1
		})
		return items
	}

	oneByOne() {
		return this.steps.flatMap((step, place) => (place === 0 || !step.text ? [] : [el("li.n", place), this.item(step, place)]))
	}

	item(step, place) {
		const verdict = this.verdicts?.get(place)
		return el(step.what === "chance" ? "li.chance" : "li",
			el("button", { "aria-current": place === this.at ? "step" : null, onclick: () => this.page.view(place), title: step.text },
				bdi(step.text || "…"), verdict && el(`span.mark.${verdict.kind}`, { title: verdict.words }, verdict.sign)))
	}
}
