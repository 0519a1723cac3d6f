import { createHash, randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';

import type { State } from './state.ts';

/** What a person and the passing of time do to sign-ins. */
export type OAuthState = {
	codes: Map<string, { challenge: string; redirect: string }>;
	devices: Map<string, number>;
	refresh: Set<string>;
	/** How often a refresh token was used. */
	renewals: number;
	revoked: string[];
	device_answer: 'approve' | 'deny' | 'expire';
	/** Seconds that an access token lasts. */
	lasts: number;
};

export function createOAuthState(): OAuthState {
	return {
		codes: new Map(),
		devices: new Map(),
		refresh: new Set(),
		renewals: 0,
		revoked: [],
		device_answer: 'approve',
		lasts: 86_400,
	};
}

/** Answers the OAuth server's routes. */
export function answerOAuth(
	state: State,
	oauth: OAuthState,
	request: IncomingMessage,
	response: ServerResponse,
	body: string,
): void {
	const issuer = `${state.url}/fn/oauth`;
	const url = new URL(request.url!, state.url);
	const form = new URLSearchParams(body);
	const send = (status: number, value: unknown) => {
		response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
		response.end(value === undefined ? '' : JSON.stringify(value));
	};
	const refuse = (error: string) => send(400, { error, error_description: `refused: ${error}` });
	const tokens = () => {
		const access = `fbt_${randomUUID()}`;
		const refresh = `fbr_${randomUUID()}`;
		state.tokens.add(access);
		oauth.refresh.add(refresh);
		send(200, {
			access_token: access,
			refresh_token: refresh,
			token_type: 'Bearer',
			expires_in: oauth.lasts,
		});
	};

	switch (url.pathname.replace('/fn/oauth', '')) {
		case '/.well-known/openid-configuration':
			return send(200, {
				issuer,
				authorization_endpoint: `${issuer}/authorize`,
				token_endpoint: `${issuer}/token`,
				device_authorization_endpoint: `${issuer}/device`,
				revocation_endpoint: `${issuer}/revoke`,
				jwks_uri: `${issuer}/jwks`,
				response_types_supported: ['code'],
				subject_types_supported: ['public'],
				id_token_signing_alg_values_supported: ['RS256'],
				code_challenge_methods_supported: ['S256'],
				authorization_response_iss_parameter_supported: true,
			});
		case '/authorize': {
			const asked = url.searchParams;
			const redirect = new URL(asked.get('redirect_uri')!);
			redirect.searchParams.set('state', asked.get('state')!);
			redirect.searchParams.set('iss', issuer);
			const wrong =
				asked.get('client_id') !== 'feedback-cli' ||
				asked.get('resource') !== `${state.url}/fn/manage`;
			if (wrong || oauth.device_answer === 'deny') {
				redirect.searchParams.set('error', 'access_denied');
			} else {
				const code = randomUUID();
				oauth.codes.set(code, {
					challenge: asked.get('code_challenge')!,
					redirect: asked.get('redirect_uri')!,
				});
				redirect.searchParams.set('code', code);
			}
			response.writeHead(302, { location: redirect.href });
			return void response.end();
		}
		case '/device': {
			if (form.get('client_id') !== 'feedback-cli') return refuse('invalid_client');
			const device = randomUUID();
			oauth.devices.set(device, 0);
			return send(200, {
				device_code: device,
				user_code: 'BCDF-GHJK',
				verification_uri: `${state.url}/device`,
				verification_uri_complete: `${state.url}/device?code=BCDF-GHJK`,
				expires_in: 600,
				interval: 0.1,
			});
		}
		case '/revoke':
			oauth.revoked.push(form.get('token')!);
			return send(200, undefined);
		case '/token':
			return answerToken(oauth, form, tokens, refuse);
		default:
			return send(404, undefined);
	}
}

function answerToken(
	oauth: OAuthState,
	form: URLSearchParams,
	tokens: () => void,
	refuse: (error: string) => void,
): void {
	if (form.get('client_id') !== 'feedback-cli') return refuse('invalid_client');
	switch (form.get('grant_type')) {
		case 'authorization_code': {
			const code = oauth.codes.get(form.get('code')!);
			oauth.codes.delete(form.get('code')!);
			const challenge = createHash('sha256').update(form.get('code_verifier')!).digest('base64url');
			if (code?.challenge !== challenge || code.redirect !== form.get('redirect_uri'))
				return refuse('invalid_grant');
			return tokens();
		}
		case 'urn:ietf:params:oauth:grant-type:device_code': {
			const asked = oauth.devices.get(form.get('device_code')!);
			if (asked === undefined) return refuse('invalid_grant');
			oauth.devices.set(form.get('device_code')!, asked + 1);
			if (asked === 0) return refuse('authorization_pending');
			if (oauth.device_answer === 'deny') return refuse('access_denied');
			if (oauth.device_answer === 'expire') return refuse('expired_token');
			return tokens();
		}
		case 'refresh_token': {
			oauth.renewals += 1;
			// A token that is used a second time was stolen or raced for: the sign-in ends.
			if (!oauth.refresh.delete(form.get('refresh_token')!)) return refuse('invalid_grant');
			return tokens();
		}
		default:
			return refuse('unsupported_grant_type');
	}
}
