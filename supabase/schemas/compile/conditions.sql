create or replace function app.compile_condition(
    p_condition jsonb, p_properties text, inout vars jsonb, out path text)
language plpgsql immutable set search_path = ''
as $$
declare
    v_next text := '$v' || app.count_keys(vars);
    v_key text;
    v_object text;
begin
    if p_condition ? 'trait' then
        v_key := to_json(p_condition ->> 'trait')::text;
        select c.vars, c.path into vars, path from app.compile_comparison(
            p_condition, '$.traits.' || v_key, '$.dates.traits.' || v_key, vars) c;
    elsif p_condition ? 'property' then
        v_object := case when p_properties = 'declared' and (p_condition ->> 'verified')::boolean
            then 'verified' when p_properties = 'verified' then 'verified' else 'properties' end;
        v_key := to_json(p_condition ->> 'property')::text;
        select c.vars, c.path into vars, path from app.compile_comparison(
            p_condition, case p_properties when 'alone' then '$.' else '$.' || v_object || '.' end || v_key,
            '$.dates.' || v_object || '.' || v_key, vars) c;
    elsif p_condition ->> 'context' = 'language' then
        select c.vars, c.path into vars, path
        from app.compile_comparison(p_condition, '$.language[*]', '$.dates.none', vars) c;
    elsif p_condition ? 'context' then
        select c.vars, c.path into vars, path from app.compile_comparison(
            p_condition, '$.context.' || to_json(p_condition ->> 'context'), '$.dates.none', vars) c;
    elsif p_condition ? 'answer' then
        vars := vars || jsonb_build_object(substr(v_next, 2), (p_condition ->> 'within_days')::numeric * 86400);
        select c.vars, c.path into vars, path from app.compile_answer(p_condition,
            '$.history.answers.' || to_json((p_condition ->> 'prompt') || '/' || (p_condition ->> 'answer'))
                || ' ? (@.at >= $.now - ' || v_next || ').value', vars) c;
    elsif p_condition ? 'prompt' then
        vars := vars || jsonb_build_object(substr(v_next, 2), (p_condition ->> 'within_days')::numeric * 86400);
        path := 'exists($.history.' || to_json(p_condition ->> 'was') || '.' || to_json(p_condition ->> 'prompt')
            || ' ? (@ >= $.now - ' || v_next || '))';
    elsif p_condition ? 'event' then
        vars := vars || jsonb_build_object(substr(v_next, 2), p_condition -> 'times');
        path := 'exists($.history.events.'
            || to_json((p_condition ->> 'event') || '/' || (p_condition ->> 'within_days'))
            || ' ? (@ >= ' || v_next || '))';
    elsif p_condition ? 'first_seen' then
        vars := vars || jsonb_build_object(substr(v_next, 2), (p_condition ->> 'days')::numeric * 86400);
        path := '($.first_seen ' || case p_condition ->> 'first_seen' when 'older_than' then '<' else '>' end
            || ' $.now - ' || v_next || ')';
    elsif p_condition ? 'identified' then
        vars := vars || jsonb_build_object(substr(v_next, 2), p_condition -> 'identified');
        path := '($.identified == ' || v_next || ')';
    else
        raise exception 'There is no such condition: %', p_condition using errcode = 'FB422';
    end if;
end $$;
comment on function app.compile_condition is 'Compiles one condition. p_properties: `declared` reads verified properties where the condition says so, `verified` always, `reported` never; `alone` is for a document of the properties only.';

create or replace function app.compile_rule(p_rule jsonb, p_properties text, inout vars jsonb, out path text)
language plpgsql immutable set search_path = ''
as $$
declare
    v_group text;
    v_member jsonb;
    v_path text;
    v_paths text[] := '{}';
begin
    if p_rule is null then
        return;
    end if;
    v_group := case when p_rule ? 'all' then 'all' when p_rule ? 'any' then 'any' when p_rule ? 'none' then 'none' end;
    if v_group is null then
        select c.vars, c.path into vars, path from app.compile_condition(p_rule, p_properties, vars) c;
        return;
    end if;
    for v_member in select m from jsonb_array_elements(p_rule -> v_group) m loop
        select c.vars, c.path into vars, v_path from app.compile_rule(v_member, p_properties, vars) c;
        v_paths := v_paths || v_path;
    end loop;
    path := '(' || array_to_string(v_paths, case v_group when 'all' then ' && ' else ' || ' end) || ')';
    if v_group = 'none' then
        path := '!' || path;
    end if;
end $$;
comment on function app.compile_rule is 'Compiles nested groups of conditions to one jsonpath predicate; adds their values to vars.';

create or replace function app.count_keys(p_object jsonb) returns integer
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
    return (select count(*)::integer from jsonb_object_keys(p_object));
end $$;

create or replace function app.parse_instant(p_text text) returns numeric
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
    -- Checks the calendar itself: pg_input_is_valid would parse the type name on every call.
    return case
        when p_text ~ '^(?!0000)\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])(T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-](0\d|1[0-5]):[0-5]\d)?)?$'
            and (substr(p_text, 9, 2) <= '28' or substr(p_text, 9, 2) <= case substr(p_text, 6, 2)
                when '02' then case
                    when left(p_text, 4)::integer % 400 = 0
                        or left(p_text, 4)::integer % 4 = 0 and left(p_text, 4)::integer % 100 <> 0 then '29'
                    else '28' end
                when '04' then '30' when '06' then '30' when '09' then '30' when '11' then '30'
                else '31' end)
        then round(extract(epoch from (
            p_text || case when p_text ~ '(Z|T.*[+-]\d\d:\d\d)$' then '' else ' UTC' end)::timestamptz), 3)
        end;
end $$;
comment on function app.parse_instant is
    'Parses an ISO 8601 date or time, by default in UTC, to seconds since 1970; null for anything else.';
