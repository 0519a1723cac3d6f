create or replace function app.subscribe_to_push(
    p_id uuid, p_endpoint_sha256 bytea, p_host text, p_browser text, p_sealed bytea) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
    v_person uuid := app.person_id();
    v_session uuid := (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'session_id')::uuid;
begin
    if v_person is null then
        raise exception 'Only a person subscribes.' using errcode = 'FB403';
    end if;
    -- One at a time per person: otherwise concurrent requests could exceed the limit.
    perform pg_advisory_xact_lock(hashtextextended('app.subscribe_to_push ' || v_person, 0));
    -- A browser has one subscription, which belongs to the person who signed in last.
    delete from app.push_subscriptions s where s.endpoint_sha256 = p_endpoint_sha256;
    if (select count(*) from app.push_subscriptions s where s.person_id = v_person) >= 10 then
        raise exception 'You are notified on 10 devices already: remove one first.' using errcode = 'FB409';
    end if;
    insert into app.push_subscriptions (id, person_id, session_id, endpoint_sha256, host, browser, sealed)
    values (p_id, v_person, v_session, p_endpoint_sha256, p_host, p_browser, p_sealed);
    insert into app.push_messages (subscription_id) values (p_id);
end $$;
comment on function app.subscribe_to_push is
    'The caller wants notifications of approval requests in a browser, and gets a first one there. Raises FB403 and FB409.';
grant execute on function app.subscribe_to_push to feedback_person;

create or replace function app.has_live_session(p_subscription app.push_subscriptions, p_now timestamptz) returns boolean
language sql stable set search_path = ''
as $$
    select p_subscription.session_id is null
        or exists (select from identity."session" s
            where s."id" = p_subscription.session_id and s."userId" = p_subscription.person_id and s."expiresAt" > p_now)
        or hosted_auth.has_session(p_subscription.session_id, p_subscription.person_id)
$$;
comment on function app.has_live_session is 'Whether the person is still signed in where they subscribed.';

create or replace function app.end_push_with_session() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
    delete from app.push_subscriptions s where s.session_id = old."id";
    return null;
end $$;
create trigger subscriptions_end_with_session after delete on identity."session"
    for each row execute function app.end_push_with_session();

create or replace function app.end_push_with_membership() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
    delete from app.push_messages p using app.push_subscriptions s, app.grant_requests r
    where s.person_id = old.person_id and p.subscription_id = s.id and r.id = p.request_id and r.workspace_id = old.workspace_id;
    delete from app.push_messages p using app.push_subscriptions s, app.destination_requests r
    where s.person_id = old.person_id and p.subscription_id = s.id and r.id = p.request_id and r.workspace_id = old.workspace_id;
    -- Memberships in other cells are not known here.
    if not exists (select from app.cells c where c.number <> 0) then
        delete from app.push_subscriptions s
        where s.person_id = old.person_id and not exists (select from app.members m where m.person_id = old.person_id);
    end if;
    return null;
end $$;
comment on function app.end_push_with_membership is
    'Who loses a workspace is notified of nothing there, and who loses the last one of nothing at all.';
create trigger subscriptions_end_with_membership after delete on app.members
    for each row execute function app.end_push_with_membership();
