import type { Client } from '@feedback/client';
import type { RouteOutput } from '@feedback/contract';

export type Revision = RouteOutput<'getRevision'>;
/** A revision, and the published one: null if none is published. */
export type RevisionPair = { name: string; wanted: Revision; published: Revision | null };

/** Reads a revision and the one that it would replace. Saved revisions never change. */
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
