// Runs before the first picture, so that the page never flashes in the wrong colours; and stands before the style, for which a
// script would wait.
try {
	for (const name of ["theme", "motion"]) {
		const kept = localStorage.getItem(`ludus.${name}`)
		if (kept) document.documentElement.dataset[name] = kept
	}
} catch { /* then it looks as usual */ }
