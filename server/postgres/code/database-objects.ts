import type { Tx } from '../../../database/statement.ts';

/** A function, view, trigger or policy, as `pg_identify_object` names it: `app.epoch(timestamp with time zone)`. */
export type DatabaseObject = { kind: 'function' | 'view' | 'trigger' | 'policy'; identity: string };

export function isKind(...kinds: DatabaseObject['kind'][]): (object: DatabaseObject) => boolean {
	return ({ kind }) => kinds.includes(kind);
}

/** What the current transaction has created or replaced so far. */
export async function findTouched(tx: Tx): Promise<DatabaseObject[]> {
	// The age of a row of this transaction, or of a part of it, is 0 or less.
	return tx<DatabaseObject[]>`
		select case i.type when 'function' then 'function' when 'view' then 'view' when 'trigger' then 'trigger' else 'policy' end as kind,
			i.identity
		from (
			select 'pg_proc'::regclass as class, oid from pg_proc
			where pronamespace in ('app'::regnamespace, 'identity'::regnamespace, 'hosted_auth'::regnamespace) and age(xmin) <= 0
			union all
			select 'pg_class'::regclass, oid from pg_class
			where relnamespace = 'app'::regnamespace and relkind = 'v' and age(xmin) <= 0
			union all
			select 'pg_trigger'::regclass, oid from pg_trigger where not tgisinternal and tgparentid = 0 and age(xmin) <= 0
			union all
			select 'pg_policy'::regclass, oid from pg_policy where age(xmin) <= 0
		) o, pg_identify_object(o.class, o.oid, 0) i`;
}

/** Identities of what depends on the given functions and views: triggers, policies, views, and functions of a view's rows. */
export async function findDependents(
	tx: Tx,
	objects: readonly DatabaseObject[],
): Promise<string[]> {
	const identities = objects.filter(isKind('function', 'view')).map(({ identity }) => identity);
	if (identities.length === 0) return [];
	const rows = await tx<{ identity: string }[]>`
		select distinct i.identity
		from pg_depend d
		left join pg_rewrite r on d.classid = 'pg_rewrite'::regclass and r.oid = d.objid
		left join pg_type t on d.refclassid = 'pg_type'::regclass and t.oid = d.refobjid and t.typrelid <> 0
		cross join lateral pg_identify_object(
			case when t.oid is null then d.refclassid else 'pg_class'::regclass end, coalesce(t.typrelid, d.refobjid), 0) used
		cross join lateral pg_identify_object(
			case when r.oid is null then d.classid else 'pg_class'::regclass end, coalesce(r.ev_class, d.objid), 0) i
		where d.refclassid in ('pg_proc'::regclass, 'pg_class'::regclass, 'pg_type'::regclass)
			and d.classid in ('pg_trigger'::regclass, 'pg_policy'::regclass, 'pg_rewrite'::regclass, 'pg_proc'::regclass)
			and used.identity = any(${identities}::text[]) and i.identity <> used.identity`;
	return rows.map(({ identity }) => identity);
}

/** Identities of those functions on which the default of a column or a constraint depends. */
export async function findUsedByTables(
	tx: Tx,
	objects: readonly DatabaseObject[],
): Promise<string[]> {
	const rows = await tx<{ identity: string }[]>`
		select distinct used.identity
		from pg_depend d, pg_identify_object(d.refclassid, d.refobjid, 0) used
		where d.refclassid = 'pg_proc'::regclass
			and d.classid in ('pg_attrdef'::regclass, 'pg_constraint'::regclass, 'pg_class'::regclass)
			and used.identity = any(${objects.map(({ identity }) => identity)}::text[])`;
	return rows.map(({ identity }) => identity);
}

/** The statements that drop objects, in an order in which none is needed by a later one. */
export function dropObjects(objects: readonly DatabaseObject[]): string[] {
	return (['trigger', 'policy', 'view', 'function'] as const).flatMap((kind) =>
		objects.filter(isKind(kind)).map(({ identity }) => `drop ${kind} if exists ${identity}`),
	);
}

/** Removes the privileges and comments that `create or replace` would keep. */
export async function resetFunctions(
	tx: Tx,
	functions: readonly DatabaseObject[],
	run: (text: string) => Promise<void>,
): Promise<void> {
	if (functions.length === 0) return;
	const identities = functions.map(({ identity }) => identity);
	const rows = await tx<{ identity: string; grantees: string[] | null; commented: boolean }[]>`
		select i.identity, obj_description(p.oid, 'pg_proc') is not null as commented,
			(select array_agg(case a.grantee when 0 then 'public' else a.grantee::regrole::text end)
				from aclexplode(p.proacl) a where a.grantee <> p.proowner) as grantees
		from pg_proc p, pg_identify_object('pg_proc'::regclass, p.oid, 0) i
		where p.pronamespace in ('app'::regnamespace, 'identity'::regnamespace, 'hosted_auth'::regnamespace)
			and i.identity = any(${identities}::text[])`;
	for (const { identity, grantees, commented } of rows) {
		if (grantees) await run(`revoke all on function ${identity} from ${grantees.join(', ')}`);
		if (commented) await run(`comment on function ${identity} is null`);
	}
}

/** Lets Postgres check the bodies of functions, as `create function` does by default. */
export async function checkBodies(tx: Tx, identities: readonly string[]): Promise<void> {
	await tx`
		select case l.lanname when 'sql' then fmgr_sql_validator(p.oid) else plpgsql_validator(p.oid) end
		from pg_proc p join pg_language l on l.oid = p.prolang, pg_identify_object('pg_proc'::regclass, p.oid, 0) i
		where p.pronamespace in ('app'::regnamespace, 'identity'::regnamespace, 'hosted_auth'::regnamespace)
			and i.identity = any(${[...identities]}::text[])`;
}
