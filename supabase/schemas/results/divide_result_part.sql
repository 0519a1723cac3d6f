create or replace function app.divide_result_part(k app.result_parts, p_undivided integer) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
    with counted as materialized (
        select coalesce(sum(w.size), 0) as rows,
            tstzmultirange(tstzrange(k.from_at, k.to_at)) - coalesce(range_agg(tstzrange(w.from_at, w.to_at)), '{}') as rest
        from app.find_parts(k.site_id, array[k.prompt_id], k.from_at, k.to_at, p_zone => k.zone) w
    ),
    gaps as (
        select lower(g) as from_at, upper(g) as to_at from counted c cross join unnest(c.rest) g
    ),
    times as materialized (
        -- To the millisecond, as functions read times.
        select g.from_at, g.to_at, date_trunc('milliseconds', t.at) as at, count(*) as rows
        from gaps g
        cross join lateral (
            select d.reserved_at as at from app.displays d
            where d.site_id = k.site_id and d.prompt_id = k.prompt_id and d.state <> 'released'
              and d.reserved_at >= g.from_at and d.reserved_at < g.to_at
            union all
            select r.created_at from app.responses r
            where r.site_id = k.site_id and r.prompt_id = k.prompt_id
              and r.created_at >= g.from_at and r.created_at < g.to_at
        ) t
        group by 1, 2, 3
    ),
    sizes as (
        select p_undivided / 4 as piece
        where (select c.rows from counted c) + coalesce((select sum(t.rows) from times t), 0) > p_undivided
    ),
    placed as (
        select t.*, lag(t.place) over (partition by t.from_at order by t.at) as place_before
        from (
            select t.*, s.piece, (sum(t.rows) over (partition by t.from_at order by t.at) - t.rows)::bigint / s.piece as place
            from times t cross join sizes s
        ) t
    ),
    starts as (
        select from_at, to_at, from_at as at from gaps
        union
        select from_at, to_at, at from placed where place <> place_before
        union
        -- Answers from a file that has only dates have the same time. No period divides them, so they are one piece.
        select from_at, to_at, at + n * interval '1 millisecond' from placed cross join generate_series(0, 1) n where rows > piece
    )
    insert into app.result_parts (site_id, prompt_id, from_at, to_at, day, zone)
    select k.site_id, k.prompt_id, s.at, lead(s.at, 1, s.to_at) over (partition by s.from_at order by s.at), k.day, k.zone
    from starts s
    where s.at < s.to_at and exists (select from sizes)
    on conflict on constraint result_parts_pkey do nothing;
    return found;
end $$;
comment on function app.divide_result_part is 'Marks pieces in the rest of a part that no piece counts, each with about a quarter of the displays and responses that a part may have without being divided. Returns whether there were any.';
