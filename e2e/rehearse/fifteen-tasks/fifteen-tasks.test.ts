// What a product manager does in a week, walked in Chromium by role and name: each task ends in an answer on the screen,
// and takes no more clicks than it should. Prints what it took, beside an earlier version, and writes it as JSON.
import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Browser } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';

import {
	openPage,
	startEnvironment,
	storeSignIn,
	type OwnEnvironment,
} from '../../../dashboard/test/environment.ts';
import { launchChromium } from '../../../testing/launch-chromium.ts';
import { authoringTasks } from './authoring-tasks.ts';
import { fill } from './fill.ts';
import { resultsTasks } from './results-tasks.ts';
import type { Filled, Task } from './task.ts';
import { teamTasks } from './team-tasks.ts';
import { Walk, type Effort } from './walk.ts';

const folder = process.env['FEEDBACK_TASKS'] ?? join(tmpdir(), 'feedback-tasks');
const tasks: Task[] = [...resultsTasks, ...teamTasks, ...authoringTasks];
// A browser that says that it is automated counts as a bot, which sees no prompt.
const userAgent = 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0 Safari/537.36';
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
const laptop = { viewport: { width: 1280, height: 800 } };

type Done = { task: string; before: Task['before']; after: Effort & { answer: string } };

let environment: OwnEnvironment;
let browser: Browser;
let filled: Filled;
const done: Done[] = [];

beforeAll(async () => {
	mkdirSync(folder, { recursive: true });
	[environment, browser] = await Promise.all([startEnvironment(), launchChromium()]);
	const openElsewhere = async (url: string) => {
		const storageState = { cookies: [], origins: [] };
		const opened = await openPage({ ...environment, browser }, { storageState });
		await opened.page.goto(url);
		const close = async () => {
			await opened.page.screenshot({ path: join(folder, 'elsewhere.png'), fullPage: true });
			await opened.close();
		};
		return { ...opened, close };
	};
	filled = { ...(await fill(environment)), openElsewhere };
});
afterAll(async () => {
	writeFileSync(join(folder, 'tasks.json'), `${JSON.stringify(done, null, '\t')}\n`);
	console.log(`\n${formatTable(done)}\n\nFigures and screenshots: ${folder}`);
	await browser?.close();
	await environment?.close();
});

it.each(tasks.map((task, at) => ({ ...task, at })))(
	'$wants',
	async ({ at, wants, before, clicks, storage, onPhone, run }) => {
		const { page, close, consoleErrors } = await openPage(
			{ ...environment, browser },
			{
				storageState: (await storage?.(filled)) ?? (await storeSignIn(environment.stack)),
				userAgent,
				...(onPhone ? phone : laptop),
			},
		);
		const walk = new Walk(page);
		const picture = join(folder, `${String(at + 1).padStart(2, '0')}.png`);
		try {
			const answer = await run(walk, filled);
			const effort = walk.effort;
			done.push({ task: wants, before, after: { ...effort, answer } });
			expect(answer).not.toBe('');
			expect(effort.clicks).toBeLessThanOrEqual(clicks);
			expect(consoleErrors).toEqual([]);
		} finally {
			await page.screenshot({ path: picture });
			await close();
		}
	},
);

function formatTable(all: readonly Done[]): string {
	const row = (cells: (string | number)[]) => `| ${cells.join(' | ')} |`;
	const head = ['Task', 'Clicks before', 'Clicks', 'Keys', 'Scrolls', 'Seconds', 'Before', 'Now'];
	return [
		row(head),
		row(head.map(() => '---')),
		...all.map(({ task, before, after: { clicks, keys, scrolls, seconds, answer } }) =>
			row([task, before.clicks ?? '–', clicks, keys, scrolls, seconds, before.end, answer]),
		),
	].join('\n');
}
