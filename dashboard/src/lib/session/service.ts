import { createClient } from '@feedback/client';
import type { Client } from '@feedback/client';

import type { Config } from '#lib/config/config.ts';

import { configPromise, clearPrefetched, takePrefetched } from './prefetch.ts';
import { signInPage } from './next-page.ts';
import { createSession } from './create-session.ts';
import type { Session } from './session.ts';
import { guardClient, RecentSignIn } from './recent-sign-in.svelte.ts';
import { readValidToken } from './stored-session.ts';

/** The clients of this browser. */
export type Service = { config: Config; session: Session; client: Client; recent: RecentSignIn };

let service: Promise<Service> | undefined;

/** Created once per page load: the session has timers and listens to other tabs. */
export function getService(): Promise<Service> {
	service ??= configPromise.then((config) => {
		const opened = createSession(config);
		/** The token with which the person signed out. Requests that were in flight at that moment are refused, which is expected. */
		let signedOut: string | undefined;
		const session: Session = {
			...opened,
			signOut() {
				signedOut = readValidToken(Date.now()) ?? undefined;
				return opened.signOut();
			},
		};
		const isOfThePast = (token: string | null) =>
			signedOut !== undefined && (token === null || token === `Bearer ${signedOut}`);
		const client = createClient({
			apiUrl: config.apiUrl,
			token: () => session.token(),
			fetch: async (input, init) => {
				const isRead = init?.method === 'GET';
				const prefetched = isRead && takePrefetched(String(input), bearerOf(init));
				const response = await (prefetched || fetch(input, init)).finally(
					isRead ? undefined : clearPrefetched,
				);
				if (response.status === 401 && !isOfThePast(bearerOf(init))) await redirectToSignIn(opened);
				return response;
			},
		});
		const recent = new RecentSignIn();
		return { config, session, client: guardClient(client, recent), recent };
	});
	return service;
}

function bearerOf(init: RequestInit | undefined): string | null {
	return new Headers(init?.headers).get('authorization');
}

// The service rejected the token: the person has to sign in again.
async function redirectToSignIn(session: Session) {
	await session.signOut();
	const here = new URL(location.href);
	if (here.pathname !== '/sign-in') location.assign(signInPage(here, { hasEnded: true }));
}
