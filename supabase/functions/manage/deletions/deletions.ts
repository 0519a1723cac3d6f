import { ServiceError, type RouteOutput } from '@feedback/contract';

import type { Fragment, Tx } from '../../../../database/statement.ts';
import type { Context, Operation } from '../operation/operation.ts';
import { listOverCells } from '../list/list-over-cells.ts';
import { cutPage, readMark, uuidForm, writeMark } from '../list/position.ts';

type Deletion = RouteOutput<'undoDeletion'>;
type Preview = RouteOutput<'previewSiteDeletion'>;

/** The target that the path of a request names. */
type Target = {
	kind: Exclude<Deletion['kind'], 'account' | 'responses'>;
	id: string;
	site: string | null;
};

const promptOf = ({ site, prompt }: { site: string; prompt: string }): Target => ({
	kind: 'prompt',
	id: prompt,
	site,
});
const siteOf = ({ site }: { site: string }): Target => ({ kind: 'site', id: site, site });
const workspaceOf = ({ workspace }: { workspace: string }): Target => ({
	kind: 'workspace',
	id: workspace,
	site: null,
});

export const previewPromptDeletion: Operation<'previewPromptDeletion'> = {
	access: 'read only',
	run: (context, input) => preview(context, promptOf(input)),
};
export const previewSiteDeletion: Operation<'previewSiteDeletion'> = {
	access: 'read only',
	run: (context, input) => preview(context, siteOf(input)),
};
export const previewWorkspaceDeletion: Operation<'previewWorkspaceDeletion'> = {
	access: 'read only',
	run: (context, input) => preview(context, workspaceOf(input)),
};

export const deletePrompt: Operation<'deletePrompt'> = {
	access: 'read write',
	run: (context, input) => schedule(context, promptOf(input), input),
	audit: describeEntry,
};
export const deleteSite: Operation<'deleteSite'> = {
	access: 'read write',
	run: (context, input) => schedule(context, siteOf(input), input),
	audit: describeEntry,
};
export const deleteWorkspace: Operation<'deleteWorkspace'> = {
	access: 'read write',
	run: (context, input) => schedule(context, workspaceOf(input), input),
	audit: describeEntry,
};

export const listDeletions: Operation<'listDeletions'> = {
	access: 'read only',
	run: (context, { workspace, limit, cursor }) => {
		const read = async ({ tx }: Context) => {
			const after = cursor ? tx`and d.id < ${readMark(cursor, uuidForm)}::uuid` : tx``;
			const rows = await readDeletions(
				tx,
				tx`(${workspace ?? null}::uuid is null or d.workspace_id = ${workspace ?? null}::uuid) ${after}
					order by d.id desc limit ${limit + 1}`,
			);
			return cutPage(rows, limit, ({ id }) => writeMark(id));
		};
		return workspace ? read(context) : listOverCells(context, limit, read);
	},
};

export const undoDeletion: Operation<'undoDeletion'> = {
	access: 'read write',
	async run({ tx, service }, { deletion }) {
		await tx`select app.undo_deletion(${deletion}, ${new Date(service.clock())})`;
		return findDeletion(tx, tx`d.id = ${deletion}`);
	},
	audit: describeEntry,
};

function describeEntry(_: unknown, { kind, name, workspace }: Deletion) {
	return workspace === null ? undefined : { subject: `${kind} ${name}`, workspace };
}

async function preview({ tx, service }: Context, target: Target): Promise<Preview> {
	const { name, allowed } = await find(tx, target);
	const [counted] = await tx<{ counts: Preview['counts'] }[]>`
		select app.count_deletable(${target.kind}, ${target.id}, ${target.site}) as counts`;
	const [scheduled] = await readDeletions(
		tx,
		tx`d.target_id = ${target.id} and d.undone_at is null and d.finished_at is null`,
	);
	return {
		name,
		allowed,
		counts: counted!.counts,
		scheduled: scheduled ?? null,
		url: service.dashboardUrl + pageOf(target),
	};
}

/** The page of the dashboard that opens the dialog. */
function pageOf({ kind, id, site }: Target): string {
	switch (kind) {
		case 'prompt':
			return `/sites/${site}/prompts/${id}/results?delete`;
		case 'site':
			return `/sites/${id}/settings/general?delete`;
		case 'workspace':
			return `/workspaces/${id}/members?delete`;
	}
}

async function schedule(
	{ tx, service }: Context,
	target: Target,
	{ confirm, keep_responses = false }: { confirm: string; keep_responses?: boolean },
): Promise<Deletion> {
	const { name } = await find(tx, target);
	if (confirm !== name) {
		throw new ServiceError('invalid_request', {
			field: 'confirm',
			message: `confirm must be the name of the ${target.kind}, "${name}"`,
		});
	}
	const [made] = await tx<{ id: string }[]>`
		select (app.schedule_deletion(${target.kind}, ${target.id}, ${target.site}, ${keep_responses},
			${new Date(service.clock())})).id`;
	return findDeletion(tx, tx`d.id = ${made!.id}`);
}

async function find(
	tx: Tx,
	{ kind, id, site }: Target,
): Promise<{ name: string; allowed: boolean }> {
	const [found] = await tx<{ name: string; allowed: boolean }[]>`
		select name, allowed from app.find_deletable(${kind}, ${id}, ${site})`;
	return found!;
}

export async function findDeletion(tx: Tx, where: Fragment): Promise<Deletion> {
	const [found] = await readDeletions(tx, where);
	return found!;
}

type Row = Omit<Deletion, 'state' | 'requested_at' | 'due_at' | 'ended_at'> & {
	requested_at: Date;
	due_at: Date;
	undone_at: Date | null;
	finished_at: Date | null;
};

export async function readDeletions(tx: Tx, where: Fragment): Promise<Deletion[]> {
	const rows = await tx<Row[]>`
		select d.id, d.kind, d.workspace_id as workspace, d.site_id as site, d.target_id as target, d.name,
		       d.keep_responses,
		       app.author_of(d.requested_by, m.email) as requested_by,
		       d.requested_at, d.due_at, d.undone_at, d.finished_at, d.deleted
		from app.deletions d
		left join app.members m on m.workspace_id = d.workspace_id and m.person_id = d.requested_by
		where ${where}`;
	return rows.map(({ undone_at, finished_at, requested_at, due_at, ...row }) => ({
		...row,
		state: undone_at ? 'undone' : finished_at ? 'finished' : 'scheduled',
		requested_at: requested_at.toISOString(),
		due_at: due_at.toISOString(),
		ended_at: (undone_at ?? finished_at)?.toISOString() ?? null,
	}));
}
