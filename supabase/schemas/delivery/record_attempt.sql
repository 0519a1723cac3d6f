create or replace function app.record_attempt(
    p_site uuid, p_destination uuid, p_message uuid, p_lease uuid, p_attempt jsonb, p_now timestamptz default clock_timestamp())
returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
    v_delivered boolean := p_attempt ->> 'outcome' = 'delivered';
    v_stops boolean := coalesce((p_attempt -> 'stops')::boolean, false);
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
                when v_stops or q.retrying_since <= p_now - interval '3 days' then 'failed' else 'waiting' end,
            next_at = case when v_delivered then q.next_at
                else app.retry_at((select count(*)::integer from app.delivery_attempts a
                    where a.site_id = p_site and a.destination_id = p_destination and a.message_id = p_message
                      and a.at >= q.retrying_since), (p_attempt ->> 'retry_after')::integer, p_now) end
        where q.site_id = p_site and q.destination_id = p_destination and q.message_id = p_message
        returning * into v_delivery;
        if v_delivered and jsonb_typeof(p_attempt -> 'issue') = 'object' then
            perform app.record_issue(v_delivery, p_attempt -> 'issue', p_now);
        end if;
    end if;
    v_reached := v_delivered or jsonb_array_length(coalesce(p_attempt -> 'sent_to', '[]')) > 0;
    -- One refused address does not condemn the others: once some have an e-mail, its failures say nothing about the destination.
    -- Neither does a message that no attempt can deliver.
    v_failing := case when v_reached then null
        when v_stops or cardinality(v_delivery.sent_to) > 0 then v_destination.failing_since
        else coalesce(v_destination.failing_since, p_now) end;
    v_pause := case when v_destination.state = 'paused' or v_reached then null when v_gone then 'gone'
        when not v_stops and cardinality(v_delivery.sent_to) = 0 and v_destination.failing_since <= p_now - interval '3 days' then 'failing' end;
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
    'Logs an attempt and acknowledges the delivery, or schedules the next attempt for up to three days unless it `stops`. A destination that reached nobody for three days, or is gone, is paused. p_attempt: number, outcome, status, milliseconds, bytes, sha256, error, retry_after (seconds), gone, stops, sent_to, issue.';
