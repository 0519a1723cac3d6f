-- Permissions of connections: they see what their person chose, and need a live grant for each action. Policies check in
-- every statement, so revoking a grant, leaving a workspace or losing a role takes effect at once.
set role feedback_owner;

-- Agents see these columns only: no settings, no other members, no history of visitors.
grant select (id, name) on app.workspaces to feedback_agent;
grant select (workspace_id, person_id, role, email) on app.members to feedback_agent;
grant select (id, key, workspace_id, site_id, name, created_at) on app.sites to feedback_agent;
grant select on app.event_names, app.prompts, app.revisions, app.events, app.responses to feedback_agent;
grant select (site_id, id, account) on app.subjects to feedback_agent;
grant select (site_id, id, key, subject_id) on app.visitors to feedback_agent;
grant select (site_id, id, subject_id, prompt_id, state, traits, reserved_at) on app.displays to feedback_agent;
grant select on app.connections, app.connection_sites, app.grant_requests, app.grants to feedback_agent;

create policy "connections see their person's workspaces" on app.workspaces for select to feedback_agent
    using (id = any(array(select app.connected_workspaces())));
create policy "connections see their person's roles" on app.members for select to feedback_agent
    using (person_id = (select app.acting_person()) and workspace_id = any(array(select app.connected_workspaces())));
create policy "connections see their sites" on app.sites for select to feedback_agent
    using (id = any(array(select app.connected_sites())));
create policy "connections see event names" on app.event_names for select to feedback_agent
    using (site_id = any(array(select app.connected_sites())));
create policy "connections see prompts" on app.prompts for select to feedback_agent
    using (site_id = any(array(select app.connected_sites())));
create policy "connections see revisions" on app.revisions for select to feedback_agent
    using (site_id = any(array(select app.connected_sites())));
create policy "connections see themselves" on app.connections for select to feedback_agent
    using (id = (select c.id from app.live_connection() c));
create policy "connections see the list of their sites" on app.connection_sites for select to feedback_agent
    using (connection_id = (select c.id from app.live_connection() c));
create policy "connections see their requests" on app.grant_requests for select to feedback_agent
    using (connection_id = (select c.id from app.live_connection() c));
create policy "connections see their grants" on app.grants for select to feedback_agent
    using (connection_id = (select c.id from app.live_connection() c));

create function app.granted_site_keys(p_action text) returns setof integer
language sql stable security definer set search_path = ''
as $$
    select s.key from app.granted_sites(p_action) g join app.sites s on s.id = g
$$;
comment on function app.granted_site_keys is 'Keys of the sites for which the connection has a live grant, for app.events.';
grant execute on function app.granted_site_keys to feedback_agent;

create policy "readers of responses see the events of 30 days" on app.events for select to feedback_agent
    using (site = any(array(select app.granted_site_keys('response:read')))
        and id > (select app.id_from(now() - interval '30 days')));
create policy "readers of responses see the subjects of 90 days" on app.subjects for select to feedback_agent
    using (site_id = any(array(select app.granted_sites('response:read'))) and last_seen_at >= now() - interval '90 days');
create policy "readers of responses see the visitors of 90 days" on app.visitors for select to feedback_agent
    using (site_id = any(array(select app.granted_sites('response:read'))) and last_seen_at >= now() - interval '90 days');
create policy "readers of responses see the displays of 90 days" on app.displays for select to feedback_agent
    using (site_id = any(array(select app.granted_sites('response:read'))) and reserved_at >= now() - interval '90 days');
create policy "readers of responses see responses" on app.responses for select to feedback_agent
    using (site_id = any(array(select app.granted_sites('response:read'))));

grant insert (id, workspace_id, name) on app.sites to feedback_agent;
create policy "connections create granted sites" on app.sites for insert to feedback_agent
    with check (workspace_id = any(array(select app.granted_workspaces('site:create'))));
