// Signs in to a stack with the identity service, like the dashboard.
import type { Stack } from '../../server/stack/start-stack.ts';

export type TestSession = { status: number; cookie: string };

/** Signs in by password; the demo person by default. */
export async function openSession(
	{ authUrl, dashboardUrl = 'http://127.0.0.1:54323', demo }: Stack,
	password = demo.password,
): Promise<TestSession> {
	const response = await fetch(`${authUrl}/sign-in/email`, {
		method: 'POST',
		headers: { 'content-type': 'application/json', origin: new URL(dashboardUrl).origin },
		body: JSON.stringify({ email: demo.email, password }),
	});
	const cookie = response.headers.getSetCookie().map((line) => line.split(';')[0]);
	return { status: response.status, cookie: cookie.join('; ') };
}

/** An access token of the session; undefined when the session is not live. */
export async function fetchToken(
	{ authUrl }: Pick<Stack, 'authUrl'>,
	{ cookie }: TestSession,
): Promise<string | undefined> {
	const response = await fetch(`${authUrl}/token`, { headers: { cookie } });
	return ((await response.json()) as { token?: string }).token;
}
