-- Figures of the past, counted once: results of a prompt with very many responses add up what was counted, and count only
-- what is newer. A part is a day of the site's time zone, or an hour of a day that has not ended.
--
-- An answer costs nothing more: a part is marked 20 minutes after its end, and triggers look for parts only at rows that
-- are older than five. A change, a deletion or an erasure of such a row deletes its part, which is counted again. A part is
-- first marked and only counted when every transaction that could not see the mark has ended; each later one deletes it.
set role feedback_owner;

create table app.result_parts (
    site_id uuid not null,
    prompt_id uuid not null,
    from_at timestamptz not null,
    to_at timestamptz not null,
    day date not null,
    zone text not null,
    marked_in xid8 not null default pg_current_xact_id(),
    figures jsonb,
    constraint result_parts_pkey primary key (site_id, prompt_id, from_at),
    constraint result_parts_site_id_prompt_id_fkey
        foreign key (site_id, prompt_id) references app.prompts (site_id, id) on delete cascade,
    constraint a_part_has_a_length check (to_at > from_at)
);
comment on table app.result_parts is 'Figures of the displays and responses of a prompt in a day, or in an hour of a day that has not ended. Deleted when a row of that time changes.';
comment on column app.result_parts.day is 'In the time zone `zone`.';
comment on column app.result_parts.zone is 'The site''s time zone when the part was marked. Parts of another are not read.';
comment on column app.result_parts.figures is 'What app.count_result_part counted; null while the part is only marked.';

alter table app.result_parts enable row level security;
alter table app.result_parts force row level security;
create policy "the service reads" on app.result_parts for select to feedback_owner using (true);
create policy "the service inserts" on app.result_parts for insert to feedback_owner with check (true);
create policy "the service updates" on app.result_parts for update to feedback_owner using (true);
create policy "the service deletes" on app.result_parts for delete to feedback_owner using (true);
create policy "members see figures" on app.result_parts for select to feedback_person
    using (site_id = any(array(select app.sites_for('viewer'))));
create policy "readers of responses see figures" on app.result_parts for select to feedback_agent
    using (site_id = any(array(select app.granted_sites('response:read'))));
grant select on app.result_parts to feedback_person, feedback_agent;

create function app.drop_result_part() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
    v_at timestamptz := case tg_table_name when 'responses' then to_jsonb(new) ->> 'created_at' else to_jsonb(new) ->> 'reserved_at' end;
begin
    delete from app.result_parts k
    where k.site_id = new.site_id and k.prompt_id = new.prompt_id and k.from_at <= v_at and k.to_at > v_at;
    return null;
end $$;
comment on function app.drop_result_part is 'Deletes the part of a row that was added or changed late.';

create function app.drop_result_parts() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
    -- In one order, so that concurrent deletions wait for each other instead of failing.
    perform from app.result_parts k
    where exists (select from (
            select d.site_id, d.prompt_id, (to_jsonb(d) ->> case tg_table_name when 'responses' then 'created_at' else 'reserved_at' end)
                ::timestamptz as at from deleted d) d
        where d.site_id = k.site_id and d.prompt_id = k.prompt_id and d.at >= k.from_at and d.at < k.to_at)
    order by k.site_id, k.prompt_id, k.from_at for update;
    delete from app.result_parts k
    using (select d.site_id, d.prompt_id, (to_jsonb(d) ->> case tg_table_name when 'responses' then 'created_at' else 'reserved_at' end)
        ::timestamptz as at from deleted d) d
    where d.site_id = k.site_id and d.prompt_id = k.prompt_id and d.at >= k.from_at and d.at < k.to_at;
    return null;
end $$;
comment on function app.drop_result_parts is 'Deletes the parts of deleted rows.';

create trigger late_responses_drop_their_part after insert on app.responses
    for each row when (new.created_at < clock_timestamp() - interval '5 minutes') execute function app.drop_result_part();
create trigger late_answers_drop_their_part after update of answers, final, revision, variant on app.responses
    for each row when (old.created_at < clock_timestamp() - interval '5 minutes') execute function app.drop_result_part();
create trigger deleted_responses_drop_their_parts after delete on app.responses
    referencing old table as deleted for each statement execute function app.drop_result_parts();
create trigger late_displays_drop_their_part after insert on app.displays
    for each row when (new.reserved_at < clock_timestamp() - interval '5 minutes') execute function app.drop_result_part();
create trigger late_changes_drop_their_part after update of state, displayed_at, answered_at, revision, variant on app.displays
    for each row when (old.reserved_at < clock_timestamp() - interval '5 minutes') execute function app.drop_result_part();
