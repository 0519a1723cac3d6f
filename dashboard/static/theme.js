// Runs before the first paint, so that a chosen theme does not flash. The choice is made in theme.svelte.ts.
try {
	const theme = localStorage.getItem('feedback-theme');
	if (theme) document.documentElement.dataset.theme = theme;
} catch {
	// Storage is blocked: the system's theme it is.
}
