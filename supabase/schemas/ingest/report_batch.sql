-- Most of a call's cost is its set-up: a batch of eight events on the fast path costs a sixth of eight calls. Functions
-- cost nothing to set up until they are called, so what only some events need is in functions. A test compares the results
-- with those of app.report.
create or replace function app.report_batch(p_reports jsonb)
returns table (n integer, reason app.reason, consumes boolean, now double precision)
language plpgsql security definer set search_path = '' set plan_cache_mode = force_generic_plan
as $$
declare
    v_now timestamptz := clock_timestamp();
begin
    return query
    with report as (
        select g.*, coalesce(g.now, v_now) as received_at,
            -- app.id_time, inlined.
            to_timestamp(('x' || translate(left(g.event::text, 13), '-', ''))::bit(48)::bigint / 1000.0::double precision) as event_at
        from jsonb_to_recordset(p_reports) as g (
            n integer, site uuid, visitor uuid, session uuid, event uuid, name text, properties jsonb, context jsonb,
            device jsonb, decide boolean, first boolean, now timestamptz)
        -- Callers send at most 32; without the limit the planner assumes 100 rows.
        limit 32
    ),
    -- Events on the fast path, with the candidates that their properties let through.
    fast as materialized (
        select e.*, s.key as site_key, s.settings, k.registered, k.top_candidate,
            v.key as visitor_key, v.subject_id, v.traits, v.last_seen_at as visitor_seen_at, v.reset_at,
            d.needs_candidates, case when d.needs_candidates then array(
                select c.prompt_id from app.candidates c
                where c.site_id = e.site and c.event_name = e.name
                  and c.index_value = any(array['', e.properties ->> k.index_property])
                  and (c.prefilter_path is null
                    or jsonb_path_match(e.properties, c.prefilter_path, c.vars, true))) end as prompts
        from report e,
        -- Each `limit 1` makes a look-up by primary key, whatever the statistics: joins read all rows of a site at times.
        lateral (select * from app.sites s where s.id = e.site limit 1) s,
        lateral (select * from app.event_names k where k.site_id = e.site and k.name = e.name limit 1) k,
        lateral (select * from app.visitors v where v.site_id = e.site and v.id = e.visitor limit 1) v,
        lateral (
            select e.decide and k.top_candidate is not null and v.reset_at is null as needs_candidates,
                (select true from app.buckets b where b.site_id = e.site and b.exhausted limit 1) is not null as has_exhausted) d
        -- app.is_fast, inlined.
        where v.last_seen_at > e.received_at - interval '1 hour' and k.last_seen_at > e.received_at - interval '1 hour'
            and e.event_at between e.received_at - interval '48 hours' and e.received_at + interval '5 minutes'
            and (k.registered or s.settings ->> 'capture' is distinct from 'registered')
            and not d.has_exhausted
    ),
    decided as materialized (
        select d.* from app.decide_batch((
            select array_agg(app.make_call(
                p_site_id => f.site, p_site => f.site_key, p_settings => f.settings, p_registered => f.registered,
                p_has_exhausted => false, p_top_candidate => f.top_candidate,
                p_visitor_id => f.visitor, p_visitor => f.visitor_key, p_subject_id => f.subject_id, p_account => null,
                p_sample_key => null, p_traits => f.traits, p_first_seen_at => null,
                p_last_seen_at => f.visitor_seen_at, p_reset_at => f.reset_at,
                p_request_context => jsonb_build_object('context', f.context, 'device', f.device),
                p_now => f.received_at, p_session_id => f.session, p_event_id => f.event, p_name => f.name,
                p_properties => f.properties, p_verified => null, p_prompts => f.prompts))
            from fast f
            -- Only the first event of each visitor: it belongs to the history of the others.
            where f.prompts <> '{}' and f.first)) d
    ),
    -- A display needs the lock of its subject and a delay a reply with its end: both are left to app.report.
    finished as materialized (
        select f.*,
            case when not f.decide then null when d.event_id is not null then d.reason
                when f.needs_candidates then 'trigger_properties' else 'no_prompt' end::app.reason as outcome,
            case when d.event_id is not null then d.prompt when f.needs_candidates then f.top_candidate end as prompt
        from fast f left join decided d on d.event_id = f.event
        where f.prompts is null or f.prompts = '{}' or d.reason not in ('displayed', 'waiting')
    ),
    stored as (
        insert into app.events (site, id, visitor, session_id, prompt, received_at, reason, bot, name_hash, name,
            properties, device, path, languages)
        select f.site_key, f.event, f.visitor_key, f.session, f.prompt, f.received_at, f.outcome, false,
            hashtext(f.name), f.name, f.properties, (f.context ->> 'device')::"char", f.context ->> 'path',
            translate(f.context ->> 'languages', '[]" ', '')
        from finished f
        -- All calls insert events in this order, so that they cannot deadlock.
        order by f.site_key, f.event
        on conflict do nothing
        returning site, id
    )
    -- app.is_consumption_due, inlined.
    select f.n, f.outcome, random() < 0.125, round(date_part('epoch', f.received_at) * 1000)
    from finished f join stored e on e.site = f.site_key and e.id = f.event;
end $$;
comment on function app.report_batch is
    'Records those of several distinct events, of any sites, that are on the fast path and lead to no display, and returns which; the others have to be reported one by one. `first`: the first event of its visitor in the batch. `consumes`: to be passed to app.consume_rate_limits.';
grant execute on function app.report_batch to feedback_ingest;
