import type { TestProject } from 'vitest/node';

import { startTestStack } from '../../testing/start-test-stack.ts';
import { buildIfStale, builds } from '../../server/parts/builds.ts';

declare module 'vitest' {
	interface ProvidedContext {
		stack: { apiUrl: string; authUrl: string; siteUrl: string };
	}
}

/** The whole service with its documentation, and the command as people get it, for every test of the room. */
export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
	await buildIfStale(builds.command, () => undefined);
	const stack = await startTestStack({
		parts: ['site'],
		// Ours, and the one of a test that calls from many addresses.
		environment: { FEEDBACK_TRUSTED_PROXIES: '2' },
	});
	const { apiUrl, authUrl, siteUrl } = stack;
	provide('stack', { apiUrl, authUrl, siteUrl: siteUrl! });
	return () => stack.stop();
}
