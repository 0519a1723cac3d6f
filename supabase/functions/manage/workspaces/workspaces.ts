import { limits, type Role } from '@feedback/contract';

import { asCaller } from '../../_shared/caller/caller.ts';
import type { Tx } from '../../../../database/statement.ts';
import type { Operation } from '../operation/operation.ts';

export type WorkspaceRow = { id: string; name: string; role: Role };

export const createWorkspace: Operation<'createWorkspace'> = {
	access: 'read write',
	async run({ tx, service }, { name }) {
		const most = limits.management.workspaces;
		const [made] = service.hasCells
			? await tx<{ id: string; cell: number }[]>`
				select id, cell from app.place_new_workspace(${name}, ${most})`
			: await tx<{ id: string; cell: number }[]>`
				select app.create_workspace(${name}, ${most}) as id, 0 as cell`;
		const { id, cell } = made!;
		if (cell !== 0) return { id, name, role: 'owner' };
		await tx`select app.record_action(${id}, null, 'createWorkspace', ${name})`;
		return findWorkspace(tx, id);
	},
	async complete({ service, person }, { name }, { id }) {
		if (!service.hasCells) return;
		const database = service.databaseOf({ workspace: id });
		await asCaller(
			database,
			person,
			'read write',
			(tx) => tx`select app.finish_workspace(${id}, ${name})`,
		);
	},
};

export const updateWorkspace: Operation<'updateWorkspace'> = {
	access: 'read write',
	async run({ tx }, { workspace, name }) {
		await tx`update app.workspaces set name = ${name} where id = ${workspace}`;
		return findWorkspace(tx, workspace);
	},
	audit: ({ name }) => ({ subject: name }),
};

/** The workspaces of the person who calls, or on whose behalf a connection calls, with their role in each. */
export async function listOwnWorkspaces(tx: Tx): Promise<WorkspaceRow[]> {
	const rows = await tx<WorkspaceRow[]>`
		select w.id, w.name, m.role
		from app.members m
		join app.workspaces w on w.id = m.workspace_id
		where m.person_id = app.acting_person()
		order by w.name, w.id`;
	return [...rows];
}

/** One workspace of the caller. */
export async function findWorkspace(tx: Tx, id: string): Promise<WorkspaceRow> {
	const [row] = await tx<WorkspaceRow[]>`
		select w.id, w.name, m.role
		from app.workspaces w
		join app.members m on m.workspace_id = w.id and m.person_id = app.person_id()
		where w.id = ${id}`;
	return row!;
}
