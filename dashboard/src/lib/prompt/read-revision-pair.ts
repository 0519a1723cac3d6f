import type { Client } from '@feedback/client';
import type { RouteOutput } from '@feedback/contract';

export type Revision = RouteOutput<'getRevision'>;
/** A revision, and the one that visitors see now: null while nothing is published. */
export type RevisionPair = { name: string; wanted: Revision; published: Revision | null };

/** Reads a revision beside the one that it would replace. Revisions never change once saved. */
export async function readRevisionPair(
	client: Client,
	{ site, prompt, revision }: { site: string; prompt: string; revision: number },
): Promise<RevisionPair> {
	const [{ published_revision: live, name }, wanted] = await Promise.all([
		client.getPrompt({ site, prompt }),
		client.getRevision({ site, prompt, revision }),
	]);
	const published =
		live === null ? null : await client.getRevision({ site, prompt, revision: live });
	return { name, wanted, published };
}
