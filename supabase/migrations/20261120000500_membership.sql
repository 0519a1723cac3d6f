set role feedback_owner;

create function app.person_id() returns uuid
language sql stable set search_path = ''
as $$
    select (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub')::uuid
$$;
comment on function app.person_id is 'The signed-in person; null when nobody is.';

create function app.roles_from(p_least text) returns text[]
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
    return case p_least
        when 'viewer' then array['viewer', 'editor', 'owner']
        when 'editor' then array['editor', 'owner']
        when 'owner' then array['owner']
        else array[]::text[] end;
end $$;

-- Definers, because a policy that read app.members under its own policy would never end.
create function app.workspaces_for(p_least text) returns setof uuid
language sql stable security definer set search_path = ''
as $$
    select m.workspace_id from app.members m
    where m.person_id = app.person_id() and m.role = any(app.roles_from(p_least))
$$;
comment on function app.workspaces_for is 'Workspaces in which the person has at least this role.';

create function app.sites_for(p_least text) returns setof uuid
language sql stable security definer set search_path = ''
as $$
    select s.id from app.members m join app.sites s using (workspace_id)
    where m.person_id = app.person_id() and m.role = any(app.roles_from(p_least))
$$;
comment on function app.sites_for is 'Site UUIDs of those workspaces.';

create function app.site_keys_for(p_least text) returns setof integer
language sql stable security definer set search_path = ''
as $$
    select s.key from app.members m join app.sites s using (workspace_id)
    where m.person_id = app.person_id() and m.role = any(app.roles_from(p_least))
$$;
comment on function app.site_keys_for is 'What stands for those sites in app.events.';

create function app.demand(p_site uuid, p_least text) returns void
language plpgsql stable set search_path = ''
as $$
begin
    if not exists (select from app.sites_for(p_least) s where s = p_site) then
        raise exception 'You may not do this.' using errcode = 'FB403';
    end if;
end $$;
comment on function app.demand is 'Raises FB403 unless the person has at least this role for the site.';

grant execute on function app.person_id, app.roles_from, app.workspaces_for, app.sites_for, app.site_keys_for, app.id_time,
    app.id_from, app.demand
    to feedback_person;

reset role;
