import type { PromptContent } from '#lib/prompt/prompt-content.ts';

type BudgetContent = NonNullable<PromptContent['budget']>;
export type Every = NonNullable<BudgetContent['period']>['every'];

/**
 * The budget with changed members. Members without a value are removed, and `count` with `responses`; a budget without
 * members becomes undefined.
 *
 * @example
 * changeBudget({ displays: 5 }, { displays: undefined }); // undefined
 */
export function changeBudget(
	budget: BudgetContent | undefined,
	changes: Partial<BudgetContent>,
): BudgetContent | undefined {
	const { count, ...next } = { ...budget, ...changes };
	const isCounting = next.responses !== undefined && String(next.responses) !== '';
	const changed = Object.entries({ ...next, ...(isCounting && { count }) }).filter(
		([, value]) => value !== undefined && value !== null && (value as unknown) !== '',
	);
	return changed.length > 0 ? (Object.fromEntries(changed) as BudgetContent) : undefined;
}
