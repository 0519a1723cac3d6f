import { z } from 'zod';

import { variantKeySchema } from '../experiment.ts';
import { limits } from '../limits.ts';
import { responseConditionSchema } from '../response-condition.ts';
import { text } from '../text.ts';
import { jsonQuery } from './json-query.ts';

const traitFilter = z
	.string()
	.max(limits.values.key + 1 + limits.values.string)
	.regex(/^[^:]+:/, { error: 'must be a trait and its value, such as "plan:pro"' });

/** A condition on answers, traits, path, device and language, as for destinations. */
export const filterCondition = responseConditionSchema;

/** A part of the responses or displays, by the state at the display, and by the answers. */
export const writtenSegment = z.object({
	/** `key:value`; with several, all must match. */
	trait: z
		.union([z.array(traitFilter).max(limits.segments), traitFilter.transform((one) => [one])])
		.optional(),
	/** Your app's ID of the account. */
	account: text(limits.account.id).optional(),
	/** Number of the revision that was displayed. */
	revision: z.coerce.number<number | string>().int().min(1).max(1_000_000).optional(),
	/** Key of a variant. */
	variant: variantKeySchema.optional(),
	/** JSON of a condition on answers, traits, path, device and language, such as `{"answer":"score","op":"at_most","value":6}`. */
	condition: jsonQuery(filterCondition, '{"answer":"score","op":"at_most","value":6}').optional(),
});

/** An explicit part, a saved filter, or a saved filter with changes. */
export const segment = writtenSegment.extend({
	/** Name or UUID of a saved filter of the prompt. Other fields of the request replace its parts. */
	filter: text(limits.results.filterName).optional(),
});
