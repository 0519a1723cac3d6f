import { visibleText } from './visible-text.ts';

type Named = { name: string | null; email: string | null };

/**
 * Returns a person's display name: the chosen name, or else the e-mail address.
 *
 * @param missing returned if there is neither
 * @example
 * nameOf({ name: null, email: 'ada@example.com' }); // 'ada@example.com'
 */
export function nameOf({ name, email }: Named, missing = 'a former member'): string {
	return visibleText(name ?? email ?? missing);
}
