create or replace function app.spend_budgets(
    p_site uuid, p_prompt uuid, p_settings jsonb, p_budget jsonb, p_charges jsonb, p_now timestamptz)
returns app.reason
language plpgsql set search_path = ''
as $$
declare
    v_period text;
    v_most integer;
    v_allowed integer;
    v_responses integer;
    v_spent integer;
    v_charged jsonb := '{}';
    v_is_reached boolean := false;
begin
    -- In the order in which app.change_spending locks the rows.
    foreach v_period in array array['total', 'day', 'week', 'month', 'site'] loop
        continue when not p_charges ? v_period;
        v_most := app.allowed_displays(v_period, p_settings, p_budget);
        v_allowed := v_most;
        v_responses := case v_period when 'total' then p_budget -> 'responses' end;
        if v_period not in ('total', 'site') and (p_budget #> '{period,paced}')::boolean then
            v_allowed := app.paced_allowance(
                v_most, (app.period_at(v_period, p_now, coalesce(p_settings ->> 'time_zone', 'UTC'))).elapsed);
        end if;
        -- Either way the row stays locked until the transaction ends.
        insert into app.budget_periods as b (site_id, prompt_id, period, starts_on, displays)
        values (p_site, case v_period when 'site' then '00000000-0000-0000-0000-000000000000' else p_prompt end,
            v_period, (p_charges ->> v_period)::date, 1)
        on conflict (site_id, prompt_id, period, starts_on) do update set displays = b.displays + 1
        where (v_allowed is null or b.displays < v_allowed) and (v_responses is null or b.responses < v_responses)
        returning b.displays into v_spent;
        if not found then
            perform app.change_spending(p_site, p_prompt, v_charged, -1);
            return case when v_allowed < v_most and v_most > (
                select b.displays from app.budget_periods b
                where b.site_id = p_site and b.prompt_id = p_prompt and b.period = v_period
                  and b.starts_on = (p_charges ->> v_period)::date) then 'paced' else 'budget' end;
        end if;
        v_charged := v_charged || jsonb_build_object(v_period, p_charges -> v_period);
        v_is_reached := v_is_reached or coalesce(v_spent = v_most, false);
    end loop;
    if v_is_reached then
        perform app.note_last_display(p_site, p_prompt, p_settings, p_budget, p_charges, p_now);
    end if;
    return null;
end $$;
comment on function app.spend_budgets is
    'Charges a display to the periods of app.list_charges. Returns null, or the reason if one of them has none left; then nothing is charged.';
