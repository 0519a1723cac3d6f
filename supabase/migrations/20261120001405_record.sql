set role feedback_owner;

create function app.check_events(
    p_call app.call, p_events jsonb, out rejections text[], out names text[], out keys text[])
language plpgsql stable set search_path = ''
as $$
declare
    v_oldest timestamptz := p_call.now - interval '48 hours';
    v_newest timestamptz := p_call.now + interval '5 minutes';
begin
    select array_agg(e.rejection order by e.n),
        array_agg(distinct e.name order by e.name) filter (where e.rejection is null and not e.is_known),
        array_agg(distinct e.key) filter (where e.key is not null)
    into rejections, names, keys
    from (
        select g.n, g.name, g.key,
            coalesce(k.last_seen_at > p_call.now - interval '1 hour', false) as is_known,
            -- app.id_time, inlined.
            case when to_timestamp(('x' || translate(left(g.id::text, 13), '-', ''))::bit(48)::bigint / 1000.0::float8)
                    not between v_oldest and v_newest then 'stale'
                when k.registered is not true and p_call.settings ->> 'capture' = 'registered' then 'not_captured'
            end as rejection
        from rows from (jsonb_to_recordset(p_events) as (id uuid, name text, "proofKey" text))
            with ordinality g (id, name, key, n)
        -- `limit 1` makes this a look-up by primary key, whatever the statistics.
        left join lateral (
            select * from app.event_names k where k.site_id = p_call.site_id and k.name = g.name limit 1) k on true
    ) e;
end $$;
comment on function app.check_events is
    'Why each event is rejected, or null; the names of the others that are new or were not seen for an hour; the keys of proofs.';

create function app.insert_events(
    p_call app.call, p_events jsonb, p_rejections text[], out statuses text[], out foreign_proofs bigint[])
language plpgsql set search_path = ''
as $$
declare
    v_bot boolean := (p_call.request_context -> 'bot')::boolean and (p_call.settings -> 'detect_bots')::boolean is not false;
    v_context jsonb := p_call.request_context -> 'context';
begin
    with given as (
        select g.*, p_rejections[g.n] as rejection, row_number() over (partition by g.id order by g.n) > 1 as is_repeated,
            g.account is not null and g.account is distinct from p_call.account as has_foreign_proof
        from rows from (jsonb_to_recordset(p_events) as (id uuid, name text, properties jsonb, verified jsonb,
            session uuid, "proofFault" text, "proofAccount" text))
            with ordinality g (id, name, properties, verified, session, fault, account, n)
    ),
    stored as (
        insert into app.events (site, id, visitor, session_id, received_at, bot, name_hash, name, properties, verified,
            device, path, languages, proof_fault)
        select p_call.site, id, p_call.visitor, session, p_call.now, v_bot, hashtext(name), name, properties,
            case when not has_foreign_proof then verified end, (v_context ->> 'device')::"char", v_context ->> 'path',
            translate(v_context ->> 'languages', '[]" ', ''), case when has_foreign_proof then 'account' else fault end
        -- All calls insert events in this order, so that they cannot deadlock.
        from given where rejection is null and not is_repeated order by id
        on conflict do nothing
        returning id
    )
    select array_agg(coalesce(g.rejection, case when s.id is null or g.is_repeated then 'duplicate' else 'recorded' end)
            order by g.n),
        array_agg(g.n) filter (where g.has_foreign_proof)
    into statuses, foreign_proofs
    from given g left join stored s on s.id = g.id;
end $$;
comment on function app.insert_events is
    'Stores the events that are not rejected in one statement. Returns the status of each, and the positions of those whose proof names another account.';

create function app.record(request_context jsonb, events jsonb, out statuses text[], out foreign_proofs bigint[], out now double precision)
language plpgsql security definer set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
    v_now timestamptz := coalesce((request_context ->> 'now')::timestamptz, clock_timestamp());
    v_call app.call := app.load_call(request_context, v_now, (request_context ->> 'session')::uuid, null, null, null, null);
    v_checked record := app.check_events(v_call, events);
begin
    if array_position(v_checked.rejections, null) is not null then
        v_call := app.update_visitor(v_call);
        perform app.throttle_call(v_call);
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

reset role;
