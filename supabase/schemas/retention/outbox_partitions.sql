create or replace function app.create_outbox_day(p_day date) returns void
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
    v_name text := 'outbox_' || to_char(p_day, 'YYYYMMDD');
begin
    if to_regclass('app_days.' || v_name) is not null then
        return;
    end if;
    -- As in app.create_day.
    execute format('create table app_days.%I (like app.outbox including all)', v_name);
    execute format('alter table app_days.%I enable row level security', v_name);
    execute format('alter table app_days.%I force row level security', v_name);
    execute format('revoke all on app_days.%I from public, feedback_person, feedback_agent, feedback_ingest', v_name);
    execute format('alter table app.outbox attach partition app_days.%I for values from (%L) to (%L)',
        v_name, app.id_from(p_day::timestamp at time zone 'UTC'), app.id_from((p_day + 1)::timestamp at time zone 'UTC'));
end $$;
comment on function app.create_outbox_day is 'Creates the partition of app.outbox for a UTC day, to which no role has access.';

create or replace function app.drop_outbox_day(p_now timestamptz) returns boolean
language plpgsql security definer set search_path = '' set lock_timeout = '100ms'
as $$
declare
    v_partition regclass;
begin
    select c.oid into v_partition
    from pg_catalog.pg_inherits i join pg_catalog.pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'app.outbox'::regclass
      and c.relname < 'outbox_' || to_char((p_now at time zone 'UTC')::date - 30, 'YYYYMMDD')
    order by c.relname limit 1;
    if not found then
        return false;
    end if;
    execute format('drop table %s', v_partition);
    return true;
exception when lock_not_available then
    -- As in app.drop_day.
    return false;
end $$;
comment on function app.drop_outbox_day is
    'Drops the oldest partition of app.outbox whose messages are older than 30 days. Returns false when there is none, or when it is being read.';
