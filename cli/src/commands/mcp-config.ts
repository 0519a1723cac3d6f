import { editors, mcpServerName, writeEditorConfig } from '@feedback/contract/editors';
import type { Editor, Launch } from '@feedback/contract/editors';
import type { Scope } from '@feedback/mcp';

import type { Paint } from '../output/paint.ts';

export const editorNames = editors.map(({ name }) => name) as [string, ...string[]];

export type EditorConfig = {
	editor: string;
	title: string;
	file: string;
	config: string;
	shell: string | null;
	link: string | null;
};

export function chooseEditors(name: string | undefined): readonly Editor[] {
	return name === undefined ? editors : editors.filter((editor) => editor.name === name);
}

/** The configuration of each editor: the server's address if it supports one, otherwise this command. */
export function describeEditors(
	chosen: readonly Editor[],
	apiUrl: string,
	scope: Scope,
	local: boolean,
): EditorConfig[] {
	return chosen.map((editor) => {
		const launch = editor.remote && !local ? toAddress(apiUrl, scope) : toCommand(apiUrl, scope);
		return {
			editor: editor.name,
			title: editor.title,
			file: editor.file,
			config: writeEditorConfig(editor, mcpServerName, launch),
			shell: editor.shell?.(mcpServerName, launch) ?? null,
			link: editor.link?.(mcpServerName, launch) ?? null,
		};
	});
}

function toAddress(apiUrl: string, { site, workspace, readOnly, tools }: Scope): Launch {
	const query = new URLSearchParams({
		...(workspace !== undefined && { workspace }),
		...(site !== undefined && { site }),
		...(readOnly && { read_only: '1' }),
	});
	// Tool names need no encoding, so the commas stay readable.
	const search = [query.toString(), tools && `tools=${tools.join(',')}`].filter(Boolean).join('&');
	return { url: `${apiUrl}/mcp${search && `?${search}`}` };
}

function toCommand(apiUrl: string, { site, workspace, readOnly, tools }: Scope): Launch {
	const args = [
		'mcp',
		'--api-url',
		apiUrl,
		...(workspace === undefined ? [] : ['--workspace', workspace]),
		...(site === undefined ? [] : ['--site', site]),
		...(readOnly ? ['--read-only'] : []),
		...(tools ? ['--tools', tools.join(',')] : []),
	];
	// On Windows the command is a script, which needs a shell.
	return process.platform === 'win32'
		? { command: 'cmd', args: ['/c', 'feedback', ...args] }
		: { command: 'feedback', args };
}

export function renderEditors(list: EditorConfig[], paint: Paint): string {
	return list
		.map(({ title, file, config, shell, link }) =>
			[
				paint.bold(title),
				...(shell === null ? [] : [shell, paint.dim('or')]),
				...(link === null ? [] : [paint.dim('Open this link:'), link, paint.dim('or')]),
				paint.dim(`In ${file}:`),
				config,
			].join('\n'),
		)
		.join('\n\n');
}
