import { readFileSync } from 'node:fs';

import type { MailSecrets } from './mail-secrets.ts';
import { wakeTokenName } from './worker-calls.ts';

/** The function's database addresses, and the role of each. */
export const logins = {
	FEEDBACK_INGEST_URL: 'feedback_ingest',
	FEEDBACK_MANAGE_URL: 'feedback_manage',
};

/** Secrets that each deployment sets, from its command line or its environment. */
export type AskedSecrets = { dashboardUrl: string; docsUrl?: string; mail?: MailSecrets };

/**
 * Returns the secrets that a deployment sets, except database addresses: the secrets from its command line and
 * environment, and an initial value of every other secret that the project lacks. Existing secrets are kept,
 * because an operator may have changed them.
 *
 * @param random a value for `FEEDBACK_SECRET`, which must never change: everything sealed with it would be
 * lost
 */
export function chooseSecrets(
	{ dashboardUrl, docsUrl, mail }: AskedSecrets,
	present: ReadonlySet<string>,
	random: () => string,
): Record<string, string> {
	const first: Record<string, () => string> = {
		FEEDBACK_SECRET: random,
		FEEDBACK_PROXY_COUNT: () => '1',
		// Clients may publish a document that describes them; 0 turns that off.
		FEEDBACK_CLIENT_DOCUMENTS: () => '1',
		FEEDBACK_DATABASE_CA: readAuthority,
	};
	const missing = Object.entries(first).filter(([name]) => !isSet(name, present));
	return {
		FEEDBACK_DASHBOARD_URL: dashboardUrl,
		...(docsUrl !== undefined && { FEEDBACK_DOCS_URL: docsUrl }),
		...mail,
		...Object.fromEntries(missing.map(([name, choose]) => [name, choose()])),
	};
}

/** Names of the secrets that a deployment may set. */
export const secretNames = [
	'FEEDBACK_SECRET',
	...Object.keys(logins),
	'FEEDBACK_DASHBOARD_URL',
	'FEEDBACK_PROXY_COUNT',
	'FEEDBACK_CLIENT_DOCUMENTS',
	'FEEDBACK_DATABASE_CA',
	wakeTokenName,
];

/** Names up to 0.4.0. The functions still read them, so a value that an operator has set stays in force. */
const formerNames: Readonly<Record<string, string>> = {
	FEEDBACK_PROXY_COUNT: 'FEEDBACK_TRUSTED_PROXIES',
};

/** Whether a secret is set, under its current or its former name. */
export function isSet(name: string, present: ReadonlySet<string>): boolean {
	return present.has(name) || present.has(formerNames[name] ?? name);
}

/**
 * Supabase's root certificates, which sign its poolers' certificates, on one line: secrets files allow no line breaks.
 */
function readAuthority(): string {
	const path = new URL('supabase-ca.crt', import.meta.url);
	return readFileSync(path, 'utf8').trim().replaceAll('\n', '\\n');
}
