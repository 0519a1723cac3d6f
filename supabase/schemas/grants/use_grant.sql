create or replace function app.revision_sha256(p_site uuid, p_prompt uuid, p_revision integer) returns text
language sql stable set search_path = ''
as $$
    select r.sha256 from app.revisions r where r.site_id = p_site and r.prompt_id = p_prompt and r.number = p_revision
$$;

create or replace function app.use_grant(
    p_action text, p_workspace uuid, p_site uuid, p_prompt uuid, p_revision integer, p_unused boolean, p_site_name text default null,
    p_launcher jsonb default null)
returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
    v_grant app.grants;
    v_unmet jsonb;
begin
    -- People need no grant. Without any caller, the policies refuse everything.
    if app.connection_id() is null then
        return;
    end if;
    -- Of concurrent calls only one consumes a `once` grant; the others search again.
    for v_attempt in 1..100 loop
        select g.* into v_grant from app.live_grants(p_action) g
        where g.workspace_id = p_workspace and g.site_id is not distinct from p_site and g.conditions is null
          and (g.prompt_id is null or g.prompt_id = p_prompt and g.revision is not distinct from p_revision
              and g.sha256 is not distinct from app.revision_sha256(p_site, p_prompt, p_revision))
          and (g.site_name is null or g.site_name = p_site_name)
          and (p_action <> 'launcher:set' or g.sha256 is null or g.sha256 = app.launcher_sha256(p_launcher))
          and (not app.reaches_visitors(p_action) or g.combination or not app.may_have_read(p_site))
          and (g.consumed_at is null or not p_unused)
        order by g.mode = 'until' desc, g.consumed_at is not null desc, g.site_name is null, g.expires_at, g.id
        limit 1;
        exit when not found;
        if v_grant.mode = 'until' or v_grant.consumed_at is not null then
            return;
        end if;
        update app.grants g set consumed_at = clock_timestamp(), consumed_by = app.call_id()
        where g.id = v_grant.id and g.consumed_at is null and g.revoked_at is null;
        if found then
            return;
        end if;
    end loop;
    perform app.require_running_agents(p_workspace, p_site);
    if p_action = 'prompt:publish' and p_revision is not null then
        v_unmet := app.use_standing_grant(p_site, p_prompt, p_revision);
        if v_unmet = '[]' then
            return;
        end if;
    end if;
    raise exception 'A person has to approve this first.' using errcode = 'FB402',
        detail = jsonb_build_object('action', p_action, 'workspace', p_workspace, 'site', p_site,
            'prompt', p_prompt, 'revision', p_revision, 'site_name', p_site_name,
            'launcher', p_launcher, 'unmet', v_unmet);
end $$;
comment on function app.use_grant is
    'Raises FB402 unless the connection has a live grant for exactly this action, and FB423 if connections are paused. Consumes a `once` grant in this transaction; with p_unused, it must be one that this call has not consumed yet. A standing grant with conditions comes last; without any, the detail lists what did not hold.';

create or replace function app.use_read_grant(p_site uuid) returns void
language sql volatile security definer set search_path = ''
as $$
    select app.use_grant('response:read', s.workspace_id, s.id, null, null, false) from app.sites s where s.id = p_site
$$;
comment on function app.use_read_grant is 'Uses the connection''s grant before it reads responses. Raises FB402 without one.';
grant execute on function app.use_read_grant to feedback_agent;
