import type { Readable } from 'node:stream';

/** One file at a destination; `key` is its path, separated by slashes. */
export type StoredObject = { key: string; bytes: number };

/** Storage for backups. A file is stored completely or not at all. */
export type Destination = {
	/** For messages; contains no credentials. */
	readonly name: string;
	/** Whether files leave this machine. */
	readonly remote: boolean;
	/**
	 * Stores all of `content`, replacing the file with this key. Rejects, with nothing stored, when
	 * `content` fails.
	 */
	write(key: string, content: Readable, signal?: AbortSignal): Promise<void>;
	/** Rejects with `NotStored` when there is no such file. */
	read(key: string, signal?: AbortSignal): Promise<Readable>;
	/** All files whose keys begin with `prefix`, in the order of their keys. */
	list(prefix: string, signal?: AbortSignal): Promise<StoredObject[]>;
	/** Deletes files; missing ones are not an error. */
	delete(keys: readonly string[]): Promise<void>;
	close(): void;
};
