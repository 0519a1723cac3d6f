create or replace function app.require_ci_connection(p_workspace uuid, p_sites uuid[], p_actions text[], p_combination boolean) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
    perform app.lock_memberships(app.person_id());
    if p_workspace not in (select app.workspaces_for('owner')) then
        raise exception 'Only owners create CI tokens.' using errcode = 'FB403';
    elsif exists (select from unnest(p_sites) s where s not in (
        select o.id from app.sites o where o.workspace_id = p_workspace))
    then
        raise exception 'The workspace has no such site.' using errcode = 'FB404';
    elsif 'response:read' = any(p_actions) and not p_combination
        and exists (select from unnest(p_actions) a where app.reaches_visitors(a))
    then
        raise exception 'Publishing and reading responses together need your confirmation: combination.' using errcode = 'FB409';
    end if;
end $$;
comment on function app.require_ci_connection is 'Raises FB403, FB404 or FB409 unless the caller may create this CI token.';
grant execute on function app.require_ci_connection to feedback_person;

create or replace function app.insert_ci_connection(p_connection uuid, p_person uuid, p_name text, p_days integer, p_hash bytea, p_resource text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
    v_until timestamptz := now() + make_interval(days => least(p_days, 365));
begin
    insert into app.connections (id, person_id, kind, name, expires_at, chosen)
    values (p_connection, p_person, 'ci', p_name, v_until, true);
    insert into app.tokens (connection_id, kind, hash, family, resource, expires_at)
    values (p_connection, 'access', p_hash, gen_random_uuid(), p_resource, v_until);
end $$;
comment on function app.insert_ci_connection is 'At home: creates the connection of a pipeline with its token. It sees nothing until its database has connected its sites.';
grant execute on function app.insert_ci_connection to feedback_manage;

create or replace function app.create_ci_connection(p_connection uuid, p_workspace uuid, p_name text, p_sites uuid[], p_actions text[], p_days integer,
    p_combination boolean, p_hash bytea, p_resource text) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
    v_connection uuid := p_connection;
    v_until timestamptz := now() + make_interval(days => least(p_days, 365));
begin
    perform app.require_ci_connection(p_workspace, p_sites, p_actions, p_combination);
    if app.own_cell() = 0 then
        perform app.insert_ci_connection(p_connection, app.person_id(), p_name, p_days, p_hash, p_resource);
    elsif not exists (select from app.connections c where c.id = p_connection and c.person_id = app.person_id() and c.kind = 'ci') then
        raise exception 'Home''s copy of the connection is not here yet.' using errcode = 'FB503';
    end if;
    insert into app.connection_sites (connection_id, workspace_id, site_id)
    select distinct v_connection, p_workspace, s from unnest(p_sites) s;
    insert into app.grants
        (connection_id, workspace_id, site_id, action, mode, combination, approved_by, expires_at)
    select distinct v_connection, p_workspace, case when a <> 'site:create' then s end, a, 'until',
        p_combination and app.reaches_visitors(a), app.person_id(), v_until
    from unnest(p_sites) s, unnest(p_actions) a;
    return v_connection;
end $$;
comment on function app.create_ci_connection is
    'Creates a connection for a pipeline with its token and grants, on behalf of the calling owner; in a cell, for the connection that home has made. Raises FB403, FB404, FB409 and FB412.';
grant execute on function app.create_ci_connection to feedback_person;
