import { listIssues } from '@feedback/contract';
import { findClosestWord } from '@feedback/contract/prompt-file';
import type { z } from 'zod';

import type { Command } from './command.ts';
import { Failure } from './failure.ts';

/** An option as shown on the terminal. */
export type TerminalOption = {
	key: string;
	/** `--file`; an argument has none. */
	flag: string | undefined;
	/** `<prompt_file>`; a switch has none. */
	placeholder: string | undefined;
	description: string;
	required: boolean;
};

type Inner = z.ZodType & { def: { type: string; innerType?: Inner } };

/** The options of a command, arguments first. */
export function listOptions({ options, positionals = [] }: Command): TerminalOption[] {
	const shape = options.shape as Record<string, z.ZodType>;
	const described = Object.entries(shape).map(([key, schema]): TerminalOption => {
		const { description, placeholder } = readMeta(schema as Inner);
		const takesValue = unwrap(schema as Inner).def.type !== 'boolean';
		return {
			key,
			flag: positionals.includes(key) ? undefined : toFlag(key),
			placeholder: takesValue ? `<${placeholder ?? key}>` : undefined,
			description: description ?? '',
			required: takesValue && !schema.safeParse(undefined).success,
		};
	});
	const at = ({ key, flag }: TerminalOption) =>
		flag ? positionals.length : positionals.indexOf(key);
	return described.sort((a, b) => at(a) - at(b));
}

/** The description set by `option()`, even if a command makes the option optional afterwards. */
function readMeta(schema: Inner): Record<string, string> {
	const inner = schema.def.innerType;
	return { ...(inner && readMeta(inner)), ...schema.meta() } as Record<string, string>;
}

export function toFlag(key: string): string {
	return `--${key.replaceAll('_', '-')}`;
}

function unwrap(schema: Inner): Inner {
	const { type, innerType } = schema.def;
	return ['optional', 'default', 'prefault'].includes(type) && innerType
		? unwrap(innerType)
		: schema;
}

/** Parses the values of the command line by the command's schema. An error names the flag. */
export function parseOptions(command: Command, values: Record<string, unknown>): unknown {
	const parsed = command.options.safeParse(values, { reportInput: true });
	if (parsed.success) return parsed.data;
	const issue = listIssues(parsed.error)[0]!;
	const key = String(issue.path[0]);
	const option = listOptions(command).find((candidate) => candidate.key === key);
	const name = option?.flag ?? option?.placeholder ?? key;
	const help = ['feedback', ...command.name.split(' '), '--help'];
	if (values[key] === undefined) {
		const example = command.examples[0]!.line;
		throw new Failure('usage', `${name} is missing: ${option?.description ?? key}`, {
			hint: `For example: feedback ${example}`,
			details: { field: key },
			next: [help],
		});
	}
	const words = /^must be one of (.+)$/.exec(issue.message)?.[1]?.split(', ') ?? [];
	const meant = findClosestWord(String(values[key]), words);
	throw new Failure('usage', `${name} ${issue.message}; it is "${String(values[key])}".`, {
		...(meant && { hint: `Did you mean "${meant}"?` }),
		details: { field: key },
		next: [help],
	});
}
