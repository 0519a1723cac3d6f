import type { SharedStack } from './shared-stack.ts';

type Identity = Pick<SharedStack, 'authUrl' | 'demo'>;

/** Signs the demo person in; resolves to the session as the dashboard stores it. */
export async function fetchSession({ authUrl, demo }: Identity): Promise<string> {
	const answer = await fetch(`${authUrl}/token?grant_type=password`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(demo),
	});
	return answer.text();
}

/** Signs the demo person in; resolves to their token. */
export async function fetchToken(stack: Identity): Promise<string> {
	const { access_token: token } = JSON.parse(await fetchSession(stack)) as { access_token: string };
	return token;
}
