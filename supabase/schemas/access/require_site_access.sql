-- Checks of the caller's access, for the functions that read as their owner.
create or replace function app.require_site_access(p_site uuid) returns void
language plpgsql stable set search_path = ''
as $$
begin
    if not exists (select from app.connected_sites() s where s = p_site) then
        perform app.require_role(p_site, 'viewer');
    end if;
end $$;
comment on function app.require_site_access is 'Raises FB403 unless the caller may see the site.';

create or replace function app.require_response_access(p_site uuid) returns void
language plpgsql stable set search_path = ''
as $$
begin
    if not exists (select from app.granted_sites('response:read') s where s = p_site) then
        perform app.require_role(p_site, 'viewer');
    end if;
end $$;
comment on function app.require_response_access is 'Raises FB403 unless the caller may read responses of the site.';
