import { chownSync, mkdirSync, writeFileSync } from 'node:fs';

/** The user that Postgres runs as when this process is root. */
export const nobody = { uid: 65_534, gid: 65_534 };

export function isRoot(): boolean {
	return process.getuid?.() === 0;
}

/** Makes Postgres' user the owner of a path. */
export function giveToPostgres(path: string): void {
	if (isRoot()) chownSync(path, nobody.uid, nobody.gid);
}

/** Creates a folder, if it is missing, that only Postgres may enter. */
export function makePostgresFolder(path: string): void {
	mkdirSync(path, { recursive: true, mode: 0o700 });
	giveToPostgres(path);
}

/** Writes a file that only Postgres may read. */
export function writePostgresFile(path: string, text: string): void {
	writeFileSync(path, text, { mode: 0o600 });
	giveToPostgres(path);
}
