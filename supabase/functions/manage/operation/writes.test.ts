import { limits } from '@feedback/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { maintain } from '../../../../server/postgres/maintain.ts';
import { createBuckets } from '../../_shared/http/bucket.ts';
import { connect } from '../../tests/connections.ts';
import { openManage } from '../../tests/manage.ts';
import { join, signIn } from '../../tests/people.ts';
import { openWorkspace, writePrompt, type TestWorkspace } from '../../tests/workspace.ts';

let team: TestWorkspace;
let workspace: string;
beforeAll(async () => {
	team = await openWorkspace();
	workspace = team.site.workspace;
});
afterAll(() => team.end());

const create = (name: string, key: string, by = team.editor) =>
	team.manage.ask(by, 'createSite', { workspace, name }, { 'idempotency-key': key });
const countSites = async (name: string) => {
	const rows = await team.sites.sql`
		select from app.sites where workspace_id = ${workspace} and name = ${name}`;
	return rows.length;
};

describe('a write with an Idempotency-Key', () => {
	it('happens once and returns the same response every time', async () => {
		const first = await create('Once', 'k-once');
		const again = await create('Once', 'k-once');
		expect([first.status, again.status]).toEqual([200, 200]);
		expect(again.body).toEqual(first.body);
		expect(await countSites('Once')).toBe(1);
	});

	it('happens once when fifty arrive together', async () => {
		const answers = await Promise.all(
			Array.from({ length: 50 }, () => create('Together', 'k-together')),
		);
		expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
		expect(await countSites('Together')).toBe(1);
	});

	it('is refused when the key was used for another request', async () => {
		await create('First', 'k-other');
		const refused = await create('Second', 'k-other');
		expect([refused.status, refused.error.code]).toEqual([409, 'conflict']);
		expect(await countSites('Second')).toBe(0);
	});

	it('may be retried when it failed', async () => {
		const content = writePrompt({ survey_id: 'tried-again' });
		const send = () =>
			team.manage.ask(
				team.editor,
				'createPrompt',
				{ site: team.site.id, content },
				{ 'idempotency-key': 'k-failed' },
			);
		const blocking = await team.sites.publish(team.site.siteId, { survey_id: 'tried-again' });
		expect((await send()).status).toBe(409);
		await team.sites.sql`delete from app.prompts where id = ${blocking}`;
		expect((await send()).status).toBe(200);
	});

	it('is bound to the person, whose permission is checked again', async () => {
		const [one, other] = await Promise.all([
			create('Ours', 'k-whose', team.editor),
			create('Ours', 'k-whose', team.owner),
		]);
		expect(one.body.id).not.toBe(other.body.id);
		const person = await signIn();
		await join(team.sites.sql, workspace, person, 'editor');
		await create('Theirs', 'k-role', person);
		await team.manage.ask(team.owner, 'changeMember', {
			workspace,
			person: person.id,
			role: 'viewer',
		});
		expect((await create('Theirs', 'k-role', person)).status).toBe(403);
	});

	it('is forgotten after a day', async () => {
		const first = await create('Daily', 'k-daily');
		await team.sites.sql`
			update app.idempotency_keys set at = at - interval '24 hours 1 second' where key = 'k-daily'`;
		const next = await create('Daily', 'k-daily');
		expect(next.body.id).not.toBe(first.body.id);
		await team.sites.sql`update app.idempotency_keys set at = at - interval '25 hours'`;
		await maintain(team.sites.sql);
		expect(await team.sites.sql`select from app.idempotency_keys`).toHaveLength(0);
	});

	it.each([
		['k'.repeat(256), 'too long'],
		['two words', 'not visible ASCII'],
	])('names the problem of the key: %#', async (key) => {
		const { status, error } = await create('Wrong', key);
		expect([status, error]).toMatchObject([400, { field: 'idempotency-key' }]);
	});

	it('is refused by routes that do not support keys', async () => {
		const { status, error } = await team.manage.ask(
			team.owner,
			'invite',
			{ workspace, email: 'new@example.com', role: 'viewer' },
			{ 'idempotency-key': 'k' },
		);
		expect([status, error]).toMatchObject([400, { field: 'idempotency-key' }]);
	});
});

