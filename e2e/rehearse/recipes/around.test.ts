// The recipes around prompts: destinations, approvals, sites, tests and privacy.
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import {
	type DestinationSettings,
	destinationSettingsSchema,
	type PromptInput,
} from '@feedback/contract';
import { describe, expect, it, onTestFinished } from 'vitest';

import { root } from '../../../server/layout/tree.ts';
import { contentFolder } from '../../../site/test/content-files.ts';
import { findChromium } from '../../../testing/chromium.ts';
import { readNotices, report } from '../../journeys/app.ts';
import { collect } from './recipe-app.ts';
import {
	app,
	choose,
	identify,
	newSite,
	openMachine,
	openRecipe,
	owner,
	press,
	publish,
	run,
	runLines,
	sendIdea,
	stack,
	visit,
} from './recipe-stack.ts';

/** Every visitor may be asked it at once. */
const easeOfExport = () =>
	({
		...openRecipe('approve-a-draft').yaml('ease-of-export.prompt.yaml'),
		audience: undefined,
	}) as PromptInput;

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
		await publish(site, easeOfExport());
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

	it('answers-become-issues: only finished reports that block someone are sent', async () => {
		// GitHub is unreachable here: use the same settings for a webhook. A journey tries a recorded GitHub.
		const { kind, tracker, token, ...settings } = destinationSettingsSchema.parse(
			openRecipe('answers-become-issues').yaml('blocking-bugs.yaml'),
		) as Extract<DestinationSettings, { kind: 'github' }>;
		expect([kind, tracker.repository, token]).toEqual(['github', 'acme/app', 'github_pat_secret']);
		const site = await openRecipe('bug-report').publishAll();
		const url = `${app.url}/api/hook`;
		await owner.createDestination({ ...settings, kind: 'webhook', site: site.id, url });
		for (const label of ['It is annoying', 'I cannot continue']) {
			const page = await visit(site);
			await report(page, 'bug.reported');
			await page.getByRole('textbox').fill(label);
			await press(page, 'Next');
			await choose(page, label);
			await press(page, 'Next');
			await press(page, 'Skip');
			await expect.poll(() => readNotices(page)).toContain('answered');
		}
		await expect.poll(() => app.received.length).toBe(1);
		expect(JSON.parse(app.received[0]!.body)).toMatchObject({
			data: { answers: { what: 'I cannot continue', blocks: 'major' } },
		});
	});

	it('releases-and-campaigns: answers have the version and the campaign', async () => {
		const recipe = openRecipe('releases-and-campaigns');
		const site = await newSite('Releases');
		const prompt = await publish(site, easeOfExport());
		const settings = JSON.parse(recipe.read('site settings').code) as object;
		await owner.updateSettings({ site: site.id, ...settings });
		const { code, ...block } = recipe.read('feedback.ts');
		const own = code
			.replace('site_demo000000', site.site_id)
			.replace('siteId:', `apiUrl: ${JSON.stringify(stack.apiUrl)}, siteId:`);
		const page = await visit(undefined, '/elsewhere?utm_campaign=launch');
		await run(page, { ...block, code: own });
		await report(page, 'app.opened');
		await page.reload();
		await run(page, { ...block, code: own });
		expect(await report(page, 'report.exported')).toBe(true);
		await choose(page, '4 of 5');
		await press(page, 'Send');
		await expect.poll(() => readNotices(page)).toContain('answered');
		const read = async () => (await owner.listResponses({ site: site.id })).items[0]?.context;
		await expect.poll(read).toMatchObject({ app_version: '2026.11.3', utm_campaign: 'launch' });
		await runLines(await openMachine(site), recipe, { prompt_uuid: prompt });
	});

	it('test-answers: what the filter selects is deleted, and nothing else', async () => {
		const site = await openRecipe('feedback-button').publishAll();
		for (const text of ['The best casino bonus', 'More colours']) {
			const page = await visit(site);
			await run(page, openRecipe('feedback-button').read('feedback-button.ts'));
			await sendIdea(page, site, text);
		}
		const remove = () => owner.deleteResponses({ site: site.id, search: 'casino', count: 1 });
		const machine = await openMachine(site);
		const approved = await runLines(machine, openRecipe('test-answers'), {}, remove);
		expect(approved).toEqual(['response:read']);
		const { items } = await owner.listResponses({ site: site.id });
		expect(items.map(({ answers }) => answers['text'])).toEqual(['More colours']);
	});
});

it('every recipe has a test', async () => {
	const tests = await Promise.all(
		['asking.test.ts', 'around.test.ts'].map((name) =>
			readFile(join(import.meta.dirname, name), 'utf8'),
		),
	);
	const tried = [...tests.join().matchAll(/^\tit\('([\w-]+): /gm)].map(([, name]) => `${name}.mdx`);
	expect(tried.toSorted()).toEqual((await readdir(join(contentFolder, 'recipes'))).toSorted());
});
