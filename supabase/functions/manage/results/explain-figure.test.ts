// Every figure of results counts exactly what the list with its filter contains.
import {
	explainRates,
	explainRepeatAnswers,
	explainScores,
	explainSummary,
	promptSchema,
	type ExplainedFigure,
	type Prompt,
	type RouteInput,
	type RouteName,
	type RouteOutput,
} from '@feedback/contract';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { arbitraryPrompt } from '../../../../contract/src/prompt-file/arbitrary-prompt.ts';
import { createDestination } from '../../../tests/destinations.ts';
import { rounds } from '../../../../testing/thorough.ts';
import { compareScores } from '../../deliver/digest/compare-scores.ts';
import { explainFigures } from '../../deliver/digest/link-figures.ts';
import type { Digest } from '../../deliver/digest/read-digest.ts';
import { join, signIn, type TestPerson } from '../../tests/people.ts';
import { fillPrompt, given, type Given } from '../../tests/random-responses.ts';
import type { Query } from '../../tests/two-weeks.ts';
import { openWorkspace, type TestWorkspace } from '../../tests/workspace.ts';

let at: TestWorkspace;

beforeAll(async () => {
	at = await openWorkspace();
	const rules = {
		paying: { trait: 'plan', op: 'is', value: 'pro' },
		busy: { event: 'used', times: 3, within_days: 7 },
	};
	for (const [key, rule] of Object.entries(rules)) {
		const input = { site: at.site.id, key, name: key, rule: rule as never };
		expect((await at.manage.ask(at.editor, 'createAudience', input)).status).toBeLessThan(300);
	}
});
afterAll(() => at.end());

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

async function read<Name extends RouteName>(
	name: Name,
	query: Omit<RouteInput<Name>, 'site'>,
): Promise<RouteOutput<Name>> {
	const input = { site: at.site.id, ...query } as RouteInput<Name>;
	const { status, body } = await at.manage.ask(await findReader(), name, input);
	expect([status, body]).toEqual([200, expect.anything()]);
	return body;
}

/** How many rows all pages of the list have. */
async function count(of: 'responses' | 'displays', query: Record<string, unknown>) {
	let [sum, cursor] = [0, undefined as string | undefined];
	do {
		const input = { limit: 100, ...query, ...(cursor && { cursor }) };
		const name = of === 'responses' ? 'listResponses' : 'listDisplays';
		const body = await read(name as 'listResponses', input as RouteInput<'listResponses'>);
		sum += body.items.length;
		cursor = body.next ?? undefined;
	} while (cursor !== undefined);
	return sum;
}

/** Figures, the results that have them, and the filter of these. */
type Explained = { results: unknown; base: Record<string, unknown>; figures: ExplainedFigure[] };

const divisions = ['device', 'path', 'hour', 'audience', 'trait:plan', 'trait:seats', 'trait:none'];

type Divided = { zone: string; by: string[] };

async function explainAll(prompt: string, query: Query, { zone, by }: Divided) {
	const base = { prompt, ...query };
	const summary = await read('summarizeResponses', base);
	const answers = await read('getRepeatAnswers', base);
	const scores = await read('getScores', { days: 7 });
	const scored = scores.prompts.find(({ id }) => id === prompt)!;
	const all: Record<string, Explained> = {
		summary: { results: summary, base, figures: explainSummary(summary, query, zone) },
		repeat_answers: { results: answers, base, figures: explainRepeatAnswers(answers) },
		scores: { results: scored, base: { prompt }, figures: explainScores(scored, scores) },
	};
	for (const division of by) {
		const rates = await read('getResponseRates', { ...base, by: division });
		const figures = explainRates(rates, division);
		all[`rates by ${division}`] = { results: rates, base, figures };
	}
	return all;
}

async function explainDigest(prompt: string, given: { partial: boolean; condition?: object }) {
	const { sql } = at.sites;
	const destination = await createDestination(sql, at.site.id, given as never);
	const [since, until] = [new Date(daysAgo(5)), new Date()];
	const [row] = await sql<{ digest: Digest }[]>`
		select app.read_digest(${at.site.id}, ${destination}, ${since}, ${until}) as digest`;
	const { prompts, partial, condition } = row!.digest;
	const digested = prompts.find(({ id }) => id === prompt);
	if (!digested) return { results: {}, base: {}, figures: [] };
	const { responses, before } = digested;
	const score = compareScores(digested);
	return {
		results: { responses, before, ...(score && { score: score.answers }) },
		base: { prompt, ...(condition && { condition: JSON.stringify(condition) }) },
		figures: explainFigures(digested, score, { since, until, partial }),
	};
}

const asked = promptSchema.parse({
	name: 'Explained',
	survey_id: 'explained',
	questions: [
		{ id: 'score', type: 'nps', title: 'Would you recommend us?' },
		{ id: 'why', type: 'long_text', title: 'Why?' },
	],
});
const answered: Given[] = Array.from({ length: 40 }, (_, n) => ({
	picks: [0, n, n, 0, 0, 3],
	final: n % 3 > 0,
	age: 60 * n + 1,
	state: 'answered',
	pro: n % 2 > 0,
	person: n % 12,
	device: n % 4 > 0 ? 'phone' : null,
}));

