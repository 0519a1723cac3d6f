import { isbot } from 'isbot';

/** A crawler, a headless browser, or nothing that says what it is. Every browser of a person says something. */
export function looksLikeBot(headers: Headers): boolean {
	const agent = headers.get('user-agent');
	if (!agent || isbot(agent)) return true;
	return /headless/i.test(headers.get('sec-ch-ua') ?? '');
}
