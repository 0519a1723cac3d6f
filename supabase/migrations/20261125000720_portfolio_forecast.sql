-- How publishing a draft would affect a site's other prompts: a replay of a sample of subjects with all live prompts.
set role feedback_owner;

create type app.portfolio_replay as (draft app.replay, looked_at integer, sums jsonb, displays app.replayed_display[]);
comment on type app.portfolio_replay is
    'Result of a replay of all prompts: that of the draft, how many subjects and events were looked at, and sums over the subjects by prompt, in all under an empty key: displays without the draft, with it and as it was; their squares; the square of the change; subjects reached without and with it; claims that were drawn at random. The displays are those of all worlds with those that only a budget denied, if they were asked for.';

create function app.replay_portfolio(
    p_site uuid, p_candidates app.portfolio_candidate[], p_draft integer, p_draft_names text[], p_from timestamptz,
    p_now timestamptz, p_low bigint, p_high bigint, p_claimed double precision, p_within interval, p_shared app.shared_limits[],
    p_lists_displays boolean)
returns app.portfolio_replay
language plpgsql stable set search_path = ''
as $$
declare
    c_sums constant integer := 10;
    v_limits jsonb := app.site_limits((select s.settings from app.sites s where s.id = p_site));
    -- Survey IDs for which any rule checks whether they were displayed or answered.
    v_surveys jsonb := (select jsonb_agg(distinct n.survey) from unnest(p_candidates) x,
        jsonb_array_elements((x.c).needed_facts -> 'prompts') n (survey));
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
        select * from app.portfolio_rows(p_site, coalesce(v_names, '{}'),
            exists (select from unnest(p_candidates) x where (x.c).backend), p_from, p_now, p_low, p_high)
    loop
        v_looked_at := v_looked_at + (r.kind = 2)::integer;
        case r.kind
        when 0 then
            if v_subject is null then
                v_deadline := clock_timestamp() + p_within;
            else
                if cardinality(v_events) > 0 then
                    v_without := app.replay_world(1, p_draft, v_subject, v_events, v_past, p_candidates, v_surveys, v_limits, p_claimed, p_now, p_shared);
                    v_with := case when v_is_changed or (v_has_shown or v_is_shared) and p_draft is not null then
                        app.replay_world(2, p_draft, v_subject, v_events, v_past, p_candidates, v_surveys, v_limits, p_claimed, p_now, p_shared)
                        else v_without end;
                    v_was := case when not v_is_as_it_was or v_has_shown then
                        app.replay_world(4, null, v_subject, v_events, v_past, p_candidates, v_surveys, v_limits, p_claimed, p_now, p_shared)
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
                'released', r.is_released, 'context', r.facts -> 'context'));
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
                    r.dismissed_at)::app.past_display;
            else
                v_has_shown := true;
                v_events := v_events || row(
                    row(r.at, r.event_id, null, r.session_id, r.visitor_id, r.joined_at,
                        r.facts || jsonb_build_object('now', app.epoch(r.at)))::app.pending_claim,
                    false, '{}', r.prompt_id, null, jsonb_build_object('survey', r.survey_id, 'answered', r.answered_at,
                        'dismissed', r.dismissed_at))::app.portfolio_event;
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

create function app.forecast_portfolio(
    p_site uuid, p_content jsonb, p_days integer, p_now timestamptz, p_sample integer, p_before jsonb default null)
