-- Counting results a limited number of rows at a time: where a step ends, and the sum of several steps.
create or replace function app.sum_figures(p_figures jsonb) returns jsonb
language sql immutable strict set search_path = ''
as $$
    select coalesce(jsonb_agg(jsonb_build_object(
        'revision', v.revision, 'variant', v.variant, 'questions', v.questions,
        'alike', (
            select coalesce(jsonb_agg(jsonb_build_array(a.final, a.answered, a.picked, a.count)), '[]') from (
                select g -> 0 as final, g -> 1 as answered, g -> 2 as picked, sum((g ->> 3)::bigint) as count
                from jsonb_array_elements(v.alike) l cross join lateral jsonb_array_elements(l) g group by 1, 2, 3) a),
        'values', (
            select coalesce(jsonb_object_agg(c.question, c.values), '{}') from (
                select n.question, jsonb_object_agg(n.value,
                    case when n.count = n.answers then to_jsonb(n.count) else jsonb_build_array(n.count, n.answers) end) as values
                from (
                    select q.key as question, t.key as value,
                        sum(coalesce(t.value ->> 0, t.value #>> '{}')::bigint) as count,
                        sum(coalesce(t.value ->> 1, t.value #>> '{}')::bigint) as answers
                    from jsonb_array_elements(v.values) l
                    cross join lateral jsonb_each(l) q
                    cross join lateral jsonb_each(q.value) t
                    group by 1, 2
                ) n group by 1) c),
        'displays', (
            select coalesce(jsonb_object_agg(s.state, s.count), '{}') from (
                select d.key as state, sum(d.value::bigint) as count
                from jsonb_array_elements(v.displays) l cross join lateral jsonb_each_text(l) d group by 1) s),
        'answered', v.answered,
        'seconds', (
            select coalesce(jsonb_agg(jsonb_build_array(s.seconds, s.count) order by s.seconds), '[]') from (
                select g -> 0 as seconds, sum((g ->> 1)::bigint) as count
                from jsonb_array_elements(v.seconds) l cross join lateral jsonb_array_elements(l) g group by 1) s))
        order by v.revision, v.variant), '[]')
    from (
        select (f ->> 'revision')::integer as revision, f ->> 'variant' as variant, f -> 'questions' as questions,
            jsonb_agg(f -> 'alike') as alike, jsonb_agg(f -> 'values') as values, jsonb_agg(f -> 'displays') as displays,
            jsonb_agg(f -> 'seconds') as seconds, sum((f ->> 'answered')::bigint) as answered
        from jsonb_array_elements(p_figures) f group by 1, 2, 3
    ) v
$$;
comment on function app.sum_figures is 'Adds up what app.count_result_part counted for several times, one list after the other.';

create or replace function app.sum_pieces(k app.result_parts, p_undivided integer) returns jsonb
language sql stable set search_path = ''
as $$
    with pieces as materialized (
        select w.from_at, w.to_at, w.figures, w.size from app.find_parts(k.site_id, array[k.prompt_id], k.from_at, k.to_at, p_zone => k.zone) w
    )
    select app.sum_figures((select jsonb_agg(v) from pieces w cross join lateral jsonb_array_elements(w.figures) v))
    where (select sum(w.size) > p_undivided and range_agg(tstzrange(w.from_at, w.to_at)) @> tstzrange(k.from_at, k.to_at) from pieces w)
$$;
comment on function app.sum_pieces is 'Adds up the pieces of a part; null if they do not count all of it, or if it has few enough rows to do without them.';

create or replace function app.find_row_after(
    p_site uuid, p_prompt uuid, p_from timestamptz, p_from_id uuid, p_to timestamptz, p_rows integer, out at timestamptz, out id uuid)
language plpgsql stable set search_path = ''
as $$
begin
    select b.at, b.id into at, id from (
        (select d.reserved_at as at, d.id from app.displays d
         where d.site_id = p_site and d.prompt_id = p_prompt and d.state <> 'released'
           and d.reserved_at >= p_from and (d.reserved_at > p_from or d.id >= p_from_id)
           and d.reserved_at < p_to
         order by d.reserved_at, d.id limit p_rows + 1)
        union all
        (select r.created_at, r.display_id from app.responses r
         where r.site_id = p_site and r.prompt_id = p_prompt
           and r.created_at >= p_from and (r.created_at > p_from or r.display_id >= p_from_id)
           and r.created_at < p_to
         order by r.created_at, r.display_id limit p_rows + 1)
        -- A display and its response may have the same time.
    ) b where (b.at, b.id) > (p_from, p_from_id) order by 1, 2 offset p_rows - 1 limit 1;
end $$;
comment on function app.find_row_after is 'The display or response that is a given number of rows after a time and a display; null if there are fewer before another time.';
