import { sayValue } from '#lib/prompt/words/rule-words.ts';
import type { Suggestion } from '#lib/ui/suggestion.ts';

import type { SeenKey, SeenPrompt, SeenEvent } from '../read-seen.ts';
import { scalarTypeOf } from './typed-value.ts';
import type { Scalar, ScalarType } from './typed-value.ts';

export type ValueSuggestion = Suggestion & { value: Scalar };

const number = new Intl.NumberFormat('en');

/** The values that were seen of a trait or a property, as suggestions. */
export function valuesOf(seen: SeenKey | undefined): ValueSuggestion[] {
	return (seen?.values ?? []).map(({ value, count }) => ({
		value,
		text: typeof value === 'string' ? value : String(value),
		note:
			typeof value === 'string'
				? number.format(count)
				: `${typeName(value)} · ${number.format(count)}`,
	}));
}

function typeName(value: Scalar): string {
	const type = scalarTypeOf(value);
	return type === 'true' || type === 'false' ? 'boolean' : type;
}

/** Those of one type; all, where any is allowed. */
export function suggestValues(
	suggestions: readonly ValueSuggestion[],
	type: ScalarType | undefined,
): ValueSuggestion[] {
	return suggestions.filter(({ value }) => !type || scalarTypeOf(value) === type);
}

/** The type of what was seen most; text, where nothing was. */
export function usualType(seen: SeenKey | undefined): ScalarType {
	const most = seen?.values[0];
	if (most) return scalarTypeOf(most.value);
	return seen?.types[0] === 'number' ? 'number' : 'text';
}

export function keysOf(seen: readonly SeenKey[]): Suggestion[] {
	return seen.map(({ key, count, types }) => ({
		text: key,
		note: `${types.join(', ')} · ${number.format(count)}`,
	}));
}

export function namesOf(seen: readonly SeenEvent[] | undefined): Suggestion[] {
	return (seen ?? []).map(({ name, events }) => ({
		text: name,
		note: `${number.format(events)} in the last 30 days`,
	}));
}

export function surveysOf(seen: readonly SeenPrompt[] | undefined): Suggestion[] {
	return (seen ?? []).map(({ survey_id: text, name: note }) => ({ text, note }));
}

/** A value as it stands on a chip: a text that could be taken for something else is in quotation marks. */
export function writeChip(value: unknown): string {
	if (typeof value !== 'string') return String(value);
	const isPlain = value !== '' && !/^\s|\s$|^[+-]?[\d.]+$|^(true|false|null)$/.test(value);
	return isPlain ? value : sayValue(value);
}
