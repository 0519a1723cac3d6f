create or replace function app.make_destination_due(p_site uuid, p_destination uuid) returns void
language sql volatile set search_path = ''
as $$
    -- Locks it even if it is due already, as app.distribute_messages.
    update app.destinations d set due_at = least(d.due_at, now()) where d.site_id = p_site and d.id = p_destination
$$;
comment on function app.make_destination_due is
    'Has the deliveries of a destination claimed. Called before its deliveries are locked, in the order of app.record_attempt.';

create or replace function app.require_recipient(p_site uuid, p_destination uuid) returns void
language plpgsql stable set search_path = ''
as $$
begin
    if exists (select from app.destinations d where d.site_id = p_site and d.id = p_destination and d.kind = 'email')
        and not exists (select from app.destination_recipients r where r.site_id = p_site
            and r.destination_id = p_destination and r.unsubscribed_at is null and app.is_confirmed(r))
    then
        raise exception 'No recipient has confirmed yet, or all have unsubscribed.'
            using errcode = 'FB409', hint = 'Open the link in the confirmation e-mail first, or add a recipient.';
    end if;
end $$;
comment on function app.require_recipient is 'Raises FB409 for an e-mail destination without a recipient to send to.';

create or replace function app.test_destination(p_site uuid, p_destination uuid, p_type text, p_sample jsonb) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
    v_message uuid := app.mint_id();
begin
    perform app.require_destination(p_site, p_destination);
    perform app.require_recipient(p_site, p_destination);
    insert into app.outbox (site_id, id, type, destination_id, pending, detail)
    values (p_site, v_message, p_type, p_destination, false, jsonb_build_object('test', true, 'sample', p_sample));
    insert into app.deliveries (site_id, destination_id, message_id, type, test, created_at, next_at)
    values (p_site, p_destination, v_message, p_type, true, now(), now());
    perform app.make_destination_due(p_site, p_destination);
    return v_message;
end $$;
comment on function app.test_destination is
    'Writes a sample message for one destination and its delivery. Raises FB403, FB404 and FB409.';
grant execute on function app.test_destination to feedback_agent, feedback_person;

create or replace function app.redeliver_message(p_site uuid, p_destination uuid, p_message uuid) returns void
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
grant execute on function app.redeliver_message to feedback_agent, feedback_person;

create or replace function app.redeliver_messages(
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
grant execute on function app.redeliver_messages to feedback_agent, feedback_person;
