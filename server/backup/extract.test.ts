import {
	existsSync,
	mkdtempSync,
	readFileSync,
	rmSync,
	statSync,
	truncateSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

import { pack } from 'tar-stream';
import { afterEach, beforeEach, expect, test } from 'vitest';

import { extractTar } from './extract.ts';
import { writeTar } from './tar-writer.ts';

let folder: string;

beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'feedback-tar-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('what was written is extracted, and only its owner can read it', async () => {
	const source = join(folder, 'source');
	writeFileSync(source, 'x'.repeat(700_000));
	const archive = writeTar(async (tar) => {
		await tar.folder('a');
		expect(await tar.file('a/file', source)).toBe(true);
		expect(await tar.file('a/gone', join(folder, 'gone'))).toBe(false);
		await tar.text('b/text', 'text');
	});
	const to = mkdtempSync(join(folder, 'to-'));
	await extractTar(archive, to);
	expect(readFileSync(join(to, 'a/file'), 'utf8')).toBe('x'.repeat(700_000));
	expect(readFileSync(join(to, 'b/text'), 'utf8')).toBe('text');
	expect(statSync(join(to, 'a')).mode & 0o777).toBe(0o700);
	expect(statSync(join(to, 'a/file')).mode & 0o777).toBe(0o600);
});

test('a file that shrinks while it is read is filled with zeros', async () => {
	const source = join(folder, 'source');
	const chunk = 256 * 1024;
	writeFileSync(source, Buffer.alloc(40 * chunk, 1));
	const archive = writeTar(async (tar) => {
		await tar.file('file', source);
		await tar.text('next', 'intact');
	});
	archive.once('readable', () => truncateSync(source, chunk));
	await extractTar(archive, folder);
	const extracted = readFileSync(join(folder, 'file'));
	expect(extracted.length).toBe(40 * chunk);
	expect(extracted.at(-1)).toBe(0);
	expect(readFileSync(join(folder, 'next'), 'utf8')).toBe('intact');
});

// The error was once occasionally lost, and the extraction then waited forever.
test('an archive that fails anywhere fails the extraction', async () => {
	const archive = pack();
	for (let i = 0; i < 40; i++) archive.entry({ name: `f/${i}` }, 'x'.repeat(i * 50));
	archive.finalize();
	const whole = await buffer(archive as unknown as Readable);
	for (let length = 0; length < whole.length; length += 457) {
		const failing = Readable.from(
			(async function* () {
				yield whole.subarray(0, length);
				throw new Error('torn');
			})(),
			{ objectMode: false },
		);
		const to = mkdtempSync(join(folder, 'to-'));
		await expect(extractTar(failing, to), `after ${length} bytes`).rejects.toThrow('torn');
	}
});

test('an entry outside the folder is refused', async () => {
	const archive = pack();
	archive.entry({ name: '../outside' }, 'text');
	archive.finalize();
	const to = mkdtempSync(join(folder, 'to-'));
	await expect(extractTar(archive as unknown as Readable, to)).rejects.toThrow('../outside');
	expect(existsSync(join(folder, 'outside'))).toBe(false);
	expect(statSync(to).isDirectory()).toBe(true);
});
