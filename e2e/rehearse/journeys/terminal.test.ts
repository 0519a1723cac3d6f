import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Browser, BrowserContext, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { launchChromium } from '../../../testing/launch-chromium.ts';
import { startTestStack } from '../../../testing/start-test-stack.ts';
import { userAgent } from '../../../testing/user-agent.ts';
import { builds, buildIfStale } from '../../../server/parts/builds.ts';
import type { Stack } from '../../../server/stack/start-stack.ts';
import { openTab, readNotices, report, startApp } from '../../journeys/app.ts';
import { type Approver, openApprover } from './approver.ts';
import { type Terminal, openTerminal, readData } from './terminal.ts';

let stack: Stack;
let app: Awaited<ReturnType<typeof startApp>>;
let browser: Browser;
let context: BrowserContext;
let person: Approver;
let terminal: Terminal;

beforeAll(async () => {
	const quietly = () => undefined;
	await buildIfStale(builds.sdk, quietly);
	await buildIfStale(builds.command, quietly);
	[stack, browser] = await Promise.all([
		startTestStack({ parts: ['dashboard'] }),
		launchChromium(),
	]);
	app = await startApp(stack.apiUrl);
});

afterAll(async () => {
	await app?.stop();
	await browser?.close();
	await stack?.stop();
});

beforeEach(async () => {
	context = await browser.newContext({
		userAgent,
		reducedMotion: 'reduce',
		viewport: { width: 1_200, height: 900 },
	});
	context.setDefaultTimeout(20_000);
	person = await openApprover(context, stack);
	terminal = openTerminal(stack);
});

afterEach(async () => {
	terminal.remove();
	await context.close();
});

const approvalAddress = /Approve it here: (\S+)/;

const promptText = (surveyId: string, title = 'How easy was it?') => `survey_id: ${surveyId}
name: Ease of export
questions:
  - id: ease
    type: rating
    title: ${title}
trigger:
  events: [report.shared]
limits:
  site_limits: ignore
`;

/** Signs in on the terminal with a code, for the seeded site. */
async function signInByCode(): Promise<void> {
	const login = terminal.start('login', '--device');
	await person.letMachineIn(await login.said(/\n {4}([A-Z]{4}-[A-Z]{4})\n/), 'Reports');
	const { code, stdout } = await login.ended;
	expect([code, stdout]).toEqual([0, expect.stringContaining('as demo@example.com, for 1 site.')]);
}

/** Runs a command with `--wait`, while the person approves it in the dashboard. */
async function approved<Data>(...argv: string[]): Promise<{ data: Data; page: string }> {
	const running = terminal.start(...argv, '--wait=60', '--json');
	const page = await person.approve(await running.said(approvalAddress));
	return { data: readData<Data>(await running.ended), page };
}

/** Opens the app as a new visitor. */
async function visit(siteId: string, act: (page: Page) => Promise<unknown>): Promise<void> {
	const visitor = await browser.newContext({ userAgent, reducedMotion: 'reduce' });
	try {
		await act(await openTab(visitor, app.url, siteId));
	} finally {
		await visitor.close();
	}
}

/** A visitor reports an event and answers the displayed prompt with four points. */
function visitAndAnswer(siteId: string, event: string): Promise<void> {
	return visit(siteId, async (page) => {
		expect(await report(page, event, { format: 'pdf' })).toBe(true);
		await page.getByRole('radio', { name: '4 of 5' }).check({ force: true });
		await page.getByRole('button', { name: 'Send' }).click();
		await expect.poll(() => readNotices(page)).toContain('answered');
	});
}

type Place = { id: string; site_id: string };
type Saved = { id: string; revision: number; changed: boolean };

