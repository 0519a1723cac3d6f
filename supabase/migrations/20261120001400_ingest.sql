set role feedback_owner;

create function app.record_event_name(p_site uuid, p_name text, p_now timestamptz) returns void
language plpgsql set search_path = ''
as $$
begin
    update app.event_names n set last_seen_at = p_now, first_seen_at = coalesce(n.first_seen_at, p_now)
    where n.site_id = p_site and n.name = p_name
      and (n.last_seen_at is null or n.last_seen_at < p_now - interval '1 hour');
    -- Only the list of names is limited, not the events. Once it is full, most calls end here.
    if found or exists (select from app.event_names n where n.site_id = p_site and n.name = p_name)
        or (select s.listed_names from app.sites s where s.id = p_site) >= 500
    then
        return;
    end if;
    insert into app.event_names (site_id, name, first_seen_at, last_seen_at) values (p_site, p_name, p_now, p_now)
    on conflict (site_id, name) do nothing;
    if found then
        update app.sites set listed_names = listed_names + 1 where id = p_site;
    end if;
end $$;
comment on function app.record_event_name is 'Adds an event name to the list, and updates at most once an hour when it was last seen.';

create function app.record_dropped_events(p_site uuid, p_dropped jsonb, p_now timestamptz) returns void
language plpgsql set search_path = ''
as $$
begin
    insert into app.dropped_events as d (site_id, day, cause, events)
    select p_site, (p_now at time zone 'UTC')::date, x.key, x.value::text::bigint
    from jsonb_each(p_dropped) x order by x.key
    on conflict (site_id, day, cause) do update set events = d.events + excluded.events;
end $$;

create function app.record_key_use(p_site uuid, p_kids text[], p_now timestamptz) returns void
language plpgsql set search_path = ''
as $$
begin
    update app.proof_keys k set last_used_at = p_now
    where k.site_id = p_site and k.kid = any(p_kids)
      and (k.last_used_at is null or k.last_used_at < p_now - interval '1 hour');
end $$;
comment on function app.record_key_use is 'Updates at most once an hour when proof keys were last used.';

create function app.release_lost_reservation(p_site uuid, p_visitor uuid, p_origin uuid, p_now timestamptz) returns void
language plpgsql set search_path = ''
as $$
begin
    update app.displays set state = 'released', released_at = p_now, release_reason = 'late'
    where site_id = p_site and origin = p_origin and visitor_id = p_visitor and state = 'reserved';
end $$;
comment on function app.release_lost_reservation is 'Releases a reservation whose response the SDK did not receive; only for the visitor who made it.';

create function app.repeat_decision(p_site uuid, p_visitor uuid, p_event uuid) returns jsonb
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
        v_decision.reason := 'displayed';
        return app.decision_to_json(v_decision, p_site, v_display.id, null);
    end if;
    select c.survey_id, e.received_at + make_interval(secs => c.delay_seconds) into v_decision.survey_id, v_due
    from app.event_details e join app.candidates c
        on c.site_id = e.site_id and c.event_name = '' and c.prompt_id = e.prompt_id
    where e.site_id = p_site and e.id = p_event and e.visitor_id = p_visitor and e.reason = 'waiting';
    if found and v_display.id is null then
        v_decision.reason := 'waiting';
        return app.decision_to_json(v_decision, p_site, null, v_due);
    end if;
    return '{"reason": "duplicate"}';
end $$;
comment on function app.repeat_decision is
    'The reply to a repeated event or show request: the same reservation while it is not displayed yet, or the same delay; else `duplicate`.';

create function app.finish_decision(p_call app.call, p_decision app.decision, p_display uuid, p_retry_after integer)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
    v_decided jsonb;
begin
    if p_decision.reason = 'displayed' then
        p_decision := app.reserve(p_call, p_decision, p_call.name, false, p_display, false);
        if p_decision.reason <> 'displayed' then
            update app.events set reason = p_decision.reason, prompt = p_decision.prompt
            where site = p_call.site and id = p_call.event_id;
        end if;
    end if;
    v_decided := app.decision_to_json(p_decision, p_call.site_id, p_display, p_call.now + make_interval(secs => p_decision.delay_seconds));
    if p_retry_after is not null then
        v_decided := v_decided || jsonb_build_object('retryAfter', p_retry_after);
    end if;
    if (p_call.request_context -> 'debug')::boolean then
        v_decided := v_decided || jsonb_build_object('facts',
            app.explain_call(p_call, null, false, p_call.now - interval '1 microsecond'));
    end if;
    return v_decided;
