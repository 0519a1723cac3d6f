// Prompts with two published revisions, and random responses to them.
import {
	answersOnPath,
	listVersions,
	matchAnswerKind,
	promptSchema,
	scoreRange,
	withoutBlanks,
	type Answers,
	type Prompt,
	type Question,
} from '@feedback/contract';
import fc from 'fast-check';

import { mintUuidv7 } from '../_shared/uuidv7.ts';
import type { TestWorkspace } from './workspace.ts';

export type Given = {
	/** Chooses the version, and the answers by question. */
	picks: number[];
	final: boolean;
	/** Minutes ago. */
	age: number;
	state: string;
	pro: boolean;
	/** Number of the person, who has an account. */
	person: number;
	device: string | null;
};

export const given: fc.Arbitrary<Given> = fc.record({
	picks: fc.array(fc.nat({ max: 1_000 }), { minLength: 6, maxLength: 6 }),
	final: fc.boolean(),
	age: fc.integer({ min: 1, max: 12 * 24 * 60 }),
	state: fc.constantFrom('answered', 'answered', 'answered', 'dismissed', 'reserved', 'released'),
	pro: fc.boolean(),
	person: fc.nat({ max: 11 }),
	device: fc.constantFrom('phone', 'desktop', null),
});

function answer(question: Question, pick: number): Answers[string] | undefined {
	if (pick % 4 === 0) return undefined;
	const other = { other: `x${pick}` };
	return matchAnswerKind<Answers[string]>(question, {
		score(scored) {
			const { from, to } = scoreRange(scored);
			return from + (pick % (to - from + 1));
		},
		choice: ({ options, other_label: label }) =>
			label !== undefined && pick % 5 === 1 ? other : options[pick % options.length]!.value,
		choices: ({ options, other_label: label }) => [
			...options.filter((_, place) => (pick >> place) % 2 === 1).map(({ value }) => value),
			...(label !== undefined && pick % 5 === 1 ? [other] : []),
		],
		yes_no: () => pick % 2 === 0,
		text: () => [' ', 'Slow', 'yes null', 'ünsure'][pick % 4]!,
		picture: () => crypto.randomUUID(),
		none: () => true,
	});
}

/** The prompt with two published revisions, and responses to them. */
export async function fillPrompt(
	{ sites, site: { id: site, siteId } }: Pick<TestWorkspace, 'sites' | 'site'>,
	{ first, second, rows }: { first: Prompt; second: Prompt; rows: Given[] },
): Promise<string> {
	const { sql } = sites;
	const survey_id = `p-${crypto.randomUUID()}`;
	const plain = ({ audience: _, trigger: __, timing: ___, ...content }: Prompt): Prompt =>
		promptSchema.parse({ ...content, survey_id });
	const contents = [plain(first), plain(second)];
	const prompt = await sites.publish(siteId, contents[0] as never);
	await sql`
		select app.publish(${site}, ${prompt}, s.number, s.sha256)
		from app.save_revision(${site}, ${prompt}, ${sql.json(contents[1] as never)}) s`;
	const versions = contents.flatMap((content, place) =>
		listVersions({ number: place + 1, content }),
	);
	const people = Array.from({ length: 12 }, () => crypto.randomUUID());
	await sql`
		insert into app.subjects (site_id, id, account, sample_key, first_seen_at, last_seen_at)
		select ${site}, p.id, p.id, p.id, now(), now() from jsonb_to_recordset(${sql.json(people.map((id) => ({ id })))}) p (id uuid)`;
	const stored = rows.map(({ picks, final, age, state, pro, person, device }) => {
		const version = versions[picks[0]! % versions.length]!;
		const answers = Object.fromEntries(
			version.questions.flatMap((question, place) => {
				// A visitor who did not finish stopped somewhere.
				if (!final && place > picks[5]! % 4) return [];
				const one = answer(question, picks[1 + place]!);
				return one === undefined ? [] : [[question.id, one]];
			}),
		);
		const time = Date.now() - age * 60_000;
		return {
			id: mintUuidv7(time),
			at: new Date(time).toISOString(),
			revision: version.revision,
			variant: version.variant,
			final,
			state,
			traits: { plan: pro ? 'pro' : 'free', seats: age % 30 },
			context: { ...(device && { device }), path: `/${age % 25}` },
			subject: people[person],
			answers: withoutBlanks(answersOnPath(version.questions, answers)),
		};
	});
	const given = sql.json(stored as never);
	await sql`
		insert into app.displays (site_id, id, subject_id, visitor_id, session_id, prompt_id, revision, variant, origin, state,
			traits, context, reserved_at, displayed_at, answered_at, released_at)
		select ${site}, r.id, r.subject, r.subject, r.id, ${prompt}, r.revision, r.variant, r.id, r.state, r.traits, r.context, r.at,
			case when r.state <> 'reserved' then r.at end, case when r.state = 'answered' then r.at end,
			case when r.state = 'released' then r.at end
		from jsonb_to_recordset(${given}) r (id uuid, at timestamptz, revision int, variant text, state text, traits jsonb,
			context jsonb, subject uuid)`;
	await sql`
		insert into app.responses (site_id, display_id, prompt_id, revision, variant, seq, final, answers, traits, context,
			created_at, updated_at, subject_id)
		select ${site}, r.id, ${prompt}, r.revision, r.variant, 1, r.final, r.answers, r.traits, r.context, r.at, r.at,
			r.subject
		from jsonb_to_recordset(${given}) r (id uuid, at timestamptz, revision int, variant text, state text, final boolean,
			answers jsonb, traits jsonb, context jsonb, subject uuid)
		where r.state = 'answered'`;
	return prompt;
}
