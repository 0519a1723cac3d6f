create or replace function app.portfolio_facts(p_past app.past_display[], p_claim app.pending_claim, p_limits jsonb, p_history jsonb)
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
    if p_history is not null then
        v_facts := jsonb_set(v_facts, '{history}', coalesce(v_facts -> 'history', '{}')
            || app.replayed_history(p_past, p_history, p_claim.due));
    end if;
    return v_facts || (
        select jsonb_build_object(
            'seen', coalesce(jsonb_object_agg(s.prompt_id, jsonb_strip_nulls(jsonb_build_object('displays', s.displays,
                'last', app.epoch(s.last), 'answered', s.answered, 'postponed_until', app.epoch(s.until)))), '{}'),
            'site', p_limits || jsonb_strip_nulls(jsonb_build_object('last', app.epoch(max(s.site_last)),
                'window_displays', coalesce(sum(s.in_window), 0), 'session_displays', coalesce(sum(s.in_session), 0))))
        from (
            select d.prompt_id, count(*) filter (where u.until is null) as displays, max(d.at) filter (where u.until is null) as last,
                max(d.at) filter (where (u.until > p_claim.due) is not false) as site_last, max(u.until) as until,
                coalesce(bool_or(d.answered_at <= p_claim.due), false) as answered,
                count(*) filter (where d.at > v_window and (u.until > p_claim.due) is not false) as in_window,
                count(*) filter (where d.session_id = p_claim.session_id) as in_session
            from unnest(p_past) d
            cross join lateral (select case when d.postponed_at <= p_claim.due then d.postponed_until end as until) u
            where d.at <= p_claim.due and (d.visitor_id = p_claim.visitor_id or d.joined_at <= p_claim.due and p_claim.joined_at <= p_claim.due)
            group by 1) s);
end $$;
comment on function app.portfolio_facts is
    'The facts of an event with the displays of a replay so far: app.display_facts and, of what p_history needs, app.replayed_history.';

create or replace function app.load_replayed_facts(p_site uuid, p_subject uuid, p_claim app.pending_claim, p_needed jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
    v_facts jsonb := p_claim.facts;
begin
    if p_needed = '{}' then
        return v_facts || '{"history": {}}';
    end if;
    v_facts := app.load_facts(v_facts, p_site, '{}', null, p_claim.session_id, '[]', p_claim.event_id, p_claim.name,
        p_needed - array['prompts', 'answers', 'events', 'occurrences', 'groups'], p_claim.due, p_claim.due);
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

create or replace function app.received_claim(p_claim app.pending_claim) returns app.pending_claim
language plpgsql stable set search_path = ''
as $$
begin
    p_claim.facts := p_claim.facts || jsonb_build_object('received', app.epoch(p_claim.due));
    return p_claim;
end $$;
comment on function app.received_claim is 'The event with the fact that app.is_claim_withdrawn reads.';
