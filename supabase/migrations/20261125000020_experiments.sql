-- Experiments: each subject gets one of a prompt's variants. Also the site's holdout.
set role feedback_owner;

alter type app.reason add value 'holdout' before 'lost_priority';

alter table app.candidates add column experiment jsonb;
comment on column app.candidates.experiment is
    'The key of the prompt''s experiment, and its variants: their keys, where their share of [0, 1) ends (`until`), and their timing; null without one.';
alter table app.displays add column variant text;
comment on column app.displays.variant is 'The variant of the prompt''s experiment that it shows; null without one.';
grant select (variant) on app.displays to feedback_agent;
alter table app.responses add column variant text;
comment on column app.responses.variant is 'The variant that was displayed; null without an experiment.';

alter type app.decision add attribute variant text;

create function app.apply_variant(p_content jsonb, p_variant text) returns jsonb
language plpgsql immutable set search_path = ''
as $$
declare
    v_variant jsonb := (
        select v from jsonb_array_elements(p_content #> '{experiment,variants}') v where v ->> 'key' = p_variant limit 1);
    v_appearance jsonb := p_content -> 'appearance';
begin
    p_content := p_content - 'experiment';
    if v_variant is null then
        return p_content;
    end if;
    -- Only the position `inline` has a target.
    if v_variant #>> '{appearance,position}' <> 'inline' then
        v_appearance := v_appearance - 'target';
    end if;
    return p_content || (v_variant - array['key', 'weight']) || jsonb_build_object(
        'timing', coalesce(p_content -> 'timing', '{}') || coalesce(v_variant -> 'timing', '{}'),
        'appearance', coalesce(v_appearance, '{}') || coalesce(v_variant -> 'appearance', '{}'));
end $$;
comment on function app.apply_variant is
    'A prompt''s content with a variant applied, without the experiment. `applyVariant` of the contract does the same.';

create function app.list_asked_questions(p_content jsonb) returns setof jsonb
language sql immutable set search_path = ''
as $$
    select q from jsonb_array_elements(p_content -> 'questions') q
    union all
    select q from jsonb_array_elements(p_content #> '{experiment,variants}') v, jsonb_array_elements(v -> 'questions') q
$$;
comment on function app.list_asked_questions is 'The questions of a content, then those of its variants.';

create function app.compile_experiment(p_content jsonb) returns jsonb
language plpgsql immutable set search_path = ''
as $$
begin
    return (
        select jsonb_build_object('key', p_content #> '{experiment,key}', 'variants', jsonb_agg(jsonb_build_object(
            'key', w.variant -> 'key',
            'until', w.until,
            'delay_seconds', coalesce(
                to_jsonb((p_content #> '{trigger,unless,within_minutes}')::integer * 60), w.variant #> '{timing,delay_seconds}', p_content #> '{timing,delay_seconds}', '0'),
            'min_session_seconds', coalesce(
                w.variant #> '{timing,min_session_seconds}', p_content #> '{timing,min_session_seconds}', '0')) order by w.place))
        from (
            select v.variant, v.place, g.weight,
                sum(g.weight) over (order by v.place) / nullif(sum(g.weight) over (), 0)::double precision as until
            from jsonb_array_elements(p_content #> '{experiment,variants}') with ordinality v (variant, place)
            cross join lateral (select coalesce((v.variant -> 'weight')::integer, 1) as weight) g) w
        where w.weight > 0
        having count(*) > 0);
end $$;
comment on function app.compile_experiment is 'The content''s experiment in the form of app.candidates.experiment; null without one.';

create function app.choose_variant(c app.candidates, p_key text) returns app.candidates
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
    v_variants jsonb := c.experiment -> 'variants';
    v_at double precision;
    v_place integer := 0;
begin
    if c.experiment is null then
        return c;
    end if;
    -- The key of the experiment makes this position independent of the one in the prompt's sample.
    v_at := app.sample_position(c.prompt_id, (c.experiment ->> 'key') || ' ' || p_key);
    while v_place < jsonb_array_length(v_variants) - 1 and v_at >= (v_variants -> v_place -> 'until')::double precision loop
        v_place := v_place + 1;
    end loop;
    c.experiment := c.experiment || jsonb_build_object('variants', jsonb_build_array(v_variants -> v_place));
    c.delay_seconds := v_variants -> v_place -> 'delay_seconds';
    c.min_session_seconds := v_variants -> v_place -> 'min_session_seconds';
    return c;
end $$;
comment on function app.choose_variant is
    'The candidate with only the variant of the subject with this sample key, and with the timing of that variant.';

create function app.find_variant(c app.candidates) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
    return c.experiment #>> '{variants,0,key}';
end $$;
comment on function app.find_variant is 'The key of the variant that app.choose_variant left; null without an experiment.';

create function app.check_holdout(c app.candidates, p_facts jsonb, p_show boolean) returns app.reason
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
    if not p_facts -> 'site' ? 'holdout' or p_show and not c.respects_site then
        return null;
    elsif app.sample_position(c.site_id, p_facts ->> 'sample_key') < (p_facts #> '{site,holdout}')::double precision then
        return 'holdout';
    end if;
    return null;
end $$;
comment on function app.check_holdout is
    '`holdout` for a subject in the site''s holdout, else null. show() of a prompt that ignores the site''s limits is exempt: the visitor asks for it.';

create or replace function app.decision_to_json(p_decision app.decision, p_site uuid, p_display uuid, p_due timestamptz) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
    if p_decision.reason = 'displayed' then
        return jsonb_build_object('reason', 'displayed', 'reserved', jsonb_build_object(
            'display', p_display, 'prompt', p_decision.prompt_id, 'revision', p_decision.revision,
            'content', (select case when p_decision.variant is null then r.content
                    else app.apply_variant(r.content, p_decision.variant) end
                from app.revisions r where r.site_id = p_site
                and r.prompt_id = p_decision.prompt_id and r.number = p_decision.revision))
            || case when current_setting('synchronous_commit') = 'off' then '{"unflushed": true}'::jsonb else '{}' end);
    elsif p_decision.reason = 'waiting' then
        return jsonb_build_object('reason', 'waiting', 'due', app.milliseconds(p_due),
            'survey_id', p_decision.survey_id);
    end if;
    return jsonb_build_object('reason', p_decision.reason);
end $$;

create function app.defer_flush() returns void
language plpgsql set search_path = ''
as $$
begin
    perform set_config('synchronous_commit', 'off', true);
end $$;
comment on function app.defer_flush is
    'Commits this transaction without waiting for the disk, so that the rows that other displays wait for are unlocked immediately. The caller flushes before it responds: decisions say `unflushed` (`flushReservation` in supabase/functions/sdk/database.ts).';

create function app.note_hot_budget() returns void
language plpgsql set search_path = ''
as $$
begin
    perform set_config('feedback.hot_budget_until', (clock_timestamp() + interval '1 second')::text, false);
end $$;
comment on function app.note_hot_budget is
    'Remembers that a display waited for another one of its budget. Otherwise, the first that does not wait would make all others wait for its flush.';

create function app.has_hot_budget() returns boolean
language plpgsql stable set search_path = ''
as $$
begin
    return clock_timestamp() < nullif(current_setting('feedback.hot_budget_until', true), '')::timestamptz is true;
end $$;
comment on function app.has_hot_budget is 'Whether a display of this connection waited for another one within the last second.';

create or replace function app.repeat_decision(p_site uuid, p_visitor uuid, p_event uuid) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
    v_display app.displays;
    v_due timestamptz;
    v_decision app.decision;
begin
    select * into v_display from app.displays d
    where d.site_id = p_site and d.origin = p_event and d.visitor_id = p_visitor;
    if v_display.state = 'reserved' then
        v_decision.prompt_id := v_display.prompt_id;
        v_decision.revision := v_display.revision;
        v_decision.variant := v_display.variant;
        v_decision.reason := 'displayed';
        if v_display.charges is not null then
            -- The first call may not have flushed it yet.
            perform app.defer_flush();
        end if;
        return app.decision_to_json(v_decision, p_site, v_display.id, null);
    end if;
    select c.survey_id, e.received_at + make_interval(secs => (app.choose_variant(c, s.sample_key::text)).delay_seconds)
    into v_decision.survey_id, v_due
    from app.event_details e join app.candidates c
        on c.site_id = e.site_id and c.event_name = '' and c.prompt_id = e.prompt_id
    join app.visitors v on v.site_id = e.site_id and v.id = e.visitor_id
    join app.subjects s on s.site_id = v.site_id and s.id = v.subject_id
    where e.site_id = p_site and e.id = p_event and e.visitor_id = p_visitor and e.reason = 'waiting';
    if found and v_display.id is null then
        v_decision.reason := 'waiting';
        return app.decision_to_json(v_decision, p_site, null, v_due);
    end if;
    return '{"reason": "duplicate"}';
end $$;

create or replace function app.displayed_content(site uuid, display uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
    return (
        select app.apply_variant(r.content, d.variant) from app.displays d
        join app.revisions r on r.site_id = d.site_id and r.prompt_id = d.prompt_id and r.number = d.revision
        where d.site_id = site and d.id = display
    );
end $$;
comment on function app.displayed_content is 'The content that a display shows, that of its variant if it has one; null for an unknown display.';

create function app.write_position(p_at double precision) returns text
language plpgsql immutable set search_path = ''
as $$
begin
    return to_char(trunc(p_at::numeric, 4), 'FM0.0000');
end $$;
comment on function app.write_position is
    'A position in a sample as explanations show it: truncated, because a rounded one could equal the share that it is below.';

create function app.explain_experiment(c app.candidates, p_key text) returns jsonb
language plpgsql immutable set search_path = ''
as $$
begin
    return case when c.experiment is null then '[]' else jsonb_build_array(jsonb_build_object('rule', 'experiment', 'passed', true,
        'text', format('variant %s of %s: drawn at %s', app.find_variant(app.choose_variant(c, p_key)), c.experiment ->> 'key',
            app.write_position(app.sample_position(c.prompt_id, (c.experiment ->> 'key') || ' ' || p_key))))) end;
end $$;
comment on function app.explain_experiment is 'Which variant the subject with this sample key gets, as a rule that always passes; empty without an experiment.';

create function app.explain_holdout(c app.candidates, p_facts jsonb, p_show boolean) returns jsonb
language plpgsql immutable set search_path = ''
as $$
declare
    v_at double precision := app.sample_position(c.site_id, p_facts ->> 'sample_key');
    v_share double precision := p_facts #> '{site,holdout}';
begin
    if v_share is null or p_show and not c.respects_site then
        return '[]';
    end if;
    return jsonb_build_array(jsonb_build_object('rule', 'holdout', 'passed', v_at >= v_share, 'text',
        format(case when v_at >= v_share then 'not in the holdout: %s ≥ %s' else 'in the holdout: %s < %s' end,
            app.write_position(v_at), v_share)));
end $$;
comment on function app.explain_holdout is 'Whether the subject is in the site''s holdout; empty for a site without one.';

create or replace function app.preview(
    request_context jsonb, session uuid, event jsonb, verified jsonb, proof_account text, survey text,
    prompt uuid, revision integer, at timestamptz)
returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
    v_now timestamptz := coalesce(at, clock_timestamp());
    v_site uuid := request_context ->> 'site';
    v_content jsonb;
    -- As this visitor's variant shows it.
    v_shown jsonb;
    v_call app.call;
    v_explained jsonb;
    v_preview jsonb;
begin
    select r.content into v_content from app.revisions r
    where r.site_id = v_site and r.prompt_id = preview.prompt and r.number = preview.revision;
    if not found then
        return null;
    end if;
    v_preview := jsonb_build_object('survey_id', v_content ->> 'survey_id', 'name', v_content ->> 'name',
        'revision', revision, 'events', coalesce(v_content #> '{trigger,events}', '[]'), 'rules', '[]'::jsonb,
        'now', app.milliseconds(v_now));
    -- Without an event, or for show() of another prompt, there is nothing to evaluate.
    if event is null and survey is distinct from v_content ->> 'survey_id' then
        return v_preview;
    end if;
    v_call := app.simulate_identify(app.load_call(request_context, v_now, session, (event ->> 'id')::uuid,
        coalesce(event ->> 'name', ''), coalesce(event -> 'properties', '{}'), verified));
    if proof_account is not null and proof_account is distinct from v_call.account then
        v_call.verified := null;
    end if;
    v_shown := app.apply_variant(v_content, app.find_variant(app.choose_variant(
        app.compile_content(v_site, prompt, 0, v_now, '', v_content), v_call.sample_key::text)));
    if event is null then
        return v_preview || app.explain_show(v_call, prompt, v_content) || jsonb_build_object('content', v_shown);
    end if;
    v_explained := app.explain_draft(v_call, v_content);
    return v_preview || jsonb_build_object('reason', v_explained -> 'reason',
        'rules', (v_explained -> 'rules') || app.explain_delay(v_shown),
        'content', case when v_content #> '{trigger,events}' ? v_call.name then v_shown end);
end $$;
grant execute on function app.apply_variant, app.list_asked_questions to feedback_person, feedback_agent;

reset role;
