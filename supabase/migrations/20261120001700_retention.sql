-- Counting of events, and retention of subjects and displays. Each call does one bounded piece of work and returns
-- whether there may be more. Rows that are locked are left to the next run.
set role feedback_owner;

create function app.count_days(p_now timestamptz, p_blocks integer default 2048) returns boolean
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

create function app.aggregate_old_displays(p_now timestamptz, p_batch integer) returns boolean
language plpgsql security definer set search_path = '' set enable_seqscan = 'off'
as $$
declare
    v_aggregated integer;
begin
    with old as (
        select d.site_id, d.id from app.site_retention r
        join app.prompts p on p.site_id = r.site_id
        join app.displays d on d.site_id = p.site_id and d.prompt_id = p.id
            and d.reserved_at < p_now - make_interval(days => r.display_days)
        -- The foreign key of display_totals locks the subject, which has to be locked before its displays.
        join app.subjects s on s.site_id = d.site_id and s.id = d.subject_id
        limit p_batch for key share of s skip locked for update of d skip locked
    ),
    deleted as (
        delete from app.displays d using old
        where d.site_id = old.site_id and d.id = old.id
        returning d.site_id, d.subject_id, d.prompt_id, d.reserved_at, d.answered_at, d.state
    ),
    added as (
        insert into app.display_totals as l (site_id, subject_id, prompt_id, displays, last_at, answered)
        select site_id, subject_id, prompt_id, count(*), max(reserved_at), bool_or(answered_at is not null)
        from deleted where state <> 'released' group by 1, 2, 3 order by 1, 2, 3
        on conflict (site_id, subject_id, prompt_id) do update
        set displays = l.displays + excluded.displays, last_at = greatest(l.last_at, excluded.last_at),
            answered = l.answered or excluded.answered
    )
    select count(*) into v_aggregated from deleted;
    return v_aggregated > 0;
end $$;
comment on function app.aggregate_old_displays is 'Replaces displays past their retention by their totals.';

-- Statistics lag behind a large backlog: with sequential scans enabled, each piece might read whole tables.
create function app.delete_expired_subjects(p_now timestamptz, p_batch integer) returns boolean
language plpgsql security definer set search_path = '' set enable_seqscan = 'off'
as $$
declare
    v_deleted integer;
begin
    with old as materialized (
        select s.site_id, s.id, s.expired_before from app.site_retention r,
        lateral (
            select u.site_id, u.id, p_now - make_interval(days => r.visitor_days) as expired_before from app.subjects u
            where u.site_id = r.site_id and u.last_seen_at < p_now - make_interval(days => r.visitor_days)
            order by u.last_seen_at limit p_batch) s
        limit p_batch
    ),
    -- Visitors are locked before subjects. A subject stays while one of its visitors is in use.
    locked as materialized (
        select v.site_id, v.subject_id from old o
        join app.visitors v on v.site_id = o.site_id and v.subject_id = o.id
        for update of v skip locked
    ),
    locked_visitors as materialized (
        select l.site_id, l.subject_id, count(*) as visitors from locked l group by l.site_id, l.subject_id
    ),
    unused as materialized (
        select s.ctid from old o
        join app.subjects s on s.site_id = o.site_id and s.id = o.id
        left join locked_visitors l on l.site_id = o.site_id and l.subject_id = o.id
        where s.last_seen_at < o.expired_before
          and coalesce(l.visitors, 0) = (
            select count(*) from app.visitors v where v.site_id = o.site_id and v.subject_id = o.id)
        for update of s skip locked
    )
    delete from app.subjects where ctid = any(array(select u.ctid from unused u));
    get diagnostics v_deleted = row_count;
    return v_deleted > 0;
end $$;
comment on function app.delete_expired_subjects is
    'Deletes subjects not seen for as long as their site keeps visitors; foreign keys delete or clear what references them.';

-- Where a site keeps events for a shorter time than the instance, before their partition is dropped.
create function app.delete_expired_events(p_now timestamptz, p_batch integer) returns boolean
language plpgsql security definer set search_path = '' set enable_seqscan = 'off'
as $$
declare
    -- Events are counted before they are deleted.
    v_uncounted timestamptz := (
        select min(d.day)::timestamp at time zone 'UTC' from app.list_days() d
        where not exists (select from app.counted_days c where c.day = d.day));
    v_deleted integer;
begin
    with expired as materialized (
        select e.site, e.id
        from (
            select r.site,
                app.id_from(least(p_now - make_interval(days => r.event_days), v_uncounted)) as before
            from app.site_retention r join app.instance_settings i on r.event_days < i.event_days) r,
        lateral (select t.site, t.id from app.events t where t.site = r.site and t.id < r.before limit p_batch) e
        limit p_batch
    )
    delete from app.events e using expired x where e.site = x.site and e.id = x.id;
    get diagnostics v_deleted = row_count;
    return v_deleted > 0;
end $$;
comment on function app.delete_expired_events is 'Deletes some events of sites that keep them for a shorter time than the instance.';

reset role;

-- Schedules app.maintain with pg_cron if it is installed and this role may use it; installing it takes a superuser. The
-- Feedback server uses a timer instead, so whatever pg_cron answers must not stop the migration. Each piece commits and is
-- followed by a pause of the same length. A run ends after 90 seconds, within Supabase's statement timeout of two minutes,
-- and the next run continues.
do $schedule$
declare
    v_reason text := 'it is not installed, or not open to ' || current_user;
begin
    if exists (select from pg_extension where extname = 'pg_cron')
        and exists (select from pg_namespace n where n.nspname = 'cron' and has_schema_privilege(n.oid, 'usage'))
    then
        begin
            perform cron.schedule('feedback-maintain', '*/10 * * * *', $job$
                do $$
                declare
                    v_step text := 'create_days';
                    v_started timestamptz;
                begin
                    while v_step is not null and clock_timestamp() < statement_timestamp() + interval '90 seconds' loop
                        v_started := clock_timestamp();
                        v_step := app.maintain(v_step);
                        commit;
                        perform pg_sleep(extract(epoch from clock_timestamp() - v_started));
                    end loop;
                end $$
            $job$);
            v_reason := null;
        exception when others then
            v_reason := sqlerrm;
        end;
    end if;
    if v_reason is not null then
        raise notice 'Maintenance is not scheduled with pg_cron: %. The Feedback server runs it without pg_cron. Without that server, call app.maintain() every ten minutes, each time with the step that it returned, until it returns null.', v_reason;
    end if;
end $schedule$;
