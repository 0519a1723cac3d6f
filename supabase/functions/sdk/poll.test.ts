// Polls of idle pages, which display prompts that wait for the account because of a backend event.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { EventsResponse, IdentifyResponse, PollResponse } from '../../../contract/src/wire.ts';
import { reportAsBackend } from '../../tests/backend.ts';
import { mintUuidv7 } from '../_shared/uuidv7.ts';
import { newCaller, newEvent, openSdk, type TestSdk } from '../tests/sdk.ts';
import { openSites, type TestSites } from '../tests/sites.ts';

let sites: TestSites;
let sdk: TestSdk;
let site: { id: string; siteId: string };

beforeAll(async () => {
	sites = await openSites();
	sdk = openSdk(sites.ingestUrl);
	site = await sites.makeSite();
	await sites.publish(site.siteId, {
		survey_id: 'after-payment',
		trigger: { events: ['invoice.paid'], source: 'backend' },
	});
});
afterAll(async () => {
	await sdk.end();
	await sites.end();
});

const pay = (account: string) =>
	reportAsBackend(
		sites.sql as never,
		site.id,
		account,
		'invoice.paid',
		{},
		{ now: new Date(sdk.clock.now) },
	);

/** A browser of the account, with the ID of its next poll. */
async function signIn(account: string) {
	const caller = newCaller(site.siteId, sdk.clock.now);
	const { body } = await sdk.post<IdentifyResponse>('/identify', {
		...caller,
		context: undefined,
		identify: { account, traits: {} },
	});
	return { caller, id: body.poll! };
}

type Browser = Awaited<ReturnType<typeof signIn>>;
const poll = ({ caller, id }: Browser) => sdk.post<PollResponse>('/poll', { ...caller, id });

describe('a poll', () => {
	it('is requested only by a site with a prompt for backend events', async () => {
		const other = await sites.makeSite();
		await sites.publish(other.siteId, { survey_id: 'usual' });
		const report = async (siteId: string) => {
			const { body } = await sdk.post<EventsResponse>('/events', {
				...newCaller(siteId, sdk.clock.now),
				events: [newEvent('page.read', sdk.clock.now)],
				decide: true,
			});
			return body.poll;
		};
		expect(await report(other.siteId)).toBeUndefined();
		const first = await report(site.siteId);
		expect(first).toMatch(/^[\da-f-]{36}$/);
		expect(await report(site.siteId)).not.toBe(first);
	});

	it('displays a prompt that waits for the account once, in one browser', async () => {
		const [one, other, stranger] = await Promise.all(['ada', 'ada', 'bob'].map(signIn));
		const nothing = await poll(one!);
		expect(nothing).toMatchObject({ status: 200, body: { poll: expect.any(String) } });
		expect(nothing.body.decision).toBeUndefined();
		expect(await pay('ada')).toMatchObject({ reason: 'waiting' });
		expect((await poll(stranger!)).body.decision).toBeUndefined();
		const answers = await Promise.all([one!, other!].map(poll));
		const shown = answers.filter(({ body }) => body.decision);
		expect(shown).toMatchObject([
			{
				status: 201,
				body: {
					decision: { reason: 'displayed', display: { prompt: { survey_id: 'after-payment' } } },
				},
			},
		]);
		const { display } = shown[0]!.body.decision as { display: { id: string; secret: string } };
		await sdk.post('/display', {
			site: site.siteId,
			display: display.id,
			secret: display.secret,
			state: 'displayed',
		});
		for (const browser of [one!, other!])
			expect((await poll(browser)).body.decision).toBeUndefined();
	});

	it('releases the display when it is repeated because its response was lost', async () => {
		const browser = await signIn('carl');
		await pay('carl');
		expect((await poll(browser)).status).toBe(201);
		expect((await poll(browser)).body.decision).toBeUndefined();
		const states = await sites.sql`
			select state from app.displays d join app.subjects s on s.id = d.subject_id where s.account = 'carl'`;
		expect(states).toEqual([{ state: 'released' }]);
		sdk.clock.now += 11 * 60_000;
		expect(await poll({ ...browser, id: mintUuidv7(sdk.clock.now) })).toMatchObject({
			status: 201,
		});
	});

	it('is not answered by a show of another prompt', async () => {
		const browser = await signIn('frank');
		await pay('frank');
		const request = { ...browser.caller, id: mintUuidv7(sdk.clock.now), survey_id: 'nothing' };
		const { status, body } = await sdk.post<PollResponse>('/show', request);
		expect([status, body.decision]).toEqual([200, { reason: 'no_prompt' }]);
		expect((await poll(browser)).status).toBe(201);
	});

	it('may contain an identify', async () => {
		const caller = newCaller(site.siteId, sdk.clock.now);
		await pay('dora');
		const { status, body } = await sdk.post<PollResponse>('/poll', {
			...caller,
			id: mintUuidv7(sdk.clock.now),
			identify: { account: 'dora', traits: { plan: 'pro' } },
		});
		expect([status, body.identity]).toEqual([201, 'reported']);
		const [visitor] = await sites.sql`select traits from app.visitors where id = ${caller.visitor}`;
		expect(visitor).toEqual({ traits: { plan: 'pro' } });
	});

	it('shows no prompt of an account to a visitor who signed out', async () => {
		const browser = await signIn('eve');
		await sdk.post('/reset', { ...browser.caller, context: undefined });
		await pay('eve');
		expect((await poll(browser)).body.decision).toBeUndefined();
	});
});
