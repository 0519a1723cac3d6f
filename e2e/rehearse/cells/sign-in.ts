import { createLocalLink } from '../../../server/identity/owner-link.ts';
import { withRole } from '../../../server/postgres/cluster.ts';
import type { ServerProcess } from '../cluster/server-process.ts';
import { readStoredSecrets } from './read-secrets.ts';

export type Session = { id: string; person: string; token: string };

export const email = 'ada@example.com';

async function mintLink(server: ServerProcess, homeUrl: string, origin: string): Promise<string> {
	const databaseUrl = new URL(withRole(homeUrl, 'feedback_identity'));
	databaseUrl.password = readStoredSecrets(server).identity;
	const link = await createLocalLink({
		databaseUrl: databaseUrl.href,
		dashboardUrl: origin,
		email,
	});
	return link!.url.split('#link=')[1]!;
}

/** Signs the owner in, with this link or a new one. Rejects while home is down. */
export async function signIn(
	server: ServerProcess,
	homeUrl: string,
	origin: string,
	token = '',
): Promise<Session> {
	const answer = await fetch(`${server.url}/auth/link`, {
		method: 'POST',
		headers: { 'content-type': 'application/json', origin },
		body: JSON.stringify({ token: token || (await mintLink(server, homeUrl, origin)) }),
	});
	if (!answer.ok) throw new Error(`The link was refused: ${answer.status} ${await answer.text()}`);
	const cookie = answer.headers.getSetCookie().map((line) => line.split(';')[0]!);
	const issued = await fetch(`${server.url}/auth/token`, {
		headers: { cookie: cookie.join('; ') },
	});
	const { token: access } = (await issued.json()) as { token: string };
	const claims = JSON.parse(Buffer.from(access.split('.')[1]!, 'base64url').toString()) as {
		sub: string;
		session_id: string;
	};
	return { id: claims.session_id, person: claims.sub, token: access };
}
