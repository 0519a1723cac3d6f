create or replace function app.decide_claim(p_call app.call, p_waiting app.event_details, p_display uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
    v_ends boolean := true;
    v_decision app.decision := app.decide(p_call, '', false);
    -- Received while the clock was ahead: due immediately, because otherwise it would wait until that time.
    v_ahead boolean := p_waiting.received_at > p_call.now + interval '1 minute';
    v_due timestamptz := case when v_ahead then p_call.now
        else p_waiting.received_at + make_interval(secs => v_decision.delay_seconds) end;
    v_row app.waiting_prompts;
    c app.candidates;
begin
    select * into v_row from app.waiting_prompts w
    where w.site_id = p_call.site_id and w.subject_id = p_call.subject_id and w.event_id = p_waiting.id and w.display_id is null;
    select * into c from app.candidates k
    where k.site_id = p_call.site_id and k.prompt_id = p_waiting.prompt_id and k.event_name = '';
    if app.is_withdrawn(c, p_call.subject_id, p_waiting.id, p_waiting.received_at, p_call.now) then
        v_decision.reason := 'withdrawn';
    -- It has no delay if the prompt was published again in the meantime.
    elsif v_decision.reason in ('waiting', 'displayed') and v_due <= p_call.now then
        v_decision := app.reserve(p_call, v_decision, '', false, p_display, true);
    end if;
    if v_row.event_id is not null then
        -- Another browser of the account, another page or session, or a later time may match these rules.
        if v_decision.reason = 'displayed' then
            update app.waiting_prompts w set display_id = p_display
            where w.site_id = p_call.site_id and w.subject_id = p_call.subject_id and w.event_id = p_waiting.id;
        elsif v_decision.reason not in ('waiting', 'audience', 'session_too_young', 'session_limit', 'paced', 'throttled') then
            -- Unless another browser has claimed it in the meantime.
            delete from app.waiting_prompts w
            where w.site_id = p_call.site_id and w.subject_id = p_call.subject_id and w.event_id = p_waiting.id
              and w.display_id is null;
        end if;
        v_ends := not exists (select from app.waiting_prompts w
            where w.site_id = p_call.site_id and w.subject_id = p_call.subject_id and w.event_id = p_waiting.id
              and w.display_id is null);
    end if;
    if v_ends and v_decision.reason not in ('waiting', 'duplicate', 'throttled') then
        perform app.end_waiting(p_call.site, p_waiting.id, v_decision.reason, p_call.now);
    end if;
    return app.decision_reply(p_call, app.decision_to_json(v_decision, p_call.site_id, p_display, v_due), p_waiting.prompt_id, false);
end $$;
comment on function app.decide_claim is 'Decides again about the delayed prompt of an event, and reserves its display when it is due.';

create or replace function app.claim(request_context jsonb, event uuid, display uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
    v_now timestamptz := coalesce((request_context ->> 'now')::timestamptz, clock_timestamp());
    v_call app.call := app.load_call(
        request_context, v_now, (request_context ->> 'session')::uuid, event, null, null, null);
    v_decided jsonb := app.check_before_deciding(v_call);
begin
    v_call := app.update_visitor(v_call);
    if v_decided is not null then
        return app.decision_reply(v_call, v_decided, null, false);
    end if;
    return app.claim_event(v_call, event, display);
end $$;
comment on function app.claim is 'Claims the delayed prompt of an event, or the prompt of an event that waits for the visitor''s subject.';
grant execute on function app.claim to feedback_ingest;
