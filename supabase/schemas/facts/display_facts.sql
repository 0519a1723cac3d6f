create or replace function app.display_facts(
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
            where d.site_id = p_site and d.subject_id = p_subject
              -- The browser may have drawn it without being able to confirm it, so it counts for its own subject.
              and (d.state not in ('postponed', 'released') or d.release_reason = 'expired') and d.reserved_at <= p_until
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
    'Displays of a subject until p_until, except those that it postponed: per prompt, and across the site with its limits.';
