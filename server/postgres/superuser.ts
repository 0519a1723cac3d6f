import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join, resolve } from 'node:path';

import { giveToPostgres } from './folder-owner.ts';

/**
 * The superuser of an embedded cluster, named as on hosted Supabase. It has no password: only the operating
 * system's user who started Postgres, and root, can connect as it, over a Unix socket in the data folder.
 */
export const superuser = 'supabase_admin';

/** Address of the superuser in libpq's format. `connectDatabase` and `psql` accept this format; most drivers do not. */
export function superuserUrl(socketFolder: string, port: number): string {
	return `postgres://${superuser}@${encodeURIComponent(socketFolder)}:${port}/postgres`;
}

/**
 * Roles that may connect to an embedded cluster: the superuser over the socket, every other role by its
 * password.
 */
export const hostRules = `# Written at every start.
local all ${superuser} peer map=feedback
host all all 127.0.0.1/32 scram-sha-256
`;

/** Maps the operating system's users who may connect as the superuser. */
export function listUserRules(): string {
	const users = new Set(['root', userInfo().username]);
	return [
		'# Written at every start.',
		...[...users].map((user) => `feedback "${user}" ${superuser}`),
		'',
	].join('\n');
}

export type SocketFolder = { path: string; remove(): void };

/**
 * The folder of the Unix socket: the data folder, or a temporary one when its path is too long for a
 * socket: the maximum is 103 bytes on macOS and 107 on Linux.
 */
export function chooseSocketFolder(data: string, port: number): SocketFolder {
	const path = resolve(data);
	if (Buffer.byteLength(join(path, `.s.PGSQL.${port}`)) <= 103) {
		return { path, remove: () => undefined };
	}
	const temporary = mkdtempSync(join(tmpdir(), 'feedback-socket-'));
	giveToPostgres(temporary);
	return { path: temporary, remove: () => rmSync(temporary, { recursive: true, force: true }) };
}
