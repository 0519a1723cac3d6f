import { audienceKeySchema, audienceSchema, limits, listIssues } from '@feedback/contract';
import type { Audience } from '@feedback/contract';
import { parse } from 'yaml';
import { z } from 'zod';

import type { Context } from '../../context.ts';
import { option } from '../../describe.ts';
import { Failure } from '../../failure.ts';

export const audienceKey = option(
	audienceKeySchema,
	'The audience; "audience list" shows them.',
	'audience_key',
);

export const audienceName = z.string().min(1).max(limits.audience.name);

export const ruleFile = z.string().min(1);

/** Reads the rule of an audience, written as under `audience` of a prompt file. */
export async function readRule({ readText }: Context, path: string): Promise<Audience> {
	const name = path === '-' ? 'standard input' : path;
	const parsed = audienceSchema.safeParse(parseYaml(await readText(path), name), {
		reportInput: true,
	});
	if (parsed.success) return parsed.data;
	const issues = listIssues(parsed.error).map((issue) => ({
		path: issue.path,
		text: [issue.path.join('.'), issue.message].filter(Boolean).join(' '),
	}));
	throw new Failure('invalid_file', `${name}: ${issues[0]!.text}.`, {
		hint: 'Write the rule as under "audience" in a prompt file.',
		details: { file: name, faults: issues },
		next: [['feedback', 'prompt', 'schema']],
	});
}

function parseYaml(text: string, name: string): unknown {
	try {
		return parse(text, { maxAliasCount: 0 }) as unknown;
	} catch (cause) {
		throw new Failure('invalid_file', `${name} is neither YAML nor JSON.`, { cause });
	}
}
