create or replace function app.pause_agents(p_workspace uuid, p_pause boolean) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
    if not exists (select from app.workspaces_for('owner') w where w = p_workspace) then
        raise exception 'You may not do this.' using errcode = 'FB403';
    end if;
    update app.workspaces w set agents_paused_at = case when p_pause then now() end,
        agents_paused_by = case when p_pause then app.person_id() end
    where w.id = p_workspace and (w.agents_paused_at is null) = p_pause;
    return found;
end $$;
comment on function app.pause_agents is
    'Pauses all connections of a workspace, or resumes them; returns whether anything changed. Raises FB403, and to resume also FB412 and FB428.';
grant execute on function app.pause_agents to feedback_person;

create trigger resuming_agents_needs_presence after update of agents_paused_at on app.workspaces
    for each row when (old.agents_paused_at is not null and new.agents_paused_at is null)
    execute function app.check_assurance('presence', 'resumeAgents');

create or replace function app.chosen_workspaces() returns setof uuid
language sql stable security definer set search_path = ''
as $$
    select m.workspace_id from app.live_connection() c join app.members m on m.person_id = c.person_id
    where not c.chosen and not exists (select from app.connection_sites s where s.connection_id = c.id)
       or m.workspace_id in (select s.workspace_id from app.connection_sites s where s.connection_id = c.id)
$$;
comment on function app.chosen_workspaces is
    'The workspaces of the connection''s person: those of the chosen sites, or all, if no site was chosen; paused ones included.';

create or replace function app.list_agent_pauses() returns table (workspace uuid, workspace_name text, paused_at timestamptz, paused_by text)
language sql stable security definer set search_path = ''
as $$
    select w.id, w.name, w.agents_paused_at, coalesce(app.name_of(w.agents_paused_by, m.email), 'a former member')
    from app.workspaces w
    left join app.members m on m.workspace_id = w.id and m.person_id = w.agents_paused_by
    where w.agents_paused_at is not null
      and (w.id in (select app.workspaces_for('viewer')) or w.id in (select app.chosen_workspaces()))
    order by w.name, w.id
$$;
comment on function app.list_agent_pauses is 'The workspaces of the caller in which connections are paused, with who paused them.';
grant execute on function app.list_agent_pauses to feedback_agent, feedback_person;

create or replace function app.require_running_agents(p_workspace uuid, p_site uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
    v_pause record;
begin
    select p.* into v_pause from app.list_agent_pauses() p
    where p.workspace = coalesce((
        select s.workspace_id from app.live_connection() c
        join app.connection_sites s on s.connection_id = c.id and s.site_id = p_site), p_workspace);
    if found then
        raise exception '% paused all programs in the workspace “%” on %. A person has to resume them in the dashboard, under Connections.',
            v_pause.paused_by, v_pause.workspace_name, to_char(v_pause.paused_at at time zone 'UTC', 'YYYY-MM-DD at HH24:MI "UTC"')
            using errcode = 'FB423';
    end if;
end $$;
comment on function app.require_running_agents is
    'Raises FB423, which names who paused them, if the connections of a workspace, or of the workspace of a chosen site, are paused.';
grant execute on function app.require_running_agents to feedback_agent;
