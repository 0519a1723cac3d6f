import { visibleText } from './visible-text.ts';

type Named = { name: string | null; email: string | null };

/**
 * How a person is called where people appear: by the chosen name, or else by the e-mail address.
 *
 * @param missing instead of both
 * @example
 * nameOf({ name: null, email: 'ada@example.com' }); // 'ada@example.com'
 */
export function nameOf({ name, email }: Named, missing = 'a former member'): string {
	return visibleText(name ?? email ?? missing);
}
