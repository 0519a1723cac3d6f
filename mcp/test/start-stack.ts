import type { TestProject } from 'vitest/node';

import { startTestStack } from '../../testing/start-test-stack.ts';
import { buildIfStale, builds } from '../../server/parts/builds.ts';

declare module 'vitest' {
	interface ProvidedContext {
		stack: { apiUrl: string; authUrl: string; siteUrl: string };
	}
}

/** Starts the service with its documentation, and builds the command, for all test files of the workspace. */
export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
	await buildIfStale(builds.command, () => undefined);
	const stack = await startTestStack({
		parts: ['site'],
		// That of `many-addresses.ts`.
		network: { trustedProxies: ['127.0.0.1'] },
	});
	const { apiUrl, authUrl, siteUrl } = stack;
	provide('stack', { apiUrl, authUrl, siteUrl: siteUrl! });
	return () => stack.stop();
}
