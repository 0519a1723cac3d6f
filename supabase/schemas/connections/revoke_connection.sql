create or replace function app.revoke_connection(p_connection uuid) returns void
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
grant execute on function app.revoke_connection to feedback_person;
