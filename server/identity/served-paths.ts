// better-auth has more endpoints than the dashboard needs: signing up, changing the address, listing sessions with
// their tokens.

/** Whether an endpoint below `/auth` is served; all other endpoints return 404. */
export function isServed(method: string, path: string): boolean {
	const served = method === 'GET' ? getPaths : method === 'POST' ? postPaths : [];
	return served.includes(path) || (/^\/callback\/[\w-]+$/.test(path) && served.length > 0);
}

const getPaths = [
	'/methods',
	'/jwks',
	'/token',
	'/sessions',
	'/password',
	'/passkey/generate-register-options',
	'/passkey/generate-authenticate-options',
	'/passkey/list-user-passkeys',
];

const postPaths = [
	'/email-otp/send-verification-otp',
	'/sign-in/email-otp',
	'/sign-in/email',
	'/sign-in/social',
	'/sign-out',
	'/link',
	'/sessions/revoke',
	'/password/change',
	'/invitation-mail',
	'/passkey/verify-registration',
	'/passkey/verify-authentication',
	'/passkey/update-passkey',
	'/passkey/delete-passkey',
];
