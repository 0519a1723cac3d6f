import type { Config } from '#lib/config/config.ts';

/** The identity service's response; `problem` is a sentence for people. */
export type IdentityAnswer<Body> =
	| { ok: true; body: Body }
	| { ok: false; status: number; code: string; problem: string };

/** Calls the identity service, with the cookie of the session. A body makes it a POST. */
export type CallIdentity = <Body = unknown>(
	path: string,
	body?: Record<string, unknown>,
) => Promise<IdentityAnswer<Body>>;

export function createIdentityCall({ authUrl }: Pick<Config, 'authUrl'>): CallIdentity {
	return async <Body>(path: string, body?: Record<string, unknown>) => {
		const response = await fetch(authUrl + path, {
			credentials: 'include',
			signal: AbortSignal.timeout(15_000),
			...(body && {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify(body),
			}),
		}).catch(() => undefined);
		const answer = (await response?.json().catch(() => undefined)) as unknown;
		if (response?.ok) return { ok: true, body: answer as Body };
		if (!response) {
			const problem = `The sign-in service at ${authUrl} cannot be reached. Check that it is running, then try again.`;
			return { ok: false, status: 0, code: 'unreachable', problem };
		}
		const { status } = response;
		const { code = '', message } = (answer ?? {}) as { code?: string; message?: string };
		const problem =
			describeRefusal(code) ?? message ?? `The sign-in service responded with ${status}.`;
		return { ok: false, status, code, problem };
	};
}

/** A refusal of the identity service as a sentence; undefined for an unknown code. */
export function describeRefusal(code: string): string | undefined {
	return refusals[code];
}

const refusals: Record<string, string> = {
	INVALID_EMAIL_OR_PASSWORD: 'The e-mail address or the password is wrong.',
	INVALID_OTP: 'The code is wrong or has expired. Request a new message.',
	OTP_EXPIRED: 'The code is wrong or has expired. Request a new message.',
	TOO_MANY_ATTEMPTS: 'You entered a wrong code too often. Request a new message.',
	SESSION_NOT_FRESH: 'Sign in again first.',
	PASSKEY_NOT_FOUND: 'This passkey is not known here. Sign in another way, then add it.',
	AUTHENTICATION_FAILED: 'The passkey was not accepted.',
	not_invited: 'This address has no account here. Ask an owner of the workspace for an invitation.',
	email_not_verified: 'The provider does not confirm that this e-mail address is yours.',
	account_not_linked: 'The provider does not confirm that this e-mail address is yours.',
	access_denied: 'The sign-in at the provider was cancelled.',
	link_expired: 'This link has expired or was already used. Ask for a new one.',
	owner_exists: 'This installation already has an owner. Ask them for an invitation.',
};
