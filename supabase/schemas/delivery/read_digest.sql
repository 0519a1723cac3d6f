-- What a digest tells: figures of its period and of the one before, the newest words, and what waits for approval.
create or replace function app.read_digest(p_site uuid, p_destination uuid, p_since timestamptz, p_until timestamptz) returns jsonb
language sql stable security definer set search_path = ''
as $$
    with destination as materialized (
        select d.* from app.destinations d where d.site_id = p_site and d.id = p_destination
    ),
    prompts as materialized (
        select p.id, p.survey_id, v.number, v.content
        from app.prompts p cross join destination d cross join lateral (
            select r.number, r.content from app.revisions r where r.site_id = p.site_id and r.prompt_id = p.id
            order by r.number = p.published_revision desc nulls last, r.number desc limit 1) v
        where p.site_id = p_site and (d.prompts is null or p.id = any(d.prompts))
    ),
    answered as materialized (
        select r.display_id, r.prompt_id, r.revision, r.variant, r.answers, r.created_at, r.created_at >= p_since as is_new
        from prompts p cross join destination d
        join app.responses r on r.site_id = p_site and r.prompt_id = p.id
        where r.created_at >= p_since - (p_until - p_since) and r.created_at < p_until
          and (r.final or d.partial) and app.has_answer(r.answers)
          and app.meets_condition(d.condition_path, d.condition_vars, r.answers, r.traits, r.context, r.created_at)
    ),
    scores as (
        -- Another revision or variant may have asked with another type or scale, whose scores mean something else.
        select g.prompt_id, g.question ->> 'id' as question, g.value, sum(g.new)::bigint as new, sum(g.before)::bigint as before
        from (
            select a.prompt_id, a.revision, a.variant, q.value as question, a.answers -> (q.value ->> 'id') as value,
                count(*) filter (where a.is_new) as new, count(*) filter (where not a.is_new) as before
            from answered a join prompts p on p.id = a.prompt_id
            cross join lateral jsonb_array_elements(p.content -> 'questions') q
            where q.value ->> 'type' = any(app.list_question_types('score')) and jsonb_typeof(a.answers -> (q.value ->> 'id')) = 'number'
            group by 1, 2, 3, 4, 5
        ) g
        join app.revisions v on v.site_id = p_site and v.prompt_id = g.prompt_id and v.number = g.revision
        where exists (select from jsonb_array_elements(app.apply_variant(v.content, g.variant) -> 'questions') o
            where o ->> 'id' = g.question ->> 'id' and o ->> 'type' = g.question ->> 'type'
              and o -> 'scale' is not distinct from g.question -> 'scale')
        group by 1, 2, 3
    ),
    words as (
        select a.prompt_id, a.display_id, a.created_at, q.value ->> 'title' as question, a.answers ->> (q.value ->> 'id') as text,
            row_number() over (partition by a.prompt_id order by a.created_at desc, a.display_id, q.ordinality) as place
        from answered a join prompts p on p.id = a.prompt_id
        cross join lateral jsonb_array_elements(p.content -> 'questions') with ordinality q
        where a.is_new and q.value ->> 'type' = any(app.list_question_types('text'))
          and a.answers ->> (q.value ->> 'id') ~ '\S'
    )
    select jsonb_build_object(
        'partial', (select d.partial from destination d), 'condition', (select d.condition from destination d),
        'prompts', coalesce((
            select jsonb_agg(jsonb_build_object(
                'id', p.id, 'revision', p.number, 'content', p.content, 'responses', n.new, 'before', n.before,
                'scores', coalesce((select jsonb_agg(jsonb_build_object('question', s.question, 'value', s.value,
                    'new', s.new, 'before', s.before)) from scores s where s.prompt_id = p.id), '[]'),
                'words', coalesce((select jsonb_agg(jsonb_build_object('response', w.display_id, 'question', w.question,
                    'text', left(w.text, 600)) order by w.place) from words w where w.prompt_id = p.id and w.place <= 3), '[]'))
                order by n.new desc, p.survey_id)
            from prompts p join (
                select a.prompt_id, count(*) filter (where a.is_new) as new, count(*) filter (where not a.is_new) as before
                from answered a group by 1) n on n.prompt_id = p.id and n.new > 0), '[]'),
        'approvals', coalesce((
            select jsonb_agg(w.approval order by w.created_at) from (
                select g.created_at, jsonb_build_object('id', g.id, 'connection', c.name, 'action', g.action,
                    'prompt', p.survey_id, 'revision', g.revision) as approval
                from app.grant_requests g join app.connections c on c.id = g.connection_id
                left join app.prompts p on p.site_id = g.site_id and p.id = g.prompt_id
                where g.site_id = p_site and g.state = 'pending' and g.expires_at > p_until
                union all
                select r.created_at, jsonb_build_object('id', r.id, 'connection', c.name, 'prompt', null, 'revision', null,
                    'action', case when r.creates then 'destination:create' else 'destination:change' end)
                from app.destination_requests r join app.connections c on c.id = r.connection_id
                where r.site_id = p_site and r.state = 'pending' and r.expires_at > p_until) w), '[]'))
$$;
comment on function app.read_digest is
    'The content of a digest of a destination: prompts with new responses since a time, with their figures and newest words, and the requests that wait for a person.';
grant execute on function app.read_digest to feedback_worker;
