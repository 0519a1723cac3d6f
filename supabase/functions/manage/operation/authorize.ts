import { ServiceError, type Role, type Route } from '@feedback/contract';

import type { Caller } from '../../_shared/caller/caller.ts';
import type { Locator } from '../../_shared/databases.ts';
import type { Tx } from '../../../../database/statement.ts';

const rank: Record<Role, number> = { viewer: 0, editor: 1, owner: 2 };
const article: Record<Role, string> = {
	viewer: 'a viewer',
	editor: 'an editor',
	owner: 'an owner',
};

/** The site or the workspace that a request names. */
export type Place = { site: string | undefined; workspace: string | undefined };

/** The place as the locator of its database. What names neither, such as an approval, is about people and their connections. */
export function locate({ site, workspace }: Place): Locator {
	if (site !== undefined) return { site };
	return workspace !== undefined ? { workspace } : 'home';
}

export function placeOf(input: object): Place {
	const { site, workspace }: { site?: unknown; workspace?: unknown } = input;
	return {
		site: typeof site === 'string' ? site : undefined,
		workspace: typeof workspace === 'string' ? workspace : undefined,
	};
}

/**
 * Throws unless the caller may use the route at the site or workspace that its path names: `not_found`,
 * `forbidden`, or the error of a missing grant. Row-level security enforces the same rules; this check gives
 * a clear error.
 */
export async function authorize(tx: Tx, caller: Caller, route: Route, place: Place): Promise<void> {
	if (caller.connection === undefined) return requireRole(tx, route, place);
	await requireVisible(tx, place);
	// Writes consume their grant themselves, and only if something changes.
	if (route.need === 'response:read') await tx`select app.use_read_grant(${place.site ?? null})`;
}

/**
 * Throws `not_found` unless the connection has access to the site, or the person it acts for belongs to the
 * workspace, and `agents_paused` while connections are paused there.
 */
export async function requireVisible(tx: Tx, { site, workspace }: Place): Promise<void> {
	if (site === undefined && workspace === undefined) return;
	const rows =
		site !== undefined
			? await tx`select from app.sites where id = ${site}`
			: await tx`select from app.workspaces where id = ${workspace ?? null}`;
	if (rows.length > 0) return;
	await tx`select app.require_running_agents(${workspace ?? null}, ${site ?? null})`;
	throw missingPlace({ site, isConnection: true });
}

/** The error for a site or workspace that does not exist, and for one that the caller may not see. */
export function missingPlace({ site, isConnection }: MissingPlace): ServiceError {
	const field = site !== undefined ? 'site' : 'workspace';
	const notChosen = isConnection && site !== undefined;
	return new ServiceError('not_found', {
		message: `There is no such ${field}${notChosen ? ', or it was not chosen for this connection' : ''}.`,
		field,
	});
}

type MissingPlace = { site: string | undefined; isConnection: boolean };

/**
 * Throws `not_found` unless the person belongs to the workspace in the path, or to the workspace of the site in
 * the path, and `forbidden` unless they have the route's role there. The errors for another person's site and
 * for a missing site are the same.
 */
async function requireRole(
	tx: Tx,
	{ role: least }: Route,
	{ site, workspace }: Place,
): Promise<void> {
	if (site === undefined && workspace === undefined) return;
	const rows =
		site !== undefined
			? await tx<{ role: Role }[]>`
				select m.role from app.sites s
				join app.members m on m.workspace_id = s.workspace_id and m.person_id = app.person_id()
				where s.id = ${site}`
			: await tx<{ role: Role }[]>`
				select m.role from app.members m
				where m.workspace_id = ${workspace ?? null} and m.person_id = app.person_id()`;
	const role = rows[0]?.role;
	if (!role) throw missingPlace({ site, isConnection: false });
	if (least && rank[role] < rank[least]) {
		throw new ServiceError('forbidden', {
			message: `This needs ${article[least]} of the workspace; you are ${article[role]}.`,
		});
	}
}
