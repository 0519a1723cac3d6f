import { createHash } from 'node:crypto';

import { limits } from '@feedback/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { maintain } from '../../../server/postgres/maintain.ts';
import { deriveSuccessor } from '../_shared/secrets/connection-token.ts';
import { createKeyring, mintSecret } from '../_shared/secrets/keyring.ts';
import {
	approve,
	beginAuthorization,
	obtainTokens,
	openSignIn,
	resource,
	writeExchange,
	writeRequest,
	type Tokens,
	type TestSignIn,
} from '../tests/oauth.ts';
import { signIn, type TestPerson } from '../tests/people.ts';

let opened: TestSignIn;

beforeAll(async () => {
	opened = await openSignIn();
});
afterAll(() => opened.end());

const asConnection = ({ access_token }: Tokens): TestPerson => ({
	id: '',
	email: '',
	token: access_token,
});
/** Status of a management API call with the token. */
const useToken = async (tokens: Tokens) =>
	(await opened.manage.ask(asConnection(tokens), 'whoami', {})).status;
const renew = (tokens: Tokens, given: Record<string, string> = {}) =>
	opened.post('/token', {
		grant_type: 'refresh_token',
		client_id: 'feedback-cli',
		refresh_token: tokens.refresh_token,
		resource,
		...given,
	});
const life = limits.signIn;
const day = 86_400_000;

describe('a code', () => {
	const obtainCode = async (given: Record<string, string> = {}) => {
		const asked = writeRequest(given);
		const answer = await approve(opened, opened.owner, await beginAuthorization(opened, asked));
		return { asked, answer };
	};

	it('becomes a connection to the chosen sites, with a token for a day', async () => {
		const { asked, answer } = await obtainCode();
		const { status, body, headers } = await opened.post('/token', writeExchange(asked, answer));
		expect(status).toBe(200);
		expect(headers.get('cache-control')).toBe('no-store');
		expect(body).toEqual({
			access_token: expect.stringMatching(/^fbt_[\w-]{43}$/) as string,
			token_type: 'Bearer',
			expires_in: life.accessHours * 3_600,
			refresh_token: expect.stringMatching(/^fbr_[\w-]{43}$/) as string,
			scope: 'connect',
		});
		const { body: who } = await opened.manage.ask(asConnection(body as Tokens), 'whoami', {});
		expect(who).toMatchObject({ kind: 'connection', person: opened.owner.id });
		const { body: list } = await opened.manage.ask(opened.owner, 'listConnections', {});
		expect(list.items.find(({ id }) => id === who.connection!.id)).toMatchObject({
			kind: 'cli',
			name: 'Feedback command',
			host: '127.0.0.1',
			sites: [opened.site.id],
		});
	});

	it('creates the grants that were approved with it', async () => {
		const asked = writeRequest({ scope: 'prompt:draft response:read' });
		const authorization = await beginAuthorization(opened, asked);
		const actions: ['prompt:draft'] = ['prompt:draft'];
		const answer = await approve(opened, opened.owner, authorization, { actions });
		const { body } = await opened.post('/token', writeExchange(asked, answer));
		expect(body['scope']).toBe('connect prompt:draft');
		const { body: held } = await opened.manage.ask(asConnection(body as Tokens), 'listGrants', {});
		expect(held.items).toMatchObject([
			{ action: 'prompt:draft', mode: 'until', site: opened.site.id },
		]);
		const site = opened.site.id;
		const read = await opened.manage.ask(asConnection(body as Tokens), 'listResponses', { site });
		expect(read.error.code).toBe('approval_required');
	});

	it('lets a person without a site approve that the client creates one', async () => {
		const person = await signIn();
		const { body: made } = await opened.manage.ask(person, 'createWorkspace', { name: 'First' });
		const workspace = made.id;
		const asked = writeRequest({ scope: 'site:create prompt:draft' });
		const begin = () => beginAuthorization(opened, asked);
		const given = { sites: [], actions: ['site:create' as const, 'prompt:draft' as const] };
		const answer = await approve(opened, person, await begin(), given);
		const { body } = await opened.post('/token', writeExchange(asked, answer));
		// Drafts are saved on a site, and none was chosen.
		expect(body['scope']).toBe('connect site:create');
		const program = asConnection(body as Tokens);
		const created = await opened.manage.ask(program, 'createSite', { workspace, name: 'Shop' });
		expect(created.status).toBe(200);
		const { body: log } = await opened.manage.ask(person, 'listAudit', { workspace });
		expect(log.items.map(({ did }) => did)).toContain('approveAuthorization');

		await opened.manage.ask(person, 'createWorkspace', { name: 'Second' });
		await expect(approve(opened, person, await begin(), given)).rejects.toThrow(
			'conflict: Choose a site of the workspace',
		);
	});

	it('that is replayed ends the connection for which it was redeemed', async () => {
		const { asked, answer } = await obtainCode();
		const { body } = await opened.post('/token', writeExchange(asked, answer));
		const tokens = body as Tokens;
		expect(await useToken(tokens)).toBe(200);
		const again = await opened.post('/token', writeExchange(asked, answer));
		expect([again.status, again.body['error']]).toEqual([400, 'invalid_grant']);
		expect(await useToken(tokens)).toBe(401);
		expect((await renew(tokens)).body['error']).toBe('invalid_grant');
	});

	it('used by twenty concurrent requests is redeemed once', async () => {
		const { asked, answer } = await obtainCode();
		const race = Array.from({ length: 20 }, () =>
			opened.post('/token', writeExchange(asked, answer)),
		);
		const won = (await Promise.all(race)).filter(({ status }) => status === 200);
		expect(won).toHaveLength(1);
		expect(await useToken(won[0]!.body as Tokens)).toBe(401);
	});

	it('lasts a minute', async () => {
		const { asked, answer } = await obtainCode();
		opened.clock.now += life.codeSeconds * 1_000;
		const { body } = await opened.post('/token', writeExchange(asked, answer));
		opened.clock.now -= life.codeSeconds * 1_000;
		expect(body['error']).toBe('invalid_grant');
	});

	it.each<[string, Record<string, string>, string]>([
		['another verifier', { code_verifier: 'x'.repeat(43) }, 'invalid_grant'],
		['the challenge as verifier', { code_verifier: 'too short' }, 'invalid_grant'],
		['no verifier', { code_verifier: '' }, 'invalid_request'],
		['another client', { client_id: 'fbc_other' }, 'invalid_grant'],
		['no client', { client_id: '' }, 'invalid_client'],
		['a client with a long name', { client_id: 'x'.repeat(2_001) }, 'invalid_client'],
		['another redirect', { redirect_uri: 'http://127.0.0.1:4712/callback' }, 'invalid_grant'],
		['another of our resources', { resource: resource.replace('manage', 'mcp') }, 'invalid_target'],
		['a foreign resource', { resource: 'https://example.com/' }, 'invalid_target'],
		['an invented code', { code: 'x'.repeat(43) }, 'invalid_grant'],
	])('with %s is refused', async (_, given, error) => {
		const { asked, answer } = await obtainCode();
		const refused = await opened.post('/token', writeExchange(asked, answer, given));
		expect(refused.body['error']).toBe(error);
		const { status } = await opened.post('/token', writeExchange(asked, answer));
		expect(status).toBe(200);
	});
});

