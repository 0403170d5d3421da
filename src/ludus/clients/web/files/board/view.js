// `View`: which part of a large board is seen. Squares never get too small to hit: then the board pans and zooms instead.
//
// Panning moves the plane as a whole, which costs next to nothing; the pieces and the cells that have come into view are drawn when it rests.

import { el } from "../dom.js"
import { teamLook } from "./pieces.js"
import { within } from "./squares.js"

const SMALLEST = 22, SMALLEST_TOUCH = 40, LARGEST = 120 // pixels a square
const STEP = 1.3 // how much larger squares are after zooming in
const MAP = 120 // pixels of the longer side of the map
export const NEAR = 0.5 // screens around what is seen in which pieces are drawn
const REST = 120 // milliseconds without a movement

export class View {
	constructor(board) {
		Object.assign(this, { board, pans: false, cell: 0, x: 0, y: 0, seenX: 0, seenY: 0, fingers: new Map() })
		const { viewport } = board
		new ResizeObserver(() => { this.fit(); this.settle() }).observe(viewport)
		viewport.addEventListener("wheel", (event) => this.wheel(event), { passive: false })
		this.map = el("canvas", { "aria-hidden": "true" })
		this.seen = el("i")
		this.tools = el("div.zoom",
			el("div.map", { onpointerdown: (event) => this.lead(event), onpointermove: (event) => { if (event.buttons) this.lead(event) } }, this.map, this.seen),
			[["Zoom in", "+", STEP], ["Zoom out", "−", 1 / STEP]].map(([label, sign, by]) => el("button.icon", { label, onclick: () => this.zoom(by) }, sign)))
	}

	// The whole board in small: a dot for each piece, and a frame around what is seen. A press on it leads there.
	drawMap() {
		const { board, map } = this
		if (!this.pans) return
		const dot = Math.max(1, Math.floor(MAP / Math.max(board.width, board.height)))
		map.width = dot * board.width
		map.height = dot * board.height
		const paint = map.getContext("2d")
		board.squares.forEach(({ piece, team }, at) => {
			if (!piece) return
			const [x, y] = board.spot(at)
			paint.fillStyle = teamLook(team, board.drawing.colours?.[team - 1]).fill
			paint.fillRect(x * dot, y * dot, dot, dot)
		})
	}

	// How large what is seen is: asked of the browser when it may have changed, and not while the board pans.
	measure() {
		const { clientWidth, clientHeight } = this.board.viewport
		Object.assign(this, { seenX: clientWidth, seenY: clientHeight })
	}

	// How large the whole board is, in pixels.
	get sizes() { return [this.board.width * this.cell, this.board.height * this.cell] }

	lead(event) {
		const box = this.map.getBoundingClientRect()
		const [width, height] = this.sizes
		this.put(((event.clientX - box.left) / box.width) * width - this.seenX / 2, ((event.clientY - box.top) / box.height) * height - this.seenY / 2)
	}

	get smallest() { return matchMedia("(pointer: coarse)").matches ? SMALLEST_TOUCH : SMALLEST }

	// Fits the board into its viewport, or makes it pan when its squares would be too small.
	fit() {
		const { board } = this
		if (!board.position) return
		this.measure()
		const { pans: was, seenX, seenY } = this
		if (!seenX) return
		this.pans = Math.min(seenX / board.width, Math.max(seenX, seenY) / board.height) < this.smallest && board.squares.length > 400
		board.element.classList.toggle("pans", this.pans)
		if (!this.pans) {
			for (const each of [board.plane, ...this.strips]) each.removeAttribute("style")
			this.tools.remove()
			return
		}
		if (!this.tools.isConnected) board.viewport.append(this.tools)
		this.measure()
		this.drawMap()
		this.cell = Math.max(this.cell, this.smallest)
		const [width, height] = this.sizes
		this.size(...was ? [this.x, this.y] : [(width - this.seenX) / 2, (height - this.seenY) / 2])
	}

	get strips() { return [this.board.ranks.firstElementChild, this.board.files.firstElementChild].filter(Boolean) }

