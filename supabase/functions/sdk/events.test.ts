import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { mintUuidv7 } from '../_shared/uuidv7.ts';
import { openSdk, newCaller, newEvent, type TestSdk } from '../tests/sdk.ts';
import { openSites, type TestSites } from '../tests/sites.ts';
import { localizePrompt, promptSchema } from '@feedback/contract';
import languageVectors from '../../../contract/vectors/languages.json' with { type: 'json' };
import { limits } from '../../../contract/src/limits.ts';
import type {
	DecisionResponse,
	ErrorResponse,
	EventsResponse,
} from '../../../contract/src/wire.ts';

let sites: TestSites;
let sdk: TestSdk;
let site: string;

beforeAll(async () => {
	sites = await openSites();
	sdk = openSdk(sites.ingestUrl);
	site = (await sites.makeSite()).siteId;
	await sites.publish(site, {
		survey_id: 'export-experience',
		trigger: { events: ['report.exported'] },
		audience: { trait: 'plan', op: 'is', value: 'secret-plan' },
		translations: { de: { questions: { score: { title: 'Wie war der Export?' } } } },
	});
	await sites.publish(site, {
		survey_id: 'later',
		trigger: { events: ['plan.changed'] },
		timing: { delay_seconds: 3 },
	});
	await sites.publish(site, { survey_id: 'quick-poll' });
});

afterAll(async () => {
	await sdk.end();
	await sites.end();
});

const traits = { plan: 'secret-plan' };
const identify = () => ({ account: `account-${crypto.randomUUID()}`, traits });
const triggering = () => ({
	...newCaller(site, sdk.clock.now),
	identify: identify(),
	events: [newEvent('report.exported', sdk.clock.now, { properties: { format: 'pdf' } })],
	decide: true,
});

describe('the page of an event', () => {
	it.each([
		['/reports?token=secret', '/reports'],
		['/reports#token=secret', '/reports'],
		['/reports', '/reports'],
		['/%C3%BCber-uns', '/über-uns'],
		['/%E8%A8%AD%E5%AE%9A/a%2Fb%20c', '/設定/a%2Fb%20c'],
		['/%FF/%C3', '/%FF/%C3'],
		['/app#/settings?token=secret', '/app#/settings'],
		['/?token=secret#!/settings', '/#!/settings'],
		[`/${'x'.repeat(2_000)}`, `/${'x'.repeat(1_023)}`],
	])('reported as %s is stored as %s', async (path, expected) => {
		const caller = newCaller(site, sdk.clock.now);
		const event = newEvent('page.read', sdk.clock.now);
		await sdk.post<EventsResponse>('/events', {
			...caller,
			context: { ...caller.context, path },
			events: [event],
			decide: false,
		});
		const [kept] = await sites.sql`select context from app.event_details where id = ${event.id}`;
		expect(kept).toEqual({ context: { ...caller.context, path: expected } });
	});
});

describe('what a browser says about its page', () => {
	it.each([
		['an odd language', { languages: ['*', '', 'x'.repeat(80), 7, 'de-AT'] }, ['*', 'de-AT']],
		['more languages than are kept', { languages: Array(9).fill('de') }, Array(5).fill('de')],
		['no list', { languages: 'de', path: 7, device: 'watch', extra: 1 }, undefined],
		['no object', 'page', undefined],
	])('never refuses the event: %s', async (_, context, languages) => {
		const event = newEvent('page.read', sdk.clock.now);
		const answer = await sdk.post<EventsResponse>('/events', {
			...newCaller(site, sdk.clock.now),
			context,
			events: [event],
			decide: false,
		});
		expect(answer.body.results).toMatchObject([{ status: 'recorded' }]);
		const [kept] = await sites.sql`select context from app.event_details where id = ${event.id}`;
		expect(kept).toMatchObject({ context: languages ? { languages } : {} });
	});

	it.each(languageVectors.matches.filter((_, index) => index % 10 === 0))(
		'chooses the language of the prompt: of $preferred, $match',
		({ offered, preferred, match }) => {
			const [own = 'en', ...others] = offered;
			const prompt = promptSchema.parse({
				survey_id: 'languages',
				name: 'Languages',
				language: own,
				questions: [{ id: 'why', type: 'short_text', title: 'Why?' }],
				translations: Object.fromEntries(
					others.map((tag) => [tag, { questions: { why: { title: tag } } }]),
				),
			});
			expect(localizePrompt(prompt, 1, preferred).language).toBe(match ?? own);
		},
	);
});

