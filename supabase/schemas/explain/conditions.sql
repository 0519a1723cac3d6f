-- Explains decisions in words. The outcomes come from app.evaluate and the functions that it calls.
create or replace function app.describe_value(p_value jsonb) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
    return case
        when p_value is null then 'missing'
        when length(p_value::text) > 80 then left(p_value::text, 79) || '…'
        else p_value::text end;
end $$;

create or replace function app.describe_condition(p_condition jsonb) returns text
language plpgsql immutable set search_path = ''
as $$
declare
    v_op text := replace(p_condition ->> 'op', '_', ' ');
    v_subject text := coalesce(p_condition ->> 'trait', p_condition ->> 'property', p_condition ->> 'context');
begin
    if p_condition ? 'prompt' then
        return format('%s was %s within %s',
            p_condition ->> 'prompt', p_condition ->> 'was', app.count_of(p_condition ->> 'within_days', 'day'));
    elsif p_condition ? 'event' then
        return format('%s at least %s within %s', p_condition ->> 'event',
            app.count_of(p_condition ->> 'times', 'time'), app.count_of(p_condition ->> 'within_days', 'day'));
    elsif p_condition ? 'first_seen' then
        return format('first seen %s %s', replace(p_condition ->> 'first_seen', '_', ' '), app.count_of(p_condition ->> 'days', 'day'));
    elsif p_condition ? 'identified' then
        return case when (p_condition -> 'identified')::boolean then 'signed in' else 'not signed in' end;
    elsif p_condition ? 'days' then
        return format('%s is %s %s', v_subject, v_op, app.count_of(p_condition ->> 'days', 'day'));
    elsif p_condition ? 'value' then
        return format('%s %s %s', v_subject, case v_op when 'is' then 'is' else v_op end,
            app.describe_value(p_condition -> 'value'));
    end if;
    return format('%s %s', v_subject, v_op);
end $$;

create or replace function app.ago(p_then numeric, p_now numeric) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
    return case
        when p_then is null then 'never'
        when p_now - p_then < 120 then app.count_of(round(greatest(p_now - p_then, 0))::text, 'second') || ' ago'
        when p_now - p_then < 7200 then round((p_now - p_then) / 60) || ' minutes ago'
        when p_now - p_then < 172800 then round((p_now - p_then) / 3600) || ' hours ago'
        else round((p_now - p_then) / 86400, 1) || ' days ago' end;
end $$;

create or replace function app.describe_fact(p_condition jsonb, p_facts jsonb) returns text
language plpgsql immutable set search_path = ''
as $$
declare
    v_now numeric := p_facts -> 'now';
begin
    if p_condition ? 'trait' then
        return 'it is ' || app.describe_value(p_facts #> array['traits', p_condition ->> 'trait']);
    elsif p_condition ? 'property' then
        return 'it is ' || app.describe_value(p_facts #> array['properties', p_condition ->> 'property'])
            || case when p_facts #> array['verified', p_condition ->> 'property'] is not null then ', verified' else '' end;
    elsif p_condition ->> 'context' = 'language' then
        return 'it is ' || app.describe_value(p_facts #> '{context,languages,0}');
    elsif p_condition ? 'context' then
        return 'it is ' || app.describe_value(p_facts #> array['context', p_condition ->> 'context']);
    elsif p_condition ? 'prompt' then
        return 'last ' || app.ago(
            (p_facts #> array['history', p_condition ->> 'was', p_condition ->> 'prompt'])::numeric, v_now);
    elsif p_condition ? 'event' then
        return app.count_of(coalesce(p_facts #>> array['history', 'events',
            (p_condition ->> 'event') || '/' || (p_condition ->> 'within_days')], '0'), 'time') || ', this event included';
    elsif p_condition ? 'first_seen' then
        return 'it was ' || app.ago((p_facts -> 'first_seen')::numeric, v_now);
    end if;
    return case when (p_facts -> 'identified')::boolean then 'the visitor is signed in' else 'the visitor is not signed in' end;
end $$;

create or replace function app.explain_conditions(p_rule jsonb, p_kind text, p_properties text, p_facts jsonb) returns jsonb
language plpgsql immutable set search_path = ''
as $$
begin
    return (
        select coalesce(jsonb_agg(jsonb_build_object('rule', p_kind,
            'passed', jsonb_path_match(p_facts, c.path::jsonpath, c.vars, true),
            'text', app.describe_condition(l.leaf) || '; ' || app.describe_fact(l.leaf, p_facts))), '[]')
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
comment on function app.explain is 'The candidates in the order of app.decide, each with its reason and rules, as `Facts` of the contract.';

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
comment on function app.explain_call is 'Explains the decision about a call with the facts as of p_until.';

-- The explanation of a decision: the result of each rule.
create or replace function app.count_of(p_number text, p_noun text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
    return p_number || ' ' || p_noun || case when p_number = '1' then '' else 's' end;
end $$;
comment on function app.count_of is 'A number and a noun, which is in the singular after 1.';
