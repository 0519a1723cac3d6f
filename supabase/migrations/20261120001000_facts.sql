set role feedback_owner;

create function app.base_facts(
    p_now timestamptz, p_session uuid, p_context jsonb, p_properties jsonb, p_verified jsonb,
    p_traits jsonb, p_account text, p_sample_key uuid, p_first_seen timestamptz)
returns jsonb
language plpgsql stable parallel safe set search_path = ''
as $$
begin
    return jsonb_build_object(
        'now', round(extract(epoch from p_now), 3),
        'session', ('x' || translate(left(p_session::text, 13), '-', ''))::bit(48)::bigint / 1000.0,
        'context', p_context,
        'properties', case when p_verified is null then p_properties else p_properties || p_verified end,
        'verified', p_verified,
        'proven', p_verified is not null,
        'traits', p_traits,
        'identified', p_account is not null,
        'sample_key', p_sample_key,
        'first_seen', round(extract(epoch from p_first_seen), 3));
end $$;
comment on function app.base_facts is 'The facts that need no further read.';

create function app.parse_dates(p_values jsonb, p_keys jsonb) returns jsonb
language plpgsql immutable set search_path = ''
as $$
declare
    v_dates jsonb := '{}';
    v_key text;
    v_instant numeric;
begin
    for v_at in 0..coalesce(jsonb_array_length(p_keys), 0) - 1 loop
        v_key := p_keys ->> v_at;
        if jsonb_typeof(p_values -> v_key) = 'string' then
            v_instant := app.parse_instant(p_values ->> v_key);
            if v_instant is not null then
                v_dates := v_dates || jsonb_build_object(v_key, v_instant);
            end if;
        end if;
    end loop;
    return v_dates;
end $$;
comment on function app.parse_dates is 'The values of some keys that are dates, as seconds since 1970.';

create function app.language_ranges(p_tag text) returns jsonb
language plpgsql immutable set search_path = ''
as $$
begin
    return (
        with parts as (select string_to_array(lower(p_tag), '-') as part)
        select coalesce(jsonb_agg(array_to_string(part[1:n], '-') order by n desc), '[]')
        from parts cross join lateral generate_series(1, cardinality(part)) n
    );
end $$;
comment on function app.language_ranges is 'A language tag and its fallbacks: de-AT as ["de-at", "de"].';

create function app.merge_needed_facts(p_all jsonb, p_needed jsonb) returns jsonb
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
    -- The prompts of a site mostly need the same facts.
    if p_needed is null or p_all @> p_needed then
        return p_all;
    elsif p_all is null then
        return p_needed;
    end if;
    return (
        select jsonb_object_agg(n.kind, n.facts) from (
            select need.key as kind, jsonb_agg(distinct fact) as facts
            from (select p_all as facts union all select p_needed) given,
                jsonb_each(given.facts) need, jsonb_array_elements(need.value) fact
            group by need.key) n);
end $$;
comment on function app.merge_needed_facts is 'The facts that either of two candidates needs beyond the base facts; null for none.';

create function app.count_events(
    p_site uuid, p_subject uuid, p_event uuid, p_event_name text, p_needed jsonb, p_since timestamptz, p_now timestamptz)
returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
    v_counts jsonb := '{}';
    v_site integer := (select s.key from app.sites s where s.id = p_site);
    v_name text;
    v_days integer;
    v_from timestamptz;
    v_first uuid;
    v_after uuid := app.id_from(p_now + interval '1 microsecond');
    v_count integer;
begin
    for v_at in 0..jsonb_array_length(p_needed) - 1 loop
        v_name := p_needed -> v_at ->> 'event';
        v_days := p_needed -> v_at -> 'within_days';
        v_from := p_now - make_interval(days => v_days);
        -- Both bounds are plain variables, so that Postgres prunes the partitions of other days.
        v_first := app.id_from(greatest(v_from, p_since));
        select count(*) into v_count from (
            select from app.visitors v
            join app.events e on e.visitor = v.key and e.name_hash = hashtext(v_name) and e.name = v_name
                -- `+ 0` rules out the primary key, which the planner might choose in a young partition without statistics.
                and e.site + 0 = v_site
            where v.site_id = p_site and v.subject_id = p_subject and e.id >= v_first and e.id < v_after
              and e.id is distinct from p_event
              and (v.joined_at <= v_from or e.id >= app.id_from(v.joined_at))
            limit 1000) counted;
        v_counts := v_counts
            || jsonb_build_object(v_name || '/' || v_days, v_count + (v_name = p_event_name)::integer);
    end loop;
    return v_counts;
end $$;
comment on function app.count_events is
    'How often a subject reported events, including the current one. Reads none before p_since, and counts up to 1,000.';

create function app.display_history(p_site uuid, p_subject uuid, p_surveys jsonb, p_now timestamptz) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
    return (
        select jsonb_build_object(
            'displayed', coalesce(jsonb_object_agg(survey_id, app.epoch(displayed)) filter (where displayed is not null), '{}'),
            'answered', coalesce(jsonb_object_agg(survey_id, app.epoch(answered)) filter (where answered is not null), '{}'),
            'dismissed', coalesce(jsonb_object_agg(survey_id, app.epoch(dismissed)) filter (where dismissed is not null), '{}'))
        from (
            select p.survey_id, max(d.reserved_at) as displayed,
                max(d.answered_at) filter (where d.answered_at <= p_now) as answered,
                max(d.dismissed_at) filter (where d.dismissed_at <= p_now) as dismissed
            from app.displays d join app.prompts p on p.site_id = d.site_id and p.id = d.prompt_id
            where d.site_id = p_site and d.subject_id = p_subject and d.state <> 'released'
              and d.reserved_at <= p_now and p_surveys ? p.survey_id
            group by p.survey_id) past
    );
