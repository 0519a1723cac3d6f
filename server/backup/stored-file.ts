// The format of every file at a destination: compressed with gzip, and encrypted with age if there is a key.
import { createHash } from 'node:crypto';
import { Readable, type Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createGunzip, createGzip } from 'node:zlib';

import type { Destination } from './destination.ts';
import type { EncryptionKey } from './encryption-key.ts';

/**
 * A stored file as listed in the manifest: `name` is the last part of its key, and the rest describes the stored
 * bytes.
 */
export type StoredFile = { name: string; bytes: number; sha256: string };

/** A stored file differs from what was written. */
export class DamagedFile extends Error {
	override name = 'DamagedFile';
}

/** Returns the suffix of a stored file's name. */
export function suffix(key: EncryptionKey | undefined): string {
	return key ? '.gz.age' : '.gz';
}

export type StoreOptions = {
	destination: Destination;
	encryptionKey: EncryptionKey | undefined;
	signal?: AbortSignal | undefined;
};

/** Stores `content` as `key`, which must end in `suffix(encryptionKey)`. Resolves when the file is stored. */
export async function storeFile(
	{ destination, encryptionKey, signal }: StoreOptions,
	key: string,
	content: Readable,
): Promise<StoredFile> {
	const meter = createMeter();
	const compressed = compress(content);
	const stored = meter.measure(encryptionKey ? encrypt(encryptionKey, compressed) : compressed);
	// The content may fail before the destination reads it, and until then nothing else handles the error.
	const failure = new AbortController();
	content.on('error', (error) => failure.abort(error));
	const ended = AbortSignal.any([failure.signal, ...(signal ? [signal] : [])]);
	try {
		await destination.write(key, Readable.from(stored, { objectMode: false }), ended);
	} catch (error) {
		ended.throwIfAborted();
		throw error;
	} finally {
		content.destroy();
	}
	return { name: key.slice(key.lastIndexOf('/') + 1), ...meter.result() };
}

/**
 * The plain content of a stored file. The stream ends with an error when the stored bytes differ from `expected`, or
 * cannot be decrypted or decompressed (`DamagedFile`): use none of the content before the stream has ended.
 */
export async function readStoredFile(
	{ destination, encryptionKey, signal }: StoreOptions,
	key: string,
	expected?: Omit<StoredFile, 'name'>,
): Promise<Readable> {
	const stored = await destination.read(key, signal);
	const meter = createMeter();
	let unreadable: unknown;
	const readStored = async function* () {
		try {
			yield* stored as AsyncIterable<Buffer>;
		} catch (error) {
			unreadable = error;
			throw error;
		}
	};
	const readPlain = async function* () {
		try {
			const measured = meter.measure(readStored());
			yield* decompress(encryptionKey ? decrypt(encryptionKey, measured) : measured);
		} catch (cause) {
			signal?.throwIfAborted();
			// A failed read from the destination does not mean that the file is damaged.
			if (unreadable) throw unreadable;
			throw new DamagedFile(`${destination.name}: ${key} ${explain(cause as Error)}`, { cause });
		} finally {
			stored.destroy();
		}
		const found = meter.result();
		if (expected && (found.bytes !== expected.bytes || found.sha256 !== expected.sha256)) {
			throw new DamagedFile(
				`${destination.name}: ${key} is not the file that was stored: it has ${found.bytes} bytes and the SHA-256 ${found.sha256}, not ${expected.bytes} bytes and ${expected.sha256}.`,
			);
		}
	};
	return Readable.from(readPlain(), { objectMode: false });
}

function explain({ message }: Error): string {
	return /no identity matched/.test(message)
		? 'was encrypted with another key.'
		: `is damaged: ${message}.`;
}

// Checksum and length make a truncated file an error; Node's zstd accepts half a file. Uses the fastest level
// because the service runs at the same time.
function compress(content: Readable): Bytes {
	return through(content, createGzip({ level: constants.Z_BEST_SPEED }));
}

function decompress(content: Bytes): Bytes {
	return through(content, createGunzip());
}

async function* through(source: Bytes | Readable, transform: Transform): Bytes {
	// If the pipeline fails, reading from `transform` below reports the error.
	pipeline(source, transform).catch(() => undefined);
	yield* transform as AsyncIterable<Buffer>;
}

async function* encrypt(key: EncryptionKey, source: Bytes): Bytes {
	yield* readWeb(await key.encrypter().encrypt(toWeb(source)));
}

async function* decrypt(key: EncryptionKey, source: Bytes): Bytes {
	yield* readWeb(await key.decrypter().decrypt(toWeb(source)));
}

type Bytes = AsyncGenerator<Buffer, void, void>;

// Node's own conversions drop errors of the intermediate stream, and sometimes wait forever after an error.
function toWeb(source: Bytes): ReadableStream<Uint8Array> {
	return new ReadableStream<Uint8Array>({
		async pull(controller) {
			const { done, value } = await source.next();
			if (done) controller.close();
			else controller.enqueue(value);
		},
		async cancel() {
			await source.return();
		},
	});
}

async function* readWeb(stream: ReadableStream<Uint8Array>): Bytes {
	const reader = stream.getReader();
	try {
		for (;;) {
			const { done, value } = await reader.read();
			if (done) return;
			yield Buffer.from(value.buffer, value.byteOffset, value.byteLength);
		}
	} finally {
		reader.cancel().catch(() => undefined);
	}
}

/** Measures a stream that passes through; the length and the SHA-256 are known once the stream has ended. */
function createMeter(): { measure(source: Bytes): Bytes; result(): Omit<StoredFile, 'name'> } {
	const hash = createHash('sha256');
	let bytes = 0;
	return {
		async *measure(source) {
			for await (const chunk of source) {
				hash.update(chunk);
				bytes += chunk.length;
				yield chunk;
			}
		},
		result: () => ({ bytes, sha256: hash.copy().digest('hex') }),
	};
}
