import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { oneIn } from '../../../testing/thorough.ts';
import { createDatabase, type TestDatabase } from '../harness.ts';
import { undone } from '../undone.ts';
import { createTenants, type Tenants } from './actors.ts';
import { isChanged, probing } from './detect-change.ts';
import {
	groups,
	prepareProbe,
	readAllPrivileges,
	readMatrix,
	readRelations,
	type Matrix,
} from './matrix.ts';
import { printMatrix, printRelation } from './print-matrix.ts';

let database: TestDatabase;
let tenants: Tenants;
let golden: Matrix;
beforeAll(async () => {
	database = await createDatabase();
	tenants = await createTenants(database);
	golden = await undone(database.admin, async (sql) => {
		await prepareProbe(sql);
		return readMatrix(sql, tenants, await readRelations(sql, tenants.partition));
	});
});
afterAll(() => database.close());

/** Readable by the members of every workspace. */
const ofNoTenant = ['app.counted_days', 'app.instance_settings', 'app.write_probes'];

describe('who may do what', () => {
	it('matches the golden file, for every relation, actor, verb and tenant', async () => {
		await expect(printMatrix(golden)).toMatchFileSnapshot('matrix.txt');
	});

	it('is printed so that each cell counts', () => {
		for (const [relation, rows] of Object.entries(golden)) {
			const printed = printRelation(relation, rows);
			for (const [who, cells] of Object.entries(rows)) {
				for (const [verb, result] of Object.entries(cells)) {
					const other = groups.includes(who)
						? `${result} other`.trim()
						: result === 'denied, denied'
							? 'allowed, denied'
							: 'denied, denied';
					const changed = { ...rows, [who]: { ...cells, [verb]: other } };
					expect(printRelation(relation, changed), `${who}: ${verb} ${relation}`).not.toBe(printed);
				}
			}
		}
	});

	it('gives nobody access to another tenant, and allows moving no row there', () => {
		for (const [relation, cells] of Object.entries(golden)) {
			if (ofNoTenant.includes(relation)) continue;
			if (relation.startsWith('identity.')) continue; // people, who belong to no tenant
			for (const [actor, verbs] of Object.entries(cells)) {
				if (groups.includes(actor)) continue; // columns, not cells
				for (const [verb, result] of Object.entries(verbs)) {
					const [own, other] = result.split(', ');
					const foreign = actor.endsWith('stranger') ? own : other;
					expect(foreign, `${actor}: ${verb} ${relation}`).not.toBe('allowed');
					if (verb === 'truncate' || verb === 'update of the tenant') {
						expect([own, other], `${actor}: ${verb} ${relation}`).not.toContain('allowed');
					}
				}
			}
		}
	});
});

describe('the identity service', () => {
	const allowedTo = (relation: string, isWho: (actor: string) => boolean) =>
		Object.entries(golden[relation]!).filter(
			([actor, cells]) =>
				isWho(actor) && !groups.includes(actor) && /allowed|rows|none/.test(JSON.stringify(cells)),
		);

	it('has exclusive access to its tables, and to nothing else', () => {
		const relations = Object.keys(golden);
		expect(relations.filter((relation) => relation.startsWith('identity.'))).toHaveLength(7);
		for (const relation of relations) {
			const isOwn = relation.startsWith('identity.');
			const others = allowedTo(relation, (actor) => (actor === 'identity') !== isOwn);
			expect(others, relation).toEqual([]);
		}
	});
});

describe('a connection', () => {
	const whoMay = (verb: string, relation: string) =>
		Object.entries(golden[relation]!)
			.filter(([actor, cells]) => actor.startsWith('agent') && cells[verb]?.startsWith('allowed'))
			.map(([actor]) => actor);
	const once = 'agent, every action once, unused';

	it('may do an action only under a live grant whose approver still has the role', () => {
		for (const relation of ['responses', 'events', 'displays', 'subjects', 'visitors']) {
			expect(whoMay('select', `app.${relation}`), relation).toEqual([
				'agent, response:read',
				'agent, approver demoted',
			]);
		}
		expect(whoMay('insert', 'app.sites')).toEqual(['agent, site:create', once]);
		expect(whoMay('insert', 'app.prompts')).toEqual(['agent, prompt:draft', once]);
		expect(whoMay('insert', 'app.revisions')).toEqual(['agent, prompt:draft', once]);
		expect(whoMay('update', 'app.prompts')).toEqual([
			'agent, prompt:draft',
			'agent, prompt:publish',
			once,
		]);
	});

	it('that has ended or whose person left sees no site and no site’s data', () => {
		const about = [
			'connections',
			'connection_sites',
			'grant_requests',
			'grants',
			'destination_requests',
		].map((t) => `app.${t}`);
		const none = [
			'agent without a connection',
			'agent that claims to be a person',
			'person that claims to be a connection',
			'agent, connection revoked',
			'agent, approver left',
			'nobody signed in',
			'manage without a role',
		];
		for (const [relation, cells] of Object.entries(golden)) {
			for (const actor of none) {
				if (actor === 'agent, approver left' && about.includes(relation)) continue;
				expect(JSON.stringify(cells[actor]), `${actor}: ${relation}`).not.toMatch(
					/allowed|[1-9] rows/,
				);
			}
		}
	});

	it('never sees a token or a secret of a sign-in', () => {
		for (const relation of [
			'tokens',
			'oauth_clients',
			'authorization_requests',
			'device_requests',
			'attempts',
		]) {
			for (const [actor, cells] of Object.entries(golden[`app.${relation}`]!)) {
				if (groups.includes(actor)) {
					expect(Object.values(cells).join(''), relation).toBe('');
				} else {
					expect(new Set(Object.values(cells)), `${actor}: ${relation}`).toEqual(
						new Set(['denied, denied']),
					);
				}
			}
		}
	});
});

