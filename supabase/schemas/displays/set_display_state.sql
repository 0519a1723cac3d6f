create or replace function app.set_display_state(
    site uuid, display uuid, state text, reason text, at timestamptz, address text default null, network text default null,
    days integer default null) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
    v_now timestamptz := coalesce(at, clock_timestamp());
    v_state text;
    v_prompt uuid;
    v_was_reserved boolean;
    v_messages integer := 0;
begin
    if set_display_state.state <> 'released' then
        perform app.end_overdue(site, display, v_now);
    end if;
    if set_display_state.state = 'postponed' then
        perform app.note_postponement(site, display, v_now + make_interval(days => days));
    end if;
    select d.state = 'reserved' into v_was_reserved from app.displays d
    where d.site_id = site and d.id = display for no key update;
    update app.displays d
    set state = set_display_state.state,
        displayed_at = case when set_display_state.state = 'released' then d.displayed_at else coalesce(d.displayed_at, v_now) end,
        dismissed_at = case when set_display_state.state = 'dismissed' then v_now else d.dismissed_at end,
        postponed_at = case when set_display_state.state = 'postponed' then v_now end,
        postponed_until = case when set_display_state.state = 'postponed' then v_now + make_interval(days => days) end,
        released_at = case when set_display_state.state = 'released' then v_now else d.released_at end,
        release_reason = case when set_display_state.state = 'released' then reason else d.release_reason end
    where d.site_id = site and d.id = display and (
        d.state = 'reserved' or d.state = 'displayed' and set_display_state.state = 'dismissed'
        or d.state = 'displayed' and set_display_state.state = 'postponed' and d.answered_at is null
        -- It was not drawn, so it does not count for its subject either.
        or d.release_reason = 'expired' and d.state = 'released' and set_display_state.state = 'released')
    returning d.state, d.prompt_id into v_state, v_prompt;
    if found and v_was_reserved and address is not null then
        -- In the order of locks after the budgets, which triggers of the update have changed.
        perform app.give_back_attempt('reservation', app.target_key(v_prompt::text, address));
        if network is not null then
            perform app.give_back_attempt('reservationOfNetwork', app.target_key(v_prompt::text, network));
        end if;
    end if;
    if v_state is null then
        -- Either the state does not allow the change, or there is no such display.
        select d.state into v_state from app.displays d where d.site_id = site and d.id = display;
    elsif v_state = 'dismissed' and app.has_destination(site, 'response.closed') then
        insert into app.outbox (site_id, id, response_id, prompt_id, final, type, answers, detail)
        select site, app.mint_id(v_now), display, r.prompt_id, false, 'response.closed', r.answers,
            jsonb_build_object('cause', 'dismissed', 'updated_at', r.updated_at)
        from app.responses r
        where r.site_id = site and r.display_id = display and not r.final and app.has_answer(r.answers);
        get diagnostics v_messages = row_count;
    end if;
    return case when v_state is not null then
        jsonb_build_object('state', v_state, 'now', app.milliseconds(v_now))
            || case when v_messages > 0 then jsonb_build_object('messages', v_messages) else '{}' end end;
end $$;
comment on function app.set_display_state is
    'Changes the state of a display: from reserved to displayed, dismissed, postponed or released, and from displayed to dismissed or, without an answer, to postponed; nothing else. A reservation that was not confirmed in time ends instead. Null for an unknown display.';
grant execute on function app.set_display_state to feedback_ingest;
