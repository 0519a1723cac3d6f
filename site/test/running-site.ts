import { afterAll, inject } from 'vitest';

import { listen } from '../src/server/node.ts';

/** A built site on Node, at a free port, for the tests of one file. */
export async function startSite(folder = inject('builtSite')): Promise<string> {
	const site = await listen({ folder, port: 0 });
	afterAll(() => site.stop());
	return site.url;
}
