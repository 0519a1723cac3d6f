// A period that begins or ends inside a day with very many rows reads the pieces of that day, and few rows: of the one
// piece that it cuts. The figures are those of the rows.
import { afterAll, beforeEach, beforeAll, expect, it } from 'vitest';

import { thorough } from '../../../../testing/thorough.ts';
import { daysAgo, openTwoWeeks, type Query, type TwoWeeks } from '../../tests/two-weeks.ts';

let at: TwoWeeks;

beforeAll(async () => {
	at = await openTwoWeeks();
});
afterAll(() => at.end());
beforeEach(() => at.count({ undivided }));

/** Far below the rows of a day, of which there are about 200. */
const undivided = 80;

const cut: [string, Query][] = [
	['a period', { since: daysAgo(9.5), until: daysAgo(2.25) }],
	['a few hours', { since: daysAgo(5.9), until: daysAgo(4.7) }],
	['what is new', { since: daysAgo(1.4) }],
	['a revision until a time', { revision: 2, until: daysAgo(6.4) }],
];
const pro = { trait: ['plan:pro'] };

/** Runs with parts that count nothing, so that figures are only of the rows that were read. */
async function withEmptyParts<Found>(run: () => Promise<Found>): Promise<Found> {
	await at.sql`create table kept_parts as select * from app.result_parts where site_id = ${at.site}`;
	await at.sql`update app.result_parts set figures = '[]', displays = 0, size = 0 where site_id = ${at.site}`;
	try {
		return await run();
	} finally {
		await at.sql`
			update app.result_parts k set figures = o.figures, displays = o.displays, size = o.size
			from kept_parts o where o.site_id = k.site_id and o.prompt_id = k.prompt_id and o.from_at = k.from_at and o.to_at = k.to_at`;
		await at.sql`drop table kept_parts`;
	}
}

/** Displays and responses that are read for a period: the pieces at its ends, and what is not counted yet. */
async function countRead(query: Query): Promise<number> {
	const { displays, responses } = await withEmptyParts(() => at.summarize(query));
	return displays + responses;
}

const dropDays = () =>
	at.sql`delete from app.result_parts where site_id = ${at.site} and to_at > from_at + interval '20 hours'`;

it.each(cut)('reads the pieces of cut days: %s', async (_, query) => {
	const found = await at.summarize(query);
	expect(found).toEqual(await at.summarizePlainly(query));
	expect(found.displays + found.responses).toBeGreaterThan(2 * undivided);
	// Nothing of the last hours is counted yet.
	const read = await countRead({ ...query, until: query.until ?? daysAgo(0.2) });
	expect(read).toBeLessThanOrEqual(2 * undivided);
});

it('counts a day from its pieces, which few rows of a changed one replace', async () => {
	const before = await at.count({ undivided });
	const { sql, site } = at;
	await sql`
		update app.responses set answers = '{"score": 0}', seq = 2
		where site_id = ${site} and display_id = ${at.response}`;
	// The day and the pieces of the display and of its response, which may be the same.
	expect(await at.countParts()).toBeLessThanOrEqual(before - 2);
	expect(await at.countParts()).toBeGreaterThanOrEqual(before - 3);
	expect(await countRead({ until: daysAgo(0.2) })).toBeLessThanOrEqual(3 * undivided);
	const changed = await at.summarize({});
	expect(changed).toEqual(await at.summarizePlainly({}));
	await at.count({ undivided });
	expect(await at.summarize({})).toEqual(changed);
});

it('reads pieces where the day is not counted, also for scores and in lists', async () => {
	const { workspace, site, prompt } = at;
	const read = async () => {
		const [scores, one] = await Promise.all([
			workspace.manage.ask(workspace.viewer, 'getScores', { site, days: 7 }),
			workspace.manage.ask(workspace.viewer, 'getPrompt', { site, prompt }),
		]);
		return { scores: scores.body.prompts, prompt: one.body, summary: await at.summarize({}) };
	};
	const whole = await read();
	expect(whole.scores[0]).toMatchObject({ score: { question: 'score', measure: 'nps' } });
	await dropDays();
	expect(await read()).toEqual(whole);
	expect(await countRead({ until: daysAgo(0.2) })).toBeLessThanOrEqual(2 * undivided);
});

