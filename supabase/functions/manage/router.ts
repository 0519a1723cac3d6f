import { routes, type Route, type RouteName } from '@feedback/contract';

/** A request found its route, or the address exists with other methods only, or not at all. */
export type Match =
	{ name: RouteName; params: Record<string, string> } | { allow: string[] } | undefined;

const compiled = (Object.entries(routes) as [RouteName, Route][]).map(([name, route]) => ({
	name,
	method: route.method,
	pattern: compilePath(route.path),
}));

/**
 * The route of a method and a path below `manage`.
 *
 * @example
 * matchRoute('GET', '/sites/018f…/events'); // { name: 'listEvents', params: { site: '018f…' } }
 */
export function matchRoute(method: string, path: string): Match {
	const allow: string[] = [];
	for (const route of compiled) {
		const found = route.pattern.exec(path);
		if (!found) continue;
		if (route.method === method) return { name: route.name, params: decode(found.groups ?? {}) };
		allow.push(route.method);
	}
	return allow.length > 0 ? { allow } : undefined;
}

function compilePath(path: string): RegExp {
	const pattern = path
		.split('/')
		.map((part) => part.replaceAll('.', '\\.').replace(/^\{(\w+)\}$/, '(?<$1>[^/]+)'))
		.join('/');
	return new RegExp(`^${pattern}/?$`);
}

function decode(groups: Record<string, string>): Record<string, string> {
	return Object.fromEntries(Object.entries(groups).map(([name, text]) => [name, decodePart(text)]));
}

function decodePart(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}
