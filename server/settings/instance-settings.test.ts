import { afterAll, beforeAll, expect, it } from 'vitest';

import { limits, ServiceError } from '@feedback/contract';

import { createDatabase, type TestDatabase } from '../../supabase/tests/harness.ts';
import {
	changeInstanceSettings,
	listInstanceChanges,
	readInstanceSettings,
} from './instance-settings.ts';

let database: TestDatabase;
let url: string;
beforeAll(async () => {
	database = await createDatabase();
	url = database.url('postgres');
});
afterAll(() => database.close());

const { most } = limits.rate;
const widest = {
	retention: { event_days: limits.event.days, visitor_days: limits.visitor.days },
	rate_limits: {
		site: { per_second: most.site.perSecond, burst: most.site.burst },
		address: { per_second: most.address.perSecond, burst: most.address.burst },
		subject: { per_second: most.subject.perSecond, burst: most.subject.burst },
	},
	sign_up: { allowed_domains: null },
};

it('are the maximums of the contract until the operator changes them', async () => {
	expect(await readInstanceSettings(url)).toEqual(widest);
	expect(await listInstanceChanges(url)).toEqual([]);
});

it('can be changed separately, and each change is recorded as the operator’s', async () => {
	const changed = await changeInstanceSettings(url, {
		retention: { event_days: 14 },
		rate_limits: { site: { per_second: 200 } },
	});
	expect(changed).toEqual({
		...widest,
		retention: { ...widest.retention, event_days: 14 },
		rate_limits: { ...widest.rate_limits, site: { ...widest.rate_limits.site, per_second: 200 } },
	});
	expect(await readInstanceSettings(url)).toEqual(changed);
	await changeInstanceSettings(url, { retention: { event_days: 14 } });
	const changes = await listInstanceChanges(url);
	expect(changes).toEqual([
		{ at: expect.any(Date), who: 'operator', before: widest, after: changed },
	]);
});

it('contain an ordered list of domains that may sign up, whose changes are recorded too', async () => {
	const allowed = async (allowed_domains: string[] | null) =>
		(await changeInstanceSettings(url, { sign_up: { allowed_domains } })).sign_up.allowed_domains;
	const domains = ['example.org', 'example.com'];
	expect(await allowed(domains)).toEqual(domains);
	expect(await allowed([])).toEqual([]);
	expect(await allowed(null)).toBeNull();
	const changes = await listInstanceChanges(url, 3);
	expect(changes.map(({ after }) => after.sign_up.allowed_domains)).toEqual([null, [], domains]);
	// Changes of other settings do not affect these, and vice versa.
	await changeInstanceSettings(url, { sign_up: { allowed_domains: domains } });
	const { sign_up } = await changeInstanceSettings(url, { retention: { visitor_days: 60 } });
	expect(sign_up.allowed_domains).toEqual(domains);
});

it('have their previous meaning for servers of version 0.4.0', async () => {
	const direct = database.connect('postgres', { max: 1, pooled: false });
	const rows = await direct.begin(async (tx) => {
		await tx`set local role feedback_owner`;
		return tx`select app.read_instance_settings() as read, app.change_instance_settings('{}') as changed`;
	});
	const known = ['rate_limits', 'retention'];
	expect(Object.keys(rows[0]!['read'] as object).toSorted()).toEqual(known);
	expect(Object.keys(rows[0]!['changed'] as object).toSorted()).toEqual(known);
});

it.each([
	[{ retention: { event_days: limits.event.days + 1 } }, 'retention.event_days'],
	[{ retention: { visitor_days: limits.visitor.leastDays - 1 } }, 'retention.visitor_days'],
	[{ rate_limits: { subject: { burst: 0 } } }, 'rate_limits.subject.burst'],
	[{ rate_limits: { address: { per_second: 1.5 } } }, 'rate_limits.address.per_second'],
	[{ sign_up: 'open' }, 'sign_up'],
	[{ sign_up: { allowed_domains: ['@example.com'] } }, 'sign_up.allowed_domains.0'],
])('are refused if they exceed the contract: %j', async (change, field) => {
	const refused = await changeInstanceSettings(url, change as object).catch(
		(error: unknown) => error,
	);
	expect(refused).toBeInstanceOf(ServiceError);
	expect(refused).toMatchObject({ code: 'invalid_request', field });
});

it('are also refused by the database if they exceed the contract', async () => {
	const direct = database.connect('postgres', { max: 1, pooled: false });
	for (const column of ['event_days', 'site_burst', 'address_per_second']) {
		await expect(
			direct`update app.instance_settings set ${direct(column)} = 1000000`,
		).rejects.toMatchObject({ code: '23514' });
	}
	for (const domains of ['{@example.com}', '{example.com,""}', '{null}', '{Example.com}']) {
		await expect(
			direct`update app.instance_settings set sign_up_domains = ${domains}`,
		).rejects.toMatchObject({ code: '23514' });
	}
	await expect(direct`insert into app.instance_settings (id) values (2)`).rejects.toThrow();
	const deleted = await direct.begin(async (tx) => {
		await tx`set local role feedback_owner`;
		return (await tx`delete from app.instance_changes`).count;
	});
	expect(deleted).toBe(0);
});

it('cannot be changed by the functions', async () => {
	for (const role of ['feedback_ingest', 'feedback_manage'] as const) {
		await expect(changeInstanceSettings(database.url(role), {})).rejects.toMatchObject({
			code: '42501',
		});
	}
});
