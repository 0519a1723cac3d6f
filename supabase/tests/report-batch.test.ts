import type { ReservedSql } from 'postgres';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import type { PromptInput } from '@feedback/contract';
import type { Values } from '@feedback/contract/wire';

import { thorough } from '../../testing/thorough.ts';
import { testDate } from './cluster.ts';
import { consumeRateLimits, maxBatchSize, report, reportBatch } from '../functions/sdk/database.ts';
import type { Ingested, Report, RequestContext } from '../functions/sdk/database.ts';
import { createEventBatcher } from '../functions/sdk/event-batcher.ts';
import { ingest, later, second } from './caller.ts';
import { createDatabase, type TestDatabase, type TestSql } from './harness.ts';
import { createSite, publishPrompt, type TestSite } from './sites.ts';
import { newEvent, newVisit, uuidv7 } from './visits.ts';

let database: TestDatabase;
const now = new Date(testDate);
const pdf = { format: 'pdf' };

beforeAll(async () => {
	database = await createDatabase({ now });
});
afterAll(() => database.close());

function reportOf(
	visit: RequestContext,
	name: string,
	properties: Values = {},
	decide = true,
): Report {
	const event = newEvent(name, properties, { session: visit.session, at: visit.now ?? now });
	return { requestContext: visit, event, display: decide ? uuidv7(now) : null };
}

const names = ['viewed', 'filtered', 'evaluated', 'counted', 'open', 'delayed', 'new'] as const;
const prompts: Partial<PromptInput>[] = [
	{
		survey_id: 'pdf-only',
		trigger: { events: ['filtered'], where: { property: 'format', op: 'is', value: 'pdf' } },
	},
	{
		survey_id: 'pros',
		trigger: { events: ['evaluated'] },
		audience: { all: [{ trait: 'plan', op: 'is', value: 'pro' }] },
	},
	{
		survey_id: 'readers',
		trigger: { events: ['counted'] },
		audience: { all: [{ event: 'viewed', times: 5, within_days: 7 }] },
	},
	{ survey_id: 'everyone', trigger: { events: ['open'] } },
	{ survey_id: 'later', trigger: { events: ['delayed'] }, timing: { delay_seconds: 5 } },
];

/** Creates a site on which a visitor reported all names but the last a second ago. */
async function prepareSite(): Promise<{ site: TestSite; visit: RequestContext }> {
	const site = await createSite(database.admin);
	for (const prompt of prompts) await publishPrompt(database.admin, site.id, prompt);
	const visit = newVisit(site.id, { now, address: new Uint8Array([1, 2]) });
	const other = newVisit(site.id, { now });
	for (const caller of [visit, other]) {
		const events = names
			.slice(0, -1)
			.map((name) => newEvent(name, {}, { session: caller.session, at: now }));
		await ingest(database.ingest, caller, events, null);
	}
	return { site, visit: later(visit, second) };
}

async function storedOf({ event }: Report) {
	const [row] = await database.admin`
		select e.name, e.reason, e.bot, e.properties, e.verified, e.context, e.proof_fault, e.at, e.received_at,
			e.session_id is not null as in_session, p.survey_id
		from app.event_details e left join app.prompts p on p.site_id = e.site_id and p.id = e.prompt_id
		where e.id = ${event.id}`;
	return row;
}

const reportInBatch = (one: Report) =>
	reportBatch(database.ingest, [one]).then(({ results }) => results[0]);

