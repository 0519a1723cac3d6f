import * as oauth from 'oauth4webapi';

import type { Credential } from '../credentials/credential.ts';
import { Failure } from '../failure.ts';
import { agent } from '../user-agent.ts';

// The OAuth server of a service. The command is a public client with a fixed ID.

export const client: oauth.Client = { client_id: 'feedback-cli' };
export const authentication = oauth.None();

export type Authority = {
	server: oauth.AuthorizationServer;
	/** Options of every request. */
	options: { headers: Record<string, string>; [oauth.allowInsecureRequests]: boolean };
	/** The resource indicator of the tokens (RFC 8707). */
	resource: string;
};

/** Reads the metadata of the service's OAuth server. */
export async function discoverAuthority(apiUrl: string): Promise<Authority> {
	const issuer = new URL(`${apiUrl}/oauth`);
	// Settings allow http for local addresses only.
	const options = {
		headers: { 'user-agent': agent },
		[oauth.allowInsecureRequests]: issuer.protocol === 'http:',
	};
	return explainErrors(apiUrl, async () => {
		const response = await oauth.discoveryRequest(issuer, options);
		const server = await oauth.processDiscoveryResponse(issuer, response);
		return { server, options, resource: `${apiUrl}/manage` };
	});
}

export function toCredential(tokens: oauth.TokenEndpointResponse): Credential {
	const { access_token, refresh_token, expires_in } = tokens;
	return {
		access_token,
		...(refresh_token !== undefined && { refresh_token }),
		...(expires_in !== undefined && { expires_at: Math.floor(Date.now() / 1_000) + expires_in }),
	};
}

/** Runs a step of a sign-in; an OAuth error becomes a failure that explains it. */
export async function explainErrors<Result>(
	apiUrl: string,
	step: () => Promise<Result>,
): Promise<Result> {
	try {
		return await step();
	} catch (error) {
		throw explain(apiUrl, error);
	}
}

const denied = new Set(['access_denied', 'unauthorized_client']);

function explain(apiUrl: string, cause: unknown): unknown {
	if (
		cause instanceof oauth.ResponseBodyError ||
		cause instanceof oauth.AuthorizationResponseError
	) {
		const reason = cause.error_description ?? cause.error;
		const details = { oauth_error: cause.error };
		if (denied.has(cause.error)) {
			return new Failure('sign_in_denied', 'The sign-in was denied.', { details, cause });
		}
		if (cause.error === 'expired_token') {
			return new Failure('sign_in_expired', 'The sign-in was not completed in time.', {
				next: [['feedback', 'login']],
				details,
				cause,
			});
		}
		if (cause.error === 'invalid_grant') {
			return new Failure('unauthenticated', `The sign-in has ended: ${reason}.`, {
				details,
				cause,
			});
		}
		if (cause.error === 'slow_down' || cause.error === 'temporarily_unavailable') {
			return new Failure('unavailable', `The service is busy: ${reason}.`, { details, cause });
		}
		return new Failure('forbidden', `The service refused the sign-in: ${reason}.`, {
			details,
			cause,
		});
	}
	if (cause instanceof oauth.OperationProcessingError) {
		return new Failure('unreachable', `${apiUrl} does not respond like the service does.`, {
			hint: 'Check the address (--api-url, FEEDBACK_API_URL).',
			details: { reason: cause.message },
			cause,
		});
	}
	if (cause instanceof TypeError) {
		return new Failure('unreachable', `The service at ${apiUrl} cannot be reached.`, {
			hint: 'Check that it is running, and check the URL (--api-url, FEEDBACK_API_URL).',
			next: [['feedback', 'doctor']],
			cause,
		});
	}
	return cause;
}
