// The response rate of a prompt by device, path, hour, saved audience and trait.
import { limits } from '@feedback/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { EventsResponse } from '../../../../contract/src/wire.ts';
import { connect } from '../../tests/connections.ts';
import { newCaller, newEvent, openSdk, type TestSdk } from '../../tests/sdk.ts';
import { openWorkspace, type TestWorkspace } from '../../tests/workspace.ts';

let team: TestWorkspace;
let sdk: TestSdk;
let site: string;
let prompt: string;

beforeAll(async () => {
	team = await openWorkspace();
	sdk = openSdk(team.sites.ingestUrl);
	site = team.site.id;
	prompt = await team.sites.publish(team.site.siteId, {
		survey_id: 'rated',
		trigger: { events: ['rated'] },
		questions: [{ id: 'score', type: 'nps', title: 'Would you recommend us?' }],
	} as never);
});
afterAll(async () => {
	await sdk.end();
	await team.end();
});

type Given = { context?: object; traits?: Record<string, unknown>; score?: number; at?: string };

/** A display through the SDK, answered if there is a score; `at` moves it to another time. */
async function display({ context, traits = {}, score, at }: Given): Promise<void> {
	const caller = newCaller(team.site.siteId, sdk.clock.now);
	const { body } = await sdk.post<EventsResponse>('/events', {
		...caller,
		context,
		decide: true,
		identify: { account: crypto.randomUUID(), traits },
		events: [newEvent('rated', sdk.clock.now)],
	});
	if (body.decision?.reason !== 'displayed') throw new Error(JSON.stringify(body));
	const { id, secret } = body.decision.display;
	if (score !== undefined) {
		const answers = { score };
		await sdk.post('/answer', {
			site: caller.site,
			display: id,
			secret,
			seq: 1,
			final: true,
			answers,
		});
	}
	if (at === undefined) return;
	await team.sites.sql`
		update app.displays set reserved_at = ${at} where site_id = ${site} and id = ${id}`;
}

async function read(by: string, more: object = {}) {
	const { body, status, error } = await team.manage.ask(team.viewer, 'getResponseRates', {
		site,
		prompt,
		by,
		...more,
	} as never);
	expect(status, JSON.stringify(error)).toBe(200);
	return body as never as {
		displays: number;
		responses: number;
		groups: { key: string | null; name: string | null; displays: number; responses: number }[];
		rest: { groups: number; displays: number; responses: number } | null;
		left_out: { key: string; name: string }[];
	};
}
const written = ({ groups }: Awaited<ReturnType<typeof read>>) =>
	groups.map(({ key, responses, displays }) => `${key}: ${responses} of ${displays}`);

