import { createHash, randomBytes } from 'node:crypto';
import { limits } from '@feedback/contract';

import type { Answer } from './answer.ts';
import type { Case } from './case.ts';
import type { OAuthWorld } from './oauth-world.ts';
import type { World } from './world.ts';

const redirect = 'http://127.0.0.1:4711/callback';
const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code';

type Fields = Record<string, string>;
type Tokens = { access_token: string; refresh_token: string };

/** A sign-in through the browser: the authorization request, and the form that exchanges its code. */
function writeSignIn({ apiUrl }: OAuthWorld) {
	const verifier = randomBytes(32).toString('base64url');
	const resource = `${apiUrl}/manage`;
	return {
		request: {
			client_id: 'feedback-cli',
			redirect_uri: redirect,
			response_type: 'code',
			code_challenge: createHash('sha256').update(verifier).digest('base64url'),
			code_challenge_method: 'S256',
			state: 'as it was',
			resource,
		},
		exchange: (code: string): Fields => ({
			grant_type: 'authorization_code',
			client_id: 'feedback-cli',
			redirect_uri: redirect,
			code,
			code_verifier: verifier,
			resource,
		}),
	};
}

/** The code of a redirect. */
async function obtainCode(oauth: OAuthWorld) {
	const { request, exchange } = writeSignIn(oauth);
	const back = await oauth.sendBrowser(request, 'approve');
	return { back, form: exchange(String(back.body['code'])) };
}

async function obtainTokens(oauth: OAuthWorld): Promise<Tokens> {
	const { form } = await obtainCode(oauth);
	return (await oauth.post('/token', form)).body as Tokens;
}

const renew = (oauth: OAuthWorld, { refresh_token: token }: Tokens, given: Fields = {}) =>
	oauth.post('/token', {
		grant_type: 'refresh_token',
		client_id: 'feedback-cli',
		refresh_token: token,
		resource: `${oauth.apiUrl}/manage`,
		...given,
	});

/** Whether the management API accepts a token. */
async function tryToken(world: World, { access_token: token }: Tokens): Promise<Answer> {
	const headers = { authorization: `Bearer ${token}` };
	const { status, body } = await world.send('/whoami', { headers });
	return { status, body: status === 200 ? {} : body };
}

const askForDevice = (oauth: OAuthWorld, given: Fields = {}) =>
	oauth.post('/device', {
		client_id: 'feedback-cli',
		device_name: 'laptop',
		resource: `${oauth.apiUrl}/manage`,
		...given,
	});

async function beginDevice(oauth: OAuthWorld) {
	const begun = await askForDevice(oauth);
	const { device_code, user_code } = begun.body as { device_code: string; user_code: string };
	return {
		begun,
		enter: (decision: 'approve' | 'deny') => oauth.enterCode(user_code, decision),
		poll: (given: Fields = {}) =>
			oauth.post('/token', {
				grant_type: deviceGrant,
				client_id: 'feedback-cli',
				device_code,
				...given,
			}),
	};
}

/** Variants of a form with one field changed or missing. */
async function tryEach(
	changes: Fields[],
	send: (change: Fields) => Promise<Answer>,
): Promise<Answer[]> {
	const answers: Answer[] = [];
	for (const change of changes) answers.push(await send(change));
	return answers;
}

