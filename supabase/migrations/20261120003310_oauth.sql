-- OAuth clients, and rate limits of OAuth requests. The oauth function calls these as its login role, before the caller
-- is known; what people do runs as feedback_person.
set role feedback_owner;

create table app.oauth_clients (
    client_id text primary key,
    kind text not null,
    name text not null,
    host text,
    redirect_uris text[] not null,
    created_at timestamptz not null,
    last_used_at timestamptz not null,
    fresh_until timestamptz,
    constraint client_id_has_1_to_2000_characters check (length(client_id) between 1 and 2000),
    constraint kind_is_registered_or_document check (kind in ('registered', 'document')),
    constraint client_name_has_1_to_120_characters check (length(name) between 1 and 120),
    constraint redirect_uris_are_1_to_20 check (cardinality(redirect_uris) between 1 and 20)
);
create index oauth_clients_use on app.oauth_clients (last_used_at);
comment on table app.oauth_clients is 'Dynamically registered clients and fetched client metadata documents. All are public clients.';
comment on column app.oauth_clients.host is 'Host of the client metadata document; null for a registered client.';
comment on column app.oauth_clients.last_used_at is 'Accurate to the day. Unused clients are deleted after 90 days.';
comment on column app.oauth_clients.fresh_until is 'When the document has to be fetched again.';

create table app.attempts (
    kind text not null,
    key bytea not null,
    since timestamptz not null,
    times integer not null,
    primary key (kind, key)
);
create index attempts_since on app.attempts (since);
comment on table app.attempts is 'Recent attempts of an address or a person, counted across all instances of the functions.';

do $$
declare
    v_table text;
begin
    foreach v_table in array array['oauth_clients', 'attempts'] loop
        execute format('alter table app.%I enable row level security', v_table);
        execute format('alter table app.%I force row level security', v_table);
        execute format('create policy "the service reads" on app.%I for select to feedback_owner using (true)', v_table);
        execute format('create policy "the service inserts" on app.%I for insert to feedback_owner with check (true)', v_table);
        execute format('create policy "the service updates" on app.%I for update to feedback_owner using (true)', v_table);
        execute format('create policy "the service deletes" on app.%I for delete to feedback_owner using (true)', v_table);
    end loop;
end $$;

-- One statement, so that concurrent attempts are all counted.
create function app.count_attempt(p_kind text, p_key bytea, p_limit integer, p_window interval, p_now timestamptz)
returns boolean
language sql volatile set search_path = ''
as $$
    insert into app.attempts as a (kind, key, since, times) values (p_kind, p_key, p_now, 1)
    on conflict (kind, key) do update
    -- A window that starts in the future was opened while the clock was ahead: it is over, too.
    set since = case when a.since between p_now - p_window and p_now + interval '1 minute' then a.since else p_now end,
        times = case when a.since between p_now - p_window and p_now + interval '1 minute' then a.times + 1 else 1 end
    returning times <= p_limit
$$;
comment on function app.count_attempt is 'Counts an attempt; false if there were more than p_limit in the window.';

create function app.register_client(
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

create function app.store_client_document(
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

create function app.find_client(p_client text, p_now timestamptz)
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

create function app.may_fetch_document(p_host text, p_address bytea, p_now timestamptz) returns boolean
language sql volatile security definer set search_path = ''
as $$
    select app.count_attempt('fetch host', convert_to(p_host, 'UTF8'), 30, interval '10 minutes', p_now)
        and app.count_attempt('fetch', p_address, 30, interval '10 minutes', p_now)
$$;
comment on function app.may_fetch_document is 'Counts a fetch of a client document from this host, caused by this address; false if either exceeds its limit.';

grant execute on function app.register_client, app.store_client_document, app.find_client, app.may_fetch_document
    to feedback_manage;

reset role;
