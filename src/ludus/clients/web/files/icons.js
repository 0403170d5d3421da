// Icons as paths on a 24 by 24 grid.

import { el, svg } from "./dom.js"

const PATHS = {
	play: "M7 4.5v15l12-7.5z", back: "M9 6 4 11l5 5M4 11h10a6 6 0 0 1 0 12h-2", sound: "M5 10v4h3l4 3.5v-11L8 10zM16 9.5a4 4 0 0 1 0 5M18.5 7a7.5 7.5 0 0 1 0 10",
	mute: "M5 10v4h3l4 3.5v-11L8 10zM16 10l5 5M21 10l-5 5", sun: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6l1.4 1.4M17 17l1.4 1.4M5.6 18.4 7 17M17 7l1.4-1.4",
	turn: "M7 20V5M4 8l3-3 3 3M17 4v15M14 16l3 3 3-3", hand: "M8 12V5.5a1.5 1.5 0 0 1 3 0V11M11 10.5v-6a1.5 1.5 0 0 1 3 0v6M14 11V6a1.5 1.5 0 0 1 3 0v8a6.5 6.5 0 0 1-12 3.5L3.5 13a1.5 1.5 0 0 1 2.5-1.5l2 2.5",
	flag: "M6 21V4h11l-2 4 2 4H6", eye: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z", board: "M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z",
	list: "M9 6h11M9 12h11M9 18h11M4.5 6h.01M4.5 12h.01M4.5 18h.01", chat: "M4 6h16v10H10l-4 4v-4H4z", chip: "M6.5 6.5h11v11h-11zM10 3v3M14 3v3M10 18v3M14 18v3M3 10h3M3 14h3M18 10h3M18 14h3",
	link: "M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.3l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3a4 4 0 0 0 5.7 5.7l1-1", person: "M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4.5 20c1-4 4-6 7.5-6s6.5 2 7.5 6",
	first: "M6 5v14M18 5l-9 7 9 7z", prev: "M14 6l-6 6 6 6", next: "M10 6l6 6-6 6", last: "M18 5v14M6 5l9 7-9 7z", pause: "M8 5v14M16 5v14", share: "M12 15V4M8 8l4-4 4 4M5 13v7h14v-7", down: "M12 4v11M8 11l4 4 4-4M5 20h14",
	cup: "M8 4h8v5a4 4 0 0 1-8 0zM8 6H4.5c0 3 1.5 4.5 3.5 4.5M16 6h3.5c0 3-1.5 4.5-3.5 4.5M12 13v4M8.5 20h7M12 17v3", again: "M5 12a7 7 0 1 1 2.5 5.3M5 18v-5h5",
	copy: "M8 8h11v12H8zM5 16V4h11", graph: "M4 19V5M4 19h16M7 15l4-5 3 3 5-7",
}

export const icon = (name) => svg("svg.line", { viewBox: "0 0 24 24", "aria-hidden": "true" },
	svg("path", { d: PATHS[name], fill: name === "play" ? "currentColor" : null }))

export const iconButton = (name, label, act, kinds = "") => el(`button.icon${kinds}`, { label, onclick: act }, icon(name))
