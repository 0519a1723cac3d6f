import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';

import type { SealingSecrets } from '../../supabase/functions/_shared/secrets/keyring.ts';

/** Secrets of a data folder. They are generated once, at random, and persist so that a restart signs nobody out. */
export type Secrets = {
	/** Signs the tokens of the stand-in for Supabase Auth, in tests. */
	jwt: string;
	/** `FEEDBACK_SECRET` of the functions. */
	service: string;
	/**
	 * The keys that encrypt stored secrets. Missing before the first rotation: until then, the key is derived from
	 * `service`.
	 */
	sealing?: SealingKeys;
	/** Password of the embedded database's owner. */
	owner: string;
	/** Passwords of the login roles. */
	ingest: string;
	manage: string;
	identity: string;
	/** Signs the cookies of the identity service, and encrypts the keys of its tokens. */
	sessions: string;
	/** The demo person's credentials, and the key of the printed link that offers them. */
	demo: { email: string; password: string; key: string };
};

/** Secrets of sealing keys; null is the key that is derived from `service`. */
export type SealingKeys = {
	/** Encrypts. */
	current: string | null;
	/** Becomes the current key as soon as every server has loaded it. */
	next?: string;
	/** The previous one; data may still be encrypted with it. */
	previous?: string | null;
};

/**
 * Reads the folder's secrets; generates missing ones, and logs the consequences for existing data. Throws
 * when the file cannot be read.
 */
export function loadSecrets(data: string, log: (line: string) => void = () => undefined): Secrets {
	const path = secretsFile(data);
	const stored = readSecrets(data) ?? {};
	const made = makeSecrets();
	const secrets: Secrets = {
		jwt: stored.jwt || made.jwt,
		service: stored.service || made.service,
		...(stored.sealing && { sealing: stored.sealing }),
		owner: stored.owner || made.owner,
		sessions: stored.sessions || made.sessions,
		ingest: stored.ingest || made.ingest,
		manage: stored.manage || made.manage,
		identity: stored.identity || made.identity,
		demo: { ...made.demo, ...stored.demo },
	};
	if (!isDeepStrictEqual(secrets, stored)) writeSecrets(data, secrets);
	if (existsSync(join(data, 'postgres/PG_VERSION'))) {
		for (const [name, consequence] of Object.entries(consequences)) {
			if (!(name in stored)) log(`${path} had no "${name}"; a new one was made. ${consequence}`);
		}
	}
	return secrets;
}

const consequences = {
	sessions: 'Everybody has to sign in to the dashboard again.',
	service:
		'Connections have to sign in again, and sites that verify event proofs need a new proof key.',
};

/** Path of the file with the secrets of a data folder. */
export function secretsFile(data: string): string {
	return join(data, 'secrets.json');
}

/** The sealing keys in the form that the keyring expects. */
export function sealingSecrets({ sealing }: Pick<Secrets, 'sealing'>): SealingSecrets {
	return {
		current: sealing?.current ?? undefined,
		next: sealing?.next,
		previous: sealing?.previous ?? undefined,
	};
}

/** Reads the folder's secrets without generating any; undefined if there is no file. Throws when it cannot be read. */
export function readSecrets(data: string): Partial<Secrets> | undefined {
	const path = secretsFile(data);
	if (!existsSync(path)) return undefined;
	try {
		const stored: unknown = JSON.parse(readFileSync(path, 'utf8'));
		if (typeof stored === 'object' && stored !== null) return stored;
		throw new Error('It holds no object.');
	} catch (cause) {
		throw new Error(
			`${path} cannot be read: ${(cause as Error).message} Put it back from a copy, or move it away: then new ` +
				'secrets are made, everybody signs in again, and the data stays.',
			{ cause },
		);
	}
}

function makeSecrets(): Secrets {
	const random = (bytes = 32) => randomBytes(bytes).toString('base64url');
	return {
		jwt: random(),
		service: random(),
		owner: random(),
		sessions: random(),
		ingest: random(),
		manage: random(),
		identity: random(),
		demo: { email: 'demo@example.com', password: random(15), key: random(15) },
	};
}

/** Writes the folder's secrets to a temporary file and renames it, so that a killed process leaves no partial file. */
export function writeSecrets(data: string, secrets: Secrets): void {
	const path = secretsFile(data);
	mkdirSync(join(path, '..'), { recursive: true, mode: 0o700 });
	writeFileSync(`${path}.new`, `${JSON.stringify(secrets, null, '\t')}\n`, { mode: 0o600 });
	renameSync(`${path}.new`, path);
}