end $$;
comment on function app.finish_decision is 'Reserves the display if one was decided, and returns the decision as JSON.';

-- The one function on everybody's way. Every read in it is by a whole key, so one plan serves all: Postgres must not make
-- a new one at each call because the statistics of the hour make that look cheaper. It does prepare every expression
-- anew in each transaction, and copies a composite value wherever it goes: so one statement reads into plain fields all
-- that is known, and most events turn out to be plain, with nothing to do but to store them.
create function app.report(
    request_context jsonb, site uuid, visitor uuid, session uuid, event uuid, name text, properties jsonb, verified jsonb,
    proof jsonb, display uuid, at timestamptz,
    out status text, out fault text, out reason app.reason, out decided jsonb, out now double precision)
language plpgsql security definer set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
    v_now timestamptz := coalesce(at, clock_timestamp());
    v_settings jsonb;
    v_registered boolean;
    v_name_seen_at timestamptz;
    v_top_candidate integer;
    v_site integer;
    v_visitor integer;
    v_subject uuid;
    v_traits jsonb;
    v_last_seen_at timestamptz;
    v_reset_at timestamptz;
    v_at timestamptz := to_timestamp(
        ('x' || translate(left(event::text, 13), '-', ''))::bit(48)::bigint / 1000.0::float8);
    v_bot boolean;
    v_has_exhausted boolean;
    v_consumes boolean := random() < 0.125;
    v_prompts uuid[];
    v_prompt integer;
    v_plain boolean;
    v_retry_after integer;
    v_decision app.decision;
    v_call app.call;
