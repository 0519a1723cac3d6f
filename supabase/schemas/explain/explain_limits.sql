create or replace function app.explain_limits(c app.candidates, p_facts jsonb) returns jsonb
language plpgsql immutable set search_path = ''
as $$
declare
    v_now numeric := p_facts -> 'now';
    v_seen jsonb := p_facts #> array['seen', c.prompt_id::text];
    v_site jsonb := p_facts -> 'site';
    v_own app.reason := app.check_prompt_limits(c, v_seen, v_now);
    v_across app.reason := app.check_site_limits(c, v_site, v_now);
    v_rules jsonb;
begin
    v_rules := jsonb_build_array(jsonb_build_object('rule', 'limits', 'passed', v_own is null, 'text',
        format('shown %s, last %s; show %s%s%s', app.count_of(coalesce(v_seen ->> 'displays', '0'), 'time'),
            app.ago((v_seen -> 'last')::numeric, v_now), replace(c.show, '_', ' '),
            ': ' || c.times, ', again after ' || app.count_of(c.again_after_days::text, 'day'))));
    if not c.respects_site then
        return v_rules || jsonb_build_array(jsonb_build_object('rule', 'site limits', 'passed', true,
            'text', 'the prompt ignores them'));
    end if;
    return v_rules
        || jsonb_build_array(jsonb_build_object('rule', 'site cooldown', 'passed', v_across is distinct from 'site_cooldown',
            'text', format('any prompt shown %s, cooldown %s%s', app.ago((v_site -> 'last')::numeric, v_now),
                app.count_of(v_site ->> 'cooldown_days', 'day'), '; ' || (v_site ->> 'window_displays') || ' shown within '
                || app.count_of(v_site ->> 'window_days', 'day') || ', at most ' || (v_site ->> 'window_limit'))))
        || case when v_site ? 'session_limit' then jsonb_build_array(jsonb_build_object('rule', 'session limit',
            'passed', v_across is distinct from 'session_limit',
            'text', format('%s shown in this session, at most %s', v_site ->> 'session_displays', v_site ->> 'session_limit')))
            else '[]' end;
end $$;
