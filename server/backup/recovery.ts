// Runs Postgres on an extracted backup until it has recovered to the wanted moment.
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { findFreePort } from '../ports/ports.ts';
import { writePostgresFile } from '../postgres/folder-owner.ts';
import { startPostgres } from '../postgres/postgres.ts';
import type { RestoreTarget } from './choose-backup.ts';
import { makeSpool } from './spool.ts';
import { restoreCommand } from './wal-feed.ts';

export type RecoveryOptions = {
	cluster: string;
	target: RestoreTarget;
	signal?: AbortSignal | undefined;
};

/**
 * Recovers the cluster, which must contain its `backup_label`, and leaves it stopped, ready for an ordinary start.
 * Resolves to the time of the last transaction that it contains, as Postgres logs it; undefined when the WAL had none.
 * Throws an explanation when the target is not in the WAL.
 */
export async function recover(options: RecoveryOptions): Promise<string | undefined> {
	const { cluster, target, signal } = options;
	await forgetArchiving(cluster);
	writePostgresFile(join(cluster, 'recovery.signal'), '');
	let lastTransaction: string | undefined;
	const onLine = (line: string) => {
		lastTransaction =
			/last completed transaction was at log time (.+)$/.exec(line)?.[1] ?? lastTransaction;
	};
	try {
		const running = await startPostgres({
			data: cluster,
			port: await findFreePort(),
			onLine,
			...(signal && { signal }),
			settings: {
				archive_mode: 'off',
				// It accepts connections only once the recovery has ended.
				hot_standby: 'off',
				restore_command: restoreCommand,
				// The timeline of this backup, not the timeline of a server that was since restored from the backup.
				recovery_target_timeline: 'current',
				recovery_target_action: 'promote',
				...targetSettings(target),
			},
		});
		await running.stop(longestStopMs);
	} catch (cause) {
		signal?.throwIfAborted();
		throw translate(cause as Error, target, lastTransaction);
	}
	for (const name of ['backup_label.old', 'recovery.signal']) {
		await rm(join(cluster, name), { force: true });
	}
	return lastTransaction;
}

const longestStopMs = 300_000;

function targetSettings(target: RestoreTarget): Record<string, string> {
	if (target.kind === 'mark') return { recovery_target_name: target.name };
	if (target.kind === 'time') {
		// Postgres does not accept the suffix Z in this setting.
		return { recovery_target_time: target.time.toISOString().replace('Z', '+00') };
	}
	return target.kind === 'backup' ? { recovery_target: 'immediate' } : {};
}

/** The target as a part of a sentence. */
function describe(target: RestoreTarget): string {
	if (target.kind === 'mark') return `the mark ${target.name}`;
	return target.kind === 'time' ? target.time.toISOString() : 'the end of the backup';
}

function translate(error: Error, target: RestoreTarget, lastTransaction?: string): Error {
	if (!error.message.includes('recovery ended before configured recovery target was reached')) {
		return new Error(`Postgres could not recover from the backup:\n${error.message}`, {
			cause: error,
		});
	}
	const last = lastTransaction
		? `The last transaction in it was at ${lastTransaction}.`
		: 'It has no transaction after the backup.';
	return new Error(
		`The archived WAL ends before ${describe(target)}. ${last} Restore to an earlier time, or to the end.`,
		{ cause: error },
	);
}

const archivingSetting = /^\s*(?:archive_\w+|restore_command|recovery_\w+|primary_\w+)\s*=/;

// A restored server archives only if it is configured to, and to its own archive.
async function forgetArchiving(cluster: string): Promise<void> {
	const path = join(cluster, 'postgresql.auto.conf');
	const lines = (await readFile(path, 'utf8')).split('\n');
	writePostgresFile(path, lines.filter((line) => !archivingSetting.test(line)).join('\n'));
	makeSpool(cluster);
}
