import {
	changesAnything,
	findRequiredGrant,
	limits,
	prepareInput,
	type Route,
	type RouteName,
} from '@feedback/contract';
import type { Client } from '@feedback/client';
import { z } from 'zod';

import { runWithApproval } from '../approval.ts';
import { idempotencyKey } from '../inputs.ts';
import { markVisitorsText } from '../operations/mark-visitors-text.ts';
import { findOffered } from '../operations/offered.ts';
import { placeInput } from '../operations/place-input.ts';
import { unknownCommand } from '../operations/unknown-command.ts';
import { readFitting } from '../result.ts';
import { defineTool, type Context } from '../tool.ts';
import { ToolFailure } from '../tool-failure.ts';

type Input = Record<string, unknown>;

export const commandRun = defineTool({
	name: 'command_run',
	title: 'Run a command',
	description:
		'Runs a command of commands_find with its input. site and workspace may be left out if there is only one. The same approvals and errors as the other tools.',
	commands: ['operation run'],
	need: 'connection',
	effect: 'changes',
	limitsItself: true,
	fromVisitors: ({ name }) => isFromVisitors(findOffered(name)?.route),
	input: z.strictObject({
		name: z.string().max(100),
		input: z.record(z.string(), z.unknown()).default({}),
		idempotency_key: idempotencyKey.optional(),
	}),
	output: z.object({ result: z.unknown() }),
	async run({ name, input: given, idempotency_key: key }, context) {
		const found = findOffered(name);
		if (!found) throw unknownCommand(name);
		const { route } = found;
		if (context.scope.readOnly && changesAnything(route)) {
			throw new ToolFailure('forbidden', 'This address is limited to reading.', { field: 'name' });
		}
		const input = await readInput(context, route, given);
		const call = (more: Input = {}) =>
			callOperation(context, found.name, { ...input, ...more }, key);
		const run = () => callFitting(route, input, call);
		const grant = findRequiredGrant(route, input);
		const result = await (grant ? runWithApproval(context, grant, run) : run());
		return { result: isFromVisitors(route) ? markVisitorsText(result) : result };
	},
});

async function callOperation(
	{ client, signal }: Context,
	name: RouteName,
	input: Input,
	key: string | undefined,
): Promise<unknown> {
	const method = client[name] as (
		input: Input,
		options: Parameters<Client['whoami']>[1],
	) => Promise<unknown>;
	return method(input, { signal, ...(key !== undefined && { idempotencyKey: key }) });
}

/** Pages of visitors' text are shortened to what a model can read. */
async function callFitting(
	route: Route,
	input: Input,
	call: (more?: Input) => Promise<unknown>,
): Promise<unknown> {
	const isPage = Object.hasOwn(route.query?.shape ?? {}, 'limit');
	if (!isPage) return call();
	const asked = Number(input['limit'] ?? limits.management.page.default);
	return readFitting(asked, (limit) => call({ limit }) as Promise<{ items: unknown[] }>);
}

function isFromVisitors(route: Route | undefined): boolean {
	return route?.need === 'response:read';
}

/**
 * The input of a call. What only people may do is refused before its input is checked, with the page on which a person
 * does it; a parameter of its path that was left out is empty there.
 */
async function readInput(context: Context, route: Route, given: Input): Promise<Input> {
	if (route.need !== 'person') return prepareInput(route, await placeInput(context, route, given));
	const placed = await placeInput(context, route, given).catch(() => given);
	const empty = Object.keys(route.params?.shape ?? {}).map((key) => [key, '-']);
	return { ...Object.fromEntries(empty), ...placed };
}
