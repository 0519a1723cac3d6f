-- Compiles a rule to one jsonpath over the facts of app.evaluate. Values are variables; only like_regex requires a
-- literal, which to_json quotes. Every condition is an exists() or compares values that always exist, so it is true or
-- false, never unknown, and `!` is its exact complement.
create or replace function app.compile_comparison(
    p_condition jsonb, p_source text, p_date_source text, inout vars jsonb, out path text)
language plpgsql immutable set search_path = ''
as $$
declare
    v_op text := p_condition ->> 'op';
    v_value jsonb := p_condition -> 'value';
    v_first text := '$v' || app.count_keys(vars);
    v_second text := '$v' || app.count_keys(vars) + 1;
    v_source text := case when app.compares_dates(p_condition) then p_date_source else p_source end;
    v_test text;
begin
    -- Language tags are case-insensitive; facts have them in lower case.
    if p_condition ->> 'context' = 'language' and v_value is not null then
        v_value := lower(v_value::text)::jsonb;
    end if;
    case v_op
        when 'is', 'is_not' then v_test := '@ == ' || v_first;
        when 'one_of', 'none_of' then v_test := '@ == ' || v_first || '[*]';
        when 'contains', 'not_contains' then v_test := '@ like_regex ' || v_value::text || ' flag "q"';
        when 'starts_with' then v_test := '@ starts with ' || v_first;
        when 'greater' then v_test := '@ > ' || v_first;
        when 'at_least' then v_test := '@ >= ' || v_first;
        when 'less' then v_test := '@ < ' || v_first;
        when 'at_most' then v_test := '@ <= ' || v_first;
        when 'between' then v_test := '@ >= ' || v_first || ' && @ <= ' || v_second;
        when 'exists', 'missing' then null;
        when 'before' then v_test := '@ < ' || v_first;
        when 'after' then v_test := '@ > ' || v_first;
        when 'older_than' then v_test := '@ < $.now - ' || v_first;
        when 'newer_than' then v_test := '@ > $.now - ' || v_first;
        else raise exception 'There is no such operator: %', p_condition using errcode = 'FB422';
    end case;
    if v_op in ('before', 'after') then
        v_value := to_jsonb(app.parse_instant(v_value #>> '{}'));
        if v_value is null then
            raise exception 'This is no date: %', p_condition -> 'value' using errcode = 'FB422';
        end if;
    elsif v_op in ('older_than', 'newer_than') then
        v_value := to_jsonb((p_condition ->> 'days')::numeric * 86400);
    end if;
    if v_op = 'between' then
        vars := vars || jsonb_build_object(substr(v_first, 2), v_value -> 0, substr(v_second, 2), v_value -> 1);
    elsif v_op not in ('exists', 'missing', 'contains', 'not_contains') then
        vars := vars || jsonb_build_object(substr(v_first, 2), v_value);
    end if;
    path := 'exists(' || v_source || coalesce(' ? (' || v_test || ')', '') || ')';
    if v_op in ('is_not', 'none_of', 'not_contains', 'missing') then
        path := '!' || path;
    end if;
end $$;
comment on function app.compile_comparison is 'Compiles {…, op, value} to a jsonpath predicate over the values at a path.';
