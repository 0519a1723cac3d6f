// Every figure of a summary counts exactly what the list with its filter contains.
import {
	answersOnPath,
	explainSummary,
	matchAnswerKind,
	promptSchema,
	scoreRange,
	withoutBlanks,
	type Answers,
	type Prompt,
	type Question,
	type RouteInput,
} from '@feedback/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { arbitraryPrompt } from '../../../../contract/src/prompt-file/arbitrary-prompt.ts';
import { rounds } from '../../../../testing/thorough.ts';
import { mintUuidv7 } from '../../_shared/uuidv7.ts';
import { join, signIn, type TestPerson } from '../../tests/people.ts';
import type { Query } from '../../tests/two-weeks.ts';
import { openWorkspace, type TestWorkspace } from '../../tests/workspace.ts';
import { listVersions } from './read-figures.ts';

let at: TestWorkspace;

beforeAll(async () => {
	at = await openWorkspace();
});
afterAll(() => at.end());

type Given = {
	/** Chooses the version, and the answers by question. */
	picks: number[];
	final: boolean;
	/** Minutes ago. */
	age: number;
	state: string;
	pro: boolean;
};

const given: fc.Arbitrary<Given> = fc.record({
	picks: fc.array(fc.nat({ max: 1_000 }), { minLength: 6, maxLength: 6 }),
	final: fc.boolean(),
	age: fc.integer({ min: 1, max: 12 * 24 * 60 }),
	state: fc.constantFrom('answered', 'answered', 'answered', 'dismissed', 'reserved', 'released'),
	pro: fc.boolean(),
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
		none: () => true,
	});
}

/** The prompt with two published revisions, and responses to them. */
async function fill(first: Prompt, second: Prompt, rows: Given[]): Promise<string> {
	const { sql } = at.sites;
	const site = at.site.id;
	const survey_id = `p-${crypto.randomUUID()}`;
	const plain = ({ audience: _, trigger: __, timing: ___, ...content }: Prompt): Prompt =>
		promptSchema.parse({ ...content, survey_id });
	const contents = [plain(first), plain(second)];
	const prompt = await at.sites.publish(at.site.siteId, contents[0] as never);
	await sql`
		select app.publish(${site}, ${prompt}, s.number, s.sha256)
		from app.save_revision(${site}, ${prompt}, ${sql.json(contents[1] as never)}) s`;
	const versions = contents.flatMap((content, place) =>
		listVersions({ number: place + 1, content }),
	);
	const subject = crypto.randomUUID();
	await sql`
		insert into app.subjects (site_id, id, account, sample_key, first_seen_at, last_seen_at)
		values (${site}, ${subject}, ${subject}, ${subject}, now(), now())`;
	const stored = rows.map(({ picks, final, age, state, pro }) => {
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
			traits: { plan: pro ? 'pro' : 'free' },
			answers: withoutBlanks(answersOnPath(version.questions, answers)),
		};
	});
	const given = sql.json(stored as never);
	await sql`
		insert into app.displays (site_id, id, subject_id, visitor_id, session_id, prompt_id, revision, variant, origin, state,
			traits, reserved_at, displayed_at, answered_at, released_at)
		select ${site}, r.id, ${subject}, ${subject}, r.id, ${prompt}, r.revision, r.variant, r.id, r.state, r.traits, r.at,
			case when r.state <> 'reserved' then r.at end, case when r.state = 'answered' then r.at end,
			case when r.state = 'released' then r.at end
		from jsonb_to_recordset(${given}) r (id uuid, at timestamptz, revision int, variant text, state text, traits jsonb)`;
	await sql`
		insert into app.responses (site_id, display_id, prompt_id, revision, variant, seq, final, answers, traits, created_at,
			updated_at, subject_id)
		select ${site}, r.id, ${prompt}, r.revision, r.variant, 1, r.final, r.answers, r.traits, r.at, r.at, ${subject}
		from jsonb_to_recordset(${given}) r (id uuid, at timestamptz, revision int, variant text, state text, final boolean,
			answers jsonb, traits jsonb)
		where r.state = 'answered'`;
	return prompt;
}

const zones = ['UTC', 'Europe/Berlin', 'America/Santiago', 'Asia/Kolkata', 'Pacific/Apia'];
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
const queries: Query[] = [
	{},
	{ since: daysAgo(7.3), until: daysAgo(1.1) },
	{ trait: ['plan:pro'] },
	{ revision: 2 },
	{ condition: '{"trait":"plan","op":"is_not","value":"pro"}', since: daysAgo(9) },
];

let reader: TestPerson;
let requests = 0;

/** A viewer who has made few requests: there is a limit for each person. */
async function findReader(): Promise<TestPerson> {
	if (requests++ % 200 > 0) return reader;
	reader = await signIn();
	await join(at.sites.sql, at.site.workspace, reader, 'viewer');
	return reader;
}

async function read(prompt: string, query: Query) {
	const input = { site: at.site.id, prompt, ...query };
	const { status, body } = await at.manage.ask(await findReader(), 'summarizeResponses', input);
	expect(status).toBe(200);
	return body;
}

/** How many rows all pages of the list have. */
async function count(of: 'responses' | 'displays', query: Record<string, unknown>) {
	let [sum, cursor] = [0, undefined as string | undefined];
	do {
		const input = { site: at.site.id, limit: 100, ...query, ...(cursor && { cursor }) };
		const { status, body } = await at.manage.ask(
			await findReader(),
			of === 'responses' ? 'listResponses' : 'listDisplays',
			input as RouteInput<'listResponses'>,
		);
		expect([status, body]).toEqual([200, expect.anything()]);
		sum += body.items.length;
		cursor = body.next ?? undefined;
	} while (cursor !== undefined);
	return sum;
}

