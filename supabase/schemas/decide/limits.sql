-- The only evaluation of rules: ingest, claim, show, why and forecast all call app.evaluate. Facts are one document:
--   now, first_seen, session        seconds since 1970; session is when it began
--   properties, verified, proven    of the event; verified are those from a valid proof
--   traits, context, identified, sample_key
--   dates                           properties, verified and traits that are dates, in seconds        (loaded if needed)
--   language                        'de-AT' as ["de-at", "de"]                                        (loaded if needed)
--   history                         displayed, answered, dismissed by survey ID; events by name/days  (loaded if needed)
--   seen, site                      displays per prompt, also postponed ones, and across the site with its limits  (loaded if needed)
create or replace function app.sample_position(p_prompt uuid, p_key text) returns double precision
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
    return ('x' || left(md5(p_prompt::text || p_key), 8))::bit(32)::bigint / 4294967296.0::double precision;
end $$;
comment on function app.sample_position is 'The position of a subject in [0, 1) for a prompt: the same at every trigger, sign-in and revision.';

create or replace function app.check_dates(c app.candidates, p_facts jsonb) returns app.reason
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
    return case
        when app.epoch(c.starts_at) > (p_facts -> 'now')::numeric then 'not_started'::app.reason
        when app.epoch(c.ends_at) <= (p_facts -> 'now')::numeric then 'ended'::app.reason end;
end $$;

create or replace function app.check_prompt_limits(c app.candidates, p_seen jsonb, p_now numeric) returns app.reason
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
    return case
        when p_seen is null then null
        when (p_seen -> 'postponed_until')::numeric > p_now then 'postponed'::app.reason
        when c.show = 'once' and (p_seen -> 'displays')::integer >= 1
            or c.show = 'times' and (p_seen -> 'displays')::integer >= c.times then 'seen_limit'::app.reason
        when c.show = 'until_answered' and (p_seen -> 'answered')::boolean then 'answered'::app.reason
        when c.again_after_days > 0 and (p_seen -> 'last')::numeric > p_now - c.again_after_days * 86400
            then 'prompt_cooldown'::app.reason end;
end $$;

create or replace function app.check_site_limits(c app.candidates, p_site jsonb, p_now numeric) returns app.reason
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
    return case
        when not c.respects_site then null
        when (p_site -> 'cooldown_days')::numeric > 0
            and (p_site -> 'last')::numeric > p_now - (p_site -> 'cooldown_days')::numeric * 86400
            or (p_site -> 'window_displays')::integer >= (p_site -> 'window_limit')::integer
            then 'site_cooldown'::app.reason
        when (p_site -> 'session_displays')::integer >= (p_site -> 'session_limit')::integer
            then 'session_limit'::app.reason end;
end $$;
