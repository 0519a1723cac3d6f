create or replace function app.site_time_zone(p_site uuid) returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
    perform app.require_site_access(p_site);
    return (select coalesce(s.settings ->> 'time_zone', 'UTC') from app.sites s where s.id = p_site);
end $$;
comment on function app.site_time_zone is 'The site''s time zone, for callers who may see the site.';
grant execute on function app.site_time_zone to feedback_agent, feedback_person;
