-- Prompts that wait in the database for a subject: those that events from the backend have triggered, and those that another
-- event may prevent.
set role feedback_owner;

create table app.waiting_prompts (
    site_id uuid not null,
    subject_id uuid not null,
    prompt_id uuid not null,
    event_id uuid not null,
    event_name text not null,
    due_at timestamptz not null,
    expires_at timestamptz not null,
    decided_at timestamptz,
    display_id uuid,
    primary key (site_id, subject_id, prompt_id),
    foreign key (site_id, subject_id) references app.subjects on delete cascade,
    foreign key (site_id, prompt_id) references app.prompts on delete cascade
);
create index waiting_prompts_prompt on app.waiting_prompts (site_id, prompt_id);
create index waiting_prompts_undecided on app.waiting_prompts (due_at) where decided_at is null;
comment on table app.waiting_prompts is 'Prompts that wait for a subject, at most one row for each.';
comment on column app.waiting_prompts.decided_at is
    'When it was decided that no event prevents the prompt, or for a prompt without such events, when it began to wait; null before that.';
comment on column app.waiting_prompts.display_id is
    'The reserved display of the browser that claimed it. The row is deleted when it is displayed, and waits again when it is released.';

alter table app.waiting_prompts enable row level security;
alter table app.waiting_prompts force row level security;
create policy "the service reads" on app.waiting_prompts for select to feedback_owner using (true);
create policy "the service inserts" on app.waiting_prompts for insert to feedback_owner with check (true);
create policy "the service updates" on app.waiting_prompts for update to feedback_owner using (true);
create policy "the service deletes" on app.waiting_prompts for delete to feedback_owner using (true);

alter table app.displays add column carrier uuid;
comment on column app.displays.carrier is
    'The event or show request of a browser whose response carried the display, where `origin` is an event from the backend.';

create function app.end_waiting(p_site integer, p_event uuid, p_reason app.reason, p_now timestamptz) returns void
language plpgsql set search_path = ''
as $$
begin
    update app.events e set reason = p_reason, claimed_at = p_now
    where e.site = p_site and e.id = p_event and e.reason = 'waiting';
end $$;
comment on function app.end_waiting is 'Stores the outcome for the prompt that waited because of an event.';

create function app.keep_waiting(p_call app.call, p_decision app.decision, p_unless boolean) returns void
language plpgsql set search_path = ''
as $$
declare
    v_due timestamptz := p_call.now + make_interval(secs => p_decision.delay_seconds);
    v_hours integer := coalesce((select c.wait_hours from app.candidates c
        where c.site_id = p_call.site_id and c.prompt_id = p_decision.prompt_id and c.event_name = ''), 24);
begin
    if p_unless then
        perform app.withdraw_waiting(w, p_call.site, p_call.now) from app.waiting_prompts w
        where w.site_id = p_call.site_id and w.subject_id = p_call.subject_id and w.prompt_id = p_decision.prompt_id;
    end if;
    -- A later event does not restart the wait; otherwise a prompt with a delay might never be due.
    insert into app.waiting_prompts as w
        (site_id, subject_id, prompt_id, event_id, event_name, due_at, expires_at, decided_at)
    values (p_call.site_id, p_call.subject_id, p_decision.prompt_id, p_call.event_id, p_call.name, v_due,
        v_due + make_interval(hours => v_hours), case when not p_unless then p_call.now end)
    on conflict (site_id, subject_id, prompt_id) do update
    set event_id = excluded.event_id, event_name = excluded.event_name, due_at = excluded.due_at, expires_at = excluded.expires_at,
        decided_at = excluded.decided_at, display_id = null
    -- A display that was reserved, and neither confirmed nor released, counts as displayed.
    where w.expires_at <= p_call.now or w.display_id is not null;
end $$;
comment on function app.keep_waiting is
    'Lets the prompt of an event wait for the subject. p_unless: other events may prevent it.';

create function app.withdraw_waiting(p_waiting app.waiting_prompts, p_site integer, p_now timestamptz) returns boolean
language plpgsql set search_path = ''
as $$
declare
    v_received_at timestamptz;
    c app.candidates;