create trigger deleted_displays_drop_their_parts after delete on app.displays
    referencing old table as deleted for each statement execute function app.drop_result_parts();

create function app.count_result_part(p_site uuid, p_prompt uuid, p_from timestamptz, p_to timestamptz) returns jsonb
language sql stable set search_path = ''
as $$
    with shown as materialized (
        -- F/manage/summary/read-figures.ts rounds times the same way: few enough are different to be counted.
        select d.revision, d.variant, d.state,
            (case when t.seconds < 10 then round(greatest(t.seconds, 0), 1) when t.seconds < 600 then round(t.seconds)
                else round(t.seconds / 60) * 60 end)::double precision as seconds,
            count(*) as count
        from app.displays d
        cross join lateral (select case when d.displayed_at is not null
            then extract(epoch from d.answered_at - d.displayed_at) end as seconds) t
        where d.site_id = p_site and d.prompt_id = p_prompt and d.state <> 'released'
          and d.reserved_at >= p_from and d.reserved_at < p_to
        group by 1, 2, 3, 4
    ),
    given as materialized (
        select r.revision, r.variant, r.final, r.answers from app.responses r
        where r.site_id = p_site and r.prompt_id = p_prompt and r.created_at >= p_from and r.created_at < p_to
    ),
    versions as materialized (
        select v.revision, v.variant,
            array_agg(q.question ->> 'id' order by q.at) filter (where q.question is not null) as questions,
            array_agg(q.question ->> 'id' order by q.at) filter (where q.question ? 'branches') as branching,
            array_agg(q.question ->> 'id' order by q.at)
                filter (where q.question ->> 'type' not in ('short_text', 'long_text', 'message')) as counted
        from (select revision, variant from shown union select revision, variant from given) v
        left join app.revisions n on n.site_id = p_site and n.prompt_id = p_prompt and n.number = v.revision
        left join lateral jsonb_array_elements(app.apply_variant(n.content, v.variant) -> 'questions')
            with ordinality q (question, at) on true
        group by 1, 2
    ),
    alike as (
        select a.revision, a.variant, jsonb_agg(jsonb_build_array(a.final, a.answered, a.picked, a.count)) as groups
        from (
            select g.revision, g.variant, g.final, v.answered, v.picked, count(*) as count
            from given g
            left join versions n on n.revision = g.revision and n.variant is not distinct from g.variant
            cross join lateral (
                select (select coalesce(string_agg(case when btrim(g.answers ->> i.id) <> '' and g.answers -> i.id <> '[]'
                            then '1' else '0' end, '' order by i.at), '')
                        from unnest(n.questions) with ordinality i (id, at)) as answered,
                    case when n.branching is not null then (select jsonb_object_agg(i.id, g.answers -> i.id)
                        from unnest(n.branching) i (id)) end as picked
            ) v
            group by 1, 2, 3, 4, 5
        ) a group by 1, 2
    ),
    answers as (
        select g.revision, g.variant, i.id as question, g.answers -> i.id as answer, count(*) as count
        from given g
        join versions n on n.revision = g.revision and n.variant is not distinct from g.variant
        cross join lateral unnest(n.counted) i (id)
        group by 1, 2, 3, 4
    ),
    counts as (
        select a.revision, a.variant, a.question,
            case jsonb_typeof(v.value) when 'object' then '(other)' else v.value #>> '{}' end as value,
            sum(a.count)::integer as count, coalesce(sum(a.count) filter (where v.at = 1), 0)::integer as answers
        from answers a
        cross join lateral jsonb_array_elements(
            case jsonb_typeof(a.answer) when 'array' then a.answer else jsonb_build_array(a.answer) end)
            with ordinality v (value, at)
        where jsonb_typeof(a.answer) <> 'null'
        group by 1, 2, 3, 4
    ),
    counted as (
        select c.revision, c.variant, jsonb_object_agg(c.question, c.values) as values
        from (
            select revision, variant, question, jsonb_object_agg(value,
                case when count = answers then to_jsonb(count) else jsonb_build_array(count, answers) end) as values
            from counts where value is not null group by 1, 2, 3
        ) c group by 1, 2
    )
    select coalesce(jsonb_agg(jsonb_build_object(
        'revision', n.revision, 'variant', n.variant, 'questions', coalesce(to_jsonb(n.questions), '[]'),
        'alike', coalesce(a.groups, '[]'), 'values', coalesce(c.values, '{}'),
        'displays', (select coalesce(jsonb_object_agg(s.state, s.count), '{}') from (
            select s.state, sum(s.count) as count from shown s
            where s.revision = n.revision and s.variant is not distinct from n.variant group by 1) s),
        'seconds', (select coalesce(jsonb_agg(jsonb_build_array(s.seconds, s.count) order by s.seconds), '[]') from (
            select s.seconds, sum(s.count) as count from shown s
            where s.revision = n.revision and s.variant is not distinct from n.variant and s.seconds is not null group by 1) s))
        order by n.revision, n.variant), '[]')
    from versions n
    left join alike a on a.revision = n.revision and a.variant is not distinct from n.variant
    left join counted c on c.revision = n.revision and c.variant is not distinct from n.variant
