// One player: results, ratings, opponents, and the last games.

import { bdi, el, replace, svg } from "../dom.js"
import { ask, gameList, logOut, me } from "../session.js"
import { failed, matchTable, pageHead, playerLink } from "./parts.js"

export function open({ main, words: [player], title, go }) {
  title(player)
  const mine = player === me.name
  const body = pageHead(main, bdi(player), { here: "/players", right: [
    mine ? el("a", { class: "btn", href: "/settings" }, "Settings") : null,
    mine ? el("button", { class: "btn", onclick: async () => { await logOut(); go("/") } }, "Sign out") : null,
    el("a", { class: "btn", href: `/archive?player=${encodeURIComponent(player)}` }, "All games")] })
  show().catch((refusal) => failed(body, refusal))

  async function show() {
    const games = await gameList()
    const name = (word) => games.find((each) => each.game === word)?.name ?? word
    const told = await ask("statistics", { player, ...(me.name && !me.guest && !mine ? { against: me.name } : {}) }).catch(() => ask("statistics", { player }))
    const sum = (what) => told.scores.reduce((total, score) => total + score[what], 0)
    const rated = told.scores.filter((score) => score.rating)
    replace(body,
      el("div", { class: "stats" }, [["won", "won"], ["lost", "lost"], ["drawn", "drawn"], ["forfeited", "forfeited"]].map(([what, text]) => el("div", { class: "card stat" }, el("b", {}, String(sum(what))), el("span", {}, text)))),
      el("div", { class: "two" }, el("section", {}, el("div", { class: "sec" }, el("h2", {}, "By game")), el("div", { class: "card" }, scores(told.scores, name))),
        el("section", {}, el("div", { class: "sec" }, el("h2", {}, "Opponents")), el("div", { class: "card" }, opponents(told.opponents ?? [])))),
      rated.length && told.history ? chart(told.history) : null,
      el("div", { class: "sec" }, el("h2", {}, "Last games")), el("div", { class: "card" }, matchTable(told.last, name)))
  }
}

function scores(list, name) {
  if (!list.length) return el("p", { class: "empty" }, "No finished games yet.")
  return el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Results by game" }, el("table", {}, el("thead", {}, el("tr", {}, ["Game", "Rating", "Won", "Drawn", "Lost", ""].map((head) => el("th", {}, head)))), el("tbody", {}, list.map((score) => {
    const lost = score.lost + score.forfeited
    const all = Math.max(1, score.won + lost + score.drawn)
    const part = (className, value) => el("i", { class: className, style: { width: `${(100 * value) / all}%` } })
    return el("tr", {}, el("td", {}, name(score.game)), el("td", { class: "num" }, score.rating ? `${Math.round(score.rating)}${score.provisional ? " ?" : ""}` : "–"),
      el("td", { class: "num" }, String(score.won)), el("td", { class: "num" }, String(score.drawn)), el("td", { class: "num" }, String(lost)),
      el("td", {}, el("div", { class: "bar3", "aria-hidden": "true" }, part("w", score.won), part("d", score.drawn), part("l", lost))))
  }))))
}

function opponents(list) {
  if (!list.length) return el("p", { class: "empty" }, "Nobody has been met yet.")
  return el("table", {}, el("tbody", {}, list.map((other) => el("tr", {}, el("td", {}, playerLink(other.player)), el("td", { class: "num right" }, `${other.won} won, ${other.lost} lost, ${other.drawn} drawn`)))))
}

// Ratings over time, one line a game.
function chart(history) {
  const points = history.flatMap((line) => line.ratings)
  if (points.length < 2) return null
  const [low, high] = [Math.min(...points) - 20, Math.max(...points) + 20]
  const lines = history.filter((line) => line.ratings.length > 1).map((line, at) => svg("polyline", { class: "edge", "stroke-dasharray": at ? `${4 * at} 3` : null,
    points: line.ratings.map((rating, place) => `${(600 * place) / (line.ratings.length - 1)},${120 - (120 * (rating - low)) / (high - low)}`).join(" ") }))
  return el("figure", {}, svg("svg", { class: "graph", viewBox: "0 0 600 120", preserveAspectRatio: "none", role: "img", "aria-label": `Ratings from ${Math.round(low)} to ${Math.round(high)}` }, lines))
}
