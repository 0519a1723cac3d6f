create or replace function app.renew_tokens(p_old bytea, p_client text, p_resource text, p_access bytea, p_refresh bytea,
    p_now timestamptz) returns app.token_result
language plpgsql security definer set search_path = ''
as $$
declare
    v_token app.tokens;
    v_connection app.connections;
    v_result app.token_result;
    v_until timestamptz;
begin
    select c.* into v_connection from app.connections c
    join app.tokens t on t.connection_id = c.id
    where t.hash = p_old and t.kind = 'refresh'
    for no key update of c;
    select * into v_token from app.tokens t where t.hash = p_old;
    if v_token.id is null or v_token.expires_at <= p_now or v_connection.client_id is distinct from p_client then
        v_result.outcome := 'unknown';
    elsif v_token.revoked_at is not null or v_connection.revoked_at is not null then
        v_result.outcome := 'revoked';
    elsif p_resource <> v_token.resource then
        v_result.outcome := 'other_resource';
    elsif v_token.replaced_at is null then
        update app.tokens t set replaced_at = p_now where t.id = v_token.id;
        update app.connections c set expires_at = p_now + interval '60 days' where c.id = v_connection.id;
        v_until := app.issue_tokens(v_connection.id, v_token.family, v_token.resource, p_access, p_refresh, p_now);
    elsif v_token.replaced_at >= p_now - interval '30 seconds' then
        -- While the successor is unused, this is more likely another process of the same client than a thief. The
        -- caller derives the successor from the token, so both processes get the same one.
        select a.expires_at into v_until from app.tokens a join app.tokens r on r.connection_id = a.connection_id
        where a.hash = p_access and r.hash = p_refresh and r.replaced_at is null;
    end if;
    if v_until is not null then
        v_result := ('issued', v_connection.id, v_token.resource, null, v_until)::app.token_result;
    elsif v_result.outcome is null then
        perform app.end_connection(v_connection.id, p_now, true);
        v_result.outcome := 'replayed';
    end if;
    return v_result;
end $$;
comment on function app.renew_tokens is
    'Exchanges a refresh token for its successor. Using it again within 30 seconds gives the same successor; later, or after the successor was used, it ends the connection.';
grant execute on function app.renew_tokens to feedback_manage;
