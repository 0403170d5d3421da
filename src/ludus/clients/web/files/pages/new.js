// Making a game with all its options: whom against, which seat, how much time.

import { attempt, capital, el, form, replace, select } from "../dom.js"
import { startBoard } from "../miniature.js"
import { askAsPlayer, gameEntry, games } from "../session.js"
import { alertLine, gameChoices, pageHead, row } from "./parts.js"

const CLOCKS = [["0,0,0", "No clock"], ["60,0,0", "1 min a move"], ["180,0,0", "3 min a move"], ["86400,0,0", "1 day a move"], ["0,60,1", "1 min + 1 s"], ["0,180,2", "3 min + 2 s"],
	["0,300,5", "5 min + 5 s"], ["0,600,5", "10 min + 5 s"], ["0,1800,20", "30 min + 20 s"], ["other", "Other …"]]
const WAYS = [["computer", "Computer"], ["friend", "A friend, by link"], ["anyone", "Anyone who waits"]]

const number = (max, more = {}) => el("input", { type: "number", min: "0", max, value: "0", ...more })

export function open(page) {
	const { query, go } = page
	const position = query.get("position") ?? ""
	let way = query.get("way") ?? "computer"
	let chosen = {} // the fields of the game's options, by name
	const game = select(gameChoices(), { value: gameEntry(query.get("game"))?.game ?? games[0].game, onchange: drawGame })
	const options = el("div.row-x")
	const ways = el("div.seg", WAYS.map(([value, text]) => el("label", el("input", { type: "radio", name: "way", value, checked: value === way, onchange: () => { way = value; drawWay() } }), text)))
	const level = el("input", { type: "range", min: "1", max: "10", value: "3", oninput: () => { levelText.textContent = level.value } })
	const levelText = el("b", "3")
	const levelRow = el("label.lev", "Level", level, levelText)
	const rated = el("input", { type: "checkbox" })
	const ratedRow = el("label.row-x", rated, "Rated (a friend on your own network cannot join then)")
	const team = el("select")
	const teamRow = row("You play", team)
	const clock = select(CLOCKS, { onchange: () => { other.hidden = clock.value !== "other" } })
	const seconds = ["Seconds a move", "Seconds for the game", "Seconds added"].map((label) => number("1000000", { "aria-label": label }))
	const other = el("div.row-x", { hidden: true }, seconds.map((field) => row(field.getAttribute("aria-label"), field)))
	const delay = number("86400")
	const problem = alertLine()
	const preview = el("aside")
	pageHead(page, "Make a game", { here: "/" }).append(el("div.gamepage", form(".card.formgrid", () => attempt(problem, make),
		row("Game", game), options, position ? el("p.soft.small", "It begins from the position you chose.") : null,
		el("fieldset", el("legend", "Against"), ways, levelRow, ratedRow), teamRow,
		el("fieldset", el("legend", "Time"), row("Clock", clock), other, row("Spectators are so many seconds behind", delay)),
		problem, el("div", el("button.btn.go.big", "Play"))), preview))
	drawGame()
	drawWay()

	async function drawGame() {
		const entry = gameEntry(game.value)
		chosen = Object.fromEntries(entry.options.map((option) => [option.name, select(option.choices.map((choice) => [choice, choice]), { value: option.default })]))
		replace(options, entry.options.map((option) => row(capital(option.says), chosen[option.name])))
		replace(team, entry.teams.map((name, at) => el("option", { value: at + 1 }, name)))
		const board = await startBoard(entry.game).catch(() => null)
		if (game.value === entry.game) replace(preview, board?.element, el("p.aside-note", capital(entry.says), " ", el("a.link", { href: `/games/${entry.game}` }, "How to play")))
	}

	function drawWay() {
		levelRow.hidden = way !== "computer"
		ratedRow.hidden = way !== "friend"
		teamRow.hidden = way === "anyone"
		clock.value = way === "computer" ? "0,0,0" : "180,0,0"
		other.hidden = true
	}

	async function make() {
		const [move, main, increment] = (clock.value === "other" ? seconds.map((field) => field.value || 0) : clock.value.split(",")).map(Number)
		const unusual = gameEntry(game.value).options.map((option) => [option.name, Number(chosen[option.name].value), option.default]).filter(([, value, usual]) => value !== usual)
		const terms = { game: game.value, move, main, increment, options: Object.fromEntries(unusual) }
		const seated = way === "anyone" ? await askAsPlayer("seek", terms) : await askAsPlayer("new", { ...terms, team: Number(team.value), delay: Number(delay.value),
			...(way === "computer" ? { computer: Number(level.value) } : { rated: rated.checked ? "yes" : "no" }), ...(position ? { position } : {}) })
		go(`/m/${seated.match}`)
	}
}
