create or replace function app.require_room_for_workspace(p_limit integer) returns void
language plpgsql volatile set search_path = ''
as $$
declare
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
end $$;
comment on function app.require_room_for_workspace is 'Raises FB403, FB409 or FB429 unless the caller may own one more workspace. Counts it.';

create or replace function app.insert_workspace(p_id uuid, p_name text) returns uuid
language plpgsql volatile set search_path = ''
as $$
begin
    insert into app.workspaces (id, name) values (p_id, p_name);
    insert into app.members (workspace_id, person_id, role, email)
    values (p_id, app.person_id(), 'owner', app.person_email());
    return p_id;
end $$;
comment on function app.insert_workspace is 'Inserts a workspace that the caller owns.';

create or replace function app.create_workspace(p_name text, p_limit integer) returns uuid
language plpgsql security definer set search_path = ''
as $$
begin
    perform app.require_room_for_workspace(p_limit);
    return app.insert_workspace(app.mint_id(), p_name);
end $$;
comment on function app.create_workspace is 'Creates a workspace owned by the caller. Raises FB429 after ten within a day, deleted ones included.';
grant execute on function app.create_workspace to feedback_person;
