set role feedback_owner;

create function app.screen_events(
    p_call app.call, p_events jsonb, out refused text[], out unseen text[], out keys text[])
language plpgsql stable set search_path = ''
as $$
declare
    v_oldest timestamptz := p_call.now - interval '48 hours';
    v_newest timestamptz := p_call.now + interval '5 minutes';
begin
    select array_agg(e.refused order by e.n),
        array_agg(distinct e.name order by e.name) filter (where e.refused is null and e.is_unseen),
        array_agg(distinct e.key) filter (where e.key is not null)
    into refused, unseen, keys
    from (
        select g.n, g.name, g.key, k.last_seen_at is null or k.last_seen_at <= p_call.now - interval '1 hour' as is_unseen,
            -- As app.id_time says, without calling it for each event.
            case when to_timestamp(('x' || translate(left(g.id::text, 13), '-', ''))::bit(48)::bigint / 1000.0::float8)
                    not between v_oldest and v_newest then 'stale'
                when k.registered is not true and p_call.settings ->> 'capture' = 'registered' then 'not_captured'
            end as refused
        from rows from (jsonb_to_recordset(p_events) as (id uuid, name text, "proofKey" text))
            with ordinality g (id, name, key, n)
        -- One row by its whole key, whatever statistics say.
        left join lateral (
            select * from app.event_names k where k.site_id = p_call.site_id and k.name = g.name limit 1) k on true
    ) e;
end $$;
comment on function app.screen_events is
    'Why nothing is stored of an event, by its place; names of others that nobody saw for an hour; keys of proofs.';

create function app.keep_events(
    p_call app.call, p_events jsonb, p_refused text[], out statuses text[], out strangers bigint[])
language plpgsql set search_path = ''
as $$
declare
    v_bot boolean := (p_call.visit -> 'bot')::boolean and (p_call.settings -> 'detect_bots')::boolean is not false;
    v_context jsonb := p_call.visit -> 'context';
begin
    with given as (
        select g.*, p_refused[g.n] as refused, row_number() over (partition by g.id order by g.n) > 1 as is_again,
            g.account is not null and g.account is distinct from p_call.account as is_stranger
        from rows from (jsonb_to_recordset(p_events) as (id uuid, name text, properties jsonb, verified jsonb,
            session uuid, "proofFault" text, "proofAccount" text))
            with ordinality g (id, name, properties, verified, session, fault, account, n)
    ),
    kept as (
        insert into app.events (site, id, visitor, session_id, received_at, bot, name_hash, name, properties, verified,
            device, path, languages, proof_fault)
        select p_call.site, id, p_call.visitor, session, p_call.now, v_bot, hashtext(name), name, properties,
            case when not is_stranger then verified end, (v_context ->> 'device')::"char", v_context ->> 'path',
            translate(v_context ->> 'languages', '[]" ', ''), case when is_stranger then 'account' else fault end
        -- All insert events in one order.
        from given where refused is null and not is_again order by id
        on conflict do nothing
        returning id
    )
    select array_agg(coalesce(g.refused, case when k.id is null or g.is_again then 'duplicate' else 'recorded' end)
            order by g.n),
        array_agg(g.n) filter (where g.is_stranger)
    into statuses, strangers
    from given g left join kept k on k.id = g.id;
end $$;
comment on function app.keep_events is
    'Keeps screened events in one statement; says of each what became of it, and the places of those whose proof names another account.';

create function app.record(visit jsonb, events jsonb, out statuses text[], out strangers bigint[], out now double precision)
language plpgsql security definer set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
    v_now timestamptz := coalesce((visit ->> 'now')::timestamptz, clock_timestamp());
    v_call app.call := app.open_call(visit, v_now, (visit ->> 'session')::uuid, null, null, null, null);
    v_screened record := app.screen_events(v_call, events);
begin
    if array_position(v_screened.refused, null) is not null then
        v_call := app.settle(v_call);
        perform app.throttle_call(v_call);
        perform app.note_name(v_call.site_id, n.name, v_now) from unnest(v_screened.unseen) n (name);
    elsif visit ->> 'identify' is not null then
        v_call := app.settle(v_call);
    end if;
    if visit ? 'dropped' then
        perform app.note_drops(v_call.site_id, visit -> 'dropped', v_now);
    end if;
    if v_screened.keys is not null then
        perform app.note_keys(v_call.site_id, v_screened.keys, v_now);
    end if;
    select k.statuses, k.strangers into statuses, strangers from app.keep_events(v_call, events, v_screened.refused) k;
    if 'duplicate' = any(statuses) then
        -- A statement of its own, so that it sees the reservations of calls that the insert had to wait for.
        perform app.release_lost(v_call.site_id, v_call.visitor_id, e.id, v_now)
        from rows from (jsonb_to_recordset(events) as (id uuid)) with ordinality e (id, n)
        where statuses[e.n] = 'duplicate';
    end if;
    now := app.milliseconds(v_now);
end $$;
comment on function app.record is
    'Records events of one visitor, deciding nothing, and releases what a lost answer had reserved. Says of each what became of it; at places in `strangers` the proof names another account.';

grant execute on function app.record to feedback_ingest;

reset role;
