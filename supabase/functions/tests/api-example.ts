import type { Route } from '@feedback/contract';

import { toWire } from './manage.ts';

/** One call of a route, as the API reference shows it. */
export type ApiExample = {
	/** Input of the typed client. */
	input: object;
	/** Path below `{api_url}/manage`, with the query. */
	path: string;
	body?: unknown;
	response: { type: string; body: unknown };
};

/** By the name of the route. */
export type ApiExamples = Record<string, ApiExample>;

type Answer = { body: unknown; type: string };

export function exampleOf(route: Route, input: object, { body, type }: Answer): ApiExample {
	const sent = toWire(route, input as Record<string, unknown>);
	return {
		input,
		path: sent.path,
		...(sent.body !== undefined && { body: sent.body }),
		response: {
			type: type.split(';')[0]!,
			body: typeof body === 'string' ? firstLines(body) : shorten(body),
		},
	};
}

/** The header and one row; a Parquet file cannot be read here. */
function firstLines(text: string): string {
	return text.startsWith('PAR1') ? '' : text.split('\n').slice(0, 2).join('\n').trim();
}

/** Lists of objects are shortened to their first. */
export function shorten(value: unknown): unknown {
	if (Array.isArray(value)) {
		const items: unknown[] = typeof value[0] === 'object' ? value.slice(0, 1) : value;
		return items.map(shorten);
	}
	if (typeof value !== 'object' || value === null) return value;
	return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shorten(inner)]));
}

// Patterns of values that vary between runs. The times that a call sends have no fractions.
const changing: [RegExp, string][] = [
	[/\d{4}-\d\d-\d\dT[\d:]+[.]\d+(?:Z|\+00:00)/g, '2026-01-31T09:00:00.000Z'],
	[/\bsite_[0-9a-z]{12}\b/g, 'site_demo000000'],
	[/\b[0-9a-f]{64}\b/g, '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
	[/\b[0-9a-f]{8}@example[.]com/g, 'ada@example.com'],
	[/([#=]|"state":")[\w-]{43}\b/g, '$1…'],
	[/\bslack_[\w-]{40,}/g, 'slack_…'],
];

// Shown once by the service, and never here.
const secrets = new Set(['secret', 'token', 'prefix']);

/** Replaces values that vary between runs: times, secrets, and IDs by the order in which they appear. */
export function steady<Recorded extends object>(examples: Recorded): Recorded {
	const ids = new Map<string, string>();
	const nameId = (id: string) => {
		const known =
			ids.get(id) ?? `00000000-0000-7000-8000-${String(ids.size + 1).padStart(12, '0')}`;
		ids.set(id, known);
		return known;
	};
	let text = JSON.stringify(examples).replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, nameId);
	for (const [pattern, replacement] of changing) text = text.replace(pattern, replacement);
	return JSON.parse(text, (key, value: unknown) => {
		if (secrets.has(key) && typeof value === 'string') return `${value.slice(0, 6)}…`;
		return key === 'expires_at' && value ? '2026-02-01T09:00:00.000Z' : value;
	}) as Recorded;
}

/**
 * Whether two values have the same keys and types. Null matches everything and an empty list matches any list, because
 * among items created in the same millisecond, a different one may be the first.
 */
export function hasSameShape(one: unknown, other: unknown): boolean {
	if (one === null || other === null) return true;
	if (typeof one !== 'object' || typeof other !== 'object') return typeof one === typeof other;
	if (Array.isArray(one) || Array.isArray(other)) {
		if (!Array.isArray(one) || !Array.isArray(other)) return false;
		return hasSameShape(one[0] ?? null, other[0] ?? null);
	}
	const keys = Object.keys(one);
	return (
		keys.length === Object.keys(other).length &&
		keys.every((key) => key in other && hasSameShape(one[key as never], other[key as never]))
	);
}
