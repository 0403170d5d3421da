// How squares look, from the words for them: known words, numbers in words, and the order in which words come up.

const TONES = { light: "sq-l", white: "sq-l", dark: "sq-d", black: "sq-d", square: "sq-p", plain: "sq-p" }
const MATERIALS = {
	ground: "m-grass", grass: "m-grass", green: "m-felt", felt: "m-felt", forest: "q7", water: "q2", blue: "q2", sand: "q3", yellow: "q3", stone: "q4", grey: "q4", wood: "m-wood", brown: "m-wood", red: "q5",
}
const NOTHING = new Set(["void", "none", "blank", "nothing", "off"])
const ON_LINES = new Set(["point", "line", "star"])

// One look for each type of square on a board: { kind, tone, level }. `kind` is plain, well, terrace, ring, cell, line or none.
export function looks(position) {
	const types = new Map()
	for (const { type } of position.squares) types.set(type, (types.get(type) ?? 0) + 1)
	const all = position.squares.length
	const most = Math.max(...types.values())
	const sheet = types.size >= 6 && most < all / 2
	const lines = [...types.keys()].some((type) => type === "point" || type === "star")
	const found = new Map()
	let next = 0
	for (const [type, times] of types) {
		const word = type.toLowerCase()
		const number = /^(.*?)(\d+)$/.exec(word)
		if (NOTHING.has(word)) found.set(type, { kind: "none" })
		else if (sheet) found.set(type, { kind: "cell", caption: type })
		else if (lines && ON_LINES.has(word)) found.set(type, { kind: "line" })
		else if (word === "hole" || word === "well") found.set(type, { kind: "well" })
		else if (TONES[word]) found.set(type, { kind: "plain", tone: TONES[word] })
		else if (MATERIALS[word]) found.set(type, { kind: "plain", tone: MATERIALS[word] })
		else if (number) found.set(type, { kind: "terrace", level: Number(number[2]), tone: groundOf(types) })
		else if (times <= 2 && all > 4) found.set(type, { kind: "ring", tone: "sq-p" })
		else { found.set(type, { kind: "plain", tone: `q${(next % 8) + 1}` }); next += 1 }
	}
	return { types: found, sheet, lines, onlyOne: [...found.values()].filter((look) => look.kind !== "none").length === 1 }
}

const groundOf = (types) => {
	for (const type of types.keys()) if (MATERIALS[type.toLowerCase()]) return MATERIALS[type.toLowerCase()]
	return "m-grass"
}
