create or replace function app.drop_result_parts_at(p_sites uuid[], p_prompts uuid[], p_times timestamptz[]) returns void
language sql security definer set search_path = ''
as $$
    -- In a fixed order, so that concurrent changes wait for each other instead of deadlocking.
    with found as materialized (
        select k.site_id, k.prompt_id, k.from_at, k.to_at from app.result_parts k
        where (k.site_id, k.prompt_id) in (select s, p from unnest(p_sites, p_prompts) u (s, p))
          and exists (select from unnest(p_sites, p_prompts, p_times) t (site_id, prompt_id, at)
              where t.site_id = k.site_id and t.prompt_id = k.prompt_id and t.at >= k.from_at and t.at < k.to_at)
        order by k.site_id, k.prompt_id, k.from_at, k.to_at for update
    )
    delete from app.result_parts k using found f
    where k.site_id = f.site_id and k.prompt_id = f.prompt_id and k.from_at = f.from_at and k.to_at = f.to_at
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
