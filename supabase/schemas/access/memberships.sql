create or replace function app.person_id() returns uuid
language sql stable set search_path = ''
as $$
    select (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub')::uuid
$$;
comment on function app.person_id is 'The signed-in person; null without one.';
grant execute on function app.person_id to feedback_agent, feedback_person;

create or replace function app.roles_at_least(p_min_role text) returns text[]
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
    return case p_min_role
        when 'viewer' then array['viewer', 'editor', 'owner']
        when 'editor' then array['editor', 'owner']
        when 'owner' then array['owner']
        else array[]::text[] end;
end $$;
grant execute on function app.roles_at_least to feedback_agent, feedback_person;

-- Security definers: a policy of app.members that read app.members under that policy would recurse.
create or replace function app.workspaces_for(p_min_role text) returns setof uuid
language sql stable security definer set search_path = ''
as $$
    select m.workspace_id from app.members m
    where m.person_id = app.person_id() and m.role = any(app.roles_at_least(p_min_role))
$$;
comment on function app.workspaces_for is 'Workspaces in which the signed-in person has at least this role.';
grant execute on function app.workspaces_for to feedback_person;

create or replace function app.sites_for(p_min_role text) returns setof uuid
language sql stable security definer set search_path = ''
as $$
    select s.id from app.members m join app.sites s using (workspace_id)
    where m.person_id = app.person_id() and m.role = any(app.roles_at_least(p_min_role))
$$;
comment on function app.sites_for is 'Site UUIDs of the workspaces in which the signed-in person has at least this role.';
grant execute on function app.sites_for to feedback_person;

create or replace function app.site_keys_for(p_min_role text) returns setof integer
language sql stable security definer set search_path = ''
as $$
    select s.key from app.members m join app.sites s using (workspace_id)
    where m.person_id = app.person_id() and m.role = any(app.roles_at_least(p_min_role))
$$;
comment on function app.site_keys_for is 'Keys of the same sites, for app.events.';
grant execute on function app.site_keys_for to feedback_person;

create or replace function app.is_member(p_person uuid, p_site uuid, p_min_role text) returns boolean
language sql stable set search_path = ''
as $$
    select exists (
        select from app.sites s join app.members m using (workspace_id)
        where s.id = p_site and m.person_id = p_person and m.role = any(app.roles_at_least(p_min_role)))
$$;
comment on function app.is_member is 'Whether this person has at least this role for the site. Without privileges: only definer functions ask about others.';

create or replace function app.may_see_facts(p_request_context jsonb) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
    return p_request_context ->> 'facts_for' is not null
        and app.is_member((p_request_context ->> 'facts_for')::uuid, (p_request_context ->> 'site')::uuid, 'viewer');
end $$;
comment on function app.may_see_facts is 'Whether the request has a debug token whose maker is still a member.';

create or replace function app.require_role(p_site uuid, p_min_role text) returns void
language plpgsql stable set search_path = ''
as $$
begin
    if not exists (select from app.sites_for(p_min_role) s where s = p_site) then
        raise exception 'You may not do this.' using errcode = 'FB403';
    end if;
end $$;
comment on function app.require_role is 'Raises FB403 unless the person has at least this role for the site.';
grant execute on function app.require_role to feedback_person;
