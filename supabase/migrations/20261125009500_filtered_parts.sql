-- Figures of the past under a filter that no index serves: while someone reads, the parts of app.result_parts are counted
-- under their filter, the newest first, for a limited time, and kept. The same request again goes on where it stopped.
--
-- What is kept here is true as long as its part is there. A part is counted only when every transaction that could not see
-- it has ended; each later one that adds, changes or deletes a row of its time deletes it, with what is kept of it here.
-- Such a transaction, of which a count saw nothing, and the one that keeps the count meet at the row of the part:
-- - It has deleted the part and has not ended: the row is locked, and nothing is kept.
-- - It has ended: there is no row, or another one since, which `marked_in` tells. Nothing is kept.
-- - It deletes the part later: it waits for the lock of the one that keeps, and its deletion sees what was kept.
-- A filter compares only what the rows of displays and responses hold, never what may change without them.
--
-- A migration that changes what a filter matches, or what is counted, deletes all rows.
set role feedback_owner;

create table app.filtered_parts (
    site_id uuid not null,
    prompt_id uuid not null,
    from_at timestamptz not null,
    filter bytea not null,
    figures jsonb not null,
    counted_at timestamptz not null default now(),
    constraint filtered_parts_pkey primary key (site_id, prompt_id, from_at, filter),
    constraint filtered_parts_site_id_prompt_id_from_at_fkey foreign key (site_id, prompt_id, from_at)
        references app.result_parts (site_id, prompt_id, from_at) on delete cascade
);
comment on table app.filtered_parts is 'Figures of a part under a filter. Deleted with the part, after 30 days, and when 20 other filters of the prompt were counted since.';
comment on column app.filtered_parts.filter is 'app.hash_filter of its traits and its condition: what they compare may be personal, so it is not stored.';
comment on column app.filtered_parts.figures is 'What app.count_result_part counted.';
create index filtered_parts_counted on app.filtered_parts (counted_at);

alter table app.filtered_parts enable row level security;
alter table app.filtered_parts force row level security;
create policy "the service reads" on app.filtered_parts for select to feedback_owner using (true);
create policy "the service inserts" on app.filtered_parts for insert to feedback_owner with check (true);
create policy "the service updates" on app.filtered_parts for update to feedback_owner using (true);
create policy "the service deletes" on app.filtered_parts for delete to feedback_owner using (true);
create policy "members see figures" on app.filtered_parts for select to feedback_person
    using (site_id = any(array(select app.sites_for('viewer'))));
create policy "readers of responses see figures" on app.filtered_parts for select to feedback_agent
    using (site_id = any(array(select app.granted_sites('response:read'))));
grant select on app.filtered_parts to feedback_person, feedback_agent;

create function app.hash_filter(p_filter jsonb) returns bytea
language sql immutable set search_path = ''
as $$ select sha256(convert_to(p_filter::text, 'UTF8')) $$;
comment on function app.hash_filter is 'What app.filtered_parts knows a filter by.';
grant execute on function app.hash_filter to feedback_person, feedback_agent;

create function app.count_filtered_parts(
    p_site uuid, p_prompt uuid, p_filter jsonb, p_since timestamptz, p_until timestamptz, p_for interval)
returns table (from_at timestamptz, figures jsonb)
language plpgsql security definer set search_path = '' set work_mem = '64MB' set jit = 'off'
as $$
declare
    v_filter bytea := app.hash_filter(p_filter);
    v_is_new boolean := not exists (select from app.filtered_parts f
        where f.site_id = p_site and f.prompt_id = p_prompt and f.filter = v_filter);
    v_end timestamptz := clock_timestamp() + p_for;
    v_began timestamptz;
    v_next timestamptz := '-infinity';
    v_from timestamptz[] := '{}';
    v_marked xid8[] := '{}';
    v_figures jsonb[] := '{}';
    k record;
begin
    if p_site not in (select app.sites_for('viewer') union all select app.granted_sites('response:read'))
        -- Another call that counts the same now keeps it for both, and neither waits for the other.
        or not pg_try_advisory_xact_lock(hashtextextended(p_prompt::text || encode(v_filter, 'hex'), 0)) then
        return;
    end if;
    for k in
        select r.from_at, r.to_at, r.marked_in from app.result_parts r
        where r.site_id = p_site and r.prompt_id = p_prompt and r.size > 0 and r.zone = app.site_time_zone(p_site)
          and r.from_at >= coalesce(p_since, '-infinity') and r.to_at <= coalesce(p_until, 'infinity')
          and not exists (select from app.filtered_parts f
              where f.site_id = p_site and f.prompt_id = p_prompt and f.from_at = r.from_at and f.filter = v_filter)
        order by r.from_at desc
    loop
        v_began := clock_timestamp();
        -- The next part takes about as long as the last. One is always counted, so that there is an end to it.
        exit when v_next > v_end;
        v_from := v_from || k.from_at;
        v_marked := v_marked || k.marked_in;
        v_figures := v_figures || app.count_result_part(p_site, p_prompt, k.from_at, k.to_at, p_filter);
        v_next := clock_timestamp() + (clock_timestamp() - v_began);
    end loop;
    -- At the end, because answers to these parts wait for the locks.
    insert into app.filtered_parts (site_id, prompt_id, from_at, filter, figures)
    select p_site, p_prompt, c.from_at, v_filter, c.figures
    from unnest(v_from, v_marked, v_figures) c (from_at, marked_in, figures)
    cross join lateral (
        select from app.result_parts r
        where r.site_id = p_site and r.prompt_id = p_prompt and r.from_at = c.from_at and r.marked_in = c.marked_in
        for key share skip locked
    ) part
    on conflict do nothing;
    if v_is_new then
        delete from app.filtered_parts t where t.ctid = any(array(
            select o.ctid from app.filtered_parts o
            where o.site_id = p_site and o.prompt_id = p_prompt and o.filter in (
                select f.filter from app.filtered_parts f
                where f.site_id = p_site and f.prompt_id = p_prompt and f.filter <> v_filter
                group by 1 order by max(f.counted_at) desc, 1 offset 19)
            for update skip locked));
    end if;
    return query select c.from_at, c.figures from unnest(v_from, v_figures) c (from_at, figures);
end $$;
comment on function app.count_filtered_parts is 'Counts parts under a filter for about as long as `p_for`, the newest first, keeps and returns them; none for a caller who may not read the responses of the site.';
grant execute on function app.count_filtered_parts to feedback_person, feedback_agent;

reset role;
