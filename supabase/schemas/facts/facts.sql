create or replace function app.base_facts(
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

create or replace function app.parse_dates(p_values jsonb, p_keys jsonb) returns jsonb
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

create or replace function app.language_ranges(p_tag text) returns jsonb
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

create or replace function app.merge_needed_facts(p_all jsonb, p_needed jsonb) returns jsonb
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

create or replace function app.count_events(
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

create or replace function app.display_history(p_site uuid, p_subject uuid, p_surveys jsonb, p_now timestamptz) returns jsonb
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
            where d.site_id = p_site and d.subject_id = p_subject and (d.state <> 'released' or d.answered_at is not null)
              and d.reserved_at <= p_now and p_surveys ? p.survey_id
            group by p.survey_id) past
    );
end $$;
comment on function app.display_history is 'When prompts were last displayed to the subject, answered and dismissed, by survey ID.';

create or replace function app.site_limits(p_settings jsonb) returns jsonb
language plpgsql stable parallel safe set search_path = ''
as $$
begin
    return jsonb_strip_nulls(jsonb_build_object(
        'cooldown_days', coalesce(p_settings #> '{limits,cooldown_days}', '7'),
        'window_limit', p_settings #> '{limits,window,displays}',
        'window_days', p_settings #> '{limits,window,days}',
        'session_limit', p_settings #> '{limits,per_session}')
        -- Separate, because each key costs half a microsecond per event, and few sites have these.
        || case when p_settings -> 'limits' ?| '{displays_per_day,holdout}' then jsonb_build_object(
            'displays_per_day', p_settings #> '{limits,displays_per_day}',
            'holdout', nullif(p_settings #> '{limits,holdout}', '0')) else '{}' end);
end $$;
