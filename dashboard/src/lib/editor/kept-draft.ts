import { z } from 'zod';

// What was typed and not yet sent stays in this browser, so that neither a reload nor a lost connection
// takes it away.

const keptSchema = z.object({
	content: z.unknown(),
	base: z.number().int(),
	etag: z.string().nullable(),
});

export type KeptDraft = z.output<typeof keptSchema>;

export type DraftShelf = {
	read(): KeptDraft | undefined;
	keep(draft: KeptDraft): void;
	forget(): void;
};

/**
 * Where one person's unsent text of one prompt stays in this browser.
 *
 * @example
 * const shelf = openShelf(`${email} ${prompt}`);
 * shelf.keep({ content, base: 3, etag: null });
 */
export function openShelf(of: string): DraftShelf {
	const key = `feedback-unsent ${of}`;
	// Storage may be blocked or full: then the text lasts as long as the page.
	const attempt = <Result>(act: () => Result): Result | undefined => {
		try {
			return act();
		} catch {
			return undefined;
		}
	};
	return {
		read: () =>
			attempt(() => keptSchema.parse(JSON.parse(localStorage.getItem(key) ?? 'null')) as KeptDraft),
		keep: (draft) => attempt(() => localStorage.setItem(key, JSON.stringify(draft))),
		forget: () => attempt(() => localStorage.removeItem(key)),
	};
}
