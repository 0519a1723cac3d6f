create or replace function app.find_deletable(
    p_kind text, p_target uuid, p_site uuid, out workspace_id uuid, out name text, out allowed boolean)
language plpgsql stable security definer set search_path = ''
as $$
begin
    case p_kind
        when 'prompt' then
            -- A prompt that was never published has no data from visitors, so its editors may delete it.
            select s.workspace_id,
                (select r.content ->> 'name' from app.revisions r where r.site_id = p.site_id and r.prompt_id = p.id
                    order by r.number desc limit 1),
                p_site = any(array(select app.sites_for(case when p.published_at is null then 'editor' else 'owner' end)))
                    or p.published_at is null and p_site = any(array(select app.connected_sites()))
            into workspace_id, name, allowed
            from app.prompts p join app.sites s on s.id = p.site_id
            where p.site_id = p_site and p.id = p_target
              and p_site = any(array(select app.sites_for('viewer') union all select app.connected_sites()));
        when 'site' then
            select s.workspace_id, s.name, s.id = any(array(select app.sites_for('owner')))
            into workspace_id, name, allowed
            from app.sites s where s.id = p_target
              and s.id = any(array(select app.sites_for('viewer') union all select app.connected_sites()));
        when 'workspace' then
            select w.id, w.name, w.id = any(array(select app.workspaces_for('owner')))
            into workspace_id, name, allowed
            from app.workspaces w where w.id = p_target
              and w.id = any(array(select app.workspaces_for('viewer') union all select app.connected_workspaces()));
        when 'responses' then
            select d.workspace_id, d.name, d.site_id = any(array(select app.sites_for('owner')))
            into workspace_id, name, allowed
            from app.deletions d where d.id = p_target and d.kind = 'responses'
              and d.site_id = any(array(select app.sites_for('viewer') union all select app.connected_sites()));
    end case;
    if workspace_id is null then
        raise exception 'There is no such %.', p_kind using errcode = 'FB404';
    end if;
end $$;
comment on function app.find_deletable is
    'What the caller wants to delete, and whether they may: people by their role, connections only what was never published. Raises FB404 if they cannot see it.';
grant execute on function app.find_deletable to feedback_agent, feedback_person;
