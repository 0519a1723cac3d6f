set role feedback_owner;

create function app.create_day(p_day date) returns void
language plpgsql security definer set search_path = ''
as $$
declare
    v_name text := 'events_' || to_char(p_day, 'YYYYMMDD');
begin
    if to_regclass('app_days.' || v_name) is not null then
        return;
    end if;
    execute format('create table app_days.%I partition of app.events for values from (%L) to (%L)',
        v_name, p_day, p_day + 1);
    -- A partition named directly is not covered by the policies of its parent.
    execute format('alter table app_days.%I enable row level security', v_name);
    execute format('alter table app_days.%I force row level security', v_name);
    execute format('revoke all on app_days.%I from public, feedback_person, feedback_agent, feedback_ingest', v_name);
end $$;
comment on function app.create_day is 'Makes the partition of a UTC day, closed to everybody.';

create function app.keep_days(p_now timestamptz) returns jsonb
language plpgsql security definer set search_path = '' set lock_timeout = '2s'
as $$
declare
    v_today date := (p_now at time zone 'UTC')::date;
    v_dropped integer := 0;
    v_name text;
begin
    -- Two runs at once would both try to make the same partition.
    perform pg_advisory_xact_lock(hashtextextended('app.keep_days', 0));
    for v_day in 0..17 loop
        perform app.create_day(v_today - 3 + v_day);
    end loop;
    for v_name in
        select c.relname from pg_catalog.pg_inherits i
        join pg_catalog.pg_class c on c.oid = i.inhrelid
        where i.inhparent = 'app.events'::regclass
          -- As text: the planner may look at other relations' names before it looks at the parent.
          and right(c.relname, 8) < to_char(v_today - 30, 'YYYYMMDD')
        order by 1
    loop
        begin
            execute format('drop table app_days.%I', v_name);
            v_dropped := v_dropped + 1;
        exception when lock_not_available then
            -- A long read holds the table; the next run drops it. Nobody can read it until then.
            null;
        end;
    end loop;
    return jsonb_build_object('dropped_days', v_dropped);
end $$;
comment on function app.keep_days is 'Makes partitions 14 days ahead and drops those older than 30 days.';

reset role;
