// What a game says about how it is drawn, in the form the board wants. A game that says nothing is drawn from its words.

import { squareOf } from "./board/squares.js"
import { describe } from "./session.js"

export async function drawingOf(game, options) {
	const told = await describe(game, options)
	const picture = (name) => `/api/games/${encodeURIComponent(told.game)}/pictures/${encodeURIComponent(name)}.svg`
	const letters = new Map((told.pieces ?? []).map((piece) => [`${piece.team} ${piece.word}`, piece]))
	const at = (place) => squareOf(place, told.width)
	return {
		...told,
		// A piece: its letter, and where its picture is.
		piece: (word, team) => ({
			letter: letters.get(`${team} ${word}`)?.letter ?? "",
			picture: told.pictures ? picture(`${word}-${team}`) : "",
		}),
		kinds: new Map((told.squares ?? []).filter((kind) => kind.picture).map((kind) => [kind.type, picture(kind.picture)])),
		lines: told.lines?.length ? told.lines.map((line) => line.map(at)) : null,
		points: told.lines?.length ? new Set(told.points.map(at)) : null,
		colours: told.teams?.map((team) => team.colour),
		onTop: Boolean(told.first_row_on_top),
		isOpen: Boolean(told.game) && !told.hides && !told.chance, // everything there is to know is on the board
	}
}
