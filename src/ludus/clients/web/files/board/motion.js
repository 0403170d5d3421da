// What moves between two positions, told from the positions alone: no game is named here.
//
//   plan(before, after, width, { path, falls }) ──► [{ kind, ... }]      a pure function
//
//   glide  a piece goes from one square to another, through `via`; `rolls` when it shows another face after each square
//   flip   a piece of the same kind, of another team, in place          tumble  another face in place
//   appear, fall   a piece that is new          fade   one that is gone          raise   a square of another type
//
// Pieces are the same with word and team, and kin when the words without their digits and the teams agree.

import { between, squareOf } from "./squares.js"

const MOST = 64 // more changes than this are not told one by one

const kind = (word) => word.replace(/\d+$/, "")
const isSame = (one, other) => one.piece === other.piece && one.team === other.team
const isKin = (one, other) => kind(one.piece) === kind(other.piece) && one.team === other.team

export function plan(before, after, width, { path = [], falls = false } = {}) {
	const changed = []
	for (let at = 0; at < after.length; at += 1) if (!isEqual(before[at], after[at])) changed.push(at)
	if (changed.length > MOST) return [{ kind: "all" }]
	const apart = (one, other) => Math.hypot(...between(one, other, width))
	const acts = []
	const gone = new Map()
	const came = new Map()
	const glide = (from, to, via = []) => {
		acts.push({ kind: "glide", from, to, via, rolls: rolls(gone.get(from), came.get(to)) })
		gone.delete(from)
		came.delete(to)
	}
	const end = path.at(-1) ?? changed[0] ?? 0
	for (const at of changed) {
		const [old, now] = [before[at], after[at]]
		if (old.type !== now.type) acts.push({ kind: "raise", at, rises: digits(now.type) > digits(old.type) })
		if (isSame(old, now)) continue
		if (old.piece) gone.set(at, old)
		if (now.piece) came.set(at, now)
	}
	if (path.length > 1 && gone.has(path[0])) followPath(path, gone, came, glide)
	for (const [at, now] of [...came]) {
		const old = gone.get(at)
		if (!old || kind(old.piece) !== kind(now.piece)) continue
		if (old.team === now.team) acts.push({ kind: "tumble", at })
		else acts.push({ kind: "flip", at, was: old, delay: 35 * Math.max(0, apart(at, end) - 1) })
		gone.delete(at)
		came.delete(at)
	}
	pairNearest(gone, came, glide, apart)
	for (const at of came.keys()) acts.push({ kind: falls ? "fall" : "appear", at })
	for (const [at, was] of gone) acts.push({ kind: "fade", at, was })
	return acts
}

export const isEqual = (one, other) => one === other || (isSame(one, other) && one.type === other.type)
const digits = (word) => Number(/(\d+)$/.exec(word)?.[1] ?? (/(^|\W)(dome|roof|top)/.test(word) ? 99 : 0))

// The move's own path goes first: what stood on its first square went to the last square of it where something like it has come.
function followPath(path, gone, came, glide) {
	const moving = gone.get(path[0])
	for (const like of [isSame, isKin, (one, other) => one.team === other.team]) {
		for (let place = path.length - 1; place > 0; place -= 1) {
			const now = came.get(path[place])
			if (!now || !like(moving, now) || path[place] === path[0]) continue
			glide(path[0], path[place], path.slice(1, place))
			return
		}
	}
}

const rolls = (one, other) => one.piece !== other.piece && kind(one.piece) === kind(other.piece)

function pairNearest(gone, came, glide, apart) {
	for (const like of [isSame, isKin]) {
		const pairs = []
		for (const [from, old] of gone) for (const [to, now] of came) if (like(old, now)) pairs.push([apart(from, to), from, to])
		pairs.sort((one, other) => one[0] - other[0] || one[1] - other[1] || one[2] - other[2])
		for (const [, from, to] of pairs) {
			if (gone.has(from) && came.has(to)) glide(from, to)
		}
	}
}

const rests = (squares, width, at) => at < width || squares[at - width].piece !== ""
export const isPiled = (squares, width) => squares.every(({ piece }, at) => !piece || rests(squares, width, at))

// Whether pieces fall: every piece rests on another or on the first row, and no legal move names a square that hangs in the air.
export function hasGravity(squares, width, moves) {
	if (!squares.some((square) => square.piece) && moves.length > width) return false
	const ends = moves.map(({ path }) => squareOf(path[0], width))
	return moves.length > 0 && isPiled(squares, width)
		&& moves.every(({ path }, place) => path.length === 1 && rests(squares, width, ends[place]) && !squares[ends[place]].piece)
		&& new Set(ends.map((at) => at % width)).size === moves.length
}

// How long each act takes, in milliseconds.
export function timing(act, distance) {
	if (act.kind === "glide") return act.rolls ? Math.min(90 * Math.max(1, distance), 540) : Math.min(160 + 24 * distance, 420)
	if (act.kind === "fall") return 200 + 40 * distance
	if (act.kind === "flip") return 240
	if (act.kind === "tumble") return 420
	return act.kind === "fade" ? 160 : 180
}
