import { createKeyring, mintSecret } from '../../supabase/functions/_shared/secrets/keyring.ts';
import { type Resealed, resealSecrets } from '../../supabase/functions/deliver/reseal-secrets.ts';
import type { Config } from '../config/config-schema.ts';
import { findRunning } from '../data/lock.ts';
import { sealingKeyIds } from '../data/sealing-key-ids.ts';
import { type SealingKeys, loadSecrets, sealingSecrets, writeSecrets } from '../data/secrets.ts';
import type { Log } from '../log/log.ts';
import { connectDatabase } from '../postgres/connect.ts';
import { useDatabase } from './use-database.ts';

/** State of a rotation; see `rotateSealingKey`. */
export type Rotation =
	/** Every server has to load the new key before any server uses it. */
	| { step: 'announced' }
	/** Every server has to start using the new key. */
	| { step: 'activated' }
	| ({ step: 'finished' } & Resealed);

export type RotationOptions = {
	log: Log;
	/** Makes a backup that contains the new key. Called before anything is encrypted with that key. */
	backUp(): Promise<void>;
};

/**
 * Replaces the key that encrypts stored secrets, or continues an interrupted rotation. The steps are in
 * `secrets.json`:
 *
 * 1. The next key is created. With an external database, other servers may have to load it first.
 * 2. It becomes the current key. The old key still decrypts.
 * 3. Everything is encrypted with the new key, and the old key is deleted.
 *
 * Resolves when servers have to be restarted, or when the rotation is finished; it can be interrupted and repeated
 * at any time. Throws `ServerNotRestarted` when a server of this folder has not read the current secrets yet.
 */
export async function rotateSealingKey(
	config: Config,
	{ log, backUp }: RotationOptions,
): Promise<Rotation> {
	const secrets = loadSecrets(config.data);
	let sealing: SealingKeys = secrets.sealing ?? { current: null };
	const keep = (keys: SealingKeys) => writeSecrets(config.data, { ...secrets, sealing: keys });
	if (sealing.previous === undefined) {
		const isShared = config.database.url !== undefined;
		if (isShared && sealing.next === undefined) {
			keep({ current: sealing.current, next: mintSecret() });
			return { step: 'announced' };
		}
		const isRunning = (await findRunning(config.data)) !== undefined;
		if (isShared) await requireRestart(config.data, 'next', sealing);
		sealing = { current: sealing.next ?? mintSecret(), previous: sealing.current };
		keep(sealing);
		await backUp();
		if (isShared || isRunning) return { step: 'activated' };
	}
	await requireRestart(config.data, 'current', sealing);
	const resealed = await resealAll(config, log);
	keep({ current: sealing.current });
	return { step: 'finished', ...resealed };
}

/** The server running on this data folder was started before its secrets were changed. */
export class ServerNotRestarted extends Error {
	override name = 'ServerNotRestarted';
}

async function requireRestart(
	data: string,
	which: 'current' | 'next',
	keys: SealingKeys,
): Promise<void> {
	const running = await findRunning(data);
	if (!running || running.sealing?.[which] === sealingKeyIds(keys)[which]) return;
	throw new ServerNotRestarted(
		`The server that runs on ${data} does not know the new key yet. Restart it first.`,
	);
}

async function resealAll(config: Config, log: Log): Promise<Resealed> {
	const secrets = loadSecrets(config.data);
	const keyring = createKeyring(secrets.service, sealingSecrets(secrets));
	return useDatabase(config, { secrets, log }, async ({ ownerUrl, embedded }) => {
		const sql = connectDatabase(embedded?.adminUrl ?? ownerUrl, {
			caFile: config.database.ca_file,
		});
		try {
			return await resealSecrets(
				(run) =>
					sql.begin('read write', async (tx) => {
						await tx`set local role feedback_owner`;
						return run(tx);
					}),
				keyring,
			);
		} finally {
			await sql.end();
		}
	});
}
