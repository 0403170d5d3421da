// What is on this server, asked through its own API. Text from the server is only ever set as text, never as markup.

const AGAIN = 5000 // milliseconds between two looks at the matches
const LARGEST_DRAWN = 12 // a board with more squares to a side is drawn with this many
const SVG = "http://www.w3.org/2000/svg"

const find = (id) => document.getElementById(id)

function make(name, text = "", ...inside) {
  const element = document.createElement(name)
  element.append(text, ...inside)
  return element
}

function classed(element, ...names) {
  element.classList.add(...names)
  return element
}

async function ask(path) {
  const response = await fetch(path)
  return response.json()
}

const count = (number, one, many) => `${number} ${number === 1 ? one : many}`

function sayHowToConnect(port) {
  const secure = location.protocol === "https:"
  const host = location.hostname
  find("telnet").textContent = secure ? `openssl s_client -quiet -connect ${host}:${port}` : `telnet ${host} ${port}`
  find("websocket").textContent = `${secure ? "wss" : "ws"}://${location.host}/ws`
}

async function showStatus() {
  const status = find("status")
  try {
    const health = await ask("health")
    sayHowToConnect(health.port)
    find("version").textContent = health.version
    const here = `${count(health.matches, "match", "matches")} being played, ${count(health.connections, "connection", "connections")}`
    const says = { ok: "Open", stopping: "Closing when the last match is over", failed: "The server cannot keep its games" }
    status.className = `status ${health.status === "ok" ? "ok" : "bad"}`
    say(status, `${says[health.status]}: ${here}`)
  } catch {
    status.className = "status bad"
    say(status, "The server does not answer")
  }
}

// A screen reader speaks whenever a live region is written to, so it is written to only when something is new.
function say(element, text) {
  if (element.textContent !== text) element.textContent = text
}

function drawBoard(width, height) {
  const across = Math.min(width, LARGEST_DRAWN)
  const up = Math.min(height, LARGEST_DRAWN)
  const picture = document.createElementNS(SVG, "svg")
  const side = Math.max(across, up)
  picture.setAttribute("viewBox", `${(across - side) / 2} ${(up - side) / 2} ${side} ${side}`)
  picture.setAttribute("aria-hidden", "true")
  for (let x = 0; x < across; x += 1) {
    for (let y = 0; y < up; y += 1) {
      const square = document.createElementNS(SVG, "rect")
      for (const [name, value] of Object.entries({ x, y, width: 1, height: 1 })) square.setAttribute(name, value)
      square.classList.add((x + y) % 2 ? "dark" : "light")
      picture.append(square)
    }
  }
  return picture
}

function described(game) {
  return game.says.charAt(0).toUpperCase() + game.says.slice(1)
}

function showGame(game) {
  const facts = classed(make("p", `${game.width} × ${game.height} · ${game.teams.join(", ")}`), "facts")
  const words = make("div", "", make("h3", game.name), make("p", described(game)), facts, make("p", "", make("kbd", `NEW ${game.game}`)))
  return classed(make("li", "", drawBoard(game.width, game.height), words), "game")
}

async function showGames() {
  const shelf = find("shelf")
  try {
    const { games } = await ask("api/games")
    shelf.replaceChildren(...games.map(showGame))
  } catch {
    shelf.replaceChildren(classed(make("li", "The games could not be asked for."), "quiet"))
  }
  shelf.setAttribute("aria-busy", "false")
}

function showPlayers(teams) {
  const cell = make("td")
  teams.forEach((team, place) => {
    if (place) cell.append(classed(make("span", "against"), "versus"))
    cell.append(team.length ? team.join(", ") : classed(make("span", "a free seat"), "quiet"))
  })
  return cell
}

function showMatch(match) {
  const name = make("a", match.match)
  name.href = `api/matches/${encodeURIComponent(match.match)}`
  const head = make("th", "", name)
  head.scope = "row"
  const standing = match.standing === "open" ? `waits for ${count(match.free, "player", "players")}` : "being played"
  const how = make("kbd", match.standing === "open" ? `JOIN ${match.match}` : `WATCH ${match.match}`)
  return make("tr", "", head, make("td", match.game), showPlayers(match.teams), make("td", standing),
    classed(make("td", String(match.moves)), "number"), make("td", "", how))
}

function tableOf(matches) {
  const heads = ["Match", "Game", "Players", "Standing", "Moves", "Say"].map((text) => {
    const head = make("th", text)
    head.scope = "col"
    return text === "Moves" ? classed(head, "number") : head
  })
  const table = make("table", "", make("thead", "", make("tr", "", ...heads)), make("tbody", "", ...matches.map(showMatch)))
  const scrolling = classed(make("div", "", table), "scroll") // reached by keyboard, since a narrow screen cuts it off
  for (const [name, value] of Object.entries({ tabindex: "0", role: "region", "aria-label": "Matches" })) scrolling.setAttribute(name, value)
  return scrolling
}

let shown = ""

async function showMatches() {
  const place = find("matches")
  try {
    const { matches, more = 0 } = await ask("api/matches")
    const now = JSON.stringify([matches, more])
    if (now === shown) return
    shown = now
    const nobody = "Nobody is playing just now. The computer has time for you."
    const others = more ? [classed(make("p", `and ${more} more`), "quiet")] : []
    place.replaceChildren(...(matches.length ? [tableOf(matches), ...others] : [classed(make("p", nobody), "quiet")]))
  } catch {
    shown = ""
    place.replaceChildren(classed(make("p", "The matches could not be asked for."), "quiet"))
  }
  place.setAttribute("aria-busy", "false")
}

async function look() {
  if (!document.hidden) await Promise.all([showStatus(), showMatches()])
  setTimeout(look, AGAIN)
}

showGames()
look()
