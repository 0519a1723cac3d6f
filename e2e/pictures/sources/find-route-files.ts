import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The files of SvelteKit that render a path: its page and the layouts around it.
 *
 * @throws when no page has this path
 */
export function findRouteFiles(routes: string, path: string): string[] {
	const { pathname } = new URL(path, 'http://dashboard.invalid');
	const found = descend(routes, pathname.split('/').filter(Boolean));
	if (!found) throw new Error(`No page of ${routes} has the path ${pathname}.`);
	return found;
}

function descend(folder: string, segments: string[]): string[] | undefined {
	const entries = readdirSync(folder, { withFileTypes: true });
	const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
	const own = (kind: string) =>
		entries.filter(({ name }) => name.startsWith(kind)).map(({ name }) => join(folder, name));
	const [next, ...rest] = segments;
	if (next === undefined && existsSync(join(folder, '+page.svelte'))) {
		return [...own('+layout'), ...own('+page')];
	}
	// A name takes precedence over a parameter, and a group such as `(signed-in)` is not part of the path.
	const ways = [
		...folders.filter((name) => name === next).map((name) => [name, rest] as const),
		...folders.filter((name) => /^\(.*\)$/.test(name)).map((name) => [name, segments] as const),
		...(next === undefined ? [] : folders.filter((name) => /^\[.*\]$/.test(name))).map(
			(name) => [name, rest] as const,
		),
	];
	for (const [name, left] of ways) {
		const found = descend(join(folder, name), left);
		if (found) return [...own('+layout'), ...found];
	}
	return undefined;
}
