// Every kind of rule, in the example app: a click either shows a prompt or reports the reason why no prompt is shown.
import { type PromptInput, promptSchema, type RouteInput } from '@feedback/contract';
import type { Reason } from '@feedback/contract/wire';
import { type Client, createClient } from '@feedback/client';
import type { Browser, BrowserContextOptions, Page } from 'playwright';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';

import { fetchToken } from '../../../testing/demo-session.ts';
import { launchChromium } from '../../../testing/launch-chromium.ts';
import { startTestStack } from '../../../testing/start-test-stack.ts';
import { userAgent } from '../../../testing/user-agent.ts';
import type { Stack } from '../../../server/stack/start-stack.ts';

let stack: Stack;
let browser: Browser;
let person: Client;
let workspace: string;

/** A click in the app. */
type Act = (page: Page) => Promise<void>;
/** An action in the app, and the reason that follows. */
type Step = [act: Act, expected: Reason | `displayed · ${string}`];
type Case = {
	prompts: (Partial<PromptInput> & { on: string })[];
	settings?: Omit<RouteInput<'updateSettings'>, 'site'>;
	browser?: BrowserContextOptions;
	steps: Step[];
};

const signIn =
	(name: string): Act =>
	async (page) => {
		const choice = page.getByLabel('Account to sign in with');
		const option = choice.locator('option', { hasText: name });
		await choice.selectOption(await option.getAttribute('value'));
		await page.getByRole('button', { name: 'Sign in' }).click();
		await page.getByRole('button', { name: 'Sign out' }).waitFor();
	};
const signOut: Act = (page) => page.getByRole('button', { name: 'Sign out' }).click();
const exportAs =
	(format: 'pdf' | 'csv'): Act =>
	async (page) => {
		await page.getByLabel('Format').selectOption(format);
		await page.getByRole('button', { name: 'Export report' }).click();
	};
const exportPdf = exportAs('pdf');
const search =
	(words: string): Act =>
	async (page) => {
		await page.getByRole('searchbox').fill(words);
		await page.getByRole('button', { name: 'Search', exact: true }).click();
	};
const dismiss: Act = async (page) => {
	await page.getByRole('button', { name: 'Close', exact: true }).click();
	await page.locator('feedback-prompt').waitFor({ state: 'detached' });
};
const answer: Act = async (page) => {
	await page.getByRole('textbox', { name: 'How is it?' }).fill('Good.');
	await page.getByRole('button', { name: 'Send' }).click();
	await page.locator('.notification .kind.answered').waitFor();
	await dismiss(page);
};
const after =
	(...acts: Act[]): Act =>
	async (page) => {
		for (const act of acts) await act(page);
	};

const asked = 'report.exported';
const searched = 'search.completed';
const always = { show: 'always', again_after_days: 0, site_limits: 'ignore' } as const;
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

/** A separate site with these prompts published. */
async function makeSite({ prompts, settings }: Case): Promise<string> {
	const site = await person.createSite({ workspace, name: 'Rules' });
	if (settings) await person.updateSettings({ site: site.id, ...settings });
	for (const { on, ...rules } of prompts) {
		const content = promptSchema.parse({
			survey_id: 'asked',
			name: 'Asked',
			questions: [{ id: 'how', type: 'short_text', title: 'How is it?' }],
			trigger: { events: [on] },
			...rules,
		});
		const { id, revision } = await person.createPrompt({ site: site.id, content });
		await person.publishPrompt({ site: site.id, prompt: id, revision });
	}
	return site.site_id;
}

async function openApp(siteId: string, options: BrowserContextOptions = {}): Promise<Page> {
	const context = await browser.newContext({
		userAgent,
		baseURL: stack.exampleUrl!,
		reducedMotion: 'reduce',
		...options,
	});
	onTestFinished(() => context.close());
	const page = await context.newPage();
	await page.route('**/config.json', (route) =>
		route.fulfill({ json: { siteId, apiUrl: stack.apiUrl } }),
	);
	await page.goto('/');
	await page.getByRole('button', { name: 'Sign in' }).waitFor();
	return page;
}

/** The reasons that the app received, newest first. */
const readReasons = (page: Page) =>
	page
		.locator('.notification')
		.evaluateAll((lines) =>
			lines
				.filter((line) => line.querySelector('.kind')?.textContent === 'reason')
				.map((line) => line.querySelector('.detail')?.textContent ?? ''),
		);

