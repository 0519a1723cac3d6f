-- The replay of the forecast, with events from the backend.
set role feedback_owner;

create or replace function app.replayed_rows(
    p_site uuid, p_own uuid, p_names text[], p_from timestamptz, p_now timestamptz, p_low bigint, p_high bigint)
returns table (
    hash integer, subject_id uuid, kind integer, at timestamptz, visitor_id uuid, joined_at timestamptz, session_id uuid,
    event_id uuid, name text, reason app.reason, facts jsonb,
    rival uuid, rival_waits boolean, rival_respects boolean, priority integer, published_at timestamptz,
    survey_id text, answered_at timestamptz, dismissed_at timestamptz)
language plpgsql stable rows 10000 set search_path = ''
as $$
declare
    v_site integer := (select s.key from app.sites s where s.id = p_site);
    v_oldest uuid := app.id_from(p_now - interval '30 days');
begin
    return query
    with taken as materialized (
        select s.id, uuid_hash(s.id) as hash, s.account is not null as identified, s.sample_key, s.first_seen_at,
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
        null::text, null::timestamptz, null::timestamptz
    from (select k.hash, k.id from taken k union all select 2147483647, null) t
    union all
    -- The actual displays: first those of the prompt itself, only for their answers.
    select t.hash, t.id, case when d.prompt_id = p_own then 1 else 3 end,
        case when d.prompt_id <> p_own then d.reserved_at end, d.visitor_id,
        coalesce(w.joined_at, '-infinity'), d.session_id, d.origin, null, null, null,
        d.prompt_id, null, r.content #>> '{limits,site_limits}' is distinct from 'ignore', null, null,
        p.survey_id, d.answered_at, d.dismissed_at
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
        p.survey_id, case when l.answered then l.last_at end, null
    from taken t
    cross join lateral (
        select * from app.display_totals x where x.site_id = p_site and x.subject_id = t.id and x.prompt_id <> p_own limit 1000) l
    join app.prompts p on p.site_id = p_site and p.id = l.prompt_id
    where t.was_here
    union all
    select t.hash, t.id, 2, e.received_at, e.visitor_id, coalesce(e.joined_at, '-infinity'), e.session_id, e.id, e.name,
        case when e.received_at >= e.reset_at then 'no_prompt' when e.reason = 'throttled' then 'throttled' end::app.reason,
        case when e.session_id = '00000000-0000-0000-0000-000000000000' then '{"backend": true, "has_page": false}'::jsonb else '{}' end || app.base_facts(e.received_at, e.session_id, app.join_context(e.path, e.device, e.languages), e.properties::jsonb,
            e.verified::jsonb, coalesce(o.traits, e.traits),
            case when coalesce(o.identified, t.identified) then '' end, coalesce(o.sample_key, t.sample_key),
            coalesce(o.first_seen_at, t.first_seen_at)),
        q.id, e.reason = 'waiting' or e.claimed_at is not null, q.respects, q.priority, q.published_at,
        null, null, null
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

create or replace function app.evaluate_replayed(
    c app.candidates, p_claim app.pending_claim, p_subject uuid, p_past app.past_display[], p_limits jsonb)
returns app.reason
language plpgsql stable set search_path = ''
as $$
declare
    v_reason app.reason := app.evaluate(c, p_claim.facts, false);
    v_needed jsonb;
    v_facts jsonb;
begin
    if v_reason <> 'unknown' then
        return v_reason;
    end if;
    -- Displays to other people of a group are not replayed.
    v_needed := case when c.needed_facts is not null or c.compares_dates then
        coalesce(c.needed_facts, '{}') - array['prompts', 'events', 'occurrences', 'groups'] end;
    v_facts := app.load_facts(p_claim.facts, c.site_id, '{}', null, p_claim.session_id, '[]', p_claim.event_id,
        p_claim.name, v_needed, p_claim.due, p_claim.due)
        || app.replayed_limits(p_past, c.prompt_id, p_claim.visitor_id, p_claim.joined_at, p_claim.session_id,
            p_limits, p_claim.due);
    if c.needed_facts ? 'prompts' and cardinality(p_past) > 0 then
        v_facts := jsonb_set(v_facts, '{history}', app.replayed_history(p_past, c.needed_facts -> 'prompts', p_claim.due));
    end if;
    if c.needed_facts ? 'events' then
        v_facts := jsonb_set(v_facts, '{history,events}',
            app.count_replayed_events(c.site_id, p_subject, p_claim, c.needed_facts -> 'events'));
    end if;
    if c.needed_facts ? 'occurrences' then
        v_facts := v_facts || jsonb_build_object('occurrences', app.count_occurrences(
            c.site_id, p_subject, p_claim.event_id, c.needed_facts -> 'occurrences', p_claim.due, p_claim));
    end if;
    return app.evaluate(c, v_facts, false);
end $$;

create function app.is_claim_withdrawn(c app.candidates, p_claim app.pending_claim, p_subject uuid, p_until timestamptz)
returns boolean
language plpgsql stable set search_path = ''
as $$
begin
    return (c.unless is not null or c.cancel_events is not null) and app.is_withdrawn(c, p_subject, p_claim.event_id,
        to_timestamp((p_claim.facts -> 'received')::float8), p_until);
end $$;
comment on function app.is_claim_withdrawn is 'app.is_withdrawn for a display that waits in a replay.';

create function app.next_call(p_site uuid, p_subject uuid, p_from timestamptz, p_until timestamptz) returns timestamptz
language plpgsql stable set search_path = ''
as $$
declare
    v_site integer := (select s.key from app.sites s where s.id = p_site);
    v_first uuid := app.id_from(p_from);
    v_after uuid := app.id_from(p_until);
begin
    return (
        select min(e.received_at) from app.visitors v
        join app.events e on e.visitor = v.key and e.site + 0 = v_site
        where v.site_id = p_site and v.subject_id = p_subject and e.id >= v_first and e.id < v_after
          and e.received_at >= p_from and e.session_id <> '00000000-0000-0000-0000-000000000000');
end $$;
comment on function app.next_call is 'When a browser of the subject first reported an event in this period; null if none did.';

create or replace function app.replay_range(
    c app.candidates, p_names text[], p_from timestamptz, p_now timestamptz, p_low bigint, p_high bigint,
    p_claimed double precision, p_within interval)
returns app.replay
language plpgsql stable set search_path = ''
as $$
declare
    v_limits jsonb := app.site_limits((select s.settings from app.sites s where s.id = c.site_id));
    v_any app.candidates := c;
    v_found app.replay := row(0, 0, 0, 0, 0, 0, 0, '{}', p_high);
    v_labels app.reason[] := enum_range(null::app.reason);
    v_counts integer[] := array_fill(0, array[cardinality(enum_range(null::app.reason))]);
    -- State of the current subject.
    v_subject uuid;
    v_past app.past_display[];
    v_answers jsonb;
    v_pending app.pending_claim[];
    v_displaced uuid[];
    v_displays integer;
    v_sampled_claims integer;
    v_reason app.reason;
    v_claim app.pending_claim;
    v_deadline timestamptz;
    v_next timestamptz;
    r record;
begin
    v_any.respects_site := true;
    for r in
        select * from app.replayed_rows(c.site_id, c.prompt_id, p_names, p_from, p_now, p_low, p_high)
    loop
        while cardinality(v_pending) > 0 and v_pending[1].due <= case when r.kind = 0 then p_now else r.at end loop
            v_claim := v_pending[1];
            v_pending := v_pending[2:];
            v_reason := app.evaluate_replayed(c, v_claim, v_subject, v_past, v_limits);
            if v_reason = 'waiting' and app.is_claim_withdrawn(c, v_claim, v_subject, v_claim.due) then
                v_reason := 'withdrawn';
            elsif v_reason = 'waiting' then
                v_reason := 'displayed';
                v_displays := v_displays + 1;
                v_past := v_past || app.replayed_display(c, v_claim, v_answers);
            end if;
            v_counts[array_position(v_labels, v_reason)] := v_counts[array_position(v_labels, v_reason)] + 1;
        end loop;
        case r.kind
        when 0 then
            if v_subject is null then
                v_deadline := clock_timestamp() + p_within;
            else
                v_counts[array_position(v_labels, 'waiting')]
                    := v_counts[array_position(v_labels, 'waiting')] + cardinality(v_pending);
                v_found.subjects := v_found.subjects + 1;
                v_found.displays := v_found.displays + v_displays;
                v_found.reached := v_found.reached + least(v_displays, 1);
                v_found.squared_displays := v_found.squared_displays + v_displays * v_displays;
                v_found.sampled_claims := v_found.sampled_claims + v_sampled_claims;
                v_found.subjects_with_sampled_claims := v_found.subjects_with_sampled_claims + least(v_sampled_claims, 1);
                if r.subject_id is not null and clock_timestamp() > v_deadline then
                    v_found.next_hash := r.hash;
                    exit;
                end if;
            end if;
            v_subject := r.subject_id;
            v_past := '{}';
            v_answers := '{}';
            v_pending := '{}';
            v_displaced := '{}';
            v_displays := 0;
            v_sampled_claims := 0;
        when 1 then
            v_answers := v_answers || jsonb_build_object(r.event_id, array[r.answered_at, r.dismissed_at]);
        when 2 then
            v_found.events := v_found.events + 1;
            v_reason := case when r.facts ? 'backend' and not c.backend then 'no_prompt' else r.reason end;
            if v_reason is null then
                v_claim := row(r.at, r.event_id, r.name, r.session_id, r.visitor_id, r.joined_at, r.facts);
                v_reason := app.evaluate_replayed(c, v_claim, v_subject, v_past, v_limits);
            end if;
            if v_reason in ('displayed', 'waiting') and r.rival is not null then
                -- The better candidate in the order of app.decide, unless this replay's displays would have excluded the rival.
                if (case when r.rival_waits then 'waiting' else 'displayed' end::app.reason, r.priority,
                        c.published_at, c.prompt_id) > (v_reason, c.priority::integer, r.published_at, r.rival)
                    and (v_displays = 0 or not r.rival_respects or app.check_site_limits(v_any,
                        app.replayed_limits(v_past, c.prompt_id, r.visitor_id, r.joined_at, r.session_id, v_limits, r.at)
                            -> 'site', app.epoch(r.at)) is null)
                then
                    v_reason := 'lost_priority';
                else
                    v_displaced := v_displaced || r.event_id;
                end if;
            end if;
            if v_reason = 'displayed' then
                v_displays := v_displays + 1;
                v_past := v_past || app.replayed_display(c, v_claim, v_answers);
            elsif v_reason = 'waiting' and (c.backend or c.unless is not null) then
                -- Only one prompt waits at a time, and it is displayed at the next call after it is due.
                if cardinality(v_pending) > 0 and c.unless is not null and app.is_claim_withdrawn(c, v_pending[1], v_subject, r.at) then
                    v_counts[array_position(v_labels, 'withdrawn')] := v_counts[array_position(v_labels, 'withdrawn')] + 1;
                    v_pending := '{}';
                end if;
                v_next := r.at + make_interval(secs => (app.choose_variant(c, r.facts ->> 'sample_key')).delay_seconds);
                v_claim.due := case when cardinality(v_pending) = 0 then app.next_call(
                    c.site_id, v_subject, v_next, least(p_now, v_next + make_interval(hours => c.wait_hours))) end;
                if c.backend then
                    -- The browser's session is not read, so its limit is ignored. So are conditions on its page.
                    v_claim.session_id := null;
                end if;
                v_claim.facts := v_claim.facts || jsonb_build_object('received', round(extract(epoch from r.at), 3));
                if v_claim.due is not null then
                    v_claim.facts := v_claim.facts || jsonb_build_object('now', round(extract(epoch from v_claim.due), 3));
                    v_pending := v_pending || v_claim;
                    continue;
                elsif c.unless is not null and app.is_claim_withdrawn(c, v_claim, v_subject, least(p_now, v_next)) then
                    v_reason := 'withdrawn';
                end if;
            elsif v_reason = 'waiting' then
                if p_claimed < 1 then
                    v_sampled_claims := v_sampled_claims + 1;
                end if;
                if app.sample_position(c.prompt_id, r.event_id::text) < p_claimed then
                    v_claim.due := r.at + make_interval(
                        secs => (app.choose_variant(c, r.facts ->> 'sample_key')).delay_seconds);
                    v_claim.facts := v_claim.facts || jsonb_build_object('now', round(extract(epoch from v_claim.due), 3),
                        'received', round(extract(epoch from r.at), 3));
                    v_pending := v_pending || v_claim;
                    continue;
                end if;
            end if;
            v_counts[array_position(v_labels, v_reason)] := v_counts[array_position(v_labels, v_reason)] + 1;
        else
            -- A display of another prompt counts, unless this prompt would have replaced or prevented it.
            if r.event_id is null or r.event_id <> all(v_displaced) and (
                v_displays = 0 or not r.rival_respects or app.check_site_limits(v_any,
                    app.replayed_limits(v_past, c.prompt_id, r.visitor_id, r.joined_at, r.session_id, v_limits, r.at)
                        -> 'site', app.epoch(r.at)) is null)
            then
                v_past := v_past || row(r.rival, r.survey_id, r.at, r.session_id, r.visitor_id, r.joined_at,
                    r.answered_at, r.dismissed_at)::app.past_display;
            end if;
        end case;
    end loop;
    v_found.reasons := (
        select coalesce(jsonb_object_agg(l.label, k.events), '{}')
        from unnest(v_labels, v_counts) as k (label, events), lateral (select k.label::text as label) l where k.events > 0);
    return v_found;
end $$;

reset role;
