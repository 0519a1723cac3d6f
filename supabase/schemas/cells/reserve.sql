-- What is created in a cell is reserved at home before the cell's transaction commits. A reservation without what it is for
-- leads to a cell that does not have it, which answers as for what never existed.
create or replace function app.reserve_workspace(p_workspace uuid, p_cell smallint) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
    perform app.place_workspace(p_workspace, p_cell);
    if not exists (select from app.placed_workspaces w where w.id = p_workspace and w.cell = p_cell) then
        raise exception 'The workspace is in another cell.' using errcode = 'FB503';
    end if;
end $$;
comment on function app.reserve_workspace is 'Adds a workspace of a cell to the directory. May be repeated. Raises FB503 if another cell has it.';

create or replace function app.reserve_site(p_cell smallint, p_workspace uuid, p_site uuid, p_public_id text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
    perform app.reserve_workspace(p_workspace, p_cell);
    insert into app.placed_sites (id, public_id, workspace) values (p_site, p_public_id, p_workspace) on conflict do nothing;
    if not exists (
        select from app.placed_sites s where s.id = p_site and s.public_id = p_public_id and s.workspace = p_workspace)
    then
        raise exception 'There is a site with this id already.' using errcode = 'FB409';
    end if;
end $$;
comment on function app.reserve_site is
    'Adds a site that a cell is about to have to the directory. May be repeated. Raises FB409 if another one has its UUID or its public ID, and FB503.';
grant execute on function app.reserve_site to feedback_manage;

create or replace function app.reserve_secret(p_cell smallint, p_workspace uuid, p_hash bytea) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
    perform app.reserve_workspace(p_workspace, p_cell);
    perform app.place_secret(p_hash, p_workspace);
end $$;
comment on function app.reserve_secret is
    'Adds a secret that a cell is about to have to the directory. May be repeated. Raises FB503 if another cell has the workspace.';
grant execute on function app.reserve_secret to feedback_manage;
