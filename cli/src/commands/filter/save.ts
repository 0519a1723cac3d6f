import { filterSchema, limits, listIssues, routes, variantKeySchema } from '@feedback/contract';
import type { SavedFilter } from '@feedback/contract';
import { z } from 'zod';

import { defineCommand } from '../../command.ts';
import { idempotencyKey, instant, option, promptUuid } from '../../describe.ts';
import { Failure } from '../../failure.ts';
import { deriveKey, withKey } from '../../idempotency.ts';
import { cleanLine } from '../../output/clean.ts';
import { filterName } from './options.ts';

const parts = {
	days: option(
		z.coerce.number().int().min(1).max(limits.results.filterDays).optional(),
		'The last so many days, today included.',
		'number',
	),
	since: instant('Only responses since a day or a time.'),
	until: instant('Only responses before a day or a time.'),
	trait: option(
		z.string().min(1).optional(),
		'A trait at the display with its value, such as plan:pro.',
		'trait',
	),
	account: option(z.string().min(1).optional(), 'Only this account.', 'account_id'),
	variant: option(variantKeySchema.optional(), 'Only this variant.', 'key'),
	revision: option(z.coerce.number().int().min(1).optional(), 'Only this revision.', 'number'),
	condition: option(
		z.string().min(1).optional(),
		'A condition on answers, traits, path, device or language, as JSON.',
		'json',
	),
};

export const filterSave = defineCommand({
	name: 'filter save',
	summary: 'Save a filter of the results of a prompt with a name.',
	need: 'prompt:draft',
	place: 'site',
	changes: true,
	options: z.object({
		prompt: promptUuid,
		name: option(filterName, 'What everyone who sees the site calls it.', 'name'),
		...parts,
		idempotency_key: idempotencyKey,
	}),
	positionals: ['prompt'],
	output: routes.createSavedFilter.output,
	examples: [
		{
			text: 'Detractors of the last month',
			line: `filter save <prompt_uuid> --name Detractors --days 30 --condition '{"answer":"score","op":"at_most","value":6}'`,
		},
	],
	async run({ prompt, name, idempotency_key: given, ...written }, context) {
		const filter = readFilter(written);
		const site = await context.site();
		const grant = { action: 'prompt:draft', site } as const;
		if (context.dryRun) return context.describeDryRun(`save the filter "${name}"`, grant);
		const idempotency = withKey(given ?? deriveKey('filter', site, prompt, name, filter));
		return context.withApproval(grant, () =>
			context.client.createSavedFilter({ site, prompt, name, filter }, idempotency),
		);
	},
	render: ({ name }, paint) =>
		[
			`Saved the filter "${cleanLine(name)}".`,
			paint.dim(`Use it: feedback response summary <prompt_uuid> --filter "${cleanLine(name)}"`),
		].join('\n'),
});

function readFilter({
	trait,
	condition,
	...given
}: z.output<z.ZodObject<typeof parts>>): SavedFilter {
	const parsed = filterSchema.safeParse({
		...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
		...(trait !== undefined && { trait: [trait] }),
		...(condition !== undefined && { condition: readJson(condition) }),
	});
	if (parsed.success) return parsed.data;
	const [issue] = listIssues(parsed.error);
	const where = issue!.path.length > 0 ? `--${issue!.path.join('.')}` : 'The filter';
	throw new Failure('usage', `${where} ${issue!.message}.`, {
		next: [['feedback', 'filter', 'save', '--help']],
	});
}

function readJson(text: string): unknown {
	try {
		return JSON.parse(text) as unknown;
	} catch (cause) {
		throw new Failure('usage', '--condition is not JSON.', { cause });
	}
}
