// Making a game with all its options: whom against, which seat, how much time.

import { capital, el, replace } from "../dom.js"
import { startBoard } from "../miniature.js"
import { askAsPlayer, gameList } from "../session.js"
import { failed, pageHead } from "./parts.js"

const CLOCKS = [["0,0,0", "No clock"], ["60,0,0", "1 min a move"], ["180,0,0", "3 min a move"], ["86400,0,0", "1 day a move"], ["0,60,1", "1 min + 1 s"], ["0,180,2", "3 min + 2 s"],
	["0,300,5", "5 min + 5 s"], ["0,600,5", "10 min + 5 s"], ["0,1800,20", "30 min + 20 s"], ["other", "Other …"]]

export function open({ main, query, go, title }) {
	title("Make a game")
	const body = pageHead(main, "Make a game", { here: "/" })
	gameList().then((games) => new Maker(body, games, query, go), (refusal) => failed(body, refusal))
}

class Maker {
	constructor(body, games, query, go) {
		this.games = games
		this.go = go
		this.position = query.get("position") ?? ""
		this.game = el("select", { onchange: () => this.drawOptions() }, games.map((each) => el("option", { value: each.game }, each.name)))
		this.game.value = games.some((each) => each.game === query.get("game")) ? query.get("game") : games[0].game
		this.options = el("div.row-x")
		this.way = radios("way", [["computer", "Computer"], ["friend", "A friend, by link"], ["anyone", "Anyone who waits"]], query.get("way") ?? "computer", () => this.drawOptions())
		this.level = el("input", { type: "range", min: "1", max: "10", value: "3", oninput: () => { this.levelText.textContent = this.level.value } })
		this.levelText = el("b", "3")
		this.levelRow = el("label.lev", "Level", this.level, this.levelText)
		this.rated = el("input", { type: "checkbox" })
		this.ratedRow = el("label.row-x", this.rated, "Rated (a friend on your own network cannot join then)")
		this.team = el("select")
		this.clock = el("select", { onchange: () => { this.other.hidden = this.clock.value !== "other" } }, CLOCKS.map(([value, text]) => el("option", { value }, text)))
		this.fields = ["Seconds a move", "Seconds for the game", "Seconds added"].map((label) => el("input", { type: "number", min: "0", max: "1000000", value: "0", "aria-label": label }))
		this.other = el("div.row-x", { hidden: true }, this.fields.map((field) => el("label.row", field.getAttribute("aria-label"), field)))
		this.delay = el("input", { type: "number", min: "0", max: "86400", value: "0" })
		this.problem = el("p.bad", { role: "alert" })
		this.preview = el("aside")
		body.append(el("div.gamepage", el("form.card.formgrid", { onsubmit: (event) => { event.preventDefault(); this.make() } },
			el("label.row", "Game", this.game), this.options,
			this.position ? el("p.soft.small", "It begins from the position you chose.") : null,
			el("fieldset", el("legend", "Against"), this.way.element, this.levelRow, this.ratedRow), el("label.row", "You play", this.team),
			el("fieldset", el("legend", "Time"), el("label.row", "Clock", this.clock), this.other, el("label.row", "Spectators are so many seconds behind", this.delay)),
			this.problem, el("div", el("button.btn.go.big", "Play"))), this.preview))
		this.drawOptions()
	}

	get entry() { return this.games.find((each) => each.game === this.game.value) }

	async drawOptions() {
		const { entry } = this
		const way = this.way.value()
		this.levelRow.hidden = way !== "computer"
		this.ratedRow.hidden = way !== "friend"
		if (this.shown !== entry.game) {
			this.shown = entry.game
			this.chosen = new Map(entry.options.map((option) => [option.name, el("select", option.choices.map((choice) => el("option", { value: String(choice) }, String(choice))))]))
			for (const option of entry.options) this.chosen.get(option.name).value = String(option.default)
			replace(this.options, entry.options.map((option) => el("label.row", capital(option.says), this.chosen.get(option.name))))
			replace(this.team, entry.teams.map((name, at) => el("option", { value: String(at + 1) }, name)))
			const board = await startBoard(entry.game).catch(() => null)
			if (this.shown === entry.game) replace(this.preview, board?.element, el("p.soft.small", { style: { "margin-top": "12px" } }, capital(entry.says), " ", el("a.link", { href: `/games/${entry.game}` }, "How to play")))
		}
		this.team.closest("label").hidden = way === "anyone"
		if (!this.clockTouched && way !== this.lastWay) { this.clock.value = way === "computer" ? "0,0,0" : "180,0,0"; this.lastWay = way }
	}

	async make() {
		this.problem.textContent = ""
		const [move, whole, increment] = (this.clock.value === "other" ? this.fields.map((field) => field.value || "0") : this.clock.value.split(",")).map(Number)
		const options = Object.fromEntries([...this.chosen].map(([name, field]) => [name, Number(field.value)]).filter(([name, value]) => value !== this.entry.options.find((option) => option.name === name).default))
		const terms = { game: this.entry.game, move, main: whole, increment, options }
		const way = this.way.value()
		try {
			const seated = way === "anyone" ? await askAsPlayer("seek", terms) : await askAsPlayer("new", { ...terms, team: Number(this.team.value), delay: Number(this.delay.value) || 0,
				...(way === "computer" ? { computer: Number(this.level.value) } : { rated: this.rated.checked ? "yes" : "no" }), ...(this.position ? { position: this.position } : {}) })
			this.go(`/m/${seated.match}`)
		} catch (refusal) { this.problem.textContent = refusal.message }
	}
}

function radios(name, choices, chosen, changed) {
	const inputs = choices.map(([value]) => el("input", { type: "radio", name, value, checked: value === chosen, onchange: changed }))
	return { element: el("div.seg", choices.map(([, text], at) => el("label", inputs[at], text))), value: () => inputs.find((input) => input.checked).value }
}
