import type { createBetterAuth } from './better-auth.ts';
import { openIdentityDatabase } from './identity-database.ts';

/** The private keys of access tokens were encrypted with a different secret. */
export class OtherSecret extends Error {
	override name = 'OtherSecret';
}

/** Rejects with `OtherSecret` when tokens cannot be signed: otherwise every sign-in would fail later. */
export async function requireSecret(auth: ReturnType<typeof createBetterAuth>): Promise<void> {
	try {
		// The first call creates the keys.
		await auth.api.signJWT({ body: { payload: { sub: 'start' } } });
	} catch (error) {
		if (!/decrypt/i.test((error as Error).message)) throw error;
		throw new OtherSecret(
			'The secret of the identity service is not the one that this database was used with. Restore it from the ' +
				'backup. Without it, delete the rows of identity.jwks and identity.session: then everybody signs in again.',
			{ cause: error },
		);
	}
}

/** Deletes the keys and the sessions, which are useless without the lost secret. */
export async function forgetKeys(databaseUrl: string): Promise<void> {
	const pool = openIdentityDatabase(databaseUrl);
	try {
		await pool.query('delete from "jwks"');
		await pool.query('delete from "session"');
	} finally {
		await pool.end();
	}
}
