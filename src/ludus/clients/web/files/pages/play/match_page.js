// What every page about one match has: the match, its board, the names of those who play, and keys.

import { Board } from "../../board/board.js"
import { drawingOf } from "../../drawing.js"
import { gameEntry, matchNamed, unfollow } from "../../session.js"

export class MatchPage {
	constructor({ words: [name], main, go, title, signal }) {
		Object.assign(this, { main, go, title, signal, match: matchNamed(name), board: new Board() })
		this.match.onShow = true
		document.addEventListener("keydown", (event) => { if (!event.target.closest("input, textarea, select, dialog, .grid") && this.key(event)) event.preventDefault() }, { signal })
		signal.addEventListener("abort", () => unfollow(this.match))
	}

	// What the game looks like, and how the board is told to those who listen to it.
	async learn() {
		const { match, board } = this
		this.entry = gameEntry(match.game)
		this.drawing = await drawingOf(match.game, match.options)
		board.title = match.name
		board.owner = (team) => this.ownerWords(team)
	}

	teamName(team) { return this.entry?.teams[team - 1] ?? `Team ${team}` }
	teamPlayers(team) { return this.match.teams[team - 1]?.map((player) => this.playerName(player)).join(", ") || this.teamName(team) }
	ownerWords(team) { return team ? this.teamPlayers(team) : "" }
	get last() { return this.match.steps.length - 1 }
	turn() { this.board.turn() }

	// True when a key did something; those with Ctrl and the like are the browser's.
	key(event) {
		const act = event.ctrlKey || event.metaKey || event.altKey ? null : this.keys(event)[event.key]
		act?.()
		return Boolean(act)
	}
}
