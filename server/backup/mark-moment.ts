import { setTimeout as pause } from 'node:timers/promises';

import type { Tx } from '../../database/statement.ts';
import { connectDatabase } from '../postgres/connect.ts';
import { readArchiveId } from './archive-id.ts';
import type { BackupOptions } from './create-backup.ts';
import { type Mark, isMarked, writeMark } from './marks.ts';
import { archiveCommand } from './archive-command.ts';
import { markNameSchema } from './settings.ts';
import { suffix } from './stored-file.ts';
import { walKey } from './wal-store.ts';

export type MarkOptions = Pick<BackupOptions, 'destination' | 'encryptionKey' | 'signal'> & {
	/** The embedded Postgres. */
	database: { url: string; cluster: string };
	name: string;
	/** Milliseconds to wait until the mark is at the destination. */
	maxWaitMs?: number;
	/** Calls `point` in a transaction that chooses the moment; by default, now. */
	make?(point: (tx: Tx) => Promise<void>): Promise<void>;
};

/**
 * Marks the current point in time, so that it can be restored, and resolves when its WAL is at the destination. The
 * server must be running, because it archives the WAL. Throws an explanation when the name is taken, or nothing is
 * archived.
 *
 * @example
 * await markMoment({ database, destination, name: 'before-import' });
 */
export async function markMoment(options: MarkOptions): Promise<Mark> {
	const { database, destination, signal, maxWaitMs = 60_000 } = options;
	const name = parseName(options.name);
	const store = { destination, encryptionKey: options.encryptionKey, signal };
	const archive = readArchiveId(database.cluster);
	if (await isMarked(store, archive, name)) {
		throw new Error(`There is a mark ${name} already. Choose another name.`);
	}
	const sql = connectDatabase(database.url);
	let mark: Mark;
	try {
		const [setting] = await sql<{ command: string }[]>`
			select current_setting('archive_command') as command`;
		if (setting!.command !== archiveCommand) {
			throw new Error(
				'This server does not archive its WAL, so no moment can be restored to. Set a destination for backups and start the server.',
			);
		}
		let made: { segment: string; time: Date } | undefined;
		const point = async (tx: Tx) => {
			[made] = await tx<{ segment: string; time: Date }[]>`
				select pg_walfile_name(pg_create_restore_point(${name})) as segment, clock_timestamp() as time`;
		};
		await (options.make ? options.make(point) : sql.begin('read write', point));
		mark = { name, archive, segment: made!.segment, time: made!.time.toISOString() };
		// Archives the segment now, not when it is full.
		await sql`select pg_switch_wal()`;
	} finally {
		await sql.end();
	}
	await writeMark(store, mark);
	const key = walKey(archive, mark.segment) + suffix(options.encryptionKey);
	const deadline = performance.now() + maxWaitMs;
	while ((await destination.list(key, signal)).length === 0) {
		if (performance.now() > deadline) {
			throw new Error(
				`The mark ${name} is made, but its WAL is not at ${destination.name} yet. Check that the server runs and archives: a restore to the mark is possible only then.`,
			);
		}
		await pause(200, undefined, { signal });
	}
	return mark;
}

function parseName(name: string): string {
	const parsed = markNameSchema.safeParse(name);
	if (parsed.success) return parsed.data;
	throw new Error(`The name of a mark ${parsed.error.issues[0]!.message}; this is ${name}.`);
}
