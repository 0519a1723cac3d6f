import { formatValue } from '#lib/prompt/description/describe-rule.ts';
import type { Suggestion } from '#lib/text/suggestion.ts';

import type { KnownKey, KnownPrompt, KnownEvent } from '../read-suggestions.ts';
import { scalarTypeOf } from './typed-value.ts';
import type { Scalar, ScalarType } from './typed-value.ts';
import { formatNumber } from '#lib/text/format-number.ts';

export type ValueSuggestion = Suggestion & { value: Scalar };

/** Known values of a trait or a property, as suggestions. */
export function valuesOf(seen: KnownKey | undefined): ValueSuggestion[] {
	return (seen?.values ?? []).map(({ value, count }) => ({
		value,
		text: typeof value === 'string' ? value : String(value),
		note:
			typeof value === 'string'
				? formatNumber(count)
				: `${typeName(value)} · ${formatNumber(count)}`,
	}));
}

function typeName(value: Scalar): string {
	const type = scalarTypeOf(value);
	return type === 'true' || type === 'false' ? 'boolean' : type;
}

/** The suggestions of one type, or all without a type. */
export function suggestValues(
	suggestions: readonly ValueSuggestion[],
	type: ScalarType | undefined,
): ValueSuggestion[] {
	return suggestions.filter(({ value }) => !type || scalarTypeOf(value) === type);
}

/** The type of the most frequent value; text if there is none. */
export function mostFrequentType(seen: KnownKey | undefined): ScalarType {
	const most = seen?.values[0];
	if (most) return scalarTypeOf(most.value);
	return seen?.types[0] === 'number' ? 'number' : 'text';
}

export function keysOf(seen: readonly KnownKey[]): Suggestion[] {
	return seen.map(({ key, count, types }) => ({
		text: key,
		note: `${types.join(', ')} · ${formatNumber(count)}`,
	}));
}

export function namesOf(seen: readonly KnownEvent[] | undefined): Suggestion[] {
	return (seen ?? []).map(({ name, events }) => ({
		text: name,
		note: `${formatNumber(events)} in the last 30 days`,
	}));
}

export function surveysOf(seen: readonly KnownPrompt[] | undefined): Suggestion[] {
	return (seen ?? []).map(({ survey_id: text, name: note }) => ({ text, note }));
}

/** Formats a value for a chip; a text that looks like another type is quoted. */
export function formatChip(value: unknown): string {
	if (typeof value !== 'string') return String(value);
	const isPlain = value !== '' && !/^\s|\s$|^[+-]?[\d.]+$|^(true|false|null)$/.test(value);
	return isPlain ? value : formatValue(value);
}
