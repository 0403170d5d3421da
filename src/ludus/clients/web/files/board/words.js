// Squares and pieces in words, for labels, for announcements and for everybody who listens to the board.

import { coordinates } from "./squares.js"

// How the game names its squares; by numbers where it has not been heard.
export function naming({ columns, rows, labels }, width, height) {
	const numbers = (length) => Array.from({ length }, (_, at) => String(at + 1))
	const told = { columns: columns ?? numbers(width), rows: rows ?? numbers(height) }
	const square = (at) => {
		const [x, y] = coordinates(at, width)
		const [column = "", row = ""] = [told.columns[x - 1], told.rows[y - 1]]
		return labels?.[at] || `${column}${row && /\d$/.test(column) ? "," : ""}${row}` || `${x},${y}`
	}
	return { square, ...told }
}

// die536 is "die 5 3 6", score24 is "score 24": the digits of a word are read apart from it.
export function pieceWords(word) {
	const parts = /^(.*?)(\d+)$/.exec(word)
	if (!parts) return word
	return `${parts[1]} ${parts[2].length > 2 ? parts[2].split("").join(" ") : parts[2]}`.trim()
}

const PLAIN = new Set(["square", "light", "dark", "white", "black", "point", "hole", "felt"])

export function squareWords({ type, piece }, name, { owner, note = "" }) {
	return [name, !PLAIN.has(type) && pieceWords(type), piece ? pieceWords(piece) : "empty", piece && owner, note].filter(Boolean).join(", ")
}

export function boardText(position, names, owner) {
	return position.squares.flatMap(({ piece, team }, at) => (piece ? [`${names.square(at)}: ${[pieceWords(piece), owner(team)].filter(Boolean).join(", ")}`] : []))
}
