-- Claims of prompts that wait for the visitor's subject: with the response to an event, or to a poll of an idle page.
create or replace function app.claim_waiting(request_context jsonb, carrier uuid, display uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
    v_now timestamptz := coalesce((request_context ->> 'now')::timestamptz, clock_timestamp());
    v_events uuid[];
    v_event uuid;
    v_call app.call;
    v_decided jsonb;
begin
    -- If this page, session or browser may not show the oldest, try the next one. The number is limited because each is
    -- decided, and half of them are random so that none waits behind prompts that are for other pages.
    v_events := array(
        select w.event_id from (
            select p.event_id, row_number() over (order by p.due_at, p.event_id) as place
            from app.visitors v
            join app.waiting_prompts p on p.site_id = v.site_id and p.subject_id = v.subject_id
            where v.site_id = (request_context ->> 'site')::uuid and v.id = (request_context ->> 'visitor')::uuid
              and v.reset_at is null and p.due_at <= v_now and p.expires_at > v_now and p.display_id is null) w
        order by case when w.place > 5 then random() else 0 end, w.place limit 10);
    if v_events = '{}' then
        return null;
    end if;
    v_call := app.load_call(request_context, v_now, (request_context ->> 'session')::uuid, null, null, null, null);
    if app.check_before_deciding(v_call) is not null then
        return null;
    end if;
    -- Ending the wait of one locks its row, and the subject's lock comes before: see the order of locks in DECISION.md.
    v_call := case when cardinality(v_events) > 1 then (app.lock_subject(v_call)).p_call else app.update_visitor(v_call) end;
    foreach v_event in array v_events loop
        v_decided := app.claim_event(v_call, v_event, display) -> 'decided';
        if v_decided ->> 'reason' = 'displayed' then
            update app.displays d set carrier = claim_waiting.carrier where d.site_id = v_call.site_id and d.id = display;
            return v_decided;
        end if;
    end loop;
    return null;
end $$;
comment on function app.claim_waiting is
    'Claims a prompt that waits for the visitor''s subject and may be displayed now, if possible the one that was due first; null without one. `carrier` is the event or show request whose response carries the display.';
grant execute on function app.claim_waiting to feedback_ingest;

create or replace function app.poll(request_context jsonb, request uuid, display uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
    v_site uuid := request_context ->> 'site';
    v_visitor uuid := request_context ->> 'visitor';
begin
    if exists (select from app.displays d
        where d.site_id = v_site and d.visitor_id = v_visitor and d.carrier = request and d.state = 'reserved')
    then
        perform app.release_lost_reservation(v_site, v_visitor, request,
            coalesce((request_context ->> 'now')::timestamptz, clock_timestamp()));
        return null;
    end if;
    return app.claim_waiting(request_context, request, display);
end $$;
comment on function app.poll is 'Claims a prompt that waits for the visitor''s subject, for an idle page. If the same request is repeated because its response was lost, the previous reservation is released.';
grant execute on function app.poll to feedback_ingest;
