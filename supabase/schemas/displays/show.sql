create or replace function app.show(request_context jsonb, request uuid, survey_id text, display uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
    v_now timestamptz := coalesce((request_context ->> 'now')::timestamptz, clock_timestamp());
    v_call app.call := app.load_call(
        request_context, v_now, (request_context ->> 'session')::uuid, request, '', '{}', null);
    v_decided jsonb := app.check_before_deciding(v_call);
    v_decision app.decision;
    v_prompt uuid;
begin
    if display is null then
        perform app.release_lost_reservation(v_call.site_id, v_call.visitor_id, request, v_now);
        return app.decision_reply(v_call, '{"reason": "duplicate"}', null, true);
    end if;
    v_call := app.update_visitor(v_call);
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
    v_decided := case when v_decision.reason = 'duplicate' then app.repeat_decision(v_call.site_id, v_call.visitor_id, request, v_now)
        else app.decision_to_json(v_decision, v_call.site_id, display, null) end;
    return app.decision_reply(v_call, v_decided, v_prompt, true);
end $$;
comment on function app.show is
    'Reserves one prompt regardless of audience, trigger, sampling and delay. Idempotent by the id of the request. Without a display, releases what an earlier attempt reserved, because its response was lost.';
grant execute on function app.show to feedback_ingest;
