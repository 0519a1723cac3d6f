-- A forecast replays a sample of subjects. They are chosen in the order of a hash of their ids, so that the same request
-- gives the same result.
create or replace function app.observed_claims(p_site uuid, p_prompt uuid, p_from timestamptz, p_now timestamptz, p_subjects integer)
returns table (claimed bigint, waited bigint)
language plpgsql stable set search_path = ''
as $$
declare
    v_site integer := (select s.key from app.sites s where s.id = p_site);
    v_oldest uuid := app.id_from(p_now - interval '30 days');
begin
    return query
    with seen as materialized (
        select p.id as prompt_id, e.claimed_at is not null as is_claimed
        from (
            select x.id,
                greatest(v_oldest, app.id_from(greatest(x.first_seen_at, p_from) - interval '2 days')) as first_id,
                app.id_from(least(x.last_seen_at, p_now) + interval '2 hours') as last_id
            from app.subjects x where x.site_id = p_site order by uuid_hash(x.id) limit p_subjects) s
        join app.visitors v on v.site_id = p_site and v.subject_id = s.id
        cross join lateral (
            select * from app.events x
            where x.visitor = v.key and x.site + 0 = v_site and x.id between s.first_id and s.last_id
              and x.received_at > p_from and x.received_at <= p_now
              and (x.reason = 'waiting' or x.claimed_at is not null)
              and x.session_id <> '00000000-0000-0000-0000-000000000000' limit 1000) e
        left join app.prompts p on p.site_id = p_site and p.key = e.prompt
        left join app.candidates k on k.site_id = p_site and k.prompt_id = p.id and k.event_name = ''
        -- What another event may prevent does not wait on the page. Ignore also what is not due yet.
        where k.unless is null
          and (e.claimed_at is not null or e.received_at + make_interval(secs => coalesce(k.delay_seconds, 86400)) < p_now)
    )
    select count(*) filter (where o.is_claimed), count(*)
    from seen o
    -- Only those of this prompt, if there are enough: how many visitors stay depends on the delay.
    where o.prompt_id = p_prompt or (select count(*) from seen i where i.prompt_id = p_prompt) < 50;
end $$;
comment on function app.observed_claims is
    'How many events of browsers waited for a delayed prompt, and how many of them claimed it: for this prompt, or for all prompts while it has fewer than 50 such events.';

create or replace function app.extrapolate_replay(p_found app.replay, p_share double precision, p_claimed bigint, p_waited bigint)
returns jsonb
language plpgsql immutable set search_path = ''
as $$
declare
    v_missing double precision := 1 - p_share;
    -- Adds two claims and two misses (Agresti–Coull), so that no observed claim does not mean a share of zero.
    v_claimed double precision := (p_claimed + 2) / (p_waited + 4)::double precision;
    v_claim_variance double precision := coalesce(v_claimed * (1 - v_claimed), 0);
    v_reached double precision := p_found.subjects_with_sampled_claims;
    v_displayed double precision := least(p_found.sampled_claims, p_found.displays / greatest(v_claimed, 0.05));
begin
    -- Poisson sampling draws each subject independently, so the variance of a sum is that of the squares of the subjects'
    -- contributions. Claims are random both in the replay and in reality, and their share is itself an estimate.
    v_reached := 1.96 * sqrt(v_missing * p_found.reached + v_missing ^ 2 * 0.96
        + v_claim_variance * (v_reached * (1 + p_share) + v_reached ^ 2 / greatest(p_waited, 1)));
    -- The one unseen subject that 0.96 adds has as many displays as those that were reached.
    v_displayed := 1.96 * sqrt(v_missing * p_found.squared_displays
        + v_missing ^ 2 * 0.96 * greatest(1, p_found.squared_displays / greatest(p_found.reached, 1)::double precision)
        + v_claim_variance * (p_found.sampled_claims * (1 + p_share) + v_displayed ^ 2 / greatest(p_waited, 1)));
    return jsonb_build_object('share', p_share, 'looked_at', p_found.subjects,
        'events', round(p_found.events / p_share), 'reached', round(p_found.reached / p_share),
        'reached_error', ceil(v_reached / p_share), 'displays', round(p_found.displays / p_share),
        'displays_error', ceil(v_displayed / p_share),
        'low', greatest(0, floor((p_found.reached + 1.92 * v_missing - v_reached) / p_share)),
        'high', ceil((p_found.reached + 1.92 * v_missing + v_reached) / p_share),
        'claimed', case when p_waited > 0 then p_claimed / p_waited::double precision end,
        'reasons', (select coalesce(jsonb_object_agg(x.key, round(x.value::integer / p_share)), '{}')
            from jsonb_each_text(p_found.reasons) x));
