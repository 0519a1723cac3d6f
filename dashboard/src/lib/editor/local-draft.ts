import { z } from 'zod';

// Unsent changes are stored in this browser, so that they survive a reload and a lost connection.

const localDraftSchema = z.object({
	content: z.unknown(),
	base: z.number().int(),
	etag: z.string().nullable(),
	/** Whether the service stores the draft, too; then this copy is needed only after the prompt is deleted. */
	stored: z.boolean().default(false),
});

export type LocalDraft = z.output<typeof localDraftSchema>;

export type LocalDraftStore = {
	read(): LocalDraft | undefined;
	save(draft: LocalDraft): void;
	clear(): void;
};

/**
 * The unsent changes of one person to one prompt, in this browser.
 *
 * @example
 * const drafts = openLocalDraft(`${email} ${prompt}`);
 * drafts.save({ content, base: 3, etag: null });
 */
export function openLocalDraft(owner: string): LocalDraftStore {
	const key = `feedback-unsent ${owner}`;
	// Storage may be blocked or full: then the draft is lost when the page closes.
	const attempt = <Result>(run: () => Result): Result | undefined => {
		try {
			return run();
		} catch {
			return undefined;
		}
	};
	return {
		read: () =>
			attempt(
				() => localDraftSchema.parse(JSON.parse(localStorage.getItem(key) ?? 'null')) as LocalDraft,
			),
		save: (draft) => attempt(() => localStorage.setItem(key, JSON.stringify(draft))),
		clear: () => attempt(() => localStorage.removeItem(key)),
	};
}
