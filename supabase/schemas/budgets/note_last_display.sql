create or replace function app.note_last_display(
    p_site uuid, p_prompt uuid, p_settings jsonb, p_budget jsonb, p_charges jsonb, p_now timestamptz)
returns void
language plpgsql set search_path = ''
as $$
declare
    v record;
begin
    if not app.has_destination(p_site, 'budget.reached') then
        return;
    end if;
    for v in
        -- The last display may be released and reserved again.
        update app.budget_periods b set announced = t.allowed
        from (
            select c.key as period, c.value::date as starts_on, app.allowed_displays(c.key, p_settings, p_budget) as allowed
            from jsonb_each_text(p_charges) c) t
        where b.site_id = p_site and b.period = t.period and b.starts_on = t.starts_on
          and b.prompt_id = case t.period when 'site' then '00000000-0000-0000-0000-000000000000' else p_prompt end
          and b.displays = t.allowed and b.announced is distinct from t.allowed
        returning b.period, b.starts_on, b.announced
    loop
        perform app.note_reached(p_site, case v.period when 'site' then null else p_prompt end,
            case v.period when 'total' then 'displays' when 'site' then 'displays_per_day' else 'period' end,
            case v.period when 'total' then null when 'site' then 'day' else v.period end,
            v.announced, nullif(v.starts_on, '-infinity'), p_now);
    end loop;
end $$;
comment on function app.note_last_display is
    'Writes the message `budget.reached` for each period in which a display just charged was the last one, once for each number of displays.';
