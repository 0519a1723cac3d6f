create or replace function app.leaf_conditions(p_rule jsonb) returns setof jsonb
language sql immutable set search_path = ''
as $$
    with recursive node (rule) as (
        select p_rule where p_rule is not null
        union all
        select m from node, jsonb_array_elements(coalesce(rule -> 'all', rule -> 'any', rule -> 'none')) m
    )
    select rule from node where not rule ?| array['all', 'any', 'none']
$$;
comment on function app.leaf_conditions is 'The conditions of a rule, without their groups.';

create or replace function app.compares_dates(p_condition jsonb) returns boolean
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
    return coalesce(p_condition ->> 'op' in ('before', 'after', 'older_than', 'newer_than'), false);
end $$;
comment on function app.compares_dates is 'Whether the condition compares a date.';

create or replace function app.is_prefilterable(p_condition jsonb) returns boolean
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
    return not (app.compares_dates(p_condition) or p_condition ? 'prompt' or p_condition ? 'event'
        or coalesce(p_condition ->> 'context' = 'language' or (p_condition -> 'verified')::boolean, false));
end $$;
comment on function app.is_prefilterable is 'Whether the base facts decide the condition, without a proof.';

create or replace function app.prefilterable_part(p_rule jsonb) returns jsonb
language plpgsql immutable set search_path = ''
as $$
declare
    v_members jsonb;
begin
    if not exists (select from app.leaf_conditions(p_rule) l where not app.is_prefilterable(l)) then
        return p_rule;
    elsif p_rule ? 'all' then
        select jsonb_agg(part) into v_members
        from jsonb_array_elements(p_rule -> 'all') m, app.prefilterable_part(m) part where part is not null;
        return case when v_members is not null then jsonb_build_object('all', v_members) end;
    end if;
    return null;
end $$;
comment on function app.prefilterable_part is
    'The part of a rule that base facts decide: what fails it fails the rule. Null without such a part.';

create or replace function app.find_index_values(p_trigger jsonb) returns jsonb
language plpgsql immutable set search_path = ''
as $$
declare
    v_rule jsonb := case when (p_trigger -> 'verified')::boolean is not true then app.prefilterable_part(p_trigger -> 'where') end;
begin
    return (
        select coalesce(jsonb_object_agg(l ->> 'property', l ->> 'value'), '{}')
        from jsonb_array_elements(coalesce(v_rule -> 'all', jsonb_build_array(v_rule))) l
        -- Equal strings and booleans have the same text, equal numbers may not. B-tree entries must be short.
        where l ? 'property' and l ->> 'op' = 'is' and jsonb_typeof(l -> 'value') in ('string', 'boolean')
          and octet_length(l::text) <= 500);
end $$;
comment on function app.find_index_values is 'The property values, as text, without which the trigger cannot match.';