describe('an event that triggers a prompt', () => {
	it('returns the prompt to draw in the language of the visitor, and nothing about targeting', async () => {
		const { body, status } = await sdk.post<EventsResponse>('/events', triggering());
		expect(status).toBe(201);
		expect(body.identity).toBe('reported');
		const decision = body.decision!;
		if (decision.reason !== 'displayed') throw new Error(decision.reason);
		expect(decision.display.secret).toMatch(/^[\w-]{32}$/);
		expect(decision.display.prompt).toMatchObject({
			survey_id: 'export-experience',
			revision: 1,
			language: 'de',
			questions: [{ id: 'score', title: 'Wie war der Export?' }, { id: 'why' }],
		});
		expect(JSON.stringify(body)).not.toMatch(/secret-plan|audience|sampling|trigger|account/);
	});

	it('has the appearance of the site if the prompt sets none', async () => {
		const appearance = { theme: 'dark', accent: '#112233', position: 'top_left' };
		const { siteId } = await sites.makeSite({ appearance });
		await sites.publish(siteId, {
			survey_id: 'dressed',
			trigger: { events: ['report.exported'] },
			appearance: { accent: '#445566' },
		});
		const { body } = await sdk.post<EventsResponse>('/events', { ...triggering(), site: siteId });
		if (body.decision?.reason !== 'displayed') throw new Error(body.decision?.reason);
		expect(body.decision.display.prompt.appearance).toEqual({
			theme: 'dark',
			accent: '#445566',
			font: 'system',
			position: 'top_left',
		});
	});

	it('sent again is a duplicate with the same display and secret', async () => {
		const request = triggering();
		const first = await sdk.post<EventsResponse>('/events', request);
		const again = await sdk.post<EventsResponse>('/events', request);
		expect(again.body.results[0]!.status).toBe('duplicate');
		expect(again.body.decision).toEqual(first.body.decision);
		expect([first.status, again.status]).toEqual([201, 201]);
		expect(await sites.countEvents(site, request.visitor)).toBe(1);
	});

	it('sent by another visitor reveals nothing', async () => {
		const request = triggering();
		await sdk.post('/events', request);
		const other = { ...request, ...newCaller(site, sdk.clock.now), identify: identify() };
		const answer = await sdk.post<EventsResponse>('/events', other);
		expect(answer).toMatchObject({
			status: 200,
			body: { results: [{ status: 'duplicate' }], decision: { reason: 'duplicate' } },
		});
	});

	it('sent again without a decision releases the display that it had reserved', async () => {
		const request = triggering();
		await sdk.post('/events', request);
		const released = await sdk.post('/events', { ...request, decide: false });
		expect(released.status).toBe(200);
		const next = { ...request, events: [newEvent('report.exported', sdk.clock.now)] };
		const answer = await sdk.post<EventsResponse>('/events', next);
		expect(answer.body.decision?.reason).toBe('displayed');
	});

	it('of a visitor outside the audience returns only the reason', async () => {
		const { identify: _, ...request } = triggering();
		const { body, status } = await sdk.post<EventsResponse>('/events', request);
		expect(status).toBe(200);
		expect(body.decision).toEqual({ reason: 'audience' });
		expect(body.identity).toBe(undefined);
	});
});

