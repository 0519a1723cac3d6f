// Figures under a filter that were counted part by part must equal the figures of the plain query, no matter what
// happens in between.
import type { SharedResults } from '@feedback/contract';
import fc from 'fast-check';
import type { TransactionSql } from 'postgres';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';

import { oneIn, rounds, thorough } from '../../../../testing/thorough.ts';
import {
	daysAgo,
	holdOpen,
	openTwoWeeks,
	type Query,
	type TwoWeeks,
} from '../../tests/two-weeks.ts';

let at: TwoWeeks;

beforeAll(async () => {
	at = await openTwoWeeks();
});
afterAll(() => at.end());
beforeEach(() => countAsMany());

const pro = { trait: ['plan:pro'] };

/**
 * Counts everything, and pretends that the parts are a thousand times larger, because small numbers of rows are not
 * counted in parts.
 */
async function countAsMany(): Promise<void> {
	await at.count();
	await at.sql`
		update app.result_parts set size = size * 1000 where site_id = ${at.site} and size between 1 and 999`;
}

async function summarizeWhole(query: Query) {
	for (let request = 0; request < 50; request++) {
		const summary = await at.summarize(query);
		if (summary.counted === 1) return summary;
	}
	throw new Error('It is never whole.');
}

async function become(tx: TransactionSql, person: string): Promise<void> {
	await tx`
		select set_config('role', 'feedback_person', true),
		       set_config('request.jwt.claims', ${JSON.stringify({ sub: person })}, true)`;
}

/** Counts parts as a viewer, newest first. If there is no time, counts only `rows` rows of one part. */
async function countParts(
	tx: TransactionSql,
	time = '0',
	filter: object = pro,
	{ person = at.workspace.viewer.id, rows = 20_000 } = {},
) {
	await become(tx, person);
	return tx<{ rows: number; whole: boolean }[]>`
		select c.rows, c.whole from app.count_filtered_parts(
			${at.site}, ${at.prompt}, ${tx.json(filter as never)}, null, null, ${time}::interval, ${rows}) c`;
}

async function countKept(): Promise<number> {
	const [row] = await at.sql<{ parts: number }[]>`
		select count(*)::int as parts from app.filtered_parts where site_id = ${at.site}`;
	return row!.parts;
}

const forgetAll = () => at.sql`delete from app.filtered_parts where site_id = ${at.site}`;
const insertLate = (tx: TransactionSql, time: string, display: string = crypto.randomUUID()) => tx`
	insert into app.responses (site_id, display_id, prompt_id, revision, seq, final, answers, traits, created_at, updated_at)
	values (${at.site}, ${display}, ${at.prompt}, 1, 1, true, '{"score": 10}', '{"plan":"pro"}', ${time}, ${time})`;

const number = fc.integer({ min: 0, max: 11 });
const leaf = fc.oneof(
	fc.record({
		answer: fc.constant('score'),
		op: fc.constantFrom('at_most', 'greater'),
		value: number,
	}),
	fc.record({
		answer: fc.constantFrom('parts', 'why'),
		op: fc.constantFrom('is', 'is_not'),
		value: fc.constantFrom('api', 'docs', "it's", 'Slow'),
	}),
	fc.record({
		answer: fc.constantFrom('why', 'again', 'ease'),
		op: fc.constantFrom('answered', 'skipped'),
	}),
	fc.record({
		trait: fc.constant('seats'),
		op: fc.constantFrom('at_least', 'less'),
		value: number,
	}),
	fc.record({
		trait: fc.constant('plan'),
		op: fc.constantFrom('one_of', 'none_of'),
		value: fc.constantFrom(['pro'], ['team', 'free']),
	}),
	fc.record({
		trait: fc.constant('joined'),
		op: fc.constantFrom('older_than', 'newer_than'),
		days: fc.integer({ min: 0, max: 40 }),
	}),
	fc.constant({ trait: 'joined', op: 'before', value: daysAgo(20).slice(0, 10) }),
	fc.record({
		context: fc.constant('language'),
		op: fc.constantFrom('is', 'is_not'),
		value: fc.constantFrom('de', 'en'),
	}),
	fc.record({
		context: fc.constantFrom('device', 'path'),
		op: fc.constantFrom('exists', 'missing'),
	}),
	fc.constant({ context: 'path', op: 'starts_with', value: '/p/1' }),
);
const groups = (member: fc.Arbitrary<object>) =>
	fc.oneof(
		...(['all', 'any', 'none'] as const).map((group) =>
			fc.array(member, { minLength: 1, maxLength: 3 }).map((members) => ({ [group]: members })),
		),
	);
const condition = fc
	.oneof(leaf, groups(leaf), groups(fc.oneof(leaf, groups(leaf))))
	.map((rule) => ({ condition: JSON.stringify(rule) }));
