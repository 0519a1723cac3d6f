import { sharedResultsSchema, type RouteInput, type SharedResults } from '@feedback/contract';
import { beforeEach, describe, expect, it } from 'vitest';

import type { EventsResponse } from '../../../../contract/src/wire.ts';
import { oneIn } from '../../../../testing/thorough.ts';
import { stageApprovals } from '../../tests/approvals.ts';
import type { TestError } from '../../tests/manage.ts';
import { join, signIn, type TestPerson } from '../../tests/people.ts';
import { newCaller, newEvent, openSdk } from '../../tests/sdk.ts';

const at = stageApprovals();

let editor: TestPerson;
let prompt: string;
beforeEach(async () => {
	editor = await signIn();
	await join(at.sites.sql, at.site.workspace, editor, 'editor');
	prompt = await at.sites.publish(at.site.siteId, {
		survey_id: `shared-${crypto.randomUUID()}`,
		name: 'Score',
		trigger: { events: ['rated'] },
		questions: [
			{ id: 'score', type: 'nps', title: 'Would you recommend us?' },
			{
				id: 'tool',
				type: 'single_choice',
				title: 'Which one?',
				options: [
					{ value: 'slack', label: 'Slack export' },
					{ value: 'api', label: 'API' },
					{ value: 'csv', label: 'CSV' },
				],
			},
			{ id: 'why', type: 'long_text', title: 'Why?' },
		],
	} as never);
});

const address = () => ({ site: at.site.id, prompt });
const create = (given: Partial<RouteInput<'createResultLink'>> = {}, by = editor) =>
	at.manage.ask(by, 'createResultLink', { ...address(), name: 'For the board', ...given });
const list = (by = editor) => at.manage.ask(by, 'listResultLinks', address());

let readers = 0;

/** Reads a link from an address that has read nothing yet. */
async function read(url: string) {
	const token = url.slice(url.indexOf('#') + 1);
	const sender = `198.51.${readers >> 8}.${readers++ & 255}`;
	const response = await at.manage.handle(
		new Request('http://127.0.0.1/functions/v1/manage/shared-results', {
			headers: { authorization: `Bearer ${token}`, 'x-forwarded-for': sender },
		}),
	);
	const text = await response.text();
	const body = JSON.parse(text) as SharedResults & { error: TestError };
	return { status: response.status, text, body, error: body.error };
}

/** One response of each given score and tool. */
async function answer(given: [score: number, tool: string, why?: string][], plan = 'pro') {
	const sdk = openSdk(at.sites.ingestUrl);
	for (const [score, tool, why] of given) {
		const caller = newCaller(at.site.siteId, sdk.clock.now);
		const { body } = await sdk.post<EventsResponse>('/events', {
			...caller,
			decide: true,
			identify: { account: `secret-account-${crypto.randomUUID()}`, traits: { plan } },
			events: [newEvent('rated', sdk.clock.now)],
		});
		if (body.decision?.reason !== 'displayed') throw new Error(JSON.stringify(body));
		const { id: display, secret } = body.decision.display;
		const answers = { score, tool, ...(why && { why }) };
		await sdk.post('/answer', { site: caller.site, display, secret, seq: 1, final: true, answers });
	}
	await sdk.end();
}