describe('a batch', () => {
	it('stores its valid events and returns the errors of the others, in order', async () => {
		const { now } = sdk.clock;
		const request = {
			...newCaller(site, now),
			events: [
				newEvent('first.good', now),
				newEvent('-bad name', now),
				newEvent('second.good', now, { properties: { a: 1 } }),
				newEvent('bad.value', now, { properties: { nested: { a: 1 } } }),
				newEvent('bad.text', now, { properties: { note: 'a\0b' } }),
				'no event at all',
				newEvent('bad.key', now, { extra: 1 }),
				newEvent('too.old', now - 49 * 3_600_000),
				newEvent('too.new', now + 6 * 60_000),
			],
			decide: false,
			dropped: { queue_full: 3 },
		};
		const { body, status } = await sdk.post<EventsResponse>('/events', request);
		expect(status).toBe(200);
		expect(body.decision).toBe(undefined);
		expect(body.results.map(({ status: is, error }) => error?.field ?? is)).toEqual([
			'recorded',
			'events.1.name',
			'recorded',
			'events.3.properties.nested',
			'events.4.properties.note',
			'events.5',
			'events.6.extra',
			'stale',
			'stale',
		]);
		const ids = request.events.map((event) => (typeof event === 'string' ? '' : event.id));
		expect(body.results.map(({ id }) => id)).toEqual(ids);
		expect(await sites.countEvents(site, request.visitor)).toBe(2);
	});

	it('refuses more causes of dropped events than an SDK has, and stores nothing', async () => {
		const { now } = sdk.clock;
		const causes = Array.from({ length: limits.queue.dropCauses + 1 }, (_, at) =>
			'x'.repeat(at + 1),
		);
		const request = {
			...newCaller(site, now),
			events: [newEvent('done', now)],
			decide: false,
			dropped: Object.fromEntries(causes.map((cause) => [cause, 1])),
		};
		const { body, status } = await sdk.post<ErrorResponse>('/events', request);
		expect(status).toBe(400);
		expect(body.error).toMatchObject({
			field: 'dropped',
			message: `dropped must have at most ${limits.queue.dropCauses} causes`,
		});
		expect(await sites.countEvents(site, request.visitor)).toBe(0);
	});

	it('without a valid event still gets a response, and its identity is stored', async () => {
		const account = `account-${crypto.randomUUID()}`;
		const request = {
			...newCaller(site, sdk.clock.now),
			identify: { account },
			events: [newEvent('', sdk.clock.now)],
			decide: false,
		};
		const { body } = await sdk.post<EventsResponse>('/events', request);
		expect(body.results).toMatchObject([{ status: 'rejected', error: { field: 'events.0.name' } }]);
		expect(await sites.sql`select from app.subjects where account = ${account}`).toHaveLength(1);
	});

	it('of more than twenty is refused completely', async () => {
		const one = () => newEvent('many', sdk.clock.now);
		const request = {
			...newCaller(site, sdk.clock.now),
			events: Array.from({ length: 21 }, one),
			decide: false,
		};
		const answer = await sdk.post('/events', request);
		expect(answer.status).toBe(400);
		expect(await sites.countEvents(site, request.visitor)).toBe(0);
	});

	it('may contain the same event twice', async () => {
		const event = newEvent('twice', sdk.clock.now);
		const request = { ...newCaller(site, sdk.clock.now), events: [event, event], decide: false };
		const { body } = await sdk.post<EventsResponse>('/events', request);
		expect(body.results.map(({ status }) => status)).toEqual(['recorded', 'duplicate']);
	});
});

describe('a stale event', () => {
	it('is neither stored nor decided, and returns the time', async () => {
		const request = triggering();
		request.events = [newEvent('report.exported', sdk.clock.now + 6 * 60_000)];
		const { body } = await sdk.post<EventsResponse>('/events', request);
		expect(body).toMatchObject({ results: [{ status: 'stale' }], now: sdk.clock.now });
		expect(body.decision).toBe(undefined);
		expect(await sites.countEvents(site, request.visitor)).toBe(0);
	});
});

