create or replace function app.compile_destination_condition(p_condition jsonb, inout vars jsonb, out path text)
language plpgsql immutable set search_path = ''
as $$
declare
    v_group text;
    v_member jsonb;
    v_path text;
    v_paths text[] := '{}';
begin
    v_group := case when p_condition ? 'all' then 'all' when p_condition ? 'any' then 'any' when p_condition ? 'none' then 'none' end;
    if v_group is not null then
        for v_member in select m from jsonb_array_elements(p_condition -> v_group) m loop
            select c.vars, c.path into vars, v_path from app.compile_destination_condition(v_member, vars) c;
            v_paths := v_paths || v_path;
        end loop;
        path := case when v_group = 'none' then '!' else '' end
            || '(' || array_to_string(v_paths, case v_group when 'all' then ' && ' else ' || ' end) || ')';
    elsif p_condition ? 'answer' then
        select c.vars, c.path into vars, path
        from app.compile_answer(p_condition, case when app.looks_for_words(p_condition) then '$.folded.' else '$.answers.' end
            || to_json(p_condition ->> 'answer'), vars) c;
    else
        select c.vars, c.path into vars, path from app.compile_condition(p_condition, 'declared', vars) c;
    end if;
end $$;
comment on function app.compile_destination_condition is
    'Compiles a condition on answers, traits and the context to one jsonpath predicate over the document of app.meets_condition.';
