create or replace function app.replayed_limits(p_past app.past_display[], p_prompt uuid, p_visitor uuid, p_joined timestamptz,
    p_session uuid, p_limits jsonb, p_at timestamptz)
returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
    v_window timestamptz := p_at - (p_limits ->> 'window_days')::numeric * interval '1 day';
begin
    if cardinality(p_past) = 0 then
        return jsonb_build_object('seen', '{}'::jsonb,
            'site', p_limits || '{"window_displays": 0, "session_displays": 0}');
    end if;
    return (
        select jsonb_build_object(
            'seen', case when count(*) filter (where d.prompt_id = p_prompt) = 0 then '{}'
                else jsonb_build_object(p_prompt, jsonb_strip_nulls(jsonb_build_object(
                    'displays', count(*) filter (where d.prompt_id = p_prompt and u.until is null),
                    'last', app.epoch(max(d.at) filter (where d.prompt_id = p_prompt and u.until is null)),
                    'answered', coalesce(bool_or(d.answered_at <= p_at) filter (where d.prompt_id = p_prompt), false),
                    'postponed_until', app.epoch(max(u.until) filter (where d.prompt_id = p_prompt))))) end,
            'site', p_limits || jsonb_strip_nulls(jsonb_build_object(
                'last', app.epoch(max(d.at) filter (where (u.until > p_at) is not false)),
                'window_displays', count(*) filter (where d.at > v_window and (u.until > p_at) is not false),
                'session_displays', count(*) filter (where d.session_id = p_session))))
        from unnest(p_past) d
        cross join lateral (select case when d.postponed_at <= p_at then d.postponed_until end as until) u
        -- Displays in another browser count once both browsers belong to the account.
        where d.at <= p_at and (d.visitor_id = p_visitor or d.joined_at <= p_at and p_joined <= p_at)
    );
end $$;
comment on function app.replayed_limits is 'app.display_facts for the displays of a replay.';

create or replace function app.replayed_history(p_past app.past_display[], p_needed jsonb, p_at timestamptz) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
    return (
        select jsonb_build_object(
            'displayed', coalesce(jsonb_object_agg(survey_id, app.epoch(displayed)) filter (where displayed is not null), '{}'),
            'answered', coalesce(jsonb_object_agg(survey_id, app.epoch(answered)) filter (where answered is not null), '{}'),
            'dismissed', coalesce(jsonb_object_agg(survey_id, app.epoch(dismissed)) filter (where dismissed is not null), '{}'))
        from (
            select d.survey_id, max(d.at) as displayed, max(d.answered_at) filter (where d.answered_at <= p_at) as answered,
                max(d.dismissed_at) filter (where d.dismissed_at <= p_at) as dismissed
            from unnest(p_past) d where d.at <= p_at and p_needed -> 'prompts' ? d.survey_id group by d.survey_id) past
    ) || case when p_needed ? 'answers' then jsonb_build_object('answers', (
        select coalesce(jsonb_object_agg(n.survey || '/' || n.question,
            app.answer_fact(l.answered_at, l.answers -> n.question)), '{}')
        from (select e ->> 'prompt' as survey, e ->> 'answer' as question from jsonb_array_elements(p_needed -> 'answers') e) n
        cross join lateral (
            select d.answered_at, d.answers from unnest(p_past) d
            where d.survey_id = n.survey and d.at <= p_at and d.answered_at <= p_at
              -- Nobody knows what a display that did not happen was answered.
              and jsonb_typeof(d.answers) = 'object'
            order by d.answered_at desc limit 1) l)) else '{}' end;
end $$;
comment on function app.replayed_history is
    'app.display_history and, if needed, app.answer_history for the displays of a replay.';

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
        coalesce(c.needed_facts, '{}') - array['prompts', 'answers', 'events', 'occurrences', 'groups'] end;
    v_facts := app.load_facts(p_claim.facts, c.site_id, '{}', null, p_claim.session_id, '[]', p_claim.event_id,
        p_claim.name, v_needed, p_claim.due, p_claim.due)
        || app.replayed_limits(p_past, c.prompt_id, p_claim.visitor_id, p_claim.joined_at, p_claim.session_id,
            p_limits, p_claim.due);
    if c.needed_facts ?| array['prompts', 'answers'] and cardinality(p_past) > 0 then
        v_facts := jsonb_set(v_facts, '{history}', app.replayed_history(p_past, c.needed_facts, p_claim.due));
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
comment on function app.evaluate_replayed is 'The reason of the candidate for an event at the time `due`, given the displays of the replay so far.';

create or replace function app.replayed_display(c app.candidates, p_claim app.pending_claim, p_answers jsonb) returns app.past_display
language plpgsql stable set search_path = ''
as $$
declare
    -- If the prompt was in fact displayed for this event, its outcome is known.
    v_answers jsonb := p_answers -> p_claim.event_id::text;
begin
    return row(c.prompt_id, c.survey_id, p_claim.due, p_claim.session_id, p_claim.visitor_id, p_claim.joined_at,
        (v_answers ->> 0)::timestamptz, (v_answers ->> 1)::timestamptz, (v_answers ->> 2)::timestamptz,
        (v_answers ->> 3)::timestamptz, v_answers -> 4)::app.past_display;
end $$;
comment on function app.replayed_display is 'The display that a replay adds for an event.';

create or replace function app.combine_replays(p_one app.replay, p_other app.replay) returns app.replay
language plpgsql immutable set search_path = ''
as $$
begin
    return row(p_one.subjects + p_other.subjects, p_one.events + p_other.events, p_one.displays + p_other.displays,
        p_one.reached + p_other.reached, p_one.squared_displays + p_other.squared_displays, p_one.sampled_claims + p_other.sampled_claims,
        p_one.subjects_with_sampled_claims + p_other.subjects_with_sampled_claims,
        (select coalesce(jsonb_object_agg(k.reason, k.events), '{}') from (
            select x.key as reason, sum(x.value::integer) as events
            from (select * from jsonb_each_text(p_one.reasons) union all select * from jsonb_each_text(p_other.reasons)) x
            group by x.key) k),
        p_other.next_hash)::app.replay;
end $$;

create or replace function app.is_claim_withdrawn(c app.candidates, p_claim app.pending_claim, p_subject uuid, p_until timestamptz)
returns boolean
language plpgsql stable set search_path = ''
as $$
begin
    return (c.unless is not null or c.cancel_events is not null) and app.is_withdrawn(c, p_subject, p_claim.event_id,
        to_timestamp((p_claim.facts -> 'received')::float8), p_until);
end $$;
comment on function app.is_claim_withdrawn is 'app.is_withdrawn for a display that waits in a replay.';

create or replace function app.next_call(p_site uuid, p_subject uuid, p_from timestamptz, p_until timestamptz) returns timestamptz
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
