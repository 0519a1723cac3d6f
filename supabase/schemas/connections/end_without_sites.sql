create or replace function app.end_without_sites() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
    -- It may have sites in other cells. Without any it sees nothing here, because sites were chosen for it.
    if app.own_cell() <> 0 then
        return null;
    end if;
    perform app.end_connection(c.id, now(), true) from app.connections c
    where c.id in (select t.connection_id from taken t) and c.revoked_at is null
      and not exists (select from app.connection_sites s where s.connection_id = c.id);
    return null;
end $$;
comment on function app.end_without_sites is
    'Ends connections that lost their last site: without one, a connection sees every workspace of its person.';
create trigger a_connection_ends_with_its_last_site after delete on app.connection_sites
    referencing old table as taken for each statement execute function app.end_without_sites();
