// Writes the schema as readable text from the catalog, for the review of migrations.
import type { Sql } from 'postgres';

const ours = `('app'::regnamespace, 'identity'::regnamespace)`;

/**
 * Lists types, tables with their constraints and policies, views and functions of the schemas `app` and `identity`,
 * without partitions.
 */
export async function readSchema(sql: Sql): Promise<string> {
	const parts = [
		await lines(sql, types),
		...(await readTables(sql, [triggers, security, policies])),
		await lines(sql, views),
		await lines(sql, functions),
		await lines(sql, executes),
	];
	return `${parts.filter(Boolean).join('\n\n')}\n`;
}

/** What the migrations alone create: types, and tables with their columns, constraints, indexes and privileges. */
export async function readTypesAndTables(sql: Sql): Promise<string> {
	const header =
		'-- Generated from the catalog by supabase/tests/schema. Functions, views, triggers and policies: schemas/.';
	return `${[header, await lines(sql, types), ...(await readTables(sql, []))].join('\n\n')}\n`;
}

/** `code` are the queries of what the files in supabase/schemas add to a table. */
async function readTables(sql: Sql, code: readonly string[]): Promise<string[]> {
	const tables = await sql.unsafe(`
		select oid::int as oid, oid::regclass::text as name, pg_get_partkeydef(oid) as partition_key,
			relpersistence = 'u' as unlogged, array_to_string(reloptions, ', ') as options,
			obj_description(oid) as comment
		from pg_class where relnamespace in ${ours} and relkind in ('r', 'p')
		order by relnamespace::regnamespace::text, relname`);
	const texts: string[] = [];
	for (const { oid, name, partition_key: key, unlogged, options, comment } of tables) {
		const body = await lines(sql, columns, oid as number, ',\n');
		texts.push(
			[
				`create ${unlogged ? 'unlogged ' : ''}table ${name as string} (`,
				body,
				`)${key ? ` partition by ${key as string}` : ''}${options ? ` with (${options as string})` : ''};`,
				`comment on table ${name as string} is ${quote(comment as string)};`,
				await lines(sql, columnComments, oid as number),
				await lines(sql, indexes, oid as number),
				...(await Promise.all(code.map((query) => lines(sql, query, oid as number)))),
				await lines(sql, grants, oid as number),
			]
				.filter(Boolean)
				.join('\n'),
		);
	}
	return texts;
}

async function lines(sql: Sql, query: string, oid?: number, separator = '\n'): Promise<string> {
	const rows = await sql.unsafe(query, oid === undefined ? [] : [oid]);
	return rows.map((row) => row['line'] as string).join(separator);
}

function quote(text: string): string {
	return `'${text.replaceAll("'", "''")}'`;
}

const views = `
	select format(E'create view %s%s as\n%s\ncomment on view %1$s is %4$L;', oid::regclass,
		' with (' || array_to_string(reloptions, ', ') || ')', pg_get_viewdef(oid, true), obj_description(oid)) as line
	from pg_class where relnamespace = 'app'::regnamespace and relkind = 'v' order by relname`;

const types = `
	select format('create type app.%I as %s;', t.typname, case t.typtype
		when 'e' then 'enum (' || (select string_agg(quote_literal(enumlabel), ', ' order by enumsortorder)
			from pg_enum where enumtypid = t.oid) || ')'
		else '(' || (select string_agg(attname || ' ' || format_type(atttypid, atttypmod), ', ' order by attnum)
			from pg_attribute where attrelid = t.typrelid and attnum > 0) || ')' end) as line
	from pg_type t left join pg_class c on c.oid = t.typrelid
	where t.typnamespace = 'app'::regnamespace and (t.typtype = 'e' or c.relkind = 'c') order by t.typname`;

