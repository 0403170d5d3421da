// Home and lobby: one click takes a seat, the next is the first move. No form comes before play.

import { attempt, bdi, button, count, el, form, isNew, link, replace } from "../dom.js"
import { icon } from "../icons.js"
import { Miniatures, startBoard } from "../miniature.js"
import { ask, askAsPlayer, describe, gameEntry, gameName, games, isMine } from "../session.js"
import { termsText } from "../clock.js"
import { alertLine, begin, card, levelRow, lookAgain, radios, right, tableOf, tabs } from "./parts.js"
import { recall, remember } from "../storage.js"

const WAYS = [["computer", "Computer", "chip"], ["friend", "A friend", "link"], ["anyone", "Anyone", "person"]]

export function open({ main, go, title, signal }) {
	title("")
	let way = recall("way", "computer")
	let level = recall("level", "3")
	let game = recall("game", "")
	let stop = () => {} // ends the match that is played again on the large board
	const minis = new Miniatures(signal)
	const picker = el("fieldset.pickgame", { label: "Game" })
	const opts = el("div.opts")
	const playButton = el("button.btn.go.big", icon("play"), el("span", "Play"))
	const more = el("a.btn.bare.hide-phone", "More options")
	const problem = alertLine()
	const hero = el("div.heroboard")
	const lives = el("ul.lives")
	const seeks = card()
	const own = el("div.row-x.filters", { hidden: true })
	const head = (heading, href, text) => el("div.sec", el("h2", heading), el("a", { href }, text))
	main.append(el("div.wrap", el("section.hero", { label: "Play" }, form("", play, own,
		el("h1", { tabindex: "-1" }, "Sit down and play."), el("p.lead", "Any board game, against a friend, a stranger or the computer. No account needed."),
		picker, opts, el("div.cta", playButton, more), problem), hero),
	el("section", head("On the tables now", "/watch", "Watch"), lives),
	el("section", head("Waiting for somebody", "/new", "Make a game"), seeks),
	el("p.soft.small", "Also from a terminal or with a program of your own: ", link(".link", "/connect", "how to connect"), ".")),
	tabs())
	signal.addEventListener("abort", () => stop())
	drawOptions()
	const ready = drawGames()

	async function drawGames() {
		const thumbs = games.map((each) => el("span.thumb", { "aria-hidden": "true" }, each.name.slice(0, 1)))
		replace(picker, radios("game", games.map((each, at) => [each.game, each.name, thumbs[at]]), game, choose))
		const looking = lookAgain(signal, look)
		if (!gameEntry(game)) game = await suggestion()
		Promise.all([choose(game), looking]).then(() => drawThumbs(thumbs))
	}

	// For somebody who has not chosen yet: a board that begins empty, and is not tiny, is played by single clicks.
	async function suggestion() {
		for (const { game, width } of games) {
			const { start } = width > 4 ? await describe(game) : {}
			if (start && !start.some(([, , , piece]) => piece)) return game
		}
		return games[0]?.game
	}

	// Small boards come one after the other when there is time: whoever clicks at once does not wait for them.
	async function drawThumbs(thumbs) {
		for (const [at, { game }] of games.entries()) {
			await new Promise((done) => (window.requestIdleCallback ?? setTimeout)(done))
			if (signal.aborted) return
			const board = await startBoard(game, { small: true })
			if (board) replace(thumbs[at], board.svg)
		}
	}

	function drawOptions() {
		replace(opts,
			el("fieldset.seg", { label: "Against" }, radios("way", WAYS.map(([value, text, name]) => [value, text, icon(name)]), way, (chosen) => { way = chosen; remember("way", way); drawOptions() })),
			way === "computer" && levelRow(level, (chosen) => { level = chosen; remember("level", level) }))
		nameButton()
	}

	function nameButton() {
		const name = gameEntry(game)?.name ?? ""
		playButton.lastChild.textContent = name && way === "friend" ? `Invite to ${name}` : `Play ${name}`
		more.href = `/new?game=${game}`
	}

	async function choose(chosen) {
		game = chosen
		remember("game", game)
		for (const input of picker.elements) input.checked = input.value === game
		nameButton()
		const board = await startBoard(chosen)
		if (game !== chosen || signal.aborted) return
		stop()
		const caption = el("p.herocap", gameName(game), ": click Play and make the first move.")
		replace(hero, board ? [board.element, caption] : [])
		const end = board && await minis.replayLast(game, board, caption).catch(() => null)
		if (end) game === chosen && !signal.aborted ? stop = end : end()
	}

	async function play() {
		playButton.disabled = true
		await begin(problem, game, signal, async () => {
			await ready // a quick click comes before the suggestion
			const seated = way === "anyone" ? await askAsPlayer("seek", { game })
				: await askAsPlayer("new", way === "computer" ? { game, move: 0, computer: Number(level) } : { game, move: 180, rated: "no" })
			await go(`/m/${seated.match}`)
		})
		playButton.disabled = false
	}

	// The lobby

	async function look() {
		const { matches } = await ask("matches")
		if (signal.aborted) return
		drawSeeks(matches.filter((match) => match.standing === "open"))
		minis.show(lives, matches)
		const mine = matches.filter(isMine).map((match) => [match, match.standing === "open" ? "waiting for somebody" : minis.mark(match)])
		own.hidden = !mine.length
		if (isNew(own, mine)) replace(own, "Your games:", mine.map(([{ match, game }, mark]) => link(".btn.small", `/m/${match}`, `${gameName(game)} `, el("span.badge", mark))))
	}

	function drawSeeks(open) {
		if (!isNew(seeks, open)) return
		replace(seeks, tableOf("Waiting", ["Player", "Game", "Time", ""], open.map((match) => [
			match.teams.flat().length ? bdi(match.teams.flat().join(", ")) : "nobody yet",
			[gameName(match.game), match.free > 1 && el("span.soft", ` ${count(match.free, "seat", "seats")} free`)], el("td.soft.num", termsText(match.times)),
			right(button(".btn.small", () => join(match.match), "Sit down"))]), "Nobody is waiting. Start a game and somebody may join you."))
	}

	async function join(match) {
		await attempt(problem, async () => {
			await askAsPlayer("join", { match })
			go(`/m/${match}`)
		})
		if (problem.textContent) problem.scrollIntoView({ block: "nearest" })
	}
}