const trait = fc.constantFrom<Query>(
	pro,
	{ trait: ['seats:3'] },
	{ trait: ['plan:team', 'seats:4'] },
);
const rest = fc.constantFrom<Query>(
	{},
	{},
	{ revision: 2 },
	{ variant: 'short' },
	{ since: daysAgo(9.5), until: daysAgo(2.25) },
);
const queries = fc
	.tuple(
		fc.oneof(
			condition,
			trait,
			fc.tuple(condition, trait).map(([a, b]) => ({ ...a, ...b })),
		),
		rest,
	)
	.map(([filter, others]) => ({ ...filter, ...others }));

it('equal the figures of the plain query for any filter', async () => {
	await fc.assert(
		fc.asyncProperty(queries, async (query) => {
			await forgetAll();
			const counted = await summarizeWhole(query);
			expect(await countKept()).toBeGreaterThan(5);
			expect(await at.summarize(query)).toEqual(counted);
			expect(counted).toEqual(await at.summarizePlainly(query));
		}),
		{ numRuns: rounds(3, 10) },
	);
});

/** Converts a query to the form in which its precomputed figures are stored. */
function readFilter({ trait, condition }: Query): object {
	return {
		...(trait && { trait: [...trait].sort() }),
		...(condition && { condition: JSON.parse(condition) as object }),
	};
}

it(
	'are those of the plain query when a part is counted a few rows at a time',
	thorough,
	async () => {
		await fc.assert(
			fc.asyncProperty(queries, fc.constantFrom(...oneIn(2, [90, 9, 50])), async (query, rows) => {
				await forgetAll();
				const counted = await at.sql.begin((tx) =>
					countParts(tx, '1 minute', readFilter(query), { rows }),
				);
				expect(counted.length).toBeGreaterThan(13);
				expect(counted.every(({ whole }) => whole)).toBe(true);
				const summary = await at.summarize(query);
				expect(summary.counted).toBe(1);
				expect(summary).toEqual(await at.summarizePlainly(query));
			}),
			{ numRuns: rounds(2, 5) },
		);
	},
);

it('are counted even for a day with more rows than one request may count', thorough, async () => {
	await forgetAll();
	const { sql, site, prompt } = at;
	// Many answers with the same time, as from a file that contains only dates.
	const [day] = await sql<{ from: Date; size: number }[]>`
		select from_at as from, size from app.result_parts where site_id = ${site} and size > 0 order by from_at limit 1`;
	const noon = new Date(Number(day!.from) + 12 * 3_600_000);
	await sql`
		insert into app.responses (site_id, display_id, prompt_id, revision, seq, final, answers, traits, created_at, updated_at)
		select ${site}, gen_random_uuid(), ${prompt}, 1, 1, true, jsonb_build_object('score', n % 11), '{"plan":"pro"}', ${noon}, ${noon}
		from generate_series(1, 300) n`;
	await countAsMany();
	await at.sql`delete from app.result_parts where site_id = ${site} and from_at <> ${day!.from}`;
	await at.sql`update app.result_parts set size = size / 1000 where site_id = ${site}`;
	const plain = await at.summarizePlainly(pro);
	let rows = 0;
	for (let calls = 1; ; calls++) {
		const [part] = await sql.begin((tx) => countParts(tx, '0', pro, { rows: 20 }));
		expect(part!.rows).toBeGreaterThan(rows);
		expect(part!.rows).toBeLessThanOrEqual(rows + 20);
		({ rows } = part!);
		if (part!.whole) {
			expect(calls).toBeGreaterThan(15);
			break;
		}
		const [kept] = await sql<{ responses: number }[]>`
			select coalesce(sum(n::int), 0)::int as responses
			from app.filtered_parts f cross join jsonb_path_query(f.figures, '$[*].alike[*][3]') n where f.site_id = ${site}`;
		expect(kept!.responses).toBeLessThanOrEqual(rows);
	}
	expect(await countKept()).toBe(1);
	await at.sql`update app.result_parts set size = size * 1000 where site_id = ${site}`;
	expect(await at.summarize(pro)).toEqual({ ...plain, counted: 1 });
	await sql`delete from app.responses where site_id = ${site} and created_at = ${noon}`;
});

