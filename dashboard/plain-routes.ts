import { routes } from '@feedback/contract';
import type { Route } from '@feedback/contract';
import type { Plugin } from 'vite';

const id = '\0plain-routes';

/**
 * Gives the API client the contract's routes without their schemas. To send requests, it only needs the place of each
 * value in the request, and the schemas are half of the first load.
 */
export function plainRoutes(): Plugin {
	return {
		name: 'plain-routes',
		enforce: 'pre',
		resolveId(source, importer) {
			const isClient =
				source === '@feedback/contract' && importer?.endsWith('/client/src/client.ts');
			return isClient ? id : undefined;
		},
		load(module) {
			return module === id
				? `export const routes = ${JSON.stringify(describeRoutes())};`
				: undefined;
		},
	};
}

// The parts of a route that `toWire` reads.
function describeRoutes() {
	const entries = Object.entries<Route>(routes).map(([name, route]) => {
		const { method, path, stream, idempotent, query, body } = route;
		const shape = query && Object.fromEntries(Object.keys(query.shape).map((key) => [key, 0]));
		return [
			name,
			{ method, path, stream, idempotent, query: shape && { shape }, body: body && true },
		];
	});
	return Object.fromEntries(entries) as unknown;
}
