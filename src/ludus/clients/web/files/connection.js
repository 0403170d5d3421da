// The WebSocket: requests get ids and are answered once, whatever happens to the network.
//
//   ask(type, fields) ──► sent with an id, kept until it is answered ──► the reply, or a Refusal
//
//        connecting ──open──► greeting ──logged in, or nobody──► open ──closed──► lost ──after a while──► connecting
//
// After a break, whoever was logged in comes back with the token. Then everything that was not answered is sent again under the
// same id, which the server answers without doing it twice; and what happened in the matches on show is asked for.

const FIRST_WAIT = 250, LONGEST_WAIT = 4000 // milliseconds before trying again
const SILENCE = 12000, PATIENCE = 5000 // after so much silence we ask whether anybody is there, and wait so long for the answer

const NOT_YET = new Set(["estimated", "progressed"]) // said about a request whose answer is still to come

class Refusal extends Error {
	constructor(problem) {
		super((problem.sentence ?? "Something went wrong").replace(/; [A-Z]+ lists them$/, "")) // such words are typed in a terminal
	}
}

export class Connection extends EventTarget {
	constructor(address, token = () => null) {
		super()
		Object.assign(this, { address, token, state: "connecting", number: 0, tries: 0, lostAt: 0 }) // the token is asked for with every connection
		this.waiting = new Map() // id → { text, resolve, reject }
		this.prefix = `${Math.random().toString(36).slice(2, 8)}-`
		addEventListener("online", () => this.hurry())
		addEventListener("pageshow", () => this.hurry())
		document.addEventListener("visibilitychange", () => { if (!document.hidden) this.hurry() })
		setInterval(() => this.check(), 1000)
		this.open()
	}

	ask(type, fields = {}) {
		const id = `${this.prefix}${this.number += 1}`
		const text = JSON.stringify({ type, ...fields, id })
		return new Promise((resolve, reject) => {
			this.waiting.set(id, { text, resolve, reject })
			if (this.state === "open") this.socket.send(text)
		})
	}

	open() {
		clearTimeout(this.again)
		const socket = this.socket = new WebSocket(this.address)
		this.heard = performance.now()
		this.greeting = this.tries > 0 || this.lostAt > 0
		const on = (kind, act) => socket.addEventListener(kind, (event) => { if (socket === this.socket) act(event) })
		on("open", () => this.greet())
		on("message", ({ data }) => this.hear(data))
		on("close", () => this.lose())
	}

	greet() {
		this.enter("greeting")
		this.socket.send(JSON.stringify({ type: "hello", client: "web", kind: "person", moves: "yes" }))
		const token = this.token()
		if (token) this.socket.send(JSON.stringify({ type: "resume", token, id: "resume" }))
		else this.begin()
	}

	begin() {
		const again = this.greeting
		this.tries = 0
		this.lostAt = 0
		this.enter("open")
		for (const { text } of this.waiting.values()) this.socket.send(text)
		this.dispatchEvent(new CustomEvent("ready", { detail: { again } }))
	}

	hear(text) {
		this.heard = performance.now()
		let message
		try { message = JSON.parse(text) } catch { return }
		const asked = message.id && !NOT_YET.has(message.type) && this.waiting.get(message.id)
		if (asked) this.waiting.delete(message.id)
		this.dispatchEvent(new CustomEvent("message", { detail: message }))
		if (asked) message.type === "problem" ? asked.reject(new Refusal(message)) : asked.resolve(message)
		if (message.id === "resume" && this.state === "greeting") this.begin()
	}

	lose() {
		if (!this.lostAt) this.lostAt = performance.now()
		this.enter("lost")
		const wait = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** this.tries) * (0.75 + Math.random() / 2)
		this.tries += 1
		clearTimeout(this.again)
		this.again = setTimeout(() => this.open(), wait)
	}

	// The network or the reader is back: do not wait for the timer.
	hurry() {
		if (this.state === "lost") this.open()
		else this.check(3000)
	}

	check(silence = SILENCE) {
		const quiet = performance.now() - this.heard
		if (this.state === "open" && quiet > silence && !this.pinging) {
			this.pinging = true
			const socket = this.socket
			socket.send('{"type":"ping"}')
			setTimeout(() => {
				this.pinging = false
				if (socket === this.socket && performance.now() - this.heard >= PATIENCE) this.drop()
			}, PATIENCE)
		} else if (this.state === "connecting" && quiet > 2 * PATIENCE) this.drop()
	}

	// Nobody is there any more, though the socket does not know it yet.
	drop() {
		const socket = this.socket
		this.socket = null
		socket.close()
		this.lose()
	}

	enter(state) {
		this.state = state
		this.dispatchEvent(new Event("state"))
	}
}
