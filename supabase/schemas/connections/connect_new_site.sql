create or replace function app.connect_new_site() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
    insert into app.connection_sites (connection_id, workspace_id, site_id)
    select c.id, new.workspace_id, new.id from app.live_connection() c;
    return null;
end $$;
create trigger a_connection_sees_what_it_created after insert on app.sites
    for each row execute function app.connect_new_site();
