// The recipes that ask visitors, with the code and the prompt files of their pages.
import type { PromptInput } from '@feedback/contract';
import { describe, expect, it } from 'vitest';

import { userAgent } from '../../../testing/user-agent.ts';
import { readNotices, report } from '../../journeys/app.ts';
import {
	app,
	choose,
	expectAnswers,
	identify,
	lastReason,
	load,
	openRecipe,
	owner,
	press,
	publish,
	run,
	sendIdea,
	stack,
	visit,
} from './recipe-stack.ts';

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
			await sendIdea(page, site, text);
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

	it('use-a-name: greets by name, and without one by the fallback', async () => {
		const recipe = openRecipe('use-a-name');
		const site = await recipe.publishAll();
		for (const [account, name, greeted] of [
			['ada', 'Ada', 'How is it going, Ada?'],
			['bob', undefined, 'How is it going, now that you know us?'],
		] as const) {
			const page = await visit(site);
			await run(page, recipe.read('identify-person.ts'), 'identifyPerson', account, name);
			expect(await report(page, 'report.exported')).toBe(true);
			await page.getByText(greeted, { exact: true }).waitFor();
		}
	});

	it('answers-as-traits: a role chosen once decides what is asked later', async () => {
		const recipe = openRecipe('answers-as-traits');
		const site = await recipe.publishAll();
		await owner.updateSettings({ site: site.id, limits: { cooldown_days: 0 } });
		const page = await visit(site);
		await identify(page, 'ada');
		expect(await report(page, 'report.exported')).toBe(false);
		expect(await lastReason(page)).toBe('reason:audience');
		expect(await report(page, 'report.opened')).toBe(true);
		await choose(page, 'I build things');
		await press(page, 'Send');
		await expectAnswers(site, { role: 'developer' });
		await press(page, 'Close');
		expect(await report(page, 'report.opened')).toBe(false);
		expect(await report(page, 'report.exported')).toBe(true);
		await page.getByText('How good are our docs, developer?').waitFor();
	});

	it('unhappy-customers: asks those again who complained, but not within a week', async () => {
		const recipe = openRecipe('unhappy-customers');
		const site = await recipe.publishAll();
		await owner.updateSettings({ site: site.id, limits: { cooldown_days: 0 } });
		const page = await visit(site);
		await identify(page, 'ada');
		const use = () => run(page, recipe.read('report-exported.ts'), 'reportExported', 'pdf');
		expect(await use()).toBe(true);
		await choose(page, '2 of 5');
		await press(page, 'Send');
		await expectAnswers(site, { ease: 2 });
		await press(page, 'Close');
		expect(await use()).toBe(false);
		// As after a week.
		const again = recipe.yaml<PromptInput>('export-again.prompt.yaml');
		const { all } = again.audience as { all: PromptInput['audience'][] };
		await publish(site, { ...again, survey_id: 'at-once', audience: all[0]! } as PromptInput);
		expect(await use()).toBe(true);
		await page.getByText(/exporting was hard/).waitFor();
	});
});
