import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { newCaller, newEvent, openSdk, type TestSdk } from '../tests/sdk.ts';
import { openSites, type TestSite, type TestSites } from '../tests/sites.ts';
import type { Decision, Display, EventsResponse } from '../../../contract/src/wire.ts';

const day = 86_400_000;

let sites: TestSites;
let sdk: TestSdk;
let site: TestSite;

beforeAll(async () => {
	sites = await openSites();
	sdk = openSdk(sites.ingestUrl);
	site = await sites.makeSite();
	await sites.publish(site.siteId, {
		survey_id: 'later',
		trigger: { events: ['exported'] },
		limits: { show: 'once' },
		ask_later: { choices: [{ days: 1 }, { days: 7, label: 'After the release' }] },
		translations: { de: { questions: {}, ask_later: { choices: { 7: 'Nach dem Release' } } } },
	});
	await sites.publish(site.siteId, { survey_id: 'never', trigger: { events: ['closed'] } });
});

afterAll(async () => {
	await sdk.end();
	await sites.end();
});

type Sender = ReturnType<typeof newCaller> & { identify?: { account: string } };

async function decide(visit: Sender, name = 'exported'): Promise<Decision> {
	const events = [newEvent(name, sdk.clock.now)];
	const response = await sdk.post<EventsResponse>('/events', { ...visit, events, decide: true });
	if (!response.body.decision) throw new Error(JSON.stringify(response.body));
	return response.body.decision;
}

async function display(visit: Sender, name?: string): Promise<Display> {
	const decision = await decide(visit, name);
	if (decision.reason !== 'displayed') throw new Error(decision.reason);
	return decision.display;
}

const report = ({ id, secret }: Display, state: string, more: object = {}) =>
	sdk.post('/display', { site: site.siteId, display: id, secret, state, ...more });
const postpone = (shown: Display, days: number) => report(shown, 'postponed', { days });
const visitAs = (account?: string): Sender => ({
	...newCaller(site.siteId, sdk.clock.now),
	...(account !== undefined && { identify: { account } }),
});

describe('"Ask me later"', () => {
	it('reaches the visitor in their language', async () => {
		const inGerman = visitAs();
		const context = { ...inGerman.context, languages: ['de-AT'] };
		const { prompt } = await display({ ...inGerman, context });
		expect(prompt.ask_later).toEqual({
			label: 'Später fragen',
			choices: [
				{ days: 1, label: 'Morgen' },
				{ days: 7, label: 'Nach dem Release' },
			],
		});
	});

	it('keeps the prompt away until then, and once more afterwards', async () => {
		const visit = visitAs();
		expect((await postpone(await display(visit), 1)).body).toMatchObject({ state: 'postponed' });
		expect(await decide(visit)).toMatchObject({ reason: 'postponed' });
		sdk.clock.now += day - 1_000;
		expect(await decide(visit)).toMatchObject({ reason: 'postponed' });
		sdk.clock.now += 1_000;
		const again = await display(visit);
		await report(again, 'displayed');
		expect(await decide(visit)).toMatchObject({ reason: 'seen_limit' });
	});

	it('holds for show(), and on every device of the account', async () => {
		await postpone(await display(visitAs('ada')), 7);
		const other = visitAs('ada');
		expect(await decide(other)).toMatchObject({ reason: 'postponed' });
		const shown = await sdk.post<{ decision: Decision }>('/show', {
			...other,
			id: newEvent('x', sdk.clock.now).id,
			survey_id: 'later',
		});
		expect(shown.body.decision).toMatchObject({ reason: 'postponed' });
	});

	it('is kept by a visitor who signs in later', async () => {
		const visit = visitAs();
		await postpone(await display(visit), 7);
		expect(await decide({ ...visit, identify: { account: 'grace' } })).toMatchObject({
			reason: 'postponed',
		});
		expect(await decide(visitAs('grace'))).toMatchObject({ reason: 'postponed' });
	});

	it('may be repeated, and does not follow the display or an answer', async () => {
		const shown = await display(visitAs());
		await postpone(shown, 1);
		expect((await postpone(shown, 7)).body).toMatchObject({ state: 'postponed' });
		expect((await report(shown, 'displayed')).body).toMatchObject({ state: 'postponed' });
		const answered = await display(visitAs());
		const { id, secret, prompt } = answered;
		const answers = { [prompt.questions[0]!.id]: 3 };
		const body = { site: site.siteId, display: id, secret, seq: 1, final: false, answers };
		await sdk.post('/answer', body);
		expect((await postpone(answered, 1)).body).toMatchObject({ state: 'displayed' });
	});

	it('is over with an answer', async () => {
		const visit = visitAs();
		const shown = await display(visit);
		await postpone(shown, 7);
		const answers = { [shown.prompt.questions[0]!.id]: 3 };
		const { id, secret } = shown;
		await sdk.post('/answer', {
			site: site.siteId,
			display: id,
			secret,
			seq: 1,
			final: true,
			answers,
		});
		expect(await decide(visit)).toMatchObject({ reason: 'seen_limit' });
	});

	it('takes only what the prompt offers', async () => {
		const shown = await display(visitAs());
		expect((await postpone(shown, 2)).body).toMatchObject({
			error: { code: 'invalid_request', field: 'days', hint: 'The prompt offers 1, 7.' },
		});
		expect((await report(shown, 'postponed')).body).toMatchObject({ error: { field: 'days' } });
		expect((await report(shown, 'dismissed', { days: 1 })).body).toMatchObject({
			error: { field: 'days' },
		});
		expect((await postpone(await display(visitAs(), 'closed'), 1)).body).toMatchObject({
			error: { field: 'days', hint: 'The prompt does not offer "Ask me later".' },
		});
	});
});
