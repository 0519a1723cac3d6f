import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { root } from '../layout/tree.ts';
import { runFunctions } from './functions.ts';
import type { OutputLine } from './output-line.ts';

let wakeFolder: string;
// Deno must not read in /dev, where the temporary folder of the tests may be.
mkdirSync(join(root, 'server/build'), { recursive: true });
const folder = mkdtempSync(join(root, 'server/build/host-'));
const faulty = `
	export async function handle(request) {
		const error = new RangeError('beside the request');
		if (request.method === 'POST') setTimeout(() => { throw error; });
		else void Promise.reject(error);
		return new Response();
	}`;

const wakeModule = join(root, 'supabase/functions/_shared/wake-worker.ts');
const reporter = `
	import { wakeWorker } from '${wakeModule}';
	export async function handle() {
		wakeWorker();
		wakeWorker();
		return new Response();
	}`;
const worker = `
	import { wakeBy } from '${wakeModule}';
	export const handle = async () => new Response();
	export const start = () => wakeBy(() => console.log('woken'));`;

beforeAll(() => {
	const others = mkdtempSync(join(folder, 'wake-'));
	wakeFolder = others;
	for (const [name, source] of Object.entries({ reporter, deliver: worker })) {
		mkdirSync(join(others, name));
		for (const file of ['index.ts', 'handler.ts']) writeFileSync(join(others, name, file), source);
	}
	mkdirSync(join(folder, 'functions/faulty'), { recursive: true });
	for (const name of ['index.ts', 'handler.ts'])
		writeFileSync(join(folder, 'functions/faulty', name), faulty);
});
afterAll(() => rmSync(folder, { recursive: true, maxRetries: 5 }));

test.each([
	['an exception', 'POST'],
	['a rejection', 'GET'],
])('%s that nothing handles is logged in one line, and ends the process', async (_, method) => {
	const lines: OutputLine[] = [];
	const run = await runFunctions({
		environment: { TZ: 'UTC' },
		onLine: (line) => lines.push(line),
		folder: join(folder, 'functions'),
		cache: join(folder, 'deno'),
	});
	try {
		await fetch(`http://127.0.0.1:${run.port}/faulty`, { method }).catch(() => undefined);
		expect(await run.ended).toBe('exit 1');
		await expect.poll(() => lines).toHaveLength(1);
		expect(lines[0]).toMatchObject({ level: 'error' });
		expect(lines[0]!.message).toMatch(/^Uncaught: RangeError: beside the request\n +at /);
	} finally {
		await run.stop();
	}
});

test('functions in a separate process wake the worker in another', async () => {
	let woken = 0;
	const lines: string[] = [];
	const options = { environment: { TZ: 'UTC' }, folder: wakeFolder, cache: join(folder, 'deno') };
	const [own, others] = await Promise.all([
		runFunctions({ ...options, choice: { only: ['reporter'] }, onWake: () => woken++ }),
		runFunctions({
			...options,
			choice: { except: ['reporter'] },
			onLine: ({ message }) => lines.push(message),
		}),
	]);
	try {
		expect([own.names, others.names]).toEqual([['reporter'], ['deliver']]);
		await fetch(`http://127.0.0.1:${own.port}/reporter`);
		await expect.poll(() => woken).toBe(1);
		await others.wake();
		await expect.poll(() => lines).toEqual(['woken']);
		await others.stop();
		// The worker may be down: its poll finds what was written.
		await others.wake();
	} finally {
		await Promise.all([own.stop(), others.stop()]);
	}
});
