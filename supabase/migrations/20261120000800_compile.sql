-- Compiles a rule to one jsonpath over the facts of app.evaluate. Values are variables; only like_regex requires a
-- literal, which to_json quotes. Every condition is an exists() or compares values that always exist, so it is true or
-- false, never unknown, and `!` is its exact complement.
set role feedback_owner;

create function app.compile_comparison(
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

create function app.compile_condition(
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

create function app.compile_rule(p_rule jsonb, p_properties text, inout vars jsonb, out path text)
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

create function app.count_keys(p_object jsonb) returns integer
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
    return (select count(*)::integer from jsonb_object_keys(p_object));
end $$;

create function app.parse_instant(p_text text) returns numeric
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

create function app.leaf_conditions(p_rule jsonb) returns setof jsonb
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

create function app.compares_dates(p_condition jsonb) returns boolean
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
    return coalesce(p_condition ->> 'op' in ('before', 'after', 'older_than', 'newer_than'), false);
end $$;
comment on function app.compares_dates is 'Whether the condition compares a date.';

create function app.is_prefilterable(p_condition jsonb) returns boolean
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
    return not (app.compares_dates(p_condition) or p_condition ? 'prompt' or p_condition ? 'event'
        or coalesce(p_condition ->> 'context' = 'language' or (p_condition -> 'verified')::boolean, false));
end $$;
comment on function app.is_prefilterable is 'Whether the base facts decide the condition, without a proof.';

create function app.prefilterable_part(p_rule jsonb) returns jsonb
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

create function app.find_index_values(p_trigger jsonb) returns jsonb
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

create function app.list_needed_facts(p_where jsonb, p_audience jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
    select nullif(jsonb_strip_nulls(jsonb_build_object(
        'traits', jsonb_agg(distinct l -> 'trait') filter (where l ? 'trait' and app.compares_dates(l)),
        'properties', jsonb_agg(distinct l -> 'property') filter (where l ? 'property' and app.compares_dates(l)),
        'languages', jsonb_agg(distinct l -> 'context') filter (where l ->> 'context' = 'language'),
        'prompts', jsonb_agg(distinct l -> 'prompt') filter (where l ? 'prompt'),
        'events', jsonb_agg(distinct jsonb_build_object('event', l -> 'event', 'within_days', l -> 'within_days'))
            filter (where l ? 'event')
    )), '{}')
    from (select app.leaf_conditions(p_where) union all select app.leaf_conditions(p_audience)) x (l)
$$;
comment on function app.list_needed_facts is
    'Facts that a trigger and an audience need beyond the base facts: dates in traits and properties, languages, prompts, events; null for none.';

create function app.compile_content(
    p_site uuid, p_prompt uuid, p_revision integer, p_published_at timestamptz, p_event text, p_content jsonb)
returns app.candidates
language plpgsql immutable set search_path = ''
as $$
declare
    v_where jsonb := p_content #> '{trigger,where}';
    v_verified_only boolean := coalesce((p_content #>> '{trigger,verified}')::boolean, false);
    v_timing jsonb := p_content -> 'timing';
    v_limits jsonb := p_content -> 'limits';
    v_rule jsonb;
    v_path text;
    v_vars jsonb := '{}';
    c app.candidates;
begin
    c.site_id := p_site;
    c.prompt_id := p_prompt;
    c.revision := p_revision;
    c.published_at := p_published_at;
    c.event_name := p_event;
    c.survey_id := p_content ->> 'survey_id';
    c.priority := coalesce((p_content ->> 'priority')::smallint, 0);
    c.index_value := '';
    c.compares_dates := exists (select from app.leaf_conditions(v_where) l where app.compares_dates(l));
    if not v_verified_only then
        v_rule := app.prefilterable_part(v_where);
        select r.vars, r.path into v_vars, v_path from app.compile_rule(v_rule, 'alone', v_vars) r;
        c.prefilter_path := v_path::jsonpath;
        v_path := null;
        if v_rule = v_where then
            -- The trigger is compiled from the same rule below, so both paths share their variables.
            v_vars := '{}';
        end if;
    end if;
    if v_where is not null then
        select r.vars, r.path into v_vars, v_path
        from app.compile_rule(v_where, case when v_verified_only then 'verified' else 'declared' end, v_vars) r;
        c.trigger_path := v_path::jsonpath;
    end if;
    if v_verified_only then
        c.trigger_path := ('($.proven == true)' || coalesce(' && ' || v_path, ''))::jsonpath;
    end if;
    if v_verified_only and v_where is null then
        c.trigger_path_if_verified := '($.proven == $.proven)';
    elsif v_verified_only or exists (select from app.leaf_conditions(v_where) l where (l ->> 'verified')::boolean) then
        select r.vars, r.path into v_vars, v_path from app.compile_rule(v_where, 'reported', v_vars) r;
        c.trigger_path_if_verified := v_path::jsonpath;
    end if;
    if p_content ? 'audience' then
        select r.vars, r.path into v_vars, v_path from app.compile_rule(p_content -> 'audience', 'declared', v_vars) r;
        c.audience_path := v_path::jsonpath;
        v_rule := nullif(app.prefilterable_part(p_content -> 'audience'), p_content -> 'audience');
        select r.vars, r.path into v_vars, v_path from app.compile_rule(v_rule, 'declared', v_vars) r;
        c.audience_prefilter := v_path::jsonpath;
    end if;
    c.vars := v_vars;
    c.needed_facts := app.list_needed_facts(v_where, p_content -> 'audience');
    c.rate := coalesce((p_content #>> '{sampling,rate}')::double precision, 1);
    c.starts_at := (v_timing ->> 'starts_at')::timestamptz;
    c.ends_at := (v_timing ->> 'ends_at')::timestamptz;
    c.delay_seconds := coalesce((v_timing ->> 'delay_seconds')::integer, 0);
    c.min_session_seconds := coalesce((v_timing ->> 'min_session_seconds')::integer, 0);
    c.show := coalesce(v_limits ->> 'show', 'once');
    c.times := (v_limits ->> 'times')::integer;
    c.again_after_days := (v_limits ->> 'again_after_days')::numeric;
    c.respects_site := coalesce(v_limits ->> 'site_limits', 'respect') = 'respect';
    return c;
end $$;
comment on function app.compile_content is 'Compiles a prompt''s content to its candidate for one event name.';

reset role;
