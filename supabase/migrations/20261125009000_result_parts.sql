-- Figures of the past, counted once: results of a prompt with very many responses add up what was counted, and count only
-- what is newer. A part is a day of the site's time zone, or an hour of a day that has not ended.
--
-- An answer costs nothing more: a part is marked 20 minutes after its end, and triggers look for parts only at rows that
-- are older than five. A change, a deletion or an erasure of such a row deletes its part, which is counted again. A part is
-- first marked and only counted when every transaction that could not see the mark has ended; each later one deletes it.
-- Those are all that began before a step that sees the mark: not the ones before the step that marks, because others begin
-- while it runs.
set role feedback_owner;

create table app.result_parts (
    site_id uuid not null,
    prompt_id uuid not null,
    from_at timestamptz not null,
    to_at timestamptz not null,
    day date not null,
    zone text not null,
    marked_in xid8 not null default pg_current_xact_id(),
    seen_in xid8,
    begun jsonb,
    next_at timestamptz,
    next_id uuid,
    figures jsonb,
    size integer,
    displays integer,
    unconfirmed integer,
    answered integer,
    constraint result_parts_pkey primary key (site_id, prompt_id, from_at),
    constraint result_parts_site_id_prompt_id_fkey
        foreign key (site_id, prompt_id) references app.prompts (site_id, id) on delete cascade,
    constraint what_is_begun_goes_on check (num_nulls(begun, next_at, next_id) in (0, 3) and (begun is null or figures is null)),
    constraint a_part_has_a_length check (to_at > from_at)
);
comment on table app.result_parts is 'Figures of the displays and responses of a prompt in a day, or in an hour of a day that has not ended. Deleted when a row of that time changes.';
comment on column app.result_parts.day is 'In the time zone `zone`.';
comment on column app.result_parts.zone is 'The site''s time zone when the part was marked. Parts in another time zone are not read.';
comment on column app.result_parts.seen_in is 'The transaction of a later step that saw the mark: the part is counted once all transactions before it have ended.';
comment on column app.result_parts.begun is 'The counts so far of a part that has more rows than are counted at once.';
comment on column app.result_parts.next_at is 'Time of the first display or response not counted yet, while the part is being counted.';
comment on column app.result_parts.next_id is 'Its display, because several may have the same time.';
comment on column app.result_parts.figures is 'What app.count_result_part counted; null until all of the part is counted.';
comment on column app.result_parts.size is 'Number of displays and responses in the part; null until it is counted.';
comment on column app.result_parts.displays is 'Displays in it, as in `figures`.';
comment on column app.result_parts.unconfirmed is 'Displays in it that no browser has confirmed.';
comment on column app.result_parts.answered is 'Displays in it that have a response.';

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

create function app.drop_result_parts_at(p_sites uuid[], p_prompts uuid[], p_times timestamptz[]) returns void
language sql security definer set search_path = ''
as $$
    -- In a fixed order, so that concurrent changes wait for each other instead of deadlocking.
    with found as materialized (
        select k.site_id, k.prompt_id, k.from_at from app.result_parts k
        where (k.site_id, k.prompt_id) in (select s, p from unnest(p_sites, p_prompts) u (s, p))
          and exists (select from unnest(p_sites, p_prompts, p_times) t (site_id, prompt_id, at)
              where t.site_id = k.site_id and t.prompt_id = k.prompt_id and t.at >= k.from_at and t.at < k.to_at)
        order by k.site_id, k.prompt_id, k.from_at for update
    )
    delete from app.result_parts k using found f
    where k.site_id = f.site_id and k.prompt_id = f.prompt_id and k.from_at = f.from_at
$$;
comment on function app.drop_result_parts_at is 'Deletes the parts that have these times.';

create function app.drop_result_part() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
    v_times timestamptz[];
