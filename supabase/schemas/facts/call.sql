create or replace function app.make_call(
    p_site_id uuid, p_site integer, p_settings jsonb, p_registered boolean, p_has_exhausted boolean,
    p_top_candidate integer,
    p_visitor_id uuid, p_visitor integer, p_subject_id uuid, p_account text, p_sample_key uuid, p_traits jsonb,
    p_first_seen_at timestamptz, p_last_seen_at timestamptz, p_reset_at timestamptz,
    p_request_context jsonb, p_now timestamptz, p_session_id uuid, p_event_id uuid, p_name text, p_properties jsonb,
    p_verified jsonb, p_prompts uuid[])
returns app.call
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
    return row(p_site_id, p_site, p_settings, p_registered, p_has_exhausted, p_top_candidate,
        p_visitor_id, p_visitor, p_subject_id, p_account, p_sample_key, p_traits,
        p_first_seen_at, p_last_seen_at, p_reset_at,
        p_request_context, p_now, p_session_id, p_event_id, p_name, p_properties, p_verified, p_prompts)::app.call;
end $$;
comment on function app.make_call is 'Makes a call from its fields by name. The order is that of the type.';

create or replace function app.load_call(
    p_request_context jsonb, p_now timestamptz, p_session uuid, p_event uuid, p_name text, p_properties jsonb, p_verified jsonb)
returns app.call
language plpgsql stable set search_path = ''
as $$
declare
    v_site uuid := p_request_context ->> 'site';
    r record;
begin
    select s.key as site, s.settings, n.registered, n.top_candidate,
        exists (select from app.buckets k where k.site_id = v_site and k.exhausted) as has_exhausted,
        v.id as visitor_id, v.key as visitor, v.traits, v.reset_at, u.answer_traits,
        u.id as subject_id, u.account, u.sample_key, u.first_seen_at, least(v.last_seen_at, u.last_seen_at) as last_seen_at
    into r
    from app.sites s
    left join app.event_names n on n.site_id = s.id and n.name = p_name
    left join app.visitors v on v.site_id = s.id and v.id = (p_request_context ->> 'visitor')::uuid
        and v.last_seen_at >= p_now - interval '90 days'
    left join app.subjects u on u.site_id = v.site_id and u.id = v.subject_id
    where s.id = v_site;
    if not found then
        raise exception 'There is no such site.' using errcode = 'FB404';
    end if;
    return app.make_call(
        p_site_id => v_site, p_site => r.site, p_settings => r.settings, p_registered => r.registered,
        p_has_exhausted => r.has_exhausted, p_top_candidate => r.top_candidate,
        p_visitor_id => r.visitor_id, p_visitor => r.visitor, p_subject_id => r.subject_id, p_account => r.account,
        p_sample_key => r.sample_key, p_first_seen_at => r.first_seen_at,
        p_traits => case when r.answer_traits is null then r.traits else app.with_answer_traits(r.answer_traits, r.traits, p_now) end,
        p_last_seen_at => r.last_seen_at, p_reset_at => r.reset_at,
        p_request_context => p_request_context, p_now => p_now, p_session_id => p_session, p_event_id => p_event,
        p_name => p_name, p_properties => p_properties, p_verified => p_verified, p_prompts => null);
end $$;
comment on function app.load_call is 'Reads site, visitor and subject in one statement. The latter two are null for a visitor that is new or past its retention.';

create or replace function app.reload_call(p_call app.call) returns app.call
language plpgsql stable set search_path = ''
as $$
declare
    v_call app.call := app.load_call(p_call.request_context, p_call.now, p_call.session_id, p_call.event_id, p_call.name,
        p_call.properties, p_call.verified);
begin
    v_call.prompts := p_call.prompts;
    return v_call;
end $$;
