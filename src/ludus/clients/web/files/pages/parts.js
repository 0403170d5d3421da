// What several pages are made of.

import { bdi, el, replace } from "../dom.js"
import { tabs } from "./home.js"

export function pageHead(main, heading, { right = null, here = "", lead = "" } = {}) {
  const body = el("div")
  main.append(el("div.wrap", el("div.page-head", el("h1", { tabindex: "-1" }, heading), right ? el("div.right.row-x", right) : null),
    lead ? el("p.soft", lead) : null, body), tabs(here))
  return body
}

export const playerLink = (name) => (/^computer\d+$/.test(name) ? el("span", "Computer") : el("a.link", { href: `/@${encodeURIComponent(name)}` }, bdi(name)))

export function teamsText(teams) {
  return teams.map((team, at) => [at ? el("span.soft", " against ") : null, team.length ? team.map((name, place) => [place ? ", " : null, playerLink(name)]) : el("span.soft", "a free seat")])
}

export function when(seconds) {
  if (!seconds) return ""
  const date = new Date(seconds * 1000)
  const today = new Date().toDateString() === date.toDateString()
  return date.toLocaleString(undefined, today ? { hour: "2-digit", minute: "2-digit" } : { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" })
}

// A table of finished or running matches.
export function matchTable(matches, name, { over = true } = {}) {
  if (!matches.length) return el("p.empty", over ? "No game has been finished yet." : "Nobody is playing just now.")
  return el("div.scroll", { tabindex: "0", role: "region", "aria-label": "Games" }, el("table",
    el("thead", el("tr", ["Players", "Game", over ? "Result" : "Standing", "Moves", over ? "When" : "", ""].map((head) => el("th", head)))),
    el("tbody", matches.map((match) => el("tr",
      el("td", teamsText(match.teams)), el("td", name(match.game)),
      el("td.soft", match.result || (match.standing === "open" ? "waiting" : match.standing === "playing" ? "being played" : "")), el("td.num", String(match.moves)),
      el("td.soft.num", when(match.ended)),
      el("td.right", el("a.btn.small", { href: over ? `/m/${match.match}/review` : `/m/${match.match}` }, over ? "Review" : "Watch")))))))
}

export function failed(place, refusal) {
  replace(place, el("p.bad", { role: "alert" }, refusal.message))
}
