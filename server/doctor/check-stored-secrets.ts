import { existsSync } from 'node:fs';
import { join } from 'node:path';

import {
	createKeyring,
	isSealedWith,
	type Keyring,
} from '../../supabase/functions/_shared/secrets/keyring.ts';
import { openStoredSecret } from '../../supabase/functions/_shared/secrets/stored-secret.ts';
import type { Config } from '../config/config-schema.ts';
import { loadSecrets, readSecrets, sealingSecrets, secretsFile } from '../data/secrets.ts';
import { connectDatabase } from '../postgres/connect.ts';
import { useDatabase } from '../production/use-database.ts';
import { type Check, failed, passed } from './check.ts';
import {
	canListStoredSecrets,
	type ListedSecret,
	listStoredSecrets,
} from './list-stored-secrets.ts';

const name = 'stored secrets';
/** Maximum number of secrets named in a message. */
const mostNamed = 5;

const putBack =
	'Stop the server, and put back the secrets.json that this database was used with, from its server or its backup.';
const replace =
	'create new proof keys, enter the URLs of Slack again, and replace the secrets of webhooks, finishing each replacement. For notifications, delete the rows of app.push_keys and app.push_subscriptions; people then turn them on again.';

/**
 * Checks that proof keys, the secrets of destinations and of notifications can be decrypted with the keys in `secrets.json`. This fails
 * when the file is from another server, or was generated after a restore. Does not generate missing secrets.
 */
export async function checkStoredSecrets(config: Config): Promise<Check> {
	const file = secretsFile(config.data);
	try {
		const { service: key, sealing } = readSecrets(config.data) ?? {};
		if (!key) return failed(name, `${file} has no key that decrypts them.`, putBack);
		if (!config.database.url && !existsSync(join(config.data, 'postgres/PG_VERSION'))) {
			return passed(name, 'There are none yet: the first start makes the database.');
		}
		const found = await tryToDecrypt(config, createKeyring(key, sealingSecrets({ sealing })));
		if (!found) {
			return passed(name, 'They can be checked when the next start has applied the migrations.');
		}
		const { count, former, unreadable } = found;
		if (unreadable.length === 0) return passed(name, describeReadable(file, count, former));
		return failed(
			name,
			`The keys in ${file} do not decrypt ${unreadable.length} of ${count} stored secrets: ${describe(unreadable)}.`,
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

type Decrypted = {
	count: number;
	/** Number of secrets encrypted with a key other than the current one. */
	former: number;
	unreadable: ListedSecret[];
};

/** Undefined before the migrations. */
async function tryToDecrypt(config: Config, keyring: Keyring): Promise<Decrypted | undefined> {
	const options = { secrets: loadSecrets(config.data), log: () => undefined };
	return useDatabase(config, options, async ({ ownerUrl, embedded }) => {
		// The superuser needs no password, so that a wrong one in secrets.json does not hide the reason.
		const sql = connectDatabase(embedded?.adminUrl ?? ownerUrl, {
			caFile: config.database.ca_file,
		});
		try {
			const secrets = await sql.begin('read only', async (tx) =>
				(await canListStoredSecrets(tx)) ? listStoredSecrets(tx) : undefined,
			);
			if (!secrets) return undefined;
			const found: Decrypted = { count: secrets.length, former: 0, unreadable: [] };
			for (const secret of secrets) {
				if ((await openStoredSecret(keyring, secret)) === undefined) found.unreadable.push(secret);
				else if (!isSealedWith(keyring.sealingKey, secret.sealed)) found.former++;
			}
			return found;
		} finally {
			await sql.end();
		}
	});
}

function describeReadable(file: string, count: number, former: number): string {
	if (count === 0) return 'There are none yet.';
	const all = `The keys in ${file} decrypt all ${count} stored secrets.`;
	return former === 0
		? all
		: `${all} ${former} of them are not encrypted with the current key yet: \`feedback-server secrets rotate\` continues.`;
}

function describe(secrets: readonly ListedSecret[]): string {
	const all = new Set(
		secrets.map(({ place, id, site }) => {
			if (place === 'push_keys.sealed') return 'the private key of notifications';
			if (place === 'push_subscriptions.sealed') return `notifications of a browser ${id}`;
			const kind = place === 'proof_keys.sealed' ? 'proof key' : 'destination';
			return `${kind} ${id} of ${site}`;
		}),
	);
	const named = [...all].slice(0, mostNamed).join(', ');
	return all.size > mostNamed ? `${named} and ${all.size - mostNamed} more` : named;
}
