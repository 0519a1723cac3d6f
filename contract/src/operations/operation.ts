import { routes, type RouteName } from '../routes.ts';
import type { Need, Route } from '../routes/route.ts';

/** One management operation, as every tool describes it. */
export type Operation = {
	/** The name of the client's method, and of the operation in OpenAPI. */
	name: RouteName;
	summary: string;
	need: Need;
	/** Whether a call changes anything. */
	changes: boolean;
};

/** Every management operation, in the order of the contract. */
export function listOperations(): Operation[] {
	return Object.entries<Route>(routes).map(([name, route]) => describe(name as RouteName, route));
}

/** The management operation with this name. */
export function findOperation(name: string): Operation | undefined {
	return Object.hasOwn(routes, name)
		? describe(name as RouteName, routes[name as RouteName])
		: undefined;
}

function describe(name: RouteName, route: Route): Operation {
	const { summary, need } = route;
	return { name, summary, need, changes: changesAnything(route) };
}

/** Whether a call of the route changes anything. */
function changesAnything({ method, readsOnly }: Route): boolean {
	return method !== 'GET' && readsOnly !== true;
}
