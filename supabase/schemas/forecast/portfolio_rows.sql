create or replace function app.portfolio_rows(
    p_site uuid, p_names text[], p_answers jsonb, p_backend boolean, p_from timestamptz, p_now timestamptz, p_low bigint, p_high bigint)
returns table (
    hash integer, subject_id uuid, kind integer, at timestamptz, visitor_id uuid, joined_at timestamptz, session_id uuid,
    event_id uuid, name text, backend boolean, facts jsonb, prompt_id uuid, survey_id text, claimed_at timestamptz,
    answered_at timestamptz, dismissed_at timestamptz, postponed_at timestamptz, postponed_until timestamptz, is_released boolean,
    answers jsonb)
language plpgsql stable rows 10000 set search_path = ''
as $$
declare
    v_site integer := (select s.key from app.sites s where s.id = p_site);
    v_oldest uuid := app.id_from(p_now - interval '30 days');
    -- With many names, searching for each costs more than reading all of a visitor's events.
    v_is_each_name boolean := cardinality(p_names) <= 3;
begin
    return query
    with taken as materialized (
        select s.id, uuid_hash(s.id) as hash, s.account is not null as identified, s.sample_key, s.first_seen_at, s.answer_traits,
            s.last_seen_at > p_from - interval '1 hour' as was_here,
            greatest(v_oldest, app.id_from(greatest(s.first_seen_at, p_from) - interval '2 days')) as first_id,
            app.id_from(least(s.last_seen_at, p_now) + interval '2 hours') as last_id,
            -- Any event from a browser claims a prompt that waits for the account.
            p_backend and s.account is not null and exists (select from app.visitors b
                where b.site_id = p_site and b.id = app.backend_visitor(p_site, s.account) and b.subject_id = s.id) as any_name
        from app.subjects s
        where s.site_id = p_site and uuid_hash(s.id) >= p_low and uuid_hash(s.id) < p_high
    )
    select t.hash, t.id, 0, null::timestamptz, null::uuid, null::timestamptz, null::uuid, null::uuid, null::text, null::boolean,
        null::jsonb, null::uuid, null::text, null::timestamptz, null::timestamptz, null::timestamptz, null::timestamptz,
        null::timestamptz, null::boolean, null::jsonb
    from (select k.hash, k.id from taken k union all select 2147483647, null) t
    union all
    -- Displays caused by events of the period (1) only provide outcomes; all others happen again (3).
    select t.hash, t.id, case when o.is_event then 1 else 3 end, d.reserved_at, d.visitor_id,
        coalesce(w.joined_at, '-infinity'), d.session_id, d.origin, null, null,
        jsonb_build_object('sample_key', t.sample_key, 'context', d.context), d.prompt_id, p.survey_id, null, d.answered_at, d.dismissed_at,
        d.postponed_at, d.postponed_until, d.state = 'released',
        case when p_answers is not null and d.answered_at is not null then app.answers_of_display(p_site, d.id, p.survey_id, p_answers) end
    from taken t
    cross join lateral (
        select * from app.displays x
        where x.site_id = p_site and x.subject_id = t.id and x.reserved_at <= p_now limit 1000) d
    cross join lateral (select d.reserved_at > p_from and exists (
        select from app.events e where e.site = v_site and e.id = d.origin and e.received_at > p_from) as is_event) o
    join app.prompts p on p.site_id = p_site and p.id = d.prompt_id
    cross join lateral (
        select max(v.until) filter (where v.subject_id <> t.id) as joined_at
        from app.visitor_versions v where v.site_id = p_site and v.visitor_id = d.visitor_id) w
    where t.was_here and (d.state <> 'released' or o.is_event)
    union all
    select t.hash, t.id, 3, l.last_at, null, '-infinity', null, null, null, null, null, l.prompt_id, p.survey_id, null,
        case when l.answered then l.last_at end, null, null, null, false, null
    from taken t
    cross join lateral (select * from app.display_totals x where x.site_id = p_site and x.subject_id = t.id limit 1000) l
    join app.prompts p on p.site_id = p_site and p.id = l.prompt_id
    where t.was_here
    union all
    select t.hash, t.id, 2, e.received_at, e.visitor_id, coalesce(e.joined_at, '-infinity'), e.session_id, e.id, e.name, b.backend,
        case when b.backend then '{"backend": true, "has_page": false}'::jsonb else '{}' end
            || app.base_facts(e.received_at, e.session_id, app.join_context(e.path, e.device, e.languages), e.properties::jsonb,
                e.verified::jsonb, case when t.answer_traits is null then coalesce(b.traits, '{}') || coalesce(o.traits, e.traits)
                    else app.with_answer_traits(t.answer_traits, coalesce(b.traits, '{}') || coalesce(o.traits, e.traits), e.received_at) end,
                case when coalesce(o.identified, t.identified) then '' end, coalesce(o.sample_key, t.sample_key),
                coalesce(o.first_seen_at, t.first_seen_at)),
        q.id, null, e.claimed_at, null, null, null, null, null, null
    from taken t
    cross join lateral (
        select v.id as visitor_id, v.traits, w.last_at, w.joined_at, e.id, e.received_at, e.session_id, e.name,
            e.path, e.device, e.languages, e.properties, e.verified, e.reason, e.prompt, e.claimed_at
        from app.visitors v
        cross join lateral (
            select max(o.until) as last_at, max(o.until) filter (where o.subject_id <> v.subject_id) as joined_at
            from app.visitor_versions o where o.site_id = p_site and o.visitor_id = v.id) w
        cross join lateral (
            select named.* from unnest(p_names) n (name)
            cross join lateral (
                select * from app.events x
                where v_is_each_name and not t.any_name and x.visitor = v.key and x.name_hash = hashtext(n.name) and x.name = n.name
                  and x.site + 0 = v_site and x.id between t.first_id and t.last_id
                  and x.received_at > p_from and x.received_at <= p_now
                  and x.received_at >= v.joined_at and (v.reset_at is null or x.received_at < v.reset_at)
                  and x.reason is not null and x.reason <> 'throttled' and not x.bot limit 1000) named
            union all
            select * from (
                select * from app.events x
                where (t.any_name or not v_is_each_name) and x.visitor = v.key and (t.any_name or x.name = any(p_names))
                  and x.site + 0 = v_site and x.id between t.first_id and t.last_id
                  and x.received_at > p_from and x.received_at <= p_now
                  and x.received_at >= v.joined_at and (v.reset_at is null or x.received_at < v.reset_at)
                  and x.reason is not null and x.reason <> 'throttled' and not x.bot limit 1000) found
        ) e
        where v.site_id = p_site and v.subject_id = t.id
        limit 1000) e
    cross join lateral (
        select e.session_id = '00000000-0000-0000-0000-000000000000' as backend,
            case when e.session_id = '00000000-0000-0000-0000-000000000000' then (
                select v.traits from app.visitors v
                where v.site_id = p_site and v.subject_id = t.id and v.id <> e.visitor_id
                order by v.last_seen_at desc, v.id limit 1) end as traits) b
    left join lateral (
        select * from app.visitor_versions y
        where e.last_at > e.received_at and y.site_id = p_site and y.visitor_id = e.visitor_id and y.until > e.received_at
        order by y.until limit 1) o on true
    left join lateral (
        select p.id from app.prompts p
        where (e.reason = 'waiting' or e.claimed_at is not null) and p.site_id = p_site and p.key = e.prompt limit 1) q on true
    where t.was_here
    order by 1, 2, 4 nulls first, 3, 8;
end $$;
comment on function app.portfolio_rows is
    'The input of a replay of all prompts, by subject in the order of their hashes: a row for the subject (kind 0), the outcomes of its events (1), its events (2) and displays that no event of the time caused (3); at the end a row without a subject.';
