-- Stores the rate limits of a site in its row, where the consumption of tokens reads them, instead of computing them each
-- time from its settings and the maximums of the instance.
set role feedback_owner;

alter table app.sites
    add column site_rate real,
    add column site_burst real,
    add column address_rate real,
    add column address_burst real,
    add column subject_rate real,
    add column subject_burst real;
comment on column app.sites.site_rate is
    'Tokens per second for the whole site: what its settings ask for, at most the maximum of the instance. This and the five columns that follow are written by the trigger a_site_stores_its_rate_limits only.';
comment on column app.sites.site_burst is 'Capacity in tokens of the bucket of the whole site.';
comment on column app.sites.address_rate is 'Tokens per second for each address.';
comment on column app.sites.address_burst is 'Capacity in tokens of the bucket of an address.';
comment on column app.sites.subject_rate is 'Tokens per second for each subject.';
comment on column app.sites.subject_burst is 'Capacity in tokens of the bucket of a subject.';

create function app.store_rate_limits() returns trigger
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

update app.sites set settings = settings;
alter table app.sites
    alter column site_rate set not null,
    alter column site_burst set not null,
    alter column address_rate set not null,
    alter column address_burst set not null,
    alter column subject_rate set not null,
    alter column subject_burst set not null;

create function app.store_rate_limits_of_all_sites() returns trigger
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

create or replace view app.rate_limits with (security_invoker = true) as
select s.id as site_id, s.site_rate, s.site_burst, s.address_rate, s.address_burst, s.subject_rate, s.subject_burst
from app.sites s;

reset role;
