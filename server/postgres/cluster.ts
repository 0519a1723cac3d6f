// Makes a bare Postgres look like hosted Supabase's: its roles, and its `auth` schema as far as we use it.
import postgres, { type Sql } from 'postgres';

/**
 * Creates Supabase's roles and the `auth` schema in the cluster behind `url`, which is a superuser's.
 * Safe to repeat. `postgres` becomes what it is on hosted Supabase: the owner of the database, no superuser. Its
 * password is the superuser's, so that `withRole` leads to either.
 *
 * @example
 * await prepareCluster('postgres://supabase_admin:secret@127.0.0.1:54322/postgres');
 */
export async function prepareCluster(url: string): Promise<void> {
	const sql = postgres(url, { max: 1, onnotice: () => undefined });
	try {
		await sql.unsafe(roles);
		await setPassword(sql, 'postgres', new URL(url).password);
		await sql.unsafe(authSchema);
		await sql.unsafe(authFunctions);
	} finally {
		await sql.end({ timeout: 1 });
	}
}

/**
 * Puts `auth.uid()` and its kin back into hosted Supabase's form. Call it after anything that makes its own,
 * as every start of `@supabase/lite` does.
 */
export async function restoreAuthFunctions(url: string): Promise<void> {
	const sql = postgres(url, { max: 1, onnotice: () => undefined });
	try {
		await sql.unsafe(authFunctions);
	} finally {
		await sql.end({ timeout: 1 });
	}
}

/** Gives a role a password of letters, digits, `-` and `_`. */
export async function setPassword(sql: Sql, role: string, password: string): Promise<void> {
	await sql.unsafe(`alter role ${role} password '${password}'`);
}

/** Gives roles the superuser's password, so that `withRole` leads to them too: for tests and benchmarks. */
export async function sharePassword(url: string, roles: readonly string[]): Promise<void> {
	const sql = postgres(url, { max: 1, onnotice: () => undefined });
	try {
		for (const role of roles) await setPassword(sql, role, new URL(url).password);
	} finally {
		await sql.end({ timeout: 1 });
	}
}

/** The same address, password included, for another role or database. */
export function withRole(url: string, role: string, database?: string): string {
	const address = new URL(url);
	address.username = role;
	if (database) address.pathname = `/${database}`;
	return address.href;
}

// Attributes and memberships as hosted Supabase documents them for its non-superuser.
const roles = `
do $$
begin
	if not exists (select from pg_roles where rolname = 'anon') then
		create role anon nologin noinherit;
		create role authenticated nologin noinherit;
		create role service_role nologin noinherit bypassrls;
		create role authenticator login noinherit;
		grant anon, authenticated, service_role to authenticator;
	end if;
	if not exists (select from pg_roles where rolname = 'postgres') then
		create role postgres login createrole createdb replication bypassrls;
		grant anon, authenticated, service_role, authenticator to postgres with admin option;
		grant pg_monitor, pg_read_all_data, pg_signal_backend, pg_checkpoint, pg_create_subscription
			to postgres with admin option;
	end if;
	execute format('alter database %I owner to postgres', current_database());
end $$;
revoke create on schema public from public;
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
