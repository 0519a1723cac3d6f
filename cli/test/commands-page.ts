import { formatText } from '../../testing/format-text.ts';
import type { Command } from '../src/command.ts';
import { commandFlags, placeFlags } from '../src/help.ts';
import { listOptions } from '../src/options.ts';
import { registry } from '../src/registry.ts';

const head = `---
title: All commands
description: 'Every command of the feedback tool with its options, what it needs, and an example.'
package: cli
---

[Command-line tool](/agents/command-line/) explains how to install it and sign in, what \`--json\` prints, and the exit codes. The options \`--json\`, \`--fields\`, \`--api-url\`, \`--token-file\`, \`--no-input\` and \`--no-color\` work with every command. \`--workspace\` and \`--site\` default to those of \`feedback.json\`, and \`--site\` to your only site.
`;

/** Explained once, at the top of the page. */
const shortTexts = new Map([
	[placeFlags.workspace[0], 'The workspace.'],
	[placeFlags.site[0], 'The site.'],
]);

/** The page of the documentation that lists every command, made from the commands themselves; `path` is its file. */
export async function writeCommandsPage(path: string): Promise<string> {
	const commands = await Promise.all(registry.map(({ load }) => load()));
	const page = [head, ...commands.map(describeCommand)].join('\n');
	return formatText(path, page);
}

function describeCommand(command: Command): string {
	const { name, summary, need, examples } = command;
	const lines = examples.flatMap(({ text, line }) => [`# ${text}`, `feedback ${line}`]);
	const rows = [
		...listOptions(command).map(({ flag, placeholder, description, required }) => [
			[flag, placeholder].filter(Boolean).join(' '),
			required ? `${description} Required.` : description,
		]),
		...commandFlags(command),
	].map(([term, text]) => `| \`${term}\` | ${markCode(shortTexts.get(term!) ?? text!)} |`);
	return [
		`## feedback ${name}`,
		`${markCode(summary.replace('; needs no sign-in', ''))} ${needOf(need)}`,
		['```sh', ...lines, '```'].join('\n'),
		rows.length > 0 ? ['| Option | What it does |', '| --- | --- |', ...rows].join('\n') : '',
	].join('\n\n');
}

/** Commands and flags as code: elsewhere two hyphens would be set as a dash. */
function markCode(text: string): string {
	return text
		.replace(/"([^"]+)"/g, (quoted, words: string) =>
			registry.some(({ name }) => `${words} `.startsWith(`${name} `)) ? `\`${words}\`` : quoted,
		)
		.split(/(`[^`]*`)/)
		.map((part) => (part.startsWith('`') ? part : part.replace(/--[a-z][a-z-]*/g, '`$&`')))
		.join('');
}

function needOf(need: Command['need']): string {
	if (need === 'nothing') return 'Needs no sign-in.';
	if (need === 'connection') return 'Needs a [sign-in](/agents/connections/).';
	if (need === 'person')
		return 'Needs a [sign-in](/agents/connections/), and a person in the dashboard.';
	return `Needs [approval](/agents/access/) of \`${need}\`.`;
}
