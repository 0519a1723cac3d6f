import { backendReportSchema, limits, promptSchema } from '@feedback/contract';
import {
	answerRequestSchema,
	claimRequestSchema,
	displayRequestSchema,
	eventsRequestSchema,
	identifyRequestSchema,
	pollRequestSchema,
	previewRequestSchema,
	resetRequestSchema,
	showRequestSchema,
} from '@feedback/contract';
import { tools } from '@feedback/mcp';
import { z } from 'zod';

import { describeApi } from '../../../contract/src/openapi/document.ts';

// Bodies of at most 64 KB that are as expensive as possible: one place of a schema is filled with what is allowed
// there, or nearly, or not at all, until the body has its size or its number of values.

/** One request, and what is at which place of its body. */
export type CostlyRequest = { path: string; type: string; body: string; what: string };

export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type Schema = { [key: string]: unknown };
/** A route: how it takes a body, and the schema of that. */
type Target = { path: string; schema: Schema; wrap?: (body: Json) => Json; values: number };

const mostBytes = 64_000;

export const jsonSchema = (schema: z.ZodType) =>
	z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema;

export const sdkRequests = {
	events: eventsRequestSchema,
	identify: identifyRequestSchema,
	reset: resetRequestSchema,
	show: showRequestSchema,
	claim: claimRequestSchema,
	poll: pollRequestSchema,
	preview: previewRequestSchema,
	display: displayRequestSchema,
	answer: answerRequestSchema,
};

/** A member that the contract leaves open, and that is a prompt. */
function withPrompt(schema: Schema): Schema {
	const properties = schema['properties'] as Record<string, Schema> | undefined;
	if (!properties?.['content']) return schema;
	const { $defs, ...content } = jsonSchema(promptSchema);
	return { ...schema, $defs, properties: { ...properties, content } };
}

/** Every route that takes JSON without a sign-in, and that of backends. */
export function listTargets(): Target[] {
	const { paths, components } = describeApi();
	const open = Object.entries(paths).flatMap(([path, methods]) =>
		Object.values(methods).flatMap((operation): Target[] => {
			const content = (operation['requestBody'] as { content?: Schema } | undefined)?.content;
			const isOpen = (operation['security'] as unknown[] | undefined)?.length === 0;
			if (!content || !isOpen) return [];
			const { schema } = content['application/json'] as { schema: Schema };
			const whole = withPrompt({ ...schema, components });
			return [{ path: `/manage${path}`, schema: whole, values: limits.management.values }];
		}),
	);
	const sdk = Object.entries(sdkRequests).map(([name, schema]) => ({
		path: `/sdk/${name}`,
		schema: jsonSchema(schema),
		values: limits.request.values,
	}));
	const mcp = tools
		.filter(({ need, fromDocs }) => need === 'nothing' && !fromDocs)
		.map(({ name, input }) => ({
			path: '/mcp',
			schema: withPrompt(jsonSchema(input)),
			values: limits.management.values,
			wrap: (body: Json): Json => ({
				jsonrpc: '2.0',
				id: 1,
				method: 'tools/call',
				params: { name, arguments: body },
			}),
		}));
	return [
		...open,
		...sdk,
		...mcp,
		{
			path: '/events',
			schema: jsonSchema(backendReportSchema),
			values: limits.backend.body.values,
		},
		{ path: '/oauth/register', schema: clientSchema, values: limits.request.values },
	];
}

const texts = { type: 'array', items: { type: 'string' } };
export const clientSchema: Schema = {
	type: 'object',
	properties: {
		redirect_uris: texts,
		client_name: { type: 'string' },
		grant_types: texts,
		response_types: texts,
	},
};

type Place = { path: (string | number)[]; schema: Schema };

/** A costly body. */
export type Costly = {
	/** Whether it is nested where a schema has alternatives. */
	isTree: boolean;
	/** Makes it; undefined if what belongs at the place cannot fill it. */
	make(): CostlyRequest | undefined;
};

