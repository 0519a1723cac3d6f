create or replace function app.is_overdue(p_reserved_at timestamptz, p_now timestamptz) returns boolean
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
    return p_reserved_at <= p_now - interval '10 minutes';
end $$;
comment on function app.is_overdue is 'Whether a reservation that is not confirmed has ended. The SDK confirms within seconds.';

create or replace function app.end_overdue(p_site uuid, p_display uuid, p_now timestamptz) returns boolean
language plpgsql set search_path = ''
as $$
begin
    -- Triggers give back what it took: its group, its budgets, its prompt that waits.
    update app.displays d set state = 'released', released_at = p_now, release_reason = 'expired'
    where d.site_id = p_site and d.id = p_display and d.state = 'reserved' and app.is_overdue(d.reserved_at, p_now);
    return found;
end $$;
comment on function app.end_overdue is 'Ends a reservation that was not confirmed in time. Returns whether it has done so.';

create or replace function app.expire_reservation(p_now timestamptz default clock_timestamp()) returns boolean
language plpgsql security definer set search_path = ''
as $$
declare
    v_site uuid;
    v_display uuid;
begin
    -- One for each transaction: with two, the budgets of the first would be locked before the group of the second.
    select d.site_id, d.id into v_site, v_display from app.displays d
    where d.state = 'reserved' and d.reserved_at <= p_now - interval '10 minutes' -- As app.is_overdue, for the index.
    order by d.reserved_at limit 1 for no key update skip locked;
    return found and app.end_overdue(v_site, v_display, p_now);
end $$;
comment on function app.expire_reservation is
    'Ends the oldest reservation that was not confirmed in time. False when there is none. Call it twice a minute until then, one transaction per call, on any number of servers.';
