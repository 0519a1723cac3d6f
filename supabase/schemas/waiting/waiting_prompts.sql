create or replace function app.end_waiting(p_site integer, p_event uuid, p_reason app.reason, p_now timestamptz) returns void
language plpgsql set search_path = ''
as $$
begin
    update app.events e set reason = p_reason, claimed_at = p_now
    where e.site = p_site and e.id = p_event and e.reason = 'waiting';
end $$;
comment on function app.end_waiting is 'Stores the outcome for the prompt that waited because of an event.';

create or replace function app.keep_waiting(p_call app.call, p_decision app.decision, p_unless boolean) returns void
language plpgsql set search_path = ''
as $$
declare
    v_due timestamptz := p_call.now + make_interval(secs => p_decision.delay_seconds);
    v_hours integer := coalesce((select c.wait_hours from app.candidates c
        where c.site_id = p_call.site_id and c.prompt_id = p_decision.prompt_id and c.event_name = ''), 24);
begin
    perform app.withdraw_waiting(w, p_call.site, p_call.now) from app.waiting_prompts w
    where w.site_id = p_call.site_id and w.subject_id = p_call.subject_id and w.prompt_id = p_decision.prompt_id;
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

create or replace function app.withdraw_waiting(p_waiting app.waiting_prompts, p_site integer, p_now timestamptz) returns boolean
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

create or replace function app.decide_due(p_now timestamptz default clock_timestamp(), p_batch integer default 1000) returns integer
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

create or replace function app.find_waiting_event(p_call app.call, p_event uuid) returns app.event_details
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

create or replace function app.settle_waiting() returns trigger
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
