import { z } from 'zod';

import type { ValidationIssue } from './issues.ts';
import { limits } from './limits.ts';

const budgetedSchema = z.number().int().min(1).max(limits.budget.most);

/** Maximum number of displays in each day, week or month of the site's time zone. */
export const periodBudgetSchema = z.strictObject({
	/** A week begins on Monday. */
	every: z.enum(['day', 'week', 'month']),
	displays: budgetedSchema,
	/** Whether the displays are spread over the period: the allowance grows with the elapsed share of it. */
	paced: z.boolean().default(false),
});

/** Maximum number of times the prompt is displayed to, and answered by, all subjects together. */
export const budgetSchema = z.strictObject({
	/** In total, over every revision of the prompt. */
	displays: budgetedSchema.optional(),
	/** No display is reserved after this many are stored. */
	responses: budgetedSchema.optional(),
	/** Which responses count: all that are stored, or only final ones. All by default. */
	count: z.enum(['all', 'final']).optional(),
	period: periodBudgetSchema.optional(),
});

export type Budget = z.output<typeof budgetSchema>;

/** Checks the constraints between the fields of a budget. */
export function findBudgetIssues({
	displays,
	responses,
	count,
	period,
}: Budget): ValidationIssue[] {
	const found: ValidationIssue[] = [];
	if (displays === undefined && responses === undefined && period === undefined) {
		found.push({
			path: ['budget'],
			message:
				'needs at least one of displays, responses and period; without a budget leave it out',
		});
	}
	if (count !== undefined && responses === undefined) {
		found.push({ path: ['budget', 'count'], message: 'needs budget.responses' });
	}
	for (const [field, most, kind] of [
		[['budget', 'responses'], responses, 'responses'],
		[['budget', 'period', 'displays'], period?.displays, 'displays in one period'],
	] as const) {
		if (displays !== undefined && most !== undefined && most > displays) {
			found.push({
				path: [...field],
				message: `must be at most budget.displays, ${displays}: there cannot be more ${kind}`,
			});
		}
	}
	return found;
}
