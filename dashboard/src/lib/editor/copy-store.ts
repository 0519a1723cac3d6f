import type { Client } from '@feedback/client';
import type { Prompt, RouteOutput } from '@feedback/contract';

export type Revision = RouteOutput<'getRevision'>;
export type SavedRevision = RouteOutput<'saveRevision'>;

/** The service's copy: the working copy, if there is one, and the latest revision. */
export type RemoteCopy = {
	/** Null while nothing has changed since the latest revision. */
	copy: { content: unknown; base: number; by: string; at: string } | null;
	etag: string | null;
	latest: Revision;
	/** Whether any revision was ever published. */
	isPublished: boolean;
};

/** Reads and writes one prompt's working copy. */
export type CopyStore = {
	read(signal?: AbortSignal): Promise<RemoteCopy>;
	write(copy: {
		content: Record<string, unknown>;
		base: number;
		etag: string | null;
	}): Promise<{ etag: string; at: string }>;
	/** Fails if the copy has changed since the etag. */
	discard(etag: string): Promise<void>;
	saveRevision(content: Prompt, base: number): Promise<SavedRevision>;
};

/**
 * @example
 * const remote = await createCopyStore(client, { site, prompt }).read();
 */
export function createCopyStore(
	client: Client,
	place: { site: string; prompt: string },
): CopyStore {
	return {
		async read(signal) {
			const [stored, { latest, state }] = await Promise.all([
				client.getWorkingCopy(place, { signal }),
				client.getPrompt(place, { signal }),
			]);
			const { content, base_revision, etag, updated_by: by, updated_at: at } = stored;
			const isPublished = state !== 'draft';
			if (etag === null) return { copy: null, etag, latest, isPublished };
			const base = base_revision ?? latest.revision;
			return { copy: { content, base, by: by ?? 'someone', at: at! }, etag, latest, isPublished };
		},
		async write({ content, base, etag }) {
			const saved = await client.saveWorkingCopy({ ...place, content, base_revision: base, etag });
			return { etag: saved.etag, at: saved.updated_at };
		},
		async discard(etag) {
			await client.discardWorkingCopy({ ...place, etag });
		},
		saveRevision: (content, base) => client.saveRevision({ ...place, content, base }),
	};
}