describe('the matrix detects', () => {
	const policiesOf = (group: string) => database.admin`
		select polname as name, polrelid::regclass::text as relation,
			polqual is not null as reads, polwithcheck is not null as writes
		from pg_policy where ${group}::regrole = any(polroles) order by 2, 1`;

	it.each(groups)(
		'a dropped or loosened policy of %s',
		async (group) => {
			const policies = await policiesOf(group);
			expect(policies.length).toBeGreaterThan(15);
			await probing(database.admin, tenants, async (sql, find) => {
				for (const { name, relation, reads, writes } of oneIn(4, policies)) {
					const policy = `policy "${name as string}" on ${relation as string}`;
					const mutations = [`drop ${policy}`];
					if (reads) mutations.push(`alter ${policy} using (true)`);
					if (writes) mutations.push(`alter ${policy} with check (true)`);
					for (const mutation of mutations) {
						const changed = await isChanged(sql, tenants, golden, {
							relation: find(relation as string),
							mutation,
							role: group,
						});
						expect(changed, mutation).toBe(true);
					}
				}
			});
		},
		240_000,
	);

	it('a revoked privilege on a column or a table', async () => {
		const privileges = await database.admin`
			select c.oid::regclass::text as relation, a.privilege_type as verb, null as column, a.grantee::regrole::text as "group"
			from pg_class c cross join lateral aclexplode(c.relacl) a
			where c.relnamespace = 'app'::regnamespace and a.grantee::regrole::text in ('feedback_person', 'feedback_agent')
			union all
			select t.attrelid::regclass::text, a.privilege_type, quote_ident(t.attname), a.grantee::regrole::text
			from pg_attribute t cross join lateral aclexplode(t.attacl) a
			join pg_class c on c.oid = t.attrelid and c.relnamespace = 'app'::regnamespace
			where a.grantee::regrole::text in ('feedback_person', 'feedback_agent')
			order by 1, 2, 3, 4`;
		expect(privileges.length).toBeGreaterThan(80);
		await probing(database.admin, tenants, async (sql, find) => {
			for (const { relation, verb, column, group } of oneIn(4, privileges)) {
				const what = `${verb as string}${column === null ? '' : ` (${column as string})`}`;
				const revoke = `revoke ${what} on ${relation as string} from ${group as string}`;
				const of = [find(relation as string)];
				const kept = JSON.stringify(await readAllPrivileges(sql, of));
				const left = await undone(sql, async (scope) => {
					await scope.unsafe(revoke);
					return JSON.stringify(await readAllPrivileges(scope, of));
				});
				expect(left, revoke).not.toBe(kept);
			}
		});
	}, 120_000);

	it('a grant to agents on relations that they may not read', async () => {
		await probing(database.admin, tenants, async (sql, find) => {
			for (const relation of ['app.tokens', 'app.proof_keys', 'app.invitations', 'app.audit_log']) {
				const grant = `grant select on ${relation} to feedback_agent`;
				expect(
					await isChanged(sql, tenants, golden, { relation: find(relation), mutation: grant }),
					grant,
				).toBe(true);
			}
			const settings = 'grant select (settings) on app.sites to feedback_agent';
			expect(
				await isChanged(sql, tenants, golden, { relation: find('app.sites'), mutation: settings }),
				settings,
			).toBe(true);
		});
	}, 60_000);

	it('disabled row-level security, and a grant on a partition', async () => {
		await probing(database.admin, tenants, async (sql, find) => {
			const off = 'alter table app.responses disable row level security';
			expect(
				await isChanged(sql, tenants, golden, { relation: find('app.responses'), mutation: off }),
			).toBe(true);
			const granted = `grant usage on schema app_days to feedback_person; grant select on ${tenants.partition} to feedback_person; alter table ${tenants.partition} disable row level security`;
			expect(
				await isChanged(sql, tenants, golden, {
					relation: find(tenants.partition),
					mutation: granted,
				}),
			).toBe(true);
		});
	});

	it('no change where there is none', async () => {
		await probing(database.admin, tenants, async (sql, find) => {
			for (const relation of ['app.responses', 'app.members']) {
				expect(
					await isChanged(sql, tenants, golden, { relation: find(relation), mutation: 'select 1' }),
					relation,
				).toBe(false);
			}
		});
	});
});
