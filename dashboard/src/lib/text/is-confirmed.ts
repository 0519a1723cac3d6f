import { visibleText } from './visible-text.ts';

/**
 * Whether a person typed a name as the page shows it: spaces at its ends do not count, several count as one, and
 * invisible characters may be typed as they are written there.
 *
 * @example
 * isConfirmed('NPS Q3', 'NPS  Q3 '); // true
 */
export function isConfirmed(typed: string, name: string): boolean {
	const shown = toShown(name);
	return typed === name || (shown !== '' && toShown(typed) === shown);
}

function toShown(text: string): string {
	return visibleText(text).replace(/\s+/g, ' ').trim();
}
