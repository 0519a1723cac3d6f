import type { RouteOutput } from '@feedback/contract';

import type { Operation } from '../operation/operation.ts';
import { listOverCells } from '../list/list-over-cells.ts';
import { cutPage, readMark, uuidForm, writeMark } from '../list/position.ts';

type Row = Omit<RouteOutput<'listLostAccess'>['items'][number], 'at'> & { at: Date };

export const listLostAccess: Operation<'listLostAccess'> = {
	access: 'read only',
	run: (context, { limit, cursor }) =>
		listOverCells(context, limit, async ({ tx }) => {
			const before = cursor ? tx`where l.id < ${readMark(cursor, uuidForm)}::uuid` : tx``;
			const rows = await tx<Row[]>`
				select l.id, l.at, l.connection_id as connection, c.kind, c.name, l.workspace_id as workspace,
				       l.workspace_name, l.cause, l.role, to_jsonb(l.sites) as sites, to_jsonb(l.actions) as actions, l.ended
				from app.lost_access l
				join app.connections c on c.id = l.connection_id
				${before}
				order by l.id desc
				limit ${limit + 1}`;
			const { items, next } = cutPage(rows, limit, ({ id }) => writeMark(id));
			return { items: items.map((row) => ({ ...row, at: row.at.toISOString() })), next };
		}),
};
