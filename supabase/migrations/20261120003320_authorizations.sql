-- The authorization code flow: request, consent, code, tokens.
set role feedback_owner;

create table app.authorization_requests (
    id uuid primary key default app.mint_id(),
    client_id text not null,
    client_kind text not null,
    client_name text not null,
    client_host text,
    redirect_uri text not null,
    redirect_host text not null,
    state text,
    challenge text not null,
    resource text not null,
    asked text[] not null,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    person_id uuid,
    decided_at timestamptz,
    sites uuid[],
    granted text[],
    code_hash bytea,
    code_expires_at timestamptz,
    connection_id uuid references app.connections on delete set null,
    constraint code_hash_is_unique unique (code_hash)
);
create index authorization_requests_expiry on app.authorization_requests (expires_at);
create index authorization_requests_connection on app.authorization_requests (connection_id);
comment on table app.authorization_requests is 'Authorization requests of OAuth clients, from opening to their code.';
comment on column app.authorization_requests.redirect_host is 'Where the browser is redirected, as shown to people: a host, or the scheme of an editor.';
comment on column app.authorization_requests.challenge is 'PKCE, S256.';
comment on column app.authorization_requests.person_id is 'The first person to open it; nobody else may decide.';
comment on column app.authorization_requests.connection_id is 'The connection that the code was exchanged for; using the code again ends it.';

alter table app.authorization_requests enable row level security;
alter table app.authorization_requests force row level security;
create policy "the service reads" on app.authorization_requests for select to feedback_owner using (true);
create policy "the service inserts" on app.authorization_requests for insert to feedback_owner with check (true);
create policy "the service updates" on app.authorization_requests for update to feedback_owner using (true);
create policy "the service deletes" on app.authorization_requests for delete to feedback_owner using (true);

create function app.begin_authorization(p_request jsonb, p_address bytea, p_now timestamptz) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
    v_id uuid := app.mint_id(p_now);
begin
    if not app.count_attempt('authorize', p_address, 100, interval '10 minutes', p_now) then
        return null;
    end if;
    insert into app.authorization_requests (id, client_id, client_kind, client_name, client_host, redirect_uri,
        redirect_host, state, challenge, resource, asked, created_at, expires_at)
    select v_id, r.client_id, r.client_kind, r.client_name, r.client_host, r.redirect_uri, r.redirect_host, r.state,
        r.challenge, r.resource, r.asked, p_now, p_now + interval '10 minutes'
    from jsonb_to_record(p_request) r (client_id text, client_kind text, client_name text, client_host text,
        redirect_uri text, redirect_host text, state text, challenge text, resource text, asked text[]);
    return v_id;
end $$;
comment on function app.begin_authorization is 'Stores a checked authorization request for ten minutes; null if its address sends too many.';

create function app.find_authorization(p_id uuid, p_now timestamptz) returns app.authorization_requests
language sql volatile set search_path = ''
as $$
    select r from app.authorization_requests r
    where r.id = p_id and r.person_id = app.person_id() and r.decided_at is null and r.expires_at > p_now
    for update
$$;

create function app.open_authorization(p_id uuid, p_now timestamptz)
returns table (client_kind text, client_name text, client_host text, redirect_uri text, redirect_host text,
    resource text, asked text[], created_at timestamptz, expires_at timestamptz)
language plpgsql security definer set search_path = ''
as $$
begin
    update app.authorization_requests r set person_id = app.person_id()
    where r.id = p_id and r.person_id is null and app.person_id() is not null and r.expires_at > p_now;
    return query
        select r.client_kind, r.client_name, r.client_host, r.redirect_uri, r.redirect_host, r.resource, r.asked,
            r.created_at, r.expires_at
        from app.find_authorization(p_id, p_now) r where r.id is not null;
end $$;
comment on function app.open_authorization is 'An undecided request, which the caller is the first to open; no row for anyone else.';

create function app.require_chosen_sites(p_sites uuid[], p_actions text[]) returns void
language plpgsql stable set search_path = ''
as $$
declare
    v_min_role text := case when p_actions && array['site:create', 'prompt:draft'] then 'editor' else 'viewer' end;
begin
    if exists (select from unnest(p_sites) s where s not in (select app.sites_for('viewer'))) then
        raise exception 'You have no such site.' using errcode = 'FB404';
    end if;
    if exists (select from unnest(p_sites) s where s not in (select app.sites_for(v_min_role))) then
        raise exception 'You can approve only what your role allows: this needs an editor of every chosen site.'
            using errcode = 'FB403';
    end if;
end $$;
comment on function app.require_chosen_sites is 'Raises FB404 or FB403 unless the caller sees all of the sites and has the role for the actions there.';

create function app.record_connection_approval(p_did text, p_sites uuid[], p_who text) returns void
language plpgsql volatile set search_path = ''
as $$
begin
    perform app.record_action(w.workspace_id, null, p_did, p_who)
    from (select distinct s.workspace_id from app.sites s where s.id = any(p_sites)) w;
end $$;
comment on function app.record_connection_approval is 'Adds the connection that the caller approved to the audit log of every workspace concerned.';

