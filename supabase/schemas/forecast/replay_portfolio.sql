create or replace function app.replay_portfolio(
    p_site uuid, p_candidates app.portfolio_candidate[], p_draft integer, p_draft_names text[], p_from timestamptz,
    p_now timestamptz, p_low bigint, p_high bigint, p_claimed double precision, p_within interval, p_shared app.shared_limits[],
    p_lists_displays boolean)
returns app.portfolio_replay
language plpgsql stable set search_path = ''
as $$
declare
    c_sums constant integer := 10;
    v_limits jsonb := app.site_limits((select s.settings from app.sites s where s.id = p_site));
    -- Prompts and answers whose history any rule checks.
    v_history jsonb := (
        select jsonb_object_agg(n.kind, n.facts) from (
            select k.key as kind, jsonb_agg(distinct f.fact) as facts
            from unnest(p_candidates) x, jsonb_each((x.c).needed_facts) k, jsonb_array_elements(k.value) f (fact)
            where k.key in ('prompts', 'answers') group by 1) n);
    v_looked_at integer := 0;
    v_names text[];
    v_firsts integer[];
    v_lasts integer[];
    v_prompts uuid[];
    -- What other subjects leave of a budget depends on the world, even for subjects that the draft does not affect.
    v_is_shared boolean := cardinality(p_shared) > 0 or p_lists_displays;
    v_displays app.replayed_display[] := '{}';
    v_is_as_it_was boolean := not v_is_shared and not exists (select from unnest(p_candidates) k
        where k.worlds & 5 in (1, 4) or k.worlds & 4 > 0 and not k.live @> tstzrange(p_from, p_now, '[]'));
    v_found app.replay := row(0, 0, 0, 0, 0, 0, 0, '{}', p_high);
    v_labels app.reason[] := enum_range(null::app.reason);
    v_counts integer[] := array_fill(0, array[cardinality(enum_range(null::app.reason))]);
    v_sums bigint[];
    -- State of the current subject.
    v_subject uuid;
    v_past app.past_display[];
    v_events app.portfolio_event[];
    v_outcomes jsonb;
    v_is_changed boolean;
    v_has_shown boolean;
    v_is_awaited boolean;
    v_without app.world_replay;
    v_with app.world_replay;
    v_was app.world_replay;
    v_numbers integer[];
    v_open integer[];
    v_needed jsonb;
    v_claim app.pending_claim;
    v_name integer;
    v_place integer;
    v_at integer;
    v_reason app.reason;
    v_deadline timestamptz;
    k app.portfolio_candidate;
    r record;