describe('a delayed prompt', () => {
	it('waits, and is claimed when it is due', async () => {
		const caller = newCaller(site, sdk.clock.now);
		const request = { ...caller, events: [newEvent('plan.changed', sdk.clock.now)], decide: true };
		const waiting = (await sdk.post<EventsResponse>('/events', request)).body.decision!;
		expect(waiting).toEqual({ reason: 'waiting', due: sdk.clock.now + 3_000, survey_id: 'later' });
		const claim = { ...caller, event: request.events[0]!.id };
		const early = await sdk.post<DecisionResponse>('/claim', claim);
		expect(early).toMatchObject({ status: 200, body: { decision: { reason: 'waiting' } } });
		sdk.clock.now += 3_000;
		const due = await sdk.post<DecisionResponse>('/claim', claim);
		expect(due.status).toBe(201);
		expect(due.body.decision).toMatchObject({
			reason: 'displayed',
			display: { prompt: { survey_id: 'later' } },
		});
		const again = await sdk.post<DecisionResponse>('/claim', claim);
		expect(again).toMatchObject({ status: 200, body: { decision: { reason: 'duplicate' } } });
	});

	it('of another visitor cannot be claimed', async () => {
		const request = {
			...newCaller(site, sdk.clock.now),
			events: [newEvent('plan.changed', sdk.clock.now)],
			decide: true,
		};
		await sdk.post('/events', request);
		sdk.clock.now += 3_000;
		const claim = { ...newCaller(site, sdk.clock.now), event: request.events[0]!.id };
		const { body } = await sdk.post<DecisionResponse>('/claim', claim);
		expect(body.decision).toEqual({ reason: 'no_prompt' });
	});
});

describe('a prompt that another event may prevent', () => {
	it.each([
		['another event', 'page.read'],
		['its own event', 'checkout.started'],
	])('is displayed by %s after it is due, unless the preventing event arrived', async (_, next) => {
		const own = (await sites.makeSite()).siteId;
		await sites.publish(own, {
			survey_id: 'abandoned',
			trigger: {
				events: ['checkout.started'],
				unless: { events: ['checkout.completed'], within_minutes: 30 },
			},
		});
		const report = async (caller: ReturnType<typeof newCaller>, name: string) => {
			const events = [newEvent(name, sdk.clock.now)];
			const sent = { ...caller, events, decide: true };
			const { status, body } = await sdk.post<EventsResponse>('/events', sent);
			return [status, body.decision] as const;
		};
		const callers = [0, 1].map(() => newCaller(own, sdk.clock.now));
		const due = sdk.clock.now + 30 * 60_000;
		for (const caller of callers) {
			expect(await report(caller, 'checkout.started')).toEqual([
				200,
				{ reason: 'waiting', due, survey_id: 'abandoned' },
			]);
		}
		sdk.clock.now += 60_000;
		await report(callers[1]!, 'checkout.completed');
		sdk.clock.now = due;
		expect(await report(callers[0]!, next)).toEqual([
			201,
			expect.objectContaining({
				reason: 'displayed',
				display: expect.objectContaining({
					prompt: expect.objectContaining({ survey_id: 'abandoned' }),
				}),
			}),
		]);
		const other = (await report(callers[1]!, next))[1];
		expect(other).toMatchObject({ reason: next === 'page.read' ? 'no_prompt' : 'waiting' });
	});
});

