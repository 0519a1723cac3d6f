import { routes } from '@feedback/contract';
import type { Route } from '@feedback/contract';
import type { Plugin } from 'vite';

const id = '\0plain-routes';

/**
 * Gives the client the contract's routes without their schemas: a browser that sends needs to know where each
 * value goes, not what the service thinks of it, and the schemas are half of the first load.
 */
export function plainRoutes(): Plugin {
	return {
		name: 'plain-routes',
		enforce: 'pre',
		resolveId(source, importer) {
			const isAsked =
				source === '@feedback/contract' && importer?.endsWith('/client/src/client.ts');
			return isAsked ? id : undefined;
		},
		load(asked) {
			return asked === id
				? `export const routes = ${JSON.stringify(describeRoutes())};`
				: undefined;
		},
	};
}

// What `toWire` reads of a route.
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
