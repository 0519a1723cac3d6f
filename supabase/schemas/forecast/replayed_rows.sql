-- The replay of the forecast, with events from the backend.
create or replace function app.replayed_rows(
    p_site uuid, p_own uuid, p_names text[], p_answers jsonb, p_from timestamptz, p_now timestamptz, p_low bigint, p_high bigint)
returns table (
    hash integer, subject_id uuid, kind integer, at timestamptz, visitor_id uuid, joined_at timestamptz, session_id uuid,
    event_id uuid, name text, reason app.reason, facts jsonb,
    rival uuid, rival_waits boolean, rival_respects boolean, priority integer, published_at timestamptz,
    survey_id text, answered_at timestamptz, dismissed_at timestamptz, postponed_at timestamptz, postponed_until timestamptz,
    answers jsonb)
language plpgsql stable rows 10000 set search_path = ''
as $$
declare
    v_site integer := (select s.key from app.sites s where s.id = p_site);
    v_oldest uuid := app.id_from(p_now - interval '30 days');
begin
    return query
    with taken as materialized (
        select s.id, uuid_hash(s.id) as hash, s.account is not null as identified, s.sample_key, s.first_seen_at, s.answer_traits,
            -- last_seen_at is accurate to the hour.
            s.last_seen_at > p_from - interval '1 hour' as was_here,
            -- Bounds that prune partitions: events may be 48 hours late, or five minutes ahead.
            greatest(v_oldest, app.id_from(greatest(s.first_seen_at, p_from) - interval '2 days')) as first_id,
            app.id_from(least(s.last_seen_at, p_now) + interval '2 hours') as last_id
        from app.subjects s
        where s.site_id = p_site and uuid_hash(s.id) >= p_low and uuid_hash(s.id) < p_high
    )
    select t.hash, t.id, 0, null::timestamptz, null::uuid, null::timestamptz, null::uuid, null::uuid, null::text,
        null::app.reason, null::jsonb, null::uuid, null::boolean, null::boolean, null::integer, null::timestamptz,
        null::text, null::timestamptz, null::timestamptz, null::timestamptz, null::timestamptz, null::jsonb
    from (select k.hash, k.id from taken k union all select 2147483647, null) t
    union all
    -- The actual displays: first those of the prompt itself, only for their answers.
    select t.hash, t.id, case when d.prompt_id = p_own then 1 else 3 end,
        case when d.prompt_id <> p_own then d.reserved_at end, d.visitor_id,
        coalesce(w.joined_at, '-infinity'), d.session_id, d.origin, null, null, null,
        d.prompt_id, null, r.content #>> '{limits,site_limits}' is distinct from 'ignore', null, null,
        p.survey_id, d.answered_at, d.dismissed_at, d.postponed_at, d.postponed_until,
        case when p_answers is not null and d.answered_at is not null then app.answers_of_display(p_site, d.id, p.survey_id, p_answers) end
    from taken t
    cross join lateral (
        select * from app.displays x
        where x.site_id = p_site and x.subject_id = t.id and x.state <> 'released' and x.reserved_at <= p_now
        limit 1000) d
    join app.prompts p on p.site_id = p_site and p.id = d.prompt_id
    join app.revisions r on r.site_id = p_site and r.prompt_id = d.prompt_id and r.number = d.revision
    cross join lateral (
        select max(o.until) filter (where o.subject_id <> t.id) as joined_at
        from app.visitor_versions o where o.site_id = p_site and o.visitor_id = d.visitor_id) w
    where t.was_here
    union all
    select t.hash, t.id, 3, l.last_at, null, '-infinity', null, null, null, null, null, l.prompt_id, null, true, null, null,
        p.survey_id, case when l.answered then l.last_at end, null, null, null, null
    from taken t
    cross join lateral (
        select * from app.display_totals x where x.site_id = p_site and x.subject_id = t.id and x.prompt_id <> p_own limit 1000) l
    join app.prompts p on p.site_id = p_site and p.id = l.prompt_id
    where t.was_here
    union all
    select t.hash, t.id, 2, e.received_at, e.visitor_id, coalesce(e.joined_at, '-infinity'), e.session_id, e.id, e.name,
        case when e.received_at >= e.reset_at then 'no_prompt' when e.reason = 'throttled' then 'throttled' end::app.reason,
        case when e.session_id = '00000000-0000-0000-0000-000000000000' then '{"backend": true, "has_page": false}'::jsonb else '{}' end || app.base_facts(e.received_at, e.session_id, app.join_context(e.path, e.device, e.languages), e.properties::jsonb,
            e.verified::jsonb, case when t.answer_traits is null then coalesce(o.traits, e.traits)
                else app.with_answer_traits(t.answer_traits, coalesce(o.traits, e.traits), e.received_at) end,
            case when coalesce(o.identified, t.identified) then '' end, coalesce(o.sample_key, t.sample_key),
            coalesce(o.first_seen_at, t.first_seen_at)),
        q.id, e.reason = 'waiting' or e.claimed_at is not null, q.respects, q.priority, q.published_at,
        null, null, null, null, null, null
    from taken t
    cross join lateral (
        select v.id as visitor_id, v.traits, v.reset_at, w.last_at, w.joined_at, e.id, e.received_at, e.session_id, e.name,
            e.path, e.device, e.languages, e.properties, e.verified, e.reason, e.prompt, e.claimed_at
        from app.visitors v
        cross join lateral (
            select max(o.until) as last_at, max(o.until) filter (where o.subject_id <> v.subject_id) as joined_at
            from app.visitor_versions o where o.site_id = p_site and o.visitor_id = v.id) w
        cross join unnest(p_names) n (name)
        cross join lateral (
            select * from app.events x
            where x.visitor = v.key and x.name_hash = hashtext(n.name) and x.name = n.name and x.site + 0 = v_site
              and x.id between t.first_id and t.last_id and x.received_at > p_from and x.received_at <= p_now
              and x.received_at >= v.joined_at and x.reason is not null and not x.bot
            limit 1000) e
        where v.site_id = p_site and v.subject_id = t.id
        -- Limits the cost of one subject.
        limit 1000) e
    left join lateral (
        select * from app.visitor_versions y
        where e.last_at > e.received_at and y.site_id = p_site and y.visitor_id = e.visitor_id and y.until > e.received_at
        order by y.until limit 1) o on true
    left join lateral (
        select p.id, p.published_at, coalesce((r.content -> 'priority')::integer, 0) as priority,
            r.content #>> '{limits,site_limits}' is distinct from 'ignore' as respects
        from app.prompts p
        join app.revisions r on r.site_id = p.site_id and r.prompt_id = p.id and r.number = p.published_revision
        where (e.reason in ('displayed', 'waiting') or e.claimed_at is not null) and p.id <> p_own
          and p.site_id = p_site and p.key = e.prompt limit 1) q on true
    where t.was_here
    order by 1, 2, 4 nulls first, 3, 8;
end $$;
comment on function app.replayed_rows is
    'The input of a replay, by subject in the order of their hashes: a row for the subject (kind 0), its displays of the prompt (1), its events (2) and its displays of other prompts (3); at the end a row without a subject. `facts` are as of the event; `rival` is the prompt that was chosen for it.';
