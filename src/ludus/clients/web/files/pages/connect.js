// Other ways to play here: a terminal, a program, HTTP.

import { el, link } from "../dom.js"
import { pageHead } from "./parts.js"

export function open(page) {
	const secure = location.protocol === "https:"
	const telnet = el("code", `telnet ${location.hostname} 8765`)
	const code = (...inside) => el("pre", el("code", inside))
	const keys = (text) => el("kbd", text)
	pageHead(page, "From a terminal, or with a program", { name: "Connect", lead: "Everything on these pages travels over an open protocol. People and programs sit at the same tables." }).append(el("div.prose",
		el("h2", "From any terminal"), el("pre", telnet), el("p", "Then say ", keys("GUEST"), ", ", keys("GAMES"), " and ", keys("NEW game computer=3"), ". ", keys("HELP"), " lists the rest."),
		el("h2", "From a program"), code(`${secure ? "wss" : "ws"}://${location.host}/ws`), el("p", "One JSON object a frame, for example ", el("code", '{"type":"games"}'), ". Over TCP the same objects travel one a line, on the port that telnet uses."),
		el("h2", "Just looking"), code("GET ", link("", "/api/matches", "/api/matches")), el("p", "Games, matches, records and players over HTTP, described in ", link("", "/openapi.json", "openapi.json"), ". For those who run the server: ", link("", "/health", "health"), " and ", link("", "/metrics", "metrics"), ".")))
	fetch("/health").then((response) => response.json()).then((health) => {
		telnet.textContent = secure ? `openssl s_client -quiet -connect ${location.hostname}:${health.port}` : `telnet ${location.hostname} ${health.port}`
	}, () => {})
}