returns jsonb
language plpgsql stable security definer set search_path = ''
set plan_cache_mode = force_generic_plan set enable_seqscan = off set jit = off
as $$
declare
    v_from timestamptz := p_now - make_interval(days => least(p_days, 30));
    v_draft uuid;
    v_candidates app.portfolio_candidate[];
    v_place integer;
    v_claimed bigint := p_before ->> 'claimed';
    v_waited bigint := p_before ->> 'waited';
    v_reserved jsonb := p_before -> 'reserved';
    v_low bigint := coalesce((p_before -> 'next_hash')::bigint, -2147483648);
    -- Where this part of the subjects ends, however many steps it takes: so the same request gives the same result.
    v_high bigint := p_before ->> 'until';
    v_found app.replay := row(0, 0, 0, 0, 0, 0, 0, '{}', v_low);
    v_sums jsonb := coalesce(p_before -> 'sums', '{}');
    v_step app.portfolio_replay;
    v_share double precision;
    v_effort integer := coalesce((p_before -> 'effort')::integer, 0);
    v_started timestamptz;
    -- With shared limits, the first subjects are replayed several times to learn these: if they are all subjects, until
    -- the limits no longer change or this many times, otherwise twice. In the first round there are no limits; after the
    -- last, the round is 0.
    c_rounds constant integer := 6;
    v_round integer := p_before ->> 'round';
    v_budgets app.replayed_budget[];
    v_shared app.shared_limits[] := array(
        select jsonb_populate_record(null::app.shared_limits, x.times) from jsonb_array_elements(p_before -> 'shared')
            with ordinality x (times, at) order by x.at);
    v_shared_now app.shared_limits[];
    v_is_doubled boolean;
    v_is_over boolean;
    v_shared_displays jsonb := coalesce(p_before -> 'shared_displays', '{}');
    v_known jsonb;
    -- The hashes up to which the limits were learned, and from which subjects count.
    v_learned bigint := p_before ->> 'learned';
    v_counted bigint := coalesce((p_before -> 'counted')::bigint, -2147483648);
    v_covered double precision;
    v_displays jsonb := coalesce(p_before -> 'displays', '[]');
    v_zone text := coalesce((select x.settings ->> 'time_zone' from app.sites x where x.id = p_site), 'UTC');
    v_next jsonb;
    -- The number of hashes that one step can probably process: anything it reads beyond that is wasted.
    v_width bigint := coalesce((p_before -> 'width')::bigint, 4294967296);
