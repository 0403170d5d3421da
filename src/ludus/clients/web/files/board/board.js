// `Board`: a board of any game, from its view. It knows squares, pieces and legal moves as squares; it knows no rules.
//
//   div.frame ─ ranks, files                coordinates
//        └── div.viewport ── div.plane      the plane is the whole board; a large one is larger than its viewport, and moves
//                    ├── svg                squares, marks and pieces, for the eye
//                    └── div[role=grid]     the same in words, for the keyboard, the finger and the screen reader

import { el, replace, svg } from "../dom.js"
import { animate, stop } from "./animation.js"
import { Control } from "./control.js"
import { looks } from "./look.js"
import * as marks from "./marks.js"
import { plan } from "./motion.js"
import { pieceNode } from "./pieces.js"
import { lineNodes, paths, squareNodes, UNIT } from "./surface.js"
import { NEAR, View } from "./view.js"
import { naming, squareWords } from "./words.js"

const MOST_NODES = 1024 // squares that are drawn one by one; a larger board is drawn as paths, and only the pieces in view

export class Board {
	constructor({ mini = false, title = "Board" } = {}) {
		this.mini = mini
		this.title = title
		this.flipped = false
		this.drawing = {}
		this.entry = null
		this.lastPath = []
		this.hint = []
		this.nodes = new Map() // square → the piece drawn on it
		this.owner = () => ""
		this.layers = Object.fromEntries(["ground", "under", "lines", "pieces", "over", "top"].map((name) => [name, svg("g", { class: `layer-${name}` })]))
		this.svg = svg("svg", { "aria-hidden": "true", focusable: "false" }, Object.values(this.layers))
		this.grid = el("div", { role: "grid", class: "grid" })
		this.plane = el("div.plane", this.svg, mini ? null : this.grid)
		this.viewport = el("div.viewport", this.plane)
		this.ranks = el("div.ranks", { "aria-hidden": "true" })
		this.files = el("div.files", { "aria-hidden": "true" })
		this.element = el("div", { class: mini ? "mini" : "frame" }, mini ? this.viewport : [this.ranks, this.viewport, this.files])
		this.control = mini ? null : new Control(this)
		this.view = mini ? null : new View(this)
	}

	get width() { return this.position.width }
	get height() { return this.position.height }
	get squares() { return this.position.squares }
	get isLarge() { return this.squares.length > MOST_NODES }

	// The upper left corner of a square, in units of the drawing.
	place = (at) => {
		const [column, row] = this.spot(at)
		return [column * UNIT, row * UNIT]
	}

	// The column and the row in which a square is seen, from the upper left, and back.
	spot(at) {
		const [x, y] = [at % this.width, Math.floor(at / this.width)]
		const row = this.drawing.onTop ? y : this.height - 1 - y
		return this.flipped ? [this.width - 1 - x, this.height - 1 - row] : [x, row]
	}

	squareIn(column, row) {
		const [x, down] = this.flipped ? [this.width - 1 - column, this.height - 1 - row] : [column, row]
		return (this.drawing.onTop ? down : this.height - 1 - down) * this.width + x
	}

	isRound = (at) => { const kind = this.looks.types.get(this.squares[at].type)?.kind; return kind === "well" || kind === "line" || Boolean(this.drawing.points) }
	isEmpty = (at) => !this.squares[at].piece

	// A board for the first time, or another one: everything is drawn anew.
	set(position, { drawing = this.drawing, flipped = this.flipped, moves = [], path = this.lastPath } = {}) {
		stop(this)
		this.lastPath = path
		this.position = position
		this.drawing = drawing
		this.flipped = flipped
		this.names = naming(drawing, position.width, position.height, moves)
		this.looks = looks(position)
		this.svg.setAttribute("viewBox", `0 0 ${position.width * UNIT} ${position.height * UNIT}`)
		this.element.style.setProperty("--ratio", String(position.width / position.height))
		this.element.classList.toggle("lines", this.looks.lines || Boolean(drawing.points))
		this.element.classList.toggle("sheet", this.looks.sheet)
		this.nodes.clear()
		this.layers.pieces.replaceChildren()
		this.drawGround()
		if (!this.mini) {
			this.drawCoordinates()
			this.control.cells.clear()
			this.view.fit()
			this.control.build()
		}
		this.drawPieces()
		this.drawMarks()
	}

