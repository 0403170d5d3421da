// Making elements. Text from the server is only ever set as text: nothing here takes markup.

const SVG = "http://www.w3.org/2000/svg"

// el("p.soft.small", { title: "…" }, "text", node, [more nodes]); attributes may be left out, and so may children that are null.
function make(element, classes, rest) {
	if (classes.length) element.setAttribute("class", classes.join(" "))
	const attributes = rest[0]?.constructor === Object ? rest.shift() : {}
	for (const [name, value] of Object.entries(attributes)) {
		if (value === null || value === undefined || value === false) continue
		if (name.startsWith("on")) element.addEventListener(name.slice(2), value)
		else if (name === "style") for (const [key, each] of Object.entries(value)) element.style.setProperty(key, each)
		else if (["value", "checked", "disabled", "hidden"].includes(name)) element[name] = value
		else element.setAttribute(name, value === true ? "" : value)
	}
	element.append(...present(rest))
	return element
}

const present = (children) => children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false)

export function el(spec, ...rest) {
	const [name, ...classes] = spec.split(".")
	return make(document.createElement(name), classes, rest)
}

export function svg(spec, ...rest) {
	const [name, ...classes] = spec.split(".")
	return make(document.createElementNS(SVG, name), classes, rest)
}

// A name that somebody chose: its direction must not change what stands around it.
export const bdi = (text) => el("bdi", text)

export const replace = (element, ...children) => {
	element.replaceChildren(...present(children))
	return element
}

export const button = (kinds, act, ...inside) => el(`button${kinds}`, { onclick: act }, inside)

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
	const now = JSON.stringify(facts)
	const before = part.drawn
	part.drawn = now
	return now !== before
}

// A screen reader speaks whenever a live region is written to, so it is written to only when something is new.
export const say = (element, text) => { if (element.textContent !== text) element.textContent = text }

export const count = (number, one, many) => `${number} ${number === 1 ? one : many}`

export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1)

export function announce(text, { urgent = false } = {}) {
	if (!text) return
	const region = document.getElementById(urgent ? "assertive" : "polite")
	const part = el("p", text)
	region.append(part)
	while (region.childElementCount > 4) region.firstElementChild.remove()
}
