import type { Context } from './tool.ts';
import { ToolFailure } from './tool-failure.ts';

/** The site of a call: the pinned site, the site that the call names, or the only site that the caller can see, without sample data. */
export async function findSite(context: Context, named: string | undefined): Promise<string> {
	const { client, scope, signal } = context;
	if (scope.site) return scope.site;
	if (named !== undefined) {
		if (scope.workspace) {
			const { workspace } = await client.getSite({ site: named }, { signal });
			if (workspace !== scope.workspace)
				throw new ToolFailure('not_found', 'There is no such site.');
		}
		return named;
	}
	const sites = await listSites(context);
	const own = sites.filter(({ sample }) => !sample);
	return chooseOnly('site', own.length > 0 ? own : sites);
}

/**
 * The workspace of a call: the pinned workspace, the workspace that the call names, or the only one that the caller can
 * see.
 */
export async function findWorkspace(context: Context, named: string | undefined): Promise<string> {
	const { client, scope, signal } = context;
	const given = scope.workspace ?? named;
	if (given !== undefined) return given;
	return chooseOnly('workspace', (await client.whoami(undefined, { signal })).workspaces);
}

/** The sites that both the caller and the scope allow. */
export async function listSites(context: Context, known?: { id: string }[]) {
	const { client, scope, signal } = context;
	if (scope.site) return [await client.getSite({ site: scope.site }, { signal })];
	const workspaces = scope.workspace
		? [{ id: scope.workspace }]
		: (known ?? (await client.whoami(undefined, { signal })).workspaces);
	const pages = await Promise.all(
		workspaces.map(({ id }) => client.listSites({ workspace: id, limit: 200 }, { signal })),
	);
	return pages.flatMap(({ items }) => items);
}

/** The caller named no place, and sees none or several. */
export class NoOnlyPlace extends ToolFailure {}

function chooseOnly(noun: string, found: { id: string; name: string }[]): string {
	if (found.length === 1) return found[0]!.id;
	if (found.length === 0)
		throw new NoOnlyPlace('not_found', `There is no ${noun} that you can see.`);
	throw new NoOnlyPlace('invalid_request', `Specify the ${noun}: there are ${found.length}.`, {
		field: noun,
		hint: `Pass "${noun}" with one of the ids in the details.`,
		details: { [`${noun}s`]: found.slice(0, 50).map(({ id, name }) => ({ id, name })) },
	});
}
