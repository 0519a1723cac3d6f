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
            v_rules := v_rules || app.explained_rule('source', p_facts ? 'backend');
        end if;
        if v_verified_only then
            v_rules := v_rules || app.explained_rule('verified', (p_facts -> 'proven')::boolean,
                jsonb_build_object('backend', p_facts ? 'backend'));
        end if;
        v_rules := v_rules
            || app.explain_conditions(p_content #> '{trigger,where}', 'trigger',
                case when v_verified_only then 'verified' else 'declared' end, p_facts)
            || app.explain_trigger(c, p_facts)
            || app.explain_conditions(v_audience, 'audience', 'declared', p_facts);
        if v_audience is distinct from app.audience_rule(p_content) then
            v_rules := v_rules || app.explained_rule('audience_in_browser', true);
        end if;
        if c.rate < 1 then
            v_rules := v_rules || app.explained_rule('sampling', v_at < c.rate,
                jsonb_build_object('position', app.truncate_position(v_at), 'rate', c.rate));
        end if;
    end if;
    if c.starts_at is not null then
        v_rules := v_rules || app.explained_rule('start', v_dates is distinct from 'not_started',
            jsonb_build_object('at', app.format_instant(c.starts_at)));
    end if;
    if c.ends_at is not null then
        v_rules := v_rules || app.explained_rule('end', v_dates is distinct from 'ended',
            jsonb_build_object('at', app.format_instant(c.ends_at)));
    end if;
    if not p_show and c.min_session_seconds > 0 then
        v_rules := v_rules || app.explained_rule('session', (p_facts -> 'session')::numeric <= v_now - c.min_session_seconds,
            jsonb_build_object('seconds_ago', v_now - (p_facts -> 'session')::numeric, 'required', c.min_session_seconds));
    end if;
    return v_rules || app.explain_limits(c, p_facts) || app.explain_group(c, p_facts) || app.explain_budget(c, p_facts)
        || app.explain_holdout(c, p_facts, p_show);
end $$;
comment on function app.explain_rules is 'Every rule of a candidate with its outcome and its facts.';
