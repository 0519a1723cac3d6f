import { readFileSync } from 'node:fs';
import { z } from 'zod';

import { configSchema } from './config-schema.ts';

export type Setting = {
	/** Path from the root of the configuration, such as `['database', 'url']`. */
	path: string[];
	/** Environment variable that overrides it, such as `FEEDBACK_DATABASE_URL`. */
	variable: string;
	schema: z.ZodType;
};

/** An environment variable that cannot be used, with the reason. */
export class EnvironmentError extends Error {
	override name = 'EnvironmentError';
}

const prefix = 'FEEDBACK_';

/** Every setting that is not a section, in the order of the file. Lists of objects count as one setting. */
export function listSettings(schema: z.ZodType = configSchema, path: string[] = []): Setting[] {
	const section = unwrap(schema);
	if (!(section instanceof z.ZodObject)) {
		return [{ path, variable: prefix + path.join('_').toUpperCase(), schema }];
	}
	return Object.entries(section.shape).flatMap(([key, inner]) =>
		listSettings(inner as z.ZodType, [...path, key]),
	);
}

/**
 * The settings that environment variables set, as a partial configuration. A variable that ends in `_FILE`
 * names a file that contains the value, as with container secrets. Lists are separated by commas, or written
 * as JSON.
 */
export function readEnvironment(environment: NodeJS.ProcessEnv): Record<string, unknown> {
	const config: Record<string, unknown> = {};
	for (const { path, variable, schema } of listSettings()) {
		const text = readVariable(environment, variable);
		if (text !== undefined) assign(config, path, parseText(text, unwrap(schema), variable));
	}
	return config;
}

function readVariable(environment: NodeJS.ProcessEnv, variable: string): string | undefined {
	const value = environment[variable] || undefined;
	const file = environment[`${variable}_FILE`] || undefined;
	if (file === undefined) return value;
	if (value !== undefined) {
		throw new EnvironmentError(`${variable} and ${variable}_FILE are both set; set one of them.`);
	}
	try {
		return readFileSync(file, 'utf8').trim();
	} catch (cause) {
		throw new EnvironmentError(`${variable}_FILE: ${(cause as Error).message}`, { cause });
	}
}

function parseText(text: string, schema: z.ZodType, variable: string): unknown {
	if (schema instanceof z.ZodBoolean) {
		if (text === 'true' || text === '1') return true;
		if (text === 'false' || text === '0') return false;
		throw new EnvironmentError(`${variable} must be true or false.`);
	}
	if (schema instanceof z.ZodNumber) return /^-?\d+$/.test(text) ? Number(text) : text;
	if (!(schema instanceof z.ZodArray)) return text;
	if (!text.startsWith('[')) return text.split(',').map((entry) => entry.trim());
	try {
		return JSON.parse(text);
	} catch (cause) {
		throw new EnvironmentError(`${variable} is not valid JSON: ${(cause as Error).message}`, {
			cause,
		});
	}
}

function assign(config: Record<string, unknown>, path: readonly string[], value: unknown): void {
	let section = config;
	for (const key of path.slice(0, -1)) section = (section[key] ??= {}) as Record<string, unknown>;
	section[path.at(-1)!] = value;
}

/** The schema without its optional wrappers. */
export function unwrap(schema: z.ZodType): z.ZodType {
	if (
		schema instanceof z.ZodOptional ||
		schema instanceof z.ZodDefault ||
		schema instanceof z.ZodPrefault
	) {
		return unwrap(schema.unwrap() as z.ZodType);
	}
	return schema;
}
