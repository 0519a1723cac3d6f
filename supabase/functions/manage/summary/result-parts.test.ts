// Figures that were counted before, compared with those of the plain query: equal, even if rows change in
// between.
import type { RouteInput, RouteOutput } from '@feedback/contract';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

import { mintUuidv7 } from '../../_shared/uuidv7.ts';
import { openWorkspace, type TestWorkspace } from '../../tests/workspace.ts';
import { findRest } from './result-parts.ts';

type Summary = RouteOutput<'summarizeResponses'>;

let at: TestWorkspace;
let prompt: string;
let response: string;
const hour = 3_600_000;
const now = Date.now();

beforeAll(async () => {
	at = await openWorkspace();
	const { sql } = at.sites;
	const base = [
		{ id: 'score', type: 'nps', title: 'Would you recommend us?' },
		{
			id: 'parts',
			type: 'multiple_choice',
			title: 'Which parts?',
			options: ['api', 'docs', 'price'].map((value) => ({ value, label: value })),
			other_label: 'Another',
		},
		{ id: 'why', type: 'long_text', title: 'Why?' },
		{
			id: 'again',
			type: 'yes_no',
			title: 'Again?',
			branches: [{ when: { op: 'is', value: true }, go: 'end' }],
		},
		{ id: 'ease', type: 'rating', title: 'How easy?' },
	];
	const survey = { survey_id: 'parts', trigger: { events: ['done'] } };
	prompt = await at.sites.publish(at.site.siteId, { ...survey, questions: base } as never);
	const saved = await at.manage.ask(at.editor, 'saveRevision', {
		...{ site: at.site.id, prompt, base: 1 },
		content: {
			...{ name: 'Parts', ...survey, questions: base },
			experiment: {
				key: 'length',
				variants: [
					{ key: 'long', weight: 1 },
					{ key: 'short', weight: 1, questions: [{ ...base[0], type: 'rating', scale: 7 }] },
				],
			},
		} as never,
	});
	expect(saved.error).toBeUndefined();
	await sql`update app.sites set settings = settings || '{"time_zone":"Europe/Berlin"}' where id = ${at.site.id}`;
	// Two weeks; with dismissed, unconfirmed and partial ones among them, and displays that no longer ask a
	// subject.
	const subject = crypto.randomUUID();
	await sql`
		insert into app.subjects (site_id, id, account, sample_key, first_seen_at, last_seen_at)
		values (${at.site.id}, ${subject}, 'ada', ${subject}, now(), now())`;
	const rows = Array.from({ length: 1_600 }, (_, n) => {
		const time = now - (1_600 - n) * 0.21 * hour;
		const version = n % 3;
		const answers = {
			score: version === 2 ? 1 + (n % 7) : n % 11,
			...(n % 4 !== 0 && {
				parts: n % 5 ? ['api', n % 2 ? 'docs' : 'price'] : [{ other: `x${n}` }],
			}),
			...(n % 6 === 0 && { why: n % 12 ? 'Slow' : ' ' }),
			...(n % 2 === 0 && { again: n % 8 === 0 }),
			...(n % 10 === 0 && { ease: 1 + (n % 5) }),
		};
		return {
			id: mintUuidv7(Math.round(time)),
			at: new Date(time).toISOString(),
			revision: version === 0 ? 1 : 2,
			variant: version === 0 ? null : version === 1 ? 'long' : 'short',
			final: n % 7 !== 0,
			answers: version === 2 ? { score: answers.score } : answers,
			state:
				n % 5 === 1 ? (n % 2 ? 'dismissed' : 'reserved') : n % 17 === 0 ? 'released' : 'answered',
			wait: ((n * 7919) % 900_000) / 1_000,
		};
	});
	await sql`
		insert into app.displays (site_id, id, subject_id, visitor_id, session_id, prompt_id, revision, variant, origin, state,
			traits, reserved_at, displayed_at, answered_at, released_at)
		select ${at.site.id}, r.id, ${subject}, ${subject}, r.id, ${prompt}, r.revision, r.variant, r.id, r.state, '{"plan":"pro"}',
			r.at, case when r.state <> 'reserved' then r.at end,
			case when r.state = 'answered' then r.at + make_interval(secs => r.wait) end,
			case when r.state = 'released' then r.at end
		from jsonb_to_recordset(${sql.json(rows as never)}) r (id uuid, at timestamptz, revision int, variant text, state text,
			wait float8)`;
	await sql`
		insert into app.responses (site_id, display_id, prompt_id, revision, variant, seq, final, answers, traits, created_at,
			updated_at, subject_id)
		select ${at.site.id}, r.id, ${prompt}, r.revision, r.variant, 1, r.final, r.answers, '{"plan":"pro"}', r.at, r.at, ${subject}
		from jsonb_to_recordset(${sql.json(rows as never)}) r (id uuid, at timestamptz, revision int, variant text, state text,
			final boolean, answers jsonb)
		where r.state = 'answered'`;
	response = rows.filter(({ state }) => state === 'answered')[300]!.id;
});
afterAll(() => at.end());

type Query = Partial<Omit<RouteInput<'summarizeResponses'>, 'site' | 'prompt'>>;

async function summarize(query: Query): Promise<Summary> {
	const { status, body } = await at.manage.ask(at.viewer, 'summarizeResponses', {
		...{ site: at.site.id, prompt },
		...query,
	});
	expect(status).toBe(200);
	return body;
}

/**
 * Counts everything that has ended. Running transactions delay it, even those of other databases of the
 * cluster.
 */
