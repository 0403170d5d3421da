// For those who run the server: health, load, what is played, and who computes.

import { el, replace } from "../dom.js"
import { ask, gameList, me } from "../session.js"
import { matchTable, num, pageHead, tableOf } from "./parts.js"

const AGAIN = 3000

export function open({ main, title }) {
	title("Server")
	const body = pageHead(main, "This server")
	const stats = el("div.stats")
	const workers = el("div.card")
	const matches = el("div.card")
	const notice = el("input", { type: "text", placeholder: "To everybody who is connected", "aria-label": "Announcement", maxlength: "500" })
	const answer = el("p.small", { role: "status" })
	const admin = me.role === "admin" ? el("form.row-x", { style: { "margin-bottom": "16px" }, onsubmit: async (event) => {
		event.preventDefault()
		try { await ask("announce", { text: notice.value }); answer.textContent = "Said."; notice.value = "" } catch (refusal) { answer.textContent = refusal.message }
	} }, notice, el("button.btn", "Announce"), answer) : null
	body.append(stats, ...[admin].filter(Boolean), el("div.sec", el("h2", "Who computes")), workers, el("div.sec", el("h2", "Matches")), matches)
	let [timer, gone] = [0, false]
	look()
	return { leave() { gone = true; clearTimeout(timer) } }

	async function look() {
		try {
			await gameList()
			const [health, metrics, list, told] = await Promise.all([fetch("/health").then((reply) => reply.json()), fetch("/metrics").then((reply) => reply.text()), ask("matches"), ask("workers").catch(() => null)])
			if (gone) return
			const value = (name) => { const found = new RegExp(`^ludus_${name}(?:_total)?(?:{[^}]*})? ([0-9.e+]+)$`, "m").exec(metrics); return found ? String(Math.round(Number(found[1]))) : "–" }
			const facts = [[health.status, "status"], [health.version, "version"], [health.matches, "matches being played"], [health.connections, "connections"], [value("requests"), "requests"], [value("commits"), "writes to disk"], [told?.waiting ?? "–", "analyses waiting"], [told?.ratio || "–", "estimated / actual time"]]
			replace(stats, facts.map(([number, text]) => el("div.card.stat", el("b", String(number)), el("span", text))))
			replace(matches, matchTable(list.matches, { over: false }))
			replace(workers, told ? tableOf("Workers", ["Worker", "Games", "Positions a second", "Works on"], told.workers.map((worker) => [worker.name, worker.games.join(", ") || "all", num(Math.round(worker.speed).toLocaleString()), worker.task || "nothing just now"]))
				: el("p.empty", "Only this machine computes."))
		} catch { /* next time */ }
		timer = setTimeout(look, AGAIN)
	}
}
