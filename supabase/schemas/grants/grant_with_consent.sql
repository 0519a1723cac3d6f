-- Grants that a person approves together with a connection.
create or replace function app.grant_with_consent(
    p_connection uuid, p_person uuid, p_sites uuid[], p_actions text[], p_now timestamptz) returns void
language sql volatile set search_path = ''
as $$
    insert into app.grants (connection_id, workspace_id, site_id, action, mode, approved_by, approved_at, expires_at)
    select p_connection, s.workspace_id, s.id, a.action, 'until', p_person, p_now, p_now + a.lasts
    from app.sites s
    cross join (values ('prompt:draft', interval '7 days'), ('response:read', interval '24 hours')) a (action, lasts)
    where s.id = any(p_sites) and a.action = any(p_actions)
    union all
    select p_connection, w, null, 'site:create', 'once', p_person, p_now, p_now + interval '24 hours'
    from app.consented_workspaces(p_person, p_sites, p_actions) w
    where 'site:create' = any(p_actions)
$$;
comment on function app.grant_with_consent is 'Creates the grants of a new connection, with the default durations of single approvals.';