end $$;
comment on function app.display_history is 'When prompts were last displayed to the subject, answered and dismissed, by survey ID.';

create function app.site_limits(p_settings jsonb) returns jsonb
language plpgsql stable parallel safe set search_path = ''
as $$
begin
    return jsonb_strip_nulls(jsonb_build_object(
        'cooldown_days', coalesce(p_settings #> '{limits,cooldown_days}', '7'),
        'window_limit', p_settings #> '{limits,window,displays}',
        'window_days', p_settings #> '{limits,window,days}',
        'session_limit', p_settings #> '{limits,per_session}'));
end $$;

create function app.display_facts(
    p_site uuid, p_subject uuid, p_session uuid, p_settings jsonb, p_device jsonb, p_now timestamptz,
    p_until timestamptz)
returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
    v_limits jsonb := app.site_limits(p_settings);
    v_window timestamptz := p_now - (v_limits ->> 'window_days')::numeric * interval '1 day';
    -- A display further ahead was reserved while the clock was ahead. It counts, but starts no cooldown and is in no
    -- window, which would stay closed until then. Concurrent calls may differ by less than a minute.
    v_ahead timestamptz := p_now + interval '1 minute';
begin
    return (
        with shown as (
            select d.prompt_id, 1 as displays, case when d.reserved_at <= v_ahead then d.reserved_at end as last,
                d.answered_at <= p_until as answered, d.reserved_at > v_window and d.reserved_at <= v_ahead as in_window, d.session_id = p_session as in_session, 0 as remembered
            from app.displays d
            where d.site_id = p_site and d.subject_id = p_subject and d.state <> 'released' and d.reserved_at <= p_until
            union all
            select l.prompt_id, l.displays, case when l.last_at <= v_ahead then l.last_at end, l.answered, false, false, 0
            from app.display_totals l where l.site_id = p_site and l.subject_id = p_subject
            union all
            -- Each display that the device remembers from before a reset counts as one, and only makes limits stricter.
            select p.id, 0, case when r.last <= v_ahead then r.last end, false,
                r.last > v_window and r.last <= v_ahead, false, 1
            from jsonb_array_elements(p_device) d
            join app.prompts p on p.site_id = p_site and p.survey_id = d ->> 'survey_id',
            lateral (select to_timestamp((d ->> 'at')::numeric / 1000) as last) r
        ),
        by_prompt as (
            select prompt_id, greatest(sum(displays), max(remembered)) as displays, max(last) as last,
                coalesce(bool_or(answered), false) as answered,
                count(*) filter (where in_window and remembered = 0) as in_window,
                count(*) filter (where in_window and remembered = 1) as remembered_in_window,
                count(*) filter (where in_session) as in_session
            from shown group by prompt_id
        )
        select jsonb_build_object(
            'seen', coalesce(jsonb_object_agg(prompt_id, jsonb_strip_nulls(
                jsonb_build_object('displays', displays, 'last', app.epoch(last), 'answered', answered))), '{}'),
            'site', v_limits || jsonb_strip_nulls(jsonb_build_object(
                'last', app.epoch(max(last)),
                'window_displays', greatest(sum(in_window), sum(remembered_in_window), 0),
                'session_displays', coalesce(sum(in_session), 0))))
        from by_prompt
    );
end $$;
comment on function app.display_facts is
    'Displays of a subject until p_until: per prompt, and across the site with its limits.';

create function app.load_facts(
    p_facts jsonb, p_site uuid, p_settings jsonb, p_subject uuid, p_session uuid, p_device jsonb,
    p_event uuid, p_event_name text, p_needed jsonb, p_now timestamptz, p_until timestamptz)
returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
    -- Most subjects never saw a prompt: without a lock row there is no display.
    v_shown boolean := exists (select from app.subject_locks g where g.site_id = p_site and g.subject_id = p_subject);
    v_dates jsonb := '{}';
    v_history jsonb := '{}';
begin
    if v_shown or p_device <> '[]' then
        p_facts := p_facts || app.display_facts(p_site, p_subject, p_session, p_settings, p_device, p_now, p_until);
    else
        p_facts := p_facts || jsonb_build_object('seen', '{}'::jsonb, 'site', app.site_limits(p_settings)
            || '{"window_displays": 0, "session_displays": 0}');
    end if;
    if p_needed is null then
        return p_facts || '{"history": {}}';
    end if;
    if p_needed ? 'traits' then
        v_dates := jsonb_build_object('traits', app.parse_dates(p_facts -> 'traits', p_needed -> 'traits'));
    end if;
    if p_needed ? 'properties' then
        v_dates := v_dates || jsonb_build_object(
            'properties', app.parse_dates(p_facts -> 'properties', p_needed -> 'properties'),
            'verified', app.parse_dates(p_facts -> 'verified', p_needed -> 'properties'));
    end if;
    if p_needed ? 'languages' then
        p_facts := p_facts || jsonb_build_object('language', app.language_ranges(p_facts #>> '{context,languages,0}'));
    end if;
    if v_shown and p_needed ? 'prompts' then
        v_history := app.display_history(p_site, p_subject, p_needed -> 'prompts', p_now);
    end if;
    if p_needed ? 'events' then
        v_history := v_history || jsonb_build_object('events',
            -- Events reported offline may be 48 hours late.
            app.count_events(p_site, p_subject, p_event, p_event_name, p_needed -> 'events',
                to_timestamp((p_facts -> 'first_seen')::float8) - interval '48 hours', p_now));
    end if;
    return p_facts || jsonb_build_object('dates', v_dates, 'history', v_history);
end $$;
comment on function app.load_facts is 'Adds the facts that have to be read: displays and, if needed, dates, language and history.';

reset role;
