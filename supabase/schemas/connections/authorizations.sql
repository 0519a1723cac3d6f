create or replace function app.begin_authorization(p_request jsonb, p_address bytea, p_now timestamptz) returns uuid
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
grant execute on function app.begin_authorization to feedback_manage;

create or replace function app.find_authorization(p_id uuid, p_now timestamptz) returns app.authorization_requests
language sql volatile set search_path = ''
as $$
    select r from app.authorization_requests r
    where r.id = p_id and r.person_id = app.person_id() and r.decided_at is null and r.expires_at > p_now
    for update
$$;

create or replace function app.open_authorization(p_id uuid, p_now timestamptz)
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
grant execute on function app.open_authorization to feedback_person;

create or replace function app.sites_elsewhere(p_sites uuid[]) returns setof uuid
language plpgsql stable security definer set search_path = ''
as $$
begin
    return query
        select p.id from app.placed_sites p join app.placed_workspaces w on w.id = p.workspace
        where p.id = any(p_sites) and w.cell <> app.own_cell();
end $$;
comment on function app.sites_elsewhere is 'Those of the sites that another database has, as the directory says.';

create or replace function app.require_chosen_sites(p_sites uuid[], p_actions text[]) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
    v_min_role text := case when p_actions && array['site:create', 'prompt:draft'] then 'editor' else 'viewer' end;
begin
    p_sites := array(select unnest(p_sites) except select app.sites_elsewhere(p_sites));
    if exists (select from unnest(p_sites) s where s not in (select app.sites_for('viewer'))) then
        raise exception 'You have no such site.' using errcode = 'FB404';
    end if;
    if exists (select from unnest(p_sites) s where s not in (select app.sites_for(v_min_role))) then
        raise exception 'You can approve only what your role allows: this needs an editor of every chosen site.'
            using errcode = 'FB403';
    end if;
end $$;
comment on function app.require_chosen_sites is
    'Raises FB404 or FB403 unless the caller sees all of the sites and has the role for the actions there. Of those in other databases nothing is known here: they check when they connect the sites.';
grant execute on function app.require_chosen_sites to feedback_person;

create or replace function app.record_connection_approval(p_did text, p_sites uuid[], p_who text) returns void
language plpgsql volatile set search_path = ''
as $$
begin
    perform app.record_action(w.workspace_id, null, p_did, p_who)
    from (select distinct s.workspace_id from app.sites s where s.id = any(p_sites)) w;
end $$;
comment on function app.record_connection_approval is 'Adds the connection that the caller approved to the audit log of every workspace concerned.';

create or replace function app.deny_authorization(p_id uuid, p_now timestamptz) returns table (redirect_uri text, state text)
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
grant execute on function app.deny_authorization to feedback_person;

create or replace function app.create_connection(p_person uuid, p_kind text, p_name text, p_client text, p_host text, p_sites uuid[],
    p_consented text[], p_now timestamptz) returns uuid
language plpgsql volatile set search_path = ''
as $$
declare
    v_connection uuid;
    v_elsewhere uuid[] := array(select app.sites_elsewhere(p_sites));
begin
    insert into app.connections (person_id, kind, name, client_id, host, created_at, expires_at, chosen, sites_elsewhere, consented)
    values (p_person, p_kind, p_name, p_client, p_host, p_now, p_now + interval '60 days', p_sites <> '{}',
        nullif(v_elsewhere, '{}'), case when v_elsewhere <> '{}' then p_consented end)
    returning id into v_connection;
    insert into app.connection_sites (connection_id, workspace_id, site_id)
    select v_connection, s.workspace_id, s.id from app.sites s where s.id = any(p_sites);
    return v_connection;
end $$;
comment on function app.create_connection is 'Creates a connection of the person to the sites, and notes for other databases what to connect there.';

create or replace function app.issue_tokens(p_connection uuid, p_family uuid, p_resource text, p_access bytea, p_refresh bytea,
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

create or replace function app.end_connection(p_connection uuid, p_now timestamptz, p_given_back boolean) returns void
language plpgsql volatile set search_path = ''
as $$
begin
    -- Locks the connection first, as app.renew_tokens does.
    if app.own_cell() = 0 then
        update app.connections c set revoked_at = coalesce(c.revoked_at, p_now) where c.id = p_connection;
        update app.tokens t set revoked_at = p_now where t.connection_id = p_connection and t.revoked_at is null;
    end if;
    update app.grants g set revoked_at = p_now, given_back = p_given_back
    where g.connection_id = p_connection and g.revoked_at is null;
    update app.grant_requests r set state = 'denied', decided_at = p_now
    where r.connection_id = p_connection and r.state = 'pending';
end $$;
comment on function app.end_connection is
    'Revokes a connection with all of its tokens, grants and open requests; in a cell the last two only. p_given_back: no person decided this, so what the connection read still counts.';

create or replace function app.revoke_token(p_hash bytea, p_client text, p_now timestamptz) returns void
language sql volatile security definer set search_path = ''
as $$
    select app.end_connection(t.connection_id, p_now, true)
    from app.tokens t join app.connections c on c.id = t.connection_id
    where t.hash = p_hash and c.client_id = p_client
$$;
comment on function app.revoke_token is 'Ends the connection of an access or refresh token.';
grant execute on function app.revoke_token to feedback_manage;
