-- Roles belong to the cluster, so they exist already when a second database of it is migrated.
do $$
begin
    if not exists (select from pg_roles where rolname = 'feedback_owner') then
        create role feedback_owner nologin noinherit;
        create role feedback_person nologin noinherit;
        create role feedback_agent nologin noinherit;
        -- The login roles. They own nothing; the deployment sets their passwords, and a role without one cannot log in.
        create role feedback_ingest login noinherit;
        create role feedback_manage login noinherit;
        create role feedback_identity login noinherit;
    end if;
end $$;

grant feedback_person, feedback_agent to feedback_manage with inherit false, set true;
grant feedback_owner to current_user with inherit true, set true;

-- A second limit behind the functions' own deadline, which a stopped process would not enforce.
alter role feedback_ingest set statement_timeout = '5s';
-- Each connection plans a statement once, perhaps while a table is still empty, and keeps that plan. Without these
-- settings it could be a plan that scans whole tables. A bitmap scan costs more than it saves for a few rows.
alter role feedback_ingest set plan_cache_mode = 'force_generic_plan';
alter role feedback_ingest set enable_seqscan = 'off';
alter role feedback_ingest set enable_bitmapscan = 'off';
-- A disabled plan node has a huge cost, which would trigger JIT compilation where Postgres supports it.
alter role feedback_ingest set jit = 'off';
alter role feedback_manage set statement_timeout = '5s';
alter role feedback_manage set idle_in_transaction_session_timeout = '10s';
-- The statements of better-auth name no schema.
alter role feedback_identity set search_path = identity;
alter role feedback_identity set statement_timeout = '5s';
alter role feedback_identity set idle_in_transaction_session_timeout = '10s';
