import { type FileHandle, open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';

import { type Pack, pack } from 'tar-stream';

/** Adds entries to a tar archive, one after the other. */
export type TarWriter = {
	folder(name: string): Promise<void>;
	text(name: string, content: string | Buffer): Promise<void>;
	/**
	 * Adds a file at its current length, although others may write to it: if it shrinks, the entry is filled
	 * with zeros. Returns false, with nothing added, when there is no such file.
	 */
	file(name: string, path: string): Promise<boolean>;
};

/** A tar archive that `write` fills. If `write` rejects, the stream ends with its error. */
export function writeTar(write: (tar: TarWriter) => Promise<void>): Readable {
	const archive = pack();
	write(createWriter(archive)).then(
		() => archive.finalize(),
		(error: unknown) => archive.destroy(error as Error),
	);
	return archive as unknown as Readable;
}

function createWriter(archive: Pack): TarWriter {
	const add = (header: Parameters<Pack['entry']>[0], content?: Buffer) =>
		new Promise<void>((resolve, reject) => {
			archive.entry(header, content ?? '', (error) => (error ? reject(error) : resolve()));
		});
	return {
		folder: (name) => add({ name, type: 'directory', mode: 0o700 }),
		text: (name, content) => add({ name, mode: 0o600 }, Buffer.from(content)),
		async file(name, path) {
			let handle: FileHandle;
			try {
				handle = await open(path, 'r');
			} catch (error) {
				if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
				throw error;
			}
			try {
				const { size, mtime } = await handle.stat();
				const entry = archive.entry({ name, size, mtime, mode: 0o600 });
				const ended = finished(entry);
				// A failure of the archive rejects both promises; the next line reports the error.
				ended.catch(() => undefined);
				await pipeline(() => readExactly(handle, size), entry);
				await ended;
				return true;
			} finally {
				await handle.close();
			}
		},
	};
}

const chunkBytes = 256 * 1024;

async function* readExactly(handle: FileHandle, size: number): AsyncGenerator<Buffer> {
	for (let position = 0; position < size;) {
		const chunk = Buffer.alloc(Math.min(chunkBytes, size - position));
		// Bytes that can no longer be read stay zero.
		await handle.read(chunk, 0, chunk.length, position);
		yield chunk;
		position += chunk.length;
	}
}

/** Reads a file of one page that may be rewritten in the meantime: repeats until two reads return the same content. */
export async function readSteadily(path: string): Promise<Buffer> {
	for (let before = await readFile(path); ;) {
		const now = await readFile(path);
		if (now.equals(before)) return now;
		before = now;
	}
}

/** Path of an entry below a folder, for `file`. */
export const below = (folder: string, name: string): string => join(folder, ...name.split('/'));
