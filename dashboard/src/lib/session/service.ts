import { createClient } from '@feedback/client';
import type { Client } from '@feedback/client';

import type { Config } from '#lib/config/config.ts';

import { earlyConfig, forgetEarly, takeEarly } from './early.ts';
import { signInPage } from './next-page.ts';
import { createSession } from './session.ts';
import type { Session } from './session.ts';

/** The service as this browser reaches it. */
export type Reach = { config: Config; session: Session; client: Client };

let reached: Promise<Reach> | undefined;

/** Made once for a page load: the session keeps timers and listens to other tabs. */
export function reachService(): Promise<Reach> {
	reached ??= earlyConfig.then((config) => {
		const session = createSession(config);
		const client = createClient({
			apiUrl: config.apiUrl,
			token: () => session.token(),
			fetch: async (input, init) => {
				const reads = init?.method === 'GET';
				const early = reads && takeEarly(String(input), bearerOf(init));
				const response = await (early || fetch(input, init)).finally(
					reads ? undefined : forgetEarly,
				);
				if (response.status === 401) await leave(session);
				return response;
			},
		});
		return { config, session, client };
	});
	return reached;
}

function bearerOf(init: RequestInit): string | null {
	return new Headers(init.headers).get('authorization');
}

// The service no longer knows the person: whatever page they are on, they have to sign in again.
async function leave(session: Session) {
	await session.signOut();
	const here = new URL(location.href);
	if (here.pathname !== '/sign-in') location.assign(signInPage(here));
}
