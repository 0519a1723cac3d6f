create or replace function app.is_live(c app.connections) returns boolean
language sql stable set search_path = ''
as $$
    select c.revoked_at is null and (c.expires_at is null or c.expires_at > now())
$$;
comment on function app.is_live is 'Whether the connection is neither revoked nor expired.';

create or replace function app.resolve_token(p_hash bytea, p_resource text)
returns table (connection_id uuid, person_id uuid, resource text)
language plpgsql volatile security definer set search_path = ''
as $$
begin
    return query
        select c.id, c.person_id, t.resource
        from app.tokens t join app.connections c on c.id = t.connection_id
        where t.hash = p_hash and t.kind = 'access'
          and t.revoked_at is null and t.expires_at > now() and app.is_live(c);
    if found then
        update app.connections c set last_used_at = now()
        from app.tokens t
        where t.hash = p_hash and t.resource = p_resource and c.id = t.connection_id
          and (c.last_used_at is null or c.last_used_at < now() - interval '1 minute');
    end if;
end $$;
comment on function app.resolve_token is
    'The connection and person of a live access token, and the resource it was issued for; no row for any other token. Updates when the connection was last used if it was issued for this resource.';
grant execute on function app.resolve_token to feedback_manage;