	turn() { this.set(this.position, { flipped: !this.flipped }) }

	// A new position on the same board: only what changed is touched, and moves there if it may.
	show(squares, { path = [], falls = false, still = false } = {}) {
		const before = this.squares
		const isNew = (type, at) => !this.looks.types.has(type) || (this.isLarge && type !== before[at].type)
		stop(this)
		this.position = { ...this.position, squares }
		if (squares.some(({ type }, at) => isNew(type, at))) {
			this.set(this.position, { path })
			return
		}
		const acts = still ? [] : plan(before, squares, this.width, { path, falls })
		squares.forEach((square, at) => {
			const old = before[at]
			if (old === square) return
			if (old.type !== square.type || (this.looks.sheet && old.team !== square.team)) this.drawSquare(at)
			if (old.piece !== square.piece || old.team !== square.team) this.drawPiece(at)
		})
		this.lastPath = path
		this.refresh()
		this.view?.drawMap()
		animate(this, acts)
	}

	// What is entered on it: a move among the legal ones, squares for later, or nothing.
	offer(entry) {
		this.entry = entry
		this.refresh()
	}

	refresh() {
		this.drawMarks()
		this.control?.relabel()
	}

	showHint(squares) {
		this.hint = squares
		this.drawMarks()
	}

	// Drawing

	isShaded = (at) => this.looks.onlyOne && this.width >= 5 && this.height >= 5 && (at % this.width + Math.floor(at / this.width)) % 2 === 1

	drawGround() {
		const { ground, lines } = this.layers
		this.ground = new Map()
		const backing = this.looks.lines || this.drawing.points || this.looks.sheet
			? svg("rect", { width: this.width * UNIT, height: this.height * UNIT, class: this.looks.sheet ? "sheet-back" : "wood" }) : null
		if (this.isLarge) replace(ground, backing, paths(this.squares, this.looks, this.place, this.isShaded))
		else {
			this.squares.forEach((_, at) => this.ground.set(at, svg("g")))
			replace(ground, backing, ...this.ground.values())
			for (const at of this.ground.keys()) this.drawSquare(at)
		}
		replace(lines, this.looks.lines || this.drawing.points ? lineNodes(this.position, this.drawing, this.place, this.looks) : [])
	}

	drawSquare(at) {
		const square = this.squares[at]
		const look = this.looks.types.get(square.type) ?? { kind: "plain" }
		if (this.drawing.points && look.kind !== "cell") return
		const picture = this.drawing.kinds?.get(square.type)
		replace(this.ground.get(at), squareNodes(at, square, look, this.place(at), { checker: this.isShaded(at), picture }))
	}

	// The pieces in view, and nearly so: those that are missing are drawn, and those that are far away now are taken off.
	drawPieces() {
		const { view } = this
		if (view) view.drawn = view.range(NEAR)
		for (const at of this.nodes.keys()) if (!this.isNear(at)) this.takeOff(at)
		this.squares.forEach((square, at) => { if (square.piece && !this.nodes.has(at)) this.drawPiece(at) })
	}

	isNear(at) {
		if (!this.isLarge || !this.view) return true
		return this.spot(at).every((value, way) => value >= this.view.drawn[way][0] && value <= this.view.drawn[way][1])
	}

	takeOff(at) {
		this.nodes.get(at)?.remove()
		this.nodes.delete(at)
	}

	drawPiece(at) {
		this.takeOff(at)
		const square = this.squares[at]
		if (!square.piece || !this.isNear(at)) return
		const node = this.makePiece(square)
		const [x, y] = this.place(at)
		node.setAttribute("transform", `translate(${x} ${y})`)
		this.nodes.set(at, node)
		this.layers.pieces.append(node)
	}

	makePiece(square) {
		const sheet = this.looks.sheet && this.looks.types.get(square.type)?.kind === "cell"
		return svg("g.piece", pieceNode(square, this.drawing, sheet))
	}