begin
    if tg_table_name = 'responses' then
        -- Filters compare a display with its answers, and the response rate counts those that have a response: the part
        -- of the display changes too.
        v_times := array[new.created_at,
            (select d.reserved_at from app.displays d where d.site_id = new.site_id and d.id = new.display_id)];
    else
        v_times := array[new.reserved_at];
    end if;
    perform app.drop_result_parts_at(array_fill(new.site_id, array[cardinality(v_times)]),
        array_fill(new.prompt_id, array[cardinality(v_times)]), v_times);
    return null;
end $$;
comment on function app.drop_result_part is 'Deletes the parts of a row that was added or changed late.';

create function app.drop_result_parts() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
    if tg_table_name = 'responses' then
        perform app.drop_result_parts_at(array_agg(d.site_id), array_agg(d.prompt_id), array_agg(d.at))
        from (
            select r.site_id, r.prompt_id, t.at from deleted r
            cross join lateral (
                select r.created_at as at
                union
                select d.reserved_at from app.displays d where d.site_id = r.site_id and d.id = r.display_id
            ) t
        ) d;
    else
        perform app.drop_result_parts_at(array_agg(d.site_id), array_agg(d.prompt_id), array_agg(d.reserved_at)) from deleted d;
    end if;
    return null;
end $$;
comment on function app.drop_result_parts is 'Deletes the parts of deleted rows.';

create trigger late_responses_drop_their_part after insert on app.responses
    for each row when (new.created_at < clock_timestamp() - interval '5 minutes') execute function app.drop_result_part();
create trigger late_answers_drop_their_part after update of answers, final, revision, variant, traits, context on app.responses
    for each row when (old.created_at < clock_timestamp() - interval '5 minutes') execute function app.drop_result_part();
create trigger deleted_responses_drop_their_parts after delete on app.responses
    referencing old table as deleted for each statement execute function app.drop_result_parts();
create trigger late_displays_drop_their_part after insert on app.displays
    for each row when (new.reserved_at < clock_timestamp() - interval '5 minutes') execute function app.drop_result_part();
create trigger late_changes_drop_their_part after update of state, displayed_at, answered_at, revision, variant, traits, context on app.displays
    for each row when (old.reserved_at < clock_timestamp() - interval '5 minutes') execute function app.drop_result_part();
create trigger deleted_displays_drop_their_parts after delete on app.displays
    referencing old table as deleted for each statement execute function app.drop_result_parts();

create function app.filter_sql(p_condition jsonb, p_answers text, p_traits text, p_context text, p_at text) returns text
language plpgsql stable set search_path = ''
as $$
declare
    v_group text := (select g from unnest(array['all', 'any', 'none']) g where jsonb_typeof(p_condition -> g) = 'array');
    v_from text := case when p_condition ? 'trait' then p_traits else format('coalesce(%s, ''{}'')', p_context) end;
begin
    if v_group is not null then
        return (select format(case v_group when 'none' then 'not (%s)' else '(%s)' end,
                string_agg(app.filter_sql(m, p_answers, p_traits, p_context, p_at), case v_group when 'all' then ' and ' else ' or ' end))
            from jsonb_array_elements(p_condition -> v_group) m);
    end if;
    return format('coalesce(jsonb_path_match(%s, (select app.filter_path(%L)), (select app.filter_vars(%L)), true), false)',
        case when p_condition ? 'answer' then p_answers
            when p_condition ->> 'op' in ('before', 'after', 'older_than', 'newer_than') then
                format('app.filter_date(%s, %s)', case when p_condition ? 'trait'
                    then format('%s -> %L', v_from, p_condition ->> 'trait') else 'null::jsonb' end, p_at)
            else v_from end,
        p_condition, p_condition);
end $$;
comment on function app.filter_sql is 'A condition of responseConditionSchema as SQL over four expressions, as F/manage/meets-condition.ts writes it.';

