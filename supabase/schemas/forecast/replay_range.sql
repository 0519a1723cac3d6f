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
        select * from app.replayed_rows(
            c.site_id, c.prompt_id, p_names, c.needed_facts -> 'answers', p_from, p_now, p_low, p_high)
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
            v_answers := v_answers || jsonb_build_object(r.event_id,
                jsonb_build_array(r.answered_at, r.dismissed_at, r.postponed_at, r.postponed_until, r.answers));
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
                if cardinality(v_pending) > 0 and app.is_claim_withdrawn(c, v_pending[1], v_subject, r.at) then
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
                    r.answered_at, r.dismissed_at, r.postponed_at, r.postponed_until, r.answers)::app.past_display;
            end if;
        end case;
    end loop;
    v_found.reasons := (
        select coalesce(jsonb_object_agg(l.label, k.events), '{}')
        from unnest(v_labels, v_counts) as k (label, events), lateral (select k.label::text as label) l where k.events > 0);
    return v_found;
end $$;
comment on function app.replay_range is
    'Replays the subjects whose hashes are from p_low to below p_high, for at most p_within. Of delayed displays, the share p_claimed is claimed.';
