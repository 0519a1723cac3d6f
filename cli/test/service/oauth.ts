import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

import { consentActions, limits } from '@feedback/contract';

import { isMissing, OAuthRefusal } from './oauth-refusal.ts';
import { connect, end, findConnection, randomText, renew, timeOf } from './oauth-state.ts';
import type { OAuthState } from './oauth-state.ts';
import type { State } from './state.ts';

type Parameters = Record<string, string | undefined>;
type OAuthRequest = { state: State; oauth: OAuthState; parameters: Parameters };
type Answer = { status?: number; body?: object; location?: string };
type Endpoint = { method: 'GET' | 'POST'; answer(asked: OAuthRequest): Answer };

const command = 'feedback-cli';
const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code';
const callback = /^http:\/\/(127\.0\.0\.1|\[::1\])(:\d{1,5})?\/callback$/;

const metadata: Endpoint = { method: 'GET', answer: ({ state }) => ({ body: describe(state) }) };

/** The OAuth server's endpoints, without client registration, which the command does not use. */
export const endpoints: Record<string, Endpoint> = {
	'/.well-known/openid-configuration': metadata,
	'/.well-known/oauth-authorization-server': metadata,
	'/jwks': { method: 'GET', answer: () => ({ body: { keys: [] } }) },
	'/authorize': { method: 'GET', answer: authorize },
	'/device': { method: 'POST', answer: beginDevice },
	'/token': { method: 'POST', answer: issueTokens },
	'/revoke': { method: 'POST', answer: revoke },
};

/** Handles the OAuth server's routes. */
export function answerOAuth(
	state: State,
	oauth: OAuthState,
	request: IncomingMessage,
	response: ServerResponse,
	body: string,
): void {
	const url = new URL(request.url!, state.url);
	const send = ({ status = 200, body: value, location }: Answer) => {
		response.writeHead(location ? 302 : status, {
			...(location && { location }),
			...(value && { 'content-type': 'application/json' }),
			'cache-control': 'no-store',
		});
		response.end(value && JSON.stringify(value));
	};
	try {
		const endpoint = endpoints[url.pathname.replace('/fn/oauth', '')];
		if (!endpoint) throw new OAuthRefusal('no_address');
		const { method, answer } = endpoint;
		if (request.method !== method) {
			throw new OAuthRefusal({ error: 'invalid_request', says: `Use ${method}.`, status: 405 });
		}
		const given = method === 'GET' ? url.searchParams : readForm(request, body);
		send(answer({ state, oauth, parameters: readParameters(given) }));
	} catch (error) {
		if (!(error instanceof OAuthRefusal)) throw error;
		send(error);
	}
}

function describe({ url }: State) {
	const issuer = `${url}/fn/oauth`;
	return {
		issuer,
		authorization_endpoint: `${issuer}/authorize`,
		token_endpoint: `${issuer}/token`,
		device_authorization_endpoint: `${issuer}/device`,
		revocation_endpoint: `${issuer}/revoke`,
		jwks_uri: `${issuer}/jwks`,
		scopes_supported: ['connect', ...consentActions],
		response_types_supported: ['code'],
		response_modes_supported: ['query'],
		grant_types_supported: ['authorization_code', 'refresh_token', deviceGrant],
		code_challenge_methods_supported: ['S256'],
		token_endpoint_auth_methods_supported: ['none'],
		revocation_endpoint_auth_methods_supported: ['none'],
		authorization_response_iss_parameter_supported: true,
		// The local stack does not fetch client metadata.
		client_id_metadata_document_supported: false,
		request_parameter_supported: false,
		request_uri_parameter_supported: false,
		subject_types_supported: ['public'],
		id_token_signing_alg_values_supported: ['RS256'],
	};
}

function readForm({ headers }: IncomingMessage, body: string): URLSearchParams {
	const type = headers['content-type']?.split(';')[0];
	if (type !== 'application/x-www-form-urlencoded') throw new OAuthRefusal('not_a_form');
	return new URLSearchParams(body);
}

// Each parameter at most once; empty ones count as missing.
function readParameters(given: URLSearchParams): Parameters {
	const parameters: Parameters = {};
	for (const [name, value] of given) {
		if (name in parameters && name !== 'resource') {
			throw new OAuthRefusal({ error: 'invalid_request', says: `${name} is given twice.` });
		}
		if (name in parameters && parameters[name] !== value) throw new OAuthRefusal('two_resources');
		parameters[name] = value || undefined;
	}
	return parameters;
}

function requireParameter(parameters: Parameters, name: string): string {
	const value = parameters[name];
	if (value === undefined) throw isMissing(name);
	return value;
}

function readClient({ client_id: client }: Parameters): string {
	if (client === undefined) throw new OAuthRefusal('no_client');
	return client;
}

function readResource({ url }: State, { resource }: Parameters): string | undefined {
	const known = [`${url}/fn/manage`, `${url}/fn/mcp`];
	if (resource === undefined || known.includes(resource)) return resource;
	const says = `resource must be ${known.join(' or ')}; a token for anything else would be refused.`;
	throw new OAuthRefusal({ error: 'invalid_target', says });
}

/** Decides immediately, without the page on which a person decides. */
function authorize({ state, oauth, parameters }: OAuthRequest): Answer {
	if (requireParameter(parameters, 'client_id') !== command)
		throw new OAuthRefusal('unknown_client');
	const redirect = parameters['redirect_uri'];
	if (!callback.test(redirect ?? '')) throw new OAuthRefusal('unknown_redirect');
	const answer = (result: Record<string, string>) => {
		const location = new URL(redirect!);
		const all = { ...result, state: parameters['state'], iss: `${state.url}/fn/oauth` };
		for (const [name, value] of Object.entries(all)) {
			if (value !== undefined) location.searchParams.set(name, value);
		}
		return { location: location.href };
	};
	try {
		return answer({ code: issueCode({ state, oauth, parameters }) });
	} catch (error) {
		if (!(error instanceof OAuthRefusal)) throw error;
		return answer(error.body);
	}
}

