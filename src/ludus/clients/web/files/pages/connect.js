// Other ways to play here: a terminal, a program, HTTP. This was once the whole page.

import { el } from "../dom.js"
import { pageHead } from "./parts.js"

export function open({ main, title }) {
	title("Connect")
	const body = pageHead(main, "From a terminal, or with a program", { lead: "Everything on these pages travels over an open protocol. People and programs sit at the same tables." })
	const secure = location.protocol === "https:"
	const telnet = el("code", `telnet ${location.hostname} 8765`)
	const status = el("p.soft", { role: "status" })
	body.append(el("div.prose", status,
		el("h2", "From any terminal"), el("pre", telnet), el("p", "Then say ", el("kbd", "GUEST"), ", ", el("kbd", "GAMES"), " and ", el("kbd", "NEW game computer=3"), ". ", el("kbd", "HELP"), " lists the rest."),
		el("h2", "From a program"), el("pre", el("code", `${secure ? "wss" : "ws"}://${location.host}/ws`)), el("p", "One JSON object a frame, for example ", el("code", '{"type":"games"}'), ". Over TCP the same objects travel one a line, on the port that telnet uses."),
		el("h2", "Just looking"), el("pre", el("code", "GET ", el("a", { href: "/api/matches" }, "/api/matches"))), el("p", "Games, matches, records and players over HTTP, described in ", el("a", { href: "/openapi.json" }, "openapi.json"), ". For those who run the server: ", el("a", { href: "/health" }, "health"), " and ", el("a", { href: "/metrics" }, "metrics"), ".")))
	fetch("/health").then((response) => response.json()).then((health) => {
		telnet.textContent = secure ? `openssl s_client -quiet -connect ${location.hostname}:${health.port}` : `telnet ${location.hostname} ${health.port}`
		status.textContent = `Ludus ${health.version}: ${health.matches} matches being played, ${health.connections} connections.`
	}, () => { status.textContent = "The server does not answer." })
}
