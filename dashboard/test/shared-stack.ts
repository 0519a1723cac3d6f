import type { TestProject } from 'vitest/node';

import { startModel } from './model-server.ts';
import { type SharedStack, shareStack } from '../../testing/shared-stack.ts';
import { startTestStack } from '../../testing/start-test-stack.ts';

declare module 'vitest' {
	interface ProvidedContext {
		dashboard: SharedStack;
	}
}

/** Starts one service with the dashboard for all files that create a separate demo. */
export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
	const model = await startModel();
	const stack = await startTestStack({
		parts: ['dashboard'],
		environment: {
			...model.environment,
			// An app that Slack does not know: tests answer in its place.
			FEEDBACK_SLACK_CLIENT_ID: '1234.5678',
			FEEDBACK_SLACK_CLIENT_SECRET: 'secret',
		},
	});
	provide('dashboard', shareStack(stack));
	return async () => {
		await stack.stop();
		await model.close();
	};
}
