import { formatText } from '../../testing/format-text.ts';
import { keepSearchWords } from '../../testing/keep-search-words.ts';
import type { Command } from '../src/command.ts';
import { commandFlags } from '../src/help.ts';
import { listOptions } from '../src/options.ts';
import { registry } from '../src/registry.ts';

const head = `---
title: All commands
description: 'Every command of the feedback tool with its options, what it needs, and an example.'
package: cli
---

[Command-line tool](/agents/command-line/) explains how to install it and sign in, what \`--json\` prints, and the exit codes. Most commands need a [sign-in](/agents/connections/), and some the [approval](/agents/access/) of a person. The options \`--json\`, \`--fields\`, \`--api-url\`, \`--token-file\`, \`--no-input\` and \`--no-color\` work with every command.

## Shared options

Several commands take these. Each section below names those that its command takes, and explains the others.
`;

type Row = [term: string, text: string];

/**
 * Writes the documentation page that lists every command, generated from the commands; `path` is its file.
 */
export async function writeCommandsPage(path: string): Promise<string> {
	const commands = await Promise.all(registry.map(({ load }) => load()));
	const shared = findSharedRows(commands);
	const sections = commands.map((command) => describeCommand(command, shared));
	const page = [head, tableOf(shared), ...sections].join('\n');
	return formatText(path, keepSearchWords(path, page));
}

/** Rows that at least this many commands repeat are explained once, at the top: agents read the whole page. */
const fewestSharers = 3;

function findSharedRows(commands: Command[]): Row[] {
	const rows = commands.flatMap(rowsOf);
	const counts = Map.groupBy(rows, (row) => row.join());
	return [...counts.values()].filter(({ length }) => length >= fewestSharers).map(([row]) => row!);
}

function describeCommand(command: Command, shared: Row[]): string {
	const { name, summary, need, examples } = command;
	const lines = examples.flatMap(({ text, line }) => [`# ${text}`, `feedback ${line}`]);
	const isShared = (row: Row) => shared.some((other) => other.join() === row.join());
	const rows = rowsOf(command);
	const named = rows.filter(isShared).map(([term]) => `\`${term.replace(/\[=.*| <.*/, '')}\``);
	return [
		`## feedback ${name}`,
		`${markCode(summary.replace('; needs no sign-in', ''))} ${needOf(need)}`,
		['```sh', ...lines, '```'].join('\n'),
		tableOf(rows.filter((row) => !isShared(row))),
		named.length > 0 ? `Shared options: ${named.join(', ')}.` : '',
	]
		.filter((part) => part !== '')
		.join('\n\n')
		.concat('\n');
}

function rowsOf(command: Command): Row[] {
	const own = listOptions(command).map(({ flag, placeholder, description, required }): Row => [
		[flag, placeholder].filter(Boolean).join(' '),
		required ? `${description} Required.` : description,
	]);
	return [...own, ...commandFlags(command)];
}

function tableOf(rows: Row[]): string {
	if (rows.length === 0) return '';
	const lines = rows.map(([term, text]) => `| \`${term}\` | ${markCode(text)} |`);
	return ['| Option | What it does |', '| --- | --- |', ...lines, ''].join('\n');
}

/** Commands and flags as code: otherwise two hyphens would be rendered as a dash. */
function markCode(text: string): string {
	return text
		.replace(/"([^"]+)"/g, (quoted, words: string) =>
			registry.some(({ name }) => `${words.replace(/^feedback /, '')} `.startsWith(`${name} `))
				? `\`${words}\``
				: quoted,
		)
		.split(/(`[^`]*`)/)
		.map((part) => (part.startsWith('`') ? part : part.replace(/--[a-z][a-z-]*/g, '`$&`')))
		.join('');
}

function needOf(need: Command['need']): string {
	if (need === 'nothing') return 'Needs no sign-in.';
	if (need === 'connection') return 'Needs a sign-in.';
	if (need === 'person') return 'Needs a sign-in, and a person in the dashboard.';
	return `Needs approval of \`${need}\`.`;
}
