import type { Comparison } from './subjects.ts';

/** What stands behind an operator: what kind of thing has to be typed for it. */
export type Shape = 'scalar' | 'list' | 'text' | 'number' | 'pair' | 'date' | 'days' | 'none';

export type Operator = {
	op: string;
	/** Between the subject and the value: `plan` **is one of** `pro, team`. */
	words: string;
	shape: Shape;
	/** What a value has to be for it ever to hold; without it, anything. */
	of?: 'text' | 'number' | 'date';
};

/** Every operator of the contract, in the order in which they are offered. */
export const operators: readonly Operator[] = [
	{ op: 'is', words: 'is', shape: 'scalar' },
	{ op: 'is_not', words: 'is not', shape: 'scalar' },
	{ op: 'one_of', words: 'is one of', shape: 'list' },
	{ op: 'none_of', words: 'is none of', shape: 'list' },
	{ op: 'exists', words: 'is set', shape: 'none' },
	{ op: 'missing', words: 'is not set', shape: 'none' },
	{ op: 'contains', words: 'contains', shape: 'text', of: 'text' },
	{ op: 'not_contains', words: 'does not contain', shape: 'text', of: 'text' },
	{ op: 'starts_with', words: 'starts with', shape: 'text', of: 'text' },
	{ op: 'greater', words: 'is more than', shape: 'number', of: 'number' },
	{ op: 'at_least', words: 'is at least', shape: 'number', of: 'number' },
	{ op: 'less', words: 'is less than', shape: 'number', of: 'number' },
	{ op: 'at_most', words: 'is at most', shape: 'number', of: 'number' },
	{ op: 'between', words: 'is between', shape: 'pair', of: 'number' },
	{ op: 'before', words: 'is before', shape: 'date', of: 'date' },
	{ op: 'after', words: 'is after', shape: 'date', of: 'date' },
	{ op: 'older_than', words: 'was more than', shape: 'days', of: 'date' },
	{ op: 'newer_than', words: 'was less than', shape: 'days', of: 'date' },
];

/** Undefined for a word that is no operator. */
export function findOperator(op: unknown): Operator | undefined {
	return operators.find((operator) => operator.op === op);
}

export type OperatorGroup = { label: string; operators: Operator[] };

const labels = { text: 'Text', number: 'Number', date: 'Date' };

/**
 * The operators to offer, those for the types that were seen before the others. None is left out, because a
 * value that was never seen may still come; what a page, a device and a language can never be is.
 *
 * @example
 * groupOperators('trait', ['number'])[1].label; // 'Number'
 */
export function groupOperators(
	subject: Comparison,
	seen: readonly ('text' | 'number' | 'date')[],
): OperatorGroup[] {
	const kinds = (['text', 'number', 'date'] as const).filter((kind) => isPossible(subject, kind));
	const sorted = [
		...kinds.filter((kind) => seen.includes(kind)),
		...kinds.filter((kind) => !seen.includes(kind)),
	];
	return [
		{ label: 'Any value', operators: operators.filter(({ of }) => of === undefined) },
		...sorted.map((kind) => ({
			label: labels[kind],
			operators: operators.filter(({ of }) => of === kind),
		})),
	];
}

function isPossible(subject: Comparison, kind: 'text' | 'number' | 'date'): boolean {
	if (subject === 'trait' || subject === 'property') return true;
	return kind === 'text' && subject !== 'device';
}
