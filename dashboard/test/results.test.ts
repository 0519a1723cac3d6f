import type { Page } from 'playwright';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { thorough } from '../../testing/thorough.ts';
import { giveResponses, manyScores } from './add-past-responses.ts';
import { findAxeViolations, findFaults } from './accessibility.ts';
import { makeDraft } from './author.ts';
import { openPage, openEnvironment, storeSignIn } from './environment.ts';
import type { Environment } from './environment.ts';
import { signInByApi } from './program.ts';
import type { Storage } from './reusable-pages.ts';

/** Timeout of a wait on a busy machine. */
const longTimeout = { timeout: 30_000 };
let environment: Environment;
let sql: postgres.Sql;
/** Browser storage in which the demo person is signed in. */
let signedIn: Storage;
let prompts: Record<string, string>;

beforeAll(async () => {
	environment = await openEnvironment();
	sql = postgres(environment.stack.adminUrl, { max: 1, onnotice() {} });
	signedIn = await storeSignIn(environment.stack);
	await giveResponses(environment.stack, 'quick-poll', manyScores);
	await giveResponses(
		environment.stack,
		'export-experience',
		[5, 4, 4].map((ease) => ({ answers: { ease }, daysAgo: 1 })),
	);
	await giveResponses(environment.stack, 'upgrade-reason', [
		{ answers: { reason: 'limits' } },
		{ answers: { reason: 'limits' } },
		{ answers: { reason: { other: '<b>My boss</b>' } } },
	]);
	const rows = await sql<
		{ survey_id: string; id: string }[]
	>`select survey_id, id from app.prompts where site_id = ${environment.site}`;
	prompts = Object.fromEntries(rows.map(({ survey_id, id }) => [survey_id, id]));
});
afterAll(async () => {
	await sql?.end();
	await environment?.close();
});

async function open(surveyId: string, query = '', options: Parameters<typeof openPage>[1] = {}) {
	const opened = await openPage(environment, { storageState: signedIn, ...options });
	await opened.page.goto(
		`/sites/${environment.site}/prompts/${prompts[surveyId]!}/results${query}`,
	);
	return opened;
}

const question = (page: Page, title: string) =>
	page.getByRole('region', { name: title, exact: true });
const score = 'How likely are you to recommend Reports?';

/** The figures of a chart, from its table. */
async function readTable(page: Page, title: string, of = page.getByRole('main')) {
	await of.getByRole('button', { name: `${title} as a table` }).click();
	const rows = of.getByRole('region', { name: title, exact: true }).getByRole('row');
	await rows.first().waitFor();
	const texts = await rows.evaluateAll((all) =>
		all.map((row) => [...row.children].map((cell) => cell.textContent!.trim())),
	);
	return texts.slice(1);
}

