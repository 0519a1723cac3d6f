import type { OnNavigate } from '$app/navigation';
import { page } from '$app/state';

import { nextPaint } from '#lib/dom/next-paint.ts';

/**
 * The page's own address, to end with one value more. As long as nothing but that value changes it stays the same,
 * so that a long list of such links need not be drawn anew when one of them is followed.
 *
 * @example
 * `${addressBefore('response')}${id}`; // '/sites/…/responses?period=7&response=…'
 */
export function addressBefore(name: string): string {
	const query = new URLSearchParams(page.url.searchParams.toString());
	query.delete(name);
	query.append(name, '');
	return `${page.url.pathname}?${query}`;
}

/** For `onNavigate`: the press on a link is seen to be heard before what it opens is drawn. */
export function paintPressFirst({ type }: OnNavigate): Promise<void> | undefined {
	return type === 'link' ? nextPaint() : undefined;
}