it('are read from a part that is only partly counted, and counting continues there', async () => {
	await forgetAll();
	// Hours have few rows.
	await at.sql`
		delete from app.result_parts where site_id = ${at.site} and to_at - from_at < interval '20 hours'`;
	const step = (tx: TransactionSql) => countParts(tx, '0', pro, { rows: 60 });
	expect(await at.sql.begin(step)).toEqual([{ rows: 60, whole: false }]);
	// Another request counts the same part.
	const other = await holdOpen(at, step);
	const partly = await at.summarize(pro);
	expect(partly.counted).toBeLessThan(0.1);
	await other.end();
	const further = await holdOpen(at, step);
	const more = await at.summarize(pro);
	expect(more.displays).toBeGreaterThan(partly.displays);
	await further.end();
	expect(await summarizeWhole(pro)).toEqual(await at.summarizePlainly(pro));
	expect(await countKept()).toBeGreaterThan(10);
});

it('grow from request to request, with the share that is counted', async () => {
	await forgetAll();
	await at.sql.begin((tx) => countParts(tx));
	expect(await countKept()).toBe(1);
	// Another request is counting the same part. This request does not wait, and returns what is available.
	const other = await holdOpen(at, (tx) => countParts(tx));
	const partly = await at.summarize(pro);
	expect(partly.counted).toBeLessThan(0.5);
	await other.end();
	const further = await at.sql.begin(async (tx) => {
		await countParts(tx, '1 minute');
		return countKept();
	});
	expect(further).toBe(2);
	const whole = await at.summarize(pro);
	expect(whole.counted).toBe(1);
	expect(whole.responses).toBeGreaterThan(partly.responses);
	expect(whole).toEqual(await at.summarizePlainly(pro));
});

it(
	'follow late changes, also of a response whose display is in another part',
	thorough,
	async () => {
		const { sql, site } = at;
		const condition = { condition: '{"answer":"score","op":"at_least","value":5}' };
		const [midnight] = await sql<{ at: Date }[]>`
		select (date_trunc('day', now() at time zone 'Europe/Berlin') - interval '5 days') at time zone 'Europe/Berlin' as at`;
		const display = crypto.randomUUID();
		const from = (seconds: number) =>
			new Date(Number(midnight!.at) + seconds * 1_000).toISOString();
		const changes = [
			() => sql`
			insert into app.displays (site_id, id, subject_id, visitor_id, session_id, prompt_id, revision, origin, state, traits, reserved_at)
			select ${site}, ${display}, s.id, s.id, s.id, ${at.prompt}, 1, ${display}, 'answered', '{"plan":"pro"}', ${from(-10)}
			from app.subjects s where s.site_id = ${site}`,
			() => sql.begin((tx) => insertLate(tx, from(20), display)),
			() =>
				sql`update app.responses set answers = '{"score": 1}' where site_id = ${site} and display_id = ${display}`,
			() =>
				sql`update app.responses set traits = '{"plan":"team"}' where site_id = ${site} and display_id = ${display}`,
			() =>
				sql`update app.displays set context = '{"device":"phone"}' where site_id = ${site} and id = ${display}`,
			() =>
				sql`update app.responses set answers = '{"score": 9}' where site_id = ${site} and display_id = ${display}`,
			() =>
				at.workspace.manage.ask(at.workspace.owner, 'deleteResponse', { site, response: display }),
			() => sql`delete from app.displays where site_id = ${site} and id = ${display}`,
		];
		const queries = oneIn(2, [condition, pro]);
		for (const change of changes) {
			for (const query of queries) await summarizeWhole(query);
			const kept = await countKept();
			await change();
			expect(await countKept()).toBeLessThan(kept);
			await countAsMany();
			for (const query of queries) {
				expect(await summarizeWhole(query)).toEqual(await at.summarizePlainly(query));
			}
		}
	},
);

it('are not stored for a part that a running transaction changes', async () => {
	await forgetAll();
	const late = await holdOpen(at, (tx) => insertLate(tx, daysAgo(3)));
	const [{ parts } = { parts: 0 }] = await at.sql<{ parts: number }[]>`
		select count(*)::int as parts from app.result_parts where site_id = ${at.site} and size > 0`;
	expect((await at.summarize(pro)).counted).toBe(1);
	expect(await countKept()).toBe(parts - 1);
	await late.end();
	expect(await at.summarize(pro)).toEqual(await at.summarizePlainly(pro));
	await countAsMany();
	expect(await summarizeWhole(pro)).toEqual(await at.summarizePlainly(pro));
});

it('are deleted by a change that waited until they were stored', async () => {
	await forgetAll();
	const counting = await holdOpen(at, (tx) => countParts(tx, '1 minute'));
	const late = at.sql.begin((tx) => insertLate(tx, daysAgo(4)));
	await counting.end();
	await late;
	const [stale] = await at.sql`
		select from app.filtered_parts f
		where f.site_id = ${at.site} and f.from_at <= ${daysAgo(4)} and f.from_at > ${daysAgo(5)}`;
	expect(stale).toBeUndefined();
	expect(await at.summarize(pro)).toEqual(await at.summarizePlainly(pro));
	await countAsMany();
	expect(await summarizeWhole(pro)).toEqual(await at.summarizePlainly(pro));
});

