import type { Account, Site, Workspace } from '#lib/account/account.ts';

/** The site and the workspace that a page is about. */
export type SiteSelection = { site: Site | undefined; workspace: Workspace | undefined };

type Params = { site?: string | undefined; workspace?: string | undefined };

/**
 * The site and workspace in the URL; otherwise the last visited site, otherwise the first one, before one with
 * sample data, with its workspace.
 *
 * @example
 * findSiteSelection(account, { workspace }, lastSite()).site; // a site of that workspace, if it has one
 */
export function findSiteSelection(
	account: Account,
	params: Params,
	last: string | undefined,
): SiteSelection {
	const named = account.workspaces.find(({ id }) => id === params.workspace);
	const sites = (named ? [named] : account.workspaces).flatMap(({ sites }) => sites);
	const find = (id: string | undefined) => sites.find((site) => site.id === id);
	const site = find(params.site) ?? find(last) ?? sites.find(({ sample }) => !sample) ?? sites[0];
	const containing = account.workspaces.find(({ id }) => id === site?.workspace);
	return { site, workspace: named ?? containing ?? account.workspaces[0] };
}
