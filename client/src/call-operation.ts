import type { RouteName } from '@feedback/contract';

import type { CallOptions, Client } from './client.ts';

/**
 * Calls an operation whose name is known only at run time. `prepareInput` of the contract checks its input.
 *
 * @example
 * await callOperation(client, 'listAudiences', { site });
 */
export function callOperation(
	client: Client,
	name: RouteName,
	input: Readonly<Record<string, unknown>>,
	options: CallOptions = {},
): Promise<unknown> {
	const method = client[name] as (
		input: Readonly<Record<string, unknown>>,
		options: CallOptions,
	) => Promise<unknown>;
	return method(input, options);
}
