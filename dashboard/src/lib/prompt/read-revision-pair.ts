import type { Client } from '@feedback/client';
import type { RouteOutput } from '@feedback/contract';

export type Revision = RouteOutput<'getRevision'>;
/** A revision, and the published revision: null if none is published. */
export type RevisionPair = {
	/** Unsaved content has no author and no hash. */
	wanted: Pick<Revision, 'revision' | 'content'> & Partial<Revision>;
	published: Revision | null;
};
export type SavedRevisionPair = RevisionPair & { name: string; wanted: Revision };

/** Reads a revision and the one that it would replace. Saved revisions never change. */
export async function readRevisionPair(
	client: Client,
	{ site, prompt, revision }: { site: string; prompt: string; revision: number },
): Promise<SavedRevisionPair> {
	const [{ published_revision: live, name }, wanted] = await Promise.all([
		client.getPrompt({ site, prompt }),
		client.getRevision({ site, prompt, revision }),
	]);
	const published =
		live === null ? null : await client.getRevision({ site, prompt, revision: live });
	return { name, wanted, published };
}

/** Reads the published revision of a prompt. */
export async function readPublished(
	client: Client,
	at: { site: string; prompt: string },
): Promise<Revision | null> {
	const { published_revision: live } = await client.getPrompt(at);
	return live === null ? null : client.getRevision({ ...at, revision: live });
}
