// `Entry`: a move on its way in, square by square. The legal moves are a tree of squares, and this walks it.
//
// Squares are numbers, row by row from the lower left. A path that can go on may be a move already: then `whole` says so.

export class Entry {
	constructor(moves, width) {
		this.moves = moves.map(({ text, path }) => ({ text, path, squares: path.map(([x, y]) => (y - 1) * width + x - 1) }))
		this.single = this.moves.every((move) => move.squares.length === 1)
		this.entered = []
		this.fitting = this.moves
	}

	// The squares that may come next: square → { ends: a move ends there, goes: a longer one goes on, moves }
	get next() {
		if (this.known) return this.known
		const next = new Map()
		const place = this.entered.length
		for (const move of this.fitting) {
			if (move.squares.length <= place) continue
			const square = move.squares[place]
			const found = next.get(square) ?? { ends: false, goes: false, moves: [] }
			if (move.squares.length === place + 1) found.ends = true
			else found.goes = true
			found.moves.push(move)
			next.set(square, found)
		}
		this.known = next
		return next
	}

	get whole() { return this.entered.length ? this.fitting.find((move) => move.squares.length === this.entered.length) ?? null : null }
	get isBegun() { return this.entered.length > 0 }
	get origins() { return new Set(this.moves.map((move) => move.squares[0])) }

	set(squares) {
		this.entered = squares
		this.fitting = this.moves.filter((move) => squares.every((square, at) => move.squares[at] === square))
		this.known = null
	}

	// The move is on its way: it stays to be seen, and nothing more can be chosen.
	lock() {
		this.moves = []
		this.known = new Map()
		this.isLocked = true
	}

	back() { this.set(this.entered.slice(0, -1)) }
	clear() { this.set([]) }

	// A square is chosen. Gives what it did: "went on", "finished", "began", "went back", "again" for the last square once more, or
	// "nothing". `empty(square)` says whether nothing stands there.
	choose(square, empty = () => false) {
		if (this.next.has(square)) {
			this.set([...this.entered, square])
			return this.goOn(empty)
		}
		const before = this.entered.indexOf(square)
		if (before >= 0) {
			if (before === this.entered.length - 1 && this.whole) return "finished"
			if (this.asToggles(this.entered.filter((other) => other !== square))) return "went back"
			if (before === this.entered.length - 1) {
				this.back()
				return "went back"
			}
			this.set(this.entered.slice(0, before + 1))
			return "went back"
		}
		if (this.asToggles([...this.entered, square])) return this.isEnd ? "finished" : "went on"
		if (this.origins.has(square)) {
			this.set([square])
			return this.goOn(empty, "began")
		}
		return "nothing"
	}

	get isEnd() { return this.whole !== null && this.next.size === 0 }

	// Where only one square can come next and it captures and chooses nothing, it is not asked for.
	goOn(empty, otherwise = "went on") {
		while (!this.isEnd && !this.whole && this.next.size === 1 && this.entered.length > 1) {
			const [only] = this.next.keys()
			if (!empty(only)) break
			this.set([...this.entered, only])
		}
		return this.isEnd ? "finished" : otherwise
	}

	// The same squares in another order may begin a move where this order does not: dice are chosen like check boxes.
	asToggles(squares) {
		if (squares.length === 0 || this.single) return false
		const wanted = new Set(squares)
		if (wanted.size !== squares.length) return false
		const fits = this.moves.find(({ squares: path }) =>
			path.length >= squares.length && path.slice(0, squares.length).every((square) => wanted.has(square)))
		if (!fits) return false
		this.set(fits.squares.slice(0, squares.length))
		return true
	}

	// Dropped on a square: one step, or the only way that ends there.
	drop(from, to, empty) {
		if (!this.isBegun || this.entered.at(-1) !== from) this.set(this.origins.has(from) ? [from] : [])
		if (!this.isBegun) return "nothing"
		if (this.next.has(to)) return this.choose(to, empty)
		const ending = this.fitting.filter((move) => move.squares.length > this.entered.length && move.squares.at(-1) === to)
		if (ending.length !== 1) return "nothing"
		this.set(ending[0].squares)
		return "finished"
	}

	get ways() { return this.fitting.length }

	// The legal move that a text means: as it is written, or as its squares are named.
	read(text, name) {
		const plain = (words) => words.toLowerCase().replaceAll(/\s+/g, " ").trim()
		const wanted = plain(text)
		return this.moves.find((move) => plain(move.text) === wanted)
			?? this.moves.find((move) => move.squares.map(name).join("-").toLowerCase() === wanted.replaceAll(/[\s]+|(?<=\d)x/g, "-"))
			?? null
	}
}
