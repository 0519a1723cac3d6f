import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { openDestinationSecret } from '../../supabase/functions/_shared/destination-secret.ts';
import { createKeyring, type Keyring } from '../../supabase/functions/_shared/keyring.ts';
import { openProofKey } from '../../supabase/functions/_shared/proof-key.ts';
import type { Config } from '../config/config-schema.ts';
import { loadSecrets, readSecrets, secretsFile } from '../data/secrets.ts';
import { connectDatabase } from '../postgres/connect.ts';
import { useDatabase } from '../production/use-database.ts';
import { type Check, failed, passed } from './check.ts';
import {
	canListStoredSecrets,
	listStoredSecrets,
	type StoredSecret,
} from './list-stored-secrets.ts';

const name = 'stored secrets';
/** How many secrets a message names. */
const mostNamed = 5;

const putBack =
	'Stop the server, and put back the secrets.json that this database was used with, from its server or its backup.';
const replace =
	'create new proof keys, enter the URLs of Slack again, and replace the secrets of webhooks, finishing each replacement.';

/**
 * Proof keys and the secrets of destinations can be decrypted with the key in `secrets.json`. They cannot when the
 * file is that of another server, or was made again after a restore. Makes no secrets that are missing.
 */
export async function checkStoredSecrets(config: Config): Promise<Check> {
	const file = secretsFile(config.data);
	try {
		const key = readSecrets(config.data)?.service;
		if (!key) return failed(name, `${file} has no key that decrypts them.`, putBack);
		if (!config.database.url && !existsSync(join(config.data, 'postgres/PG_VERSION'))) {
			return passed(name, 'There are none yet: the first start makes the database.');
		}
		const found = await findUnreadable(config, createKeyring(key));
		if (!found) {
			return passed(name, 'They can be checked when the next start has applied the migrations.');
		}
		const { count, unreadable } = found;
		if (unreadable.length === 0) {
			return passed(
				name,
				count === 0
					? 'There are none yet.'
					: `The key in ${file} decrypts all ${count} stored secrets.`,
			);
		}
		return failed(
			name,
			`The key in ${file} does not decrypt ${unreadable.length} of ${count} stored secrets: ${describe(unreadable)}.`,
			unreadable.length === count
				? `${putBack} If it is lost, ${replace}`
				: `They were stored with another key. If its secrets.json is lost, ${replace}`,
		);
	} catch (error) {
		return failed(
			name,
			`They cannot be read: ${(error as Error).message}`,
			`Correct what is wrong with the database or with ${file} first.`,
		);
	}
}

async function findUnreadable(
	config: Config,
	keyring: Keyring,
): Promise<{ count: number; unreadable: StoredSecret[] } | undefined> {
	const options = { secrets: loadSecrets(config.data), log: () => undefined };
	return useDatabase(config, options, async ({ ownerUrl, embedded }) => {
		// The superuser needs no password, so that a wrong one in secrets.json does not hide the reason.
		const sql = connectDatabase(embedded?.adminUrl ?? ownerUrl, {
			caFile: config.database.ca_file,
		});
		try {
			return await sql.begin('read only', async (tx) => {
				if (!(await canListStoredSecrets(tx))) return undefined;
				let count = 0;
				const unreadable: StoredSecret[] = [];
				for await (const secret of listStoredSecrets(tx)) {
					count++;
					if (!(await canDecrypt(keyring, secret))) unreadable.push(secret);
				}
				return { count, unreadable };
			});
		} finally {
			await sql.end();
		}
	});
}

async function canDecrypt(keyring: Keyring, secret: StoredSecret): Promise<boolean> {
	const { site, sealed } = secret;
	const opened =
		secret.kind === 'proof key'
			? await openProofKey(keyring, site, secret.id, secret.use, sealed)
			: await openDestinationSecret(keyring, site, secret.id, secret.use, sealed);
	return opened !== undefined;
}

function describe(secrets: readonly StoredSecret[]): string {
	const all = new Set(secrets.map(({ kind, id, siteId }) => `${kind} ${id} of ${siteId}`));
	const named = [...all].slice(0, mostNamed).join(', ');
	return all.size > mostNamed ? `${named} and ${all.size - mostNamed} more` : named;
}
