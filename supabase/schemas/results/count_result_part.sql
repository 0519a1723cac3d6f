create or replace function app.count_result_part(
    p_site uuid, p_prompt uuid, p_from timestamptz, p_to timestamptz, p_filter jsonb default '{}',
    p_from_id uuid default '00000000-0000-0000-0000-000000000000', p_to_id uuid default '00000000-0000-0000-0000-000000000000')
returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
    v_figures jsonb;
begin
    execute format($count$
        with shown as materialized (
            -- F/manage/results/read-figures.ts rounds times the same way: few enough are different to be counted.
            select d.revision, d.variant, d.state,
                (case when t.seconds < 10 then round(greatest(t.seconds, 0), 1) when t.seconds < 600 then round(t.seconds)
                    else round(t.seconds / 60) * 60 end)::double precision as seconds,
                count(*) as count, count(x.display_id) as answered
            from app.displays d
            left join app.responses x on x.site_id = d.site_id and x.display_id = d.id
            cross join lateral (select case when d.displayed_at is not null
                then extract(epoch from d.answered_at - d.displayed_at) end as seconds) t
            where d.site_id = $1 and d.prompt_id = $2 and d.state <> 'released'
              and d.reserved_at >= $3 and (d.reserved_at > $3 or d.id >= $5)
              and d.reserved_at <= $4 and (d.reserved_at < $4 or d.id < $6) and %1$s
            group by 1, 2, 3, 4
        ),
        given as materialized (
            select r.revision, r.variant, r.final, r.answers from app.responses r
            where r.site_id = $1 and r.prompt_id = $2
              and r.created_at >= $3 and (r.created_at > $3 or r.display_id >= $5)
              and r.created_at <= $4 and (r.created_at < $4 or r.display_id < $6) and %2$s
        ),
        versions as materialized (
            select v.revision, v.variant,
                array_agg(q.question ->> 'id' order by q.at) filter (where q.question is not null) as questions,
                array_agg(q.question ->> 'id' order by q.at) filter (where q.question ? 'branches') as branching,
                array_agg(q.question ->> 'id' order by q.at) filter (where q.question ->> 'type'
                    = any(app.list_question_types('score', 'choice', 'choices', 'yes_no'))) as counted
            from (select revision, variant from shown union select revision, variant from given) v
            left join app.revisions n on n.site_id = $1 and n.prompt_id = $2 and n.number = v.revision
            left join lateral jsonb_array_elements(app.apply_variant(n.content, v.variant) -> 'questions')
                with ordinality q (question, at) on true
            group by 1, 2
        ),
        alike as (
            select a.revision, a.variant, jsonb_agg(jsonb_build_array(a.final, a.answered, a.picked, a.count)) as groups
            from (
                select g.revision, g.variant, g.final, v.answered, v.picked, count(*) as count
                from given g
                left join versions n on n.revision = g.revision and n.variant is not distinct from g.variant
                cross join lateral (
                    select (select coalesce(string_agg(case when g.answers ->> i.id <> '' and g.answers -> i.id <> '[]'
                                then '1' else '0' end, '' order by i.at), '')
                            from unnest(n.questions) with ordinality i (id, at)) as answered,
                        case when n.branching is not null then (select jsonb_object_agg(i.id, g.answers -> i.id)
                            from unnest(n.branching) i (id)) end as picked
                ) v
                group by 1, 2, 3, 4, 5
            ) a group by 1, 2
        ),
        answers as (
            select g.revision, g.variant, i.id as question, g.answers -> i.id as answer, count(*) as count
            from given g
            join versions n on n.revision = g.revision and n.variant is not distinct from g.variant
            cross join lateral unnest(n.counted) i (id)
            group by 1, 2, 3, 4
        ),
        counts as (
            select a.revision, a.variant, a.question,
                case jsonb_typeof(v.value) when 'object' then '(other)' else v.value #>> '{}' end as value,
                sum(a.count)::integer as count, coalesce(sum(a.count) filter (where v.at = 1), 0)::integer as answers
            from answers a
            cross join lateral jsonb_array_elements(
                case jsonb_typeof(a.answer) when 'array' then a.answer else jsonb_build_array(a.answer) end)
                with ordinality v (value, at)
            where jsonb_typeof(a.answer) <> 'null'
            group by 1, 2, 3, 4
        ),
        counted as (
            select c.revision, c.variant, jsonb_object_agg(c.question, c.values) as values
            from (
                select revision, variant, question, jsonb_object_agg(value,
                    case when count = answers then to_jsonb(count) else jsonb_build_array(count, answers) end) as values
                from counts where value is not null group by 1, 2, 3
            ) c group by 1, 2
        )
        select coalesce(jsonb_agg(jsonb_build_object(
            'revision', n.revision, 'variant', n.variant, 'questions', coalesce(to_jsonb(n.questions), '[]'),
            'alike', coalesce(a.groups, '[]'), 'values', coalesce(c.values, '{}'),
            'displays', (select coalesce(jsonb_object_agg(s.state, s.count), '{}') from (
                select s.state, sum(s.count) as count from shown s
                where s.revision = n.revision and s.variant is not distinct from n.variant group by 1) s),
            'answered', (select coalesce(sum(s.answered), 0) from shown s
                where s.revision = n.revision and s.variant is not distinct from n.variant),
            'seconds', (select coalesce(jsonb_agg(jsonb_build_array(s.seconds, s.count) order by s.seconds), '[]') from (
                select s.seconds, sum(s.count) as count from shown s
                where s.revision = n.revision and s.variant is not distinct from n.variant and s.seconds is not null group by 1) s))
            order by n.revision, n.variant), '[]')
        from versions n
        left join alike a on a.revision = n.revision and a.variant is not distinct from n.variant
        left join counted c on c.revision = n.revision and c.variant is not distinct from n.variant
    $count$,
        app.segment_sql(p_filter, $a$coalesce(x.answers, '{}')$a$,
            'd', 'd.reserved_at'),
        app.segment_sql(p_filter, 'r.answers', 'r', 'r.created_at'))
    into v_figures using p_site, p_prompt, p_from, p_to, p_from_id, p_to_id;
    return v_figures;
end $$;
comment on function app.count_result_part is 'What results count, for each revision and variant: responses that are alike, values of answers, displays by state, how many of them have a response, times to answer; of those that meet `trait` and `condition` of a filter, from a time and display on and before another. F/manage/results/ counts the same from the rows.';
