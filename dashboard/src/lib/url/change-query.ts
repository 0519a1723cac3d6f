import { goto } from '$app/navigation';
import { page } from '$app/state';

import { nextPaint } from '#lib/dom/next-paint.ts';

type Changes = Record<string, string | string[] | undefined>;

let running: Promise<void> = Promise.resolve();

/**
 * Changes what stands in the address' query, so that a reload or a link shows the same; nothing else moves.
 * What was pressed for it is painted first. Changes follow one another; one that comes after the person has
 * left the page is dropped.
 *
 * @param changes by name; undefined or an empty text takes one out, a list writes it several times
 * @param how `push` when "back" should undo it
 * @example
 * changeQuery({ search: 'slow', prompt: undefined });
 */
export function changeQuery(changes: Changes, { push = false } = {}): Promise<void> {
	const { pathname } = page.url;
	running = running
		.then(nextPaint)
		.then(() => (page.url.pathname === pathname ? apply(changes, push) : undefined))
		.catch(() => undefined);
	return running;
}

async function apply(changes: Changes, push: boolean): Promise<void> {
	const url = new URL(page.url.href);
	for (const [name, value] of Object.entries(changes)) {
		url.searchParams.delete(name);
		const values = typeof value === 'string' ? [value] : (value ?? []);
		for (const one of values) if (one !== '') url.searchParams.append(name, one);
	}
	if (url.href === page.url.href) return;
	// eslint-disable-next-line svelte/no-navigation-without-resolve -- the page that is shown, with another query
	await goto(url, { replace: !push, reset: false });
}
