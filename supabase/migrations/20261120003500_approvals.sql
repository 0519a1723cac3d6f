-- Approval requests, and how a person decides about them.
set role feedback_owner;

create function app.signed_in_at() returns timestamptz
language plpgsql stable security definer set search_path = ''
as $$
declare
    v_claims jsonb := nullif(current_setting('request.jwt.claims', true), '')::jsonb;
    v_at timestamptz;
begin
    if v_claims ->> 'sub' is null then
        return null;
    end if;
    -- Hosted Supabase lists the authentication methods with their times. Refreshing the token is not authentication.
    if jsonb_typeof(v_claims -> 'amr') = 'array' then
        select to_timestamp(max((a ->> 'timestamp')::numeric)) into v_at from jsonb_array_elements(v_claims -> 'amr') a
        where jsonb_typeof(a -> 'timestamp') = 'number' and a ->> 'method' not in ('token_refresh', 'anonymous');
        return v_at;
    end if;
    -- The embedded Auth has no such list, but its sessions are in this database. A token without a session cannot be
    -- refreshed, so it was issued at sign-in.
    if v_claims ->> 'session_id' is null then
        return to_timestamp((v_claims ->> 'iat')::numeric);
    end if;
    begin
        execute 'select created_at from auth.sessions where id::text = $1 and user_id::text = $2' into v_at
        using v_claims ->> 'session_id', v_claims ->> 'sub';
    exception when undefined_table or insufficient_privilege or invalid_schema_name then
        return null;
    end;
    return v_at;
end $$;
comment on function app.signed_in_at is 'When the caller last signed in; null if unknown.';

create function app.require_recent_sign_in(p_now timestamptz default clock_timestamp()) returns void
language plpgsql stable security definer set search_path = ''
as $$
declare
    v_at timestamptz := app.signed_in_at();
begin
    if v_at is null or v_at < p_now - interval '15 minutes' or v_at > p_now + interval '1 minute' then
        raise exception 'Sign in again first: this needs a sign-in within the last 15 minutes.' using errcode = 'FB412';
    end if;
end $$;
comment on function app.require_recent_sign_in is 'Raises FB412 unless the caller signed in within the last 15 minutes.';

create function app.require_approver_role(p_workspace uuid, p_person uuid, p_action text) returns void
language plpgsql stable set search_path = ''
as $$
declare
    v_role text := (select m.role from app.members m where m.workspace_id = p_workspace and m.person_id = p_person);
begin
    if v_role is null or v_role <> all(app.roles_at_least(app.required_role(p_action))) then
        raise exception 'A person can approve only what their role allows: % needs % of the workspace, and this person is %.', p_action,
            case app.required_role(p_action) when 'editor' then 'an editor' else 'a viewer' end,
            case v_role when 'viewer' then 'a viewer' else 'no member' end
            using errcode = 'FB403';
    end if;
end $$;
comment on function app.require_approver_role is 'Raises FB403 unless the person may do the action in the workspace now.';

create function app.find_request(p_request app.grant_requests) returns uuid
language sql stable set search_path = ''
as $$
    -- Pending, or approved with a grant that is still live.
    select r.id from app.grant_requests r
    where r.connection_id = p_request.connection_id and r.action = p_request.action
      and r.workspace_id = p_request.workspace_id and r.site_id is not distinct from p_request.site_id
      and r.prompt_id is not distinct from p_request.prompt_id and r.revision is not distinct from p_request.revision
      and (r.state = 'pending' and r.expires_at > now()
          or r.state = 'approved' and exists (
              select from app.live_grants(r.action) g
              where g.request_id = r.id and g.consumed_at is null
                and (r.action <> 'prompt:publish' or g.combination or not app.may_have_read(r.site_id))))
    order by r.state = 'approved' desc, r.id desc limit 1
$$;

