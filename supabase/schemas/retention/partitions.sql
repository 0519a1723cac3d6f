create or replace function app.create_day(p_day date) returns void
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
    v_name text := 'events_' || to_char(p_day, 'YYYYMMDD');
begin
    if to_regclass('app_days.' || v_name) is not null then
        return;
    end if;
    -- Create, then attach: `partition of` would block every read and write of app.events.
    execute format('create table app_days.%I (like app.events including all)', v_name);
    -- The policies of app.events do not apply to a partition that a query names directly.
    execute format('alter table app_days.%I enable row level security', v_name);
    execute format('alter table app_days.%I force row level security', v_name);
    execute format('revoke all on app_days.%I from public, feedback_person, feedback_agent, feedback_ingest', v_name);
    execute format('alter table app.events attach partition app_days.%I for values from (%L) to (%L)',
        v_name, app.id_from(p_day::timestamp at time zone 'UTC'), app.id_from((p_day + 1)::timestamp at time zone 'UTC'));
end $$;
comment on function app.create_day is 'Creates the partition of a UTC day, to which no role has access.';

create or replace function app.create_days(p_now timestamptz) returns void
language plpgsql security definer set search_path = ''
as $$
declare
    v_today date := (p_now at time zone 'UTC')::date;
begin
    for v_day in -3..14 loop
        perform app.create_day(v_today + v_day);
        perform app.create_outbox_day(v_today + v_day);
    end loop;
end $$;
comment on function app.create_days is 'Creates missing partitions from three days ago to 14 days ahead.';

create or replace function app.list_days() returns table (day date, partition regclass)
language sql stable set search_path = ''
as $$
    -- The planner may evaluate this for relations with other names before it filters by parent.
    select case when c.relname ~ '^events_[0-9]{8}$' then to_date(right(c.relname, 8), 'YYYYMMDD') end, c.oid::regclass
    from pg_catalog.pg_inherits i
    join pg_catalog.pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'app.events'::regclass
    order by 1
$$;
comment on function app.list_days is 'The partitions of app.events.';

-- Dropping a partition locks app.events briefly. While it waits for that lock, all other statements queue behind it.
create or replace function app.drop_day(p_now timestamptz) returns boolean
language plpgsql security definer set search_path = '' set lock_timeout = '100ms'
as $$
declare
    v_partition regclass;
begin
    select d.partition into v_partition from app.list_days() d
    where d.day < (p_now at time zone 'UTC')::date - (select i.event_days from app.instance_settings i)
      and exists (select from app.counted_days c where c.day = d.day)
    order by d.day limit 1;
    if not found then
        return false;
    end if;
    execute format('drop table %s', v_partition);
    return true;
exception when lock_not_available then
    -- A long read uses the table: the next run drops it. Policies hide its events already.
    return false;
end $$;
comment on function app.drop_day is
    'Drops the oldest counted partition whose events are older than this instance keeps them. Returns false when there is none, or when it is being read.';
