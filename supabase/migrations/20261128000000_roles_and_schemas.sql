-- Roles belong to the cluster, so they exist already when a second database of it is migrated.
do $$
begin
    if not exists (select from pg_roles where rolname = 'feedback_owner') then
        create role feedback_owner nologin noinherit;
        create role feedback_person nologin noinherit;
        create role feedback_agent nologin noinherit;
        -- Sends messages to destinations. Like feedback_person, a login role takes it on for one transaction.
        create role feedback_worker nologin noinherit;
        -- The login roles. They own nothing; the deployment sets their passwords, and a role without one cannot log in.
        create role feedback_ingest login noinherit;
        create role feedback_manage login noinherit;
        create role feedback_identity login noinherit;
    end if;
end $$;

grant feedback_person, feedback_agent, feedback_worker to feedback_manage with inherit false, set true;
grant feedback_owner to current_user with inherit true, set true;

-- A second limit behind the functions' own deadline, which a stopped process would not enforce.
alter role feedback_ingest set statement_timeout = '5s';
-- Each connection plans a statement once, perhaps while a table is still empty, and keeps that plan. Without these
-- settings it could be a plan that scans whole tables. A bitmap scan costs more than it saves for a few rows.
alter role feedback_ingest set plan_cache_mode = 'force_generic_plan';
alter role feedback_ingest set enable_seqscan = 'off';
alter role feedback_ingest set enable_bitmapscan = 'off';
alter role feedback_manage set statement_timeout = '5s';
alter role feedback_manage set idle_in_transaction_session_timeout = '10s';
-- The statements of better-auth name no schema.
alter role feedback_identity set search_path = identity;
alter role feedback_identity set statement_timeout = '5s';
alter role feedback_identity set idle_in_transaction_session_timeout = '10s';
-- A disabled plan node has a huge cost, for which Postgres compiles the statement (JIT) where LLVM is installed. None of
-- our statements runs long enough to be worth its compilation.
alter role feedback_ingest set jit = 'off';
alter role feedback_manage set jit = 'off';
alter role feedback_identity set jit = 'off';

create schema app authorization feedback_owner;
comment on schema app is 'Tables and functions of the service; not exposed by the REST API.';
create schema app_days authorization feedback_owner;
comment on schema app_days is 'Partitions of app.events, one per day.';
-- The identity service of a server of one's own, as hosted Supabase has Auth: unused there, where its role has no
-- password. The tables are those of better-auth, frozen: server/identity/tables.test.ts compares them with the pinned
-- version.
create schema identity authorization feedback_owner;
comment on schema identity is 'People, their sessions and their means to sign in; only feedback_identity uses it.';
-- Hosted Supabase keeps people in its own schema, which only the role that migrates may write.
create schema hosted_auth;
comment on schema hosted_auth is 'Functions that change people in Supabase Auth.';
revoke all on schema hosted_auth from public;
grant usage on schema hosted_auth to feedback_owner;

set role feedback_owner;
alter default privileges revoke execute on functions from public;
-- feedback_manage calls a function to find out whether to become feedback_person or feedback_agent.
grant usage on schema app to feedback_ingest, feedback_manage, feedback_person, feedback_agent, feedback_worker;
grant usage on schema identity to feedback_identity;
reset role;
