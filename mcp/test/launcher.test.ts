import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import * as modern from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Client as ClassicClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as ClassicTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterEach, beforeAll, describe, expect, inject, it } from 'vitest';

import { writeAgentSkill } from '../../contract/src/agent-skill.ts';
import { thorough } from '../../testing/thorough.ts';
import { openEditor, type Generation, type ToolResult } from './editor.ts';
import { createPerson, type Person } from './person.ts';

const { apiUrl, siteUrl } = inject('stack');
const program = fileURLToPath(new URL('../../cli/dist/feedback.js', import.meta.url));
let person: Person;
let token: string;
const clients: modern.Client[] = [];

beforeAll(async () => {
	person = await createPerson();
	({ token } = await person.client.createCiToken({
		workspace: person.workspace,
		name: 'Launcher',
		sites: [person.site.id],
		actions: ['prompt:draft'],
		days: 1,
	}));
});
afterEach(async () => {
	await Promise.all(clients.splice(0).map((client) => client.close()));
});

type Launch = { args?: string[]; signedIn?: boolean; docsUrl?: string };

function describeProcess({ args = [], signedIn = true, docsUrl = siteUrl }: Launch) {
	const home = mkdtempSync(join(tmpdir(), 'feedback-mcp-'));
	return {
		command: process.execPath,
		args: [program, 'mcp', ...args],
		cwd: home,
		stderr: 'pipe' as const,
		env: {
			PATH: process.env['PATH']!,
			HOME: home,
			XDG_CONFIG_HOME: home,
			FEEDBACK_KEYRING: '0',
			FEEDBACK_API_URL: apiUrl,
			FEEDBACK_DOCS_URL: docsUrl,
			...(signedIn && { FEEDBACK_TOKEN: token }),
		},
	};
}

async function launch(generation: Generation, options: Launch = {}): Promise<modern.Client> {
	const server = describeProcess(options);
	const info = { name: 'Editor', version: '1' };
	const client = (
		generation === 'modern'
			? new modern.Client(info, { versionNegotiation: { mode: 'auto' } })
			: new ClassicClient(info)
	) as modern.Client;
	const transport = (
		generation === 'modern' ? new StdioClientTransport(server) : new ClassicTransport(server)
	) as StdioClientTransport;
	await client.connect(transport);
	clients.push(client);
	return client;
}

const call = (client: modern.Client, name: string, given = {}) =>
	client.callTool({ name, arguments: given }) as Promise<ToolResult>;

describe.each<Generation>(['modern', 'classic'])('launched by the %s client', (generation) => {
	it(
		'offers the same tools as the address, with the sign-in of the command',
		thorough,
		async () => {
			const [client, editor] = await Promise.all([launch(generation), openEditor(person)]);
			expect((await client.listTools()).tools).toEqual((await editor.client.listTools()).tools);
			expect((await call(client, 'whoami')).structuredContent).toMatchObject({
				kind: 'connection',
				sites: [{ id: person.site.id }],
			});
		},
	);
});

describe('the configuration', () => {
	const configure = async (editor: string) => {
		const { args, ...options } = describeProcess({ args: ['config', editor, '--json'] });
		const child = spawn(
			process.execPath,
			[...args, '--site', person.site.id, '--read-only'],
			options,
		);
		let stdout = '';
		child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
		expect(await new Promise((resolve) => child.on('close', resolve))).toBe(0);
		type Printed = { data: { editors: { config: string; shell: string; link: string }[] } };
		return (JSON.parse(stdout) as Printed).data.editors[0]!;
	};
	const restricted = () => `${apiUrl}/mcp?site=${person.site.id}&read_only=1`;

	it('is printed for an editor, with the restrictions of the flags', async () => {
		const { config } = await configure('cursor');
		expect(JSON.parse(config)).toEqual({ mcpServers: { feedback: { url: restricted() } } });
	});

	it('is in a link that Cursor or Visual Studio Code opens', async () => {
		const cursor = new URL((await configure('cursor')).link);
		expect(cursor.href).toMatch(
			/^cursor:\/\/anysphere\.cursor-deeplink\/mcp\/install\?name=feedback&/,
		);
		expect(JSON.parse(atob(cursor.searchParams.get('config')!))).toEqual({ url: restricted() });
		const { link } = await configure('vscode');
		const [, given] = /^vscode:mcp\/install\?(.*)$/.exec(link)!;
		expect(JSON.parse(decodeURIComponent(given!))).toEqual({
			name: 'feedback',
			type: 'http',
			url: restricted(),
		});
	});

	it.each(['claude-code', 'codex'])(
		'keeps them when its command is pasted into a shell: %s',
		async (editor) => {
			const { shell } = await configure(editor);
			const words = spawnSync('sh', ['-c', `printf '%s\\n' ${shell}`], { encoding: 'utf8' });
			expect(words.stdout.trim().split('\n').at(-1)).toBe(restricted());
		},
	);
});

describe('the launcher', () => {
	it('saves a draft with a CI token', async () => {
		const client = await launch('modern', { args: ['--site', person.site.id] });
		const content = {
			survey_id: 'ease',
			name: 'Ease',
			questions: [{ id: 'ease', type: 'rating', title: 'How easy?', style: 'stars', scale: 5 }],
		};
		expect((await call(client, 'prompt_save', { content })).structuredContent).toMatchObject({
			survey_id: 'ease',
			revision: 1,
		});
	});

	it('explains how to sign in', async () => {
		const client = await launch('classic', { signedIn: false });
		const { isError, content } = await call(client, 'prompts_list', { site: person.site.id });
		expect(isError).toBe(true);
		expect(content[0]!.text).toContain('feedback login');
		expect((await call(client, 'docs_search', { query: 'retention' })).isError).toBeFalsy();
	});

	it('offers only the tools that its flags allow', async () => {
		const client = await launch('classic', {
			args: ['--read-only', '--tools', 'whoami,prompt_save'],
		});
		expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['whoami']);
	});

	it('has the skill of a service whose documentation is elsewhere, with its packages', async () => {
		const client = await launch('classic', { docsUrl: '' });
		const { contents } = await client.readResource({ uri: 'skill://feedback/SKILL.md' });
		const skill = writeAgentSkill(new URL(apiUrl).origin)['SKILL.md'];
		expect(contents).toMatchObject([{ text: skill }]);
	});

	it('writes only protocol messages to its output, and exits when its input ends', async () => {
		const { command, args, ...options } = describeProcess({});
		const child = spawn(command, args, options);
		let stdout = '';
		child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
		const messages = [
			{
				jsonrpc: '2.0',
				id: 1,
				method: 'initialize',
				params: {
					protocolVersion: '2025-11-25',
					capabilities: {},
					clientInfo: { name: 'raw', version: '1' },
				},
			},
			{ jsonrpc: '2.0', method: 'notifications/initialized' },
			{ jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'whoami', arguments: {} } },
			'not a message',
			{ jsonrpc: '2.0', id: 3, method: 'ping' },
		];
		for (const message of messages) child.stdin.write(`${JSON.stringify(message)}\n`);
		await expect.poll(() => stdout.trim().split('\n').length, { timeout: 20_000 }).toBe(3);
		child.stdin.end();
		const code = await new Promise((resolve) => child.on('close', resolve));
		expect(code).toBe(0);
		const replies = stdout
			.trim()
			.split('\n')
			.map((line) => JSON.parse(line) as { id: number });
		expect(replies.map(({ id }) => id).sort()).toEqual([1, 2, 3]);
	});
});
