create or replace function app.insert_events(
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
