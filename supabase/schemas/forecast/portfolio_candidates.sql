create or replace function app.portfolio_candidates(p_site uuid, p_content jsonb, p_from timestamptz, p_now timestamptz)
returns setof app.portfolio_candidate
language plpgsql stable rows 100 set search_path = ''
as $$
declare
    v_draft uuid := coalesce(
        (select p.id from app.prompts p where p.site_id = p_site and p.survey_id = p_content ->> 'survey_id'),
        '00000000-0000-7000-8000-000000000000');
    v_window tstzrange := tstzrange(p_from, p_now, '[]');
begin
    return query
    with live as materialized (
        select l.prompt_id, l.revision, range_agg(tstzrange(l.at, l.until)) as live
        from (
            select h.prompt_id, h.revision, h.at, lead(h.at) over (partition by h.prompt_id order by h.at) as until
            from app.publications h where h.site_id = p_site) l
        where l.revision is not null and tstzrange(l.at, l.until) && v_window
        group by 1, 2
    ),
    candidate as (
        select d.c, d.worlds, l.live
        from app.candidates k left join live l on l.prompt_id = k.prompt_id and l.revision = k.revision
        cross join lateral (
            select case when p_content is null then 0 when k.prompt_id = v_draft then 1 else 3 end as compared,
                case when l.live is null then 0 else 4 end as past, k.starts_at is not null or k.ends_at is not null as is_dated) w
        cross join lateral (
            select k as c, w.compared + w.past as worlds where not w.is_dated
            -- Only the past keeps the dates. What has ended is not compared.
            union all select k, w.past where w.is_dated
            union all select app.without_dates(k, p_now), w.compared where w.is_dated and coalesce(k.ends_at > p_now, true)) d
        where k.site_id = p_site
        union all
        select app.without_dates(app.compile_content(p_site, v_draft, 0, coalesce(
            (select p.published_at from app.prompts p where p.site_id = p_site and p.id = v_draft), 'infinity'), n.name, p_content), p_now), 2, null
        from (select jsonb_array_elements_text(p_content #> '{trigger,events}') union select '') n (name)
        where p_content is not null
        union all
        select app.compile_content(p_site, l.prompt_id, l.revision, p.published_at, n.name, r.content), 4, l.live
        from live l
        join app.prompts p on p.site_id = p_site and p.id = l.prompt_id
        join app.revisions r on r.site_id = p_site and r.prompt_id = l.prompt_id and r.number = l.revision
        cross join lateral (select jsonb_array_elements_text(r.content #> '{trigger,events}') union select '') n (name)
        where not exists (select from app.candidates k
            where k.site_id = p_site and k.prompt_id = l.prompt_id and k.revision = l.revision)
    ),
    outcome as materialized (
        select k.prompt_id, o.displays, o.answered
        from (select distinct (x.c).prompt_id from candidate x) k
        cross join lateral (
            select count(*) as displays, count(d.answered_at) as answered from (
                select x.answered_at from app.displays x
                where x.site_id = p_site and x.prompt_id = k.prompt_id and x.reserved_at > p_from and x.reserved_at <= p_now
                  and x.state <> 'released'
                order by x.reserved_at desc limit 1000) d) o
    )
    select k.c, dense_rank() over (order by (k.c).prompt_id)::integer, k.worlds, k.live,
        coalesce((case when k.worlds = 2 then p_content else r.content end #>> '{timing,wait_hours}')::integer, 24),
        coalesce(o.answered / nullif(o.displays, 0)::double precision,
            (select sum(a.answered) / nullif(sum(a.displays), 0)::double precision from outcome a), 0)
    from candidate k join outcome o on o.prompt_id = (k.c).prompt_id
    left join app.revisions r on r.site_id = p_site and r.prompt_id = (k.c).prompt_id and r.number = (k.c).revision
    where k.worlds > 0
    order by (k.c).event_name, (k.c).priority desc, (k.c).published_at, (k.c).prompt_id;
end $$;
comment on function app.portfolio_candidates is
    'All candidates of a replay, in the order of app.decide for each name: those of live prompts, of the draft, and of revisions that were live during the period.';