const signIns: Omit<Case, 'routes' | 'approved'>[] = [
	{
		title: 'the OAuth server describes itself',
		endpoints: [
			'/.well-known/openid-configuration',
			'/.well-known/oauth-authorization-server',
			'/jwks',
		],
		async run({ oauth }) {
			const { status, body } = await oauth.get('/.well-known/openid-configuration');
			// The command does not register a client.
			const { registration_endpoint: _, ...rest } = body;
			const other = await oauth.get('/.well-known/oauth-authorization-server');
			return [
				{ status, body: rest },
				{ status: other.status, body: { issuer: other.body['issuer'] } },
				await oauth.get('/jwks'),
			];
		},
	},
	{
		title: 'a code is exchanged once; a second exchange ends its connection',
		endpoints: ['/authorize', '/token'],
		async run(world) {
			const { oauth } = world;
			const { back, form } = await obtainCode(oauth);
			const issued = await oauth.post('/token', form);
			const tokens = issued.body as Tokens;
			return [
				back,
				issued,
				await tryToken(world, tokens),
				await oauth.post('/token', form),
				await tryToken(world, tokens),
				await renew(oauth, tokens),
			];
		},
	},
	{
		title: 'a wrong exchange of a code is refused, and does not consume it',
		endpoints: ['/token'],
		async run({ oauth }) {
			const { form } = await obtainCode(oauth);
			const refused = await tryEach(
				[
					{ code_verifier: 'x'.repeat(43) },
					{ code_verifier: 'too short' },
					{ code_verifier: '' },
					{ client_id: 'fbc_other' },
					{ client_id: '' },
					{ redirect_uri: 'http://127.0.0.1:4712/callback' },
					{ resource: `${oauth.apiUrl}/mcp` },
					{ resource: 'https://example.com/' },
					{ code: 'x'.repeat(43) },
					{ code: '' },
				],
				(change) => oauth.post('/token', { ...form, ...change }),
			);
			const issued = await oauth.post('/token', form);
			const { form: late } = await obtainCode(oauth);
			await oauth.pass(limits.signIn.codeSeconds + 1);
			return [...refused, issued, await oauth.post('/token', late)];
		},
	},
	{
		title: 'invalid authorization requests are refused with a reason',
		endpoints: ['/authorize'],
		async run({ oauth }) {
			const { request } = writeSignIn(oauth);
			const { state: _, ...stateless } = request;
			return [
				...(await tryEach(
					[
						{ client_id: '' },
						{ client_id: 'fbc_other' },
						{ redirect_uri: 'http://127.0.0.1:4711/elsewhere' },
						{ redirect_uri: 'https://example.com/callback' },
						{ response_type: 'token' },
						{ response_type: '' },
						{ code_challenge: '' },
						{ code_challenge: 'too short' },
						{ code_challenge_method: 'plain' },
						{ resource: 'https://example.com/' },
					],
					(change) => oauth.sendBrowser({ ...request, ...change }, 'approve'),
				)),
				await oauth.sendBrowser(request, 'deny'),
				await oauth.sendBrowser(stateless, 'deny'),
			];
		},
	},
	{
		title: 'a refresh token returns the same successor until that is used, then ends the sign-in',
		endpoints: ['/token'],
		async run(world) {
			const { oauth } = world;
			const first = await obtainTokens(oauth);
			const renewed = await renew(oauth, first);
			const again = await renew(oauth, first);
			const second = renewed.body as Tokens;
			const further = await renew(oauth, second);
			const third = further.body as Tokens;
			return [
				{ status: 200, body: first },
				renewed,
				again,
				await tryToken(world, second),
				further,
				await tryToken(world, third),
				await renew(oauth, first),
				await tryToken(world, third),
				await renew(oauth, third),
			];
		},
	},
	{
		title: 'a refresh token that is used again later ends the sign-in',
		endpoints: ['/token'],
		async run(world) {
			const { oauth } = world;
			const first = await obtainTokens(oauth);
			const second = (await renew(oauth, first)).body as Tokens;
			await oauth.pass(limits.signIn.reuseSeconds + 1);
			return [
				await tryToken(world, second),
				await renew(oauth, first),
				await tryToken(world, second),
				await renew(oauth, second),
			];
		},
	},
	{
		title: 'a wrong use of a refresh token is refused, and does not consume it',
		endpoints: ['/token'],
		async run({ oauth }) {
			const tokens = await obtainTokens(oauth);
			const refused = await tryEach(
				[
					{ refresh_token: `fbr_${'x'.repeat(43)}` },
					{ refresh_token: tokens.access_token },
					{ refresh_token: '' },
					{ client_id: 'fbc_other' },
					{ client_id: '' },
					{ resource: `${oauth.apiUrl}/mcp` },
				],
				(change) => renew(oauth, tokens, change),
			);
			const renewed = await renew(oauth, tokens);
			await oauth.pass(limits.signIn.refreshDays * 86_400 + 1);
			return [...refused, renewed, await renew(oauth, renewed.body as Tokens)];
		},
	},
	{
		title: 'a device polls until a person approves it, and is slowed down when it polls too often',
		endpoints: ['/device', '/token'],
		async run(world) {
			const { oauth } = world;
			const { begun, enter, poll } = await beginDevice(oauth);
			const pending = await poll();
			// Set the clock back, so that the next poll is too early even on a slow machine.
			await oauth.pass(-30);
			const hasty = await poll();
			await oauth.pass(limits.signIn.pollSeconds + 6);
			const patient = await poll();
			await enter('approve');
			await oauth.pass(limits.signIn.pollSeconds + 6);
			const issued = await poll();
			const tokens = issued.body as Tokens;
			return [
				begun,
				pending,
				hasty,
				patient,
				issued,
				await tryToken(world, tokens),
				await poll(),
				await renew(oauth, tokens),
			];
		},
	},
	{
		title: 'a device is denied, or its code expires',
		endpoints: ['/device', '/token'],
		async run({ oauth }) {
			const denied = await beginDevice(oauth);
			await denied.enter('deny');
			const sentAway = [await denied.poll(), await denied.poll()];
			const late = await beginDevice(oauth);
			await oauth.pass(limits.signIn.requestMinutes * 60 + 1);
			return [...sentAway, await late.poll(), await late.poll()];
		},
	},
	{
		title: 'a wrong exchange of a device code is refused',
		endpoints: ['/device', '/token'],
		async run({ oauth }) {
			const { poll } = await beginDevice(oauth);
			return [
				...(await tryEach(
					[{ client_id: 'fbc_other' }, { client_id: '' }, { resource: 'https://example.com/' }],
					(change) => askForDevice(oauth, change),
				)),
				...(await tryEach(
					[
						{ device_code: 'x'.repeat(43) },
						{ device_code: '' },
						{ client_id: 'fbc_other' },
						{ client_id: '' },
						{ resource: `${oauth.apiUrl}/mcp` },
					],
					poll,
				)),
				await poll(),
			];
		},
	},
	{
		title: 'either token of a client can be revoked',
		endpoints: ['/revoke'],
		async run(world) {
			const { oauth } = world;
			const revoke = (given: Fields) =>
				oauth.post('/revoke', { client_id: 'feedback-cli', ...given });
			const [first, second] = [await obtainTokens(oauth), await obtainTokens(oauth)];
			return [
				await revoke({}),
				await revoke({ token: first.refresh_token, client_id: '' }),
				await revoke({ token: 'fbr_unknown' }),
				await revoke({ token: first.refresh_token, client_id: 'fbc_other' }),
				await tryToken(world, first),
				await revoke({ token: first.refresh_token }),
				await tryToken(world, first),
				await renew(oauth, first),
				await revoke({ token: second.access_token }),
				await tryToken(world, second),
				await renew(oauth, second),
				await revoke({ token: second.access_token }),
			];
		},
	},
	{
		title: 'invalid requests to the OAuth server are refused',
		async run({ oauth }) {
			const json = { 'content-type': 'application/json' };
			const resource = `${oauth.apiUrl}/manage`;
			return [
				await oauth.get('/nothing'),
				await oauth.get('/token'),
				await oauth.post('/authorize', {}),
				await oauth.post('/token', {}),
				await oauth.post('/token', {}, json),
				await oauth.post('/token', { grant_type: 'password' }),
				await oauth.post('/token', [
					['grant_type', 'refresh_token'],
					['grant_type', 'refresh_token'],
				]),
				await oauth.post('/device', [
					['client_id', 'feedback-cli'],
					['resource', resource],
					['resource', `${oauth.apiUrl}/mcp`],
				]),
			];
		},
	},
];

export const signInCases: readonly Case[] = signIns.map((given) => ({
	routes: [],
	approved: true,
	...given,
}));
