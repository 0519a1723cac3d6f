create or replace function app.decide(p_call app.call, p_event text, p_show boolean) returns app.decision
language plpgsql stable set search_path = ''
as $$
declare
    v_facts jsonb := app.call_facts(p_call);
    v_needed jsonb;
    v_has_budget boolean := false;
    v_reason app.reason;
    v_furthest app.reason;
    v_decision app.decision;
    v_candidates app.candidates[] := array(
        select c from app.candidates c
        where c.site_id = p_call.site_id and c.event_name = p_event and c.prompt_id = any(p_call.prompts)
          and (c.backend or p_call.session_id is distinct from '00000000-0000-0000-0000-000000000000')
        order by c.priority desc, c.published_at, c.prompt_id);
    c app.candidates;
begin
    -- First with the base facts; if these are not enough, again with all facts that the candidates need.
    for v_round in 1..2 loop
        foreach c in array v_candidates loop
            v_reason := app.evaluate(c, v_facts, p_show);
            if v_furthest is null or v_reason > v_furthest then
                v_furthest := v_reason;
                -- The next round evaluates all candidates again.
                exit when v_furthest = 'unknown';
                if c.experiment is not null then
                    c := app.choose_variant(c, v_facts ->> 'sample_key');
                end if;
                v_decision := row(c.prompt_id, c.prompt_key, c.revision, c.survey_id, c.delay_seconds, v_furthest,
                    c.experiment #>> '{variants,0,key}', c.budget);
            end if;
        end loop;
        exit when v_furthest is distinct from 'unknown';
        foreach c in array v_candidates loop
            if c.needed_facts is not null or c.budget is not null then
                v_has_budget := v_has_budget or c.budget is not null;
                if (v_needed @> c.needed_facts) is not true then
                    v_needed := app.merge_needed_facts(v_needed, c.needed_facts);
                end if;
            end if;
        end loop;
        v_facts := app.load_call_facts(p_call, v_needed, v_facts, 'infinity');
        if v_has_budget or v_facts #> '{site,displays_per_day}' is not null then
            v_facts := v_facts || app.budget_facts(p_call.site_id, p_call.settings, v_candidates, p_call.now, 'infinity');
        end if;
        v_furthest := null;
    end loop;
    if v_decision.reason is null or p_call.reset_at is not null then
        v_decision.reason := 'no_prompt';
        v_decision.prompt_id := null;
        v_decision.prompt := null;
    elsif v_decision.reason = 'trigger_properties' and p_event <> ''
        and p_call.session_id is distinct from '00000000-0000-0000-0000-000000000000'
    then
        -- Every candidate failed on the event's properties, including those that the prefilter excluded.
        v_decision.prompt_id := null;
        v_decision.prompt := p_call.top_candidate;
    end if;
    return v_decision;
end $$;
comment on function app.decide is
    'Decides about the prompts of a call, as triggered by an event or, with an empty name, by none; reserves nothing. Chooses the candidate that got furthest, then by priority, older publish and UUID.';
