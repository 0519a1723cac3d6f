import { createClient } from '@feedback/client';
import type { Client } from '@feedback/client';

import { readConfig } from '#lib/config/config.ts';
import type { Config } from '#lib/config/config.ts';

import { signInPage } from './next-page.ts';
import { createSession } from './session.ts';
import type { Session } from './session.ts';

/** The service as this browser reaches it. */
export type Reach = { config: Config; session: Session; client: Client };

let reached: Promise<Reach> | undefined;

/** Made once for a page load: the session keeps timers and listens to other tabs. */
export function reachService(fetch: typeof globalThis.fetch): Promise<Reach> {
	reached ??= readConfig(fetch).then((config) => {
		const session = createSession(config);
		const client = createClient({
			apiUrl: config.apiUrl,
			token: () => session.token(),
			fetch: async (input, init) => {
				const response = await globalThis.fetch(input, init);
				if (response.status === 401) await leave(session);
				return response;
			},
		});
		return { config, session, client };
	});
	return reached;
}

// The service no longer knows the person: whatever page they are on, they have to sign in again.
async function leave(session: Session) {
	await session.signOut();
	const here = new URL(location.href);
	if (here.pathname !== '/sign-in') location.assign(signInPage(here));
}
