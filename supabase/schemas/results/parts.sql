create or replace function app.drop_result_parts_at(p_sites uuid[], p_prompts uuid[], p_times timestamptz[]) returns void
language sql security definer set search_path = ''
as $$
    -- In a fixed order, so that concurrent changes wait for each other instead of deadlocking.
    with found as materialized (
        select k.site_id, k.prompt_id, k.from_at from app.result_parts k
        where (k.site_id, k.prompt_id) in (select s, p from unnest(p_sites, p_prompts) u (s, p))
          and exists (select from unnest(p_sites, p_prompts, p_times) t (site_id, prompt_id, at)
              where t.site_id = k.site_id and t.prompt_id = k.prompt_id and t.at >= k.from_at and t.at < k.to_at)
        order by k.site_id, k.prompt_id, k.from_at for update
    )
    delete from app.result_parts k using found f
    where k.site_id = f.site_id and k.prompt_id = f.prompt_id and k.from_at = f.from_at
$$;
comment on function app.drop_result_parts_at is 'Deletes the parts that have these times.';

create or replace function app.drop_result_part() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
    v_times timestamptz[];
begin
    if tg_table_name = 'responses' then
        -- Filters compare a display with its answers, and the response rate counts those that have a response: the part
        -- of the display changes too.
        v_times := array[new.created_at,
            (select d.reserved_at from app.displays d where d.site_id = new.site_id and d.id = new.display_id)];
    else
        v_times := array[new.reserved_at];
    end if;
    perform app.drop_result_parts_at(array_fill(new.site_id, array[cardinality(v_times)]),
        array_fill(new.prompt_id, array[cardinality(v_times)]), v_times);
    return null;
end $$;
comment on function app.drop_result_part is 'Deletes the parts of a row that was added or changed late.';
create trigger late_responses_drop_their_part after insert on app.responses
    for each row when (new.created_at < clock_timestamp() - interval '5 minutes') execute function app.drop_result_part();
create trigger late_answers_drop_their_part after update of answers, final, revision, variant, traits, context on app.responses
    for each row when (old.created_at < clock_timestamp() - interval '5 minutes') execute function app.drop_result_part();
create trigger late_displays_drop_their_part after insert on app.displays
    for each row when (new.reserved_at < clock_timestamp() - interval '5 minutes') execute function app.drop_result_part();
create trigger late_changes_drop_their_part after update of state, displayed_at, answered_at, revision, variant, traits, context on app.displays
    for each row when (old.reserved_at < clock_timestamp() - interval '5 minutes') execute function app.drop_result_part();

create or replace function app.drop_result_parts() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
    if tg_table_name = 'responses' then
        perform app.drop_result_parts_at(array_agg(d.site_id), array_agg(d.prompt_id), array_agg(d.at))
        from (
            select r.site_id, r.prompt_id, t.at from deleted r
            cross join lateral (
                select r.created_at as at
                union
                select d.reserved_at from app.displays d where d.site_id = r.site_id and d.id = r.display_id
            ) t
        ) d;
    else
        perform app.drop_result_parts_at(array_agg(d.site_id), array_agg(d.prompt_id), array_agg(d.reserved_at)) from deleted d;
    end if;
    return null;
end $$;
comment on function app.drop_result_parts is 'Deletes the parts of deleted rows.';
create trigger deleted_responses_drop_their_parts after delete on app.responses
    referencing old table as deleted for each statement execute function app.drop_result_parts();
create trigger deleted_displays_drop_their_parts after delete on app.displays
    referencing old table as deleted for each statement execute function app.drop_result_parts();

create or replace function app.filter_sql(p_condition jsonb, p_answers text, p_traits text, p_context text, p_at text) returns text
language plpgsql stable set search_path = ''
as $$
declare
    v_group text := (select g from unnest(array['all', 'any', 'none']) g where jsonb_typeof(p_condition -> g) = 'array');
    v_from text := case when p_condition ? 'trait' then p_traits else format('coalesce(%s, ''{}'')', p_context) end;
begin
    if v_group is not null then
        return (select format(case v_group when 'none' then 'not (%s)' else '(%s)' end,
                string_agg(app.filter_sql(m, p_answers, p_traits, p_context, p_at), case v_group when 'all' then ' and ' else ' or ' end))
            from jsonb_array_elements(p_condition -> v_group) m);
    end if;
    return format('coalesce(jsonb_path_match(%s, (select app.filter_path(%L)), (select app.filter_vars(%L)), true), false)',
        case when app.looks_for_words(p_condition) then format('app.fold_answer(%s, %L)', p_answers, p_condition ->> 'answer')
            when p_condition ? 'answer' then p_answers
            when p_condition ->> 'op' in ('before', 'after', 'older_than', 'newer_than') then
                format('app.filter_date(%s, %s)', case when p_condition ? 'trait'
                    then format('%s -> %L', v_from, p_condition ->> 'trait') else 'null::jsonb' end, p_at)
            else v_from end,
        p_condition, p_condition);
