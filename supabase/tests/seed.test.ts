import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { connectDatabase } from '../../server/postgres/connect.ts';
import { poll } from '../functions/sdk/claim-waiting.ts';
import { identify, loadSite, moveDisplay } from '../functions/sdk/database.ts';
import { storeAnswers } from '../functions/sdk/store-answers.ts';
import { demoSite, seedDemo } from '../seed.ts';
import { seedVisits } from '../seed-visits.ts';
import { claimPrompt, ingest, later, report, second } from './caller.ts';
import { createDatabase, type TestDatabase } from './harness.ts';
import { newEvent, newVisit, uuidv7 } from './visits.ts';

let database: TestDatabase;
const person = { id: '11111111-1111-4111-8111-111111111111', email: 'demo@example.com' };

beforeAll(async () => {
	database = await createDatabase();
	const sql = connectDatabase(database.url('postgres'), { max: 2 });
	await Promise.all([seedDemo(sql, person), seedDemo(sql, person)]);
	await sql.end();
});
afterAll(() => database.close());

describe('the demo', () => {
	it('exists once, even if it is seeded repeatedly', async () => {
		const rows = await database.admin`
			select survey_id, state, published_revision from app.prompts order by published_at`;
		expect(rows.map((row) => row['survey_id'])).toEqual([
			'export-experience',
			'upgrade-reason',
			'search-help',
			'search-without-result',
			'quick-poll',
			'page-helped',
			'downgrade-reason',
			'bug-report',
		]);
		expect(
			rows.every((row) => row['state'] === 'published' && row['published_revision'] === 1),
		).toBe(true);
	});

	it('is found by its public site ID, with every setting', async () => {
		const site = await loadSite(database.ingest, demoSite.siteId);
		expect(site?.id).toBe(demoSite.id);
		expect(site?.settings).toMatchObject({ capture: 'all', limits: { cooldown_days: 0 } });
		expect(await loadSite(database.ingest, 'site_nobody0000')).toBeUndefined();
	});

	it('shows a prompt after an event and stores its answer', async () => {
		const visit = newVisit(demoSite.id);
		const display = uuidv7();
		const event = newEvent('report.exported', {}, { session: visit.session });
		const answer = await ingest(database.ingest, visit, [event], display);
		expect(answer.results).toEqual([{ id: event.id, status: 'recorded' }]);
		expect(answer.decided).toMatchObject({
			reason: 'displayed',
			reserved: { display, revision: 1, content: { survey_id: 'export-experience' } },
		});
		expect(
			await moveDisplay(database.ingest, demoSite.id, display, 'displayed', null, null),
		).toMatchObject({ state: 'displayed' });
		const kept = await storeAnswers(database.ingest, {
			site: demoSite.id,
			display,
			seq: 1,
			final: true,
			answers: { ease: 5 },
			now: null,
		});
		expect(kept).toMatchObject({ response: display, seq: 1, final: true, fresh: true });
		const again = await ingest(
			database.ingest,
			visit,
			[newEvent('report.exported', {}, { session: visit.session })],
			uuidv7(),
		);
		expect(again.decided).toEqual({ reason: 'seen_limit' });
	});

	it('asks what people are looking for after the third search without a result', async () => {
		const asked: (string | undefined)[] = [];
		const visit = newVisit(demoSite.id);
		for (const results of [0, 4, 0, 0]) {
			const { decided, display } = await report(database.ingest, visit, 'search.completed', {
				results,
			});
			if (decided?.reason !== 'displayed') throw new Error(`not displayed: ${decided?.reason}`);
			asked.push(decided.reserved.content.survey_id);
			await moveDisplay(database.ingest, demoSite.id, display, 'dismissed', null, null);
		}
		expect(asked).toEqual(['search-help', 'search-help', 'search-help', 'search-without-result']);
	});

	it('asks people who went back to Free, unless they export a report in the meantime', async () => {
		const outcomes: string[] = [];
		for (const isBusy of [false, true]) {
			const visit = newVisit(demoSite.id, { now: new Date() });
			const { event, decided } = await report(database.ingest, visit, 'plan.changed', {
				plan: 'free',
			});
			expect(decided?.reason).toBe('waiting');
			if (isBusy) await report(database.ingest, later(visit, 10 * second), 'report.exported');
			const claimed = await claimPrompt(database.ingest, later(visit, 70 * second), event.id);
			outcomes.push(claimed.decided.reason);
		}
		expect(outcomes).toEqual(['displayed', 'withdrawn']);
	});

	it('has a week of visits if requested, once, recorded by the functions that the SDK calls', async () => {
		await database.admin`delete from app.responses where site_id = ${demoSite.id}`;
		await database.admin`delete from app.events where site = (select key from app.sites where id = ${demoSite.id})`;
		await database.admin`select app.create_day((now() at time zone 'UTC')::date - 3)`;
		while ((await database.admin`select app.count_days(now()) as more`)[0]!['more']);
		const sql = connectDatabase(database.url('postgres'), { max: 2 });
		await Promise.all([seedVisits(sql, person.id), seedVisits(sql, person.id)]);
		await sql.end();
		const [counted] = await database.admin`
			select (select count(*)::int from app.text_answers where site_id = ${demoSite.id}) as texts,
			       (select count(*)::int from app.responses r join app.prompts p on p.id = r.prompt_id
			        where r.site_id = ${demoSite.id} and p.survey_id <> 'report-useful') as responses,
			       (select count(*)::int from app.text_tags where site_id = ${demoSite.id}) as tagged,
			       (select count(distinct subject_id)::int from app.responses r join app.subjects s on s.id = r.subject_id
			        where s.account = 'user_hal') as hals`;
		expect(counted).toEqual({ texts: 11, responses: 14, tagged: 7, hals: 1 });
		const names = await database.admin`
			select name, count(*)::int as events from app.event_details where site_id = ${demoSite.id} group by name order by name`;
		expect(names.map(({ name }) => name as string)).toEqual([
			'invoice.paid',
			'plan.changed',
			'report.exported',
			'report.opened',
			'search.completed',
		]);
		const [agreed] = await database.admin`
			select (select count(distinct at::date)::int from app.event_details where site_id = ${demoSite.id}) as days,
			       (select count(*)::int from app.event_details e where e.site_id = ${demoSite.id} and e.reason = 'displayed'
			          and not exists (select from app.displays d where d.origin = e.id)) as "without display",
			       (select count(*)::int from app.event_details e where e.site_id = ${demoSite.id}
			          and not exists (select from app.event_names n where n.site_id = e.site_id and n.name = e.name)) as unlisted,
			       (select string_agg(distinct reason::text, ' ' order by reason::text) from app.event_details
			        where site_id = ${demoSite.id}) as reasons`;
		expect(agreed).toMatchObject({ 'without display': 0, unlisted: 0 });
		expect(agreed!['days']).toBeGreaterThanOrEqual(7);
		expect(agreed!['reasons']).toBe('displayed seen_limit waiting');
		while ((await database.admin`select app.count_days(now()) as more`)[0]!['more']);
		const finished = await database.admin`
			select name, sum(events)::int as events from app.event_counts where site_id = ${demoSite.id} group by name order by name`;
		expect(finished).toEqual(
			await database.admin`
				select name, count(*)::int as events from app.event_details
				where site_id = ${demoSite.id} and (at at time zone 'UTC')::date <= (select max(day) from app.counted_days)
				group by name order by name`,
		);
		expect(finished.length).toBeGreaterThan(1);
	});

	it('has answers to each variant of an experiment, enough to compare them', async () => {
		const variants = await database.admin`
			select d.variant, count(*)::int as displays, count(r.display_id)::int as responses
			from app.displays d
			join app.prompts p on p.site_id = d.site_id and p.id = d.prompt_id and p.survey_id = 'report-useful'
			left join app.responses r on r.site_id = d.site_id and r.display_id = d.id
			where d.site_id = ${demoSite.id} group by d.variant order by d.variant`;
		expect(variants.map(({ variant }) => variant as string)).toEqual(['control', 'short']);
		for (const { displays, responses } of variants) {
			expect(responses).toBeGreaterThan(15);
			expect(displays).toBeGreaterThan(responses as number);
		}
	});

	it('asks an account whose payment its backend reported, on its next page', async () => {
		const asked = await database.admin`
			select d.state, count(*)::int as displays from app.displays d
			join app.prompts p on p.site_id = d.site_id and p.id = d.prompt_id and p.survey_id = 'invoice-clear'
			where d.site_id = ${demoSite.id} group by d.state order by d.state`;
		expect(asked).toEqual([
			{ state: 'answered', displays: 4 },
			{ state: 'dismissed', displays: 1 },
		]);
		const visit = newVisit(demoSite.id, {
			now: new Date(),
			identify: { account: 'user_alan', traits: { plan: 'pro' }, verified: false },
		});
		await identify(database.ingest, visit);
		expect(await poll(database.ingest, later(visit, 5 * second), uuidv7(), uuidv7())).toMatchObject(
			{ reason: 'displayed', reserved: { content: { survey_id: 'invoice-clear' } } },
		);
	});
});