begin
    perform app.require_site_access(p_site);
    v_candidates := array(select k from app.portfolio_candidates(p_site, p_content, v_from, p_now) k);
    select (k.c).prompt_id, k.place into v_draft, v_place from unnest(v_candidates) k where k.worlds = 2 limit 1;
    if p_before is null then
        -- The first part has at most 100 subjects; the number of their events determines the size of the next parts.
        select uuid_hash(s.id) into v_high from app.subjects s
        where s.site_id = p_site order by uuid_hash(s.id) offset least(100, p_sample / 20) limit 1;
        if exists (select from unnest(v_candidates) k where (k.c).delay_seconds > 0 and not (k.c).backend and (k.c).unless is null) then
            -- All events of these subjects are read in one step; for more subjects, that would take longer than the replay.
            select o.claimed, o.waited into v_claimed, v_waited
            from app.observed_claims(p_site, v_draft, v_from, p_now, greatest(100, p_sample / 50)) o;
        end if;
        v_budgets := array(select b from app.replayed_budgets(p_site, v_candidates, v_from) b);
        v_round := case when app.has_shared_limits(v_candidates, v_budgets) then 1 end;
        v_reserved := (
            select coalesce(jsonb_object_agg(k.prompt_id, o.displays) filter (where o.displays > 0), '{}')
            from (select distinct (x.c).prompt_id from unnest(v_candidates) x) k
            cross join lateral (
                select count(*) as displays from app.displays d
                where d.site_id = p_site and d.prompt_id = k.prompt_id and d.reserved_at > v_from and d.reserved_at <= p_now
                  and d.state <> 'released') o);
    else
        v_found := jsonb_populate_record(v_found, p_before -> 'found');
        v_budgets := array(select b from jsonb_populate_recordset(null::app.replayed_budget, p_before -> 'budgets') b);
        if v_high is null then
            v_high := v_low + ceil((v_low + 2147483648) * least(8, least(p_sample - v_effort, 1000)
                / greatest(v_effort, 1)::double precision))::bigint;
        end if;
    end if;
    v_high := least(coalesce(v_high, 2147483648), 2147483648);
    v_started := clock_timestamp();
    v_step := app.replay_portfolio(p_site, v_candidates, v_place,
        array(select jsonb_array_elements_text(p_content #> '{trigger,events}')), v_from, p_now, v_low,
        least(v_high, v_low + v_width), coalesce(v_claimed / nullif(v_waited, 0)::double precision, 1),
        interval '0.2 seconds', v_shared, v_round is not null);
    v_found := app.combine_replays(v_found, v_step.draft);
    v_sums := app.combine_sums(v_sums, v_step.sums);
    v_share := (v_found.next_hash - v_counted) / 4294967296.0;
    v_covered := (v_found.next_hash + 2147483648) / 4294967296.0;
    v_effort := v_effort + v_step.looked_at;
    v_width := greatest(1, (v_found.next_hash - v_low)
        * greatest(0.25, least(4, 0.15 / greatest(extract(epoch from clock_timestamp() - v_started), 0.001))))::bigint;
    if v_found.next_hash < v_high or v_covered < 1 and v_effort < 0.95 * p_sample then
        v_next := jsonb_build_object('next_hash', v_found.next_hash, 'until', case when v_found.next_hash < v_high then v_high end,
            'found', to_jsonb(v_found), 'sums', v_sums, 'effort', v_effort);
    end if;
    if v_round is not null then
        v_displays := v_displays || to_jsonb(array(select x from unnest(v_step.displays) x
            where x.group_hash is not null or exists (select from unnest(v_budgets) b where b.world = x.world and b.place in (0, x.place))));
        -- Once the share has doubled, the limits become more precise.
        v_is_doubled := coalesce(v_found.next_hash + 2147483648 >= 2 * (v_learned + 2147483648), true);
        v_is_over := v_found.next_hash = v_high and case when v_round > 0
            -- All subjects, if the site is small enough.
            then v_covered = 1 or v_effort / v_covered > p_sample / 5 else v_is_doubled end;
        if v_is_over or v_round = 1 and v_is_doubled then
            v_shared_now := app.replay_shared_limits(v_candidates, v_budgets, array(
                    select d from jsonb_populate_recordset(null::app.replayed_display, v_displays) d),
                (select max(k.place) from unnest(v_candidates) k), v_zone, v_covered, v_from);
            v_learned := v_found.next_hash;
            -- In the middle of a part they are only for this estimate, in case it is the last: where a step ends depends on time.
            v_shared_displays := app.shared_displays(v_candidates, v_shared_now);
        end if;
        if v_is_over then
            if v_round > 0 and (v_covered = 1 and v_shared_now is distinct from v_shared or v_covered < 1 and v_round = 1) then
                -- Start over, with the limits learned so far.
                v_next := jsonb_build_object('next_hash', -2147483648, 'until', v_high,
                    'found', to_jsonb(row(0, 0, 0, 0, 0, 0, 0, '{}', -2147483648)::app.replay), 'effort', 0);
                v_round := case when v_round < c_rounds then v_round + 1 else 0 end;
                v_displays := '[]';
            elsif v_round > 0 then
                -- Subjects that were replayed with limits that they caused themselves do not show how these limits affect everyone.
                v_counted := case when v_covered = 1 then v_counted else v_high end;
                v_next := v_next || jsonb_build_object(
                    'found', to_jsonb(row(0, 0, 0, 0, 0, 0, 0, '{}', v_found.next_hash)::app.replay), 'sums', '{}'::jsonb);
                v_round := 0;
            end if;
            v_shared := v_shared_now;
        end if;
    end if;
    -- Of all subjects, the sums themselves are exact.
    v_known := case when v_share < 1 then v_shared_displays else '{}' end;
    return app.extrapolate_draft(v_found, v_known #> array[v_draft::text, '2'], v_share, v_claimed, v_waited)
        || jsonb_build_object('days', least(p_days, 30),
            'others', app.extrapolate_portfolio(p_site, v_sums, v_known, v_reserved, v_draft, v_share,
                v_claimed / nullif(v_waited, 0)::double precision, p_now),
            'next', v_next || jsonb_build_object('width', v_width, 'reserved', v_reserved, 'claimed', v_claimed, 'waited', v_waited,
                'budgets', to_jsonb(v_budgets), 'round', v_round, 'shared', to_jsonb(v_shared), 'displays', v_displays,
                'shared_displays', v_shared_displays, 'learned', v_learned, 'counted', v_counted));
end $$;
comment on function app.forecast_portfolio is
    'app.forecast together with all other live prompts of the site, and what it changes for them. Without a content only the comparison with the past. Runs in steps as app.forecast does.';

grant execute on function app.forecast_portfolio to feedback_person, feedback_agent;

reset role;
