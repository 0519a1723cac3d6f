import { openIdentityDatabase } from './identity-database.ts';
import { isPassword, storePassword } from './password.ts';

/** The person has a different password, which only they may change. */
export class OtherPassword extends Error {
	override name = 'OtherPassword';
}

/**
 * Creates a person who may sign in, or finds the person with this address, and sets their first password. Resolves
 * to their ID, a UUID. Rejects with `OtherPassword` when they chose a different password.
 *
 * @param databaseUrl address of the database as the role `feedback_identity`
 */
export async function createPerson(
	databaseUrl: string,
	{ email, password }: { email: string; password?: string | undefined },
): Promise<string> {
	const pool = openIdentityDatabase(databaseUrl);
	try {
		const { rows } = await pool.query<{ id: string }>(
			`insert into "user" ("name", "email", "emailVerified") values ('', $1, true)
			on conflict ("email") do update set "emailVerified" = true returning "id"`,
			[email.trim().toLowerCase()],
		);
		const { id } = rows[0]!;
		if (password === undefined) return id;
		const isTheirs = await isPassword(pool, id, password);
		if (isTheirs === undefined) await storePassword(pool, id, password);
		if (isTheirs === false) throw new OtherPassword(`${email} has another password.`);
		return id;
	} finally {
		await pool.end();
	}
}
