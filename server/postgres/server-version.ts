import type { Statements } from '../../database/statement.ts';

/** Major versions of PostgreSQL that the migrations and the functions are tested with. */
export const testedVersions = [17, 18] as const;

/**
 * Major version of the database server, such as 17. Throws when it is older than any tested one; newer ones are
 * accepted.
 */
export async function requireSupportedVersion(sql: Statements): Promise<number> {
	const [row] = await sql<{ number: number; text: string }[]>`
		select current_setting('server_version_num')::int as number, current_setting('server_version') as text`;
	const major = Math.floor(row!.number / 10_000);
	refuseUnsupported(major, row!.text);
	return major;
}

/** Throws when a major version is older than any tested one; `text` is the version as reported by the server. */
export function refuseUnsupported(major: number, text: string): void {
	if (major >= testedVersions[0]) return;
	throw new Error(
		`The database server is PostgreSQL ${text}; Feedback needs version ${testedVersions.join(' or ')}. ` +
			'Upgrade the database server, or give the address of another one.',
	);
}
