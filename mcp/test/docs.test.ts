import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { editors, writeEditorConfig } from '@feedback/contract/editors';
import { terminalOnly, tools } from '../src/tools.ts';

const page = readFileSync(new URL('../../content/agents/mcp.mdx', import.meta.url), 'utf8');
const address = { url: 'http://127.0.0.1:54321/functions/v1/mcp' };
const command = { command: 'feedback', args: ['mcp'] };

/** Code blocks of a text. The formatter decides how their JSON is wrapped. */
function listBlocks(text: string): unknown[] {
	return [...text.matchAll(/```\w+[^\n]*\n([\s\S]*?)\n```/g)].map(([, code]) => read(code!));
}

function read(code: string): unknown {
	return code.startsWith('{') ? (JSON.parse(code) as unknown) : code;
}

describe('the page about the MCP server', () => {
	it.each(editors.map((editor) => [editor.title, editor] as const))(
		'shows the configuration of %s as the command prints it',
		(title, editor) => {
			const launch = editor.remote ? address : command;
			expect(page).toContain(`### ${title}\n`);
			const shown = page.split(`### ${title}\n`)[1]!.split('\n### ')[0]!;
			expect(listBlocks(shown)).toContainEqual(read(writeEditorConfig(editor, 'feedback', launch)));
			if (editor.shell) expect(page).toContain(`\n${editor.shell('feedback', launch)}\n`);
		},
	);

	it.each(tools.map((tool) => [tool.name, tool] as const))('lists %s', (name, tool) => {
		const row = page.split('\n').find((line) => line.startsWith(`| \`${name}\` `));
		expect(row).toContain(tool.description.replace(/\.$/, ''));
		expect(row).toMatch(tool.need === 'nothing' ? /\| no +\|$/ : /\| yes +\|$/);
	});

	it('lists the commands without a tool', () => {
		const [, section = ''] = page.split('### Commands without a tool\n');
		const rows = section.split('\n## ')[0]!.matchAll(/^\| (`.*?) +\|/gm);
		const commands = [...rows].flatMap(([, cell]) =>
			[...cell!.matchAll(/`([^`]+)`/g)].map(([, name]) => name),
		);
		expect(commands.toSorted()).toEqual(terminalOnly.toSorted());
	});
});
