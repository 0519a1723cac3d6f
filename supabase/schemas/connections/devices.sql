create or replace function app.begin_device(p_request jsonb, p_device bytea, p_address bytea, p_now timestamptz) returns text
language plpgsql security definer set search_path = ''
as $$
begin
    if not app.count_attempt('device', p_address, 30, interval '10 minutes', p_now) then
        return 'limited';
    end if;
    insert into app.device_requests (id, device_hash, user_code, client_id, device_name, address, region, resource,
        created_at, expires_at)
    select app.mint_id(p_now), p_device, r.user_code, r.client_id, r.device_name, p_address, r.region, r.resource,
        p_now, p_now + interval '10 minutes'
    from jsonb_to_record(p_request) r (user_code text, client_id text, device_name text, region text, resource text)
    on conflict (user_code) do nothing;
    return case when found then 'begun' else 'taken' end;
end $$;
comment on function app.begin_device is 'Stores a device request for ten minutes; `taken` means that another user code is needed.';
grant execute on function app.begin_device to feedback_manage;

create or replace function app.find_device(p_user_code text, p_address bytea, p_now timestamptz, out limited boolean,
    out request app.device_requests)
language plpgsql volatile set search_path = ''
as $$
declare
    v_person constant bytea := uuid_send(app.person_id());
begin
    limited := not app.count_attempt('user code of a person', v_person, 10, interval '10 minutes', p_now);
    if not limited and p_address is not null then
        limited := not app.count_attempt('user code', p_address, 30, interval '10 minutes', p_now);
    end if;
    if limited then
        return;
    end if;
    select * into request from app.device_requests d
    where d.user_code = p_user_code and d.state = 'pending' and d.expires_at > p_now
    for update;
    if found then
        -- Only wrong codes count.
        update app.attempts a set times = a.times - 1
        where (a.kind, a.key) in (('user code of a person', v_person), ('user code', p_address));
    end if;
end $$;
comment on function app.find_device is 'The request with this code, locked. After ten wrong codes in ten minutes the caller is `limited`.';

create or replace function app.open_device(p_user_code text, p_address bytea, p_now timestamptz)
returns table (limited boolean, device_name text, same_address boolean, region text, resource text,
    created_at timestamptz, expires_at timestamptz)
language sql volatile security definer set search_path = ''
as $$
    select f.limited, (f.request).device_name, (f.request).address = p_address, (f.request).region,
        (f.request).resource, (f.request).created_at, (f.request).expires_at
    from app.find_device(p_user_code, p_address, p_now) f
$$;
comment on function app.open_device is 'The device that shows this code; a row of nulls without one.';
grant execute on function app.open_device to feedback_person;

create or replace function app.decide_device(
    p_user_code text, p_approve boolean, p_sites uuid[], p_address bytea, p_now timestamptz) returns text
language plpgsql security definer set search_path = ''
as $$
declare
    v_found record;
begin
    perform app.lock_memberships(app.person_id());
    select f.limited, (f.request).id, (f.request).device_name into v_found
    from app.find_device(p_user_code, p_address, p_now) f;
    if v_found.limited then
        return 'limited';
    elsif v_found.id is null then
        return 'unknown';
    end if;
    if p_approve then
        perform app.require_chosen_sites(p_sites, array[]::text[]);
    end if;
    update app.device_requests d
    set state = case when p_approve then 'approved' else 'denied' end, person_id = app.person_id(), sites = p_sites
    where d.id = v_found.id;
    if p_approve then
        perform app.record_connection_approval('approveDevice', p_sites, v_found.device_name);
    end if;
    return 'decided';
end $$;
comment on function app.decide_device is 'The caller approves or denies the device: `decided`, `unknown` or `limited`.';
grant execute on function app.decide_device to feedback_person;

create trigger approving_devices_needs_presence after update of state on app.device_requests
    for each row when (new.state = 'approved') execute function app.check_assurance('presence', 'approveDevice');

create or replace function app.redeem_device(p_device bytea, p_client text, p_name text, p_resource text, p_access bytea,
    p_refresh bytea, p_now timestamptz) returns app.token_result
language plpgsql security definer set search_path = ''
as $$
declare
    v_request app.device_requests;
    v_result app.token_result;
begin
    perform app.lock_memberships(d.person_id) from app.device_requests d where d.device_hash = p_device;
    select * into v_request from app.device_requests d where d.device_hash = p_device for update;
    if v_request.id is null or v_request.client_id <> p_client or v_request.state = 'redeemed' then
        v_result.outcome := 'unknown';
    elsif v_request.state = 'denied' then
        v_result.outcome := 'denied';
    elsif v_request.expires_at <= p_now then
        v_result.outcome := 'expired';
    elsif p_resource <> v_request.resource then
        v_result.outcome := 'other_resource';
    elsif v_request.polled_at > p_now - make_interval(secs => v_request.pause)
        and v_request.polled_at <= p_now + interval '1 minute' then
        update app.device_requests d set polled_at = p_now, pause = least(d.pause + 5, 60) where d.id = v_request.id;
        v_result.outcome := 'slow_down';
    elsif v_request.state = 'pending' then
        update app.device_requests d set polled_at = p_now where d.id = v_request.id;
        v_result.outcome := 'pending';
    else
        v_result := ('issued', app.create_connection(v_request.person_id, 'cli', p_name, p_client, v_request.device_name,
            v_request.sites, null, p_now), v_request.resource, array[]::text[], null)::app.token_result;
        v_result.expires_at := app.issue_tokens(
            v_result.connection_id, gen_random_uuid(), v_request.resource, p_access, p_refresh, p_now);
        update app.device_requests d set state = 'redeemed' where d.id = v_request.id;
    end if;
    return v_result;
end $$;
comment on function app.redeem_device is 'Exchanges the code of an approved device for a connection and its tokens, once.';
grant execute on function app.redeem_device to feedback_manage;
