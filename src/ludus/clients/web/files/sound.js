// Sounds, made on the spot. They are off until the first move of one's own, and then as the switch says.

import { recall, remember } from "./storage.js"

let context = null
export const isOn = () => recall("sound") === "on"

export function setSound(on) {
	remember("sound", on ? "on" : "off")
	if (on) wake()
}

// Called by the first move: from then on there is sound, unless somebody has said otherwise.
export function wake() {
	if (recall("sound") === null) remember("sound", "on")
	if (!isOn()) return
	try { context ??= new AudioContext() } catch { context = null }
	context?.resume().catch(() => {})
}

function tone(frequency, at, length, { type = "sine", volume = 0.4 } = {}) {
	const [oscillator, gain] = [context.createOscillator(), context.createGain()]
	const start = context.currentTime + at
	oscillator.type = type
	oscillator.frequency.value = frequency
	gain.gain.setValueAtTime(0.0001, start)
	gain.gain.exponentialRampToValueAtTime(0.4 * volume, start + 0.008)
	gain.gain.exponentialRampToValueAtTime(0.0001, start + length)
	oscillator.connect(gain).connect(context.destination)
	oscillator.start(start)
	oscillator.stop(start + length + 0.02)
}

const tap = (at = 0, pitch = 320) => { tone(pitch, at, 0.06, { type: "triangle", volume: 0.9 }); tone(pitch * 2.7, at, 0.02, { volume: 0.3 }) }

const chord = (...pitches) => pitches.forEach((pitch, beat) => tone(pitch, beat * 0.12, 0.3))

const SOUNDS = {
	move: () => tap(),
	capture: () => { tap(0, 240); tap(0.05, 190) },
	chance: () => { for (let beat = 0; beat < 6; beat += 1) tap(beat * 0.05, 260 + 60 * ((beat * 7) % 4)) },
	turn: () => { tone(523, 0, 0.12); tone(784, 0.12, 0.2) },
	refused: () => tone(130, 0, 0.12, { type: "triangle" }),
	tick: () => tone(900, 0, 0.03, { type: "square", volume: 0.15 }),
	win: () => chord(523, 659, 784),
	lose: () => chord(392, 330, 262),
	draw: () => chord(440, 440),
	offer: () => tone(988, 0, 0.4),
}

export function play(name) {
	if (isOn() && context) SOUNDS[name]?.()
}
