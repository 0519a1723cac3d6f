import { rightToLeftScripts } from '../generated/right-to-left-scripts.ts';

/**
 * The writing direction of a language, by its script or its likely script.
 *
 * @example
 * directionOf('ur'); // 'rtl'
 * directionOf('ur-Latn'); // 'ltr'
 */
export function directionOf(tag: string): 'ltr' | 'rtl' {
	try {
		const { script } = new Intl.Locale(tag).maximize();
		if (script && rightToLeftScripts.includes(script)) return 'rtl';
	} catch {
		// Not a language tag, for example while it is typed.
	}
	return 'ltr';
}
