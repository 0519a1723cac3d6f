// The thirty tasks for agents, done by the scripted agent over MCP.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, inject, it } from 'vitest';

import { formatText } from '../../testing/format-text.ts';
import { oneIn, thorough } from '../../testing/thorough.ts';
import { commandAgent } from '../../e2e/agent-tasks/command-agent.ts';
import { runTask, type RunAgent } from '../../e2e/agent-tasks/run-task.ts';
import { agentByCommand, agentOverMcp } from '../../e2e/agent-tasks/scripted/scripted-agent.ts';
import { ToolCaller } from '../../e2e/agent-tasks/scripted/tool-caller.ts';
import { tasks } from '../../e2e/agent-tasks/tasks.ts';
import { readCalls, writeFigures } from '../../e2e/agent-tasks/write-figures.ts';

const figuresFile = fileURLToPath(new URL('../../e2e/agent-tasks/FIGURES.md', import.meta.url));
const { siteUrl, ...stack } = inject('stack');
const service = { ...stack, docsUrl: siteUrl, dashboardUrl: 'http://127.0.0.1:54323' };
const findTask = (id: string) => tasks.find((task) => task.id === id)!;
const run = (id: string, agent: RunAgent, seconds = 60) =>
	runTask(service, findTask(id), agent, seconds);

it('there are thirty tasks, with different IDs and sentences', () => {
	expect(tasks).toHaveLength(30);
	expect(new Set(tasks.map(({ id }) => id)).size).toBe(30);
	expect(new Set(tasks.map(({ sentence }) => sentence)).size).toBe(30);
});

describe('the scripted agent', () => {
	const ids = tasks.map(({ id }) => [id] as const);
	const toolCalls = new Map<string, number>();
	const commands = new Map<string, number>();

	it.each(oneIn(2, ids))('does the task %s over MCP', async (id) => {
		const outcome = await run(id, agentOverMcp);
		expect(outcome.failure).toBeUndefined();
		toolCalls.set(id, outcome.toolCalls);
	});

	it.each(ids)('does the task %s by the command', thorough, async (id) => {
		const outcome = await run(id, agentByCommand);
		expect(outcome.failure).toBeUndefined();
		commands.set(id, outcome.commands);
	});

	it('makes as many calls as the figures say', async () => {
		const editor = await ToolCaller.connect({ mcpUrl: `${stack.apiUrl}/mcp` });
		const tokens = encode(JSON.stringify(await editor.listTools())).length;
		await editor.close();
		const recorded = readCalls(readFileSync(figuresFile, 'utf8'));
		// Without the tests of some tasks, or of the command, their calls as they were recorded.
		const calls = tasks.map((task) => ({
			task,
			toolCalls: toolCalls.get(task.id) ?? recorded.get(task.id)?.toolCalls ?? 0,
			commands: commands.get(task.id) ?? recorded.get(task.id)?.commands ?? 0,
		}));
		const page = await formatText(figuresFile, writeFigures(calls, tokens));
		await expect(page).toMatchFileSnapshot(figuresFile);
	});
});

describe('a command', () => {
	const started = new URL('../../e2e/agent-tasks/scripted/start.ts', import.meta.url);
	const node = (args: string) => commandAgent(`'${process.execPath}' ${args}`);

	it('is an agent: it gets the sentence and the address, and its calls are counted', async () => {
		const outcome = await run('retention', node(`'${fileURLToPath(started)}'`));
		expect(outcome).toMatchObject({ failure: undefined, toolCalls: 2, commands: 0 });
	});

	it('has the command `feedback`, signed in', async () => {
		const outcome = await run('draft', commandAgent('feedback whoami --json'));
		expect(outcome).toMatchObject({ commands: 1, failure: expect.stringContaining('no prompt') });
	});

	it('names the page of what only people may do, as the tools do', async () => {
		expect((await run('audit', agentByCommand)).failure).toBeUndefined();
	});

	it('that does nothing fails the task', async () => {
		expect((await run('publish', node('-e 0'))).failure).toContain('draft');
	});

	it('that ends with an error fails, and one that does not end is ended', async () => {
		expect((await run('publish', node('-e "process.exit(3)"'))).failure).toContain('code 3');
		const endless = node('-e "setInterval(() => undefined, 1000)"');
		expect((await run('publish', endless, 0.5)).failure).toBe('The deadline passed.');
	});
});
