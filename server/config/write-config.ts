import { z } from 'zod';

import { configSchema } from './config-schema.ts';
import { unwrap } from './environment.ts';

/** Answers to the questions of `init`; all other settings are written as comments with a default or an example. */
export type Answers = { publicUrl: string; data: string; databaseUrl?: string | undefined };

type Meta = { description?: string; example?: unknown };

/**
 * Returns the text of a configuration file: every setting with its description; settings with their default
 * value are comments.
 *
 * @example
 * writeConfig({ publicUrl: 'https://feedback.example.com', data: '/var/lib/feedback' });
 */
export function writeConfig({ publicUrl, data, databaseUrl }: Answers): string {
	const given: Partial<Record<string, string>> = {
		public_url: publicUrl,
		data,
		'database.url': databaseUrl,
	};
	const heading =
		'# Configuration of feedback-server. Lines that begin with # show defaults and examples.\n' +
		'# `feedback-server doctor` checks this file and what it describes.\n';
	return `${heading}\n${writeSection(configSchema, [], given).join('\n')}\n`;
}

/** Settings that a file must have or that have no default, with an example value. */
export function exampleOf(schema: z.ZodType): unknown {
	const { example } = metaOf(schema);
	if (example !== undefined) return example;
	const parsed = schema.safeParse(undefined);
	return parsed.success ? parsed.data : undefined;
}

/** Returns the description and example of a setting. */
export function metaOf(schema: z.ZodType): Meta {
	const meta = schema.meta() as Meta | undefined;
	if (meta?.description !== undefined || meta?.example !== undefined) return meta;
	const inner = unwrapOnce(schema);
	return inner === schema ? {} : metaOf(inner);
}

function unwrapOnce(schema: z.ZodType): z.ZodType {
	const isWrapped =
		schema instanceof z.ZodOptional ||
		schema instanceof z.ZodDefault ||
		schema instanceof z.ZodPrefault;
	return isWrapped ? (schema.unwrap() as z.ZodType) : schema;
}

function writeSection(
	section: z.ZodObject,
	path: readonly string[],
	given: Partial<Record<string, string>>,
): string[] {
	const indent = '  '.repeat(path.length);
	return Object.entries(section.shape).flatMap(([key, schema]) => {
		const here = [...path, key];
		const { description } = metaOf(schema as z.ZodType);
		const comment = description ? [`${indent}# ${description}`] : [];
		const inner = unwrap(schema as z.ZodType);
		const value = given[here.join('.')];
		const blank = path.length === 0 ? [''] : [];
		if (inner instanceof z.ZodObject) {
			const isGiven = Object.keys(given).some(
				(name) => name.startsWith(`${here.join('.')}.`) && given[name],
			);
			const lines = [`${indent}${key}:`, ...writeSection(inner, here, given)];
			return [...comment, ...(isGiven ? lines : lines.map(commentOut)), ...blank];
		}
		const shown = value ?? exampleOf(schema as z.ZodType);
		const line = `${indent}${key}:${shown === undefined ? '' : ` ${toYaml(shown)}`}`;
		return [...comment, value === undefined ? commentOut(line) : line, ...blank];
	});
}

function commentOut(line: string): string {
	return /^\s*#/.test(line) || line === '' ? line : line.replace(/^(\s*)/, '$1# ');
}

function toYaml(value: unknown): string {
	if (Array.isArray(value)) return `[${value.map(toYaml).join(', ')}]`;
	// JSON is YAML; quotes keep `::1` and URLs from being read as something else.
	return typeof value === 'string' && /^[\w./-]+$/.test(value) ? value : JSON.stringify(value);
}
