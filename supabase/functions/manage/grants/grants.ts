import type { RouteOutput } from '@feedback/contract';

import type { Fragment, Tx } from '../../../../database/statement.ts';
import type { Operation } from '../operation/operation.ts';
import { listOverCells } from '../list/list-over-cells.ts';
import { cutPage, readMark, uuidForm, writeMark } from '../list/position.ts';

export const listGrants: Operation<'listGrants'> = {
	access: 'read only',
	run: (context, { limit, cursor }) =>
		listOverCells(context, limit, async ({ tx }) => {
			const before = cursor ? tx`and g.id < ${readMark(cursor, uuidForm)}::uuid` : tx``;
			const rows = await readGrants(
				tx,
				tx`${liveGrants(tx)} ${before} order by g.id desc limit ${limit + 1}`,
			);
			return cutPage(rows, limit, ({ id }) => writeMark(id));
		}),
};

export const revokeGrant: Operation<'revokeGrant'> = {
	access: 'read write',
	seek: (tx, { grant }) => tx`select from app.grants where id = ${grant}`,
	async run({ tx }, { grant }) {
		await tx`select app.revoke_grant(${grant})`;
		return { removed: true };
	},
};

/** SQL condition that the grant `g` is still live; `m` is its approver's membership. */
export function liveGrants(tx: Tx): Fragment {
	return tx`g.revoked_at is null and g.expires_at > now() and (g.mode = 'until' or g.consumed_at is null)
		and c.revoked_at is null and (c.expires_at is null or c.expires_at > now())
		and m.role = any(app.roles_at_least(app.required_role(g.action)))`;
}

type Grant = Omit<RouteOutput<'approveGrant'>, 'standing'>;
type Instants = 'expires_at' | 'approved_at' | 'consumed_at' | 'revoked_at';
type GrantRow = Omit<Grant, Instants> & {
	expires_at: Date;
	approved_at: Date;
	consumed_at: Date | null;
	revoked_at: Date | null;
};

/** Reads the matching grants that the caller approved or has. */
export async function readGrants(tx: Tx, where: Fragment): Promise<Grant[]> {
	const rows = await tx<GrantRow[]>`
		select g.id, g.connection_id as connection, g.action, g.workspace_id as workspace, g.site_id as site, g.mode,
		       g.expires_at, g.prompt_id as prompt, g.revision, g.sha256, g.site_name, g.combination,
		       app.name_conditions(g.site_id, g.conditions) as conditions, g.uses, g.approved_at, g.consumed_at,
		       g.revoked_at, coalesce(app.author_of(m.person_id, m.email), g.approved_by::text) as approved_by
		from app.grants g
		join app.connections c on c.id = g.connection_id
		left join app.members m on m.workspace_id = g.workspace_id and m.person_id = g.approved_by
		where ${where}`;
	return rows.map((row) => ({
		...row,
		expires_at: row.expires_at.toISOString(),
		approved_at: row.approved_at.toISOString(),
		consumed_at: row.consumed_at?.toISOString() ?? null,
		revoked_at: row.revoked_at?.toISOString() ?? null,
	}));
}
