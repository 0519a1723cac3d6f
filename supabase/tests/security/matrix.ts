// Every relation of the catalog × every actor × every verb × both tenants.
import type { TransactionSql } from 'postgres';

import { actAs, type Actor, actors, people, type Tenants } from './actors.ts';

export type Relation = { name: string; columns: string[]; tenant: string | undefined };
export type Matrix = Record<string, Record<string, Record<string, string>>>;

/** Roles whose privileges on columns are listed beside the results of the actors. */
export const groups = ['feedback_person', 'feedback_agent'];

/** Must run first in the transaction, as the superuser. */
export async function prepareProbe(sql: TransactionSql): Promise<void> {
	// The constraint that every workspace has an owner would hide whether an actor has the privilege.
	await sql`alter table app.members disable trigger a_workspace_keeps_an_owner`;
	// So would the triggers that consume grants. grants/attempts.test.ts tests these triggers.
	for (const table of [
		'sites',
		'prompts',
		'revisions',
		'audiences',
		'audience_versions',
		'saved_filters',
	]) {
		await sql.unsafe(`alter table app.${table} disable trigger a_connection_needs_a_grant`);
	}
	await sql`alter table app.audiences disable trigger audiences_need_a_grant`;
	await sql`alter table app.prompts disable trigger prompts_need_a_grant`;
	// Runs a statement and rolls it back: denied, none (no row) or allowed. Postgres checks policies before
	// constraints, so a violated constraint means that security allowed the statement.
	await sql`
		create function pg_temp.probe(statement text) returns text language plpgsql as $$
		declare
			affected bigint;
		begin
			execute statement;
			get diagnostics affected = row_count;
			raise exception using errcode = 'ZZ000', message = affected;
		exception
			when sqlstate 'ZZ000' then return case
				when statement like '%/* blindly */' then sqlerrm || ' rows'
				when sqlerrm::bigint > 0 then 'allowed' else 'none' end;
			when insufficient_privilege then return 'denied';
			-- A view of several tables, which cannot be written or truncated.
			when object_not_in_prerequisite_state or wrong_object_type then return 'denied';
			when others then return 'allowed';
		end $$`;
}

export async function readRelations(sql: TransactionSql, partition: string): Promise<Relation[]> {
	const rows = await sql`
		select c.oid::regclass::text as name,
			array_to_json(array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated = ''))::jsonb as columns
		from pg_class c
		join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
		where c.relkind in ('r', 'p', 'v', 'm', 'f')
			and (c.relnamespace in ('app'::regnamespace, 'identity'::regnamespace) or c.oid = ${partition}::regclass)
		group by c.oid order by 1`;
	return rows.map((row) => {
		const name = row['name'] as string;
		const columns = row['columns'] as string[];
		const tenant = ['app.workspaces', 'app.sites'].includes(name)
			? 'id'
			: ofPeople.includes(name)
				? 'person_id'
				: columns.find((column) => ['site_id', 'workspace_id', 'site'].includes(column));
		return { name, columns, tenant };
	});
}

export async function readMatrix(
	sql: TransactionSql,
	tenants: Tenants,
	relations: Relation[],
): Promise<Matrix> {
	const matrix: Matrix = {};
	for (const { name } of relations) matrix[titleOf(name)] = {};
	for await (const { who, cells } of readRows(sql, tenants, relations)) {
		for (const [relation, row] of Object.entries(cells)) matrix[relation]![who] = row;
	}
	return matrix;
}

/** Privileges of one group, or results of one actor, by relation. */
type Row = { who: string; cells: Record<string, Record<string, string>> };

/** The rows of the matrix: first the groups, then the actors, beginning with those of `role`. */
export async function* readRows(
	sql: TransactionSql,
	tenants: Tenants,
	relations: Relation[],
	role?: string,
): AsyncGenerator<Row> {
	for (const [who, privileges] of Object.entries(await readAllPrivileges(sql, relations))) {
		const cells = Object.entries(privileges).map(([name, columns]) => [titleOf(name), columns]);
		yield { who, cells: Object.fromEntries(cells) as Row['cells'] };
	}
	const samples = await readSamples(sql, tenants, relations);
	for (const actor of actors.toSorted((a, b) => Number(b.role === role) - Number(a.role === role)))
		yield { who: actor.name, cells: await readCells(sql, actor, { tenants, relations, samples }) };
}

async function readCells(
	sql: TransactionSql,
	actor: Actor,
	{ tenants, relations, samples }: { tenants: Tenants; relations: Relation[]; samples: Samples },
): Promise<Row['cells']> {
	const grants = await readGrants(sql, actor.role, relations);
	const statements = relations.flatMap((relation) =>
		(['own', 'other'] as const).flatMap((tenant) =>
			Object.entries(
				statementsFor(
					relation,
					tenants,
					tenant,
					grants[relation.name]!,
					samples[tenant]![relation.name]!,
				),
			).map(([verb, statement]) => ({ relation: relation.name, verb, statement })),
		),
	);
	const results = await sql.savepoint(async (scope) => {
		await actAs(scope, actor);
		const rows = await scope`
			select pg_temp.probe(s) as result
			from jsonb_array_elements_text(${sql.json(statements.map((probe) => probe.statement))}) with ordinality x (s, n)
			order by n`;
		await scope`reset role`;
		return rows.map((row) => row['result'] as string);
	});
	const all: Row['cells'] = {};
	statements.forEach(({ relation, verb }, index) => {
		const cells = (all[titleOf(relation)] ??= {});
		// "own, other"
		cells[verb] = cells[verb] ? `${cells[verb]}, ${results[index]}` : results[index]!;
	});
	return all;
}

/** The name of a relation, for a partition without its day. */
export function titleOf(relation: string): string {
	return relation.replace(/_\d{8}$/, '_<day>');
}

