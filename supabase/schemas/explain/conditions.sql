-- Explains decisions in codes and facts. The words for them are in contract/src/explanations/, so that another wording is
-- no migration. The outcomes come from app.evaluate and the functions that it calls.
create or replace function app.explained_rule(p_code text, p_passed boolean, p_facts jsonb default '{}') returns jsonb
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
    return jsonb_build_object('code', p_code, 'passed', p_passed, 'facts', p_facts);
end $$;
comment on function app.explained_rule is 'One rule with its outcome, and the facts that `RuleFacts` of the contract has for the code.';

create or replace function app.condition_facts(p_condition jsonb, p_facts jsonb) returns jsonb
language plpgsql immutable set search_path = ''
as $$
declare
    v_now numeric := p_facts -> 'now';
    v_value jsonb := case
        when p_condition ? 'trait' then p_facts #> array['traits', p_condition ->> 'trait']
        when p_condition ? 'property' then p_facts #> array['properties', p_condition ->> 'property']
        when p_condition ->> 'context' = 'language' then p_facts #> '{context,languages,0}'
        else p_facts #> array['context', p_condition ->> 'context'] end;
begin
    if p_condition ? 'answer' then
        v_value := p_facts #> array['history', 'answers', (p_condition ->> 'prompt') || '/' || (p_condition ->> 'answer')];
        return jsonb_build_object('seconds_ago', v_now - (v_value -> 'at')::numeric)
            || case when v_value ? 'value' then jsonb_build_object('value', v_value -> 'value') else '{}' end;
    elsif p_condition ? 'prompt' then
        return jsonb_build_object('seconds_ago',
            v_now - (p_facts #> array['history', p_condition ->> 'was', p_condition ->> 'prompt'])::numeric);
    elsif p_condition ? 'event' then
        return jsonb_build_object('count', coalesce((p_facts #> array['history', 'events',
            (p_condition ->> 'event') || '/' || (p_condition ->> 'within_days')])::integer, 0));
    elsif p_condition ? 'first_seen' then
        return jsonb_build_object('seconds_ago', v_now - (p_facts -> 'first_seen')::numeric);
    elsif p_condition ? 'identified' then
        return jsonb_build_object('identified', p_facts -> 'identified');
    end if;
    -- A value may be null; one that is missing is left out.
    return case when v_value is null then '{}' else jsonb_build_object('value', v_value) end
        || case when p_condition ? 'trait' and p_facts -> 'trait_sources' ? (p_condition ->> 'trait')
            then jsonb_build_object('source', p_facts #> array['trait_sources', p_condition ->> 'trait']) else '{}' end
        || case when p_condition ? 'property' then jsonb_build_object('verified',
            p_facts #> array['verified', p_condition ->> 'property'] is not null) else '{}' end;
end $$;
comment on function app.condition_facts is 'What a condition is compared with.';

create or replace function app.explain_conditions(p_rule jsonb, p_code text, p_properties text, p_facts jsonb) returns jsonb
language plpgsql immutable set search_path = ''
as $$
begin
    return (
        select coalesce(jsonb_agg(app.explained_rule(p_code, jsonb_path_match(p_facts, c.path::jsonpath, c.vars, true),
            jsonb_build_object('condition', l.leaf) || app.condition_facts(l.leaf, p_facts))), '[]')
        from app.leaf_conditions(p_rule) l (leaf)
        cross join lateral app.compile_condition(l.leaf, p_properties, '{}') c
    );
end $$;
comment on function app.explain_conditions is 'Each condition of a rule with its outcome and its fact, without regard to groups.';

create or replace function app.explain(p_site uuid, p_event text, p_prompt uuid, p_facts jsonb, p_show boolean) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
    return (
        select coalesce(jsonb_agg(jsonb_build_object('survey_id', k.survey_id,
            'reason', case when k.place > 1 and k.reason in ('displayed', 'waiting') then 'lost_priority' else k.reason::text end,
            'rules', k.rules) order by k.place), '[]')
        from (
            select c.survey_id, v.reason, app.explain_rules(c, r.content, p_facts, p_show) as rules,
                row_number() over (order by v.reason desc, c.priority desc, c.published_at, c.prompt_id) as place
            from app.candidates c
            join app.revisions r on r.site_id = c.site_id and r.prompt_id = c.prompt_id and r.number = c.revision
            cross join lateral (select app.evaluate(c, p_facts, p_show) as reason offset 0) v
            where c.site_id = p_site and c.event_name = p_event and (p_prompt is null or c.prompt_id = p_prompt)
              and (c.backend or not p_facts ? 'backend')
            order by place limit 50) k
    );
end $$;
comment on function app.explain is 'The candidates in the order of app.decide, each with its reason and rules, as `ExplainedPrompt` of the contract.';

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
    v_facts := app.load_call_facts(p_call, v_needed, app.call_facts(p_call), p_until)
        || jsonb_build_object('trait_sources', app.list_trait_sources(p_call));
    return app.explain(p_call.site_id, v_event, p_prompt, v_facts || app.budget_facts(
        p_call.site_id, p_call.settings, v_candidates, p_call.now, p_until), p_show);
end $$;
comment on function app.explain_call is 'Explains the decision about a call with the facts as of p_until.';