const count = () =>
	vi.waitFor(
		async () => {
			const parts = await countOnce();
			const [row] = await at.sites.sql<{ open: number }[]>`
				select count(*)::int as open from app.result_parts where site_id = ${at.site.id} and figures is null`;
			expect(row!.open).toBe(0);
			return parts;
		},
		{ timeout: 20_000, interval: 50 },
	);

async function countOnce(): Promise<number> {
	const { sql } = at.sites;
	for (;;) {
		const [row] = await sql<{ more: boolean }[]>`select app.count_result_parts() as more`;
		if (!row!.more) break;
	}
	return countParts();
}

async function countParts(): Promise<number> {
	const [row] = await at.sites.sql<{ parts: number }[]>`
		select count(figures)::int as parts from app.result_parts where site_id = ${at.site.id}`;
	return row!.parts;
}

/** Reads the same without anything that was counted. */
async function summarizePlainly(query: Query): Promise<Summary> {
	const { sql } = at.sites;
	await sql`update app.result_parts set zone = 'none' where site_id = ${at.site.id}`;
	const found = await summarize(query);
	await sql`update app.result_parts set zone = 'Europe/Berlin' where site_id = ${at.site.id}`;
	return found;
}

const days = (back: number) => new Date(now - back * 24 * hour).toISOString();
const queries: [string, Query][] = [
	['everything', {}],
	['a period', { since: days(9.5), until: days(2.25) }],
	['what is new', { since: days(0.01) }],
	['a time before everything', { until: days(100) }],
	['a revision', { revision: 2 }],
	['a variant', { variant: 'short', since: days(8) }],
	['a trait', { trait: ['plan:pro'] }],
	['an answer', { condition: '{"answer":"score","op":"at_most","value":6}' }],
];

describe('figures that were counted', () => {
	it.each(queries)('are those of the plain query: %s', async (_, query) => {
		expect(await count()).toBeGreaterThan(13);
		const counted = await summarize(query);
		expect(counted).toEqual(await summarizePlainly(query));
		expect(counted.questions.length).toBeGreaterThan(0);
	});

	it('follow an answer that changes late, a deletion, an erasure and a display that is answered late', async () => {
		const { sql } = at.sites;
		const site = at.site.id;
		const changes = [
			() => sql`
				update app.responses set answers = '{"score": 0}', seq = 2
				where site_id = ${site} and display_id = ${response}`,
			() => sql`
				update app.displays set state = 'dismissed' where site_id = ${site} and id = ${response}`,
			() => at.manage.ask(at.owner, 'deleteResponse', { site, response }),
			() => sql`delete from app.displays where site_id = ${site} and id = ${response}`,
			() => sql`
				insert into app.responses (site_id, display_id, prompt_id, revision, seq, final, answers, traits, created_at, updated_at)
				values (${site}, ${response}, ${prompt}, 1, 1, true, '{"score": 10}', '{}', ${days(3)}, ${days(3)})`,
		];
		for (const change of changes) {
			const before = await count();
			await change();
			expect(await countParts()).toBe(before - 1);
			const partly = await summarize({});
			expect(partly).toEqual(await summarizePlainly({}));
			expect(await count()).toBe(before);
			expect(await summarize({})).toEqual(partly);
		}
	});

	it('are not counted while a transaction may still change them', async () => {
		const before = await count();
		const { sql } = at.sites;
		const site = at.site.id;
		let release = () => undefined as void;
		const held = new Promise<void>((resolve) => (release = resolve));
		let begun = () => undefined as void;
		const isBegun = new Promise<void>((resolve) => (begun = resolve));
		await sql`delete from app.result_parts where site_id = ${site}`;
		const late = sql.begin(async (tx) => {
			await tx`
				insert into app.responses (site_id, display_id, prompt_id, revision, seq, final, answers, traits, created_at, updated_at)
				values (${site}, ${crypto.randomUUID()}, ${prompt}, 1, 1, true, '{"score": 10}', '{}', ${days(3)}, ${days(3)})`;
			begun();
			await held;
		});
		await isBegun;
		// Marks them, and counts none: the answer above is not visible yet.
		expect(await countOnce()).toBe(0);
		release();
		await late;
		expect(await count()).toBe(before);
		expect(await summarize({})).toEqual(await summarizePlainly({}));
	});

	it('are of days in the time zone that the site has now', async () => {
		await count();
		const { sql } = at.sites;
		const move = (zone: string) => sql`
			update app.sites set settings = jsonb_set(settings, '{time_zone}', to_jsonb(${zone}::text)) where id = ${at.site.id}`;
		await move('Asia/Kolkata');
		const moved = await summarize({});
		await count();
		expect(await summarize({})).toEqual(moved);
		await move('Europe/Berlin');
	});

	it('are seen by nobody who may not see the site', async () => {
		await count();
		const seen = await at.sites.sql.begin(async (tx) => {
			await tx`
				select set_config('role', 'feedback_person', true),
				       set_config('request.jwt.claims', ${JSON.stringify({ sub: crypto.randomUUID() })}, true)`;
			return tx`select from app.result_parts`;
		});
		expect(seen).toHaveLength(0);
	});
});

describe('findRest', () => {
	const part = (from: number, to: number) => ({ from: `2026-03-0${from}`, to: `2026-03-0${to}` });
	it.each([
		['no part', {}, [], [{}]],
		[
			'a gap',
			{},
			[part(2, 3), part(4, 5)],
			[{ to: '2026-03-02' }, part(3, 4), { from: '2026-03-05' }],
		],
		['the whole', part(2, 4), [part(2, 3), part(3, 4)], []],
		['an end', part(2, 5), [part(2, 3)], [part(3, 5)]],
	])('is what parts leave: %s', (_, whole, parts, rest) => {
		expect(findRest(whole, parts)).toEqual(rest);
	});
});