describe('response rates', () => {
	it('are empty without displays', async () => {
		expect(await read('device')).toEqual({
			displays: 0,
			responses: 0,
			response_rate: null,
			groups: [],
			rest: null,
			left_out: [],
			counted_since: null,
		});
	});

	it('are listed for each group, the unknown group last', async () => {
		const phone = { device: 'phone', path: '/reports' };
		const desktop = { device: 'desktop', path: '/settings' };
		await display({ context: phone, traits: { plan: 'pro', seats: 3 }, score: 9 });
		await display({ context: phone, traits: { plan: 'pro' } });
		await display({ context: phone, traits: { plan: 'free', seats: '3' } });
		await display({ context: desktop, traits: { plan: 'free' }, score: 2 });
		await display({ score: 10 });
		const devices = await read('device');
		expect(written(devices)).toEqual(['phone: 1 of 3', 'desktop: 1 of 1', 'null: 1 of 1']);
		expect(devices).toMatchObject({ displays: 5, responses: 3, rest: null });
		expect(devices.groups[0]).toMatchObject({
			response_rate: { value: 1 / 3, low: expect.any(Number), fixed_n: expect.anything() },
		});
		expect(written(await read('path'))).toEqual([
			'/reports: 1 of 3',
			'/settings: 1 of 1',
			'null: 1 of 1',
		]);
		expect(written(await read('trait:plan'))).toEqual([
			'free: 1 of 2',
			'pro: 1 of 2',
			'null: 1 of 1',
		]);
		expect(written(await read('trait:seats'))).toEqual(['3: 1 of 2', 'null: 2 of 3']);
		expect(written(await read('trait:gone'))).toEqual(['null: 3 of 5']);
	});

	it('are read by a connection that may read responses, which compares the context too', async () => {
		const { manage, viewer, site: at } = team;
		const connection = await connect(team.sites.sql, manage, viewer, [site]);
		await team.sites.sql`
			insert into app.grants (connection_id, workspace_id, site_id, action, mode, approved_by, expires_at)
			values (${connection.id}, ${at.workspace}, ${site}, 'response:read', 'until', ${viewer.id},
				now() + interval '1 day')`;
		const asked = { site, prompt, by: 'device' as const };
		const { error, body } = await manage.ask(connection, 'getResponseRates', asked);
		expect(error).toBeUndefined();
		expect(body.groups.map(({ key }) => key)).toEqual(['phone', 'desktop', null]);
		const condition = JSON.stringify({ context: 'device', op: 'is', value: 'phone' });
		const summary = await manage.ask(connection, 'summarizeResponses', { site, prompt, condition });
		expect([summary.error, summary.body.displays]).toEqual([undefined, 3]);
	});

	it('apply a filter, including a saved one', async () => {
		expect(written(await read('device', { trait: 'plan:pro' }))).toEqual(['phone: 1 of 2']);
		const { status } = await team.manage.ask(team.editor, 'createSavedFilter', {
			site,
			prompt,
			name: 'Free',
			filter: { trait: ['plan:free'] },
		});
		expect(status).toBe(200);
		expect(written(await read('device', { filter: 'Free' }))).toEqual([
			'desktop: 1 of 1',
			'phone: 0 of 1',
		]);
		const now = new Date(sdk.clock.now).toISOString();
		expect(await read('device', { until: '2020-01-01T00:00:00Z' })).toMatchObject({ displays: 0 });
		expect(await read('device', { since: '2020-01-01T00:00:00Z', until: now })).toMatchObject({
			responses: expect.any(Number),
		});
	});

	it('are null with a filter by answers', async () => {
		const condition = JSON.stringify({ answer: 'score', op: 'at_most', value: 6 });
		const found = await read('device', { condition });
		expect(found).toMatchObject({ displays: 1, responses: 1, response_rate: null });
		expect(found.groups).toMatchObject([{ key: 'desktop', response_rate: null }]);
	});

	it('count an answer at the hour of its display, in the time zone of the site', async () => {
		const night = { trait: 'plan:night' };
		const traits = { plan: 'night' };
		const day = (ago: number) =>
			new Date(sdk.clock.now - ago * 86_400_000).toISOString().slice(0, 10);
		// Kolkata is five and a half hours ahead all year.
		await display({ traits, at: `${day(3)}T18:29:59Z`, score: 4 });
		await display({ traits, at: `${day(3)}T18:30:00Z` });
		await display({ traits, at: `${day(4)}T03:30:00Z`, score: 4 });
		await display({ traits, at: `${day(2)}T03:40:00Z` });
		expect(written(await read('hour', night))).toEqual(['3: 1 of 2', '18: 1 of 2']);
		await team.sites.sql`
			update app.sites set settings = settings || '{"time_zone": "Asia/Kolkata"}' where id = ${site}`;
		expect(written(await read('hour', night))).toEqual(['0: 0 of 1', '9: 1 of 2', '23: 1 of 1']);
	});

	it('list the largest groups, and combine the rest', async () => {
		const most = limits.results.rateGroups;
		const traits = { many: true };
		for (let page = 0; page < most + 2; page++) {
			const context = { path: `/p/${page}` };
			await display({ traits, context, ...(page === most && { score: 1 }) });
		}
		await display({ traits, context: { path: '/p/0' } });
		await display({ traits });
		const { groups, rest, displays } = await read('path', { trait: 'many:true' });
		expect(groups).toHaveLength(most + 1);
		expect(groups[0]).toMatchObject({ key: '/p/0', displays: 2 });
		expect(groups.at(-1)).toMatchObject({ key: null, displays: 1 });
		expect(rest).toMatchObject({ groups: 2, displays: 2 });
		expect(displays).toBe(most + 4);
	});

	it('of audiences count displays that match the newest rule, and name audiences that cannot be evaluated', async () => {
		const save = (key: string, name: string, rule: object) =>
			team.manage.ask(team.editor, 'createAudience', { site, key, name, rule } as never);
		await save('paying', 'Paying', { trait: 'plan', op: 'is', value: 'free' });
		await save('phones', 'On phones', {
			all: [
				{ context: 'device', op: 'is', value: 'phone' },
				{ trait: 'plan', op: 'exists' },
			],
		});
		await save('busy', 'Busy', { event: 'rated', times: 3, within_days: 7 });
		const { status } = await team.manage.ask(team.editor, 'updateAudience', {
			site,
			audience: 'paying',
			base: 1,
			rule: { trait: 'plan', op: 'is', value: 'pro' },
		});
		expect(status).toBe(200);
		const found = await read('audience');
		expect(written(found)).toEqual(['phones: 1 of 3', 'paying: 1 of 2']);
		expect(found.groups.map(({ name }) => name)).toEqual(['On phones', 'Paying']);
		expect(found.left_out).toEqual([{ key: 'busy', name: 'Busy' }]);
		expect(written(await read('audience', { trait: 'plan:free' }))).toEqual([
			'phones: 0 of 1',
			'paying: 0 of 0',
		]);
	});

	it('do not count an answered display whose response was deleted as answered', async () => {
		const [row] = await team.sites.sql<{ id: string }[]>`
			select display_id as id from app.responses where site_id = ${site} and traits ->> 'plan' = 'pro'`;
		await team.manage.ask(team.owner, 'deleteResponse', { site, response: row!.id });
		expect(written(await read('device', { trait: 'plan:pro' }))).toEqual(['phone: 0 of 2']);
	});

	it('are refused for an unknown dimension, and for a deleted prompt', async () => {
		const ask = async (input: object) => {
			const { status, error } = await team.manage.ask(team.viewer, 'getResponseRates', {
				site,
				prompt,
				by: 'device',
				...input,
			} as never);
			return [status, error?.code, error?.field];
		};
		expect(await ask({ by: 'planet' })).toEqual([400, 'invalid_request', 'by']);
		expect(await ask({ by: 'trait:' })).toEqual([400, 'invalid_request', 'by']);
		expect(await ask({ by: undefined })).toEqual([400, 'invalid_request', 'by']);
		expect(await ask({ variant: 'gone' })).toEqual([400, 'invalid_request', 'variant']);
		expect(await ask({ prompt: crypto.randomUUID() })).toEqual([404, 'not_found', 'prompt']);
	});
});
