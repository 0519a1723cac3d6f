create or replace function app.call_id() returns uuid
language sql stable set search_path = ''
as $$
    select (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'call')::uuid
$$;
comment on function app.call_id is 'Id of the connection''s current call, which may have several transactions; null otherwise.';

create or replace function app.required_role(p_action text) returns text
language sql immutable parallel safe set search_path = ''
as $$
    select case
        when p_action = 'response:read' then 'viewer'
        when p_action in ('site:create', 'prompt:draft', 'prompt:publish') then 'editor'
        -- Settings belong to owners.
        when p_action = 'launcher:set' then 'owner'
        else 'nobody' end
$$;
comment on function app.required_role is 'The role required for an action, and for approving it.';
grant execute on function app.required_role to feedback_agent, feedback_person;

create or replace function app.reaches_visitors(p_action text) returns boolean
language sql immutable parallel safe set search_path = ''
as $$
    select p_action in ('prompt:publish', 'launcher:set')
$$;
comment on function app.reaches_visitors is 'Whether an action changes what visitors see, so that text of other visitors must not influence it unnoticed.';
grant execute on function app.reaches_visitors to feedback_agent, feedback_person;

-- Security definers: the policies of agents call these, which read what agents may not.
create or replace function app.live_connection() returns setof app.connections
language sql stable security definer set search_path = ''
as $$
    select c from app.connections c where c.id = app.connection_id() and app.person_id() is null and app.is_live(c)
$$;
comment on function app.live_connection is 'The calling connection, if it is live and the caller is not a person.';
grant execute on function app.live_connection to feedback_agent;

create or replace function app.acting_person() returns uuid
language sql stable security definer set search_path = ''
as $$
    select coalesce(app.person_id(), (select c.person_id from app.live_connection() c))
$$;
comment on function app.acting_person is 'The calling person, or the person of the calling live connection.';
grant execute on function app.acting_person to feedback_agent, feedback_person;

create or replace function app.connected_workspaces() returns setof uuid
language sql stable security definer set search_path = ''
as $$
    select m.workspace_id from app.live_connection() c join app.members m on m.person_id = c.person_id
    where not app.are_agents_paused(m.workspace_id)
      and (not c.chosen and not exists (select from app.connection_sites s where s.connection_id = c.id)
       or m.workspace_id in (select s.workspace_id from app.connection_sites s where s.connection_id = c.id)
       or m.workspace_id in (select g.workspace_id from app.live_grants('site:create') g))
$$;
comment on function app.connected_workspaces is
    'The current workspaces of the connection''s person: those of the chosen sites, and in which it may create sites; all, if no site was chosen. None whose connections are paused.';
grant execute on function app.connected_workspaces to feedback_agent;

create or replace function app.connected_sites() returns setof uuid
language sql stable security definer set search_path = ''
as $$
    select s.site_id from app.live_connection() c
    join app.connection_sites s on s.connection_id = c.id
    join app.members m on m.workspace_id = s.workspace_id and m.person_id = c.person_id
    where not app.are_agents_paused(s.workspace_id)
$$;
comment on function app.connected_sites is 'Sites of the connection that its person may still see, unless connections are paused.';
grant execute on function app.connected_sites to feedback_agent;

create or replace function app.live_grants(p_action text) returns setof app.grants
language sql stable security definer set search_path = ''
as $$
    select g from app.live_connection() c
    join app.grants g on g.connection_id = c.id and g.action = p_action
    join app.members m on m.workspace_id = g.workspace_id and m.person_id = g.approved_by
        and m.role = any(app.roles_at_least(app.required_role(p_action)))
    where g.revoked_at is null and g.expires_at > now() and not app.are_agents_paused(g.workspace_id)
      and (g.mode = 'until' or g.consumed_at is null or g.consumed_by = app.call_id())
      and (g.site_id is null or g.site_id in (select app.connected_sites()))
$$;
comment on function app.live_grants is
    'Live grants of the connection for an action: neither revoked, expired nor consumed, nor paused, and the approver still has the required role.';

create or replace function app.granted_sites(p_action text) returns setof uuid
language sql stable security definer set search_path = ''
as $$
    -- Reading fires no trigger that would consume a `once` grant, so this call must have consumed it already.
    select g.site_id from app.live_grants(p_action) g
    where g.site_id is not null and (p_action <> 'response:read' or g.mode = 'until' or g.consumed_at is not null)
$$;
comment on function app.granted_sites is 'Sites for which the connection has a live grant for an action.';
grant execute on function app.granted_sites to feedback_agent;

create or replace function app.granted_workspaces(p_action text) returns setof uuid
language sql stable security definer set search_path = ''
as $$
    select g.workspace_id from app.live_grants(p_action) g where g.site_id is null
$$;
comment on function app.granted_workspaces is 'Workspaces for which the connection has a live grant for an action.';
grant execute on function app.granted_workspaces to feedback_agent;

create or replace function app.may_have_read(p_site uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
    -- By person, not by connection: the tools of one person read each other's output. Returning the grant, consuming it
    -- or signing out does not undo what was read.
    select exists (
        select from app.grants g join app.connections c on c.id = g.connection_id
        where c.person_id = app.acting_person() and g.site_id = p_site and g.action = 'response:read'
          and g.expires_at > now() and (g.revoked_at is null or g.given_back))
$$;
comment on function app.may_have_read is
    'Whether a connection of the caller''s person may have read responses of the site: then a visitor''s text may influence what it publishes, which the approver has to accept.';
grant execute on function app.may_have_read to feedback_agent, feedback_person;

create or replace function app.granted_site_keys(p_action text) returns setof integer
language sql stable security definer set search_path = ''
as $$
    select s.key from app.granted_sites(p_action) g join app.sites s on s.id = g
$$;
comment on function app.granted_site_keys is 'Keys of the sites for which the connection has a live grant, for app.events.';
grant execute on function app.granted_site_keys to feedback_agent;
