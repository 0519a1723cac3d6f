import type { Stack } from '../server/stack/start-stack.ts';

/** Fields of a shared stack that test files receive: all that can be sent to another process. */
const fields = [
	...(['apiUrl', 'authUrl', 'gatewayUrl', 'databaseUrl', 'adminUrl', 'dashboardUrl'] as const),
	...(['demo', 'demoKey', 'siteId'] as const),
];

export type SharedStack = Pick<Stack, (typeof fields)[number]>;

/**
 * The part of a stack that a global set-up provides to the test files of its project.
 *
 * @example
 * provide('stack', shareStack(await startTestStack()));
 */
export function shareStack(stack: Stack): SharedStack {
	const entries = fields.flatMap((name) =>
		stack[name] === undefined ? [] : [[name, stack[name]]],
	);
	return Object.fromEntries(entries) as SharedStack;
}
