create or replace function app.describe_minutes(p_minutes integer) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
    return case
        when p_minutes % 1440 = 0 then p_minutes / 1440 || ' day' || case when p_minutes = 1440 then '' else 's' end
        when p_minutes % 60 = 0 then p_minutes / 60 || ' hour' || case when p_minutes = 60 then '' else 's' end
        else p_minutes || ' minute' || case when p_minutes = 1 then '' else 's' end end;
end $$;
comment on function app.describe_minutes is 'A duration in words, in the largest unit that divides it evenly.';

create or replace function app.explain_trigger(c app.candidates, p_facts jsonb) returns jsonb
language plpgsql immutable set search_path = ''
as $$
declare
    v_count integer := coalesce((p_facts #> array['occurrences', c.prompt_id::text])::integer, 1);
    v_rules jsonb := '[]';
begin
    if c.repeated is not null then
        v_rules := v_rules || jsonb_build_object('rule', 'repeated', 'passed', v_count >= (c.repeated -> 'times')::integer,
            'text', format('at least %s such events within %s; it is number %s', c.repeated ->> 'times',
                app.describe_minutes((c.repeated -> 'within_minutes')::integer), v_count));
    end if;
    if c.unless is not null then
        v_rules := v_rules || jsonb_build_object('rule', 'unless', 'passed', true, 'text',
            format('waits for %s; none of %s may follow', app.describe_minutes((c.unless -> 'within_minutes')::integer),
                array_to_string(array(select jsonb_array_elements_text(c.unless -> 'events')), ', ')));
    end if;
    if c.cancel_events is not null then
        v_rules := v_rules || jsonb_build_object('rule', 'cancel', 'passed', true, 'text',
            format('while it waits, %s withdraws it', array_to_string(c.cancel_events, ' or ')));
    end if;
    return v_rules;
end $$;
comment on function app.explain_trigger is 'The rules of a trigger about events other than the one that triggers it.';
