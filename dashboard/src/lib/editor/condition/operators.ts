import type { Operator as OperatorName } from '@feedback/contract';

import type { Comparison } from './subjects.ts';

/** Kind of value that an operator needs. */
export type Shape = 'scalar' | 'list' | 'text' | 'number' | 'pair' | 'date' | 'days' | 'none';

export type Operator = {
	op: OperatorName;
	/** Between the subject and the value: `plan` **is one of** `pro, team`. */
	words: string;
	shape: Shape;
	/** The type that a value must have to match; any type if omitted. */
	of?: 'text' | 'number' | 'date';
};

/** Every operator of the contract, in the order in which they are offered. */
const byName: Record<OperatorName, Omit<Operator, 'op'>> = {
	is: { words: 'is', shape: 'scalar' },
	is_not: { words: 'is not', shape: 'scalar' },
	one_of: { words: 'is one of', shape: 'list' },
	none_of: { words: 'is none of', shape: 'list' },
	exists: { words: 'is set', shape: 'none' },
	missing: { words: 'is not set', shape: 'none' },
	contains: { words: 'contains', shape: 'text', of: 'text' },
	not_contains: { words: 'does not contain', shape: 'text', of: 'text' },
	starts_with: { words: 'starts with', shape: 'text', of: 'text' },
	greater: { words: 'is more than', shape: 'number', of: 'number' },
	at_least: { words: 'is at least', shape: 'number', of: 'number' },
	less: { words: 'is less than', shape: 'number', of: 'number' },
	at_most: { words: 'is at most', shape: 'number', of: 'number' },
	between: { words: 'is between', shape: 'pair', of: 'number' },
	before: { words: 'is before', shape: 'date', of: 'date' },
	after: { words: 'is after', shape: 'date', of: 'date' },
	older_than: { words: 'was more than', shape: 'days', of: 'date' },
	newer_than: { words: 'was less than', shape: 'days', of: 'date' },
};

export const operators: readonly Operator[] = Object.entries(byName).map(([op, operator]) => ({
	op: op as OperatorName,
	...operator,
}));

/** Undefined for an unknown operator. */
export function findOperator(op: unknown): Operator | undefined {
	return operators.find((operator) => operator.op === op);
}

export type OperatorGroup = { label: string; operators: Operator[] };

const labels = { text: 'Text', number: 'Number', date: 'Date' };

/**
 * Groups the offered operators. Operators for observed types are first; the others follow, because values of other
 * types may still be reported. Only operators that are impossible for a path, a device or a language are omitted.
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
	if (subject === 'viewport_width' || subject === 'viewport_height') return kind === 'number';
	return kind === 'text' && subject !== 'device';
}