describe('show', () => {
	const show = (more: Record<string, unknown> = {}) => ({
		...newCaller(site, sdk.clock.now),
		id: mintUuidv7(sdk.clock.now),
		survey_id: 'quick-poll',
		...more,
	});

	it('displays the named prompt and records no event', async () => {
		const request = show();
		const { body, status } = await sdk.post<DecisionResponse>('/show', request);
		expect(status).toBe(201);
		expect(body.decision).toMatchObject({
			reason: 'displayed',
			display: { prompt: { survey_id: 'quick-poll' } },
		});
		expect(await sites.countEvents(site, request.visitor)).toBe(0);
		const again = await sdk.post<DecisionResponse>('/show', request);
		expect(again).toMatchObject({ status: 201, body: { decision: body.decision } });
	});

	it('without a response releases its display when the SDK sends it again, and reserves none', async () => {
		await sites.publish(site, { survey_id: 'shown-once', limits: { show: 'once' } });
		const request = show({ survey_id: 'shown-once' });
		const lost = { ...request, decide: false };
		expect((await sdk.post('/show', lost)).body).toMatchObject({
			decision: { reason: 'duplicate' },
		});
		expect((await sdk.post('/show', request)).status).toBe(201);
		const later = { ...request, id: mintUuidv7(sdk.clock.now) };
		const limited = await sdk.post<DecisionResponse>('/show', later);
		expect(limited.body.decision.reason).toBe('seen_limit');
		expect(await sdk.post('/show', lost)).toMatchObject({
			status: 200,
			body: { decision: { reason: 'duplicate' } },
		});
		expect((await sdk.post('/show', later)).status).toBe(201);
	});

	it('displays no prompt that does not exist', async () => {
		const answer = await sdk.post<DecisionResponse>('/show', show({ survey_id: 'nothing' }));
		expect(answer).toMatchObject({ status: 200, body: { decision: { reason: 'no_prompt' } } });
	});
});

describe('reset', () => {
	it('ends the visitor: events are stored, but no longer decided', async () => {
		const caller = newCaller(site, sdk.clock.now);
		const report = async () => {
			const events = [newEvent('report.exported', sdk.clock.now)];
			const request = { ...caller, identify: { account: 'leaving', traits }, events, decide: true };
			return (await sdk.post<EventsResponse>('/events', request)).body;
		};
		expect((await report()).decision?.reason).toBe('displayed');
		expect((await sdk.post('/reset', caller)).body).toEqual({ now: sdk.clock.now });
		expect(await report()).toMatchObject({
			results: [{ status: 'recorded' }],
			decision: { reason: 'no_prompt' },
		});
	});

	it('tells the SDK if the identity that it contains is refused', async () => {
		const { siteId } = await sites.makeSite({ identity_proofs: 'require' });
		const caller = { ...newCaller(siteId, sdk.clock.now), identify: { account: 'unproved' } };
		const { status, body } = await sdk.post('/reset', caller);
		expect([status, body]).toEqual([200, { identity: 'refused', now: sdk.clock.now }]);
	});

	it('stores an identity that it contains, for the events that arrive later', async () => {
		const caller = newCaller(site, sdk.clock.now);
		await sdk.post('/reset', { ...caller, identify: { account: 'signed out', traits } });
		const event = newEvent('report.exported', sdk.clock.now);
		await sdk.post('/events', { ...caller, events: [event], decide: false });
		const [visitor] = await sites.sql`
			select s.account, v.reset_at is not null as ended
			from app.visitors v join app.subjects s on s.id = v.subject_id
			where v.id = ${caller.visitor}`;
		expect(visitor).toEqual({ account: 'signed out', ended: true });
	});
});

describe('too many events of one visitor', () => {
	it('are stored, and nothing is decided until later', async () => {
		const caller = newCaller(site, sdk.clock.now);
		const address = { 'x-forwarded-for': '198.51.100.7' };
		let throttled;
		for (let sent = 0; sent < 200 && !throttled; sent++) {
			const request = { ...caller, events: [newEvent('busy', sdk.clock.now)], decide: true };
			const answer = await sdk.post<EventsResponse>('/events', request, address);
			expect(answer.body.results[0]!.status).toBe('recorded');
			if (answer.body.decision?.reason === 'throttled') throttled = answer;
		}
		expect(throttled?.status).toBe(200);
		expect(Number(throttled?.headers.get('retry-after'))).toBeGreaterThan(0);
	});
});
