/**
 * The path below a function's name: hosted Supabase passes `/sdk/events` to a function, the gateway
 * `/functions/v1/sdk/events`. `undefined` when the address is not the function's.
 *
 * @example
 * pathBelow('sdk', 'http://127.0.0.1:54321/functions/v1/sdk/events'); // '/events'
 */
export function pathBelow(name: string, url: string): string | undefined {
	const path = new URL(url).pathname.replace(/^\/functions\/v1(?=\/)/, '');
	if (path === `/${name}`) return '/';
	return path.startsWith(`/${name}/`) ? path.slice(name.length + 1) : undefined;
}
