// Runs before the first picture, so that the page never flashes in the wrong colours.
{
	const kept = (name) => { try { return localStorage.getItem(name) } catch { return null } }
	const theme = kept("ludus.theme")
	if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme
	if (kept("ludus.motion") === "off") document.documentElement.dataset.motion = "off"
}
