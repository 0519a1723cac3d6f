create policy "the service reads" on app.write_probes for select to feedback_owner using (true);
create policy "the service inserts" on app.write_probes for insert to feedback_owner with check (true);
create policy "the service updates" on app.write_probes for update to feedback_owner using (true);

create or replace function app.probe_write() returns boolean
language plpgsql security definer set search_path = ''
as $$
begin
    if pg_catalog.pg_is_in_recovery() or to_regclass(
        'app_days.events_' || to_char(now() at time zone 'UTC', 'YYYYMMDD')) is null
    then
        return false;
    end if;
    insert into app.write_probes (at) values (now()) on conflict (id) do update set at = excluded.at;
    return true;
end $$;
comment on function app.probe_write is
    'Writes a row. Whether events can be stored once this is committed: the database is no replica, and has the partition of today.';
grant execute on function app.probe_write to feedback_ingest;
