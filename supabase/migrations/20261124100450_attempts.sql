-- What a worker calls for each delivery: claim it, log the attempt, notify owners of a pause.
set role feedback_owner;

create function app.describe_claimed(p_destination app.destinations, p_delivery app.deliveries, p_now timestamptz) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
    v_message app.outbox;
    v_data jsonb;
begin
    select * into v_message from app.outbox o where o.site_id = p_delivery.site_id and o.id = p_delivery.message_id;
    if not found then
        return null;
    end if;
    v_data := app.describe_message(v_message, p_destination.include_visitor);
    return case when v_data is not null then jsonb_build_object(
        'site', (select jsonb_build_object('id', s.id, 'site_id', s.site_id, 'name', s.name,
                'time_zone', coalesce(s.settings ->> 'time_zone', 'UTC'))
            from app.sites s where s.id = p_delivery.site_id),
        'destination', jsonb_build_object('id', p_destination.id, 'kind', p_destination.kind, 'name', p_destination.name,
            'url', p_destination.url, 'schedule', p_destination.schedule, 'prompts', p_destination.prompts,
            'include_visitor', p_destination.include_visitor,
            'sealed_url', encode(p_destination.sealed_url, 'base64'),
            'sealed_secret', encode(p_destination.sealed_secret, 'base64'),
            'sealed_old_secret', case when p_destination.rotation_ends_at > p_now
                then encode(p_destination.sealed_old_secret, 'base64') end,
            'recipients', (select jsonb_agg(r.address order by r.address) from app.destination_recipients r
                where r.site_id = p_delivery.site_id and r.destination_id = p_delivery.destination_id
                  and r.unsubscribed_at is null and app.is_confirmed(r) and r.address <> all(p_delivery.sent_to))),
        'message', jsonb_build_object('id', v_message.id, 'type', v_message.type, 'test', p_delivery.test,
            'at', app.format_instant(app.id_time(v_message.id))),
        'data', v_data,
        -- To write questions and their titles; null where the message is about no response.
        'content', (select app.apply_variant(v.content, r.variant) from app.responses r
            join app.revisions v on v.site_id = r.site_id and v.prompt_id = r.prompt_id and v.number = r.revision
            where r.site_id = v_message.site_id and r.display_id = v_message.response_id),
        'lease', p_delivery.lease,
        'attempt', p_delivery.attempts) end;
end $$;
comment on function app.describe_claimed is
    'A leased delivery with what is needed to send it; null when what it is about was deleted.';

create function app.claim_deliveries(p_limit integer default 16, p_now timestamptz default clock_timestamp())
returns setof jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
    v_destination app.destinations;
    v_delivery app.deliveries;
    v_data jsonb;
    v_left integer := p_limit;
    v_most integer;
    v_leased integer;
begin
    for v_destination in
        select * from app.destinations d where d.state = 'active' and d.due_at <= p_now
        order by d.due_at limit p_limit for no key update skip locked
    loop
        exit when v_left <= 0;
        -- A slow destination occupies only some of a worker's requests, and one that fails even fewer.
        v_most := case when v_destination.failing_since is null then 16 else 2 end;
        select count(*) into v_leased from app.deliveries q
        where q.site_id = v_destination.site_id and q.destination_id = v_destination.id and q.lease is not null and q.next_at > p_now;
        for v_delivery in
            with due as materialized (
                select q.message_id from app.deliveries q
                where q.site_id = v_destination.site_id and q.destination_id = v_destination.id
                  and q.state = 'waiting' and q.next_at <= p_now
                order by q.next_at limit greatest(0, least(v_most - v_leased, v_left)) for update skip locked
            )
            update app.deliveries q
            set lease = gen_random_uuid(), next_at = p_now + interval '30 seconds', attempts = q.attempts + 1,
                retrying_since = coalesce(q.retrying_since, p_now)
            from due where q.site_id = v_destination.site_id and q.destination_id = v_destination.id and q.message_id = due.message_id
            returning q.*
        loop
            v_leased := v_leased + 1;
            v_left := v_left - 1;
            v_data := app.describe_claimed(v_destination, v_delivery, p_now);
            if v_data is null then
                update app.deliveries q set state = 'cancelled', lease = null
                where q.site_id = v_delivery.site_id and q.destination_id = v_delivery.destination_id
                  and q.message_id = v_delivery.message_id;
                v_leased := v_leased - 1;
            else
                return next v_data;
            end if;
        end loop;
        update app.destinations d
        set due_at = coalesce((
            select q.next_at from app.deliveries q
            where q.site_id = d.site_id and q.destination_id = d.id and q.state = 'waiting'
              -- All it may have is under way: app.record_attempt says when there is room again, or a lease ends.
              and (v_leased < v_most or q.next_at > p_now)
            order by q.next_at limit 1), 'infinity')
        where d.site_id = v_destination.site_id and d.id = v_destination.id;
    end loop;
