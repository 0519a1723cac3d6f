import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeAll, expect, test, vi } from 'vitest';

import { thorough } from '../../testing/thorough.ts';
import { root } from '../layout/tree.ts';
import { type Ports, choosePorts, isFree, listeners } from '../ports/ports.ts';

// `npm start` as a person runs it: in a separate process that is stopped by signals and observed through its output.

type Running = {
	child: ChildProcess;
	data: string;
	output: () => string;
	ended: Promise<number | null>;
};

const folders: string[] = [];
const running: Running[] = [];
let ports: Ports;

beforeAll(async () => {
	ports = await choosePorts({ free: true });
});

afterEach(async () => {
	for (const { child, data, ended } of running.splice(0)) {
		// When npm is killed, it does not notify its child processes. They would continue to run.
		if (existsSync(join(data, 'running.json'))) kill(pidOf(data));
		child.kill('SIGKILL');
		await ended;
	}
	// Postgres ends a moment after the stack that was killed, and the next test needs its port.
	await untilPortsAreFree();
	for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, maxRetries: 5 });
});

function kill(pid: number): void {
	try {
		process.kill(pid, 'SIGKILL');
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
	}
}

function newFolder(): string {
	const folder = mkdtempSync(join(tmpdir(), 'feedback-start-test-'));
	folders.push(folder);
	return folder;
}

function start(data: string, environment: Record<string, string> = {}): Running {
	const chosen = Object.entries(listeners).map(([name, { variable }]) => [
		variable,
		String(ports[name as keyof Ports]),
	]);
	const child = spawn('npm', ['start'], {
		cwd: root,
		env: {
			...process.env,
			...Object.fromEntries(chosen),
			FEEDBACK_DATA: data,
			FEEDBACK_PARTS: 'none',
			// A log is not a terminal, so it must contain no colours, even if tools assume otherwise.
			CI: 'true',
			FORCE_COLOR: undefined,
			...environment,
		},
		stdio: ['ignore', 'pipe', 'pipe'],
		// A separate process group, as a terminal creates for a foreground command.
		detached: true,
	});
	let output = '';
	for (const stream of [child.stdout, child.stderr]) {
		stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
	}
	const ended = once(child, 'close').then(([code]) => code as number | null);
	const run = { child, data, ended, output: () => output };
	running.push(run);
	return run;
}

async function untilRunning(run: Running, longest = 60_000): Promise<void> {
	await vi.waitFor(() => expect(run.output()).toContain('Ctrl-C stops everything'), longest);
}

async function untilPortsAreFree(): Promise<void> {
	for (const port of Object.values(ports)) {
		await vi.waitFor(async () => expect(await isFree(port)).toBe(true), 15_000);
	}
}

function pidOf(data: string): number {
	return (JSON.parse(readFileSync(join(data, 'running.json'), 'utf8')) as { pid: number }).pid;
}

test('it prints every address, each address responds, and a second start does not disturb it', async () => {
	const run = start(newFolder(), { FEEDBACK_PARTS: 'dashboard,example' });
	await untilRunning(run, 170_000);
	const addresses = run.output().match(/https?:\/\/\S+/g) ?? [];
	expect(addresses.length).toBeGreaterThanOrEqual(4);
	for (const address of addresses) await fetch(address);
	expect(run.output()).toMatch(
		new RegExp(`postgres://postgres:[\\w-]+@127.0.0.1:${ports.database}/postgres`),
	);
	expect(run.output()).toMatch(
		new RegExp(`http://127.0.0.1:${ports.dashboard}/#demo=[\\w-]{20,}\\s`),
	);
	expect(run.output()).not.toContain('\u001B[');
	const second = start(run.data);
	expect(await second.ended).not.toBe(0);
	expect(second.output()).toContain(
		`Feedback already runs on ${run.data}, at http://127.0.0.1:${ports.gateway}`,
	);
	expect((await fetch(`http://127.0.0.1:${ports.gateway}/local/health`)).status).toBe(200);
	process.kill(-run.child.pid!, 'SIGINT');
	await run.ended;
	expect(run.output()).toContain('Everything is stopped.');
	await untilPortsAreFree();
	// If builds are stale, the first start also takes the time of these builds.
}, 360_000);

test('without the demo, a printed link signs the owner in', { timeout: 240_000 }, async () => {
	const data = newFolder();
	const options = { FEEDBACK_DEMO: '0', FEEDBACK_OWNER: 'ada@example.com' };
	const accept = async (run: Running) => {
		await untilRunning(run, 170_000);
		expect(run.output()).not.toContain('Mailbox');
		const [, origin, token] = /Sign in, once\s+(\S+)\/sign-in#link=(\S+)/.exec(run.output()) ?? [];
		const follow = async () => {
			const response = await fetch(`http://127.0.0.1:${ports.gateway}/auth/link`, {
				method: 'POST',
				headers: { 'content-type': 'application/json', origin: origin! },
				body: JSON.stringify({ token }),
			});
			return response.status;
		};
		return [await follow(), await follow()];
	};
	// The second start signs the same person in.
	for (const _ of ['creates the owner', 'signs in']) {
		const run = start(data, options);
		expect(await accept(run)).toEqual([200, 400]);
		run.child.kill('SIGTERM');
		await run.ended;
		await untilPortsAreFree();
	}
});

test(
	'when it is killed, its parts end too, and the next start finds all data',
	{ ...thorough, timeout: 240_000 },
	async () => {
		const data = newFolder();
		const first = start(data);
		await untilRunning(first);
		const secrets = readFileSync(join(data, 'secrets.json'), 'utf8');
		const { key } = (JSON.parse(secrets) as { demo: { key: string } }).demo;
		const address = `http://127.0.0.1:${ports.gateway}/local/demo?key=${key}`;
		const demo = await (await fetch(address)).text();
		expect(demo).toContain('demo@example.com');
		kill(pidOf(data));
		await first.ended;
		await untilPortsAreFree();
		const second = start(data);
		await untilRunning(second);
		expect(second.output()).not.toContain('Applied');
		expect(await (await fetch(address)).text()).toBe(demo);
		second.child.kill('SIGTERM');
		await second.ended;
		expect(second.output()).toContain('Everything is stopped.');
		await untilPortsAreFree();
	},
);

test(
	'a requested port that is in use is named, and nothing is left behind',
	{ ...thorough, timeout: 60_000 },
	async () => {
		const other = createServer().listen(ports.database, '127.0.0.1');
		await once(other, 'listening');
		try {
			const run = start(newFolder());
			expect(await run.ended).not.toBe(0);
			expect(run.output()).toContain(`Port ${ports.database} (FEEDBACK_DB_PORT) is taken.`);
		} finally {
			other.close();
		}
		await untilPortsAreFree();
	},
);
