create or replace function app.why_event(p_site uuid, p_event uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
    v_event app.event_details;
    v_call app.call;
    v_version app.visitor_versions;
begin
    perform app.require_response_access(p_site);
    select * into v_event from app.event_details e
    where e.site_id = p_site and e.id = p_event and e.id > app.id_from(clock_timestamp() - interval '30 days');
    v_call := app.rebuild_call(v_event, v_event.visitor_id, p_site, v_event.received_at);
    if v_call.visitor_id is null then
        return null;
    end if;
    -- The visitor as it was at that time.
    select * into v_version from app.visitor_versions o
    where o.site_id = p_site and o.visitor_id = v_event.visitor_id and o.until > v_event.received_at
    order by o.until limit 1;
    if found then
        v_call.traits := app.with_answer_traits((
            select s.answer_traits from app.subjects s where s.site_id = p_site and s.id = v_version.subject_id),
            v_version.traits, v_event.received_at);
        v_call.account := case when v_version.identified then coalesce(v_call.account, '') end;
        v_call.sample_key := v_version.sample_key;
        v_call.first_seen_at := v_version.first_seen_at;
    end if;
    -- As of just before, so that the display reserved by this event does not count.
    return jsonb_build_object('event', p_event, 'reason', v_event.reason, 'decided_at', v_event.received_at,
        'candidates', app.explain_call(v_call, null, false, v_event.received_at - interval '1 microsecond'));
end $$;
comment on function app.why_event is
    'The recorded reason of an event, and the outcome of the currently published prompts with the facts of its time; null for an unknown event.';
grant execute on function app.why_event to feedback_agent, feedback_person;

create or replace function app.why_visitor(p_site uuid, p_visitor uuid, p_prompt uuid, p_now timestamptz default clock_timestamp())
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
    v_oldest uuid := app.id_from(p_now - interval '30 days');
    v_latest uuid;
    v_event app.event_details;
    v_call app.call;
begin
    perform app.require_role(p_site, 'viewer');
    select e.id into v_latest from app.candidates c
    join app.sites s on s.id = c.site_id
    join app.visitors v on v.site_id = c.site_id and v.id = p_visitor
    join app.events e on e.site + 0 = s.key and e.visitor = v.key and e.name_hash = hashtext(c.event_name) and e.name = c.event_name
    where c.site_id = p_site and c.prompt_id = p_prompt and e.id >= v_oldest
    order by e.id desc limit 1;
    select * into v_event from app.event_details e where e.site_id = p_site and e.id = v_latest;
    v_call := app.rebuild_call(v_event, p_visitor, p_site, p_now);
    if v_call.visitor_id is null then
        return null;
    end if;
    return jsonb_build_object('event', v_event.id,
        'candidates', app.explain_call(v_call, p_prompt, v_event.id is null, 'infinity'));
end $$;
comment on function app.why_visitor is
    'The outcome of a published prompt for a visitor now, as if the visitor repeated the latest event of its trigger; without such an event, as for show().';
grant execute on function app.why_visitor to feedback_person;
