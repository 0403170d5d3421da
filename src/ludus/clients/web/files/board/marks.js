// Marks on the board. Each is drawn twice, casing first, because nobody knows the colour of the square below it.
//
// Amber is what happened, blue what you are doing, red brackets what you would capture; and every mark has a shape of its own.

import { svg } from "../dom.js"

const cased = (shape, attributes, className, width) => [
	svg(shape, { ...attributes, class: "case", "stroke-width": width + 4 }),
	svg(shape, { ...attributes, class: className, "stroke-width": width }),
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
			svg(shape, { ...box, class: left ? "last-from" : "last" }),
			svg(shape, { ...box, class: "last-edge", "stroke-width": 4, "stroke-dasharray": left ? "13 9" : null }),
		]
	})
}

export function pickMark(at, place, round) {
	const [shape, box] = frame(place(at), round(at))
	return [svg(shape, { ...box, class: "pick" }), ...cased(shape, box, "pick-edge", 4)]
}

export function ownMark(at, place, round) {
	const [shape, box] = frame(place(at), round(at))
	return cased(shape, { ...box, "stroke-dasharray": "11 8" }, "pick-edge", 4)
}

export function openMark(at, place) {
	const [x, y] = place(at)
	return [svg("rect", { x: x + 5, y: y + 5, width: 90, height: 90, rx: 9, class: "open" })]
}

export function nextMark(at, place, ends) {
	const [cx, cy] = middle(at, place)
	const dot = [svg("circle", { cx, cy, r: 15, class: "to-case" }), svg("circle", { cx, cy, r: 12, class: "to" })]
	return ends ? [svg("circle", { cx, cy, r: 23, class: "to-ring" }), svg("circle", { cx, cy, r: 20, class: "to-end" }), ...dot.slice(1)] : dot
}

export function takeMark(at, place) {
	const [x, y] = place(at)
	const brackets = { transform: `translate(${x} ${y})`, d: "M8 28V8H28M72 8H92V28M92 72V92H72M28 92H8V72" }
	return [svg("rect", { x: x + 4, y: y + 4, width: 92, height: 92, rx: 5, class: "take-bg" }), ...cased("path", brackets, "take", 7)]
}

export function wayMark(squares, place) {
	const points = squares.map((at) => middle(at, place))
	return [...cased("polyline", { points: points.join(" ") }, "way", 9), svg("circle", { cx: points[0][0], cy: points[0][1], r: 9, class: "way-dot" })]
}

export function numberMark(at, place, number) {
	const [x, y] = place(at)
	return [svg("circle", { cx: x + 84, cy: y + 16, r: 14, class: "way-dot" }), svg("text", { x: x + 84, y: y + 16.5, class: "way-num" }, String(number))]
}

export function arrowMark(from, to, place) {
	const [[x1, y1], [x2, y2]] = [middle(from, place), middle(to, place)]
	const length = Math.hypot(x2 - x1, y2 - y1) || 1
	const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length]
	const [bx, by] = [x2 - 30 * ux, y2 - 30 * uy]
	const head = `${x2},${y2} ${bx - 22 * uy},${by + 22 * ux} ${bx + 22 * uy},${by - 22 * ux}`
	return [...cased("line", { x1, y1, x2: bx, y2: by }, "way", 12), svg("polygon", { points: head, class: "way-dot" })]
}

export function hoverMark(at, place, round) {
	const [shape, box] = frame(place(at), round(at), 2)
	return [svg(shape, { ...box, class: "hover-edge" })]
}
