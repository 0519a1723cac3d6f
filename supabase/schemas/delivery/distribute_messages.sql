create or replace function app.distribute_messages(p_now timestamptz default clock_timestamp(), p_limit integer default 500)
returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
    v_sites uuid[];
    v_ids uuid[];
begin
    -- One worker at a time: it must see the waiting deliveries that a newer message replaces.
    if not pg_try_advisory_xact_lock(hashtextextended('app.distribute_messages', 0)) then
        return 0;
    end if;
    with messages as materialized (
        select o.site_id, o.id from app.outbox o
        where o.pending and o.id >= app.id_from(p_now - interval '30 days')
        order by o.id limit p_limit for update skip locked
    ),
    -- In one order with app.outbox and app.deliveries, which app.clear_messages locks too.
    updated as (
        update app.outbox o set pending = false from messages m where o.site_id = m.site_id and o.id = m.id
    )
    select array_agg(m.site_id), array_agg(m.id) into v_sites, v_ids from messages m;
    if v_ids is null then
        return 0;
    end if;
    with written as (
        insert into app.deliveries
            (site_id, destination_id, message_id, response_id, prompt_id, type, test, created_at, next_at)
        select o.site_id, d.id, o.id, o.response_id, o.prompt_id, o.type, coalesce((o.detail -> 'test')::boolean, false), p_now,
            case o.type when 'response.updated' then p_now + interval '5 seconds' else p_now end
        from unnest(v_sites, v_ids) m (site_id, id)
        join app.outbox o on o.site_id = m.site_id and o.id = m.id
        join app.destinations d on d.site_id = o.site_id and d.state = 'active' and d.created_at <= app.id_time(o.id) + interval '1 millisecond'
        left join app.responses r on r.site_id = o.site_id and r.display_id = o.response_id
        where app.receives_message(d, o, r.traits, r.context) and (o.response_id is null or r.display_id is not null)
        on conflict (site_id, destination_id, message_id) do nothing
        returning site_id, destination_id, next_at
    ),
    -- Locks them even if they are due already: a worker that claims now cannot see the new deliveries, and would
    -- set due_at to infinity. In the order of app.record_attempts.
    receiving as (
        select d.site_id, d.id, f.next_at from app.destinations d
        join (select w.site_id, w.destination_id, min(w.next_at) as next_at from written w group by 1, 2) f
            on d.site_id = f.site_id and d.id = f.destination_id
        order by d.site_id, d.id for no key update of d
    )
    update app.destinations d set due_at = least(d.due_at, r.next_at)
    from receiving r where d.site_id = r.site_id and d.id = r.id;
    -- Of several changes of a response that have not been sent, only the last one is; the first says when.
    with newer as (
        select distinct on (q.site_id, q.destination_id, q.response_id) q.site_id, q.destination_id, q.response_id, q.message_id
        from unnest(v_sites, v_ids) m (site_id, id)
        join app.outbox o on o.site_id = m.site_id and o.id = m.id and o.type = 'response.updated'
        join app.deliveries q on q.site_id = o.site_id and q.response_id = o.response_id and q.message_id = o.id
            and q.type = 'response.updated' and q.state = 'waiting'
        order by q.site_id, q.destination_id, q.response_id, q.message_id desc
    ),
    replaced as (
        -- The rows stay: without them, redelivering the period would send these as missed.
        update app.deliveries q set state = 'cancelled' from newer n
        where q.site_id = n.site_id and q.destination_id = n.destination_id and q.response_id = n.response_id
          and q.type = 'response.updated' and q.state = 'waiting' and q.attempts = 0 and q.message_id < n.message_id
        returning q.site_id, q.destination_id, q.response_id, q.next_at
    )
    update app.deliveries q set next_at = least(q.next_at, f.next_at)
    from newer n join (
        select x.site_id, x.destination_id, x.response_id, min(x.next_at) as next_at from replaced x group by 1, 2, 3) f
        on f.site_id = n.site_id and f.destination_id = n.destination_id and f.response_id = n.response_id
    where q.site_id = n.site_id and q.destination_id = n.destination_id and q.message_id = n.message_id;
    return cardinality(v_ids);
end $$;
comment on function app.distribute_messages is
    'Creates the deliveries of messages that have none yet. Returns how many messages there were; 0 while another worker does it.';
grant execute on function app.distribute_messages to feedback_worker;
