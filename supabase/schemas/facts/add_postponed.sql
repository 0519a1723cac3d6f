create or replace function app.add_postponed(
    p_facts jsonb, p_site uuid, p_subject uuid, p_session uuid, p_now timestamptz, p_until timestamptz)
returns jsonb
language plpgsql stable set search_path = ''
as $$
declare
    v_window timestamptz := p_now - (p_facts #> '{site,window_days}')::numeric * interval '1 day';
    -- As in app.display_facts.
    v_ahead timestamptz := p_now + interval '1 minute';
    v_seen jsonb;
    d record;
begin
    for d in
        select x.prompt_id, x.session_id, case when x.reserved_at <= v_ahead then x.reserved_at end as last,
            case when x.postponed_at <= p_until then x.postponed_until end as until
        from app.displays x
        where x.site_id = p_site and x.subject_id = p_subject and x.state = 'postponed' and x.reserved_at <= p_until
          -- Once the time has come, it no longer counts. Why something happened earlier may be asked later.
          and (x.postponed_at > p_until or x.postponed_until > p_now and x.postponed_at <= v_ahead)
    loop
        v_seen := coalesce(p_facts #> array['seen', d.prompt_id::text], '{"displays": 0, "answered": false}');
        v_seen := v_seen || jsonb_strip_nulls(case
            when d.until is null then jsonb_build_object('displays', (v_seen -> 'displays')::integer + 1,
                'last', greatest((v_seen -> 'last')::numeric, app.epoch(d.last)))
            else jsonb_build_object('postponed_until', greatest((v_seen -> 'postponed_until')::numeric, app.epoch(d.until))) end);
        p_facts := jsonb_set(p_facts, array['seen', d.prompt_id::text], v_seen);
        p_facts := jsonb_set(p_facts, '{site}', (p_facts -> 'site') || jsonb_strip_nulls(jsonb_build_object(
            'last', greatest((p_facts #> '{site,last}')::numeric, app.epoch(d.last)),
            'window_displays', (p_facts #> '{site,window_displays}')::integer + (d.last > v_window is true)::integer,
            'session_displays', (p_facts #> '{site,session_displays}')::integer + (d.session_id = p_session is true)::integer)));
    end loop;
    return p_facts;
end $$;
comment on function app.add_postponed is
    'Adds the displays that the subject postponed: until the time that it chose, they keep their prompt away and count for the site.';
