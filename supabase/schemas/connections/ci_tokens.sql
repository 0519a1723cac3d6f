-- CI tokens belong to the workspace as well as to their creator: its owners see and revoke them.
create or replace function app.list_ci_tokens(p_workspace uuid, p_before uuid, p_limit integer)
returns table (id uuid, name text, created_by text, created_at timestamptz, last_used_at timestamptz,
    expires_at timestamptz, sites jsonb, actions jsonb, last_action jsonb)
language plpgsql stable security definer set search_path = ''
as $$
begin
    if p_workspace not in (select app.workspaces_for('owner')) then
        raise exception 'Only owners see CI tokens.' using errcode = 'FB403';
    end if;
    return query
        select c.id, c.name, coalesce(app.author_of(m.person_id, m.email), c.person_id::text), c.created_at, c.last_used_at, c.expires_at,
            (select coalesce(jsonb_agg(s.site_id order by s.site_id), '[]')
                from app.connection_sites s where s.connection_id = c.id),
            (select coalesce(jsonb_agg(distinct g.action), '[]') from app.grants g
                where g.connection_id = c.id and g.workspace_id = p_workspace and g.revoked_at is null and g.expires_at > now()),
            app.last_action(c.id)
        from app.connections c
        left join app.members m on m.workspace_id = p_workspace and m.person_id = c.person_id
        where c.kind = 'ci' and app.is_live(c) and (p_before is null or c.id < p_before)
          and c.id in (select g.connection_id from app.grants g where g.workspace_id = p_workspace)
        order by c.id desc limit p_limit;
end $$;
comment on function app.list_ci_tokens is 'The live CI tokens of a workspace, newest first. Raises FB403.';
grant execute on function app.list_ci_tokens to feedback_person;

create or replace function app.revoke_ci_token(p_workspace uuid, p_connection uuid) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
    v_connection app.connections;
begin
    if p_workspace not in (select app.workspaces_for('owner')) then
        raise exception 'Only owners revoke CI tokens.' using errcode = 'FB403';
    end if;
    select c.* into v_connection from app.connections c
    where c.id = p_connection and c.kind = 'ci' and c.revoked_at is null
      and exists (select from app.grants g where g.connection_id = c.id and g.workspace_id = p_workspace)
    for no key update;
    if not found then
        raise exception 'There is no such token.' using errcode = 'FB404';
    end if;
    perform app.require_recent_sign_in();
    perform app.end_connection(p_connection, now(), false);
    return v_connection.name;
end $$;
comment on function app.revoke_ci_token is
    'Revokes a CI token of a workspace and returns its name; in a cell its grants, and app.end_ci_connection does the rest at home. Raises FB403, FB404 and FB412.';
grant execute on function app.revoke_ci_token to feedback_person;

create or replace function app.end_ci_connection(p_connection uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
    perform app.end_connection(c.id, now(), false) from app.connections c where c.id = p_connection and c.kind = 'ci';
end $$;
comment on function app.end_ci_connection is 'At home: ends a CI token, once its cell has checked that the caller may.';
grant execute on function app.end_ci_connection to feedback_manage;