describe('a request', () => {
	it('with a filter that does not exist is refused instead of ignoring the filter', async () => {
		const { status, body } = await team.manage.call(
			team.owner,
			`/sites/${team.site.id}/responses?sinse=2026-01-01T00:00:00Z`,
		);
		expect([status, body['error']]).toMatchObject([400, { field: 'sinse' }]);
		const none = await team.manage.call(team.owner, '/whoami?x=1');
		expect(none.status).toBe(400);
	});

	it('beyond the rate limit gets a retry time, and others are not affected', async () => {
		const now = Date.now();
		const strict = openManage(team.sites.manageUrl, {
			buckets: createBuckets({ perSecond: 0.5, burst: 2 }),
			clock: () => now,
		});
		const statuses: number[] = [];
		for (let sent = 0; sent < 3; sent++) {
			statuses.push((await strict.ask(team.owner, 'whoami', {})).status);
		}
		expect(statuses).toEqual([200, 200, 429]);
		const refused = await strict.ask(team.owner, 'whoami', {});
		expect(refused.headers.get('retry-after')).toBe('2');
		expect(refused.error.code).toBe('rate_limited');
		expect((await strict.ask(team.viewer, 'whoami', {})).status).toBe(200);
		await strict.end();
	});

	it('with an invalid token is limited by address, and valid tokens of other addresses are not', async () => {
		const { manage, sites, site, owner } = team;
		const agent = await connect(sites.sql, manage, owner, [site.id]);
		const ask = (token: string, address: string) =>
			limited.ask({ ...agent, token }, 'whoami', {}, { 'x-forwarded-for': address });
		let now = Date.now();
		const limited = openManage(team.sites.manageUrl, {
			keyring: manage.keyring,
			clock: () => now,
			failures: createBuckets({ perSecond: 0.5, burst: 2 }),
		});
		const invalid = `fbt_${'x'.repeat(43)}`;
		const statuses: number[] = [];
		for (const token of [agent.token, agent.token, agent.token, invalid, invalid, invalid]) {
			statuses.push((await ask(token, '192.0.2.1')).status);
		}
		expect(statuses).toEqual([200, 200, 200, 401, 401, 429]);
		const refused = await ask(agent.token, '192.0.2.1');
		expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '2']);
		expect((await ask(agent.token, '192.0.2.2')).status).toBe(200);
		now += 2_000;
		expect((await ask(agent.token, '192.0.2.1')).status).toBe(200);
		await limited.end();
	});

	it('may choose the ID of a new site, but only once', async () => {
		const id = crypto.randomUUID();
		const made = await team.manage.ask(team.editor, 'createSite', { workspace, name: 'Named', id });
		expect(made.body).toMatchObject({ id, workspace, name: 'Named', first_event_at: null });
		expect(made.body.site_id).toMatch(/^site_[0-9a-z]{12}$/);
		const again = await team.manage.ask(team.editor, 'createSite', {
			workspace,
			name: 'Named',
			id,
		});
		expect([again.status, again.error]).toMatchObject([409, { code: 'conflict', field: 'id' }]);
	});
});

