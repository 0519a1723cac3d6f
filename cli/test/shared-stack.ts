import type { TestProject } from 'vitest/node';

import { type SharedStack, shareStack } from '../../testing/shared-stack.ts';
import { startTestStack } from '../../testing/start-test-stack.ts';

declare module 'vitest' {
	interface ProvidedContext {
		shared: SharedStack;
	}
}

/** Starts one service for all test files that only need a workspace. */
export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
	// The receivers of the tests are at 127.0.0.1.
	const stack = await startTestStack({ environment: { FEEDBACK_PRIVATE_NETWORKS: '127.0.0.0/8' } });
	provide('shared', shareStack(stack));
	return () => stack.stop();
}
