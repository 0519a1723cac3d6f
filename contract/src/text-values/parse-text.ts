// Values in the texts of a prompt: `Hello {{trait.name | there}}`. `\{{` is a text's own `{{`.

import type { TextValueSource } from '../wire.ts';

export const valueSources = [
	'trait',
	'verified_trait',
	'event',
	'verified_event',
	'answer',
] as const satisfies (TextValueSource | 'answer')[];

/** `answer` has the IDs of earlier questions as its keys. */
export type ValueSource = (typeof valueSources)[number];

/** Sources of values that can be answers. */
export const prefillSources = valueSources.filter((source) => source !== 'answer');

/** A value in a text; without a value, the fallback is shown. */
export type TextValue = { source: ValueSource; key: string; fallback: string };

/** Braces in a text that hold no value. */
export type TextFault = { written: string; source: string; key: string; fallback: string };

const marks = /\\\{\{|\{\{([^{}]*)\}\}/g;

/**
 * The parts of a text: words, values, and what looks like a value but is none.
 *
 * @example
 * scanText('Hi {{trait.name | there}}!');
 * // ['Hi ', { source: 'trait', key: 'name', fallback: 'there' }, '!']
 */
export function scanText(text: string): (string | TextValue | TextFault)[] {
	const parts: (string | TextValue | TextFault)[] = [];
	let end = 0;
	for (const { 0: written, 1: inner, index } of text.matchAll(marks)) {
		parts.push(text.slice(end, index), inner === undefined ? '{{' : readValue(written, inner));
		end = index + written.length;
	}
	return [...parts, text.slice(end)].filter((part) => part !== '');
}

/** The same parts, with what is no value as the words that it is. */
export function parseText(text: string): (string | TextValue)[] {
	return scanText(text).map((part) =>
		typeof part !== 'string' && 'written' in part ? part.written : part,
	);
}

function readValue(written: string, inner: string): TextValue | TextFault {
	const [name = '', ...rest] = inner.split('|');
	const [source = '', ...path] = name.split('.');
	const value = {
		source: source.trim(),
		key: path.join('.').trim(),
		fallback: rest.join('|').trim(),
	};
	return isSource(value.source) && value.key !== '' && value.fallback !== ''
		? { ...value, source: value.source }
		: { ...value, written };
}

export function isSource(source: string): source is ValueSource {
	return (valueSources as readonly string[]).includes(source);
}

/**
 * The text as it is shown when no value is known.
 *
 * @example
 * showFallbacks('Hi {{trait.name | there}}!'); // 'Hi there!'
 */
export function showFallbacks(text: string): string {
	return parseText(text)
		.map((part) => (typeof part === 'string' ? part : part.fallback))
		.join('');
}

/**
 * The value that `prefill_from` of a question names; undefined if it names none.
 *
 * @example
 * readSource('event.format'); // { source: 'event', key: 'format' }
 */
export function readSource(name: string): { source: TextValueSource; key: string } | undefined {
	const [source, ...path] = name.split('.');
	const key = path.join('.').trim();
	const known = prefillSources.find((one) => one === source);
	return known && key !== '' ? { source: known, key } : undefined;
}
