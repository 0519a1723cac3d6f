import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { RestoreTarget } from '../backup/choose-backup.ts';
import { parseEncryptionKey } from '../backup/encryption-key.ts';
import { restoreBackup } from '../backup/restore-backup.ts';
import { defaultConfigFile } from '../config/read-config.ts';
import { openDataFolder } from '../data/data-folder.ts';
import { filesFolder } from '../data/files-folder.ts';
import { refuseSecond } from '../data/lock.ts';
import { loadSecrets } from '../data/secrets.ts';
import { openDestinationAt } from '../production/backup-settings.ts';
import { listMissingLogins, setLogins } from '../production/logins.ts';
import { CommandFailure } from './command-failure.ts';

export type RestoreFlags = {
	/** A folder, or `s3://bucket/prefix`. */
	from: string;
	data: string;
	databaseUrl?: string;
	keyFile?: string;
	backup?: string;
	archive?: string;
	toMark?: string;
	toTime?: string;
};

/** Restores a backup onto an empty machine: the database, the secrets and the configuration. */
export async function restore(file: string | undefined, flags: RestoreFlags): Promise<void> {
	const { from, data, backup, archive, databaseUrl } = flags;
	const target = readTarget(flags);
	openDataFolder(data, new AsyncDisposableStack());
	await refuseSecond(data);
	const newLogins = databaseUrl ? await listMissingLogins(databaseUrl) : [];
	const restored = await restoreBackup({
		destination: await openDestinationAt(from, process.env),
		encryptionKey: flags.keyFile
			? await parseEncryptionKey(readFileSync(flags.keyFile, 'utf8'))
			: undefined,
		...(backup && { backup }),
		...(archive && { archive }),
		target,
		into: databaseUrl ? { url: databaseUrl } : { cluster: join(data, 'postgres') },
		files: {
			'secrets.json': join(data, 'secrets.json'),
			'feedback.yaml': file ?? defaultConfigFile,
		},
		stored: join(data, filesFolder),
		log: (line) => console.error(line),
	});
	const until = restored.lastTransaction;
	console.log(
		`Restored ${restored.manifest.id}${until ? `; its last transaction was at ${until}` : ''}.`,
	);
	for (const path of restored.files) console.log(`Wrote ${path}.`);
	// A dump contains no passwords. Roles that were there before keep theirs: another server may use them.
	if (databaseUrl && newLogins.length > 0) {
		await setLogins({ ownerUrl: databaseUrl, secrets: loadSecrets(data) }, newLogins);
	}
	console.log('Next: check the configuration file, then start the server.');
}

function readTarget({ toMark, toTime, backup }: RestoreFlags): RestoreTarget {
	if (toMark !== undefined && toTime !== undefined) {
		throw new CommandFailure('Give --to-mark or --to-time, not both.', { exitCode: 2 });
	}
	if (toMark !== undefined) return { kind: 'mark', name: toMark };
	if (toTime === undefined) return backup === undefined ? { kind: 'end' } : { kind: 'backup' };
	const time = new Date(toTime);
	if (Number.isNaN(time.getTime()) || !/(Z|[+-]\d{2}:?\d{2})$/.test(toTime)) {
		throw new CommandFailure(
			`--to-time is ${toTime}; it must be a time with its zone, such as 2026-11-23T12:00:00Z.`,
			{ exitCode: 2 },
		);
	}
	return { kind: 'time', time };
}
