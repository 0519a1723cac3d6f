import { limits, routes, type RouteName, type RouteInput } from '@feedback/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { thorough } from '../../../../testing/thorough.ts';
import { mintUuidv7 } from '../../_shared/uuidv7.ts';
import { connect } from '../../tests/connections.ts';
import { newCaller, newEvent, openSdk, type TestSdk } from '../../tests/sdk.ts';
import type { TestSite } from '../../tests/sites.ts';
import { openWorkspace, type TestWorkspace } from '../../tests/workspace.ts';

let team: TestWorkspace;
let sdk: TestSdk;
let site: string;

beforeAll(async () => {
	team = await openWorkspace();
	sdk = openSdk(team.sites.ingestUrl);
	site = team.site.id;
});
afterAll(async () => {
	await sdk.end();
	await team.end();
});

type Given = { properties?: object; identify?: object; of?: TestSite };

async function report(name: string, { properties = {}, identify, of = team.site }: Given = {}) {
	const caller = newCaller(of.siteId, sdk.clock.now);
	const event = newEvent(name, sdk.clock.now, { properties });
	await sdk.post('/events', {
		...caller,
		...(identify && { identify }),
		events: [event],
		decide: false,
	});
	return { id: event.id, visitor: caller.visitor as string };
}

async function read<Name extends RouteName>(name: Name, input: RouteInput<Name>) {
	const { body, error } = await team.manage.ask(team.viewer, name, input);
	expect(error).toBe(undefined);
	return routes[name].output.parse(body) as typeof body;
}

/** Inserts many events that are newer than all existing ones. */
async function fill(name: string, count: number, of: string = site): Promise<void> {
	await team.sites.sql`
		insert into app.events (site, id, visitor, session_id, received_at, bot, name_hash, name, properties)
		select s.key, app.mint_id(), coalesce((select min(v.key) from app.visitors v where v.site_id = s.id), 0), gen_random_uuid(), now(), false, hashtext(${name}), ${name},
			jsonb_build_object('n', n % 3)
		from app.sites s, generate_series(1, ${count}) n where s.id = ${of}`;
}

