create or replace function app.count_responses(p_site uuid, p_prompt uuid) returns integer
language sql stable set search_path = ''
as $$
    with parts as materialized (
        select k.from_at, k.to_at, k.size - k.displays as responses from app.find_parts(p_site, array[p_prompt]) k
    )
    select (coalesce((select sum(k.responses) from parts k), 0) + (
        select sum(r.responses) from unnest('{(,)}'::tstzmultirange
            - coalesce((select range_agg(tstzrange(k.from_at, k.to_at)) from parts k), '{}')) rest
        -- Counted for each range, so that Postgres reads a range from the index instead of all responses.
        cross join lateral (
            select count(*) as responses from app.responses x
            where x.site_id = p_site and x.prompt_id = p_prompt
              and x.created_at >= coalesce(lower(rest), '-infinity') and x.created_at < coalesce(upper(rest), 'infinity')
        ) r
    ))::integer
$$;
comment on function app.count_responses is 'Counts the responses to a prompt, from app.result_parts where they were counted.';
