// Every recipe of the documentation, with the code and the prompt files of its page.
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { type Client, createClient } from '@feedback/client';
import {
	type DestinationSettings,
	destinationSettingsSchema,
	type PromptInput,
} from '@feedback/contract';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { parse } from 'yaml';

import { cacheFolder, root } from '../../../server/layout/tree.ts';
import { builds, buildIfStale } from '../../../server/parts/builds.ts';
import type { Stack } from '../../../server/stack/start-stack.ts';
import { contentFolder, type Example, readExamples } from '../../../site/test/content-files.ts';
import { findChromium } from '../../../testing/chromium.ts';
import { launchChromium } from '../../../testing/launch-chromium.ts';
import { startTestStack } from '../../../testing/start-test-stack.ts';
import { userAgent } from '../../../testing/user-agent.ts';
import { readNotices, report } from '../../journeys/app.ts';
import { collect, type RecipeApp, startRecipeApp } from './recipe-app.ts';
import { openTerminal, readData, type Terminal } from '../journeys/terminal.ts';

type Place = { id: string; site_id: string };

let stack: Stack;
let browser: Browser;
let app: RecipeApp;
let owner: Client;
let workspace: string;
const examples = (await readExamples()).filter(({ place }) => place.startsWith('recipes/'));
const tried = new Set<string>();

beforeAll(async () => {
	await buildIfStale(builds.sdk, () => undefined);
	await buildIfStale(builds.command, () => undefined);
	[stack, browser] = await Promise.all([
		startTestStack({ environment: { FEEDBACK_PRIVATE_NETWORKS: '127.0.0.1' } }),
		launchChromium(),
	]);
	app = await startRecipeApp(stack.apiUrl);
	const answer = await fetch(`${stack.authUrl}/token?grant_type=password`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(stack.demo),
	});
	const { access_token: token } = (await answer.json()) as { access_token: string };
	owner = createClient({ apiUrl: stack.apiUrl, token: () => Promise.resolve(token) });
	workspace = (await owner.whoami()).workspaces[0]!.id;
});

afterAll(async () => {
	await app?.stop();
	await browser?.close();
	await stack?.stop();
});

const newSite = (name: string): Promise<Place> => owner.createSite({ workspace, name });

async function publish(site: Place, content: PromptInput): Promise<string> {
	const { id, revision } = await owner.createPrompt({ site: site.id, content });
	await owner.publishPrompt({ site: site.id, prompt: id, revision });
	return id;
}

/** The blocks of a recipe's page, by title. */
function openRecipe(name: string) {
	const blocks = examples.filter(({ place }) => place.startsWith(`recipes/${name}.mdx`));
	expect(blocks.length).toBeGreaterThan(0);
	tried.add(`${name}.mdx`);
	const read = (title: string): Example => blocks.find((block) => block.title === title)!;
	return {
		read,
		yaml: <Value = PromptInput>(title: string) => parse(read(title).code) as Value,
		lines: () =>
			blocks
				.filter(({ language }) => language === 'sh')
				.flatMap(({ code }) => code.split('\n').filter((line) => line !== '')),
		/** A new site on which every prompt of the page is published. */
		async publishAll(): Promise<Place> {
			const site = await newSite(name);
			for (const { code, title } of blocks) {
				if (title.endsWith('.prompt.yaml')) await publish(site, parse(code) as PromptInput);
			}
			return site;
		},
	};
}

type Recipe = ReturnType<typeof openRecipe>;

/** A new visitor of the app, which starts the SDK if a site is given. */
async function visit(site: Place | undefined, path = site ? '/' : '/elsewhere'): Promise<Page> {
	app.siteId = site?.site_id ?? '';
	app.received.length = 0;
	const context = await browser.newContext({ userAgent, reducedMotion: 'reduce' });
	context.setDefaultTimeout(15_000);
	onTestFinished(() => context.close());
	const page = await context.newPage();
	await page.goto(app.url + path);
	return page;
}

/** Runs a block of the page in the app, and calls its export. */
async function run(page: Page, { place, code }: Example, call?: string, ...given: unknown[]) {
	app.code.set(place, code);
	return page.evaluate(
		async ([url, name, values]) => {
			const loaded = await window.load(url);
			return name === undefined ? undefined : loaded[name]!(...values);
		},
		[`/code/${encodeURIComponent(place)}`, call, given] as const,
	);
}

