create or replace function app.compile_content(
    p_site uuid, p_prompt uuid, p_revision integer, p_published_at timestamptz, p_event text, p_content jsonb)
returns app.candidates
language plpgsql immutable set search_path = ''
as $$
declare
    v_where jsonb := p_content #> '{trigger,where}';
    v_verified_only boolean := coalesce((p_content #>> '{trigger,verified}')::boolean, false);
    v_backend boolean := coalesce(p_content #>> '{trigger,source}' = 'backend', false);
    v_timing jsonb := p_content -> 'timing';
    v_limits jsonb := p_content -> 'limits';
    v_audience jsonb := app.audience_rule(p_content);
    -- What is checked when an event arrives that has no page.
    v_without_page jsonb := case when v_backend then app.part_without_context(v_audience) else v_audience end;
    v_rule jsonb;
    -- The base facts decide the whole audience.
    v_alone boolean;
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
    c.backend := v_backend;
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
    if v_backend then
        c.trigger_path := ('($.backend == true)' || coalesce(' && ' || c.trigger_path::text, ''))::jsonpath;
        -- An event from a browser would not trigger it even if it were verified.
    elsif v_verified_only and v_where is null then
        c.trigger_path_if_verified := '($.proven == $.proven)';
    elsif v_verified_only or exists (select from app.leaf_conditions(v_where) l where (l ->> 'verified')::boolean) then
        select r.vars, r.path into v_vars, v_path from app.compile_rule(v_where, 'reported', v_vars) r;
        c.trigger_path_if_verified := v_path::jsonpath;
    end if;
    if v_audience is not null then
        select r.vars, r.path into v_vars, v_path from app.compile_rule(v_audience, 'declared', v_vars) r;
        if v_without_page is distinct from v_audience then
            -- The event itself has no page; the browser that would show the prompt must match the whole audience.
            select r.vars, format('($.has_page == false)%s || (%s)', ' && ' || r.path, v_path) into v_vars, v_path
            from app.compile_rule(v_without_page, 'declared', v_vars) r;
        end if;
        c.audience_path := v_path::jsonpath;
        v_rule := app.prefilterable_part(v_without_page);
        v_alone := v_rule = v_audience;
        v_rule := nullif(v_rule, v_audience);
        select r.vars, r.path into v_vars, v_path from app.compile_rule(v_rule, 'declared', v_vars) r;
        c.audience_prefilter := v_path::jsonpath;
    end if;
    c.vars := v_vars;
    c.needed_facts := app.list_needed_facts(v_where, v_audience);
    c.repeated := p_content #> '{trigger,repeated}';
    if c.repeated is not null then
        c.needed_facts := coalesce(c.needed_facts, '{}')
            || jsonb_build_object('occurrences', jsonb_build_array(app.list_occurrences(p_content, c)));
    end if;
    c.wait_hours := coalesce((v_timing ->> 'wait_hours')::integer, 24);
    c.unless := p_content #> '{trigger,unless}';
    c.cancel_events := (select array_agg(n) from jsonb_array_elements_text(p_content #> '{trigger,cancel_events}') n);
    c.per_group := v_limits -> 'per_group';
    if c.per_group is not null then
        c.needed_facts := coalesce(c.needed_facts, '{}') || jsonb_build_object('groups',
            jsonb_build_array(jsonb_build_object('prompt', p_prompt, 'trait', c.per_group -> 'trait')));
    end if;
    if c.needed_facts ?| array['occurrences', 'groups'] and v_alone then
        -- Only the remaining rules need more facts.
        c.audience_prefilter := c.audience_path;
    end if;
    c.rate := coalesce((p_content #>> '{sampling,rate}')::double precision, 1);
    c.starts_at := (v_timing ->> 'starts_at')::timestamptz;
    c.ends_at := (v_timing ->> 'ends_at')::timestamptz;
    c.delay_seconds := coalesce((v_timing ->> 'delay_seconds')::integer, 0);
    c.min_session_seconds := coalesce((v_timing ->> 'min_session_seconds')::integer, 0);
    c.experiment := app.compile_experiment(p_content);
    if c.experiment is not null then
        -- The longest delay of all variants, until one is chosen.
        c.delay_seconds := (select max((v -> 'delay_seconds')::integer) from jsonb_array_elements(c.experiment -> 'variants') v);
    end if;
    if c.unless is not null then
        c.delay_seconds := (c.unless -> 'within_minutes')::integer * 60;
    end if;
    c.show := coalesce(v_limits ->> 'show', 'once');
    c.times := (v_limits ->> 'times')::integer;
    c.again_after_days := (v_limits ->> 'again_after_days')::numeric;
    c.respects_site := coalesce(v_limits ->> 'site_limits', 'respect') = 'respect';
    c.budget := nullif(p_content -> 'budget', '{}');
    return c;
end $$;
comment on function app.compile_content is 'Compiles a prompt''s content to its candidate for one event name.';
