create or replace function app.budget_facts(
    p_site uuid, p_settings jsonb, p_candidates app.candidates[], p_now timestamptz, p_until timestamptz)
returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
    v_zone text := coalesce(p_settings ->> 'time_zone', 'UTC');
    v_budgets jsonb := '{}';
    v_total record;
    v_spent jsonb;
    v_every text;
    v record;
    c app.candidates;
begin
    foreach c in array p_candidates loop
        continue when c.budget is null or v_budgets ? c.prompt_id::text;
        v_spent := '{}';
        if c.budget ?| array['displays', 'responses'] then
            v_total := app.spent_until(p_site, c.prompt_id, 'total', '-infinity', p_until);
            v_spent := jsonb_build_object('displays', v_total.displays, 'responses', v_total.responses);
        end if;
        v_every := c.budget #>> '{period,every}';
        if v_every is not null then
            v := app.period_at(v_every, p_now, v_zone);
            v_total := app.spent_until(p_site, c.prompt_id, v_every, v.starts_on, p_until);
            v_spent := v_spent || jsonb_build_object('period', v_total.displays, 'elapsed', v.elapsed);
        end if;
        v_budgets := v_budgets || jsonb_build_object(c.prompt_id, v_spent);
    end loop;
    if p_settings #> '{limits,displays_per_day}' is not null then
        v := app.period_at('site', p_now, v_zone);
        v_total := app.spent_until(p_site, '00000000-0000-0000-0000-000000000000', 'site', v.starts_on, p_until);
        v_budgets := v_budgets || jsonb_build_object('site', v_total.displays);
    end if;
    return jsonb_build_object('budgets', v_budgets);
end $$;
comment on function app.budget_facts is
    'How much of the budgets of candidates and of their site is used: {budgets: {<prompt>: {displays, responses, period, elapsed}, site}}. `period` and `elapsed` are about the current period; p_until excludes later displays and responses.';