/** A block for the app's backend, as Node.js runs it. */
async function load<Module>({ code, title }: Example): Promise<Module> {
	// Within the tree, so that the package resolves.
	const folder = await mkdtemp(join(cacheFolder, 'recipe-'));
	onTestFinished(() => rm(folder, { recursive: true, force: true }));
	const file = join(folder, title);
	await writeFile(file, code);
	return (await import(/* @vite-ignore */ file)) as Module;
}

const identify = (page: Page, account: string, traits: Record<string, string | boolean> = {}) =>
	page.evaluate(([id, values]) => window.Feedback!.identify(id, values), [
		account,
		traits,
	] as const);

const press = (page: Page, name: string) => page.getByRole('button', { name }).click();

const choose = (page: Page, name: string) =>
	page.getByRole('radio', { name }).check({ force: true });

async function expectAnswers(site: Place, answers: Record<string, unknown>): Promise<void> {
	await expect
		.poll(async () => {
			const { items } = await owner.listResponses({ site: site.id });
			return items.map((response) => response.answers);
		})
		.toContainEqual(answers);
}

const lastReason = async (page: Page) => (await readNotices(page)).at(-1);

describe('a recipe that asks', () => {
	it('nps-every-quarter: asks once per quarter, whatever the visitor does', async () => {
		const recipe = openRecipe('nps-every-quarter');
		const site = await recipe.publishAll();
		const open = async (signedUp: string) => {
			const page = await visit(site);
			await page.evaluate(
				(date) => Object.assign(window, { account: { id: `ada-${date}`, signedUp: date } }),
				signedUp,
			);
			await run(page, recipe.read('app-opened.ts'));
			return page;
		};
		const today = await open(new Date().toISOString());
		await expect.poll(() => lastReason(today)).toBe('reason:audience');
		const page = await open('2026-01-01');
		await choose(page, '10 of 10');
		await press(page, 'Next');
		await page.getByRole('textbox', { name: 'What do you like best?' }).fill('The exports');
		await press(page, 'Send');
		await expectAnswers(site, { recommend: 10, best: 'The exports' });
		const again = await open('2026-01-01');
		await expect.poll(() => lastReason(again)).toBe('reason:prompt_cooldown');
	});

	it('csat-after-support: asks when an agent closed the ticket, and asks for the reason of a low score', async () => {
		const recipe = openRecipe('csat-after-support');
		const site = await recipe.publishAll();
		const page = await visit(site);
		const close = (closedBy: string) =>
			run(page, recipe.read('ticket-closed.ts'), 'reportClosed', { id: 't1', closedBy });
		expect(await close('customer')).toBe(false);
		expect(await close('agent')).toBe(true);
		await choose(page, '2 of 5');
		await press(page, 'Next');
		await page.getByRole('textbox').fill('It took days.');
		await press(page, 'Send');
		await expectAnswers(site, { satisfaction: 2, reason: 'It took days.' });
	});

	it('churn-reasons: asks after the cancellation succeeded', async () => {
		const recipe = openRecipe('churn-reasons');
		const site = await recipe.publishAll();
		const page = await visit(site);
		await run(page, recipe.read('cancel-plan.ts'), 'cancelPlan', 'pro');
		expect(app.received.map(({ path }) => path)).toEqual(['/api/cancel']);
		await choose(page, 'I do not need it any longer');
		await press(page, 'Send');
		await expectAnswers(site, { reason: 'not_needed' });
	});

	it('first-use: asks when the backend proves that it was the first use', async () => {
		const recipe = openRecipe('first-use');
		const site = await recipe.publishAll();
		const { kid, secret } = await owner.createProofKey({ site: site.id, alg: 'HS256' });
		const of = { siteId: site.site_id, key: { id: kid, secret: secret! } };
		type Backend = {
			proveExport(site: typeof of, account: string, count: number): Promise<string>;
		};
		const { proveExport } = await load<Backend>(recipe.read('prove-export.ts'));
		const page = await visit(site);
		await identify(page, 'ada');
		const exportReport = async (eventProof: string) => {
			app.answers.set('/api/export', { eventProof });
			await run(page, recipe.read('export-report.ts'), 'exportReport');
		};
		await page.evaluate(() => window.Feedback!.event('report.exported', { first: true }));
		expect(await lastReason(page)).toBe('reason:unverified');
		await exportReport('forged');
		await exportReport(await proveExport(of, 'ada', 2));
		const countReasons = async () =>
			(await readNotices(page)).filter((notice) => notice === 'reason:trigger_properties').length;
		await expect.poll(countReasons).toBe(2);
		await exportReport(await proveExport(of, 'ada', 1));
		await page.getByText('How easy was your first export?').waitFor();
	});

	it('feedback-button: opens the prompt as often as it is clicked', async () => {
		const recipe = openRecipe('feedback-button');
		const site = await recipe.publishAll();
		expect(recipe.read('the button').code).toContain('<button id="feedback" type="button">');
		const page = await visit(site);
		await run(page, recipe.read('feedback-button.ts'));
		for (const text of ['More colours', 'Fewer colours']) {
			await press(page, 'Give feedback');
			await choose(page, 'An idea');
			await press(page, 'Next');
			await page.getByRole('textbox').fill(text);
			await press(page, 'Next');
			await press(page, 'Send');
			await expectAnswers(site, { kind: 'idea', text, contact: false });
			await press(page, 'Close');
		}
	});

	it('beta-programme: invites by plan, and asks those who joined', async () => {
		const recipe = openRecipe('beta-programme');
		const site = await recipe.publishAll();
		await owner.updateSettings({ site: site.id, limits: { cooldown_days: 0 } });
		const page = await visit(site);
		await identify(page, 'ada', { plan: 'team' });
		await run(page, recipe.read('join-beta.ts'), 'joinOnYes', { id: 'ada', plan: 'team' });
		expect(await report(page, 'editor.closed')).toBe(false);
		expect(await report(page, 'editor.opened')).toBe(true);
		await choose(page, 'Count me in');
		await press(page, 'Send');
		await expect.poll(() => app.received.map(({ path }) => path)).toEqual(['/api/beta']);
		await press(page, 'Close');
		expect(await report(page, 'editor.opened')).toBe(false);
		expect(await report(page, 'editor.closed')).toBe(true);
	});

	it('pmf-survey: asks at the third use', async () => {
		const recipe = openRecipe('pmf-survey');
		const site = await recipe.publishAll();
		const page = await visit(site);
		const use = () => run(page, recipe.read('report-exported.ts'), 'reportExported', 'pdf');
		expect([await use(), await use(), await use()]).toEqual([false, false, true]);
		await choose(page, 'Not disappointed');
		await press(page, 'Next');
		await page.getByRole('textbox', { name: 'How could we improve it for you?' }).waitFor();
	});

	it('bug-report: sends the report once, with the page and the version', async () => {
		const recipe = openRecipe('bug-report');
		const site = await recipe.publishAll();
		const other = { survey_id: 'other', trigger: { events: ['other.opened'] } };
		await publish(site, { ...recipe.yaml('bug-report.prompt.yaml'), ...other });
		const page = await visit(site);
		expect(await report(page, 'other.opened')).toBe(true);
		await run(page, recipe.read('bug-report.ts'), 'reportBug', '2.0.0');
		await expect.poll(() => lastReason(page)).toBe('reason:busy');
		await press(page, 'Close');
		await run(page, recipe.read('bug-report.ts'), 'reportBug', '2.1.0');
		await page.getByRole('textbox').fill('Nothing happens.');
		await press(page, 'Next');
		await choose(page, 'I cannot continue');
		await press(page, 'Next');
		await press(page, 'Skip');
		await page.getByText('Thank you!').waitFor();
		await expect.poll(() => app.received.length).toBe(1);
		expect(JSON.parse(app.received[0]!.body)).toEqual({
			what: 'Nothing happens.',
			blocks: 'major',
			page: '/',
			appVersion: '2.1.0',
			browser: userAgent,
		});
		const { items } = await owner.listEvents({ site: site.id });
		expect(items[0]).toMatchObject({ name: 'bug.reported', properties: { app_version: '2.1.0' } });
	});

	it('server-event: the prompt waits for the account', async () => {
		const recipe = openRecipe('server-event');
		const site = await recipe.publishAll();
		const { secret } = await owner.createSiteKey({ site: site.id, name: 'Backend' });
		type Backend = { reportRenewal(key: string, api: string, account: string): Promise<string> };
		const { reportRenewal } = await load<Backend>(recipe.read('report-renewal.ts'));
		expect(await reportRenewal(secret, stack.apiUrl, 'ada')).toBe('waiting');
		const page = await visit(site);
		await identify(page, 'ada');
		await report(page, 'app.opened');
		await page.getByText('What made you stay?').waitFor();
	});
});

