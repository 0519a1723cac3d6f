import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { Destination } from './destination.ts';
import { openDestination } from './open-destination.ts';
import { NotStored } from './not-stored.ts';
import { startS3 } from '../../testing/start-s3.ts';

const folder = mkdtempSync(join(tmpdir(), 'feedback-destination-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe.each(['folder', 's3'])('%s', (kind) => {
	let destination: Destination;
	let stop = () => Promise.resolve();

	beforeAll(async () => {
		if (kind === 'folder') {
			destination = await openDestination({ to: join(folder, 'new', 'deep') });
		} else {
			const s3 = await startS3(join(folder, 's3'));
			({ stop } = s3);
			destination = await openDestination({ ...s3.settings, to: `${s3.settings.to}/some/where` });
		}
	});
	afterAll(async () => {
		destination.close();
		await stop();
	});

	const write = (key: string, content: Buffer | string) =>
		destination.write(key, Readable.from([Buffer.from(content)]));
	const read = async (key: string) => buffer(await destination.read(key));

	test('reads what was written, replaces it, and reports what is missing', async () => {
		await write('a/one', 'first');
		await write('a/one', 'second');
		expect((await read('a/one')).toString()).toBe('second');
		await expect(destination.read('a/none')).rejects.toThrow(NotStored);
	});

	test('accepts a stream of more than one part, and an empty one', async () => {
		const big = randomBytes(11 * 1024 * 1024);
		await destination.write('a/big', Readable.from([big.subarray(0, 7e6), big.subarray(7e6)]));
		expect((await read('a/big')).equals(big)).toBe(true);
		await write('a/empty', '');
		expect((await read('a/empty')).length).toBe(0);
	});

	test('lists by prefix in order, and deletes', async () => {
		await write('b/x/2', '22');
		await write('b/x/1', '1');
		await write('b/xy', '');
		await write('c', '');
		expect(await destination.list('b/x')).toEqual([
			{ key: 'b/x/1', bytes: 1 },
			{ key: 'b/x/2', bytes: 2 },
			{ key: 'b/xy', bytes: 0 },
		]);
		expect((await destination.list('b/x/')).map(({ key }) => key)).toEqual(['b/x/1', 'b/x/2']);
		await destination.delete(['b/x/1', 'b/x/2', 'b/never']);
		expect((await destination.list('b/')).map(({ key }) => key)).toEqual(['b/xy']);
		expect(await destination.list('none/at/all')).toEqual([]);
	});

	test('keeps the earlier content when new content fails', async () => {
		await write('d', 'kept');
		const failing = Readable.from(
			(function* () {
				yield randomBytes(9 * 1024 * 1024);
				throw new Error('no more');
			})(),
		);
		await expect(destination.write('d', failing)).rejects.toThrow('no more');
		expect((await read('d')).toString()).toBe('kept');
		expect(await destination.list('d')).toHaveLength(1);
	});

	test('describes itself without credentials', () => {
		expect(destination.name).not.toMatch(/S3RVER/);
		expect(destination.name).toContain(kind === 's3' ? 's3://backups/some/where' : folder);
	});
});

test('only the owner may read a folder of backups', async () => {
	const destination = await openDestination({ to: join(folder, 'closed') });
	await destination.write('a/file', Readable.from(['secret']));
	expect(statSync(join(folder, 'closed')).mode & 0o777).toBe(0o700);
	expect(statSync(join(folder, 'closed/a/file')).mode & 0o777).toBe(0o600);
});
