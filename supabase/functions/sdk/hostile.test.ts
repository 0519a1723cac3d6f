import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

import { errors } from '@feedback/contract';

import { rounds } from '../../../testing/thorough.ts';
import { guards } from '../_shared/http/body.ts';
import { displaySecret } from './display-secret.ts';
import {
	brokenBodies,
	goodRequest,
	oneFaultRequests,
	type Ground,
	type HostileRequest,
} from '../tests/hostile.ts';
import { openSdk, newCaller, newEvent, type TestSdk } from '../tests/sdk.ts';
import { openSites, type TestSite, type TestSites } from '../tests/sites.ts';
import type { ServiceOptions } from './service.ts';
import type { EventsResponse } from '../../../contract/src/wire.ts';

let sites: TestSites;
let site: TestSite;
let ground: Ground;
let sdk: TestSdk;

beforeAll(async () => {
	vi.spyOn(console, 'error');
	sites = await openSites();
});

beforeEach(async () => {
	site = await sites.makeSite();
	await sites.publish(site.siteId, { survey_id: 'quick-poll', trigger: { events: ['rated'] } });
});

afterAll(async () => {
	vi.mocked(console.error).mockRestore();
	await sites.end();
});

/** A function to attack, with a display that may be answered. */
async function openTarget(options: Partial<ServiceOptions> = {}) {
	sdk = openSdk(sites.ingestUrl, options);
	const { now } = sdk.clock;
	const request = {
		...newCaller(site.siteId, now),
		events: [newEvent('rated', now)],
		decide: true,
	};
	const { decision } = (await sdk.post<EventsResponse>('/events', request)).body;
	if (decision?.reason !== 'displayed') throw new Error(decision?.reason);
	ground = {
		site: site.siteId,
		now,
		display: decision.display.id,
		secret: decision.display.secret,
	};
	return sdk;
}

/** Sends a request and returns the problem with the response; counts the events that it reports as recorded. */
async function attack(request: HostileRequest, recorded: { count: number }) {
	const answer = await sdk.post(request.route, request.body);
	const { status, body } = answer;
	if (status >= 500) return `${status} to ${request.route}: ${request.what}`;
	if (status >= 400) {
		const { code, message } = (body['error'] ?? {}) as { code?: string; message?: string };
		if (!code || !(code in errors) || !message) return `no error shape: ${request.what}`;
		return undefined;
	}
	for (const result of (body['results'] ?? []) as EventsResponse['results']) {
		if (result.status === 'recorded') recorded.count++;
		else if (result.status === 'rejected' && !result.error?.field) {
			return `no field named: ${request.what}`;
		}
	}
	return undefined;
}

/** The first wrong response among many requests. */
async function findFault(requests: fc.Arbitrary<HostileRequest>, count: number, seed: number) {
	const recorded = { count: 0 };
	for (const request of fc.sample(requests, { numRuns: count, seed })) {
		const fault = await attack(request, recorded);
		if (fault) return fault;
	}
	expect(await sites.countEvents(site.siteId)).toBe(recorded.count + 1);
	return undefined;
}

describe('hostile requests', () => {
	it('with one invalid field cause no server error and store nothing', async () => {
		await openTarget();
		expect(
			await findFault(
				oneFaultRequests(() => ground),
				rounds(800, 3_000),
				20_261_120,
			),
		).toBe(undefined);
		expect(({} as Record<string, unknown>)['x']).toBe(undefined);
		for (const route of [
			'/events',
			'/identify',
			'/reset',
			'/show',
			'/claim',
			'/poll',
			'/display',
			'/answer',
		]) {
			const good = await sdk.post(route, goodRequest(ground, route));
			expect([route, good.status]).toEqual([route, route === '/show' ? 201 : 200]);
		}
		await sdk.end();
	}, 120_000);

	it('that are truncated, altered or random cause no server error', async () => {
		await openTarget();
		expect(
			await findFault(
				brokenBodies(() => ground),
				rounds(300, 1_000),
				20_261_121,
			),
		).toBe(undefined);
		await sdk.end();
	}, 60_000);
});

describe('the search for faults', () => {
	it('finds one when texts are not checked', async () => {
		await openTarget({ guards: { ...guards, checkValue: () => undefined } });
		const fault = await findFault(
			oneFaultRequests(() => ground),
			rounds(800, 3_000),
			20_261_120,
		);
		expect(fault).toMatch(/^5\d\d .*\\u0000|^5\d\d .*\\ud/);
		await sdk.end();
	}, 60_000);

	it('finds one when the depth is not checked', async () => {
		await openTarget({ guards: { ...guards, parseJson: (text) => JSON.parse(text) as unknown } });
		const fault = await findFault(
			oneFaultRequests(() => ground),
			rounds(800, 3_000),
			20_261_120,
		);
		expect(fault).toMatch(/^5\d\d .*@deep/);
		await sdk.end();
	}, 60_000);
});

it('another visitor’s display is inaccessible, whatever is sent', async () => {
	const target = await openTarget();
	const other = await sites.makeSite();
	const secret = displaySecret(target.keyring, ground.display);
	for (const [from, key, status] of [
		[other.siteId, secret, 404],
		[site.siteId, 'x'.repeat(32), 403],
		[other.siteId, 'x'.repeat(32), 403],
	] as const) {
		const body = {
			site: from,
			display: ground.display,
			secret: key,
			seq: 1,
			final: true,
			answers: { score: 1 },
		};
		expect((await target.post('/answer', body)).status).toBe(status);
	}
	expect(await sites.sql`select from app.responses where site_id = ${site.id}`).toHaveLength(0);
	await target.end();
});
