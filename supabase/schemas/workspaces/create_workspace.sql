create or replace function app.create_workspace(p_name text, p_limit integer) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
    v_workspace uuid;
    v_person uuid := app.person_id();
begin
    if v_person is null then
        raise exception 'You may not do this.' using errcode = 'FB403';
    end if;
    perform pg_advisory_xact_lock(hashtextextended('app.create_workspace ' || v_person, 0));
    if (select count(*) from app.members m where m.person_id = v_person and m.role = 'owner') >= p_limit then
        raise exception 'One person owns at most % workspaces.', p_limit using errcode = 'FB409';
    end if;
    perform app.require_within('workspace', app.person_key(),
        'You created too many workspaces within a day.');
    insert into app.workspaces (name) values (p_name) returning id into v_workspace;
    insert into app.members (workspace_id, person_id, role, email)
    values (v_workspace, v_person, 'owner', app.person_email());
    return v_workspace;
end $$;
comment on function app.create_workspace is 'Creates a workspace owned by the caller. Raises FB429 after ten within a day, deleted ones included.';
grant execute on function app.create_workspace to feedback_person;
