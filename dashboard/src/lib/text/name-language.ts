// Created on first use, because creating it is slow.
let names: Intl.DisplayNames | undefined;

/**
 * The English name of a language; the tag itself if it has none.
 *
 * @example
 * nameLanguage('de-AT'); // 'German (Austria)'
 */
export function nameLanguage(tag: string): string {
	try {
		names ??= new Intl.DisplayNames('en', { type: 'language', languageDisplay: 'standard' });
		return names.of(tag) ?? tag;
	} catch {
		// Not a valid tag yet, while it is typed.
		return tag;
	}
}
