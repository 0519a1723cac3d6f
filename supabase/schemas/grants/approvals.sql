create or replace function app.require_approver_role(p_workspace uuid, p_person uuid, p_action text) returns void
language plpgsql stable set search_path = ''
as $$
declare
    v_role text := (select m.role from app.members m where m.workspace_id = p_workspace and m.person_id = p_person);
begin
    if v_role is null or v_role <> all(app.roles_at_least(app.required_role(p_action))) then
        raise exception 'A person can approve only what their role allows: % needs % of the workspace, and this person is %.', p_action,
            case app.required_role(p_action) when 'owner' then 'an owner' when 'editor' then 'an editor' else 'a viewer' end,
            case v_role when 'editor' then 'an editor' when 'viewer' then 'a viewer' else 'no member' end
            using errcode = 'FB403';
    end if;
end $$;
comment on function app.require_approver_role is 'Raises FB403 unless the person may do the action in the workspace now.';

create or replace function app.find_request(p_request app.grant_requests) returns uuid
language sql stable set search_path = ''
as $$
    -- Pending, or approved with a grant that is still live.
    select r.id from app.grant_requests r
    where r.connection_id = p_request.connection_id and r.action = p_request.action
      and r.workspace_id = p_request.workspace_id and r.site_id is not distinct from p_request.site_id
      and r.prompt_id is not distinct from p_request.prompt_id and r.revision is not distinct from p_request.revision
      and r.site_name is not distinct from p_request.site_name and r.sha256 is not distinct from p_request.sha256
      and (r.state = 'pending' and r.expires_at > now()
          or r.state = 'approved' and exists (
              select from app.live_grants(r.action) g
              where g.request_id = r.id and g.consumed_at is null and g.conditions is null
                and (not app.reaches_visitors(r.action) or g.combination or not app.may_have_read(r.site_id))))
    order by r.state = 'approved' desc, r.id desc limit 1
$$;

create or replace function app.limit_open_requests(p_request app.grant_requests) returns void
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

create or replace function app.record_as_member(p_workspace uuid, p_site uuid, p_did text, p_subject text) returns void
language sql volatile set search_path = ''
as $$
    select app.record_action(m.workspace_id, p_site, p_did, p_subject) from app.members m
    where m.workspace_id = p_workspace and m.person_id = app.acting_person()
$$;
comment on function app.record_as_member is 'app.record_action, unless the person has left the workspace: they may still end their grants there.';

create or replace function app.lock_request(p_request uuid) returns app.grant_requests
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

create or replace function app.content_to_approve(p_request app.grant_requests, p_revision integer, out revision integer, out sha256 text)
language plpgsql stable set search_path = ''
as $$
begin
    revision := coalesce(p_revision, p_request.revision);
    if revision is not distinct from p_request.revision then
        sha256 := p_request.sha256;
        return;
    end if;
    sha256 := app.revision_sha256(p_request.site_id, p_request.prompt_id, revision);
    if p_request.revision is null or revision < p_request.revision or sha256 is null then
        raise exception 'Only a later revision of the same prompt can be approved in place of the requested one.' using errcode = 'FB409';
    end if;
end $$;
comment on function app.content_to_approve is
    'The revision that an approval of the request is for, and its hash: the requested one, or the given later one. Raises FB409.';

create or replace function app.approve_grant(
    p_request uuid, p_mode text, p_hours integer, p_sha256 text, p_combination boolean, p_revision integer default null,
    p_standing jsonb default null)
returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
    v_request app.grant_requests := app.lock_request(p_request);
    v_revision integer;
    v_sha256 text;
    v_grant uuid;
begin
    perform app.require_approver_role(v_request.workspace_id, v_request.person_id, v_request.action);
    if not exists (select from app.connections c where c.id = v_request.connection_id and app.is_live(c)) then
        raise exception 'The connection is no longer signed in.' using errcode = 'FB409';
    end if;
    select c.revision, c.sha256 into v_revision, v_sha256 from app.content_to_approve(v_request, p_revision) c;
    if p_sha256 is distinct from v_sha256 then
        raise exception 'sha256 must repeat the content that was shown.' using errcode = 'FB409';
    elsif app.reaches_visitors(v_request.action) and not p_combination and app.may_have_read(v_request.site_id) then
        raise exception 'A connection of yours may read responses of this site: let this one publish all the same by combination, or revoke that first.'
            using errcode = 'FB409';
    end if;
    insert into app.grants (request_id, connection_id, workspace_id, site_id, action, mode, prompt_id, revision, sha256,
        site_name, combination, approved_by, expires_at)
    values (v_request.id, v_request.connection_id, v_request.workspace_id, v_request.site_id, v_request.action, p_mode,
        v_request.prompt_id, v_revision, v_sha256,
        v_request.site_name, p_combination and app.reaches_visitors(v_request.action), app.person_id(),
        now() + make_interval(hours => least(p_hours, 720)))
    returning id into v_grant;
    if p_standing is not null then
        perform app.add_standing_grant(v_request, p_standing -> 'conditions', (p_standing ->> 'until')::timestamptz, p_combination);
    end if;
    update app.grant_requests r set state = 'approved', decided_at = now(), approved_revision = v_revision where r.id = v_request.id;
    perform app.record_action(v_request.workspace_id, v_request.site_id, 'approveGrant',
        concat_ws(', ', v_request.action, p_mode, v_request.site_name, v_request.prompt_id, 'revision ' || v_revision,
            v_request.launcher ->> 'survey_id')
        || case when v_revision <> v_request.revision then ' in place of ' || v_request.revision else '' end);
    return v_grant;
end $$;
comment on function app.approve_grant is
    'The caller approves a request of their connection, with p_revision a later revision than the requested one, with p_standing also further ones under conditions. Raises FB403, FB404, FB409 and FB412.';
grant execute on function app.approve_grant to feedback_person;

create trigger grants_need_presence after insert on app.grants
    for each row execute function app.check_assurance('presence', 'approveGrant createCiToken');

create or replace function app.deny_grant(p_request uuid, p_reason text default null) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
    v_request app.grant_requests := app.lock_request(p_request);
begin
    update app.grant_requests r set state = 'denied', decided_at = now(), reason = p_reason where r.id = v_request.id;
    perform app.record_as_member(v_request.workspace_id, v_request.site_id, 'denyGrant', concat_ws(': ', v_request.action, p_reason));
end $$;
comment on function app.deny_grant is 'The caller denies a request, with a reason for the program. Raises FB404 and FB409.';
grant execute on function app.deny_grant to feedback_person;

create or replace function app.revoke_grant(p_grant uuid) returns void
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
grant execute on function app.revoke_grant to feedback_agent, feedback_person;
