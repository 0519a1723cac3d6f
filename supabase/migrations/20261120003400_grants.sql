-- A person's approval of one action for one connection, and what counts as one that is alive.
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
comment on table app.grant_requests is 'What connections ask a person for. The id is a name, never a capability.';
comment on column app.grant_requests.person_id is 'Who decides: the person of the connection, nobody else.';
comment on column app.grant_requests.sha256 is 'Content of the revision when it was asked for.';

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
comment on table app.grants is 'A person''s approval of one action for one connection.';
comment on column app.grants.prompt_id is 'The prompt it is about; null for any of the site, as for a pipeline.';
comment on column app.grants.revision is 'The revision to publish, with its content; null lets it pause, resume and archive only.';
comment on column app.grants.combination is 'It publishes although a connection of the person may read the site''s responses.';
comment on column app.grants.consumed_by is 'The call that used a `once` up; the rest of that call may still lean on it.';
comment on column app.grants.given_back is 'It ended without its person''s decision, so what was read under it still counts.';

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
comment on function app.call_id is 'The one call of a connection that runs, across its transactions; null otherwise.';

create function app.least_for(p_action text) returns text
language sql immutable parallel safe set search_path = ''
as $$
    select case
        when p_action = 'response:read' then 'viewer'
        when p_action in ('site:create', 'prompt:draft', 'prompt:publish') then 'editor'
        else 'nobody' end
$$;
comment on function app.least_for is 'The least role of whoever may do, and so approve, an action.';

-- Definers: the policies of agents stand on these, and they read what no agent may.
create function app.live_connection() returns setof app.connections
language sql stable security definer set search_path = ''
as $$
    select c from app.connections c where c.id = app.connection_id() and app.person_id() is null and app.is_live(c)
$$;
comment on function app.live_connection is 'The connection that calls, as long as it is alive. Whoever is a person is no connection.';

create function app.acting_person() returns uuid
language sql stable security definer set search_path = ''
as $$
    select coalesce(app.person_id(), (select c.person_id from app.live_connection() c))
$$;
comment on function app.acting_person is 'The person who calls, or for whom a live connection does.';

create function app.connected_workspaces() returns setof uuid
language sql stable security definer set search_path = ''
as $$
    select m.workspace_id from app.live_connection() c join app.members m on m.person_id = c.person_id
$$;
comment on function app.connected_workspaces is 'Workspaces of the person for whom the connection calls, as of now.';

create function app.connected_sites() returns setof uuid
language sql stable security definer set search_path = ''
as $$
    select s.site_id from app.live_connection() c
    join app.connection_sites s on s.connection_id = c.id
    join app.members m on m.workspace_id = s.workspace_id and m.person_id = c.person_id
$$;
comment on function app.connected_sites is 'Sites chosen for the connection that its person may still see.';

create function app.live_grants(p_action text) returns setof app.grants
language sql stable security definer set search_path = ''
as $$
    select g from app.live_connection() c
    join app.grants g on g.connection_id = c.id and g.action = p_action
    join app.members m on m.workspace_id = g.workspace_id and m.person_id = g.approved_by
        and m.role = any(app.roles_from(app.least_for(p_action)))
    where g.revoked_at is null and g.expires_at > now()
      and (g.mode = 'until' or g.consumed_at is null or g.consumed_by = app.call_id())
      and (g.site_id is null or g.site_id in (select app.connected_sites()))
$$;
comment on function app.live_grants is
    'Grants of the connection for an action that hold now: neither revoked, expired nor used up, and the approver may still do it.';

create function app.granted_sites(p_action text) returns setof uuid
language sql stable security definer set search_path = ''
as $$
    -- Reading fires no trigger that would use a `once` up, so it must have been used by this very call.
    select g.site_id from app.live_grants(p_action) g
    where g.site_id is not null and (p_action <> 'response:read' or g.mode = 'until' or g.consumed_at is not null)
$$;
comment on function app.granted_sites is 'Sites for which the connection may do an action now.';

create function app.granted_workspaces(p_action text) returns setof uuid
language sql stable security definer set search_path = ''
as $$
    select g.workspace_id from app.live_grants(p_action) g where g.site_id is null
$$;
comment on function app.granted_workspaces is 'Workspaces for which the connection may do an action now.';

create function app.may_have_read(p_site uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
    -- By person, not by connection: the tools of one person read each other's output. What was read stays read:
    -- giving the grant back, using it up or signing out does not undo it.
    select exists (
        select from app.grants g join app.connections c on c.id = g.connection_id
        where c.person_id = app.acting_person() and g.site_id = p_site and g.action = 'response:read'
          and g.expires_at > now() and (g.revoked_at is null or g.given_back))
$$;
comment on function app.may_have_read is
    'Whether words of the site''s visitors may steer a connection of the caller''s person, so that publishing needs the person''s word on that.';

create function app.content_at(p_site uuid, p_prompt uuid, p_revision integer) returns text
language sql stable set search_path = ''
as $$
    select r.sha256 from app.revisions r where r.site_id = p_site and r.prompt_id = p_prompt and r.number = p_revision
$$;

create function app.use_grant(
    p_action text, p_workspace uuid, p_site uuid, p_prompt uuid, p_revision integer, p_anew boolean) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
    v_grant app.grants;
begin
    -- Persons need no grant. Nobody at all gets nowhere without one either: the policies see to that.
    if app.connection_id() is null then
        return;
    end if;
    -- Of many at once one gets a `once`; the others look again and find it used.
    for v_try in 1..100 loop
        select g.* into v_grant from app.live_grants(p_action) g
        where g.workspace_id = p_workspace and g.site_id is not distinct from p_site
          and (g.prompt_id is null or g.prompt_id = p_prompt and g.revision is not distinct from p_revision
              and g.sha256 is not distinct from app.content_at(p_site, p_prompt, p_revision))
          and (p_action <> 'prompt:publish' or g.combination or not app.may_have_read(p_site))
          and (g.consumed_at is null or not p_anew)
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
    'Raises FB402 unless the connection has a live grant for exactly this; a `once` is used up in this transaction. p_anew asks for one that this call has not used yet.';

create function app.use_reading(p_site uuid) returns void
language sql volatile security definer set search_path = ''
as $$
    select app.use_grant('response:read', s.workspace_id, s.id, null, null, false) from app.sites s where s.id = p_site
$$;
comment on function app.use_reading is 'What a connection does before it reads responses: raises FB402 without a grant.';

reset role;
