create or replace function app.repeat_decision(p_site uuid, p_visitor uuid, p_event uuid, p_now timestamptz)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
    v_display app.displays;
    v_due timestamptz;
    v_decision app.decision;
begin
    select * into v_display from app.displays d
    where d.site_id = p_site and d.origin = p_event and d.visitor_id = p_visitor;
    if v_display.state = 'reserved' and app.is_overdue(v_display.reserved_at, p_now) then
        return '{"reason": "duplicate"}';
    elsif v_display.state = 'reserved' then
        v_decision.prompt_id := v_display.prompt_id;
        v_decision.revision := v_display.revision;
        v_decision.variant := v_display.variant;
        v_decision.reason := 'displayed';
        if v_display.charges is not null then
            -- The first call may not have flushed it yet.
            perform app.defer_flush();
        end if;
        return app.decision_to_json(v_decision, p_site, v_display.id, null);
    end if;
    select c.survey_id, e.received_at + make_interval(secs => (app.choose_variant(c, s.sample_key::text)).delay_seconds)
    into v_decision.survey_id, v_due
    from app.event_details e join app.candidates c
        on c.site_id = e.site_id and c.event_name = '' and c.prompt_id = e.prompt_id
    join app.visitors v on v.site_id = e.site_id and v.id = e.visitor_id
    join app.subjects s on s.site_id = v.site_id and s.id = v.subject_id
    where e.site_id = p_site and e.id = p_event and e.visitor_id = p_visitor and e.reason = 'waiting';
    if found and v_display.id is null then
        v_decision.reason := 'waiting';
        return app.decision_to_json(v_decision, p_site, null, v_due);
    end if;
    return '{"reason": "duplicate"}';
end $$;
comment on function app.repeat_decision is
    'The reply to a repeated event or show request: the same reservation while it is not displayed yet and has not ended, or the same delay; else `duplicate`.';
