import type { Account, Site, Workspace } from '#lib/account/account.ts';

/** Which site and workspace a page is about. */
export type Place = { site: Site | undefined; workspace: Workspace | undefined };

type Params = { site?: string | undefined; workspace?: string | undefined };

/**
 * What the address names; else the site that was looked at last, else the first, and the workspace of it.
 *
 * @example
 * findPlace(account, { workspace }, lastSite()).site; // a site of that workspace, where it has one
 */
export function findPlace(account: Account, params: Params, last: string | undefined): Place {
	const named = account.workspaces.find(({ id }) => id === params.workspace);
	const sites = (named ? [named] : account.workspaces).flatMap(({ sites }) => sites);
	const find = (id: string | undefined) => sites.find((site) => site.id === id);
	const site = find(params.site) ?? find(last) ?? sites[0];
	const around = account.workspaces.find(({ id }) => id === site?.workspace);
	return { site, workspace: named ?? around ?? account.workspaces[0] };
}
