import type { z } from 'zod';
import { toJSONSchema } from 'zod';

import { findClosestWord } from '@feedback/contract/prompt-file';

import { Failure } from '../failure.ts';

type Schema = {
	properties?: Record<string, Schema>;
	additionalProperties?: Schema | boolean;
	items?: Schema;
	anyOf?: Schema[];
	allOf?: Schema[];
};

/**
 * Picks the fields of `--fields id,answers.score` from a command's data; from a list, the fields of its items. A name
 * that is not in the schema is a usage error.
 */
export function createFieldPicker(fields: string, output: z.ZodType): (data: unknown) => unknown {
	const paths = fields.split(',').map((field) => field.trim().split('.'));
	const schema = toJSONSchema(output, { unrepresentable: 'any' }) as Schema;
	const item = findItemSchema(schema);
	for (const path of paths) checkPath(path, item ?? schema);
	return (data) => {
		if (!item || !hasItems(data)) return pickAll(data, paths);
		return { ...data, items: data.items.map((entry) => pickAll(entry, paths)) };
	};
}

function findItemSchema(schema: Schema): Schema | undefined {
	const items = branches(schema).flatMap((branch) => branch.properties?.['items']?.items ?? []);
	return items.length > 0 ? { anyOf: items } : undefined;
}

function hasItems(data: unknown): data is { items: unknown[] } {
	return typeof data === 'object' && data !== null && 'items' in data && Array.isArray(data.items);
}

function checkPath(path: string[], schema: Schema): void {
	let within = branches(schema);
	for (const [at, key] of path.entries()) {
		const next = within.flatMap((branch) => step(branch, key));
		if (next.length === 0) {
			const known = [...new Set(within.flatMap((branch) => Object.keys(branch.properties ?? {})))];
			const meant = findClosestWord(key, known);
			throw new Failure('usage', `There is no field "${path.slice(0, at + 1).join('.')}".`, {
				hint: meant ? `Did you mean "${meant}"?` : `Known fields: ${known.join(', ')}.`,
				details: { fields: known },
			});
		}
		within = next.flatMap(branches);
	}
}

// An empty schema (`z.unknown()`) allows any field.
function step(schema: Schema, key: string): Schema[] {
	if (schema.items) return branches(schema.items).flatMap((branch) => step(branch, key));
	if (schema.properties && Object.hasOwn(schema.properties, key)) return [schema.properties[key]!];
	if (typeof schema.additionalProperties === 'object') return [schema.additionalProperties];
	return Object.keys(schema).length === 0 ? [schema] : [];
}

function branches(schema: Schema): Schema[] {
	const inner = schema.anyOf ?? schema.allOf;
	return inner ? inner.flatMap(branches) : [schema];
}

function pickAll(data: unknown, paths: string[][]): unknown {
	const picked: Record<string, unknown> = {};
	for (const path of paths) merge(picked, path, data);
	return picked;
}

function merge(into: Record<string, unknown>, [key, ...rest]: string[], from: unknown): void {
	if (key === undefined || typeof from !== 'object' || from === null || !Object.hasOwn(from, key)) {
		return;
	}
	const value = (from as Record<string, unknown>)[key];
	if (rest.length === 0) into[key] = value;
	else if (Array.isArray(value)) into[key] = mergeItems(into[key], rest, value);
	else if (typeof value === 'object' && value !== null) {
		const nested = (into[key] ?? {}) as Record<string, unknown>;
		merge(nested, rest, value);
		into[key] = nested;
	} else into[key] = value;
}

function mergeItems(before: unknown, rest: string[], values: unknown[]): unknown[] {
	return values.map((value, at) => {
		const nested = (Array.isArray(before) ? before[at] : undefined) as object | undefined;
		const picked: Record<string, unknown> = { ...nested };
		merge(picked, rest, value);
		return picked;
	});
}
