// Squares and pieces in words, for labels, for announcements and for everybody who listens to the board.

const LETTERS = "abcdefghijklmnopqrstuvwxyz"

export const column = (x) => (x <= 26 ? LETTERS[x - 1] : LETTERS[Math.floor((x - 1) / 26) - 1] + LETTERS[(x - 1) % 26])

// How the game names its squares: as it says itself, else guessed from how its moves are written.
export function naming(drawing, width, height, moves = []) {
	const told = drawing.labels
	const numbers = moves.some(({ text, path }) => text.includes(`${path[0][0]},${path[0][1]}`))
	const columns = told?.columns ?? Array.from({ length: width }, (_, at) => (numbers ? String(at + 1) : column(at + 1)))
	const rows = told?.rows ?? Array.from({ length: height }, (_, at) => String(at + 1))
	const name = (x, y) => {
		const between = columns.length && rows.length && /\d$/.test(columns[x]) ? "," : ""
		return `${columns[x] ?? ""}${between}${rows[y] ?? ""}`
	}
	const square = (at) => told?.squares?.[at] || name(at % width, Math.floor(at / width)) || `${(at % width) + 1},${Math.floor(at / width) + 1}`
	return { square, columns, rows }
}

// die536 is "die 5 3 6", score24 is "score 24": the digits of a word are read apart from it.
export function pieceWords(word) {
	const parts = /^(.*?)(\d+)$/.exec(word)
	if (!parts) return word
	return `${parts[1]} ${parts[2].length > 2 ? parts[2].split("").join(" ") : parts[2]}`.trim()
}

const PLAIN = new Set(["square", "light", "dark", "white", "black", "point", "hole", "felt"])

export function squareWords(square, name, { owner, note = "" }) {
	const parts = [name]
	if (!PLAIN.has(square.type)) parts.push(pieceWords(square.type))
	parts.push(square.piece ? pieceWords(square.piece) : "empty")
	if (square.piece && owner) parts.push(owner)
	if (note) parts.push(note)
	return parts.join(", ")
}

export function boardText(position, names, owner) {
	const lines = []
	position.squares.forEach((square, at) => {
		if (square.piece) lines.push(`${names.square(at)}: ${pieceWords(square.piece)}${owner(square.team) ? `, ${owner(square.team)}` : ""}`)
	})
	return lines
}