describe('the results of a prompt', () => {
	it('appear first on a phone, after one row of controls', thorough, async () => {
		const { page, close, consoleErrors } = await open('quick-poll', '', {
			viewport: { width: 360, height: 740 },
		});
		await question(page, score).getByText('240 answers').waitFor();
		const displays = page.getByRole('main').getByText('Displays', { exact: true }).first();
		expect((await displays.boundingBox())!.y).toBeLessThan(365);
		const form = page.getByRole('form', { name: 'Filter responses' });
		const filter = form.getByRole('button', { name: /^Filter/ });
		await filter.focus();
		await page.keyboard.press('Enter');
		await page.getByRole('combobox', { name: 'Compare' }).selectOption('Compare periods');
		// The comparison can be changed without the button.
		await filter.click();
		await page.getByRole('combobox', { name: 'Length of the periods' }).waitFor();
		const compare = page.getByRole('combobox', { name: 'Compare' });
		await compare.selectOption('');
		await compare.waitFor({ state: 'detached' });
		await filter.click();
		await page.getByRole('textbox', { name: 'Revision' }).fill('1');
		await page.keyboard.press('Enter');
		await page.getByRole('button', { name: 'Save filter' }).waitFor();
		await filter.click();
		expect(await filter.textContent()).toContain('Filter (1)');
		const actions = form.getByRole('button', { name: 'Actions' });
		expect(await page.getByRole('button', { name: 'Export' }).count()).toBe(0);
		await actions.focus();
		await page.keyboard.press('Enter');
		await page.getByRole('button', { name: 'Export' }).waitFor();
		await page.getByRole('button', { name: 'Print or save as PDF' }).waitFor();
		expect(await findFaults(page)).toEqual([]);
		await actions.click();
		await page.getByRole('combobox', { name: 'Period' }).selectOption('Custom range');
		await page.getByLabel('From').fill('2020-01-01');
		await page.waitForURL(/from=2020-01-01/);
		expect(await findFaults(page)).toEqual([]);
		expect(consoleErrors).toEqual([]);
		await close();
	});

	it('match the database', async () => {
		const { page, close, consoleErrors } = await open('quick-poll');
		const card = question(page, score);
		await card.getByText('240 answers').waitFor();
		const counted = await sql<{ score: string; count: string }[]>`
			select answers ->> 'recommend' as score, count(*)::text as count from app.responses
			where prompt_id = ${prompts['quick-poll']!} group by 1 order by (answers ->> 'recommend')::int`;
		const scores = await readTable(page, 'Scores', card);
		expect(scores.map(([value, count]) => [value, count])).toEqual(
			counted.map(({ score, count }) => [score, count]),
		);
		const [nps] = await sql<{ value: number }[]>`
			select round(100.0 * (count(*) filter (where n >= 9) - count(*) filter (where n <= 6)) / count(*))::int as value
			from (select (answers ->> 'recommend')::int as n from app.responses
				where prompt_id = ${prompts['quick-poll']!}) s`;
		const signed = nps!.value > 0 ? `+${nps!.value}` : String(nps!.value).replace('-', '−');
		await card.getByText(`NPS ${signed}`, { exact: true }).waitFor();

		const days = await sql<{ day: string; count: string }[]>`
			select (created_at at time zone 'UTC')::date::text as day, count(*)::text as count from app.responses
			where prompt_id = ${prompts['quick-poll']!} group by 1 order by 1 desc`;
		const byDay = await readTable(page, 'By day');
		const answered = byDay.filter(([, , responses]) => responses !== '0');
		expect(answered.map(([day, , responses]) => [day, responses])).toEqual(
			days.map(({ day, count }) => [day, count]),
		);
		expect(consoleErrors).toEqual([]);
		await close();
	});

	it('are filtered by the URL', async () => {
		const { page, close } = await open('quick-poll', '?trait=plan:team&period=7');
		const [row] = await sql<{ count: number }[]>`
			select count(*)::int as count from app.responses
			where prompt_id = ${prompts['quick-poll']!} and traits ->> 'plan' = 'team'
			  and created_at >= date_trunc('day', now() at time zone 'UTC') at time zone 'UTC' - interval '6 days'`;
		await question(page, score).getByText(`${row!.count} answers`).waitFor();
		await close();
	});

	it('with a filter over very many answers grow until everything is counted', async () => {
		const prompt = prompts['quick-poll']!;
		await sql`
			insert into app.result_parts (site_id, prompt_id, from_at, to_at, day, zone, figures, size)
			select p.site_id, p.id, d.at, d.at + interval '1 day', d.at::date,
			       coalesce((select s.settings ->> 'time_zone' from app.sites s where s.id = p.site_id), 'UTC'),
			       app.count_result_part(p.site_id, p.id, d.at, d.at + interval '1 day'), 100000
			from app.prompts p
			cross join generate_series(10, 20) n
			cross join lateral (select date_trunc('day', now(), 'UTC') - n * interval '1 day' as at) d
			where p.id = ${prompt}`;
		// Simulate another request that is counting the same filter.
		const key = sql`hashtextextended(${prompt} || encode(app.hash_filter('{"trait": ["plan:team"]}'), 'hex'), 0)`;
		await sql`select pg_advisory_lock(${key})`;
		const { page, close } = await open('quick-poll', '?trait=plan:team');
		const progress = page.getByRole('status').filter({ hasText: '0% of the answers are counted.' });
		await progress.waitFor();
		const card = question(page, score);
		await card.getByText(/^[1-9]\d answers/).waitFor();
		expect(await card.getByText('120 answers').count()).toBe(0);
		await sql`select pg_advisory_unlock(${key})`;
		await card.getByText('120 answers').waitFor();
		await progress.waitFor({ state: 'detached' });
		await sql`delete from app.result_parts where prompt_id = ${prompt}`;
		await close();
	});

	it('that are empty suggest one next step', thorough, async () => {
		const { id, site } = await makeDraft(environment, { survey_id: 'unseen' });
		const { page, close, consoleErrors } = await openPage(environment, { storageState: signedIn });
		await page.goto(`/sites/${site}/prompts/${id}/results?period=7`);
		const results = question(page, 'Results');
		await results.getByRole('link', { name: 'Clear the filter' }).click();
		await results.getByText('The prompt is not published').waitFor();
		expect(await findAxeViolations(page)).toEqual([]);
		const person = await signInByApi(environment.stack);
		await person.publishPrompt({ site, prompt: id, revision: 1 });
		const refusal = { error: { code: 'not_found', message: 'Not yet.' } };
		const answer = { status: 404, json: refusal };
		await page.route(/\/reasons$/, (route) => route.fulfill(answer), { times: 1 });
		await page.reload();
		const live = results.getByRole('link', { name: 'Watch its events' });
		expect(await live.getAttribute('href')).toMatch(/events\/live\?prompt=unseen/);
		const trial = results.getByRole('link', { name: 'Try it on the test page' });
		expect(await trial.getAttribute('href')).toMatch(/events\/test-page\?name=report.exported$/);
		const health = page.getByRole('region', { name: 'Health' });
		await health.getByRole('button', { name: 'Try again' }).click();
		await health.getByText(/0 of 0 trigger events in the last 7 days/).waitFor();
		const warnings = health.getByRole('list', { name: 'Warnings' });
		await warnings.getByText('No event of its trigger was ever reported.').waitFor();
		await warnings.getByRole('link', { name: 'Change the trigger' }).waitFor();
		expect(await findAxeViolations(page)).toEqual([]);
		await page.goto(`/sites/${site}/prompts?q=unseen`);
		await page.getByText('Cannot be displayed: No event of its trigger').waitFor();
		expect(await findAxeViolations(page)).toEqual([]);
		await page.goBack();
		await person.pausePrompt({ site, prompt: id });
		await page.reload();
		await health.getByRole('button', { name: 'Resume' }).click();
		await health.getByText(/0 of 0 trigger events/).waitFor();
		await person.pausePrompt({ site, prompt: id });
		await page.reload();
		await results.getByRole('link', { name: 'Open the editor' }).click();
		await page.waitForURL(`**/prompts/${id}/edit`);
		// The browser logs the 404 response.
		expect(consoleErrors.filter((text) => !text.includes('404'))).toEqual([]);
		await close();
	});

	it('report that the filter names an unknown question', thorough, async () => {
		const where = (answer: string) =>
			`?condition=${encodeURIComponent(JSON.stringify({ answer, op: 'at_most', value: 6 }))}`;
		const { page, close } = await open('quick-poll', where('gone'));
		await page
			.getByText('names the question "gone", which no revision of the prompt has')
			.first()
			.waitFor();
		const condition = page.getByRole('group', { name: 'Condition', exact: true });
		await condition.getByRole('button', { name: 'Remove condition' }).click();
		await question(page, score).getByText('240 answers').waitFor();
		await close();
	});

	it('show drop-off from the display to the end', async () => {
		const { page, close } = await open('quick-poll');
		const steps = page.getByRole('table', { name: 'Drop-off' }).getByRole('row');
		await steps.nth(4).waitFor();
		const finished = await steps.nth(4).textContent();
		expect(finished).toMatch(/Finished\s*180\s*75%/);
		expect(await steps.nth(1).textContent()).toMatch(/Displayed\s*240\s*100%/);
		await close();
	});

	it(
		'explain the interval by keyboard, and show a trend only with enough answers',
		thorough,
		async () => {
			const { page, close } = await open('quick-poll');
			const card = question(page, score);
			await card.getByRole('img', { name: /^NPS over time/ }).waitFor();
			await card.getByRole('button', { name: /^What “between/ }).press('Enter');
			await page.getByText('in 95 of 100 surveys').waitFor();
			await page.keyboard.press('Escape');
			await page.getByText('in 95 of 100 surveys').waitFor({ state: 'detached' });
			await close();

			const few = await open('quick-poll', '?period=custom&from=2020-01-01&to=2020-01-02');
			await few.page.getByText('Nothing matches the filter').waitFor();
			await few.close();
		},
	);

	it('warn if there are few answers', async () => {
		const { page, close } = await open('export-experience');
		const card = question(page, 'How easy was it to export your report?');
		await card.getByText('3 answers').waitFor();
		await card.getByText('Fewer than 30 answers').waitFor();
		await card.getByText('4.3').waitFor();
		expect(await card.getByRole('img', { name: /over time/ }).count()).toBe(0);
		await close();
	});

	it('separate the answers to a question whose type changed', thorough, async () => {
		const title = 'How easy was it to export your report?';
		const id = prompts['export-experience']!;
		await sql`
			select app.save_revision(site_id, prompt_id, jsonb_set(content, '{questions,0}',
				'{"id":"ease","type":"nps","title":"How easy was it to export your report?","required":true}'))
			from app.revisions where prompt_id = ${id} and number = 1`;
		await sql`update app.prompts set published_revision = 2 where id = ${id}`;
		await giveResponses(environment.stack, 'export-experience', [
			{ answers: { ease: 9 }, revision: 2 },
		]);
		const { page, close, consoleErrors } = await open('export-experience');
		const now = question(page, title);
		await now.getByText('1 answer', { exact: true }).waitFor();
		await now.getByText('NPS +100', { exact: true }).waitFor();
		await now.getByText('Answers from revision 2 only.').waitFor();
		const earlier = question(page, `${title} (revision 1)`);
		await earlier.getByText('3 answers', { exact: true }).waitFor();
		await earlier.getByText('4.3').waitFor();
		const steps = page.getByRole('table', { name: 'Drop-off' }).getByRole('row');
		expect(await steps.nth(2).textContent()).toMatch(/1\. How easy was it.*4/);
		expect(await findAxeViolations(page)).toEqual([]);
		expect(consoleErrors).toEqual([]);
		await close();
	});

	it('compare two segments with one sentence each, and periods by the URL', async () => {
		const { page, close, consoleErrors } = await open('quick-poll');
		await page.getByLabel('Compare', { exact: true }).selectOption({ label: 'Compare segments' });
		await page.getByLabel('First side').fill('plan:team');
		await page.getByLabel('First side').press('Enter');
		await page.getByLabel('Second side').fill('plan:pro');
		await page.getByLabel('Second side').press('Enter');
		const panel = page.getByRole('region', { name: 'Comparison', exact: true }).first();
		const nps = panel.getByRole('row').filter({ hasText: 'NPS' });
		await nps.waitFor(longTimeout);
		const [sides] = await sql<{ one: number; other: number }[]>`
			select floor(100.0 * avg((n >= 9)::int - (n <= 6)::int) filter (where plan = 'team') + 0.5)::int as one,
			       floor(100.0 * avg((n >= 9)::int - (n <= 6)::int) filter (where plan = 'pro') + 0.5)::int as other
			from (select (answers ->> 'recommend')::int as n, traits ->> 'plan' as plan from app.responses
				where prompt_id = ${prompts['quick-poll']!}) s`;
		const write = (score: number) => (score < 0 ? `−${-score}` : score > 0 ? `+${score}` : '0');
		const cells = await nps.getByRole('cell').allTextContents();
		expect(cells.slice(0, 2).map((cell) => cell.trim().split(/\s/)[0])).toEqual([
			write(sides!.one),
			write(sides!.other),
		]);
		expect(cells[2]).toMatch(/Too few answers to tell/);
		expect(new URL(page.url()).searchParams.get('other')).toBe('plan:pro');
		expect(consoleErrors).toEqual([]);
		await close();

		const periods = await open('quick-poll', '?compare=period&one=7');
		await periods.page
			.getByRole('columnheader', { name: 'The 7 days before' })
			.waitFor(longTimeout);
		expect(await periods.page.getByText('cover different times').count()).toBe(0);
		await periods.close();
	});

	it('show who answers, by device and by a trait in the URL', thorough, async () => {
		const { page, close, consoleErrors } = await open('quick-poll');
		const rates = question(page, 'Response rate');
		await rates.getByRole('row', { name: /^Unknown of 240 displays/ }).waitFor();
		const groups = rates.getByLabel('Groups of the response rate');
		await groups.selectOption({ label: 'By saved audience' });
		await rates.getByRole('row', { name: 'Pro plan of 120 displays' }).waitFor();
		expect(new URL(page.url()).searchParams.get('rate')).toBe('audience');
		expect(consoleErrors).toEqual([]);
		await close();

		const byPlan = await open('quick-poll', '?rate=trait:plan');
		const team = question(byPlan.page, 'Response rate').getByRole('row', {
			name: /^team of 120 displays/,
		});
		await team.waitFor();
		expect((await team.getByRole('cell').allTextContents()).map((cell) => cell.trim())).toEqual([
			'120',
			expect.stringMatching(/^100%\s+9\d% to 100%$/),
		]);
		await byPlan.close();
	});

	it('compare the first with the latest scores of the same people', thorough, async () => {
		const { page, close, consoleErrors } = await open('quick-poll', '?account=nobody');
		await page.getByText('Nothing matches the filter').waitFor();
		expect(await question(page, 'Who answered more than once').count()).toBe(0);
		await close();

		await giveResponses(
			environment.stack,
			'quick-poll',
			Array.from({ length: 12 }, (_, at) => ({
				answers: { recommend: at < 6 ? 4 : 9 },
				daysAgo: at < 6 ? 40 : 30,
				traits: { plan: 'twice' },
			})),
		);
		// The people of the first answers gave the other answers, too.
		const join = (people: number) => sql`
			update app.responses r set subject_id = f.subject_id
			from (select subject_id, row_number() over (order by display_id) as n from app.responses
				where traits ->> 'plan' = 'twice' and answers ->> 'recommend' = '4') f,
			     (select display_id, row_number() over (order by display_id) as n from app.responses
				where traits ->> 'plan' = 'twice' and answers ->> 'recommend' = '9') l
			where r.display_id = l.display_id and l.n = f.n and f.n <= ${people}`;
		await join(4);
		const few = await open('quick-poll', '?trait=plan:twice');
		const panel = question(few.page, 'Who answered more than once');
		await panel.getByText('4 people answered more than once. From 5 on').waitFor();
		await few.close();
		await join(6);
		const enough = await open('quick-poll', '?trait=plan:twice');
		const scores = question(enough.page, 'Who answered more than once');
		await scores.getByText('+5.0', { exact: true }).waitFor();
		await scores.getByText('from 4.0 the first time to 9.0 the latest time').waitFor();
		await scores.getByRole('row', { name: /^Higher 6 100%/ }).waitFor();
		expect(await findAxeViolations(enough.page)).toEqual([]);
		await enough.close();
		await sql`delete from app.responses where traits ->> 'plan' = 'twice'`;
		await sql`delete from app.displays where traits ->> 'plan' = 'twice'`;
		expect(consoleErrors).toEqual([]);
	});

	it('list every choice and other answers', thorough, async () => {
		const { page, close } = await open('upgrade-reason');
		const choices = page.getByRole('table', { name: /^Answers to What made you/ }).getByRole('row');
		await choices.nth(4).waitFor();
		const texts = await choices.evaluateAll((rows) =>
			rows.map((row) => [...row.children].map((cell) => cell.textContent!.trim())),
		);
		expect(texts.slice(1)).toEqual([
			// The share, and its interval.
			['I reached a limit', '2', '67% 2% to 100%'],
			['I needed a feature', '0', '0% 0% to 87%'],
			['My team grew', '0', '0% 0% to 87%'],
			['Something else', '1', '33% 0% to 98%'],
		]);
		await page.getByRole('link', { name: 'Read the “Other” answers' }).click();
		await page.getByText('Something else: <b>My boss</b>').waitFor();
		await close();
	});

	it('list texts, which are searched and opened', async () => {
		const { page, close } = await open('quick-poll');
		const card = question(page, 'What is the main reason for your score?');
		await card.getByRole('listitem').first().waitFor();
		await card.getByRole('searchbox').fill('reason 237');
		await expect.poll(() => card.getByRole('listitem').count(), longTimeout).toBe(1);
		expect(await card.locator('mark').allTextContents()).toEqual(['Reason 237']);
		await card.getByRole('link', { name: /^Open the response/ }).click();
		await page.getByRole('dialog', { name: 'Quick poll' }).waitFor();
		await close();
	});

	it('list texts although the words of the figures come later', async () => {
		const { page, close, consoleErrors } = await open('quick-poll', '', { locale: 'en' });
		await page.route('**/_app/immutable/chunks/*.js', async (route) => {
			const response = await route.fetch();
			const holdsWords = (await response.text()).includes('Final responses.');
			if (holdsWords) await new Promise((resolve) => setTimeout(resolve, 1_500));
			await route.fulfill({ response });
		});
		await page.reload();
		const card = question(page, 'What is the main reason for your score?');
		await card.getByRole('listitem').first().waitFor(longTimeout);
		expect(consoleErrors).toEqual([]);
		await close();
	});

	it('are accessible', thorough, async () => {
		const { page, close, consoleErrors } = await open('quick-poll', '');
		await page.getByRole('img', { name: /^NPS over time/ }).waitFor();
		expect(await findFaults(page)).toEqual([]);
		await readTable(page, 'Scores', question(page, score));
		await page.getByRole('button', { name: /^What “between/ }).click();
		await page.getByText('in 95 of 100 surveys').waitFor();
		expect(await findFaults(page)).toEqual([]);
		expect(consoleErrors).toEqual([]);
		await close();
	});
});
