set role feedback_owner;

create function app.decide_batch(p_calls app.call[])
returns table (event_id uuid, reason app.reason, prompt integer)
language plpgsql stable strict set search_path = ''
as $$
declare
    v_call app.call;
    v_decision app.decision;
begin
    for v_call in
        select c.site_id, c.site, c.settings, c.registered, c.name_seen_at, c.exhausted, c.top_candidate, c.visitor_id, c.visitor,
            u.id, u.account, u.sample_key, c.traits, u.first_seen_at, c.last_seen_at, c.reset_at,
            c.request_context, c.now, c.session_id, c.event_id, c.name, c.properties, c.verified, c.prompts
        from unnest(p_calls) c
        cross join lateral (select * from app.subjects s where s.site_id = c.site_id and s.id = c.subject_id limit 1) u
    loop
        v_decision := app.decide(v_call, v_call.name, false);
        event_id := v_call.event_id;
        reason := v_decision.reason;
        prompt := v_decision.prompt;
        return next;
    end loop;
end $$;
comment on function app.decide_batch is 'Decides about each of several calls, of whose subjects only the ids are known; nothing about none.';

-- Most of what a call costs, Postgres spends on setting it up: eight plain events that share a call cost a sixth
-- of eight calls. What only some need is left to functions, which cost nothing to set up until they are called.
-- What is plain is said in app.report; a test holds the two to each other.
create function app.report_batch(p_reports jsonb)
returns table (n integer, reason app.reason, consumes boolean, now double precision)
language plpgsql security definer set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
    v_now timestamptz := clock_timestamp();
begin
    return query
    with given as (
        select r.*, coalesce(r.now, v_now) as received_at,
            -- As app.id_time says, without calling it for each event.
            to_timestamp(('x' || translate(left(r.event::text, 13), '-', ''))::bit(48)::bigint / 1000.0::float8) as at
        from jsonb_to_recordset(p_reports) as r (
            n integer, site uuid, visitor uuid, session uuid, event uuid, name text, properties jsonb, context jsonb,
            device jsonb, decide boolean, first boolean, now timestamptz)
        -- So many at once are ever sent; Postgres would plan for a hundred.
        limit 32
    ),
    asked as materialized (
        select g.*, s.key as site_key, v.key as visitor_key, s.settings, k.registered, k.last_seen_at as name_seen_at, k.top_candidate,
            v.subject_id, v.traits, v.last_seen_at, v.reset_at, t.screened,
            case when t.screened = 'trigger_properties' then array(
                select c.prompt_id from app.candidates c
                where c.site_id = g.site and c.event_name = g.name
                  and c.index_value = any(array['', g.properties ->> k.index_property])
                  and (c.prefilter_path is null or jsonb_path_match(g.properties, c.prefilter_path, c.vars, true))) end as prompts
        from given g,
        -- One row each by its whole key, whatever statistics say: joined, all rows of a site were read at times.
        lateral (select * from app.sites s where s.id = g.site limit 1) s,
        lateral (select * from app.event_names k where k.site_id = g.site and k.name = g.name limit 1) k,
        lateral (select * from app.visitors v where v.site_id = g.site and v.id = g.visitor limit 1) v,
        lateral (select case when not g.decide then null
            when k.top_candidate is null or v.reset_at is not null then 'no_prompt'
            else 'trigger_properties' end::app.reason) t (screened)
        where k.last_seen_at > g.received_at - interval '1 hour'
          and v.last_seen_at > g.received_at - interval '1 hour'
          and g.at between g.received_at - interval '48 hours' and g.received_at + interval '5 minutes'
          and (k.registered or s.settings ->> 'capture' is distinct from 'registered')
          and (select true from app.buckets b where b.site_id = g.site and b.exhausted limit 1) is null
    ),
    judged as materialized (
        select d.* from app.decide_batch((
            select array_agg(row(a.site, a.site_key, a.settings, a.registered, a.name_seen_at, false, a.top_candidate,
                a.visitor, a.visitor_key, a.subject_id, null, null, a.traits, null, a.last_seen_at, a.reset_at,
                jsonb_build_object('context', a.context, 'device', a.device), a.received_at, a.session, a.event, a.name,
                a.properties, null, a.prompts)::app.call)
            from asked a
            -- The first of a visitor is history to the others: they wait until it is.
            where a.prompts <> '{}' and a.first)) d
    ),
    plain as materialized (
        select a.*, coalesce(j.reason, a.screened) as outcome,
            case when j.event_id is not null then j.prompt
                when a.screened = 'trigger_properties' then a.top_candidate end as prompt
        from asked a left join judged j on j.event_id = a.event
        -- What is to be displayed takes a gate first, and that is another's business.
        where a.prompts is null or a.prompts = '{}' or j.reason not in ('displayed', 'waiting')
    ),
    kept as (
        insert into app.events (site, id, visitor, session_id, prompt, received_at, reason, bot, name_hash, name,
            properties, device, path, languages)
        select p.site_key, p.event, p.visitor_key, p.session, p.prompt, p.received_at, p.outcome, false,
            hashtext(p.name), p.name, p.properties, (p.context ->> 'device')::"char", p.context ->> 'path',
            translate(p.context ->> 'languages', '[]" ', '')
        from plain p
        -- All insert events in one order.
        order by p.site_key, p.event
        on conflict do nothing
        returning site, id
    )
    -- As app.is_consumption_due says, without calling it for each event.
    select p.n, p.outcome, random() < 0.125, round(date_part('epoch', p.received_at) * 1000)
    from plain p join kept e on e.site = p.site_key and e.id = p.event;
end $$;
comment on function app.report_batch is
    'Records those of several different events, of whichever sites, that need nothing but to be judged and stored, and says which; the others are to be reported one by one. `first`: none before it is of the same visitor. `charged`: is to be given to app.consume_rate_limits.';

create function app.consume_rate_limits(p_reports jsonb) returns void
language plpgsql security definer set search_path = ''
as $$
begin
    perform app.consume_tokens(array_agg(r.site), array_agg(decode(r.address, 'hex')), array_agg(v.subject_id),
        max(coalesce(r.now, clock_timestamp())))
    from jsonb_to_recordset(p_reports) as r (site uuid, visitor uuid, address text, now timestamptz)
    cross join lateral (select * from app.visitors v where v.site_id = r.site and v.id = r.visitor limit 1) v
    having count(*) > 0;
end $$;
comment on function app.consume_rate_limits is 'Charges requests that shared calls.';

grant execute on function app.report_batch, app.consume_rate_limits to feedback_ingest;

reset role;
