// The line under the board: what is going on, in words, and the buttons that belong to it.

import { announce, button, count, el, link, replace } from "../../dom.js"
import { icon } from "../../icons.js"
import { RESULTS } from "../../match.js"
import { me } from "../../session.js"
import { choices, openDialog } from "../parts.js"

const REFUSED = 6000, NOTED = 4000, SENDING = 400 // milliseconds

export class StatusBar {
	constructor(page) {
		this.page = page
		this.head = el("b")
		this.rest = el("span")
		this.buttons = el("div.btns")
		this.element = el("section.card.say", { label: "Status" }, el("i.turn"), el("div.what", this.head, this.rest), this.buttons)
	}

	say(head, { rest = "", buttons = [], bad = false, mine = false } = {}) {
		this.head.textContent = head
		this.rest.textContent = rest
		this.rest.hidden = !rest
		replace(this.buttons, buttons)
		this.element.classList.toggle("refused", bad)
		this.element.classList.toggle("mine", mine)
	}

	// What is to be entered, and the buttons for it.
	ask(head, rest, mine = true) { this.say(head, { rest, mine, buttons: this.entryButtons() }) }

	// A refused move keeps its sentence for a while.
	refuse(sentence) {
		announce(sentence, { urgent: true })
		this.keep(() => this.say(sentence, { bad: true, mine: Boolean(this.page.match.question), buttons: this.entryButtons() }), REFUSED)
	}

	note(sentence) {
		announce(sentence)
		this.keep(() => this.say(sentence), NOTED)
	}

	keep(show, time) {
		clearTimeout(this.timer)
		show()
		this.held = true
		this.timer = setTimeout(() => { this.held = false; this.draw() }, time)
	}

	// Something new has happened: what was said before it no longer matters.
	release() {
		clearTimeout(this.timer)
		this.held = false
	}

	sending() {
		clearTimeout(this.later)
		this.held = false
		this.element.classList.remove("mine")
		replace(this.buttons)
		this.later = setTimeout(() => { if (this.page.board.entry?.isLocked) this.say("Playing …") }, SENDING)
	}

	draw() {
		const { page } = this
		const { match, board } = page
		if (!board.entry?.isLocked) clearTimeout(this.later)
		if (board.entry?.isBegun) this.held = false
		if (this.held || board.entry?.isLocked) return
		if (!match.standing || (match.squares && !board.position)) return // nobody is asked before there is a board to answer on
		if (!page.isLive) this.say("You are looking back.", { rest: `After move ${page.viewing} of ${page.last}`, buttons: [button(".btn", () => page.view(-1), "To the game")] })
		else if (page.confirming) this.sayConfirm(page.confirming)
		else if (match.standing === "over") this.sayOver()
		else if (match.standing === "open") this.say("Waiting for somebody to sit down.", { rest: match.free > 1 ? `${match.free} seats are free` : "" })
		else if (board.entry?.isBegun) this.sayEntry(board.entry)
		else this.sayTurn()
	}

	sayTurn() {
		const { match } = this.page
		const { status } = match
		if (match.isMyTurn && match.question) this.ask(status || "Your turn", status ? "Your turn" : this.hint())
		else if (!match.team) this.say(match.times?.delay ? `You are watching ${match.times.delay} seconds behind.` : "You are watching.", { rest: status || this.waitingFor() })
		else this.say(this.waitingFor(), { rest: status })
	}

	waitingFor() {
		const { match } = this.page
		const names = match.turn.filter((team) => team !== match.team).map((team) => this.page.teamPlayers(team))
		if (!names.length) return "One moment …"
		const computer = names.length === 1 && names[0] === "Computer"
		const chosen = match.team && match.clocks.filter((clock) => clock.running).length > 1 ? "You have chosen. " : ""
		return computer ? "The computer is thinking" : `${chosen}${names.join(" and ")} ${names.length > 1 || names[0] === "You" ? "are" : "is"} thinking`
	}

	hint() {
		const { entry } = this.page.board
		return entry?.moves.length ? `Choose a ${entry.single ? "square" : "piece"}. ${count(entry.moves.length, "move is", "moves are")} possible.` : ""
	}

	sayEntry(entry) {
		const { board } = this.page
		const way = entry.entered.map(board.names.square).join(" → ")
		const captures = [...entry.next.keys()].filter((at) => board.isPrey(at)).length
		if (entry.isAhead) this.ask("Will be played", `${way}, as soon as it is your turn`, false)
		else this.ask("Choose the next square", `${way} → …  ${count(entry.fitting.length, "way", "ways")} to finish${captures ? `, ${count(captures, "captures", "capture")}` : ""}`)
	}

	entryButtons() {
		const { entry, control } = this.page.board
		if (!entry?.isBegun) return []
		return [
			entry.whole && button(".btn.go", () => control.finish(), "Done"),
			button(".btn", () => control.back(), icon("back"), "Back", el("kbd.hide-phone", "Esc")),
		]
	}

	sayConfirm(move) {
		const { page } = this
		this.say(`Play ${move.text}?`, { mine: true, buttons: [
			button(".btn.go", () => page.send(move), "Play"),
			button(".btn", () => { page.confirming = null; page.board.control.clear() }, "Back"),
		] })
	}

	sayOver() {
		const { match } = this.page
		const result = match.result
		const again = match.team > 0 && match.players.includes(me.name)
		this.say(result ? RESULTS[result.result] : "The game is over.", { rest: result?.sentence ?? "", buttons: [
			again && button(".btn.go", () => this.page.players.say("offer", "rematch"), icon("again"), match.offers.rematch ? "Accept rematch" : "Rematch"),
			link(".btn", `/m/${match.id}/review`, icon("graph"), "Review"),
			link(".btn", "/", "New game"),
		] })
	}

	help() {
		const keys = [["Arrows", "from square to square"], ["Enter", "choose a square"], ["n", "next legal square"], ["Backspace", "one square back"], ["Esc", "start again"],
			["a b 1 2", "write a move as text"], ["f", "turn the board"], ["[ and ]", "look back and forth"], ["+ and −", "zoom a large board"]]
		openDialog("Keys", el("dl.pairs", keys.map(([key, does]) => [el("dt", el("kbd", key)), el("dd", does)])), choices())
	}
}
