import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Plugin } from 'vite';

/** Milliseconds in which Astro stores a page's front matter after a save. */
const storeMs = 5_000;

/**
 * Reloads an open page once for each save. Astro reloads pages at once with their new text, and again when it has stored
 * the front matter. When that has not changed, the second reload would only interrupt the first.
 *
 * @param content folder of the pages
 */
export function reloadOnce(content: string): Plugin {
	const known = new Map<string, string>();
	let skipUntil = 0;
	return {
		name: 'feedback:reload-once',
		configureServer({ environments }) {
			for (const path of globSync('**/*.mdx', { cwd: content })) {
				const file = join(content, path);
				known.set(file, readFrontMatter(file));
			}
			const { hot } = environments.client;
			const send = hot.send.bind(hot);
			hot.send = (...payload: unknown[]) => {
				const [first] = payload as [{ type?: string; path?: string } | string];
				const isStored =
					typeof first === 'object' && first.type === 'full-reload' && first.path === '*';
				const skips = isStored && performance.now() < skipUntil;
				// Vite sends the same message for other reasons, so only one is skipped.
				if (skips) skipUntil = 0;
				else send(...(payload as Parameters<typeof send>));
			};
		},
		hotUpdate({ file, type }) {
			if (this.environment.name !== 'client' || !file.endsWith('.mdx')) return;
			const frontMatter = type === 'delete' ? '' : readFrontMatter(file);
			skipUntil = frontMatter === known.get(file) ? performance.now() + storeMs : 0;
			known.set(file, frontMatter);
		},
	};
}

function readFrontMatter(file: string): string {
	return readFileSync(file, 'utf8').split(/^---$/m, 2)[1] ?? '';
}
