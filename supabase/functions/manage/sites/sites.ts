import { ServiceError } from '@feedback/contract';

import { mintUuidv7 } from '../../_shared/uuidv7.ts';
import type { Fragment, Tx } from '../../../../database/statement.ts';
import type { Operation } from '../operation/operation.ts';
import { reserveSite } from '../operation/reserve.ts';
import { cutPage, readMark, uuidForm, writeMark } from '../list/position.ts';

type SiteRow = {
	id: string;
	workspace: string;
	site_id: string;
	name: string;
	sample: boolean;
	created_at: Date;
	first_event_at: Date | null;
};

export const listSites: Operation<'listSites'> = {
	access: 'read only',
	async run({ tx }, { workspace, limit, cursor }) {
		const after = cursor
			? tx`and (s.name, s.id) > (
				select c.name, c.id from app.sites c where c.id = ${readMark(cursor, uuidForm)}::uuid)`
			: tx``;
		const rows = await readSites(
			tx,
			tx`s.workspace_id = ${workspace} ${after} order by s.name, s.id limit ${limit + 1}`,
		);
		const { items, next } = cutPage(rows, limit, ({ id }) => writeMark(id));
		return { items: items.map(describeSite), next };
	},
};

export const getSite: Operation<'getSite'> = {
	access: 'read only',
	run: ({ tx }, { site }) => findSite(tx, site),
};

export const createSite: Operation<'createSite'> = {
	access: 'read write',
	async run({ tx, service }, { workspace, name, id = mintUuidv7(service.clock()) }) {
		// Without `returning`: a connection may see the site only after the statement that creates it.
		await tx`insert into app.sites (id, workspace_id, name) values (${id}, ${workspace}, ${name})`;
		const site = await findSite(tx, id);
		await reserveSite({ tx, service }, site);
		return site;
	},
	audit: ({ name }) => ({ subject: name }),
};

export const renameSite: Operation<'renameSite'> = {
	access: 'read write',
	async run({ tx }, { site, name }) {
		await tx`update app.sites set name = ${name} where id = ${site}`;
		return findSite(tx, site);
	},
	audit: ({ name }) => ({ subject: name }),
};

export async function findSite(tx: Tx, site: string) {
	const [row] = await readSites(tx, tx`s.id = ${site}`);
	if (!row) throw new ServiceError('not_found', { field: 'site' });
	return describeSite(row);
}

function readSites(tx: Tx, where: Fragment): PromiseLike<SiteRow[]> {
	return tx<SiteRow[]>`
		select s.id, s.workspace_id as workspace, s.site_id, s.name, s.sample, s.created_at,
		       (select min(n.first_seen_at) from app.event_names n where n.site_id = s.id) as first_event_at
		from app.sites s
		where ${where}`;
}

function describeSite(row: SiteRow) {
	return {
		...row,
		created_at: row.created_at.toISOString(),
		first_event_at: row.first_event_at?.toISOString() ?? null,
	};
}
