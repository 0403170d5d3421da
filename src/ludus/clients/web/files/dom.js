// Making elements. Text from the server is only ever set as text: nothing here takes markup.

const SVG = "http://www.w3.org/2000/svg"

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value)
    else if (name === "style") for (const [key, each] of Object.entries(value)) element.style.setProperty(key, each)
    else if (name === "value" || name === "checked" || name === "disabled" || name === "hidden") element[name] = value
    else element.setAttribute(name, value === true ? "" : value)
  }
  element.append(...children.flat(2).filter((child) => child !== null && child !== undefined && child !== false))
  return element
}

export const el = (name, attributes, ...children) => fill(document.createElement(name), attributes, children)
export const svg = (name, attributes, ...children) => fill(document.createElementNS(SVG, name), attributes, children)

// A name that somebody chose: its direction must not change what stands around it.
export const bdi = (text) => el("bdi", {}, text)

export const replace = (element, ...children) => {
  element.replaceChildren(...children.flat(2).filter((child) => child !== null && child !== undefined && child !== false))
  return element
}

// A screen reader speaks whenever a live region is written to, so it is written to only when something is new.
export const say = (element, text) => { if (element.textContent !== text) element.textContent = text }

export const count = (number, one, many) => `${number} ${number === 1 ? one : many}`

export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1)

let spoken = 0
export function announce(text, { urgent = false } = {}) {
  if (!text) return
  const region = document.getElementById(urgent ? "assertive" : "polite")
  const part = el("p", { "data-said": String(spoken += 1) }, text)
  region.append(part)
  while (region.childElementCount > 4) region.firstElementChild.remove()
}
