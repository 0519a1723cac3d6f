import { randomBytes } from 'node:crypto';

import { setPassword } from '../../server/postgres/cluster.ts';
import { connectDatabase } from '../../server/postgres/connect.ts';

/**
 * Gives the superuser of an embedded cluster a password, which it has only in tests and benchmarks. Resolves to the
 * superuser's address over TCP, which every driver and a pooler support.
 */
export async function openOverTcp(superuserUrl: string): Promise<string> {
	const { username, port, pathname } = new URL(superuserUrl);
	const password = randomBytes(24).toString('base64url');
	const sql = connectDatabase(superuserUrl);
	try {
		await setPassword(sql, username, password);
	} finally {
		await sql.end();
	}
	return `postgres://${username}:${password}@127.0.0.1:${port}${pathname}?sslmode=disable`;
}

/** Gives roles the superuser's password, so that `withRole` works for them too. */
export async function sharePassword(url: string, roles: readonly string[]): Promise<void> {
	const sql = connectDatabase(url);
	try {
		for (const role of roles) await setPassword(sql, role, new URL(url).password);
	} finally {
		await sql.end();
	}
}
