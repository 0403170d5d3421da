// One player: results, ratings, opponents, and the last games.

import { bdi, el, replace, svg } from "../dom.js"
import { ask, gameList, logOut, me } from "../session.js"
import { failed, matchTable, pageHead, playerLink } from "./parts.js"

export function open({ main, words: [player], title, go }) {
  title(player)
  const mine = player === me.name
  const body = pageHead(main, bdi(player), { here: "/players", right: [
    mine ? el("a.btn", { href: "/settings" }, "Settings") : null,
    mine ? el("button.btn", { onclick: async () => { await logOut(); go("/") } }, "Sign out") : null,
    el("a.btn", { href: `/archive?player=${encodeURIComponent(player)}` }, "All games")] })
  show().catch((refusal) => failed(body, refusal))

  async function show() {
    const games = await gameList()
    const name = (word) => games.find((each) => each.game === word)?.name ?? word
    const told = await ask("statistics", { player, ...(me.name && !me.guest && !mine ? { against: me.name } : {}) }).catch(() => ask("statistics", { player }))
    const sum = (what) => told.scores.reduce((total, score) => total + score[what], 0)
    const rated = told.scores.filter((score) => score.rating)
    replace(body,
      el("div.stats", [["won", "won"], ["lost", "lost"], ["drawn", "drawn"], ["forfeited", "forfeited"]].map(([what, text]) => el("div.card.stat", el("b", String(sum(what))), el("span", text)))),
      el("div.two", el("section", el("div.sec", el("h2", "By game")), el("div.card", scores(told.scores, name))),
        el("section", el("div.sec", el("h2", "Opponents")), el("div.card", opponents(told.opponents ?? [])))),
      rated.length && told.history ? chart(told.history) : null,
      el("div.sec", el("h2", "Last games")), el("div.card", matchTable(told.last, name)))
  }
}

function scores(list, name) {
  if (!list.length) return el("p.empty", "No finished games yet.")
  return el("div.scroll", { tabindex: "0", role: "region", "aria-label": "Results by game" }, el("table", el("thead", el("tr", ["Game", "Rating", "Won", "Drawn", "Lost", ""].map((head) => el("th", head)))), el("tbody", list.map((score) => {
    const lost = score.lost + score.forfeited
    const all = Math.max(1, score.won + lost + score.drawn)
    const part = (className, value) => el("i", { class: className, style: { width: `${(100 * value) / all}%` } })
    return el("tr", el("td", name(score.game)), el("td.num", score.rating ? `${Math.round(score.rating)}${score.provisional ? " ?" : ""}` : "–"),
      el("td.num", String(score.won)), el("td.num", String(score.drawn)), el("td.num", String(lost)),
      el("td", el("div.bar3", { "aria-hidden": "true" }, part("w", score.won), part("d", score.drawn), part("l", lost))))
  }))))
}

function opponents(list) {
  if (!list.length) return el("p.empty", "Nobody has been met yet.")
  return el("table", el("tbody", list.map((other) => el("tr", el("td", playerLink(other.player)), el("td.num.right", `${other.won} won, ${other.lost} lost, ${other.drawn} drawn`)))))
}

// Ratings over time, one line a game.
function chart(history) {
  const points = history.flatMap((line) => line.ratings)
  if (points.length < 2) return null
  const [low, high] = [Math.min(...points) - 20, Math.max(...points) + 20]
  const lines = history.filter((line) => line.ratings.length > 1).map((line, at) => svg("polyline.edge", { "stroke-dasharray": at ? `${4 * at} 3` : null,
    points: line.ratings.map((rating, place) => `${(600 * place) / (line.ratings.length - 1)},${120 - (120 * (rating - low)) / (high - low)}`).join(" ") }))
  return el("figure", svg("svg.graph", { viewBox: "0 0 600 120", preserveAspectRatio: "none", role: "img", "aria-label": `Ratings from ${Math.round(low)} to ${Math.round(high)}` }, lines))
}