/** The costly bodies of a target. */
export function listCostly({ path, schema, wrap, values }: Target): Costly[] {
	return listPlaces(schema, schema, [], 0).flatMap((place) =>
		Object.entries(fills).map(([name, fill]) => ({
			// A union tries each of its shapes, and a tree may repeat that at each of its levels.
			isTree: alternativesOf(place.schema).length > 0 && name.startsWith('a tree'),
			make() {
				const content = largest((count) => {
					const filled = fill(count, place.schema, schema);
					return filled === undefined ? undefined : build(schema, place.path, filled, schema);
				}, values);
				if (content === undefined) return undefined;
				const body = JSON.stringify(wrap ? wrap(content) : content);
				const what = `${place.path.join('.') || 'the body'}: ${name}, ${body.length} bytes`;
				return { path, type: 'application/json', body, what };
			},
		})),
	);
}

/** Forms of the sign-in of tools. */
export function costlyForms(): CostlyRequest[] {
	const pairs = Array.from({ length: 8_000 }, (_, at) => `k${at}=`)
		.join('&')
		.slice(0, mostBytes);
	const long = `client_id=${'a'.repeat(mostBytes)}`;
	return ['/oauth/token', '/oauth/device', '/oauth/revoke'].flatMap((path) =>
		[pairs, long, '%'.repeat(mostBytes), '&'.repeat(mostBytes)].map((body) => ({
			path,
			body,
			type: 'application/x-www-form-urlencoded',
			what: `a form: ${body.slice(0, 20)}…`,
		})),
	);
}

type Fill = (count: number, schema: Schema, root: Schema) => Json | undefined;

const many = <Item>(count: number, item: (at: number) => Item) =>
	Array.from({ length: count }, (_, at) => item(at));

const fills: Record<string, Fill> = {
	'a list of numbers': (count) => many(count, () => 0),
	'a list of empty objects': (count) => many(count, () => ({})),
	'a list of what belongs here': (count, schema, root) => {
		const items = resolve((resolve(schema, root)['items'] as Schema | undefined) ?? schema, root);
		return many(count, () => sample(items, root, 0));
	},
	'a list of what nearly belongs here': (count, schema, root) => {
		const items = resolve((resolve(schema, root)['items'] as Schema | undefined) ?? schema, root);
		return many(count, () => ({ ...asObject(sample(items, root, 0)), x: 0 }));
	},
	'unknown keys': (count) => Object.fromEntries(many(count, (at) => [`k${at}`, 0])),
	'keys with values that belong to them': (count, schema, root) => {
		const inner = resolve(schema, root)['additionalProperties'];
		if (typeof inner !== 'object' || inner === null) return undefined;
		const value = sample(resolve(inner as Schema, root), root, 0);
		return Object.fromEntries(many(count, (at) => [`de-a${at}`, value]));
	},
	'a tree of conditions': (count) => tree(count, 'all', { trait: 't', op: 'iz' }),
	'a tree of empty groups': (count) => tree(count, 'any', { none: [] }),
	'a long text': (count) => 'a'.repeat(count * 6),
	'a long text of spaces': (count) => ' '.repeat(count * 6),
	'a long text of surrogates': (count) => '👋'.repeat(count * 2),
	'a long path': (count) => 'a.b-c:/'.repeat(count),
	'a list of texts': (count) => many(count, (at) => `text ${at}`),
};

function tree(count: number, group: string, leaf: Json): Json {
	let level: Json[] = many(Math.max(1, Math.floor(count / 6)), () => leaf);
	while (level.length > 1) {
		level = many(Math.ceil(level.length / 3), (at) => ({
			[group]: level.slice(at * 3, at * 3 + 3),
		}));
	}
	return level[0]!;
}

/** A value about as large as the limits allow. */
function largest(make: (count: number) => Json | undefined, values: number): Json | undefined {
	const sizes = [100, 200].map((count) => {
		const value = make(count);
		return value === undefined
			? undefined
			: { bytes: JSON.stringify(value).length, values: countValues(value) };
	});
	const [small, large] = sizes;
	if (!small || !large) return undefined;
	const most = { bytes: mostBytes, values: values - 20 };
	const counts = (['bytes', 'values'] as const).map((size) => {
		const each = (large[size] - small[size]) / 100;
		return each > 0 ? 100 + (most[size] - small[size]) / each : Infinity;
	});
	// Numbered keys grow longer.
	for (let count = Math.floor(Math.min(...counts)); count >= 1; count = Math.floor(count * 0.9)) {
		const value = make(count)!;
		if (JSON.stringify(value).length <= most.bytes && countValues(value) <= most.values)
			return value;
	}
	return undefined;
}

