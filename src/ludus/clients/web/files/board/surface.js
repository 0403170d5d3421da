// The board itself: squares, wells, terraces, sheets, points and lines, as SVG with 100 units a square.

import { svg } from "../dom.js"

export const UNIT = 100
const BLOCK = 10 * UNIT // the side of what is painted together on a large board

// Draws one square into `group`; `place(at)` gives its upper left corner.
export function squareNodes(at, square, look, [x, y], { checker, picture }) {
	const nodes = []
	const tone = look.tone ?? "sq-p"
	const rect = (attributes) => svg("rect", { x, y, width: UNIT, height: UNIT, ...attributes })
	if (look.kind === "none" || look.kind === "line") return nodes
	if (look.kind === "cell") {
		nodes.push(svg("rect", { x: x + 3, y: y + 3, width: 94, height: 94, rx: 10, class: square.team ? `cell t${square.team}` : "cell" }))
		if (!square.piece.startsWith(look.caption)) nodes.push(svg("text", { x: x + 50, y: y + 23, class: "cap", "font-size": Math.min(15.5, 150 / look.caption.length) }, look.caption))
		return nodes
	}
	nodes.push(rect({ class: look.kind === "well" ? "well-board" : tone }))
	if (checker && look.kind === "plain") nodes.push(rect({ class: "shade" }))
	if (look.kind === "well") {
		nodes.push(svg("circle", { cx: x + 50, cy: y + 50, r: 43, class: "well-edge" }), svg("circle", { cx: x + 50, cy: y + 51.5, r: 40.5, class: "well" }))
	}
	if (look.kind === "ring") {
		nodes.push(svg("circle", { cx: x + 50, cy: y + 50, r: 40, class: "ring" }), svg("circle", { cx: x + 50, cy: y + 50, r: 33, class: "ring" }))
	}
	if (look.kind === "terrace" && !picture) nodes.push(...terrace(x, y, look.level))
	if (picture) nodes.push(svg("image", { x, y, width: UNIT, height: UNIT, href: picture }))
	return nodes
}

// As many plates as the number says, each lighter than the one below.
function terrace(x, y, level) {
	const plates = Array.from({ length: Math.min(level, 5) }, (_, plate) => {
		const [inset, lift] = [5 + 9 * plate, 3 * plate]
		return svg("rect", { x: x + inset, y: y + inset - lift, width: UNIT - 2 * inset, height: UNIT - 2 * inset, rx: 9, class: "plate" })
	})
	return level ? [...plates, svg("circle", { cx: x + 86, cy: y + 86, r: 10.5, class: "pill" }), svg("text", { x: x + 86, y: y + 86.5, class: "pill-n" }, String(level))] : []
}

// Squares of one tone that lie together as one path: a board of ten thousand squares is some hundred nodes, and where the browser
// paints a part of it, it goes through the paths of that part and not through all squares.
export function paths(squares, looks, place, checker) {
	const parts = new Map()
	const add = (name, text) => parts.set(name, (parts.get(name) ?? "") + text)
	squares.forEach((square, at) => {
		const look = looks.types.get(square.type)
		if (!look || look.kind === "none") return
		const [x, y] = place(at)
		const block = `${Math.floor(x / BLOCK)} ${Math.floor(y / BLOCK)}`
		add(`${look.tone ?? (look.kind === "well" ? "well-board" : "sq-p")} ${block}`, `M${x} ${y}h100v100h-100z`)
		if (checker(at)) add(`shade ${block}`, `M${x} ${y}h100v100h-100z`)
	})
	return [...parts].map(([name, d]) => svg("path", { d, class: name.split(" ")[0] }))
}

// Points, and the lines between them that the game tells.
export function lineNodes(position, drawing, place, looks) {
	const middle = (at) => { const [x, y] = place(at); return [x + 50, y + 50] }
	const nodes = []
	if (drawing.lines) nodes.push(svg("path", { d: drawing.lines.map(([one, other]) => `M${middle(one)}L${middle(other)}`).join(""), class: "rule" }))
	position.squares.forEach((square, at) => {
		const isPoint = drawing.points ? drawing.points.has(at) : looks.types.get(square.type)?.kind === "line" && square.type !== "line"
		if (isPoint) {
			const [x, y] = middle(at)
			nodes.push(svg("circle", { cx: x, cy: y, r: 9, class: "dot-point" }))
		}
	})
	return nodes
}
