// The board itself: squares, wells, terraces, sheets, points and lines, as SVG with 100 units a square.

import { svg } from "../dom.js"
import { joins } from "./look.js"

export const UNIT = 100

// Draws one square into `group`; `place(at)` gives its upper left corner.
export function squareNodes(at, square, look, [x, y], { checker, picture }) {
	const nodes = []
	const tone = look.tone ?? "sq-p"
	const rect = (attributes) => svg("rect", { x, y, width: UNIT, height: UNIT, ...attributes })
	if (look.kind === "none" || look.kind === "line") return nodes
	if (look.kind === "cell") {
		nodes.push(svg("rect", { x: x + 3, y: y + 3, width: 94, height: 94, rx: 10, class: `cell${square.team ? ` f${((square.team - 1) % 8) + 1}` : ""}` }))
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

function terrace(x, y, level) {
	const nodes = []
	for (let plate = 1; plate <= Math.min(level, 5); plate += 1) {
		const inset = 5 + 9 * (plate - 1)
		const side = UNIT - 2 * inset
		const lift = 3 * plate
		nodes.push(svg("rect", { x: x + inset, y: y + inset - lift + 5, width: side, height: side, rx: 9, class: `plate-edge p${Math.min(plate, 3)}` }))
		nodes.push(svg("rect", { x: x + inset, y: y + inset - lift, width: side, height: side - 2, rx: 9, class: `plate p${Math.min(plate, 3)}` }))
	}
	if (level > 0) {
		nodes.push(svg("circle", { cx: x + 86, cy: y + 86, r: 10.5, class: "pill" }), svg("text", { x: x + 86, y: y + 86.5, class: "pill-n" }, String(level)))
	}
	return nodes
}

// All squares of each tone as one path: a board of ten thousand squares is a handful of nodes.
export function paths(squares, looks, place, checker) {
	const parts = new Map()
	const add = (name, text) => parts.set(name, (parts.get(name) ?? "") + text)
	squares.forEach((square, at) => {
		const look = looks.types.get(square.type)
		if (!look || look.kind === "none") return
		const [x, y] = place(at)
		add(look.tone ?? (look.kind === "well" ? "well-board" : "sq-p"), `M${x} ${y}h100v100h-100z`)
		if (checker(at)) add("shade", `M${x} ${y}h100v100h-100z`)
	})
	return [...parts].map(([name, d]) => svg("path", { d, class: name }))
}

// Points and lines: those the game tells, or those its words mean.
export function lineNodes(position, drawing, place, looks) {
	const middle = (at) => { const [x, y] = place(at); return [x + 50, y + 50] }
	const nodes = []
	const pairs = drawing.lines ?? joins(position)
	let d = ""
	for (const [one, other] of pairs) {
		const [x1, y1] = middle(one)
		const [x2, y2] = middle(other)
		d += `M${x1} ${y1}L${x2} ${y2}`
	}
	if (d) nodes.push(svg("path", { d, class: "rule" }))
	position.squares.forEach((square, at) => {
		const isPoint = drawing.points ? drawing.points.has(at) : looks.types.get(square.type)?.kind === "line" && square.type !== "line"
		if (isPoint) {
			const [x, y] = middle(at)
			nodes.push(svg("circle", { cx: x, cy: y, r: 9, class: "dot-point" }))
		}
	})
	return nodes
}
