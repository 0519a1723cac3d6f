import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where a cluster keeps its superuser's password, readable by the folder's owner alone. */
export function passwordFile(data: string): string {
	return join(data, 'superuser-password');
}

/** The password of the cluster's superuser; undefined when the cluster has none yet, or the file was lost. */
export function readPassword(data: string): string | undefined {
	const path = passwordFile(data);
	if (!existsSync(path)) return undefined;
	return readFileSync(path, 'utf8').trim() || undefined;
}

/** A password of letters, digits, `-` and `_`, which needs no quoting in an address or in SQL. */
export function generatePassword(): string {
	return randomBytes(24).toString('base64url');
}
