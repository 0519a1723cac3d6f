create or replace function app.count_result_parts(
    p_now timestamptz default clock_timestamp(), p_batch integer default 1000, p_rows integer default 20000,
    p_undivided integer default 5000)
returns boolean
language plpgsql security definer set search_path = '' set work_mem = '64MB' set jit = 'off'
-- So that each plan knows how many rows are requested.
set plan_cache_mode = 'force_custom_plan'
as $$
declare
    k app.result_parts;
    v_to timestamptz;
    v_to_id uuid;
    v_figures jsonb;
    v_displays integer;
    v_size integer;
begin
    update app.result_parts m set seen_in = pg_current_xact_id()
    where m.figures is null and m.seen_in is null;
    if found then
        return true;
    end if;
    -- Newest first, because the oldest are counted while someone reads. A part waits for its pieces.
    select m.* into k from app.result_parts m
    join app.sites s on s.id = m.site_id
    where m.figures is null and m.seen_in < pg_snapshot_xmin(pg_current_snapshot())
      and m.zone = coalesce(s.settings ->> 'time_zone', 'UTC')
      and not exists (select from app.result_parts w
          where w.site_id = m.site_id and w.prompt_id = m.prompt_id and w.figures is null
            and w.from_at >= m.from_at and w.to_at <= m.to_at and (w.from_at, w.to_at) <> (m.from_at, m.to_at))
    order by m.to_at desc, m.from_at desc limit 1;
    if not found then
        return app.mark_result_parts(p_now, p_batch);
    end if;
    if k.begun is null then
        if app.divide_result_part(k, p_undivided) then
            return true;
        end if;
        v_figures := app.sum_pieces(k, p_undivided);
    end if;
    if v_figures is null then
        k.next_at := coalesce(k.next_at, k.from_at);
        k.next_id := coalesce(k.next_id, '00000000-0000-0000-0000-000000000000');
        select b.at, b.id into v_to, v_to_id
        from app.find_row_after(k.site_id, k.prompt_id, k.next_at, k.next_id, k.to_at, p_rows) b;
        v_figures := app.count_result_part(k.site_id, k.prompt_id, k.next_at, coalesce(v_to, k.to_at), '{}',
            k.next_id, coalesce(v_to_id, '00000000-0000-0000-0000-000000000000'));
        v_figures := coalesce(app.sum_figures(k.begun || v_figures), v_figures);
        if v_to is not null then
            update app.result_parts u set begun = v_figures, next_at = v_to, next_id = v_to_id
            where u.site_id = k.site_id and u.prompt_id = k.prompt_id and u.from_at = k.from_at and u.to_at = k.to_at
              and u.marked_in = k.marked_in;
            return true;
        end if;
    end if;
    v_displays := (select coalesce(sum(n::integer), 0) from jsonb_path_query(v_figures, '$[*].displays.*') n);
    v_size := v_displays + (select coalesce(sum(n::integer), 0) from jsonb_path_query(v_figures, '$[*].alike[*][3]') n);
    update app.result_parts u set figures = v_figures, begun = null, next_at = null, next_id = null, displays = v_displays,
        unconfirmed = (select coalesce(sum(n::integer), 0) from jsonb_path_query(v_figures, '$[*].displays.reserved') n),
        answered = (select coalesce(sum(n::integer), 0) from jsonb_path_query(v_figures, '$[*].answered') n),
        size = v_size
    where u.site_id = k.site_id and u.prompt_id = k.prompt_id and u.from_at = k.from_at and u.to_at = k.to_at
      and u.marked_in = k.marked_in;
    -- The hours of a day that has ended, unless they spare reading the rows of a day with very many.
    if found and v_size <= p_undivided then
        delete from app.result_parts w
        where w.site_id = k.site_id and w.prompt_id = k.prompt_id and w.from_at >= k.from_at and w.to_at <= k.to_at
          and (w.from_at, w.to_at) <> (k.from_at, k.to_at);
    end if;
    return true;
end $$;
comment on function app.count_result_parts is 'Counts a marked part: `p_rows` displays and responses of it, or from its pieces; marks these first if it has more than `p_undivided`. Otherwise marks parts. Returns whether there is more to do.';