describe('a figure', () => {
	it('is explained by a request that lists what it counts', async () => {
		const prompt = await fillPrompt(at, { first: asked, second: asked, rows: answered });
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
		[
			'response_rates.groups.0.responses',
			{ by: 'device' },
			'Displays with a response whose device is “phone”.',
			null,
		],
		[
			'repeat_answers.questions.0.scores.higher',
			{},
			'The latest responses of people who gave “Would you recommend us?” more than one score, the latest higher than the first.',
			'repeat_answers.questions.0.respondents',
		],
		[
			'scores.score.answers',
			{ days: '2' },
			'Responses that answered “Would you recommend us?” with 0 to 10.',
			null,
		],
	])('of other results is explained by its path: %s', async (figure, query, sentence, whole) => {
		const prompt = await fillPrompt(at, { first: asked, second: asked, rows: answered });
		const body = await read('explainFigure', { prompt, figure, ...query });
		expect([body.sentence, body.share_of]).toEqual([sentence, whole]);
		expect(body.count).toBeGreaterThan(0);
		const { status, body: listed } = await at.manage.call(
			await findReader(),
			`${body.request}&limit=100`,
		);
		expect([status, listed['items']]).toEqual([200, expect.anything()]);
		expect(listed['items']).toHaveLength(body.count);
	});

	it.each([
		['response_rates.displays', {}, 'by'],
		['scores.score.answers', { trait: ['plan:pro'] }, 'trait'],
		['response_rates.groups.90.displays', { by: 'device' }, 'figure'],
	])(
		'of other results is refused where it cannot be meant: %s %j',
		async (figure, query, field) => {
			const prompt = await fillPrompt(at, { first: asked, second: asked, rows: answered });
			const input = { site: at.site.id, prompt, figure, ...query };
			const { status, error } = await at.manage.ask(await findReader(), 'explainFigure', input);
			expect([status, error.field]).toEqual([400, field]);
		},
	);

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
					fc.tuple(
						fc.constantFrom(...zones),
						fc.constantFrom(...queries),
						fc.shuffledSubarray(divisions, { minLength: 2, maxLength: 2 }),
					),
					fc.record(
						{
							partial: fc.boolean(),
							condition: fc.constant({ trait: 'plan', op: 'is', value: 'pro' }),
						},
						{ requiredKeys: ['partial'] },
					),
					async ([first, other], isReworded, rows, [zone, query, by], sent) => {
						await sql`
							update app.sites set settings = settings || ${sql.json({ time_zone: zone })} where id = ${at.site.id}`;
						const reworded = first.questions.map((one) => ({ ...one, title: `${one.title}?` }));
						const second = isReworded ? { ...first, questions: reworded } : other;
						const prompt = await fillPrompt(at, { first, second: second as Prompt, rows });
						const all = {
							...(await explainAll(prompt, query, { zone, by })),
							digest: await explainDigest(prompt, sent),
						};
						for (const [name, { results, base, figures }] of Object.entries(all)) {
							const counted: Record<string, number> = {};
							const listed: Record<string, number> = {};
							for (const { figure, of, count: expected, filter } of figures) {
								counted[figure] = expected;
								listed[figure] = await count(of, { ...base, ...toQuery(filter) });
							}
							expect([name, listed]).toEqual([name, counted]);
							expect(Object.keys(counted)).toEqual(
								expect.arrayContaining(listNumbers(results).filter(isExplained(results))),
							);
						}
					},
				),
				{ numRuns: rounds(2, 60), endOnFailure: true },
			);
		},
	);
});

function toQuery({ figure, ...period }: ExplainedFigure['filter']): Record<string, unknown> {
	if (figure === undefined) return period;
	return { ...period, figure: typeof figure === 'string' ? figure : JSON.stringify(figure) };
}

/** Without an NPS, the days of a summary have no groups. */
function isExplained(results: unknown): (path: string) => boolean {
	const { questions = [] } = results as { questions?: { type: string }[] };
	const hasNps = questions.some(({ type }) => type === 'nps');
	return (path) => hasNps || !/^trend\.\d+\.(promoters|passives|detractors)$/.test(path);
}

/** The paths of all counts in results. */
function listNumbers(value: unknown, path: string[] = []): string[] {
	if (typeof value === 'number') return [path.join('.')];
	if (typeof value !== 'object' || value === null) return [];
	// An estimate is explained as a whole; these are no counts.
	if ('low' in value || 'median' in value) return [path.join('.')];
	return Object.entries(value).flatMap(([key, part]) =>
		['revisions', 'scale', 'counted'].includes(key) ||
		(['nps', 'groups'].includes(key) && typeof part === 'number')
			? []
			: listNumbers(part, [...path, key]),
	);
}
