create or replace function app.register_client(
    p_client text, p_name text, p_redirect_uris text[], p_address bytea, p_now timestamptz) returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
    if not app.count_attempt('register', p_address, 20, interval '1 hour', p_now) then
        return false;
    end if;
    insert into app.oauth_clients (client_id, kind, name, redirect_uris, created_at, last_used_at)
    values (p_client, 'registered', p_name, p_redirect_uris, p_now, p_now);
    return true;
end $$;
comment on function app.register_client is 'Registers a client; false if its address registers too many.';
grant execute on function app.register_client to feedback_manage;

create or replace function app.store_client_document(
    p_client text, p_name text, p_host text, p_redirect_uris text[], p_fresh_until timestamptz, p_now timestamptz)
returns void
language sql volatile security definer set search_path = ''
as $$
    insert into app.oauth_clients (client_id, kind, name, host, redirect_uris, created_at, last_used_at, fresh_until)
    values (p_client, 'document', p_name, p_host, p_redirect_uris, p_now, p_now, p_fresh_until)
    on conflict (client_id) do update
    set name = excluded.name, redirect_uris = excluded.redirect_uris, fresh_until = excluded.fresh_until
$$;
comment on function app.store_client_document is 'Caches a client metadata document until it has to be fetched again.';
grant execute on function app.store_client_document to feedback_manage;

create or replace function app.find_client(p_client text, p_now timestamptz)
returns table (kind text, name text, host text, redirect_uris text[], fresh boolean)
language plpgsql volatile security definer set search_path = ''
as $$
begin
    return query
        select c.kind, c.name, c.host, c.redirect_uris, c.fresh_until is null
            or c.fresh_until > p_now and c.fresh_until <= p_now + interval '24 hours 1 minute'
        from app.oauth_clients c where c.client_id = p_client;
    update app.oauth_clients c set last_used_at = p_now
    where c.client_id = p_client and c.last_used_at < p_now - interval '1 day';
end $$;
comment on function app.find_client is 'A known client; `fresh` is false if its document has to be fetched again.';
grant execute on function app.find_client to feedback_manage;

create or replace function app.may_fetch_document(p_client text, p_address bytea, p_now timestamptz) returns boolean
language sql volatile security definer set search_path = ''
as $$
    -- Nothing is counted for a host or a document alone: strangers could use that up for everyone.
    select app.find_wait('failedDocument', app.target_key(p_client, encode(p_address, 'hex')), p_now) is null
        and (app.count_against('document', p_address, p_now)).retry_after is null
$$;
comment on function app.may_fetch_document is 'Counts a fetch of a client document that this address causes; false beyond its limit, or when too many fetches of this document failed.';
grant execute on function app.may_fetch_document to feedback_manage;

create or replace function app.note_failed_document(p_client text, p_address bytea, p_now timestamptz) returns void
language sql volatile security definer set search_path = ''
as $$ select app.count_against('failedDocument', app.target_key(p_client, encode(p_address, 'hex')), p_now) $$;
comment on function app.note_failed_document is 'Counts a fetch of a client document that failed.';
grant execute on function app.note_failed_document to feedback_manage;
