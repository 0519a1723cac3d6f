import { limits, variantKeySchema } from '@feedback/contract';
import { z } from 'zod';

import { instant, option } from '../../describe.ts';
import { promptNameSchema } from '../../uuid.ts';

/** As in the API: filters and destinations use the same condition language. */
export const condition = option(
	z.string().min(1).optional(),
	'Only those that meet this condition on answers, traits, path, device or language, as JSON.',
	'json',
);

export const savedFilter = option(
	z.string().min(1).max(limits.results.filterName).optional(),
	'Only those of this saved filter of the prompt, by name or UUID; other options replace parts of it.',
	'filter',
);

/** Options for whose responses or displays: their state at the display. */
export const subjectOptions = {
	trait: option(
		z.string().min(1).optional(),
		'Only those with this trait and value at the time of the display, such as plan:pro.',
		'trait',
	),
	account: option(z.string().min(1).optional(), 'Only those of this account.', 'account_id'),
};

/** Options that filter responses. */
export const filterOptions = {
	prompt: option(promptNameSchema.optional(), 'Only those of this prompt.', 'prompt_uuid'),
	final: option(z.boolean().default(false), 'Only completed ones.'),
	since: instant('Only those since a day or a time.'),
	until: instant('Only those before a day or a time.'),
	...subjectOptions,
	variant: option(variantKeySchema.optional(), 'Only those of this variant.', 'key'),
	revision: option(
		z.coerce.number().int().min(1).optional(),
		'Only those to this revision.',
		'number',
	),
	condition,
	filter: savedFilter,
	search: option(
		z.string().max(200).optional(),
		'Only those that contain these words in a text.',
		'words',
	),
	figure: option(
		z.string().min(1).optional(),
		'Only those that a figure counts, as JSON from its explanation.',
		'json',
	),
};

type Filter = z.output<z.ZodObject<typeof filterOptions>>;

/** The filter as the service expects it. */
export function toFilter(filter: Filter) {
	const { prompt, final, since, until, variant, revision, condition: met, search } = filter;
	const { filter: saved, figure, trait, account } = filter;
	return {
		...(prompt !== undefined && { prompt }),
		...(final && { final: 'true' }),
		...(since !== undefined && { since }),
		...(until !== undefined && { until }),
		...(variant !== undefined && { variant }),
		...(trait !== undefined && { trait: [trait] }),
		...(account !== undefined && { account }),
		...(revision !== undefined && { revision }),
		...(met !== undefined && { condition: met }),
		...(saved !== undefined && { filter: saved }),
		...(search !== undefined && { search }),
		...(figure !== undefined && { figure }),
	};
}
