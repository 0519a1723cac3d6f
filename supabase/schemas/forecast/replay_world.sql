-- Replays the candidates that pass the rules in one world, with its displays, answers and claims.
create or replace function app.replay_world(
    p_world integer, p_draft integer, p_subject uuid, p_events app.portfolio_event[], p_past app.past_display[],
    p_candidates app.portfolio_candidate[], p_history jsonb, p_limits jsonb, p_claimed double precision, p_now timestamptz,
    p_shared app.shared_limits[])
returns app.world_replay
language plpgsql stable set search_path = ''
as $$
declare
    v_found app.world_replay := row('{}', '{}', '{}', '{}');
    -- The places before those of this world in p_shared, which is empty without shared limits.
    v_before integer := app.shared_at(p_world, 0, cardinality(p_shared) / 3);
    v_past app.past_display[] := p_past;
    v_waits app.portfolio_wait[] := '{}';
    v_left app.portfolio_wait[];
    v_wait app.portfolio_wait;
    v_reason app.reason;
    v_best app.reason;
    v_chosen integer;
    v_drafted app.reason;
    v_denied app.reason;
    v_claim app.pending_claim;
    v_facts jsonb;
    v_is_certain boolean;
    v_events integer := cardinality(p_events);
    e app.portfolio_event;
    w app.portfolio_event;
    k app.portfolio_candidate;