begin
    select * into c from app.candidates k
    where k.site_id = p_waiting.site_id and k.prompt_id = p_waiting.prompt_id and k.event_name = '';
    if c.unless is null and c.cancel_events is null then
        return false;
    end if;
    select e.received_at into v_received_at from app.events e where e.site = p_site and e.id = p_waiting.event_id;
    if not app.is_withdrawn(c, p_waiting.subject_id, p_waiting.event_id, v_received_at, p_now) then
        return false;
    end if;
    -- Not if a browser has claimed it in the meantime.
    delete from app.waiting_prompts w
    where w.site_id = p_waiting.site_id and w.subject_id = p_waiting.subject_id and w.prompt_id = p_waiting.prompt_id
      and w.event_id = p_waiting.event_id and w.display_id is null;
    if found then
        perform app.end_waiting(p_site, p_waiting.event_id, 'withdrawn', p_now);
    end if;
    return true;
end $$;
comment on function app.withdraw_waiting is
    'Ends the wait of a prompt if an event prevents or withdraws it. Returns whether there is such an event.';

create function app.decide_due(p_now timestamptz default clock_timestamp(), p_batch integer default 1000) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
    v_decided integer := 0;
    r record;
begin
    for r in
        select w as waiting, s.key from app.waiting_prompts w join app.sites s on s.id = w.site_id
        where w.due_at <= p_now and w.decided_at is null and w.display_id is null
        order by w.due_at limit p_batch for update of w skip locked
    loop
        v_decided := v_decided + 1;
        if not app.withdraw_waiting(r.waiting, r.key, p_now) then
            update app.waiting_prompts w set decided_at = p_now
            where w.site_id = (r.waiting).site_id and w.subject_id = (r.waiting).subject_id
              and w.prompt_id = (r.waiting).prompt_id;
        end if;
    end loop;
    return v_decided;
end $$;
comment on function app.decide_due is
    'Decides, for prompts that are due, whether another event prevented them, and returns how many. Prompts that pass are displayed at the next call of a visitor. Run it twice a minute, on any number of servers.';

create or replace function app.finish_decision(p_call app.call, p_decision app.decision, p_display uuid, p_retry_after integer)
returns jsonb
language plpgsql set search_path = ''
as $$
declare
    v_decided jsonb;
    v_unless boolean;
    v_kept boolean := false;
begin
    if p_decision.reason = 'displayed' then
        p_decision := app.reserve(p_call, p_decision, p_call.name, false, p_display, false);
        if p_decision.reason <> 'displayed' then
            update app.events set reason = p_decision.reason, prompt = p_decision.prompt
            where site = p_call.site and id = p_call.event_id;
        end if;
    end if;
    if p_decision.reason = 'waiting' then
        v_unless := exists (select from app.candidates c
            where c.site_id = p_call.site_id and c.prompt_id = p_decision.prompt_id and c.event_name = '' and c.unless is not null);
        v_kept := v_unless or p_call.request_context ? 'backend';
        if v_kept then
            perform app.keep_waiting(p_call, p_decision, v_unless);
        end if;
    end if;
    v_decided := app.decision_to_json(p_decision, p_call.site_id, p_display, p_call.now + make_interval(secs => p_decision.delay_seconds));
    if v_kept then
        v_decided := v_decided || '{"kept": true}';
    end if;
    if p_retry_after is not null then
        v_decided := v_decided || jsonb_build_object('retryAfter', p_retry_after);
    end if;
    if (p_call.request_context -> 'debug')::boolean then
        v_decided := v_decided || jsonb_build_object('facts',
            app.explain_call(p_call, null, false, p_call.now - interval '1 microsecond'));
    end if;
    return v_decided;
end $$;
comment on function app.finish_decision is
    'Reserves the display if one was decided, or lets the prompt wait for the subject, and returns the decision as JSON. `kept`: the prompt waits in the database, not only in the page.';

create function app.find_waiting_event(p_call app.call, p_event uuid) returns app.event_details
language plpgsql stable set search_path = ''
as $$
declare
    v_event app.event_details;
begin
    perform from app.waiting_prompts w
    where w.site_id = p_call.site_id and w.subject_id = p_call.subject_id and w.event_id = p_event and w.expires_at > p_call.now
      and w.display_id is null;
    if found then
        select * into v_event from app.event_details e where e.site_id = p_call.site_id and e.id = p_event;
    end if;
    -- It no longer belongs to the account.
    if p_call.reset_at is not null then
        return null;
    end if;
    -- If the site requires identity proofs, a browser that only claims an account gets no prompts that wait for it.
    if v_event.visitor_id <> p_call.visitor_id and p_call.settings ->> 'identity_proofs' = 'require' and not app.is_proven(p_call) then
        return null;
    end if;
    return v_event;
end $$;
comment on function app.find_waiting_event is 'The event whose prompt waits for the subject of this visitor; null without one.';

