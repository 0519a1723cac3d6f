import { routes, type RouteName } from '../routes.ts';
import type { Route } from '../routes/route.ts';

/** Pages of the dashboard by the paths of the operations that people do there; the longest beginning counts. */
const pages: Record<string, string> = {
	'/whoami': '/account',
	'/workspaces': '/welcome',
	'/workspaces/{workspace}': '/workspaces/{workspace}/members',
	'/workspaces/{workspace}/agents': '/connections',
	'/workspaces/{workspace}/audit': '/workspaces/{workspace}/audit',
	'/workspaces/{workspace}/ci-tokens': '/workspaces/{workspace}/ci-tokens',
	'/workspaces/{workspace}/sample-site': '/',
	'/workspaces/{workspace}/templates': '/',
	'/invitations': '/invitation',
	'/sites/{site}': '/sites/{site}/settings/general',
	'/sites/{site}/ask': '/sites/{site}/ask',
	'/sites/{site}/debug-tokens': '/sites/{site}/events/live',
	'/sites/{site}/destinations': '/sites/{site}/settings/integrations',
	'/sites/{site}/destinations/{destination}': '/sites/{site}/settings/integrations/{destination}',
	'/sites/{site}/destinations/{destination}/responses': '/sites/{site}/responses',
	'/sites/{site}/event-names': '/sites/{site}/events',
	'/sites/{site}/preview-tokens': '/sites/{site}/prompts',
	'/sites/{site}/prompts/{prompt}/result-links': '/sites/{site}/prompts/{prompt}/results',
	'/sites/{site}/prompts/{prompt}/working-copy': '/sites/{site}/prompts/{prompt}/edit',
	'/sites/{site}/launcher': '/sites/{site}/settings/launcher',
	'/sites/{site}/proof-keys': '/sites/{site}/settings/proof-keys',
	'/sites/{site}/responses': '/sites/{site}/responses',
	'/sites/{site}/site-keys': '/sites/{site}/settings/site-keys',
	'/sites/{site}/slack': '/sites/{site}/settings/integrations',
	'/sites/{site}/tags': '/sites/{site}/inbox',
	'/sites/{site}/text-answers': '/sites/{site}/inbox',
	'/sites/{site}/visitors': '/sites/{site}/visitors',
	'/grant-requests/{request}': '/approvals/{request}',
	'/destination-requests/{request}': '/approvals/destinations/{request}',
	'/connections': '/connections',
	'/lost-access': '/connections',
	'/authorizations/{authorization}': '/authorize/{authorization}',
	'/devices': '/device',
};

/**
 * The page of the dashboard on which a person does what only people may do, with the parameters of the call in it.
 *
 * @example
 * findPersonPage('createSiteKey', { site: '018f…' }); // '/sites/018f…/settings/site-keys'
 */
export function findPersonPage(name: RouteName, params: Readonly<Record<string, unknown>>): string {
	const { path }: Route = routes[name];
	const beginning = Object.keys(pages)
		.filter((prefix) => path === prefix || path.startsWith(`${prefix}/`))
		.reduce((longest, prefix) => (prefix.length > longest.length ? prefix : longest), '');
	const page = pages[beginning] ?? '/';
	const known = page.split('/').map((part) => fillIn(part, params));
	const missing = known.indexOf(undefined);
	// A page that needs an unknown site or workspace is `/`; one that needs an unknown item is the list of items.
	if (missing >= 0 && missing < 3) return missing === 2 && !isPlace(page) ? `/${known[1]}` : '/';
	return known.slice(0, missing < 0 ? undefined : missing).join('/') || '/';
}

/** Whether the page belongs to a site or a workspace. */
function isPlace(page: string): boolean {
	return page.startsWith('/sites/') || page.startsWith('/workspaces/');
}

function fillIn(part: string, params: Readonly<Record<string, unknown>>): string | undefined {
	const key = /^\{(\w+)\}$/.exec(part)?.[1];
	if (key === undefined) return part;
	const value = params[key];
	return typeof value === 'string' && value !== '-' ? encodeURIComponent(value) : undefined;
}
