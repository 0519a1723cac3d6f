import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { encodeBase64url } from '../_shared/secrets/base64url.ts';
import { sealProofKey } from '../_shared/secrets/proof-key.ts';
import { mintUuidv7 } from '../_shared/uuidv7.ts';
import { signProof } from '../tests/proofs.ts';
import { openSdk, newCaller, newEvent, type TestSdk } from '../tests/sdk.ts';
import { openSites, type TestSite, type TestSites } from '../tests/sites.ts';
import type { EventsResponse, IdentifyResponse } from '../../../contract/src/wire.ts';

let sites: TestSites;
let sdk: TestSdk;
let site: TestSite;

const bytes = crypto.getRandomValues(new Uint8Array(32));
const secret = encodeBase64url(bytes);

async function addKey(to: TestSite) {
	const sealed = await sealProofKey(sdk.keyring, to.id, 'k1', 'HS256', bytes);
	await sites.sql`
		insert into app.proof_keys (site_id, kid, alg, sealed) values (${to.id}, 'k1', 'HS256', ${sealed})`;
}

beforeAll(async () => {
	sites = await openSites();
	sdk = openSdk(sites.ingestUrl);
	site = await sites.makeSite();
	await addKey(site);
	await sites.publish(site.siteId, {
		survey_id: 'paid',
		trigger: {
			events: ['invoice.paid'],
			where: { property: 'plan', op: 'is', value: 'pro' },
			verified: true,
		},
	});
});

afterAll(async () => {
	await sdk.end();
	await sites.end();
});

const account = 'user_42';

function claims(more: Record<string, unknown> = {}) {
	const iat = Math.floor(sdk.clock.now / 1_000);
	return {
		aud: site.siteId,
		jti: mintUuidv7(sdk.clock.now),
		iat,
		exp: iat + 300,
		evt: 'invoice.paid',
		sub: account,
		props: { plan: 'pro' },
		...more,
	};
}

async function report(proof: string, more: Record<string, unknown> = {}, plan = 'free') {
	const event = newEvent('invoice.paid', sdk.clock.now, { properties: { plan }, proof });
	const request = {
		...newCaller(site.siteId, sdk.clock.now),
		identify: { account },
		events: [event],
		decide: true,
		...more,
	};
	const { body } = await sdk.post<EventsResponse>('/events', request);
	const result = body.results[0]!;
	const [kept] = await sites.sql`
		select properties, verified, proof_fault from app.event_details where id = ${result.kept_as ?? event.id}`;
	return { result, decision: body.decision, kept, event };
}

