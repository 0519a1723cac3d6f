create or replace function app.withdraw_sign_ins(p_member app.members, p_role text) returns void
language sql volatile set search_path = ''
as $$
    update app.authorization_requests r set code_hash = null
    where r.person_id = p_member.person_id and r.code_hash is not null and r.connection_id is null
      and (r.sites && array(select s.id from app.sites s where s.workspace_id = p_member.workspace_id)
          or r.sites = '{}' and 'site:create' = any(r.granted))
      and (p_role is null or exists (
          select from unnest(r.granted) a where p_role <> all(app.roles_at_least(app.required_role(a)))));
    update app.device_requests d set state = 'denied'
    where d.person_id = p_member.person_id and d.state = 'approved' and p_role is null
      and d.sites && array(select s.id from app.sites s where s.workspace_id = p_member.workspace_id)
$$;
comment on function app.withdraw_sign_ins is 'Withdraws unfinished sign-ins that were approved under the former role: they need a new approval.';

create or replace function app.restrict_connection(p_connection app.connections, p_member app.members, p_role text,
    out sites text[], out actions text[], out ended boolean)
language plpgsql volatile set search_path = ''
as $$
begin
    with revoked as (
        update app.grants g set revoked_at = now(), given_back = true
        where g.connection_id = p_connection.id and g.workspace_id = p_member.workspace_id
          and g.revoked_at is null and g.consumed_at is null and g.expires_at > now()
          and (p_role is null or p_connection.kind = 'ci' or p_role <> all(app.roles_at_least(app.required_role(g.action))))
        returning g.action)
    select coalesce(array_agg(distinct r.action order by r.action), '{}') into actions from revoked r;
    update app.grant_requests r set state = 'denied', decided_at = now()
    where r.connection_id = p_connection.id and r.workspace_id = p_member.workspace_id and r.state = 'pending'
      and (p_role is null or p_role <> all(app.roles_at_least(app.required_role(r.action))));
    with taken as (
        delete from app.connection_sites c
        where c.connection_id = p_connection.id and c.workspace_id = p_member.workspace_id
          and (p_role is null or p_connection.kind = 'ci')
        returning c.site_id)
    select coalesce(array_agg(s.name order by s.name), '{}') into sites
    from taken t join app.sites s on s.id = t.site_id;
    ended := sites <> '{}' and not exists (
        select from app.connection_sites c where c.connection_id = p_connection.id);
end $$;
comment on function app.restrict_connection is
    'Revokes what a connection may no longer do in the workspace under its person''s remaining role, null for none.';

create or replace function app.record_lost_access(
    p_connection app.connections, p_member app.members, p_actions text[], p_lost_sites boolean, p_why text)
returns void
language sql volatile set search_path = ''
as $$
    insert into app.audit_log (workspace_id, person_id, who, did, subject)
    select p_member.workspace_id, coalesce(app.person_id(), p_member.person_id),
        case when app.person_id() is null then coalesce(p_member.email, p_member.person_id::text)
            else coalesce(app.person_email(), app.person_id()::text) end,
        d.did, left(d.subject || ': ' || p_why, 300)
    from (
        select 'revokeGrant' as did, a || ' of ' || p_connection.name as subject
        from unnest(p_actions) a where p_connection.kind <> 'ci'
        union all
        select case p_connection.kind when 'ci' then 'revokeCiToken' else 'revokeConnection' end, p_connection.name
        where p_lost_sites) d
$$;
comment on function app.record_lost_access is 'Adds what a connection lost, by whom and why, to the audit log.';

create or replace function app.end_lost_access() returns trigger
language plpgsql volatile security definer set search_path = ''
as $$
declare
    v_role constant text := case when tg_op = 'UPDATE' then new.role end;
    v_cause constant text := case when tg_op = 'UPDATE' then 'role'
        when app.person_id() = old.person_id then 'left' else 'removed' end;
    v_why constant text := coalesce(old.email, old.person_id::text) || case v_cause when 'left' then ' left'
        when 'removed' then ' was removed' else concat(' is ', case v_role when 'viewer' then 'a' else 'an' end, ' ', v_role, ' now') end;
    v_workspace text;
    v_connection app.connections;
    v_lost record;
begin
    select w.name into v_workspace from app.workspaces w where w.id = old.workspace_id;
    -- Deleting a workspace deletes all of it.
    if not found then
        return null;
    end if;
    perform app.withdraw_sign_ins(old, v_role);
    for v_connection in
        select c.* from app.connections c
        where c.person_id = old.person_id and app.is_live(c)
          -- Only owners create tokens for pipelines, so these rely on that role.
          and (v_role is null or c.kind <> 'ci' or v_role <> 'owner')
          and (exists (select from app.connection_sites s where s.connection_id = c.id and s.workspace_id = old.workspace_id)
              or exists (select from app.grants g where g.connection_id = c.id and g.workspace_id = old.workspace_id))
        order by c.id for no key update
    loop
        v_lost := app.restrict_connection(v_connection, old, v_role);
        if v_lost.sites <> '{}' or v_lost.actions <> '{}' then
            perform app.record_lost_access(v_connection, old, v_lost.actions, v_lost.sites <> '{}', v_why);
            insert into app.lost_access
                (person_id, connection_id, workspace_id, workspace_name, cause, role, sites, actions, ended)
            values (old.person_id, v_connection.id, old.workspace_id, v_workspace, v_cause, v_role,
                v_lost.sites, v_lost.actions, v_lost.ended);
        end if;
    end loop;
    return null;
end $$;
comment on function app.end_lost_access is
    'Ends what relied on a membership or a role, in the transaction that ends it, and records that for the person and in the audit log.';
create trigger access_ends_with_membership after delete on app.members
    for each row execute function app.end_lost_access();
create trigger access_ends_with_role after update of role on app.members
    for each row when (old.role <> new.role) execute function app.end_lost_access();
