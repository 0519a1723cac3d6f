// What a membership allows, and which memberships stay. The API refuses most of this first.
import { randomUUID } from 'node:crypto';

import type { TransactionSql } from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createDatabase, type TestDatabase } from '../harness.ts';
import { createSite, type TestSite } from '../sites.ts';
import { undone } from '../undone.ts';
import { people } from './actors.ts';
import { outcomeFor } from './outcome-for.ts';
import { signInAs } from './sign-in-as.ts';

const { owner, editor, viewer, stranger } = people;
let database: TestDatabase;
let site: TestSite;
let other: TestSite;
beforeAll(async () => {
	database = await createDatabase();
	site = await createSite(
		database.admin,
		{},
		{ [owner]: 'owner', [editor]: 'editor', [viewer]: 'viewer' },
	);
	other = await createSite(database.admin, {}, { [stranger]: 'owner', [owner]: 'viewer' });
});
afterAll(() => database.close());

it('is of one person, in one workspace, with one role', async () => {
	const roles = ['viewer', 'editor', 'owner'] as const;
	const has = async (person: string, where: TestSite) => {
		const rows = await database.admin<{ role: string }[]>`
			select r.role from unnest(string_to_array(${roles.join()}, ',')) with ordinality r (role, at)
			where app.is_member(${person}, ${where.id}, r.role) order by r.at`;
		return rows.map(({ role }) => role);
	};
	expect(await has(owner, site)).toEqual(roles);
	expect(await has(editor, site)).toEqual(['viewer', 'editor']);
	expect(await has(viewer, site)).toEqual(['viewer']);
	expect(await has(owner, other)).toEqual(['viewer']);
	expect(await has(stranger, site)).toEqual([]);
	expect(await has(randomUUID(), site)).toEqual([]);
});

/** The keys and IDs of the sites in which the person has at least this role. */
function sitesFor(person: string, role: string) {
	return undone(database.admin, async (sql) => {
		await signInAs(sql, person);
		const [row] = await sql<[{ ids: string[]; keys: number; workspaces: string[] }]>`
			select to_jsonb(array(select app.sites_for(${role}))) as ids,
			       to_jsonb(array(select app.workspaces_for(${role}))) as workspaces,
			       (select count(*)::integer from app.site_keys_for(${role})) as keys`;
		return row;
	});
}

it('opens the sites of its workspace', async () => {
	expect(await sitesFor(editor, 'editor')).toEqual({
		ids: [site.id],
		workspaces: [site.workspace],
		keys: 1,
	});
	const none = { ids: [], workspaces: [], keys: 0 };
	expect(await sitesFor(editor, 'owner')).toEqual(none);
	expect(await sitesFor(randomUUID(), 'viewer')).toEqual(none);
	expect((await sitesFor(owner, 'viewer')).keys).toBe(2);
	expect((await sitesFor(owner, 'editor')).ids).toEqual([site.id]);
});

/** Schedules the deletion of an account or of a workspace; by default it waits. */
const schedule = (
	sql: TransactionSql,
	target: string,
	{ kind = 'account', state = 'waits' as 'waits' | 'undone' | 'finished' } = {},
) => sql`
	insert into app.deletions (workspace_id, kind, target_id, name, requested_by, due_at, undone_at, finished_at)
	values (${kind === 'account' ? null : target}, ${kind}, ${target}, 'x', ${target}, now() + interval '1 day',
		case when ${state} = 'undone' then now() end, case when ${state} = 'finished' then now() end)`;
const promote = (sql: TransactionSql, person: string, workspace = site.workspace) =>
	sql`update app.members set role = 'owner' where workspace_id = ${workspace} and person_id = ${person}`;

describe('the last owner of a workspace', () => {
	const leave = async (sql: TransactionSql, person = owner, workspace = site.workspace) => {
		try {
			await sql.savepoint(
				(scope) =>
					scope`delete from app.members where workspace_id = ${workspace} and person_id = ${person}`,
			);
			return 'done';
		} catch (error) {
			return (error as { code: string }).code;
		}
	};

	it.each<[string, (sql: TransactionSql) => Promise<unknown>, string]>([
		['stays', async () => undefined, 'FB409'],
		['may leave once there is another', (sql) => promote(sql, editor), 'done'],
		[
			'stays while the account of the other is about to be deleted',
			async (sql) => {
				await promote(sql, editor);
				await schedule(sql, editor);
			},
			'FB409',
		],
		[
			'may leave if that was undone',
			async (sql) => {
				await promote(sql, editor);
				await schedule(sql, editor, { state: 'undone' });
			},
			'done',
		],
		[
			'stays, whatever is deleted of somewhere else',
			async (sql) => {
				await schedule(sql, owner);
				await schedule(sql, other.workspace, { kind: 'workspace' });
			},
			'FB409',
		],
		[
			'goes with their account, if the workspace is about to be deleted',
			async (sql) => {
				await schedule(sql, owner);
				await schedule(sql, site.workspace, { kind: 'workspace' });
			},
			'done',
		],
		[
			'stays with a workspace that is about to be deleted, while their account is not',
			(sql) => schedule(sql, site.workspace, { kind: 'workspace' }),
			'FB409',
		],
		[
			'stays if the deletion of the workspace was undone',
			async (sql) => {
				await schedule(sql, owner);
				await schedule(sql, site.workspace, { kind: 'workspace', state: 'undone' });
			},
			'FB409',
		],
		[
			'stays if an earlier deletion is finished',
			async (sql) => {
				await schedule(sql, owner);
				await schedule(sql, site.workspace, { kind: 'workspace', state: 'finished' });
			},
			'FB409',
		],
	])('%s', async (_, before, outcome) => {
		await undone(database.admin, async (sql) => {
			await before(sql);
			expect(await leave(sql)).toBe(outcome);
		});
	});

	it('says which owners do not count', async () => {
		await undone(database.admin, async (sql) => {
			const messageOf = (then: (scope: TransactionSql) => Promise<unknown>) =>
				sql
					.savepoint(async (scope) => {
						await then(scope);
						await scope`
							update app.members set role = 'viewer' where workspace_id = ${site.workspace} and person_id = ${owner}`;
					})
					.catch((error: unknown) => (error as Error).message);
			expect(await messageOf(async () => undefined)).toBe('A workspace keeps at least one owner.');
			const leaving = await messageOf(async (scope) => {
				await promote(scope, editor);
				await schedule(scope, editor);
			});
			expect(leaving).toContain('the accounts of its other owners are scheduled for deletion');
		});
	});
});

