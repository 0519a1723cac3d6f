-- Grants: a person's approval of one action of one connection, and when it is live.
set role feedback_owner;

create table app.grant_requests (
    id uuid primary key default app.mint_id(),
    connection_id uuid not null references app.connections on delete cascade,
    person_id uuid not null,
    workspace_id uuid not null references app.workspaces on delete cascade,
    site_id uuid,
    action text not null,
    prompt_id uuid,
    revision integer,
    sha256 text,
    state text not null default 'pending',
    created_at timestamptz not null default now(),
    expires_at timestamptz not null default now() + interval '24 hours',
    decided_at timestamptz,
    foreign key (workspace_id, site_id) references app.sites (workspace_id, id) on delete cascade,
    foreign key (site_id, prompt_id) references app.prompts on delete cascade,
    constraint action_is_known check (action in ('site:create', 'prompt:draft', 'prompt:publish', 'response:read')),
    constraint only_a_new_site_has_none check ((action = 'site:create') = (site_id is null)),
    constraint publishing_names_the_prompt check ((action = 'prompt:publish') = (prompt_id is not null)),
    constraint a_revision_is_named_with_its_content check (
        (revision is null) = (sha256 is null) and (revision is null or prompt_id is not null)),
    constraint state_is_known check (state in ('pending', 'approved', 'denied')),
    constraint what_is_decided_has_its_time check ((state = 'pending') = (decided_at is null))
);
create index grant_requests_person on app.grant_requests (person_id, id);
create index grant_requests_connection on app.grant_requests (connection_id, id);
create index grant_requests_site on app.grant_requests (workspace_id, site_id);
create index grant_requests_prompt on app.grant_requests (site_id, prompt_id);
create unique index what_waits_is_asked_once on app.grant_requests
    (connection_id, action, workspace_id, site_id, prompt_id, revision) nulls not distinct where state = 'pending';
comment on table app.grant_requests is 'Approval requests of connections. Knowing the id grants nothing.';
comment on column app.grant_requests.person_id is 'The person of the connection, who alone decides.';
comment on column app.grant_requests.sha256 is 'Hash of the revision''s content at the time of the request.';

create table app.grants (
    id uuid primary key default app.mint_id(),
    request_id uuid references app.grant_requests on delete set null,
    connection_id uuid not null references app.connections on delete cascade,
    workspace_id uuid not null references app.workspaces on delete cascade,
    site_id uuid,
    action text not null,
    mode text not null,
    prompt_id uuid,
    revision integer,
    sha256 text,
    combination boolean not null default false,
    approved_by uuid not null,
    approved_at timestamptz not null default now(),
    expires_at timestamptz not null,
    consumed_at timestamptz,
    consumed_by uuid,
    revoked_at timestamptz,
    given_back boolean not null default false,
    foreign key (workspace_id, site_id) references app.sites (workspace_id, id) on delete cascade,
    foreign key (site_id, prompt_id) references app.prompts on delete cascade,
    constraint action_is_known check (action in ('site:create', 'prompt:draft', 'prompt:publish', 'response:read')),
    constraint mode_is_once_or_until check (mode in ('once', 'until')),
    constraint only_a_new_site_has_none check ((action = 'site:create') = (site_id is null)),
    constraint only_publishing_names_a_prompt check (prompt_id is null or action = 'prompt:publish'),
    constraint a_revision_is_named_with_its_content check (
        (revision is null) = (sha256 is null) and (revision is null or prompt_id is not null)),
    constraint only_once_is_consumed check (consumed_at is null or mode = 'once'),
    constraint lasts_at_most_a_year check (expires_at <= approved_at + interval '366 days')
);
create index grants_connection on app.grants (connection_id, action);
create index grants_person on app.grants (approved_by, id);
create index grants_site on app.grants (workspace_id, site_id);
create index grants_prompt on app.grants (site_id, prompt_id);
create index grants_request on app.grants (request_id);
create index grants_expiry on app.grants (expires_at);
comment on table app.grants is 'A person''s approval of one action of one connection.';
comment on column app.grants.prompt_id is 'The prompt that the grant is for; null for every prompt of the site, as for a pipeline.';
comment on column app.grants.revision is 'The revision that may be published; null allows to pause, resume and archive only.';
comment on column app.grants.combination is 'Allows publishing although a connection of the person may read the site''s responses.';
comment on column app.grants.consumed_by is 'The call that consumed a `once` grant; the rest of that call may still rely on it.';
comment on column app.grants.given_back is 'The grant ended without its person''s decision, so what was read under it still counts.';

do $$
declare
    v_table text;
begin
    foreach v_table in array array['grant_requests', 'grants'] loop
        execute format('alter table app.%I enable row level security', v_table);
        execute format('alter table app.%I force row level security', v_table);
        execute format('create policy "the service reads" on app.%I for select to feedback_owner using (true)', v_table);
        execute format('create policy "the service inserts" on app.%I for insert to feedback_owner with check (true)', v_table);
        execute format('create policy "the service updates" on app.%I for update to feedback_owner using (true)', v_table);
        execute format('create policy "the service deletes" on app.%I for delete to feedback_owner using (true)', v_table);
    end loop;
end $$;

create function app.call_id() returns uuid
language sql stable set search_path = ''
as $$
    select (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'call')::uuid
