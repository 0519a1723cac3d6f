create or replace function app.record_event_name(p_site uuid, p_name text, p_now timestamptz) returns void
language plpgsql set search_path = ''
as $$
begin
    update app.event_names n set last_seen_at = p_now, first_seen_at = coalesce(n.first_seen_at, p_now)
    where n.site_id = p_site and n.name = p_name
      and (n.last_seen_at is null or n.last_seen_at < p_now - interval '1 hour');
    -- Only the list of names is limited, not the events. Once it is full, most calls end here.
    if found or exists (select from app.event_names n where n.site_id = p_site and n.name = p_name)
        or (select s.listed_names from app.sites s where s.id = p_site) >= 500
    then
        return;
    end if;
    insert into app.event_names (site_id, name, first_seen_at, last_seen_at) values (p_site, p_name, p_now, p_now)
    on conflict (site_id, name) do nothing;
    if found then
        update app.sites set listed_names = listed_names + 1 where id = p_site;
    end if;
end $$;
comment on function app.record_event_name is 'Adds an event name to the list, and updates at most once an hour when it was last seen.';

create or replace function app.record_dropped_events(p_site uuid, p_dropped jsonb, p_now timestamptz) returns void
language plpgsql set search_path = ''
as $$
begin
    insert into app.dropped_events as d (site_id, day, cause, events)
    select p_site, (p_now at time zone 'UTC')::date, x.key, x.value::text::bigint
    from jsonb_each(p_dropped) x order by x.key
    on conflict (site_id, day, cause) do update set events = d.events + excluded.events;
end $$;
