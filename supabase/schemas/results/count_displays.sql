-- The response rate is based on displays, which are deleted after a while, and on the responses to the remaining
-- displays: responses are kept. Both are added up from app.result_parts where they were counted.
create or replace function app.count_displays(
    p_site uuid, p_prompt uuid, p_from timestamptz default '-infinity', p_to timestamptz default 'infinity')
returns table (displays integer, unconfirmed integer, answered integer)
language sql stable set search_path = ''
as $$
    with parts as materialized (
        select k.from_at, k.to_at, k.displays, k.unconfirmed, k.answered
        from app.find_parts(p_site, array[p_prompt], p_from, p_to) k
    ),
    rest as materialized (
        select r from unnest(tstzmultirange(tstzrange(p_from, greatest(p_from, p_to)))
            - coalesce((select range_agg(tstzrange(k.from_at, k.to_at)) from parts k), '{}')) r
    )
    select sum(c.displays)::integer, sum(c.unconfirmed)::integer, sum(c.answered)::integer from (
        select k.displays, k.unconfirmed, k.answered from parts k
        union all
        select s.displays, s.unconfirmed, s.answered from rest
        cross join lateral (
            select count(*) as displays, count(*) filter (where d.state = 'reserved') as unconfirmed,
                count(a.display_id) as answered
            from app.displays d
            -- The limit keeps Postgres from reading all responses of the site instead.
            left join lateral (select r.display_id from app.responses r
                where r.site_id = d.site_id and r.display_id = d.id limit 1) a on true
            where d.site_id = p_site and d.prompt_id = p_prompt and d.state <> 'released'
              and d.reserved_at >= lower(rest.r) and d.reserved_at < upper(rest.r)
        ) s
    ) c
$$;
comment on function app.count_displays is 'Counts the displays of a prompt in a period: all, those that no browser confirmed, and those that have a response, whenever it was given. Callers who may see the displays of 90 days request no others.';
grant execute on function app.count_displays to feedback_agent, feedback_person;
