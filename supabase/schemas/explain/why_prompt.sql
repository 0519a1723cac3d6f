create or replace function app.list_trigger_events(
    p_site uuid, p_prompt uuid, p_visitor uuid, p_account text, p_from timestamptz, p_until timestamptz)
returns uuid[]
language plpgsql stable set search_path = ''
as $$
declare
    v_subject uuid := case when p_visitor is null then
        (select s.id from app.subjects s where s.site_id = p_site and s.account = p_account) end;
begin
    return coalesce((
        select array_agg(t.id order by t.id desc) from (
            select e.id from app.sites s
            join app.visitors v on v.site_id = s.id and (v.id = p_visitor or v.subject_id = v_subject)
            join app.events e on e.site + 0 = s.key and e.visitor = v.key
            where s.id = p_site and e.id >= app.id_from(p_from) and e.id < app.id_from(p_until + interval '1 millisecond')
              and exists (select from app.candidates c
                  where c.site_id = p_site and c.prompt_id = p_prompt and c.event_name = e.name)
            order by e.id desc limit 10) t), '{}');
end $$;
comment on function app.list_trigger_events is
    'The newest ten events of a visitor, or of all browsers of an account, that trigger a published prompt.';

create or replace function app.why_prompt(
    p_site uuid, p_prompt uuid, p_visitor uuid, p_account text, p_at timestamptz, p_now timestamptz)
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
    v_visitor uuid;
    v_events uuid[];
    v_event app.event_details;
    v_call app.call;
    v_past jsonb;
begin
    perform app.require_response_access(p_site);
    v_visitor := coalesce(p_visitor, app.find_latest_visitor(p_site, p_account));
    -- Clocks of browsers may be ahead.
    v_events := app.list_trigger_events(p_site, p_prompt, p_visitor, p_account, p_now - interval '30 days',
        coalesce(p_at, p_now + interval '1 day'));
    select * into v_event from app.event_details e where e.site_id = p_site and e.id = v_events[1];
    v_call := app.rebuild_call(v_event, v_visitor, p_site, p_now);
    if v_call.visitor_id is null then
        return null;
    end if;
    if p_at is not null then
        v_past := case when v_event.id is not null then app.why_event(p_site, v_event.id) end;
        return jsonb_build_object('visitor', v_visitor, 'events', v_events,
            'candidates', coalesce(v_past -> 'candidates', '[]'));
    end if;
    return jsonb_build_object('visitor', v_visitor, 'events', v_events,
        'candidates', app.explain_call(v_call, p_prompt, v_event.id is null, 'infinity'));
end $$;
comment on function app.why_prompt is
    'The outcome of a published prompt for a visitor or an account: at a time, that of the last event of its trigger before it; otherwise now, as if that event were repeated, and without such an event as for show(). Null for an unknown visitor.';
grant execute on function app.why_prompt to feedback_agent, feedback_person;