grant insert (site_id, id, survey_id, created_by) on app.prompts to feedback_agent;
create policy "connections create granted prompts" on app.prompts for insert to feedback_agent
    with check (site_id = any(array(select app.granted_sites('prompt:draft')))
        and created_by = (select app.acting_person()));
grant insert (site_id, prompt_id, number, content, created_by) on app.revisions to feedback_agent;
create policy "connections save granted revisions" on app.revisions for insert to feedback_agent
    with check (site_id = any(array(select app.granted_sites('prompt:draft')))
        and created_by = (select app.acting_person()));
create function app.connection_name() returns text
language sql stable security definer set search_path = ''
as $$
    select c.name from app.live_connection() c
$$;
comment on function app.connection_name is 'Name of the calling live connection; null for a person.';
grant execute on function app.connection_name to feedback_person, feedback_agent;

-- No role may insert this column, so it always has the default.
alter table app.revisions add column created_with text default app.connection_name();
comment on column app.revisions.created_with is 'Name of the connection that saved the revision, at that time; null for a person.';

grant update (survey_id, state, published_revision, updated_at) on app.prompts to feedback_agent;
-- Every connection that sees a prompt may lock it; the triggers below check what changes.
create policy "connections change granted prompts" on app.prompts for update to feedback_agent
    using (site_id = any(array(select app.connected_sites())))
    with check (site_id = any(array(select app.granted_sites('prompt:draft')))
        or site_id = any(array(select app.granted_sites('prompt:publish'))));

-- Triggers use the grants, so that no statement can omit that. They are security definers, because they run for people, too.
create function app.use_grant_for_site() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
    perform app.lock_memberships(c.person_id) from app.live_connection() c;
    perform app.use_grant('site:create', new.workspace_id, null, null, null, true);
    return new;
end $$;
create trigger a_connection_needs_a_grant before insert on app.sites
    for each row execute function app.use_grant_for_site();

create function app.connect_new_site() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
    insert into app.connection_sites (connection_id, workspace_id, site_id)
    select c.id, new.workspace_id, new.id from app.live_connection() c;
    return null;
end $$;
create trigger a_connection_sees_what_it_created after insert on app.sites
    for each row execute function app.connect_new_site();

create function app.use_grant_for_draft() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
    perform app.use_grant('prompt:draft', s.workspace_id, s.id, null, null, false)
    from app.sites s where s.id = new.site_id;
    return new;
end $$;
create trigger a_connection_needs_a_grant before insert on app.prompts
    for each row execute function app.use_grant_for_draft();
create trigger a_connection_needs_a_grant before insert on app.revisions
    for each row execute function app.use_grant_for_draft();

create function app.use_grant_for_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
    v_workspace uuid := (select s.workspace_id from app.sites s where s.id = new.site_id);
begin
    if new.survey_id <> old.survey_id then
        perform app.use_grant('prompt:draft', v_workspace, new.site_id, null, null, false);
    end if;
    if new.published_revision is distinct from old.published_revision or old.state = 'draft' and new.state = 'published' then
        perform app.use_grant('prompt:publish', v_workspace, new.site_id, new.id, new.published_revision, true);
    elsif new.state = 'published' and old.state <> 'published' then
        begin
            perform app.use_grant('prompt:publish', v_workspace, new.site_id, new.id, null, true);
        exception when sqlstate 'FB402' then
            perform app.use_grant('prompt:publish', v_workspace, new.site_id, new.id, new.published_revision, true);
        end;
    elsif new.state <> old.state then
        perform app.use_grant('prompt:publish', v_workspace, new.site_id, new.id, null, true);
    end if;
    return new;
end $$;
comment on function app.use_grant_for_change is
    'Publishing needs a grant for exactly that revision, pausing and archiving one for the prompt; for resuming, either suffices.';
-- Its name sorts after prompts_change_state_validly: an invalid change must not request an approval.
create trigger prompts_need_a_grant before update on app.prompts
    for each row execute function app.use_grant_for_change();

