-- Explains decisions in words. The outcomes come from app.evaluate and the functions that it calls.
set role feedback_owner;

create function app.describe_value(p_value jsonb) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
    return case
        when p_value is null then 'missing'
        when length(p_value::text) > 80 then left(p_value::text, 79) || '…'
        else p_value::text end;
end $$;

create function app.describe_condition(p_condition jsonb) returns text
language plpgsql immutable set search_path = ''
as $$
declare
    v_op text := replace(p_condition ->> 'op', '_', ' ');
    v_subject text := coalesce(p_condition ->> 'trait', p_condition ->> 'property', p_condition ->> 'context');
begin
    if p_condition ? 'prompt' then
        return format('%s was %s within %s days',
            p_condition ->> 'prompt', p_condition ->> 'was', p_condition ->> 'within_days');
    elsif p_condition ? 'event' then
        return format('%s at least %s times within %s days',
            p_condition ->> 'event', p_condition ->> 'times', p_condition ->> 'within_days');
    elsif p_condition ? 'first_seen' then
        return format('first seen %s %s days', replace(p_condition ->> 'first_seen', '_', ' '), p_condition ->> 'days');
    elsif p_condition ? 'identified' then
        return case when (p_condition -> 'identified')::boolean then 'signed in' else 'not signed in' end;
    elsif p_condition ? 'days' then
        return format('%s is %s %s days', v_subject, v_op, p_condition ->> 'days');
    elsif p_condition ? 'value' then
        return format('%s %s %s', v_subject, case v_op when 'is' then 'is' else v_op end,
            app.describe_value(p_condition -> 'value'));
    end if;
    return format('%s %s', v_subject, v_op);
end $$;

create function app.ago(p_then numeric, p_now numeric) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
    return case
        when p_then is null then 'never'
        when p_now - p_then < 120 then round(greatest(p_now - p_then, 0)) || ' seconds ago'
        when p_now - p_then < 7200 then round((p_now - p_then) / 60) || ' minutes ago'
        when p_now - p_then < 172800 then round((p_now - p_then) / 3600) || ' hours ago'
        else round((p_now - p_then) / 86400, 1) || ' days ago' end;
end $$;

create function app.describe_fact(p_condition jsonb, p_facts jsonb) returns text
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
        return coalesce(p_facts #>> array['history', 'events',
            (p_condition ->> 'event') || '/' || (p_condition ->> 'within_days')], '0') || ' times, this event included';
    elsif p_condition ? 'first_seen' then
        return 'it was ' || app.ago((p_facts -> 'first_seen')::numeric, v_now);
    end if;
    return case when (p_facts -> 'identified')::boolean then 'the visitor is signed in' else 'the visitor is not signed in' end;
end $$;

create function app.explain_conditions(p_rule jsonb, p_kind text, p_properties text, p_facts jsonb) returns jsonb
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

create function app.explain_limits(c app.candidates, p_facts jsonb) returns jsonb
language plpgsql immutable set search_path = ''
as $$
declare
    v_now numeric := p_facts -> 'now';
    v_seen jsonb := p_facts #> array['seen', c.prompt_id::text];
    v_site jsonb := p_facts -> 'site';
    v_own app.reason := app.check_prompt_limits(c, v_seen, v_now);
    v_across app.reason := app.check_site_limits(c, v_site, v_now);
    v_rules jsonb;
begin
    v_rules := jsonb_build_array(jsonb_build_object('rule', 'limits', 'passed', v_own is null, 'text',
        format('shown %s times, last %s; show %s%s%s', coalesce(v_seen ->> 'displays', '0'),
            app.ago((v_seen -> 'last')::numeric, v_now), replace(c.show, '_', ' '),
            ': ' || c.times, ', again after ' || c.again_after_days || ' days')));
    if not c.respects_site then
        return v_rules || jsonb_build_array(jsonb_build_object('rule', 'site limits', 'passed', true,
            'text', 'the prompt ignores them'));
    end if;
    return v_rules
        || jsonb_build_array(jsonb_build_object('rule', 'site cooldown', 'passed', v_across is distinct from 'site_cooldown',
            'text', format('any prompt shown %s, cooldown %s days%s', app.ago((v_site -> 'last')::numeric, v_now),
                v_site ->> 'cooldown_days', '; ' || (v_site ->> 'window_displays') || ' shown within '
                || (v_site ->> 'window_days') || ' days, at most ' || (v_site ->> 'window_limit'))))
        || case when v_site ? 'session_limit' then jsonb_build_array(jsonb_build_object('rule', 'session limit',
            'passed', v_across is distinct from 'session_limit',
            'text', format('%s shown in this session, at most %s', v_site ->> 'session_displays', v_site ->> 'session_limit')))
            else '[]' end;