it.each([42, 129])('a verifier of %i characters is refused, although it fits', async (length) => {
	const asked = writeRequest();
	asked.verifier = 'v'.repeat(length);
	asked.parameters['code_challenge'] = createHash('sha256')
		.update(asked.verifier)
		.digest('base64url');
	const answer = await approve(opened, opened.owner, await beginAuthorization(opened, asked));
	const { status, body } = await opened.post('/token', writeExchange(asked, answer));
	expect([status, body['error']]).toEqual([400, 'invalid_grant']);
});

describe('an access token', () => {
	it('is refused by every resource for which it was not issued', async () => {
		const forAgents = await obtainTokens(opened, { resource: resource.replace('manage', 'mcp') });
		const { status, error, headers } = await opened.manage.ask(
			asConnection(forAgents),
			'whoami',
			{},
		);
		expect([status, error.code]).toEqual([401, 'unauthenticated']);
		expect(headers.get('www-authenticate')).toBe(
			'Bearer error="invalid_token", scope="connect", ' +
				'resource_metadata="http://127.0.0.1:54321/functions/v1/oauth/.well-known/oauth-protected-resource/manage"',
		);
	});

	it('is neither a refresh token nor stored', async () => {
		const tokens = await obtainTokens(opened);
		expect(await useToken({ ...tokens, access_token: tokens.refresh_token })).toBe(401);
		const { body } = await renew({ ...tokens, refresh_token: tokens.access_token });
		expect(body['error']).toBe('invalid_grant');
		const [stored] = await opened.sites.sql`
			select count(*)::int as found from app.tokens t
			where position(${tokens.access_token} in t::text) > 0
			   or t.hash = sha256(convert_to(${tokens.access_token}, 'UTF8'))`;
		expect(stored!['found']).toBe(0);
	});

	it('expires after a day', async () => {
		const tokens = await obtainTokens(opened);
		await opened.sites.sql`update app.tokens set expires_at = now() - interval '1 second'`;
		expect(await useToken(tokens)).toBe(401);
	});
});

