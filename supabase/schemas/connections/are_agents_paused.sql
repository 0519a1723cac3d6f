create or replace function app.are_agents_paused(p_workspace uuid) returns boolean
language sql stable set search_path = ''
as $$
    select exists (select from app.workspaces w where w.id = p_workspace and w.agents_paused_at is not null)
$$;
comment on function app.are_agents_paused is 'Whether an owner paused the connections of the workspace.';
