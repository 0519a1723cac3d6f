create or replace function app.load_facts(
    p_facts jsonb, p_site uuid, p_settings jsonb, p_subject uuid, p_session uuid, p_device jsonb,
    p_event uuid, p_event_name text, p_needed jsonb, p_now timestamptz, p_until timestamptz)
returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
    -- Null for most subjects, which have never seen a prompt: without a lock row, there is no display.
    v_postponed_until timestamptz := (select coalesce(g.postponed_until, '-infinity') from app.subject_locks g
        where g.site_id = p_site and g.subject_id = p_subject);
    v_dates jsonb := '{}';
    v_history jsonb := '{}';
begin
    if v_postponed_until is not null or p_device <> '[]' then
        p_facts := p_facts || app.display_facts(p_site, p_subject, p_session, p_settings, p_device, p_now, p_until);
        if v_postponed_until > least(p_now, p_until) then
            p_facts := app.add_postponed(p_facts, p_site, p_subject, p_session, p_now, p_until);
        end if;
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
    if v_postponed_until is not null and p_needed ? 'prompts' then
        v_history := app.display_history(p_site, p_subject, p_needed -> 'prompts', least(p_now, p_until));
    end if;
    if v_postponed_until is not null and p_needed ? 'answers' then
        v_history := v_history || jsonb_build_object('answers',
            app.answer_history(p_site, p_subject, p_needed -> 'answers', least(p_now, p_until)));
    end if;
    if p_needed ? 'events' then
        v_history := v_history || jsonb_build_object('events',
            -- Events reported offline may be 48 hours late.
            app.count_events(p_site, p_subject, p_event, p_event_name, p_needed -> 'events',
                to_timestamp((p_facts -> 'first_seen')::float8) - interval '48 hours', p_now));
    end if;
    if p_needed ? 'occurrences' then
        p_facts := p_facts || jsonb_build_object('occurrences',
            app.count_occurrences(p_site, p_subject, p_event, p_needed -> 'occurrences', p_now));
    end if;
    if p_needed ? 'groups' then
        p_facts := p_facts || jsonb_build_object('groups',
            app.group_facts(p_site, p_facts -> 'traits', p_needed -> 'groups', p_until));
    end if;
    return p_facts || jsonb_build_object('dates', v_dates, 'history', v_history);
end $$;
comment on function app.load_facts is 'Adds the facts that have to be read: displays and, if needed, dates, language and history.';
