-- The statement that records one event, with events from the backend.
create or replace function app.report(
    request_context jsonb, site uuid, visitor uuid, session uuid, event uuid, name text, properties jsonb, verified jsonb,
    proof jsonb, display uuid, at timestamptz,
    out status text, out fault text, out reason app.reason, out decided jsonb, out now double precision)
language plpgsql security definer set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
    v_now timestamptz := coalesce(at, clock_timestamp());
    -- app.id_time, inlined.
    v_event_at timestamptz := to_timestamp(
        ('x' || translate(left(event::text, 13), '-', ''))::bit(48)::bigint / 1000.0::double precision);
    -- app.is_consumption_due, inlined.
    v_consumes boolean := random() < 0.125;
    v_is_slow boolean;
    v_backend boolean;
    v_bot boolean := false;
    v_retry_after integer;
    v_decision app.decision;
    v_call app.call;
    -- The site, the event's name, the visitor, and the candidates that the event's properties let through.
    r record;
begin
    -- Read everything that the fast path needs, and little else: each column and each expression costs all events.
    select s.key as site, s.settings, n.registered, n.last_seen_at as name_seen_at,
        v.key as visitor, v.subject_id, v.traits, v.last_seen_at as visitor_seen_at, v.reset_at,
        exists (select from app.buckets b where b.site_id = report.site and b.exhausted) as has_exhausted,
        case when display is not null and v.reset_at is null then n.top_candidate end as prompt,
        -- Most candidates fail on the event's own properties, which needs no further facts.
        case when display is not null and v.reset_at is null and n.top_candidate is not null then array(
            select c.prompt_id from app.candidates c
            where c.site_id = report.site and c.event_name = report.name
              and c.index_value = any(array['', coalesce(properties || verified, properties) ->> n.index_property])
              and (c.prefilter_path is null
                or jsonb_path_match(coalesce(properties || verified, properties), c.prefilter_path, c.vars, true))) end as prompts
    into r
    from app.sites s
    left join app.event_names n on n.site_id = report.site and n.name = report.name
    left join app.visitors v on v.site_id = report.site and v.id = report.visitor
    where s.id = report.site;
    status := 'recorded';
    now := round(date_part('epoch', v_now) * 1000);
    reason := case when display is null then null when r.prompt is null then 'no_prompt' else 'trigger_properties' end;

    if not coalesce(
        -- app.is_fast, inlined.
        r.visitor_seen_at > v_now - interval '1 hour' and r.name_seen_at > v_now - interval '1 hour'
        and v_event_at between v_now - interval '48 hours' and v_now + interval '5 minutes'
        and (r.registered or r.settings ->> 'capture' is distinct from 'registered')
        and not r.has_exhausted
        and not v_consumes and proof is null
        and request_context ->> 'identify' is null and request_context @> '{"bot": false, "facts_for": null}'
        and not request_context ? 'dropped', false)
    then
        v_is_slow := true;
        v_backend := request_context ? 'backend';
        -- Refuse what must not be stored.
        if r.site is null then
            raise exception 'There is no such site.' using errcode = 'FB404';
        elsif v_event_at not between v_now - interval '48 hours' and v_now + interval '5 minutes' then
            status := 'stale';
        elsif r.registered is not true and r.settings ->> 'capture' = 'registered' then
            status := 'not_captured';
        end if;

        -- Check and consume the rate limits.
        -- Backends have separate limits, so that they do not use up those of the browsers.
        -- Before any visitor is locked: see the order of locks in DECISION.md.
        if (v_consumes or r.has_exhausted) and not v_backend
            and (status = 'recorded' or request_context ->> 'identify' is not null)
        then
            v_retry_after := app.throttle(site, decode(request_context ->> 'address', 'hex'), r.subject_id, v_now,
                r.has_exhausted, v_consumes);
        end if;

        -- Create or update the visitor; for a refused event only if the request identifies an account.
        if request_context ->> 'identify' is not null
            or status = 'recorded' and (r.visitor is null or r.visitor_seen_at <= v_now - interval '1 hour')
        then
            v_call := app.update_visitor(
                app.load_call(request_context, v_now, session, event, name, properties, verified));
            r.subject_id := v_call.subject_id;
            r.visitor := v_call.visitor;
        end if;
        if status <> 'recorded' then
            reason := case when status = 'not_captured' and display is not null then 'not_captured' end;
            return;
        end if;

        -- Record the event's name, and how many events the SDK dropped.
        if r.name_seen_at is null or r.name_seen_at <= v_now - interval '1 hour' then
            perform app.record_event_name(site, name, v_now);
        end if;
        if request_context ? 'dropped' then
            perform app.record_dropped_events(site, request_context -> 'dropped', v_now);
        end if;

        -- Check the proof against the visitor's account.
        if proof is not null then
            perform app.record_key_use(site, array[proof ->> 'key'], v_now);
            fault := proof ->> 'fault';
            if proof ->> 'account' <> (
                select coalesce(u.account, '') from app.subjects u where u.site_id = report.site and u.id = r.subject_id)
            then
                fault := 'account';
                verified := null;
                v_call.verified := null;
                -- The prefilter saw properties that are not verified: evaluate all candidates.
                r.prompts := case when r.prompts is not null then array(
                    select c.prompt_id from app.candidates c
                    where c.site_id = report.site and c.event_name = report.name) end;
            end if;
        end if;

        if v_backend and r.prompts is not null then
            r.prompts := array(
                select c.prompt_id from app.candidates c
                where c.site_id = report.site and c.event_name = report.name and c.backend);
            if r.prompts = '{}' then
                reason := 'no_prompt';
                r.prompt := null;
            end if;
        end if;

        -- Decide nothing for bots and beyond rate limits.
        if (request_context -> 'bot')::boolean then
            v_bot := (r.settings -> 'detect_bots')::boolean is not false;
        end if;
        if display is not null and (v_retry_after is not null or v_bot) then
            reason := case when v_retry_after is not null then 'throttled' else 'bot' end;
            r.prompts := null;
            r.prompt := null;
        end if;
        if v_call.site_id is null and (v_retry_after is not null or request_context ->> 'facts_for' is not null) then
            v_call := app.load_call(request_context, v_now, session, event, name, properties, verified);
        end if;
    end if;

    -- Decide.
    if r.prompts <> '{}' then
        if v_call.site_id is null then
            select u.account, u.sample_key, u.first_seen_at,
                case when u.answer_traits is null then r.traits else app.with_answer_traits(u.answer_traits, r.traits, v_now) end
            into v_call.account, v_call.sample_key, v_call.first_seen_at, v_call.traits
            from app.subjects u where u.site_id = report.site and u.id = r.subject_id;
            v_call := app.make_call(
                p_site_id => site, p_site => r.site, p_settings => r.settings, p_registered => r.registered,
                p_has_exhausted => r.has_exhausted, p_top_candidate => r.prompt,
                p_visitor_id => visitor, p_visitor => r.visitor, p_subject_id => r.subject_id,
                p_account => v_call.account, p_sample_key => v_call.sample_key, p_traits => v_call.traits,
                p_first_seen_at => v_call.first_seen_at, p_last_seen_at => r.visitor_seen_at, p_reset_at => r.reset_at,
                p_request_context => request_context, p_now => v_now, p_session_id => session, p_event_id => event,
                p_name => name, p_properties => properties, p_verified => verified, p_prompts => r.prompts);
        end if;
        v_call.prompts := r.prompts;
        v_decision := app.decide(v_call, name, false);
        reason := v_decision.reason;
        r.prompt := v_decision.prompt;
    end if;

    -- Store the event.
    insert into app.events (site, id, visitor, session_id, prompt, received_at, reason, bot, name_hash, name,
        properties, verified, device, path, languages, proof_fault)
    values (r.site, event, r.visitor, session, r.prompt, v_now, reason, v_bot, hashtext(name), name,
        properties, verified, (request_context #>> '{context,device}')::"char", request_context #>> '{context,path}',
        translate(request_context #>> '{context,languages}', '[]" ', ''), fault)
    -- No conflict target: on a partitioned table, inferring the index costs more than the insert.
    on conflict do nothing;

    -- Reply to a repeated event, or reserve the display.
    if not found then
        status := 'duplicate';
        if display is null then
            perform app.release_lost_reservation(site, visitor, event, v_now);
        else
            decided := app.repeat_decision(site, visitor, event, v_now);
        end if;
    elsif reason in ('displayed', 'waiting') or v_is_slow and reason is not null and v_call.site_id is not null then
        v_decision.reason := reason;
        decided := app.finish_decision(v_call, v_decision, display, v_retry_after);
    end if;
end $$;
comment on function app.report is
    'Records one event; with a display id it also decides, and reserves the display under that id. `proof` has fault, account and key, or is null. `decided` is the whole decision if `reason` alone does not describe it.';
grant execute on function app.report to feedback_ingest;
