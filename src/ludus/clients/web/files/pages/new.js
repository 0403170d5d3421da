// Making a game with all its options: whom against, which seat, how much time.

import { capital, el, form, input, link, replace, select } from "../dom.js"
import { termsText } from "../clock.js"
import { startBoard } from "../miniature.js"
import { askAsPlayer, gameEntry, games } from "../session.js"
import { alertLine, begin, gameChoices, levelRow, pageHead, radios, row } from "./parts.js"

const CLOCKS = ["0,0,0", "60,0,0", "180,0,0", "86400,0,0", "0,60,1", "0,180,2", "0,300,5", "0,600,5", "0,1800,20"] // a move, the game, added
const WAYS = [["computer", "Computer"], ["friend", "A friend, by link"], ["anyone", "Anyone who waits"]]

const terms = (clock) => {
	const [move, main, increment] = clock.map(Number)
	return { move, main, increment }
}

const number = (max, more = {}) => input("number", { min: "0", max, value: "0", ...more })

export function open(page) {
	const { query, go } = page
	const position = query.get("position") ?? ""
	let way = query.get("way") ?? "computer"
	let chosen = {} // option → its field
	const game = select(gameChoices(), { value: gameEntry(query.get("game"))?.game ?? games[0].game, onchange: drawGame })
	const options = el("div.row-x")
	const ways = el("div.seg", radios("way", WAYS, way, (chosen) => { way = chosen; drawWay() }))
	let computer = 3
	const level = levelRow(computer, (chosen) => { computer = Number(chosen) })
	const rated = input("checkbox")
	const ratedRow = el("label.row-x", rated, "Rated (a friend on your own network cannot join then)")
	const team = el("select")
	const teamRow = row("You play", team)
	const clock = select([...CLOCKS.map((each) => [each, capital(termsText(terms(each.split(","))))]), ["other", "Other …"]], { onchange: () => { other.hidden = clock.value !== "other" } })
	const seconds = ["Seconds a move", "Seconds for the game", "Seconds added"].map((label) => number("1000000", { label }))
	const other = el("div.row-x", { hidden: true }, seconds.map((field) => row(field.getAttribute("aria-label"), field)))
	const delay = number("86400")
	const problem = alertLine()
	const preview = el("aside")
	pageHead(page, "Make a game").append(el("div.gamepage", form(".card.formgrid", () => begin(problem, game.value, page.signal, make),
		row("Game", game), options, position && el("p.soft.small", "It begins from the position you chose."),
		el("fieldset", el("legend", "Against"), ways, level, ratedRow), teamRow,
		el("fieldset", el("legend", "Time"), row("Clock", clock), other, row("Spectators are so many seconds behind", delay)),
		problem, el("div", el("button.btn.go.big", "Play"))), preview))
	drawGame()
	drawWay()

	async function drawGame() {
		const entry = gameEntry(game.value)
		chosen = Object.fromEntries(entry.options.map((option) => [option.name, select(option.choices.map((choice) => [choice, choice]), { value: option.default })]))
		replace(options, entry.options.map((option) => row(capital(option.says), chosen[option.name])))
		replace(team, entry.teams.map((name, at) => el("option", { value: at + 1 }, name)))
		const board = await startBoard(entry.game)
		if (game.value === entry.game) replace(preview, board?.element, el("p.aside-note", capital(entry.says), " ", link(".link", `/games/${entry.game}`, "How to play")))
	}

	function drawWay() {
		level.hidden = way !== "computer"
		ratedRow.hidden = way !== "friend"
		teamRow.hidden = way === "anyone"
		clock.value = way === "computer" ? "0,0,0" : "180,0,0"
		other.hidden = true
	}

	async function make() {
		const times = terms(clock.value === "other" ? seconds.map((field) => field.value) : clock.value.split(","))
		const unusual = gameEntry(game.value).options.map((option) => [option.name, Number(chosen[option.name].value), option.default]).filter(([, value, usual]) => value !== usual)
		const wanted = { game: game.value, ...times, options: Object.fromEntries(unusual) }
		const seated = way === "anyone" ? await askAsPlayer("seek", wanted) : await askAsPlayer("new", { ...wanted, team: Number(team.value), delay: Number(delay.value),
			...(way === "computer" ? { computer } : { rated: rated.checked ? "yes" : "no" }), ...(position ? { position } : {}) })
		go(`/m/${seated.match}`)
	}
}
