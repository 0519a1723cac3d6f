import type { Auth } from '../auth/auth.ts';

export type DemoPerson = { id: string; email: string };

/** Signs the demo person up, or in when they exist: an ordinary user with a random password. */
export async function ensureDemoPerson(
	auth: Auth,
	credentials: { email: string; password: string },
): Promise<DemoPerson> {
	const signedUp = await post(auth, '/auth/v1/signup', credentials);
	if (signedUp) return { id: signedUp, email: credentials.email };
	const signedIn = await post(auth, '/auth/v1/token?grant_type=password', credentials);
	if (signedIn) return { id: signedIn, email: credentials.email };
	throw new Error(
		`the password of ${credentials.email} is not the one in secrets.json. In the dashboard, sign in with that ` +
			'person\'s password, or choose "Send me a link instead".',
	);
}

async function post(auth: Auth, path: string, body: unknown): Promise<string | undefined> {
	const request = new Request(`http://127.0.0.1${path}`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(body),
	});
	const response = await auth.handle(request);
	const answer = (await response.json()) as { user?: { id?: string } };
	return response.ok ? answer.user?.id : undefined;
}
