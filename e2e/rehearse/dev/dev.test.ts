// `npm run dev` in a copy of the tree: files are saved, and their effects are seen in a browser and in responses.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';

import {
	choosePorts,
	isFree,
	listeners,
	type Listener,
	type Ports,
} from '../../../server/ports/ports.ts';
import { connectDatabase } from '../../../server/postgres/connect.ts';
import { launchChromium } from '../../../testing/launch-chromium.ts';
import { userAgent } from '../../../testing/user-agent.ts';
import { median } from '../../bench/median.ts';
import { copyTree } from './copy-tree.ts';

const saves = 3;
const folder = mkdtempSync(join(tmpdir(), 'feedback-dev-'));
const tree = join(folder, 'tree');
const figures: string[] = [];
let ports: Ports;
let running: ReturnType<typeof startDev>;
let browser: Browser;

function startDev() {
	const chosen = Object.entries(listeners).map(([name, { variable }]) => [
		variable,
		String(ports[name as Listener]),
	]);
	const child = spawn('npm', ['run', 'dev'], {
		cwd: tree,
		// Without Vitest's own variables, with which Astro does not follow changes.
		env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...Object.fromEntries(chosen) },
		stdio: ['ignore', 'pipe', 'pipe'],
		detached: true,
	});
	let output = '';
	for (const stream of [child.stdout, child.stderr]) {
		stream.on('data', (chunk: Buffer) => (output += stripVTControlCharacters(chunk.toString())));
	}
	return { child, output: () => output, ended: once(child, 'close') };
}

beforeAll(async () => {
	copyTree(tree);
	ports = await choosePorts({ free: true });
	running = startDev();
	browser = await launchChromium();
	const started = vi.waitFor(
		() => expect(running.output()).toContain('Ctrl-C stops everything'),
		240_000,
	);
	const ended = running.ended.then(() => Promise.reject(new Error(running.output())));
	await Promise.race([started, ended]);
});

afterAll(async () => {
	await browser?.close();
	await stop();
	rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
	console.log(['| Saved | Seen after |', '| --- | --- |', ...figures].join('\n'));
});

async function stop(): Promise<void> {
	if (!running) return;
	const { child, ended } = running;
	if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid!, 'SIGINT');
	await ended;
}

/** The address in the row of the printed table. */
function printed(label: string): string {
	return new RegExp(`^  ${label} +(\\S+)$`, 'm').exec(running.output())![1]!;
}

/** Saves a change of a file several times, waits each time until it is seen, and notes how long that took. */
async function timeSaves(
	what: string,
	file: string,
	before: string,
	after: (round: number) => string,
	see: (round: number) => Promise<void>,
): Promise<void> {
	const path = join(tree, file);
	const source = readFileSync(path, 'utf8');
	expect(source).toContain(before);
	const seconds: number[] = [];
	for (let round = 1; round <= saves; round += 1) {
		const started = performance.now();
		writeFileSync(
			path,
			source.replace(before, () => after(round)),
		);
		await see(round);
		seconds.push((performance.now() - started) / 1_000);
	}
	const each = seconds.map((second) => second.toFixed(2)).join(', ');
	figures.push(`| ${what} | ${median(seconds).toFixed(2)} s (${each}) |`);
}

/** Opens a page of a development server, and waits until it follows what is saved. */
async function openPage(address: string): Promise<Page> {
	const context = await browser.newContext({ userAgent });
	context.setDefaultTimeout(60_000);
	// The first visit lets Vite bundle the page's dependencies, and is then reloaded.
	await (await openTab(context, address)).close();
	return openTab(context, address);
}

async function openTab(context: BrowserContext, address: string): Promise<Page> {
	const page = await context.newPage();
	const connected = page.waitForEvent('console', (message) =>
		message.text().startsWith('[vite] connected'),
	);
	await page.goto(address);
	await connected;
	await page.waitForLoadState('networkidle');
	return page;
}

test('a label of the dashboard is seen in the open page', async () => {
	const page = await openPage(printed('Dashboard'));
	await page.getByRole('button', { name: /demo/i }).first().click();
	await page.getByText('Published prompts').waitFor();
	await timeSaves(
		'a label of the dashboard',
		'dashboard/src/lib/overview/FigureRow.svelte',
		"'Published prompts'",
		(round) => `'Label ${round}'`,
		(round) => page.getByText(`Label ${round}`).waitFor(),
	);
	await page.context().close();
});

