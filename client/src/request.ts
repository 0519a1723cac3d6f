import type { Route } from '@feedback/contract';

/** The URL and body of a request. */
export type Wire = { address: string; body: string | undefined };

/**
 * Distributes the input to path, query and body as the route defines.
 *
 * @example
 * toWire(routes.listEvents, 'https://api.example/manage', { site: 's', limit: 5 });
 * // { address: 'https://api.example/manage/sites/s/events?limit=5', body: undefined }
 */
export function toWire(route: Route, base: string, input: Record<string, unknown>): Wire {
	const inQuery = new Set(Object.keys(route.query?.shape ?? {}));
	const inPath = new Set<string>();
	const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => {
		inPath.add(name);
		return encodeURIComponent(String(input[name]));
	});

	const query = new URLSearchParams();
	const body: Record<string, unknown> = {};
	for (const [name, value] of Object.entries(input)) {
		if (value === undefined || inPath.has(name)) continue;
		if (inQuery.has(name)) [value].flat().forEach((one) => query.append(name, String(one)));
		else body[name] = value;
	}
	const search = query.size > 0 ? `?${query}` : '';
	return {
		address: `${base}${path}${search}`,
		body: route.body ? JSON.stringify(body) : undefined,
	};
}
