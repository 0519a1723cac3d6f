-- Counting of events, and retention of subjects and displays. Each call does one bounded piece of work and returns
-- whether there may be more. Rows that are locked are left to the next run.
create or replace function app.count_days(p_now timestamptz, p_blocks integer default 2048) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
    v_day date;
    v_partition regclass;
    v_progress app.count_progress;
    v_from uuid;
    v_to uuid;
begin
    -- Events arrive up to 48 hours late, so a day that ended 49 hours ago no longer changes.
    select d.day, d.partition into v_day, v_partition from app.list_days() d
    where d.day <= (p_now at time zone 'UTC')::date - 3
      and not exists (select from app.counted_days c where c.day = d.day)
    order by d.day limit 1;
    if not found then
        return false;
    end if;
    select * into v_progress from app.count_progress c where c.day = v_day;
    if v_progress.file is distinct from pg_relation_filenode(v_partition) then
        if v_progress.day is not null then
            -- The partition was rewritten in the meantime, for example by restoring a backup.
            delete from app.event_counts c where c.day = v_day;
            delete from app.count_progress c where c.day = v_day;
        end if;
        insert into app.count_progress (day, file, next_block) values (v_day, pg_relation_filenode(v_partition), 0)
        returning * into v_progress;
    end if;
    v_from := app.id_from(v_day::timestamp at time zone 'UTC');
    v_to := app.id_from((v_day + 1)::timestamp at time zone 'UTC');
    insert into app.event_counts as c (site_id, name, day, events)
    select s.id, e.name, v_day, count(*) from app.events e
    join app.sites s on s.key = e.site
    where e.id >= v_from and e.id < v_to
      and e.ctid >= format('(%s,0)', v_progress.next_block)::tid
      and e.ctid < format('(%s,0)', v_progress.next_block + p_blocks)::tid
    group by s.id, e.name
    on conflict (site_id, name, day) do update set events = c.events + excluded.events;
    if (v_progress.next_block + p_blocks) * current_setting('block_size')::bigint < pg_relation_size(v_partition) then
        update app.count_progress c set next_block = v_progress.next_block + p_blocks where c.day = v_day;
    else
        delete from app.count_progress c where c.day = v_day;
        insert into app.counted_days (day) values (v_day);
    end if;
    return true;
end $$;
comment on function app.count_days is 'Counts the events in some blocks of the oldest finished day that is not counted yet.';