create function app.limit_open_requests(p_request app.grant_requests) returns void
language plpgsql volatile set search_path = ''
as $$
begin
    -- One at a time per person: otherwise concurrent requests could exceed the limit. Requests dated in the future
    -- were made while the clock was ahead and do not count: they would block further ones until then.
    perform pg_advisory_xact_lock(hashtextextended('app.request_grant ' || p_request.person_id, 0));
    if (select count(*) from app.grant_requests r
        where r.connection_id = p_request.connection_id and r.state = 'pending'
          and r.expires_at > now() and r.created_at <= now() + interval '1 minute') >= 10
        or (select count(*) from app.grant_requests r
            where r.person_id = p_request.person_id and r.state = 'pending'
              and r.expires_at > now() and r.created_at <= now() + interval '1 minute') >= 20
    then
        raise exception 'Too many requests wait for this person already.' using errcode = 'FB429';
    elsif (select count(*) from app.grant_requests r
        where r.person_id = p_request.person_id and r.created_at > now() - interval '24 hours'
          and r.created_at <= now() + interval '1 minute') >= 200
    then
        raise exception 'This person received 200 requests within a day; try again tomorrow.' using errcode = 'FB429';
    end if;
end $$;
comment on function app.limit_open_requests is 'Raises FB429 beyond 10 open requests of a connection, or 20 open ones and 200 per day of a person.';

create function app.request_grant(p_action text, p_workspace uuid, p_site uuid, p_prompt uuid, p_revision integer)
returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
    v_request app.grant_requests;
begin
    select c.id, c.person_id into v_request.connection_id, v_request.person_id from app.live_connection() c;
    if not found then
        raise exception 'Only connections request approval; a person needs none.' using errcode = 'FB403';
    end if;
    perform app.lock_memberships(v_request.person_id);
    v_request.action := p_action;
    v_request.workspace_id := coalesce((select s.workspace_id from app.sites s where s.id = p_site), p_workspace);
    if p_action = 'site:create' then
        if v_request.workspace_id is null or v_request.workspace_id not in (select app.connected_workspaces()) then
            raise exception 'There is no such workspace.' using errcode = 'FB404';
        end if;
    elsif p_site is null or p_site not in (select app.connected_sites()) then
        raise exception 'There is no such site.' using errcode = 'FB404';
    else
        v_request.site_id := p_site;
    end if;
    if p_action = 'prompt:publish' then
        v_request.prompt_id := (select p.id from app.prompts p where p.site_id = p_site and p.id = p_prompt);
        v_request.revision := p_revision;
        v_request.sha256 := app.revision_sha256(p_site, p_prompt, p_revision);
        if v_request.prompt_id is null or (p_revision is null) <> (v_request.sha256 is null) then
            raise exception 'The site has no such prompt, or the prompt no such revision.' using errcode = 'FB404';
        end if;
    end if;
    perform app.require_approver_role(v_request.workspace_id, v_request.person_id, p_action);
    v_request.id := app.find_request(v_request);
    if v_request.id is not null then
        return v_request.id;
    end if;
    perform app.limit_open_requests(v_request);
    -- Expired requests would violate the unique index on open ones.
    delete from app.grant_requests r
    where r.connection_id = v_request.connection_id and r.state = 'pending' and r.expires_at <= now();
    insert into app.grant_requests as r
        (connection_id, person_id, workspace_id, site_id, action, prompt_id, revision, sha256)
    values (v_request.connection_id, v_request.person_id, v_request.workspace_id, v_request.site_id, p_action,
        v_request.prompt_id, v_request.revision, v_request.sha256)
    on conflict (connection_id, action, workspace_id, site_id, prompt_id, revision) where state = 'pending' do nothing
    returning r.id into v_request.id;
    if v_request.id is null then
        return app.find_request(v_request);
    end if;
    perform app.record_action(v_request.workspace_id, v_request.site_id, 'requestGrant', p_action);
    return v_request.id;
end $$;
comment on function app.request_grant is
    'The connection requests an action from its person; duplicate requests are merged. Raises FB403, FB404 and FB429.';

