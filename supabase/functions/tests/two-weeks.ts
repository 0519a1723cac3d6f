// A prompt with two weeks of answers, whose figures maintenance has precomputed.
import type { RouteInput, RouteOutput } from '@feedback/contract';
import type { TransactionSql } from 'postgres';
import { expect, vi } from 'vitest';

import { mintUuidv7 } from '../_shared/uuidv7.ts';
import { openWorkspace, type TestWorkspace } from './workspace.ts';

export type Summary = RouteOutput<'summarizeResponses'>;
export type Query = Partial<Omit<RouteInput<'summarizeResponses'>, 'site' | 'prompt'>>;

const hour = 3_600_000;
const now = Date.now();

/** The time a given number of days ago. */
export const daysAgo = (days: number) => new Date(now - days * 24 * hour).toISOString();

export type TwoWeeks = Awaited<ReturnType<typeof openTwoWeeks>>;

export async function openTwoWeeks() {
	const workspace = await openWorkspace();
	const { prompt, response } = await answer(workspace);
	const site = workspace.site.id;
	const { sql } = workspace.sites;

	async function summarize(query: Query): Promise<Summary> {
		const { status, body } = await workspace.manage.ask(workspace.viewer, 'summarizeResponses', {
			site,
			prompt,
			...query,
		});
		expect(status).toBe(200);
		return body;
	}

	async function countParts(): Promise<number> {
		const [row] = await sql<{ parts: number }[]>`
			select count(figures)::int as parts from app.result_parts where site_id = ${site}`;
		return row!.parts;
	}

	async function countOnce({ rows = 20_000, undivided = 5_000 } = {}): Promise<number> {
		for (;;) {
			const [row] = await sql<{ more: boolean }[]>`
				select app.count_result_parts(p_rows => ${rows}, p_undivided => ${undivided}) as more`;
			if (!row!.more) break;
		}
		return countParts();
	}

	return {
		workspace,
		site,
		sql,
		prompt,
		response,
		summarize,
		countParts,
		countOnce,
		/** Counts everything that has ended: parts with more rows than `undivided` by their pieces. Running transactions delay this, even those of the cluster's other databases. */
		count: (limits?: { rows?: number; undivided?: number }) =>
			vi.waitFor(
				async () => {
					const parts = await countOnce(limits);
					const [row] = await sql<{ open: number }[]>`
						select count(*)::int as open from app.result_parts where site_id = ${site} and figures is null`;
					expect(row!.open).toBe(0);
					return parts;
				},
				{ timeout: 20_000, interval: 50 },
			),
		/** Computes the same summary without the precomputed counts in `result_parts`. */
		async summarizePlainly(query: Query): Promise<Summary> {
			await sql`update app.result_parts set zone = 'none' where site_id = ${site}`;
			const found = await summarize(query);
			await sql`update app.result_parts set zone = 'Europe/Berlin' where site_id = ${site}`;
			return found;
		},
		end: () => workspace.end(),
	};
}

/** Runs a statement in a transaction that stays open until `end`. */
export async function holdOpen(
	{ sql }: TwoWeeks,
	run: (tx: TransactionSql) => PromiseLike<unknown>,
) {
	let release = () => undefined as void;
	const held = new Promise<void>((resolve) => (release = resolve));
	let over: Promise<unknown> = Promise.resolve();
	await new Promise<void>((resolve, reject) => {
		over = sql.begin(async (tx) => {
			await run(tx);
			resolve();
			await held;
		});
		over.catch((error: unknown) => {
			reject(error as Error);
		});
	});
	return {
		async end() {
			release();
			await over;
		},
	};
}

/** Two weeks of answers, including dismissed, unconfirmed and partial ones. `response` has the day of its display. */
async function answer(workspace: TestWorkspace): Promise<{ prompt: string; response: string }> {
	const { sql } = workspace.sites;
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
	const prompt = await workspace.sites.publish(workspace.site.siteId, {
		...survey,
		questions: base,
	} as never);
	const saved = await workspace.manage.ask(workspace.editor, 'saveRevision', {
		site: workspace.site.id,
		prompt,
		base: 1,
		content: {
			name: 'Parts',
			...survey,
			questions: base,
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
	await sql`update app.sites set settings = settings || '{"time_zone":"Europe/Berlin"}' where id = ${workspace.site.id}`;
	// Two weeks, including dismissed, unconfirmed and partial ones, and displays of prompts that are no longer shown.
	const subject = crypto.randomUUID();
	await sql`
		insert into app.subjects (site_id, id, account, sample_key, first_seen_at, last_seen_at)
		values (${workspace.site.id}, ${subject}, 'ada', ${subject}, now(), now())`;
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
			traits: {
				plan: n % 3 === 0 ? 'pro' : 'team',
				seats: n % 2 ? n % 13 : String(n % 13),
				...(n % 4 === 0 && { joined: new Date(time - (n % 40) * 24 * hour).toISOString() }),
			},
			...(n % 9 !== 0 && {
				context: {
					device: n % 3 ? 'phone' : 'desktop',
					path: `/p/${n % 6}`,
					language: n % 2 ? ['de-AT', 'de'] : ['en'],
				},
			}),
			state:
				n % 5 === 1 ? (n % 2 ? 'dismissed' : 'reserved') : n % 17 === 0 ? 'released' : 'answered',
			wait: ((n * 7919) % 700_000) / 1_000,
		};
	});
	await sql`
		insert into app.displays (site_id, id, subject_id, visitor_id, session_id, prompt_id, revision, variant, origin, state,
			traits, context, reserved_at, displayed_at, answered_at, released_at)
		select ${workspace.site.id}, r.id, ${subject}, ${subject}, r.id, ${prompt}, r.revision, r.variant, r.id, r.state, r.traits,
			r.context, r.at, case when r.state <> 'reserved' then r.at end,
			case when r.state = 'answered' then r.at + make_interval(secs => r.wait) end,
			case when r.state = 'released' then r.at end
		from jsonb_to_recordset(${sql.json(rows as never)}) r (id uuid, at timestamptz, revision int, variant text, state text,
			wait float8, traits jsonb, context jsonb)`;
	await sql`
		insert into app.responses (site_id, display_id, prompt_id, revision, variant, seq, final, answers, traits, context, created_at,
			updated_at, subject_id)
		select ${workspace.site.id}, r.id, ${prompt}, r.revision, r.variant, 1, r.final, r.answers, r.traits, r.context,
			r.at + make_interval(secs => r.wait), r.at + make_interval(secs => r.wait), ${subject}
		from jsonb_to_recordset(${sql.json(rows as never)}) r (id uuid, at timestamptz, revision int, variant text, state text,
			final boolean, wait float8, answers jsonb, traits jsonb, context jsonb)
		where r.state = 'answered'`;
	// Without statistics, the planner chooses an unsuitable index.
	await sql`analyze app.displays, app.responses`;
	const dayOf = (time: number) =>
		new Date(time).toLocaleDateString('sv', { timeZone: 'Europe/Berlin' });
	const response = rows.find(
		({ state, at, wait }, n) =>
			n > 400 &&
			state === 'answered' &&
			dayOf(Date.parse(at)) === dayOf(Date.parse(at) + wait * 1_000),
	)!.id;
	return { prompt, response };
}
