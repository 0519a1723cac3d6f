/**
 * The address of the transaction pooler for another role, derived from the address that `supabase link` stores for
 * `postgres`.
 *
 * @example
 * poolerUrl('postgresql://postgres.abc:[YOUR-PASSWORD]@aws-0-eu-west-1.pooler.supabase.com:6543/postgres', 'feedback_ingest', 'pw');
 * // 'postgresql://feedback_ingest.abc:pw@aws-0-eu-west-1.pooler.supabase.com:6543/postgres?sslmode=verify-full'
 */
export function poolerUrl(noted: string, role: string, password: string): string {
	const parts =
		/^(postgres(?:ql)?):\/\/[^.:@/]+\.([a-z]+)(?::[^@]*)?@([^:/]+)(?::\d+)?\/(\w+)/.exec(noted);
	if (!parts) throw new Error('The address of the pooler has an unknown form.');
	const [, scheme, project, host, database] = parts;
	// 6543 is the pooler's transaction mode; 5432 on the same host would hold a session for each connection.
	return `${scheme}://${role}.${project}:${password}@${host}:6543/${database}?sslmode=verify-full`;
}
