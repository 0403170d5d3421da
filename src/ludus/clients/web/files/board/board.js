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
import { coordinates } from "./squares.js"
import { lineNodes, paths, squareNodes, UNIT } from "./surface.js"
import { NEAR, View } from "./view.js"
import { naming, squareWords } from "./words.js"

const MOST_NODES = 1024 // squares that are drawn one by one; a larger board is drawn as paths, and only the pieces in view

export class Board {
	constructor({ mini = false } = {}) {
		Object.assign(this, { mini, title: "", flipped: false, drawing: {}, entry: null, lastPath: [], hint: [] })
		this.nodes = new Map() // square → the piece drawn on it
		this.owner = () => ""
		this.layers = Object.fromEntries(["ground", "under", "lines", "pieces", "over", "top"].map((name) => [name, svg(`g.layer-${name}`)]))
		this.svg = svg("svg", { "aria-hidden": "true", focusable: "false" }, Object.values(this.layers))
		this.grid = el("div.grid", { role: "grid" })
		this.plane = el("div.plane", this.svg, !mini && this.grid)
		this.viewport = el("div.viewport", this.plane)
		this.ranks = el("div.ranks", { "aria-hidden": "true" })
		this.files = el("div.files", { "aria-hidden": "true" })
		this.element = el(mini ? "div.mini" : "div.frame", mini ? this.viewport : [this.ranks, this.viewport, this.files])
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
		const [x, y] = coordinates(at, this.width)
		const row = this.drawing.onTop ? y - 1 : this.height - y
		return this.flipped ? [this.width - x, this.height - 1 - row] : [x - 1, row]
	}

	squareIn(column, row) {
		const [x, down] = this.flipped ? [this.width - 1 - column, this.height - 1 - row] : [column, row]
		return (this.drawing.onTop ? down : this.height - 1 - down) * this.width + x
	}

	isRound = (at) => Boolean(this.drawing.points) || ["well", "line"].includes(this.looks.types.get(this.squares[at].type)?.kind)
	isEmpty = (at) => !this.squares[at].piece

	// A board for the first time, or another one: everything is drawn anew.
	set({ width, height, squares }, { drawing = this.drawing, flipped = this.flipped, path = this.lastPath } = {}) {
		stop(this)
		Object.assign(this, { position: { width, height, squares }, drawing, flipped, lastPath: path, looks: looks(squares), names: naming(drawing, width, height) })
		this.svg.setAttribute("viewBox", `0 0 ${width * UNIT} ${height * UNIT}`)
		this.element.style.setProperty("--ratio", String(width / height))
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
		const { looks: { sheet }, drawing: { points } } = this
		const onLines = this.looks.lines || points
		this.ground = new Map()
		const backing = (onLines || sheet) && svg(`rect.${sheet ? "sheet-back" : "wood"}`, { width: this.width * UNIT, height: this.height * UNIT })
		if (this.isLarge) replace(ground, backing, paths(this.squares, this.looks, this.place, this.isShaded))
		else {
			this.squares.forEach((_, at) => this.ground.set(at, svg("g")))
			replace(ground, backing, ...this.ground.values())
			for (const at of this.ground.keys()) this.drawSquare(at)
		}
		replace(lines, onLines ? lineNodes(this) : [])
	}

	drawSquare(at) {
		const square = this.squares[at]
		const look = this.looks.types.get(square.type) ?? { kind: "plain" }
		if (this.drawing.points && look.kind !== "cell") return
		const picture = this.drawing.kinds?.get(square.type)
		replace(this.ground.get(at), squareNodes(square, look, this.place(at), { checker: this.isShaded(at), picture }))
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
		const node = this.putPiece(square, at)
		this.nodes.set(at, node)
		this.layers.pieces.append(node)
	}

	// A piece where it stands, to be put into a layer.
	putPiece(piece, at) {
		const node = this.makePiece(piece)
		node.setAttribute("transform", `translate(${this.place(at).join(" ")})`)
		return node
	}

	makePiece(square) {
		const sheet = this.looks.sheet && this.looks.types.get(square.type)?.kind === "cell"
		return svg("g.piece", pieceNode(square, this.drawing, sheet))
	}

