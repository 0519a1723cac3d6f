create or replace function app.explain_trigger(c app.candidates, p_facts jsonb) returns jsonb
language plpgsql immutable set search_path = ''
as $$
declare
    v_count integer := coalesce((p_facts #> array['occurrences', c.prompt_id::text])::integer, 1);
    v_rules jsonb := '[]';
begin
    if c.repeated is not null then
        v_rules := v_rules || app.explained_rule('repeated', v_count >= (c.repeated -> 'times')::integer, jsonb_build_object(
            'times', c.repeated -> 'times', 'within_minutes', c.repeated -> 'within_minutes', 'count', v_count));
    end if;
    if c.unless is not null then
        v_rules := v_rules || app.explained_rule('unless', true, jsonb_build_object(
            'within_minutes', c.unless -> 'within_minutes', 'events', c.unless -> 'events'));
    end if;
    if c.cancel_events is not null then
        v_rules := v_rules || app.explained_rule('cancel', true, jsonb_build_object('events', c.cancel_events));
    end if;
    return v_rules;
end $$;
comment on function app.explain_trigger is 'The rules of a trigger about events other than the one that triggers it.';
