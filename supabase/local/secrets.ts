import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a data folder keeps for itself, so that a restart signs nobody out. Made once, at random. */
export type Secrets = {
	/** Signs the local Auth's tokens. */
	jwt: string;
	/** `FEEDBACK_SECRET` of the functions. */
	service: string;
	/** Passwords of the two login roles. */
	ingest: string;
	manage: string;
	demo: { email: string; password: string };
};

/** Reads the folder's secrets; makes them when the folder is new. Throws when the file is damaged. */
export function loadSecrets(data: string): Secrets {
	const path = join(data, 'secrets.json');
	if (!existsSync(path)) return makeSecrets(path);
	let secrets: Secrets;
	try {
		secrets = JSON.parse(readFileSync(path, 'utf8')) as Secrets;
	} catch (cause) {
		throw new Error(`${path} cannot be read. Delete ${data} to start afresh.`, { cause });
	}
	const whole = secrets.jwt && secrets.service && secrets.ingest && secrets.manage && secrets.demo;
	if (!whole) throw new Error(`${path} is not complete. Delete ${data} to start afresh.`);
	return secrets;
}

// Written aside and renamed: a start that is killed here leaves no half file.
function makeSecrets(path: string): Secrets {
	const random = () => randomBytes(32).toString('base64url');
	const secrets: Secrets = {
		jwt: random(),
		service: random(),
		ingest: random(),
		manage: random(),
		demo: { email: 'demo@example.com', password: randomBytes(15).toString('base64url') },
	};
	mkdirSync(join(path, '..'), { recursive: true, mode: 0o700 });
	writeFileSync(`${path}.new`, `${JSON.stringify(secrets, null, '\t')}\n`, { mode: 0o600 });
	renameSync(`${path}.new`, path);
	return secrets;
}
