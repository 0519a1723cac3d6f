create or replace function app.period_at(
    p_period text, p_now timestamptz, p_zone text,
    out starts_on date, out starts_at timestamptz, out ends_at timestamptz, out elapsed double precision)
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
    v_unit text := case p_period when 'site' then 'day' else p_period end;
    v_from timestamp;
begin
    if p_period = 'total' then
        starts_on := '-infinity';
        return;
    end if;
    begin
        v_from := date_trunc(v_unit, p_now at time zone p_zone);
    exception when invalid_parameter_value then
        -- A time zone that the contract knows but the database does not.
        p_zone := 'UTC';
        v_from := date_trunc(v_unit, p_now at time zone p_zone);
    end;
    starts_on := v_from;
    starts_at := app.day_start(starts_on, p_zone);
    ends_at := app.day_start((v_from + case v_unit when 'day' then interval '1 day' when 'week' then interval '7 days'
        else interval '1 month' end)::date, p_zone);
    elapsed := greatest(0, extract(epoch from p_now - starts_at) / extract(epoch from ends_at - starts_at));
end $$;
comment on function app.period_at is
    'The day, week (from Monday) or month of a time in a time zone, and the share of it that has elapsed. A day has 23 to 25 hours when the clocks change.';
