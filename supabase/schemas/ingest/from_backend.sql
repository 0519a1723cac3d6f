create or replace function app.backend_context(p_site uuid, p_account text, p_traits jsonb, p_now timestamptz) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
    return jsonb_build_object('site', p_site, 'visitor', app.backend_visitor(p_site, p_account), 'session', null,
        'context', '{}'::jsonb, 'device', '[]'::jsonb, 'address', null, 'bot', false, 'facts_for', null, 'now', p_now,
        'identify', jsonb_build_object('account', p_account, 'traits', p_traits, 'verified', true), 'backend', true);
end $$;
comment on function app.backend_context is 'The request context of a report from the backend. Other requests have no `backend`: the sdk function does not pass it on.';

create or replace function app.report_from_backend(
    site uuid, account text, event uuid, name text, properties jsonb, at timestamptz,
    out status text, out reason app.reason, out now double precision)
language plpgsql security definer set search_path = ''
as $$
declare
    v_visitor uuid := app.backend_visitor(site, account);
begin
    select r.status, coalesce((r.decided ->> 'reason')::app.reason, r.reason), r.now into status, reason, now
    from app.report(app.backend_context(site, account, '{}', at), site, v_visitor,
        '00000000-0000-0000-0000-000000000000', event, name, '{}', properties, null, event, at) r;
end $$;
comment on function app.report_from_backend is
    'Records an event that the app''s backend reported for an account, and decides about it. A prompt that passes waits for the account.';
grant execute on function app.report_from_backend to feedback_ingest;

create or replace function app.identify_from_backend(site uuid, account text, traits jsonb, at timestamptz, out now double precision)
language plpgsql security definer set search_path = ''
as $$
begin
    now := app.identify(app.backend_context(site, account, traits, at)) -> 'now';
    perform app.replace_answer_traits(site, account, traits);
end $$;
comment on function app.identify_from_backend is 'Creates the account if it is new, and merges traits that the app''s backend reported.';
grant execute on function app.identify_from_backend to feedback_ingest;