describe('settings', () => {
	const site = () => team.site.id;

	it('that are omitted do not change, and each has a default', async () => {
		const before = await team.manage.ask(team.viewer, 'getSettings', { site: site() });
		expect(before.body).toMatchObject({ capture: 'all', limits: { cooldown_days: 0 } });
		const changed = await team.manage.ask(team.owner, 'updateSettings', {
			site: site(),
			origins: ['https://app.example.com'],
			time_zone: 'Europe/Vienna',
		});
		expect(changed.body).toEqual({
			...before.body,
			origins: ['https://app.example.com'],
			time_zone: 'Europe/Vienna',
			etag: expect.not.stringMatching(before.body.etag),
		});
		const none = await team.manage.ask(team.owner, 'updateSettings', { site: site() });
		expect(none.body).toEqual(changed.body);
	});

	it.each([
		[{ time_zone: '+02:00' }, 'time_zone'],
		[{ time_zone: 'Atlantis/Capital' }, 'time_zone'],
		[{ time_zone: 'CET' }, 'time_zone'],
		[{ time_zone: 'pst' }, 'time_zone'],
		[{ origins: ['https://app.example.com/path'] }, 'origins.0'],
		[{ capture: 'none' }, 'capture'],
		[{ colour: 'red' }, 'colour'],
		[{ appearance: { accent: 'red' } }, 'appearance.accent'],
		[{ appearance: { position: 'inline' } }, 'appearance.position'],
		[{ launcher: { survey_id: 'nowhere' } }, 'launcher.survey_id'],
		[{ launcher: { survey_id: 'ideas', position: 'inline' } }, 'launcher.target'],
		[{ launcher: { survey_id: 'ideas', target: '#help' } }, 'launcher.target'],
		[{ launcher: { survey_id: 'ideas', label: ' ' } }, 'launcher.label'],
		[{ retention: { event_days: limits.event.days + 1 } }, 'retention.event_days'],
		[{ retention: { visitor_days: 1 } }, 'retention.visitor_days'],
		[{ rate_limits: { site: { per_second: 0 } } }, 'rate_limits.site.per_second'],
		[{ rate_limits: { visitor: { burst: 10 } } }, 'rate_limits.visitor'],
	])('that are invalid are refused: %j', async (change, field) => {
		const { status, error } = await team.manage.ask(team.owner, 'updateSettings', {
			site: site(),
			...(change as object),
		});
		expect([status, error]).toMatchObject([400, { field }]);
	});

	it('of the launcher name a prompt of the site that is not archived', async () => {
		const launcher = { survey_id: 'ideas', translations: { de: 'Ideen' } };
		await team.sites.publish(team.site.siteId, { survey_id: 'ideas' });
		const change = { site: site(), launcher };
		const { body } = await team.manage.ask(team.owner, 'updateSettings', change);
		expect(body.launcher).toEqual({ ...launcher, position: 'right' });
		const none = { site: site(), launcher: null };
		expect((await team.manage.ask(team.owner, 'updateSettings', none)).body.launcher).toBeNull();
		await team.sites.sql`update app.prompts set state = 'archived' where survey_id = 'ideas'`;
		const { error } = await team.manage.ask(team.owner, 'updateSettings', change);
		expect(error).toMatchObject({ code: 'invalid_request', field: 'launcher.survey_id' });
	});

	it('with a time zone that an earlier version accepted can be read, and be changed to UTC', async () => {
		await team.sites.sql`
			update app.sites set settings = settings || '{"time_zone": "CET"}' where id = ${site()}`;
		const { body } = await team.manage.ask(team.viewer, 'getSettings', { site: site() });
		expect(body).toMatchObject({ time_zone: 'CET' });
		const change = { site: site(), time_zone: 'UTC' };
		expect((await team.manage.ask(team.owner, 'updateSettings', change)).status).toBe(200);
	});

	it('of retention and rate limits are changed by owners, are audited, and have defaults', async () => {
		const retention = { event_days: 14, visitor_days: 60 };
		const rate_limits = { site: { per_second: 50, burst: 100 } };
		const change = { site: site(), retention, rate_limits };
		expect((await team.manage.ask(team.editor, 'updateSettings', change)).status).toBe(403);
		const { body } = await team.manage.ask(team.owner, 'updateSettings', change);
		const { address, subject } = limits.rate;
		expect(body).toMatchObject({
			retention,
			rate_limits: {
				...rate_limits,
				address: { per_second: address.perSecond, burst: address.burst },
				subject: { per_second: subject.perSecond, burst: subject.burst },
			},
		});
		const [last] = await team.sites.sql`
			select who, did, subject from app.audit_log where site_id = ${site()} order by id desc limit 1`;
		expect(last).toEqual({
			who: team.owner.email,
			did: 'updateSettings',
			subject: 'retention, rate_limits',
		});
	});

	it('are at most the maximums of the instance, which everyone can read', async () => {
		const limitInstance = async (change: object) => {
			const [row] = await team.sites.sql`
				select app.change_instance_settings(${team.sites.sql.json(change as never)}) as settings`;
			return row!['settings'] as object;
		};
		const before = await limitInstance({});
		const lower = { retention: { event_days: 10 }, rate_limits: { subject: { burst: 80 } } };
		const maximums = await limitInstance(lower);
		const ask = (change: object) =>
			team.manage.ask(team.owner, 'updateSettings', { site: site(), ...change });
		const { body } = await team.manage.ask(team.viewer, 'getSettings', { site: site() });
		expect(body).toMatchObject({ retention: { event_days: 14 }, maximums });
		const long = await ask({ retention: { event_days: 11 } });
		expect([long.status, long.error]).toMatchObject([
			400,
			{ code: 'invalid_request', field: 'retention.event_days' },
		]);
		expect(long.error?.message).toContain('at most 10');
		const fast = await ask({ rate_limits: { subject: { per_second: 1, burst: 81 } } });
		expect(fast.error).toMatchObject({ field: 'rate_limits.subject.burst' });
		expect((await ask({ retention: { event_days: 10 } })).status).toBe(200);
		expect((await ask({ detect_bots: true })).status).toBe(200);
		await limitInstance(before);
	});

	it('that are changed concurrently are both stored', async () => {
		await Promise.all([
			team.manage.ask(team.owner, 'updateSettings', { site: site(), capture: 'registered' }),
			team.manage.ask(team.owner, 'updateSettings', { site: site(), detect_bots: false }),
		]);
		const { body } = await team.manage.ask(team.owner, 'getSettings', { site: site() });
		expect(body).toMatchObject({ capture: 'registered', detect_bots: false });
	});

	it('are changed by only one of several requests with the same etag, and conflicts name the first person', async () => {
		const { body: seen } = await team.manage.ask(team.owner, 'getSettings', { site: site() });
		const zones = ['Asia/Tokyo', 'America/Lima', 'Africa/Cairo'];
		const answers = await Promise.all(
			zones.map((time_zone) =>
				team.manage.ask(team.owner, 'updateSettings', { site: site(), time_zone, etag: seen.etag }),
			),
		);
		expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
		const first = answers.find(({ status }) => status === 200)!.body;
		const { body: now } = await team.manage.ask(team.owner, 'getSettings', { site: site() });
		expect(now).toEqual(first);
		for (const { error } of answers.filter(({ status }) => status === 409)) {
			expect(error).toMatchObject({
				code: 'conflict',
				field: 'etag',
				hint: 'Read the current settings, then apply your change to them.',
				message: `${team.owner.email} changed the settings meanwhile.`,
				stored: { etag: first.etag, updated_by: team.owner.email },
			});
		}
	});

	it('return the same for a repeated change, and for equal settings later', async () => {
		const before = await team.manage.ask(team.owner, 'getSettings', { site: site() });
		// From now on the defaults are stored too.
		const { body: seen } = await team.manage.ask(team.owner, 'updateSettings', {
			site: site(),
			limits: before.body.limits,
		});
		const change = { site: site(), limits: { cooldown_days: 11 }, etag: seen.etag };
		const first = await team.manage.ask(team.owner, 'updateSettings', change);
		const again = await team.manage.ask(team.owner, 'updateSettings', change);
		expect([again.status, again.body]).toEqual([200, first.body]);
		const other = { ...change, limits: { cooldown_days: 12 } };
		expect((await team.manage.ask(team.owner, 'updateSettings', other)).status).toBe(409);
		// Without an etag, the change is not checked.
		const back = await team.manage.ask(team.owner, 'updateSettings', {
			site: site(),
			limits: seen.limits,
		});
		expect(back.body).toEqual(seen);
	});
});

describe('sites', () => {
	it('are read page by page, by name', async () => {
		const person = await signIn();
		const { body: own } = await team.manage.ask(person, 'createWorkspace', { name: 'Pages' });
		const names = ['delta', 'alpha', 'alpha', 'charlie', 'bravo'];
		for (const name of names) {
			await team.manage.ask(person, 'createSite', { workspace: own.id, name });
		}
		const seen: string[] = [];
		let cursor: string | undefined;
		do {
			const { body } = await team.manage.ask(person, 'listSites', {
				workspace: own.id,
				limit: 2,
				...(cursor && { cursor }),
			});
			seen.push(...body.items.map(({ name }) => name));
			cursor = body.next ?? undefined;
		} while (cursor);
		expect(seen).toEqual([...names].sort());
	});
});
