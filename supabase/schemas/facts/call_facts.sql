create or replace function app.load_call_facts(p_call app.call, p_needed jsonb, p_facts jsonb, p_until timestamptz) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
    return app.load_facts(p_facts, p_call.site_id, p_call.settings, p_call.subject_id, p_call.session_id,
        case when p_call.account is null then coalesce(p_call.request_context -> 'device', '[]') else '[]' end,
        p_call.event_id, p_call.name, p_needed, p_call.now, p_until);
end $$;

-- The decision: a prompt with `source: backend` reacts only to events from the backend.
create or replace function app.call_facts(p_call app.call) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
    -- The event is from the backend, or a browser claims the prompt of such an event.
    if p_call.session_id = '00000000-0000-0000-0000-000000000000' or p_call.request_context ? 'backend' then
        p_call.traits := app.account_traits(p_call);
        return case when p_call.session_id = '00000000-0000-0000-0000-000000000000' then '{"backend": true, "has_page": false}'::jsonb
            else '{"backend": true}' end || app.base_facts(p_call.now, p_call.session_id, p_call.request_context -> 'context',
            p_call.properties, p_call.verified, p_call.traits, p_call.account, p_call.sample_key, p_call.first_seen_at);
    end if;
    return app.base_facts(p_call.now, p_call.session_id, p_call.request_context -> 'context', p_call.properties, p_call.verified,
        p_call.traits, p_call.account, p_call.sample_key, p_call.first_seen_at);
end $$;
