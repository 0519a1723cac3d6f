import { isIPv4 } from 'node:net';

import type { Config } from '../config/config-schema.ts';

/** The language model in the functions' environment. */
export function askEnvironment({ ask }: Pick<Config, 'ask'>): Record<string, string> {
	if (!ask) return {};
	return {
		FEEDBACK_ASK_URL: ask.url,
		FEEDBACK_ASK_MODEL: ask.model,
		...(ask.key && { FEEDBACK_ASK_KEY: ask.key }),
	};
}

/** What the functions may connect to for it, besides public hosts and private networks: an address in its URL. */
export function askHosts({ ask }: Pick<Config, 'ask'>): string[] {
	if (!ask) return [];
	const { hostname, protocol, port } = new URL(ask.url);
	if (!isIPv4(hostname)) return [];
	return [`${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`];
}
