import type { TestProject } from 'vitest/node';

import { startTestStack } from '../../testing/start-test-stack.ts';
import { buildIfStale, builds } from '../../server/parts/builds.ts';
import { startTestDocs } from '../../site/test/start-test-docs.ts';

declare module 'vitest' {
	interface ProvidedContext {
		stack: { apiUrl: string; authUrl: string; adminUrl: string; siteUrl: string };
	}
}

/** Starts the service with its documentation, and builds the command, for all test files of the workspace. */
export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
	await buildIfStale(builds.command, () => undefined);
	const docs = await startTestDocs();
	const stack = await startTestStack({
		// The proxy of `many-addresses.ts`, and `setup-senders.ts`.
		network: { trustedProxies: ['127.0.0.1'] },
		environment: { FEEDBACK_DOCS_URL: docs.url, FEEDBACK_PRIVATE_NETWORKS: '127.0.0.0/8' },
	});
	const { apiUrl, authUrl, adminUrl } = stack;
	provide('stack', { apiUrl, authUrl, adminUrl, siteUrl: docs.url });
	return async () => {
		await stack.stop();
		await docs.stop();
	};
}
