// Values in the texts of a prompt: what a browser is shown, and whose data never is.
import type { PromptInput } from '@feedback/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { EventsResponse, PollResponse } from '../../../contract/src/wire.ts';
import { identifyAsBackend, reportAsBackend } from '../../tests/backend.ts';
import { encodeBase64url } from '../_shared/secrets/base64url.ts';
import { sealProofKey } from '../_shared/secrets/proof-key.ts';
import { mintUuidv7 } from '../_shared/uuidv7.ts';
import { signProof } from '../tests/proofs.ts';
import { newCaller, newEvent, openSdk, type TestSdk } from '../tests/sdk.ts';
import { openSites, type TestSite, type TestSites } from '../tests/sites.ts';

let sites: TestSites;
let sdk: TestSdk;
let site: TestSite;

const bytes = crypto.getRandomValues(new Uint8Array(32));
const secret = encodeBase64url(bytes);
const title = [
	'{{trait.name | no name}}',
	'{{verified_trait.name | no verified name}}',
	'{{event.format | no format}}',
	'{{verified_event.format | no verified format}}',
].join(', ');
const questions: PromptInput['questions'] = [{ id: 'score', type: 'nps', title }];

beforeAll(async () => {
	sites = await openSites();
	sdk = openSdk(sites.ingestUrl);
	site = await sites.makeSite({ identity_proofs: 'report' });
	const sealed = await sealProofKey(sdk.keyring, site.id, 'k1', 'HS256', bytes);
	await sites.sql`
		insert into app.proof_keys (site_id, kid, alg, sealed) values (${site.id}, 'k1', 'HS256', ${sealed})`;
	const limits = { show: 'always' } as const;
	const publish = (survey_id: string, more: Partial<PromptInput>) =>
		sites.publish(site.siteId, { survey_id, questions, limits, ...more });
	await publish('exported', { trigger: { events: ['exported'] } });
	await publish('later', { trigger: { events: ['delayed'] }, timing: { delay_seconds: 5 } });
	await publish('paid', { trigger: { events: ['paid'], source: 'backend' } });
});
afterAll(async () => {
	await sdk.end();
	await sites.end();
});

type Browser = ReturnType<typeof newCaller> & { identify?: object };

function browser(identify?: object): Browser {
	return { ...newCaller(site.siteId, sdk.clock.now), ...(identify && { identify }) };
}

async function signedIn(account: string, traits = {}): Promise<Browser> {
	const iat = Math.floor(sdk.clock.now / 1_000);
	const claims = { aud: site.siteId, iat, exp: iat + 300, sub: account };
	return browser({ account, traits, proof: await signProof(secret, 'k1', claims, 'idt+jwt') });
}

function readTitle(body: EventsResponse | PollResponse): string {
	if (body.decision?.reason !== 'displayed') throw new Error(JSON.stringify(body));
	return body.decision.display.prompt.questions[0]!.title;
}

async function report(from: Browser, name: string, more: Record<string, unknown> = {}) {
	const events = [newEvent(name, sdk.clock.now, more)];
	const request = { ...from, events, decide: true };
	return { request, body: (await sdk.post<EventsResponse>('/events', request)).body };
}