describe('a report in a batch', () => {
	const kinds = names.flatMap((name) =>
		[{}, pdf].flatMap((properties) =>
			[true, false].map((decide) => ({ name, properties, decide })),
		),
	);

	it.each(kinds)(
		'of $name with $properties, decide $decide, has the result of a single report',
		async (kind) => {
			const [single, batched] = [await prepareSite(), await prepareSite()];
			const of = ({ visit }: typeof single) =>
				reportOf(visit, kind.name, kind.properties, kind.decide);
			const [one, other] = [of(single), of(batched)];
			const expected = await report(database.ingest, one);
			const result = await reportInBatch(other);
			// Batches list no new names and reserve no displays.
			const isDisplayed =
				['open', 'delayed'].includes(kind.name) ||
				(kind.name === 'filtered' && kind.properties === pdf);
			expect(result === undefined).toBe(kind.name === 'new' || (kind.decide && isDisplayed));
			if (!result) return expect(await storedOf(other)).toBeUndefined();
			expect(result).toEqual({
				...expected,
				results: [{ id: other.event.id, status: 'recorded' }],
			});
			expect(await storedOf(other)).toEqual(await storedOf(one));
		},
	);

	it.each<[string, (visit: RequestContext) => Report | Promise<Report>]>([
		['of a new visitor', (visit) => reportOf(newVisit(visit.site, { now: visit.now }), 'viewed')],
		[
			'of a visitor not seen for an hour',
			(visit) => reportOf(later(visit, 3_600 * second), 'viewed'),
		],
		[
			'of an event too old',
			(visit) => {
				const { event, ...one } = reportOf(visit, 'viewed');
				return { ...one, event: { ...event, id: uuidv7(Number(now) - 49 * 3_600_000) } };
			},
		],
		[
			'of an event seen before',
			async (visit) => {
				const one = reportOf(visit, 'viewed');
				await report(database.ingest, one);
				return one;
			},
		],
		['of a site that does not exist', () => reportOf(newVisit(uuidv7(), { now }), 'viewed')],
		[
			'while a subject of the site is over its limit',
			async (visit) => {
				await database.admin`
					insert into app.buckets (site_id, kind, key, burst, rate, tokens, at, exhausted)
					values (${visit.site}, 2, '\\x01', 50, 5, -3, ${now}, true)`;
				return reportOf(visit, 'viewed');
			},
		],
		[
			'of a name that is not captured',
			async (visit) => {
				await database.admin`
					update app.sites set settings = settings || '{"capture": "registered"}' where id = ${visit.site}`;
				return reportOf(visit, 'viewed');
			},
		],
	])('%s must be reported separately', async (_, prepare) => {
		const { visit } = await prepareSite();
		const one = await prepare(visit);
		const before = await storedOf(one);
		expect(await reportInBatch(one)).toBeUndefined();
		expect(await storedOf(one)).toEqual(before);
	});

	it('returns no prompt to a visitor after a reset', async () => {
		const { visit } = await prepareSite();
		await database.admin`update app.visitors set reset_at = ${now} where site_id = ${visit.site}`;
		expect(await reportInBatch(reportOf(visit, 'open'))).toMatchObject({
			decided: { reason: 'no_prompt' },
		});
	});

	it('of a visitor is the only one in its batch, since later reports need it in their history', async () => {
		const { visit } = await prepareSite();
		const reports = ['viewed', 'counted', 'evaluated', 'viewed'].map((name) =>
			reportOf(visit, name),
		);
		const [first, second] = [reports.slice(0, 2), reports.slice(2)];
		const { results } = await reportBatch(database.ingest, first);
		expect(results.map((answer) => answer?.decided?.reason)).toEqual(['no_prompt', undefined]);
		expect((await report(database.ingest, first[1]!)).decided).toMatchObject({
			reason: 'audience',
		});
		const others = await reportBatch(database.ingest, second);
		expect(others.results.map((answer) => answer?.decided?.reason)).toEqual([
			'audience',
			'no_prompt',
		]);
	});

	it('of the same event twice is stored once', async () => {
		const { visit } = await prepareSite();
		const one = reportOf(visit, 'viewed');
		const { results } = await reportBatch(database.ingest, [one, one]);
		expect(results.filter(Boolean)).toHaveLength(1);
		const answers = await Promise.all([1, 2, 3, 4].map(() => storm(database.ingest, [one])));
		expect(answers.flat().map(({ results }) => results[0]!.status)).toEqual(
			Array(4).fill('duplicate'),
		);
	});

	it('reads as many names as it has events, even if the site has many', async () => {
		const { visit } = await prepareSite();
		await Promise.all(Array.from({ length: 30 }, () => createSite(database.admin)));
		await database.admin`
			insert into app.event_names (site_id, name, first_seen_at, last_seen_at)
			select s.id, 'name.' || n, ${now}, ${now} from generate_series(1, 50) n, app.sites s`;
		await database.admin`analyze app.event_names, app.visitors, app.sites`;
		// Plans and statistics belong to one connection.
		const sql = (await database.admin.reserve()) as ReservedSql & TestSql;
		const send = () =>
			reportBatch(
				sql,
				[5, 15, 25, 35].map((n) => reportOf(visit, `name.${n}`)),
			);
		// After some calls, Postgres may switch to a generic plan.
		for (let call = 0; call < 8; call++) await send();
		await sql`select pg_stat_force_next_flush()`;
		await sql`begin`;
		expect((await send()).results.filter(Boolean)).toHaveLength(4);
		const [row] = await sql`
			select idx_tup_fetch::int as read from pg_stat_xact_user_tables where relname = 'event_names'`;
		await sql`rollback`;
		sql.release();
		expect(row!['read']).toBe(4);
	});

	it('consumes eight tokens for one report in eight, as single reports do', async () => {
		const { site, visit } = await prepareSite();
		await database.admin`delete from app.buckets where site_id = ${site.id}`;
		const toConsume: Report[] = [];
		for (let turn = 0; turn < 20; turn++) {
			const reports = Array.from({ length: maxBatchSize }, () => reportOf(visit, 'viewed'));
			const batch = await reportBatch(database.ingest, reports);
			toConsume.push(...batch.toConsume);
		}
		await consumeRateLimits(database.ingest, toConsume);
		const rows = await database.admin`
			select kind, burst - tokens as consumed from app.buckets where site_id = ${site.id} order by kind`;
		expect(rows.map((row) => row['kind'])).toEqual([0, 1, 2]);
		expect(rows.map((row) => row['consumed'])).toEqual(Array(3).fill(8 * toConsume.length));
		// 80 of 640 events, within six standard deviations.
		expect(toConsume.length).toBeGreaterThan(30);
		expect(toConsume.length).toBeLessThan(130);
	});
});

