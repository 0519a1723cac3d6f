import { readFileSync } from 'node:fs';
import type { z } from 'zod';

import { listIssues } from '@feedback/contract';

import { Failure } from '../failure.ts';

/** Reads and validates a small JSON file; undefined when it does not exist. */
export function readJsonFile<Schema extends z.ZodType>(
	path: string,
	schema: Schema,
): z.output<Schema> | undefined {
	let text: string;
	try {
		text = readFileSync(path, 'utf8');
	} catch (error) {
		const { code } = error as NodeJS.ErrnoException;
		if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
		throw new Failure('unreadable_file', `${path} cannot be read (${code}).`, { cause: error });
	}
	const parsed = schema.safeParse(parseJson(path, text), { reportInput: true });
	if (parsed.success) return parsed.data;
	const issue = listIssues(parsed.error)[0]!;
	const at = issue.path.join('.') || 'It';
	throw new Failure('invalid_file', `${path} is not valid: ${at} ${issue.message}.`);
}

function parseJson(path: string, text: string): unknown {
	try {
		return JSON.parse(text);
	} catch (error) {
		throw new Failure('invalid_file', `${path} is not valid JSON.`, { cause: error });
	}
}
