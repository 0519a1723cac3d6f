import type { Statements } from '../../database/statement.ts';

/**
 * Returns SQL that creates missing roles that this database uses, and their memberships. It contains no passwords:
 * a restore sets those of the login roles that it creates. `pg_dumpall --roles-only` would include all roles
 * of the cluster, with attributes that only a superuser may give.
 */
export async function dumpRoles(sql: Statements): Promise<string> {
	const roles = await sql<{ name: string; statement: string }[]>`
		with recursive named as (
			select distinct refobjid as oid from pg_shdepend
			where refclassid = 'pg_authid'::regclass
				and dbid in (0, (select oid from pg_database where datname = current_database()))
				and (dbid <> 0 or (classid = 'pg_database'::regclass
					and objid = (select oid from pg_database where datname = current_database())))
			union
			select member.roleid from pg_auth_members as member join named on member.member = named.oid
		)
		select rolname as name, format('create role %I %s %s', rolname,
			case when rolcanlogin then 'login' else 'nologin' end,
			case when rolinherit then 'inherit' else 'noinherit' end) as statement
		from pg_roles join named using (oid)
		where rolname !~ '^pg_' and not rolsuper
		order by rolname`;
	const names = roles.map(({ name }) => name);
	const grants = await sql<{ statement: string }[]>`
		select format('grant %I to %I with inherit %s, set %s', role.rolname, member.rolname,
			bool_or(inherit_option)::text, bool_or(set_option)::text) as statement
		from pg_auth_members
		join pg_roles as role on role.oid = roleid
		join pg_roles as member on member.oid = pg_auth_members.member
		where role.rolname = any(${names}) and member.rolname = any(${names})
		group by role.rolname, member.rolname
		order by statement`;
	const settings = await sql<{ statement: string }[]>`
		select format('alter role %I %s set %I to %s', rolname,
			case when setdatabase <> 0 then 'in database ' || ${currentDatabase} else '' end,
			split_part(setting, '=', 1),
			case when split_part(setting, '=', 1) = any(${listSettings}) then value else quote_literal(value) end
		) as statement
		from pg_db_role_setting join pg_roles on pg_roles.oid = setrole, unnest(setconfig) as setting,
			substr(setting, strpos(setting, '=') + 1) as value
		where setdatabase in (0, (select oid from pg_database where datname = current_database()))
			and rolname = any(${names})
		order by statement`;
	return [
		...roles.map(({ name, statement }) => createIfMissing(name, statement)),
		...grants.map(({ statement }) => `${statement};`),
		...settings.map(({ statement }) => inThisDatabase(statement)),
		'',
	].join('\n');
}

// The restored database may have another name.
const currentDatabase = '%DATABASE%';

// Settings whose values are lists. Postgres stores these lists in SQL syntax.
const listSettings = ['search_path', 'temp_tablespaces', 'session_preload_libraries'];

function inThisDatabase(statement: string): string {
	if (!statement.includes(currentDatabase)) return `${statement};`;
	const [before, after] = statement.split(currentDatabase).map((part) => literal(part));
	return `do $role$ begin execute ${before} || quote_ident(current_database()) || ${after}; end $role$;`;
}

function literal(text: string): string {
	return `'${text.replaceAll("'", "''")}'`;
}

function createIfMissing(name: string, statement: string): string {
	return `do $role$ begin if not exists (select from pg_roles where rolname = ${literal(name)}) then ${statement}; end if; end $role$;`;
}
