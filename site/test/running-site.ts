import { afterAll, inject } from 'vitest';

import { listen } from '../src/server/node.ts';

/** The built site on Node, at a free port, for the tests of one file. */
export async function startSite(): Promise<string> {
	const site = await listen({ folder: inject('builtSite'), port: 0 });
	afterAll(() => site.stop());
	return site.url;
}
