// How pieces look: the game's own picture, or a token made of the team's shape and the piece's word.

import { svg } from "../dom.js"

const TEAMS = [
	{ fill: "#9a9f9b", edge: "#4f5552", on: "#1f2422", name: "nobody" },
	{ fill: "#d4523a", edge: "#7d2313", on: "#fff6ea", name: "disc" },
	{ fill: "#f4c14a", edge: "#7a5206", on: "#33240a", name: "diamond" },
	{ fill: "#2f6fb5", edge: "#12355d", on: "#f2f8ff", name: "hexagon" },
	{ fill: "#3c9a5f", edge: "#14502c", on: "#f2fff6", name: "square" },
	{ fill: "#f4eee0", edge: "#6b614c", on: "#2b2619", name: "triangle" },
	{ fill: "#2b3330", edge: "#0b0f0d", on: "#f0f4f1", name: "star" },
	{ fill: "#8fcfe6", edge: "#1f5c73", on: "#0c2c38", name: "shield" },
	{ fill: "#d58bb4", edge: "#6d2a50", on: "#35112a", name: "cross" },
]

// The team's usual look, in the colour that the game gives it; the shape stays, for those who see few colours.
export function teamLook(team, colour) {
	const usual = TEAMS[team === 0 ? 0 : ((team - 1) % 8) + 1]
	if (!colour || colour === usual.fill) return usual
	const like = TEAMS.find((each) => each.fill === colour) ?? { fill: colour, edge: "#2b2619", on: "#fff6ea" }
	return { ...like, name: usual.name }
}

const SHAPES = {
	nobody: ["circle", { cx: 50, cy: 50, r: 36 }],
	disc: ["circle", { cx: 50, cy: 50, r: 37 }],
	diamond: ["rect", { x: 21, y: 21, width: 58, height: 58, rx: 8, transform: "rotate(45 50 50)" }],
	hexagon: ["polygon", { points: "29,14 71,14 92,50 71,86 29,86 8,50" }],
	square: ["rect", { x: 16, y: 16, width: 68, height: 68, rx: 9 }],
	triangle: ["polygon", { points: "50,9 92,84 8,84" }],
	star: ["polygon", { points: "50,6 61,37 94,37 68,57 78,90 50,71 22,90 32,57 6,37 39,37" }],
	shield: ["path", { d: "M14 14h72v38c0 22-18 32-36 40-18-8-36-18-36-40z" }],
	cross: ["path", { d: "M34 10h32v24h24v32H66v24H34V66H10V34h24z" }],
}

const shape = ({ name }, attributes) => svg(SHAPES[name][0], { ...SHAPES[name][1], ...attributes })

// The team's sign beside a name.
export function teamSign(team, colour) {
	const look = teamLook(team, colour)
	return svg("svg.sign", { viewBox: "0 0 100 100", "aria-hidden": "true" },
		shape(look, { fill: look.fill, stroke: look.edge, "stroke-width": 6, "stroke-linejoin": "round" }),
		svg("circle", { cx: 50, cy: look.name === "triangle" ? 60 : 50, r: 12, fill: look.on, "fill-opacity": 0.85 }))
}

const BONE = { fill: "#fffdf6", edge: "#cfc6b0", on: "#24302c", rim: "#8a8069" } // a die of nobody
const HIDDEN = /^(hidden|unknown|secret|back|\?)$/i
const PIPS = [[], [4], [0, 8], [0, 4, 8], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]]

function pips(number, fill) {
	return PIPS[number].map((place) => svg("circle", { cx: 31 + 19 * (place % 3), cy: 31 + 19 * Math.floor(place / 3), r: 7.2, fill }))
}

// What is written on a token: digits at the end of the word, the game's letter, or the first letters of the word.
function inscription(word, letter) {
	const number = /(\d+)$/.exec(word)
	if (number) return number[1]
	if (letter) return letter.toUpperCase()
	return word.slice(0, 1).toUpperCase()
}

function token(word, team, letter = "", colour = "") {
	const look = teamLook(team, colour)
	const die = /^die([1-6])$/.exec(word)
	if (die) {
		const { fill, edge, on, rim = edge } = team ? look : BONE
		const body = (y, more) => svg("rect", { x: 17, y, width: 66, height: 66, rx: 13, ...more })
		return svg("g", body(21, { fill: edge }), body(16, { fill, stroke: rim, "stroke-width": 2.5 }), pips(Number(die[1]), on))
	}
	const { name, fill, edge, on } = look
	const middle = name === "triangle" ? 61 : 50
	const isHidden = HIDDEN.test(word)
	const isCapital = letter !== letter.toLowerCase()
	const text = isHidden ? "?" : inscription(word, letter)
	return svg("g",
		shape(look, { fill: edge, transform: `translate(0 4)${name === "diamond" ? " rotate(45 50 50)" : ""}`, opacity: 0.9 }),
		shape(look, { fill, stroke: edge, "stroke-width": 3.5, "stroke-linejoin": "round" }),
		name === "star" && shape(look, { fill: "none", stroke: "#d7ded9", "stroke-width": 1.2, "stroke-opacity": 0.7 }),
		isHidden ? [-30, -10, 10, 30].map((at) => svg("line", { x1: 34 + at, y1: middle + 16, x2: 66 + at, y2: middle - 16, stroke: edge, "stroke-width": 4, opacity: 0.35 }))
			: (name === "disc" || name === "nobody") && svg("circle", { cx: 50, cy: 50, r: 28, fill: "none", stroke: edge, "stroke-width": 2, opacity: 0.55 }),
		isCapital && /^[A-Z]$/.test(letter) && svg("path", { d: "M34 30l4-14 7 8 5-11 5 11 7-8 4 14z", fill: on, stroke: edge, "stroke-width": 2 }),
		svg("text.pl", { x: 50, y: middle + (isCapital ? 6 : 1), fill: on, "font-size": text.length > 2 ? 22 : text.length > 1 ? 28 : 34 }, text))
}

// On a sheet, numbers are written rather than stood.
function figure(word, team) {
	const number = /(\d+)$/.exec(word)?.[1] ?? word
	return svg("g", svg("text", { x: 50, y: 60, class: `val t${team}`, "font-size": number.length > 3 ? 28 : 37 }, number))
}

// A piece as it is to be drawn. A picture that cannot be loaded is replaced by the token.
export function pieceNode({ piece, team }, drawing, sheet = false) {
	const { letter, picture } = drawing.piece?.(piece, team) ?? {}
	const plain = () => token(piece, team, letter, drawing.colours?.[team - 1])
	if (sheet && /\d$/.test(piece) && !/^die[1-6]$/.test(piece)) return figure(piece, team)
	if (!picture) return plain()
	const group = svg("g", svg("image", { href: picture, width: 100, height: 100, onerror: () => group.replaceChildren(plain()) }))
	return group
}
