import { hashPassword, verifyPassword } from 'better-auth/crypto';
import type pg from 'pg';

/** The shortest and the longest password, in characters. */
export const passwordLength = { min: 12, max: 128 };

/** Whether the person has a password. */
export async function hasPassword(pool: pg.Pool, person: string): Promise<boolean> {
	const { rowCount } = await pool.query(
		`select from "account" where "userId" = $1 and "providerId" = 'credential'`,
		[person],
	);
	return rowCount === 1;
}

/** Whether the password is the person's; undefined when they have none. */
export async function isPassword(
	pool: pg.Pool,
	person: string,
	password: string,
): Promise<boolean | undefined> {
	const { rows } = await pool.query<{ password: string }>(
		`select "password" from "account" where "userId" = $1 and "providerId" = 'credential'`,
		[person],
	);
	return rows[0] && (await verifyPassword({ hash: rows[0].password, password }));
}

/** Stores a hash of the password, replacing a previous hash. */
export async function storePassword(
	pool: pg.Pool,
	person: string,
	password: string,
): Promise<void> {
	await pool.query(
		`insert into "account" ("userId", "accountId", "providerId", "password", "updatedAt")
		values ($1::uuid, $1::uuid::text, 'credential', $2, now())
		on conflict ("providerId", "accountId") do update set "password" = excluded."password", "updatedAt" = now()`,
		[person, await hashPassword(password)],
	);
}
