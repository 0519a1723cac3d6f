-- What would happen if a visitor reported an event now. Stores nothing.
create or replace function app.find_latest_visitor(p_site uuid, p_account text) returns uuid
language plpgsql stable set search_path = ''
as $$
begin
    -- The visitor of the backend only if the account has no browser.
    return (
        select v.id from app.subjects s join app.visitors v on v.site_id = s.site_id and v.subject_id = s.id
        where s.site_id = p_site and s.account = p_account and v.last_seen_at >= clock_timestamp() - interval '90 days'
        order by v.id = app.backend_visitor(p_site, p_account), v.last_seen_at desc, v.id limit 1
    );
end $$;

create or replace function app.explain_draft(p_call app.call, p_content jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
    v_prompt uuid := coalesce((select p.id from app.prompts p
        where p.site_id = p_call.site_id and p.survey_id = p_content ->> 'survey_id'), '00000000-0000-7000-8000-000000000000');
    c app.candidates := app.compile_content(p_call.site_id, v_prompt, 0, p_call.now, p_call.name, p_content);
    v_needed jsonb := case when c.needed_facts is not null or c.compares_dates then
        '{"prompts": [], "events": []}'::jsonb || coalesce(c.needed_facts, '{}') end;
    v_facts jsonb;
    v_events jsonb := p_content #> '{trigger,events}';
    v_is_triggered boolean := coalesce(v_events ? p_call.name, false);
begin
    if c.backend then
        -- A test or a preview has no backend to report the event.
        p_call.request_context := p_call.request_context || '{"backend": true}';
        p_call.verified := coalesce(p_call.verified, p_call.properties);
    end if;
    v_facts := app.load_facts(app.call_facts(p_call), p_call.site_id, p_call.settings, p_call.subject_id,
        p_call.session_id, '[]', p_call.event_id, p_call.name, v_needed, p_call.now, 'infinity')
        || app.draft_budget_facts(p_call, c);
    return jsonb_build_object('survey_id', c.survey_id,
        'reason', case when v_is_triggered and p_call.reset_at is null then app.evaluate(c, v_facts, false)::text else 'no_prompt' end,
        'rules', jsonb_build_array(app.explained_rule('event', v_is_triggered,
                jsonb_build_object('events', v_events, 'name', p_call.name)))
            || app.explain_rules(c, p_content, v_facts, false));
end $$;
comment on function app.explain_draft is 'The outcome of a content for a call, in the form of app.explain. The content need not be saved.';

create or replace function app.test_rules(
    p_site uuid, p_visitor uuid, p_account text, p_name text, p_properties jsonb, p_verified boolean, p_content jsonb,
    p_now timestamptz)
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
    v_visitor uuid;
    v_oldest uuid := app.id_from(p_now - interval '30 days');
    v_latest uuid;
    v_latest_event app.event_details;
    v_call app.call;
    v_candidates jsonb;
begin
    perform app.require_response_access(p_site);
    v_visitor := coalesce(p_visitor, app.find_latest_visitor(p_site, p_account));
    select e.id into v_latest from app.visitors v
    join app.sites s on s.id = v.site_id
    join app.events e on e.site + 0 = s.key and e.visitor = v.key
    where v.site_id = p_site and v.id = v_visitor and e.id > v_oldest
    order by e.id desc limit 1;
    select * into v_latest_event from app.event_details e where e.site_id = p_site and e.id = v_latest;
    -- In the session and on the page of the visitor's latest event.
    v_call := app.load_call(
        jsonb_build_object('site', p_site, 'visitor', v_visitor, 'context', coalesce(v_latest_event.context, '{}')), p_now,
        coalesce(v_latest_event.session_id, app.mint_id(p_now)), app.mint_id(p_now), p_name, p_properties,
        case when p_verified then p_properties end);
    if v_call.visitor_id is null then
        return null;
    end if;
    v_candidates := case
        -- Publishing registers the names of the trigger.
        when p_content is not null then jsonb_build_array(app.explain_draft(v_call, p_content))
        else app.explain_call(v_call, null, false, 'infinity') end;
    return jsonb_build_object('like', v_latest_event.id, 'candidates', v_candidates, 'reason', case
        when p_content is null and v_call.registered is not true and v_call.settings ->> 'capture' = 'registered' then 'not_captured'
        when v_call.reset_at is not null then 'no_prompt'
        else coalesce(v_candidates #>> '{0,reason}', 'no_prompt') end);
end $$;
comment on function app.test_rules is
    'The outcome of the published prompts, or of p_content instead, for an event of a visitor, or of the browser that an account used last; null without one.';
grant execute on function app.test_rules to feedback_agent, feedback_person;
