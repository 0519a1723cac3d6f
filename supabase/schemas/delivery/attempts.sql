-- What a worker calls for each delivery: claim it, log the attempt, notify owners of a pause.
create or replace function app.describe_claimed(p_destination app.destinations, p_delivery app.deliveries, p_now timestamptz) returns jsonb
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
            'include_visitor', p_destination.include_visitor, 'tracker', p_destination.tracker,
            'sealed_url', encode(p_destination.sealed_url, 'base64'),
            'sealed_token', encode(p_destination.sealed_token, 'base64'),
            'sealed_secret', encode(p_destination.sealed_secret, 'base64'),
            'sealed_old_secret', case when p_destination.rotation_ends_at > p_now
                then encode(p_destination.sealed_old_secret, 'base64') end,
            'recipients', (select jsonb_agg(r.address order by r.address) from app.destination_recipients r
                where r.site_id = p_delivery.site_id and r.destination_id = p_delivery.destination_id
                  and r.unsubscribed_at is null and app.is_confirmed(r) and r.address <> all(p_delivery.sent_to))),
        'message', jsonb_build_object('id', v_message.id, 'type', v_message.type, 'test', p_delivery.test,
            'at', app.format_instant(app.id_time(v_message.id))),
        'data', v_data,
        -- What an earlier delivery created or commented on, or what this one will comment on.
        'issue', (select jsonb_build_object('id', i.id, 'key', i.key, 'url', i.url, 'has_message', p_delivery.issue_id is not null)
            from app.issues i where i.site_id = p_delivery.site_id and i.destination_id = p_delivery.destination_id
              and i.id = coalesce(p_delivery.issue_id,
                case v_message.type when 'selection' then (v_message.detail ->> 'issue')::uuid end)),
        -- To write questions and their titles; null where the message is about no response.
        'content', (select app.apply_variant(v.content, r.variant) from app.responses r
            join app.revisions v on v.site_id = r.site_id and v.prompt_id = r.prompt_id and v.number = r.revision
            where r.site_id = v_message.site_id and r.display_id = v_message.response_id),
        'lease', p_delivery.lease,
        'attempt', p_delivery.attempts) end;
end $$;
comment on function app.describe_claimed is
    'A leased delivery with what is needed to send it; null when what it is about was deleted.';

create or replace function app.retry_at(p_attempts integer, p_retry_after integer, p_now timestamptz) returns timestamptz
language sql volatile set search_path = ''
as $$
    -- Shortened at random by up to half, so that what failed together does not return together.
    select p_now + greatest(
        least(interval '5 seconds' * 2 ^ least(greatest(p_attempts, 1) - 1, 20), interval '6 hours') * (0.5 + random() / 2),
        make_interval(secs => least(coalesce(p_retry_after, 0), 86400)))
$$;
comment on function app.retry_at is 'When to try again after so many attempts; not before Retry-After, which counts up to a day.';

create or replace function app.record_attempts(p_attempts jsonb, p_now timestamptz default clock_timestamp()) returns setof jsonb
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
grant execute on function app.record_attempts to feedback_worker;

create or replace function app.claim_pause_notices(p_now timestamptz default clock_timestamp()) returns setof jsonb
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
grant execute on function app.claim_pause_notices to feedback_worker;

create or replace function app.finish_pause_notice(p_site uuid, p_destination uuid) returns void
language sql volatile security definer set search_path = ''
as $$
    update app.destinations d set notice_due_at = null where d.site_id = p_site and d.id = p_destination
$$;
comment on function app.finish_pause_notice is 'The owners were notified that the destination is paused.';
grant execute on function app.finish_pause_notice to feedback_worker;
