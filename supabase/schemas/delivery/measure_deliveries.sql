-- What a server measures of deliveries.
create or replace function app.measure_deliveries(
    p_now timestamptz default clock_timestamp(), out lag double precision, out waiting bigint, out paused jsonb)
language sql stable security definer set search_path = ''
as $$
    select coalesce(greatest(0, extract(epoch from p_now - least(
            -- What is under way has its next time at the end of its lease, so it does not count.
            (select min(x.next_at) from app.destinations d cross join lateral (
                select q.next_at from app.deliveries q
                where q.site_id = d.site_id and q.destination_id = d.id and q.state = 'waiting' and q.next_at <= p_now
                order by q.next_at limit 1) x
            where d.state = 'active'),
            (select app.id_time(o.id) from app.outbox o
            where o.pending and o.id >= app.id_from(p_now - interval '30 days') order by o.id limit 1)))), 0)::double precision,
        (select count(*) from app.deliveries q where q.state = 'waiting'),
        (select jsonb_object_agg(c.cause, (select count(*) from app.destinations d where d.pause_cause = c.cause))
        from unnest(array['person', 'failing', 'gone']) c (cause))
$$;
comment on function app.measure_deliveries is
    'For metrics: seconds for which the message that has waited longest has been due, how many deliveries wait, and how many destinations are paused, by cause.';
