create or replace function app.check_events(
    p_call app.call, p_events jsonb, out rejections text[], out names text[], out keys text[])
language plpgsql stable set search_path = ''
as $$
declare
    v_oldest timestamptz := p_call.now - interval '48 hours';
    v_newest timestamptz := p_call.now + interval '5 minutes';
begin
    select array_agg(e.rejection order by e.n),
        array_agg(distinct e.name order by e.name) filter (where e.rejection is null and not e.is_known),
        array_agg(distinct e.key) filter (where e.key is not null)
    into rejections, names, keys
    from (
        select g.n, g.name, g.key,
            coalesce(k.last_seen_at > p_call.now - interval '1 hour', false) as is_known,
            -- app.id_time, inlined.
            case when to_timestamp(('x' || translate(left(g.id::text, 13), '-', ''))::bit(48)::bigint / 1000.0::double precision)
                    not between v_oldest and v_newest then 'stale'
                when k.registered is not true and p_call.settings ->> 'capture' = 'registered' then 'not_captured'
            end as rejection
        from rows from (jsonb_to_recordset(p_events) as (id uuid, name text, "proofKey" text))
            with ordinality g (id, name, key, n)
        -- `limit 1` makes this a look-up by primary key, whatever the statistics.
        left join lateral (
            select * from app.event_names k where k.site_id = p_call.site_id and k.name = g.name limit 1) k on true
    ) e;
end $$;
comment on function app.check_events is
    'Why each event is rejected, or null; the names of the others that are new or were not seen for an hour; the keys of proofs.';