describe('an event name', () => {
	it('has thirty daily counts, the last for today', async () => {
		await report('counted');
		await report('counted');
		await team.sites.sql`
			insert into app.event_counts (site_id, name, day, events)
			select ${site}, 'counted', (now() at time zone 'utc')::date - ago, ago
			from unnest(array[4, 29, 30]) ago`;
		const { items } = await read('listEventNames', { site });
		const counted = items.find(({ name }) => name === 'counted')!;
		const expected = Array<number>(30).fill(0);
		expect(counted.by_day).toEqual(expected.with(29, 2).with(25, 4).with(0, 29));
		expect(counted.events).toBe(35);
	});

	it('has its properties with their types and most frequent values', async () => {
		for (const format of ['pdf', 'csv', 'pdf']) {
			await report('exported', { properties: { format, pages: 3, draft: false } });
		}
		await report('exported', { properties: { format: 7, owner: null } });
		const { properties, ...rest } = await read('getEventName', { site, name: 'exported' });
		expect(rest).toMatchObject({ name: 'exported', state: 'seen', events: 4 });
		expect(rest).toMatchObject({ looked_at: 4, sampled: false });
		expect(properties).toEqual([
			{
				key: 'format',
				types: ['number', 'string'],
				events: 4,
				values: [
					{ value: 'pdf', count: 2 },
					{ value: 'csv', count: 1 },
					{ value: 7, count: 1 },
				],
			},
			{ key: 'draft', types: ['boolean'], events: 3, values: [{ value: false, count: 3 }] },
			{ key: 'pages', types: ['number'], events: 3, values: [{ value: 3, count: 3 }] },
			{ key: 'owner', types: ['null'], events: 1, values: [{ value: null, count: 1 }] },
		]);
	});

	it('returns hostile values unchanged, and limits their length', async () => {
		const hostile = '<img src=x onerror=alert(1)>\u202e\u0007';
		for (let n = 0; n < 3; n++) {
			const many = Object.fromEntries(
				Array.from({ length: 50 }, (_, key) => [`key-${n}-${key}`, 'x']),
			);
			await report('hostile', {
				properties: { ...many, long: 'x'.repeat(200 + n), [hostile]: hostile },
			});
		}
		for (let n = 0; n < 25; n++) await report('hostile', { properties: { various: n } });
		const { properties } = await read('getEventName', { site, name: 'hostile' });
		expect(properties).toHaveLength(limits.seen.keys);
		const of = (key: string) => properties.find((property) => property.key === key)!;
		expect(of(hostile).values).toEqual([{ value: hostile, count: 3 }]);
		expect(of('long')).toMatchObject({ events: 3, values: [] });
		expect(of('various')).toMatchObject({ events: 25 });
		expect(of('various').values).toHaveLength(limits.seen.values);
	});

	it('that is not listed is not found', async () => {
		const { status, error } = await team.manage.ask(team.viewer, 'getEventName', {
			site,
			name: 'never.seen',
		});
		expect([status, error.field]).toEqual([404, 'name']);
	});

	it('with many events is described by the newest', async () => {
		const large = await team.sites.makeSite();
		await team.sites.sql`
			insert into app.members (workspace_id, person_id, role) values (${large.workspace}, ${team.viewer.id}, 'viewer')`;
		await report('busy', { properties: { n: 'the oldest' }, of: large });
		await fill('busy', limits.seen.sample + 100, large.id);
		const busy = await read('getEventName', { site: large.id, name: 'busy' });
		expect(busy).toMatchObject({
			events: limits.seen.sample + 101,
			looked_at: limits.seen.sample,
			sampled: true,
		});
		expect(busy.properties[0]).toMatchObject({ key: 'n', types: ['number'] });
	});
});

describe('traits', () => {
	it('are the traits that visitors have, each with its values', async () => {
		const other = await team.sites.makeSite();
		await report('x', { identify: { account: 'far', traits: { foreign: 1 } }, of: other });
		await report('x', { identify: { account: 'ada', traits: { plan: 'pro', seats: 3 } } });
		await report('x', { identify: { account: 'eve', traits: { plan: 'pro' } } });
		await report('x', { identify: { account: 'mia', traits: { plan: 'team' } } });
		const { items, looked_at, sampled } = await read('listTraits', { site });
		expect(items).toEqual([
			{
				key: 'plan',
				types: ['string'],
				visitors: 3,
				values: [
					{ value: 'pro', count: 2 },
					{ value: 'team', count: 1 },
				],
			},
			{ key: 'seats', types: ['number'], visitors: 1, values: [{ value: 3, count: 1 }] },
		]);
		expect(looked_at).toBeGreaterThanOrEqual(3);
		expect(sampled).toBe(false);
	});

	it('of many visitors are read from a sample that does not change', async () => {
		const large = await team.sites.makeSite();
		await team.sites.sql`
			insert into app.members (workspace_id, person_id, role) values (${large.workspace}, ${team.viewer.id}, 'viewer')`;
		await team.sites.sql`
			with made as (
				insert into app.subjects (site_id, id, sample_key, first_seen_at, last_seen_at)
				select ${large.id}, id, id, now(), now()
				from (select gen_random_uuid() as id from generate_series(1, ${limits.seen.sample + 50})) v
				returning id)
			insert into app.visitors (site_id, id, subject_id, traits, first_seen_at, last_seen_at)
			select ${large.id}, id, id, '{"plan":"pro"}', now(), now() from made`;
		const first = await read('listTraits', { site: large.id });
		expect(first).toMatchObject({ looked_at: limits.seen.sample, sampled: true });
		expect(first.items).toMatchObject([{ key: 'plan', visitors: limits.seen.sample }]);
		expect(await read('listTraits', { site: large.id })).toEqual(first);
	});
});

