import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

import { root } from '../../server/layout/tree.ts';
import type { Assignment, RunAgent } from './run-task.ts';

/**
 * An agent that a shell command starts. It gets the sentence on standard input and the rest in environment variables,
 * and prints its answer.
 */
export function commandAgent(command: string): RunAgent {
	return async (assignment, signal) => {
		const folder = mkdtempSync(join(tmpdir(), 'feedback-agent-'));
		try {
			const calls = addCommand(folder);
			const text = await runShell(command, { assignment, folder, signal });
			return { text, commands: readFileSync(calls, 'utf8').length };
		} finally {
			rmSync(folder, { recursive: true, force: true });
		}
	};
}

type Run = { assignment: Assignment; folder: string; signal: AbortSignal };

async function runShell(command: string, { assignment, folder, signal }: Run): Promise<string> {
	const child = spawn(command, {
		shell: true,
		// A group of processes, so that the deadline also ends what the shell started.
		detached: true,
		stdio: ['pipe', 'pipe', 'inherit'],
		cwd: folder,
		env: { ...process.env, ...toVariables(assignment, folder) },
	});
	const end = () => process.kill(-child.pid!, 'SIGTERM');
	signal.addEventListener('abort', end, { once: true });
	let answer = '';
	child.stdout.setEncoding('utf8').on('data', (chunk: string) => (answer += chunk));
	// An agent that does not read the sentence has it in a variable.
	child.stdin.on('error', () => undefined).end(assignment.sentence);
	const [code] = (await once(child, 'close')) as [number | null];
	signal.removeEventListener('abort', end);
	if (signal.aborted) throw new Error('The deadline passed.');
	if (code !== 0) throw new Error(`The agent ended with code ${code}.`);
	return answer;
}

function toVariables(assignment: Assignment, folder: string): Record<string, string> {
	return {
		FEEDBACK_TASK: assignment.sentence,
		FEEDBACK_MCP_URL: assignment.mcpUrl,
		FEEDBACK_MCP_TOKEN: assignment.mcpToken,
		FEEDBACK_API_URL: assignment.apiUrl,
		FEEDBACK_TOKEN: assignment.token,
		FEEDBACK_DOCS_URL: assignment.docsUrl,
		FEEDBACK_DASHBOARD_URL: assignment.dashboardUrl,
		FEEDBACK_KEYRING: '0',
		XDG_CONFIG_HOME: join(folder, 'config'),
		PATH: [folder, process.env['PATH']].join(delimiter),
	};
}

/** Adds the command `feedback` to the folder; resolves to the file that gets one character whenever it runs. */
function addCommand(folder: string): string {
	const calls = join(folder, '.calls');
	writeFileSync(calls, '');
	const script = join(folder, 'feedback');
	const bin = join(root, 'cli/dist/feedback.js');
	writeFileSync(
		script,
		`#!/bin/sh\nprintf . >> '${calls}'\nexec '${process.execPath}' '${bin}' "$@"\n`,
	);
	chmodSync(script, 0o755);
	return calls;
}
