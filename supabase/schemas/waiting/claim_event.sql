create or replace function app.claim_event(p_call app.call, p_event uuid, p_display uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
    v_event app.event_details;
begin
    select * into v_event from app.event_details e
    where e.site_id = p_call.site_id and e.id = p_event and e.visitor_id = p_call.visitor_id
      and e.at > p_call.now - interval '48 hours';
    if v_event.id is null or exists (select from app.candidates c
        where c.site_id = v_event.site_id and c.prompt_id = v_event.prompt_id and c.event_name = '' and c.unless is not null)
    then
        v_event := app.find_waiting_event(p_call, p_event);
        if v_event.session_id = '00000000-0000-0000-0000-000000000000' then
            p_call.request_context := p_call.request_context || '{"backend": true}';
        end if;
    end if;
    if v_event.id is null then
        return app.decision_reply(p_call, '{"reason": "no_prompt"}', null, false);
    elsif v_event.reason <> 'waiting' or v_event.prompt_id is null then
        -- Not the same display again: another tab may have claimed and drawn it.
        return app.decision_reply(p_call, '{"reason": "duplicate"}', null, false);
    end if;
    p_call.event_id := p_event;
    p_call.name := v_event.name;
    p_call.properties := v_event.properties;
    p_call.verified := v_event.verified;
    p_call.prompts := array[v_event.prompt_id];
    return app.decide_claim(p_call, v_event, p_display);
end $$;
comment on function app.claim_event is
    'Claims the prompt of an event. The caller has checked the rate limits and updated the visitor.';
