import type { GrantCondition } from '@feedback/contract';

import type { Operation } from '../operation/operation.ts';
import { cutPage, readMark, uuidForm, writeMark } from '../list/position.ts';

type ActRow = {
	id: string;
	at: Date;
	who: string;
	name: string | null;
	kind: 'person' | 'connection' | 'operator';
	did: string;
	site: string | null;
	subject: string | null;
	passkey: string | null;
	conditions: GrantCondition[] | null;
};

export const listAudit: Operation<'listAudit'> = {
	access: 'read only',
	async run({ tx }, { workspace, limit, cursor }) {
		const before = cursor ? tx`and id < ${readMark(cursor, uuidForm)}::uuid` : tx``;
		const rows = await tx<ActRow[]>`
			select id, at, who, app.name_of(person_id, null) as name, kind, did, site_id as site, subject, passkey,
			       app.name_conditions(site_id, conditions) as conditions
			from app.audit_log
			where workspace_id = ${workspace} ${before}
			order by id desc
			limit ${limit + 1}`;
		const { items, next } = cutPage(rows, limit, ({ id }) => writeMark(id));
		return { items: items.map((row) => ({ ...row, at: row.at.toISOString() })), next };
	},
};