describe('a recipe around prompts', () => {
	it('slack-low-scores: only low scores are sent, once and whole', async () => {
		// Slack is unreachable here: use the same settings for a webhook.
		const { url, kind, ...settings } = destinationSettingsSchema.parse(
			openRecipe('slack-low-scores').yaml('slack.yaml'),
		) as Extract<DestinationSettings, { kind: 'slack' }>;
		expect([kind, new URL(url).hostname]).toEqual(['slack', 'hooks.slack.com']);
		const site = await openRecipe('nps-every-quarter').publishAll();
		await owner.createDestination({
			...settings,
			kind: 'webhook',
			site: site.id,
			url: `${app.url}/api/hook`,
		});
		for (const [score, text] of [
			['9', 'Speed'],
			['3', 'It is slow'],
		] as const) {
			const page = await visit(site);
			await identify(page, `scored-${score}`, { signed_up: '2026-01-01' });
			await report(page, 'app.opened');
			await choose(page, `${score} of 10`);
			await press(page, 'Next');
			await page.getByRole('textbox').fill(text);
			await press(page, 'Send');
			await expect.poll(() => readNotices(page)).toContain('answered');
		}
		await expect.poll(() => app.received.length).toBe(1);
		expect(JSON.parse(app.received[0]!.body)).toMatchObject({
			type: 'response.closed',
			data: { answers: { recommend: 3, missing: 'It is slow' } },
		});
	});

	it('approve-a-draft: the person approves the draft, and that revision only', async () => {
		const recipe = openRecipe('approve-a-draft');
		const site = await newSite('Drafts');
		const terminal = await openMachine(site);
		const { title, code } = recipe.read('ease-of-export.prompt.yaml');
		terminal.write(title, code);
		const approvals = await runLines(terminal, recipe);
		expect(approvals).toEqual(['prompt:draft', 'prompt:publish']);
		const { items } = await owner.listPrompts({ site: site.id });
		expect(items).toMatchObject([{ survey_id: 'ease-of-export', published_revision: 1 }]);
	});

	it('staging-and-production: the app uses the right site, and the file copies the prompt', async () => {
		const recipe = openRecipe('staging-and-production');
		const production = await newSite('Production');
		const staging = await recipe.publishAll();
		const { code, ...block } = recipe.read('start-feedback.ts');
		const own = code
			.replace('site_staging00000', staging.site_id)
			.replace('site_production00', production.site_id)
			.replace('siteId:', `apiUrl: ${JSON.stringify(stack.apiUrl)}, siteId:`);
		const page = await visit(undefined);
		await run(page, { ...block, code: own });
		expect(await report(page, 'app.opened')).toBe(true);

		const terminal = await openMachine(staging, production);
		const [prompt] = (await owner.listPrompts({ site: staging.id })).items;
		await runLines(terminal, recipe, {
			prompt_uuid: prompt!.id,
			staging_site_uuid: staging.id,
			production_site_uuid: production.id,
		});
		const copied = (await owner.listPrompts({ site: production.id })).items[0]!;
		expect(copied).toMatchObject({ survey_id: 'nps', published_revision: 1 });
		expect((await owner.listEvents({ site: production.id })).items).toEqual([]);
	});

	it('gdpr: nothing without consent; access, erasure and retention', async () => {
		const [recipe, site] = [openRecipe('gdpr'), await newSite('Consent')];
		const { code, ...block } = recipe.read('consent.ts');
		const own = code
			.replace('site_demo000000', site.site_id)
			.replace('{ siteId }', `{ siteId, apiUrl: ${JSON.stringify(stack.apiUrl)} }`);
		const page = await visit(undefined);
		const stored = () => page.evaluate(() => Object.keys(localStorage).length);
		await run(page, { ...block, code: own }, 'onConsent', false);
		expect([await report(page, 'app.opened'), await stored()]).toEqual([false, 0]);
		await run(page, { ...block, code: own }, 'onConsent', true);
		await identify(page, 'ada');
		await report(page, 'app.opened');
		expect(await stored()).toBeGreaterThan(0);

		const of = { site: site.id, account: 'ada' } as const;
		expect(JSON.stringify(await owner.exportVisitor(of))).toContain('app.opened');
		const reloaded = page.waitForEvent('load');
		await page.evaluate(() => localStorage.setItem('own', 'kept'));
		await run(page, { ...block, code: own }, 'onConsent', false).catch(() => undefined);
		await reloaded;
		expect(await report(page, 'app.opened')).toBe(false);
		expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(['own']);
		// Found withdrawn on a page that has not started the SDK.
		await page.evaluate((key) => localStorage.setItem(key, '{}'), `feedback:${site.site_id}:seen`);
		await run(page, { ...block, code: own }, 'onConsent', false);
		expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(['own']);

		const receipt = await owner.eraseVisitor(of);
		expect(receipt.counts).toMatchObject({ events: 2, visitors: 1 });
		await expect(owner.findVisitor(of)).rejects.toMatchObject({ code: 'not_found' });

		const settings = JSON.parse(recipe.read('site settings').code) as object;
		await owner.updateSettings({ site: site.id, ...settings });
		expect(await owner.getSettings({ site: site.id })).toMatchObject(settings);
	});

	it('test-with-playwright: its tests pass', async () => {
		const recipe = openRecipe('test-with-playwright');
		const site = await newSite('Tests');
		const prompt = openRecipe('approve-a-draft').yaml('ease-of-export.prompt.yaml');
		await publish(site, { ...prompt, audience: undefined } as PromptInput);
		app.siteId = site.site_id;
		const folder = await mkdtemp(join(tmpdir(), 'feedback-playwright-'));
		onTestFinished(() => rm(folder, { recursive: true, force: true }));
		const write = (name: string, text: string) => writeFile(join(folder, name), text);
		await mkdir(join(folder, 'node_modules/@playwright/test'), { recursive: true });
		const runner = JSON.stringify(join(root, 'node_modules/playwright/test'));
		await write('node_modules/@playwright/test/index.js', `module.exports = require(${runner});`);
		for (const title of ['playwright.config.ts', 'export.spec.ts']) {
			await write(title, recipe.read(title).code);
		}
		const launch = { executablePath: findChromium(), args: ['--no-sandbox'] };
		await write(
			'here.config.ts',
			`import config from './playwright.config';
			const use = { ...config.use, baseURL: '${app.url}', launchOptions: ${JSON.stringify(launch)} };
			export default { ...config, use, workers: 1 };`,
		);
		const cli = join(root, 'node_modules/playwright/cli.js');
		const ended = await collect(
			[cli, 'test', '--config=here.config.ts', '--reporter=line'],
			folder,
		);
		expect(ended).toContain('2 passed');
	});
});

