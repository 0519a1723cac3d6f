const isNarrow = () => matchMedia('(width < 40rem)').matches;
const isDark = () =>
	(document.documentElement.dataset['theme'] ??
		(matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')) === 'dark';

/** The person's preview options, until the dashboard is closed. */
export const previewChoice = $state<{ device: 'desktop' | 'phone'; theme: 'light' | 'dark' }>({
	device: isNarrow() ? 'phone' : 'desktop',
	theme: isDark() ? 'dark' : 'light',
});