describe('a person at a terminal', () => {
	it('reads responses after a first setup, with a person approving each step in the browser', async () => {
		const login = terminal.start('login', '--browser');
		await person.authorize(await login.said(/(http\S+\/oauth\/authorize\S+)/), 'Reports');
		expect((await login.ended).code).toBe(0);

		const made = await approved<Place>('site', 'create', '--name', 'My app');
		expect(made.page).toContain('Demo workspace');
		const site = made.data;
		terminal.write('feedback.json', JSON.stringify({ site: site.id }));

		terminal.write('prompt.yaml', promptText('ease'));
		expect((await terminal.run('prompt', 'validate', '--file', 'prompt.yaml')).code).toBe(0);
		const { data: draft } = await approved<Saved>('prompt', 'create', '--file', 'prompt.yaml');
		expect(draft.revision).toBe(1);
		// The approval is valid for a while, and the same file creates no second draft.
		const again = await terminal.data<Saved>('prompt', 'create', '--file', 'prompt.yaml');
		expect(again.id).toBe(draft.id);

		const publish = ['prompt', 'publish', draft.id, '--site', site.id, '--revision', '1'];
		const published = await approved<Saved>(...publish);
		expect(published.page).toContain('How easy was it?');
		expect(published.data.changed).toBe(true);
		expect((await terminal.data<Saved>(...publish)).changed).toBe(false);

		await visitAndAnswer(site.site_id, 'report.shared');

		const names = await terminal.run('event', 'list', '--names');
		expect(names.stdout).toContain('report.shared');
		const { data: responses } = await approved<{ items: { answers: object }[] }>(
			'response',
			'list',
			'--prompt',
			draft.id,
		);
		expect(responses.items.map(({ answers }) => answers)).toEqual([{ ease: 4 }]);
		const summary = await terminal.data<{ responses: number; displays: number }>(
			'response',
			'summary',
			draft.id,
		);
		expect(summary).toMatchObject({ responses: 1, displays: 1 });
		await terminal.data('response', 'export', '--output', 'answers.csv');
		expect(readFileSync(join(terminal.folder, 'answers.csv'), 'utf8').split('\r\n')).toHaveLength(
			3,
		);

		const events = await terminal.data<{ items: { id: string }[] }>('event', 'list');
		const why = await terminal.run('why', events.items[0]!.id);
		expect([why.code, why.stdout]).toEqual([0, expect.stringContaining('ease')]);
		const tail = terminal.start('event', 'tail', '--count', '1', '--json');
		await tail.said(/Waiting for events/);
		await visit(site.site_id, (page) => report(page, 'app.opened'));
		const [event] = (await tail.ended).stdout.split('\n').map((line) => line && JSON.parse(line));
		expect(event).toMatchObject({ type: 'event', name: 'app.opened', reason: 'no_prompt' });

		expect((await terminal.run('logout')).code).toBe(0);
		expect((await terminal.failure('whoami')).exit).toBe(4);
	}, 180_000);

	it('is shown the next command, which works', async () => {
		const nobody = await terminal.failure('site', 'list');
		expect([nobody.exit, nobody.error.next]).toEqual([4, [['feedback', 'login']]]);
		await signInByCode();

		terminal.write('prompt.yaml', promptText('next'));
		const create = ['prompt', 'create', '--file', 'prompt.yaml'];
		const missing = await terminal.failure(...create);
		expect([missing.exit, missing.error.code]).toEqual([5, 'approval_required']);
		const [wait, repeat] = missing.error.next.map((argv) => argv.slice(1));
		const waiting = terminal.start(...wait!);
		await waiting.said(/Waiting/);
		await person.approve(missing.approval!.url);
		expect((await waiting.ended).code).toBe(0);
		const { code, stdout } = await terminal.run(...repeat!);
		expect(code).toBe(0);
		const { id } = readData<Saved>({ code, stdout, stderr: '' });

		// A newer revision exists: the error suggests how to continue.
		terminal.write('prompt.yaml', promptText('next', 'How was it really?'));
		await terminal.data('prompt', 'save', id, '--file', 'prompt.yaml');
		const stale = await terminal.failure(
			'prompt',
			'save',
			id,
			'--file',
			'prompt.yaml',
			'--base',
			'1',
		);
		expect([stale.exit, stale.error.code]).toEqual([3, 'revision_conflict']);
		expect((await terminal.run(...stale.error.next[0]!.slice(1))).stdout).toContain('really');
		const none = await terminal.failure('prompt', 'publish', id, '--revision', '9');
		expect([none.exit, none.error.code]).toEqual([3, 'not_found']);
		expect(none.error.next).toEqual([
			['feedback', 'prompt', 'show', id, '--site', expect.any(String)],
		]);
		expect((await terminal.run(...none.error.next[0]!.slice(1))).code).toBe(0);
	});

	it('reports when the person denies the request, and when they sign the machine out', async () => {
		await signInByCode();
		const reading = terminal.start('response', 'list', '--wait=60', '--json');
		await person.deny(await reading.said(approvalAddress));
		const { code, stdout } = await reading.ended;
		expect([code, stdout]).toEqual([6, expect.stringContaining('"code":"approval_denied"')]);

		await person.signOut();
		await expect.poll(async () => (await terminal.run('site', 'list')).code).toBe(4);
		expect((await terminal.failure('site', 'list')).error.next).toEqual([['feedback', 'login']]);
	});

	it('publishes the approved revision, never one that was saved later', async () => {
		await signInByCode();
		terminal.write('prompt.yaml', promptText('swapped', 'The one that was approved'));
		const { data: draft } = await approved<Saved>('prompt', 'create', '--file', 'prompt.yaml');
		const asked = await terminal.failure('prompt', 'publish', draft.id, '--revision', '1');
		await person.approve(asked.approval!.url);
		terminal.write('prompt.yaml', promptText('swapped', 'Another one'));
		await terminal.data('prompt', 'save', draft.id, '--file', 'prompt.yaml');
		const other = await terminal.failure('prompt', 'publish', draft.id, '--revision', '2');
		expect([other.exit, other.error.code]).toEqual([5, 'approval_required']);
	});
});

