import type { Command as CommanderCommand } from 'commander';
import { product } from '@feedback/contract';

import type { Command } from './command.ts';
import { listOptions } from './options.ts';
import type { TerminalOption } from './options.ts';
import type { Paint } from './output/paint.ts';
import { commandGroups, nounSummaries, registry } from './registry.ts';

type Line = [term: string, text: string];

/** The flags that every command takes. */
export const globalFlags: Line[] = [
	['--json', 'Print one JSON object, on success and on failure.'],
	['--fields <a,b.c>', 'Print only these fields, as JSON.'],
	['--api-url <address>', 'Address of the service (FEEDBACK_API_URL).'],
	['--token-file <file>', 'Read the token from a file, "-" for standard input (FEEDBACK_TOKEN).'],
	['--no-input', 'Never prompt for input; fail instead.'],
	['--no-color', 'No colours (NO_COLOR).'],
	['-h, --help', 'Show help.'],
];

export const placeFlags: Record<'workspace' | 'site', Line> = {
	workspace: ['--workspace <workspace_uuid>', 'The workspace; defaults to that of feedback.json.'],
	site: ['--site <site_uuid>', 'The site; defaults to that of feedback.json, or the only one.'],
};
export const dryRunFlag: Line = ['--dry-run', 'Change nothing; show what would change.'];
export const waitFlag: Line = [
	'--wait[=<seconds>]',
	'Wait for a person if one is needed (default: 600 seconds).',
];

/** Help of one command, with the examples first. */
export function helpForCommand(command: Command, paint: Paint): string {
	const options = listOptions(command);
	return sections(paint, [
		[undefined, [command.summary]],
		['Usage', [`feedback ${usageOf(command)}`]],
		[
			'Examples',
			command.examples.flatMap(({ text, line }) => [
				`${paint.dim(`# ${text}`)}`,
				`feedback ${line}`,
			]),
		],
		['Arguments', toLines(options.filter(({ flag }) => !flag).map(describeOption), paint)],
		[
			'Options',
			toLines(
				[...options.filter(({ flag }) => flag).map(describeOption), ...commandFlags(command)],
				paint,
			),
		],
		['Global options', toLines(globalFlags, paint)],
	]);
}

/** Flags that depend on what a command does. */
export function commandFlags({ place, changes, need }: Command): Line[] {
	return [
		...(place ? [placeFlags.workspace] : []),
		...(place === 'site' ? [placeFlags.site] : []),
		...(changes ? [dryRunFlag] : []),
		...(need.includes(':') || need === 'person' ? [waitFlag] : []),
	];
}

function usageOf(command: Command): string {
	const options = listOptions(command).map(({ flag, placeholder, required }) => {
		const text = [flag, placeholder].filter(Boolean).join(' ');
		return required ? text : `[${text}]`;
	});
	return [command.name, ...options].join(' ');
}

function describeOption({ flag, placeholder, description }: TerminalOption): Line {
	return [[flag, placeholder].filter(Boolean).join(' '), description];
}

/** Help of `feedback` itself, or of one noun such as `prompt`. */
export function helpForGroup(group: CommanderCommand, paint: Paint): string {
	const noun = group.parent ? group.name() : undefined;
	const entries: Line[] = registry
		.filter(({ name }) => !noun || name.startsWith(`${noun} `))
		.map(({ name, summary }) => [name, summary]);
	if (noun) {
		return sections(paint, [
			[undefined, [nounSummaries[noun] ?? '']],
			['Commands', toLines(entries, paint)],
			[undefined, [`Run "feedback ${entries[0]![0]} --help" for examples.`]],
		]);
	}
	return sections(paint, [
		[undefined, [`feedback ${product.version}: in-app feedback prompts from a terminal.`]],
		[
			'From nothing to a published prompt',
			[
				'feedback login',
				'feedback init',
				'feedback prompt validate --file prompt.yaml',
				'feedback prompt create --file prompt.yaml',
				'feedback prompt publish <prompt_uuid> --revision 1',
				'feedback response list',
			],
		],
		...Object.entries(commandGroups).map(([head, words]): [string, string[]] => [
			head,
			toLines(
				entries.filter(([name]) => words.includes(name.split(' ')[0]!)),
				paint,
				Math.max(...entries.map(([name]) => name.length)),
			),
		]),
		['Global options', toLines(globalFlags, paint)],
		[undefined, ['A person approves in the dashboard what a command can change or read.']],
	]);
}

function sections(paint: Paint, parts: [string | undefined, string[]][]): string {
	return parts
		.filter(([, lines]) => lines.length > 0)
		.map(([head, lines]) =>
			head ? [paint.bold(head), ...lines.map((line) => `  ${line}`)].join('\n') : lines.join('\n'),
		)
		.join('\n\n');
}

function toLines(lines: Line[], paint: Paint, least = 0): string[] {
	const width = Math.max(least, ...lines.map(([term]) => term.length));
	return lines.map(([term, text]) => `${paint.cyan(term.padEnd(width))}  ${text}`);
}
