import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, afterEach, expect, it } from 'vitest';

import { listen } from '../gateway/listen.ts';
import { type SupervisedThread, superviseThread } from './supervise-thread.ts';

const folder = mkdtempSync(join(tmpdir(), 'feedback-threads-'));
const open: { stop(): Promise<void> }[] = [];
let lines: string[] = [];
afterEach(async () => {
	for (const one of open.splice(0)) await one.stop();
	lines = [];
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let scripts = 0;
/** A thread that serves `handler`, JavaScript that has `request` and `response`. */
async function start(
	handler: string,
	{ first = '', probes = 1_000 } = {},
): Promise<SupervisedThread> {
	const script = join(folder, `script-${++scripts}.mjs`);
	writeFileSync(
		script,
		`import { createServer } from 'node:http';
		import { parentPort, workerData } from 'node:worker_threads';
		${first}
		const server = createServer((request, response) => { ${handler} });
		parentPort.once('message', () => process.exit());
		server.listen(workerData.port, '127.0.0.1', () => parentPort.postMessage({ port: server.address().port }));`,
	);
	const thread = await superviseThread({
		name: 'The thread',
		script,
		data: {},
		log: (line) => lines.push(line),
		probeEvery: 20,
		probeTimeout: 200,
		probes,
	});
	open.push(thread);
	return thread;
}

const read = async ({ port }: { port: number }, path = '/') =>
	(await fetch(`http://127.0.0.1:${port}${path}`)).text();
const readAgain = (thread: SupervisedThread) => () => read(thread).catch(() => '');

it('a thread that fails is logged, and replaced at the same port', async () => {
	const thread = await start(
		`if (request.url === '/fail') throw new Error('broken'); response.end('served');`,
	);
	await expect(read(thread, '/fail')).rejects.toThrow();
	await expect.poll(readAgain(thread), { timeout: 10_000 }).toBe('served');
	expect(lines).toContain('The thread ended (broken); starting it again in 0.25 s.');
	expect(thread.restarts()).toBe(1);
});

it('a thread that hangs is ended and replaced, while this one answers', async () => {
	const thread = await start(`if (request.url === '/hang') for (;;); response.end('served');`, {
		probes: 2,
	});
	const here = await listen(
		createServer((_, response) => response.end('here')),
		0,
	);
	open.push(here);
	const hanging = expect(read(thread, '/hang')).rejects.toThrow();
	await expect.poll(() => thread.state()).not.toBe('running');
	expect(await read(here)).toBe('here');
	await hanging;
	await expect.poll(readAgain(thread), { timeout: 10_000 }).toBe('served');
});

it('a thread that runs out of memory ends alone', async () => {
	const thread = await start(
		`if (request.url === '/fill') for (const all = [];;) all.push(new Array(1e6).fill(all.length));
		response.end('served');`,
	);
	await expect(read(thread, '/fill')).rejects.toThrow();
	await expect.poll(readAgain(thread), { timeout: 10_000 }).toBe('served');
	expect(lines.join()).toContain('memory');
});

it('a thread that does not start rejects with its error', async () => {
	await expect(start('', { first: `throw new Error('no database')` })).rejects.toThrow(
		'no database',
	);
});

it('a thread that is stopped finishes its requests, and then its work', async () => {
	const script = join(folder, 'serves.mjs');
	writeFileSync(
		script,
		`import { once } from 'node:events';
		import { parentPort } from 'node:worker_threads';
		import { logInProcess, serveInThread } from '${import.meta.dirname}/serve-in-thread.ts';
		const end = once(parentPort, 'message');
		const fetch = () => new Response(new ReadableStream({
			async start(body) {
				body.enqueue(new TextEncoder().encode('begun, '));
				await end;
				logInProcess('responded');
				body.enqueue(new TextEncoder().encode('ended'));
				body.close();
			},
		}));
		await serveInThread({ fetch }, async () => logInProcess('worked'));`,
	);
	const log = (line: string) => lines.push(line);
	const thread = await superviseThread({ name: 'The thread', script, data: {}, log });
	const response = await fetch(`http://127.0.0.1:${thread.port}/`);
	const stopping = thread.stop();
	expect(await response.text()).toBe('begun, ended');
	await stopping;
	expect(lines).toEqual(['responded', 'worked']);
	await expect(read(thread)).rejects.toThrow();
});
