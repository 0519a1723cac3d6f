import type { TestProject } from 'vitest/node';

import type { Stack } from '../../server/stack/start-stack.ts';
import { startTestStack } from '../../testing/start-test-stack.ts';

export type SharedStack = Pick<Stack, 'apiUrl' | 'authUrl' | 'adminUrl' | 'demo'>;

declare module 'vitest' {
	interface ProvidedContext {
		shared: SharedStack;
	}
}

/** Starts one service for all test files that need no more than a workspace. */
export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
	// The receivers of the tests are at 127.0.0.1.
	const stack = await startTestStack({ environment: { FEEDBACK_PRIVATE_NETWORKS: '127.0.0.0/8' } });
	const { apiUrl, authUrl, adminUrl, demo } = stack;
	provide('shared', { apiUrl, authUrl, adminUrl, demo });
	return () => stack.stop();
}
