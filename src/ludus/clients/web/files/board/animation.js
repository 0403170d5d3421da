// Plays a plan of motion. The board is drawn as it is at the end before anything moves, so motion never holds anybody up.

import { timing } from "./motion.js"
import { between } from "./squares.js"

const EASE = "cubic-bezier(.2, .7, .2, 1)"
const FALL = "cubic-bezier(.5, 0, .9, .6)"

const still = matchMedia("(prefers-reduced-motion: reduce)")
export const isStill = () => still.matches || document.hidden || document.documentElement.dataset.motion === "off"

export function stop(board) {
	for (const animation of board.moving ?? []) animation.cancel()
	for (const ghost of board.ghosts ?? []) ghost.remove()
	board.moving = []
	board.ghosts = []
}

export function animate(board, acts) {
	if (isStill() || !acts.length) return
	if (acts[0].kind === "all") {
		run(board, board.layers.pieces, [{ opacity: 0 }, { opacity: 1 }], { duration: 120 })
		return
	}
	const arrival = Math.max(0, ...acts.filter((act) => act.kind === "glide").map((act) => duration(board, act)))
	for (const act of acts) PLAY[act.kind]?.(board, act, arrival)
}

function duration(board, act) {
	const squares = [...act.via, act.to]
	return timing(act, squares.reduce((length, at, step) => length + Math.max(...between(squares[step - 1] ?? act.from, at, board.width)), 0))
}

function run(board, node, frames, options) {
	const animation = node?.animate(frames, { easing: EASE, fill: "backwards", ...options })
	if (animation) board.moving.push(animation)
	return animation
}

const at = ([x, y]) => `translate(${x}px, ${y}px)`

// A node that is only there while it moves.
function ghost(board, square, piece) {
	const node = board.putPiece(piece, square)
	board.layers.pieces.prepend(node)
	board.ghosts.push(node)
	return node
}

function leave(board, node, frames, options) {
	const animation = run(board, node, frames, { ...options, fill: "both" })
	animation.finished.then(() => node.remove(), () => node.remove())
}

// A frame in which a piece is changed around its middle.
const about = (change, more = {}, x = 50, y = 50) => ({ transform: `translate(${x}px, ${y}px) ${change} translate(${-x}px, ${-y}px)`, ...more })
const [FLAT, WHOLE] = [about("scale(0, 1)"), about("scale(1)")]

const PLAY = {
	glide(board, act) {
		const node = board.nodes.get(act.to)
		if (!node) return
		board.layers.pieces.append(node) // above the others
		const time = duration(board, act)
		const frames = [act.from, ...act.via, act.to].map((square) => ({ transform: at(board.place(square)) }))
		run(board, node, frames, { duration: time, easing: act.rolls ? "linear" : EASE })
		if (act.rolls) {
			const steps = Math.max(1, Math.round(time / 90))
			const beats = Array.from({ length: 2 * steps + 1 }, (_, beat) => about(beat % 2 ? "scale(.8) rotate(9deg)" : "scale(1) rotate(0deg)"))
			run(board, node.firstElementChild, beats, { duration: time, easing: "ease-in-out" })
		}
	},

	flip(board, act) {
		const node = board.nodes.get(act.at)
		const old = ghost(board, act.at, act.was)
		leave(board, old.firstElementChild, [WHOLE, FLAT], { duration: 110, delay: act.delay, easing: "ease-in" })
		run(board, node?.firstElementChild, [FLAT, WHOLE], { duration: 130, delay: act.delay + 110, easing: "ease-out" })
	},

	tumble(board, act) {
		const spin = [-14, 10, -6, 0].map((turn, beat) => about(`rotate(${turn}deg) scale(${beat < 3 ? 0.86 : 1})`))
		run(board, board.nodes.get(act.at)?.firstElementChild, spin, { duration: timing(act), easing: "ease-out" })
	},

	appear(board, act, arrival) {
		const node = board.nodes.get(act.at)?.firstElementChild
		run(board, node, [about("scale(.7)", { opacity: 0 }), about("scale(1)", { opacity: 1 })], { duration: timing(act), delay: arrival && arrival * 0.6 })
	},

	fall(board, act) {
		const node = board.nodes.get(act.at)
		const [x, y] = board.place(act.at)
		const rows = y / 100 + 1
		const down = board.flipped ? board.height * 100 : -100
		run(board, node, [
			{ transform: at([x, down]), easing: FALL },
			{ transform: at([x, y]), offset: 0.72, easing: "ease-out" },
			{ transform: at([x, y + (down - y) * 0.06]), offset: 0.86, easing: "ease-in" },
			{ transform: at([x, y]) },
		], { duration: timing(act, rows), easing: "linear" })
	},

	fade(board, act, arrival) {
		leave(board, ghost(board, act.at, act.was), [{ opacity: 1 }, { opacity: 0 }], { duration: timing(act), delay: Math.max(0, arrival - 80) })
	},

	raise(board, act, arrival) {
		const [x, y] = board.place(act.at)
		const from = act.rises ? about("scale(.85)", {}, x + 50, y + 50).transform : "none"
		run(board, board.ground.get(act.at), [{ transform: from, opacity: 0.3 }, { transform: "none", opacity: 1 }], { duration: 220, delay: arrival })
	},
}
