-- Connections ask for destinations and changes of them. A person approves, and the approval itself carries it out.
set role feedback_owner;

create table app.destination_requests (
    id uuid primary key default app.mint_id(),
    connection_id uuid not null references app.connections on delete cascade,
    person_id uuid not null,
    workspace_id uuid not null references app.workspaces on delete cascade,
    site_id uuid not null,
    destination_id uuid not null,
    creates boolean not null,
    settings jsonb not null,
    sealed_url bytea,
    sha256 text not null,
    state text not null default 'pending',
    created_at timestamptz not null default now(),
    expires_at timestamptz not null default now() + interval '24 hours',
    decided_at timestamptz,
    foreign key (workspace_id, site_id) references app.sites (workspace_id, id) on delete cascade,
    constraint state_is_known check (state in ('pending', 'approved', 'denied')),
    constraint what_is_decided_has_its_time check ((state = 'pending') = (decided_at is null))
);
create index destination_requests_person on app.destination_requests (person_id, id);
create index destination_requests_connection on app.destination_requests (connection_id, id);
create index destination_requests_site on app.destination_requests (workspace_id, site_id);
create index destination_requests_expiry on app.destination_requests (expires_at);
create unique index a_destination_is_requested_once on app.destination_requests (connection_id, site_id, sha256)
    where state = 'pending';
comment on table app.destination_requests is
    'Requests of connections for a destination or a change of one. Approving one carries it out; it makes no grant.';
comment on column app.destination_requests.person_id is 'The person of the connection, who alone decides.';
comment on column app.destination_requests.destination_id is 'The destination to change, or the ID of the new one.';
comment on column app.destination_requests.settings is 'All settings as they would be, with `host`; without a Slack URL.';
comment on column app.destination_requests.sha256 is 'Hash of what was asked for, the Slack URL included: the person approves exactly that.';

alter table app.destination_requests enable row level security;
alter table app.destination_requests force row level security;
create policy "the service reads" on app.destination_requests for select to feedback_owner using (true);
create policy "the service inserts" on app.destination_requests for insert to feedback_owner with check (true);
create policy "the service updates" on app.destination_requests for update to feedback_owner using (true);
create policy "the service deletes" on app.destination_requests for delete to feedback_owner using (true);
grant select (id, connection_id, person_id, workspace_id, site_id, destination_id, creates, settings, sha256, state,
    created_at, expires_at, decided_at)
    on app.destination_requests to feedback_person, feedback_agent;
create policy "people see requests to them" on app.destination_requests for select to feedback_person
    using (person_id = (select app.person_id()));
create policy "connections see their requests" on app.destination_requests for select to feedback_agent
    using (connection_id = (select c.id from app.live_connection() c));

create function app.write_destination(
    p_site uuid, p_destination uuid, p_creates boolean, p_settings jsonb, p_sealed_url bytea, p_sealed_secret bytea)
returns void
language plpgsql volatile set search_path = ''
as $$
declare
    v_event_types text[] := array(select jsonb_array_elements_text(p_settings -> 'event_types'));
    v_prompts uuid[] := case when jsonb_typeof(p_settings -> 'prompts') = 'array'
        then array(select jsonb_array_elements_text(p_settings -> 'prompts')::uuid) end;
    v_recipients text[] := array(select jsonb_array_elements_text(coalesce(p_settings -> 'recipients', '[]')));
begin
    if p_creates then
        insert into app.destinations (site_id, id, kind, name, host, url, sealed_url, sealed_secret, event_types, prompts,
            condition, partial, include_visitor, schedule, created_by)
        values (p_site, p_destination, p_settings ->> 'kind', p_settings ->> 'name', p_settings ->> 'host',
            p_settings ->> 'url', p_sealed_url, p_sealed_secret, v_event_types, v_prompts,
            nullif(p_settings -> 'condition', 'null'), (p_settings -> 'partial')::boolean,
            (p_settings -> 'include_visitor')::boolean, p_settings -> 'schedule', app.person_id());
    else
        update app.destinations d set name = p_settings ->> 'name', host = p_settings ->> 'host', url = p_settings ->> 'url',
            event_types = v_event_types, prompts = v_prompts,
            condition = nullif(p_settings -> 'condition', 'null'), partial = (p_settings -> 'partial')::boolean,
            include_visitor = (p_settings -> 'include_visitor')::boolean, schedule = p_settings -> 'schedule'
        where d.site_id = p_site and d.id = p_destination and d.kind = p_settings ->> 'kind';
        if not found then
            raise exception 'There is no such destination.' using errcode = 'FB404';
        end if;
        if p_sealed_url is not null then
            update app.destinations d set sealed_url = p_sealed_url where d.site_id = p_site and d.id = p_destination;
        end if;
    end if;
    -- Addresses that stay keep their unsubscription.
    delete from app.destination_recipients r
    where r.site_id = p_site and r.destination_id = p_destination and r.address <> all(v_recipients);
    insert into app.destination_recipients (site_id, destination_id, address)
    select p_site, p_destination, a from unnest(v_recipients) a
    on conflict (site_id, destination_id, address) do nothing;