begin
    select array_agg(n.name order by n.name), array_agg(n.first order by n.name), array_agg(n.last order by n.name)
    into v_names, v_firsts, v_lasts
    from (
        select (x.c).event_name as name, min(x.at)::integer as first, max(x.at)::integer as last
        from unnest(p_candidates) with ordinality x (c, place, worlds, live, wait_hours, answered, at)
        where (x.c).event_name <> '' group by 1) n;
    v_prompts := array(select distinct (x.c).prompt_id from unnest(p_candidates) x order by 1);
    v_sums := array_fill(0::bigint, array[c_sums * (cardinality(v_prompts) + 1)]);
    for r in
        select * from app.portfolio_rows(p_site, coalesce(v_names, '{}'), v_history -> 'answers',
            exists (select from unnest(p_candidates) x where (x.c).backend), p_from, p_now, p_low, p_high)
    loop
        v_looked_at := v_looked_at + (r.kind = 2)::integer;
        case r.kind
        when 0 then
            if v_subject is null then
                v_deadline := clock_timestamp() + p_within;
            else
                if cardinality(v_events) > 0 then
                    v_without := app.replay_world(1, p_draft, v_subject, v_events, v_past, p_candidates, v_history, v_limits, p_claimed, p_now, p_shared);
                    v_with := case when v_is_changed or (v_has_shown or v_is_shared) and p_draft is not null then
                        app.replay_world(2, p_draft, v_subject, v_events, v_past, p_candidates, v_history, v_limits, p_claimed, p_now, p_shared)
                        else v_without end;
                    v_was := case when not v_is_as_it_was or v_has_shown then
                        app.replay_world(4, null, v_subject, v_events, v_past, p_candidates, v_history, v_limits, p_claimed, p_now, p_shared)
                        else v_without end;
                    if p_lists_displays then
                        v_displays := v_displays || v_without.displays || v_with.displays || v_was.displays;
                    end if;
                    for v_place in
                        select x from unnest(array[0] || v_without.places || v_with.places || v_was.places) x group by x
                    loop
                        v_numbers := case when v_place = 0 then array[
                                cardinality(array_remove(v_without.places, 0)), cardinality(array_remove(v_with.places, 0)),
                                cardinality(array_remove(v_was.places, 0)), cardinality(v_with.sampled_places)]
                            else array[
                                cardinality(array_positions(v_without.places, v_place)),
                                cardinality(array_positions(v_with.places, v_place)),
                                cardinality(array_positions(v_was.places, v_place)),
                                cardinality(array_positions(v_with.sampled_places, v_place))] end;
                        v_at := v_place * c_sums;
                        for v_sum in 1..3 loop
                            v_sums[v_at + v_sum] := v_sums[v_at + v_sum] + v_numbers[v_sum];
                            v_sums[v_at + 3 + v_sum] := v_sums[v_at + 3 + v_sum] + v_numbers[v_sum] ^ 2;
                        end loop;
                        v_sums[v_at + 7] := v_sums[v_at + 7] + (v_numbers[2] - v_numbers[1]) ^ 2;
                        v_sums[v_at + 8] := v_sums[v_at + 8] + least(v_numbers[1], 1);
                        v_sums[v_at + 9] := v_sums[v_at + 9] + least(v_numbers[2], 1);
                        v_sums[v_at + 10] := v_sums[v_at + 10] + v_numbers[4];
                        if v_place = p_draft then
                            v_found.displays := v_found.displays + v_numbers[2];
                            v_found.reached := v_found.reached + least(v_numbers[2], 1);
                            v_found.squared_displays := v_found.squared_displays + v_numbers[2] * v_numbers[2];
                        end if;
                    end loop;
                    v_at := cardinality(array_positions(v_with.sampled_places, p_draft));
                    v_found.sampled_claims := v_found.sampled_claims + v_at;
                    v_found.subjects_with_sampled_claims := v_found.subjects_with_sampled_claims + least(v_at, 1);
                    foreach v_reason in array case when p_draft is null then '{}' else v_with.draft end loop
                        v_at := array_position(v_labels, v_reason);
                        v_counts[v_at] := v_counts[v_at] + 1;
                    end loop;
                end if;
                v_found.subjects := v_found.subjects + 1;
                if r.subject_id is not null and clock_timestamp() > v_deadline then
                    v_found.next_hash := r.hash;
                    exit;
                end if;
            end if;
            v_subject := r.subject_id;
            v_past := '{}';
            v_events := '{}';
            v_outcomes := '{}';
            v_is_changed := false;
            v_has_shown := false;
            v_is_awaited := false;
        when 1 then
            v_outcomes := v_outcomes || jsonb_build_object(r.event_id, jsonb_build_object('prompt', r.prompt_id, 'at', r.at,
                'session', r.session_id, 'visitor', r.visitor_id, 'answered', r.answered_at, 'dismissed', r.dismissed_at,
                'postponed', r.postponed_at, 'postponed_until', r.postponed_until, 'answers', r.answers, 'released', r.is_released, 'context', r.facts -> 'context'));
        when 2 then
            v_found.events := v_found.events + (r.name = any(p_draft_names))::integer;
            v_name := array_position(v_names, r.name);
            v_open := '{}';
            v_needed := '{}';
            for v_candidate in coalesce(v_firsts[v_name], 1)..coalesce(v_lasts[v_name], 0) loop
                k := p_candidates[v_candidate];
                v_reason := case when r.backend and not (k.c).backend then 'no_prompt' else app.evaluate(k.c, r.facts, false) end;
                if v_reason = 'unknown' then
                    v_open := v_open || v_candidate;
                    v_needed := app.merge_needed_facts(v_needed, coalesce((k.c).needed_facts, '{}'));
                    v_is_changed := v_is_changed or k.worlds & 3 in (1, 2);
                elsif k.worlds & 2 > 0 and k.place = p_draft then
                    v_at := array_position(v_labels, v_reason);
                    v_counts[v_at] := v_counts[v_at] + 1;
                end if;
            end loop;
            -- Any event from a browser may claim a prompt that waits because of an event from the backend.
            v_is_awaited := v_is_awaited or r.backend and cardinality(v_open) > 0;
            if cardinality(v_open) > 0 or v_is_awaited and not r.backend then
                v_claim := row(r.at, r.event_id, r.name, r.session_id, r.visitor_id, r.joined_at, r.facts);
                v_claim.facts := app.load_replayed_facts(p_site, v_subject, v_claim, v_needed);
                v_events := v_events || row(v_claim, r.backend, v_open, r.prompt_id, r.claimed_at, v_outcomes -> r.event_id::text)::app.portfolio_event;
            end if;
        else
            if r.event_id is null or r.at <= p_from then
                v_past := v_past || row(r.prompt_id, r.survey_id, r.at, r.session_id, r.visitor_id, r.joined_at, r.answered_at,
                    r.dismissed_at, r.postponed_at, r.postponed_until, r.answers)::app.past_display;
            else
                v_has_shown := true;
                v_events := v_events || row(
                    row(r.at, r.event_id, null, r.session_id, r.visitor_id, r.joined_at,
                        r.facts || jsonb_build_object('now', app.epoch(r.at)))::app.pending_claim,
                    false, '{}', r.prompt_id, null, jsonb_build_object('survey', r.survey_id, 'answered', r.answered_at,
                        'dismissed', r.dismissed_at, 'postponed', r.postponed_at, 'postponed_until', r.postponed_until,
                        'answers', r.answers))::app.portfolio_event;
            end if;
        end case;
    end loop;
    v_found.reasons := (
        select coalesce(jsonb_object_agg(l.label, x.events), '{}')
        from unnest(v_labels, v_counts) as x (label, events), lateral (select x.label::text as label) l where x.events > 0);
    return row(v_found, v_looked_at + v_found.subjects, (
        select coalesce(jsonb_object_agg(coalesce(v_prompts[p.place]::text, ''), to_jsonb(v_sums[p.place * c_sums + 1:p.place * c_sums + c_sums])), '{}')
        from generate_series(0, cardinality(v_prompts)) p (place)
        where 0 <> any(v_sums[p.place * c_sums + 1:p.place * c_sums + c_sums])), v_displays)::app.portfolio_replay;
end $$;
comment on function app.replay_portfolio is
    'Replays the subjects whose hashes are from p_low to below p_high with all prompts, for at most p_within. `p_shared` has the limits that the subjects have in common.';
