create or replace function app.last_action(p_connection uuid) returns jsonb
language sql stable set search_path = ''
as $$
    select jsonb_build_object('operation', l.did, 'site', l.site_id, 'workspace', l.workspace_id, 'at', app.format_instant(l.at))
    from app.audit_log l where l.connection_id = p_connection
    order by l.id desc limit 1
$$;
comment on function app.last_action is 'What a connection last changed, requested or exported, by the audit log; null if nothing.';

create or replace function app.last_actions(p_connections uuid[]) returns table (connection uuid, last_action jsonb)
language sql stable security definer set search_path = ''
as $$
    -- Security definer: only owners see the audit log, and everyone what their own programs did.
    select c.id, app.last_action(c.id) from app.connections c
    where c.id = any(p_connections) and c.person_id = app.person_id()
$$;
comment on function app.last_actions is 'What connections of the caller last did.';
grant execute on function app.last_actions to feedback_person;
