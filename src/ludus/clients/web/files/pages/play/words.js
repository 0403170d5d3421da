// Moves in words: a few as buttons, any as text, and the whole board as a list for those who listen to it.

import { button, el, form, input, isNew, replace } from "../../dom.js"
import { boardText } from "../../board/words.js"

const FEW = 12 // moves that are offered as buttons

export class WordsPanel {
	constructor(page) {
		this.page = page
		this.buttons = el("ul")
		this.title = el("h2", "Or pick in words")
		this.input = input("text", { label: "Move as text", placeholder: "Move as text", autocomplete: "off", spellcheck: "false" })
		this.form = form(".typed", () => this.submit(), this.input, el("button.btn", "Play"))
		this.text = el("ul.small")
		this.details = el("details.small.aside-note", { ontoggle: () => this.drawText() }, el("summary", "Board as text"), this.text)
		this.element = el("section.card.words", { label: "Moves in words" }, this.title, this.buttons, this.form, this.details)
	}

	submit() {
		const text = this.input.value.trim()
		if (!text) return
		this.input.value = ""
		this.page.type(text)
	}

	beginTyping(letter) {
		this.form.hidden = false
		this.input.focus()
		this.input.value = letter
	}

	draw() {
		const { board, match } = this.page
		const { entry } = board
		this.element.hidden = match.standing === "open" || !board.position
		this.form.hidden = (!entry || entry.isAhead) && this.input !== document.activeElement
		const moves = entry ? this.few(entry, board.looks.sheet) : []
		this.buttons.hidden = this.title.hidden = !moves.length
		if (isNew(this, moves.map((move) => move.text))) replace(this.buttons, moves.map((move) => el("li", button(".btn.small", () => this.page.send(move), move.text))))
		this.drawText()
	}

	// Up to twelve moves, told apart by their words; longer lists say less than the board.
	few(entry, sheet) {
		const told = new Map()
		for (const move of entry.fitting) if (!told.has(move.text)) told.set(move.text, move)
		return told.size <= FEW && (sheet || !entry.single || told.size <= 7) ? [...told.values()] : []
	}

	drawText() {
		if (!this.details.open || !this.page.board.position) return
		const { board } = this.page
		const lines = boardText(board.position, board.names, board.owner)
		replace(this.text, (lines.length ? lines : ["No pieces"]).map((line) => el("li", line)),
			board.entry && el("li", `Legal moves: ${[...new Set(board.entry.moves.map((move) => move.text))].join(", ")}`))
	}
}