begin
    for v_at in 1..v_events + 1 loop
        -- After the last event, only prompts that are due by the end remain.
        e := case when v_at <= v_events then p_events[v_at] end;
        while cardinality(v_waits) > 0 and v_waits[1].until is null
            and v_waits[1].due <= case when v_at > v_events then p_now else (e.claim).due end
        loop
            v_wait := v_waits[1];
            v_waits := v_waits[2:];
            w := p_events[v_wait.event];
            k := p_candidates[v_wait.candidate];
            v_claim := app.claim_when_due(w, v_wait.due);
            v_reason := app.evaluate_claim(
                k.c, v_claim, v_claim, p_subject, v_past, p_limits, p_shared[v_before + k.place]);
            v_found.displays := v_found.displays || app.listed_displays(p_world, k, v_claim, v_reason);
            if v_reason = 'displayed' then
                v_found.places := v_found.places || k.place;
                v_past := v_past || app.portfolio_display(k, v_claim, w.outcome);
            end if;
            if k.place = p_draft then
                v_found.draft := v_found.draft || v_reason;
            end if;
        end loop;
        exit when v_at > v_events;

        if (e.claim).name is null then
            -- A display that show() requested happens again if the prompt is live and its limits allow it.
            select x.* into k from unnest(p_candidates) x
            where (x.c).prompt_id = e.waited and (x.c).event_name = '' and x.worlds & p_world > 0 limit 1;
            v_reason := case when p_world = 4 then 'displayed'
                else app.evaluate_show(k.c, e.claim, v_past, p_limits, p_shared[v_before + k.place]) end;
            v_found.displays := v_found.displays || app.listed_displays(p_world, k, e.claim, v_reason);
            if v_reason = 'displayed' then
                v_past := v_past || app.requested_display(e.waited, e.claim, e.outcome);
                v_found.places := v_found.places || coalesce(k.place, 0);
            end if;
            continue;
        end if;

        v_best := null;
        v_drafted := null;
        v_facts := case when cardinality(e.open) > 0 then app.portfolio_facts(v_past, e.claim, p_limits, p_history) end;
        for v_open in 1..cardinality(e.open) loop
            k := p_candidates[e.open[v_open]];
            continue when k.worlds & p_world = 0 or p_world = 4 and not k.live @> (e.claim).due;
            v_reason := app.evaluate(k.c, v_facts, false);
            if cardinality(p_shared) > 0 and v_reason in ('displayed', 'waiting') then
                v_denied := app.check_shared_limits(p_shared[v_before + k.place], k.c, v_facts -> 'traits', (e.claim).due);
                if (v_best is null or v_reason > v_best)
                    and (v_reason = 'displayed' or e.backend or app.sample_position((k.c).prompt_id, (e.claim).event_id::text) < p_claimed)
                then
                    v_found.displays := v_found.displays || app.listed_displays(p_world, k, e.claim, v_denied);
                end if;
                v_reason := coalesce(v_denied, v_reason);
            end if;
            if v_best is null or v_reason > v_best then
                v_best := v_reason;
                v_chosen := e.open[v_open];
            end if;
            if k.place = p_draft then
                v_drafted := v_reason;
            end if;
        end loop;
        k := case when v_best in ('displayed', 'waiting') then p_candidates[v_chosen] end;
        if k.place is distinct from p_draft and v_drafted in ('displayed', 'waiting') then
            v_drafted := 'lost_priority';
        end if;
        v_is_certain := (e.outcome ->> 'prompt')::uuid = (k.c).prompt_id;
        if v_best in ('displayed', 'waiting') and v_is_certain and (e.outcome -> 'released')::boolean then
            -- The browser released the reservation, and would do so again.
            v_best := 'vetoed';
            v_drafted := case when k.place = p_draft then 'vetoed' else v_drafted end;
        elsif v_best = 'displayed' then
            v_found.displays := v_found.displays || app.listed_displays(p_world, k, e.claim, v_best);
            v_found.places := v_found.places || k.place;
            v_past := v_past || app.portfolio_display(k, e.claim, e.outcome);
        elsif v_best = 'waiting' and e.backend then
            select x.* into v_wait from unnest(v_waits) x
            where (p_candidates[x.candidate]).place = k.place and coalesce(x.until, 'infinity') > (e.claim).due
              and not app.is_claim_withdrawn(k.c, app.received_claim((p_events[x.event]).claim), p_subject, (e.claim).due) limit 1;
            if not found then
                v_wait := row((e.claim).due + make_interval(secs => (app.choose_variant(k.c, (e.claim).facts ->> 'sample_key')).delay_seconds),
                    v_at, v_chosen, null);
                -- The page that displayed it may not match the rules of a draft or of a newer revision.
                if v_is_certain and (p_world = 4 or e.outcome -> 'context' = 'null' or app.evaluate(k.c, (e.claim).facts - 'has_page'
                    || jsonb_build_object('context', e.outcome -> 'context', 'language', e.outcome #> '{context,language}'),
                    false) <> 'audience')
                then
                    v_wait.due := e.outcome ->> 'at';
                else
                    v_wait.until := v_wait.due + make_interval(hours => k.wait_hours);
                end if;
                v_waits := v_waits || v_wait;
            end if;
            v_drafted := case when k.place = p_draft then null else v_drafted end;
        elsif v_best = 'waiting' and (k.c).unless is not null then
            -- Only one prompt waits at a time, and it is displayed at the next call after it is due.
            v_wait := row((e.claim).due + make_interval(secs => (k.c).delay_seconds), v_at, v_chosen, null);
            v_wait.due := case when v_is_certain then (e.outcome ->> 'at')::timestamptz else app.next_call((k.c).site_id, p_subject,
                v_wait.due, least(p_now, v_wait.due + make_interval(hours => k.wait_hours))) end;
            if v_wait.due is not null and not exists (select from unnest(v_waits) x
                where (p_candidates[x.candidate]).place = k.place and not app.is_claim_withdrawn(k.c, app.received_claim(
                    (p_events[x.event]).claim), p_subject, (e.claim).due))
            then
                v_waits := array(select x from unnest(v_waits) x where (p_candidates[x.candidate]).place <> k.place) || v_wait;
                v_drafted := case when k.place = p_draft then null else v_drafted end;
            end if;
        elsif v_best = 'waiting' then
            v_wait := row((e.claim).due + make_interval(secs => (app.choose_variant(k.c, (e.claim).facts ->> 'sample_key')).delay_seconds),
                v_at, v_chosen, null);
            if e.waited = (k.c).prompt_id then
                v_wait.due := coalesce(e.claimed_at, v_wait.due);
                if e.claimed_at is not null or v_wait.due > p_now then
                    v_waits := v_waits || v_wait;
                    v_drafted := case when k.place = p_draft then null else v_drafted end;
                end if;
            else
                if p_claimed < 1 then
                    v_found.sampled_places := v_found.sampled_places || k.place;
                end if;
                if app.sample_position((k.c).prompt_id, (e.claim).event_id::text) < p_claimed then
                    v_waits := v_waits || v_wait;
                    v_drafted := case when k.place = p_draft then null else v_drafted end;
                end if;
            end if;
        end if;
        if v_drafted is not null then
            v_found.draft := v_found.draft || v_drafted;
        end if;

        -- An event from a browser that displays nothing claims a prompt that waits for the account.
        if v_best is distinct from 'displayed' and not e.backend and cardinality(v_waits) > 0 then
            v_left := '{}';
            foreach v_wait in array v_waits loop
                if v_wait.until <= (e.claim).due then
                    v_reason := 'waiting';
                elsif v_wait.until is null or v_wait.due > (e.claim).due or v_best = 'displayed' then
                    v_left := v_left || v_wait;
                    continue;
                else
                    w := p_events[v_wait.event];
                    k := p_candidates[v_wait.candidate];
                    v_claim := app.claim_by_page(w.claim, e.claim);
                    v_reason := app.evaluate_claim(k.c, v_claim, app.received_claim(w.claim), p_subject, v_past, p_limits,
                        p_shared[v_before + k.place]);
                    v_found.displays := v_found.displays || app.listed_displays(p_world, k, v_claim, v_reason);
                    if v_reason = 'displayed' then
                        v_best := 'displayed';
                        v_found.places := v_found.places || k.place;
                        v_past := v_past || app.portfolio_display(k, v_claim, w.outcome);
                    elsif v_reason in ('audience', 'session_too_young', 'session_limit', 'paced') then
                        v_left := v_left || v_wait;
                        continue;
                    end if;
                end if;
                if (p_candidates[v_wait.candidate]).place = p_draft then
                    v_found.draft := v_found.draft || v_reason;
                end if;
            end loop;
            v_waits := v_left;
        end if;
        if cardinality(v_waits) > 1 then
            v_waits := array(select x from unnest(v_waits) x order by x.until is not null, x.due, x.event);
        end if;
    end loop;
    v_found.draft := v_found.draft || array(select 'waiting'::app.reason from unnest(v_waits) x
        where (p_candidates[x.candidate]).place = p_draft);
    return v_found;
end $$;
comment on function app.replay_world is
    'What a world would have displayed to one subject. `p_draft` is the place of the draft, whose reasons are kept.';
