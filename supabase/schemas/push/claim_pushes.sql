create or replace function app.claim_pushes(p_limit integer default 32, p_now timestamptz default clock_timestamp())
returns setof jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
    v_message app.push_messages;
    v_subscription app.push_subscriptions;
    v_request jsonb;
begin
    for v_message in
        with due as materialized (
            select p.id from app.push_messages p where p.next_at <= p_now order by p.next_at limit p_limit for update skip locked
        )
        update app.push_messages p
        set lease = gen_random_uuid(), next_at = p_now + interval '30 seconds', attempts = p.attempts + 1
        from due where p.id = due.id returning p.*
    loop
        select * into v_subscription from app.push_subscriptions s where s.id = v_message.subscription_id;
        -- Deleted with another notification of this call.
        continue when v_subscription.id is null;
        if not app.has_live_session(v_subscription, p_now) then
            perform app.end_subscription(v_subscription.id);
            continue;
        end if;
        v_request := app.describe_pushed_request(v_message.request_id, v_subscription.person_id, p_now);
        if v_message.request_id is not null and v_request is null then
            delete from app.push_messages p where p.id = v_message.id;
            continue;
        end if;
        return next jsonb_build_object('id', v_message.id, 'lease', v_message.lease, 'reminder', v_message.reminder,
            'subscription', v_subscription.id, 'host', v_subscription.host, 'sealed', encode(v_subscription.sealed, 'base64'),
            'keys', (select jsonb_build_object('public', k.public_key, 'sealed_private', encode(k.sealed, 'base64')) from app.push_keys k),
            'request', v_request);
    end loop;
end $$;
comment on function app.claim_pushes is
    'Leases due notifications for 30 seconds and returns what is needed to send them. Subscriptions whose sign-in has ended are deleted instead, and notifications of requests that wait no longer.';
grant execute on function app.claim_pushes to feedback_worker;

create or replace function app.end_subscription(p_subscription uuid) returns void
language plpgsql volatile set search_path = ''
as $$
begin
    if app.own_cell() = 0 then
        delete from app.push_subscriptions s where s.id = p_subscription;
    else
        -- Home does it with its next notification.
        delete from app.push_messages p where p.subscription_id = p_subscription;
    end if;
end $$;
comment on function app.end_subscription is 'Deletes a subscription with its notifications; in a cell, where it is a copy, only these.';

create or replace function app.record_push(p_id uuid, p_lease uuid, p_result jsonb, p_now timestamptz default clock_timestamp())
returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
    v_message app.push_messages;
begin
    select * into v_message from app.push_messages p where p.id = p_id for update;
    if not found then
        return;
    elsif (p_result -> 'gone')::boolean then
        perform app.end_subscription(v_message.subscription_id);
    elsif (p_result -> 'delivered')::boolean then
        delete from app.push_messages p where p.id = p_id;
        if app.own_cell() = 0 then
            update app.push_subscriptions s set last_delivered_at = p_now where s.id = v_message.subscription_id;
        end if;
    elsif v_message.created_at <= p_now - interval '3 days' then
        delete from app.push_messages p where p.id = p_id;
    elsif v_message.lease = p_lease then
        update app.push_messages p
        set lease = null, next_at = app.retry_at(p.attempts, (p_result ->> 'retry_after')::integer, p_now)
        where p.id = p_id;
    end if;
end $$;
comment on function app.record_push is
    'Acknowledges a notification, or schedules its next attempt for up to three days. A subscription that the push service reports as gone is deleted. p_result: delivered, gone, retry_after (seconds).';
grant execute on function app.record_push to feedback_worker;
