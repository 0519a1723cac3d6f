// Connecting Slack, against a server that answers as Slack does.
import { routes } from '@feedback/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

import { openDestinationSecret } from '../../_shared/secrets/destination-secret.ts';
import { openManage, type TestManage } from '../../tests/manage.ts';
import { join, signIn, signInEarlier, type TestPerson } from '../../tests/people.ts';
import { openSites, type TestSite, type TestSites } from '../../tests/sites.ts';
import {
	openSlack,
	refuse,
	slackApp,
	slackCode,
	slackToken,
	slackWebhook,
} from '../../tests/slack.ts';
import type { TestTracker } from '../../tests/tracker.ts';

let sites: TestSites;
let slack: TestTracker;
let manage: TestManage;
let site: TestSite;
let owner: TestPerson;
let granted: string | undefined;
let now: number;
/** What reached the logs. */
const logged: unknown[] = [];

beforeAll(async () => {
	for (const level of ['log', 'info', 'warn', 'error'] as const) {
		vi.spyOn(console, level).mockImplementation((...given) => void logged.push(...given));
	}
	[sites, slack] = await Promise.all([openSites(), openSlack(() => granted)]);
	const outgoing = {
		...slack.outgoing,
		// Creating the destination checks the host of its webhook.
		check: () => Promise.resolve(),
	};
	manage = openManage(sites.manageUrl, { slack: slackApp, outgoing, clock: () => now });
});
afterAll(async () => {
	vi.restoreAllMocks();
	await manage.end();
	await slack.close();
	await sites.end();
});
beforeEach(async () => {
	[granted, now, slack.calls.length] = [undefined, Date.now(), 0];
	site = await sites.makeSite();
	owner = await signIn({ session_id: crypto.randomUUID() });
	await join(sites.sql, site.workspace, owner);
});

async function begin(by = owner) {
	const { body } = await manage.ask(by, 'beginSlackAuthorization', { site: site.id });
	return routes.beginSlackAuthorization.output.parse(body);
}
const finish = (state: string, { by = owner, at = site.id, code = slackCode } = {}) =>
	manage.ask(by, 'finishSlackAuthorization', { site: at, state, code });
async function authorize() {
	const { body } = await finish((await begin()).state);
	return routes.finishSlackAuthorization.output.parse(body);
}
const create = (url: string, { by = owner, at = site.id } = {}) =>
	manage.ask(by, 'createDestination', { site: at, kind: 'slack', name: 'Team', url });

describe('an owner', () => {
	it('is sent to Slack, which returns to the dashboard', async () => {
		const { url, state } = await begin();
		expect(url).toMatch(/^https:\/\/slack\.com\/oauth\/v2\/authorize\?/);
		expect(Object.fromEntries(new URL(url).searchParams)).toEqual({
			client_id: slackApp.clientId,
			scope: 'incoming-webhook',
			redirect_uri: 'http://127.0.0.1:54323/slack',
			state,
		});
		expect(state).toMatch(/^[\w-]{43}$/);
	});

	it('creates a destination for the channel that they chose there', async () => {
		const { authorization, channel } = await authorize();
		expect(channel).toEqual({ workspace: 'Acme', name: '#feedback' });
		const { body } = await create(authorization);
		expect(body).toMatchObject({ channel, host: 'hooks.slack.com', url: null, kind: 'slack' });
		const [row] = await sites.sql<{ sealed_url: Uint8Array }[]>`
			select sealed_url from app.destinations where id = ${body.id}`;
		const opened = openDestinationSecret(
			manage.keyring,
			site.id,
			body.id,
			'url',
			new Uint8Array(row!.sealed_url),
		);
		expect(await opened).toBe(slackWebhook);
		const stored = await sites.sql`
			select to_jsonb(d)::text from app.destinations d where site_id = ${site.id}
			union all select to_jsonb(l)::text from app.audit_log l where site_id = ${site.id}
			union all select to_jsonb(a)::text from app.slack_authorizations a where site_id = ${site.id}`;
		const seen = JSON.stringify([authorization, body, stored, logged]);
		for (const secret of [slackToken, slackWebhook, slackApp.clientSecret, slackCode]) {
			expect(seen).not.toContain(secret);
		}
	});

	it('chooses another channel, and another change keeps it', async () => {
		const pasted = await create('https://hooks.slack.com/services/T0/B0/secret-part');
		expect(pasted.body.channel).toBe(null);
		const at = { site: site.id, destination: pasted.body.id };
		const { authorization, channel } = await authorize();
		const changed = await manage.ask(owner, 'updateDestination', { ...at, url: authorization });
		expect(changed.body.channel).toEqual(channel);
		const renamed = await manage.ask(owner, 'updateDestination', { ...at, name: 'News' });
		expect(renamed.body).toMatchObject({ name: 'News', channel });
		const url = 'https://hooks.slack.com/services/T0/B1/secret-part';
		const replaced = await manage.ask(owner, 'updateDestination', { ...at, url });
		expect(replaced.body.channel).toBe(null);
	});
});

