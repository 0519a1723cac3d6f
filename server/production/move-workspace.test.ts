import { afterAll, beforeAll, expect, it } from 'vitest';

import { configureCells, startCells, type TestCells } from '../../testing/start-cells.ts';
import { moveWorkspace } from './move-workspace.ts';

let databases: TestCells;
beforeAll(async () => {
	databases = await startCells();
}, 240_000);
afterAll(() => databases.close());

async function makeWorkspace(): Promise<string> {
	const [row] = await databases.home.admin<{ workspace: string }[]>`
		with w as (insert into app.workspaces (name) values ('Team') returning id)
		insert into app.sites (workspace_id, name) select id, 'App' from w returning workspace_id as workspace`;
	return row!.workspace;
}

const log = () => undefined;

/** Where the workspace has rows. */
async function findRows(workspace: string): Promise<string[]> {
	const { home, cells } = databases;
	const found: string[] = [];
	for (const [name, { admin }] of Object.entries({ home, ...cells })) {
		const rows = await admin`select from app.workspaces where id = ${workspace}`;
		if (rows.length > 0) found.push(name);
	}
	return found;
}

it('moves the workspace, and opens where it was again', async () => {
	const workspace = await makeWorkspace();
	await moveWorkspace(configureCells(databases), { workspace, to: 'one', log, graceMs: 0 });
	expect(await findRows(workspace)).toEqual(['one']);
	const triggers = await databases.home.admin`select from pg_trigger where tgname like 'moving_%'`;
	expect(triggers).toHaveLength(0);
});

it('leaves a workspace open where it is when a move fails', async () => {
	const workspace = await makeWorkspace();
	const { admin } = databases.cells.two;
	await admin`alter table app.audit_log add constraint full_disk check (false) not valid`;
	await databases.home.admin`
		insert into app.audit_log (workspace_id, who, kind, did) values (${workspace}, 'operator', 'operator', 'invite')`;
	const moving = () =>
		moveWorkspace(configureCells(databases), { workspace, to: 'two', log, graceMs: 0 });
	await expect(moving()).rejects.toThrow('full_disk');
	const renamed = await databases.home.admin`
		update app.workspaces set name = 'Crew' where id = ${workspace} returning name`;
	expect(renamed).toHaveLength(1);
	await admin`alter table app.audit_log drop constraint full_disk`;
	await moving();
	const [there] = await admin`select name from app.workspaces where id = ${workspace}`;
	expect(there).toEqual({ name: 'Crew' });
});

it('a move that is stopped leaves the workspace open, and continues later', async () => {
	const workspace = await makeWorkspace();
	const stopping = new AbortController();
	const stopAt = (line: string) => {
		if (line.endsWith('source closed')) stopping.abort(new Error('The move was stopped.'));
	};
	const moving = moveWorkspace(configureCells(databases), {
		workspace,
		to: 'one',
		log: stopAt,
		signal: stopping.signal,
		graceMs: 0,
	});
	await expect(moving).rejects.toThrow('The move was stopped');
	const renamed = await databases.home.admin`
		update app.workspaces set name = 'Crew' where id = ${workspace} returning name`;
	expect(renamed).toHaveLength(1);
	await moveWorkspace(configureCells(databases), { workspace, to: 'one', log, graceMs: 0 });
	expect(await findRows(workspace)).toEqual(['one']);
});

it('takes no second command for the same workspace', async () => {
	const workspace = await makeWorkspace();
	const moving = ['one', 'two'].map((to) =>
		moveWorkspace(configureCells(databases), { workspace, to, log, graceMs: 0 }),
	);
	const outcomes = await Promise.allSettled(moving);
	const refused = outcomes.filter(({ status }) => status === 'rejected');
	expect(refused).toMatchObject([
		{ reason: { message: 'Another command is moving this workspace.' } },
	]);
	expect(await findRows(workspace)).toHaveLength(1);
});

it.each([
	['three', 'set database.cells.three'],
	['two', 'may not write rows as they are'],
])('names what is missing in %s', async (to, message) => {
	const workspace = await makeWorkspace();
	const { admin } = databases.cells.two;
	await admin`revoke set on parameter session_replication_role from postgres`;
	try {
		const moving = moveWorkspace(configureCells(databases), { workspace, to, log });
		await expect(moving).rejects.toThrow(message);
	} finally {
		await admin`grant set on parameter session_replication_role to postgres`;
	}
	expect(await findRows(workspace)).toEqual(['home']);
});

it('knows no workspace of another instance', async () => {
	const workspace = crypto.randomUUID();
	const moving = moveWorkspace(configureCells(databases), { workspace, to: 'one', log });
	await expect(moving).rejects.toThrow('There is no workspace');
});
