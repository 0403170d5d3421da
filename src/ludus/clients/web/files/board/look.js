// How squares look, from the words for them: known words, numbers in words, and the order in which words come up.

const TONES = {
	light: "sq-l", white: "sq-l", dark: "sq-d", black: "sq-d", square: "sq-p", plain: "sq-p",
	ground: "m-grass", grass: "m-grass", green: "m-felt", felt: "m-felt", forest: "q7", water: "q2", blue: "q2", sand: "q3", yellow: "q3", stone: "q4", grey: "q4", wood: "m-wood", brown: "m-wood", red: "q5",
}
const NOTHING = new Set(["void", "none", "blank", "nothing", "off"])
const ON_LINES = new Set(["point", "line", "star"])

// One look for each type of square on a board: { kind, tone, level }. `kind` is plain, well, terrace, ring, cell, line or none.
export function looks(squares) {
	const types = new Map()
	for (const { type } of squares) types.set(type, (types.get(type) ?? 0) + 1)
	const all = squares.length
	const most = Math.max(...types.values())
	const sheet = types.size >= 6 && most < all / 2
	const lines = [...types.keys()].some((type) => type === "point" || type === "star")
	const found = new Map()
	const ground = [...types.keys()].map((type) => TONES[type.toLowerCase()]).find((tone) => tone && !tone.startsWith("sq-")) ?? "m-grass" // below terraces
	let next = 0
	for (const [type, times] of types) {
		const word = type.toLowerCase()
		const number = /(\d+)$/.exec(word)
		const is = (kind, more) => found.set(type, { kind, ...more })
		if (NOTHING.has(word)) is("none")
		else if (sheet) is("cell", { caption: type })
		else if (lines && ON_LINES.has(word)) is("line")
		else if (word === "hole" || word === "well") is("well")
		else if (TONES[word]) is("plain", { tone: TONES[word] })
		else if (number) is("terrace", { level: Number(number[1]), tone: ground })
		else if (times <= 2 && all > 4) is("ring")
		else { is("plain", { tone: `q${(next % 8) + 1}` }); next += 1 }
	}
	return { types: found, sheet, lines, onlyOne: [...found.values()].filter((look) => look.kind !== "none").length === 1 }
}
