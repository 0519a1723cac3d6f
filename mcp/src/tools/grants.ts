import {
	actionSchema,
	grantRequestSchema,
	grantSchema,
	limits,
	parseInput,
	routes,
	uuidSchema,
	type Launcher,
} from '@feedback/contract';
import { z } from 'zod';

import { runWithApproval } from '../approval.ts';
import { limit, prompt, revision, site, workspace } from '../inputs.ts';

import { findSite, findWorkspace } from '../place.ts';
import { ToolFailure } from '../tool-failure.ts';
import { defineTool, type Context } from '../tool.ts';
import { waitForDecision } from '../wait-for-decision.ts';

const input = z.strictObject({
	do: z.enum(['list', 'request', 'wait', 'revoke', 'propose']).default('list'),
	action: actionSchema.optional().describe('To request'),
	workspace,
	site,
	prompt: prompt.optional(),
	revision: revision.optional(),
	launcher: z.record(z.string(), z.unknown()).nullable().optional(),
	request: uuidSchema.optional().describe('To wait for'),
	seconds: z.int().min(0).max(45).default(20).describe('To wait'),
	grant: uuidSchema.optional().describe('To revoke'),
	propose: z
		.record(z.string(), z.unknown())
		.optional()
		.describe(
			'{tags: [{name, definition, examples: [{response, question, quote}]}], labels: [{tag, ...example}]}',
		),
	limit: limit(limits.management.page.max, limits.management.page.default),
});
type Input = z.output<typeof input>;

export const grants = defineTool({
	name: 'grants',
	title: 'Approvals',
	description:
		'Approvals by a person: list, request, wait for or give back one; or propose tags for texts, for a person to accept.',
	commands: ['grant list', 'grant request', 'grant wait', 'grant revoke', 'response propose'],
	need: 'connection',
	effect: 'adds',
	input,
	output: z.object({
		grants: z.array(grantSchema).optional(),
		requests: z.array(grantRequestSchema).optional(),
		revoked: z.boolean().optional(),
		proposed: z.record(z.string(), z.unknown()).optional(),
	}),
	async run(given, context) {
		const { client, signal } = context;
		switch (given.do) {
			case 'request':
				return {
					requests: [await client.requestGrant(await toRequiredGrant(given, context), { signal })],
				};
			case 'propose':
				return { proposed: await propose(given, context) };
			case 'wait': {
				const { request, seconds } = given;
				if (request === undefined) throw missing('request');
				const read = () => client.getGrantRequest({ request }, { signal });
				return { requests: [await waitForDecision(read, seconds, signal)] };
			}
			case 'revoke': {
				if (given.grant === undefined) throw missing('grant');
				await client.revokeGrant({ grant: given.grant }, { signal });
				return { revoked: true };
			}
			default: {
				const page = { limit: given.limit };
				const [active, pending] = await Promise.all([
					client.listGrants(page, { signal }),
					client.listGrantRequests({ ...page, state: 'pending' }, { signal }),
				]);
				const inScope = ({ site: of }: { site: string | null }) =>
					context.scope.site === undefined || of === context.scope.site;
				return { grants: active.items.filter(inScope), requests: pending.items.filter(inScope) };
			}
		}
	},
});

async function toRequiredGrant(given: Input, context: Context) {
	const { action, prompt: id, revision: number, launcher } = given;
	if (action === undefined) throw missing('action');
	if (action === 'site:create') {
		if (context.scope.site)
			throw new ToolFailure('forbidden', 'This connection is limited to one site.');
		return { action, workspace: await findWorkspace(context, given.workspace) };
	}
	return {
		action,
		site: await findSite(context, given.site),
		...(id !== undefined && { prompt: id }),
		...(number !== undefined && { revision: number }),
		// The service checks it.
		...(launcher !== undefined && { launcher: launcher as Launcher | null }),
	};
}

/** Needs only the approval for reading, because quoting requires reading. */
async function propose({ site: named, propose: given }: Input, context: Context) {
	const { client, signal } = context;
	if (given === undefined) throw missing('propose');
	const body = parseInput(routes.proposeTags.body, given, 'propose');
	const place = await findSite(context, named);
	return runWithApproval(context, { action: 'response:read', site: place }, () =>
		client.proposeTags({ site: place, ...body }, { signal }),
	);
}

function missing(field: string): ToolFailure {
	return new ToolFailure('invalid_request', `${field} is missing.`, { field });
}
