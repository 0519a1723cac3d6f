// Provides WAL to a Postgres that is recovering. Its `restore_command` requests files through the file system, and this
// process provides them. The destination's credentials and the encryption key therefore never leave this process.
import { existsSync } from 'node:fs';
import { readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';

import { giveToPostgres, makePostgresFolder } from '../postgres/folder-owner.ts';
import { NotStored } from './not-stored.ts';
import { DamagedFile, type StoreOptions, readStoredFile, suffix } from './stored-file.ts';
import { parseWalSegment } from './wal-segment.ts';
import { walKey } from './wal-store.ts';

const folder = 'wal-feed';

/**
 * Setting `restore_command`, run in the cluster's folder. It exits with 1 if there is no such file, which
 * means the end of the archive, and with 200 if the file could not be read. For codes above 125, Postgres aborts
 * instead of assuming the end of the archive and losing later WAL.
 */
export const restoreCommand = [
	`: > ${folder}/asked/%f`,
	`until test -e ${folder}/given/%f || test -e ${folder}/none/%f`,
	`do test -e ${folder}/failed && exit 200; test -d ${folder}/asked || exit 200; sleep 0.02; done`,
	`test -e ${folder}/none/%f && rm ${folder}/none/%f && exit 1`,
	`mv ${folder}/given/%f "%p"`,
].join('; ');

export type FeedOptions = {
	store: StoreOptions;
	archive: string;
	cluster: string;
	segmentBytes: number;
};

export type WalFeed = {
	/** Why WAL could not be read; undefined if no read has failed. */
	failure(): Error | undefined;
	/** Stops the feed and removes its files. */
	stop(): Promise<void>;
};

const tickMs = 10;

/** Starts the feed; `restoreCommand` may be run from now on. */
export async function startWalFeed(options: FeedOptions): Promise<WalFeed> {
	const base = join(options.cluster, folder);
	for (const path of [base, ...['asked', 'given', 'none'].map((name) => join(base, name))]) {
		makePostgresFolder(path);
	}
	const stopping = new AbortController();
	let failure: Error | undefined;
	const run = async () => {
		while (!stopping.signal.aborted) {
			for (const name of await readdir(join(base, 'asked'))) {
				// Remove the request first, because Postgres may immediately request the same file again.
				await rm(join(base, 'asked', name), { force: true });
				try {
					await answer(options, base, name);
				} catch (error) {
					failure ??= error as Error;
					await writeFile(join(base, 'failed'), '');
				}
			}
			await pause(tickMs, undefined, { signal: stopping.signal }).catch(() => undefined);
		}
	};
	const running = run();
	return {
		failure: () => failure,
		async stop() {
			stopping.abort();
			await running.catch(() => undefined);
			if (existsSync(base)) await rm(base, { recursive: true, force: true });
		},
	};
}

async function answer(options: FeedOptions, base: string, name: string): Promise<void> {
	const { store, archive, segmentBytes } = options;
	const key = walKey(archive, name) + suffix(store.encryptionKey);
	let content;
	try {
		content = await readStoredFile(store, key);
	} catch (error) {
		if (!(error instanceof NotStored)) throw error;
		await writeFile(join(base, 'none', name), '');
		return;
	}
	const part = join(base, `${name}.part`);
	await pipeline(content, createWriteStream(part, { mode: 0o600 }));
	const { size } = await stat(part);
	if (parseWalSegment(name, segmentBytes) && size !== segmentBytes) {
		throw new DamagedFile(
			`${store.destination.name}: ${key} has ${size} bytes, a segment has ${segmentBytes}.`,
		);
	}
	giveToPostgres(part);
	await rename(part, join(base, 'given', name));
}
