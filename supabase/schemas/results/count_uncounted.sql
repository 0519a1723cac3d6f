create or replace function app.count_uncounted(
    p_site uuid, p_prompt uuid, p_displays jsonb, p_responses jsonb, p_filter jsonb)
returns jsonb
language plpgsql stable security definer set search_path = '' set work_mem = '64MB' set jit = 'off'
as $$
begin
    if p_site not in (select app.sites_for('viewer') union all select app.granted_sites('response:read')) then
        return '[]';
    end if;
    return app.count_figures(p_site, p_prompt,
        -- The same condition as the policies of app.displays.
        'd.reserved_at >= now() - interval ''90 days'' and ' || app.within_ranges_sql('d.reserved_at', p_displays),
        app.within_ranges_sql('r.created_at', p_responses), p_filter, (select app.site_time_zone(p_site)));
end $$;
comment on function app.count_uncounted is 'Counts by day what no part of results counts: displays and responses in ranges of time, of a segment; none for a caller who may not read the responses of the site.';
grant execute on function app.count_uncounted to feedback_agent, feedback_person;

create or replace function app.within_ranges_sql(p_column text, p_ranges jsonb) returns text
language sql stable set search_path = ''
as $$
    select coalesce('(' || string_agg(concat_ws(' and ',
        format('%s >= %L', p_column, coalesce(r ->> 'from', '-infinity')::timestamptz),
        case when r ? 'to' then format('%s < %L', p_column, (r ->> 'to')::timestamptz) end), ' or ') || ')', 'false')
    from jsonb_array_elements(p_ranges) r
$$;
comment on function app.within_ranges_sql is 'Whether a time is in one of the ranges, which begin at `from` and end before `to`, as SQL.';