function storm(sql: TestSql, reports: Report[]) {
	const batcher = createEventBatcher(sql);
	return Promise.all(
		reports.map(({ requestContext, event, display }) => batcher(requestContext, [event], display)),
	);
}

/** Records the statements that a connection receives. */
function watchCalls(sql: TestSql): { watched: TestSql; statements: string[] } {
	const statements: string[] = [];
	const watched = new Proxy(sql, {
		apply: (target, self, given) => {
			statements.push(String(given[0]));
			return Reflect.apply(target, self, given) as unknown;
		},
	});
	return { watched, statements };
}

describe('many reports at once', () => {
	it('have the results of single reports, in fewer calls', async () => {
		const { site, visit } = await prepareSite();
		const { watched, statements } = watchCalls(database.connect('feedback_ingest'));
		const reports = Array.from({ length: 120 }, (_, at) =>
			reportOf(at % 10 === 9 ? newVisit(site.id, { now }) : visit, at % 2 ? 'viewed' : 'filtered'),
		);
		const answers = await storm(watched, reports);
		for (const [at, { results, decided }] of answers.entries()) {
			expect(results).toEqual([{ id: reports[at]!.event.id, status: 'recorded' }]);
			expect(['no_prompt', 'trigger_properties', 'throttled']).toContain(decided?.reason);
		}
		const [stored] = await database.admin`
			select count(*)::int as n from app.event_details where site_id = ${site.id} and id = any(
				select x::uuid from jsonb_array_elements_text(${database.admin.json(reports.map(({ event }) => event.id))}) x)`;
		expect(stored!['n']).toBe(120);
		expect(statements.length).toBeLessThan(120);
	});

	it('stay on one connection while one batch at a time suffices', async () => {
		const { site } = await prepareSite();
		const pool = watchCalls(database.connect('feedback_ingest'));
		const own = watchCalls(database.connect('feedback_ingest', { max: 1 }));
		// On a busy machine some batches would exceed the usual 25 ms, and the next ones use the pool.
		const batcher = createEventBatcher(pool.watched, [own.watched], { maxWaitMs: 60_000 });
		const together = Array.from({ length: 8 }, async () => {
			const visit = newVisit(site.id, { now });
			await ingest(database.ingest, visit, [reportOf(visit, 'viewed').event], null);
			return later(visit, second);
		});
		const visits = await Promise.all(together);
		const reportOften = async (visit: RequestContext) => {
			for (let turn = 0; turn < 30; turn++) {
				await batcher(visit, [reportOf(visit, 'viewed').event], null);
			}
		};
		await Promise.all(visits.map(reportOften));
		const batches = (statements: string[]) =>
			statements.filter((statement) => statement.includes('report_batch'));
		expect(batches(own.statements).length).toBeGreaterThan(0);
		expect(batches(pool.statements)).toEqual([]);
	});

	it('succeed although one of them cannot be stored', async () => {
		const { visit } = await prepareSite();
		const far = new Date(Number(now) + 400 * 86_400_000);
		await database.admin`
			update app.visitors set last_seen_at = ${far} where site_id = ${visit.site}`;
		await database.admin`
			update app.event_names set last_seen_at = ${far} where site_id = ${visit.site} and name = 'viewed'`;
		const reports = Array.from({ length: 12 }, (_, at) =>
			reportOf(at === 7 ? { ...visit, now: far } : visit, 'viewed'),
		);
		const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
		const batcher = createEventBatcher(database.ingest);
		const ended = await Promise.allSettled(
			reports.map(({ requestContext, event, display }) =>
				batcher(requestContext, [event], display),
			),
		);
		expect(ended.map(({ status }) => status)).toEqual(
			reports.map((_, at) => (at === 7 ? 'rejected' : 'fulfilled')),
		);
		expect(ended[7]).toMatchObject({ reason: { code: 'unavailable' } });
		expect(logged.mock.calls.flat()).toContainEqual(expect.stringMatching(/^batch /));
		logged.mockRestore();
	});

	it('soon consume the rate limits, which then apply', async () => {
		const { site, visit } = await prepareSite();
		const countExhausted = async () => {
			// One report in eight consumes tokens, at random: some storms consume less than the limit.
			await storm(
				database.ingest,
				Array.from({ length: 200 }, () => reportOf(visit, 'viewed')),
			);
			const [row] = await database.admin`
				select count(*)::int as n from app.buckets where site_id = ${site.id} and kind = 2 and exhausted`;
			return row!['n'];
		};
		await expect.poll(countExhausted).toBe(1);
		const [answer] = await storm(database.ingest, [reportOf(visit, 'viewed')]);
		expect(answer!.decided).toMatchObject({ reason: 'throttled' });
	});

	it('do not wait for batches that hang', async () => {
		const { visit } = await prepareSite();
		const { visit: free } = await prepareSite();
		const stuck = [1, 2].map(() => reportOf(visit, 'viewed'));
		const lock = (await database.admin.reserve()) as ReservedSql & TestSql;
		await lock`begin`;
		// A second transaction that writes the same event waits for the first.
		for (const one of stuck) await report(lock, one);
		const batcher = createEventBatcher(database.connect('feedback_ingest', { max: 8 }));
		const send = (one: Report) => batcher(one.requestContext, [one.event], one.display);
		const blocked: Promise<Ingested>[] = [];
		for (const one of stuck) {
			blocked.push(send(one));
			await new Promise((resolve) => setTimeout(resolve, 50));
		}
		const others = await Promise.all([1, 2, 3].map(() => send(reportOf(free, 'viewed'))));
		expect(others.map(({ results }) => results[0]!.status)).toEqual(Array(3).fill('recorded'));
		const settled = await Promise.race([
			...blocked,
			new Promise((resolve) => setTimeout(resolve, 50)),
		]);
		expect(settled).toBeUndefined();
		await lock`rollback`;
		lock.release();
		expect((await Promise.all(blocked)).map(({ results }) => results[0]!.status)).toEqual([
			'recorded',
			'recorded',
		]);
	});

	it('of several instances never deadlock', thorough, async () => {
		const prepared = [await prepareSite(), await prepareSite(), await prepareSite()];
		const instances = [1, 2, 3, 4].map(() => database.connect('feedback_ingest', { max: 3 }));
		for (let turn = 0; turn < 15; turn++) {
			const reports = Array.from({ length: 24 }, (_, at) =>
				reportOf(prepared[at % 3]!.visit, at % 2 ? 'viewed' : 'filtered', {}, at % 4 === 0),
			);
			const ended = await Promise.all(
				instances.map((sql, at) => storm(sql, at % 2 ? reports : reports.toReversed())),
			);
			const fresh = ended.flat().filter(({ results }) => results[0]!.status === 'recorded');
			expect(fresh).toHaveLength(reports.length);
		}
	});
});
