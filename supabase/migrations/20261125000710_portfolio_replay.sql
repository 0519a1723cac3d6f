-- Replays all prompts of a site together, for one subject after the other. The rules that need no displays are evaluated
-- once for each event. Candidates that pass are replayed once for each world: 1 without the draft, 2 with it, and 4
-- with the revisions that were live at that time. Worlds share events, answers and claims, so their difference is more precise than either.
set role feedback_owner;

create type app.portfolio_candidate as (
    c app.candidates, place integer, worlds integer, live tstzmultirange, wait_hours integer,
    answered double precision
);
comment on type app.portfolio_candidate is
    'A candidate in a replay of all prompts: the position of its prompt among them, the worlds that contain it (one bit each), when it was live, how many hours it waits for an account, and the share of its displays that are answered.';

create type app.portfolio_event as (
    claim app.pending_claim, backend boolean, open integer[], waited uuid, claimed_at timestamptz, outcome jsonb
);
comment on type app.portfolio_event is
    'An event in a replay, with the candidates whose rules it may pass (`open`), and what it actually caused: the prompt that waited, when that was claimed, and the display (`outcome`). An event without a name is a display that show() requested.';

create type app.portfolio_wait as (due timestamptz, event integer, candidate integer, until timestamptz);
comment on type app.portfolio_wait is
    'A prompt that waits in a replay. With `until`, it waits for the next event from one of the account''s browsers before that time.';

create type app.replayed_display as (world integer, place integer, at timestamptz, group_hash bytea);
comment on type app.replayed_display is
    'A display of a replay, or one that only a budget denied: its world, the place of its prompt among all (0 for one that no longer has candidates), its time, and its group if the prompt has a limit per group.';

create type app.world_replay as (places integer[], displays app.replayed_display[], draft app.reason[], sampled_places integer[]);
comment on type app.world_replay is
    'What a world would have displayed to a subject: the position of each display''s prompt, the displays including those that only a budget denied, the reasons of the draft, and the places of claims that were drawn at random.';

create function app.portfolio_candidates(p_site uuid, p_content jsonb, p_from timestamptz, p_now timestamptz)
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

create function app.portfolio_rows(
    p_site uuid, p_names text[], p_backend boolean, p_from timestamptz, p_now timestamptz, p_low bigint, p_high bigint)
returns table (
    hash integer, subject_id uuid, kind integer, at timestamptz, visitor_id uuid, joined_at timestamptz, session_id uuid,
    event_id uuid, name text, backend boolean, facts jsonb, prompt_id uuid, survey_id text, claimed_at timestamptz,
    answered_at timestamptz, dismissed_at timestamptz, is_released boolean)
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
        select s.id, uuid_hash(s.id) as hash, s.account is not null as identified, s.sample_key, s.first_seen_at,
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
        null::jsonb, null::uuid, null::text, null::timestamptz, null::timestamptz, null::timestamptz, null::boolean
    from (select k.hash, k.id from taken k union all select 2147483647, null) t
    union all
    -- Displays caused by events of the period (1) only provide outcomes; all others happen again (3).
    select t.hash, t.id, case when o.is_event then 1 else 3 end, d.reserved_at, d.visitor_id,
        coalesce(w.joined_at, '-infinity'), d.session_id, d.origin, null, null,
        jsonb_build_object('sample_key', t.sample_key, 'context', d.context), d.prompt_id, p.survey_id, null, d.answered_at, d.dismissed_at, d.state = 'released'
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
        case when l.answered then l.last_at end, null, false
    from taken t
    cross join lateral (select * from app.display_totals x where x.site_id = p_site and x.subject_id = t.id limit 1000) l
    join app.prompts p on p.site_id = p_site and p.id = l.prompt_id
    where t.was_here
    union all
    select t.hash, t.id, 2, e.received_at, e.visitor_id, coalesce(e.joined_at, '-infinity'), e.session_id, e.id, e.name, b.backend,
        case when b.backend then '{"backend": true, "has_page": false}'::jsonb else '{}' end
            || app.base_facts(e.received_at, e.session_id, app.join_context(e.path, e.device, e.languages), e.properties::jsonb,
                e.verified::jsonb, coalesce(b.traits, '{}') || coalesce(o.traits, e.traits),
                case when coalesce(o.identified, t.identified) then '' end, coalesce(o.sample_key, t.sample_key),
                coalesce(o.first_seen_at, t.first_seen_at)),
        q.id, null, e.claimed_at, null, null, null
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