end $$;
comment on function app.filter_sql is 'A condition of responseConditionSchema as SQL over four expressions, as F/manage/filters/meets-condition.ts writes it.';

create or replace function app.segment_sql(p_filter jsonb, p_answers text, p_row text, p_at text) returns text
language sql stable set search_path = ''
as $$
    select concat_ws(' and ', 'true',
        case when p_filter ? 'revision' then format('%s.revision = %L', p_row, p_filter ->> 'revision') end,
        case when p_filter ? 'variant' then format('%s.variant = %L', p_row, p_filter ->> 'variant') end,
        case when p_filter ? 'account' then format(
            '%s.subject_id = (select s.id from app.subjects s where s.site_id = $1 and s.account = %L)', p_row, p_filter ->> 'account') end,
        (select string_agg(format('%s.traits ->> %L = %L', p_row, split_part(t, ':', 1), substr(t, strpos(t, ':') + 1)), ' and ')
         from jsonb_array_elements_text(p_filter -> 'trait') t),
        case when p_filter ? 'condition' then app.filter_sql(p_filter -> 'condition', p_answers, p_row || '.traits', p_row || '.context', p_at) end)
$$;
comment on function app.segment_sql is 'A segment as SQL over a row, as F/manage/filters/segment.ts writes it. The first parameter of the statement is the site.';

create or replace function app.count_result_parts(
    p_now timestamptz default clock_timestamp(), p_batch integer default 1000, p_rows integer default 20000)
returns boolean
language plpgsql security definer set search_path = '' set work_mem = '64MB' set jit = 'off'
-- So that each plan knows how many rows are requested.
set plan_cache_mode = 'force_custom_plan'
as $$
declare
    k app.result_parts;
    v_to timestamptz;
    v_to_id uuid;
    v_piece jsonb;
    v_displays integer;
begin
    update app.result_parts m set seen_in = pg_current_xact_id()
    where m.figures is null and m.seen_in is null;
    if found then
        return true;
    end if;
    -- Newest first, because the oldest are counted while someone reads.
    select * into k from app.result_parts m
    where m.figures is null and m.seen_in < pg_snapshot_xmin(pg_current_snapshot())
    order by m.to_at desc limit 1;
    if not found then
        return app.mark_result_parts(p_now, p_batch);
    end if;
    k.next_at := coalesce(k.next_at, k.from_at);
    k.next_id := coalesce(k.next_id, '00000000-0000-0000-0000-000000000000');
    select b.at, b.id into v_to, v_to_id
    from app.find_row_after(k.site_id, k.prompt_id, k.next_at, k.next_id, k.to_at, p_rows) b;
    v_piece := app.count_result_part(k.site_id, k.prompt_id, k.next_at, coalesce(v_to, k.to_at), '{}',
        k.next_id, coalesce(v_to_id, '00000000-0000-0000-0000-000000000000'));
    k.begun := coalesce(app.sum_figures(k.begun || v_piece), v_piece);
    if v_to is not null then
        update app.result_parts u set begun = k.begun, next_at = v_to, next_id = v_to_id
        where u.site_id = k.site_id and u.prompt_id = k.prompt_id and u.from_at = k.from_at and u.marked_in = k.marked_in;
        return true;
    end if;
    v_displays := (select coalesce(sum(n::integer), 0) from jsonb_path_query(k.begun, '$[*].displays.*') n);
    update app.result_parts u set figures = k.begun, begun = null, next_at = null, next_id = null, displays = v_displays,
        unconfirmed = (select coalesce(sum(n::integer), 0) from jsonb_path_query(k.begun, '$[*].displays.reserved') n),
        answered = (select coalesce(sum(n::integer), 0) from jsonb_path_query(k.begun, '$[*].answered') n),
        size = v_displays + (select coalesce(sum(n::integer), 0) from jsonb_path_query(k.begun, '$[*].alike[*][3]') n)
    where u.site_id = k.site_id and u.prompt_id = k.prompt_id and u.from_at = k.from_at and u.marked_in = k.marked_in;
    return true;
end $$;
comment on function app.count_result_parts is 'Counts `p_rows` displays and responses of a marked part, or marks some. Returns whether there is more to do.';