create function app.segment_sql(p_filter jsonb, p_answers text, p_row text, p_at text) returns text
language sql stable set search_path = ''
as $$
    select concat_ws(' and ', 'true',
        (select string_agg(format('%s.traits ->> %L = %L', p_row, split_part(t, ':', 1), substr(t, strpos(t, ':') + 1)), ' and ')
         from jsonb_array_elements_text(p_filter -> 'trait') t),
        case when p_filter ? 'condition' then app.filter_sql(p_filter -> 'condition', p_answers, p_row || '.traits', p_row || '.context', p_at) end)
$$;
comment on function app.segment_sql is 'Traits and a condition as SQL over a row, as F/manage/segment.ts writes them.';

create function app.count_result_part(
    p_site uuid, p_prompt uuid, p_from timestamptz, p_to timestamptz, p_filter jsonb default '{}',
    p_from_id uuid default '00000000-0000-0000-0000-000000000000', p_to_id uuid default '00000000-0000-0000-0000-000000000000')
returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
    v_figures jsonb;
begin
    execute format($count$
        with shown as materialized (
            -- F/manage/summary/read-figures.ts rounds times the same way: few enough are different to be counted.
            select d.revision, d.variant, d.state,
                (case when t.seconds < 10 then round(greatest(t.seconds, 0), 1) when t.seconds < 600 then round(t.seconds)
                    else round(t.seconds / 60) * 60 end)::double precision as seconds,
                count(*) as count, count(x.display_id) as answered
            from app.displays d
            left join app.responses x on x.site_id = d.site_id and x.display_id = d.id
            cross join lateral (select case when d.displayed_at is not null
                then extract(epoch from d.answered_at - d.displayed_at) end as seconds) t
            where d.site_id = $1 and d.prompt_id = $2 and d.state <> 'released'
              and d.reserved_at >= $3 and (d.reserved_at > $3 or d.id >= $5)
              and d.reserved_at <= $4 and (d.reserved_at < $4 or d.id < $6) and %1$s
            group by 1, 2, 3, 4
        ),
        given as materialized (
            select r.revision, r.variant, r.final, r.answers from app.responses r
            where r.site_id = $1 and r.prompt_id = $2
              and r.created_at >= $3 and (r.created_at > $3 or r.display_id >= $5)
              and r.created_at <= $4 and (r.created_at < $4 or r.display_id < $6) and %2$s
        ),
        versions as materialized (
            select v.revision, v.variant,
                array_agg(q.question ->> 'id' order by q.at) filter (where q.question is not null) as questions,
                array_agg(q.question ->> 'id' order by q.at) filter (where q.question ? 'branches') as branching,
                array_agg(q.question ->> 'id' order by q.at)
                    filter (where q.question ->> 'type' not in ('short_text', 'long_text', 'message')) as counted
            from (select revision, variant from shown union select revision, variant from given) v
            left join app.revisions n on n.site_id = $1 and n.prompt_id = $2 and n.number = v.revision
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
            'answered', (select coalesce(sum(s.answered), 0) from shown s
                where s.revision = n.revision and s.variant is not distinct from n.variant),
            'seconds', (select coalesce(jsonb_agg(jsonb_build_array(s.seconds, s.count) order by s.seconds), '[]') from (
                select s.seconds, sum(s.count) as count from shown s
                where s.revision = n.revision and s.variant is not distinct from n.variant and s.seconds is not null group by 1) s))
            order by n.revision, n.variant), '[]')
        from versions n
        left join alike a on a.revision = n.revision and a.variant is not distinct from n.variant
        left join counted c on c.revision = n.revision and c.variant is not distinct from n.variant
    $count$,
        app.segment_sql(p_filter, $a$coalesce(x.answers, '{}')$a$,
            'd', 'd.reserved_at'),
        app.segment_sql(p_filter, 'r.answers', 'r', 'r.created_at'))
    into v_figures using p_site, p_prompt, p_from, p_to, p_from_id, p_to_id;
    return v_figures;
