-- What a cell deletes stays in the directory, and what it could not create after home had reserved it. The server finds it
-- in the cell, and removes it at home if it is still there some time later.
create or replace function app.list_unused_places() returns table (kind text, key text)
language plpgsql stable security definer set search_path = ''
as $$
declare
    v_cell smallint := app.own_cell();
begin
    if v_cell = 0 or app.copies_lag() > interval '1 second' then
        return;
    end if;
    return query
        select 'workspace', w.id::text from app.placed_workspaces w
        where w.cell = v_cell and not exists (select from app.workspaces x where x.id = w.id)
          -- The same request may still create it, for as long as its idempotency key is known.
          and app.id_time(w.id) < now() - interval '2 days'
        union all
        select 'site', s.id::text from app.placed_sites s
        join app.placed_workspaces w on w.id = s.workspace and w.cell = v_cell
        where not exists (select from app.sites x where x.id = s.id)
        union all
        select 'secret', encode(s.hash, 'hex') from app.placed_secrets s
        join app.placed_workspaces w on w.id = s.workspace and w.cell = v_cell
        where not exists (select from app.site_keys x where x.hash = s.hash)
          and not exists (select from app.result_links x where x.hash = s.hash)
          and not exists (select from app.invitations x where x.secret_hash = s.hash)
        limit 10000;
end $$;
comment on function app.list_unused_places is 'In a cell: what the directory places here, and is not here.';

create or replace function app.remove_places(p_cell text, p_workspaces uuid[], p_sites uuid[], p_secrets text[]) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
    v_cell smallint := (select c.number from app.cells c where c.name = p_cell);
begin
    delete from app.placed_secrets s using app.placed_workspaces w
    where s.hash = any(array(select decode(h, 'hex') from unnest(p_secrets) h)) and w.id = s.workspace and w.cell = v_cell;
    delete from app.placed_sites s using app.placed_workspaces w
    where s.id = any(p_sites) and w.id = s.workspace and w.cell = v_cell;
    delete from app.placed_workspaces w where w.id = any(p_workspaces) and w.cell = v_cell;
end $$;
comment on function app.remove_places is 'At home: removes from the directory what a cell does not have, unless it has moved.';
