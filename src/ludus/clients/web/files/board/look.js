// How squares look, from the words for them: known words, numbers in words, and the order in which words come up.

const TONES = { light: "sq-l", white: "sq-l", dark: "sq-d", black: "sq-d", square: "sq-p", plain: "sq-p" }
const MATERIALS = {
	ground: "m-grass", grass: "m-grass", green: "m-felt", felt: "m-felt", cloth: "m-felt", forest: "m-forest", water: "m-water", sea: "m-water", blue: "m-water",
	sand: "m-sand", desert: "m-sand", yellow: "m-sand", stone: "m-stone", rock: "m-stone", grey: "m-stone", gray: "m-stone",
	wood: "m-wood", brown: "m-wood", red: "m-red", snow: "m-snow",
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

// The lines of a board made of points: neighbours, and points with nothing but `line` between them. Pairs of square numbers.
export function joins(position) {
	const { squares, width } = position
	const height = squares.length / width
	const found = []
	const isPoint = (at) => squares[at].type === "point" || squares[at].type === "star"
	const walk = (x, y, right, up) => {
		for (let [nx, ny] = [x + right, y + up]; nx >= 0 && nx < width && ny >= 0 && ny < height; nx += right, ny += up) {
			const at = ny * width + nx
			if (isPoint(at)) return at
			if (squares[at].type !== "line") return -1
		}
		return -1
	}
	for (let at = 0; at < squares.length; at += 1) {
		if (!isPoint(at)) continue
		const [x, y] = [at % width, Math.floor(at / width)]
		for (const [right, up] of squares[at].type === "star" ? [[1, 0], [0, 1], [1, 1], [1, -1]] : [[1, 0], [0, 1]]) {
			const other = walk(x, y, right, up)
			if (other >= 0 && (right === 0 || up === 0 || squares[other].type === "star" || squares[at].type === "star")) found.push([at, other])
		}
	}
	return found
}
