create or replace function app.explain_limits(c app.candidates, p_facts jsonb) returns jsonb
language plpgsql immutable set search_path = ''
as $$
declare
    v_now numeric := p_facts -> 'now';
    v_seen jsonb := p_facts #> array['seen', c.prompt_id::text];
    v_site jsonb := p_facts -> 'site';
    v_own app.reason := app.check_prompt_limits(c, v_seen, v_now);
    v_across app.reason := app.check_site_limits(c, v_site, v_now);
    v_rules jsonb := '[]';
begin
    if v_seen ? 'postponed_until' then
        v_rules := jsonb_build_array(app.explained_rule('postponed', v_own is distinct from 'postponed',
            jsonb_build_object('at', app.format_instant(to_timestamp((v_seen -> 'postponed_until')::float8)))));
    end if;
    v_rules := v_rules || jsonb_build_array(app.explained_rule('limits', coalesce(v_own, 'postponed') = 'postponed', jsonb_build_object(
        'displays', coalesce((v_seen -> 'displays')::integer, 0), 'seconds_ago', v_now - (v_seen -> 'last')::numeric,
        'show', c.show, 'times', c.times, 'again_after_days', c.again_after_days)));
    if not c.respects_site then
        return v_rules || app.explained_rule('site_limits', true);
    end if;
    v_rules := v_rules || app.explained_rule('site_cooldown', v_across is distinct from 'site_cooldown', jsonb_build_object(
        'seconds_ago', v_now - (v_site -> 'last')::numeric, 'cooldown_days', v_site -> 'cooldown_days',
        'window_displays', v_site -> 'window_displays', 'window_days', v_site -> 'window_days',
        'window_limit', v_site -> 'window_limit'));
    if v_site ? 'session_limit' then
        v_rules := v_rules || app.explained_rule('session_limit', v_across is distinct from 'session_limit',
            jsonb_build_object('displays', v_site -> 'session_displays', 'limit', v_site -> 'session_limit'));
    end if;
    return v_rules;
end $$;
