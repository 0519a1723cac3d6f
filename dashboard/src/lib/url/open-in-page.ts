import type { OnNavigate } from '$app/navigation';
import { page } from '$app/state';

import { nextPaint } from '#lib/dom/next-paint.ts';

/**
 * The current URL up to the value of one parameter. It stays the same while only that value changes, so that
 * following one of many such links does not render the others again.
 *
 * @example
 * `${buildLinkPrefix('response')}${id}`; // '/sites/…/responses?period=7&response=…'
 */
export function buildLinkPrefix(name: string): string {
	const query = new URLSearchParams(page.url.searchParams.toString());
	query.delete(name);
	query.append(name, '');
	return `${page.url.pathname}?${query}`;
}

/** For `onNavigate`: paints the pressed link before the new page is rendered. */
export function paintBeforeNavigating({ type }: OnNavigate): Promise<void> | undefined {
	return type === 'link' ? nextPaint() : undefined;
}
