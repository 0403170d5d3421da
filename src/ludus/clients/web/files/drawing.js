// What a game says about how it is drawn, in the form the board wants. A game that says nothing is drawn from its words.

import { describe } from "./session.js"

export async function drawingOf(game, options) {
	return readDrawing(await describe(game, options))
}

export function readDrawing(told) {
	const pieces = new Map()
	for (const piece of told.pieces ?? []) {
		const known = { letter: piece.letter ?? "", picture: piece.picture ?? "" }
		pieces.set(`${piece.team ?? 0} ${piece.word}`, known)
		if (!pieces.has(piece.word)) pieces.set(piece.word, known)
	}
	return { pieces, labels: told.labels ?? null, teams: told.teams ?? null, rules: told.rules ?? "" }
}
