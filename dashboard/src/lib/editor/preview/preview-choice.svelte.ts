const isDark = () =>
	(document.documentElement.dataset['theme'] ??
		(matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')) === 'dark';

/** How the person looks at previews, for as long as the dashboard is open. */
export const previewChoice = $state<{ device: 'desktop' | 'phone'; theme: 'light' | 'dark' }>({
	device: 'desktop',
	theme: isDark() ? 'dark' : 'light',
});
