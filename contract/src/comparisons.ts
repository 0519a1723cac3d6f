import { z } from 'zod';

import { datePattern, isDate } from './date.ts';
import { limits } from './limits.ts';
import { text } from './text.ts';

// The comparisons in a condition. Every negative operator is the exact complement of its positive operator, so a
// missing value satisfies `is_not` for any value. Comparing different types gives false, never an error.

const scalar = z.union([text(limits.values.string, 0), z.number(), z.boolean(), z.null()]);
const list = z.array(scalar).min(1).max(100);
const error = 'must be a day such as "2026-03-01", or a time such as "2026-03-01T09:30:00Z"';
const date = z.string({ error }).regex(datePattern, { error }).refine(isDate, { error });
const days = z.number().int().min(0).max(36_500);

export const comparisons = [
	z.object({ op: z.enum(['is', 'is_not']), value: scalar }),
	z.object({ op: z.enum(['one_of', 'none_of']), value: list }),
	z.object({
		op: z.enum(['contains', 'not_contains', 'starts_with']),
		value: text(limits.values.string),
	}),
	z.object({ op: z.enum(['greater', 'at_least', 'less', 'at_most']), value: z.number() }),
	z.object({ op: z.literal('between'), value: z.tuple([z.number(), z.number()]) }),
	z.object({ op: z.enum(['exists', 'missing']) }),
	z.object({ op: z.enum(['before', 'after']), value: date }),
	z.object({ op: z.enum(['older_than', 'newer_than']), days }),
] as const;

/** The comparisons of a value that may be missing, by operator. */
export const comparisonsOf = {
	equal: comparisons[0],
	list: comparisons[1],
	words: comparisons[2],
	number: comparisons[3],
	between: comparisons[4],
};

/** Operators on words, which are compared as searches do. */
export const wordOperators: ReadonlySet<string> = new Set(comparisonsOf.words.shape.op.options);

/** Operators on dates, and on the days since. */
export const dateOperators: ReadonlySet<string> = new Set([
	...comparisons[6].shape.op.options,
	...comparisons[7].shape.op.options,
]);
