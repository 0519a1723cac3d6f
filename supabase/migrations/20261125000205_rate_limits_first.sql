-- Consume rate limits before locking visitors and subjects. Calls that lock a subject and then a bucket could deadlock
-- with calls that consume first, such as one that identifies its visitor and one that decides for the same account.
set role feedback_owner;

create or replace function app.record(request_context jsonb, events jsonb, out statuses text[], out foreign_proofs bigint[], out now double precision)
language plpgsql security definer set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
    v_now timestamptz := coalesce((request_context ->> 'now')::timestamptz, clock_timestamp());
    v_call app.call := app.load_call(request_context, v_now, (request_context ->> 'session')::uuid, null, null, null, null);
    v_checked record := app.check_events(v_call, events);
    v_is_accepted boolean := array_position(v_checked.rejections, null) is not null;
begin
    if v_is_accepted or request_context ->> 'identify' is not null or request_context ? 'dropped' then
        perform app.throttle_call(v_call);
    end if;
    if v_is_accepted then
        v_call := app.update_visitor(v_call);
        perform app.record_event_name(v_call.site_id, n.name, v_now) from unnest(v_checked.names) n (name);
    elsif request_context ->> 'identify' is not null then
        v_call := app.update_visitor(v_call);
    end if;
    if request_context ? 'dropped' then
        perform app.record_dropped_events(v_call.site_id, request_context -> 'dropped', v_now);
    end if;
    if v_checked.keys is not null then
        perform app.record_key_use(v_call.site_id, v_checked.keys, v_now);
    end if;
    select i.statuses, i.foreign_proofs into statuses, foreign_proofs
    from app.insert_events(v_call, events, v_checked.rejections) i;
    if 'duplicate' = any(statuses) then
        -- Separate statement: it must see the reservations of calls that the insert waited for.
        perform app.release_lost_reservation(v_call.site_id, v_call.visitor_id, e.id, v_now)
        from rows from (jsonb_to_recordset(events) as (id uuid)) with ordinality e (id, n)
        where statuses[e.n] = 'duplicate';
    end if;
    now := app.milliseconds(v_now);
end $$;

create or replace function app.show(request_context jsonb, request uuid, survey_id text, display uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
    v_now timestamptz := coalesce((request_context ->> 'now')::timestamptz, clock_timestamp());
    v_call app.call := app.load_call(
        request_context, v_now, (request_context ->> 'session')::uuid, request, '', '{}', null);
    v_decided jsonb := app.check_before_deciding(v_call);
    v_decision app.decision;
    v_prompt uuid;
begin
    if display is null then
        perform app.release_lost_reservation(v_call.site_id, v_call.visitor_id, request, v_now);
        return app.decision_reply(v_call, '{"reason": "duplicate"}', null, true);
    end if;
    v_call := app.update_visitor(v_call);
    if v_decided is not null then
        return app.decision_reply(v_call, v_decided, null, true);
    end if;
    select p.id into v_prompt from app.prompts p where p.site_id = v_call.site_id and p.survey_id = show.survey_id;
    v_decision.reason := 'no_prompt';
    if exists (select from app.displays d where d.site_id = v_call.site_id and d.origin = request) then
        v_decision.reason := 'duplicate';
    elsif v_prompt is not null then
        v_call.prompts := array[v_prompt];
        v_decision := app.decide(v_call, '', true);
        if v_decision.reason = 'displayed' then
            v_decision := app.reserve(v_call, v_decision, '', true, display, false);
        end if;
    end if;
    v_decided := case when v_decision.reason = 'duplicate' then app.repeat_decision(v_call.site_id, v_call.visitor_id, request)
        else app.decision_to_json(v_decision, v_call.site_id, display, null) end;
    return app.decision_reply(v_call, v_decided, v_prompt, true);
end $$;
comment on function app.show is
    'Reserves one prompt regardless of audience, trigger, sampling and delay. Idempotent by the id of the request. Without a display, releases what an earlier attempt reserved, because its response was lost.';

create or replace function app.identify(request_context jsonb) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
    v_now timestamptz := coalesce((request_context ->> 'now')::timestamptz, clock_timestamp());
    v_call app.call := app.load_call(request_context, v_now, null, null, null, null, null);
begin
    -- Backends have separate limits.
    if not request_context ? 'backend' then
        perform app.throttle_call(v_call);
    end if;
    perform app.update_visitor(v_call);
    return jsonb_build_object('now', app.milliseconds(v_now));
end $$;

reset role;
