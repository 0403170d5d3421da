// Making elements. Text from the server is only ever set as text: nothing here takes markup.

const SVG = "http://www.w3.org/2000/svg"

// el("p.soft.small", { title: "…" }, "text", node, [more nodes]); attributes may be left out, and children may be nothing.
// `label` is what a screen reader calls it.
const maker = (create) => (spec, ...rest) => {
	const [name, ...classes] = spec.split(".")
	const element = create(name)
	if (classes.length) element.setAttribute("class", classes.join(" "))
	const attributes = rest[0]?.constructor === Object ? rest.shift() : {}
	for (const [key, value] of Object.entries(attributes)) {
		if (isNothing(value)) continue
		if (key.startsWith("on")) element.addEventListener(key.slice(2), value)
		else if (key === "style") for (const [property, each] of Object.entries(value)) element.style.setProperty(property, each)
		else if (["value", "checked", "disabled", "hidden"].includes(key)) element[key] = value
		else element.setAttribute(key === "label" ? "aria-label" : key, value === true ? "" : value)
	}
	element.append(...present(rest))
	return element
}

const isNothing = (value) => value === null || value === undefined || value === false
const present = (children) => children.flat(Infinity).filter((child) => !isNothing(child))

export const el = maker((name) => document.createElement(name))
export const svg = maker((name) => document.createElementNS(SVG, name))

export const circle = (look, cx, cy, r) => svg(`circle.${look}`, { cx, cy, r })

// A name that somebody chose: its direction must not change what stands around it.
export const bdi = (text) => el("bdi", text)

export const replace = (element, ...children) => {
	element.replaceChildren(...present(children))
	return element
}

export const button = (kinds, act, ...inside) => el(`button${kinds}`, { onclick: act }, inside)

export const link = (kinds, href, ...inside) => el(`a${kinds}`, { href }, inside)

export const input = (type, attributes) => el("input", { type, ...attributes })

// A choice among [value, words].
export function select(choices, attributes = {}) {
	const element = el("select", attributes, choices.map(([value, words]) => el("option", { value }, words)))
	element.value = attributes.value ?? choices[0]?.[0]
	return element
}

export const form = (kinds, submit, ...inside) => el(`form${kinds}`, { onsubmit: (event) => { event.preventDefault(); submit(event) } }, inside)

// Does something; what is refused is said in its place.
export async function attempt(place, act) {
	place.textContent = ""
	try { await act() } catch (refusal) { place.textContent = refusal.message }
}

// Whether a part has something to draw that it did not draw the last time.
export function isNew(part, ...facts) {
	const before = part.drawn
	part.drawn = JSON.stringify(facts)
	return part.drawn !== before
}

// A screen reader speaks whenever a live region is written to, so it is written to only when something is new.
export const say = (element, text) => { if (element.textContent !== text) element.textContent = text }

export const count = (number, one, many) => `${number} ${number === 1 ? one : many}`

export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1)

export function announce(text, { urgent = false } = {}) {
	if (!text) return
	const region = document.getElementById(urgent ? "assertive" : "polite")
	region.append(el("p", text))
	while (region.childElementCount > 4) region.firstElementChild.remove()
}
