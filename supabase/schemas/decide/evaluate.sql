create or replace function app.evaluate(c app.candidates, p_facts jsonb, p_show boolean) returns app.reason
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
    v_now numeric;
    v_reason app.reason;
begin
    if c.experiment is not null then
        c := app.choose_variant(c, p_facts ->> 'sample_key');
    end if;
    if not p_show then
        -- A single expression, because most candidates fail here, and each additional expression is measurable at 1,000 prompts.
        v_reason := case
            when c.compares_dates and not p_facts ? 'history' then 'unknown'
            when not jsonb_path_match(p_facts, c.trigger_path, c.vars, true) then
                case when jsonb_path_match(p_facts, c.trigger_path_if_verified, c.vars, true) then 'unverified'
                    else 'trigger_properties' end::app.reason
            when c.repeated is not null and app.check_repeated(c, p_facts) is not null then app.check_repeated(c, p_facts)
            when c.needed_facts is not null and not p_facts ? 'history' then
                case when not jsonb_path_match(p_facts, c.audience_prefilter, c.vars, true) then 'audience' else 'unknown' end::app.reason
            when not jsonb_path_match(p_facts, c.audience_path, c.vars, true) then 'audience'
            when c.rate < 1 and app.sample_position(c.prompt_id, p_facts ->> 'sample_key') >= c.rate then 'sampled_out' end;
        if v_reason is not null then
            return v_reason;
        end if;
    end if;
    v_now := p_facts -> 'now';
    if c.starts_at is not null or c.ends_at is not null then
        v_reason := app.check_dates(c, p_facts);
        if v_reason is not null then
            return v_reason;
        end if;
    end if;
    if not p_show and c.min_session_seconds > 0 and (p_facts -> 'session')::numeric > v_now - c.min_session_seconds then
        return 'session_too_young';
    elsif not p_facts ? 'seen' then
        return 'unknown';
    end if;
    v_reason := coalesce(
        app.check_prompt_limits(c, p_facts #> array['seen', c.prompt_id::text], v_now),
        app.check_site_limits(c, p_facts -> 'site', v_now));
    -- Separate, because preparing these calls is measurable, and few prompts need one of them.
    if v_reason is null and (c.per_group is not null or p_facts ? 'budgets' or p_facts -> 'site' ? 'holdout') then
        v_reason := coalesce(
            case when c.per_group is not null then app.check_group(c, p_facts) end,
            case when p_facts ? 'budgets' then app.check_budget(c, p_facts) end,
            case when p_facts -> 'site' ? 'holdout' then app.check_holdout(c, p_facts, p_show) end);
    end if;
    if v_reason is not null then
        return v_reason;
    end if;
    -- An event from the backend has no page, so its prompt waits for one. A prompt that another event may prevent waits
    -- too: its delay is not 0.
    return case when (c.delay_seconds > 0 or c.backend) and not p_show then 'waiting' else 'displayed' end;
end $$;
comment on function app.evaluate is
    'The reason of a candidate: that of the first rule that fails, in the order of app.reason, else `displayed` or `waiting`; `unknown` if facts have to be loaded first.';
