-- Connections: clients that people signed in, with their sites and tokens.
set role feedback_owner;

create table app.connections (
    id uuid primary key default app.mint_id(),
    person_id uuid not null,
    kind text not null,
    name text not null,
    client_id text,
    host text,
    created_at timestamptz not null default now(),
    last_used_at timestamptz,
    expires_at timestamptz,
    revoked_at timestamptz,
    constraint kind_is_cli_mcp_or_ci check (kind in ('cli', 'mcp', 'ci')),
    constraint connection_name_has_1_to_120_characters check (length(name) between 1 and 120),
    constraint client_id_has_at_most_2000_characters check (length(client_id) <= 2000),
    constraint host_has_at_most_300_characters check (length(host) <= 300)
);
create index connections_person on app.connections (person_id, id);
comment on table app.connections is 'Clients that a person signed in: the command, tools over MCP, CI pipelines.';
comment on column app.connections.host is 'Host of the client''s address or of its redirect URI; for the command, the name of the machine.';
comment on column app.connections.last_used_at is 'Accurate to the minute.';
comment on column app.connections.expires_at is 'Extended by every refresh; fixed for a pipeline.';

create table app.connection_sites (
    connection_id uuid not null references app.connections on delete cascade,
    workspace_id uuid not null,
    site_id uuid not null,
    primary key (connection_id, site_id),
    foreign key (workspace_id, site_id) references app.sites (workspace_id, id) on delete cascade
);
create index connection_sites_site on app.connection_sites (workspace_id, site_id);
comment on table app.connection_sites is 'The sites that a connection may see, chosen by its person.';

create table app.tokens (
    id uuid primary key default app.mint_id(),
    connection_id uuid not null references app.connections on delete cascade,
    kind text not null,
    hash bytea not null,
    family uuid not null,
    resource text not null,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null,
    replaced_at timestamptz,
    revoked_at timestamptz,
    constraint hash_is_unique unique (hash),
    constraint hash_is_sha256 check (length(hash) = 32),
    constraint kind_is_access_or_refresh check (kind in ('access', 'refresh')),
    constraint resource_has_at_most_2000_characters check (length(resource) <= 2000)
);
create index tokens_connection on app.tokens (connection_id);
create index tokens_expiry on app.tokens (expires_at);
comment on table app.tokens is 'Access and refresh tokens of connections, stored as hashes only.';
comment on column app.tokens.hash is 'SHA-256 of the token''s HMAC; the database does not have the HMAC key.';
comment on column app.tokens.family is 'All tokens derived from one approval.';
comment on column app.tokens.resource is 'The URL that the token was issued for; other resources refuse it.';
comment on column app.tokens.replaced_at is 'When a refresh token was used. Using it again later, or after its successor was used, ends the connection.';

do $$
declare
    v_table text;
begin
    foreach v_table in array array['connections', 'connection_sites', 'tokens'] loop
        execute format('alter table app.%I enable row level security', v_table);
        execute format('alter table app.%I force row level security', v_table);
        execute format('create policy "the service reads" on app.%I for select to feedback_owner using (true)', v_table);
        execute format('create policy "the service inserts" on app.%I for insert to feedback_owner with check (true)', v_table);
        execute format('create policy "the service updates" on app.%I for update to feedback_owner using (true)', v_table);
        execute format('create policy "the service deletes" on app.%I for delete to feedback_owner using (true)', v_table);
    end loop;
end $$;

create function app.connection_id() returns uuid
language sql stable set search_path = ''
as $$
    select (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'connection')::uuid
$$;
comment on function app.connection_id is 'The calling connection, live or not; null for a person, and without a caller.';
grant execute on function app.connection_id to feedback_person, feedback_agent;

create function app.is_live(c app.connections) returns boolean
language sql stable set search_path = ''
as $$
    select c.revoked_at is null and (c.expires_at is null or c.expires_at > now())
$$;
comment on function app.is_live is 'Whether the connection is neither revoked nor expired.';

create function app.resolve_token(p_hash bytea, p_resource text)
returns table (connection_id uuid, person_id uuid)
language plpgsql volatile security definer set search_path = ''
as $$
begin
    return query
        select c.id, c.person_id
        from app.tokens t join app.connections c on c.id = t.connection_id
        where t.hash = p_hash and t.kind = 'access' and t.resource = p_resource
          and t.revoked_at is null and t.expires_at > now() and app.is_live(c);
    if found then
        update app.connections c set last_used_at = now()
        from app.tokens t
        where t.hash = p_hash and c.id = t.connection_id
          and (c.last_used_at is null or c.last_used_at < now() - interval '1 minute');
    end if;
end $$;
comment on function app.resolve_token is
    'The connection and person of a live access token; no row for any other token or resource. Updates when the connection was last used.';

-- The login role calls this to find out whether to become feedback_person or feedback_agent.
grant usage on schema app to feedback_manage;
grant execute on function app.resolve_token to feedback_manage;

reset role;
