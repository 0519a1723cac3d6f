// Makes random requests to random operations, and remembers IDs of answers, so that later requests name what exists.
import { type FuzzOperation, listOperations } from './fuzz-operations.ts';
import { createRandom, type Random, randomValue, texts } from './random-value.ts';

export type FuzzRequest = {
	operation: FuzzOperation;
	url: string;
	method: string;
	headers: Record<string, string>;
	body: string | undefined;
};

/** What callers use as credentials. */
export type Credentials = {
	people: readonly string[];
	connections: readonly string[];
	siteKeys: readonly string[];
};

export type FuzzRequests = {
	operations: readonly FuzzOperation[];
	/** The request with this number, the same for the same seed and the same answers before it. */
	make(number: number): FuzzRequest;
	/** Reads IDs from an answer. */
	learn(operation: FuzzOperation, answer: string): void;
};

const mostKnown = 300;

export function createFuzzRequests({
	seed,
	known: given,
	credentials,
	choose = () => true,
}: {
	seed: number;
	/** IDs by the name of their parameter. */
	known: Record<string, readonly string[]>;
	credentials: Credentials;
	/** Leaves operations out. */
	choose?: (operation: FuzzOperation) => boolean;
}): FuzzRequests {
	const operations = listOperations().filter(choose);
	const known = new Map(Object.entries(given).map(([name, ids]) => [name, [...ids]]));
	return {
		operations,
		make(number) {
			const random = createRandom(seed * 1_000_003 + number);
			const operation = random.pick(operations);
			const knownIds = (name: string, pattern: string) => {
				const ids = known.get(name) ?? known.get('') ?? [];
				const fitting = ids.filter((id) => new RegExp(pattern, 'u').test(id));
				return fitting.length > 0 && random.happens(0.9) ? random.pick(fitting) : undefined;
			};
			const value = (schema: FuzzOperation['root'], name: string) =>
				randomValue(schema, operation.root, random, knownIds, name);
			const query = new URLSearchParams();
			let { path } = operation;
			for (const parameter of operation.parameters) {
				if (parameter.in === 'header') continue;
				if (parameter.in === 'query' && !random.happens(0.3)) continue;
				const text = asText(value(parameter.schema, parameter.name));
				if (parameter.in === 'query') query.append(parameter.name, text);
				else path = path.replace(`{${parameter.name}}`, encode(text));
			}
			const body = operation.body && value(operation.body, '');
			const wrapped = body === undefined ? undefined : (operation.wrap?.(body) ?? body);
			const search = query.size > 0 ? `?${query}` : '';
			return {
				operation,
				url: path + search,
				method: random.happens(0.01)
					? random.pick(['PUT', 'DELETE', 'PATCH', 'OPTIONS'])
					: operation.method,
				headers: headersOf(operation, random, credentials),
				body: wrapped === undefined ? undefined : write(wrapped, operation, random),
			};
		},
		learn({ path }, answer) {
			// What `/sites/{site}/tags` lists or makes has the parameter `tag`.
			const segments = path.split('/');
			const noun = segments.findLast((segment) => !segment.startsWith('{'))!;
			const name = noun.replace(/ies$/, 'y').replace(/s$/, '').replaceAll('-', '_');
			for (const [, id] of answer.slice(0, 20_000).matchAll(/"id":"([\w-]{8,64})"/g)) {
				for (const key of [name, '']) {
					const ids = known.get(key) ?? [];
					if (ids.length >= mostKnown) ids.shift();
					known.set(key, [...ids, id!]);
				}
			}
		},
	};
}

function headersOf(
	{ kind, isForm }: FuzzOperation,
	random: Random,
	{ people, connections, siteKeys }: Credentials,
): Record<string, string> {
	const wrong = ['', 'x', 'eyJhbGciOiJub25lIn0.e30.', `fbt_${'a'.repeat(43)}`];
	const right =
		kind === 'events'
			? siteKeys
			: kind === 'mcp'
				? connections
				: random.happens(0.7)
					? people
					: connections;
	const needsNone = kind === 'sdk' || kind === 'oauth';
	const token = needsNone
		? undefined
		: random.happens(0.9)
			? random.pick(right)
			: random.pick(wrong);
	const type = isForm
		? 'application/x-www-form-urlencoded'
		: kind === 'sdk'
			? 'text/plain'
			: 'application/json';
	const address = Array.from({ length: 3 }, () => Math.floor(random.next() * 256)).join('.');
	return {
		accept: 'application/json, text/event-stream',
		'content-type': random.happens(0.98) ? type : random.pick(['text/html', 'application/xml']),
		'x-forwarded-for': `10.${address}`,
		...(token !== undefined && { authorization: `Bearer ${token}` }),
		...(random.happens(0.05) && { 'idempotency-key': crypto.randomUUID() }),
		...(random.happens(0.05) && { origin: 'https://app.example.com' }),
	};
}

/** Mostly JSON; sometimes what is cut off, or no JSON at all. */
function write(body: unknown, { isForm }: FuzzOperation, random: Random): string {
	if (isForm) {
		const pairs = Object.entries((body ?? {}) as object).map(([key, value]): [string, string] => [
			key,
			asText(value),
		]);
		return new URLSearchParams(pairs).toString();
	}
	const written = JSON.stringify(body);
	if (random.happens(0.97)) return written;
	return random.pick([
		written.slice(0, -1),
		`${written}}`,
		random.pick(texts),
		'[[[[[[[[[[',
		'NaN',
	]);
}

function asText(value: unknown): string {
	return typeof value === 'string' ? value : JSON.stringify(value);
}

/** A lone surrogate cannot be in a URL. */
function encode(text: string): string {
	return encodeURIComponent(text.toWellFormed());
}
