import type { Client } from '@feedback/client';

/** A person who approves whatever programs ask for. */
export type Person = {
	/** Decides on what a command prints, and on all pending requests. */
	decide(output: string): Promise<void>;
	/** The latest requests that were approved: for an action, and for a destination. */
	approved: { grant?: string; destination?: string };
};

/** Plays the owner of these sites. */
export function createPerson(owner: Client, sites: readonly string[]): Person {
	const seen = new Set<string>();
	const approved: Person['approved'] = {};
	/** Whether this was not decided yet. */
	const isNew = (id: string) => !seen.has(id) && Boolean(seen.add(id));
	return {
		approved,
		async decide(output) {
			for (const [address] of output.matchAll(/http\S+\/oauth\/authorize\?\S+/g)) {
				if (isNew(address)) await connect(owner, address, sites);
			}
			for (const [code] of output.matchAll(/\b[A-Z]{4}-[A-Z]{4}\b/g)) {
				if (isNew(code)) await owner.approveDevice({ user_code: code, sites: [...sites] });
			}
			const pending = { state: 'pending', limit: 50 } as const;
			for (const { id, sha256 } of (await owner.listGrantRequests(pending)).items) {
				if (!isNew(id)) continue;
				const mode = sha256 ? 'once' : 'until';
				await owner.approveGrant({
					request: id,
					mode,
					combination: true,
					...(sha256 && { sha256 }),
				});
				approved.grant = id;
			}
			for (const { id, sha256 } of (await owner.listDestinationRequests(pending)).items) {
				if (!isNew(id)) continue;
				await owner.approveDestinationRequest({ request: id, sha256 });
				approved.destination = id;
			}
		},
	};
}

/** Allows a program that opened this address, and follows it back to the program. */
async function connect(owner: Client, address: string, sites: readonly string[]): Promise<void> {
	const answer = await fetch(address, { redirect: 'manual' });
	const authorization = answer.headers.get('location')!.split('/').at(-1)!;
	await owner.getAuthorization({ authorization });
	const { redirect } = await owner.approveAuthorization({ authorization, sites: [...sites] });
	await fetch(redirect);
}