end $$;
comment on function app.write_destination is
    'Creates or changes a destination with the rights of the caller. p_settings: as destinationSettingsSchema of the contract, with `host`, and without the URL of Slack, which is sealed; without a sealed one, a change keeps the URL.';
grant execute on function app.write_destination to feedback_person;

create function app.request_destination(p_site uuid, p_destination uuid, p_creates boolean, p_settings jsonb,
    p_sealed_url bytea, p_sha256 text) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
    v_connection app.connections;
    v_workspace uuid;
    v_request uuid;
begin
    select * into v_connection from app.live_connection();
    if not found then
        raise exception 'Only connections request approval; a person needs none.' using errcode = 'FB403';
    end if;
    perform app.lock_memberships(v_connection.person_id);
    perform app.require_response_access(p_site);
    v_workspace := (select s.workspace_id from app.sites s where s.id = p_site);
    if not exists (select from app.members m where m.workspace_id = v_workspace and m.person_id = v_connection.person_id
        and m.role = 'owner')
    then
        raise exception 'Only owners approve destinations, and the person of this connection is none.' using errcode = 'FB403';
    elsif not p_creates and not exists (select from app.destinations d where d.site_id = p_site and d.id = p_destination) then
        raise exception 'There is no such destination.' using errcode = 'FB404';
    end if;
    -- As app.limit_open_requests counts approval requests.
    perform pg_advisory_xact_lock(hashtextextended('app.request_grant ' || v_connection.person_id, 0));
    delete from app.destination_requests r
    where r.connection_id = v_connection.id and r.state = 'pending' and r.expires_at <= now();
    select r.id into v_request from app.destination_requests r
    where r.connection_id = v_connection.id and r.site_id = p_site and r.sha256 = p_sha256 and r.state = 'pending';
    if found then
        return v_request;
    elsif (select count(*) from app.destination_requests r
        where r.person_id = v_connection.person_id and r.state = 'pending' and r.expires_at > now()) >= 10
    then
        raise exception 'Too many requests wait for this person already.' using errcode = 'FB429';
    elsif (select count(*) from app.destination_requests r
        where r.person_id = v_connection.person_id and r.created_at > now() - interval '24 hours') >= 50
    then
        raise exception 'This person received 50 requests for destinations within a day; try again tomorrow.' using errcode = 'FB429';
    end if;
    insert into app.destination_requests
        (connection_id, person_id, workspace_id, site_id, destination_id, creates, settings, sealed_url, sha256)
    values (v_connection.id, v_connection.person_id, v_workspace, p_site, p_destination, p_creates, p_settings, p_sealed_url,
        p_sha256)
    returning id into v_request;
    perform app.record_action(v_workspace, p_site,
        case when p_creates then 'requestDestination' else 'requestDestinationChange' end, p_settings ->> 'host');
    return v_request;
end $$;
comment on function app.request_destination is
    'The connection asks its person, who must be an owner, for a destination or a change of one; duplicate requests are merged. Raises FB403, FB404 and FB429.';
grant execute on function app.request_destination to feedback_agent;

create function app.lock_destination_request(p_request uuid) returns app.destination_requests
language plpgsql volatile set search_path = ''
as $$
declare
    v_request app.destination_requests;
begin
    perform app.lock_memberships(app.person_id());
    select * into v_request from app.destination_requests r
    where r.id = p_request and r.person_id = app.person_id() for update;
    if not found then
        raise exception 'There is no such request for you.' using errcode = 'FB404';
    elsif v_request.state <> 'pending' then
        raise exception 'The request is % already.', v_request.state using errcode = 'FB409';
    elsif v_request.expires_at <= now() then
        raise exception 'The request has expired; the connection can ask again.' using errcode = 'FB409';
    end if;
    return v_request;
