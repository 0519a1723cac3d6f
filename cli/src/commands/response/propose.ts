import { parseInput, routes, ServiceError } from '@feedback/contract';
import { parse } from 'yaml';
import { z } from 'zod';

import { defineCommand } from '../../command.ts';
import type { Context } from '../../context.ts';
import { option } from '../../describe.ts';
import { Failure } from '../../failure.ts';

export const responsePropose = defineCommand({
	name: 'response propose',
	summary: 'Propose tags for texts, with quotes; a person accepts or rejects them.',
	need: 'response:read',
	place: 'site',
	changes: true,
	options: z.object({
		file: option(
			z.string().min(1),
			'Tags and labels as YAML or JSON, "-" for standard input.',
			'proposal_file',
		),
	}),
	output: routes.proposeTags.output,
	examples: [{ text: 'What a file proposes', line: 'response propose --file proposal.yaml' }],
	async run({ file }, context) {
		const body = await readProposal(context, file);
		const site = await context.site();
		const grant = { action: 'response:read', site } as const;
		if (context.dryRun) {
			const what = `propose ${body.tags.length} tags and ${body.labels.length} labels`;
			return context.describeDryRun(what, grant);
		}
		return context.withApproval(grant, () => context.client.proposeTags({ site, ...body }));
	},
	render: ({ tags, labels, known, url }, paint) =>
		[
			`Proposed ${tags.length} tags and ${labels} labels; ${known} already existed.`,
			paint.dim(url),
		].join('\n'),
});

async function readProposal({ readText }: Context, path: string) {
	const name = path === '-' ? 'standard input' : path;
	let given: unknown;
	try {
		given = parse(await readText(path), { maxAliasCount: 0 });
	} catch (cause) {
		throw new Failure('invalid_file', `${name} is neither YAML nor JSON.`, { cause });
	}
	try {
		return parseInput(routes.proposeTags.body, given);
	} catch (cause) {
		if (!(cause instanceof ServiceError)) throw cause;
		throw new Failure('invalid_file', `${name}: ${cause.message}.`, { cause });
	}
}