create or replace function app.decide_claim(p_call app.call, p_waiting app.event_details, p_display uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
    v_ends boolean := true;
    v_decision app.decision := app.decide(p_call, '', false);
    -- Received while the clock was ahead: due immediately, because otherwise it would wait until that time.
    v_ahead boolean := p_waiting.received_at > p_call.now + interval '1 minute';
    v_due timestamptz := case when v_ahead then p_call.now
        else p_waiting.received_at + make_interval(secs => v_decision.delay_seconds) end;
    v_row app.waiting_prompts;
    c app.candidates;
begin
    select * into v_row from app.waiting_prompts w
    where w.site_id = p_call.site_id and w.subject_id = p_call.subject_id and w.event_id = p_waiting.id and w.display_id is null;
    select * into c from app.candidates k
    where k.site_id = p_call.site_id and k.prompt_id = p_waiting.prompt_id and k.event_name = '';
    if app.is_withdrawn(c, p_call.subject_id, p_waiting.id, p_waiting.received_at, p_call.now) then
        v_decision.reason := 'withdrawn';
    -- It has no delay if the prompt was published again in the meantime.
    elsif v_decision.reason in ('waiting', 'displayed') and v_due <= p_call.now then
        v_decision := app.reserve(p_call, v_decision, '', false, p_display, true);
    end if;
    if v_row.event_id is not null then
        -- Another browser of the account, another page or session, or a later time may match these rules.
        if v_decision.reason = 'displayed' then
            update app.waiting_prompts w set display_id = p_display
            where w.site_id = p_call.site_id and w.subject_id = p_call.subject_id and w.event_id = p_waiting.id;
        elsif v_decision.reason not in ('waiting', 'audience', 'session_too_young', 'session_limit', 'paced') then
            -- Unless another browser has claimed it in the meantime.
            delete from app.waiting_prompts w
            where w.site_id = p_call.site_id and w.subject_id = p_call.subject_id and w.event_id = p_waiting.id
              and w.display_id is null;
        end if;
        v_ends := not exists (select from app.waiting_prompts w
            where w.site_id = p_call.site_id and w.subject_id = p_call.subject_id and w.event_id = p_waiting.id
              and w.display_id is null);
    end if;
    if v_ends and v_decision.reason not in ('waiting', 'duplicate') then
        perform app.end_waiting(p_call.site, p_waiting.id, v_decision.reason, p_call.now);
    end if;
    return app.decision_reply(p_call, app.decision_to_json(v_decision, p_call.site_id, p_display, v_due), p_waiting.prompt_id, false);
end $$;

create function app.claim_event(p_call app.call, p_event uuid, p_display uuid) returns jsonb
language plpgsql set search_path = ''
as $$
declare
    v_event app.event_details;
begin
    select * into v_event from app.event_details e
    where e.site_id = p_call.site_id and e.id = p_event and e.visitor_id = p_call.visitor_id
      and e.at > p_call.now - interval '48 hours';
    if v_event.id is null or exists (select from app.candidates c
        where c.site_id = v_event.site_id and c.prompt_id = v_event.prompt_id and c.event_name = '' and c.unless is not null)
    then
        v_event := app.find_waiting_event(p_call, p_event);
        if v_event.session_id = '00000000-0000-0000-0000-000000000000' then
            p_call.request_context := p_call.request_context || '{"backend": true}';
        end if;
    end if;
    if v_event.id is null then
        return app.decision_reply(p_call, '{"reason": "no_prompt"}', null, false);
    elsif v_event.reason <> 'waiting' or v_event.prompt_id is null then
        -- Not the same display again: another tab may have claimed and drawn it.
        return app.decision_reply(p_call, '{"reason": "duplicate"}', null, false);
    end if;
    p_call.event_id := p_event;
    p_call.name := v_event.name;
    p_call.properties := v_event.properties;
    p_call.verified := v_event.verified;
    p_call.prompts := array[v_event.prompt_id];
    return app.decide_claim(p_call, v_event, p_display);
end $$;
comment on function app.claim_event is
    'Claims the prompt of an event. The caller has checked the rate limits and updated the visitor.';

create or replace function app.claim(request_context jsonb, event uuid, display uuid) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
    v_now timestamptz := coalesce((request_context ->> 'now')::timestamptz, clock_timestamp());
    v_call app.call := app.load_call(
        request_context, v_now, (request_context ->> 'session')::uuid, event, null, null, null);
    v_decided jsonb := app.check_before_deciding(v_call);
begin
    v_call := app.update_visitor(v_call);
    if v_decided is not null then
        return app.decision_reply(v_call, v_decided, null, false);
    end if;
    return app.claim_event(v_call, event, display);
end $$;
comment on function app.claim is 'Claims the delayed prompt of an event, or the prompt of an event that waits for the visitor''s subject.';

create or replace function app.release_lost_reservation(p_site uuid, p_visitor uuid, p_origin uuid, p_now timestamptz) returns void
language plpgsql set search_path = ''
as $$
begin
    update app.displays set state = 'released', released_at = p_now, release_reason = 'late'
    where site_id = p_site and origin = p_origin and visitor_id = p_visitor and state = 'reserved';
    update app.displays set state = 'released', released_at = p_now, release_reason = 'late'
    where site_id = p_site and carrier = p_origin and visitor_id = p_visitor and state = 'reserved';
end $$;

create function app.settle_waiting() returns trigger
language plpgsql set search_path = ''
as $$
declare
    v_event uuid;
begin
    if new.state <> 'released' then
        delete from app.waiting_prompts w
        where w.site_id = new.site_id and w.subject_id = new.subject_id and w.display_id = new.id;
        return null;
    end if;
    -- Not immediately: a page that declines it would claim it over and over.
    update app.waiting_prompts w set display_id = null, due_at = new.released_at + interval '10 minutes'
    where w.site_id = new.site_id and w.subject_id = new.subject_id and w.display_id = new.id
    returning w.event_id into v_event;
    if found then
        -- The event itself may display another prompt.
        update app.displays d set origin = d.id where d.site_id = new.site_id and d.id = new.id;
        update app.events e set reason = 'waiting', claimed_at = null
        where e.site = (select s.key from app.sites s where s.id = new.site_id) and e.id = v_event and e.reason = 'displayed';
    end if;
    return null;
end $$;
comment on function app.settle_waiting is
    'Ends the wait of a prompt that is displayed, and lets one that is released wait again for the rest of its time.';

create trigger settle_waiting after update of state on app.displays
for each row when (old.state = 'reserved' and new.state <> 'reserved') execute function app.settle_waiting();

create function app.backend_context(p_site uuid, p_account text, p_traits jsonb, p_now timestamptz) returns jsonb
language plpgsql stable set search_path = ''
as $$
begin
    return jsonb_build_object('site', p_site, 'visitor', app.backend_visitor(p_site, p_account), 'session', null,
        'context', '{}'::jsonb, 'device', '[]'::jsonb, 'address', null, 'bot', false, 'debug', false, 'now', p_now,
        'identify', jsonb_build_object('account', p_account, 'traits', p_traits, 'verified', true), 'backend', true);
end $$;
comment on function app.backend_context is 'The request context of a report from the backend. Other requests have no `backend`: the sdk function does not pass it on.';

create function app.report_from_backend(
    site uuid, account text, event uuid, name text, properties jsonb, at timestamptz,
    out status text, out reason app.reason, out now double precision)
language plpgsql security definer set search_path = ''
as $$
declare
    v_visitor uuid := app.backend_visitor(site, account);
begin
    select r.status, coalesce((r.decided ->> 'reason')::app.reason, r.reason), r.now into status, reason, now
    from app.report(app.backend_context(site, account, '{}', at), site, v_visitor,
        '00000000-0000-0000-0000-000000000000', event, name, '{}', properties, null, event, at) r;
end $$;
comment on function app.report_from_backend is
    'Records an event that the app''s backend reported for an account, and decides about it. A prompt that passes waits for the account.';

create function app.identify_from_backend(site uuid, account text, traits jsonb, at timestamptz, out now double precision)
language plpgsql security definer set search_path = ''
as $$
begin
    now := app.identify(app.backend_context(site, account, traits, at)) -> 'now';
end $$;
comment on function app.identify_from_backend is 'Creates the account if it is new, and merges traits that the app''s backend reported.';

create or replace function app.load_site(site_id text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
    return (
        select jsonb_build_object('id', s.id, 'siteId', s.site_id, 'settings', s.settings,
            'keepsWaiting', exists (
                select from app.candidates c where c.site_id = s.id and (c.backend or c.unless is not null)),
            'hasBackendPrompt', exists (select from app.candidates c where c.site_id = s.id and c.backend), 'proofKeys', coalesce((
            select jsonb_agg(jsonb_build_object('kid', k.kid, 'alg', k.alg, 'status', k.status,
                'sealed', encode(k.sealed, 'base64')) order by k.created_at, k.kid)
            from app.proof_keys k where k.site_id = s.id), '[]'))
        from app.sites s where s.site_id = load_site.site_id and s.closed_at is null
    );
end $$;

grant execute on function app.report_from_backend, app.identify_from_backend to feedback_ingest;

reset role;
