// For those who run the server: health, load, what is played, and who computes.

import { attempt, el, form, input, replace } from "../dom.js"
import { ask, me } from "../session.js"
import { card, lookAgain, matchTable, num, openAgain, pageHead, section, stats, tableOf } from "./parts.js"

export function open(page) {
	openAgain(page)
	const [facts, workers, matches] = [el("div"), card(), card()]
	pageHead(page, "This server", { name: "Server" }).append(facts, me.role === "admin" ? announcement() : "", section("Who computes", workers), section("Matches", matches))
	lookAgain(page.signal, async () => {
		const [health, metrics, list, told] = await Promise.all([fetch("/health").then((reply) => reply.json()), fetch("/metrics").then((reply) => reply.text()), ask("matches"), ask("workers").catch(() => null)])
		if (page.signal.aborted) return
		const value = (name) => { const found = new RegExp(`^ludus_${name}(?:_total)?(?:{[^}]*})? ([0-9.e+]+)$`, "m").exec(metrics); return found ? Math.round(Number(found[1])) : "–" }
		replace(facts, stats([[health.status, "status"], [health.version, "version"], [health.matches, "matches being played"], [health.connections, "connections"], [value("requests"), "requests"], [value("commits"), "writes to disk"], [told?.waiting ?? "–", "analyses waiting"], [told?.ratio || "–", "estimated / actual time"]]))
		replace(matches, matchTable(list.matches, { over: false }))
		replace(workers, tableOf("Workers", ["Worker", "Games", "Positions a second", "Works on"],
			(told?.workers ?? []).map((worker) => [worker.name, worker.games.join(", ") || "all", num(Math.round(worker.speed).toLocaleString()), worker.task || "nothing just now"]), "Only this machine computes."))
	})
}

function announcement() {
	const notice = input("text", { placeholder: "To everybody who is connected", label: "Announcement", maxlength: "500" })
	const answer = el("p.small", { role: "status" })
	return form(".row-x.filters", () => attempt(answer, async () => {
		await ask("announce", { text: notice.value })
		answer.textContent = "Said."
		notice.value = ""
	}), notice, el("button.btn", "Announce"), answer)
}