describe('a script without a terminal', () => {
	it('saves a prompt file and reads its responses with a token from the dashboard', async () => {
		const { page } = person;
		await page.goto(stack.dashboardUrl!);
		await page.getByRole('link', { name: 'CI tokens' }).click();
		await page.getByLabel('Name').fill('release pipeline');
		for (const box of await page
			.getByRole('group', { name: 'Permissions' })
			.getByRole('checkbox')
			.all())
			await box.check();
		await page.getByRole('checkbox', { name: 'Reports', exact: true }).check();
		await page.getByLabel('Allow both in one token').check();
		await page.getByRole('button', { name: 'Create token' }).click();
		const token = /fbt_[\w-]{43}/.exec(
			await page.getByRole('region', { name: /created$/ }).innerText(),
		)![0];

		const script = openTerminal(stack, { FEEDBACK_TOKEN: token, CI: 'true' });
		try {
			script.write('prompt.yaml', promptText('from-script'));
			const draft = await script.data<Saved>('prompt', 'create', '--file', 'prompt.yaml');
			await script.data('prompt', 'publish', draft.id, '--revision', '1');
			await visitAndAnswer(stack.siteId, 'report.shared');
			const { responses } = await script.data<{ responses: number }>(
				'response',
				'summary',
				draft.id,
			);
			expect(responses).toBe(1);
			const lines = await script.run(
				'response',
				'export',
				'--prompt',
				draft.id,
				'--format',
				'ndjson',
			);
			expect(
				lines.stdout
					.trim()
					.split('\n')
					.map((line) => JSON.parse(line) as object),
			).toMatchObject([{ answers: { ease: 4 } }]);
			expect((await script.data<Saved>('prompt', 'pause', draft.id)).changed).toBe(true);
		} finally {
			script.remove();
		}
		const wrong = openTerminal(stack, { FEEDBACK_TOKEN: `${token.slice(0, -3)}AAA` });
		expect((await wrong.failure('whoami')).exit).toBe(4);
		wrong.remove();
	});
});