create function app.portfolio_facts(p_past app.past_display[], p_claim app.pending_claim, p_limits jsonb, p_surveys jsonb)
returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
    v_window timestamptz := p_claim.due - (p_limits ->> 'window_days')::numeric * interval '1 day';
    v_facts jsonb := p_claim.facts;
begin
    if cardinality(p_past) = 0 then
        return v_facts || jsonb_build_object('seen', '{}'::jsonb,
            'site', p_limits || '{"window_displays": 0, "session_displays": 0}');
    end if;
    if p_surveys is not null then
        v_facts := jsonb_set(v_facts, '{history}', coalesce(v_facts -> 'history', '{}')
            || app.replayed_history(p_past, p_surveys, p_claim.due));
    end if;
    return v_facts || (
        select jsonb_build_object(
            'seen', coalesce(jsonb_object_agg(s.prompt_id, jsonb_build_object('displays', s.displays, 'last', app.epoch(s.last),
                'answered', s.answered)), '{}'),
            'site', p_limits || jsonb_strip_nulls(jsonb_build_object('last', app.epoch(max(s.last)),
                'window_displays', coalesce(sum(s.in_window), 0), 'session_displays', coalesce(sum(s.in_session), 0))))
        from (
            select d.prompt_id, count(*) as displays, max(d.at) as last, coalesce(bool_or(d.answered_at <= p_claim.due), false) as answered,
                count(*) filter (where d.at > v_window) as in_window,
                count(*) filter (where d.session_id = p_claim.session_id) as in_session
            from unnest(p_past) d
            where d.at <= p_claim.due and (d.visitor_id = p_claim.visitor_id or d.joined_at <= p_claim.due and p_claim.joined_at <= p_claim.due)
            group by 1) s);
end $$;
comment on function app.portfolio_facts is
    'The facts of an event with the displays of a replay so far: app.display_facts and, of the prompts in p_surveys, app.display_history.';

create function app.load_replayed_facts(p_site uuid, p_subject uuid, p_claim app.pending_claim, p_needed jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
    v_facts jsonb := p_claim.facts;
begin
    if p_needed = '{}' then
        return v_facts || '{"history": {}}';
    end if;
    v_facts := app.load_facts(v_facts, p_site, '{}', null, p_claim.session_id, '[]', p_claim.event_id, p_claim.name,
        p_needed - array['prompts', 'events', 'occurrences', 'groups'], p_claim.due, p_claim.due);
    if p_needed ? 'events' then
        v_facts := jsonb_set(v_facts, '{history,events}',
            app.count_replayed_events(p_site, p_subject, p_claim, p_needed -> 'events'));
    end if;
    if p_needed ? 'occurrences' then
        v_facts := v_facts || jsonb_build_object('occurrences', app.count_occurrences(
            p_site, p_subject, p_claim.event_id, p_needed -> 'occurrences', p_claim.due, p_claim));
    end if;
    return v_facts - array['seen', 'site'];
end $$;
comment on function app.load_replayed_facts is 'Adds the facts that rules need and that do not depend on displays.';

create function app.received_claim(p_claim app.pending_claim) returns app.pending_claim
language plpgsql stable set search_path = ''
as $$
begin
    p_claim.facts := p_claim.facts || jsonb_build_object('received', app.epoch(p_claim.due));
    return p_claim;
end $$;
comment on function app.received_claim is 'The event with the fact that app.is_claim_withdrawn reads.';

reset role;
