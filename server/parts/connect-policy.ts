/**
 * The page with the origins to which its content security policy lets it connect, besides its own. Unchanged if the
 * page has no such policy.
 *
 * @example
 * allowOrigins(html, ['https://project.supabase.co/functions/v1']); // …connect-src 'self' https://project.supabase.co…
 */
export function allowOrigins(html: string, urls: readonly string[]): string {
	const origins = [...new Set(urls.map((url) => new URL(url).origin))];
	return html.replace(/\bconnect-src [^;"]*/, ["connect-src 'self'", ...origins].join(' '));
}
