create or replace function app.list_needed_facts(p_where jsonb, p_audience jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
    select nullif(jsonb_strip_nulls(jsonb_build_object(
        'traits', jsonb_agg(distinct l -> 'trait') filter (where l ? 'trait' and app.compares_dates(l)),
        'properties', jsonb_agg(distinct l -> 'property') filter (where l ? 'property' and app.compares_dates(l)),
        'languages', jsonb_agg(distinct l -> 'context') filter (where l ->> 'context' = 'language'),
        'prompts', jsonb_agg(distinct l -> 'prompt') filter (where l ? 'was'),
        'answers', jsonb_agg(distinct jsonb_build_object('prompt', l -> 'prompt', 'answer', l -> 'answer'))
            filter (where l ? 'answer'),
        'events', jsonb_agg(distinct jsonb_build_object('event', l -> 'event', 'within_days', l -> 'within_days'))
            filter (where l ? 'event')
    )), '{}')
    from (select app.leaf_conditions(p_where) union all select app.leaf_conditions(p_audience)) x (l)
$$;
comment on function app.list_needed_facts is
    'Facts that a trigger and an audience need beyond the base facts: dates in traits and properties, languages, prompts, answers, events; null for none.';
