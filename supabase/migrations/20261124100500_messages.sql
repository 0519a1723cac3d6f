-- Each message is written in the transaction that makes what it is about, where the site has a destination for its type.
set role feedback_owner;

create function app.has_destination(p_site uuid, p_type text) returns boolean
language sql stable set search_path = ''
as $$ select exists (select from app.destinations d where d.site_id = p_site and p_type = any(d.event_types)) $$;
comment on function app.has_destination is 'Whether a destination of the site, paused or not, may receive messages of a type.';

create or replace function app.store_answers(site uuid, display uuid, seq integer, final boolean, answers jsonb, at timestamptz)
returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
    v_now timestamptz := coalesce(at, clock_timestamp());
    v_display app.displays;
    v_response app.responses;
    v_created boolean;
    v_fresh boolean;
    v_has_budget boolean;
    v_types text[];
    v_type text;
    v_messages integer := 0;
begin
    for v_attempt in 1..5 loop
        select * into v_display from app.displays d where d.site_id = site and d.id = display;
        if not found then
            return null;
        end if;
        -- A concurrent sign-in may move the display to another subject: wait for it, then read again.
        perform from app.subjects s where s.site_id = site and s.id = v_display.subject_id for key share;
        exit when found;
    end loop;

    insert into app.responses as r (site_id, display_id, prompt_id, revision, variant, subject_id, visitor_id, seq,
        final, answers, traits, context, created_at, updated_at)
    values (site, display, v_display.prompt_id, v_display.revision, v_display.variant, v_display.subject_id,
        (select v.id from app.visitors v where v.site_id = site and v.id = v_display.visitor_id),
        store_answers.seq, store_answers.final, store_answers.answers, v_display.traits, v_display.context,
        v_now, v_now)
    on conflict (site_id, display_id) do update
    set seq = excluded.seq, final = excluded.final, answers = excluded.answers, updated_at = v_now
    where not r.final and r.seq < excluded.seq
    -- An updated row has been locked by this transaction.
    returning r.seq, r.final, r.display_id, r.xmax = '0'::xid
    into v_response.seq, v_response.final, v_response.display_id, v_created;
    v_fresh := found;
    if v_fresh then
        update app.displays d
        set answered_at = case when app.has_answer(store_answers.answers) then coalesce(d.answered_at, v_now) else d.answered_at end,
            displayed_at = coalesce(d.displayed_at, v_now),
            state = case when store_answers.final then 'answered'
                when d.state in ('reserved', 'released') then 'displayed' else d.state end
        where d.site_id = site and d.id = display
        returning v_created and exists (select from app.budget_periods b
            where b.site_id = site and b.prompt_id = v_display.prompt_id and b.period = 'total') into v_has_budget;
        if v_has_budget then
            perform app.count_response(site, v_display.prompt_id, v_now);
        end if;
        -- Most sites have no destination: they pay for one look at an index.
        if exists (select from app.destinations n where n.site_id = site) then
            v_types := array(
                select t.type from unnest(array[case when v_created then 'response.created' else 'response.updated' end,
                    case when store_answers.final then 'response.closed' end]) t (type)
                where exists (select from app.destinations n where n.site_id = site and t.type = any(n.event_types)));
            foreach v_type in array v_types loop
                insert into app.outbox (site_id, id, response_id, prompt_id, final, type, answers)
                values (site, app.mint_id(v_now), display, v_display.prompt_id, store_answers.final, v_type, store_answers.answers);
                v_messages := v_messages + 1;
            end loop;
        end if;
    else
        select * into v_response from app.responses r where r.site_id = site and r.display_id = display;
    end if;
    return jsonb_build_object('response', v_response.display_id, 'seq', v_response.seq, 'final', v_response.final,
        'fresh', v_fresh, 'now', app.milliseconds(v_now), 'messages', v_messages);
end $$;
comment on function app.store_answers is
    'Stores answers if seq is the highest so far and the response is not final. An answer proves that the prompt was displayed, even if the display was released. `messages`: how many were written to app.outbox.';

create or replace function app.set_display_state(site uuid, display uuid, state text, reason text, at timestamptz) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
    v_now timestamptz := coalesce(at, clock_timestamp());
    v_state text;
    v_messages integer := 0;
begin
    update app.displays d
    set state = set_display_state.state,
        displayed_at = case when set_display_state.state = 'released' then d.displayed_at else coalesce(d.displayed_at, v_now) end,
        dismissed_at = case when set_display_state.state = 'dismissed' then v_now else d.dismissed_at end,
        released_at = case when set_display_state.state = 'released' then v_now else d.released_at end,
        release_reason = case when set_display_state.state = 'released' then reason else d.release_reason end
    where d.site_id = site and d.id = display and (
        d.state = 'reserved' or d.state = 'displayed' and set_display_state.state = 'dismissed')
    returning d.state into v_state;
    if not found then
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

create function app.write_prompt_message() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
    v_type text := case
        when new.state = 'published' and (old.state <> 'published' or new.published_revision is distinct from old.published_revision)
            then 'prompt.published'
        when new.state = 'paused' and old.state <> 'paused' then 'prompt.paused' end;