begin
    select 'recorded', s.settings, n.registered, n.last_seen_at, n.top_candidate,
        s.key, v.key, v.subject_id, v.traits, v.last_seen_at, v.reset_at, false,
        exists (select from app.buckets b where b.site_id = site and b.exhausted),
        round(date_part('epoch', v_now) * 1000),
        case when display is null then null
            when n.top_candidate is null or v.reset_at is not null then 'no_prompt'
            else 'trigger_properties' end::app.reason,
        case when display is not null and v.reset_at is null then n.top_candidate end,
        -- Most candidates fail by the event's own properties, and no other fact is needed to say so.
        case when display is not null and v.reset_at is null and n.top_candidate is not null then array(
            select c.prompt_id from app.candidates c
            where c.site_id = site and c.event_name = report.name
              and c.index_value = any(array['', coalesce(properties || verified, properties) ->> n.index_property])
              and (c.prefilter_path is null
                or jsonb_path_match(coalesce(properties || verified, properties), c.prefilter_path, c.vars, true))) end,
        v.last_seen_at > v_now - interval '1 hour' and n.last_seen_at > v_now - interval '1 hour'
            and v_at between v_now - interval '48 hours' and v_now + interval '5 minutes'
            and (n.registered or s.settings ->> 'capture' is distinct from 'registered')
            and not v_consumes and proof is null and request_context ->> 'identify' is null
            and request_context @> '{"bot": false, "debug": false}' and not request_context ? 'dropped'
    into status, v_settings, v_registered, v_name_seen_at, v_top_candidate, v_site, v_visitor, v_subject, v_traits,
        v_last_seen_at, v_reset_at, v_bot, v_has_exhausted, now, reason, v_prompt, v_prompts, v_plain
    from app.sites s
    left join app.event_names n on n.site_id = site and n.name = report.name
    left join app.visitors v on v.site_id = site and v.id = visitor
    where s.id = site;

    if v_has_exhausted is not false or v_plain is not true then
        v_plain := false;
        if v_settings is null then
            raise exception 'There is no such site.' using errcode = 'FB404';
        elsif v_at < v_now - interval '48 hours' or v_at > v_now + interval '5 minutes' then
            status := 'stale';
        elsif v_registered is not true and v_settings ->> 'capture' = 'registered' then
            status := 'not_captured';
        end if;
        -- Of what is refused not even the visitor is kept; but an account may ride along.
        if request_context ->> 'identify' is not null
            or status = 'recorded' and (v_visitor is null or v_last_seen_at <= v_now - interval '1 hour')
        then
            v_call := app.update_visitor(app.load_call(request_context, v_now, session, event, name, properties, verified));
            v_subject := v_call.subject_id;
            v_visitor := v_call.visitor;
        end if;
        if status <> 'recorded' then
            reason := case when status = 'not_captured' and display is not null then 'not_captured' end;
            return;
        end if;
        if v_consumes or v_has_exhausted then
            v_retry_after := app.throttle(site, decode(request_context ->> 'address', 'hex'), v_subject, v_now, v_has_exhausted, v_consumes);
        end if;
        if v_name_seen_at is null or v_name_seen_at <= v_now - interval '1 hour' then
            perform app.record_event_name(site, name, v_now);
        end if;
        if request_context ? 'dropped' then
            perform app.record_dropped_events(site, request_context -> 'dropped', v_now);
        end if;
        if proof is not null then
            perform app.record_key_use(site, array[proof ->> 'key'], v_now);
            fault := proof ->> 'fault';
            if proof ->> 'account' <> (
                select coalesce(u.account, '') from app.subjects u where u.site_id = site and u.id = v_subject)
            then
                fault := 'account';
                verified := null;
                v_call.verified := null;
                -- What the properties alone decide was asked with the wrong ones.
                v_prompts := case when v_prompts is not null then array(
                    select c.prompt_id from app.candidates c where c.site_id = site and c.event_name = report.name) end;
            end if;
        end if;
        if (request_context -> 'bot')::boolean then
            v_bot := (v_settings -> 'detect_bots')::boolean is not false;
        end if;
        if display is not null and (v_retry_after is not null or v_bot) then
            reason := case when v_retry_after is not null then 'throttled' else 'bot' end;
            v_prompts := null;
            v_prompt := null;
        end if;
        if v_call.site_id is null and (v_retry_after is not null or (request_context -> 'debug')::boolean) then
            v_call := app.load_call(request_context, v_now, session, event, name, properties, verified);
        end if;
    end if;
    if v_prompts <> '{}' then
        if v_call.site_id is null then
            select site, v_site, v_settings, v_registered, v_name_seen_at, v_has_exhausted, v_top_candidate, visitor, v_visitor, u.id,
                u.account, u.sample_key, v_traits, u.first_seen_at, v_last_seen_at, v_reset_at,
                request_context, v_now, session, event, report.name, properties, verified, null
            into v_call
            from app.subjects u where u.site_id = site and u.id = v_subject;
        end if;
        v_call.prompts := v_prompts;
        v_decision := app.decide(v_call, name, false);
        reason := v_decision.reason;
        v_prompt := v_decision.prompt;
    end if;

    insert into app.events (site, id, visitor, session_id, prompt, received_at, reason, bot, name_hash, name,
        properties, verified, device, path, languages, proof_fault)
    values (v_site, event, v_visitor, session, v_prompt, v_now, reason, v_bot, hashtext(name), name,
        properties, verified, (request_context #>> '{context,device}')::"char", request_context #>> '{context,path}',
        translate(request_context #>> '{context,languages}', '[]" ', ''), fault)
    -- Without a target: on a partitioned table, looking the arbiter up costs more than the insert.
    on conflict do nothing;
    if not found then
        status := 'duplicate';
        if display is null then
            perform app.release_lost_reservation(site, visitor, event, v_now);
        else
            decided := app.repeat_decision(site, visitor, event);
        end if;
    elsif reason in ('displayed', 'waiting') or not v_plain and reason is not null and v_call.site_id is not null then
        v_decision.reason := reason;
        decided := app.finish_decision(v_call, v_decision, display, v_retry_after);
    end if;
end $$;
comment on function app.report is
    'Records one event; with a display id it decides on it and reserves the display under that id. `proof` holds fault, account and key, or is null. What is decided stands in `decided` where the reason does not say it all.';

grant execute on function app.report to feedback_ingest;

reset role;
