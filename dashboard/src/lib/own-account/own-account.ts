import type { Client } from '@feedback/client';

import type { IdentityAnswer, CallIdentity } from '#lib/session/identity-call.ts';
import type { RecentSignIn } from '#lib/session/recent-sign-in.svelte.ts';

/** A signed-in browser of the person. */
export type ListedSession = {
	id: string;
	signed_in_at: string;
	/** Accurate to a day. */
	last_seen_at: string;
	address: string | null;
	browser: string | null;
	method: string | null;
	current: boolean;
};

/** An action that the identity service refused, with a message for people. */
export class Refused extends Error {
	override name = 'Refused';
}

/** The person's own means to sign in, at our identity service. */
export type OwnAccount = ReturnType<typeof createOwnAccount>;

/** Changes that need a recent sign-in request it, and resolve to false if the person cancels. */
export function createOwnAccount(
	call: CallIdentity,
	recent: RecentSignIn,
	client: Pick<Client, 'confirmSignInChange'>,
) {
	async function change(run: () => Promise<IdentityAnswer<unknown>>): Promise<boolean> {
		for (;;) {
			const answer = await run();
			if (answer.ok) return true;
			if (answer.code === 'presence_required') {
				const confirm = () => client.confirmSignInChange({ change: 'changePassword' });
				if (!(await recent.run(confirm))) return false;
			} else if (answer.code !== 'SESSION_NOT_FRESH') throw new Refused(answer.problem);
			else if (!(await recent.ask())) return false;
		}
	}
	return {
		async listSessions() {
			return (await read(call<{ items: ListedSession[] }>('/sessions'))).items;
		},
		revokeSession: (id: string) => change(() => call('/sessions/revoke', { id })),
		async hasPassword() {
			return (await read(call<{ set: boolean }>('/password'))).set;
		},
		changePassword: (password: string) => change(() => call('/password/change', { password })),
	};
}

async function read<Body>(answer: Promise<IdentityAnswer<Body>>): Promise<Body> {
	const given = await answer;
	if (given.ok) return given.body;
	throw new Refused(given.problem);
}
