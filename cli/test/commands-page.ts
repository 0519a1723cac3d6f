import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { formatText } from '../../testing/format-text.ts';
import { keepSearchWords } from '../../testing/keep-search-words.ts';
import type { Command } from '../src/command.ts';
import { commandFlags } from '../src/help.ts';
import { listOptions } from '../src/options.ts';
import { commandGroups, registry } from '../src/registry.ts';

/** The page that lists every command, without its ending; the pages of the groups are in a folder of this name. */
const listPage = 'agents/commands';

/** The page of each group of the help. */
const groupPages: Record<string, { slug: string; title: string }> = {
	'Set up': { slug: 'set-up', title: 'Commands to set up' },
	'Ask: prompts and audiences': { slug: 'prompts', title: 'Commands for prompts and audiences' },
	'Learn: answers, events and reasons': {
		slug: 'responses',
		title: 'Commands for responses and events',
	},
	'Send answers on': { slug: 'webhooks', title: 'Commands for webhooks' },
	'Sites and approvals': { slug: 'sites', title: 'Commands for sites and approvals' },
	'Agents and documentation': { slug: 'agents', title: 'Commands for agents and the docs' },
};

type Row = [term: string, text: string];

/** A documentation page and its file. */
export type CommandsPage = { path: string; text: string };

/** Writes the documentation pages of the commands: a list of all, and one page for each group of the help. */
export async function writeCommandsPages(content: string): Promise<CommandsPage[]> {
	const commands = await Promise.all(registry.map(({ load }) => load()));
	const groups = Object.entries(commandGroups).map(([group, nouns]) => ({
		...groupPages[group]!,
		group,
		commands: commands.filter(({ name }) => nouns.includes(name.split(' ')[0]!)),
	}));
	const pages = [
		{ path: `${listPage}.mdx`, text: writeList(groups) },
		...groups.map((group) => ({
			path: join(listPage, `${group.slug}.mdx`),
			text: writeGroup(group),
		})),
	];
	return Promise.all(
		pages.map(async ({ path, text }) => {
			const file = join(content, path);
			const page = existsSync(file) ? keepSearchWords(file, text) : text;
			return { path: file, text: await formatText(file, page) };
		}),
	);
}

type Group = { slug: string; title: string; group: string; commands: Command[] };

function writeList(groups: Group[]): string {
	const head = `---
title: All commands
description: 'Every command of the feedback tool, by what it is for, with a link to its options and examples.'
package: cli
---

import MovedSections from '@site/components/MovedSections.astro';

<MovedSections />

[Command-line tool](/agents/command-line/) explains how to install it and sign in, what \`--json\` prints, and the exit codes. Most commands need a [sign-in](/agents/connections/), and some the [approval](/agents/access/) of a person. The options \`--json\`, \`--fields\`, \`--api-url\`, \`--token-file\`, \`--no-input\` and \`--no-color\` work with every command.
`;
	const sections = groups.map(({ slug, title, group, commands }) => {
		const rows = commands.map(({ name, summary }) => {
			const anchor = `feedback-${name.replaceAll(' ', '-')}`;
			return `| [\`feedback ${name}\`](/${listPage}/${slug}/#${anchor}) | ${summaryOf(summary)} |`;
		});
		return [
			`## ${group}`,
			`[${title}](/${listPage}/${slug}/) has their options and examples.`,
			['| Command | What it does |', '| --- | --- |', ...rows, ''].join('\n'),
		].join('\n\n');
	});
	return [head, ...sections].join('\n');
}

function writeGroup({ title, group, commands }: Group): string {
	const shared = findSharedRows(commands);
	const head = `---
title: ${title}
description: 'Options and examples of feedback ${listNouns(commands)}.'
package: cli
---

The commands under “${group}” in \`feedback --help\`, with their options and examples. [All commands](/${listPage}/) lists the others, and the options that work with every command.
`;
	const table = [
		'## Shared options',
		'Several commands take these. Each section below names those that its command takes, and explains the others.',
		tableOf(shared),
	].join('\n\n');
	const sections = commands.map((command) => describeCommand(command, shared));
	return [head, ...(shared.length > 0 ? [table] : []), ...sections].join('\n');
}

/** The first words of the commands, such as "prompt, audience and import". */
function listNouns(commands: Command[]): string {
	const nouns = [...new Set(commands.map(({ name }) => name.split(' ')[0]!))];
	return new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(nouns);
}

/** Rows that at least this many commands of a page repeat are explained once, at the top: agents read the whole page. */
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
		`${summaryOf(summary)} ${needOf(need)}`,
		['```sh', ...lines, '```'].join('\n'),
		tableOf(rows.filter((row) => !isShared(row))),
		named.length > 0 ? `Shared options: ${named.join(', ')}.` : '',
	]
		.filter((part) => part !== '')
		.join('\n\n')
		.concat('\n');
}

function summaryOf(summary: string): string {
	return markCode(summary.replace('; needs no sign-in', ''));
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
