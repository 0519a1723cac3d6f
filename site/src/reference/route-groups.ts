import { routes, type Route } from '@feedback/contract';

/** One operation of the management API, as its page describes it. */
export type RouteRow = {
	method: string;
	/** Under `{api_url}/manage`. */
	path: string;
	summary: string;
	/** Who may call it, in words. */
	need: string;
};

// What a path speaks of; the first that matches.
const groups = {
	connections: /ci-tokens|^\/(connections|authorizations|devices|lost-access)/,
	approvals: /^\/grant/,
	destinations: /\/destination/,
	visitors: /\/visitors\//,
	responses: /\/responses|\/response-|\/displays|\/summary$/,
	events: /\/event/,
	prompts: /\/prompts|\/forecast$|^\/validate$/,
	sites: /\/sites/,
	workspaces: /^\/(whoami|workspaces|invitations)/,
};

export type RouteGroup = keyof typeof groups;

const needs: Record<string, string> = {
	nothing: 'nothing',
	connection: 'a person or a connection',
	person: 'a person',
};

/** The operations about one thing, in the contract's order. */
export function routeRows(group: RouteGroup): RouteRow[] {
	return Object.values(routes)
		.filter(({ path }) => groupOf(path) === group)
		.map(({ method, path, summary, need }) => ({
			method,
			path,
			summary,
			need: needs[need] ?? `a person, or a grant for \`${need}\``,
		}));
}

/** Routes that take an `Idempotency-Key`, as `POST /workspaces`. */
export function listIdempotentRoutes(): string[] {
	return Object.values<Route>(routes)
		.filter(({ idempotent }) => idempotent)
		.map(({ method, path }) => `${method} ${path}`);
}

/** What a path is about; nothing when no group fits. */
export function groupOf(path: string): RouteGroup | undefined {
	const names = Object.keys(groups) as RouteGroup[];
	return names.find((name) => groups[name].test(path));
}