/** Columns that each group may read, insert and update, and its privileges on the whole table. */
export async function readAllPrivileges(sql: TransactionSql, relations: Relation[]) {
	const all: Record<string, Record<string, Record<string, string>>> = {};
	for (const group of groups) all[group] = await readPrivileges(sql, group, relations);
	return all;
}

async function readPrivileges(
	sql: TransactionSql,
	group: string,
	relations: Relation[],
): Promise<Record<string, Record<string, string>>> {
	const rows = await sql`
		select r.name,
			coalesce(string_agg(c, ' ') filter (where has_column_privilege(${group}, r.name, c, 'select')), '') as select,
			coalesce(string_agg(c, ' ') filter (where has_column_privilege(${group}, r.name, c, 'insert')), '') as insert,
			coalesce(string_agg(c, ' ') filter (where has_column_privilege(${group}, r.name, c, 'update')), '') as update,
			array_to_string(array(select p from unnest(array['DELETE', 'TRUNCATE', 'REFERENCES', 'TRIGGER']) p
				where has_table_privilege(${group}, r.name, p)), ' ') as whole
		from jsonb_to_recordset(${sql.json(relations as never)}) r (name text, columns jsonb),
			jsonb_array_elements_text(r.columns) c
		group by 1 order by 1`;
	return Object.fromEntries(rows.map(({ name, ...privileges }) => [name, privileges]));
}

type Grants = { insert: string[]; update: string[] };

async function readGrants(
	sql: TransactionSql,
	role: string,
	relations: Relation[],
): Promise<Record<string, Grants>> {
	const rows = await sql`
		select r.name,
			coalesce(jsonb_agg(c) filter (where has_column_privilege(${role}, r.name, c, 'insert')), '[]') as insert,
			coalesce(jsonb_agg(c) filter (where has_column_privilege(${role}, r.name, c, 'update')), '[]') as update
		from jsonb_to_recordset(${sql.json(relations as never)}) r (name text, columns jsonb),
			jsonb_array_elements_text(r.columns) c
		group by 1`;
	return Object.fromEntries(rows.map((row) => [row['name'], row as unknown as Grants]));
}

const aboveSites = [
	'app.workspaces',
	'app.members',
	'app.templates',
	'app.invitations',
	'app.audit_log',
	'app.deletions',
	'app.connection_sites',
	'app.grant_requests',
	'app.grants',
	'app.destination_requests',
];
// Relations whose rows belong to a person: the owner of either tenant.
const ofPeople = [
	'app.people',
	'app.connections',
	'app.authorization_requests',
	'app.device_requests',
	'app.lost_access',
	'app.presence_challenges',
	'app.passkey_registrations',
	'app.passkey_resets',
	'app.push_subscriptions',
];

type Samples = Record<string, Record<string, string>>;

async function readSamples(
	sql: TransactionSql,
	tenants: Tenants,
	relations: Relation[],
): Promise<Samples> {
	const samples: Samples = { own: {}, other: {} };
	for (const tenant of ['own', 'other'] as const) {
		for (const { name, tenant: column } of relations) {
			const where = column ? `where ${column} = '${idOf(tenants, tenant, name, column)}'` : '';
			const [row] = await sql.unsafe(
				`select to_jsonb(t)::text as row from ${name} t ${where} limit 1`,
			);
			if (!row) throw new Error(`${name} has no row for the ${tenant} tenant`);
			samples[tenant]![name] = row['row'] as string;
		}
	}
	return samples;
}

function idOf(tenants: Tenants, tenant: 'own' | 'other', relation: string, column: string): string {
	const { id, key, workspace } = tenants[tenant];
	if (column === 'site') return String(key);
	if (ofPeople.includes(relation)) return tenant === 'own' ? people.owner : people.stranger;
	return aboveSites.includes(relation) ? workspace : id;
}

function statementsFor(
	{ name, columns, tenant: column }: Relation,
	tenants: Tenants,
	tenant: 'own' | 'other',
	grants: Grants,
	sample: string,
): Record<string, string> {
	const here = column ? `where ${column} = '${idOf(tenants, tenant, name, column)}'` : '';
	const first = column ?? columns[0]!;
	const inserted = (grants.insert.length > 0 ? grants.insert : columns).map(quote).join(', ');
	const updated = quote(grants.update.at(-1) ?? first);
	const row = `jsonb_populate_record(null::${name}, '${sample.replaceAll("'", "''")}')`;
	const insertAs = (author: string) =>
		`insert into ${name} (${inserted}) select ${inserted} from (select (${row}).*) r`.replace(
			/select (.*?)\bcreated_by\b/,
			`select $1${author}`,
		);
	return {
		select: `select ${first} from ${name} ${here} limit 1`,
		'select *': `select * from ${name} ${here} limit 1`,
		// The row names its creator, who has to be the actor.
		insert: insertAs('app.acting_person()'),
		...(/\bcreated_by\b/.test(inserted) && {
			'insert as another person': insertAs(`'${people.outsider}'`),
		}),
		update: `update ${name} set ${updated} = ${updated} ${here}`,
		'update of the tenant': `update ${name} set ${first} = ${column ? `'${idOf(tenants, 'other', name, column)}'` : first} ${here}`,
		delete: `delete from ${name} ${here}`,
		// Without a condition no column is read, so the policies for reading do not apply.
		'update blindly': `update ${name} set ${updated} = (${row}).${updated} /* blindly */`,
		'delete blindly': `delete from ${name} /* blindly */`,
		truncate: `truncate ${name}`,
	};
}

/** The tables of the identity service have names with capitals. */
function quote(column: string): string {
	return /^[a-z_]+$/.test(column) ? column : `"${column}"`;
}
