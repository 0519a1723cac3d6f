import type { DatabaseAddress } from '../postgres/database-address.ts';
import { withFreeLock } from '../postgres/held-lock.ts';
import type { Archiving } from './archiving.ts';
import { readDumpArchive } from './archive-id.ts';
import { backUpRegularly } from './back-up-regularly.ts';
import type { BackupOptions } from './create-backup.ts';
import type { ExternalDatabase } from './database-source.ts';

export type DumpScheduleOptions = BackupOptions & {
	database: { kind: 'external' } & ExternalDatabase;
	/** The database as its owner, for the lock that ensures that only one of several servers makes the dump. */
	owner: DatabaseAddress;
	everyHours: number;
};

/**
 * Dumps an external database every `everyHours`. If several servers share the database, only one of them makes
 * each dump. If a dump fails, the service continues, and the reason is logged.
 *
 * @example
 * const dumps = scheduleDumps({ database, owner, destination, files, everyHours: 24, keep: 7 });
 * await dumps.stop();
 */
export function scheduleDumps(options: DumpScheduleOptions): Archiving {
	const { database, owner, destination, everyHours, log = () => undefined } = options;
	const stopping = new AbortController();
	const signal = options.signal
		? AbortSignal.any([options.signal, stopping.signal])
		: stopping.signal;
	const running = backUpRegularly({
		...options,
		signal,
		archive: () => readDumpArchive(database),
		unlessElsewhere: (work) => withFreeLock(owner, 'feedback backup', work),
	});
	log(`The database is dumped to ${destination.name} every ${everyHours} hours.`);
	return {
		async stop() {
			stopping.abort(new Error('The server stops.'));
			await running;
		},
	};
}
