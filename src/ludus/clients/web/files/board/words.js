// Squares and pieces in words, for labels, for announcements and for everybody who listens to the board.

const LETTERS = "abcdefghijklmnopqrstuvwxyz"

export const column = (x) => (x <= 26 ? LETTERS[x - 1] : LETTERS[Math.floor((x - 1) / 26) - 1] + LETTERS[(x - 1) % 26])

// How the game names its squares: as it says itself, else guessed from how its moves are written.
export function naming(drawing, width, height, moves = []) {
	const labels = drawing.labels
	if (labels?.squares) return { square: (at) => labels.squares[at], columns: labels.columns, rows: labels.rows }
	if (labels?.columns) {
		const join = labels.join ?? ""
		return { square: (at) => `${labels.columns[at % width]}${join}${labels.rows[Math.floor(at / width)]}`, columns: labels.columns, rows: labels.rows }
	}
	const numbers = moves.some(({ text, path }) => text.includes(`${path[0][0]},${path[0][1]}`))
	const across = Array.from({ length: width }, (_, at) => (numbers ? String(at + 1) : column(at + 1)))
	const up = Array.from({ length: height }, (_, at) => String(at + 1))
	return { square: (at) => `${across[at % width]}${numbers ? "," : ""}${up[Math.floor(at / width)]}`, columns: across, rows: up }
}

// die536 is "die 5 3 6", score24 is "score 24": the digits of a word are read apart from it.
export function pieceWords(word) {
	const parts = /^(.*?)(\d+)$/.exec(word)
	if (!parts) return word
	return `${parts[1]} ${parts[2].length > 2 ? parts[2].split("").join(" ") : parts[2]}`.trim()
}

const PLAIN = new Set(["square", "light", "dark", "white", "black", "point", "hole"])

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
