-- Events from the app's backend. They are decided by the same rules; a prompt with `source: backend` reacts to nothing else.
-- In app.events they are those with the nil UUID as their session: the sdk function accepts only UUIDv7.
set role feedback_owner;

alter table app.candidates add column backend boolean not null default false;
comment on column app.candidates.backend is 'Only events from the backend trigger the prompt.';
create index candidates_backend on app.candidates (site_id) where backend;

create table app.proven_visitors (
    site_id uuid not null,
    visitor_id uuid not null,
    subject_id uuid not null,
    primary key (site_id, visitor_id),
    foreign key (site_id, visitor_id) references app.visitors on delete cascade
);
comment on table app.proven_visitors is
    'Visitors that an identity proof connected to their account. It counts while the visitor still belongs to that subject.';

alter table app.proven_visitors enable row level security;
alter table app.proven_visitors force row level security;
create policy "the service reads" on app.proven_visitors for select to feedback_owner using (true);
create policy "the service inserts" on app.proven_visitors for insert to feedback_owner with check (true);
create policy "the service updates" on app.proven_visitors for update to feedback_owner using (true);
create policy "the service deletes" on app.proven_visitors for delete to feedback_owner using (true);

create function app.is_proven(p_call app.call) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
    return exists (select from app.proven_visitors p
        where p.site_id = p_call.site_id and p.visitor_id = p_call.visitor_id and p.subject_id = p_call.subject_id);
end $$;
comment on function app.is_proven is 'Whether an identity proof connected the visitor to its account.';

