import { listFields, listOperations, routes, type Route } from '@feedback/contract';
import { listOffered, notOverMcp, offers, tools } from '@feedback/mcp';

import type { Task } from './task.ts';

export type Calls = { task: Task; toolCalls: number; commands: number };

/** The table of what the tasks take and what each surface offers, as Markdown. */
export function writeFigures(calls: readonly Calls[], tokens: number): string {
	const total = (key: 'toolCalls' | 'commands') =>
		calls.reduce((sum, { [key]: count }) => sum + count, 0);
	const rows = calls.map(({ task, toolCalls, commands }) =>
		row(`\`${task.id}\``, task.sentence, toolCalls, commands),
	);
	return [
		'<!-- Written by mcp/test/agent-tasks.test.ts; do not edit. -->\n',
		'# Figures of the tasks for agents\n',
		'Calls that the scripted agent makes for each task, waiting for a person included: of tools over MCP, and of the command.\n',
		row('Task', 'Sentence', 'Tools', 'Commands'),
		row('---', '---', '--:', '--:'),
		...rows,
		row('**all**', '', `**${total('toolCalls')}**`, `**${total('commands')}**`),
		'\nWhat each surface offers of the operations and their parameters:\n',
		row('Surface', 'Operations', 'Parameters', 'Of them by a tool or command of their own'),
		row('---', '--:', '--:', '--:'),
		row('API', ...count(() => true), ''),
		row('MCP', ...count((name) => notOverMcp[name] === undefined), withOwn('tools')),
		row('Command', ...count(() => true), withOwn('commands')),
		`\nThe definitions of the ${tools.length} tools take ${tokens} tokens (o200k). The other operations are described when \`commands_find\` is asked: ${listOffered().length} in all.\n`,
	].join('\n');
}

/** The calls of each task in such a table, by the task's ID. */
export function readCalls(figures: string): Map<string, Omit<Calls, 'task'>> {
	const rows = figures.matchAll(/^\| `([\w-]+)` +\|.+\| +(\d+) \| +(\d+) \|$/gm);
	return new Map(
		[...rows].map(([, id, tools, commands]) => [
			id!,
			{ toolCalls: Number(tools), commands: Number(commands) },
		]),
	);
}

type Name = ReturnType<typeof listOperations>[number]['name'];

function count(isOffered: (name: Name) => boolean): [number, number] {
	const offered = listOperations().filter(({ name }) => isOffered(name));
	const fields = offered.map(({ name }) => Object.keys(listFields(routes[name] as Route)).length);
	return [offered.length, fields.reduce((sum, number) => sum + number, 0)];
}

function withOwn(surface: 'tools' | 'commands'): number {
	return listOperations().filter(({ name }) => offers[name]![surface].length > 0).length;
}

const row = (...cells: (string | number)[]) => `| ${cells.join(' | ')} |`;
