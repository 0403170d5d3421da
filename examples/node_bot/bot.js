// A bot in Node, with nothing but its standard library. It takes a square in the middle if it can, and any move otherwise.
//
//   ludus bot tic-tac-toe --program "node bot.js"       over pipes: Ludus logs in, waits and comes back for it
//   node bot.js tic-tac-toe localhost 8765              by itself, over TCP
//
// Both ways it reads and writes the same lines: one JSON object each.

import { createConnection } from "node:net"
import { createInterface } from "node:readline"

const [game, host = "localhost", port = "8765"] = process.argv.slice(2)
const server = game ? createConnection(Number(port), host) : null
const output = server ?? process.stdout

const say = (message) => output.write(JSON.stringify(message) + "\n")

if (server) {
	say({ type: "hello", client: "node-bot", kind: "program", moves: "yes" })
	say({ type: "guest" })
	say({ type: "seek", game })
}

let question = null

createInterface({ input: server ?? process.stdin }).on("line", (line) => {
	const message = JSON.parse(line)
	if (message.type === "ask") {
		question = message
		if (message.moves?.length) answer(message.moves)
		else say({ type: "moves", match: message.match })
	} else if (message.type === "move list") answer(message.moves)
	else if (message.type === "ended") {
		console.error(`${message.result}: ${message.sentence}`)
		server?.end()
	} else if (message.type === "problem") console.error(message.sentence)
})

// How far the last square of a move is from the middle of the board.
function distance({ path }) {
	const [x, y] = path.at(-1)
	return Math.abs(2 * x - question.board.width - 1) + Math.abs(2 * y - question.board.height - 1)
}

function answer(moves) {
	const nearest = Math.min(...moves.map(distance))
	const best = moves.filter((move) => distance(move) === nearest)
	const { path } = best[Math.floor(Math.random() * best.length)]
	say({ type: "move", match: question.match, ref: question.ref, squares: path })
}