it('are not stored for a part that was dropped and counted again in the meantime', async () => {
	await forgetAll();
	const { sql, site } = at;
	// Delays the count after it has read the list of parts.
	const lock = await holdOpen(at, (tx) => tx`lock table app.displays in access exclusive mode`);
	const counting = sql.begin(async (tx) => (await countParts(tx, '1 minute')).length);
	await vi.waitFor(async () => {
		expect(
			await sql`select from pg_locks where not granted and relation = 'app.displays'::regclass`,
		).not.toHaveLength(0);
	});
	await sql`
		update app.result_parts set marked_in = pg_current_xact_id()
		where site_id = ${site}
		  and from_at = (select min(from_at) from app.result_parts where site_id = ${site} and size > 0)`;
	await lock.end();
	const counted = await counting;
	expect(await countKept()).toBe(counted - 1);
});

it('are neither read nor counted for people who may not see the site', async () => {
	await forgetAll();
	const stranger = crypto.randomUUID();
	expect(
		await at.sql.begin((tx) => countParts(tx, '1 minute', pro, { person: stranger })),
	).toHaveLength(0);
	expect(await countKept()).toBe(0);
	await summarizeWhole(pro);
	const seen = await at.sql.begin(async (tx) => {
		await become(tx, stranger);
		return tx`select from app.filtered_parts`;
	});
	expect(seen).toHaveLength(0);
	await expect(
		at.sql.begin(async (tx) => {
			await become(tx, at.workspace.owner.id);
			return tx`update app.filtered_parts set figures = '[]'`;
		}),
	).rejects.toThrow('permission denied');
});

it('are stored for the 20 newest filters of a prompt, for 30 days', async () => {
	await forgetAll();
	const filters = Array.from({ length: 22 }, (_, seats) => ({ trait: [`seats:${seats}`] }));
	for (const filter of filters) await at.sql.begin((tx) => countParts(tx, '0', filter));
	const kept = await at.sql`
		select filter from app.filtered_parts where site_id = ${at.site}
		  and filter = any(array[app.hash_filter(${at.sql.json(filters[0]!)}), app.hash_filter(${at.sql.json(filters[1]!)})])`;
	expect(kept).toHaveLength(0);
	expect(await countKept()).toBe(20);
	await at.sql`update app.filtered_parts set counted_at = now() - interval '31 days' where ctid in (
		select ctid from app.filtered_parts where site_id = ${at.site} limit 15)`;
	await at.sql`select app.delete_expired('app.filtered_parts', now(), 1000)`;
	expect(await countKept()).toBe(5);
});

it('are not stored for an account, whose subject may change, nor for few rows', async () => {
	await forgetAll();
	await at.summarize({ ...pro, account: 'ada' });
	await at.sql`update app.result_parts set size = least(size, 1) where site_id = ${at.site}`;
	await at.summarize(pro);
	expect(await countKept()).toBe(0);
	await at.sql`delete from app.result_parts where site_id = ${at.site}`;
});

it('are compared and shared as incomplete while some are missing', async () => {
	await forgetAll();
	const { manage, editor, viewer } = at.workspace;
	const place = { site: at.site, prompt: at.prompt };
	const { body: link } = await manage.ask(editor, 'createResultLink', {
		...place,
		name: 'All',
		filter: pro,
	});
	const share = async () => {
		const authorization = `Bearer ${link.url.slice(link.url.indexOf('#') + 1)}`;
		const response = await manage.handle(
			new Request('http://127.0.0.1/functions/v1/manage/shared-results', {
				headers: { authorization },
			}),
		);
		return (await response.json()) as SharedResults;
	};
	const compare = async () => {
		const sides = { one: JSON.stringify(pro), other: '{}' };
		return (await manage.ask(viewer, 'compareResponses', { ...place, ...sides })).body;
	};
	const other = await holdOpen(at, (tx) => countParts(tx));
	const partly = await compare();
	expect(partly.counted).toBeLessThan(0.5);
	expect(partly.response_rate).toMatchObject({
		difference: null,
		more_answers: null,
		sentence: `${Math.round(partly.counted * 100)}% of the answers are counted so far.`,
	});
	// Otherwise, the difference between two requests might be fewer than five answers.
	expect(await share()).toMatchObject({ responses: null, displays: null, questions: [] });
	await other.end();
	let whole = await compare();
	// Each request counts one part at least.
	while (whole.counted < 1) whole = await compare();
	expect(whole.response_rate!.difference).not.toBeNull();
	const shared = await share();
	expect(shared.responses).toBeGreaterThan(400);
	expect(shared.response_rate!.value).toBe(shared.answered! / shared.displays!);
});
