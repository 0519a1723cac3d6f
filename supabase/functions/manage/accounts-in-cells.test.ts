// Accounts of people with workspaces in several databases are deleted in all of them.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { deleteLeaving } from '../../../server/postgres/cells/delete-leaving.ts';
import { connectDatabase } from '../../../server/postgres/connect.ts';
import { maintain } from '../../../server/postgres/maintain.ts';
import { type SitesInCells, waitFor } from '../tests/cells.ts';
import { connect } from '../tests/connections.ts';
import type { TestManage } from '../tests/manage.ts';
import { type ManagedCells, openManagedCells } from '../tests/managed-cells.ts';
import { join, type TestPerson } from '../tests/people.ts';
import type { TestSite } from '../tests/sites.ts';

let opened: SitesInCells;
let world: ManagedCells;
let manage: TestManage;
beforeAll(async () => {
	world = await openManagedCells();
	({ opened, manage } = world);
}, 240_000);
afterAll(() => world.end());

let person: TestPerson;
let other: TestPerson;
let sites: Record<'home' | 'one', TestSite>;
beforeEach(async () => {
	[person, other] = [await world.signIn(), await world.signIn()];
	sites = { home: await opened.makeSite('home'), one: await opened.makeSite('one') };
	for (const name of ['home', 'one'] as const) {
		await join(opened.sites[name].sql, sites[name].workspace, person);
		await join(opened.sites[name].sql, sites[name].workspace, other);
	}
	for (const { id } of [person, other])
		await opened.sites.home.sql`select app.reserve_person(${id}, 1::smallint)`;
});

const leave = (who: TestPerson) => manage.ask(who, 'deleteAccount', { confirm: who.email });

/** Makes what is scheduled due in the past, in the cell too. */
async function makeDue(who: TestPerson): Promise<void> {
	const { home, one } = opened.sites;
	await home.sql`
		update app.leaving_people set due_at = now() - interval '1 minute' where person = ${who.id}`;
	await home.sql`
		update app.deletions set due_at = now() - interval '1 minute' where target_id = ${who.id}`;
	await waitFor(
		one.sql,
		(sql) => sql`select from app.leaving_people where person = ${who.id} and due_at < now()`,
	);
}

/** What the server does for the cell. */
async function keepCell(): Promise<void> {
	const { home, cells } = opened.databases;
	const [cell, directory] = [
		connectDatabase(cells.one.url('postgres')),
		connectDatabase(home.url('postgres')),
	];
	await deleteLeaving(cell, directory, { name: 'one' });
	await Promise.all([cell.end(), directory.end()]);
}

const isThere = async (who: TestPerson) =>
	(await opened.sites.home.sql`select from identity."user" where "id" = ${who.id}`).length > 0;

describe('an account', () => {
	it('is previewed with what it has in cells', async () => {
		await opened.sites.one.sql`
			delete from app.members where workspace_id = ${sites.one.workspace} and person_id = ${other.id}`;
		const { body } = await manage.ask(person, 'previewAccountDeletion', {});
		expect(body).toMatchObject({
			allowed: false,
			counts: { workspaces: 2 },
			only_owner_of: [{ id: sites.one.workspace }],
		});
		const { status, error } = await leave(person);
		expect([status, error.message]).toEqual([
			409,
			expect.stringContaining('You are the only owner of') as string,
		]);
	});

	it('is deleted in each cell, and then at home', async () => {
		const { home, one } = opened.sites;
		const agent = await connect(home.sql, manage, person, []);
		await waitFor(one.sql, (sql) => sql`select from app.connections where id = ${agent.id}`);
		await one.sql`
			insert into app.connection_sites (connection_id, workspace_id, site_id)
			values (${agent.id}, ${sites.one.workspace}, ${sites.one.id})`;
		await manage.ask(person, 'createSite', { workspace: sites.one.workspace, name: 'Another' });
		expect((await leave(person)).status).toBe(200);
		await makeDue(person);
		// Home waits for the cell.
		await maintain(home.sql);
		expect(await isThere(person)).toBe(true);
		await keepCell();
		expect(await one.sql`select from app.members where person_id = ${person.id}`).toHaveLength(0);
		expect(
			await one.sql`select from app.connection_sites where connection_id = ${agent.id}`,
		).toHaveLength(0);
		const audited = await one.sql<{ who: string }[]>`
			select who from app.audit_log where workspace_id = ${sites.one.workspace} and person_id = ${person.id}`;
		expect(audited.map(({ who }) => who)).toContain(`deleted account ${person.id.slice(-6)}`);
		await maintain(home.sql);
		expect(await isThere(person)).toBe(false);
		await waitFor(
			one.sql,
			(sql) => sql`
				select where not exists (select from app.leaving_people where person = ${person.id})
				and not exists (select from app.connections where id = ${agent.id})`,
		);
	});

	it('stays when its deletion is undone, in the cell too', async () => {
		expect((await leave(person)).status).toBe(200);
		expect((await manage.ask(person, 'undoAccountDeletion', {})).status).toBe(200);
		const { one } = opened.sites;
		await waitFor(
			one.sql,
			(sql) => sql`
				select where not exists (select from app.leaving_people where person = ${person.id})`,
		);
		await keepCell();
		expect(await one.sql`select from app.members where person_id = ${person.id}`).toHaveLength(1);
	});

	it('of the last owner of a workspace in a cell stays, in whatever order they ask', async () => {
		const answers = await Promise.all([leave(person), leave(other)]);
		const left = answers.filter(({ status }) => status === 200);
		expect(left.length).toBeLessThanOrEqual(1);
		for (const { status } of answers) expect([200, 409]).toContain(status);
		const leaving = await opened.sites.home.sql`
			select from app.leaving_people where person in (${person.id}, ${other.id})`;
		expect(leaving).toHaveLength(left.length);
	});

	it('that is to be deleted keeps the other owner in the cell', async () => {
		expect((await leave(person)).status).toBe(200);
		const { status } = await manage.ask(other, 'removeMember', {
			workspace: sites.one.workspace,
			person: other.id,
		});
		expect(status).toBe(409);
	});

	it('stays if a cell cannot learn of it', async () => {
		const { one } = opened.databases.cells;
		await one.setCopying(false);
		const { status } = await leave(person);
		await one.setCopying(true);
		await waitFor(one.admin, (sql) => sql`select where app.copies_lag() < interval '1 second'`);
		expect(status).toBe(503);
		expect(
			await opened.sites.home.sql`select from app.leaving_people where person = ${person.id}`,
		).toHaveLength(0);
	});
});