function issueCode({ state, oauth, parameters }: OAuthRequest): string {
	if (requireParameter(parameters, 'response_type') !== 'code')
		throw new OAuthRefusal('response_type');
	const challenge = requireParameter(parameters, 'code_challenge');
	if (parameters['code_challenge_method'] !== 'S256') throw new OAuthRefusal('challenge_method');
	if (!/^[\w-]{43}$/.test(challenge)) throw new OAuthRefusal('challenge');
	const resource = readResource(state, parameters) ?? `${state.url}/fn/manage`;
	if (oauth.device_answer === 'deny') throw new OAuthRefusal('denied_in_browser');
	const code = randomText();
	oauth.codes.set(code, {
		client: command,
		redirect: parameters['redirect_uri']!,
		challenge,
		resource,
		expires: timeOf(oauth) + limits.signIn.codeSeconds * 1_000,
	});
	return code;
}

function beginDevice({ state, oauth, parameters }: OAuthRequest): Answer {
	if (readClient(parameters) !== command) throw new OAuthRefusal('not_the_command');
	const resource = readResource(state, parameters) ?? `${state.url}/fn/manage`;
	const code = randomText();
	const lasts = limits.signIn.requestMinutes * 60;
	oauth.devices.set(code, {
		user_code: 'BCDF-GHJK',
		resource,
		state: 'pending',
		expires: timeOf(oauth) + lasts * 1_000,
		pause: oauth.poll.enforced * 1_000,
	});
	return {
		body: {
			device_code: code,
			user_code: 'BCDF-GHJK',
			verification_uri: `${state.url}/device`,
			verification_uri_complete: `${state.url}/device?user_code=BCDF-GHJK`,
			expires_in: lasts,
			interval: oauth.poll.announced,
		},
	};
}

function issueTokens(asked: OAuthRequest): Answer {
	const { state, oauth, parameters } = asked;
	const exchange = exchanges[requireParameter(parameters, 'grant_type')];
	if (!exchange) throw new OAuthRefusal('unknown_grant_type');
	const client = readClient(parameters);
	const issued = exchange(asked, client, readResource(state, parameters));
	return { body: { token_type: 'Bearer', expires_in: oauth.lasts, ...issued } };
}

type Exchange = (asked: OAuthRequest, client: string, resource: string | undefined) => object;

const exchanges: Record<string, Exchange> = {
	authorization_code({ state, oauth, parameters }, client, resource) {
		const verifier = requireParameter(parameters, 'code_verifier');
		if (!/^[\w.~-]{43,128}$/.test(verifier)) throw new OAuthRefusal('verifier');
		const code = oauth.codes.get(requireParameter(parameters, 'code'));
		if (code?.connection) {
			end(state, oauth, code.connection);
			throw new OAuthRefusal('replayed');
		}
		if (!code || code.expires <= timeOf(oauth)) throw new OAuthRefusal('unknown');
		const challenge = createHash('sha256').update(verifier).digest('base64url');
		const isOther = (value: string | undefined, expected: string) =>
			value !== undefined && value !== expected;
		if (isOther(client, code.client)) throw new OAuthRefusal('other_client');
		if (isOther(parameters['redirect_uri'], code.redirect)) {
			throw new OAuthRefusal('other_redirect');
		}
		if (isOther(challenge, code.challenge)) throw new OAuthRefusal('other_verifier');
		if (isOther(resource, code.resource)) throw new OAuthRefusal('other_resource');
		const { connection, tokens } = connect(state, oauth, client, code.resource);
		code.connection = connection;
		return { ...tokens, scope: 'connect' };
	},

	refresh_token({ state, oauth, parameters }, client, resource) {
		oauth.renewals += 1;
		return renew(state, oauth, requireParameter(parameters, 'refresh_token'), client, resource);
	},

	[deviceGrant]({ state, oauth, parameters }, client, resource) {
		const device = oauth.devices.get(requireParameter(parameters, 'device_code'));
		const now = timeOf(oauth);
		if (!device || client !== command || device.state === 'redeemed') {
			throw new OAuthRefusal('unknown_device');
		}
		if (device.state === 'denied') throw new OAuthRefusal('denied');
		if (device.expires <= now) throw new OAuthRefusal('expired');
		if (resource !== undefined && resource !== device.resource) {
			throw new OAuthRefusal('other_resource');
		}
		const { polled = -Infinity, pause } = device;
		if (device.state === 'pending' || polled > now - pause) device.polled = now;
		if (polled > now - pause) {
			device.pause = Math.min(pause + 5_000, 60_000);
			throw new OAuthRefusal('slow_down');
		}
		if (device.state === 'pending') {
			if (oauth.device_answer === 'approve') device.state = 'approved';
			if (oauth.device_answer === 'deny') device.state = 'denied';
			if (oauth.device_answer === 'expire') device.expires = now;
			throw new OAuthRefusal('pending');
		}
		device.state = 'redeemed';
		return { ...connect(state, oauth, client, device.resource).tokens, scope: 'connect' };
	},
};

function revoke({ state, oauth, parameters }: OAuthRequest): Answer {
	const client = readClient(parameters);
	const token = requireParameter(parameters, 'token');
	oauth.revoked.push(token);
	const connection = findConnection(oauth, token);
	if (connection?.client === client) end(state, oauth, connection);
	return {};
}
