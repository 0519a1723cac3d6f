// Bodies of refusals, with the wording of the real server.
const refusals = {
	not_a_form: ['invalid_request', 'The content type must be application/x-www-form-urlencoded.'],
	no_client: ['invalid_client', 'Name your client_id in the body.', 401],
	unknown_client: ['invalid_client', 'There is no such client; it has to register first.', 401],
	not_the_command: ['unauthorized_client', 'Only the feedback command may sign in by a code.'],
	unknown_redirect: ['invalid_request', 'redirect_uri is none of those of the client.'],
	unknown_grant_type: ['unsupported_grant_type', 'This grant_type is not supported.'],
	response_type: ['unsupported_response_type', 'response_type must be code.'],
	challenge_method: ['invalid_request', 'code_challenge_method must be S256.'],
	challenge: ['invalid_request', 'code_challenge must be a SHA-256 as base64url.'],
	verifier: ['invalid_grant', 'code_verifier has 43 to 128 unreserved characters.'],
	unknown: ['invalid_grant', 'It is unknown, or has expired.'],
	unknown_device: ['invalid_grant', 'The device code is unknown, or was used.'],
	replayed: ['invalid_grant', 'It was used before; the connection was ended. Sign in again.'],
	revoked: ['invalid_grant', 'The connection was ended. Sign in again.'],
	other_client: ['invalid_grant', 'It was issued to another client.'],
	other_redirect: ['invalid_grant', 'redirect_uri is not that of the authorization request.'],
	other_verifier: ['invalid_grant', 'code_verifier does not fit the code_challenge.'],
	other_resource: ['invalid_target', 'It was issued for another resource.'],
	two_resources: ['invalid_target', 'A token is issued for one resource only.'],
	pending: ['authorization_pending', 'Nobody has entered the code yet.'],
	slow_down: ['slow_down', 'Ask less often: five seconds more between two requests.'],
	denied: ['access_denied', 'A person denied it.'],
	denied_in_browser: ['access_denied', 'The person denied it.'],
	expired: ['expired_token', 'Nobody entered the code in time.'],
	no_address: ['invalid_request', 'There is no such address.', 404],
} as const satisfies Record<string, readonly [string, string, number?]>;

/** A refusal in the format of OAuth. */
export class OAuthRefusal extends Error {
	override name = 'OAuthRefusal';
	readonly status: number;
	readonly body: { error: string; error_description: string };

	constructor(why: keyof typeof refusals | { error: string; says: string; status?: number }) {
		const [error, says, status = 400]: readonly [string, string, number?] =
			typeof why === 'string' ? refusals[why] : [why.error, why.says, why.status];
		super(says);
		this.status = status;
		this.body = { error, error_description: says };
	}
}

export function isMissing(name: string): OAuthRefusal {
	return new OAuthRefusal({ error: 'invalid_request', says: `${name} is missing.` });
}
