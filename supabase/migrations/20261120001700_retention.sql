set role feedback_owner;

create function app.count_days(p_now timestamptz) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
    v_today date := (p_now at time zone 'UTC')::date;
    v_day date;
    v_counted integer := 0;
begin
    -- Events reach us up to 48 hours late; a day that ended 49 hours ago changes no more.
    for v_day in
        select d::date from generate_series(v_today - 30, v_today - 3, interval '1 day') d
        where not exists (select from app.counted_days c where c.day = d::date)
        order by d limit 5
    loop
        insert into app.event_counts (site_id, name, day, events)
        select e.site_id, e.name, v_day, count(*) from app.events e where e.day = v_day group by e.site_id, e.name
        on conflict (site_id, name, day) do update set events = excluded.events;
        insert into app.counted_days (day) values (v_day);
        v_counted := v_counted + 1;
    end loop;
    return v_counted;
end $$;
comment on function app.count_days is 'Counts the events of finished days, at most five days a run.';

create function app.fold_displays(p_now timestamptz, p_batch integer) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
    v_folded integer;
begin
    with old as (
        select d.site_id, d.id from app.displays d
        where d.reserved_at < p_now - interval '90 days'
        order by d.reserved_at limit p_batch for update skip locked
    ),
    gone as (
        delete from app.displays d using old
        where d.site_id = old.site_id and d.id = old.id
        returning d.site_id, d.subject_id, d.prompt_id, d.reserved_at, d.answered_at, d.state
    ),
    kept as (
        insert into app.ledger as l (site_id, subject_id, prompt_id, displays, last_at, answered)
        select site_id, subject_id, prompt_id, count(*), max(reserved_at), bool_or(answered_at is not null)
        from gone where state <> 'released' group by 1, 2, 3 order by 1, 2, 3
        on conflict (site_id, subject_id, prompt_id) do update
        set displays = l.displays + excluded.displays, last_at = greatest(l.last_at, excluded.last_at),
            answered = l.answered or excluded.answered
    )
    select count(*) into v_folded from gone;
    return v_folded;
end $$;
comment on function app.fold_displays is 'Displays older than 90 days become numbers in the ledger.';

create function app.forget_subjects(p_now timestamptz, p_batch integer) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
    v_gone integer;
begin
    with old as (
        select s.site_id, s.id from app.subjects s
        where s.last_seen_at < p_now - interval '90 days'
        order by s.last_seen_at limit p_batch for update skip locked
    )
    delete from app.subjects s using old where s.site_id = old.site_id and s.id = old.id;
    get diagnostics v_gone = row_count;
    return v_gone;
end $$;
comment on function app.forget_subjects is
    'Deletes subjects unseen for 90 days with their visitors, displays, gate and ledger; responses lose them.';

create function app.forget_visitors(p_now timestamptz, p_batch integer) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
    v_gone integer;
begin
    with old as (
        select v.site_id, v.id from app.visitors v
        where v.last_seen_at < p_now - interval '90 days'
        order by v.last_seen_at limit p_batch for update skip locked
    )
    delete from app.visitors v using old where v.site_id = old.site_id and v.id = old.id;
    get diagnostics v_gone = row_count;
    return v_gone;
end $$;
comment on function app.forget_visitors is 'Deletes browsers unseen for 90 days of accounts that are seen elsewhere.';

create function app.maintain(p_now timestamptz default clock_timestamp(), p_batch integer default 5000) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
    v_done jsonb := app.keep_days(p_now);
begin
    v_done := v_done || jsonb_build_object(
        'counted_days', app.count_days(p_now),
        'subjects', app.forget_subjects(p_now, p_batch),
        'visitors', app.forget_visitors(p_now, p_batch),
        'displays', app.fold_displays(p_now, p_batch));
    delete from app.buckets b where b.at < p_now - interval '1 hour';
    delete from app.event_counts c where c.day < (p_now - interval '400 days')::date;
    delete from app.dropped_events d where d.day < (p_now - interval '90 days')::date;
    delete from app.counted_days c where c.day < (p_now - interval '400 days')::date;
    return v_done;
end $$;
comment on function app.maintain is
    'Everything that has to happen by itself, in bounded steps: partitions, counts, retention. Call it at start and every hour.';

reset role;

-- On hosted Supabase pg_cron calls it; the local stack has a timer instead.
do $$
begin
    if exists (select from pg_available_extensions where name = 'pg_cron') then
        create extension if not exists pg_cron;
        perform cron.schedule('feedback-maintain', '7 * * * *', 'select app.maintain()');
    end if;
end $$;