describe('a figure', () => {
	it('is explained by a request that lists what it counts', async () => {
		const content = {
			survey_id: 'explained',
			questions: [
				{ id: 'score', type: 'nps', title: 'Would you recommend us?' },
				{ id: 'why', type: 'long_text', title: 'Why?' },
			],
		};
		const first = promptSchema.parse({ name: 'Explained', ...content });
		const rows = Array.from({ length: 40 }, (_, n) => ({
			picks: [0, n, n, 0, 0, 3],
			final: n % 3 > 0,
			age: 60 * n + 1,
			state: 'answered',
			pro: n % 2 > 0,
		}));
		const prompt = await fill(first, first, rows);
		const explain = async (figure: string, query: Query = {}) => {
			const input = { site: at.site.id, prompt, figure, ...query };
			return at.manage.ask(await findReader(), 'explainFigure', input);
		};
		const { body } = await explain('questions.0.nps.detractors', { trait: ['plan:pro'] });
		expect(body).toMatchObject({
			sentence: 'Responses that answered “Would you recommend us?” with 0 to 6 (detractors).',
			of: 'responses',
			share_of: 'questions.0.nps',
			filter: { prompt, trait: ['plan:pro'] },
		});
		expect(body.count).toBeGreaterThan(0);
		const listed = await at.manage.call(await findReader(), `${body.request}&limit=100`);
		expect(listed.status).toBe(200);
		expect(listed.body['items']).toHaveLength(body.count);
		const { body: skipped } = await explain('questions.1.skipped');
		const exported = await at.manage.ask(await findReader(), 'exportResponseLines', {
			site: at.site.id,
			...(skipped.filter as object),
		});
		expect(skipped.count).toBeGreaterThan(0);
		expect(String(exported.body).trim().split('\n')).toHaveLength(skipped.count);
		const { status, error } = await explain('questions.7.mean');
		expect([status, error.field]).toEqual([400, 'figure']);
	});

	it.each([
		['{"question":"nobody","was":"answered"}', 'figure.question'],
		['{"question":"score","as":"9"}', 'figure.as'],
		['{"question":"score","was":"asked"}', 'figure.was'],
		['[]', 'figure'],
	])('is refused where it cannot be meant: %s', async (figure, field) => {
		const prompt = await at.sites.publish(at.site.siteId, {
			survey_id: `refused-${crypto.randomUUID()}`,
		});
		const input = { site: at.site.id, prompt, figure };
		const { status, error } = await at.manage.ask(await findReader(), 'listResponses', input);
		expect([status, error.field]).toEqual([400, field]);
		const { prompt: _, ...ofAll } = input;
		const alone = await at.manage.ask(await findReader(), 'listResponses', ofAll);
		expect([alone.status, alone.error.field?.split('.')[0]]).toEqual([400, 'figure']);
	});

	it(
		'counts what its list contains, for any prompt, answers, filter and time zone',
		{ timeout: 600_000 },
		async () => {
			const { sql } = at.sites;
			await fc.assert(
				fc.asyncProperty(
					fc.tuple(arbitraryPrompt, arbitraryPrompt),
					fc.boolean(),
					fc.array(given, { minLength: 30, maxLength: 120 }),
					fc.constantFrom(...zones),
					fc.constantFrom(...queries),
					async ([first, other], isReworded, rows, zone, query) => {
						await sql`
							update app.sites set settings = settings || ${sql.json({ time_zone: zone })} where id = ${at.site.id}`;
						const reworded = first.questions.map((one) => ({ ...one, title: `${one.title}?` }));
						const second = isReworded ? { ...first, questions: reworded } : other;
						const prompt = await fill(first, second as Prompt, rows);
						const summary = await read(prompt, query);
						const figures = explainSummary(summary, query, zone);
						const counted: Record<string, number> = {};
						const listed: Record<string, number> = {};
						for (const { figure, of, count: expected, filter } of figures) {
							counted[figure] = expected;
							listed[figure] = await count(of, {
								prompt,
								...query,
								...filter,
								...(filter.figure && {
									figure:
										typeof filter.figure === 'string'
											? filter.figure
											: JSON.stringify(filter.figure),
								}),
							});
						}
						expect(listed).toEqual(counted);
						// Without an NPS, the days have no groups.
						const numbers = listNumbers(summary).filter(
							(path) =>
								!/^trend\.\d+\.(promoters|passives|detractors)$/.test(path) ||
								summary.questions.some(({ type }) => type === 'nps'),
						);
						expect(Object.keys(counted)).toEqual(expect.arrayContaining(numbers));
					},
				),
				{ numRuns: rounds(4, 60), endOnFailure: true },
			);
		},
	);
});

/** The paths of all counts in a summary. */
function listNumbers(value: unknown, path: string[] = []): string[] {
	if (typeof value === 'number') return [path.join('.')];
	if (typeof value !== 'object' || value === null) return [];
	// An estimate is explained as a whole; these are no counts.
	if ('low' in value || 'median' in value) return [path.join('.')];
	return Object.entries(value).flatMap(([key, part]) =>
		['revisions', 'scale', 'counted'].includes(key) || (key === 'nps' && typeof part === 'number')
			? []
			: listNumbers(part, [...path, key]),
	);
}
