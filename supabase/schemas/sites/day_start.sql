create or replace function app.zone_offset(p_at timestamptz, p_zone text) returns interval
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
    return (p_at at time zone p_zone) - (p_at at time zone 'UTC');
end $$;
comment on function app.zone_offset is 'The offset of a time zone from UTC.';

create or replace function app.day_start(p_day date, p_zone text) returns timestamptz
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
    -- UTC, as are the times below.
    v_midnight timestamptz := p_day::timestamp at time zone 'UTC';
    -- Midnight by the offset of the day before and by that of the day after: they differ when the clocks change.
    v_one timestamptz := v_midnight - app.zone_offset(v_midnight - interval '26 hours', p_zone);
    v_other timestamptz := v_midnight - app.zone_offset(v_midnight + interval '26 hours', p_zone);
    v_first timestamptz := least(v_one, v_other);
begin
    return case when (v_first at time zone p_zone)::date = p_day then v_first else greatest(v_one, v_other) end;
end $$;
comment on function app.day_start is
    'The first instant of a date in a time zone: where midnight does not exist, the hour after it, and where it occurs twice, the earlier one.';
grant execute on function app.zone_offset, app.day_start to feedback_agent, feedback_person;
