// What this browser remembers. Where storage is forbidden, it is remembered until the page is closed.

const here = new Map()

export function recall(name, otherwise = null) {
	try { return localStorage.getItem(`ludus.${name}`) ?? here.get(name) ?? otherwise } catch { return here.get(name) ?? otherwise }
}

export function remember(name, value) {
	value === null ? here.delete(name) : here.set(name, value)
	try { value === null ? localStorage.removeItem(`ludus.${name}`) : localStorage.setItem(`ludus.${name}`, value) } catch { /* it is in memory */ }
}