end $$;

create function app.explain_rules(c app.candidates, p_content jsonb, p_facts jsonb, p_show boolean) returns jsonb
language plpgsql immutable set search_path = ''
as $$
declare
    v_now numeric := p_facts -> 'now';
    v_verified_only boolean := coalesce((p_content #>> '{trigger,verified}')::boolean, false);
    v_at double precision := app.sample_position(c.prompt_id, p_facts ->> 'sample_key');
    v_dates app.reason := app.check_dates(c, p_facts);
    v_rules jsonb := '[]';
begin
    if not p_show then
        if v_verified_only then
            v_rules := jsonb_build_array(jsonb_build_object('rule', 'verified', 'passed', p_facts -> 'proven', 'text',
                case when (p_facts -> 'proven')::boolean then 'the event has a valid proof' else 'the event has no valid proof' end));
        end if;
        v_rules := v_rules
            || app.explain_conditions(p_content #> '{trigger,where}', 'trigger',
                case when v_verified_only then 'verified' else 'declared' end, p_facts)
            || app.explain_conditions(p_content -> 'audience', 'audience', 'declared', p_facts);
        if c.rate < 1 then
            v_rules := v_rules || jsonb_build_object('rule', 'sampling', 'passed', v_at < c.rate, 'text',
                format(case when v_at < c.rate then 'in the sample: %s < %s' else 'sampled out: %s ≥ %s' end,
                    to_char(v_at, 'FM0.00'), to_char(c.rate, 'FM0.00')));
        end if;
    end if;
    if c.starts_at is not null then
        v_rules := v_rules || jsonb_build_object('rule', 'start', 'passed', v_dates is distinct from 'not_started',
            'text', 'starts ' || to_char(c.starts_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI "UTC"'));
    end if;
    if c.ends_at is not null then
        v_rules := v_rules || jsonb_build_object('rule', 'end', 'passed', v_dates is distinct from 'ended',
            'text', 'ends ' || to_char(c.ends_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI "UTC"'));
    end if;
    if not p_show and c.min_session_seconds > 0 then
        v_rules := v_rules || jsonb_build_object('rule', 'session',
            'passed', (p_facts -> 'session')::numeric <= v_now - c.min_session_seconds,
            'text', format('the session began %s, at least %s seconds are asked for',
                app.ago((p_facts -> 'session')::numeric, v_now), c.min_session_seconds));
    end if;
    return v_rules || app.explain_limits(c, p_facts);
end $$;
comment on function app.explain_rules is 'Every rule of a candidate with its outcome, and its facts in words.';

create function app.explain(p_site uuid, p_event text, p_prompt uuid, p_facts jsonb, p_show boolean) returns jsonb
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
            order by place limit 50) k
    );
end $$;
comment on function app.explain is 'The candidates in the order of app.decide, each with its reason and rules, as `Facts` of the contract.';

create function app.explain_call(p_call app.call, p_prompt uuid, p_show boolean, p_until timestamptz) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
    v_event text := case when p_prompt is null then p_call.name else '' end;
    v_all jsonb;
    v_needed jsonb;
begin
    for v_needed in
        select c.needed_facts from app.candidates c
        where c.site_id = p_call.site_id and c.event_name = v_event and c.prompt_id = coalesce(p_prompt, c.prompt_id)
    loop
        v_all := app.merge_needed_facts(v_all, v_needed);
    end loop;
    return app.explain(p_call.site_id, v_event, p_prompt,
        app.load_call_facts(p_call, v_all, app.call_facts(p_call), p_until), p_show);
end $$;
comment on function app.explain_call is 'Explains the decision about a call with the facts as of p_until.';

reset role;
