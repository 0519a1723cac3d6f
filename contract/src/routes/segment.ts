import { z } from 'zod';

import { variantKeySchema } from '../experiment.ts';
import { limits } from '../limits.ts';
import { text } from '../text.ts';

const traitFilter = z
	.string()
	.max(limits.values.key + 1 + limits.values.string)
	.regex(/^[^:]+:/, { error: 'must be a trait and its value, such as "plan:pro"' });

/** A part of the subjects, by their account, and by traits and variant when the prompt was displayed. */
export const segment = z.object({
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
});
