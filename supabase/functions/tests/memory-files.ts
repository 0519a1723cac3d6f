import type { FileStore } from '../_shared/files/file-store.ts';

export type MemoryFiles = FileStore & {
	/** What is stored, by name. */
	stored: Map<string, Uint8Array<ArrayBuffer>>;
	/** Called before each call; a rejection fails it. */
	before: (() => Promise<void>) | undefined;
};

/** A file store in memory. */
export function createMemoryFiles(): MemoryFiles {
	const stored = new Map<string, Uint8Array<ArrayBuffer>>();
	const files: MemoryFiles = {
		place: 'memory',
		stored,
		before: undefined,
		async put(name, bytes) {
			await files.before?.();
			stored.set(name, bytes);
		},
		async get(name) {
			await files.before?.();
			return stored.get(name);
		},
		async delete(name) {
			await files.before?.();
			stored.delete(name);
		},
	};
	return files;
}
