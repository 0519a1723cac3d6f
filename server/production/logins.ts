import { setPassword, withRole } from '../postgres/cluster.ts';
import { connectDatabase } from '../postgres/connect.ts';
import type { Secrets } from '../data/secrets.ts';

/** The database roles that the service connects as, and the secret that is the password of each. */
const logins = {
	feedback_ingest: 'ingest',
	feedback_manage: 'manage',
	feedback_identity: 'identity',
} as const satisfies Record<string, keyof Secrets>;

export type LoginRole = keyof typeof logins;

export type LoginOptions = {
	/** URL of the database as its owner. */
	ownerUrl: string;
	caFile?: string | undefined;
	secrets: Secrets;
};

/** URL of the database as one of the service's roles. */
export function loginUrl({ ownerUrl, secrets }: LoginOptions, role: LoginRole): string {
	const url = new URL(withRole(ownerUrl, role));
	url.password = secrets[logins[role]];
	return url.href;
}

/**
 * Makes sure that the service's roles can sign in. Their passwords are set when the roles are new, or when
 * `replace` is true. Otherwise a refused password means that another server, with other secrets, uses this
 * database, and changing the password would lock that server out. Rejects with an error that explains what to do.
 */
export async function ensureLogins(options: LoginOptions & { replace: boolean }): Promise<void> {
	for (const role of Object.keys(logins) as LoginRole[]) {
		if (await canSignIn(options, role)) continue;
		if (!options.replace) {
			throw new Error(
				`The database refuses the password of ${role} in this server's secrets: the database was set up with other ` +
					'secrets. Copy secrets.json from the server that set it up, or from its backup. To replace the passwords, ' +
					'which shuts out servers with the old ones, run `feedback-server migrate --new-passwords`.',
			);
		}
		await setLogins(options, [role]);
	}
}

/** The service's roles that the database server does not have. */
export async function listMissingLogins(ownerUrl: string): Promise<LoginRole[]> {
	const sql = connectDatabase(ownerUrl);
	try {
		const found = await sql<{ rolname: string }[]>`select rolname from pg_roles`;
		const roles = Object.keys(logins) as LoginRole[];
		return roles.filter((role) => !found.some(({ rolname }) => rolname === role));
	} finally {
		await sql.end();
	}
}

/** Sets the passwords of these roles to those in the secrets. */
export async function setLogins(
	{ ownerUrl, caFile, secrets }: LoginOptions,
	roles: readonly LoginRole[],
): Promise<void> {
	const sql = connectDatabase(ownerUrl, { caFile });
	try {
		for (const role of roles) await setPassword(sql, role, secrets[logins[role]]);
	} finally {
		await sql.end();
	}
}

// Classes of SQLSTATE and codes with which Postgres and PgBouncer refuse a role or its password.
const refusals = ['28P01', '28000', '08P01'];

async function canSignIn(options: LoginOptions, role: LoginRole): Promise<boolean> {
	const sql = connectDatabase(loginUrl(options, role), { caFile: options.caFile });
	try {
		await sql`select 1`;
		return true;
	} catch (error) {
		if (refusals.includes(String((error as { code?: unknown }).code))) return false;
		throw error;
	} finally {
		await sql.end();
	}
}