	drawMarks() {
		if (!this.position) return
		const { place, entry, isRound } = this
		replace(this.layers.under, marks.lastMarks(this.lastPath, place, this.isEmpty, isRound))
		for (const node of this.nodes.values()) node.classList.remove("ghost")
		const [from, to] = [this.hint[0], this.hint.at(-1)]
		replace(this.layers.over, to === undefined ? null : this.hint.length > 1 ? marks.arrowMark(from, to, place) : marks.pickMark(from, place, isRound), entry && this.entryMarks(entry))
		this.control?.drawHover()
	}

	entryMarks(entry) {
		const { place, isRound } = this
		const { entered, next } = entry
		const number = (at, step) => marks.numberMark(at, place, step + 1)
		if (entry.isAhead) return entered.map((at, step) => [marks.ownMark(at, place, isRound), number(at, step)])
		const travels = this.travels(entered)
		const goes = travels && entered.length > 1
		if (goes) this.nodes.get(entered[0])?.classList.add("ghost")
		return [
			entered.map((at, step) => [(step === 0 || !travels) && marks.pickMark(at, place, isRound), !travels && entered.length > 1 && number(at, step)]),
			goes && [marks.wayMark(entered, place), this.lifted(entered)],
			(entry.isBegun || this.showsOrigins(entry)) && [...next].map(([at, ends]) => this.nextMark(at, ends)),
		]
	}

	nextMark(at, ends) {
		const { place, isRound } = this
		if (this.looks.sheet) return marks.openMark(at, place)
		if (this.isEmpty(at)) return marks.nextMark(at, place, ends)
		return this.isPrey(at) ? marks.takeMark(at, place) : marks.ownMark(at, place, isRound)
	}

	// The piece on its way, a little above the last square that was entered.
	lifted(entered) {
		const node = this.makePiece(this.squares[entered[0]])
		const [x, y] = this.place(entered.at(-1))
		node.setAttribute("transform", `translate(${x - 4} ${y - 6}) scale(1.08)`)
		return node
	}

	// Before the first square: what may begin a move is shown where that says something, and not where nearly everything may.
	showsOrigins(entry) {
		if (this.looks.sheet) return true
		if (entry.single) return entry.moves.length <= this.squares.length / 3
		const [first] = entry.origins
		const own = this.squares.filter((square) => square.piece && square.team === this.squares[first]?.team).length
		return entry.origins.size * 2 <= own
	}

	// Whether the piece on the first square is on its way; not where squares are named and nothing travels, as when dice are kept.
	travels([first, second]) {
		const [piece, other] = [this.squares[first], this.squares[second]]
		return Boolean(piece?.piece && piece.team) && !(other?.piece && other.team === piece.team)
	}

	// Whether another team's piece stands there than the one that is on its way.
	isPrey(at) {
		const { piece, team } = this.squares[at]
		const mine = this.squares[this.entry?.entered[0]]?.team
		return Boolean(mine && piece && team) && team !== mine
	}

	drawCoordinates() {
		const { names: { columns, rows }, flipped, drawing: { onTop } } = this
		const draw = (place, texts, along, turned) => {
			const names = texts.map((text) => el("span", text))
			replace(place, texts.length === along && el("div.strip", turned ? names.reverse() : names))
		}
		draw(this.ranks, rows, this.height, flipped === Boolean(onTop))
		draw(this.files, columns, this.width, flipped)
		this.element.classList.toggle("bare", !columns.length && !rows.length)
	}

	label(at) {
		const { entry } = this
		const square = this.squares[at]
		const first = entry?.single ? "can be chosen" : "can move"
		const next = entry?.next.has(at) && (!entry.isBegun ? first : this.isPrey(at) ? "can be captured" : "next square")
		const notes = [entry?.entered.includes(at) ? "selected" : next, this.lastPath.includes(at) && "last move"].filter(Boolean)
		return squareWords(square, this.names.square(at), { owner: this.owner(square.team), note: notes.join(", ") })
	}
}