describe('an event with a proof', () => {
	it('that is valid is stored under the ID of the proof, with its properties verified', async () => {
		const signed = claims();
		const { result, decision, kept } = await report(await signProof(secret, 'k1', signed));
		expect(result).toMatchObject({ status: 'recorded', kept_as: signed.jti });
		expect(result.proof).toBe(undefined);
		expect(kept).toEqual({
			properties: { plan: 'free' },
			verified: { plan: 'pro' },
			proof_fault: null,
		});
		expect(decision?.reason).toBe('displayed');
	});

	it('used a second time, by anyone, is a duplicate', async () => {
		const proof = await signProof(secret, 'k1', claims());
		await report(proof);
		const again = await report(proof);
		expect(again.result.status).toBe('duplicate');
		expect(again.decision?.reason).toBe('duplicate');
	});

	it('that has expired is stored unverified under the ID of the proof, with the reason', async () => {
		const iat = Math.floor(sdk.clock.now / 1_000) - 600;
		const signed = claims({ iat, exp: iat + 300 });
		const { result, decision, kept } = await report(
			await signProof(secret, 'k1', signed),
			{},
			'pro',
		);
		expect(result).toMatchObject({ status: 'recorded', kept_as: signed.jti, proof: 'expired' });
		expect(kept).toMatchObject({ verified: null, proof_fault: 'expired' });
		expect(decision?.reason).toBe('unverified');
	});

	it.each([
		['that expired days ago', -72, { iat: -72, exp: -71 }, 'expired'],
		['whose ID is from days ago', -72, {}, 'expired'],
		['whose ID is from tomorrow', 24, {}, 'not_yet'],
	])('%s is stored unverified under its own ID', async (_, idHours, hours, fault) => {
		const times = Object.entries(hours).map(([claim, ago]) => {
			return [claim, Math.floor(sdk.clock.now / 1_000) + ago * 3_600];
		});
		const jti = mintUuidv7(sdk.clock.now + idHours * 3_600_000);
		const proof = await signProof(secret, 'k1', claims({ jti, ...Object.fromEntries(times) }));
		const { result, kept } = await report(proof);
		expect(result).toMatchObject({ status: 'recorded', proof: fault });
		expect(result.kept_as).toBe(undefined);
		expect(kept).toMatchObject({ verified: null, proof_fault: fault });
	});

	it.each([
		['signed with another key', { secret: encodeBase64url(new Uint8Array(32)) }, 'signature'],
		['of an unknown key', { kid: 'k9' }, 'unknown_key'],
		['about another event', { claims: { evt: 'invoice.sent' } }, 'event'],
		['about another account', { claims: { sub: 'user_43' } }, 'account'],
		['of another site', { claims: { aud: 'site_other00000' } }, 'site'],
	])('%s is stored unverified under its own ID', async (_, change, fault) => {
		const {
			secret: key = secret,
			kid = 'k1',
			claims: more = {},
		} = change as { secret?: string; kid?: string; claims?: object };
		const proof = await signProof(key, kid, claims(more as Record<string, unknown>));
		const { result, kept } = await report(proof);
		expect(result).toMatchObject({ status: 'recorded', proof: fault });
		expect(result.kept_as).toBe(undefined);
		expect(kept).toMatchObject({ verified: null, proof_fault: fault });
	});

	it('about an account other than the one identified before is stored unverified', async () => {
		const caller = newCaller(site.siteId, sdk.clock.now);
		await sdk.post('/identify', { ...caller, identify: { account: 'user_7' } });
		const proof = await signProof(secret, 'k1', claims());
		const { result, kept } = await report(proof, { ...caller, identify: undefined });
		expect(result).toMatchObject({ status: 'recorded', proof: 'account' });
		expect(kept).toMatchObject({ verified: null, proof_fault: 'account' });
	});

	it('about the account identified before is valid', async () => {
		const caller = newCaller(site.siteId, sdk.clock.now);
		await sdk.post('/identify', { ...caller, identify: { account } });
		const proof = await signProof(secret, 'k1', claims());
		const { kept } = await report(proof, { ...caller, identify: undefined });
		expect(kept).toMatchObject({ verified: { plan: 'pro' }, proof_fault: null });
	});

	it('in a batch is valid if it names the account identified before', async () => {
		const caller = newCaller(site.siteId, sdk.clock.now);
		await sdk.post('/identify', { ...caller, identify: { account } });
		const events = await Promise.all(
			[claims(), null, claims({ sub: 'user_43' }), claims()].map(async (signed) =>
				newEvent('invoice.paid', sdk.clock.now, {
					properties: { plan: 'free' },
					...(signed && { proof: await signProof(secret, 'k1', signed) }),
				}),
			),
		);
		const { body } = await sdk.post<EventsResponse>('/events', {
			...caller,
			events,
			decide: false,
		});
		expect(body.results.map(({ status, proof }) => [status, proof])).toEqual([
			['recorded', undefined],
			['recorded', undefined],
			['recorded', 'account'],
			['recorded', undefined],
		]);
		const kept = await sites.sql`
			select verified, proof_fault from app.event_details where visitor_id = ${caller.visitor}`;
		const verified = kept.filter((event) => event['verified'] !== null);
		expect(verified.map((event) => event['verified'] as unknown)).toEqual([
			{ plan: 'pro' },
			{ plan: 'pro' },
		]);
		expect(kept.map((event) => event['proof_fault'] as unknown).filter(Boolean)).toEqual([
			'account',
		]);
	});

	it('updates when its key was last used', async () => {
		await report(await signProof(secret, 'k1', claims()));
		const [key] = await sites.sql`
			select last_used_at from app.proof_keys where site_id = ${site.id}`;
		expect(key!['last_used_at']).toBeInstanceOf(Date);
	});

	it('with a key encrypted for another site does not verify here', async () => {
		const other = await sites.makeSite();
		const sealed = await sealProofKey(sdk.keyring, site.id, 'k1', 'HS256', bytes);
		await sites.sql`
			insert into app.proof_keys (site_id, kid, alg, sealed) values (${other.id}, 'k1', 'HS256', ${sealed})`;
		const request = {
			...newCaller(other.siteId, sdk.clock.now),
			events: [
				newEvent('invoice.paid', sdk.clock.now, {
					proof: await signProof(secret, 'k1', claims({ aud: other.siteId })),
				}),
			],
			decide: false,
		};
		const { body } = await sdk.post<EventsResponse>('/events', request);
		expect(body.results[0]).toMatchObject({ status: 'recorded', proof: 'unknown_key' });
	});
});

describe('identity proofs', () => {
	const identity = async (to: TestSite, more: Record<string, unknown> = {}) => {
		const { iat, exp, sub } = claims();
		return signProof(secret, 'k1', { aud: to.siteId, iat, exp, sub, ...more }, 'idt+jwt');
	};
	const identify = async (to: TestSite, proof?: string) => {
		const caller = newCaller(to.siteId, sdk.clock.now);
		const request = { ...caller, identify: { account, ...(proof && { proof }) } };
		const { body } = await sdk.post<IdentifyResponse>('/identify', request);
		const rows = await sites.sql`
			select s.account from app.visitors v
			join app.subjects s on s.site_id = v.site_id and s.id = v.subject_id
			where v.site_id = ${to.id} and v.id = ${caller.visitor}`;
		return [body.identity, rows[0]?.['account'] ?? null];
	};

	it.each([
		['off', 'none', 'reported', account],
		['off', 'wrong', 'reported', account],
		['off', 'right', 'reported', account],
		['report', 'none', 'reported', account],
		['report', 'wrong', 'reported', account],
		['report', 'right', 'verified', account],
		['require', 'none', 'refused', null],
		['require', 'wrong', 'refused', null],
		['require', 'right', 'verified', account],
	])('%s, with %s: %s', async (mode, given, state, connected) => {
		const to = await sites.makeSite({ identity_proofs: mode });
		await addKey(to);
		const proof =
			given === 'none'
				? undefined
				: await identity(to, given === 'wrong' ? { sub: 'user_43' } : {});
		expect(await identify(to, proof)).toEqual([state, connected]);
	});

	it('that are refused with an event leave the event with the anonymous visitor', async () => {
		const to = await sites.makeSite({ identity_proofs: 'require' });
		const request = {
			...newCaller(to.siteId, sdk.clock.now),
			identify: { account },
			events: [newEvent('page.read', sdk.clock.now)],
			decide: true,
		};
		const { body } = await sdk.post<EventsResponse>('/events', request);
		expect(body).toMatchObject({ identity: 'refused', results: [{ status: 'recorded' }] });
		expect(
			await sites.sql`select from app.subjects where site_id = ${to.id} and account is not null`,
		).toHaveLength(0);
	});
});
