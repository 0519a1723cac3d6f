// Saved audiences of one site, beside another site with an audience of the same key. Plain SQL statements, without the
// API.
import type { TransactionSql } from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createDatabase, type TestDatabase } from '../harness.ts';
import { outcomeOf } from '../outcome-of.ts';
import { createSite, promptOf, type TestSite } from '../sites.ts';
import { undone } from '../undone.ts';

const rule = { identified: true };
let database: TestDatabase;
let site: TestSite;
let other: TestSite;
beforeAll(async () => {
	database = await createDatabase();
	site = await createSite(database.admin);
	other = await createSite(database.admin);
	for (const { id } of [site, other]) {
		await addAudience(database.admin as never, id, 'staff');
		await database.admin`select app.save_audience_version(${id}, 'staff', ${database.admin.json(rule)})`;
	}
	await database.admin`select app.save_audience_version(${other.id}, 'staff', ${database.admin.json(rule)})`;
});
afterAll(() => database.close());

const addAudience = (sql: TransactionSql, where: string, key: string) =>
	sql`insert into app.audiences (site_id, key, name) values (${where}, ${key}, ${key})`;

/** `done`, or the code of the error. */
const attempt = (sql: TransactionSql, act: (sql: TransactionSql) => PromiseLike<unknown>) =>
	outcomeOf(sql, async (scope) => {
		await act(scope);
		return 'done';
	});

type Named = { saved: string; version: number; rule: object };
/** Content that names an audience is stored as it is: the API would refuse some of it. */
async function draftFor(sql: TransactionSql, where: string, surveyId: string, audience?: Named) {
	const content = { ...promptOf({ survey_id: surveyId }), ...(audience && { audience }) };
	const [row] = await sql<[{ id: string; sha256: string }]>`
		select prompt_id as id, sha256 from app.create_prompt(${where}, ${sql.json(content as never)})`;
	return { ...row, content };
}

describe('a site', () => {
	it('has at most 200 saved audiences that are not archived', async () => {
		await undone(database.admin, async (sql) => {
			const add = (count: number, where = site.id) =>
				attempt(
					sql,
					(scope) => scope`
						insert into app.audiences (site_id, key, name)
						select ${where}, gen_random_uuid()::text, 'x' from generate_series(1, ${count})`,
				);
			expect(await add(199)).toBe('done');
			expect(await add(1)).toBe('FB409');
			expect(await add(1, other.id)).toBe('done');
			await sql`update app.audiences set archived_at = now() where site_id = ${site.id} and key = 'staff'`;
			expect(await add(1)).toBe('done');
		});
	});
});

describe('a version of an audience', () => {
	it('follows the last of this audience', async () => {
		await undone(database.admin, async (sql) => {
			await addAudience(sql, site.id, 'guests');
			const save = async (where: string, key: string) => {
				const [row] =
					await sql`select app.save_audience_version(${where}, ${key}, ${sql.json(rule)}) as number`;
				return row!['number'];
			};
			expect(await save(other.id, 'staff')).toBe(3);
			expect(await save(site.id, 'staff')).toBe(2);
			expect(await save(site.id, 'guests')).toBe(1);
		});
	});

	it('never changes', async () => {
		await undone(database.admin, async (sql) => {
			const change = (scope: TransactionSql) =>
				scope`update app.audience_versions set rule = '{}' where site_id = ${site.id}`;
			expect(await attempt(sql, change)).toBe('FB409');
		});
	});

	it('is named by a revision with exactly its rule', async () => {
		const outcome = (audience: Named, before?: (sql: TransactionSql) => PromiseLike<unknown>) =>
			undone(database.admin, async (sql) => {
				await before?.(sql);
				return attempt(sql, (scope) => draftFor(scope, site.id, 'named', audience));
			});
		expect(await outcome({ saved: 'staff', version: 1, rule })).toBe('done');
		expect(await outcome({ saved: 'staff', version: 2, rule })).toBe('FB409');
		expect(await outcome({ saved: 'guests', version: 1, rule })).toBe('FB409');
		const different = { identified: false };
		expect(await outcome({ saved: 'staff', version: 1, rule: different })).toBe('FB409');
		const archive = (sql: TransactionSql) =>
			sql`update app.audiences set archived_at = now() where site_id = ${site.id}`;
		expect(await outcome({ saved: 'staff', version: 1, rule }, archive)).toBe('FB409');
		// A rule of another audience of the site, and of another site.
		const elsewhere = async (sql: TransactionSql) => {
			await addAudience(sql, site.id, 'guests');
			await sql`select app.save_audience_version(${site.id}, 'guests', ${sql.json(different)})`;
			await sql`select app.save_audience_version(${other.id}, 'staff', ${sql.json(different)})`;
		};
		expect(await outcome({ saved: 'staff', version: 1, rule: different }, elsewhere)).toBe('FB409');
		expect(await outcome({ saved: 'staff', version: 3, rule: different }, elsewhere)).toBe('FB409');
		expect(await outcome({ saved: 'guests', version: 1, rule: different }, elsewhere)).toBe('done');
	});
});

