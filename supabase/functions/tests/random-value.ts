// Random values by a JSON Schema: mostly what it allows, sometimes what it nearly allows, sometimes something hostile.
import { alternativesOf, resolve, type Json, type Schema } from './costly-bodies.ts';

export type Random = {
	/** In [0, 1). */
	next(): number;
	/** Whether something happens that happens this often. */
	happens(share: number): boolean;
	pick<Item>(items: readonly Item[]): Item;
};

/** The same numbers for the same seed (mulberry32). */
export function createRandom(seed: number): Random {
	let state = seed >>> 0;
	const next = () => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
	return {
		next,
		happens: (share) => next() < share,
		pick: (items) => items[Math.floor(next() * items.length)]!,
	};
}

/** Gives an ID that exists and fits, for the name of a member or parameter; undefined if it knows none. */
export type KnownIds = (name: string, pattern: string) => string | undefined;

export const emoji = '👋';

export const texts: readonly string[] = [
	'a',
	'report.exported',
	'export-rating',
	'After an export',
	'ada@example.com',
	'https://example.com/hook',
	'2026-03-01T09:30:00Z',
	'0001-01-01',
	'',
	' ',
	`Hello ${emoji}`,
	'\u0000',
	'\ud800',
	'‮txet',
	'İıſß',
	"'; drop table app.sites; --",
	'%_\\',
	'../../etc/passwd',
	'__proto__',
	'{"a":1}',
	'<script>alert(1)</script>',
	'9'.repeat(400),
	'é'.repeat(3_000),
];

const numbers = [0, -1, 1, 0.5, 1e308, -0, 2 ** 31, 2 ** 53, 1e-300, 50, 255];

const hostile: readonly ((random: Random) => Json)[] = [
	() => null,
	() => true,
	(random) => random.pick(texts),
	(random) => random.pick(numbers),
	() => [],
	() => ({}),
	() => JSON.parse('{"__proto__":{"admin":true}}') as Json,
	(random) => nest(random.pick([3, 9, 40])),
	(random) => Array.from({ length: random.pick([1, 60, 500]) }, () => random.pick(texts)),
];

function nest(depth: number): Json {
	return depth === 0 ? 0 : { all: [nest(depth - 1)] };
}

/** How often a value is none of what belongs there. */
const hostileShare = 0.04;

export function randomValue(
	given: Schema,
	root: Schema,
	random: Random,
	knownIds: KnownIds,
	name = '',
	depth = 0,
): Json {
	if (random.happens(hostileShare)) return random.pick(hostile)(random);
	const schema = resolve(given, root);
	const inside = (part: Schema, key = name) =>
		randomValue(part, root, random, knownIds, key, depth + 1);
	// `items: false` ends a tuple.
	if (depth > 7 || typeof schema !== 'object') return null;
	if ('const' in schema) return schema['const'] as Json;
	if (Array.isArray(schema['enum'])) return random.pick(schema['enum'] as Json[]);
	const alternatives = alternativesOf(schema);
	if (alternatives.length > 0) return inside(random.pick(alternatives));
	switch (schema['type']) {
		case 'object':
			return randomObject(schema, random, inside);
		case 'array': {
			const length = random.pick([0, 1, 1, 2, 3, Number(schema['maxItems'] ?? 20)]);
			const items = (schema['items'] as Schema | undefined) ?? {};
			return Array.from({ length: Math.min(length, 200) }, () => inside(items));
		}
		case 'number':
		case 'integer':
			return randomNumber(schema, random);
		case 'boolean':
			return random.happens(0.5);
		case 'null':
			return null;
		case 'string':
			return randomText(schema, random, knownIds, name);
		default:
			return random.pick(hostile)(random);
	}
}

function randomObject(
	schema: Schema,
	random: Random,
	inside: (part: Schema, key?: string) => Json,
): Json {
	const required = (schema['required'] as string[] | undefined) ?? [];
	const properties = (schema['properties'] as Record<string, Schema> | undefined) ?? {};
	const entries = Object.entries(properties).filter(([key]) =>
		random.happens(required.includes(key) ? 0.98 : 0.3),
	);
	const made: [string, Json][] = entries.map(([key, part]) => [key, inside(part, key)]);
	const more = schema['additionalProperties'];
	if (typeof more === 'object' && more !== null) {
		const names = ['plan', 'de', 'seats', random.pick(texts)];
		for (let at = 0; at < 2; at++) made.push([random.pick(names), inside(more as Schema)]);
	}
	if (random.happens(0.03)) made.push([random.pick(texts), random.pick(texts)]);
	return Object.fromEntries(made);
}

function randomNumber(schema: Schema, random: Random): number {
	const min = Number(schema['minimum'] ?? 0);
	const max = Number(schema['maximum'] ?? 1_000);
	if (random.happens(0.1)) return random.pick([min - 1, max + 1, ...numbers]);
	const value = min + random.next() * (Math.min(max, min + 1_000) - min);
	return schema['type'] === 'integer' ? Math.round(value) : value;
}

function randomText(schema: Schema, random: Random, knownIds: KnownIds, name: string): string {
	const pattern = typeof schema['pattern'] === 'string' ? schema['pattern'] : '';
	const known = knownIds(name, pattern);
	const isId = pattern.includes('[0-9a-f]') || schema['format'] === 'uuid';
	if (known !== undefined && (isId || random.happens(0.5))) return known;
	if (isId) return random.happens(0.9) ? crypto.randomUUID() : random.pick(texts);
	if (schema['format'] === 'date-time') return '2026-03-01T09:30:00Z';
	if (pattern !== '' && random.happens(0.7)) {
		const fitting = texts.filter((text) => new RegExp(pattern, 'u').test(text));
		if (fitting.length > 0) return random.pick(fitting);
	}
	return random.pick(texts);
}
