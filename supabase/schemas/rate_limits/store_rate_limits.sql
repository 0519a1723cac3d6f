create or replace function app.store_rate_limits() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
    -- A change of the maximums does not see a site that is not committed yet: one of both waits for the other. A site
    -- that exists is locked by its update, which the change of the maximums waits for.
    if tg_op = 'INSERT' then
        perform from app.instance_settings for share;
    end if;
    select
        least(coalesce((new.settings #>> '{rate_limits,site,per_second}')::integer, 500), i.site_per_second),
        least(coalesce((new.settings #>> '{rate_limits,site,burst}')::integer, 2000), i.site_burst),
        least(coalesce((new.settings #>> '{rate_limits,address,per_second}')::integer, 20), i.address_per_second),
        least(coalesce((new.settings #>> '{rate_limits,address,burst}')::integer, 100), i.address_burst),
        least(coalesce((new.settings #>> '{rate_limits,subject,per_second}')::integer, 5), i.subject_per_second),
        least(coalesce((new.settings #>> '{rate_limits,subject,burst}')::integer, 50), i.subject_burst)
    into new.site_rate, new.site_burst, new.address_rate, new.address_burst, new.subject_rate, new.subject_burst
    from app.instance_settings i;
    return new;
end $$;
comment on function app.store_rate_limits is
    'Stores the rate limits of a site: what its settings ask for, at most the maximums of the instance.';
create trigger a_site_stores_its_rate_limits before insert or update of settings on app.sites
    for each row execute function app.store_rate_limits();

create or replace function app.store_rate_limits_of_all_sites() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
    -- The trigger of app.sites computes them.
    update app.sites set settings = settings;
    return null;
end $$;
comment on function app.store_rate_limits_of_all_sites is 'Stores the rate limits of all sites again: the maximums have changed.';
create trigger all_sites_store_new_maximums after update on app.instance_settings
    for each row execute function app.store_rate_limits_of_all_sites();