	drawMarks() {
		if (!this.position) return
		const { place, entry, isRound } = this
		replace(this.layers.under, marks.lastMarks(this.lastPath, place, this.isEmpty, isRound))
		const over = []
		for (const node of this.nodes.values()) node.classList.remove("ghost")
		if (this.hint.length > 1) over.push(...marks.arrowMark(this.hint[0], this.hint.at(-1), place))
		else if (this.hint.length) over.push(...marks.pickMark(this.hint[0], place, isRound))
		if (entry) this.drawEntry(entry, over)
		replace(this.layers.over, over)
		this.control?.drawHover()
	}

	drawEntry(entry, over) {
		const { place, isRound } = this
		const { entered, next } = entry
		if (entry.isAhead) {
			entered.forEach((at, step) => over.push(...marks.ownMark(at, place, isRound), ...marks.numberMark(at, place, step + 1)))
			return
		}
		const traveller = this.traveller()
		entered.forEach((at, step) => {
			if (step === 0 || traveller === null) over.push(...marks.pickMark(at, place, isRound))
			if (traveller === null && entered.length > 1) over.push(...marks.numberMark(at, place, step + 1))
		})
		if (traveller !== null && entered.length > 1) {
			over.push(...marks.wayMark(entered, place))
			this.nodes.get(entered[0])?.classList.add("ghost")
			const lifted = this.makePiece(this.squares[entered[0]])
			const [x, y] = place(entered.at(-1))
			lifted.setAttribute("transform", `translate(${x - 4} ${y - 6}) scale(1.08)`)
			over.push(lifted)
		}
		if (!entry.isBegun && !this.showsOrigins(entry)) return
		const mine = this.squares[entered[0]]?.team
		for (const [at, ends] of next) {
			const square = this.squares[at]
			if (this.looks.sheet) over.push(...marks.openMark(at, place))
			else if (!square.piece) over.push(...marks.nextMark(at, place, ends))
			else if (entry.isBegun && mine && square.team && square.team !== mine) over.push(...marks.takeMark(at, place))
			else over.push(...marks.ownMark(at, place, isRound))
		}
	}

	// Before the first square: what may begin a move is shown where that says something, and not where nearly everything may.
	showsOrigins(entry) {
		if (this.looks.sheet) return true
		if (entry.single) return entry.moves.length <= this.squares.length / 3
		const [first] = entry.origins
		const own = this.squares.filter((square) => square.piece && square.team === this.squares[first]?.team).length
		return entry.origins.size * 2 <= own
	}

	// The square whose piece is on its way, or null where squares are named and nothing travels, as when dice are kept.
	traveller() {
		const [first, second] = this.entry?.entered ?? []
		if (first === undefined || !this.squares[first].piece || !this.squares[first].team) return null
		if (second !== undefined && this.squares[second].piece && this.squares[second].team === this.squares[first].team) return null
		return first
	}

	drawCoordinates() {
		const columns = this.flipped ? [...this.names.columns].reverse() : this.names.columns
		const rows = this.flipped === Boolean(this.drawing.onTop) ? [...this.names.rows].reverse() : this.names.rows
		const strip = (texts, along) => texts.length === along && el("div.strip", texts.map((text) => el("span", text)))
		replace(this.ranks, strip(rows, this.height))
		replace(this.files, strip(columns, this.width))
		this.element.classList.toggle("bare", !columns.length && !rows.length)
	}

	label(at) {
		const square = this.squares[at]
		const notes = []
		const entry = this.entry
		if (entry) {
			const next = entry.next.has(at)
			if (entry.entered.includes(at)) notes.push("selected")
			else if (next && !entry.isBegun) notes.push(entry.single ? "can be chosen" : "can move")
			else if (next && square.piece && square.team && square.team !== this.squares[entry.entered[0]]?.team) notes.push("can be captured")
			else if (next) notes.push("next square")
		}
		if (this.lastPath.includes(at)) notes.push("last move")
		return squareWords(square, this.names.square(at), { owner: this.owner(square.team), note: notes.join(", ") })
	}
}
