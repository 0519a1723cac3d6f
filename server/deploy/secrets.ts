import { readFileSync } from 'node:fs';

/** The function's database addresses, and the role of each. */
export const logins = {
	FEEDBACK_INGEST_URL: 'feedback_ingest',
	FEEDBACK_MANAGE_URL: 'feedback_manage',
};

/** What a deployment sets each time, because its command line says it. */
export type AskedSecrets = { dashboardUrl: string; docsUrl?: string };

/**
 * The secrets that a deployment sets, database addresses left out: what its command line says, and a first value of
 * each other one that the project lacks. What is set already is kept: an operator may have changed it.
 *
 * @param random a value for `FEEDBACK_SECRET`, which must never change: what it sealed could not be opened any more
 */
export function chooseSecrets(
	{ dashboardUrl, docsUrl }: AskedSecrets,
	present: ReadonlySet<string>,
	random: () => string,
): Record<string, string> {
	const first: Record<string, () => string> = {
		FEEDBACK_SECRET: random,
		FEEDBACK_TRUSTED_PROXIES: () => '1',
		// Clients may describe themselves at an address of theirs; 0 turns that off.
		FEEDBACK_CLIENT_DOCUMENTS: () => '1',
		FEEDBACK_DATABASE_CA: readAuthority,
	};
	const missing = Object.entries(first).filter(([name]) => !present.has(name));
	return {
		FEEDBACK_DASHBOARD_URL: dashboardUrl,
		...(docsUrl !== undefined && { FEEDBACK_DOCS_URL: docsUrl }),
		...Object.fromEntries(missing.map(([name, choose]) => [name, choose()])),
	};
}

/** Names of the secrets that a deployment may set. */
export const secretNames = [
	'FEEDBACK_SECRET',
	...Object.keys(logins),
	'FEEDBACK_DASHBOARD_URL',
	'FEEDBACK_TRUSTED_PROXIES',
	'FEEDBACK_CLIENT_DOCUMENTS',
	'FEEDBACK_DATABASE_CA',
];

/** Supabase's root certificates, which sign those of its poolers, on one line: a file of secrets has no others. */
function readAuthority(): string {
	const path = new URL('supabase-ca.crt', import.meta.url);
	return readFileSync(path, 'utf8').trim().replaceAll('\n', '\\n');
}
