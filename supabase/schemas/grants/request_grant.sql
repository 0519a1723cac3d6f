create or replace function app.request_grant(
    p_action text, p_workspace uuid, p_site uuid, p_prompt uuid, p_revision integer, p_site_name text default null,
    p_unmet jsonb default null, p_launcher jsonb default null) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
    v_request app.grant_requests;
begin
    select c.id, c.person_id into v_request.connection_id, v_request.person_id from app.live_connection() c;
    if not found then
        raise exception 'Only connections request approval; a person needs none.' using errcode = 'FB403';
    end if;
    perform app.require_running_agents(p_workspace, p_site);
    perform app.lock_memberships(v_request.person_id);
    v_request.action := p_action;
    v_request.workspace_id := coalesce((select s.workspace_id from app.sites s where s.id = p_site), p_workspace);
    if p_action = 'site:create' then
        v_request.site_name := p_site_name;
        if v_request.workspace_id is null or v_request.workspace_id not in (select app.connected_workspaces()) then
            raise exception 'There is no such workspace.' using errcode = 'FB404';
        end if;
    elsif p_site is null or p_site not in (select app.connected_sites()) then
        raise exception 'There is no such site.' using errcode = 'FB404';
    else
        v_request.site_id := p_site;
    end if;
    if p_action = 'prompt:publish' then
        v_request.prompt_id := (select p.id from app.prompts p where p.site_id = p_site and p.id = p_prompt);
        v_request.revision := p_revision;
        v_request.sha256 := app.revision_sha256(p_site, p_prompt, p_revision);
        if v_request.prompt_id is null or (p_revision is null) <> (v_request.sha256 is null) then
            raise exception 'The site has no such prompt, or the prompt no such revision.' using errcode = 'FB404';
        end if;
    elsif p_action = 'launcher:set' then
        v_request.launcher := p_launcher;
        v_request.sha256 := app.launcher_sha256(p_launcher);
    end if;
    perform app.require_approver_role(v_request.workspace_id, v_request.person_id, p_action);
    v_request.id := app.find_request(v_request);
    if v_request.id is not null then
        -- What does not hold changes between two attempts.
        update app.grant_requests r set unmet = p_unmet
        where r.id = v_request.id and r.state = 'pending' and p_unmet is not null and r.unmet is distinct from p_unmet;
        return v_request.id;
    end if;
    perform app.limit_open_requests(v_request);
    -- Expired requests would violate the unique index on open ones.
    delete from app.grant_requests r
    where r.connection_id = v_request.connection_id and r.state = 'pending' and r.expires_at <= now();
    insert into app.grant_requests as r
        (connection_id, person_id, workspace_id, site_id, action, prompt_id, revision, sha256, site_name, launcher,
        unmet)
    values (v_request.connection_id, v_request.person_id, v_request.workspace_id, v_request.site_id, p_action,
        v_request.prompt_id, v_request.revision, v_request.sha256, v_request.site_name, v_request.launcher, p_unmet)
    on conflict (connection_id, action, workspace_id, site_id, prompt_id, revision, site_name, sha256) where state = 'pending' do nothing
    returning r.id into v_request.id;
    if v_request.id is null then
        return app.find_request(v_request);
    end if;
    perform app.record_action(v_request.workspace_id, v_request.site_id, 'requestGrant',
        concat_ws(', ', p_action, v_request.site_name, v_request.launcher ->> 'survey_id'));
    return v_request.id;
end $$;
comment on function app.request_grant is
    'The connection requests an action from its person; duplicate requests are merged. Raises FB403, FB404, FB423 and FB429.';
grant execute on function app.request_grant to feedback_agent;
