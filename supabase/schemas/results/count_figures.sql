create or replace function app.count_figures(
    p_site uuid, p_prompt uuid, p_shown text, p_given text, p_filter jsonb, p_zone text default null)
returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
    v_figures jsonb;
    v_questions text[];
    v_branching text[];
    v_settles boolean;
begin
    select coalesce(array_agg(distinct q ->> 'id'), '{}'), coalesce(array_agg(distinct q ->> 'id') filter (where q ? 'branches'), '{}'),
        coalesce(bool_or(q @? '$.branches[*].when.prompt'), false)
    into v_questions, v_branching, v_settles
    from app.revisions n cross join lateral app.list_asked_questions(n.content) q
    where n.site_id = p_site and n.prompt_id = p_prompt;
    execute format($count$
        with shown as materialized (
            -- Times are rounded: few enough are different to be counted.
            select %1$s as day, concat_ws(' ', d.revision, d.variant) as version, d.revision, d.variant, d.state,
                (case when t.seconds < 10 then round(greatest(t.seconds, 0), 1) when t.seconds < 600 then round(t.seconds)
                    else round(t.seconds / 60) * 60 end)::double precision as seconds,
                count(*) as count, count(x.display_id) as answered
            from app.displays d
            -- The limit keeps Postgres from reading all responses of the site instead.
            left join lateral (select r.display_id, r.answers from app.responses r
                where r.site_id = d.site_id and r.display_id = d.id limit 1) x on true
            cross join lateral (select case when d.displayed_at is not null
                then extract(epoch from d.answered_at - d.displayed_at) end as seconds) t
            where d.site_id = $1 and d.prompt_id = $2 and d.state <> 'released' and (%3$s) and %5$s
            group by 1, 2, 3, 4, 5, 6
        ),
        given as materialized (
            select %2$s as day, concat_ws(' ', r.revision, r.variant) as version, r.revision, r.variant, r.final, r.answers,
                -- An expression for each question: expanding the answers of each response costs several times as much.
                %7$s as answered, %8$s as picked
            from app.responses r
            where r.site_id = $1 and r.prompt_id = $2 and (%4$s) and %6$s
        ),
        versions as materialized (
            select v.version, v.revision, v.variant,
                array_agg(q.question ->> 'id' order by q.at) filter (where q.question is not null) as questions,
                array_agg(q.question ->> 'id' order by q.at) filter (where q.question ? 'branches') as branching,
                array_agg(q.question ->> 'id' order by q.at) filter (where q.question ->> 'type'
                    = any(app.list_question_types('score', 'choice', 'choices', 'yes_no'))) as counted
            from (select version, revision, variant from shown union select version, revision, variant from given) v
            left join app.revisions n on n.site_id = $1 and n.prompt_id = $2 and n.number = v.revision
            left join lateral jsonb_array_elements(app.apply_variant(n.content, v.variant) -> 'questions')
                with ordinality q (question, at) on true
            group by 1, 2, 3
        ),
        alike as (
            select a.day, a.version, jsonb_agg(jsonb_build_array(a.final, v.answered, v.picked, a.count)) as groups
            from (
                select day, version, final, answered, picked, count(*) as count from given group by 1, 2, 3, 4, 5
            ) a
            join versions n on n.version = a.version
            cross join lateral (
                select (select coalesce(string_agg(substr(a.answered, array_position($3, i.id), 1), '' order by i.at), '')
                        from unnest(n.questions) with ordinality i (id, at)) as answered,
                    case when n.branching is not null then (
                        select jsonb_object_agg(i.id, a.picked -> (array_position($4, i.id) - 1)) from unnest(n.branching) i (id))
                        || jsonb_strip_nulls(jsonb_build_object('$met', a.picked -> cardinality($4))) end as picked
            ) v
            group by 1, 2
        ),
        answers as (
            select g.day, g.version, i.id as question, g.answers -> i.id as answer, count(*) as count
            from given g
            join versions n on n.version = g.version
            cross join lateral unnest(n.counted) i (id)
            group by 1, 2, 3, 4
        ),
        counts as (
            select a.day, a.version, a.question,
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
            select c.day, c.version, jsonb_object_agg(c.question, c.values) as values
            from (
                select day, version, question, jsonb_object_agg(value,
                    case when count = answers then to_jsonb(count) else jsonb_build_array(count, answers) end) as values
                from counts where value is not null group by 1, 2, 3
            ) c group by 1, 2
        ),
        states as (
            select s.day, s.version, jsonb_object_agg(s.state, s.count) as states, sum(s.answered) as answered
            from (
                select day, version, state, sum(count) as count, sum(answered) as answered from shown group by 1, 2, 3
            ) s group by 1, 2
        ),
        times as (
            select s.day, s.version, jsonb_agg(jsonb_build_array(s.seconds, s.count) order by s.seconds) as seconds
            from (
                select day, version, seconds, sum(count) as count from shown where seconds is not null group by 1, 2, 3
            ) s group by 1, 2
        )
        select coalesce(jsonb_agg(jsonb_strip_nulls(jsonb_build_object('day', nullif(k.day, '-infinity'))) || jsonb_build_object(
            'revision', n.revision, 'variant', n.variant, 'questions', coalesce(to_jsonb(n.questions), '[]'),
            'alike', coalesce(a.groups, '[]'), 'values', coalesce(c.values, '{}'), 'displays', coalesce(s.states, '{}'),
            'answered', coalesce(s.answered, 0), 'seconds', coalesce(t.seconds, '[]'))
            order by k.day, n.revision, n.variant), '[]')
        from (select day, version from shown union select day, version from given) k
        join versions n on n.version = k.version
        left join alike a on a.day = k.day and a.version = k.version
        left join counted c on c.day = k.day and c.version = k.version
        left join states s on s.day = k.day and s.version = k.version
        left join times t on t.day = k.day and t.version = k.version
    $count$,
        app.day_sql('d.reserved_at', p_zone), app.day_sql('r.created_at', p_zone), p_shown, p_given,
        app.segment_sql(p_filter, $a$coalesce(x.answers, '{}')$a$, 'd', 'd.reserved_at'),
        app.segment_sql(p_filter, 'r.answers', 'r', 'r.created_at'),
        (select coalesce(string_agg(format(
                $a$case when r.answers ->> %1$L <> '' and r.answers -> %1$L <> '[]' then '1' else '0' end$a$, u.id), ' || ' order by u.at), $a$''$a$)
            from unnest(v_questions) with ordinality u (id, at)),
        (select format('jsonb_build_array(%s)', concat_ws(', ', string_agg(format('r.answers -> %L', u.id), ', ' order by u.at),
                case when v_settles then 'r.met_branches' end))
            from unnest(v_branching) with ordinality u (id, at)))
    into v_figures using p_site, p_prompt, v_questions, v_branching;
    return v_figures;
end $$;
comment on function app.count_figures is 'What results count, for each revision and variant, and with a time zone for each day: responses that are alike, values of answers, displays by state, how many of them have a response, times to answer; of the displays `d` and responses `r` that meet two conditions in SQL and a filter.';

create or replace function app.day_sql(p_column text, p_zone text) returns text
language sql immutable set search_path = ''
as $$
    select case when p_zone is null then '''-infinity''::date' else format('(%s at time zone %L)::date', p_column, p_zone) end
$$;
comment on function app.day_sql is 'The day of a time as SQL; the same day for all times without a time zone.';
