-- Consume rate limits before locking visitors and subjects. Calls that lock a subject and then a bucket could deadlock
-- with calls that consume first, such as one that identifies its visitor and one that decides for the same account.
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
comment on function app.record is
    'Records events of one visitor without deciding, and releases what earlier copies of them had reserved. Returns the status of each event; `foreign_proofs` are the positions of those whose proof names another account.';
grant execute on function app.record to feedback_ingest;
