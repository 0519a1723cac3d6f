import { setTimeout as pause } from 'node:timers/promises';

import { type BackupState, setBackupState } from './backup-state.ts';
import { type BackupOptions, createBackup } from './create-backup.ts';
import { listBackups } from './list-backups.ts';

export type RegularBackupOptions = BackupOptions & {
	/** Hours between two backups. */
	everyHours: number;
	/** The archive of the database at the destination. Read each time, because the database may be unreachable at first. */
	archive(): Promise<string>;
	/** Runs the work, or resolves to `undefined` if another server is already doing it. */
	unlessElsewhere?: <Result>(work: () => Promise<Result>) => Promise<Result | undefined>;
	/** Ends the regular backups. */
	signal: AbortSignal;
};

const hourMs = 60 * 60 * 1_000;
// A timer cannot wait for longer than 24 days, and another server may make the backups in the meantime.
const longestWaitMs = hourMs;
const retryMs = 10 * 60 * 1_000;

/**
 * Makes a backup whenever the newest one at the destination is `everyHours` old, so that restarts and other servers of
 * the same database cause no additional backups. Failures are logged and retried. Resolves when `signal` is aborted.
 */
export async function backUpRegularly(options: RegularBackupOptions): Promise<void> {
	const { signal, everyHours, log = () => undefined } = options;
	const runHere = options.unlessElsewhere ?? ((work) => work());
	const state: BackupState = { everyHours, lastSuccess: undefined, failures: 0 };
	setBackupState(state);
	while (!signal.aborted) {
		let waitMs: number;
		try {
			waitMs = (await runHere(() => backUpIfDue(options, state))) ?? retryMs;
		} catch (error) {
			if (signal.aborted) break;
			state.failures++;
			const message = (error as Error).message;
			log(`The backup failed, and is tried again in ten minutes: ${message}`, 'error');
			waitMs = retryMs;
		}
		await pause(Math.min(waitMs, longestWaitMs), undefined, { signal }).catch(() => undefined);
	}
	setBackupState(undefined);
}

/** Resolves to the time until the next check, in milliseconds. */
async function backUpIfDue(options: RegularBackupOptions, state: BackupState): Promise<number> {
	const intervalMs = options.everyHours * hourMs;
	const { backups } = await listBackups({ ...options, archive: await options.archive() });
	const newest = backups.findLast(({ manifest }) => manifest)?.manifest;
	if (newest) state.lastSuccess = new Date(newest.ended);
	const due = newest ? Date.parse(newest.started) + intervalMs : 0;
	if (due > Date.now()) return due - Date.now();
	const made = await createBackup(options);
	state.lastSuccess = new Date(made.ended);
	return intervalMs;
}
