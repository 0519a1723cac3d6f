create or replace function app.mark_result_parts(p_now timestamptz, p_batch integer) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
    -- Triggers use the clock, so a test that runs ahead of it marks nothing.
    v_until timestamptz := least(p_now, clock_timestamp()) - interval '20 minutes';
    v_marked integer;
begin
    delete from app.result_parts k using app.sites s
    where s.id = k.site_id and (k.zone <> coalesce(s.settings ->> 'time_zone', 'UTC')
        -- Imported from another database.
        or k.figures is null and k.marked_in >= pg_snapshot_xmax(pg_current_snapshot())
        or k.figures is null and k.seen_in >= pg_snapshot_xmax(pg_current_snapshot()));
    with busy as materialized (
        select p.site_id, p.id, z.zone, (v_until at time zone z.zone)::date as today, (least(
                (select min(r.created_at) from app.responses r where r.site_id = p.site_id and r.prompt_id = p.id),
                (select min(d.reserved_at) from app.displays d where d.site_id = p.site_id and d.prompt_id = p.id))
            at time zone z.zone)::date as first
        from app.prompts p
        join app.sites s on s.id = p.site_id
        cross join lateral (select coalesce(s.settings ->> 'time_zone', 'UTC') as zone) z
        -- If the plain query is fast, a part is not worthwhile.
        where exists (select from app.responses r where r.site_id = p.site_id and r.prompt_id = p.id offset 999)
    ),
    parts as (
        select b.site_id, b.id, d.day, b.zone, app.day_start(d.day, b.zone) as from_at,
            app.day_start(d.day + 1, b.zone) as to_at
        from busy b
        cross join lateral (select g::date as day from generate_series(b.first::timestamp, b.today - 1, interval '1 day') g) d
        union all
        select b.site_id, b.id, b.today, b.zone, h.at, h.at + interval '1 hour'
        from busy b
        cross join lateral generate_series(app.day_start(b.today, b.zone), v_until - interval '1 hour', interval '1 hour') h (at)
    ),
    missing as materialized (
        select p.* from parts p
        where p.to_at <= v_until and not exists (select from app.result_parts k
            where k.site_id = p.site_id and k.prompt_id = p.id and k.from_at = p.from_at and k.to_at = p.to_at)
        order by p.to_at desc limit p_batch
    )
    insert into app.result_parts (site_id, prompt_id, from_at, to_at, day, zone)
    select m.site_id, m.id, m.from_at, m.to_at, m.day, m.zone from missing m;
    get diagnostics v_marked = row_count;
    return v_marked > 0;
end $$;
comment on function app.mark_result_parts is 'Marks parts of prompts with many responses for counting. Returns whether there were any.';
