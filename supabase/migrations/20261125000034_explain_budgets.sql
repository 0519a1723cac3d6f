-- How much of each budget is used and left, for people and for explanations of decisions.
set role feedback_owner;

create function app.explain_budget(c app.candidates, p_facts jsonb) returns jsonb
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
        v_rules := v_rules || jsonb_build_array(jsonb_build_object('rule', 'budget',
            'passed', (v_spent -> 'displays')::integer < (v_budget -> 'displays')::integer,
            'text', format('%s of %s displays are used', v_spent -> 'displays', v_budget -> 'displays')));
    end if;
    if v_budget ? 'responses' then
        v_rules := v_rules || jsonb_build_array(jsonb_build_object('rule', 'budget',
            'passed', (v_spent -> 'responses')::integer < (v_budget -> 'responses')::integer,
            'text', format('%s of %s responses are stored', v_spent -> 'responses', v_budget -> 'responses')));
    end if;
    if v_budget ? 'period' then
        v_rules := v_rules || jsonb_build_array(jsonb_build_object('rule', 'budget',
            'passed', (v_spent -> 'period')::integer < (v_budget #> '{period,displays}')::integer,
            'text', format('%s of %s displays for %s are used', v_spent -> 'period', v_budget #> '{period,displays}',
                case v_budget #>> '{period,every}' when 'day' then 'today' else 'this ' || (v_budget #>> '{period,every}') end)));
    end if;
    if v_site is not null then
        v_rules := v_rules || jsonb_build_array(jsonb_build_object('rule', 'site budget',
            'passed', (p_facts #> '{budgets,site}')::integer < v_site,
            'text', format('%s of the site''s %s displays for today are used', p_facts #> '{budgets,site}', v_site)));
    end if;
    if (v_budget #> '{period,paced}')::boolean then
        v_rules := v_rules || jsonb_build_array(jsonb_build_object('rule', 'pacing',
            'passed', v_reason is distinct from 'paced',
            'text', format('%s%% of the %s has elapsed, which allows %s of %s displays',
                floor((v_spent -> 'elapsed')::numeric * 100), v_budget #>> '{period,every}',
                app.paced_allowance((v_budget #> '{period,displays}')::integer, (v_spent -> 'elapsed')::double precision),
                v_budget #> '{period,displays}')));
    end if;
    return v_rules;
end $$;
comment on function app.explain_budget is 'How much of the budgets of the prompt and its site is used, as rules; empty without a budget.';

create function app.describe_spent(p_allowed jsonb, p_spent integer) returns jsonb
language plpgsql immutable set search_path = ''
as $$
begin
    return case when p_allowed is not null then jsonb_build_object('allowed', p_allowed, 'spent', p_spent,
        'left', greatest((p_allowed)::integer - p_spent, 0)) end;
end $$;

create function app.describe_budgets(p_site uuid, p_prompts uuid[]) returns table (prompt_id uuid, budget jsonb)
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
grant execute on function app.describe_budgets to feedback_person, feedback_agent;

create or replace function app.explain_call(p_call app.call, p_prompt uuid, p_show boolean, p_until timestamptz) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
    v_event text := case when p_prompt is null then p_call.name else '' end;
    v_candidates app.candidates[] := array(
        select c from app.candidates c
        where c.site_id = p_call.site_id and c.event_name = v_event and c.prompt_id = coalesce(p_prompt, c.prompt_id));
    v_needed jsonb;
    v_facts jsonb;
    c app.candidates;
begin
    foreach c in array v_candidates loop
        v_needed := app.merge_needed_facts(v_needed, c.needed_facts);
    end loop;
    v_facts := app.load_call_facts(p_call, v_needed, app.call_facts(p_call), p_until);
    return app.explain(p_call.site_id, v_event, p_prompt, v_facts || app.budget_facts(
        p_call.site_id, p_call.settings, v_candidates, p_call.now, p_until), p_show);
end $$;

create function app.draft_budget_facts(p_call app.call, c app.candidates) returns jsonb
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

create or replace function app.explain_show(p_call app.call, p_prompt uuid, p_content jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
    c app.candidates := app.compile_content(p_call.site_id, p_prompt, 0, p_call.now, '', p_content);
    v_needed jsonb := case when c.per_group is not null then jsonb_build_object('groups', c.needed_facts -> 'groups') end;
    v_facts jsonb := app.load_facts(app.call_facts(p_call), p_call.site_id, p_call.settings, p_call.subject_id,
        p_call.session_id, '[]', p_call.event_id, p_call.name, v_needed, p_call.now, 'infinity')
        || app.draft_budget_facts(p_call, c);
begin
    return jsonb_build_object('reason', app.evaluate(c, v_facts, true),
        'rules', app.explain_rules(c, p_content, v_facts, true));
end $$;

reset role;
