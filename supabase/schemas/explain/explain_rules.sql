create or replace function app.explain_rules(c app.candidates, p_content jsonb, p_facts jsonb, p_show boolean) returns jsonb
language plpgsql immutable set search_path = ''
as $$
declare
    v_now numeric := p_facts -> 'now';
    v_verified_only boolean := coalesce((p_content #>> '{trigger,verified}')::boolean, false);
    v_at double precision := app.sample_position(c.prompt_id, p_facts ->> 'sample_key');
    v_dates app.reason := app.check_dates(c, p_facts);
    v_audience jsonb := case when p_facts ? 'has_page' then app.part_without_context(app.audience_rule(p_content))
        else app.audience_rule(p_content) end;
    v_rules jsonb := '[]';
begin
    v_rules := app.explain_experiment(c, p_facts ->> 'sample_key');
    c := app.choose_variant(c, p_facts ->> 'sample_key');
    if not p_show then
        if c.backend then
            v_rules := v_rules || jsonb_build_array(jsonb_build_object('rule', 'source', 'passed', p_facts ? 'backend', 'text',
                case when p_facts ? 'backend' then 'the event is from the backend'
                    else 'the event is from a browser; only events from the backend trigger the prompt' end));
        end if;
        if v_verified_only then
            v_rules := v_rules || jsonb_build_array(jsonb_build_object('rule', 'verified', 'passed', p_facts -> 'proven', 'text',
                case when p_facts ? 'backend' then 'the event is from the backend'
                    when (p_facts -> 'proven')::boolean then 'the event has a valid proof' else 'the event has no valid proof' end));
        end if;
        v_rules := v_rules
            || app.explain_conditions(p_content #> '{trigger,where}', 'trigger',
                case when v_verified_only then 'verified' else 'declared' end, p_facts)
            || app.explain_trigger(c, p_facts)
            || app.explain_conditions(v_audience, 'audience', 'declared', p_facts);
        if v_audience is distinct from app.audience_rule(p_content) then
            v_rules := v_rules || jsonb_build_object('rule', 'audience', 'passed', true, 'text',
                'conditions on the page, the device and the language are checked in the browser that would show the prompt');
        end if;
        if c.rate < 1 then
            v_rules := v_rules || jsonb_build_object('rule', 'sampling', 'passed', v_at < c.rate, 'text',
                format(case when v_at < c.rate then 'in the sample: %s < %s' else 'sampled out: %s ≥ %s' end,
                    app.write_position(v_at), c.rate));
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
            'text', format('the session began %s, at least %s seconds are required',
                app.ago((p_facts -> 'session')::numeric, v_now), c.min_session_seconds));
    end if;
    return v_rules || app.explain_limits(c, p_facts) || app.explain_group(c, p_facts) || app.explain_budget(c, p_facts)
        || app.explain_holdout(c, p_facts, p_show);
end $$;
comment on function app.explain_rules is 'Every rule of a candidate with its outcome, and its facts in words.';