end $$;
comment on function app.lock_destination_request is 'A pending request to the caller, locked. Raises FB404 and FB409.';

create function app.approve_destination(p_request uuid, p_sha256 text, p_sealed_secret bytea) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
    v_request app.destination_requests := app.lock_destination_request(p_request);
begin
    perform app.require_role(v_request.site_id, 'owner');
    perform app.require_recent_sign_in();
    if not exists (select from app.connections c where c.id = v_request.connection_id and app.is_live(c)) then
        raise exception 'The connection is no longer signed in.' using errcode = 'FB409';
    elsif p_sha256 <> v_request.sha256 then
        raise exception 'sha256 must repeat what was shown.' using errcode = 'FB409';
    end if;
    perform app.write_destination(v_request.site_id, v_request.destination_id, v_request.creates, v_request.settings,
        v_request.sealed_url, p_sealed_secret);
    update app.destination_requests r set state = 'approved', decided_at = now(), sealed_url = null where r.id = p_request;
    perform app.record_action(v_request.workspace_id, v_request.site_id, 'approveDestinationRequest',
        v_request.settings ->> 'host');
end $$;
comment on function app.approve_destination is
    'The caller, an owner, approves a request of their connection and carries it out. Raises FB403, FB404, FB409 and FB412.';

create function app.deny_destination(p_request uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
    v_request app.destination_requests := app.lock_destination_request(p_request);
begin
    update app.destination_requests r set state = 'denied', decided_at = now(), sealed_url = null where r.id = p_request;
    perform app.record_as_member(v_request.workspace_id, v_request.site_id, 'denyDestinationRequest',
        v_request.settings ->> 'host');
end $$;
comment on function app.deny_destination is 'The caller denies a request. Raises FB404 and FB409.';
grant execute on function app.approve_destination, app.deny_destination to feedback_person;

create function app.write_destination_approval_message() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
    v_type text := case when tg_op = 'INSERT' then 'approval.requested'
        when old.state = 'pending' and new.state in ('approved', 'denied') then 'approval.decided' end;
begin
    if v_type is not null and app.has_destination(new.site_id, v_type) then
        insert into app.outbox (site_id, id, type, detail)
        select new.site_id, app.mint_id(), v_type,
            jsonb_build_object('id', new.id, 'prompt', null, 'revision', null,
                'action', case when new.creates then 'destination:create' else 'destination:change' end,
                'connection', jsonb_build_object('kind', c.kind, 'name', c.name),
                'expires_at', app.format_instant(new.expires_at))
            || case v_type when 'approval.decided' then jsonb_build_object('state', new.state) else '{}' end
        from app.connections c where c.id = new.connection_id;
    end if;
    return null;
end $$;
create trigger requests_write_messages after insert or update of state on app.destination_requests
    for each row execute function app.write_destination_approval_message();

create function app.require_destination(p_site uuid, p_destination uuid) returns void
language plpgsql stable set search_path = ''
as $$
begin
    perform app.require_response_access(p_site);
    if not exists (select from app.destinations d where d.site_id = p_site and d.id = p_destination) then
        raise exception 'There is no such destination.' using errcode = 'FB404';
    elsif exists (select from app.destinations d
        where d.site_id = p_site and d.id = p_destination and d.state = 'paused')
    then
        raise exception 'The destination is paused; resume it first.' using errcode = 'FB409';
    end if;
end $$;
comment on function app.require_destination is
    'Raises FB403 unless the caller may send to destinations of the site, FB404 without the destination, FB409 while it is paused.';

create function app.make_destination_due(p_site uuid, p_destination uuid) returns void
language sql volatile set search_path = ''
as $$
    -- Locks it even if it is due already, as app.distribute_messages.
    update app.destinations d set due_at = least(d.due_at, now()) where d.site_id = p_site and d.id = p_destination
$$;
comment on function app.make_destination_due is
    'Has the deliveries of a destination claimed. Called before its deliveries are locked, in the order of app.record_attempt.';

create function app.test_destination(p_site uuid, p_destination uuid, p_type text, p_sample jsonb) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
    v_message uuid := app.mint_id();
begin
    perform app.require_destination(p_site, p_destination);
    if exists (select from app.destinations d where d.site_id = p_site and d.id = p_destination and d.kind = 'email')
        and not exists (select from app.destination_recipients r where r.site_id = p_site
            and r.destination_id = p_destination and r.unsubscribed_at is null and app.is_confirmed(r))
    then
        raise exception 'No recipient has confirmed yet, or all have unsubscribed.'
            using errcode = 'FB409', hint = 'Open the link in the confirmation e-mail first, or add a recipient.';
    end if;
    insert into app.outbox (site_id, id, type, destination_id, pending, detail)
    values (p_site, v_message, p_type, p_destination, false, jsonb_build_object('test', true, 'sample', p_sample));
    insert into app.deliveries (site_id, destination_id, message_id, type, test, created_at, next_at)
    values (p_site, p_destination, v_message, p_type, true, now(), now());
    perform app.make_destination_due(p_site, p_destination);
    return v_message;
end $$;
comment on function app.test_destination is
    'Writes a sample message for one destination and its delivery. Raises FB403, FB404 and FB409.';

create function app.redeliver_message(p_site uuid, p_destination uuid, p_message uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
    perform app.require_destination(p_site, p_destination);
    if exists (select from app.outbox o where o.site_id = p_site and o.id = p_message
        and o.response_id is not null and o.answers is null)
    then
        raise exception 'What the message was about has been deleted.' using errcode = 'FB409';
    end if;
    perform app.make_destination_due(p_site, p_destination);
    update app.deliveries q
    set state = 'waiting', next_at = now(), retrying_since = null, sent_to = '{}'
    where q.site_id = p_site and q.destination_id = p_destination and q.message_id = p_message and q.lease is null
      and exists (select from app.outbox o where o.site_id = p_site and o.id = p_message);
    if not found then
        raise exception 'There is no such delivery, it is older than 30 days, or it is being sent.' using errcode = 'FB404';
    end if;
end $$;
comment on function app.redeliver_message is
    'Sends a message again, with its ID. Raises FB403, FB404, and FB409 when the destination is paused or what it was about was deleted.';

create function app.redeliver_messages(
    p_site uuid, p_destination uuid, p_since timestamptz, p_until timestamptz, p_delivered boolean,
    p_limit integer default 10000, out messages integer, out next timestamptz)
language plpgsql volatile security definer set search_path = ''
as $$
declare
    v_last uuid;
    v_read integer;
begin
    perform app.require_destination(p_site, p_destination);
    perform app.make_destination_due(p_site, p_destination);
    with span as materialized (
        select o.* from app.outbox o
        where o.site_id = p_site and o.id >= app.id_from(p_since) and o.id < app.id_from(p_until)
          and o.destination_id is null and not o.pending
        order by o.id limit p_limit
    ),
    received as (
        select s.site_id, s.id, s.response_id, s.prompt_id, s.type,
            -- As in app.distribute_messages: of several changes of a response, only the last one is sent.
            s.type = 'response.updated'
                and lead(s.id) over (partition by s.response_id, s.type order by s.id) is not null as replaced
        from span s
        join app.destinations d on d.site_id = s.site_id and d.id = p_destination
        left join app.responses r on r.site_id = s.site_id and r.display_id = s.response_id
        where app.receives_message(d, s, r.traits, r.context) and (s.response_id is null or r.display_id is not null)
    ),
    written as (
        insert into app.deliveries as q
            (site_id, destination_id, message_id, response_id, prompt_id, type, created_at, next_at, state)
        select s.site_id, p_destination, s.id, s.response_id, s.prompt_id, s.type, now(), now(),
            case when s.replaced then 'cancelled' else 'waiting' end
        from received s
        on conflict (site_id, destination_id, message_id) do update
        set state = case q.state when 'failed' then excluded.state else 'waiting' end,
            next_at = now(), retrying_since = null, sent_to = '{}'
        where q.lease is null and (q.state = 'failed' or p_delivered and q.state <> 'cancelled')
        returning q.state
    )
    select (select count(*) from written w where w.state = 'waiting'), count(*), max(s.id::text)::uuid into messages, v_read, v_last from span s;
    if v_read = p_limit then
        next := app.id_time(v_last);
    end if;
end $$;
comment on function app.redeliver_messages is
    'Sends the messages of a span of time to a destination: those that it has not received, with p_delivered also those that it has, but none that a newer one replaced. Of missed changes of a response, it sends only the last. `next`: where a request for the rest starts; null when that was all. Raises FB403, FB404 and FB409.';
grant execute on function app.test_destination, app.redeliver_message, app.redeliver_messages to feedback_person, feedback_agent;

reset role;