end $$;
comment on function app.claim_deliveries is
    'Leases due deliveries for 30 seconds and returns what is needed to send them: at most 16 at a time for each destination, two for one that fails. What was deleted meanwhile is cancelled.';

create function app.retry_at(p_attempts integer, p_retry_after integer, p_now timestamptz) returns timestamptz
language sql volatile set search_path = ''
as $$
    -- Shortened at random by up to half, so that what failed together does not return together.
    select p_now + greatest(
        least(interval '5 seconds' * 2 ^ least(greatest(p_attempts, 1) - 1, 20), interval '6 hours') * (0.5 + random() / 2),
        make_interval(secs => least(coalesce(p_retry_after, 0), 86400)))
$$;
comment on function app.retry_at is 'When to try again after so many attempts; not before Retry-After, which counts up to a day.';

create function app.record_attempt(
    p_site uuid, p_destination uuid, p_message uuid, p_lease uuid, p_attempt jsonb, p_now timestamptz default clock_timestamp())
returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
    v_delivered boolean := p_attempt ->> 'outcome' = 'delivered';
    v_gone boolean := coalesce((p_attempt -> 'gone')::boolean, false);
    v_reached boolean;
    v_failing timestamptz;
    v_destination app.destinations;
    v_delivery app.deliveries;
    v_current boolean;
    v_pause text;
    v_due timestamptz;
begin
    select * into v_destination from app.destinations d where d.site_id = p_site and d.id = p_destination for no key update;
    select * into v_delivery from app.deliveries q
    where q.site_id = p_site and q.destination_id = p_destination and q.message_id = p_message for no key update;
    if not found then
        return null;
    end if;
    insert into app.delivery_attempts (site_id, destination_id, message_id, number, at, outcome, status, milliseconds, bytes,
        sha256, error)
    values (p_site, p_destination, p_message, (p_attempt ->> 'number')::integer, p_now, p_attempt ->> 'outcome',
        (p_attempt ->> 'status')::integer, (p_attempt ->> 'milliseconds')::integer, (p_attempt ->> 'bytes')::integer,
        decode(p_attempt ->> 'sha256', 'hex'),
        -- It may repeat what was sent, which is gone once the response is.
        case when p_attempt ->> 'error' is not null and (v_delivery.response_id is null or exists (select from app.responses r
            where r.site_id = p_site and r.display_id = v_delivery.response_id)) then left(p_attempt ->> 'error', 300) end)
    on conflict (site_id, destination_id, message_id, number) do nothing;
    -- A worker that was slower than its lease may still report success; a failure says nothing about the newer attempt.
    v_current := v_delivery.state = 'waiting' and (v_delivered or v_delivery.lease is not distinct from p_lease);
    if v_current then
        update app.deliveries q set
            lease = null,
            sent_to = q.sent_to || array(select jsonb_array_elements_text(p_attempt -> 'sent_to')),
            state = case when v_delivered then 'delivered'
                when q.retrying_since <= p_now - interval '3 days' then 'failed' else 'waiting' end,
            next_at = case when v_delivered then q.next_at
                else app.retry_at((select count(*)::integer from app.delivery_attempts a
                    where a.site_id = p_site and a.destination_id = p_destination and a.message_id = p_message
                      and a.at >= q.retrying_since), (p_attempt ->> 'retry_after')::integer, p_now) end
        where q.site_id = p_site and q.destination_id = p_destination and q.message_id = p_message
        returning * into v_delivery;
    end if;
    v_reached := v_delivered or jsonb_array_length(coalesce(p_attempt -> 'sent_to', '[]')) > 0;
    -- One refused address does not condemn the others: once some have an e-mail, its failures say nothing about the destination.
    v_failing := case when v_reached then null when cardinality(v_delivery.sent_to) > 0 then v_destination.failing_since
        else coalesce(v_destination.failing_since, p_now) end;
    v_pause := case when v_destination.state = 'paused' or v_reached then null when v_gone then 'gone'
        when cardinality(v_delivery.sent_to) = 0 and v_destination.failing_since <= p_now - interval '3 days' then 'failing' end;
    select q.next_at into v_due from app.deliveries q
    where q.site_id = p_site and q.destination_id = p_destination and q.state = 'waiting' order by q.next_at limit 1;
    update app.destinations d set
        due_at = least(d.due_at, v_due),
        last_delivered_at = case when v_reached then p_now else d.last_delivered_at end,
        failing_since = v_failing,
        state = case when v_pause is null then d.state else 'paused' end,
        pause_cause = coalesce(v_pause, d.pause_cause),
        paused_at = case when v_pause is null then d.paused_at else p_now end,
        notice_due_at = case when v_pause is null then d.notice_due_at else p_now end
    where d.site_id = p_site and d.id = p_destination
      and (v_due < d.due_at
        or d.failing_since is distinct from v_failing or v_pause is not null
        or v_reached and (d.last_delivered_at is null or d.last_delivered_at < p_now - interval '1 minute'));
    return jsonb_build_object('state', v_delivery.state, 'next_at', v_delivery.next_at, 'paused', v_pause is not null);
