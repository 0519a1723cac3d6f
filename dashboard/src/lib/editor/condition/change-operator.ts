import { findOperator } from './operators.ts';
import type { Shape } from './operators.ts';
import type { DraftCondition } from './subjects.ts';
import { replaceCondition } from './subjects.ts';
import { isDateText } from './typed-value.ts';

/** The last value of each shape, restored with the next operator of that shape. */
export type Typed = Partial<Record<Shape, unknown>>;

/**
 * Changes the operator of a condition. Keeps a value that fits, and converts other values where possible (one value to
 * a list, digits to a number). Each value is restored with the operator for which it was typed.
 *
 * @example
 * const typed = {};
 * changeOperator(condition, 'exists', typed); // { trait: 'plan', op: 'exists' }
 * changeOperator(condition, 'is', typed); // { trait: 'plan', op: 'is', value: 'pro' }
 */
export function changeOperator(condition: DraftCondition, op: string, typed: Typed): void {
	const before = findOperator(condition['op'])?.shape ?? 'none';
	const after = findOperator(op)?.shape ?? 'none';
	const { op: _, value, days, ...subject } = condition;
	const current = before === 'days' ? days : value;
	if (current !== undefined) typed[before] = snapshot(current);
	if (before === after) return replaceCondition(condition, { ...condition, op });
	const kept = typed[after] ?? convert(current, after);
	replaceCondition(condition, { ...subject, op, ...nameValue(after, kept) });
}

function nameValue(shape: Shape, value: unknown): DraftCondition {
	if (shape === 'none' || value === undefined) return {};
	return shape === 'days' ? { days: value } : { value };
}

// The row edits its list in place, so the remembered list must be a copy.
function snapshot(value: unknown): unknown {
	return Array.isArray(value) ? [...(value as unknown[])] : value;
}

function convert(value: unknown, shape: Shape): unknown {
	const first: unknown = Array.isArray(value) ? value[0] : value;
	const isBlank = first === undefined || first === '' || first === null;
	switch (shape) {
		case 'list':
			if (Array.isArray(value)) return value.filter((item) => item !== '');
			return isBlank ? [] : [first];
		case 'scalar':
			return isBlank ? undefined : first;
		case 'text':
			return isBlank || typeof first === 'boolean' ? '' : String(first);
		case 'number':
			return toNumber(first) ?? '';
		case 'pair':
			return [toNumber(first) ?? '', ''];
		case 'date':
			return isDateText(first) ? first : '';
		case 'days':
			return 14;
		case 'none':
			return undefined;
	}
}

function toNumber(value: unknown): number | undefined {
	if (typeof value === 'number') return value;
	if (typeof value !== 'string' || value.trim() === '') return undefined;
	const number = Number(value);
	return Number.isFinite(number) ? number : undefined;
}
