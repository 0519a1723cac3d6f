create or replace function app.write_destination(
    p_site uuid, p_destination uuid, p_creates boolean, p_settings jsonb, p_sealed_url bytea, p_sealed_token bytea,
    p_sealed_secret bytea)
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
        insert into app.destinations (site_id, id, kind, name, host, url, tracker, channel, sealed_url, sealed_token, sealed_secret,
            event_types, prompts, condition, partial, include_visitor, schedule, created_by)
        values (p_site, p_destination, p_settings ->> 'kind', p_settings ->> 'name', p_settings ->> 'host',
            p_settings ->> 'url', p_settings -> 'tracker', nullif(p_settings -> 'channel', 'null'), p_sealed_url,
            p_sealed_token, p_sealed_secret, v_event_types, v_prompts, nullif(p_settings -> 'condition', 'null'), (p_settings -> 'partial')::boolean,
            (p_settings -> 'include_visitor')::boolean, p_settings -> 'schedule', app.person_id());
    else
        update app.destinations d set name = p_settings ->> 'name', host = p_settings ->> 'host',
            event_types = v_event_types, prompts = v_prompts,
            condition = nullif(p_settings -> 'condition', 'null'), partial = (p_settings -> 'partial')::boolean,
            include_visitor = (p_settings -> 'include_visitor')::boolean, schedule = p_settings -> 'schedule',
            tracker = p_settings -> 'tracker', channel = nullif(p_settings -> 'channel', 'null')
        where d.site_id = p_site and d.id = p_destination and d.kind = p_settings ->> 'kind';
        if not found then
            raise exception 'There is no such destination.' using errcode = 'FB404';
        end if;
        if p_settings ->> 'url' is not null then
            update app.destinations d set url = p_settings ->> 'url' where d.site_id = p_site and d.id = p_destination;
        end if;
        if p_sealed_url is not null then
            update app.destinations d set sealed_url = p_sealed_url where d.site_id = p_site and d.id = p_destination;
        end if;
        if p_sealed_token is not null then
            update app.destinations d set sealed_token = p_sealed_token where d.site_id = p_site and d.id = p_destination;
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
    'Creates or changes a destination with the rights of the caller. p_settings: as destinationSettingsSchema of the contract, with `host`, and without secrets, which are sealed; a change keeps those that are missing, and a missing URL.';
grant execute on function app.write_destination to feedback_person;

create or replace function app.lock_destination_request(p_request uuid) returns app.destination_requests
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

create or replace function app.approve_destination(p_request uuid, p_sha256 text, p_sealed_secret bytea) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
    v_request app.destination_requests := app.lock_destination_request(p_request);
begin
    perform app.require_role(v_request.site_id, 'owner');
    if not exists (select from app.connections c where c.id = v_request.connection_id and app.is_live(c)) then
        raise exception 'The connection is no longer signed in.' using errcode = 'FB409';
    elsif p_sha256 <> v_request.sha256 then
        raise exception 'sha256 must repeat what was shown.' using errcode = 'FB409';
    end if;
    perform app.write_destination(v_request.site_id, v_request.destination_id, v_request.creates, v_request.settings,
        v_request.sealed_url, v_request.sealed_token, p_sealed_secret);
    update app.destination_requests r set state = 'approved', decided_at = now(), sealed_url = null, sealed_token = null
    where r.id = p_request;
    perform app.record_action(v_request.workspace_id, v_request.site_id, 'approveDestinationRequest',
        v_request.settings ->> 'host');
end $$;
comment on function app.approve_destination is
    'The caller, an owner, approves a request of their connection and carries it out. Raises FB403, FB404, FB409 and FB412.';
grant execute on function app.approve_destination to feedback_person;

create or replace function app.deny_destination(p_request uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
    v_request app.destination_requests := app.lock_destination_request(p_request);
begin
    update app.destination_requests r set state = 'denied', decided_at = now(), sealed_url = null, sealed_token = null
    where r.id = p_request;
    perform app.record_as_member(v_request.workspace_id, v_request.site_id, 'denyDestinationRequest',
        v_request.settings ->> 'host');
end $$;
comment on function app.deny_destination is 'The caller denies a request. Raises FB404 and FB409.';
grant execute on function app.deny_destination to feedback_person;

create or replace function app.require_destination(p_site uuid, p_destination uuid) returns void
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
