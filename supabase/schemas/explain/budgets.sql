-- How much of each budget is used and left, for people and for explanations of decisions.
create or replace function app.explain_budget(c app.candidates, p_facts jsonb) returns jsonb
language plpgsql immutable set search_path = ''
as $$
declare
    v_spent jsonb := p_facts #> array['budgets', c.prompt_id::text];
    v_budget jsonb := c.budget;
    v_reason app.reason := app.check_budget(c, p_facts);
    v_site integer := p_facts #> '{site,displays_per_day}';
    v_rules jsonb := '[]';
begin
    if v_budget ? 'displays' then
        v_rules := v_rules || app.explained_rule('displays_budget',
            (v_spent -> 'displays')::integer < (v_budget -> 'displays')::integer,
            jsonb_build_object('spent', v_spent -> 'displays', 'allowed', v_budget -> 'displays'));
    end if;
    if v_budget ? 'responses' then
        v_rules := v_rules || app.explained_rule('responses_budget',
            (v_spent -> 'responses')::integer < (v_budget -> 'responses')::integer,
            jsonb_build_object('spent', v_spent -> 'responses', 'allowed', v_budget -> 'responses'));
    end if;
    if v_budget ? 'period' then
        v_rules := v_rules || app.explained_rule('period_budget',
            (v_spent -> 'period')::integer < (v_budget #> '{period,displays}')::integer,
            jsonb_build_object('spent', v_spent -> 'period', 'allowed', v_budget #> '{period,displays}',
                'every', v_budget #> '{period,every}'));
    end if;
    if v_site is not null then
        v_rules := v_rules || app.explained_rule('site_budget', (p_facts #> '{budgets,site}')::integer < v_site,
            jsonb_build_object('spent', p_facts #> '{budgets,site}', 'allowed', v_site));
    end if;
    if (v_budget #> '{period,paced}')::boolean then
        v_rules := v_rules || app.explained_rule('pacing', v_reason is distinct from 'paced', jsonb_build_object(
            'percent', floor((v_spent -> 'elapsed')::numeric * 100), 'every', v_budget #> '{period,every}',
            'due', app.paced_allowance((v_budget #> '{period,displays}')::integer, (v_spent -> 'elapsed')::double precision),
            'allowed', v_budget #> '{period,displays}'));
    end if;
    return v_rules;
end $$;
comment on function app.explain_budget is 'How much of the budgets of the prompt and its site is used, as rules; empty without a budget.';

create or replace function app.describe_spent(p_allowed jsonb, p_spent integer) returns jsonb
language plpgsql immutable set search_path = ''
as $$
begin
    return case when p_allowed is not null then jsonb_build_object('allowed', p_allowed, 'spent', p_spent,
        'left', greatest((p_allowed)::integer - p_spent, 0)) end;
end $$;

create or replace function app.draft_budget_facts(p_call app.call, c app.candidates) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
    v_facts jsonb := app.budget_facts(p_call.site_id, p_call.settings, array[c], p_call.now, 'infinity');
    v_published jsonb := app.published_budget(p_call.site_id, c.prompt_id);
    v_spent app.budget_periods;
    v_period text;
begin
    foreach v_period in array app.list_counters(c.budget) loop
        continue when v_period = any(app.list_counters(v_published));
        v_spent := app.spent_earlier(
            p_call.site_id, c.prompt_id, v_period, coalesce(p_call.settings ->> 'time_zone', 'UTC'), p_call.now);
        v_facts := jsonb_set(v_facts, array['budgets', c.prompt_id::text], v_facts #> array['budgets', c.prompt_id::text]
            || case v_period when 'total' then jsonb_build_object('displays', v_spent.displays, 'responses', v_spent.responses)
                else jsonb_build_object('period', v_spent.displays) end);
    end loop;
    return v_facts;
end $$;
comment on function app.draft_budget_facts is
    'app.budget_facts for a content that need not be published. Where its published revision has no such budget, what publishing would count (app.open_budget) is counted.';