describe('the texts of a prompt', () => {
	it('contain what the browser reported, also when the request is repeated', async () => {
		const { request, body } = await report(
			browser({ account: 'ada', traits: { name: 'Ada' } }),
			'exported',
			{ properties: { format: 'PDF' } },
		);
		const shown = 'Ada, no verified name, PDF, no verified format';
		expect(readTitle(body)).toBe(shown);
		const repeated = await sdk.post<EventsResponse>('/events', request);
		expect(readTitle(repeated.body)).toBe(shown);
	});

	it('have fallbacks for an anonymous visitor and for show()', async () => {
		const nothing = 'no name, no verified name, no format, no verified format';
		expect(readTitle((await report(browser(), 'exported')).body)).toBe(nothing);
		const request = { ...browser(), id: mintUuidv7(sdk.clock.now), survey_id: 'exported' };
		const { body } = await sdk.post<EventsResponse>('/show', request);
		expect(readTitle(body)).toBe(nothing);
	});

	it('contain the properties of the event that was delayed', async () => {
		const from = browser({ account: 'grace', traits: { name: 'Grace' } });
		const { request, body } = await report(from, 'delayed', { properties: { format: 'CSV' } });
		expect(body.decision).toMatchObject({ reason: 'waiting' });
		sdk.clock.now += 6_000;
		const claim = { ...from, event: request.events[0]!.id };
		const claimed = await sdk.post<EventsResponse>('/claim', claim);
		expect(readTitle(claimed.body)).toBe('Grace, no verified name, CSV, no verified format');
	});

	it('contain verified properties from a proof, which override the reported ones', async () => {
		const from = browser();
		const iat = Math.floor(sdk.clock.now / 1_000);
		const claims = {
			aud: site.siteId,
			jti: mintUuidv7(sdk.clock.now),
			iat,
			exp: iat + 300,
			evt: 'exported',
			vid: from.visitor,
			props: { format: 'proven' },
		};
		const proof = await signProof(secret, 'k1', claims);
		const { body } = await report(from, 'exported', { properties: { format: 'PDF' }, proof });
		expect(readTitle(body)).toBe('no name, no verified name, proven, proven');
	});

	it('are stored as the author wrote them', async () => {
		await report(browser({ account: 'eve', traits: { name: 'Eve' } }), 'exported');
		const rows = await sites.sql<{ title: string }[]>`
			select r.content #>> '{questions,0,title}' as title from app.revisions r
			where r.site_id = ${site.id}`;
		expect([...new Set(rows.map((row) => row.title))]).toEqual([title]);
	});

	it.each([
		'<img src=x onerror=alert(1)>',
		'\u202eeno\u2066',
		'x'.repeat(1_000),
		'{{verified_trait.name | x}}',
	])('contain the value %j as plain text', async (name) => {
		const { body } = await report(browser({ account: 'eve', traits: { name } }), 'exported');
		const [written = ''] = readTitle(body).split(', ');
		expect([...written].length).toBeLessThanOrEqual(100);
		expect(written).not.toMatch(/[\u202a-\u202e\u2066]/);
		expect(name.startsWith(written.slice(0, 3)) || written === 'eno').toBe(true);
	});

	it('of an experiment are filled in its variants', async () => {
		const variant = (key: string) => ({ key, questions });
		await sites.publish(site.siteId, {
			survey_id: 'tried',
			trigger: { events: ['tried'] },
			experiment: { key: 'e', variants: [variant('a'), variant('b')] },
		});
		const { body } = await report(browser(), 'tried', { properties: { format: 'PDF' } });
		expect(readTitle(body)).toContain('PDF');
	});
});

describe('what the backend said about an account', () => {
	const pay = (account: string) =>
		reportAsBackend(
			sites.sql as never,
			site.id,
			account,
			'paid',
			{ format: 'invoice' },
			{ now: new Date(sdk.clock.now) },
		);
	const name = (account: string) =>
		identifyAsBackend(
			sites.sql as never,
			site.id,
			account,
			{ name: 'Real name' },
			new Date(sdk.clock.now),
		);

	async function poll(from: Browser): Promise<string> {
		const { body } = await sdk.post<PollResponse>('/poll', {
			...from,
			id: mintUuidv7(sdk.clock.now),
		});
		return readTitle(body);
	}

	it('is shown in a browser that has proven the account', async () => {
		await name('lin');
		const lin = await signedIn('lin', { name: 'Claimed' });
		const { body } = await report(lin, 'exported', { properties: { format: 'PDF' } });
		expect(readTitle(body)).toBe('Real name, Real name, PDF, no verified format');
		await pay('lin');
		expect(await poll(lin)).toBe('Real name, Real name, invoice, invoice');
	});

	it('is never shown in a browser that only claims it', async () => {
		await name('max');
		const stranger = browser({ account: 'max', traits: { name: 'Stranger' } });
		const { body } = await report(stranger, 'exported', { properties: { format: 'PDF' } });
		expect(readTitle(body)).toBe('Stranger, no verified name, PDF, no verified format');
		await pay('max');
		expect(await poll(stranger)).toBe('Stranger, no verified name, no format, no verified format');
	});

	it('is no longer shown after the browser has signed in to another account', async () => {
		await name('one');
		const one = await signedIn('one');
		await report(one, 'exported');
		const { body } = await report({ ...one, identify: { account: 'two', traits: {} } }, 'exported');
		expect(readTitle(body)).not.toContain('Real name');
	});
});
