// `Entry`: a move on its way in, square by square. The legal moves are a tree of squares, and this walks it.
//
// Squares are numbers, row by row from the lower left. A path that can go on may be a move already: then `whole` says so.

import { squareOf } from "./squares.js"

export class Entry {
	constructor(moves, width) {
		this.moves = moves.map(({ text, path }) => ({ text, path, squares: path.map((place) => squareOf(place, width)) }))
		this.single = this.moves.every((move) => move.squares.length === 1)
		this.origins = new Set(this.moves.map((move) => move.squares[0]))
		this.clear()
	}

	get whole() { return (this.isBegun && this.fitting.find((move) => move.squares.length === this.entered.length)) || null }
	get isBegun() { return this.entered.length > 0 }
	get isEnd() { return this.whole !== null && this.next.size === 0 }

	// `next` are the squares that may come next: square → whether a move ends there.
	set(squares) {
		this.entered = squares
		this.fitting = this.moves.filter((move) => squares.every((square, at) => move.squares[at] === square))
		this.next = new Map()
		for (const { squares: path } of this.fitting) {
			if (path.length > squares.length) this.next.set(path[squares.length], this.next.get(path[squares.length]) || path.length === squares.length + 1)
		}
	}

	// The move is on its way: it stays to be seen, and nothing more can be chosen.
	lock() {
		this.moves = []
		this.next = new Map()
		this.isLocked = true
	}

	back() { this.set(this.entered.slice(0, -1)) }
	clear() { this.set([]) }

	// A square is chosen. Gives what it did: "went on", "finished", "went back" or "nothing". `empty(square)` says whether nothing
	// stands there.
	choose(square, empty = () => false) {
		if (this.next.has(square)) {
			this.set([...this.entered, square])
			return this.goOn(empty)
		}
		const before = this.entered.indexOf(square)
		if (before >= 0) {
			const last = before === this.entered.length - 1
			if (last && this.whole) return "finished"
			if (!this.asToggles(this.entered.filter((other) => other !== square))) this.set(this.entered.slice(0, last ? before : before + 1))
			return "went back"
		}
		if (this.asToggles([...this.entered, square])) return this.isEnd ? "finished" : "went on"
		if (!this.origins.has(square)) return "nothing"
		this.set([square])
		return this.goOn(empty)
	}

	// Where only one square can come next and it captures and chooses nothing, it is not asked for.
	goOn(empty) {
		this.given = [] // squares that nobody was asked for
		while (!this.whole && this.next.size === 1 && this.entered.length > 1) {
			const [only] = this.next.keys()
			if (!empty(only)) break
			this.set([...this.entered, only])
			this.given.push(only)
		}
		return this.isEnd ? "finished" : "went on"
	}

	// The same squares in another order may begin a move where this order does not: dice are chosen like check boxes.
	asToggles(squares) {
		const wanted = new Set(squares)
		if (squares.length === 0 || this.single || wanted.size !== squares.length) return false
		const fits = this.moves.find(({ squares: path }) => path.length >= squares.length && path.slice(0, squares.length).every((square) => wanted.has(square)))
		if (fits) this.set(fits.squares.slice(0, squares.length))
		return Boolean(fits)
	}

	// Dropped on a square: one step, or the only way that ends there.
	drop(from, to, empty) {
		if (this.entered.at(-1) !== from) this.set(this.origins.has(from) ? [from] : [])
		if (!this.isBegun) return "nothing"
		if (this.next.has(to)) return this.choose(to, empty)
		return this.endAt(to) ? "finished" : "nothing"
	}

	endAt(to) {
		const ending = this.fitting.filter((move) => move.squares.length > this.entered.length && move.squares.at(-1) === to)
		if (ending.length === 1) this.set(ending[0].squares)
		return ending.length === 1
	}

	// Squares that were entered before these moves were known; false if they begin no move.
	follow(squares, empty) {
		this.set(squares)
		if (this.fitting.length) this.goOn(empty)
		else {
			this.set(squares.slice(0, 1))
			if (squares.length !== 2 || !this.endAt(squares[1])) this.clear()
		}
		return this.isBegun
	}

	// The legal move that a text means: as it is written, or as its squares are named.
	read(text, name) {
		const plain = (words) => words.toLowerCase().replaceAll(/\s+/g, " ").trim()
		const wanted = plain(text)
		return this.moves.find((move) => plain(move.text) === wanted)
			?? this.moves.find((move) => move.squares.map(name).join("-").toLowerCase() === wanted.replaceAll(/[\s]+|(?<=\d)x/g, "-"))
	}
}

// `Ahead`: squares entered while somebody else thinks. What is legal is not known yet, so any square will do; when it is our turn,
// they are a move, the beginning of one, or forgotten.
export class Ahead {
	entered = []
	moves = []
	fitting = []
	next = new Map()
	whole = null
	isAhead = true

	constructor(origins) { this.origins = origins } // the squares with our pieces
	get isBegun() { return this.entered.length > 0 }
	set(squares) { this.entered = squares }
	back() { this.set(this.entered.slice(0, -1)) }
	clear() { this.set([]) }

	choose(square) {
		if (this.entered.at(-1) === square) this.back()
		else this.set([...this.entered, square])
		return "went on"
	}

	drop(from, to) {
		this.set([...(this.entered.at(-1) === from ? this.entered : [from]), to])
		return "went on"
	}
}
