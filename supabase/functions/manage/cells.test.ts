// Management of workspaces in several databases: home and two cells.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import type { WirePresence } from '../../../contract/src/wire.ts';
import { addPasskey, type TestPasskey } from '../tests/authenticator.ts';
import { type SitesInCells, waitFor } from '../tests/cells.ts';
import { connect } from '../tests/connections.ts';
import type { TestManage } from '../tests/manage.ts';
import { type ManagedCells, openManagedCells } from '../tests/managed-cells.ts';
import { join, type TestPerson } from '../tests/people.ts';
import type { TestSite } from '../tests/sites.ts';
import { writePrompt } from '../tests/workspace.ts';

let opened: SitesInCells;
let world: ManagedCells;
let manage: TestManage;
beforeAll(async () => {
	world = await openManagedCells();
	({ opened, manage } = world);
}, 240_000);
afterAll(() => world.end());

let person: TestPerson;
let site: TestSite;
beforeEach(async () => {
	person = await world.signIn();
	site = await opened.makeSite('one');
	await join(opened.sites.one.sql, site.workspace, person);
});

const list = (who = person, where = site) => manage.ask(who, 'listPrompts', { site: where.id });

/** Lists until the status is another one. Resolves to it. */
async function listWhile(status: number): Promise<number> {
	for (;;) {
		const reply = await list();
		if (reply.status !== status) return reply.status;
	}
}

describe('a person', () => {
	it('creates and publishes a prompt in the cell of the site', async () => {
		const content = writePrompt({ survey_id: 'score' });
		const { body: made } = await manage.ask(person, 'createPrompt', { site: site.id, content });
		const { status } = await manage.ask(person, 'publishPrompt', {
			site: site.id,
			prompt: made.id,
			revision: made.revision,
			sha256: made.sha256,
		});
		expect(status).toBe(200);
		expect((await list()).body.items.map(({ id }) => id)).toEqual([made.id]);
		const states = await opened.sites.one.sql`
			select state from app.prompts where site_id = ${site.id}`;
		expect(states).toEqual([{ state: 'published' }]);
	});

	it('finds the sites of a workspace in its cell', async () => {
		const { body } = await manage.ask(person, 'listSites', { workspace: site.workspace });
		expect(body.items.map(({ id }) => id)).toEqual([site.id]);
	});

	it('gets the same error for an unknown site as without cells', async () => {
		const { status, error } = await list(person, { ...site, id: crypto.randomUUID() });
		expect([status, error.message]).toEqual([404, 'There is no such site.']);
	});

	it('is signed out in the cell as soon as their session has ended at home', async () => {
		expect((await list()).status).toBe(200);
		await opened.sites.home.sql`delete from identity."session" where "userId" = ${person.id}`;
		expect(await listWhile(200)).toBe(401);
	});

	it('who is removed loses the workspace at once', async () => {
		const owner = await world.signIn();
		await join(opened.sites.one.sql, site.workspace, owner);
		await opened.sites.home.sql`
			insert into app.push_subscriptions (id, person_id, endpoint_sha256, host, sealed)
			values (gen_random_uuid(), ${person.id}, ${person.id}::text::bytea, 'push.example.com', '\\x00')`;
		await waitFor(
			opened.sites.one.sql,
			(sql) => sql`select from app.push_subscriptions where person_id = ${person.id}`,
		);
		await connectInCell();
		const removed = await manage.ask(owner, 'removeMember', {
			workspace: site.workspace,
			person: person.id,
		});
		expect(removed.status).toBe(200);
		expect((await list()).status).toBe(404);
	});
});

/** A connection of the person, made at home, to the site in its cell. */
async function connectInCell() {
	const { home, one } = opened.sites;
	const connection = await connect(home.sql, manage, person, []);
	await home.sql`update app.connections set chosen = true where id = ${connection.id}`;
	for (const { admin } of Object.values(opened.databases.cells)) {
		await waitFor(
			admin,
			(sql) => sql`select from app.connections where id = ${connection.id} and chosen`,
		);
	}
	await one.sql`
		insert into app.connection_sites (connection_id, workspace_id, site_id)
		values (${connection.id}, ${site.workspace}, ${site.id})`;
	return connection;
}

