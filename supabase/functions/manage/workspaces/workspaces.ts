import { limits, type Role } from '@feedback/contract';

import type { Tx } from '../../../../database/statement.ts';
import type { Operation } from '../operation/operation.ts';

export type WorkspaceRow = { id: string; name: string; role: Role };

export const createWorkspace: Operation<'createWorkspace'> = {
	access: 'read write',
	async run({ tx }, { name }) {
		const [made] = await tx<{ id: string }[]>`
			select app.create_workspace(${name}, ${limits.management.workspaces}) as id`;
		return findWorkspace(tx, made!.id);
	},
	audit: ({ name }, { id }) => ({ subject: name, workspace: id }),
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
