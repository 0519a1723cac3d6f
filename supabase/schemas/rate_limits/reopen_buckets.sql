create or replace function app.reopen_all_buckets() returns void
language sql volatile security definer set search_path = ''
as $$
    delete from app.buckets where (site_id, kind, key) in (
        select k.site_id, k.kind, k.key from app.buckets k where k.exhausted for update skip locked)
$$;
comment on function app.reopen_all_buckets is 'Lets new maximums apply at once, except to buckets that a request is writing.';

create or replace function app.reopen_buckets() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
    -- A bucket is given new numbers when it is next consumed from, which an exhausted one would delay. Those that a
    -- request is writing are skipped: waiting for them could deadlock with it.
    if tg_table_name = 'instance_settings' then
        perform app.reopen_all_buckets();
    else
        delete from app.buckets where (site_id, kind, key) in (
            select k.site_id, k.kind, k.key from app.buckets k
            where k.site_id = new.id and k.exhausted for update skip locked);
    end if;
    return null;
end $$;
comment on function app.reopen_buckets is 'Lets new rate limits apply at once, also where the previous ones are exhausted.';
create trigger new_rate_limits_apply_at_once after update of settings on app.sites
    for each row when (old.settings -> 'rate_limits' is distinct from new.settings -> 'rate_limits')
    execute function app.reopen_buckets();
create trigger new_maximums_apply_at_once after update on app.instance_settings
    for each row execute function app.reopen_buckets();