begin
    if v_type is not null and app.has_destination(new.site_id, v_type) then
        insert into app.outbox (site_id, id, prompt_id, type, detail)
        values (new.site_id, app.mint_id(), new.id, v_type, jsonb_build_object('revision', new.published_revision)
            || case v_type when 'prompt.published' then jsonb_build_object(
                'previous_revision', old.published_revision, 'resumed', old.state = 'paused') else '{}' end);
    end if;
    return null;
end $$;
create trigger changes_write_messages after update of state, published_revision on app.prompts
    for each row execute function app.write_prompt_message();

create function app.write_approval_message() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
    v_type text := case when tg_op = 'INSERT' then 'approval.requested'
        when old.state = 'pending' and new.state in ('approved', 'denied') then 'approval.decided' end;
begin
    if v_type is not null and app.has_destination(new.site_id, v_type) then
        insert into app.outbox (site_id, id, prompt_id, type, detail)
        select new.site_id, app.mint_id(), new.prompt_id, v_type,
            jsonb_build_object('id', new.id, 'action', new.action, 'prompt', new.prompt_id, 'revision', new.revision,
                'connection', jsonb_build_object('kind', c.kind, 'name', c.name),
                'expires_at', app.format_instant(new.expires_at))
            || case v_type when 'approval.decided' then jsonb_build_object('state', new.state) else '{}' end
        from app.connections c where c.id = new.connection_id;
    end if;
    return null;
end $$;
create trigger requests_write_messages after insert or update of state on app.grant_requests
    for each row execute function app.write_approval_message();

-- Whatever deletes a response, its words leave the messages with it.
create function app.clear_messages() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
    update app.outbox o set answers = null, detail = null
    from deleted x where o.site_id = x.site_id and o.response_id = x.display_id;
    update app.deliveries q set state = 'cancelled', lease = null
    from deleted x where q.site_id = x.site_id and q.response_id = x.display_id and q.state = 'waiting';
    -- What a receiver answered may repeat the words that it refused.
    update app.delivery_attempts a set error = null
    from deleted x
    join app.outbox o on o.site_id = x.site_id and o.response_id = x.display_id
    join app.destinations d on d.site_id = o.site_id
    where a.site_id = d.site_id and a.destination_id = d.id and a.message_id = o.id and a.error is not null;
    return null;
end $$;
create trigger deleted_responses_leave_their_messages after delete on app.responses
    referencing old table as deleted
    for each statement execute function app.clear_messages();

create or replace function app.erase_person(p_site uuid, p_visitor uuid, p_account text, p_hash text) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
    v_visitors uuid[];
    v_subjects uuid[];
    v_counts jsonb := '{}';
    v_count bigint;
    v_receipt app.erasures;
begin
    perform app.require_role(p_site, 'owner');
    v_visitors := app.find_visitors(p_site, p_visitor, p_account);
    v_subjects := app.find_subjects(p_site, v_visitors, p_account);
    delete from app.events e using app.sites s, app.visitors v
    where s.id = p_site and v.site_id = p_site and v.id = any(v_visitors) and e.site + 0 = s.key and e.visitor = v.key;
    get diagnostics v_count = row_count;
    v_counts := v_counts || jsonb_build_object('events', v_count);
    delete from app.responses where site_id = p_site and (visitor_id = any(v_visitors) or subject_id = any(v_subjects)
        or display_id in (select d.id from app.displays d where d.site_id = p_site and d.visitor_id = any(v_visitors)));
    get diagnostics v_count = row_count;
    v_counts := v_counts || jsonb_build_object('responses', v_count);
    delete from app.displays where site_id = p_site and (visitor_id = any(v_visitors) or subject_id = any(v_subjects));
    get diagnostics v_count = row_count;
    v_counts := v_counts || jsonb_build_object('displays', v_count);
    delete from app.visitor_versions where site_id = p_site and visitor_id = any(v_visitors);
    get diagnostics v_count = row_count;
    v_counts := v_counts || jsonb_build_object('visitor_versions', v_count);
    delete from app.visitors where site_id = p_site and id = any(v_visitors);
    get diagnostics v_count = row_count;
    v_counts := v_counts || jsonb_build_object('visitors', v_count);
    delete from app.subjects where site_id = p_site and id = any(v_subjects);
    get diagnostics v_count = row_count;
    v_counts := v_counts || jsonb_build_object('subjects', v_count);
    delete from app.buckets where site_id = p_site and kind = 2 and key in (select uuid_send(u) from unnest(v_subjects) u);

    insert into app.erasures (site_id, hash, counts, erased_by)
    values (p_site, p_hash, v_counts, app.person_id()) returning * into v_receipt;
    if cardinality(v_visitors) > 0 and app.has_destination(p_site, 'visitor.erased') then
        insert into app.outbox (site_id, id, type, detail)
        values (p_site, app.mint_id(), 'visitor.erased', jsonb_build_object('id', v_receipt.id, 'visitors', v_visitors));
    end if;
    return to_jsonb(v_receipt) - 'site_id';
end $$;

reset role;
