create or replace function app.list_occurrences(p_content jsonb, c app.candidates) returns jsonb
language plpgsql immutable set search_path = ''
as $$
begin
    return jsonb_build_object('prompt', c.prompt_id, 'events', p_content #> '{trigger,events}', 'backend', c.backend,
        'path', c.trigger_path::text, 'vars', c.vars,
        'dates', (select jsonb_agg(distinct l -> 'property') from app.leaf_conditions(p_content #> '{trigger,where}') l
            where app.compares_dates(l))) || c.repeated;
end $$;
comment on function app.list_occurrences is 'What app.count_occurrences needs to know about a prompt whose trigger requires repeated events.';

create or replace function app.matches_trigger(p_needed jsonb, p_event app.events) returns boolean
language plpgsql stable set search_path = ''
as $$
declare
    v_verified jsonb := p_event.verified;
    v_facts jsonb := jsonb_build_object(
        'now', app.epoch(p_event.received_at), 'backend', p_event.session_id = '00000000-0000-0000-0000-000000000000',
        'properties', p_event.properties::jsonb || coalesce(v_verified, '{}'), 'verified', v_verified,
        'proven', v_verified is not null);
begin
    if coalesce(p_needed ->> 'path', '') = '' then
        return true;
    elsif jsonb_typeof(p_needed -> 'dates') = 'array' then
        v_facts := v_facts || jsonb_build_object('dates', jsonb_build_object(
            'properties', app.parse_dates(v_facts -> 'properties', p_needed -> 'dates'),
            'verified', app.parse_dates(v_verified, p_needed -> 'dates')));
    end if;
    return jsonb_path_match(v_facts, (p_needed ->> 'path')::jsonpath, p_needed -> 'vars', true);
end $$;
comment on function app.matches_trigger is 'Whether a stored event meets the trigger in p_needed, an element of the needed fact `occurrences`.';

create or replace function app.count_occurrences(
    p_site uuid, p_subject uuid, p_event uuid, p_needed jsonb, p_until timestamptz, p_claim app.pending_claim default null)
returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
    v_site integer := (select s.key from app.sites s where s.id = p_site);
    v_counts jsonb := '{}';
    v_one jsonb;
    v_at timestamptz := coalesce(app.id_time(p_event), p_until);
    v_from timestamptz;
    v_first uuid;
    -- Includes events of the same millisecond, because the order of IDs within it is random.
    v_before uuid := app.id_from(v_at + interval '1 millisecond');
    v_count integer;
begin
    for v_one in select n from jsonb_array_elements(p_needed) n loop
        v_from := v_at - make_interval(mins => (v_one -> 'within_minutes')::integer);
        -- Both bounds are plain variables, so that Postgres prunes the partitions of other days.
        v_first := app.id_from(v_from);
        -- The event itself is one. The newest 1,000 of the others are examined.
        select 1 + count(*) into v_count from (
            select from (
                select e from app.visitors v
                cross join jsonb_array_elements_text(v_one -> 'events') n (name)
                join app.events e on e.visitor = v.key and e.name_hash = hashtext(n.name) and e.name = n.name
                    -- `+ 0` rules out the primary key, as in app.count_events.
                    and e.site + 0 = v_site
                where v.site_id = p_site and v.subject_id = p_subject and e.id >= v_first and e.id < v_before
                  and e.id is distinct from p_event
                  and (e.session_id = '00000000-0000-0000-0000-000000000000') = (v_one -> 'backend')::boolean
                  and (v.joined_at <= v_from or e.id >= app.id_from(v.joined_at))
                  and (p_claim.event_id is null or v.id = p_claim.visitor_id or p_claim.joined_at <= p_claim.due and (
                    select coalesce(max(o.until) filter (where o.subject_id <> v.subject_id), '-infinity')
                    from app.visitor_versions o where o.site_id = p_site and o.visitor_id = v.id) <= p_claim.due)
                order by e.id desc limit 1000) near
            where app.matches_trigger(v_one, near.e)
            limit (v_one -> 'times')::integer) counted;
        v_counts := v_counts || jsonb_build_object(v_one ->> 'prompt', v_count);
    end loop;
    return v_counts;
end $$;
comment on function app.count_occurrences is
    'The number of events matching the trigger of each prompt that a subject reported within the trigger''s time, which ends with the event. The result is the same at every later time. In a replay, p_claim limits them to the browsers that belonged to the subject at that time.';

create or replace function app.check_repeated(c app.candidates, p_facts jsonb) returns app.reason
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
    return case
        when not p_facts ? 'history' then 'unknown'::app.reason
        when coalesce((p_facts #> array['occurrences', c.prompt_id::text])::integer, 1) < (c.repeated -> 'times')::integer
            then 'trigger_count'::app.reason end;
end $$;

create or replace function app.is_withdrawn(
    c app.candidates, p_subject uuid, p_event uuid, p_received_at timestamptz, p_until timestamptz)
returns boolean
language plpgsql stable set search_path = ''
as $$
declare
    v_site integer := (select s.key from app.sites s where s.id = c.site_id);
    v_over timestamptz := p_received_at + make_interval(mins => (c.unless -> 'within_minutes')::integer);
    -- Events may be 48 hours late, or five minutes ahead.
    v_first uuid := app.id_from(p_received_at - interval '48 hours');
    v_after uuid := app.id_from(p_until + interval '5 minutes');
begin
    if c.unless is null and c.cancel_events is null then
        return false;
    end if;
    -- Times of receipt come from one clock, the database's; times in IDs come from the clocks of browsers.
    return exists (
        select from (
            select n.name, v_over as until from jsonb_array_elements_text(c.unless -> 'events') n (name)
            union all
            select n.name, p_until from unnest(c.cancel_events) n (name)) n
        join app.visitors v on v.site_id = c.site_id and v.subject_id = p_subject
        join app.events e on e.visitor = v.key and e.name_hash = hashtext(n.name) and e.name = n.name and e.site + 0 = v_site
        where e.id >= v_first and e.id < v_after and e.id <> p_event
          and (e.received_at > p_received_at or e.received_at = p_received_at and e.id > p_event)
          and e.received_at <= least(n.until, p_until)
          and e.received_at >= v.joined_at);
end $$;
comment on function app.is_withdrawn is
    'Whether an event before p_until prevents or withdraws the prompt that waits because of an event received at p_received_at.';