describe('a refresh token', () => {
	it('is exchanged for new tokens, which extends its lifetime', async () => {
		const first = await obtainTokens(opened);
		const { status, body } = await renew(first);
		expect(status).toBe(200);
		const second = body as Tokens;
		expect(second.refresh_token).not.toBe(first.refresh_token);
		expect(await useToken(second)).toBe(200);
		expect((await renew(second)).status).toBe(200);
	});

	it('used again within half a minute, as by a second process, returns the same successor', async () => {
		const first = await obtainTokens(opened);
		const race = await Promise.all([renew(first), renew(first), renew(first)]);
		expect(race.map(({ status }) => status)).toEqual([200, 200, 200]);
		opened.clock.now += (life.reuseSeconds - 1) * 1_000;
		const late = await renew(first);
		opened.clock.now -= (life.reuseSeconds - 1) * 1_000;
		const given = [...race, late].map(({ body }) => body as Tokens);
		expect(new Set(given.map(({ refresh_token }) => refresh_token)).size).toBe(1);
		for (const tokens of given) expect(await useToken(tokens)).toBe(200);
		const [{ lines }] = await opened.sites.sql<[{ lines: number }]>`
			select count(*)::int as lines from app.tokens t
			where t.kind = 'refresh' and t.replaced_at is null and t.connection_id = (
				select c.id from app.connections c where c.person_id = ${opened.owner.id} order by c.id desc limit 1)`;
		expect(lines).toBe(1);
	});

	it('stolen within half a minute never leads to two valid chains of tokens', async () => {
		const first = await obtainTokens(opened);
		const second = (await renew(first)).body as Tokens;
		const stolen = (await renew(first)).body as Tokens;
		const third = (await renew(second)).body as Tokens;
		expect(await useToken(third)).toBe(200);
		opened.clock.now += (life.reuseSeconds + 1) * 1_000;
		const thief = await renew(stolen);
		opened.clock.now -= (life.reuseSeconds + 1) * 1_000;
		expect([thief.status, thief.body['error']]).toEqual([400, 'invalid_grant']);
		expect(await useToken(third)).toBe(401);
		expect((await renew(third)).body['error']).toBe('invalid_grant');
	});

	it('used again after its successor ends the whole connection, even within half a minute', async () => {
		const first = await obtainTokens(opened);
		const second = (await renew(first)).body as Tokens;
		const third = (await renew(second)).body as Tokens;
		const replay = await renew(first);
		expect([replay.status, replay.body['error']]).toEqual([400, 'invalid_grant']);
		expect(await useToken(second)).toBe(401);
		expect(await useToken(third)).toBe(401);
		expect((await renew(third)).body['error']).toBe('invalid_grant');
	});

	it('has a successor that cannot be derived without the secret of the service', async () => {
		const first = await obtainTokens(opened);
		const second = (await renew(first)).body as Tokens;
		const other = createKeyring(mintSecret());
		expect(deriveSuccessor(opened.manage.keyring, 'fbr_', first.refresh_token)).toBe(
			second.refresh_token,
		);
		expect(deriveSuccessor(other, 'fbr_', first.refresh_token)).not.toBe(second.refresh_token);
		expect(second.access_token.slice(4)).not.toBe(second.refresh_token.slice(4));
	});

	it('replayed later ends the whole connection', async () => {
		const first = await obtainTokens(opened);
		const second = (await renew(first)).body as Tokens;
		opened.clock.now += (life.reuseSeconds + 1) * 1_000;
		const replay = await renew(first);
		opened.clock.now -= (life.reuseSeconds + 1) * 1_000;
		expect([replay.status, replay.body['error']]).toEqual([400, 'invalid_grant']);
		expect(await useToken(first)).toBe(401);
		expect(await useToken(second)).toBe(401);
		expect((await renew(second)).body['error']).toBe('invalid_grant');
	});

	it('expires after 60 days without use', async () => {
		const tokens = await obtainTokens(opened);
		opened.clock.now += life.refreshDays * day;
		const { body } = await renew(tokens);
		opened.clock.now -= life.refreshDays * day;
		expect(body['error']).toBe('invalid_grant');
	});

	it.each<[string, Record<string, string>, string]>([
		['another client', { client_id: 'fbc_other' }, 'invalid_grant'],
		['another resource', { resource: resource.replace('manage', 'mcp') }, 'invalid_target'],
		['another form', { refresh_token: "fbr_' or true --" }, 'invalid_grant'],
	])('with %s is refused', async (_, given, error) => {
		const tokens = await obtainTokens(opened);
		expect((await renew(tokens, given)).body['error']).toBe(error);
		expect((await renew(tokens)).status).toBe(200);
	});
});

