// Responses that become issues in Linear and comments on them, against a server that answers as its API does.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import {
	dashboardUrl,
	openIssueDelivery,
	type IssueDelivery,
} from '../../../tests/issue-delivery.ts';
import { linearKey, openLinear, refuse, type TestLinear } from '../../../tests/linear.ts';

let linear: TestLinear;
let at: IssueDelivery;

beforeAll(async () => {
	linear = await openLinear();
	at = await openIssueDelivery(linear, {
		kind: 'linear',
		name: 'Product',
		tracker: { team: 'ENG' },
		token: linearKey,
	});
});
afterAll(() => at.end());
beforeEach(async () => {
	for (const list of [linear.issues, linear.comments]) list.length = 0;
	await at.reset();
});

it('a response becomes an issue of the team', async () => {
	const response = await at.answer({ score: 2, why: 'Far too slow @ada' });
	await at.deliver();
	const [issue] = linear.issues;
	expect(issue!.title).toBe('After the first report: Far too slow @\u2060ada');
	const link = `${dashboardUrl}/sites/${at.place.site}/responses?response=${response}`;
	expect(issue!.description).toContain(`[Open the response](<${link}>)`);
	expect(issue!.description).toContain('```text\nFar too slow @ada\n```');
	expect(await at.listIssues({ response })).toMatchObject([
		{ key: 'ENG-1', url: 'https://linear.app/acme/issue/ENG-1/slug' },
	]);
});

it('a lost answer makes no second issue and no second comment', async () => {
	const first = await at.answer({ score: 2, why: 'Slow' });
	// The first request finds the team.
	linear.faults.push({ status: 503 });
	await at.deliver();
	expect(linear.issues).toEqual([]);
	await at.deliverLater();
	expect(linear.issues).toHaveLength(1);
	const [issue] = await at.listIssues({ response: first });
	const second = await at.answer({ score: 1, why: 'Slow again' });
	await at.sql`update app.destinations set event_types = '{}' where id = ${at.place.destination}`;
	await at.send(at.owner, [second], { words: true, issue: issue!.id });
	linear.faults.push('interrupted');
	await at.deliver();
	await at.deliverLater();
	expect(linear.comments).toMatchObject([{ issueId: 'ENG-1' }]);
	expect(linear.comments[0]!.body).toContain('Slow again');
	expect((await at.readDeliveries())[0]).toMatchObject({ state: 'delivered', attempts: 2 });
});

it('a team that the key does not see is explained', async () => {
	await at.reset({ event_types: ['response.closed'], tracker: { team: 'OPS' } });
	await at.answer({ score: 2 });
	await at.deliver();
	const [delivery] = await at.readDeliveries();
	expect(delivery!.last_attempt!.error).toBe('The API key sees no team OPS in Linear.');
});

describe('an answer of Linear', () => {
	it.each([
		[
			refuse(401, 'authentication error', 'AUTHENTICATION_ERROR'),
			/does not accept the API key/,
			'waiting',
		],
		[refuse(200, 'forbidden', 'FORBIDDEN'), /may not do this/, 'waiting'],
		[refuse(200, 'invalid input', 'INPUT_ERROR'), /refuses the content/, 'failed'],
		[refuse(200, 'usage limit exceeded', 'USAGE_LIMIT'), /limit of its plan/, 'waiting'],
		[
			refuse(400, 'ratelimited', 'RATELIMITED', {
				'x-ratelimit-requests-reset': String(Date.now() + 3_600_000),
			}),
			/limits how often/,
			'waiting',
		],
		[{ status: 502 }, /answered with 502/, 'waiting'],
	])('%# is explained in the log', async (reply, error, state) => {
		await at.answer({ score: 2, why: 'Secret words' });
		linear.faults.push(reply);
		await at.deliver();
		const [delivery] = await at.readDeliveries();
		expect(delivery).toMatchObject({ state, last_attempt: { outcome: 'rejected' } });
		expect(delivery!.last_attempt!.error).toMatch(error);
		expect(delivery!.last_attempt!.error).not.toContain('Secret');
		const wait = Date.parse(delivery!.next_at ?? '') - Date.now();
		if (error.source.includes('limits')) expect(wait).toBeGreaterThan(3_400_000);
	});
});
