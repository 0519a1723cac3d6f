import { chown, mkdir, open } from 'node:fs/promises';
import { dirname, join, normalize, sep } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import { extract } from 'tar-stream';

export type ExtractOptions = {
	/** Owner of the files; the user of this process by default. */
	owner?: { uid: number; gid: number } | undefined;
	signal?: AbortSignal | undefined;
};

/**
 * Writes the entries of a tar archive to the existing folder `folder`. Only their owner may read them. Rejects with the
 * archive's own error, if there is one; files written before that remain.
 */
export async function extractTar(
	archive: Readable,
	folder: string,
	{ owner, signal }: ExtractOptions = {},
): Promise<void> {
	const entries = extract();
	const own = async (path: string) => {
		if (owner) await chown(path, owner.uid, owner.gid);
	};
	const write = async (name: string, isFolder: boolean, content: AsyncIterable<Buffer>) => {
		const path = safePath(folder, name);
		await mkdir(isFolder ? path : dirname(path), { recursive: true, mode: 0o700 });
		const file = isFolder ? undefined : await open(path, 'wx', 0o600);
		try {
			for await (const chunk of content) await file?.writeFile(chunk);
		} finally {
			await file?.close();
		}
		await own(path);
	};
	let current = Promise.resolve();
	entries.on('entry', ({ name, type }, content, next) => {
		// An error of the archive also fails its entry, possibly before anything reads it.
		content.on('error', () => undefined);
		const bytes = content as AsyncIterable<Buffer>;
		current = write(name, type === 'directory', bytes).then(
			() => next(),
			(error: Error) => next(error),
		);
	});
	try {
		await pipeline(archive, entries as unknown as Writable, { signal });
	} finally {
		await current;
	}
}

// The archive is authenticated only at its end.
function safePath(folder: string, name: string): string {
	const path = normalize(join(folder, name));
	if (!path.startsWith(folder + sep)) throw new Error(`The archive has the entry ${name}.`);
	return path;
}