	size(x, y) {
		const [width, height] = this.sizes
		const [ranks, files] = this.strips
		Object.assign(this.board.plane.style, { width: `${width}px`, height: `${height}px` })
		if (ranks) ranks.style.height = `${height}px`
		if (files) files.style.width = `${width}px`
		const share = (part, whole) => `${100 * Math.min(1, part / whole)}%`
		Object.assign(this.seen.style, { width: share(this.seenX, width), height: share(this.seenY, height) })
		this.put(x, y)
	}

	put(x, y) {
		const [width, height] = this.sizes
		this.x = Math.max(0, Math.min(x, width - this.seenX))
		this.y = Math.max(0, Math.min(y, height - this.seenY))
		const [ranks, files] = this.strips
		const shift = (part, x, y) => { if (part) part.style.transform = `translate3d(${x}px, ${y}px, 0)` }
		shift(this.board.plane, -this.x, -this.y)
		shift(ranks, 0, -this.y)
		shift(files, -this.x, 0)
		shift(this.seen, (this.x / width) * this.map.width, (this.y / height) * this.map.height)
		clearTimeout(this.later)
		this.later = setTimeout(() => this.settle(), REST)
	}

	// At rest: the pieces and the cells of what is seen now, and some around it.
	settle() {
		clearTimeout(this.later)
		const { board } = this
		if (!board.position || !board.isLarge) return
		board.drawPieces()
		board.control.build()
	}

	// The first and the last column and row that are in view, or so many screens around it.
	range(margin = 0) {
		const { pans, cell, board: { width, height } } = this
		const span = (from, seen, all) => (pans ? [from - seen * margin, from + seen * (1 + margin)].map((edge) => within(Math.floor(edge / cell), 0, all - 1)) : [0, all - 1])
		return [span(this.x, this.seenX, width), span(this.y, this.seenY, height)]
	}

	zoom(by, [x, y] = [this.seenX / 2, this.seenY / 2]) {
		if (!this.pans) return
		const cell = within(this.cell * by, this.smallest * 0.6, LARGEST)
		const ratio = cell / this.cell
		this.cell = cell
		this.size((this.x + x) * ratio - x, (this.y + y) * ratio - y)
	}

	// Where something is in the viewport.
	toViewport(x, y) {
		const box = this.board.viewport.getBoundingClientRect()
		return [x - box.left, y - box.top]
	}

	wheel(event) {
		if (!this.pans) return
		event.preventDefault()
		if (event.ctrlKey || event.deltaMode === 1 || !event.deltaX) this.zoom(Math.exp(-event.deltaY / 400), this.toViewport(event.clientX, event.clientY))
		else this.put(this.x + event.deltaX, this.y + event.deltaY)
	}

	press(event, holds) {
		if (!this.pans) return
		this.fingers.set(event.pointerId, [event.clientX, event.clientY])
		this.grip = holds ? null : [event.clientX + this.x, event.clientY + this.y]
	}

	// True when the board was moved.
	pan(event) {
		const { clientX: x, clientY: y, pointerId } = event
		if (!this.pans || !this.fingers.has(pointerId)) return false
		const [oldX, oldY] = this.fingers.get(pointerId)
		if (this.fingers.size === 2) {
			const [, [otherX, otherY]] = [...this.fingers].find(([id]) => id !== pointerId)
			const before = Math.hypot(oldX - otherX, oldY - otherY)
			this.fingers.set(pointerId, [x, y])
			if (before > 0) this.zoom(Math.hypot(x - otherX, y - otherY) / before, this.toViewport((x + otherX) / 2, (y + otherY) / 2))
			return true
		}
		if (!this.grip || Math.hypot(x - oldX, y - oldY) < 3) return false
		this.put(this.grip[0] - x, this.grip[1] - y)
		return true
	}

	release(event) { this.fingers.delete(event.pointerId) }

	reveal(at) {
		const { cell } = this
		const [x, y] = this.board.spot(at).map((value) => value * cell)
		const near = (from, to, seen) => (to < from ? to - cell : to + cell > from + seen ? to + 2 * cell - seen : from)
		this.put(near(this.x, x, this.seenX), near(this.y, y, this.seenY))
		this.settle()
	}

	key(name) {
		if (!this.pans || !["+", "-", "0", "="].includes(name)) return false
		if (name === "0") this.cell = this.smallest
		this.zoom(name === "-" ? 1 / STEP : name === "0" ? 1 : STEP)
		return true
	}
}
