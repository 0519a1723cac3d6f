import { isDate } from '@feedback/contract';

/** A value of a trait or a property. */
export type Scalar = string | number | boolean | null;
export type ScalarType = 'text' | 'number' | 'true' | 'false' | 'null';

/** Label of each type. */
export const scalarTypes: readonly { value: ScalarType; label: string }[] = [
	{ value: 'text', label: 'text' },
	{ value: 'number', label: 'number' },
	{ value: 'true', label: 'true' },
	{ value: 'false', label: 'false' },
	{ value: 'null', label: 'null' },
];

/** Text if there is no value yet. */
export function scalarTypeOf(value: unknown): ScalarType {
	if (value === null) return 'null';
	if (typeof value === 'boolean') return value ? 'true' : 'false';
	return typeof value === 'number' ? 'number' : 'text';
}

/**
 * Parses a value of a type; undefined if the text is not a value of that type.
 *
 * @example
 * readScalar('number', '12.5'); // 12.5
 * readScalar('number', 'many'); // undefined
 */
export function readScalar(type: ScalarType, typed: string): Scalar | undefined {
	if (type === 'null') return null;
	if (type === 'true' || type === 'false') return type === 'true';
	return type === 'number' ? readNumber(typed) : typed;
}

/** Parses a finite number; undefined for anything else. */
export function readNumber(typed: string): number | undefined {
	const text = typed.trim();
	if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text)) return undefined;
	const number = Number(text);
	return Number.isFinite(number) ? number : undefined;
}

/** The text of a value in a field. */
export function formatScalar(value: unknown): string {
	return value === undefined || value === null || typeof value === 'boolean' ? '' : String(value);
}

/**
 * Splits a typed or pasted list at commas and new lines, without duplicates.
 *
 * @example
 * splitList('pro, team\nbusiness'); // ['pro', 'team', 'business']
 */
export function splitList(typed: string): string[] {
	const parts = typed.split(/[,\n]/).map((part) => part.trim());
	return [...new Set(parts.filter((part) => part !== ''))];
}

/** True for a text that a comparison of dates can read: a day, or a day and a time. */
export function isDateText(value: unknown): boolean {
	return typeof value === 'string' && isDate(value);
}
