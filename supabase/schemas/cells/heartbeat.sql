create or replace function app.beat_home() returns void
language sql volatile security definer set search_path = ''
as $$
    -- Several servers beat; one of them is enough.
    update app.home_heartbeat h set at = clock_timestamp() where h.at < clock_timestamp() - interval '150 milliseconds'
$$;
comment on function app.beat_home is 'Notes at home that it is alive, for the cells.';

create or replace function app.copies_lag() returns interval
language plpgsql stable security definer set search_path = ''
as $$
begin
    return clock_timestamp() - (select h.at from app.home_heartbeat h);
end $$;
comment on function app.copies_lag is 'How old the newest change is that this cell has from home; null before its first copy.';

create or replace function app.require_current_copies() returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
    if app.copies_lag() <= interval '1 second' then
        return;
    end if;
    raise exception 'This cell does not know what home changed in the last second: sign-ins and connections may have ended.'
        using errcode = 'FB503';
end $$;
comment on function app.require_current_copies is
    'Raises FB503 in a cell whose copies are more than a second old, so that what ended at home ends here within that time.';
