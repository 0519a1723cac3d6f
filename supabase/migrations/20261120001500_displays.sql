set role feedback_owner;

create function app.check_before_deciding(p_call app.call) returns jsonb
language plpgsql set search_path = ''
as $$
declare
    v_retry_after integer := app.throttle_call(p_call);
begin
    if v_retry_after is not null then
        return jsonb_build_object('reason', 'throttled', 'retryAfter', v_retry_after);
    elsif (p_call.request_context -> 'bot')::boolean and (p_call.settings -> 'detect_bots')::boolean is not false then
        return '{"reason": "bot"}';
    end if;
    return null;
end $$;
comment on function app.check_before_deciding is 'The reason for which a show or a claim is refused before a decision: rate limit or bot; null if neither applies.';

create function app.decision_reply(p_call app.call, p_decided jsonb, p_prompt uuid, p_show boolean) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
    if (p_call.request_context -> 'debug')::boolean and p_prompt is not null then
        p_decided := p_decided || jsonb_build_object('facts',
            app.explain_call(p_call, p_prompt, p_show, p_call.now - interval '1 microsecond'));
    end if;
    return jsonb_build_object('decided', p_decided, 'now', app.milliseconds(p_call.now));
end $$;

create function app.show(request_context jsonb, request uuid, survey_id text, display uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
    v_now timestamptz := coalesce((request_context ->> 'now')::timestamptz, clock_timestamp());
    v_call app.call := app.update_visitor(
        app.load_call(request_context, v_now, (request_context ->> 'session')::uuid, request, '', '{}', null));
    v_decided jsonb := app.check_before_deciding(v_call);
    v_decision app.decision;
    v_prompt uuid;
begin
    if v_decided is not null then
        return app.decision_reply(v_call, v_decided, null, true);
    end if;
    select p.id into v_prompt from app.prompts p where p.site_id = v_call.site_id and p.survey_id = show.survey_id;
    v_decision.reason := 'no_prompt';
    if exists (select from app.displays d where d.site_id = v_call.site_id and d.origin = request) then
        v_decision.reason := 'duplicate';
    elsif v_prompt is not null then
        v_call.prompts := array[v_prompt];
        v_decision := app.decide(v_call, '', true);
        if v_decision.reason = 'displayed' then
            v_decision := app.reserve(v_call, v_decision, '', true, display, false);
        end if;
    end if;
    v_decided := case when v_decision.reason = 'duplicate' then app.repeat_decision(v_call.site_id, v_call.visitor_id, request)
        else app.decision_to_json(v_decision, v_call.site_id, display, null) end;
    return app.decision_reply(v_call, v_decided, v_prompt, true);
end $$;
comment on function app.show is
    'Reserves one prompt regardless of audience, trigger, sampling and delay. Idempotent by the id of the request.';

create function app.decide_claim(p_call app.call, p_waiting app.event_details, p_display uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
    v_decision app.decision := app.decide(p_call, '', false);
    -- Received while the clock was ahead: due at once, because it would wait until that time.
    v_ahead boolean := p_waiting.received_at > p_call.now + interval '1 minute';
    v_due timestamptz := case when v_ahead then p_call.now
        else p_waiting.received_at + make_interval(secs => v_decision.delay_seconds) end;
begin
    if v_decision.reason = 'waiting' and v_due <= p_call.now then
        v_decision := app.reserve(p_call, v_decision, '', false, p_display, true);
    end if;
    if v_decision.reason not in ('waiting', 'duplicate') then
        update app.events e set reason = v_decision.reason, claimed_at = p_call.now
        where e.site = p_call.site and e.id = p_waiting.id and e.reason = 'waiting';
    end if;
    return app.decision_reply(p_call, app.decision_to_json(v_decision, p_call.site_id, p_display, v_due), p_waiting.prompt_id, false);
end $$;
comment on function app.decide_claim is 'Decides again about the delayed prompt of an event, and reserves its display when it is due.';

create function app.claim(request_context jsonb, event uuid, display uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
    v_now timestamptz := coalesce((request_context ->> 'now')::timestamptz, clock_timestamp());
    v_event app.event_details;
    v_call app.call;
    v_decided jsonb;
begin
    select * into v_event from app.event_details e
    where e.site_id = (request_context ->> 'site')::uuid and e.id = event and e.visitor_id = (request_context ->> 'visitor')::uuid and e.at > v_now - interval '48 hours';
    v_call := app.update_visitor(app.load_call(request_context, v_now, (request_context ->> 'session')::uuid, event, v_event.name,
        v_event.properties, v_event.verified));
    v_decided := app.check_before_deciding(v_call);
    if v_decided is null and v_event.id is null then
        v_decided := '{"reason": "no_prompt"}';
    elsif v_decided is null and (v_event.reason <> 'waiting' or v_event.prompt_id is null) then
        -- Not the same display again: another tab may have claimed and drawn it.
        v_decided := '{"reason": "duplicate"}';
    end if;
    if v_decided is not null then
        return app.decision_reply(v_call, v_decided, null, false);
    end if;
    v_call.prompts := array[v_event.prompt_id];
    return app.decide_claim(v_call, v_event, display);
end $$;
comment on function app.claim is 'Claims the delayed prompt of an event.';

create function app.set_display_state(site uuid, display uuid, state text, reason text, at timestamptz) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
    v_now timestamptz := coalesce(at, clock_timestamp());
    v_state text;
begin
    update app.displays d
    set state = set_display_state.state,
        displayed_at = case when set_display_state.state = 'released' then d.displayed_at else coalesce(d.displayed_at, v_now) end,
        dismissed_at = case when set_display_state.state = 'dismissed' then v_now else d.dismissed_at end,
        released_at = case when set_display_state.state = 'released' then v_now else d.released_at end,
        release_reason = case when set_display_state.state = 'released' then reason else d.release_reason end
    where d.site_id = site and d.id = display and (
        d.state = 'reserved' or d.state = 'displayed' and set_display_state.state = 'dismissed')
    returning d.state into v_state;
    if not found then
        -- Either the state does not allow the change, or there is no such display.
        select d.state into v_state from app.displays d where d.site_id = site and d.id = display;
    end if;
    return case when v_state is not null then
        jsonb_build_object('state', v_state, 'now', app.milliseconds(v_now)) end;
end $$;
comment on function app.set_display_state is
    'Changes the state of a display: from reserved to displayed, dismissed or released, and from displayed to dismissed; nothing else. Null for an unknown display.';

create function app.displayed_content(site uuid, display uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
    return (
        select r.content from app.displays d
        join app.revisions r on r.site_id = d.site_id and r.prompt_id = d.prompt_id and r.number = d.revision
        where d.site_id = site and d.id = display
    );
end $$;
comment on function app.displayed_content is 'The content of the revision that a display shows; null for an unknown display.';

create function app.has_answer(p_answers jsonb) returns boolean
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
    return jsonb_path_exists(p_answers,
        '$.* ? (@.type() != "null" && !(@.type() == "string" && !(@ like_regex "\\S")))');
end $$;
comment on function app.has_answer is 'Whether at least one answer is neither null nor blank.';

create function app.store_answers(site uuid, display uuid, seq integer, final boolean, answers jsonb, at timestamptz)
returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
    v_now timestamptz := coalesce(at, clock_timestamp());
    v_display app.displays;
    v_response app.responses;
    v_fresh boolean;
begin
    for v_attempt in 1..5 loop
        select * into v_display from app.displays d where d.site_id = site and d.id = display;
        if not found then
            return null;
        end if;
        -- A concurrent sign-in may move the display to another subject: wait for it, then read again.
        perform from app.subjects s where s.site_id = site and s.id = v_display.subject_id for key share;
        exit when found;
    end loop;

    insert into app.responses as r (site_id, display_id, prompt_id, revision, subject_id, visitor_id, seq, final,
        answers, traits, created_at, updated_at)
    values (site, display, v_display.prompt_id, v_display.revision, v_display.subject_id,
        (select v.id from app.visitors v where v.site_id = site and v.id = v_display.visitor_id),
        store_answers.seq, store_answers.final, store_answers.answers, v_display.traits, v_now, v_now)
    on conflict (site_id, display_id) do update
    set seq = excluded.seq, final = excluded.final, answers = excluded.answers, updated_at = v_now
    where not r.final and r.seq < excluded.seq
    returning * into v_response;
    v_fresh := found;
    if v_fresh then
        update app.displays d
        set answered_at = case when app.has_answer(store_answers.answers) then coalesce(d.answered_at, v_now) else d.answered_at end,
            displayed_at = coalesce(d.displayed_at, v_now),
            state = case when store_answers.final then 'answered'
                when d.state in ('reserved', 'released') then 'displayed' else d.state end
        where d.site_id = site and d.id = display;
    else
        select * into v_response from app.responses r where r.site_id = site and r.display_id = display;
    end if;
    return jsonb_build_object('response', v_response.display_id, 'seq', v_response.seq, 'final', v_response.final,
        'fresh', v_fresh, 'now', app.milliseconds(v_now));
end $$;
comment on function app.store_answers is
    'Stores answers if seq is the highest so far and the response is not final. An answer proves that the prompt was displayed, even if the display was released.';

create function app.load_site(site_id text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
    return (
        select jsonb_build_object('id', s.id, 'siteId', s.site_id, 'settings', s.settings, 'proofKeys', coalesce((
            select jsonb_agg(jsonb_build_object('kid', k.kid, 'alg', k.alg, 'status', k.status,
                'sealed', encode(k.sealed, 'base64')) order by k.created_at, k.kid)
            from app.proof_keys k where k.site_id = s.id), '[]'))
        from app.sites s where s.site_id = load_site.site_id
    );
end $$;
comment on function app.load_site is 'What the sdk function needs to know about a site; null for an unknown site ID.';

create function app.identify(request_context jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
    v_now timestamptz := coalesce((request_context ->> 'now')::timestamptz, clock_timestamp());
begin
    perform app.update_visitor(app.load_call(request_context, v_now, null, null, null, null, null));
    return jsonb_build_object('now', app.milliseconds(v_now));
end $$;
comment on function app.identify is 'Connects the visitor to the account of the request.';

create function app.reset(request_context jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
    v_now timestamptz := coalesce((request_context ->> 'now')::timestamptz, clock_timestamp());
begin
    update app.visitors v set reset_at = v_now
    where v.site_id = (request_context ->> 'site')::uuid and v.id = (request_context ->> 'visitor')::uuid and v.reset_at is null;
    return jsonb_build_object('now', app.milliseconds(v_now));
end $$;
comment on function app.reset is 'Ends decisions for the visitor; the SDK uses another visitor ID from now on.';

grant execute on function app.show, app.claim, app.set_display_state, app.displayed_content, app.store_answers,
    app.load_site, app.identify, app.reset to feedback_ingest;

reset role;
