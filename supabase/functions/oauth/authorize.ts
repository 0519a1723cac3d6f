import { consentActions } from '@feedback/contract';

import {
	answerRedirect,
	matchesRedirect,
	describeRedirectHost,
} from '../_shared/http/redirect-uri.ts';
import type { Caller } from './caller.ts';
import { findClient } from './client.ts';
import type { Client } from './known-client.ts';
import { OAuthError, tooMany } from './oauth-error.ts';
import { requireParameter, readParameters, type Parameters } from './parameters.ts';
import { defaultResource, readResource } from './resource.ts';

/**
 * Checks an authorization request and redirects the browser to the dashboard, where a person decides. Errors are
 * sent to the client's redirect only once client and redirect are known to belong together.
 */
export async function authorize(caller: Caller, request: Request): Promise<Response> {
	const parameters = readParameters(new URL(request.url).searchParams);
	const client = await findClient(caller, requireParameter(parameters, 'client_id'));
	const redirect = findRedirect(client, parameters['redirect_uri']);
	const { apiUrl, dashboardUrl } = caller.service;
	try {
		const id = await begin(caller, client, redirect, parameters);
		return sendTo(`${dashboardUrl}/authorize/${id}`);
	} catch (thrown) {
		if (!(thrown instanceof OAuthError)) throw thrown;
		return sendTo(
			answerRedirect(redirect, {
				error: thrown.code,
				error_description: thrown.message,
				state: parameters['state'] ?? null,
				iss: `${apiUrl}/oauth`,
			}),
		);
	}
}

function findRedirect({ redirectUris }: Client, given: string | undefined): string {
	const [only] = redirectUris;
	const redirect = given ?? (redirectUris.length === 1 ? only : undefined);
	if (redirect !== undefined && redirectUris.some((one) => matchesRedirect(one, redirect))) {
		return redirect;
	}
	throw new OAuthError('invalid_request', 'redirect_uri is none of those of the client.');
}

async function begin(
	caller: Caller,
	client: Client,
	redirect: string,
	parameters: Parameters,
): Promise<string> {
	checkKind(parameters);
	const { service, address, at } = caller;
	const { apiUrl, home } = service;
	const state = parameters['state'] ?? null;
	if (state !== null && state.length > 2_000) {
		throw new OAuthError('invalid_request', 'state has at most 2000 characters.');
	}
	const scopes = parameters['scope']?.split(' ') ?? [];
	const asked = {
		client_id: client.id,
		client_kind: client.kind,
		client_name: client.name,
		client_host: client.host,
		redirect_uri: redirect,
		redirect_host: describeRedirectHost(redirect),
		state,
		challenge: readChallenge(parameters),
		resource: readResource(apiUrl, parameters['resource']) ?? defaultResource(apiUrl, client),
		asked: consentActions.filter((action) => scopes.includes(action)),
	};
	const [begun] = await home<{ id: string | null }[]>`
		select app.begin_authorization(${home.json(asked)}, ${address}, ${at}) as id`;
	if (begun!.id === null) throw tooMany(600);
	return begun!.id;
}

function checkKind(parameters: Parameters): void {
	if (parameters['request'] !== undefined || parameters['request_uri'] !== undefined) {
		throw new OAuthError('request_not_supported', 'Request objects are not supported.');
	}
	if (requireParameter(parameters, 'response_type') !== 'code') {
		throw new OAuthError('unsupported_response_type', 'response_type must be code.');
	}
	if ((parameters['response_mode'] ?? 'query') !== 'query') {
		throw new OAuthError('invalid_request', 'response_mode must be query.');
	}
}

function readChallenge(parameters: Parameters): string {
	const challenge = requireParameter(parameters, 'code_challenge');
	if (parameters['code_challenge_method'] !== 'S256') {
		throw new OAuthError('invalid_request', 'code_challenge_method must be S256.');
	}
	if (!/^[\w-]{43}$/.test(challenge)) {
		throw new OAuthError('invalid_request', 'code_challenge must be a SHA-256 as base64url.');
	}
	return challenge;
}

function sendTo(location: string): Response {
	return new Response(null, {
		status: 302,
		headers: { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
	});
}
