/** The way a person signed in, as in the claim `amr`. */
export type SessionMethod = 'otp' | 'password' | 'passkey' | 'oauth' | 'link';

/** The method of the endpoint that creates a session. */
export function methodOf(path: string | undefined): SessionMethod | undefined {
	if (path === undefined) return undefined;
	if (path.startsWith('/callback/')) return 'oauth';
	return methods[path];
}

const methods: Record<string, SessionMethod> = {
	'/sign-in/email-otp': 'otp',
	'/sign-in/email': 'password',
	'/passkey/verify-authentication': 'passkey',
	'/link': 'link',
};