-- Checks of the caller's access, for the functions that read as their owner.
create function app.require_site_access(p_site uuid) returns void
language plpgsql stable set search_path = ''
as $$
begin
    if not exists (select from app.connected_sites() s where s = p_site) then
        perform app.require_role(p_site, 'viewer');
    end if;
end $$;
comment on function app.require_site_access is 'Raises FB403 unless the caller may see the site.';

create function app.require_response_access(p_site uuid) returns void
language plpgsql stable set search_path = ''
as $$
begin
    if not exists (select from app.granted_sites('response:read') s where s = p_site) then
        perform app.require_role(p_site, 'viewer');
    end if;
end $$;
comment on function app.require_response_access is 'Raises FB403 unless the caller may read responses of the site.';

create function app.site_time_zone(p_site uuid) returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
    perform app.require_site_access(p_site);
    return (select coalesce(s.settings ->> 'time_zone', 'UTC') from app.sites s where s.id = p_site);
end $$;
comment on function app.site_time_zone is 'The site''s time zone, for callers who may see the site.';

create function app.count_prompts(p_site uuid, p_prompts uuid[])
returns table (prompt_id uuid, displays integer, unconfirmed integer, responses integer)
language plpgsql stable security definer set search_path = ''
as $$
begin
    perform app.require_site_access(p_site);
    return query
        select p.id, d.displays, d.unconfirmed, a.responses from unnest(p_prompts) p (id)
        cross join lateral (
            select count(*)::integer as displays, (count(*) filter (where x.state = 'reserved'))::integer as unconfirmed
            from app.displays x where x.site_id = p_site and x.prompt_id = p.id and x.state <> 'released') d
        cross join lateral (
            select count(*)::integer as responses from app.responses x
            where x.site_id = p_site and x.prompt_id = p.id) a;
end $$;
comment on function app.count_prompts is 'Counts displays and responses of prompts, for callers who may see the site.';

create function app.count_by_name(p_site uuid, p_name text) returns table (name text, day date, events bigint)
language plpgsql stable security definer set search_path = ''
as $$
declare
    v_site integer := (select s.key from app.sites s where s.id = p_site);
    v_oldest date := (now() at time zone 'UTC')::date - 30;
    v_counted date := (select max(c.day) from app.counted_days c);
    v_from uuid := app.id_from((greatest(v_counted, v_oldest) + 1)::timestamp at time zone 'UTC');
begin
    perform app.require_site_access(p_site);
    -- Finished days are counted already; the last few are counted now.
    return query
        select x.name, x.day, x.events from app.event_counts x
        where x.site_id = p_site and x.day > v_oldest and x.day <= v_counted and (p_name is null or x.name = p_name)
        union all
        -- Grouped by partition, and then by its day: computing the day from each id would take longer than counting.
        select n.name, d.day, n.events from (
            select x.name, x.tableoid as partition, count(*) as events from app.events x
            where x.site = v_site and x.id >= v_from and (p_name is null or x.name = p_name)
            group by x.name, x.tableoid) n
        join app.list_days() d on d.partition = n.partition;
end $$;
comment on function app.count_by_name is 'Events per day and name of the last 30 days, for callers who may see the site.';

grant execute on function app.site_time_zone, app.count_prompts, app.count_by_name to feedback_person, feedback_agent;
grant execute on function app.mint_id, app.content_hash, app.mint_site_id, app.person_id, app.acting_person,
    app.id_time, app.id_from, app.connected_workspaces, app.connected_sites, app.granted_workspaces, app.granted_sites, app.live_connection,
    app.may_have_read, app.required_role, app.roles_at_least, app.use_read_grant, app.save_revision, app.publish, app.set_prompt_state, app.pause, app.resume, app.archive,
    app.record_action, app.claim_idempotency_key, app.store_reply, app.forecast, app.why_event
    to feedback_agent;

reset role;
