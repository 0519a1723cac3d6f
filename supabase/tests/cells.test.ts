// The directory of cells at home, and what a cell refuses.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openSites, type TestSite, type TestSites } from '../functions/tests/sites.ts';
import { createDatabase, type TestSql } from './harness.ts';

let sites: TestSites;
let sql: TestSql;
const cleanup = new AsyncDisposableStack();
beforeAll(async () => {
	sites = await openSites();
	sql = sites.sql;
	cleanup.defer(() => sites.end());
});
afterAll(() => cleanup.disposeAsync());

type Sought = { workspace?: string; site?: string; siteId?: string; secret?: Uint8Array };

async function findCell({ workspace, site, siteId, secret }: Sought): Promise<string | null> {
	const [row] = await sql<{ cell: string | null }[]>`
		select app.find_cell(${workspace ?? null}, ${site ?? null}, ${siteId ?? null}, ${secret ?? null}) as cell`;
	return row!.cell;
}

const newHash = () => crypto.getRandomValues(new Uint8Array(32));

/** Adds a site key, a link to results and an invitation. Resolves to their hashes. */
async function addSecrets(site: TestSite): Promise<[Uint8Array, Uint8Array, Uint8Array]> {
	const [key, link, invitation] = [newHash(), newHash(), newHash()];
	const prompt = await sites.publish(site.siteId, { survey_id: 'score' });
	await sql`
		insert into app.site_keys (site_id, name, prefix, hash, created_by)
		values (${site.id}, 'Backend', 'fbs_abcd', ${key}, gen_random_uuid())`;
	await sql`
		insert into app.result_links (site_id, prompt_id, id, name, prefix, hash, filter, words, created_by, expires_at)
		values (${site.id}, ${prompt}, gen_random_uuid(), 'Board', 'fbl_abcd', ${link}, '{}', false, gen_random_uuid(),
			now() + interval '1 day')`;
	await sql`
		insert into app.invitations (workspace_id, email, role, secret_hash)
		values (${site.workspace}, 'new@example.com', 'viewer', ${invitation})`;
	return [key, link, invitation];
}

describe('the directory', () => {
	it('has each new workspace, site and secret at home', async () => {
		const site = await sites.makeSite();
		const secrets = await addSecrets(site);
		expect(await findCell({ workspace: site.workspace })).toBe('home');
		expect(await findCell({ site: site.id })).toBe('home');
		expect(await findCell({ siteId: site.siteId })).toBe('home');
		for (const secret of secrets) expect(await findCell({ secret })).toBe('home');
	});

	it('has nothing of what was never created', async () => {
		expect(await findCell({ workspace: crypto.randomUUID() })).toBeNull();
		expect(await findCell({ site: crypto.randomUUID() })).toBeNull();
		expect(await findCell({ siteId: 'site_unknown' })).toBeNull();
		expect(await findCell({ secret: newHash() })).toBeNull();
	});

	it('forgets a site with its secrets, and then the workspace', async () => {
		const site = await sites.makeSite();
		const [key, link, invitation] = await addSecrets(site);
		for (;;) {
			const [piece] = await sql<{ relation: string }[]>`
				select relation from app.delete_piece_of_site(${site.id}, 1000)`;
			if (piece!.relation === 'app.sites') break;
		}
		expect(await findCell({ site: site.id })).toBeNull();
		expect(await findCell({ siteId: site.siteId })).toBeNull();
		for (const secret of [key, link]) expect(await findCell({ secret })).toBeNull();
		expect(await findCell({ secret: invitation })).toBe('home');
		await sql`delete from app.workspaces where id = ${site.workspace}`;
		expect(await findCell({ workspace: site.workspace })).toBeNull();
		expect(await findCell({ secret: invitation })).toBeNull();
	});

	it('is filled with what is older than itself', async () => {
		const site = await sites.makeSite();
		const secrets = await addSecrets(site);
		await sql`delete from app.placed_workspaces`;
		expect(await findCell({ site: site.id })).toBeNull();
		await sql`select app.fill_directory()`;
		expect(await findCell({ siteId: site.siteId })).toBe('home');
		for (const secret of secrets) expect(await findCell({ secret })).toBe('home');
	});
});

describe('a cell', () => {
	it('is a new database', async () => {
		await sites.makeSite();
		await expect(sql`select app.become_cell(1::smallint)`).rejects.toThrow(
			'Only a new database can become a cell',
		);
	});

	it('writes none of the tables that home writes, and deletes nothing there that has expired', async () => {
		const database = await createDatabase();
		cleanup.defer(() => database.close());
		const { admin } = database;
		const addConnection = () =>
			admin`insert into app.connections (person_id, kind, name, expires_at)
				values (gen_random_uuid(), 'ci', 'Pipeline', now() - interval '1 year')`;
		await admin`select app.become_cell(1::smallint)`;
		await expect(addConnection()).rejects.toThrow('only home writes connections');
		// As home's copy arrives.
		await admin.begin(async (tx) => {
			await tx`set local session_replication_role = replica`;
			await tx`insert into app.connections (person_id, kind, name, expires_at)
				values (gen_random_uuid(), 'ci', 'Pipeline', now() - interval '1 year')`;
		});
		await admin`select app.maintain('app.connections')`;
		expect(await admin`select from app.connections`).toHaveLength(1);
	});

	it('refuses to write each table that is copied', async () => {
		const refusing = await sql<{ relation: string }[]>`
			select tgrelid::regclass::text as relation from pg_trigger where tgname = 'only_home_writes' order by 1`;
		const copied = await sql<{ relation: string }[]>`
			select r::regclass::text as relation from app.copied_relations() r order by 1`;
		expect([...refusing]).toEqual([...copied]);
	});
});
