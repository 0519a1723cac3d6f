// Runs before the first paint: sets the theme, and shows a signed-in person the skeleton with the page's title, and
// readers of shared results theirs.
// The theme is chosen in theme.svelte.ts; ShellSkeleton.svelte hides the skeleton.
// Zod would test whether it can compile code; the policy forbids it, and the browser would log an error.
globalThis.__zod_globalConfig = { jitless: true };

try {
	const root = document.documentElement;
	if (location.pathname === '/shared') root.dataset.waiting = 'shared';
	const theme = localStorage.getItem('feedback-theme');
	if (theme) root.dataset.theme = theme;
	if (
		localStorage.getItem('feedback-session') &&
		!['/sign-in', '/shared'].includes(location.pathname)
	) {
		root.dataset.waiting = '';
		describePage();
	}
} catch {
	// Storage is blocked: use the system theme.
}

// Waits for the rest of index.html, which contains the page descriptions (see preloads.ts).
function describePage() {
	const observer = new MutationObserver(() => {
		const elements = document.querySelectorAll('#waiting [data-description]');
		if (elements.length < 2) return;
		observer.disconnect();
		const { pages } = JSON.parse(
			document.getElementById('page-files')?.textContent || '{"pages":[]}',
		);
		const page = pages.find(([pattern]) => new RegExp(pattern).test(location.pathname));
		const [title, about, tabs] = page?.slice(2) ?? [];
		elements[0].textContent = title ?? '';
		elements[1].textContent = about ?? '';
		if (tabs) document.getElementById('waiting').dataset.tabs = tabs;
	});
	observer.observe(document.documentElement, { childList: true, subtree: true });
}
