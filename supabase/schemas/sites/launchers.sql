create or replace function app.launcher_of(p_settings jsonb) returns jsonb
language sql immutable parallel safe set search_path = ''
as $$
    select nullif(p_settings -> 'launcher', 'null')
$$;
comment on function app.launcher_of is 'The launcher in the settings of a site; null for none.';

create or replace function app.launcher_sha256(p_launcher jsonb) returns text
language sql immutable parallel safe set search_path = ''
as $$
    select encode(sha256(convert_to(coalesce(p_launcher, 'null')::text, 'UTF8')), 'hex')
$$;
comment on function app.launcher_sha256 is 'Identifies a launcher, or that there is none, for the approval of a person.';

-- A definer: connections see no other setting of a site.
create or replace function app.read_launcher(p_site uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
    perform app.require_site_access(p_site);
    return (
        select jsonb_build_object('launcher', app.launcher_of(s.settings), 'prompt', (
            select jsonb_build_object('id', p.id, 'name', r.content ->> 'name', 'state', p.state)
            from app.prompts p join app.revisions r on r.site_id = p.site_id and r.prompt_id = p.id
            where p.site_id = s.id and p.survey_id = app.launcher_of(s.settings) ->> 'survey_id'
            -- The revision that visitors see; without one, the latest.
            order by r.number = p.published_revision desc nulls last, r.number desc limit 1))
        from app.sites s where s.id = p_site);
end $$;
comment on function app.read_launcher is 'The launcher of a site with the prompt that it opens, each null without one. Raises FB403.';
grant execute on function app.read_launcher to feedback_agent, feedback_person;

create or replace function app.use_grant_for_launcher() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
    perform app.use_grant('launcher:set', new.workspace_id, new.id, null, null, true, null, app.launcher_of(new.settings));
    return new;
end $$;
comment on function app.use_grant_for_launcher is 'A connection sets exactly the launcher that a person approved.';
create trigger launchers_need_a_grant before update of settings on app.sites
    for each row when (old.settings -> 'launcher' is distinct from new.settings -> 'launcher')
    execute function app.use_grant_for_launcher();

-- Connections may not change sites, so that no grant reaches the other settings.
create or replace function app.set_launcher(p_site uuid, p_launcher jsonb) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
    if app.connection_id() is null then
        perform app.require_role(p_site, 'owner');
    elsif p_site not in (select app.connected_sites()) then
        raise exception 'There is no such site.' using errcode = 'FB404';
    end if;
    update app.sites s set settings = s.settings || jsonb_build_object('launcher', p_launcher)
    where s.id = p_site and app.launcher_of(s.settings) is distinct from p_launcher;
    return found;
end $$;
comment on function app.set_launcher is
    'Sets the launcher of a site, or removes it with null, for an owner or a connection with a grant for exactly that. Returns whether it changed. Raises FB402, FB403, FB404 and FB423.';
grant execute on function app.set_launcher to feedback_agent, feedback_person;
