import { accessSync, constants, existsSync } from 'node:fs';
import { join } from 'node:path';

import { openS3Store } from '../../supabase/functions/_shared/files/s3-store.ts';
import type { Config } from '../config/config-schema.ts';
import { filesFolder } from '../data/files-folder.ts';
import { type Check, failed, passed } from './check.ts';

type Files = NonNullable<Config['files']>;

/** Checks that files can be stored. In a bucket, stores one and deletes it. */
export async function checkFiles({ files, data }: Pick<Config, 'files' | 'data'>): Promise<Check> {
	return files ? checkBucket(files) : checkFolder(join(data, filesFolder));
}

function checkFolder(folder: string): Check {
	try {
		// The server creates it with the first file.
		if (existsSync(folder)) accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
		return passed('files', `Files are stored in ${folder}.`);
	} catch {
		return failed(
			'files',
			`The user of this command may not write in ${folder}.`,
			`Run: chown the folder to the user of the server.`,
		);
	}
}

async function checkBucket({ to, s3 }: Files): Promise<Check> {
	const { hostname, pathname } = new URL(to);
	const store = openS3Store({
		bucket: hostname,
		prefix: pathname.replace(/^\/+|\/+$/g, ''),
		endpoint: s3.endpoint,
		region: s3.region,
		accessKeyId: s3.access_key_id,
		secretAccessKey: s3.secret_access_key,
	});
	const name = `doctor/${crypto.randomUUID()}`;
	try {
		await store.put(name, new TextEncoder().encode(name), 'text/plain');
		const read = await store.get(name);
		await store.delete(name);
		if (!read || new TextDecoder().decode(read) !== name) {
			throw new Error('it did not return what was stored');
		}
		return passed('files', `Files can be stored in ${store.place}.`);
	} catch (error) {
		return failed(
			'files',
			`Files cannot be stored in ${store.place}: ${(error as Error).message}`,
			'Check files.to and files.s3: the bucket must exist, and the key may read, write and delete in it.',
		);
	}
}
