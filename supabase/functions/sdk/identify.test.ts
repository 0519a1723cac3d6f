import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openSdk, newCaller, newEvent, type TestSdk } from '../tests/sdk.ts';
import { openSites, type TestSites } from '../tests/sites.ts';
import { limits } from '../../../contract/src/limits.ts';
import type {
	ErrorResponse,
	EventsResponse,
	IdentifyResponse,
} from '../../../contract/src/wire.ts';

let sites: TestSites;
let sdk: TestSdk;
let site: string;

beforeAll(async () => {
	sites = await openSites();
	sdk = openSdk(sites.ingestUrl);
	site = (await sites.makeSite()).siteId;
});

afterAll(async () => {
	await sdk.end();
	await sites.end();
});

const readVisitor = async (visitor: string) => {
	const [stored] = await sites.sql`
		select subject.account, visitor.traits from app.visitors visitor
		join app.subjects subject on subject.site_id = visitor.site_id and subject.id = visitor.subject_id
		where visitor.id = ${visitor}`;
	return stored;
};

describe('an account that names nobody', () => {
	it.each([
		'',
		' ',
		'\t\n',
		'undefined',
		'null',
		'NaN',
		'true',
		'false',
		'[object Object]',
		'[object Promise]',
		' Undefined ',
		'NULL',
	])('is refused, and the error names the field: %j', async (account) => {
		const caller = newCaller(site, sdk.clock.now);
		const { status, body } = await sdk.post<ErrorResponse>('/identify', {
			...caller,
			identify: { account },
		});
		expect([status, body.error.code, body.error.field]).toEqual([
			400,
			'invalid_request',
			'identify.account',
		]);
		expect(body.error.message).toMatch(/^identify\.account must /);
		expect(body.error.request_id).toEqual(expect.any(String));
		expect(await readVisitor(caller.visitor)).toBeUndefined();
	});

	it.each(['undefined-1', 'nullable', 'object', '0', 'Nanna', 'true north'])(
		'is not meant: %s',
		async (account) => {
			const caller = newCaller(site, sdk.clock.now);
			const { body } = await sdk.post('/identify', { ...caller, identify: { account } });
			expect(body).toMatchObject({ identity: 'reported' });
		},
	);
});

describe('traits that are not allowed', () => {
	const many = Object.fromEntries(Array.from({ length: 66 }, (_, index) => [`k${index}`, index]));
	const { string: stringLength, key: keyLength } = limits.values;

	it.each([
		['half an emoji', { name: 'Ann \ud83d' }, ['name']],
		['a NUL character', { name: 'a\0b' }, ['name']],
		['a long text', { bio: 'x'.repeat(stringLength + 1) }, ['bio']],
		['a list and an object', { roles: ['a'], org: { id: 1 } }, ['roles', 'org']],
		['a long name', { ['k'.repeat(keyLength + 9)]: 1 }, ['k'.repeat(keyLength)]],
		['half an emoji as a name', { ['\ud83d']: 1 }, ['\ufffd']],
	])('are left out and named, and the account is connected: %s', async (_, wrong, dropped) => {
		const caller = newCaller(site, sdk.clock.now);
		const account = `account-${crypto.randomUUID()}`;
		const identify = { account, traits: { plan: 'pro', ...wrong } };
		const { status, body } = await sdk.post<IdentifyResponse>('/identify', { ...caller, identify });
		expect([status, body.identity, body.dropped_traits]).toEqual([200, 'reported', dropped]);
		expect(await readVisitor(caller.visitor)).toEqual({ account, traits: { plan: 'pro' } });
	});

	it('are those beyond the number that is allowed', async () => {
		const caller = newCaller(site, sdk.clock.now);
		const identify = { account: `account-${crypto.randomUUID()}`, traits: many };
		const { body } = await sdk.post<IdentifyResponse>('/identify', { ...caller, identify });
		expect(body.dropped_traits).toEqual(['k64', 'k65']);
	});

	it.each([
		['a list', ['a']],
		['a text', 'pro'],
		['null', null],
	])('may be all of them: %s', async (_, traits) => {
		const caller = newCaller(site, sdk.clock.now);
		const account = `account-${crypto.randomUUID()}`;
		const identify = { account, traits };
		const { body } = await sdk.post<IdentifyResponse>('/identify', { ...caller, identify });
		expect(body).toMatchObject({ identity: 'reported', dropped_traits: [''] });
		expect(await readVisitor(caller.visitor)).toEqual({ account, traits: {} });
	});

	it('do not fail the event that they come with, whose response names them', async () => {
		const caller = newCaller(site, sdk.clock.now);
		const account = `account-${crypto.randomUUID()}`;
		const { body } = await sdk.post<EventsResponse>('/events', {
			...caller,
			identify: { account, traits: { plan: 'pro', at: {} } },
			events: [newEvent('page.read', sdk.clock.now)],
			decide: false,
		});
		expect(body).toMatchObject({ results: [{ status: 'recorded' }], dropped_traits: ['at'] });
		expect(await readVisitor(caller.visitor)).toEqual({ account, traits: { plan: 'pro' } });
	});

	it('are not mentioned when there are none', async () => {
		const caller = newCaller(site, sdk.clock.now);
		const identify = { account: 'tidy', traits: { plan: 'pro' } };
		const { body } = await sdk.post('/identify', { ...caller, identify });
		expect(body).not.toHaveProperty('dropped_traits');
	});
});