describe('a connection', () => {
	it('sees its site in a cell, and in another cell nothing of its person', async () => {
		const connection = await connectInCell();
		expect((await list(connection)).status).toBe(200);
		const other = await opened.makeSite('two');
		await join(opened.sites.two.sql, other.workspace, person);
		expect((await list(person, other)).status).toBe(200);
		const listed = await manage.ask(connection, 'listSites', { workspace: other.workspace });
		expect(listed.status).toBe(404);
	});

	it('that is revoked at home is dead in the cell, which still has its rows', async () => {
		const connection = await connectInCell();
		const { one } = opened.sites;
		const seen = (sql: typeof one.sql) =>
			sql.begin(async (tx) => {
				await tx`select set_config('request.jwt.claims', ${JSON.stringify({ connection: connection.id })}, true)`;
				return tx`select from app.connected_sites()`;
			});
		expect(await seen(one.sql)).toHaveLength(1);
		const { status } = await manage.ask(person, 'revokeConnection', { connection: connection.id });
		expect(status).toBe(200);
		expect((await list(connection)).status).toBe(401);
		while ((await seen(one.sql)).length > 0);
		await one.sql`
			insert into app.grants (connection_id, workspace_id, site_id, action, mode, approved_by, expires_at)
			values (${connection.id}, ${site.workspace}, ${site.id}, 'prompt:draft', 'until', ${person.id}, now() + interval '1 day')`;
		await one.sql`select app.follow_home()`;
		const grants = await one.sql<{ ended: boolean }[]>`
			select revoked_at is not null as ended from app.grants where connection_id = ${connection.id}`;
		expect(grants).toEqual([{ ended: true }]);
		expect(
			await one.sql`
			select from app.connection_sites where connection_id = ${connection.id}`,
		).toHaveLength(1);
	});
});

describe('while a cell gets no changes of home', () => {
	it('management there is unavailable, elsewhere it goes on, and so it does when they arrive', async () => {
		const elsewhere = await opened.makeSite('two');
		await join(opened.sites.two.sql, elsewhere.workspace, person);
		const { one } = opened.databases.cells;
		await one.setCopying(false);
		try {
			expect(await listWhile(200)).toBe(503);
			expect((await list(person, elsewhere)).status).toBe(200);
			const { error } = await list();
			expect(error.code).toBe('unavailable');
		} finally {
			await one.setCopying(true);
		}
		expect(await listWhile(503)).toBe(200);
	});
});

describe('a passkey', () => {
	let passkey: TestPasskey & { id: string };
	beforeEach(async () => {
		passkey = await addPasskey(opened.sites.home.sql, person);
		await waitFor(
			opened.sites.one.sql,
			(sql) => sql`select from identity."passkey" where id = ${passkey.id}`,
		);
	});

	const change = (presence?: string) =>
		manage.ask(
			person,
			'updateSettings',
			{ site: site.id, origins: ['https://app.example.com'] },
			presence ? { 'feedback-presence': presence } : {},
		);

	async function challenge(): Promise<WirePresence> {
		const { error } = await change();
		expect(error.code).toBe('presence_required');
		return (error as unknown as { presence: WirePresence }).presence;
	}

	const counterAtHome = async () => {
		const [row] = await opened.sites.home.sql<{ counter: number }[]>`
			select counter from identity."passkey" where id = ${passkey.id}`;
		return row!.counter;
	};

	it('confirms a change in a cell once, and is counted at home', async () => {
		const before = await counterAtHome();
		const presence = passkey.confirm(await challenge());
		expect((await change(presence)).status).toBe(200);
		expect(await counterAtHome()).toBeGreaterThan(before);
		expect((await change(presence)).status).toBe(403);
	});

	it('that home has counted confirms again what the cell did not commit', async () => {
		const presence = passkey.confirm(await challenge());
		const { one } = opened.sites;
		await one.sql`alter table app.sites add constraint full_disk check (settings ->> 'origins' is null) not valid`;
		try {
			expect((await change(presence)).status).toBe(500);
		} finally {
			await one.sql`alter table app.sites drop constraint full_disk`;
		}
		expect((await change(presence)).status).toBe(200);
	});

	it('is refused if a copy of the authenticator has counted on at home', async () => {
		const presence = passkey.confirm(await challenge());
		await opened.sites.home
			.sql`update identity."passkey" set counter = 1000 where id = ${passkey.id}`;
		expect((await change(presence)).status).toBe(403);
	});
});
