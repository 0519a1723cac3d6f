import { lookup } from 'node:dns/promises';
import { readFileSync } from 'node:fs';
import { isIP, isIPv6 } from 'node:net';
import { setTimeout } from 'node:timers/promises';

import type { Config } from '../config/config-schema.ts';

/** The mail server in the functions' environment. Throws when its `ca_file` cannot be read. */
export function mailEnvironment({ mail }: Config): Record<string, string> {
	if (!mail) return {};
	return {
		FEEDBACK_MAIL_URL: mail.url,
		FEEDBACK_MAIL_FROM: mail.from,
		...(mail.ca_file && { FEEDBACK_MAIL_CA: readFileSync(mail.ca_file, 'utf8') }),
	};
}

/** Milliseconds for finding the addresses, so that a name server that hangs does not delay a start for long. */
const lookupMs = 2_000;

/**
 * What the functions may connect to for mail: the host at any port, and its current addresses at the port of the mail
 * server. Under Deno, a name alone permits only the first of its addresses.
 */
export async function mailHosts(
	{ mail }: Pick<Config, 'mail'>,
	resolve = (host: string) => lookup(host, { all: true }),
): Promise<string[]> {
	if (!mail) return [];
	const { hostname, protocol, port } = new URL(mail.url);
	const host = hostname.replace(/^\[|\]$/g, '');
	if (isIP(host) !== 0) return [host];
	const found = await Promise.race([
		resolve(host).catch(() => []),
		setTimeout(lookupMs, [], { ref: false }),
	]);
	const used = port || (protocol === 'smtps:' ? '465' : '587');
	return [
		host,
		...found.map(({ address }) => `${isIPv6(address) ? `[${address}]` : address}:${used}`),
	];
}
