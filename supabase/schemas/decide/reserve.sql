create or replace function app.reserve(
    p_call app.call, p_decision app.decision, p_event text, p_show boolean, p_display uuid, p_due boolean)
returns app.decision
language plpgsql set search_path = ''
as $$
declare
    v_lock record := app.lock_subject(p_call);
    v_decision app.decision := p_decision;
    v_charges jsonb;
    v_began timestamptz;
    v_is_current boolean;
    v_key bytea;
    v_network bytea;
begin
    p_call := v_lock.p_call;
    if p_call.request_context ? 'backend' then
        -- The display keeps the traits that decided: its results and the limit of its group depend on them.
        p_call.traits := app.account_traits(p_call);
    end if;
    -- Retry if another call used up a budget, or a budget changed: another prompt may pass.
    for v_attempt in 1..3 loop
        -- A new statement sees what the previous holder of the lock committed. A new lock row had no holder.
        if v_attempt > 1 or not v_lock.is_new then
            v_decision := app.decide(p_call, p_event, p_show);
        end if;
        if p_due and v_decision.reason = 'waiting' then
            v_decision.reason := 'displayed';
        end if;
        if v_decision.reason = 'displayed' and p_call.request_context ->> 'address' is not null then
            v_key := app.target_key(v_decision.prompt_id::text, p_call.request_context ->> 'address');
            if p_call.request_context ? 'network' then
                v_network := app.target_key(v_decision.prompt_id::text, p_call.request_context ->> 'network');
            end if;
            if coalesce(app.find_wait('reservation', v_key, p_call.now), app.find_wait('display', v_key, p_call.now),
                case when v_network is not null then app.find_wait('reservationOfNetwork', v_network, p_call.now) end) is not null
            then
                v_decision.reason := 'throttled';
            end if;
        end if;
        if v_decision.reason = 'displayed' and not app.consume_group(p_call, v_decision.prompt_id, p_display) then
            v_decision.reason := 'group_limit';
        end if;
        exit when v_decision.reason <> 'displayed';

        v_charges := app.list_charges(p_call.settings, v_decision.budget, p_call.now);
        insert into app.displays
            (site_id, id, subject_id, visitor_id, session_id, prompt_id, revision, variant, origin, traits, context,
            charges, reserved_at)
        values (p_call.site_id, p_display, p_call.subject_id, p_call.visitor_id, p_call.session_id,
            v_decision.prompt_id, v_decision.revision, v_decision.variant, p_call.event_id, p_call.traits,
            app.keep_context(p_call.request_context -> 'context'), v_charges, p_call.now)
        on conflict (site_id, origin) do nothing;
        if not found then
            delete from app.group_displays g where g.site_id = p_call.site_id and g.display_id = p_display;
            v_decision.reason := 'duplicate';
            return v_decision;
        end if;
        -- The insert waits until a changed budget is committed; from here on, app.open_budget waits for this display.
        update app.subject_locks set last_at = greatest(last_at, p_call.now)
        where site_id = p_call.site_id and subject_id = p_call.subject_id
        returning v_decision.budget is not distinct from (select c.budget from app.candidates c
                where c.site_id = p_call.site_id and c.prompt_id = v_decision.prompt_id and c.event_name = '')
            and p_call.settings #> '{limits,displays_per_day}' is not distinct from (
                select s.settings #> '{limits,displays_per_day}' from app.sites s where s.id = p_call.site_id)
        into v_is_current;
        exit when v_is_current and v_charges is null;
        if v_is_current then
            -- Last, because every display of the budget waits for its rows.
            v_began := clock_timestamp();
            v_decision.reason := coalesce(app.spend_budgets(p_call.site_id, v_decision.prompt_id, p_call.settings,
                v_decision.budget, v_charges, p_call.now), 'displayed');
            if clock_timestamp() - v_began > interval '1 millisecond' then
                perform app.note_hot_budget();
            end if;
            exit when v_decision.reason = 'displayed';
        else
            v_decision.reason := 'budget';
            select s.settings into p_call.settings from app.sites s where s.id = p_call.site_id;
        end if;
        delete from app.displays d where d.site_id = p_call.site_id and d.id = p_display;
        delete from app.group_displays g where g.site_id = p_call.site_id and g.display_id = p_display;
    end loop;
    -- After the budgets, so that nothing is waited for with this row locked.
    if v_decision.reason = 'displayed' and v_key is not null then
        perform app.count_against('display', v_key, p_call.now), app.count_against('reservation', v_key, p_call.now);
        if v_network is not null then
            perform app.count_against('reservationOfNetwork', v_network, p_call.now);
        end if;
    end if;
    if v_decision.reason = 'displayed' and v_charges is not null and app.has_hot_budget() then
        perform app.defer_flush();
    end if;
    return v_decision;
end $$;
comment on function app.reserve is
    'Locks the subject, decides again unless its lock row is new, reserves the display and charges it to the budgets. p_due: the delay has passed.';
