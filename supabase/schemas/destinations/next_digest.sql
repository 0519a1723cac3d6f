create or replace function app.next_digest(p_schedule jsonb, p_after timestamptz) returns timestamptz
language plpgsql stable set search_path = ''
as $$
declare
    v_zone text := p_schedule ->> 'time_zone';
    v_day date := (p_after at time zone v_zone)::date;
    v_at timestamptz;
begin
    if p_schedule ->> 'every' not in ('day', 'week') then
        return null;
    end if;
    for v_ahead in 0..8 loop
        v_at := ((v_day + v_ahead)::timestamp + make_interval(hours => (p_schedule ->> 'hour')::integer)) at time zone v_zone;
        if v_at > p_after
            and (p_schedule ->> 'every' = 'day' or extract(isodow from v_day + v_ahead) = (p_schedule ->> 'weekday')::integer)
        then
            return v_at;
        end if;
    end loop;
    return null;
end $$;
comment on function app.next_digest is 'When the next digest after a time is due, by the local hour of its schedule; null without a digest.';