describe('a link to results', () => {
	it('is shown once, stored as a hash, listed with its use, and logged', async () => {
		const { status, body } = await create();
		expect(status).toBe(200);
		expect(body.url).toMatch(/^http:\/\/127\.0\.0\.1:54323\/shared#fbl_[\w-]{43}$/);
		const token = body.url.split('#')[1]!;
		const [stored] = await at.sites.sql<{ row: string }[]>`
			select to_json(l)::text as row from app.result_links l where id = ${body.id}`;
		expect(stored!.row).not.toContain(token);
		expect((await list()).body.items).toMatchObject([
			{ id: body.id, prefix: token.slice(0, 8), last_used_at: null, words: false, filter: null },
		]);
		await read(body.url);
		const [listed] = (await list()).body.items;
		expect(listed!.last_used_at).not.toBeNull();
		expect(JSON.stringify(listed)).not.toContain(token);
		const log = await at.sites.sql<{ did: string; subject: string }[]>`
			select did, subject from app.audit_log where site_id = ${at.site.id} and did = 'createResultLink'`;
		expect(log).toMatchObject([{ subject: `For the board (${token.slice(0, 8)}…)` }]);
	});

	it('shows only figures for its filter, without texts, traits, accounts or times', async () => {
		await answer(Array.from({ length: 7 }, () => [10, 'slack', 'It is a secret word']));
		await answer(
			Array.from({ length: 5 }, () => [0, 'api']),
			'free',
		);
		const { body: link } = await create({ filter: { trait: ['plan:pro'] } });
		const shared = await read(link.url);
		sharedResultsSchema.parse(shared.body);
		expect(shared.body).toMatchObject({
			name: 'For the board',
			prompt: 'Score',
			of_some: true,
			filter: null,
			time_zone: 'UTC',
			responses: 7,
			displays: 7,
			questions: [
				{ id: 'score', answered: 7, nps: { value: 100 } },
				{ id: 'tool', answered: 7, texts: null },
				{ id: 'why', answered: 7, texts: null },
			],
		});
		expect(shared.body.questions[1]!.counts).toEqual([
			{ value: 'slack', label: 'Slack export', count: 7 },
			{ value: 'api', label: 'API', count: 0 },
			{ value: 'csv', label: 'CSV', count: 0 },
		]);
		expect(shared.text).not.toMatch(/secret|plan:|"pro"/);
	});

	it('hides groups below the minimum number of answers, and all results below it', async () => {
		await answer(Array.from({ length: 4 }, () => [10, 'slack']));
		const { body: link } = await create();
		expect((await read(link.url)).body).toMatchObject({
			responses: null,
			displays: null,
			response_rate: null,
			questions: [],
			least: 5,
		});
		await answer([...Array.from({ length: 6 }, () => [9, 'slack']), [3, 'api']] as never);
		const { questions } = (await read(link.url)).body;
		const [score, tool, why] = questions;
		// With the NPS and the total, one hidden group could be computed.
		expect(score!.counts.every(({ count }) => count === null)).toBe(true);
		expect(score!.nps!.value).toBeCloseTo(81.8, 1);
		expect(tool!.counts.map(({ count }) => count)).toEqual([null, null, 0]);
		expect(why).toMatchObject({ answered: null });
	});

	/** The numbers in the figures of a link, by name. */
	const numbersOf = ({ responses, displays, answered, questions }: SharedResults) =>
		new Map<string, number | null>([
			...Object.entries({ responses, displays, answered }),
			...questions.flatMap((one): [string, number | null][] => [
				[`${one.id} answered`, one.answered],
				...one.counts.map(({ value, count }): [string, number | null] => [
					`${one.id} ${value}`,
					count,
				]),
			]),
		]);

	const figures: [string, Partial<RouteInput<'createResultLink'>>][] = [
		['everything', {}],
		['a filter', { filter: { trait: ['plan:pro'] } }],
		['the last days', { filter: { days: 30 } }],
	];
	it.each(oneIn(2, figures))(
		'of %s reveals nobody’s answer to a holder who reads it after each',
		async (_, given) => {
			const { body: link } = await create(given);
			const seen = [(await read(link.url)).body];
			const tools = ['slack', 'api', 'slack', 'slack', 'csv', 'api', 'slack'];
			for (let n = 0; n < 24; n++) {
				await answer([[n % 11, tools[n % tools.length]!, ...(n % 3 ? [] : ['Because'])]] as never);
				seen.push((await read(link.url)).body);
				// Nor does another link to the same figures, made later.
				const { body: other } = await create({ ...given, name: `Number ${n}` });
				expect((await read(other.url)).body.questions).toEqual(seen.at(-1)!.questions);
				await at.manage.ask(editor, 'revokeResultLink', { ...address(), link: other.id });
			}
			for (const [n, { questions, ...now }] of seen.slice(1).entries()) {
				const before = numbersOf(seen[n]!);
				for (const [name, number] of numbersOf({ questions, ...now })) {
					const former = before.get(name) ?? null;
					if (former === null || number === null) continue;
					const step = Math.abs(number - former);
					expect(step === 0 || step >= 5, `${name}: ${former}, then ${number}`).toBe(true);
				}
				// Scores change only with the number of their answers.
				for (const { id, mean, nps, top_two, answered } of questions) {
					const former = seen[n]!.questions.find((one) => one.id === id);
					if (former && former.answered === answered) {
						expect([mean, nps, top_two]).toEqual([former.mean, former.nps, former.top_two]);
					}
				}
			}
			expect(seen.map(({ responses }) => responses)).toEqual([
				...Array(5).fill(null),
				...[5, 10, 15, 20].flatMap((responses) => Array<number>(5).fill(responses)),
			]);
		},
	);

	it('shows accepted tags that enough texts have, in steps, and quotes only with words', async () => {
		const why = (count: number) =>
			Array.from({ length: count }, (_, n): [number, string, string] => [10, 'slack', `Slow ${n}`]);
		await answer(why(12));
		const { body: figures } = await create();
		const { body: withWords } = await create({ words: true }, at.owner);
		const ask = { site: at.site.id, prompt };
		const tag = async (count: number, name: string) => {
			const { body } = await at.manage.ask(at.owner, 'listTextAnswers', { ...ask, limit: count });
			const answers = body.items.map(({ response, question }) => ({ response, question }));
			await at.manage.ask(at.owner, 'updateTextAnswers', {
				site: at.site.id,
				answers,
				add_tags: [name],
			});
		};
		expect((await read(figures.url)).body.themes).toEqual([]);
		const names = ['few', 'some', 'most'].map((name) => `${name} ${prompt.slice(-8)}`);
		await tag(4, names[0]!);
		await tag(6, names[1]!);
		// All but two, who could be computed.
		await tag(10, names[2]!);
		expect((await read(figures.url)).body.themes).toMatchObject([
			{ name: names[1], answers: 6, quotes: null },
		]);
		const [theme] = (await read(withWords.url)).body.themes;
		expect(theme).toMatchObject({ name: names[1], answers: 6 });
		expect(theme!.quotes).toHaveLength(3);
		expect(theme!.quotes![0]).toMatch(/^Slow \d+$/);
		await answer(why(8));
		await tag(4, names[1]!);
		// Four more would be recognized, five would not.
		expect((await read(figures.url)).body).toMatchObject({
			responses: 20,
			themes: [
				{ name: names[2], answers: 10 },
				{ name: names[1], answers: 6 },
			],
		});
		await tag(7, names[1]!);
		expect((await read(figures.url)).body.themes).toMatchObject([
			{ name: names[1], answers: 13 },
			{ name: names[2], answers: 10 },
		]);
	});

	it('shows the same to two who read it at the moment that enough answers have come', async () => {
		const { body: link } = await create();
		await answer(Array.from({ length: 5 }, () => [10, 'slack']));
		const reads = await Promise.all(Array.from({ length: 8 }, () => read(link.url)));
		expect(new Set(reads.map(({ text }) => text)).size).toBe(1);
	});

	it('is made after a recent sign-in only, and shows texts if an owner enabled them', async () => {
		await answer(Array.from({ length: 5 }, (_, n) => [10, 'slack', `Reason ${n}`]));
		expect((await create({ words: true })).error).toMatchObject({
			code: 'forbidden',
			field: 'words',
		});
		const longAgo = Math.floor(Date.now() / 1_000) - 3_600;
		const stale = await signIn({ amr: [{ method: 'password', timestamp: longAgo }] });
		await join(at.sites.sql, at.site.workspace, stale, 'owner');
		expect((await create({ words: true }, stale)).error.code).toBe('recent_sign_in_required');
		expect((await create({}, stale)).error.code).toBe('recent_sign_in_required');
		const { body: link } = await create({ words: true }, at.owner);
		const { questions } = (await read(link.url)).body;
		expect(questions[2]!.texts).toHaveLength(5);
		expect(questions[2]!.texts).toContain('Reason 3');
		expect(questions[0]!.texts).toEqual([]);
	});

	it.each([
		['was revoked', 'This link was revoked.'],
		['has expired', /^This link expired on \d{4}-\d\d-\d\d\.$/],
		['is of a person who left', 'This link was revoked.'],
		['is of an editor who is a viewer now', 'This link was revoked.'],
		['is incomplete', 'This link is incomplete, or there is no such link.'],
		['leads to a deleted prompt', 'This link is incomplete, or there is no such link.'],
		['leads to a prompt to be deleted', 'This link is incomplete, or there is no such link.'],
	])('that %s returns the reason', async (what, message) => {
		const { body: link } = await create();
		expect((await read(link.url)).status).toBe(200);
		const member = { workspace: at.site.workspace, person: editor.id };
		if (what === 'was revoked') {
			await at.manage.ask(editor, 'revokeResultLink', { ...address(), link: link.id });
		} else if (what === 'has expired') {
			await at.sites.sql`
				update app.result_links set created_at = created_at - interval '2 days', expires_at = now() - interval '1 day'
				where id = ${link.id}`;
		} else if (what === 'is of a person who left') {
			await at.manage.ask(at.owner, 'removeMember', member);
		} else if (what === 'is of an editor who is a viewer now') {
			await at.manage.ask(at.owner, 'changeMember', { ...member, role: 'viewer' });
		} else if (what === 'leads to a deleted prompt') {
			await at.sites.sql`delete from app.prompts where id = ${prompt}`;
		} else if (what === 'leads to a prompt to be deleted') {
			await at.manage.ask(at.owner, 'deletePrompt', { ...address(), confirm: 'Score' });
		}
		const refused = await read(what === 'is incomplete' ? link.url.slice(0, -3) : link.url);
		expect(refused.status).toBe(404);
		expect(refused.error.message).toMatch(message);
		expect(refused.error.hint).toMatch(/person who sent it/);
	});

	it('of a draft names the site and the survey, and nothing of the draft', async () => {
		const { body: drafted } = await at.manage.ask(editor, 'createPrompt', {
			site: at.site.id,
			content: {
				survey_id: 'not-yet',
				name: 'Secret plans',
				questions: [{ id: 'score', type: 'nps', title: 'Would you buy our secret plan?' }],
			},
		});
		const { body: link } = await create({ prompt: drafted.id });
		const { body, text } = await read(link.url);
		expect(sharedResultsSchema.parse(body)).toMatchObject({ prompt: 'not-yet', responses: null });
		expect(body.site).not.toBe('');
		expect(text).not.toMatch(/secret plan/i);
	});

	it('stays revoked when its creator is invited again', async () => {
		const { body: link } = await create();
		const member = { workspace: at.site.workspace, person: editor.id };
		await at.manage.ask(at.owner, 'removeMember', member);
		await join(at.sites.sql, at.site.workspace, editor, 'editor');
		expect((await read(link.url)).status).toBe(404);
		expect((await list()).body.items[0]!.revoked_at).not.toBeNull();
	});

	it('gives no other access, and cannot be created by a viewer or a connection', async () => {
		const { body: link } = await create();
		const token = link.url.split('#')[1]!;
		const asPerson = { ...editor, token };
		const elsewhere = await at.manage.ask(asPerson, 'listResponses', { site: at.site.id });
		expect(elsewhere.status).toBe(401);
		const viewer = await signIn();
		await join(at.sites.sql, at.site.workspace, viewer, 'viewer');
		expect((await create({}, viewer)).error.code).toBe('forbidden');
		expect((await create({}, at.agent as never)).error.code).toBe('forbidden');
	});

	it.each([
		[
			'a question that nobody was asked',
			{ filter: { condition: { answer: 'mood', op: 'answered' } } },
			'filter.condition.answer',
		],
		['a life that is too long', { days: 91 }, 'days'],
		['no name', { name: ' ' }, 'name'],
	])('is refused with %s', async (_, given, field) => {
		const refused = await create(given as never);
		expect([refused.status, refused.error.field]).toEqual([400, field]);
		expect((await list()).body.items).toEqual([]);
	});
});
