create or replace function app.redeem_code(p_code bytea, p_client text, p_redirect_uri text, p_challenge text, p_resource text,
    p_access bytea, p_refresh bytea, p_now timestamptz) returns app.token_result
language plpgsql security definer set search_path = ''
as $$
declare
    v_request app.authorization_requests;
    v_result app.token_result;
begin
    perform app.lock_memberships(r.person_id) from app.authorization_requests r where r.code_hash = p_code;
    select * into v_request from app.authorization_requests r where r.code_hash = p_code for update;
    if v_request.connection_id is not null then
        -- The code may have been stolen, before or after its first use.
        perform app.end_connection(v_request.connection_id, p_now, true);
        v_result.outcome := 'replayed';
    elsif v_request.id is null or v_request.code_expires_at <= p_now then
        v_result.outcome := 'unknown';
    elsif v_request.client_id <> p_client then
        v_result.outcome := 'other_client';
    elsif p_redirect_uri <> v_request.redirect_uri then
        v_result.outcome := 'other_redirect';
    elsif v_request.challenge <> p_challenge then
        v_result.outcome := 'other_verifier';
    elsif p_resource <> v_request.resource then
        v_result.outcome := 'other_resource';
    else
        v_result := ('issued', app.create_connection(v_request.person_id,
                case v_request.client_kind when 'builtin' then 'cli' else 'mcp' end, v_request.client_name, p_client,
                coalesce(v_request.client_host, v_request.redirect_host), v_request.sites,
                v_request.granted, p_now),
            v_request.resource, v_request.granted, null)::app.token_result;
        perform app.grant_with_consent(
            v_result.connection_id, v_request.person_id, v_request.sites, v_request.granted, p_now);
        v_result.expires_at := app.issue_tokens(
            v_result.connection_id, gen_random_uuid(), v_request.resource, p_access, p_refresh, p_now);
        update app.authorization_requests r set connection_id = v_result.connection_id where r.id = v_request.id;
    end if;
    return v_result;
end $$;
comment on function app.redeem_code is 'Exchanges an authorization code for a connection and its tokens, once. Using it again ends the connection.';
grant execute on function app.redeem_code to feedback_manage;
