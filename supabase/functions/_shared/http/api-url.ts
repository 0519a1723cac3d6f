import { readSetting, requireSetting } from '../environment.ts';

/**
 * Address of the functions for callers, without a trailing slash: `FEEDBACK_API_URL` for a custom domain,
 * otherwise the Supabase project's URL. Tokens are bound to URLs below it.
 *
 * @example
 * readApiUrl(); // 'http://127.0.0.1:54321/functions/v1'
 */
export function readApiUrl(): string {
	const own = readSetting('FEEDBACK_API_URL');
	return own
		? own.replace(/\/+$/, '')
		: new URL('/functions/v1', requireSetting('SUPABASE_URL')).href;
}
