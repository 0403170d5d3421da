// What players say to each other outside a match, and challenges: one line at the top of any page.

import { bdi, button } from "./dom.js"
import { ask, follow, gameName, me } from "./session.js"

let challenging = false // whether a challenge of ours is open: then a seat that comes by itself is its match

// Each message as what the line shows; nothing for messages of other kinds.
export function lineFor(message, { go, close }) {
	if (message.type === "told") return [bdi(message.player), " says to you: ", bdi(message.text)]
	if (message.type === "shouted") return [bdi(message.player), " says to everybody: ", bdi(message.text)]
	if (message.type === "challenged" && message.player === me.name) {
		const answer = (type) => async () => {
			close()
			const reply = await ask(type, { player: message.by }).catch(() => null)
			if (reply?.match) go(`/m/${reply.match}`)
		}
		return [bdi(message.by), ` challenges you to ${gameName(message.game)}.`,
			button(".btn.small", answer("accept"), "Accept"), button(".btn.small", answer("decline"), "Decline")]
	}
	if (message.type === "unchallenged") {
		challenging = false
		return message.player === me.name ? null : [bdi(message.player), message.player === message.by ? " takes back the challenge." : " declines your challenge."]
	}
	return null
}

export async function challenge(player, game) {
	await ask("challenge", { player, game })
	challenging = true
}

export function followChallenge(go) {
	follow((message) => {
		if (message.type !== "seated" || message.id || !challenging) return
		challenging = false
		go(`/m/${message.match}`)
	})
}
