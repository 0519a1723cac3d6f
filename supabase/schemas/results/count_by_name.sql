create or replace function app.count_by_name(p_site uuid, p_name text) returns table (name text, day date, events bigint)
language plpgsql stable security definer set search_path = ''
as $$
declare
    v_site integer := (select s.key from app.sites s where s.id = p_site);
    v_oldest date := (now() at time zone 'UTC')::date - 30;
    v_counted date := (select max(c.day) from app.counted_days c);
    v_from uuid := app.id_from((greatest(v_counted, v_oldest) + 1)::timestamp at time zone 'UTC');
begin
    perform app.require_site_access(p_site);
    -- Finished days are counted already; the last few are counted now.
    return query
        select x.name, x.day, x.events from app.event_counts x
        where x.site_id = p_site and x.day > v_oldest and x.day <= v_counted and (p_name is null or x.name = p_name)
        union all
        -- Grouped by partition, and then by its day: computing the day from each id would take longer than counting.
        select n.name, d.day, n.events from (
            select x.name, x.tableoid as partition, count(*) as events from app.events x
            where x.site = v_site and x.id >= v_from and (p_name is null or x.name = p_name)
            group by x.name, x.tableoid) n
        join app.list_days() d on d.partition = n.partition;
end $$;
comment on function app.count_by_name is 'Events per day and name of the last 30 days, for callers who may see the site.';
grant execute on function app.count_by_name to feedback_agent, feedback_person;