end $$;
comment on function app.record_attempt is
    'Logs an attempt and acknowledges the delivery, or schedules the next attempt for up to three days. A destination that reached nobody for three days, or is gone, is paused. p_attempt: number, outcome, status, milliseconds, bytes, sha256, error, retry_after (seconds), gone, sent_to.';

create function app.record_attempts(p_attempts jsonb, p_now timestamptz default clock_timestamp()) returns setof jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
    v_one record;
    v_recorded jsonb := '{}';
begin
    -- In one order, so that two workers do not wait for each other.
    for v_one in
        select e.n, (e.value ->> 'site')::uuid as site, (e.value ->> 'destination')::uuid as destination,
            (e.value ->> 'message')::uuid as message, (e.value ->> 'lease')::uuid as lease, e.value -> 'attempt' as attempt
        from jsonb_array_elements(p_attempts) with ordinality e (value, n) order by 2, 3, 4
    loop
        v_recorded := v_recorded || jsonb_build_object(v_one.n, app.record_attempt(
            v_one.site, v_one.destination, v_one.message, v_one.lease, v_one.attempt, p_now));
    end loop;
    return query select v_recorded -> n::text from generate_series(1, jsonb_array_length(p_attempts)) n order by n;
end $$;
comment on function app.record_attempts is
    'Does what app.record_attempt does for several attempts, each with site, destination, message, lease and attempt, in one transaction. Returns its results in their order.';

create function app.claim_pause_notices(p_now timestamptz default clock_timestamp()) returns setof jsonb
language plpgsql volatile security definer set search_path = ''
as $$
begin
    return query
        with due as (
            -- Twice as long after the pause each time, so that a mail server that refuses it is not asked for ever.
            update app.destinations d set notice_due_at = case when d.paused_at > p_now - interval '3 days'
                then p_now + greatest(interval '5 minutes', p_now - d.paused_at) end
            where d.notice_due_at <= p_now and d.state = 'paused' returning d.*
        )
        select jsonb_build_object('site', s.id, 'site_name', s.name, 'workspace', s.workspace_id, 'destination', due.id,
            'kind', due.kind, 'name', due.name, 'host', due.host, 'pause_cause', due.pause_cause,
            'paused_at', app.format_instant(due.paused_at), 'failing_since', app.format_instant(due.failing_since),
            'owners', (select jsonb_agg(m.email order by m.email) from app.members m
                where m.workspace_id = s.workspace_id and m.role = 'owner' and m.email is not null))
        from due join app.sites s on s.id = due.site_id;
end $$;
comment on function app.claim_pause_notices is
    'Destinations that the service paused and whose owners do not know yet, with the owners'' addresses. Returned again after growing delays, for three days, unless app.finish_pause_notice is called.';

create function app.finish_pause_notice(p_site uuid, p_destination uuid) returns void
language sql volatile security definer set search_path = ''
as $$
    update app.destinations d set notice_due_at = null where d.site_id = p_site and d.id = p_destination
$$;
comment on function app.finish_pause_notice is 'The owners were notified that the destination is paused.';

grant execute on function app.claim_deliveries, app.record_attempts, app.claim_pause_notices, app.finish_pause_notice
    to feedback_worker;

reset role;
