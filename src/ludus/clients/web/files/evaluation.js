// The engine's opinion of a whole game: a bar, a graph, the best line, and the moves that lost the most, in words.
//
// The server is asked about one position after the other. Values are for the team to move; here they are turned to team 1.

import { announce, count, el, replace, svg } from "./dom.js"
import { graph } from "./pages/parts.js"
import { ask } from "./session.js"

const SECONDS = 0.25 // of thought for a position
const WON = 90000 // a value above this is a win in 100000 minus so many moves
const BLUNDER = 0.55, MISTAKE = 0.3 // of the way between lost and won

export class Evaluation {
	constructor(page) {
		this.page = page
		this.found = [] // by step: { value, move, path, line, depth, exact }
		this.head = el("div")
		this.graph = graph({ label: "How the game stood after each move",
			onpointerdown: (event) => this.pick(event), onpointermove: (event) => { if (event.buttons) this.pick(event) } })
		replace(page.opinion, this.head, this.graph)
		page.root.classList.add("judged")
		page.bar.hidden = false
		page.verdicts = new Map()
	}

	pick(event) {
		const box = this.graph.getBoundingClientRect()
		this.page.view(Math.round(((event.clientX - box.left) / box.width) * this.page.last))
	}

	async run() {
		const { page } = this
		const { match } = page
		for (let step = page.last; step >= 0 && !page.signal.aborted; step -= 1) {
			if (step === page.last && match.result) this.found[step] = { value: match.result.winner === 1 ? WON + 10000 : match.result.winner ? -WON - 10000 : 0, line: [] }
			else try {
				const position = await page.position(step)
				const told = await ask("analyse", { game: match.game, options: match.options, position, seconds: SECONDS })
				this.found[step] = { ...told, value: this.mover(step) === 1 ? told.value : -told.value }
			} catch (refusal) {
				this.problem = refusal.message
				break
			}
			this.judge(step)
			page.draw()
		}
		this.done = true
		page.moves.steps = null
		page.draw()
		const worst = [...page.verdicts.values()].filter((verdict) => verdict.kind === "blunder").length
		announce(`The computer has looked at the game: ${count(worst, "blunder", "blunders")}.`)
	}

	// Whose turn it is after a step: the team that made the next one; at the end, the other team than the last.
	mover(step) {
		const { steps, teams } = this.page.match
		const next = steps.find((each, at) => at > step && each.team)
		const last = steps.findLast((each, at) => at <= step && each.team)
		return next?.team ?? (last ? (last.team % teams.length) + 1 : 1)
	}

	// From -1, lost for team 1, to 1, won.
	share(value) {
		if (Math.abs(value) >= WON) return Math.sign(value)
		const small = this.found.filter(Boolean).map((each) => Math.abs(each.value)).filter((size) => size < WON)
		return Math.tanh(value / Math.max(100, 2 * Math.max(0, ...small)))
	}

	judge(step) {
		const [before, after] = this.found.slice(step, step + 2)
		const made = this.page.match.steps[step + 1]
		if (!before || !after || !made?.team) return
		const side = made.team === 1 ? 1 : -1
		const lost = side * (this.share(before.value) - this.share(after.value))
		const kind = lost > BLUNDER ? "blunder" : "mistake"
		if (before.move !== made.text && lost > MISTAKE) this.page.verdicts.set(step + 1, { kind, sign: kind === "blunder" ? "??" : "?!", words: `${made.text} was a ${kind}. Best was ${before.move}.` })
		this.page.verdicts = new Map(this.page.verdicts)
	}

	draw() {
		const { page } = this
		const here = this.found[page.viewing]
		const [fill, number] = page.bar.children
		page.board.showHint(here ? page.match.path(here) : [])
		if (here) {
			fill.style.height = `${50 + 50 * this.share(here.value)}%`
			number.textContent = short(here.value).replace("Win in ", "#")
		}
		const verdict = page.verdicts.get(page.viewing)
		replace(this.head, this.problem && el("p.bad", this.problem),
			here ? [el("div.evalue", el("b", short(here.value)), el("span.soft.small",
				[this.leader(here.value), here.depth && `${here.depth} moves deep`, here.nodes && `${Number(here.nodes).toLocaleString()} positions`].filter(Boolean).join(" · "))),
			here.line?.length > 0 && el("p.num.small", here.line.join("  "))] : el("p.soft", this.done ? "" : "Thinking …"),
			verdict && el("p.verdict", el("b", verdict.words)))
		this.drawGraph()
	}

	leader(value) {
		const share = this.share(value)
		if (Math.abs(share) < 0.08) return "even"
		const name = this.page.teamName(share > 0 ? 1 : 2)
		return Math.abs(value) >= WON ? `${name} wins` : `${name} is better`
	}

	drawGraph() {
		const { last, viewing } = this.page
		const x = (step) => (600 * step) / Math.max(1, last)
		const points = this.found.map((each, step) => (each ? [x(step), 50 - 46 * this.share(each.value)] : null)).filter(Boolean)
		const line = points.map(([px, py]) => `${px.toFixed(1)},${py.toFixed(1)}`).join(" ")
		replace(this.graph, points.length > 1 && svg("polygon.area", { points: `${points[0][0]},50 ${line} ${points.at(-1)[0]},50` }), svg("line.zero", { x1: 0, x2: 600, y1: 50, y2: 50 }),
			svg("polyline.edge", { points: line }), svg("line.now", { x1: x(viewing), x2: x(viewing), y1: 0, y2: 100 }))
	}
}

const short = (value) => {
	if (Math.abs(value) < WON) return `${value > 0 ? "+" : value < 0 ? "−" : ""}${Math.abs(value)}`
	const moves = 100000 - Math.abs(value)
	return moves > 0 ? `Win in ${moves}` : "Won"
}
