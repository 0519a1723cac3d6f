// An editor sees a revision in the app before anyone else does.
import type { Browser, BrowserContext } from 'playwright';
import postgres, { type Sql } from 'postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { createClient } from '@feedback/client';

import { fetchToken } from '../../testing/demo-session.ts';
import { launchChromium } from '../../testing/launch-chromium.ts';
import { startTestStack } from '../../testing/start-test-stack.ts';
import { userAgent } from '../../testing/user-agent.ts';
import { thorough } from '../../testing/thorough.ts';
import { builds, buildIfStale } from '../../server/parts/builds.ts';
import type { Stack } from '../../server/stack/start-stack.ts';
import { openTab, readNotices, readVisitor, report, startApp } from './app.ts';

let stack: Stack;
let app: Awaited<ReturnType<typeof startApp>>;
let browser: Browser;
let context: BrowserContext;
let sql: Sql;

beforeAll(async () => {
	await buildIfStale(builds.sdk, () => undefined);
	[stack, browser] = await Promise.all([startTestStack(), launchChromium()]);
	app = await startApp(stack.apiUrl);
	sql = postgres(stack.adminUrl, { max: 1, onnotice() {} });
	context = await browser.newContext({ userAgent, reducedMotion: 'reduce' });
	context.setDefaultTimeout(15_000);
});

afterAll(async () => {
	await sql?.end();
	await app?.stop();
	await browser?.close();
	await stack?.stop();
});

/** Saves a revision without publishing it; resolves to a token that shows it. */
async function makePreview(): Promise<string> {
	const token = await fetchToken(stack);
	const client = createClient({ apiUrl: stack.apiUrl, token: () => Promise.resolve(token) });
	const [found] = await sql<{ site: string; prompt: string }[]>`
		select s.id as site, p.id as prompt from app.sites s join app.prompts p on p.site_id = s.id
		where s.site_id = ${stack.siteId} and p.survey_id = 'export-experience'`;
	const { site, prompt } = found!;
	const { latest } = await client.getPrompt({ site, prompt });
	const { revision } = await client.saveRevision({
		site,
		prompt,
		base: latest.revision,
		content: {
			...latest.content,
			audience: { trait: 'plan', op: 'is', value: 'enterprise' },
			questions: [{ id: 'wish', type: 'long_text', title: 'What should exports do?' }],
		},
	});
	return (await client.createPreviewToken({ site, prompt, revision })).token;
}

it(
	'a revision is tried in the app, explained and left, and nothing of it is stored',
	thorough,
	async () => {
		const token = await makePreview();
		const page = await openTab(
			context,
			`${app.url}/reports#feedback_preview=${token}`,
			stack.siteId,
		);
		expect(page.url()).toBe(`${app.url}/reports`);
		const bar = page.getByRole('region', { name: /^Preview of “.+”, revision \d+$/ });
		await bar.getByText('Waiting for report.exported').waitFor();

		await page.evaluate(() => window.Feedback!.identify('user_preview', { plan: 'free' }));
		expect(await report(page, 'report.exported', { format: 'pdf' })).toBe(true);
		await page.getByRole('heading', { name: 'What should exports do?' }).waitFor();
		await bar.getByText('plan is "enterprise"; it is "free"').waitFor();
		await page.getByRole('textbox').fill('Be quick.');
		await page.getByRole('button', { name: 'Send' }).click();
		await expect.poll(() => readNotices(page)).toContain('answered');

		await page.evaluate(() => window.Feedback!.identify('user_preview', { plan: 'enterprise' }));
		await page.evaluate(() => window.Feedback!.reset());
		await page.evaluate(() => window.Feedback!.identify('user_other', { plan: 'enterprise' }));
		expect(await report(page, 'report.exported', { format: 'pdf' })).toBe(true);
		await bar.getByText('plan is "enterprise"; it is "enterprise"').waitFor();

		const [kept] = await sql`
		select (select count(*)::int from app.displays) as displays, (select count(*)::int from app.responses) as responses,
			(select count(*)::int from app.subjects where account like 'user_%') as accounts,
			(select count(*)::int from app.visitors where id = ${await readVisitor(page)}) as visitors`;
		expect(kept).toEqual({ displays: 0, responses: 0, accounts: 0, visitors: 0 });

		await page.getByRole('button', { name: 'Leave preview' }).click();
		await expect.poll(() => page.getByRole('region').count()).toBe(0);
		await page.evaluate((siteId) => window.Feedback!.init({ siteId }), stack.siteId);
		expect(await report(page, 'report.exported', { format: 'pdf' })).toBe(true);
		await page.getByRole('heading', { name: /How easy/ }).waitFor();
	},
);