const columns = `
	select line from (
		select 0 as kind, a.attnum as place, '    ' || quote_ident(a.attname) || ' ' || format_type(a.atttypid, a.atttypmod)
			|| case when a.attnotnull then ' not null' else '' end
			|| case when a.attgenerated = 's' then ' generated always as (' || pg_get_expr(d.adbin, d.adrelid) || ') stored'
				when d.oid is not null then ' default ' || pg_get_expr(d.adbin, d.adrelid) else '' end as line
		from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
		where a.attrelid = $1::int::oid and a.attnum > 0 and not a.attisdropped
		union all
		select 1, row_number() over (order by contype <> 'p', contype, conname),
			'    constraint ' || quote_ident(conname) || ' ' || pg_get_constraintdef(oid)
		from pg_constraint where conrelid = $1::int::oid and contype <> 'n'
	) parts order by kind, place`;

const columnComments = `
	select format('comment on column %s.%I is %L;', attrelid::regclass, attname, col_description(attrelid, attnum)) as line
	from pg_attribute where attrelid = $1::int::oid and attnum > 0 and col_description(attrelid, attnum) is not null order by attnum`;

const indexes = `
	select pg_get_indexdef(i.indexrelid) || ';' as line from pg_index i
	left join pg_constraint k on k.conindid = i.indexrelid and k.contype in ('p', 'u')
	where i.indrelid = $1::int::oid and k.oid is null order by 1`;

const triggers = `
	select pg_get_triggerdef(oid) || ';' as line from pg_trigger
	where tgrelid = $1::int::oid and not tgisinternal order by tgname`;

const security = `
	select format('alter table %s owner to %I;', oid::regclass, pg_get_userbyid(relowner))
		|| case when relrowsecurity then format(E'\\nalter table %s enable row level security;', oid::regclass) else '' end
		|| case when relforcerowsecurity then format(E'\\nalter table %s force row level security;', oid::regclass) else '' end as line
	from pg_class where oid = $1::int::oid`;

const policies = `
	select format('create policy %I on %s for %s to %s%s%s;', p.polname, p.polrelid::regclass,
		case p.polcmd when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update' when 'd' then 'delete' else 'all' end,
		(select string_agg(r::regrole::text, ', ' order by r::regrole::text) from unnest(p.polroles) r),
		' using (' || pg_get_expr(p.polqual, p.polrelid) || ')', ' with check (' || pg_get_expr(p.polwithcheck, p.polrelid) || ')') as line
	from pg_policy p where p.polrelid = $1::int::oid order by p.polname`;

const grants = `
	select format('grant %s on %s to %s;', privileges, $1::int::oid::regclass, grantee) as line from (
		select string_agg(lower(a.privilege_type), ', ' order by a.privilege_type) as privileges, a.grantee::regrole::text as grantee
		from pg_class c, aclexplode(c.relacl) a where c.oid = $1::int::oid and a.grantee <> c.relowner group by a.grantee
		union all
		select format('%s (%s)', lower(a.privilege_type), string_agg(quote_ident(t.attname), ', ' order by t.attnum)), a.grantee::regrole::text
		from pg_attribute t, aclexplode(t.attacl) a where t.attrelid = $1::int::oid group by a.privilege_type, a.grantee
	) granted order by grantee, privileges`;

const functions = `
	select pg_get_functiondef(p.oid) || ';' || coalesce(format(E'\\ncomment on function %s is %L;',
		p.oid::regprocedure, obj_description(p.oid)), '')
		|| case when p.proowner <> 'feedback_owner'::regrole then format(E'\\nalter function %s owner to %I;',
			p.oid::regprocedure, pg_get_userbyid(p.proowner)) else '' end || E'\\n' as line
	from pg_proc p where p.pronamespace in ${ours} order by p.pronamespace::regnamespace::text, p.proname, p.oid::regprocedure::text`;

const executes = `
	select format('grant execute on function %s to %s;', p.oid::regprocedure,
		case a.grantee when 0 then 'public' else a.grantee::regrole::text end) as line
	from pg_proc p, aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a
	where p.pronamespace in ${ours} and a.grantee <> p.proowner order by 1`;