create or replace function app.is_visitor_current(p_call app.call) returns boolean
language plpgsql stable set search_path = ''
as $$
begin
    return p_call.last_seen_at >= p_call.now - interval '1 hour' and (
        coalesce(p_call.request_context -> 'identify', 'null') = 'null'
        or p_call.account is not distinct from p_call.request_context #>> '{identify,account}'
            and p_call.traits @> (p_call.request_context #> '{identify,traits}')
            and ((p_call.request_context #> '{identify,verified}')::boolean is not true or app.is_proven(p_call)));
end $$;

create or replace function app.identify_visitor(p_site uuid, p_visitor uuid, p_identify jsonb, p_now timestamptz) returns void
language plpgsql set search_path = ''
as $$
declare
    v_before app.visitor_versions;
    v_after app.visitor_versions;
begin
    perform app.create_visitor(p_site, p_visitor, p_now);
    perform from app.visitors where site_id = p_site and id = p_visitor for update;
    v_before := app.read_visitor_version(p_site, p_visitor, p_now);
    for v_attempt in 1..5 loop
        begin
            perform app.assign_account(p_site, p_visitor, p_identify ->> 'account', p_now);
            exit;
        exception when unique_violation then
            -- Another visitor has just taken the account, so it exists now.
            if v_attempt = 5 then raise; end if;
        end;
    end loop;
    update app.visitors set traits = app.merge_traits(traits, p_identify -> 'traits')
    where site_id = p_site and id = p_visitor and not traits @> (p_identify -> 'traits');
    v_after := app.read_visitor_version(p_site, p_visitor, p_now);
    if (p_identify -> 'verified')::boolean then
        insert into app.proven_visitors as p (site_id, visitor_id, subject_id) values (p_site, p_visitor, v_after.subject_id)
        on conflict (site_id, visitor_id) do update set subject_id = excluded.subject_id
        where p.subject_id <> excluded.subject_id;
    end if;
    -- A visitor that this call created has no earlier version.
    if v_before.first_seen_at < p_now
        and (v_before.subject_id, v_before.identified, v_before.traits)
            is distinct from (v_after.subject_id, v_after.identified, v_after.traits)
    then
        insert into app.visitor_versions values (v_before.*) on conflict (site_id, visitor_id, until) do nothing;
    end if;
end $$;

create function app.backend_visitor(p_site uuid, p_account text) returns uuid
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
    v_hash text := md5(p_site::text || ' ' || p_account);
begin
    -- A UUIDv8, which the sdk function accepts from no browser.
    return (left(v_hash, 12) || '8' || substr(v_hash, 14, 3) || '8' || substr(v_hash, 18))::uuid;
end $$;
comment on function app.backend_visitor is 'The visitor that reports an account''s events from the backend.';

create function app.account_traits(p_call app.call) returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
    v_backend uuid := app.backend_visitor(p_call.site_id, p_call.account);
    v_browser jsonb := p_call.traits;
begin
    if p_call.visitor_id = v_backend then
        select v.traits into v_browser from app.visitors v
        where v.site_id = p_call.site_id and v.subject_id = p_call.subject_id and v.id <> v_backend
        order by v.last_seen_at desc, v.id limit 1;
    end if;
    return coalesce(v_browser, '{}') || coalesce(
        (select v.traits from app.visitors v where v.site_id = p_call.site_id and v.id = v_backend), '{}');
end $$;
comment on function app.account_traits is
    'The traits for a decision about an event from the backend: those of the browser, of the one that was seen last before there is one, overridden by those from the backend.';

create or replace function app.call_facts(p_call app.call) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
    -- The event is from the backend, or a browser claims the prompt of such an event.
    if p_call.session_id = '00000000-0000-0000-0000-000000000000' or p_call.request_context ? 'backend' then
        p_call.traits := app.account_traits(p_call);
        return '{"backend": true}' || app.base_facts(p_call.now, p_call.session_id, p_call.request_context -> 'context',
            p_call.properties, p_call.verified, p_call.traits, p_call.account, p_call.sample_key, p_call.first_seen_at);
    end if;
    return app.base_facts(p_call.now, p_call.session_id, p_call.request_context -> 'context', p_call.properties, p_call.verified,
        p_call.traits, p_call.account, p_call.sample_key, p_call.first_seen_at);
end $$;

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
        -- An event of a browser would not trigger it if it were verified, either.
    elsif v_verified_only and v_where is null then
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

create or replace function app.evaluate(c app.candidates, p_facts jsonb, p_show boolean) returns app.reason
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
    v_now numeric := p_facts -> 'now';
    v_reason app.reason;
begin
    if not p_show then
        v_reason := case
            when c.compares_dates and not p_facts ? 'history' then 'unknown'
            when not jsonb_path_match(p_facts, c.trigger_path, c.vars, true) then
                case when jsonb_path_match(p_facts, c.trigger_path_if_verified, c.vars, true) then 'unverified'
                    else 'trigger_properties' end
            when c.needed_facts is not null and not p_facts ? 'history' then
                case when not jsonb_path_match(p_facts, c.audience_prefilter, c.vars, true) then 'audience' else 'unknown' end
            when not jsonb_path_match(p_facts, c.audience_path, c.vars, true) then 'audience'
            when c.rate < 1 and app.sample_position(c.prompt_id, p_facts ->> 'sample_key') >= c.rate then 'sampled_out' end;
        if v_reason is not null then
            return v_reason;
        end if;
    end if;
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
    if v_reason is not null then
        return v_reason;
    end if;
    -- An event from the backend has no page, so its prompt waits for one.
    return case when (c.delay_seconds > 0 or c.backend) and not p_show then 'waiting' else 'displayed' end;
end $$;

create or replace function app.decide(p_call app.call, p_event text, p_show boolean) returns app.decision
language plpgsql stable set search_path = ''
as $$
declare
    v_backend boolean := p_call.session_id = '00000000-0000-0000-0000-000000000000';
    v_facts jsonb := app.call_facts(p_call);
    v_needed jsonb;
    v_reason app.reason;
    v_decision app.decision;
    v_candidates app.candidates[] := array(
        select c from app.candidates c
        where c.site_id = p_call.site_id and c.event_name = p_event and c.prompt_id = any(p_call.prompts)
          and (c.backend or v_backend is not true)
        order by c.priority desc, c.published_at, c.prompt_id);
    c app.candidates;
begin
    -- First with the base facts; if they do not suffice, again with all facts that the candidates need.
    for v_round in 1..2 loop
        foreach c in array v_candidates loop
            v_reason := app.evaluate(c, v_facts, p_show);
            if v_decision.reason is null or v_reason > v_decision.reason then
                v_decision := row(c.prompt_id, c.prompt_key, c.revision, c.survey_id, c.delay_seconds, v_reason);
            end if;
        end loop;
        exit when v_decision.reason is distinct from 'unknown';
        foreach c in array v_candidates loop
            v_needed := app.merge_needed_facts(v_needed, c.needed_facts);
        end loop;
        v_facts := app.load_call_facts(p_call, v_needed, v_facts, 'infinity');
        v_decision.reason := null;
    end loop;
    if v_decision.reason is null or p_call.reset_at is not null then
        v_decision.reason := 'no_prompt';
        v_decision.prompt_id := null;
        v_decision.prompt := null;
    elsif v_decision.reason = 'trigger_properties' and p_event <> '' and v_backend is not true then
        -- Every candidate failed by the event's properties, including those that the prefilter left out.
        v_decision.prompt_id := null;
        v_decision.prompt := p_call.top_candidate;
    end if;
    return v_decision;
end $$;

create or replace function app.explain_rules(c app.candidates, p_content jsonb, p_facts jsonb, p_show boolean) returns jsonb
language plpgsql immutable set search_path = ''
as $$
declare
    v_now numeric := p_facts -> 'now';
    v_verified_only boolean := coalesce((p_content #>> '{trigger,verified}')::boolean, false);
    v_at double precision := app.sample_position(c.prompt_id, p_facts ->> 'sample_key');
    v_dates app.reason := app.check_dates(c, p_facts);
    v_rules jsonb := '[]';
begin
    if not p_show then
        if c.backend then
            v_rules := jsonb_build_array(jsonb_build_object('rule', 'source', 'passed', p_facts ? 'backend', 'text',
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
            || app.explain_conditions(p_content -> 'audience', 'audience', 'declared', p_facts);
        if c.rate < 1 then
            v_rules := v_rules || jsonb_build_object('rule', 'sampling', 'passed', v_at < c.rate, 'text',
                format(case when v_at < c.rate then 'in the sample: %s < %s' else 'sampled out: %s ≥ %s' end,
                    to_char(v_at, 'FM0.00'), to_char(c.rate, 'FM0.00')));
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
            'text', format('the session began %s, at least %s seconds are asked for',
                app.ago((p_facts -> 'session')::numeric, v_now), c.min_session_seconds));
    end if;
    return v_rules || app.explain_limits(c, p_facts);
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
        -- A test or a preview has no backend that reports the event.
        p_call.request_context := p_call.request_context || '{"backend": true}';
        p_call.verified := coalesce(p_call.verified, p_call.properties);
    end if;
    v_facts := app.load_facts(app.call_facts(p_call), p_call.site_id, p_call.settings, p_call.subject_id,
        p_call.session_id, '[]', p_call.event_id, p_call.name, v_needed, p_call.now, 'infinity');
    return jsonb_build_object('survey_id', c.survey_id,
        'reason', case when v_is_triggered and p_call.reset_at is null then app.evaluate(c, v_facts, false)::text else 'no_prompt' end,
        'rules', jsonb_build_array(jsonb_build_object('rule', 'event', 'passed', v_is_triggered, 'text', case
            when v_events is null then 'the prompt has no trigger; only show() displays it'
            else format('one of %s; it is %s', replace(v_events::text, '"', ''), p_call.name) end))
            || app.explain_rules(c, p_content, v_facts, false));
end $$;

create or replace function app.replayed_rows(
    p_site uuid, p_own uuid, p_names text[], p_from timestamptz, p_now timestamptz, p_low bigint, p_high bigint)
returns table (
    hash integer, subject_id uuid, kind integer, at timestamptz, visitor_id uuid, joined_at timestamptz, session_id uuid,
    event_id uuid, name text, reason app.reason, facts jsonb,
    rival uuid, rival_waits boolean, rival_respects boolean, priority integer, published_at timestamptz,
    survey_id text, answered_at timestamptz, dismissed_at timestamptz)
language plpgsql stable rows 10000 set search_path = ''
as $$
declare
    v_site integer := (select s.key from app.sites s where s.id = p_site);
    v_oldest uuid := app.id_from(p_now - interval '30 days');
begin
    return query
    with taken as materialized (
        select s.id, uuid_hash(s.id) as hash, s.account is not null as identified, s.sample_key, s.first_seen_at,
            -- last_seen_at is accurate to the hour.
            s.last_seen_at > p_from - interval '1 hour' as was_here,
            -- Bounds that prune partitions: events may be 48 hours late, or five minutes ahead.
            greatest(v_oldest, app.id_from(greatest(s.first_seen_at, p_from) - interval '2 days')) as first_id,
            app.id_from(least(s.last_seen_at, p_now) + interval '2 hours') as last_id
        from app.subjects s
        where s.site_id = p_site and uuid_hash(s.id) >= p_low and uuid_hash(s.id) < p_high
    )
    select t.hash, t.id, 0, null::timestamptz, null::uuid, null::timestamptz, null::uuid, null::uuid, null::text,
        null::app.reason, null::jsonb, null::uuid, null::boolean, null::boolean, null::integer, null::timestamptz,
        null::text, null::timestamptz, null::timestamptz
    from (select k.hash, k.id from taken k union all select 2147483647, null) t
    union all
    -- The actual displays: first those of the prompt itself, of which only the answers are used.
    select t.hash, t.id, case when d.prompt_id = p_own then 1 else 3 end,
        case when d.prompt_id <> p_own then d.reserved_at end, d.visitor_id,
        coalesce(w.joined_at, '-infinity'), d.session_id, d.origin, null, null, null,
        d.prompt_id, null, r.content #>> '{limits,site_limits}' is distinct from 'ignore', null, null,
        p.survey_id, d.answered_at, d.dismissed_at
    from taken t
    cross join lateral (
        select * from app.displays x
        where x.site_id = p_site and x.subject_id = t.id and x.state <> 'released' and x.reserved_at <= p_now
        limit 1000) d
    join app.prompts p on p.site_id = p_site and p.id = d.prompt_id
    join app.revisions r on r.site_id = p_site and r.prompt_id = d.prompt_id and r.number = d.revision
    cross join lateral (
        select max(o.until) filter (where o.subject_id <> t.id) as joined_at
        from app.visitor_versions o where o.site_id = p_site and o.visitor_id = d.visitor_id) w
    where t.was_here
    union all
    select t.hash, t.id, 3, l.last_at, null, '-infinity', null, null, null, null, null, l.prompt_id, null, true, null, null,
        p.survey_id, case when l.answered then l.last_at end, null
    from taken t
    cross join lateral (
        select * from app.display_totals x where x.site_id = p_site and x.subject_id = t.id and x.prompt_id <> p_own limit 1000) l
    join app.prompts p on p.site_id = p_site and p.id = l.prompt_id
    where t.was_here
    union all
    select t.hash, t.id, 2, e.received_at, e.visitor_id, coalesce(e.joined_at, '-infinity'), e.session_id, e.id, e.name,
        case when e.received_at >= e.reset_at then 'no_prompt' when e.reason = 'throttled' then 'throttled' end::app.reason,
        case when e.session_id = '00000000-0000-0000-0000-000000000000' then '{"backend": true}'::jsonb else '{}' end || app.base_facts(e.received_at, e.session_id, app.join_context(e.path, e.device, e.languages), e.properties::jsonb,
            e.verified::jsonb, coalesce(o.traits, e.traits),
            case when coalesce(o.identified, t.identified) then '' end, coalesce(o.sample_key, t.sample_key),
            coalesce(o.first_seen_at, t.first_seen_at)),
        q.id, e.reason = 'waiting' or e.claimed_at is not null, q.respects, q.priority, q.published_at,
        null, null, null
    from taken t
    cross join lateral (
        select v.id as visitor_id, v.traits, v.reset_at, w.last_at, w.joined_at, e.id, e.received_at, e.session_id, e.name,
            e.path, e.device, e.languages, e.properties, e.verified, e.reason, e.prompt, e.claimed_at
        from app.visitors v
        cross join lateral (
            select max(o.until) as last_at, max(o.until) filter (where o.subject_id <> v.subject_id) as joined_at
            from app.visitor_versions o where o.site_id = p_site and o.visitor_id = v.id) w
        cross join unnest(p_names) n (name)
        cross join lateral (
            select * from app.events x
            where x.visitor = v.key and x.name_hash = hashtext(n.name) and x.name = n.name and x.site + 0 = v_site
              and x.id between t.first_id and t.last_id and x.received_at > p_from and x.received_at <= p_now
              and x.received_at >= v.joined_at and x.reason is not null and not x.bot
            limit 1000) e
        where v.site_id = p_site and v.subject_id = t.id
        -- Bounds the weight of one subject.
        limit 1000) e
    left join lateral (
        select * from app.visitor_versions y
        where e.last_at > e.received_at and y.site_id = p_site and y.visitor_id = e.visitor_id and y.until > e.received_at
        order by y.until limit 1) o on true
    left join lateral (
        select p.id, p.published_at, coalesce((r.content -> 'priority')::integer, 0) as priority,
            r.content #>> '{limits,site_limits}' is distinct from 'ignore' as respects
        from app.prompts p
        join app.revisions r on r.site_id = p.site_id and r.prompt_id = p.id and r.number = p.published_revision
        where (e.reason in ('displayed', 'waiting') or e.claimed_at is not null) and p.id <> p_own
          and p.site_id = p_site and p.key = e.prompt limit 1) q on true
    where t.was_here
    order by 1, 2, 4 nulls first, 3, 8;
end $$;

create or replace function app.replay_range(
    c app.candidates, p_names text[], p_from timestamptz, p_now timestamptz, p_low bigint, p_high bigint,
    p_claimed double precision, p_within interval)
returns app.replay
language plpgsql stable set search_path = ''
as $$
declare
    v_limits jsonb := app.site_limits((select s.settings from app.sites s where s.id = c.site_id));
    v_any app.candidates := c;
    v_found app.replay := row(0, 0, 0, 0, 0, 0, 0, '{}', p_high);
    v_labels app.reason[] := enum_range(null::app.reason);
    v_counts integer[] := array_fill(0, array[cardinality(enum_range(null::app.reason))]);
    -- State of the current subject.
    v_subject uuid;
    v_past app.past_display[];
    v_answers jsonb;
    v_pending app.pending_claim[];
    v_displaced uuid[];
    v_displays integer;
    v_sampled_claims integer;
    v_reason app.reason;
    v_claim app.pending_claim;
    v_deadline timestamptz;
    r record;
begin
    v_any.respects_site := true;
    for r in
        select * from app.replayed_rows(c.site_id, c.prompt_id, p_names, p_from, p_now, p_low, p_high)
    loop
        while cardinality(v_pending) > 0 and v_pending[1].due <= case when r.kind = 0 then p_now else r.at end loop
            v_claim := v_pending[1];
            v_pending := v_pending[2:];
            v_reason := app.evaluate_replayed(c, v_claim, v_subject, v_past, v_limits);
            if v_reason = 'waiting' then
                v_reason := 'displayed';
                v_displays := v_displays + 1;
                v_past := v_past || app.replayed_display(c, v_claim, v_answers);
            end if;
            v_counts[array_position(v_labels, v_reason)] := v_counts[array_position(v_labels, v_reason)] + 1;
        end loop;
        case r.kind
        when 0 then
            if v_subject is null then
                v_deadline := clock_timestamp() + p_within;
            else
                v_counts[array_position(v_labels, 'waiting')]
                    := v_counts[array_position(v_labels, 'waiting')] + cardinality(v_pending);
                v_found.subjects := v_found.subjects + 1;
                v_found.displays := v_found.displays + v_displays;
                v_found.reached := v_found.reached + least(v_displays, 1);
                v_found.squared_displays := v_found.squared_displays + v_displays * v_displays;
                v_found.sampled_claims := v_found.sampled_claims + v_sampled_claims;
                v_found.subjects_with_sampled_claims := v_found.subjects_with_sampled_claims + least(v_sampled_claims, 1);
                if r.subject_id is not null and clock_timestamp() > v_deadline then
                    v_found.next_hash := r.hash;
                    exit;
                end if;
            end if;
            v_subject := r.subject_id;
            v_past := '{}';
            v_answers := '{}';
            v_pending := '{}';
            v_displaced := '{}';
            v_displays := 0;
            v_sampled_claims := 0;
        when 1 then
            v_answers := v_answers || jsonb_build_object(r.event_id, array[r.answered_at, r.dismissed_at]);
        when 2 then
            v_found.events := v_found.events + 1;
            v_reason := case when r.facts ? 'backend' and not c.backend then 'no_prompt' else r.reason end;
            if v_reason is null then
                v_claim := row(r.at, r.event_id, r.name, r.session_id, r.visitor_id, r.joined_at, r.facts);
                v_reason := app.evaluate_replayed(c, v_claim, v_subject, v_past, v_limits);
            end if;
            if v_reason in ('displayed', 'waiting') and r.rival is not null then
                -- The better candidate in the order of app.decide, unless this replay's displays would have excluded the rival.
                if (case when r.rival_waits then 'waiting' else 'displayed' end::app.reason, r.priority,
                        c.published_at, c.prompt_id) > (v_reason, c.priority::integer, r.published_at, r.rival)
                    and (v_displays = 0 or not r.rival_respects or app.check_site_limits(v_any,
                        app.replayed_limits(v_past, c.prompt_id, r.visitor_id, r.joined_at, r.session_id, v_limits, r.at)
                            -> 'site', app.epoch(r.at)) is null)
                then
                    v_reason := 'lost_priority';
                else
                    v_displaced := v_displaced || r.event_id;
                end if;
            end if;
            if v_reason = 'displayed' then
                v_displays := v_displays + 1;
                v_past := v_past || app.replayed_display(c, v_claim, v_answers);
            elsif v_reason = 'waiting' then
                if p_claimed < 1 then
                    v_sampled_claims := v_sampled_claims + 1;
                end if;
                if app.sample_position(c.prompt_id, r.event_id::text) < p_claimed then
                    v_claim.due := r.at + make_interval(secs => c.delay_seconds);
                    v_claim.facts := v_claim.facts || jsonb_build_object('now', round(extract(epoch from v_claim.due), 3));
                    v_pending := v_pending || v_claim;
                    continue;
                end if;
            end if;
            v_counts[array_position(v_labels, v_reason)] := v_counts[array_position(v_labels, v_reason)] + 1;
        else
            -- A display of another prompt counts, unless this prompt would have replaced or prevented it.
            if r.event_id is null or r.event_id <> all(v_displaced) and (
                v_displays = 0 or not r.rival_respects or app.check_site_limits(v_any,
                    app.replayed_limits(v_past, c.prompt_id, r.visitor_id, r.joined_at, r.session_id, v_limits, r.at)
                        -> 'site', app.epoch(r.at)) is null)
            then
                v_past := v_past || row(r.rival, r.survey_id, r.at, r.session_id, r.visitor_id, r.joined_at,
                    r.answered_at, r.dismissed_at)::app.past_display;
            end if;
        end case;
    end loop;
    v_found.reasons := (
        select coalesce(jsonb_object_agg(l.label, k.events), '{}')
        from unnest(v_labels, v_counts) as k (label, events), lateral (select k.label::text as label) l where k.events > 0);
    return v_found;
end $$;

create or replace function app.report(
    request_context jsonb, site uuid, visitor uuid, session uuid, event uuid, name text, properties jsonb, verified jsonb,
    proof jsonb, display uuid, at timestamptz,
    out status text, out fault text, out reason app.reason, out decided jsonb, out now double precision)
language plpgsql security definer set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
    v_now timestamptz := coalesce(at, clock_timestamp());
    v_hour_ago timestamptz := v_now - interval '1 hour';
    -- app.id_time, inlined.
    v_event_at timestamptz := to_timestamp(
        ('x' || translate(left(event::text, 13), '-', ''))::bit(48)::bigint / 1000.0::float8);
    -- app.is_consumption_due, inlined.
    v_consumes boolean := random() < 0.125;
    v_is_fast boolean;
    v_backend boolean;
    v_bot boolean := false;
    v_retry_after integer;
    v_decision app.decision;
    v_call app.call;
    -- The site, the event's name, the visitor, and the candidates that the event's properties let through.
    r record;
begin
    -- Read everything that the fast path needs.
    select s.key as site, s.settings, n.registered, n.last_seen_at as name_seen_at, n.top_candidate,
        v.key as visitor, v.subject_id, v.traits, v.last_seen_at as visitor_seen_at, v.reset_at,
        exists (select from app.buckets b where b.site_id = report.site and b.exhausted) as has_exhausted,
        case when display is not null and v.reset_at is null then n.top_candidate end as prompt,
        -- Most candidates fail by the event's own properties, which takes no further facts.
        case when display is not null and v.reset_at is null and n.top_candidate is not null then array(
            select c.prompt_id from app.candidates c
            where c.site_id = report.site and c.event_name = report.name
              and c.index_value = any(array['', coalesce(properties || verified, properties) ->> n.index_property])
              and (c.prefilter_path is null
                or jsonb_path_match(coalesce(properties || verified, properties), c.prefilter_path, c.vars, true))) end as prompts
    into r
    from app.sites s
    left join app.event_names n on n.site_id = report.site and n.name = report.name
    left join app.visitors v on v.site_id = report.site and v.id = report.visitor
    where s.id = report.site;
    status := 'recorded';
    now := round(date_part('epoch', v_now) * 1000);
    reason := case when display is null then null when r.prompt is null then 'no_prompt' else 'trigger_properties' end;

    -- The fast path: besides deciding, there is nothing to do but to store the event. app.report_batch has the same
    -- condition.
    v_is_fast := r.visitor_seen_at > v_hour_ago and r.name_seen_at > v_hour_ago
        and v_event_at between v_now - interval '48 hours' and v_now + interval '5 minutes'
        and (r.registered or r.settings ->> 'capture' is distinct from 'registered')
        and not r.has_exhausted and not v_consumes and proof is null
        and request_context ->> 'identify' is null and request_context @> '{"bot": false, "debug": false}'
        and not request_context ? 'dropped';

    if v_is_fast is not true then
        v_backend := request_context ? 'backend';
        -- Refuse what must not be stored.
        if r.site is null then
            raise exception 'There is no such site.' using errcode = 'FB404';
        elsif v_event_at not between v_now - interval '48 hours' and v_now + interval '5 minutes' then
            status := 'stale';
        elsif r.registered is not true and r.settings ->> 'capture' = 'registered' then
            status := 'not_captured';
        end if;

        -- Create or update the visitor; for a refused event only if the request identifies an account.
        if request_context ->> 'identify' is not null
            or status = 'recorded' and (r.visitor is null or r.visitor_seen_at <= v_hour_ago)
        then
            v_call := app.update_visitor(
                app.load_call(request_context, v_now, session, event, name, properties, verified));
            r.subject_id := v_call.subject_id;
            r.visitor := v_call.visitor;
        end if;
        if status <> 'recorded' then
            reason := case when status = 'not_captured' and display is not null then 'not_captured' end;
            return;
        end if;

        -- Check and consume the rate limits.
        -- The events function has limits of its own, so that a backend does not use up those of the browsers.
        if (v_consumes or r.has_exhausted) and not v_backend then
            v_retry_after := app.throttle(site, decode(request_context ->> 'address', 'hex'), r.subject_id, v_now,
                r.has_exhausted, v_consumes);
        end if;

        -- Record the event's name, and how many events the SDK dropped.
        if r.name_seen_at is null or r.name_seen_at <= v_hour_ago then
            perform app.record_event_name(site, name, v_now);
        end if;
        if request_context ? 'dropped' then
            perform app.record_dropped_events(site, request_context -> 'dropped', v_now);
        end if;

        -- Check the proof against the visitor's account.
        if proof is not null then
            perform app.record_key_use(site, array[proof ->> 'key'], v_now);
            fault := proof ->> 'fault';
            if proof ->> 'account' <> (
                select coalesce(u.account, '') from app.subjects u where u.site_id = report.site and u.id = r.subject_id)
            then
                fault := 'account';
                verified := null;
                v_call.verified := null;
                -- The prefilter saw properties that are not verified: evaluate all candidates.
                r.prompts := case when r.prompts is not null then array(
                    select c.prompt_id from app.candidates c
                    where c.site_id = report.site and c.event_name = report.name) end;
            end if;
        end if;

        if v_backend and r.prompts is not null then
            r.prompts := array(
                select c.prompt_id from app.candidates c
                where c.site_id = report.site and c.event_name = report.name and c.backend);
            if r.prompts = '{}' then
                reason := 'no_prompt';
                r.prompt := null;
            end if;
        end if;

        -- Decide nothing for bots and beyond rate limits.
        if (request_context -> 'bot')::boolean then
            v_bot := (r.settings -> 'detect_bots')::boolean is not false;
        end if;
        if display is not null and (v_retry_after is not null or v_bot) then
            reason := case when v_retry_after is not null then 'throttled' else 'bot' end;
            r.prompts := null;
            r.prompt := null;
        end if;
        if v_call.site_id is null and (v_retry_after is not null or (request_context -> 'debug')::boolean) then
            v_call := app.load_call(request_context, v_now, session, event, name, properties, verified);
        end if;
    end if;

    -- Decide.
    if r.prompts <> '{}' then
        if v_call.site_id is null then
            select u.account, u.sample_key, u.first_seen_at into v_call.account, v_call.sample_key, v_call.first_seen_at
            from app.subjects u where u.site_id = report.site and u.id = r.subject_id;
            v_call := app.make_call(
                p_site_id => site, p_site => r.site, p_settings => r.settings, p_registered => r.registered,
                p_has_exhausted => r.has_exhausted, p_top_candidate => r.top_candidate,
                p_visitor_id => visitor, p_visitor => r.visitor, p_subject_id => r.subject_id,
                p_account => v_call.account, p_sample_key => v_call.sample_key, p_traits => r.traits,
                p_first_seen_at => v_call.first_seen_at, p_last_seen_at => r.visitor_seen_at, p_reset_at => r.reset_at,
                p_request_context => request_context, p_now => v_now, p_session_id => session, p_event_id => event,
                p_name => name, p_properties => properties, p_verified => verified, p_prompts => r.prompts);
        end if;
        v_call.prompts := r.prompts;
        v_decision := app.decide(v_call, name, false);
        reason := v_decision.reason;
        r.prompt := v_decision.prompt;
    end if;

    -- Store the event.
    insert into app.events (site, id, visitor, session_id, prompt, received_at, reason, bot, name_hash, name,
        properties, verified, device, path, languages, proof_fault)
    values (r.site, event, r.visitor, session, r.prompt, v_now, reason, v_bot, hashtext(name), name,
        properties, verified, (request_context #>> '{context,device}')::"char", request_context #>> '{context,path}',
        translate(request_context #>> '{context,languages}', '[]" ', ''), fault)
    -- No conflict target: on a partitioned table, inferring the index costs more than the insert.
    on conflict do nothing;

    -- Reply to a repeated event, or reserve the display.
    if not found then
        status := 'duplicate';
        if display is null then
            perform app.release_lost_reservation(site, visitor, event, v_now);
        else
            decided := app.repeat_decision(site, visitor, event);
        end if;
    elsif reason in ('displayed', 'waiting') or v_is_fast is not true and reason is not null and v_call.site_id is not null then
        v_decision.reason := reason;
        decided := app.finish_decision(v_call, v_decision, display, v_retry_after);
    end if;
end $$;

reset role;