describe('signing out', () => {
	it.each(['access_token', 'refresh_token'] as const)('by the %s ends both', async (name) => {
		const tokens = await obtainTokens(opened);
		const form = { client_id: 'feedback-cli', token: tokens[name] };
		expect((await opened.post('/revoke', form)).status).toBe(200);
		expect(await useToken(tokens)).toBe(401);
		expect((await renew(tokens)).body['error']).toBe('invalid_grant');
	});

	it('withdraws open requests to the person', async () => {
		const tokens = await obtainTokens(opened);
		const wanted = { action: 'response:read', site: opened.site.id } as const;
		const { body: asked } = await opened.manage.ask(asConnection(tokens), 'requestGrant', wanted);
		await opened.post('/revoke', { client_id: 'feedback-cli', token: tokens.access_token });
		const { body } = await opened.manage.ask(opened.owner, 'getGrantRequest', {
			request: asked.id,
		});
		expect(body.state).toBe('denied');
	});

	it('of another client changes nothing, and an unknown one is no error', async () => {
		const tokens = await obtainTokens(opened);
		const theirs = { client_id: 'fbc_other', token: tokens.access_token };
		expect((await opened.post('/revoke', theirs)).status).toBe(200);
		expect(await useToken(tokens)).toBe(200);
		const nobody = { client_id: 'feedback-cli', token: 'fbt_nobody' };
		expect((await opened.post('/revoke', nobody)).status).toBe(200);
	});

	it('by the person ends the tokens', async () => {
		const tokens = await obtainTokens(opened);
		const { body: who } = await opened.manage.ask(asConnection(tokens), 'whoami', {});
		const connection = who.connection!.id;
		await opened.manage.ask(opened.owner, 'revokeConnection', { connection });
		expect(await useToken(tokens)).toBe(401);
		expect((await renew(tokens)).body['error']).toBe('invalid_grant');
	});
});

describe('the token endpoint', () => {
	it.each<[string, Record<string, string>, string]>([
		['no grant type', { client_id: 'feedback-cli' }, 'invalid_request'],
		['a password', { grant_type: 'password', client_id: 'feedback-cli' }, 'unsupported_grant_type'],
		['an inherited name', { grant_type: 'constructor', client_id: 'x' }, 'unsupported_grant_type'],
	])('refuses %s', async (_, form, error) => {
		const { status, body } = await opened.post('/token', form);
		expect([status, body['error']]).toEqual([400, error]);
	});

	it('accepts only forms of at most 64 KiB', async () => {
		const send = (body: string, type: string) =>
			opened.handle(
				new Request('http://127.0.0.1/oauth/token', {
					method: 'POST',
					body,
					headers: { 'content-type': type },
				}),
			);
		expect((await send('{}', 'application/json')).status).toBe(400);
		const form = 'application/x-www-form-urlencoded';
		expect((await send('x'.repeat(65_537), form)).status).toBe(413);
		expect((await send('grant_type=%00', form)).status).toBe(400);
	});

	it('deletes data that has expired', async () => {
		const tokens = await obtainTokens(opened);
		const later = new Date(opened.clock.now + (life.refreshDays + 1) * day);
		await maintain(opened.sites.sql, { now: later });
		const [left] = await opened.sites.sql`
			select (select count(*) from app.tokens) + (select count(*) from app.authorization_requests)
			     + (select count(*) from app.attempts) as rows`;
		expect(Number(left!['rows'])).toBe(0);
		expect(await useToken(tokens)).toBe(401);
	});
});