// As `checkJson` counts: an empty list as one member, and the members of the protocol around it.
function countValues(value: Json): number {
	if (typeof value !== 'object' || value === null) return 1;
	const members = Object.values(value);
	return 2 + members.reduce<number>((sum, member) => sum + countValues(member), 0);
}

export function resolve(schema: Schema, root: Schema): Schema {
	const reference = schema['$ref'];
	if (typeof reference !== 'string') return schema;
	const target = reference
		.slice(2)
		.split('/')
		.reduce<unknown>((part, key) => (part as Record<string, unknown>)[key], root);
	return resolve(target as Schema, root);
}

export const alternativesOf = (schema: Schema) =>
	((schema['anyOf'] ?? schema['oneOf']) as Schema[] | undefined) ?? [];

/** The places of a schema, those of a rule inside a rule left out. */
function listPlaces(given: Schema, root: Schema, path: Place['path'], depth: number): Place[] {
	if (depth > 7) return [];
	const schema = resolve(given, root);
	const inside = (part: Schema, key: string | number) =>
		listPlaces(part, root, [...path, key], depth + 1);
	const isRule = alternativesOf(schema).length > 0 && typeof given['$ref'] === 'string';
	return [
		{ path, schema },
		...(isRule ? [] : alternativesOf(schema)).flatMap((each) =>
			listPlaces(each, root, path, depth + 1),
		),
		...Object.entries((schema['properties'] as Record<string, Schema>) ?? {}).flatMap(
			([key, part]) => inside(part, key),
		),
		...(schema['items'] ? inside(schema['items'] as Schema, 0) : []),
		...(typeof schema['additionalProperties'] === 'object'
			? inside(schema['additionalProperties'] as Schema, 'de')
			: []),
	];
}

/** A value that is valid as far as JSON Schema says, with `content` at a place. */
function build(given: Schema, path: Place['path'], content: Json, root: Schema): Json {
	const [key, ...rest] = path;
	if (key === undefined) return content;
	const schema = alternativesOf(resolve(given, root)).reduce<Schema>(
		(found, each) => (has(resolve(each, root), key) ? resolve(each, root) : found),
		resolve(given, root),
	);
	if (typeof key === 'number') return [build(schema['items'] as Schema, rest, content, root)];
	const part =
		(schema['properties'] as Record<string, Schema> | undefined)?.[key] ??
		(schema['additionalProperties'] as Schema);
	return { ...asObject(sample(schema, root, 0)), [key]: build(part, rest, content, root) };
}

function has(schema: Schema, key: string | number): boolean {
	if (typeof key === 'number') return schema['items'] !== undefined;
	return Object.hasOwn((schema['properties'] as object | undefined) ?? {}, key);
}

function asObject(value: Json): Record<string, Json> {
	return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {};
}

/** A small value, with what is required. */
function sample(given: Schema, root: Schema, depth: number): Json {
	const schema = resolve(given, root);
	if (depth > 6) return null;
	if ('const' in schema) return schema['const'] as Json;
	if (Array.isArray(schema['enum'])) return schema['enum'][0] as Json;
	const [first] = alternativesOf(schema);
	if (first) return sample(first, root, depth + 1);
	switch (schema['type']) {
		case 'object': {
			const required = (schema['required'] as string[] | undefined) ?? [];
			const properties = (schema['properties'] as Record<string, Schema>) ?? {};
			return Object.fromEntries(
				required.map((key) => [key, sample(properties[key] ?? {}, root, depth + 1)]),
			);
		}
		case 'array':
			return schema['items'] ? [sample(schema['items'] as Schema, root, depth + 1)] : [];
		case 'number':
		case 'integer':
			return Number(schema['minimum'] ?? 1);
		case 'boolean':
			return true;
		case 'null':
			return null;
		default:
			return sampleText(schema);
	}
}

function sampleText({ pattern, format }: Schema): string {
	if (format === 'date-time') return '2026-03-01T09:30:00Z';
	if (typeof pattern === 'string' && /\[0-9a-f\]\{?/.test(pattern) && pattern.includes('-')) {
		return '018f0000-0000-7000-8000-000000000000';
	}
	return 'a';
}
