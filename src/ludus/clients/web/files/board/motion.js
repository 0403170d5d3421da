// What moves between two positions, told from the positions alone: no game is named here.
//
//   plan(before, after, width, { path, falls }) ──► [{ kind, ... }]      a pure function
//
//   glide  a piece goes from one square to another, through `via`; `rolls` when it shows another face after each square
//   flip   a piece of the same kind, of another team, in place          tumble  another face in place
//   appear, fall   a piece that is new          fade   one that is gone          raise   a square of another type
//
// Pieces are the same with word and team, and kin when the words without their digits and the teams agree.

export const MOST = 64 // more changes than this are not told one by one

const kind = (word) => word.replace(/\d+$/, "")
const isSame = (one, other) => one.piece === other.piece && one.team === other.team
const isKin = (one, other) => kind(one.piece) === kind(other.piece) && one.team === other.team

export function plan(before, after, width, { path = [], falls = false } = {}) {
	const changed = []
	for (let at = 0; at < after.length; at += 1) if (!isEqual(before[at], after[at])) changed.push(at)
	if (changed.length > MOST) return [{ kind: "all" }]
	const distance = (one, other) => Math.hypot((one % width) - (other % width), Math.floor(one / width) - Math.floor(other / width))
	const acts = []
	const gone = new Map()
	const came = new Map()
	const end = path.at(-1) ?? changed[0] ?? 0
	for (const at of changed) {
		const [old, now] = [before[at], after[at]]
		if (old.type !== now.type) acts.push({ kind: "raise", at, rises: digits(now.type) > digits(old.type) })
		if (isSame(old, now)) continue
		if (old.piece) gone.set(at, old)
		if (now.piece) came.set(at, now)
	}
	if (path.length > 1 && gone.has(path[0])) followPath(path, gone, came, acts)
	for (const [at, now] of [...came]) {
		const old = gone.get(at)
		if (!old || kind(old.piece) !== kind(now.piece)) continue
		if (old.team === now.team) acts.push({ kind: "tumble", at, was: old })
		else acts.push({ kind: "flip", at, was: old, delay: 35 * Math.max(0, distance(at, end) - 1) })
		gone.delete(at)
		came.delete(at)
	}
	pairNearest(gone, came, acts, distance)
	for (const at of came.keys()) acts.push({ kind: falls ? "fall" : "appear", at })
	for (const [at, was] of gone) acts.push({ kind: "fade", at, was })
	return acts
}

const isEqual = (one, other) => one === other || (isSame(one, other) && one.type === other.type)
const digits = (word) => Number(/(\d+)$/.exec(word)?.[1] ?? (/(^|\W)(dome|roof|top)/.test(word) ? 99 : 0))

// The move's own path goes first: what stood on its first square went to the last square of it where something like it has come.
function followPath(path, gone, came, acts) {
	const moving = gone.get(path[0])
	for (const like of [isSame, isKin, (one, other) => one.team === other.team]) {
		for (let place = path.length - 1; place > 0; place -= 1) {
			const now = came.get(path[place])
			if (!now || !like(moving, now) || path[place] === path[0]) continue
			acts.push({ kind: "glide", from: path[0], to: path[place], via: path.slice(1, place), was: moving, rolls: rolls(moving, now) })
			gone.delete(path[0])
			came.delete(path[place])
			return
		}
	}
}

const rolls = (one, other) => one.piece !== other.piece && kind(one.piece) === kind(other.piece)

function pairNearest(gone, came, acts, distance) {
	for (const like of [isSame, isKin]) {
		const pairs = []
		for (const [from, old] of gone) for (const [to, now] of came) if (like(old, now)) pairs.push([distance(from, to), from, to])
		pairs.sort((one, other) => one[0] - other[0] || one[1] - other[1] || one[2] - other[2])
		for (const [, from, to] of pairs) {
			if (!gone.has(from) || !came.has(to)) continue
			acts.push({ kind: "glide", from, to, via: [], was: gone.get(from), rolls: rolls(gone.get(from), came.get(to)) })
			gone.delete(from)
			came.delete(to)
		}
	}
}

// Whether pieces fall: every piece rests on another or on the first row, and no legal move names a square that hangs in the air.
export function hasGravity(squares, width, moves) {
	if (!squares.some((square) => square.piece) && moves.length > width) return false
	const rests = (at) => at < width || squares[at - width].piece !== ""
	return squares.every((square, at) => !square.piece || rests(at)) && moves.length > 0
		&& moves.every(({ path }) => path.length === 1 && rests((path[0][1] - 1) * width + path[0][0] - 1)
			&& !squares[(path[0][1] - 1) * width + path[0][0] - 1].piece)
		&& new Set(moves.map(({ path }) => path[0][0])).size === moves.length
}

// How long each act takes, in milliseconds.
export function timing(act, distance) {
	if (act.kind === "glide") return act.rolls ? Math.min(90 * Math.max(1, distance), 540) : Math.min(160 + 24 * distance, 420)
	if (act.kind === "fall") return 200 + 40 * distance
	if (act.kind === "flip") return 240
	if (act.kind === "tumble") return 420
	return act.kind === "fade" ? 160 : 180
}
