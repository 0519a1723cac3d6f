create or replace function app.is_proven(p_call app.call) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
    return exists (select from app.proven_visitors p
        where p.site_id = p_call.site_id and p.visitor_id = p_call.visitor_id and p.subject_id = p_call.subject_id);
end $$;
comment on function app.is_proven is 'Whether an identity proof connected the visitor to its account.';

create or replace function app.backend_visitor(p_site uuid, p_account text) returns uuid
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
    v_hash text := md5(p_site::text || ' ' || p_account);
begin
    -- A UUIDv8, which the sdk function accepts from no browser.
    return (left(v_hash, 12) || '8' || substr(v_hash, 14, 3) || '8' || substr(v_hash, 18))::uuid;
end $$;
comment on function app.backend_visitor is 'The visitor that reports an account''s events from the backend.';

create or replace function app.account_traits(p_call app.call) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
    v_backend uuid := app.backend_visitor(p_call.site_id, p_call.account);
    v_browser jsonb := p_call.traits;
begin
    if p_call.visitor_id = v_backend then
        select v.traits into v_browser from app.visitors v
        where v.site_id = p_call.site_id and v.subject_id = p_call.subject_id and v.id <> v_backend
        order by v.last_seen_at desc, v.id limit 1;
    end if;
    -- First those from answers, which p_call contains.
    return coalesce(p_call.traits, '{}') || coalesce(v_browser, '{}') || coalesce(
        (select v.traits from app.visitors v where v.site_id = p_call.site_id and v.id = v_backend), '{}');
end $$;
comment on function app.account_traits is
    'The traits for a decision about an event from the backend: those of the browser (or, if there is none yet, of the browser that was seen last), overridden by those from the backend.';