describe('workspaces without another owner', () => {
	const list = (person: string, before?: (sql: TransactionSql) => Promise<unknown>) =>
		undone(database.admin, async (sql) => {
			await before?.(sql);
			return outcomeFor(sql, person, async (scope) => {
				const rows = await scope<{ id: string }[]>`
					select id from app.list_workspaces_without_other_owner()`;
				return rows.map(({ id }) => id);
			});
		});

	it('are those of the only owner', async () => {
		expect(await list(owner)).toEqual([site.workspace]);
		expect(await list(stranger)).toEqual([other.workspace]);
		expect(await list(editor)).toEqual([]);
		expect(await list(owner, (sql) => promote(sql, editor))).toEqual([]);
	});

	it('include those whose other owners leave', async () => {
		const before = async (sql: TransactionSql) => {
			await promote(sql, editor);
			await schedule(sql, editor);
		};
		expect(await list(owner, before)).toEqual([site.workspace]);
	});

	it('do not include those that are about to be deleted', async () => {
		const kind = 'workspace';
		const { workspace } = site;
		expect(await list(owner, (sql) => schedule(sql, workspace, { kind }))).toEqual([]);
		for (const state of ['undone', 'finished'] as const) {
			const before = (sql: TransactionSql) => schedule(sql, workspace, { kind, state });
			expect(await list(owner, before)).toEqual([workspace]);
		}
		expect(await list(owner, (sql) => schedule(sql, other.workspace, { kind }))).toEqual([
			workspace,
		]);
	});
});

describe('what is deleted with an account', () => {
	it('is counted of this person, as far as it is live', async () => {
		await undone(database.admin, async (sql) => {
			const prompt = randomUUID();
			await sql`insert into app.prompts (site_id, id, survey_id) values (${site.id}, ${prompt}, 'linked')`;
			for (const person of [owner, editor, editor]) {
				for (const [kind, revoked] of [
					['cli', false],
					['ci', false],
					['ci', false],
					['mcp', true],
					['ci', true],
				] as const) {
					await sql`
						insert into app.connections (person_id, kind, name, revoked_at)
						values (${person}, ${kind}, 'x', ${revoked ? new Date() : null})`;
				}
				for (const [days, revoked] of [
					[1, false],
					[0, false],
					[1, true],
				] as const) {
					const hash = randomUUID();
					await sql`
						insert into app.result_links (site_id, prompt_id, id, name, prefix, hash, filter, words, created_by, expires_at, revoked_at)
						values (${site.id}, ${prompt}, gen_random_uuid(), 'x', 'fbl_abcd', sha256(${hash}::text::bytea), '{}', false, ${person},
							now() + make_interval(days => ${days}), ${revoked ? new Date() : null})`;
				}
			}
			const counted = await outcomeFor(sql, owner, async (scope) => {
				const [row] = await scope`select app.count_account() as counts`;
				return row!['counts'];
			});
			expect(counted).toEqual({ workspaces: 2, connections: 1, ci_tokens: 2, result_links: 1 });
		});
	});
});

describe('the deletion of an account', () => {
	const undo = (sql: TransactionSql, person: string) =>
		outcomeFor(sql, person, async (scope) => {
			await scope`select app.undo_account_deletion(now())`;
			return 'done';
		});

	it('is undone by its person, once, before it has begun', async () => {
		await undone(database.admin, async (sql) => {
			await schedule(sql, site.workspace, { kind: 'workspace' });
			expect(await undo(sql, owner)).toBe('FB404');
			await schedule(sql, owner);
			expect(await undo(sql, editor)).toBe('FB404');
			expect(await undo(sql, owner)).toBe('done');
			expect(await undo(sql, owner)).toBe('FB404');
			const rows = await sql`select from app.deletions where undone_at is not null`;
			expect(rows).toHaveLength(1);
		});
		for (const state of ['finished', 'begun'] as const) {
			await undone(database.admin, async (sql) => {
				await schedule(sql, owner, { state: state === 'finished' ? 'finished' : 'waits' });
				if (state === 'begun') await sql`update app.deletions set deleted = '{"members": 1}'`;
				expect(await undo(sql, owner), state).toBe('FB404');
			});
		}
	});

	it('lets its person not become an owner meanwhile', async () => {
		await undone(database.admin, async (sql) => {
			await schedule(sql, editor);
			await schedule(sql, viewer, { state: 'undone' });
			await promote(sql, viewer);
			const refused = sql.savepoint((scope) => promote(scope, editor));
			await expect(refused).rejects.toThrow('cannot become an owner');
		});
	});
});