create function app.record_as_member(p_workspace uuid, p_site uuid, p_did text, p_subject text) returns void
language sql volatile set search_path = ''
as $$
    select app.record_action(m.workspace_id, p_site, p_did, p_subject) from app.members m
    where m.workspace_id = p_workspace and m.person_id = app.acting_person()
$$;
comment on function app.record_as_member is 'app.record_action, unless the person has left the workspace: they may still end their grants there.';

create function app.lock_request(p_request uuid) returns app.grant_requests
language plpgsql volatile set search_path = ''
as $$
declare
    v_request app.grant_requests;
begin
    perform app.lock_memberships(app.person_id());
    select * into v_request from app.grant_requests r where r.id = p_request and r.person_id = app.person_id() for update;
    if not found then
        raise exception 'There is no such request for you.' using errcode = 'FB404';
    elsif v_request.state <> 'pending' then
        raise exception 'The request is % already.', v_request.state using errcode = 'FB409';
    elsif v_request.expires_at <= now() then
        raise exception 'The request has expired; the connection can ask again.' using errcode = 'FB409';
    end if;
    return v_request;
end $$;
comment on function app.lock_request is 'A pending request to the caller, locked. Raises FB404 both without such a request and if it is for someone else.';

create function app.approve_grant(
    p_request uuid, p_mode text, p_hours integer, p_sha256 text, p_combination boolean) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
    v_request app.grant_requests := app.lock_request(p_request);
    v_grant uuid;
begin
    perform app.require_approver_role(v_request.workspace_id, v_request.person_id, v_request.action);
    if not exists (select from app.connections c where c.id = v_request.connection_id and app.is_live(c)) then
        raise exception 'The connection is no longer signed in.' using errcode = 'FB409';
    elsif p_sha256 is distinct from v_request.sha256 then
        raise exception 'sha256 must repeat the content that was shown.' using errcode = 'FB409';
    elsif v_request.action = 'prompt:publish' and not p_combination and app.may_have_read(v_request.site_id) then
        raise exception 'A connection of yours may read responses of this site: let this one publish all the same by combination, or revoke that first.'
            using errcode = 'FB409';
    end if;
    if p_mode <> 'once' then
        perform app.require_recent_sign_in();
    end if;
    insert into app.grants (request_id, connection_id, workspace_id, site_id, action, mode, prompt_id, revision, sha256,
        combination, approved_by, expires_at)
    values (v_request.id, v_request.connection_id, v_request.workspace_id, v_request.site_id, v_request.action, p_mode,
        v_request.prompt_id, v_request.revision, v_request.sha256,
        p_combination and v_request.action = 'prompt:publish', app.person_id(),
        now() + make_interval(hours => least(p_hours, 720)))
    returning id into v_grant;
    update app.grant_requests r set state = 'approved', decided_at = now() where r.id = v_request.id;
    perform app.record_action(v_request.workspace_id, v_request.site_id, 'approveGrant',
        concat_ws(', ', v_request.action, p_mode, v_request.prompt_id, 'revision ' || v_request.revision));
    return v_grant;
end $$;
comment on function app.approve_grant is
    'The caller approves a request of their connection. Raises FB403, FB404, FB409, and FB412 without a recent sign-in unless the mode is `once`.';

