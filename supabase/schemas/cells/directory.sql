-- At home, the directory follows what is created and deleted there. In a cell these triggers do nothing: before it commits,
-- home reserves what it creates.
create or replace function app.place_workspace(p_workspace uuid, p_cell smallint default 0) returns void
language sql volatile security definer set search_path = ''
as $$
    insert into app.placed_workspaces (id, cell) values (p_workspace, p_cell) on conflict (id) do nothing
$$;
comment on function app.place_workspace is 'Adds a workspace to the directory, unless it is there.';

create or replace function app.follow_workspaces() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
    if app.own_cell() <> 0 then
        return null;
    elsif tg_op = 'INSERT' then
        perform app.place_workspace(new.id);
    else
        -- With its sites and secrets.
        delete from app.placed_workspaces w where w.id = old.id;
    end if;
    return null;
end $$;
create trigger the_directory_follows after insert or delete on app.workspaces
    for each row execute function app.follow_workspaces();

create or replace function app.follow_sites() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
    if app.own_cell() <> 0 then
        return null;
    elsif tg_op = 'INSERT' then
        perform app.place_workspace(new.workspace_id);
        insert into app.placed_sites (id, public_id, workspace) values (new.id, new.site_id, new.workspace_id)
        on conflict (id) do nothing;
    else
        delete from app.placed_sites s where s.id = old.id;
    end if;
    return null;
end $$;
create trigger the_directory_follows after insert or delete on app.sites
    for each row execute function app.follow_sites();

create or replace function app.place_secret(p_hash bytea, p_workspace uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
    perform app.place_workspace(p_workspace);
    insert into app.placed_secrets (hash, workspace) values (p_hash, p_workspace) on conflict (hash) do nothing;
end $$;
comment on function app.place_secret is 'Adds a secret to the directory, unless it is there.';

create or replace function app.follow_secrets_of_sites() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
    if app.own_cell() <> 0 then
        return null;
    elsif tg_op = 'INSERT' then
        perform app.place_secret(new.hash, (select s.workspace_id from app.sites s where s.id = new.site_id));
    else
        delete from app.placed_secrets p where p.hash = old.hash;
    end if;
    return null;
end $$;
create trigger the_directory_follows after insert or delete on app.site_keys
    for each row execute function app.follow_secrets_of_sites();
create trigger the_directory_follows after insert or delete on app.result_links
    for each row execute function app.follow_secrets_of_sites();

create or replace function app.follow_invitations() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
    if app.own_cell() <> 0 then
        return null;
    elsif tg_op = 'INSERT' then
        perform app.place_secret(new.secret_hash, new.workspace_id);
    else
        delete from app.placed_secrets p where p.hash = old.secret_hash;
    end if;
    return null;
end $$;
create trigger the_directory_follows after insert or delete on app.invitations
    for each row execute function app.follow_invitations();

create or replace function app.fill_directory() returns void
language sql volatile security definer set search_path = ''
as $$
    insert into app.placed_workspaces (id, cell) select w.id, 0 from app.workspaces w on conflict (id) do nothing;
    insert into app.placed_sites (id, public_id, workspace)
    select s.id, s.site_id, s.workspace_id from app.sites s on conflict (id) do nothing;
    insert into app.placed_secrets (hash, workspace)
    select distinct on (x.hash) x.hash, x.workspace_id from (
        select k.hash, s.workspace_id from app.site_keys k join app.sites s on s.id = k.site_id
        union all
        select l.hash, s.workspace_id from app.result_links l join app.sites s on s.id = l.site_id
        union all
        select i.secret_hash, i.workspace_id from app.invitations i) x
    on conflict (hash) do nothing
$$;
comment on function app.fill_directory is
    'Adds to the directory at home what was created before it existed. Run before the first cell is added.';

create or replace function app.find_cell(p_workspace uuid, p_site uuid, p_public_id text, p_secret bytea) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
    v_workspace uuid := case
        when p_site is not null then (select s.workspace from app.placed_sites s where s.id = p_site)
        when p_public_id is not null then (select s.workspace from app.placed_sites s where s.public_id = p_public_id)
        when p_secret is not null then (select s.workspace from app.placed_secrets s where s.hash = p_secret)
        else p_workspace end;
begin
    return (select c.name from app.placed_workspaces w join app.cells c on c.number = w.cell where w.id = v_workspace);
end $$;
comment on function app.find_cell is
    'The name of the cell that has a workspace, a site (by its UUID or its public ID) or a secret; null if the directory does not have it.';
grant execute on function app.find_cell to feedback_ingest, feedback_manage;