it.each(['getEventName', 'listTraits'] as const)(
	'%s needs a grant when a connection asks',
	async (name) => {
		const agent = await connect(team.sites.sql, team.manage, team.owner, [site]);
		const ask = () => team.manage.ask(agent, name, { site, name: 'exported' } as never);
		const { status, error } = await ask();
		expect([status, error.code]).toEqual([403, 'approval_required']);
		const asked = await team.manage.ask(agent, 'listGrantRequests', {});
		const request = asked.body.items[0]!.id;
		await team.manage.ask(team.owner, 'approveGrant', { request, mode: 'once' });
		expect((await ask()).status).toBe(200);
		expect((await ask()).error.code).toBe('approval_required');
	},
);

describe('events', () => {
	const list = (input: Partial<RouteInput<'listEvents'>>) => read('listEvents', { site, ...input });

	it('are found by visitor, account and reason', async () => {
		const first = await report('searched', { identify: { account: 'zoe' } });
		await report('searched', { identify: { account: 'zoe' } });
		const decided = newCaller(team.site.siteId, sdk.clock.now);
		const event = newEvent('searched', sdk.clock.now);
		await sdk.post('/events', { ...decided, events: [event], decide: true });

		const of = await list({ visitor: first.visitor });
		expect(of.items.map(({ id }) => id)).toEqual([first.id]);
		const ours = await list({ account: 'zoe' });
		expect(ours.items).toHaveLength(2);
		expect(ours.items.every(({ account }) => account === 'zoe')).toBe(true);
		expect((await list({ account: 'nobody' })).items).toEqual([]);
		expect((await list({ reason: 'no_prompt', name: 'searched' })).items).toMatchObject([
			{ id: event.id, visitor: decided.visitor, reason: 'no_prompt' },
		]);
		expect((await list({ visitor: first.visitor, reason: 'bot' })).items).toEqual([]);
	});

	it('of an account are returned page by page', async () => {
		for (let n = 0; n < 5; n++) await report('paged', { identify: { account: 'pia' } });
		const ids: string[] = [];
		let cursor: string | undefined;
		do {
			const page = await list({ account: 'pia', limit: 2, ...(cursor && { cursor }) });
			ids.push(...page.items.map(({ id }) => id));
			cursor = page.next ?? undefined;
		} while (cursor);
		expect(new Set(ids).size).toBe(5);
		expect(ids).toHaveLength(5);
	});

	it(
		'that are rare are looked for bit by bit: a page may be short, and another follows',
		thorough,
		async () => {
			const large = await team.sites.makeSite();
			await team.sites.sql`
			insert into app.members (workspace_id, person_id, role) values (${large.workspace}, ${team.viewer.id}, 'viewer')`;
			const rare = await report('rare', { of: large });
			await fill('common', 50_500, large.id);
			const first = await read('listEvents', { site: large.id, name: 'rare' });
			expect(first.items).toEqual([]);
			const next = await read('listEvents', { site: large.id, name: 'rare', cursor: first.next! });
			expect(next).toMatchObject({ items: [{ id: rare.id }], next: null });
			const common = await read('listEvents', { site: large.id, name: 'common', limit: 2 });
			expect(common.items).toHaveLength(2);
		},
	);

	it('accept an ID unchanged, and no unknown reason', async () => {
		const path = `/sites/${site}/events`;
		const wrong = await team.manage.call(team.viewer, `${path}?reason=whim`);
		expect([wrong.status, wrong.body['error']]).toMatchObject([400, { field: 'reason' }]);
		const twice = `visitor=${mintUuidv7(0)}&visitor=${mintUuidv7(0)}`;
		const repeated = await team.manage.call(team.viewer, `${path}?${twice}`);
		expect([repeated.status, repeated.body['error']]).toMatchObject([400, { field: 'visitor' }]);
	});
});
