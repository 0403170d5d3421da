// A link as a QR code: bytes, the lowest level of error correction, always version 5 (up to 106 characters).

import { svg } from "./dom.js"

const ROOM = 108, CORRECTION = 26 // bytes of text, and of error correction
const SIZE = 37 // squares of a side

// In the field of 256 elements, where adding is ^.
function times(one, other) {
	let product = 0
	for (let bit = 128; bit; bit >>= 1) product = (product << 1) ^ (product & 128 ? 285 : 0) ^ (other & bit ? one : 0)
	return product
}

function correction(bytes) {
	let generator = [1]
	for (let root = 1; generator.length <= CORRECTION; root = times(root, 2)) generator = [...generator, 0].map((value, at) => value ^ times(generator[at - 1] ?? 0, root))
	const rest = [...bytes, ...new Array(CORRECTION).fill(0)]
	for (let at = 0; at < bytes.length; at += 1) {
		const factor = rest[at]
		if (factor) generator.forEach((value, place) => { rest[at + place] ^= times(value, factor) })
	}
	return rest.slice(bytes.length)
}

function codewords(text) {
	const bytes = [...new TextEncoder().encode(text)]
	if (bytes.length > ROOM - 2) return null
	const bits = []
	const put = (value, length) => { for (let at = length - 1; at >= 0; at -= 1) bits.push((value >> at) & 1) }
	put(4, 4)
	put(bytes.length, 8)
	for (const byte of bytes) put(byte, 8)
	put(0, 4)
	const words = []
	for (let at = 0; at < bits.length; at += 8) words.push(parseInt(bits.slice(at, at + 8).join(""), 2))
	for (let pad = 0; words.length < ROOM; pad += 1) words.push(pad % 2 ? 17 : 236)
	return [...words, ...correction(words)]
}

function matrix(words) {
	const cells = Array.from({ length: SIZE }, () => new Array(SIZE).fill(null))
	const set = (x, y, dark) => { if (x >= 0 && y >= 0 && x < SIZE && y < SIZE) cells[y][x] = dark }
	const rings = (cx, cy, reach, light) => {
		for (let dy = -reach; dy <= reach; dy += 1) for (let dx = -reach; dx <= reach; dx += 1) set(cx + dx, cy + dy, !light.includes(Math.max(Math.abs(dx), Math.abs(dy))))
	}
	for (const [cx, cy] of [[3, 3], [SIZE - 4, 3], [3, SIZE - 4]]) rings(cx, cy, 4, [2, 4])
	for (let at = 8; at < SIZE - 8; at += 1) { set(at, 6, at % 2 === 0); set(6, at, at % 2 === 0) }
	rings(SIZE - 7, SIZE - 7, 2, [1])
	const format = 0b111011111000100 // level L, mask 0, as the standard lists it
	const bit = (at) => Boolean((format >> at) & 1)
	for (let at = 0; at < 15; at += 1) {
		const [x, y] = at < 6 ? [8, at] : at < 8 ? [8, at + 1] : at === 8 ? [7, 8] : [14 - at, 8]
		set(x, y, bit(at))
		if (at < 8) set(SIZE - 1 - at, 8, bit(at))
		else set(8, SIZE - 15 + at, bit(at))
	}
	set(8, SIZE - 8, true)
	let place = 0
	for (let right = SIZE - 1; right >= 1; right -= 2) {
		if (right === 6) right = 5
		for (let step = 0; step < SIZE; step += 1) for (let side = 0; side < 2; side += 1) {
			const x = right - side
			const y = ((right + 1) & 2) === 0 ? SIZE - 1 - step : step
			if (cells[y][x] !== null) continue
			const dark = place < words.length * 8 && Boolean((words[place >> 3] >> (7 - (place & 7))) & 1)
			cells[y][x] = dark !== ((x + y) % 2 === 0)
			place += 1
		}
	}
	return cells
}

export function qrSvg(text) {
	const found = codewords(text)
	if (!found) return null
	const cells = matrix(found)
	let d = ""
	cells.forEach((row, y) => row.forEach((dark, x) => { if (dark) d += `M${x} ${y}h1v1h-1z` }))
	return svg("svg.qr", { viewBox: `0 0 ${cells.length} ${cells.length}`, role: "img", label: "The link as a code to scan", "shape-rendering": "crispEdges" }, svg("path", { d, fill: "#111" }))
}
