import type { Client } from '@feedback/client';
import type { RouteOutput } from '@feedback/contract';

import type { RecentSignIn } from '#lib/session/recent-sign-in.svelte.ts';

export type Passkey = RouteOutput<'listPasskeys'>['items'][number];

/** The person's passkeys. What changes them resolves to false if the person cancels. */
export type OwnPasskeys = ReturnType<typeof createOwnPasskeys>;

type Operations = Pick<
	Client,
	'listPasskeys' | 'beginPasskey' | 'addPasskey' | 'renamePasskey' | 'removePasskey'
>;

export function createOwnPasskeys(client: Operations, recent: RecentSignIn) {
	const change = async (run: () => Promise<unknown>) => (await recent.run(run)) !== undefined;
	return {
		async list(): Promise<Passkey[]> {
			return (await client.listPasskeys()).items;
		},
		async add(name: string): Promise<boolean> {
			// Loaded on demand, because few people need it.
			const { createPasskey, discardPasskey } = await import('#lib/session/passkey.ts');
			const begun = await client.beginPasskey();
			const created = await createPasskey(begun);
			if ('problem' in created) throw new Error(created.problem);
			const { registration } = begun;
			const { credential } = created;
			let isAdded = false;
			try {
				isAdded = await change(() => client.addPasskey({ registration, name, credential }));
			} finally {
				if (!isAdded) await discardPasskey(begun.rp_id, credential.id);
			}
			return isAdded;
		},
		rename: (passkey: string, name: string) =>
			change(() => client.renamePasskey({ passkey, name })),
		remove: (passkey: string) => change(() => client.removePasskey({ passkey })),
	};
}
