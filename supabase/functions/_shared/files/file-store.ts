/** Files of the service outside the database. A name is made by the service: letters, digits, `-` and `/`. */
export type FileStore = {
	/** For messages; contains no credentials. */
	readonly place: string;
	/** Stores the whole file or nothing, replacing one with this name. */
	put(name: string, bytes: Uint8Array<ArrayBuffer>, type: string): Promise<void>;
	/** Undefined if there is no such file. */
	get(name: string): Promise<Uint8Array<ArrayBuffer> | undefined>;
	/** A missing file is not an error. */
	delete(name: string): Promise<void>;
	/** The names of all files, in parts. Only of a store that backups include, whose files may be older than their rows. */
	list?(): AsyncIterable<string[]>;
};

/** Milliseconds after which a call of a remote store is abandoned. */
export const storeTimeoutMs = 10_000;

/** Name of the file of a picture that a visitor sent. */
export function screenshotFile(id: string): string {
	return `screenshots/${id}`;
}

/** Refuses every call: none is configured. */
export const noFileStore: FileStore = {
	place: 'no file store',
	put: refuse,
	get: refuse,
	delete: refuse,
};

function refuse(): Promise<never> {
	return Promise.reject(new Error('The environment variable FEEDBACK_FILES is not set.'));
}
