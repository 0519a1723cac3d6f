import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { displaySecret } from './display-secret.ts';
import { openSdk, newCaller, newEvent, type TestSdk } from '../tests/sdk.ts';
import { openSites, type TestSite, type TestSites } from '../tests/sites.ts';
import type { Display, EventsResponse } from '../../../contract/src/wire.ts';

let sites: TestSites;
let sdk: TestSdk;
let site: TestSite;
let prompt: string;
let display: Display;

beforeAll(async () => {
	sites = await openSites();
	sdk = openSdk(sites.ingestUrl);
	site = await sites.makeSite();
	prompt = await sites.publish(site.siteId, { survey_id: 'rated', trigger: { events: ['rated'] } });
});

beforeEach(async () => {
	const request = {
		...newCaller(site.siteId, sdk.clock.now),
		events: [newEvent('rated', sdk.clock.now)],
		decide: true,
	};
	const { decision } = (await sdk.post<EventsResponse>('/events', request)).body;
	if (decision?.reason !== 'displayed') throw new Error(decision?.reason);
	display = decision.display;
});

afterAll(async () => {
	await sdk.end();
	await sites.end();
});

const target = () => ({ site: site.siteId, display: display.id, secret: display.secret });
const answer = (seq: number, answers: Record<string, unknown>, final = false) =>
	sdk.post('/answer', { ...target(), seq, final, answers });

describe('the state of a display', () => {
	const report = (state: string, more: Record<string, unknown> = {}) =>
		sdk.post('/display', { ...target(), state, ...more });

	it('is reported by the SDK, and may be repeated', async () => {
		expect((await report('displayed')).body).toMatchObject({ state: 'displayed' });
		expect((await report('displayed')).body).toMatchObject({ state: 'displayed' });
		expect((await report('dismissed')).body).toMatchObject({ state: 'dismissed' });
	});

	it('may end before it was confirmed', async () => {
		const released = await report('released', { reason: 'hidden' });
		expect(released.body).toMatchObject({ state: 'released', now: sdk.clock.now });
	});

	it('requires its secret, which is checked without the database', async () => {
		const before = sdk.statements();
		const wrong = await report('released', { secret: 'x'.repeat(32) });
		expect([wrong.status, wrong.body['error']]).toMatchObject([403, { code: 'wrong_secret' }]);
		expect(sdk.statements()).toBe(before);
	});

	it('is unknown to other sites, and a display that does not exist is unknown to all', async () => {
		const other = await sites.makeSite();
		const foreign = await report('released', { site: other.siteId });
		expect(foreign.body).toMatchObject({ error: { code: 'unknown_display' } });
		const never = crypto.randomUUID();
		const secret = displaySecret(sdk.keyring, never);
		const unknown = await report('released', { display: never, secret });
		expect([unknown.status, unknown.body['error']]).toMatchObject([
			404,
			{ code: 'unknown_display' },
		]);
	});
});