create function app.approve_authorization(
    p_id uuid, p_sites uuid[], p_actions text[], p_code bytea, p_now timestamptz)
returns table (redirect_uri text, state text)
language plpgsql security definer set search_path = ''
as $$
declare
    v_request app.authorization_requests;
begin
    perform app.lock_memberships(app.person_id());
    v_request := app.find_authorization(p_id, p_now);
    if v_request.id is null then
        return;
    end if;
    perform app.require_recent_sign_in(p_now);
    perform app.require_chosen_sites(p_sites, p_actions);
    if not p_actions <@ v_request.asked then
        raise exception 'The client did not ask for this.' using errcode = 'FB409';
    end if;
    update app.authorization_requests r
    set decided_at = p_now, sites = p_sites, granted = p_actions, code_hash = p_code,
        code_expires_at = p_now + interval '60 seconds'
    where r.id = p_id;
    perform app.record_connection_approval('approveAuthorization', p_sites, v_request.client_name);
    return query select v_request.redirect_uri, v_request.state;
end $$;
comment on function app.approve_authorization is 'The caller approves the client; its code is valid for a minute. No row if the request is not theirs.';

create function app.deny_authorization(p_id uuid, p_now timestamptz) returns table (redirect_uri text, state text)
language plpgsql security definer set search_path = ''
as $$
declare
    v_request app.authorization_requests := app.find_authorization(p_id, p_now);
begin
    if v_request.id is null then
        return;
    end if;
    update app.authorization_requests r set decided_at = p_now where r.id = p_id;
    return query select v_request.redirect_uri, v_request.state;
end $$;
comment on function app.deny_authorization is 'The caller denies the client. No row if the request is not theirs.';

create function app.create_connection(p_person uuid, p_kind text, p_name text, p_client text, p_host text, p_sites uuid[],
    p_now timestamptz) returns uuid
language plpgsql volatile set search_path = ''
as $$
declare
    v_connection uuid;
begin
    insert into app.connections (person_id, kind, name, client_id, host, created_at, expires_at)
    values (p_person, p_kind, p_name, p_client, p_host, p_now, p_now + interval '60 days')
    returning id into v_connection;
    insert into app.connection_sites (connection_id, workspace_id, site_id)
    select v_connection, s.workspace_id, s.id from app.sites s where s.id = any(p_sites);
    return v_connection;
end $$;
comment on function app.create_connection is 'Creates a connection of the person to the sites.';

create function app.issue_tokens(p_connection uuid, p_family uuid, p_resource text, p_access bytea, p_refresh bytea,
    p_now timestamptz) returns timestamptz
language plpgsql volatile set search_path = ''
as $$
declare
    v_until constant timestamptz := p_now + interval '24 hours';
begin
    insert into app.tokens (connection_id, kind, hash, family, resource, created_at, expires_at)
    values (p_connection, 'access', p_access, p_family, p_resource, p_now, v_until),
        (p_connection, 'refresh', p_refresh, p_family, p_resource, p_now, p_now + interval '60 days');
    return v_until;
end $$;
comment on function app.issue_tokens is 'Stores an access token for a day and a refresh token for 60 days. Returns when the access token expires.';

create function app.end_connection(p_connection uuid, p_now timestamptz, p_given_back boolean) returns void
language plpgsql volatile set search_path = ''
as $$
begin
    -- Locks the connection first, as app.renew_tokens does.
    update app.connections c set revoked_at = coalesce(c.revoked_at, p_now) where c.id = p_connection;
    update app.tokens t set revoked_at = p_now where t.connection_id = p_connection and t.revoked_at is null;
    update app.grants g set revoked_at = p_now, given_back = p_given_back
    where g.connection_id = p_connection and g.revoked_at is null;
    update app.grant_requests r set state = 'denied', decided_at = p_now
    where r.connection_id = p_connection and r.state = 'pending';
end $$;
comment on function app.end_connection is
    'Revokes a connection with all of its tokens, grants and open requests. p_given_back: no person decided this, so what the connection read still counts.';

create type app.token_result as (outcome text, connection_id uuid, resource text, actions text[], expires_at timestamptz);
comment on type app.token_result is 'The outcome of a token exchange; the other fields are null unless it is `issued`.';

create function app.redeem_code(p_code bytea, p_client text, p_redirect_uri text, p_challenge text, p_resource text,
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
                coalesce(v_request.client_host, v_request.redirect_host), v_request.sites, p_now),
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

create function app.renew_tokens(p_old bytea, p_client text, p_resource text, p_access bytea, p_refresh bytea,
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

create function app.revoke_token(p_hash bytea, p_client text, p_now timestamptz) returns void
language sql volatile security definer set search_path = ''
as $$
    select app.end_connection(t.connection_id, p_now, true)
    from app.tokens t join app.connections c on c.id = t.connection_id
    where t.hash = p_hash and c.client_id = p_client
$$;
comment on function app.revoke_token is 'Ends the connection of an access or refresh token.';

grant execute on function app.begin_authorization, app.redeem_code, app.renew_tokens, app.revoke_token to feedback_manage;
grant execute on function app.open_authorization, app.approve_authorization, app.deny_authorization to feedback_person;

reset role;
