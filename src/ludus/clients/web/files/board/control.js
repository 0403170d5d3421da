// How a board is used: click, drag, touch and keyboard all walk the same entry, square by square.

import { el, replace } from "../dom.js"
import { isStill } from "./animation.js"
import { hasGravity } from "./motion.js"
import * as marks from "./marks.js"
import { within } from "./squares.js"

const DRAG = 4, DRAG_TOUCH = 10 // pixels before a press is a drag

const from = ([first, last], make) => Array.from({ length: last - first + 1 }, (_, step) => make(first + step))

export class Control {
	constructor(board) {
		Object.assign(this, { board, cells: new Map(), focused: 0, hover: -1 })
		this.onMove = () => {} // (move) => a whole move was entered
		this.onChange = () => {} // the entry has changed
		this.onMiss = () => {} // a square that is part of no legal move
		this.onKey = () => false // a key that the board does not know
		const acts = {
			pointerdown: (event) => this.press(event),
			pointermove: (event) => this.move(event),
			pointerup: (event) => this.release(event),
			pointercancel: () => this.putBack(),
			pointerleave: () => this.setHover(-1),
			click: (event) => { if (event.detail === 0) this.choose(this.cellOf(event.target)) },
			contextmenu: (event) => { if (this.dragging) { event.preventDefault(); this.putBack() } },
			keydown: (event) => this.key(event),
			focusin: (event) => this.setFocus(this.cellOf(event.target), { quietly: true }),
		}
		for (const [kind, act] of Object.entries(acts)) board.grid.addEventListener(kind, act)
	}

	// The squares in words: a grid of cells, in the order in which they are seen.
	build() {
		const { board, cells: old, hasFocus } = this
		const { width, height, grid } = board
		Object.assign(grid, { ariaLabel: `${board.title} board, ${width} by ${height}`, ariaRowCount: height, ariaColCount: width })
		const [columns, rows] = board.view.range()
		const [column, row] = board.spot(this.focused)
		this.focused = board.squareIn(within(column, ...columns), within(row, ...rows))
		this.cells = new Map()
		replace(grid, from(rows, (row) => el("div", { role: "row", "aria-rowindex": row + 1, style: { top: `${(row / height) * 100}%`, height: `${100 / height}%` } },
			from(columns, (column) => {
				const at = board.squareIn(column, row)
				const cell = old.get(at) ?? el("div", {
					role: "gridcell", "data-at": at, "aria-colindex": column + 1, style: { left: `${(column / width) * 100}%`, width: `${100 / width}%` },
				})
				cell.setAttribute("tabindex", at === this.focused ? 0 : -1)
				this.cells.set(at, cell)
				return cell
			}))))
		if (hasFocus) this.cells.get(this.focused).focus({ preventScroll: true })
		this.relabel()
	}

	get hasFocus() { return this.board.grid.contains(document.activeElement) }

	relabel() {
		const { board } = this
		const { entry } = board
		const origins = entry?.isBegun ? null : entry?.next
		for (const [at, cell] of this.cells) {
			const says = { ariaLabel: board.label(at), ariaSelected: String(Boolean(entry?.entered.includes(at))) }
			for (const [name, value] of Object.entries(says)) if (cell[name] !== value) cell[name] = value
			const is = { next: entry?.next.has(at), can: entry?.next.has(at) || entry?.origins.has(at), holds: origins?.has(at) && board.squares[at].piece }
			for (const [name, value] of Object.entries(is)) cell.classList.toggle(name, Boolean(value))
		}
	}

	cellOf(target) {
		const cell = target.closest?.("[data-at]")
		return cell ? Number(cell.dataset.at) : -1
	}

	squareAt(event) {
		const { width, height, plane } = this.board
		const box = plane.getBoundingClientRect()
		const column = Math.floor(((event.clientX - box.left) / box.width) * width)
		const row = Math.floor(((event.clientY - box.top) / box.height) * height)
		return column < 0 || row < 0 || column >= width || row >= height ? -1 : this.board.squareIn(column, row)
	}

	// Entering

	choose(at) {
		const { entry, isEmpty } = this.board
		if (at < 0) return
		const did = entry?.choose(this.fallen(at), isEmpty) ?? "nothing"
		if (did === "nothing") {
			if (entry) this.shake(at)
			this.onMiss(at)
		} else if (did === "finished") this.finish()
		else this.changed()
	}

	finish() {
		const { entry } = this.board
		if (!entry?.whole) return
		this.board.drawMarks()
		this.onMove(entry.whole)
	}

	// Where pieces fall, any square of a column means the one where the piece comes to rest.
	fallen(at) {
		const { entry, width, squares } = this.board
		if (entry.isBegun || entry.next.has(at) || !hasGravity(squares, width, entry.moves)) return at
		return [...entry.next.keys()].find((square) => square % width === at % width) ?? at
	}

	back() {
		this.board.entry?.back()
		this.changed()
	}

	clear() {
		this.board.entry?.clear()
		this.changed()
	}

	changed() {
		this.board.refresh()
		this.onChange()
	}

	shake(at) {
		if (!isStill()) this.board.nodes.get(at)?.firstElementChild.animate({ transform: ["none", "translate(3px)", "translate(-3px)", "none"] }, 160)
	}

	// Pointer

	press(event) {
		if (event.button !== 0) return
		const at = this.squareAt(event)
		this.pressed = { at, x: event.clientX, y: event.clientY, id: event.pointerId, touch: event.pointerType === "touch" }
		const { view, grid } = this.board
		const holds = this.canDrag(at)
		if (holds || view.pans) grid.setPointerCapture(event.pointerId)
		view.press(event, holds)
	}

