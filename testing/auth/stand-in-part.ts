import { showSessions } from '../../server/postgres/database.ts';
import { describeOtherPassword, type SignInPart } from '../../server/stack/sign-in-part.ts';
import type { Auth } from './auth.ts';

/** Signs people in with a stand-in for Supabase Auth, for tests of code that runs on hosted Supabase. */
export const standInPart: SignInPart = {
	kind: 'supabase',
	async start({ adminUrl, publicUrl, localUrl, dashboardUrl, secrets, upstreams }) {
		// Loaded on demand: its libraries are slow to load, and a stack may not need them.
		const { startAuth } = await import('./auth.ts');
		const auth = await startAuth({
			databaseUrl: adminUrl,
			jwtSecret: secrets.jwt,
			siteUrl: dashboardUrl,
			authUrl: `${publicUrl}/auth/v1`,
		});
		await showSessions(adminUrl);
		upstreams.auth = auth.handle;
		return {
			authUrl: `${localUrl}/auth/v1`,
			messages: auth.messages,
			ensurePerson: (credentials) => ensurePerson(auth, credentials),
			environment: { FEEDBACK_JWT_SECRET: secrets.jwt },
			stop: () => auth.stop(),
		};
	},
};

async function ensurePerson(
	auth: Auth,
	credentials: { email: string; password: string },
): Promise<string> {
	const id =
		(await post(auth, '/auth/v1/signup', credentials)) ??
		(await post(auth, '/auth/v1/token?grant_type=password', credentials));
	if (id !== undefined) return id;
	throw new Error(describeOtherPassword(credentials.email));
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
