import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { afterEach, beforeEach, expect, test } from 'vitest';

import type { Destination } from './destination.ts';
import { openDestination } from './open-destination.ts';
import { generateEncryptionKey, parseEncryptionKey } from './encryption-key.ts';
import { NotStored } from './not-stored.ts';
import {
	DamagedFile,
	type StoreOptions,
	readStoredFile,
	storeFile,
	suffix,
} from './stored-file.ts';
import { writeTar } from './tar-writer.ts';

let folder: string;
let plain: StoreOptions;
let encrypted: StoreOptions;

// Part of the content compresses, like database pages.
const content = Buffer.concat([randomBytes(300_000), Buffer.alloc(300_000), randomBytes(10)]);

beforeEach(async () => {
	folder = mkdtempSync(join(tmpdir(), 'feedback-stored-'));
	const destination = await openDestination({ to: folder });
	plain = { destination, encryptionKey: undefined };
	encrypted = {
		destination,
		encryptionKey: await parseEncryptionKey(await generateEncryptionKey()),
	};
});
afterEach(() => rmSync(folder, { recursive: true }));

const keyOf = (store: StoreOptions) => `a/file${suffix(store.encryptionKey)}`;

function store(options: StoreOptions) {
	return storeFile(
		options,
		keyOf(options),
		Readable.from([content.subarray(0, 9), content.subarray(9)]),
	);
}

async function read(options: StoreOptions, expected?: { bytes: number; sha256: string }) {
	const found = await buffer(await readStoredFile(options, keyOf(options), expected));
	// Compared here, because Vitest would print a difference of two buffers byte by byte.
	return found.equals(content);
}

test.each(['plain', 'encrypted'])('a file stored %s is read unchanged', async (form) => {
	const options = form === 'plain' ? plain : encrypted;
	const stored = await store(options);
	expect(await read(options, stored)).toBe(true);
	const bytes = readFileSync(join(folder, keyOf(options)));
	expect(bytes.length).toBe(stored.bytes);
	expect(bytes.subarray(0, 21).toString() === 'age-encryption.org/v1').toBe(form === 'encrypted');
});

test('content that fails before the destination reads it is not stored', async () => {
	const destination: Destination = {
		...plain.destination,
		async write(key, stored, signal) {
			await nextTurn();
			await plain.destination.write(key, stored, signal);
		},
	};
	const failing = writeTar(() => Promise.reject(new Error('the session ended')));
	await expect(storeFile({ ...plain, destination }, keyOf(plain), failing)).rejects.toThrow(
		'the session ended',
	);
	expect(await plain.destination.list('')).toEqual([]);
});

test.each(['plain', 'encrypted'])('a changed byte in a file stored %s is found', async (form) => {
	const options = form === 'plain' ? plain : encrypted;
	const { bytes } = await store(options);
	const path = join(folder, keyOf(options));
	const whole = readFileSync(path);
	for (const at of [0, 60, Math.floor(bytes / 2), bytes - 1]) {
		const changed = Buffer.from(whole);
		changed[at]! ^= 1;
		writeFileSync(path, changed);
		await expect(read(options), `byte ${at}`).rejects.toThrow(DamagedFile);
	}
});

test.each(['plain', 'encrypted'])('a truncated file stored %s is detected', async (form) => {
	const options = form === 'plain' ? plain : encrypted;
	const { bytes } = await store(options);
	const path = join(folder, keyOf(options));
	const whole = readFileSync(path);
	for (const length of [0, 20, 70_000, bytes - 1]) {
		writeFileSync(path, whole.subarray(0, length));
		await expect(read(options), `${length} bytes`).rejects.toThrow(DamagedFile);
	}
});

test('another file in place of the one in the manifest is detected', async () => {
	const listed = await store(encrypted);
	await store(encrypted);
	await expect(read(encrypted, listed)).rejects.toThrow('is not the file that was stored');
});

test('another key cannot read a file, and the error explains why', async () => {
	await store(encrypted);
	const other = await parseEncryptionKey(await generateEncryptionKey());
	await expect(read({ ...encrypted, encryptionKey: other })).rejects.toThrow(
		'was encrypted with another key',
	);
});

test('content that fails while it is read leaves no file', async () => {
	const failing = Readable.from(
		(function* () {
			yield content;
			throw new Error('the disk is gone');
		})(),
	);
	await expect(storeFile(encrypted, keyOf(encrypted), failing)).rejects.toThrow('the disk is gone');
	expect(await encrypted.destination.list('')).toEqual([]);
	await expect(read(encrypted)).rejects.toThrow(NotStored);
});

test('an aborted store leaves no file', async () => {
	const abort = new AbortController();
	const endless = Readable.from(
		(async function* () {
			for (;;) {
				yield randomBytes(100_000);
				abort.abort(new Error('enough'));
				await new Promise((resolve) => setImmediate(resolve));
			}
		})(),
	);
	const options = { ...encrypted, signal: abort.signal };
	await expect(storeFile(options, keyOf(options), endless)).rejects.toThrow('enough');
	expect(await encrypted.destination.list('')).toEqual([]);
});

test('a text that is not a key is refused without quoting it', async () => {
	const refused = parseEncryptionKey('AGE-SECRET-KEY-1NOTREALLY');
	await expect(refused).rejects.toThrow('must be one line that begins with AGE-SECRET-KEY-1');
	await expect(refused).rejects.not.toThrow('NOTREALLY');
	const key = await generateEncryptionKey();
	await expect(parseEncryptionKey(`# created: today\n${key}\n`)).resolves.toBeDefined();
});
