-- The decision: a prompt with `source: backend` reacts only to events from the backend.
set role feedback_owner;

create or replace function app.call_facts(p_call app.call) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
    -- The event is from the backend, or a browser claims the prompt of such an event.
    if p_call.session_id = '00000000-0000-0000-0000-000000000000' or p_call.request_context ? 'backend' then
        p_call.traits := app.account_traits(p_call);
        return case when p_call.session_id = '00000000-0000-0000-0000-000000000000' then '{"backend": true, "has_page": false}'::jsonb
            else '{"backend": true}' end || app.base_facts(p_call.now, p_call.session_id, p_call.request_context -> 'context',
            p_call.properties, p_call.verified, p_call.traits, p_call.account, p_call.sample_key, p_call.first_seen_at);
    end if;
    return app.base_facts(p_call.now, p_call.session_id, p_call.request_context -> 'context', p_call.properties, p_call.verified,
        p_call.traits, p_call.account, p_call.sample_key, p_call.first_seen_at);
end $$;

create function app.part_without_context(p_rule jsonb, p_is_certain boolean default false) returns jsonb
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

create or replace function app.evaluate(c app.candidates, p_facts jsonb, p_show boolean) returns app.reason
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
    v_now numeric;
    v_reason app.reason;
begin
    if c.experiment is not null then
        c := app.choose_variant(c, p_facts ->> 'sample_key');
    end if;
    if not p_show then
        -- A single expression, because most candidates fail here, and each additional expression is measurable at 1,000 prompts.
        v_reason := case
            when c.compares_dates and not p_facts ? 'history' then 'unknown'
            when not jsonb_path_match(p_facts, c.trigger_path, c.vars, true) then
                case when jsonb_path_match(p_facts, c.trigger_path_if_verified, c.vars, true) then 'unverified'
                    else 'trigger_properties' end::app.reason
            when c.repeated is not null and app.check_repeated(c, p_facts) is not null then app.check_repeated(c, p_facts)
            when c.needed_facts is not null and not p_facts ? 'history' then
                case when not jsonb_path_match(p_facts, c.audience_prefilter, c.vars, true) then 'audience' else 'unknown' end::app.reason
            when not jsonb_path_match(p_facts, c.audience_path, c.vars, true) then 'audience'
            when c.rate < 1 and app.sample_position(c.prompt_id, p_facts ->> 'sample_key') >= c.rate then 'sampled_out' end;
        if v_reason is not null then
            return v_reason;
        end if;
    end if;
    v_now := p_facts -> 'now';
    if c.starts_at is not null or c.ends_at is not null then
        v_reason := app.check_dates(c, p_facts);
        if v_reason is not null then
            return v_reason;
        end if;
    end if;
    if not p_show and c.min_session_seconds > 0 and (p_facts -> 'session')::numeric > v_now - c.min_session_seconds then
        return 'session_too_young';
    elsif not p_facts ? 'seen' then
        return 'unknown';
    end if;
    v_reason := coalesce(
        app.check_prompt_limits(c, p_facts #> array['seen', c.prompt_id::text], v_now),
        app.check_site_limits(c, p_facts -> 'site', v_now));
    -- Separate, because preparing these calls is measurable, and few prompts need one of them.
    if v_reason is null and (c.per_group is not null or p_facts ? 'budgets' or p_facts -> 'site' ? 'holdout') then
        v_reason := coalesce(
            case when c.per_group is not null then app.check_group(c, p_facts) end,
            case when p_facts ? 'budgets' then app.check_budget(c, p_facts) end,
            case when p_facts -> 'site' ? 'holdout' then app.check_holdout(c, p_facts, p_show) end);
    end if;
    if v_reason is not null then
        return v_reason;
    end if;
    -- An event from the backend has no page, so its prompt waits for one. A prompt that another event may prevent waits
    -- too: its delay is not 0.
    return case when (c.delay_seconds > 0 or c.backend) and not p_show then 'waiting' else 'displayed' end;
end $$;

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

create or replace function app.reserve(
    p_call app.call, p_decision app.decision, p_event text, p_show boolean, p_display uuid, p_due boolean)
returns app.decision
language plpgsql set search_path = ''
as $$
declare
    v_lock record := app.lock_subject(p_call);
    v_decision app.decision := p_decision;
    v_charges jsonb;
    v_began timestamptz;
    v_is_current boolean;
begin
    p_call := v_lock.p_call;
    if p_call.request_context ? 'backend' then
        -- The display keeps the traits that decided: its results and the limit of its group depend on them.
        p_call.traits := app.account_traits(p_call);
    end if;
    -- Retry if another call used up a budget, or a budget changed: another prompt may pass.
    for v_attempt in 1..3 loop
        -- A new statement sees what the previous holder of the lock committed. A new lock row had no holder.
        if v_attempt > 1 or not v_lock.is_new then
            v_decision := app.decide(p_call, p_event, p_show);
        end if;
        if p_due and v_decision.reason = 'waiting' then
            v_decision.reason := 'displayed';
        end if;
        if v_decision.reason = 'displayed' and not app.consume_group(p_call, v_decision.prompt_id, p_display) then
            v_decision.reason := 'group_limit';
        end if;
        exit when v_decision.reason <> 'displayed';

        v_charges := app.list_charges(p_call.settings, v_decision.budget, p_call.now);
        insert into app.displays
            (site_id, id, subject_id, visitor_id, session_id, prompt_id, revision, variant, origin, traits, context,
            charges, reserved_at)
        values (p_call.site_id, p_display, p_call.subject_id, p_call.visitor_id, p_call.session_id,
            v_decision.prompt_id, v_decision.revision, v_decision.variant, p_call.event_id, p_call.traits,
            app.keep_context(p_call.request_context -> 'context'), v_charges, p_call.now)
        on conflict (site_id, origin) do nothing;
        if not found then
            delete from app.group_displays g where g.site_id = p_call.site_id and g.display_id = p_display;
            v_decision.reason := 'duplicate';
            return v_decision;
        end if;
        -- The insert waits until a changed budget is committed; from here on, app.open_budget waits for this display.
        update app.subject_locks set last_at = greatest(last_at, p_call.now)
        where site_id = p_call.site_id and subject_id = p_call.subject_id
        returning v_decision.budget is not distinct from (select c.budget from app.candidates c
                where c.site_id = p_call.site_id and c.prompt_id = v_decision.prompt_id and c.event_name = '')
            and p_call.settings #> '{limits,displays_per_day}' is not distinct from (
                select s.settings #> '{limits,displays_per_day}' from app.sites s where s.id = p_call.site_id)
        into v_is_current;
        exit when v_is_current and v_charges is null;
        if v_is_current then
            -- Last, because every display of the budget waits for its rows.
            v_began := clock_timestamp();
            v_decision.reason := coalesce(app.spend_budgets(p_call.site_id, v_decision.prompt_id, p_call.settings,
                v_decision.budget, v_charges, p_call.now), 'displayed');
            if clock_timestamp() - v_began > interval '1 millisecond' then
                perform app.note_hot_budget();
            end if;
            exit when v_decision.reason = 'displayed';
        else
            v_decision.reason := 'budget';
            select s.settings into p_call.settings from app.sites s where s.id = p_call.site_id;
        end if;
        delete from app.displays d where d.site_id = p_call.site_id and d.id = p_display;
        delete from app.group_displays g where g.site_id = p_call.site_id and g.display_id = p_display;
    end loop;
    if v_decision.reason = 'displayed' and v_charges is not null and app.has_hot_budget() then
        perform app.defer_flush();
    end if;
    return v_decision;
end $$;
comment on function app.reserve is
    'Locks the subject, decides again unless its lock row is new, reserves the display and charges it to the budgets. p_due: the delay has passed.';

reset role;