it('every recipe has a test', async () => {
	const pages = await readdir(join(contentFolder, 'recipes'));
	expect([...tried].toSorted()).toEqual(pages.toSorted());
});

/** A machine with the command, connected to these sites. */
async function openMachine(...sites: Place[]): Promise<Terminal> {
	const terminal = openTerminal(stack);
	onTestFinished(() => terminal.remove());
	const login = terminal.start('login', '--browser');
	const answer = await fetch(await login.said(/(http\S+\/oauth\/authorize\S+)/), {
		redirect: 'manual',
	});
	const authorization = answer.headers.get('location')!.split('/').at(-1)!;
	await owner.getAuthorization({ authorization });
	const chosen = { authorization, sites: sites.map(({ id }) => id) };
	const { redirect } = await owner.approveAuthorization(chosen);
	await fetch(redirect);
	expect((await login.ended).code).toBe(0);
	return terminal;
}

/** Runs the commands of a page, approving their requests; resolves to the approved actions. */
async function runLines(terminal: Terminal, recipe: Recipe, names: Record<string, string> = {}) {
	const approved: string[] = [];
	const known = { ...names };
	for (const line of recipe.lines()) {
		const [, ...words] = line.split(' ').map((word) => {
			const [, name] = /^<(\w+)>$/.exec(word) ?? [];
			return name ? known[name]! : word;
		});
		const running = terminal.start(...words, '--json');
		if (words.includes('--wait')) {
			const request = await running.said(/Approve it here: \S+\/(\S+)/);
			const { action, sha256 } = await owner.getGrantRequest({ request });
			const mode = sha256 ? 'once' : 'until';
			await owner.approveGrant({ request, mode, ...(sha256 && { sha256 }) });
			approved.push(action);
		}
		const { id } = readData<{ id?: string }>(await running.ended);
		if (words.includes('create') && id) known['prompt_uuid'] = id;
	}
	return approved;
}