	canDrag(at) {
		const { entry, isEmpty } = this.board
		return Boolean(entry) && at >= 0 && ((entry.origins.has(at) && !isEmpty(at)) || entry.entered.at(-1) === at)
	}

	move(event) {
		const at = this.squareAt(event)
		const { pressed } = this
		if (event.pointerType === "mouse" && !this.dragging) this.setHover(at)
		if (event.pointerId !== pressed?.id) return
		const far = Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y)
		if (!this.dragging && far > (pressed.touch ? DRAG_TOUCH : DRAG) && this.canDrag(pressed.at)) this.lift()
		if (this.dragging) this.carry(event, at)
		else if (this.board.view.pan(event)) pressed.panned = true
	}

	lift() {
		const { board, pressed } = this
		const { entry } = board
		if (entry.entered.at(-1) !== pressed.at) entry.set([pressed.at])
		this.dragging = true
		board.grid.classList.add("dragging")
		board.refresh()
		const from = entry.entered[0]
		board.nodes.get(from)?.classList.add("ghost")
		this.held = board.makePiece(board.squares[from])
		board.layers.top.append(this.held)
		this.onChange()
	}

	carry(event, at) {
		const { board } = this
		const box = board.plane.getBoundingClientRect()
		const scale = box.width / (board.width * 100)
		const size = this.pressed.touch ? 1.6 : 1.08
		const x = (event.clientX - box.left) / scale - 50 * size
		const y = (event.clientY - box.top - (this.pressed.touch ? 40 : 0)) / scale - 50 * size
		this.held.setAttribute("transform", `translate(${x} ${y}) scale(${size})`)
		this.setHover(at)
	}

	release(event) {
		const { pressed } = this
		this.pressed = null
		this.board.view.release(event)
		if (!pressed || event.pointerId !== pressed.id) return
		const at = this.squareAt(event)
		if (this.dragging) {
			this.letGo()
			const did = at < 0 || at === pressed.at ? "went back" : this.board.entry.drop(pressed.at, at, this.board.isEmpty)
			if (did === "nothing") this.onMiss(at)
			if (did === "finished") this.finish()
			else this.changed()
		} else if (!pressed.panned && at === pressed.at) {
			this.setFocus(at, { quietly: true })
			this.choose(at)
		}
	}

	letGo() {
		this.dragging = false
		this.held?.remove()
		this.held = null
		this.board.grid.classList.remove("dragging")
	}

	putBack() {
		this.pressed = null
		if (!this.dragging) return
		this.letGo()
		this.clear()
	}

	setHover(at) {
		if (at === this.hover) return
		this.hover = at
		this.drawHover()
	}

	drawHover() {
		const { board, board: { entry } } = this
		const at = this.hover >= 0 ? this.hover : this.hasFocus ? this.focused : -1
		this.hoverNodes?.forEach((node) => node.remove())
		this.hoverNodes = []
		if (!entry || at < 0) return
		const meant = this.dragging ? at : this.fallen(at)
		if (!entry.next.has(meant)) return
		if (this.dragging) this.hoverNodes = marks.hoverMark(meant, board.place, board.isRound)
		else if (!entry.isBegun && entry.single && board.isEmpty(meant)) this.hoverNodes = marks.nextMark(meant, board.place, true)
		board.layers.over.append(...this.hoverNodes)
	}

	// Keyboard

	setFocus(at, { quietly = false } = {}) {
		if (at < 0 || at >= this.board.squares.length) return
		const old = this.cells.get(this.focused)
		this.focused = at
		if (this.board.view.pans && !quietly) this.board.view.reveal(at)
		if (!this.cells.has(at)) this.build()
		old?.setAttribute("tabindex", "-1")
		const cell = this.cells.get(at)
		cell.setAttribute("tabindex", "0")
		if (!quietly) cell.focus({ preventScroll: false })
		this.drawHover()
	}

	key(event) {
		if (event.ctrlKey && !["Home", "End"].includes(event.key)) return
		if (event.altKey || event.metaKey) return
		const done = this.steer(event) || this.enterKey(event) || this.board.view.key(event.key) || this.onKey(event)
		if (done) event.preventDefault()
	}

	steer(event) {
		const { board, focused } = this
		const { width, height } = board
		const [column, row] = board.spot(focused)
		const places = {
			ArrowLeft: [column - 1, row], ArrowRight: [column + 1, row], ArrowUp: [column, row - 1], ArrowDown: [column, row + 1],
			Home: [0, event.ctrlKey ? 0 : row], End: [width, event.ctrlKey ? height : row], PageUp: [column, 0], PageDown: [column, height],
		}
		const place = places[event.key]
		if (place) this.setFocus(board.squareIn(within(place[0], 0, width - 1), within(place[1], 0, height - 1)))
		return Boolean(place)
	}

	enterKey(event) {
		const { focused, board: { entry } } = this
		const { key } = event
		if (key === "Enter" && entry?.whole && entry.entered.at(-1) === focused) this.finish()
		else if (key === "Enter" || key === " ") this.choose(focused)
		else if (key === "Escape" && this.dragging) this.putBack()
		else if (key === "Escape" && entry?.isBegun) this.clear()
		else if (key === "Backspace" && entry?.isBegun) this.back()
		else if (key.toLowerCase() === "n" && entry) {
			const next = [...entry.next.keys()].sort((one, other) => one - other)
			this.setFocus((event.shiftKey ? next.findLast((at) => at < focused) ?? next.at(-1) : next.find((at) => at > focused) ?? next[0]) ?? -1)
		} else return false
		return true
	}
}
