set role feedback_owner;

create function app.record_event_name(p_site uuid, p_name text, p_now timestamptz) returns void
language plpgsql set search_path = ''
as $$
begin
    update app.event_names n set last_seen_at = p_now, first_seen_at = coalesce(n.first_seen_at, p_now)
    where n.site_id = p_site and n.name = p_name
      and (n.last_seen_at is null or n.last_seen_at < p_now - interval '1 hour');
    -- Only the list of names is limited, not the events. Once it is full, most calls end here.
    if found or exists (select from app.event_names n where n.site_id = p_site and n.name = p_name)
        or (select s.listed_names from app.sites s where s.id = p_site) >= 500
    then
        return;
    end if;
    insert into app.event_names (site_id, name, first_seen_at, last_seen_at) values (p_site, p_name, p_now, p_now)
    on conflict (site_id, name) do nothing;
    if found then
        update app.sites set listed_names = listed_names + 1 where id = p_site;
    end if;
end $$;
comment on function app.record_event_name is 'Adds an event name to the list, and updates at most once an hour when it was last seen.';

create function app.record_dropped_events(p_site uuid, p_dropped jsonb, p_now timestamptz) returns void
language plpgsql set search_path = ''
as $$
begin
    insert into app.dropped_events as d (site_id, day, cause, events)
    select p_site, (p_now at time zone 'UTC')::date, x.key, x.value::text::bigint
    from jsonb_each(p_dropped) x order by x.key
    on conflict (site_id, day, cause) do update set events = d.events + excluded.events;
end $$;

create function app.record_key_use(p_site uuid, p_kids text[], p_now timestamptz) returns void
language plpgsql set search_path = ''
as $$
begin
    update app.proof_keys k set last_used_at = p_now
    where k.site_id = p_site and k.kid = any(p_kids)
      and (k.last_used_at is null or k.last_used_at < p_now - interval '1 hour');
end $$;
comment on function app.record_key_use is 'Updates at most once an hour when proof keys were last used.';

create function app.release_lost_reservation(p_site uuid, p_visitor uuid, p_origin uuid, p_now timestamptz) returns void
language plpgsql set search_path = ''
as $$
begin
    update app.displays set state = 'released', released_at = p_now, release_reason = 'late'
    where site_id = p_site and origin = p_origin and visitor_id = p_visitor and state = 'reserved';
end $$;
comment on function app.release_lost_reservation is 'Releases a reservation whose response the SDK did not receive; only for the visitor who made it.';

create function app.repeat_decision(p_site uuid, p_visitor uuid, p_event uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
    v_display app.displays;
    v_due timestamptz;
    v_decision app.decision;
begin
    select * into v_display from app.displays d
    where d.site_id = p_site and d.origin = p_event and d.visitor_id = p_visitor;
    if v_display.state = 'reserved' then
        v_decision.prompt_id := v_display.prompt_id;
        v_decision.revision := v_display.revision;
        v_decision.reason := 'displayed';
        return app.decision_to_json(v_decision, p_site, v_display.id, null);
    end if;
    select c.survey_id, e.received_at + make_interval(secs => c.delay_seconds) into v_decision.survey_id, v_due
    from app.event_details e join app.candidates c
        on c.site_id = e.site_id and c.event_name = '' and c.prompt_id = e.prompt_id
    where e.site_id = p_site and e.id = p_event and e.visitor_id = p_visitor and e.reason = 'waiting';
    if found and v_display.id is null then
        v_decision.reason := 'waiting';
        return app.decision_to_json(v_decision, p_site, null, v_due);
    end if;
    return '{"reason": "duplicate"}';
end $$;
comment on function app.repeat_decision is
    'The reply to a repeated event or show request: the same reservation while it is not displayed yet, or the same delay; else `duplicate`.';

create function app.finish_decision(p_call app.call, p_decision app.decision, p_display uuid, p_retry_after integer)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
    v_decided jsonb;
begin
    if p_decision.reason = 'displayed' then
        p_decision := app.reserve(p_call, p_decision, p_call.name, false, p_display, false);
        if p_decision.reason <> 'displayed' then
            update app.events set reason = p_decision.reason, prompt = p_decision.prompt
            where site = p_call.site and id = p_call.event_id;
        end if;
    end if;
    v_decided := app.decision_to_json(p_decision, p_call.site_id, p_display, p_call.now + make_interval(secs => p_decision.delay_seconds));
    if p_retry_after is not null then
        v_decided := v_decided || jsonb_build_object('retryAfter', p_retry_after);
    end if;
    if (p_call.request_context -> 'debug')::boolean then
        v_decided := v_decided || jsonb_build_object('facts',
            app.explain_call(p_call, null, false, p_call.now - interval '1 microsecond'));
    end if;
    return v_decided;
end $$;
comment on function app.finish_decision is 'Reserves the display if one was decided, and returns the decision as JSON.';

reset role;
