import { readSetting, requireSetting } from '../environment.ts';

/**
 * Address of the functions for callers, in the form of a parsed URL without a trailing slash: `FEEDBACK_API_URL` for a
 * custom domain, otherwise the Supabase project's URL. Tokens are bound to URLs below it.
 *
 * @example
 * readApiUrl(); // 'http://127.0.0.1:54321/functions/v1'
 */
export function readApiUrl(): string {
	const own = readSetting('FEEDBACK_API_URL');
	if (own === undefined) return new URL('/functions/v1', requireSetting('SUPABASE_URL')).href;
	const url = URL.parse(own);
	if (
		!url ||
		!/^https?:$/.test(url.protocol) ||
		url.username ||
		url.password ||
		url.search ||
		url.hash
	) {
		throw new Error(
			'The environment variable FEEDBACK_API_URL must be an http or https URL without a username, a password, a query or a fragment.',
		);
	}
	return url.href.replace(/\/+$/, '');
}
