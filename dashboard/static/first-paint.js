// Runs before the first paint, so that a chosen theme does not flash, and a signed-in person sees at once where things
// are going to be, and what the page is. The theme is chosen in theme.svelte.ts; ShellSkeleton.svelte says when the waiting is over.
// Zod would try whether it may compile code; our policy refuses, and the browser notes that as a fault.
globalThis.__zod_globalConfig = { jitless: true };

try {
	const root = document.documentElement;
	const theme = localStorage.getItem('feedback-theme');
	if (theme) root.dataset.theme = theme;
	if (localStorage.getItem('feedback-session') && location.pathname !== '/sign-in') {
		root.dataset.waiting = '';
		sayWhereWeGo();
	}
} catch {
	// Storage is blocked: the system's theme it is.
}

// The rest of index.html is not read yet: it says what each page says of itself (see early-files.ts).
function sayWhereWeGo() {
	const reading = new MutationObserver(() => {
		const places = document.querySelectorAll('#waiting [data-words]');
		if (places.length < 2) return;
		reading.disconnect();
		const { pages } = JSON.parse(
			document.getElementById('page-files')?.textContent || '{"pages":[]}',
		);
		const page = pages.find(([pattern]) => new RegExp(pattern).test(location.pathname));
		page?.slice(2).forEach((words, at) => (places[at].textContent = words));
	});
	reading.observe(document.documentElement, { childList: true, subtree: true });
}
