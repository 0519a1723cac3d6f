// A month of data from a medium-sized app, for the pictures of the dashboard.
import { randomUUID } from 'node:crypto';

import { connectDatabase } from '../../server/postgres/connect.ts';
import { giveResponses } from '../../dashboard/test/add-past-responses.ts';
import type { Given, PastContext } from '../../dashboard/test/add-past-responses.ts';
import type { Stack } from '../../server/stack/start-stack.ts';
import type { Database } from '../../database/database.ts';

const days = 28;
const reasons = [
	'The export just works, even with long reports.',
	'I wish the charts could be shared by link.',
	'It saves me an hour every Monday.',
	'Search does not find older reports.',
	'Easy to explain to new colleagues.',
	'Scheduling a report takes too many steps.',
];
const wishes = [
	'A preview before the file is made would help.',
	'Nothing, it was quick.',
	'Please remember the last format that I chose.',
	'The file name should hold the date.',
];
const scores = [10, 9, 8, 10, 7, 9, 10, 6, 9, 8, 10, 3, 9, 7, 10, 9, 8, 5, 10, 9];
const eases = [5, 4, 5, 5, 3, 4, 5, 4, 2, 5, 4, 5];

/** Writes responses, displays without an answer, and counts of events of the last four weeks. */
export async function writeHistory(stack: Stack): Promise<void> {
	await giveResponses(stack, 'quick-poll', spread(164, 1_000, answerPoll));
	await giveResponses(stack, 'export-experience', spread(118, 2_000, answerExport));
	await giveResponses(stack, 'search-help', spread(74, 3_000, answerSearch));
	await giveResponses(stack, 'upgrade-reason', spread(21, 4_000, answerUpgrade));
	const sql = connectDatabase(stack.adminUrl);
	try {
		await addDismissals(sql, 'quick-poll', 301);
		await addDismissals(sql, 'export-experience', 214);
		await addDismissals(sql, 'search-help', 229);
		await addDismissals(sql, 'upgrade-reason', 12);
		await addCounts(sql);
	} finally {
		await sql.end();
	}
}

/** Responses over the days, more of them recently, none today. Accounts are numbered from `first`. */
function spread(count: number, first: number, answer: (index: number) => Given): Given[] {
	return Array.from({ length: count }, (_, index) => ({
		...answer(index),
		daysAgo: 1 + days * ((index + 0.5) / count) ** 1.3,
		seconds: 5 + ((index * 7) % 41),
		traits: { plan: index % 3 === 0 ? 'pro' : 'team' },
		context: contextOf(answering, index),
		...(index % 2 === 0 && { account: `account_${first + index * 5}` }),
	}));
}

// People answer more on a computer than on a phone.
const answering = ['desktop', 'desktop', 'desktop', 'phone', 'desktop', 'tablet'] as const;
const closing = ['desktop', 'phone', 'desktop', 'phone', 'desktop', 'phone', 'tablet'] as const;

function contextOf(devices: readonly PastContext['device'][], index: number): PastContext {
	const device = devices[index % devices.length]!;
	return { device, path: index % 5 === 0 ? '/reports/revenue' : '/reports', language: ['en'] };
}

function answerPoll(index: number): Given {
	const recommend = scores[index % scores.length]!;
	if (index % 9 === 4) return { answers: { recommend }, final: false };
	const why: Record<string, string> =
		index % 5 < 2 ? { why: reasons[index % reasons.length]! } : {};
	return { answers: { recommend, ...why } };
}

function answerExport(index: number): Given {
	const more: Record<string, string> =
		index % 4 === 0 ? { more: wishes[index % wishes.length]! } : {};
	return { answers: { ease: eases[index % eases.length]!, ...more }, final: index % 11 !== 0 };
}

function answerSearch(index: number): Given {
	return { answers: { found: [4, 5, 3, 5, 4, 2, 5][index % 7]! } };
}

function answerUpgrade(index: number): Given {
	return { answers: { reason: ['limits', 'team', 'feature', 'limits'][index % 4]! } };
}

/** Adds displays of a prompt that were closed without an answer. */
async function addDismissals(sql: Database, surveyId: string, count: number): Promise<void> {
	const rows = Array.from({ length: count }, (_, index) => ({
		id: randomUUID(),
		subject: randomUUID(),
		days: 1 + days * ((index + 0.5) / count) ** 1.2,
		context: contextOf(closing, index),
	}));
	await sql.begin('read write', async (tx) => {
		await tx`set local session_replication_role = replica`;
		await tx`
			create temporary table closed on commit drop as
			select r.*, p.site_id, p.id as prompt_id, now() - r.days * interval '1 day' as at
			from jsonb_to_recordset(${tx.json(rows)}) r (id uuid, subject uuid, days numeric, context jsonb)
			join app.prompts p on p.survey_id = ${surveyId}`;
		await tx`
			insert into app.subjects (site_id, id, sample_key, first_seen_at, last_seen_at)
			select site_id, subject, subject, at, at from closed`;
		await tx`
			insert into app.displays (site_id, id, subject_id, visitor_id, session_id, prompt_id, revision, origin,
				state, traits, context, reserved_at, displayed_at, dismissed_at)
			select site_id, id, subject, subject, id, prompt_id, 1, id, 'dismissed', '{}', context, at, at, at from closed`;
	});
}

const names = {
	'page.viewed': 940,
	'report.opened': 410,
	'search.completed': 180,
	'report.exported': 120,
	'report.shared': 64,
	'schedule.created': 22,
	'plan.changed': 5,
};

/** Adds counts of events by day, fewer at weekends; today's events are counted as they arrive. */
async function addCounts(sql: Database): Promise<void> {
	const rows = Object.entries(names).flatMap(([name, most]) =>
		Array.from({ length: days }, (_, index) => {
			const ago = index + 1;
			const day = new Date(Date.now() - ago * 86_400_000);
			const share =
				day.getUTCDay() % 6 === 0 ? 0.3 : 1 - ago * 0.012 + 0.1 * Math.sin(ago * 5 + most);
			return { name, day: day.toISOString().slice(0, 10), events: Math.round(most * share) };
		}),
	);
	await sql`insert into app.counted_days (day) select distinct day
		from jsonb_to_recordset(${sql.json(rows)}) r (day date) on conflict do nothing`;
	await sql`insert into app.event_counts (site_id, name, day, events)
		select s.id, r.name, r.day, r.events from app.sites s,
		jsonb_to_recordset(${sql.json(rows)}) r (name text, day date, events int) where s.site_id = 'site_demo000000'`;
}
