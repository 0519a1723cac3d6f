// Runs before the first paint, so that a chosen theme does not flash, and a signed-in person sees at once where things
// are going to be. The theme is chosen in theme.svelte.ts; ShellSkeleton.svelte says when the waiting is over.
try {
	const root = document.documentElement;
	const theme = localStorage.getItem('feedback-theme');
	if (theme) root.dataset.theme = theme;
	if (localStorage.getItem('feedback-session') && location.pathname !== '/sign-in')
		root.dataset.waiting = '';
} catch {
	// Storage is blocked: the system's theme it is.
}
