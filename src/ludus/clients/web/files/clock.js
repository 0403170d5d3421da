// Clocks: one timer for all of them. To a tenth in the last ten seconds.

import { announce, count, say } from "./dom.js"
import { play } from "./sound.js"

function timeText(seconds) {
	const left = Math.max(0, seconds)
	if (left < 10) return `0:0${(Math.floor(left * 10) / 10).toFixed(1)}`
	const whole = Math.floor(left)
	const two = (number) => String(number % 60).padStart(2, "0")
	const minutes = Math.floor(whole / 60)
	return `${minutes < 60 ? minutes : `${Math.floor(minutes / 60)}:${two(minutes)}`}:${two(whole)}`
}

export function termsText({ move = 0, main = 0, increment = 0 } = {}) {
	const span = (seconds) => (seconds && seconds % 86400 === 0 ? count(seconds / 86400, "day", "days") : seconds >= 3600 ? `${+(seconds / 3600).toFixed(1)} h` : seconds >= 60 && seconds % 60 === 0 ? `${seconds / 60} min` : `${+seconds.toFixed(1)} s`)
	const whole = main && `${span(main)}${increment ? ` + ${span(increment)}` : ""}`
	return [whole, move && `${span(move)} a move`].filter(Boolean).join(", ") || "no clock"
}

// The seconds that a team has left now, or null where there is no limit.
function secondsLeft(match, team) {
	const clock = match.clocks[team - 1]
	if (!clock) return null
	const { move = 0, main = 0 } = match.times ?? {}
	const left = Math.min(main > 0 || (!move && clock.main > 0) ? clock.main : Infinity, move > 0 || (!main && clock.move > 0) ? clock.move : Infinity)
	if (left === Infinity) return null
	return Math.max(0, left - (clock.running ? (performance.now() - match.clocksAt) / 1000 : 0))
}

export class ClockFaces {
	constructor() {
		this.faces = new Map() // team → element
		this.warned = new Set()
		this.timer = 0
	}

	set(match, faces) {
		this.match = match
		this.faces = faces
		this.tick()
	}

	tick() {
		clearTimeout(this.timer)
		if (!this.match) return
		let soon = 1000
		for (const [team, face] of this.faces) {
			const left = secondsLeft(this.match, team)
			face.hidden = left === null
			if (left === null) continue
			say(face, timeText(left))
			face.classList.toggle("low", left < 10)
			if (this.match.clocks[team - 1]?.running) {
				soon = Math.min(soon, left < 10.2 ? 100 : (left % 1) * 1000 + 20)
				if (team === this.match.team) this.warn(left)
			}
		}
		this.timer = setTimeout(() => this.tick(), soon)
	}

	warn(left) {
		for (const mark of [30, 10]) {
			if (left <= mark && left > mark - 1 && !this.warned.has(mark)) {
				this.warned.add(mark)
				announce(`${mark} seconds left`, { urgent: true })
				if (mark === 10) play("tick")
			}
		}
		if (left > 31) this.warned.clear()
	}

	stop() {
		clearTimeout(this.timer)
		this.match = null
	}
}
