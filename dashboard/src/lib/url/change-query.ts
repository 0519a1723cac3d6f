import { goto } from '$app/navigation';
import { navigating, page } from '$app/state';

import { nextPaint } from '#lib/dom/next-paint.ts';

type Changes = Record<string, string | string[] | undefined>;

let running: Promise<void> = Promise.resolve();

/**
 * Updates the query string, so that a reload or a link shows the same state. Waits for the next paint, so that a
 * pressed button responds first. Changes run one after another; those for a page that the person has left are
 * dropped.
 *
 * @param changes by name; undefined or an empty string removes a parameter, a list repeats it
 * @param options `push` adds a history entry
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
	const { pathname } = page.url;
	// A later navigation cancels an earlier one. If a link was followed just before, start from its URL. A link that is
	// followed in the meantime cancels ours: try again from its URL, unless it leads to another page.
	for (let attempt = 0; attempt < 3; attempt += 1) {
		await navigating.complete?.catch(() => undefined);
		if (page.url.pathname !== pathname) return;
		const url = changed(page.url.href, changes);
		if (url.href === page.url.href) return;
		await goto(url, { replace: !push, reset: false }).catch(() => undefined);
	}
}

function changed(from: string, changes: Changes): URL {
	const url = new URL(from);
	for (const [name, value] of Object.entries(changes)) {
		url.searchParams.delete(name);
		const values = typeof value === 'string' ? [value] : (value ?? []);
		for (const one of values) if (one !== '') url.searchParams.append(name, one);
	}
	return url;
}
