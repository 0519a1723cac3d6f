-- The explanation of a decision: the result of each rule.
set role feedback_owner;

create function app.count_of(p_number text, p_noun text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
    return p_number || ' ' || p_noun || case when p_number = '1' then '' else 's' end;
end $$;
comment on function app.count_of is 'A number and a noun, which is in the singular after 1.';

create or replace function app.describe_condition(p_condition jsonb) returns text
language plpgsql immutable set search_path = ''
as $$
declare
    v_op text := replace(p_condition ->> 'op', '_', ' ');
    v_subject text := coalesce(p_condition ->> 'trait', p_condition ->> 'property', p_condition ->> 'context');
begin
    if p_condition ? 'prompt' then
        return format('%s was %s within %s',
            p_condition ->> 'prompt', p_condition ->> 'was', app.count_of(p_condition ->> 'within_days', 'day'));
    elsif p_condition ? 'event' then
        return format('%s at least %s within %s', p_condition ->> 'event',
            app.count_of(p_condition ->> 'times', 'time'), app.count_of(p_condition ->> 'within_days', 'day'));
    elsif p_condition ? 'first_seen' then
        return format('first seen %s %s', replace(p_condition ->> 'first_seen', '_', ' '), app.count_of(p_condition ->> 'days', 'day'));
    elsif p_condition ? 'identified' then
        return case when (p_condition -> 'identified')::boolean then 'signed in' else 'not signed in' end;
    elsif p_condition ? 'days' then
        return format('%s is %s %s', v_subject, v_op, app.count_of(p_condition ->> 'days', 'day'));
    elsif p_condition ? 'value' then
        return format('%s %s %s', v_subject, case v_op when 'is' then 'is' else v_op end,
            app.describe_value(p_condition -> 'value'));
    end if;
    return format('%s %s', v_subject, v_op);
end $$;

create or replace function app.ago(p_then numeric, p_now numeric) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
    return case
        when p_then is null then 'never'
        when p_now - p_then < 120 then app.count_of(round(greatest(p_now - p_then, 0))::text, 'second') || ' ago'
        when p_now - p_then < 7200 then round((p_now - p_then) / 60) || ' minutes ago'
        when p_now - p_then < 172800 then round((p_now - p_then) / 3600) || ' hours ago'
        else round((p_now - p_then) / 86400, 1) || ' days ago' end;
end $$;

create or replace function app.describe_fact(p_condition jsonb, p_facts jsonb) returns text
language plpgsql immutable set search_path = ''
as $$
declare
    v_now numeric := p_facts -> 'now';
begin
    if p_condition ? 'trait' then
        return 'it is ' || app.describe_value(p_facts #> array['traits', p_condition ->> 'trait']);
    elsif p_condition ? 'property' then
        return 'it is ' || app.describe_value(p_facts #> array['properties', p_condition ->> 'property'])
            || case when p_facts #> array['verified', p_condition ->> 'property'] is not null then ', verified' else '' end;
    elsif p_condition ->> 'context' = 'language' then
        return 'it is ' || app.describe_value(p_facts #> '{context,languages,0}');
    elsif p_condition ? 'context' then
        return 'it is ' || app.describe_value(p_facts #> array['context', p_condition ->> 'context']);
    elsif p_condition ? 'prompt' then
        return 'last ' || app.ago(
            (p_facts #> array['history', p_condition ->> 'was', p_condition ->> 'prompt'])::numeric, v_now);
    elsif p_condition ? 'event' then
        return app.count_of(coalesce(p_facts #>> array['history', 'events',
            (p_condition ->> 'event') || '/' || (p_condition ->> 'within_days')], '0'), 'time') || ', this event included';
    elsif p_condition ? 'first_seen' then
        return 'it was ' || app.ago((p_facts -> 'first_seen')::numeric, v_now);
    end if;
    return case when (p_facts -> 'identified')::boolean then 'the visitor is signed in' else 'the visitor is not signed in' end;
end $$;

create or replace function app.explain_limits(c app.candidates, p_facts jsonb) returns jsonb
language plpgsql immutable set search_path = ''
as $$
declare
    v_now numeric := p_facts -> 'now';
    v_seen jsonb := p_facts #> array['seen', c.prompt_id::text];
    v_site jsonb := p_facts -> 'site';
    v_own app.reason := app.check_prompt_limits(c, v_seen, v_now);
    v_across app.reason := app.check_site_limits(c, v_site, v_now);
    v_rules jsonb;
begin
    v_rules := jsonb_build_array(jsonb_build_object('rule', 'limits', 'passed', v_own is null, 'text',
        format('shown %s, last %s; show %s%s%s', app.count_of(coalesce(v_seen ->> 'displays', '0'), 'time'),
            app.ago((v_seen -> 'last')::numeric, v_now), replace(c.show, '_', ' '),
            ': ' || c.times, ', again after ' || app.count_of(c.again_after_days::text, 'day'))));
    if not c.respects_site then
        return v_rules || jsonb_build_array(jsonb_build_object('rule', 'site limits', 'passed', true,
            'text', 'the prompt ignores them'));
    end if;
    return v_rules
        || jsonb_build_array(jsonb_build_object('rule', 'site cooldown', 'passed', v_across is distinct from 'site_cooldown',
            'text', format('any prompt shown %s, cooldown %s%s', app.ago((v_site -> 'last')::numeric, v_now),
                app.count_of(v_site ->> 'cooldown_days', 'day'), '; ' || (v_site ->> 'window_displays') || ' shown within '
                || app.count_of(v_site ->> 'window_days', 'day') || ', at most ' || (v_site ->> 'window_limit'))))
        || case when v_site ? 'session_limit' then jsonb_build_array(jsonb_build_object('rule', 'session limit',
            'passed', v_across is distinct from 'session_limit',
            'text', format('%s shown in this session, at most %s', v_site ->> 'session_displays', v_site ->> 'session_limit')))
            else '[]' end;
end $$;

create or replace function app.explain_rules(c app.candidates, p_content jsonb, p_facts jsonb, p_show boolean) returns jsonb
language plpgsql immutable set search_path = ''
as $$
declare
    v_now numeric := p_facts -> 'now';
    v_verified_only boolean := coalesce((p_content #>> '{trigger,verified}')::boolean, false);
    v_at double precision := app.sample_position(c.prompt_id, p_facts ->> 'sample_key');
    v_dates app.reason := app.check_dates(c, p_facts);
    v_audience jsonb := case when p_facts ? 'has_page' then app.part_without_context(app.audience_rule(p_content))
        else app.audience_rule(p_content) end;
    v_rules jsonb := '[]';
begin
    v_rules := app.explain_experiment(c, p_facts ->> 'sample_key');
    c := app.choose_variant(c, p_facts ->> 'sample_key');
    if not p_show then
        if c.backend then
            v_rules := v_rules || jsonb_build_array(jsonb_build_object('rule', 'source', 'passed', p_facts ? 'backend', 'text',
                case when p_facts ? 'backend' then 'the event is from the backend'
                    else 'the event is from a browser; only events from the backend trigger the prompt' end));
        end if;
        if v_verified_only then
            v_rules := v_rules || jsonb_build_array(jsonb_build_object('rule', 'verified', 'passed', p_facts -> 'proven', 'text',
                case when p_facts ? 'backend' then 'the event is from the backend'
                    when (p_facts -> 'proven')::boolean then 'the event has a valid proof' else 'the event has no valid proof' end));
        end if;
        v_rules := v_rules
            || app.explain_conditions(p_content #> '{trigger,where}', 'trigger',
                case when v_verified_only then 'verified' else 'declared' end, p_facts)
            || app.explain_trigger(c, p_facts)
            || app.explain_conditions(v_audience, 'audience', 'declared', p_facts);
        if v_audience is distinct from app.audience_rule(p_content) then
            v_rules := v_rules || jsonb_build_object('rule', 'audience', 'passed', true, 'text',
                'conditions on the page, the device and the language are checked in the browser that would show the prompt');
        end if;
        if c.rate < 1 then
            v_rules := v_rules || jsonb_build_object('rule', 'sampling', 'passed', v_at < c.rate, 'text',
                format(case when v_at < c.rate then 'in the sample: %s < %s' else 'sampled out: %s ≥ %s' end,
                    app.write_position(v_at), c.rate));
        end if;
    end if;
    if c.starts_at is not null then
        v_rules := v_rules || jsonb_build_object('rule', 'start', 'passed', v_dates is distinct from 'not_started',
            'text', 'starts ' || to_char(c.starts_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI "UTC"'));
    end if;
    if c.ends_at is not null then
        v_rules := v_rules || jsonb_build_object('rule', 'end', 'passed', v_dates is distinct from 'ended',
            'text', 'ends ' || to_char(c.ends_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI "UTC"'));
    end if;
    if not p_show and c.min_session_seconds > 0 then
        v_rules := v_rules || jsonb_build_object('rule', 'session',
            'passed', (p_facts -> 'session')::numeric <= v_now - c.min_session_seconds,
            'text', format('the session began %s, at least %s seconds are required',
                app.ago((p_facts -> 'session')::numeric, v_now), c.min_session_seconds));
    end if;
    return v_rules || app.explain_limits(c, p_facts) || app.explain_group(c, p_facts) || app.explain_budget(c, p_facts)
        || app.explain_holdout(c, p_facts, p_show);
end $$;

create or replace function app.explain(p_site uuid, p_event text, p_prompt uuid, p_facts jsonb, p_show boolean) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
    return (
        select coalesce(jsonb_agg(jsonb_build_object('survey_id', k.survey_id,
            'reason', case when k.place > 1 and k.reason in ('displayed', 'waiting') then 'lost_priority' else k.reason::text end,
            'rules', k.rules) order by k.place), '[]')
        from (
            select c.survey_id, v.reason, app.explain_rules(c, r.content, p_facts, p_show) as rules,
                row_number() over (order by v.reason desc, c.priority desc, c.published_at, c.prompt_id) as place
            from app.candidates c
            join app.revisions r on r.site_id = c.site_id and r.prompt_id = c.prompt_id and r.number = c.revision
            cross join lateral (select app.evaluate(c, p_facts, p_show) as reason offset 0) v
            where c.site_id = p_site and c.event_name = p_event and (p_prompt is null or c.prompt_id = p_prompt)
              and (c.backend or not p_facts ? 'backend')
            order by place limit 50) k
    );
end $$;

create or replace function app.explain_draft(p_call app.call, p_content jsonb) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
    v_prompt uuid := coalesce((select p.id from app.prompts p
        where p.site_id = p_call.site_id and p.survey_id = p_content ->> 'survey_id'), '00000000-0000-7000-8000-000000000000');
    c app.candidates := app.compile_content(p_call.site_id, v_prompt, 0, p_call.now, p_call.name, p_content);
    v_needed jsonb := case when c.needed_facts is not null or c.compares_dates then
        '{"prompts": [], "events": []}'::jsonb || coalesce(c.needed_facts, '{}') end;
    v_facts jsonb;
    v_events jsonb := p_content #> '{trigger,events}';
    v_is_triggered boolean := coalesce(v_events ? p_call.name, false);
begin
    if c.backend then
        -- A test or a preview has no backend to report the event.
        p_call.request_context := p_call.request_context || '{"backend": true}';
        p_call.verified := coalesce(p_call.verified, p_call.properties);
    end if;
    v_facts := app.load_facts(app.call_facts(p_call), p_call.site_id, p_call.settings, p_call.subject_id,
        p_call.session_id, '[]', p_call.event_id, p_call.name, v_needed, p_call.now, 'infinity')
        || app.draft_budget_facts(p_call, c);
    return jsonb_build_object('survey_id', c.survey_id,
        'reason', case when v_is_triggered and p_call.reset_at is null then app.evaluate(c, v_facts, false)::text else 'no_prompt' end,
        'rules', jsonb_build_array(jsonb_build_object('rule', 'event', 'passed', v_is_triggered, 'text', case
            when v_events is null then 'the prompt has no trigger; only show() displays it'
            else format('one of %s; it is %s', replace(v_events::text, '"', ''), p_call.name) end))
            || app.explain_rules(c, p_content, v_facts, false));
end $$;

create or replace function app.find_latest_visitor(p_site uuid, p_account text) returns uuid
language plpgsql stable set search_path = ''
as $$
begin
    -- The visitor of the backend only if the account has no browser.
    return (
        select v.id from app.subjects s join app.visitors v on v.site_id = s.site_id and v.subject_id = s.id
        where s.site_id = p_site and s.account = p_account and v.last_seen_at >= clock_timestamp() - interval '90 days'
        order by v.id = app.backend_visitor(p_site, p_account), v.last_seen_at desc, v.id limit 1
    );
end $$;

reset role;