describe('answers', () => {
	it('are stored as they arrive, and the final ones complete the display', async () => {
		const first = await answer(1, { score: 4 });
		expect(first.body).toMatchObject({ seq: 1, final: false });
		const last = await answer(2, { score: 4, why: 'Schön ✓' }, true);
		expect(last.body).toEqual({ ...first.body, seq: 2, final: true });
		const [kept] = await sites.sql`
			select answers, final from app.responses where display_id = ${display.id}`;
		expect(kept).toEqual({ answers: { score: 4, why: 'Schön ✓' }, final: true });
	});

	it.each([' ', '\n\t', '\u00a0\u3000'])('that are only white space are none: %j', async (why) => {
		expect((await answer(1, { score: 4, why }, true)).status).toBe(200);
		const [kept] = await sites.sql`
			select answers from app.responses where display_id = ${display.id}`;
		expect(kept).toEqual({ answers: { score: 4, why: null } });
	});

	it('take one statement when this instance reserved the display', async () => {
		const before = sdk.statements();
		await answer(1, { score: 4 });
		expect(sdk.statements() - before).toBe(1);
	});

	it('that arrive late do not replace later ones', async () => {
		await answer(3, { score: 5 });
		const late = await answer(2, { score: 1 });
		expect([late.status, late.body]).toMatchObject([200, { seq: 3, final: false }]);
		const [kept] = await sites.sql`
			select answers from app.responses where display_id = ${display.id}`;
		expect(kept).toEqual({ answers: { score: 5 } });
	});

	it('that are final do not change, and may be repeated', async () => {
		const final = await answer(2, { score: 5 }, true);
		expect(await answer(2, { score: 5 }, true)).toMatchObject({ status: 200, body: final.body });
		const more = await answer(3, { score: 1 });
		expect([more.status, more.body['error']]).toMatchObject([409, { code: 'already_final' }]);
		const again = await answer(4, { score: 1 }, true);
		expect([again.status, again.body['error']]).toMatchObject([409, { code: 'already_final' }]);
		const [kept] = await sites.sql`
			select answers from app.responses where display_id = ${display.id}`;
		expect(kept).toEqual({ answers: { score: 5 } });
	});

	it.each([
		[{ score: 6 }, 'answers.score', 'must be a whole number from 1 to 5'],
		[{ score: 'high' }, 'answers.score', 'must be a whole number from 1 to 5'],
		[{ other: 1 }, 'answers.other', 'there is no question "other" in this revision'],
		[{ why: 7 }, 'answers.why', 'must be a text'],
	])('that do not fit name the question: %j', async (answers, field, why) => {
		const wrong = await answer(1, answers);
		expect(wrong.status).toBe(422);
		expect(wrong.body['error']).toMatchObject({
			code: 'invalid_answer',
			field,
			message: `${field} ${why}`,
		});
		expect(
			await sites.sql`select from app.responses where display_id = ${display.id}`,
		).toHaveLength(0);
	});

	it('to questions that the other answers skip are not stored', async () => {
		const branching = await sites.publish(site.siteId, {
			survey_id: 'branching',
			questions: [
				{
					id: 'score',
					type: 'rating',
					title: 'How was it?',
					branches: [{ when: { op: 'at_least', value: 4 }, go: 'more' }],
				},
				{ id: 'wrong', type: 'long_text', title: 'What went wrong?' },
				{ id: 'more', type: 'long_text', title: 'Anything else?' },
			],
			trigger: { events: ['branched'] },
		});
		const request = {
			...newCaller(site.siteId, sdk.clock.now),
			events: [newEvent('branched', sdk.clock.now)],
			decide: true,
		};
		const { decision } = (await sdk.post<EventsResponse>('/events', request)).body;
		if (decision?.reason !== 'displayed') throw new Error(decision?.reason);
		display = decision.display;
		const stored = async () =>
			(await sites.sql`select answers from app.responses where prompt_id = ${branching}`)[0]![
				'answers'
			];

		await answer(1, { score: 2, wrong: 'Slow' });
		expect(await stored()).toEqual({ score: 2, wrong: 'Slow' });
		await answer(2, { score: 5, wrong: 'Slow', more: 'Thanks' }, true);
		expect(await stored()).toEqual({ score: 5, more: 'Thanks' });
	});

	it('need the required questions only when they are final', async () => {
		expect((await answer(1, { why: 'later' })).status).toBe(200);
		const missing = await answer(2, { why: 'never' }, true);
		expect(missing.body['error']).toMatchObject({ code: 'invalid_answer', field: 'answers.score' });
	});

	it('require the secret', async () => {
		const wrong = await sdk.post('/answer', {
			...target(),
			secret: 'x'.repeat(32),
			seq: 1,
			final: false,
			answers: { score: 1 },
		});
		expect(wrong.body).toMatchObject({ error: { code: 'wrong_secret' } });
	});

	it('to a prompt that was paused in the meantime are stored', async () => {
		await sites.pause(site.siteId, prompt);
		expect((await answer(1, { score: 2 }, true)).status).toBe(200);
		await sites.resume(site.siteId, prompt);
	});

	it('are checked by an instance that never saw the prompt', async () => {
		const elsewhere = openSdk(sites.ingestUrl, { keyring: sdk.keyring });
		const request = { ...target(), seq: 1, final: false, answers: { score: 9 } };
		const wrong = await elsewhere.post('/answer', request);
		expect(wrong.status).toBe(422);
		const right = await elsewhere.post('/answer', { ...request, answers: { score: 3 } });
		expect(right.status).toBe(200);
		await elsewhere.end();
	});
});