it('compares two periods that begin and end inside days', async () => {
	const { workspace, site, prompt } = at;
	const compare = async () => {
		const { body } = await workspace.manage.ask(workspace.viewer, 'compareResponses', {
			site,
			prompt,
			one: JSON.stringify({ since: daysAgo(6.3), until: daysAgo(0.5) }),
			other: JSON.stringify({ since: daysAgo(12.6), until: daysAgo(6.3) }),
		});
		return body;
	};
	const found = await compare();
	await at.sql`update app.result_parts set zone = 'none' where site_id = ${site}`;
	expect(await compare()).toEqual(found);
	await at.sql`update app.result_parts set zone = 'Europe/Berlin' where site_id = ${site}`;
	const { response_rate: read } = await withEmptyParts(compare);
	expect(read!.one.answers + read!.other.answers).toBeLessThanOrEqual(4 * undivided);
});

it('keeps what it counted of pieces under a filter', async () => {
	const { sql, site } = at;
	const query = { ...pro, since: daysAgo(9.5), until: daysAgo(2.25) };
	const plain = await at.summarizePlainly(query);
	// Few rows are not counted in parts.
	await sql`update app.result_parts set size = size * 1000 where site_id = ${site}`;
	let found = await at.summarize(query);
	while (found.counted < 1) found = await at.summarize(query);
	expect(found).toEqual(plain);
	await sql`update app.filtered_parts set figures = '[]' where site_id = ${site}`;
	const { displays, responses } = await at.summarize(query);
	expect(displays + responses).toBeLessThanOrEqual(2 * undivided);
	await sql`update app.result_parts set size = size / 1000 where site_id = ${site}`;
});

it('has a piece for answers that have the same time, however many', async () => {
	const { sql, site, prompt } = at;
	const noon = daysAgo(3).replace(/\d\d\dZ$/, '250Z');
	await sql`
		insert into app.responses (site_id, display_id, prompt_id, revision, seq, final, answers, traits, created_at, updated_at)
		select ${site}, gen_random_uuid(), ${prompt}, 1, 1, true, jsonb_build_object('score', n % 11), '{}', ${noon}, ${noon}
		from generate_series(1, 200) n`;
	await at.count({ undivided });
	const [piece] = await sql<{ size: number }[]>`
		select size from app.result_parts where site_id = ${site} and from_at = ${noon} and to_at = from_at + interval '1 millisecond'`;
	expect(piece!.size).toBeGreaterThanOrEqual(200);
	const after = new Date(Date.parse(noon) + 1).toISOString();
	for (const query of [{ since: noon }, { until: noon }, { since: after }, { until: after }]) {
		expect(await at.summarize(query)).toEqual(await at.summarizePlainly(query));
		const read = await countRead({ until: daysAgo(0.2), ...query });
		expect(read).toBeLessThanOrEqual(2 * undivided);
	}
	await sql`delete from app.responses where site_id = ${site} and created_at = ${noon}`;
});

it('has no pieces once a day has few rows', async () => {
	const { sql, site } = at;
	await dropDays();
	await at.count();
	const [pieces] = await sql<{ count: number }[]>`
		select count(*)::int as count from app.result_parts k
		where k.site_id = ${site} and to_at < from_at + interval '20 hours' and day < (now() at time zone zone)::date`;
	expect(pieces!.count).toBe(0);
	expect(await at.summarize({})).toEqual(await at.summarizePlainly({}));
});

it('reads pieces of the day up to which displays are kept', thorough, async () => {
	const { sql, site } = at;
	const age = (table: string, columns: string[]) =>
		sql`update app.${sql(table)} set ${sql.unsafe(columns.map((name) => `${name} = ${name} - interval '83 days'`).join(', '))}
			where site_id = ${site}`;
	await age('displays', ['reserved_at', 'displayed_at', 'answered_at']);
	await age('responses', ['created_at']);
	await sql`delete from app.result_parts where site_id = ${site}`;
	await at.count({ undivided });
	const found = await at.summarize({});
	expect(found).toEqual(await at.summarizePlainly({}));
	expect(found.displays).toBeGreaterThan(400);
	expect(found.displays).toBeLessThan(1_000);
	expect(await countRead({})).toBeLessThanOrEqual(undivided);
});
