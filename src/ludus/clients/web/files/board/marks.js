// Marks on the board. Each is drawn twice, casing first, because nobody knows the colour of the square below it.
//
// Amber is what happened, blue what you are doing, red brackets what you would capture; and every mark has a shape of its own.

import { circle, svg } from "../dom.js"

const cased = (shape, attributes, look, width) => [
	svg(`${shape}.case`, { ...attributes, "stroke-width": width + 4 }),
	svg(`${shape}.${look}`, { ...attributes, "stroke-width": width }),
]

const frame = ([x, y], round, inset = 4) => (round
	? ["circle", { cx: x + 50, cy: y + 50, r: 46 - inset }]
	: ["rect", { x: x + inset, y: y + inset, width: 100 - 2 * inset, height: 100 - 2 * inset, rx: 5 }])

const middle = (at, place) => place(at).map((value) => value + 50)

export function lastMarks(path, place, isEmpty, round) {
	return path.flatMap((at, step) => {
		const [shape, box] = frame(place(at), round(at))
		const left = step === 0 && path.length > 1 && isEmpty(at)
		return [
			svg(`${shape}.${left ? "last-from" : "last"}`, box),
			svg(`${shape}.last-edge`, { ...box, "stroke-width": 4, "stroke-dasharray": left ? "13 9" : null }),
		]
	})
}

export function pickMark(at, place, round) {
	const [shape, box] = frame(place(at), round(at))
	return [svg(`${shape}.pick`, box), ...cased(shape, box, "pick-edge", 4)]
}

export function ownMark(at, place, round) {
	const [shape, box] = frame(place(at), round(at))
	return cased(shape, { ...box, "stroke-dasharray": "11 8" }, "pick-edge", 4)
}

export function openMark(at, place) {
	const [x, y] = place(at)
	return [svg("rect.open", { x: x + 5, y: y + 5, width: 90, height: 90, rx: 9 })]
}

export function nextMark(at, place, ends) {
	const spot = (look, r) => circle(look, ...middle(at, place), r)
	return ends ? [spot("to-ring", 23), spot("to-end", 20), spot("to", 12)] : [spot("to-case", 15), spot("to", 12)]
}

export function takeMark(at, place) {
	const [x, y] = place(at)
	const brackets = { transform: `translate(${x} ${y})`, d: "M8 28V8H28M72 8H92V28M92 72V92H72M28 92H8V72" }
	return [svg("rect.take-bg", { x: x + 4, y: y + 4, width: 92, height: 92, rx: 5 }), ...cased("path", brackets, "take", 7)]
}

export function wayMark(squares, place) {
	const points = squares.map((at) => middle(at, place))
	return [...cased("polyline", { points: points.join(" ") }, "way", 9), circle("way-dot", ...points[0], 9)]
}

export function numberMark(at, place, number) {
	const [x, y] = place(at)
	return [circle("way-dot", x + 84, y + 16, 14), svg("text.way-num", { x: x + 84, y: y + 16.5 }, number)]
}

export function arrowMark(from, to, place) {
	const [[x1, y1], [x2, y2]] = [middle(from, place), middle(to, place)]
	const length = Math.hypot(x2 - x1, y2 - y1) || 1
	const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length]
	const [bx, by] = [x2 - 30 * ux, y2 - 30 * uy]
	const head = `${x2},${y2} ${bx - 22 * uy},${by + 22 * ux} ${bx + 22 * uy},${by - 22 * ux}`
	return [...cased("line", { x1, y1, x2: bx, y2: by }, "way", 12), svg("polygon.way-dot", { points: head })]
}

export function hoverMark(at, place, round) {
	const [shape, box] = frame(place(at), round(at), 2)
	return [svg(`${shape}.hover-edge`, box)]
}
