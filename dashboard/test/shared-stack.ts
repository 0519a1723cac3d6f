import type { TestProject } from 'vitest/node';

import type { Stack } from '../../server/stack/start-stack.ts';
import { startTestStack } from '../../testing/start-test-stack.ts';

/** What tests use of a stack that is not theirs alone: addresses, and a person with a demo. */
export type TestStack = Pick<
	Stack,
	| 'apiUrl'
	| 'authUrl'
	| 'gatewayUrl'
	| 'databaseUrl'
	| 'adminUrl'
	| 'dashboardUrl'
	| 'demo'
	| 'demoKey'
	| 'siteId'
>;

declare module 'vitest' {
	interface ProvidedContext {
		dashboard: TestStack;
	}
}

/** Starts one service with the dashboard for all files that bring a demo of their own. */
export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
	const stack = await startTestStack({ parts: ['dashboard'] });
	const { apiUrl, authUrl, gatewayUrl, databaseUrl, adminUrl, demo, demoKey, siteId } = stack;
	const dashboardUrl = stack.dashboardUrl!;
	provide('dashboard', {
		...{ apiUrl, authUrl, gatewayUrl, databaseUrl, adminUrl, dashboardUrl },
		...{ demo, demoKey: demoKey!, siteId },
	});
	return () => stack.stop();
}
