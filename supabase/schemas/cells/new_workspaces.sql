create or replace function app.choose_cell() returns smallint
language sql stable set search_path = ''
as $$
    select coalesce((
        select c.number from app.cells c where c.state = 'open'
        order by (select count(*) from app.placed_workspaces w where w.cell = c.number), c.number limit 1), 0)
$$;
comment on function app.choose_cell is 'The open cell with the fewest workspaces, for a new one.';

create or replace function app.place_new_workspace(p_name text, p_limit integer, out id uuid, out cell smallint)
language plpgsql security definer set search_path = ''
as $$
begin
    perform app.require_room_for_workspace(p_limit);
    cell := app.choose_cell();
    if cell = 0 then
        id := app.insert_workspace(app.mint_id(), p_name);
    else
        id := app.mint_id();
        perform app.reserve_workspace(id, cell);
        perform app.reserve_person(app.person_id(), cell);
    end if;
end $$;
comment on function app.place_new_workspace is
    'At home: creates a workspace of the caller, or reserves it in another cell, where app.finish_workspace creates it. Raises FB403, FB409 and FB429.';
grant execute on function app.place_new_workspace to feedback_person;

create or replace function app.finish_workspace(p_workspace uuid, p_name text) returns void
language plpgsql security definer set search_path = ''
as $$
begin
    if app.own_cell() = 0 or exists (select from app.workspaces w where w.id = p_workspace) then
        return;
    end if;
    perform app.insert_workspace(p_workspace, p_name);
    perform app.record_action(p_workspace, null, 'createWorkspace', p_name);
exception when unique_violation then
    -- The same request created it meanwhile.
    null;
end $$;
comment on function app.finish_workspace is 'In a cell: creates the workspace that home has reserved for the caller, once.';
grant execute on function app.finish_workspace to feedback_person;
