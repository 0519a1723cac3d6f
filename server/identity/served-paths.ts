// better-auth has more endpoints than the dashboard needs: signing up, changing the address, listing sessions with
// their tokens.
import type { Assurance } from '@feedback/contract';

/** Whether an endpoint below `/auth` is served; all other endpoints return 404. */
export function isServed(method: string, path: string): boolean {
	if (method !== 'GET' && method !== 'POST') return false;
	return Object.hasOwn(pathsOf[method], path) || /^\/callback\/[\w-]+$/.test(path);
}

/** What a served endpoint needs of the person whose session it is called with. */
export function assuranceOfPath(method: string, path: string): Assurance {
	return isServed(method, path) ? (pathsOf[method as 'GET' | 'POST'][path] ?? 'none') : 'none';
}

const getPaths: Record<string, Assurance> = {
	'/methods': 'none',
	'/jwks': 'none',
	'/token': 'none',
	'/sessions': 'none',
	'/password': 'none',
	'/passkey/generate-register-options': 'presence',
	'/passkey/generate-authenticate-options': 'none',
	'/passkey/list-user-passkeys': 'none',
};

const postPaths: Record<string, Assurance> = {
	'/email-otp/send-verification-otp': 'none',
	'/sign-in/email-otp': 'none',
	'/sign-in/email': 'none',
	'/sign-in/social': 'none',
	'/sign-out': 'none',
	'/link': 'none',
	'/sessions/revoke': 'none',
	'/password/change': 'presence',
	'/invitation-mail': 'none',
	'/passkey/verify-registration': 'recent',
	'/passkey/verify-authentication': 'none',
	'/passkey/update-passkey': 'presence',
	'/passkey/delete-passkey': 'presence',
};

const pathsOf = { GET: getPaths, POST: postPaths };