$$;
comment on function app.call_id is 'Id of the connection''s current call, which may have several transactions; null otherwise.';

create function app.required_role(p_action text) returns text
language sql immutable parallel safe set search_path = ''
as $$
    select case
        when p_action = 'response:read' then 'viewer'
        when p_action in ('site:create', 'prompt:draft', 'prompt:publish') then 'editor'
        else 'nobody' end
$$;
comment on function app.required_role is 'The role required for an action, and for approving it.';

-- Security definers: the policies of agents call these, which read what agents may not.
create function app.live_connection() returns setof app.connections
language sql stable security definer set search_path = ''
as $$
    select c from app.connections c where c.id = app.connection_id() and app.person_id() is null and app.is_live(c)
$$;
comment on function app.live_connection is 'The calling connection, if it is live and the caller is not a person.';

create function app.acting_person() returns uuid
language sql stable security definer set search_path = ''
as $$
    select coalesce(app.person_id(), (select c.person_id from app.live_connection() c))
$$;
comment on function app.acting_person is 'The calling person, or the person of the calling live connection.';

create function app.connected_workspaces() returns setof uuid
language sql stable security definer set search_path = ''
as $$
    select m.workspace_id from app.live_connection() c join app.members m on m.person_id = c.person_id
$$;
comment on function app.connected_workspaces is 'The current workspaces of the connection''s person.';

create function app.connected_sites() returns setof uuid
language sql stable security definer set search_path = ''
as $$
    select s.site_id from app.live_connection() c
    join app.connection_sites s on s.connection_id = c.id
    join app.members m on m.workspace_id = s.workspace_id and m.person_id = c.person_id
$$;
comment on function app.connected_sites is 'Sites of the connection that its person may still see.';

create function app.live_grants(p_action text) returns setof app.grants
language sql stable security definer set search_path = ''
as $$
    select g from app.live_connection() c
    join app.grants g on g.connection_id = c.id and g.action = p_action
    join app.members m on m.workspace_id = g.workspace_id and m.person_id = g.approved_by
        and m.role = any(app.roles_at_least(app.required_role(p_action)))
    where g.revoked_at is null and g.expires_at > now()
      and (g.mode = 'until' or g.consumed_at is null or g.consumed_by = app.call_id())
      and (g.site_id is null or g.site_id in (select app.connected_sites()))
$$;
comment on function app.live_grants is
    'Live grants of the connection for an action: neither revoked, expired nor consumed, and the approver still has the required role.';

create function app.granted_sites(p_action text) returns setof uuid
language sql stable security definer set search_path = ''
as $$
    -- Reading fires no trigger that would consume a `once` grant, so this call must have consumed it already.
    select g.site_id from app.live_grants(p_action) g
    where g.site_id is not null and (p_action <> 'response:read' or g.mode = 'until' or g.consumed_at is not null)
$$;
comment on function app.granted_sites is 'Sites for which the connection has a live grant for an action.';

create function app.granted_workspaces(p_action text) returns setof uuid
language sql stable security definer set search_path = ''
as $$
    select g.workspace_id from app.live_grants(p_action) g where g.site_id is null
$$;
comment on function app.granted_workspaces is 'Workspaces for which the connection has a live grant for an action.';

create function app.may_have_read(p_site uuid) returns boolean
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

create function app.revision_sha256(p_site uuid, p_prompt uuid, p_revision integer) returns text
language sql stable set search_path = ''
as $$
    select r.sha256 from app.revisions r where r.site_id = p_site and r.prompt_id = p_prompt and r.number = p_revision
$$;

create function app.use_grant(
    p_action text, p_workspace uuid, p_site uuid, p_prompt uuid, p_revision integer, p_unused boolean) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
    v_grant app.grants;
begin
    -- People need no grant. Without any caller, the policies refuse everything.
    if app.connection_id() is null then
        return;
    end if;
    -- Of concurrent calls only one consumes a `once` grant; the others search again.
    for v_attempt in 1..100 loop
        select g.* into v_grant from app.live_grants(p_action) g
        where g.workspace_id = p_workspace and g.site_id is not distinct from p_site
          and (g.prompt_id is null or g.prompt_id = p_prompt and g.revision is not distinct from p_revision
              and g.sha256 is not distinct from app.revision_sha256(p_site, p_prompt, p_revision))
          and (p_action <> 'prompt:publish' or g.combination or not app.may_have_read(p_site))
          and (g.consumed_at is null or not p_unused)
        order by g.mode = 'until' desc, g.consumed_at is not null desc, g.expires_at, g.id
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
    raise exception 'A person has to approve this first.' using errcode = 'FB402',
        detail = jsonb_build_object('action', p_action, 'workspace', p_workspace, 'site', p_site,
            'prompt', p_prompt, 'revision', p_revision);
end $$;
comment on function app.use_grant is
    'Raises FB402 unless the connection has a live grant for exactly this action. Consumes a `once` grant in this transaction; with p_unused, it must be one that this call has not consumed yet.';

create function app.use_read_grant(p_site uuid) returns void
language sql volatile security definer set search_path = ''
as $$
    select app.use_grant('response:read', s.workspace_id, s.id, null, null, false) from app.sites s where s.id = p_site
$$;
comment on function app.use_read_grant is 'Uses the connection''s grant before it reads responses. Raises FB402 without one.';

reset role;
