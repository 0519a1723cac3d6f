import { callOperation } from '@feedback/client';
import {
	findRequiredGrant,
	limits,
	prepareInput,
	routes,
	type Route,
	type RouteName,
} from '@feedback/contract';
import { z } from 'zod';

import { runWithApproval } from '../approval.ts';
import { idempotencyKey } from '../inputs.ts';
import { markVisitorsText } from '../operations/mark-visitors-text.ts';
import { findOffered } from '../operations/offered.ts';
import { placeInput } from '../operations/place-input.ts';
import { unknownCommand } from '../operations/unknown-command.ts';
import { readFitting } from '../result.ts';
import { defineTool } from '../tool.ts';
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
	fromVisitors: ({ name }) => isFromVisitors(findOffered(name)?.name),
	input: z.strictObject({
		name: z.string().max(100),
		input: z.record(z.string(), z.unknown()).default({}),
		idempotency_key: idempotencyKey.optional(),
	}),
	output: z.object({ result: z.unknown() }),
	async run({ name, input: given, idempotency_key: key }, context) {
		const found = findOffered(name);
		if (!found) throw unknownCommand(name);
		const route: Route = routes[found.name];
		if (context.scope.readOnly && found.changes) {
			throw new ToolFailure('forbidden', 'This address is limited to reading.', { field: 'name' });
		}
		const input = prepareInput(route, await placeInput(context, route, given));
		const options = { signal: context.signal, ...(key !== undefined && { idempotencyKey: key }) };
		const call = (more: Input = {}) =>
			callOperation(context.client, found.name, { ...input, ...more }, options);
		const run = () => callFitting(route, input, call);
		const grant = findRequiredGrant(route, input);
		const result = await (grant ? runWithApproval(context, grant, run) : run());
		return { result: isFromVisitors(found.name) ? markVisitorsText(result) : result };
	},
});

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

function isFromVisitors(name: RouteName | undefined): boolean {
	if (name === undefined) return false;
	const { need, fromVisitors }: Route = routes[name];
	return need === 'response:read' || fromVisitors === true;
}