end $$;
comment on function app.extrapolate_replay is
    'Extrapolates a replay of a share of the subjects to all. Errors are half-widths of 95 % confidence intervals; low and high are the bounds of the reached subjects.';

create or replace function app.forecast(
    p_site uuid, p_content jsonb, p_days integer, p_now timestamptz, p_sample integer, p_before jsonb default null)
returns jsonb
language plpgsql stable security definer set search_path = ''
-- One plan for all subjects, by index whatever the statistics: those of a young partition may know no rows.
set plan_cache_mode = force_generic_plan set enable_seqscan = off set jit = off
as $$
declare
    v_from timestamptz := p_now - make_interval(days => least(p_days, 30));
    v_names text[] := array(select distinct jsonb_array_elements_text(p_content #> '{trigger,events}'));
    v_prompt app.prompts;
    v_claimed bigint := p_before ->> 'claimed';
    v_waited bigint := p_before ->> 'waited';
    c app.candidates;
    -- Hashes are 32 bits wide.
    v_low bigint := coalesce((p_before -> 'next_hash')::bigint, -2147483648);
    v_high bigint;
    v_found app.replay := row(0, 0, 0, 0, 0, 0, 0, '{}', v_low);
    v_share double precision;
    v_effort integer;
begin
    perform app.require_site_access(p_site);
    select * into v_prompt from app.prompts p where p.site_id = p_site and p.survey_id = p_content ->> 'survey_id';
    c := app.compile_content(p_site, coalesce(v_prompt.id, '00000000-0000-7000-8000-000000000000'), 0,
        -- A draft counts as published after all other prompts.
        coalesce(v_prompt.published_at, 'infinity'), '', p_content);
    c := app.without_dates(c, p_now);
    if p_before is null then
        -- The first step replays about 100 subjects; the number of their events determines the size of the next steps.
        select uuid_hash(s.id) into v_high from app.subjects s
        where s.site_id = p_site order by uuid_hash(s.id) offset 100 limit 1;
        if c.delay_seconds > 0 and not c.backend and c.unless is null then
            select o.claimed, o.waited into v_claimed, v_waited
            from app.observed_claims(p_site, c.prompt_id, v_from, p_now, p_sample / 10) o;
        end if;
    else
        v_found := jsonb_populate_record(v_found, p_before -> 'found');
        v_effort := v_found.subjects + v_found.events;
        v_high := v_low + ceil((v_low + 2147483648) * least(8, least(p_sample - v_effort, 1000)
            / greatest(v_effort, 1)::double precision))::bigint;
    end if;
    v_found := app.combine_replays(v_found, app.replay_range(c, v_names, v_from, p_now, v_low,
        least(coalesce(v_high, 2147483648), 2147483648),
        coalesce(v_claimed / nullif(v_waited, 0)::double precision, 1), interval '0.2 seconds'));
    v_share := (v_found.next_hash + 2147483648) / 4294967296.0;
    v_effort := v_found.subjects + v_found.events;
    return app.extrapolate_replay(v_found, v_share, v_claimed, v_waited) || jsonb_build_object(
        'days', least(p_days, 30),
        'next', case when v_share < 1 and v_effort < 0.95 * p_sample then jsonb_build_object(
            'next_hash', v_found.next_hash, 'found', to_jsonb(v_found), 'claimed', v_claimed, 'waited', v_waited) end);
end $$;
comment on function app.forecast is
    'Estimates what a content would have displayed in the last days, by a replay of a sample of about p_sample subjects and events. Runs in steps of a fraction of a second: pass `next` of the result as p_before to the next step, until it is null.';
grant execute on function app.forecast to feedback_agent, feedback_person;

-- The forecast of a draft, as if it had been live for the whole time.
create or replace function app.without_dates(c app.candidates, p_now timestamptz) returns app.candidates
language plpgsql immutable set search_path = ''
as $$
begin
    c.starts_at := null;
    c.ends_at := case when c.ends_at <= p_now then 'epoch'::timestamptz end;
    return c;
end $$;
comment on function app.without_dates is
    'The candidate as if it had been live for all of the past; one that has ended reaches nobody any more.';
