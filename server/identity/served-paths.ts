// better-auth has more endpoints than the dashboard needs: signing up, changing the address, listing sessions with
// their tokens, and adding passkeys, which is up to the management API.

/** Whether an endpoint below `/auth` is served; all other endpoints return 404. */
export function isServed(method: string, path: string): boolean {
	if (method !== 'GET' && method !== 'POST') return false;
	return served[method].has(path) || /^\/callback\/[\w-]+$/.test(path);
}

const served = {
	GET: new Set([
		'/methods',
		'/jwks',
		'/token',
		'/sessions',
		'/password',
		'/passkey/generate-authenticate-options',
	]),
	POST: new Set([
		'/email-otp/send-verification-otp',
		'/sign-in/email-otp',
		'/sign-in/email',
		'/sign-in/social',
		'/sign-out',
		'/link',
		'/sessions/revoke',
		'/password/change',
		'/invitation-mail',
		'/passkey/verify-authentication',
	]),
};
