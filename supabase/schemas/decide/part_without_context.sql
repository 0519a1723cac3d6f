create or replace function app.part_without_context(p_rule jsonb, p_is_certain boolean default false) returns jsonb
language plpgsql immutable set search_path = ''
as $$
declare
    v_kind text := case when p_rule ? 'all' then 'all' when p_rule ? 'any' then 'any' when p_rule ? 'none' then 'none' end;
    v_members jsonb;
    v_is_complete boolean;
begin
    if v_kind is null then
        return case when not p_rule ? 'context' then p_rule end;
    end if;
    -- A rule that must not hold may hold on some page unless it is certain to hold on every page.
    select jsonb_agg(part) filter (where part is not null), bool_and(part is not null) into v_members, v_is_complete
    from jsonb_array_elements(p_rule -> v_kind) m, app.part_without_context(m, p_is_certain <> (v_kind = 'none')) part;
    -- One alternative that only a page decides may hold, but is not certain to; one of several conditions likewise.
    return case when v_is_complete or p_is_certain = (v_kind = 'any') then
        case when v_members is not null then jsonb_build_object(v_kind, v_members) end end;
end $$;
comment on function app.part_without_context is
    'What is known of a rule without a page: the part that holds if the rule may hold on some page, with p_is_certain the part that holds only if it does on every page. Null without such a part.';
