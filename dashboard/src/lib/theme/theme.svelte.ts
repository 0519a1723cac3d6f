export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

export const themeNames: Record<Theme, string> = {
	system: 'As the system',
	light: 'Light',
	dark: 'Dark',
};

// Also used by static/first-paint.js.
const key = 'feedback-theme';

let chosen = $state<Theme>((document.documentElement.dataset['theme'] as Theme) ?? 'system');

/** The theme this browser prefers. */
export const theme = {
	get chosen(): Theme {
		return chosen;
	},
	choose(next: Theme) {
		chosen = next;
		if (next === 'system') delete document.documentElement.dataset['theme'];
		else document.documentElement.dataset['theme'] = next;
		try {
			if (next === 'system') localStorage.removeItem(key);
			else localStorage.setItem(key, next);
		} catch {
			// Storage is blocked: the choice lasts until the page is left.
		}
	},
};