create function app.deny_grant(p_request uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
    v_request app.grant_requests := app.lock_request(p_request);
begin
    update app.grant_requests r set state = 'denied', decided_at = now() where r.id = v_request.id;
    perform app.record_as_member(v_request.workspace_id, v_request.site_id, 'denyGrant', v_request.action);
end $$;
comment on function app.deny_grant is 'The caller denies a request. Raises FB404 and FB409.';

create function app.revoke_grant(p_grant uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
    v_grant app.grants;
begin
    select * into v_grant from app.grants g
    where g.id = p_grant
      and (g.approved_by = app.person_id() or g.connection_id in (select c.id from app.live_connection() c))
    for update;
    if not found then
        raise exception 'There is no such grant.' using errcode = 'FB404';
    end if;
    if v_grant.revoked_at is null then
        update app.grants g set revoked_at = now(), given_back = app.person_id() is null where g.id = p_grant;
    elsif app.person_id() is not null then
        -- Its person confirms that the grant has ended.
        update app.grants g set given_back = false where g.id = p_grant;
    end if;
    perform app.record_as_member(v_grant.workspace_id, v_grant.site_id, 'revokeGrant', v_grant.action);
end $$;
comment on function app.revoke_grant is 'Revokes a grant that the caller approved, or that the calling connection has. Raises FB404.';

create function app.revoke_connection(p_connection uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
    v_connection app.connections;
begin
    select * into v_connection from app.connections c
    where c.id = p_connection and c.person_id = app.person_id() for no key update;
    if not found then
        raise exception 'There is no such connection.' using errcode = 'FB404';
    end if;
    perform app.end_connection(p_connection, now(), false);
    perform app.record_as_member(w.workspace_id, null, 'revokeConnection', v_connection.name)
    from (select s.workspace_id from app.connection_sites s where s.connection_id = p_connection
        union select g.workspace_id from app.grants g where g.connection_id = p_connection) w;
end $$;
comment on function app.revoke_connection is 'Ends a connection of the caller with its tokens, grants and requests. Raises FB404.';

create function app.create_ci_connection(p_workspace uuid, p_name text, p_sites uuid[], p_actions text[], p_days integer,
    p_combination boolean, p_hash bytea, p_resource text) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
    v_connection uuid;
    v_until timestamptz := now() + make_interval(days => least(p_days, 365));
begin
    perform app.lock_memberships(app.person_id());
    if p_workspace not in (select app.workspaces_for('owner')) then
        raise exception 'Only owners create CI tokens.' using errcode = 'FB403';
    elsif exists (select from unnest(p_sites) s where s not in (
        select o.id from app.sites o where o.workspace_id = p_workspace))
    then
        raise exception 'The workspace has no such site.' using errcode = 'FB404';
    elsif array['prompt:publish', 'response:read'] <@ p_actions and not p_combination then
        raise exception 'Publishing and reading responses together need your confirmation: combination.' using errcode = 'FB409';
    end if;
    perform app.require_recent_sign_in();
    insert into app.connections (person_id, kind, name, expires_at) values (app.person_id(), 'ci', p_name, v_until)
    returning id into v_connection;
    insert into app.connection_sites (connection_id, workspace_id, site_id)
    select distinct v_connection, p_workspace, s from unnest(p_sites) s;
    insert into app.tokens (connection_id, kind, hash, family, resource, expires_at)
    values (v_connection, 'access', p_hash, gen_random_uuid(), p_resource, v_until);
    insert into app.grants
        (connection_id, workspace_id, site_id, action, mode, combination, approved_by, expires_at)
    select distinct v_connection, p_workspace, case when a <> 'site:create' then s end, a, 'until',
        p_combination and a = 'prompt:publish', app.person_id(), v_until
    from unnest(p_sites) s, unnest(p_actions) a;
    return v_connection;
end $$;
comment on function app.create_ci_connection is
    'Creates a connection for a pipeline with its token and grants, on behalf of the calling owner. Raises FB403, FB404, FB409 and FB412.';

grant select on app.connections, app.connection_sites, app.grant_requests, app.grants to feedback_person;
create policy "people see their connections" on app.connections for select to feedback_person
    using (person_id = (select app.person_id()));
create policy "people see the sites of their connections" on app.connection_sites for select to feedback_person
    using (connection_id = any(array(
        select c.id from app.connections c where c.person_id = (select app.person_id()))));
create policy "people see requests to them" on app.grant_requests for select to feedback_person
    using (person_id = (select app.person_id()));
create policy "people see what they approved" on app.grants for select to feedback_person
    using (approved_by = (select app.person_id()));

grant execute on function app.acting_person, app.required_role, app.may_have_read, app.require_recent_sign_in, app.approve_grant, app.deny_grant,
    app.revoke_grant, app.revoke_connection, app.create_ci_connection to feedback_person;
grant execute on function app.request_grant, app.revoke_grant to feedback_agent;

reset role;
