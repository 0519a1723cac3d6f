// Prepares the cluster of an embedded Postgres for the migrations.

import { type DatabaseClient, connectDatabase } from './connect.ts';

/**
 * Creates the role `postgres`, which owns the database behind `url` (a superuser's) and may create roles:
 * exactly the rights that an external database server must give the service. Safe to repeat; the password
 * is set each time.
 */
export async function prepareOwner(url: string, password: string): Promise<void> {
	const sql = connectDatabase(url);
	try {
		await sql.script(ownerRole);
		await setPassword(sql, 'postgres', password);
	} finally {
		await sql.end();
	}
}

/**
 * Makes a bare Postgres look like hosted Supabase's: the owner of `prepareOwner`, Supabase's roles, and its `auth`
 * schema as far as we use it. Safe to repeat.
 *
 * @example
 * await prepareCluster(running.url, secrets.owner);
 */
export async function prepareCluster(url: string, ownerPassword: string): Promise<void> {
	await prepareOwner(url, ownerPassword);
	const sql = connectDatabase(url);
	try {
		await sql.script(supabaseRoles);
		await sql.script(authSchema);
		await sql.script(authFunctions);
	} finally {
		await sql.end();
	}
}

/**
 * Restores `auth.uid()` and similar functions to hosted Supabase's form. Call it after anything that replaces
 * them, as every start of `@supabase/lite` does.
 */
export async function restoreAuthFunctions(url: string): Promise<void> {
	const sql = connectDatabase(url);
	try {
		await sql.script(authFunctions);
	} finally {
		await sql.end();
	}
}

/** Gives a role a password of letters, digits, `-` and `_`. */
export async function setPassword(
	sql: DatabaseClient,
	role: string,
	password: string,
): Promise<void> {
	await sql.script(`alter role ${role} password '${password}'`);
}

/** The same address, password included, for another role or database. */
export function withRole(url: string, role: string, database?: string): string {
	const address = new URL(url);
	address.username = role;
	if (database) address.pathname = `/${database}`;
	return address.href;
}

const ownerRole = `
do $$
begin
	if not exists (select from pg_roles where rolname = 'postgres') then
		create role postgres login createrole;
	end if;
	execute format('alter database %I owner to postgres', current_database());
end $$;
revoke create on schema public from public;
`;

// Attributes and memberships as hosted Supabase documents them for its non-superuser.
const supabaseRoles = `
do $$
begin
	if not exists (select from pg_roles where rolname = 'anon') then
		create role anon nologin noinherit;
		create role authenticated nologin noinherit;
		create role service_role nologin noinherit bypassrls;
		create role authenticator login noinherit;
		grant anon, authenticated, service_role to authenticator;
		alter role postgres createdb replication bypassrls;
		grant anon, authenticated, service_role, authenticator to postgres with admin option;
		grant pg_monitor, pg_read_all_data, pg_signal_backend, pg_checkpoint, pg_create_subscription
			to postgres with admin option;
	end if;
end $$;
grant set on parameter session_replication_role to postgres;
grant usage on schema public to anon, authenticated, service_role, postgres;
`;

const authSchema = `
create schema if not exists auth;
grant usage on schema auth to anon, authenticated, service_role, postgres;
`;

const authFunctions = `
create or replace function auth.uid() returns uuid language sql stable as $$
	select coalesce(
		nullif(current_setting('request.jwt.claim.sub', true), ''),
		(nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub')
	)::uuid
$$;
create or replace function auth.role() returns text language sql stable as $$
	select coalesce(
		nullif(current_setting('request.jwt.claim.role', true), ''),
		(nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role')
	)::text
$$;
create or replace function auth.email() returns text language sql stable as $$
	select coalesce(
		nullif(current_setting('request.jwt.claim.email', true), ''),
		(nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'email')
	)::text
$$;
create or replace function auth.jwt() returns jsonb language sql stable as $$
	select coalesce(
		nullif(current_setting('request.jwt.claim', true), ''),
		nullif(current_setting('request.jwt.claims', true), '')
	)::jsonb
$$;
`;
