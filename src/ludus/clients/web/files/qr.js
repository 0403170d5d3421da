// A link as a QR code: bytes, the lowest level of error correction, versions 1 to 10 (up to 271 characters).

import { svg } from "./dom.js"

const ECC = [0, 7, 10, 15, 20, 26, 18, 20, 24, 30, 18] // bytes of error correction in each block
const BLOCKS = [0, 1, 1, 1, 1, 1, 2, 2, 2, 2, 4]
const BYTES = [0, 26, 44, 70, 100, 134, 172, 196, 242, 292, 346]
const ALIGN = [[], [], [6, 18], [6, 22], [6, 26], [6, 30], [6, 34], [6, 22, 38], [6, 24, 42], [6, 26, 46], [6, 28, 50]]

const EXP = [], LOG = []
for (let power = 0, value = 1; power < 255; power += 1) {
	EXP[power] = value
	LOG[value] = power
	value = (value << 1) ^ (value & 128 ? 285 : 0)
}
const times = (one, other) => (one && other ? EXP[(LOG[one] + LOG[other]) % 255] : 0)

function correction(bytes, length) {
	let generator = [1]
	for (let power = 0; power < length; power += 1) {
		generator = [...generator, 0].map((value, at) => value ^ (at ? times(generator[at - 1], EXP[power]) : 0))
	}
	const rest = [...bytes, ...new Array(length).fill(0)]
	for (let at = 0; at < bytes.length; at += 1) {
		const factor = rest[at]
		if (factor) generator.forEach((value, place) => { rest[at + place] ^= times(value, factor) })
	}
	return rest.slice(bytes.length)
}

function codewords(text) {
	const bytes = [...new TextEncoder().encode(text)]
	const room = (version) => BYTES[version] - ECC[version] * BLOCKS[version] - (version < 10 ? 2 : 3)
	let version = 1
	while (version <= 10 && room(version) < bytes.length) version += 1
	if (version > 10) return null
	const bits = []
	const put = (value, length) => { for (let at = length - 1; at >= 0; at -= 1) bits.push((value >> at) & 1) }
	put(4, 4)
	put(bytes.length, version < 10 ? 8 : 16)
	for (const byte of bytes) put(byte, 8)
	const total = BYTES[version] - ECC[version] * BLOCKS[version]
	put(0, Math.min(4, total * 8 - bits.length))
	while (bits.length % 8) bits.push(0)
	const words = []
	for (let at = 0; at < bits.length; at += 8) words.push(parseInt(bits.slice(at, at + 8).join(""), 2))
	for (let pad = 0; words.length < total; pad += 1) words.push(pad % 2 ? 17 : 236)
	const short = Math.floor(total / BLOCKS[version])
	const longer = total % BLOCKS[version]
	const blocks = []
	for (let block = 0, from = 0; block < BLOCKS[version]; block += 1) {
		const size = short + (block >= BLOCKS[version] - longer ? 1 : 0)
		blocks.push(words.slice(from, from + size))
		from += size
	}
	const checks = blocks.map((block) => correction(block, ECC[version]))
	const mixed = []
	for (let at = 0; at <= short; at += 1) for (const block of blocks) if (at < block.length) mixed.push(block[at])
	for (let at = 0; at < ECC[version]; at += 1) for (const check of checks) mixed.push(check[at])
	return { version, mixed }
}

function matrix({ version, mixed }) {
	const size = 17 + 4 * version
	const cells = Array.from({ length: size }, () => new Array(size).fill(null))
	const set = (x, y, dark) => { if (x >= 0 && y >= 0 && x < size && y < size) cells[y][x] = dark }
	for (const [cx, cy] of [[3, 3], [size - 4, 3], [3, size - 4]]) {
		for (let dy = -4; dy <= 4; dy += 1) for (let dx = -4; dx <= 4; dx += 1) { const ring = Math.max(Math.abs(dx), Math.abs(dy)); set(cx + dx, cy + dy, ring !== 2 && ring !== 4) }
	}
	for (let at = 8; at < size - 8; at += 1) { set(at, 6, at % 2 === 0); set(6, at, at % 2 === 0) }
	for (const cx of ALIGN[version]) for (const cy of ALIGN[version]) {
		if (cells[cy][cx] !== null && !(cx === 6 || cy === 6)) continue
		if ((cx === 6 && (cy === 6 || cy === size - 7)) || (cy === 6 && cx === size - 7)) continue
		for (let dy = -2; dy <= 2; dy += 1) for (let dx = -2; dx <= 2; dx += 1) set(cx + dx, cy + dy, Math.max(Math.abs(dx), Math.abs(dy)) !== 1)
	}
	const format = 0b111011111000100 // level L, mask 0, as the standard lists it
	const bit = (at) => Boolean((format >> at) & 1)
	for (let at = 0; at < 15; at += 1) {
		const [x, y] = at < 6 ? [8, at] : at < 8 ? [8, at + 1] : at === 8 ? [7, 8] : [14 - at, 8]
		set(x, y, bit(at))
		if (at < 8) set(size - 1 - at, 8, bit(at))
		else set(8, size - 15 + at, bit(at))
	}
	set(8, size - 8, true)
	if (version >= 7) {
		let rest = version
		for (let at = 0; at < 12; at += 1) rest = (rest << 1) ^ ((rest >> 11) * 0x1f25)
		const code = (version << 12) | rest
		for (let at = 0; at < 18; at += 1) { const dark = Boolean((code >> at) & 1); const [a, b] = [size - 11 + (at % 3), Math.floor(at / 3)]; set(a, b, dark); set(b, a, dark) }
	}
	let place = 0
	for (let right = size - 1; right >= 1; right -= 2) {
		if (right === 6) right = 5
		for (let step = 0; step < size; step += 1) for (let side = 0; side < 2; side += 1) {
			const x = right - side
			const y = ((right + 1) & 2) === 0 ? size - 1 - step : step
			if (cells[y][x] !== null) continue
			const dark = place < mixed.length * 8 && Boolean((mixed[place >> 3] >> (7 - (place & 7))) & 1)
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
	return svg("svg.qr", { viewBox: `0 0 ${cells.length} ${cells.length}`, role: "img", "aria-label": "The link as a code to scan", "shape-rendering": "crispEdges" }, svg("path", { d, fill: "#111" }))
}
