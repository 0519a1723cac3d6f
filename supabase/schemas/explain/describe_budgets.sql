create or replace function app.describe_budgets(p_site uuid, p_prompts uuid[]) returns table (prompt_id uuid, budget jsonb)
language plpgsql stable security definer set search_path = ''
as $$
declare
    v_now timestamptz := clock_timestamp();
    v_settings jsonb := (select s.settings from app.sites s where s.id = p_site);
    v_zone text := coalesce(v_settings ->> 'time_zone', 'UTC');
    v_day record := app.period_at('site', v_now, v_zone);
    v_per_day jsonb := v_settings #> '{limits,displays_per_day}';
    v_budget jsonb;
    v_period jsonb;
    v_total record;
    v record;
begin
    perform app.require_site_access(p_site);
    if v_per_day is not null then
        v_per_day := app.describe_spent(v_per_day, (app.spent_until(p_site, '00000000-0000-0000-0000-000000000000', 'site',
            v_day.starts_on, 'infinity')).displays);
    end if;
    for prompt_id, v_budget in
        select p.id, r.content -> 'budget' from unnest(p_prompts) given (id)
        join app.prompts p on p.site_id = p_site and p.id = given.id
        left join app.revisions r on r.site_id = p_site and r.prompt_id = p.id and r.number = p.published_revision
    loop
        budget := null;
        if v_budget is not null or v_per_day is not null then
            v_total := app.spent_until(p_site, prompt_id, 'total', '-infinity', 'infinity');
            v_period := v_budget -> 'period';
            if v_period is not null then
                v := app.period_at(v_period ->> 'every', v_now, v_zone);
                v_period := jsonb_build_object('every', v_period -> 'every', 'starts_on', v.starts_on,
                    'ends_at', app.format_instant(v.ends_at), 'due', case when (v_period -> 'paced')::boolean
                        then app.paced_allowance((v_period -> 'displays')::integer, v.elapsed) end)
                    || app.describe_spent(v_period -> 'displays',
                        (app.spent_until(p_site, prompt_id, v_period ->> 'every', v.starts_on, 'infinity')).displays);
            end if;
            budget := jsonb_build_object(
                'displays', app.describe_spent(v_budget -> 'displays', v_total.displays),
                'responses', app.describe_spent(v_budget -> 'responses', v_total.responses),
                'period', v_period,
                'displays_per_day', v_per_day);
        end if;
        return next;
    end loop;
end $$;
comment on function app.describe_budgets is
    'The current budgets of published revisions and of the site, and how much is used and left, for callers who may see the site; null without a budget.';
grant execute on function app.describe_budgets to feedback_agent, feedback_person;
