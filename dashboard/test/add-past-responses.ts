// Adds past responses directly to the database, because the API only accepts current ones.
import { randomUUID } from 'node:crypto';

import postgres from 'postgres';
import type { JSONValue } from 'postgres';

import type { SharedStack } from '../../testing/shared-stack.ts';

/** Where a display was reserved; `language` contains the tag and its fallbacks. */
export type PastContext = {
	device: 'phone' | 'tablet' | 'desktop';
	path: string;
	language: readonly string[];
};

export type Given = {
	answers: Record<string, JSONValue>;
	/** True by default. */
	final?: boolean;
	/** Age of the response; 0 is now. */
	daysAgo?: number;
	/** Seconds between the display and the answer; 0 by default. */
	seconds?: number;
	traits?: Record<string, string | number | boolean | null>;
	account?: string;
	/** Unknown by default. */
	context?: PastContext;
	/** 1 by default. */
	revision?: number;
	/** None by default. */
	variant?: string;
};

/** Responses to `quick-poll` over four weeks: every score, a reason in every third, half of each plan. */
export const manyScores: readonly Given[] = Array.from({ length: 240 }, (_, index) => ({
	answers: { recommend: (index * 7) % 11, ...(index % 3 === 0 && { why: `Reason ${index}` }) },
	final: index % 4 !== 0,
	daysAgo: (index % 28) + 0.01,
	traits: { plan: index % 2 === 0 ? 'team' : 'pro' },
}));

/** Adds responses to a seeded prompt, each with its own display. */
export async function giveResponses(
	{ adminUrl, siteId }: Pick<SharedStack, 'adminUrl' | 'siteId'>,
	surveyId: string,
	given: readonly Given[],
): Promise<void> {
	const sql = postgres(adminUrl, { max: 1, onnotice() {} });
	const rows = given.map(
		({ final = true, daysAgo = 0, seconds = 0, traits = {}, revision = 1, ...rest }) => ({
			revision,
			id: randomUUID(),
			subject: randomUUID(),
			final,
			days: daysAgo,
			seconds,
			traits,
			account: rest.account ?? null,
			answers: rest.answers,
			context: rest.context ?? null,
			variant: rest.variant ?? null,
		}),
	);
	try {
		await sql.begin(async (tx) => {
			await tx`set local session_replication_role = replica`;
			await tx`
				create temporary table given on commit drop as
				select g.*, p.site_id, p.id as prompt_id, now() - g.days * interval '1 day' as at
				from jsonb_to_recordset(${tx.json(rows)}) g (id uuid, subject uuid, final boolean, days numeric, seconds integer,
					traits jsonb, account text, answers jsonb, context jsonb, revision integer, variant text)
				join app.prompts p on p.survey_id = ${surveyId}
				join app.sites s on s.id = p.site_id and s.site_id = ${siteId}`;
			await tx`
				insert into app.subjects (site_id, id, account, sample_key, first_seen_at, last_seen_at)
				select site_id, subject, account, subject, at, at from given`;
			await tx`
				insert into app.visitors (site_id, id, subject_id, first_seen_at, last_seen_at)
				select site_id, subject, subject, at, at from given`;
			await tx`
				insert into app.displays (site_id, id, subject_id, visitor_id, session_id, prompt_id, revision, variant, origin,
					state, traits, context, reserved_at, displayed_at, answered_at)
				select site_id, id, subject, subject, id, prompt_id, revision, variant, id, 'answered', traits, context, shown_at, shown_at, at
				from given cross join lateral (select at - seconds * interval '1 second' as shown_at) t`;
			await tx`
				insert into app.responses (site_id, display_id, prompt_id, revision, variant, subject_id, visitor_id, seq, final,
					answers, traits, context, created_at, updated_at)
				select site_id, id, prompt_id, revision, variant, subject, subject, 1, final, answers, traits, context, at, at from given`;
		});
	} finally {
		await sql.end();
	}
}
