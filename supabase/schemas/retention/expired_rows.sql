create or replace function app.aggregate_old_displays(p_now timestamptz, p_batch integer) returns boolean
language plpgsql security definer set search_path = '' set enable_seqscan = 'off' set jit = 'off'
as $$
declare
    v_aggregated integer;
begin
    with old as (
        select d.site_id, d.id from app.site_retention r
        join app.prompts p on p.site_id = r.site_id
        join app.displays d on d.site_id = p.site_id and d.prompt_id = p.id
            and d.reserved_at < p_now - make_interval(days => r.display_days)
            and (d.postponed_until > p_now) is not true
        -- The foreign key of display_totals locks the subject, which has to be locked before its displays.
        join app.subjects s on s.site_id = d.site_id and s.id = d.subject_id
        limit p_batch for key share of s skip locked for update of d skip locked
    ),
    deleted as (
        delete from app.displays d using old
        where d.site_id = old.site_id and d.id = old.id
        returning d.site_id, d.subject_id, d.prompt_id, d.reserved_at, d.answered_at, d.state, d.release_reason
    ),
    added as (
        insert into app.display_totals as l (site_id, subject_id, prompt_id, displays, last_at, answered)
        select site_id, subject_id, prompt_id, count(*), max(reserved_at), bool_or(answered_at is not null)
        from deleted where state not in ('postponed', 'released') or release_reason = 'expired' group by 1, 2, 3 order by 1, 2, 3
        on conflict (site_id, subject_id, prompt_id) do update
        set displays = l.displays + excluded.displays, last_at = greatest(l.last_at, excluded.last_at),
            answered = l.answered or excluded.answered
    )
    select count(*) into v_aggregated from deleted;
    return v_aggregated > 0;
end $$;
comment on function app.aggregate_old_displays is 'Replaces displays past their retention by their totals.';

-- Statistics lag behind a large backlog: with sequential scans enabled, each piece might read whole tables.
create or replace function app.delete_expired_subjects(p_now timestamptz, p_batch integer) returns boolean
language plpgsql security definer set search_path = '' set enable_seqscan = 'off' set jit = 'off'
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
create or replace function app.delete_expired_events(p_now timestamptz, p_batch integer) returns boolean
language plpgsql security definer set search_path = '' set enable_seqscan = 'off' set jit = 'off'
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
