import { isbot } from 'isbot';

/** Detects a crawler, a headless browser, or a missing user agent. A person's browser always sends one. */
export function looksLikeBot(headers: Headers): boolean {
	const agent = headers.get('user-agent');
	if (!agent || isbot(agent)) return true;
	return /headless/i.test(headers.get('sec-ch-ua') ?? '');
}
