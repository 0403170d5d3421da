// The board itself: squares, wells, terraces, sheets, points and lines, as SVG with 100 units a square.

import { circle, svg } from "../dom.js"

export const UNIT = 100
const BLOCK = 10 * UNIT // the side of what is painted together on a large board

// One square as nodes; `x` and `y` are its upper left corner.
export function squareNodes(square, { kind, tone = "sq-p", caption, level }, [x, y], { checker, picture }) {
	const rect = (look) => svg(`rect.${look}`, { x, y, width: UNIT, height: UNIT })
	const round = (look, r, down = 50) => circle(look, x + 50, y + down, r)
	if (kind === "none" || kind === "line") return []
	if (kind === "cell") return [
		svg(`rect.cell${square.team ? `.t${square.team}` : ""}`, { x: x + 3, y: y + 3, width: 94, height: 94, rx: 10 }),
		square.piece.startsWith(caption) ? null : svg("text.cap", { x: x + 50, y: y + 23, "font-size": Math.min(15.5, 150 / caption.length) }, caption),
	]
	if (kind === "well") return [rect("well-board"), round("well-edge", 43), round("well", 40.5, 51.5)]
	return [
		rect(tone), checker && kind === "plain" && rect("shade"),
		kind === "ring" && [round("ring", 40), round("ring", 33)],
		picture ? svg("image", { x, y, width: UNIT, height: UNIT, href: picture }) : kind === "terrace" && terrace(x, y, level),
	]
}

// As many plates as the number says, each lighter than the one below.
function terrace(x, y, level) {
	const plates = Array.from({ length: Math.min(level, 5) }, (_, plate) => {
		const [inset, lift] = [5 + 9 * plate, 3 * plate]
		return svg("rect.plate", { x: x + inset, y: y + inset - lift, width: UNIT - 2 * inset, height: UNIT - 2 * inset, rx: 9 })
	})
	return level ? [...plates, circle("pill", x + 86, y + 86, 10.5), svg("text.pill-n", { x: x + 86, y: y + 86.5 }, level)] : []
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
	return [...parts].map(([name, d]) => svg(`path.${name.split(" ")[0]}`, { d }))
}

// Points, and the lines between them that the game tells.
export function lineNodes({ squares, drawing, place, looks }) {
	const middle = (at) => place(at).map((value) => value + UNIT / 2)
	const isPoint = ({ type }, at) => (drawing.points ? drawing.points.has(at) : looks.types.get(type)?.kind === "line" && type !== "line")
	return [
		drawing.lines && svg("path.rule", { d: drawing.lines.map(([one, other]) => `M${middle(one)}L${middle(other)}`).join("") }),
		squares.map((square, at) => isPoint(square, at) && circle("dot-point", ...middle(at), 9)),
	]
}
