// Squares are numbers, row by row from the lower left. Messages name them by column and row, from 1.

export const squareOf = ([x, y], width) => (y - 1) * width + x - 1
export const coordinates = (at, width) => [(at % width) + 1, Math.floor(at / width) + 1]

export const within = (value, least, most) => Math.max(least, Math.min(most, value))

// How many columns and rows lie between two squares.
export const between = (one, other, width) => [(one % width) - (other % width), Math.floor(one / width) - Math.floor(other / width)].map(Math.abs)

// Puts squares where they belong, as messages tell them: [x, y, type, piece, team].
export function fill(squares, width, told) {
	for (const [x, y, type, piece = "", team = 0] of told) squares[squareOf([x, y], width)] = { type, piece, team }
	return squares
}
