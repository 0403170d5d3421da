// What a game says about how it is drawn, in the form the board wants. A game that says nothing is drawn from its words.

import { describe } from "./session.js"

export async function drawingOf(game, options) {
	return readDrawing(await describe(game, options))
}

export function readDrawing(told) {
	const pictures = `/api/games/${encodeURIComponent(told.game ?? "")}/pictures/`
	const letters = new Map((told.pieces ?? []).map((piece) => [`${piece.team} ${piece.word}`, piece]))
	const at = ([x, y]) => (y - 1) * told.width + x - 1
	return {
		// A piece: its letter, its name when it is said aloud, and where its picture is.
		piece: (word, team) => ({
			letter: letters.get(`${team} ${word}`)?.letter ?? "",
			says: letters.get(`${team} ${word}`)?.type ?? "",
			picture: told.pictures ? `${pictures}${encodeURIComponent(`${word}-${team}`)}.svg` : "",
		}),
		kinds: new Map((told.squares ?? []).filter((kind) => kind.picture).map((kind) => [kind.type, `${pictures}${encodeURIComponent(kind.picture)}.svg`])),
		labels: told.columns ? { columns: told.columns, rows: told.rows, squares: told.labels?.length ? told.labels : null } : null,
		lines: told.lines?.length ? told.lines.map((line) => line.map(at)) : null,
		points: told.lines?.length ? new Set(told.points.map(at)) : null,
		colours: told.teams?.map((team) => team.colour),
		onTop: Boolean(told.first_row_on_top),
		isOpen: Boolean(told.game) && !told.hides && !told.chance, // everything there is to know is on the board
	}
}
