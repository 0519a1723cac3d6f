create or replace function app.request_destination(p_site uuid, p_destination uuid, p_creates boolean, p_settings jsonb,
    p_sealed_url bytea, p_sealed_token bytea, p_sha256 text) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
    v_connection app.connections;
    v_workspace uuid;
    v_request uuid;
begin
    select * into v_connection from app.live_connection();
    if not found then
        raise exception 'Only connections request approval; a person needs none.' using errcode = 'FB403';
    end if;
    perform app.lock_memberships(v_connection.person_id);
    perform app.require_response_access(p_site);
    v_workspace := (select s.workspace_id from app.sites s where s.id = p_site);
    if not exists (select from app.members m where m.workspace_id = v_workspace and m.person_id = v_connection.person_id
        and m.role = 'owner')
    then
        raise exception 'Only owners approve destinations, and the person of this connection is none.' using errcode = 'FB403';
    elsif not p_creates and not exists (select from app.destinations d where d.site_id = p_site and d.id = p_destination) then
        raise exception 'There is no such destination.' using errcode = 'FB404';
    end if;
    -- As app.limit_open_requests counts approval requests.
    perform pg_advisory_xact_lock(hashtextextended('app.request_grant ' || v_connection.person_id, 0));
    delete from app.destination_requests r
    where r.connection_id = v_connection.id and r.state = 'pending' and r.expires_at <= now();
    select r.id into v_request from app.destination_requests r
    where r.connection_id = v_connection.id and r.site_id = p_site and r.sha256 = p_sha256 and r.state = 'pending';
    if found then
        return v_request;
    elsif (select count(*) from app.destination_requests r
        where r.person_id = v_connection.person_id and r.state = 'pending' and r.expires_at > now()) >= 10
    then
        raise exception 'Too many requests wait for this person already.' using errcode = 'FB429';
    elsif (select count(*) from app.destination_requests r
        where r.person_id = v_connection.person_id and r.created_at > now() - interval '24 hours') >= 50
    then
        raise exception 'This person received 50 requests for destinations within a day; try again tomorrow.' using errcode = 'FB429';
    end if;
    insert into app.destination_requests
        (connection_id, person_id, workspace_id, site_id, destination_id, creates, settings, sealed_url, sealed_token,
        sha256)
    values (v_connection.id, v_connection.person_id, v_workspace, p_site, p_destination, p_creates, p_settings, p_sealed_url,
        p_sealed_token, p_sha256)
    returning id into v_request;
    perform app.record_action(v_workspace, p_site,
        case when p_creates then 'requestDestination' else 'requestDestinationChange' end, p_settings ->> 'host');
    return v_request;
end $$;
comment on function app.request_destination is
    'The connection asks its person, who must be an owner, for a destination or a change of one; duplicate requests are merged. Raises FB403, FB404 and FB429.';
grant execute on function app.request_destination to feedback_agent;