$$;
comment on function app.count_result_part is 'What results count, for each revision and variant: responses that are alike, values of answers, displays by state, times to answer. F/manage/summary/ counts the same from the rows.';

create function app.mark_result_parts(p_now timestamptz, p_batch integer) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
    -- Triggers go by the clock, so a test that runs ahead of it marks nothing.
    v_until timestamptz := least(p_now, clock_timestamp()) - interval '20 minutes';
    v_marked integer;
begin
    delete from app.result_parts k using app.sites s
    where s.id = k.site_id and (k.zone <> coalesce(s.settings ->> 'time_zone', 'UTC')
        -- Imported from another database.
        or k.figures is null and k.marked_in >= pg_snapshot_xmax(pg_current_snapshot()));
    -- The hours of a day that has ended.
    delete from app.result_parts k
    where k.to_at < k.from_at + interval '2 hours' and k.day < (v_until at time zone k.zone)::date;
    with busy as materialized (
        select p.site_id, p.id, z.zone, (v_until at time zone z.zone)::date as today, (least(
                (select min(r.created_at) from app.responses r where r.site_id = p.site_id and r.prompt_id = p.id),
                (select min(d.reserved_at) from app.displays d where d.site_id = p.site_id and d.prompt_id = p.id))
            at time zone z.zone)::date as first
        from app.prompts p
        join app.sites s on s.id = p.site_id
        cross join lateral (select coalesce(s.settings ->> 'time_zone', 'UTC') as zone) z
        -- Those of which the plain query is fast are not worth a part.
        where exists (select from app.responses r where r.site_id = p.site_id and r.prompt_id = p.id offset 999)
    ),
    parts as (
        select b.site_id, b.id, d.day, b.zone, d.day::timestamp at time zone b.zone as from_at,
            (d.day + 1)::timestamp at time zone b.zone as to_at
        from busy b
        cross join lateral (select g::date as day from generate_series(b.first::timestamp, b.today - 1, interval '1 day') g) d
        union all
        select b.site_id, b.id, b.today, b.zone, h.at, h.at + interval '1 hour'
        from busy b
        cross join lateral generate_series(b.today::timestamp at time zone b.zone, v_until - interval '1 hour', interval '1 hour') h (at)
    ),
    missing as materialized (
        select p.* from parts p
        where p.to_at <= v_until and not exists (select from app.result_parts k
            where k.site_id = p.site_id and k.prompt_id = p.id and k.from_at = p.from_at and k.to_at = p.to_at)
        order by p.to_at desc limit p_batch
    )
    insert into app.result_parts (site_id, prompt_id, from_at, to_at, day, zone)
    select m.site_id, m.id, m.from_at, m.to_at, m.day, m.zone from missing m;
    get diagnostics v_marked = row_count;
    return v_marked > 0;
end $$;
comment on function app.mark_result_parts is 'Marks parts of prompts with many responses to be counted. Returns whether there were any.';

create function app.count_result_parts(p_now timestamptz default clock_timestamp(), p_batch integer default 1000) returns boolean
language plpgsql security definer set search_path = '' set work_mem = '64MB' set jit = 'off'
as $$
declare
    k app.result_parts;
begin
    -- The newest first: the oldest are counted while someone reads.
    select * into k from app.result_parts m
    where m.figures is null and m.marked_in < pg_snapshot_xmin(pg_current_snapshot())
    order by m.to_at desc limit 1;
    if found then
        update app.result_parts u set figures = app.count_result_part(u.site_id, u.prompt_id, u.from_at, u.to_at)
        where u.site_id = k.site_id and u.prompt_id = k.prompt_id and u.from_at = k.from_at and u.figures is null;
        return true;
    end if;
    return app.mark_result_parts(p_now, p_batch);
end $$;
comment on function app.count_result_parts is 'Counts one marked part, or marks some. Returns whether there is more to do.';
create index result_parts_marked on app.result_parts (to_at) where figures is null;

reset role;