describe('the prompts that use an audience', () => {
	const named: Named = { saved: 'staff', version: 1, rule };
	const list = async (sql: TransactionSql, where: string, key = 'staff') => {
		const rows = await sql<{ survey: string; latest: number | null; published: number | null }[]>`
			select survey_id as survey, latest_version as latest, published_version as published
			from app.list_audience_uses(${where}, ${key})`;
		return rows.map((row) => ({ ...row }));
	};

	it('are those of the site whose latest or published revision names it', async () => {
		await undone(database.admin, async (sql) => {
			const prompt = await draftFor(sql, site.id, 'both', named);
			// In the other site a prompt has the same ID, and names another audience.
			await sql`insert into app.prompts (site_id, id, survey_id) values (${other.id}, ${prompt.id}, 'elsewhere')`;
			await sql`
				insert into app.revisions (site_id, prompt_id, number, content)
				values (${other.id}, ${prompt.id}, 1, ${sql.json(promptOf({ survey_id: 'elsewhere' }) as never)})`;
			await draftFor(sql, other.id, 'theirs', named);
			await draftFor(sql, site.id, 'nobody');
			expect(await list(sql, site.id)).toEqual([{ survey: 'both', latest: 1, published: null }]);
			expect(await list(sql, other.id)).toEqual([{ survey: 'theirs', latest: 1, published: null }]);
			expect(await list(sql, site.id, 'guests')).toEqual([]);

			await sql`select app.publish(${site.id}, ${prompt.id}, 1, ${prompt.sha256})`;
			const { audience: _, ...content } = prompt.content;
			await sql`select app.save_revision(${site.id}, ${prompt.id}, ${sql.json(content as never)})`;
			expect(await list(sql, site.id)).toEqual([{ survey: 'both', latest: null, published: 1 }]);
			await sql`update app.prompts set state = 'archived' where site_id = ${site.id} and id = ${prompt.id}`;
			expect(await list(sql, site.id)).toEqual([]);
		});
	});

	it('keep it from being archived, which is final', async () => {
		await undone(database.admin, async (sql) => {
			const archive = (scope: TransactionSql) =>
				scope`update app.audiences set archived_at = now() where site_id = ${site.id} and key = 'staff'`;
			const rename = (scope: TransactionSql) =>
				scope`update app.audiences set name = 'New' where site_id = ${site.id} and key = 'staff'`;
			const prompt = await draftFor(sql, site.id, 'both', named);
			expect(await attempt(sql, archive)).toBe('FB409');
			expect(await attempt(sql, rename)).toBe('done');
			await sql`update app.prompts set state = 'archived' where id = ${prompt.id}`;
			expect(await attempt(sql, archive)).toBe('done');
			expect(await attempt(sql, rename)).toBe('FB409');
		});
	});
});