end $$;
comment on function app.count_result_part is 'What results count, for each revision and variant: responses that are alike, values of answers, displays by state, how many of them have a response, times to answer; of those that meet `trait` and `condition` of a filter, from a time and display on and before another. F/manage/summary/ counts the same from the rows.';

create function app.mark_result_parts(p_now timestamptz, p_batch integer) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
    -- Triggers use the clock, so a test that runs ahead of it marks nothing.
    v_until timestamptz := least(p_now, clock_timestamp()) - interval '20 minutes';
    v_marked integer;
begin
    delete from app.result_parts k using app.sites s
    where s.id = k.site_id and (k.zone <> coalesce(s.settings ->> 'time_zone', 'UTC')
        -- Imported from another database.
        or k.figures is null and k.marked_in >= pg_snapshot_xmax(pg_current_snapshot())
        or k.figures is null and k.seen_in >= pg_snapshot_xmax(pg_current_snapshot()));
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
        -- If the plain query is fast, a part is not worthwhile.
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
comment on function app.mark_result_parts is 'Marks parts of prompts with many responses for counting. Returns whether there were any.';

create function app.count_result_parts(
    p_now timestamptz default clock_timestamp(), p_batch integer default 1000, p_rows integer default 20000)
returns boolean
language plpgsql security definer set search_path = '' set work_mem = '64MB' set jit = 'off'
-- So that each plan knows how many rows are requested.
set plan_cache_mode = 'force_custom_plan'
as $$
declare
    k app.result_parts;
    v_to timestamptz;
    v_to_id uuid;
    v_piece jsonb;
    v_displays integer;
begin
    update app.result_parts m set seen_in = pg_current_xact_id()
    where m.figures is null and m.seen_in is null;
    if found then
        return true;
    end if;
    -- Newest first, because the oldest are counted while someone reads.
    select * into k from app.result_parts m
    where m.figures is null and m.seen_in < pg_snapshot_xmin(pg_current_snapshot())
    order by m.to_at desc limit 1;
    if not found then
        return app.mark_result_parts(p_now, p_batch);
    end if;
    k.next_at := coalesce(k.next_at, k.from_at);
    k.next_id := coalesce(k.next_id, '00000000-0000-0000-0000-000000000000');
    select b.at, b.id into v_to, v_to_id
    from app.find_row_after(k.site_id, k.prompt_id, k.next_at, k.next_id, k.to_at, p_rows) b;
    v_piece := app.count_result_part(k.site_id, k.prompt_id, k.next_at, coalesce(v_to, k.to_at), '{}',
        k.next_id, coalesce(v_to_id, '00000000-0000-0000-0000-000000000000'));
    k.begun := coalesce(app.sum_figures(k.begun || v_piece), v_piece);
    if v_to is not null then
        update app.result_parts u set begun = k.begun, next_at = v_to, next_id = v_to_id
        where u.site_id = k.site_id and u.prompt_id = k.prompt_id and u.from_at = k.from_at and u.marked_in = k.marked_in;
        return true;
    end if;
    v_displays := (select coalesce(sum(n::integer), 0) from jsonb_path_query(k.begun, '$[*].displays.*') n);
    update app.result_parts u set figures = k.begun, begun = null, next_at = null, next_id = null, displays = v_displays,
        unconfirmed = (select coalesce(sum(n::integer), 0) from jsonb_path_query(k.begun, '$[*].displays.reserved') n),
        answered = (select coalesce(sum(n::integer), 0) from jsonb_path_query(k.begun, '$[*].answered') n),
        size = v_displays + (select coalesce(sum(n::integer), 0) from jsonb_path_query(k.begun, '$[*].alike[*][3]') n)
    where u.site_id = k.site_id and u.prompt_id = k.prompt_id and u.from_at = k.from_at and u.marked_in = k.marked_in;
    return true;
end $$;
comment on function app.count_result_parts is 'Counts `p_rows` displays and responses of a marked part, or marks some. Returns whether there is more to do.';
create index result_parts_marked on app.result_parts (to_at) where figures is null;

reset role;