async function take(page: Page, [act, expected]: Step): Promise<void> {
	await page.locator('#clear').click();
	await act(page);
	const readLatest = async () => {
		const [newest = 'nothing'] = await readReasons(page);
		return expected.includes(' · ') ? newest : newest.split(' · ')[0];
	};
	await expect.poll(readLatest).toBe(expected);
	if (expected.startsWith('displayed'))
		expect(await page.locator('feedback-prompt').count()).toBe(1);
}

/** Cases by the rule that a prompt follows. */
export const cases = {
	'a trait: the plan is pro': {
		prompts: [{ on: asked, audience: { trait: 'plan', op: 'is', value: 'pro' } }],
		steps: [
			[after(signIn('Ada'), exportPdf), 'audience'],
			[after(signOut, signIn('Alan'), exportPdf), 'displayed'],
		],
	},
	'groups: signed in, and none of the free ones': {
		prompts: [
			{
				on: asked,
				audience: {
					all: [{ identified: true }, { none: [{ trait: 'plan', op: 'is', value: 'free' }] }],
				},
			},
		],
		steps: [
			[exportPdf, 'audience'],
			[after(signIn('Ada'), exportPdf), 'audience'],
			[after(signOut, signIn('Grace'), exportPdf), 'displayed'],
		],
	},
	'history: the event, at least twice': {
		prompts: [{ on: asked, audience: { event: asked, times: 2, within_days: 7 } }],
		steps: [
			[exportPdf, 'audience'],
			[exportPdf, 'displayed'],
		],
	},
	'history: another prompt was dismissed': {
		prompts: [
			{ on: searched, survey_id: 'first', limits: always },
			{
				on: asked,
				limits: always,
				audience: { prompt: 'first', was: 'dismissed', within_days: 30 },
			},
		],
		steps: [
			[exportPdf, 'audience'],
			[search('churn'), 'displayed · first'],
			[after(dismiss, exportPdf), 'displayed · asked'],
		],
	},
	'first seen: two weeks ago': {
		prompts: [{ on: asked, audience: { first_seen: 'older_than', days: 14 } }],
		steps: [[exportPdf, 'audience']],
	},
	'first seen: today, by a browser in German, on the first page': {
		prompts: [
			{
				on: asked,
				audience: {
					all: [
						{ first_seen: 'newer_than', days: 1 },
						{ context: 'language', op: 'is', value: 'de' },
						{ context: 'path', op: 'is', value: '/' },
						{ context: 'device', op: 'is', value: 'desktop' },
					],
				},
			},
		],
		browser: { locale: 'de-AT' },
		steps: [[exportPdf, 'displayed']],
	},
	'a property: the format is csv': {
		prompts: [
			{
				on: asked,
				trigger: { events: [asked], where: { property: 'format', op: 'is', value: 'csv' } },
			},
		],
		steps: [
			[exportPdf, 'trigger_properties'],
			[exportAs('csv'), 'displayed'],
		],
	},
	'a property: at least two results': {
		prompts: [
			{
				on: searched,
				trigger: { events: [searched], where: { property: 'results', op: 'at_least', value: 2 } },
			},
		],
		steps: [
			[search('churn'), 'trigger_properties'],
			[search(''), 'displayed'],
		],
	},
	'a verified property, without a proof': {
		prompts: [
			{
				on: asked,
				trigger: {
					events: [asked],
					where: { property: 'format', op: 'is', value: 'pdf', verified: true },
				},
			},
		],
		steps: [[exportPdf, 'unverified']],
	},
	'sampling: nobody': {
		prompts: [{ on: asked, sampling: { rate: 0 } }],
		steps: [[exportPdf, 'sampled_out']],
	},
	'a delay': {
		prompts: [{ on: asked, timing: { delay_seconds: 2 } }],
		steps: [
			[exportPdf, 'waiting'],
			[(page) => page.locator('feedback-prompt').waitFor({ state: 'attached' }), 'displayed'],
		],
	},
	'a start to come': {
		prompts: [{ on: asked, timing: { starts_at: inDays(1) } }],
		steps: [[exportPdf, 'not_started']],
	},
	'an end that has passed': {
		prompts: [{ on: asked, timing: { ends_at: inDays(-1) } }],
		steps: [[exportPdf, 'ended']],
	},
	'a session that is too young': {
		prompts: [{ on: asked, timing: { min_session_seconds: 600 } }],
		steps: [[exportPdf, 'session_too_young']],
	},
	once: {
		prompts: [{ on: asked }],
		steps: [
			[exportPdf, 'displayed'],
			[after(dismiss, exportPdf), 'seen_limit'],
		],
	},
	'until it is answered': {
		prompts: [{ on: asked, limits: { ...always, show: 'until_answered' } }],
		steps: [
			[exportPdf, 'displayed'],
			[after(dismiss, exportPdf), 'displayed'],
			[after(answer, exportPdf), 'answered'],
		],
	},
	twice: {
		prompts: [{ on: asked, limits: { ...always, show: 'times', times: 2 } }],
		steps: [
			[exportPdf, 'displayed'],
			[after(dismiss, exportPdf), 'displayed'],
			[after(dismiss, exportPdf), 'seen_limit'],
		],
	},
	'again after a week': {
		prompts: [{ on: asked, limits: { ...always, again_after_days: 7 } }],
		steps: [
			[exportPdf, 'displayed'],
			[after(dismiss, exportPdf), 'prompt_cooldown'],
		],
	},
	'the cooldown of the site': {
		prompts: [
			{ on: searched, survey_id: 'first' },
			{ on: asked },
			{ on: 'plan.changed', survey_id: 'regardless', limits: { site_limits: 'ignore' } },
		],
		steps: [
			[search('churn'), 'displayed · first'],
			[after(dismiss, exportPdf), 'site_cooldown'],
			[
				(page) => page.getByRole('button', { name: 'Change to the pro plan' }).click(),
				'displayed · regardless',
			],
		],
	},
	'one display in a week across the site': {
		prompts: [{ on: searched, survey_id: 'first' }, { on: asked }],
		settings: { limits: { cooldown_days: 0, window: { displays: 1, days: 7 } } },
		steps: [
			[search('churn'), 'displayed · first'],
			[after(dismiss, exportPdf), 'site_cooldown'],
		],
	},
	'one display in a session': {
		prompts: [{ on: searched, survey_id: 'first' }, { on: asked }],
		settings: { limits: { cooldown_days: 0, per_session: 1 } },
		steps: [
			[search('churn'), 'displayed · first'],
			[after(dismiss, exportPdf), 'session_limit'],
		],
	},
	'the higher priority': {
		prompts: [
			{ on: asked, survey_id: 'low' },
			{ on: asked, survey_id: 'high', priority: 10 },
		],
		steps: [[exportPdf, 'displayed · high']],
	},
	'one prompt at a time': {
		prompts: [
			{ on: searched, survey_id: 'first', limits: always },
			{ on: asked, limits: always },
		],
		steps: [
			[search('churn'), 'displayed · first'],
			[exportPdf, 'busy'],
		],
	},
	'registered events only': {
		prompts: [{ on: asked }],
		settings: { capture: 'registered' },
		steps: [
			[search('churn'), 'not_captured'],
			[exportPdf, 'displayed'],
		],
	},
	'an event that triggers nothing': {
		prompts: [{ on: asked }],
		steps: [[search('churn'), 'no_prompt']],
	},
	'a bot': {
		prompts: [{ on: asked }],
		browser: {
			userAgent: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
		},
		steps: [[exportPdf, 'bot']],
	},
} satisfies Record<string, Case>;

/** Tests these cases against one stack. */
export function testCases(names: readonly (keyof typeof cases)[]): void {
	beforeAll(async () => {
		[stack, browser] = await Promise.all([
			startTestStack({ parts: ['example'] }),
			launchChromium(),
		]);
		const token = await fetchToken(stack);
		person = createClient({ apiUrl: stack.apiUrl, token: () => Promise.resolve(token) });
		workspace = (await person.whoami()).workspaces[0]!.id;
	});

	afterAll(async () => {
		await browser?.close();
		await stack?.stop();
	});

	it.each(names)('%s', async (name) => {
		const one: Case = cases[name];
		const page = await openApp(await makeSite(one), one.browser);
		for (const step of one.steps) await take(page, step);
	});

	it('its limit on another device too, for an account', async () => {
		const site = await makeSite({ prompts: [{ on: asked }], steps: [] });
		const asAda = after(signIn('Ada'), exportPdf);
		await take(await openApp(site), [asAda, 'displayed']);
		await take(await openApp(site), [asAda, 'seen_limit']);
	});
}
