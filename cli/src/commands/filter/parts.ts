import { filterSchema, limits, listIssues, variantKeySchema } from '@feedback/contract';
import type { SavedFilter } from '@feedback/contract';
import { z } from 'zod';

import { instant, option } from '../../describe.ts';
import { Failure } from '../../failure.ts';
import { readJson } from '../../read-json.ts';

/** Options for the responses that a filter matches. */
export const filterParts = {
	days: option(
		z.coerce.number().int().min(1).max(limits.results.filterDays).optional(),
		'The last number of days, including today.',
		'number',
	),
	since: instant('Only responses since a day or a time.'),
	until: instant('Only responses before a day or a time.'),
	trait: option(
		z.string().min(1).optional(),
		'A trait and its value at the time of the display, such as plan:pro.',
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

type FilterParts = z.output<z.ZodObject<typeof filterParts>>;

/** The filter from the options of a command. */
export function readFilter(
	{ trait, condition, ...given }: FilterParts,
	command: 'filter save' | 'link create',
): SavedFilter {
	const parsed = filterSchema.safeParse({
		...Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)),
		...(trait !== undefined && { trait: [trait] }),
		...(condition !== undefined && { condition: readJson(condition, '--condition') }),
	});
	if (parsed.success) return parsed.data;
	const [issue] = listIssues(parsed.error);
	const where = issue!.path.length > 0 ? `--${issue!.path.join('.')}` : 'The filter';
	throw new Failure('usage', `${where} ${issue!.message}.`, {
		next: [['feedback', ...command.split(' '), '--help']],
	});
}