test("a line of the prompt's interface is seen in the example app", async () => {
	const page = await openPage(printed('Example app'));
	await page.getByRole('button', { name: 'Open the quick poll' }).waitFor();
	await timeSaves(
		"a line of the prompt's interface",
		'sdk/src/ui/screen.ts',
		"part: 'title' }, title, star)",
		(round) => `part: 'title' }, \`\${title} ${round}\`, star)`,
		async (round) => {
			const before = await page.evaluate(() => performance.timeOrigin);
			await page.waitForFunction((origin) => performance.timeOrigin !== origin, before);
			await page.getByRole('button', { name: 'Open the quick poll' }).click();
			await page.getByRole('heading', { name: new RegExp(` ${round}$`) }).waitFor();
		},
	);
	await page.context().close();
});

test('a SQL function is replaced in the running database', async () => {
	const sql = connectDatabase(printed('Database'));
	onTestFinished(() => sql.end());
	const mint = async () => (await sql<{ id: string }[]>`select app.mint_site_id() as id`)[0]!.id;
	await timeSaves(
		'a SQL function',
		'supabase/schemas/sites/mint_site_id.sql',
		"'site_' ||",
		(round) => `'site_round${round}' ||`,
		(round) => expect.poll(mint, { interval: 10 }).toContain(`site_round${round}`),
	);
});

test('an edge function is started again, and requests wait for it', async () => {
	const statuses = new Set<number>();
	const ask = async () => {
		const response = await fetch(`${printed('API')}/sdk/nothing`);
		statuses.add(response.status);
		return response.text();
	};
	await timeSaves(
		'a line of an edge function',
		'supabase/functions/sdk/handler.ts',
		"new ServiceError('not_found')",
		(round) => `new ServiceError('not_found', { message: 'Line ${round}' })`,
		(round) => expect.poll(ask, { interval: 10 }).toContain(`Line ${round}`),
	);
	expect([...statuses]).toEqual([404]);
});

test('a sentence of the documentation is seen in the open page', async () => {
	const page = await openPage(`${printed('Documentation')}/start/five-minutes/`);
	await timeSaves(
		'a sentence of the documentation',
		'content/start/five-minutes.mdx',
		'You need git',
		(round) => `Sentence ${round}: You need git`,
		(round) => page.getByText(`Sentence ${round}`).waitFor(),
	);
	await page.context().close();
});

test('it prints one line for each reload, without a warning', async () => {
	const [, lines = ''] = running.output().split('Ctrl-C stops everything; the data stays.\n');
	const outcomes = [
		'dashboard/src/lib/overview/FigureRow.svelte: dashboard updated',
		'sdk/src/ui/screen.ts: SDK built in … s',
		'supabase/schemas/sites/mint_site_id.sql: database updated in … s',
		'supabase/functions/sdk/handler.ts: functions started in … s',
		'content/start/five-minutes.mdx: documentation updated',
	];
	expect(
		lines
			.trim()
			.split('\n')
			.map((line) => line.replace(/^\d\d:\d\d:\d\d /, '').replace(/[\d.]+ s$/, '… s')),
	).toEqual(outcomes.flatMap((outcome) => Array<string>(saves).fill(outcome)));
});

test.each([
	['supabase/schemas/sites/mint_site_id.sql', 'database updated', 'database not updated'],
	['sdk/src/ui/screen.ts', 'SDK built', 'SDK not built'],
	['supabase/functions/sdk/handler.ts', 'functions started', 'functions started without sdk'],
])('a mistake in %s is explained, and the next save is seen', async (file, done, failure) => {
	const path = join(tree, file);
	const source = readFileSync(path, 'utf8');
	const from = running.output().length;
	const lines = () => running.output().slice(from).split('\n');
	const line = (outcome: string) => expect.stringMatching(`${file}: ${outcome}( in [\\d.]+ s)?$`);
	writeFileSync(path, `${source}\n)`);
	await expect.poll(lines).toContainEqual(line(failure));
	// The error of each names the file.
	expect(lines().filter((text) => text.includes(file.split('/').at(-1)!)).length).toBeGreaterThan(
		1,
	);
	writeFileSync(path, `${source}\n`);
	await expect.poll(lines).toContainEqual(line(done));
	expect((await fetch(`${printed('API')}/sdk/nothing`)).status).toBe(404);
});

test('Ctrl-C stops everything', async () => {
	await stop();
	expect(running.output()).toContain('Everything is stopped.');
	for (const port of Object.values(ports)) expect(await isFree(port)).toBe(true);
});