describe('a state', () => {
	it('is used once, also while Slack cannot be reached', async () => {
		const { state } = await begin();
		slack.faults.push('interrupted');
		const first = await finish(state);
		expect(first.error).toMatchObject({ code: 'unavailable' });
		const second = await finish(state);
		expect(second.error).toMatchObject({ code: 'conflict', field: 'state' });
		expect(slack.calls).toHaveLength(1);
	});

	it('is replaced by the next one', async () => {
		const { state } = await begin();
		const next = await begin();
		expect((await finish(state)).status).toBe(409);
		expect((await finish(next.state)).status).toBe(200);
	});

	it.each([
		['another owner', async () => ({ by: await colleague() })],
		['another session', async () => ({ by: await signInEarlier(owner, 0) })],
		['another site', async () => ({ at: await anotherSite() })],
	])('is refused to %s', async (_, other) => {
		const { state } = await begin();
		const { status, error } = await finish(state, await other());
		expect(status).toBe(409);
		expect(error.message).toContain('Connect to Slack again.');
		expect(slack.calls).toEqual([]);
	});

	it('expires', async () => {
		const { state } = await begin();
		await sites.sql`update app.slack_authorizations set expires_at = now() where site_id = ${site.id}`;
		expect((await finish(state)).status).toBe(409);
	});
});

describe('an authorization', () => {
	it.each([
		['another owner', async () => ({ by: await colleague() })],
		['another site', async () => ({ at: await anotherSite() })],
	])('is refused to %s', async (_, other) => {
		const { authorization } = await authorize();
		const { status, error } = await create(authorization, await other());
		expect([status, error]).toMatchObject([400, { field: 'url' }]);
	});

	it('expires, and cannot be changed', async () => {
		const { authorization } = await authorize();
		const changed = authorization.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A'));
		expect((await create(changed)).error).toMatchObject({ field: 'url' });
		now += 16 * 60_000;
		expect((await create(authorization)).error.message).toContain('connect to Slack again');
	});
});

describe('a refusal of Slack', () => {
	it.each([
		['code_expired', /expired\. Connect to Slack again\./],
		['bad_redirect_uri', /operator has to correct the redirect URL/],
		['bad_client_secret', /operator has to correct the client secret/],
		['invalid_team_for_non_distributed_app', /belongs to another workspace/],
		['team_access_not_granted', /administrator of the workspace/],
		['something_new', /^Slack refused: something_new\.$/],
	])('%s says what to do', async (code, message) => {
		const { state } = await begin();
		slack.faults.push(refuse(code));
		const { status, error } = await finish(state);
		expect(status).toBe(409);
		expect(error.message).toMatch(message);
	});

	it('of the code is one too', async () => {
		const { error } = await finish((await begin()).state, { code: 'another' });
		expect(error.message).toContain('not valid any more');
	});

	it('of the scope says what the operator does', async () => {
		granted = 'chat:write';
		const { error } = await finish((await begin()).state);
		expect(error.message).toContain('switch on incoming webhooks');
	});

	it('that is no answer of its API is temporary', async () => {
		const { state } = await begin();
		slack.faults.push({ status: 502 });
		expect((await finish(state)).error).toMatchObject({ code: 'unavailable' });
	});
});

it('is not offered without an app', async () => {
	const plain = openManage(sites.manageUrl, { slack: undefined, keyring: manage.keyring });
	const at = { site: site.id };
	expect((await plain.ask(owner, 'getSlackApp', at)).body).toEqual({ available: false });
	expect((await plain.ask(owner, 'beginSlackAuthorization', at)).status).toBe(404);
	expect((await manage.ask(owner, 'getSlackApp', at)).body).toEqual({ available: true });
	await plain.end();
});

async function colleague(): Promise<TestPerson> {
	const person = await signIn({ session_id: crypto.randomUUID() });
	await join(sites.sql, site.workspace, person);
	return person;
}

async function anotherSite(): Promise<string> {
	const other = await sites.makeSite();
	await join(sites.sql, other.workspace, owner);
	return other.id;
}
