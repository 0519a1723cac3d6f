import { createHash } from 'node:crypto';

import { encodeBase64url } from '../_shared/secrets/base64url.ts';
import {
	deriveSuccessor,
	hashToken,
	isToken,
	mintToken,
	type TokenPrefix,
} from '../_shared/secrets/connection-token.ts';
import type { Keyring } from '../_shared/secrets/keyring.ts';
import { connectScope } from '../_shared/http/protected-resource.ts';
import { replyJson } from '../_shared/http/reply.ts';
import type { Caller } from './caller.ts';
import { command } from './client.ts';
import { connectSites } from './connect-sites.ts';
import { deviceGrant } from './metadata.ts';
import { OAuthError, type OAuthCode } from './oauth-error.ts';
import { requireParameter, readForm, type Parameters } from './parameters.ts';
import { readResource } from './resource.ts';

/** Result of an exchange, as the database returns it. */
type Issue = {
	outcome: string;
	connection?: string | null;
	actions: string[] | null;
	expires_at: Date | null;
};

type Exchange = {
	caller: Caller;
	client: string;
	resource: string | null;
	parameters: Parameters;
	access: Uint8Array;
	refresh: Uint8Array;
};

const exchanges = new Map([
	['authorization_code', redeemCode],
	['refresh_token', renew],
	[deviceGrant, redeemDevice],
]);

/** Exchanges a code, a refresh token or a device code for tokens. */
export async function issueTokens(caller: Caller, request: Request): Promise<Response> {
	const parameters = await readForm(request);
	const { keyring, apiUrl } = caller.service;
	const exchange = exchanges.get(requireParameter(parameters, 'grant_type'));
	if (!exchange) {
		throw new OAuthError('unsupported_grant_type', 'This grant_type is not supported.');
	}
	const client = readClientId(parameters);
	const { accessToken, refreshToken } = makeTokens(keyring, parameters);
	const issue = await exchange({
		caller,
		client,
		resource: readResource(apiUrl, parameters['resource']) ?? null,
		parameters,
		access: hashToken(keyring, accessToken),
		refresh: hashToken(keyring, refreshToken),
	});
	if (issue?.outcome !== 'issued') throw explain(issue?.outcome ?? 'unknown');
	if (issue.connection) await connectSites(caller.service, issue.connection);
	return replyJson({
		access_token: accessToken,
		token_type: 'Bearer',
		expires_in: Math.round((issue.expires_at!.getTime() - caller.at.getTime()) / 1_000),
		refresh_token: refreshToken,
		...(issue.actions && { scope: [connectScope, ...issue.actions].join(' ') }),
	});
}

/** A refresh token has only one successor, for every caller and repetition; all other exchanges get new tokens. */
function makeTokens(keyring: Keyring, parameters: Parameters) {
	const old = parameters['refresh_token'];
	const make = (prefix: TokenPrefix) =>
		parameters['grant_type'] === 'refresh_token' && old !== undefined
			? deriveSuccessor(keyring, prefix, old)
			: mintToken(prefix);
	return { accessToken: make('fbt_'), refreshToken: make('fbr_') };
}

/** Public clients identify themselves without proof. Throws `invalid_client`. */
export function readClientId(parameters: Parameters): string {
	const client = parameters['client_id'];
	if (client !== undefined && client.length <= 2_000) return client;
	throw new OAuthError('invalid_client', 'Name your client_id in the body.', { status: 401 });
}

async function redeemCode(exchange: Exchange): Promise<Issue | undefined> {
	const { caller, client, resource, parameters, access, refresh } = exchange;
	const { home, keyring } = caller.service;
	const verifier = requireParameter(parameters, 'code_verifier');
	if (!/^[\w.~-]{43,128}$/.test(verifier)) {
		throw new OAuthError('invalid_grant', 'code_verifier has 43 to 128 unreserved characters.');
	}
	const challenge = encodeBase64url(createHash('sha256').update(verifier).digest());
	const code = hashToken(keyring, requireParameter(parameters, 'code'));
	const redirect = parameters['redirect_uri'] ?? null;
	const [issue] = await home<Issue[]>`
		select outcome, connection_id as connection, to_jsonb(actions) as actions, expires_at
		from app.redeem_code(${code}, ${client}, ${redirect}, ${challenge}, ${resource},
			${access}, ${refresh}, ${caller.at})`;
	return issue;
}

async function renew(exchange: Exchange): Promise<Issue | undefined> {
	const { caller, client, resource, parameters, access, refresh } = exchange;
	const { home, keyring } = caller.service;
	const token = requireParameter(parameters, 'refresh_token');
	if (!isToken('fbr_', token)) return undefined;
	const [issue] = await home<Issue[]>`
		select outcome, to_jsonb(actions) as actions, expires_at
		from app.renew_tokens(${hashToken(keyring, token)}, ${client}, ${resource},
			${access}, ${refresh}, ${caller.at})`;
	return issue;
}

async function redeemDevice(exchange: Exchange): Promise<Issue | undefined> {
	const { caller, client, resource, parameters, access, refresh } = exchange;
	const { home, keyring } = caller.service;
	const code = hashToken(keyring, requireParameter(parameters, 'device_code'));
	const [issue] = await home<Issue[]>`
		select outcome, connection_id as connection, to_jsonb(actions) as actions, expires_at
		from app.redeem_device(${code}, ${client}, ${command.name}, ${resource},
			${access}, ${refresh}, ${caller.at})`;
	return issue?.outcome === 'unknown' ? { ...issue, outcome: 'unknown_device' } : issue;
}

const explanations: Record<string, [OAuthCode, string]> = {
	unknown: ['invalid_grant', 'It is unknown, or has expired.'],
	unknown_device: ['invalid_grant', 'The device code is unknown, or was used.'],
	replayed: ['invalid_grant', 'It was used before; the connection was ended. Sign in again.'],
	revoked: ['invalid_grant', 'The connection was ended. Sign in again.'],
	other_client: ['invalid_grant', 'It was issued to another client.'],
	other_redirect: ['invalid_grant', 'redirect_uri is not that of the authorization request.'],
	other_verifier: ['invalid_grant', 'code_verifier does not fit the code_challenge.'],
	other_resource: ['invalid_target', 'It was issued for another resource.'],
	pending: ['authorization_pending', 'Nobody has entered the code yet.'],
	slow_down: ['slow_down', 'Ask less often: five seconds more between two requests.'],
	denied: ['access_denied', 'A person denied it.'],
	expired: ['expired_token', 'Nobody entered the code in time.'],
};

function explain(outcome: string): OAuthError {
	const [code, message] = explanations[outcome] ?? ['server_error', 'Something went wrong.'];
	return new OAuthError(code, message);
}
