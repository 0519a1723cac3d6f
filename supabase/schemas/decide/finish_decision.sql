create or replace function app.finish_decision(p_call app.call, p_decision app.decision, p_display uuid, p_retry_after integer)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
    v_decided jsonb;
    v_unless boolean;
    v_kept boolean := false;
begin
    if p_decision.reason = 'displayed' then
        p_decision := app.reserve(p_call, p_decision, p_call.name, false, p_display, false);
        if p_decision.reason <> 'displayed' then
            update app.events set reason = p_decision.reason, prompt = p_decision.prompt
            where site = p_call.site and id = p_call.event_id;
        end if;
    end if;
    if p_decision.reason = 'waiting' then
        v_unless := exists (select from app.candidates c
            where c.site_id = p_call.site_id and c.prompt_id = p_decision.prompt_id and c.event_name = '' and c.unless is not null);
        v_kept := v_unless or p_call.request_context ? 'backend';
        if v_kept then
            perform app.keep_waiting(p_call, p_decision, v_unless);
        end if;
    end if;
    v_decided := app.decision_to_json(p_decision, p_call.site_id, p_display, p_call.now + make_interval(secs => p_decision.delay_seconds));
    if v_kept then
        v_decided := v_decided || '{"kept": true}';
    end if;
    if p_retry_after is not null then
        v_decided := v_decided || jsonb_build_object('retryAfter', p_retry_after);
    end if;
    if p_call.request_context ? 'facts_for' and app.may_see_facts(p_call.request_context) then
        v_decided := v_decided || jsonb_build_object('facts',
            app.explain_call(p_call, null, false, p_call.now - interval '1 microsecond'));
    end if;
    return v_decided;
end $$;
comment on function app.finish_decision is
    'Reserves the display if one was decided, or lets the prompt wait for the subject, and returns the decision as JSON. `kept`: the prompt waits in the database, not only in the page.';
