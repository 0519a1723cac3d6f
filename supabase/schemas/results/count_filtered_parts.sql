create or replace function app.count_filtered_parts(
    p_site uuid, p_prompt uuid, p_filter jsonb, p_since timestamptz, p_until timestamptz, p_for interval, p_rows integer)
returns table (from_at timestamptz, to_at timestamptz, figures jsonb, rows integer, whole boolean)
language plpgsql security definer set search_path = '' set work_mem = '64MB' set jit = 'off'
-- So that each plan knows how many rows are requested.
set plan_cache_mode = 'force_custom_plan'
as $$
declare
    v_filter bytea := app.hash_filter(p_filter);
    v_is_new boolean := not exists (select from app.filtered_parts f
        where f.site_id = p_site and f.prompt_id = p_prompt and f.filter = v_filter);
    v_end timestamptz := clock_timestamp() + p_for;
    v_began timestamptz;
    v_next timestamptz := '-infinity';
    v_to timestamptz;
    v_to_id uuid;
    v_piece jsonb;
    v_counted app.filtered_parts[] := '{}';
    v_marked xid8[] := '{}';
    v_part record;
    k app.filtered_parts;
begin
    if p_site not in (select app.sites_for('viewer') union all select app.granted_sites('response:read'))
        -- If another call is counting the same part, it stores the result for both, and neither waits for the other.
        or not pg_try_advisory_xact_lock(hashtextextended(p_prompt::text || encode(v_filter, 'hex'), 0)) then
        return;
    end if;
    -- On a replica, the insert below would fail after the counting.
    if current_setting('transaction_read_only')::boolean then
        raise exception 'A read-only transaction cannot store what it counts.' using errcode = 'read_only_sql_transaction';
    end if;
    for v_part in
        select r.from_at, r.to_at, r.marked_in, r.size, f as counted
        -- The same condition as the policies of app.displays.
        from app.find_parts(p_site, array[p_prompt], coalesce(p_since, '-infinity'), coalesce(p_until, 'infinity'),
            now() - interval '90 days') r
        left join app.filtered_parts f on f.site_id = p_site and f.prompt_id = p_prompt
            and f.from_at = r.from_at and f.to_at = r.to_at and f.filter = v_filter
        where r.size > 0 and (f.filter is null or f.next_at is not null)
        order by r.from_at desc
    loop
        -- The next rows take about as long as the last. Some rows are always counted, so that counting makes progress.
        exit when v_next > v_end;
        k := v_part.counted;
        if k.filter is null then
            k := row(p_site, p_prompt, v_part.from_at, v_filter, null, 0, v_part.from_at,
                '00000000-0000-0000-0000-000000000000', now(), v_part.to_at);
        end if;
        while k.next_at is not null and v_next <= v_end loop
            v_began := clock_timestamp();
            v_to := null;
            v_to_id := null;
            if v_part.size - k.rows > p_rows then
                select b.at, b.id into v_to, v_to_id
                from app.find_row_after(p_site, p_prompt, k.next_at, k.next_id, v_part.to_at, p_rows) b;
            end if;
            v_piece := app.count_result_part(p_site, p_prompt, k.next_at, coalesce(v_to, v_part.to_at), p_filter,
                k.next_id, coalesce(v_to_id, '00000000-0000-0000-0000-000000000000'));
            k.figures := coalesce(app.sum_figures(k.figures || v_piece), v_piece);
            k.rows := least(k.rows + p_rows, v_part.size);
            k.next_at := v_to;
            k.next_id := v_to_id;
            v_next := clock_timestamp() + (clock_timestamp() - v_began);
        end loop;
        v_counted := v_counted || k;
        v_marked := v_marked || v_part.marked_in;
    end loop;
    -- At the end, because answers to these parts wait for the locks.
    insert into app.filtered_parts
    select p_site, p_prompt, c.from_at, v_filter, c.figures, c.rows, c.next_at, c.next_id, now(), c.to_at
    from unnest(v_counted, v_marked)
        c (site_id, prompt_id, from_at, filter, figures, rows, next_at, next_id, counted_at, to_at, marked_in)
    cross join lateral (
        select from app.result_parts r
        where r.site_id = p_site and r.prompt_id = p_prompt and r.from_at = c.from_at and r.to_at = c.to_at and r.marked_in = c.marked_in
        for key share skip locked
    ) part
    on conflict on constraint filtered_parts_pkey do update
    set figures = excluded.figures, rows = excluded.rows, next_at = excluded.next_at, next_id = excluded.next_id,
        counted_at = excluded.counted_at;
    if v_is_new then
        delete from app.filtered_parts t where t.ctid = any(array(
            select o.ctid from app.filtered_parts o
            where o.site_id = p_site and o.prompt_id = p_prompt and o.filter in (
                select f.filter from app.filtered_parts f
                where f.site_id = p_site and f.prompt_id = p_prompt and f.filter <> v_filter
                group by 1 order by max(f.counted_at) desc, 1 offset 19)
            for update skip locked));
    end if;
    return query select c.from_at, c.to_at, c.figures, c.rows, c.next_at is null from unnest(v_counted) c;
end $$;
comment on function app.count_filtered_parts is 'Counts parts under a filter for about as long as `p_for`, the newest first and `p_rows` rows at once, keeps and returns them; none for a caller who may not read the responses of the site.';
grant execute on function app.count_filtered_parts to feedback_agent, feedback_person;
