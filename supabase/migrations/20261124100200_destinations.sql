-- Destinations: where messages about a site are sent, and who may decide that.
set role feedback_owner;

create table app.destinations (
    site_id uuid not null references app.sites on delete cascade,
    id uuid not null default app.mint_id(),
    kind text not null,
    name text not null,
    host text not null,
    url text,
    sealed_url bytea,
    sealed_secret bytea,
    sealed_old_secret bytea,
    rotation_ends_at timestamptz,
    event_types text[] not null,
    prompts uuid[],
    condition jsonb,
    condition_path jsonpath,
    condition_vars jsonb,
    partial boolean not null,
    include_visitor boolean not null,
    schedule jsonb,
    next_digest_at timestamptz,
    last_digest_at timestamptz,
    state text not null default 'active',
    pause_cause text,
    paused_at timestamptz,
    notice_due_at timestamptz,
    failing_since timestamptz,
    last_delivered_at timestamptz,
    due_at timestamptz not null default 'infinity',
    created_by uuid,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    primary key (site_id, id),
    constraint kind_is_known check (kind in ('webhook', 'slack', 'email')),
    constraint name_has_1_to_120_characters check (length(name) between 1 and 120),
    constraint only_webhooks_have_a_readable_url check ((kind = 'webhook') = (url is not null)),
    constraint only_slack_has_a_sealed_url check ((kind = 'slack') = (sealed_url is not null)),
    constraint only_webhooks_have_a_secret check ((kind = 'webhook') = (sealed_secret is not null)),
    constraint an_old_secret_has_an_end check ((sealed_old_secret is null) = (rotation_ends_at is null)),
    constraint only_email_has_a_schedule check ((kind = 'email') = (schedule is not null)),
    constraint state_is_known check (state in ('active', 'paused')),
    constraint pause_cause_is_known check (pause_cause in ('person', 'failing', 'gone')),
    constraint what_is_paused_has_a_cause check (
        (state = 'paused') = (pause_cause is not null) and (state = 'paused') = (paused_at is not null))
);
create index destinations_due on app.destinations (due_at) where state = 'active';
comment on table app.destinations is 'Where messages about a site are sent: webhooks, Slack, e-mail.';
comment on column app.destinations.host is 'Host of the URL, or the domains of the recipients: what a person approved.';
comment on column app.destinations.sealed_url is 'The URL of Slack, encrypted; only the functions can open it.';
comment on column app.destinations.sealed_secret is 'The secret that signs, encrypted like proof keys.';
comment on column app.destinations.sealed_old_secret is 'During a rotation, the previous secret, which signs too until rotation_ends_at.';
comment on column app.destinations.condition is 'As responseConditionSchema of the contract; condition_path is compiled from it.';
comment on column app.destinations.schedule is 'As emailScheduleSchema of the contract.';
comment on column app.destinations.notice_due_at is 'When the owners should be notified that the service paused the destination; null when there is nothing to say.';
comment on column app.destinations.due_at is
    'When a delivery should be claimed next; never later than the first that can be. What writes deliveries makes it earlier, claiming corrects it.';

create table app.destination_recipients (
    site_id uuid not null,
    destination_id uuid not null,
    address text not null,
    confirmation_sent_at timestamptz,
    confirmed_at timestamptz,
    unsubscribed_at timestamptz,
    primary key (site_id, destination_id, address),
    foreign key (site_id, destination_id) references app.destinations on delete cascade,
    constraint address_has_3_to_254_characters check (length(address) between 3 and 254)
);
comment on table app.destination_recipients is 'Addresses of e-mail destinations.';
comment on column app.destination_recipients.confirmed_at is
    'When the recipient agreed to the e-mails; null before, and for members, who need not.';

create table app.closing_positions (
    site_id uuid primary key references app.sites on delete cascade,
    updated_at timestamptz not null,
    response_id uuid not null default '00000000-0000-0000-0000-000000000000'
);
comment on table app.closing_positions is
    'Up to which change, in the order of app.responses_updated, responses were closed because they no longer change. Only sites that have had a destination for response.closed have one.';

do $$
declare
    v_table text;
begin
    foreach v_table in array array['destinations', 'destination_recipients', 'closing_positions'] loop
        execute format('alter table app.%I enable row level security', v_table);
        execute format('alter table app.%I force row level security', v_table);
        execute format('create policy "the service reads" on app.%I for select to feedback_owner using (true)', v_table);
        execute format('create policy "the service inserts" on app.%I for insert to feedback_owner with check (true)', v_table);
        execute format('create policy "the service updates" on app.%I for update to feedback_owner using (true)', v_table);
        execute format('create policy "the service deletes" on app.%I for delete to feedback_owner using (true)', v_table);
    end loop;
end $$;

-- Everything but what is encrypted and what is compiled.
grant select (site_id, id, kind, name, host, url, rotation_ends_at, event_types, prompts, condition, partial,
    include_visitor, schedule, next_digest_at, state, pause_cause, paused_at, failing_since, last_delivered_at,
    created_by, created_at, updated_at)
    on app.destinations to feedback_person, feedback_agent;
grant select on app.destination_recipients to feedback_person, feedback_agent;
create policy "members see destinations" on app.destinations for select to feedback_person
    using (site_id = any(array(select app.sites_for('viewer'))));
create policy "members see recipients" on app.destination_recipients for select to feedback_person
    using (site_id = any(array(select app.sites_for('viewer'))));
create policy "readers of responses see destinations" on app.destinations for select to feedback_agent
    using (site_id = any(array(select app.granted_sites('response:read'))));
create policy "readers of responses see recipients" on app.destination_recipients for select to feedback_agent
    using (site_id = any(array(select app.granted_sites('response:read'))));

grant insert (site_id, id, kind, name, host, url, sealed_url, sealed_secret, event_types, prompts, condition, partial,
    include_visitor, schedule, created_by)
    on app.destinations to feedback_person;
create policy "owners create destinations" on app.destinations for insert to feedback_person
    with check (site_id = any(array(select app.sites_for('owner'))) and created_by = (select app.person_id()));
grant update (name, host, url, sealed_url, event_types, prompts, condition, partial, include_visitor, schedule, state,
    pause_cause, paused_at)
    on app.destinations to feedback_person;
create policy "owners change destinations" on app.destinations for update to feedback_person
    using (site_id = any(array(select app.sites_for('owner'))));
grant delete on app.destinations to feedback_person;
create policy "owners delete destinations" on app.destinations for delete to feedback_person
    using (site_id = any(array(select app.sites_for('owner'))));
grant insert (site_id, destination_id, address) on app.destination_recipients to feedback_person;
create policy "owners add recipients" on app.destination_recipients for insert to feedback_person
    with check (site_id = any(array(select app.sites_for('owner'))));
grant delete on app.destination_recipients to feedback_person;
create policy "owners remove recipients" on app.destination_recipients for delete to feedback_person
    using (site_id = any(array(select app.sites_for('owner'))));

create function app.compile_answer(p_condition jsonb, p_source text, inout vars jsonb, out path text)
language plpgsql immutable set search_path = ''
as $$
begin
    if p_condition ->> 'op' in ('answered', 'skipped') then
        path := case p_condition ->> 'op' when 'skipped' then '!' else '' end || 'exists(' || p_source
            || ' ? (@.type() != "null" && !(@.type() == "string" && !(@ like_regex "\\S"))))';
    else
        select c.vars, c.path into vars, path
        from app.compile_comparison(p_condition, p_source, '$.dates.none', vars) c;
    end if;
end $$;
comment on function app.compile_answer is 'Compiles a condition on an answer to a jsonpath predicate over the values at a path.';

create function app.compile_destination_condition(p_condition jsonb, inout vars jsonb, out path text)
language plpgsql immutable set search_path = ''
as $$
declare
    v_group text;
    v_member jsonb;
    v_path text;
    v_paths text[] := '{}';
begin
    v_group := case when p_condition ? 'all' then 'all' when p_condition ? 'any' then 'any' when p_condition ? 'none' then 'none' end;
    if v_group is not null then
        for v_member in select m from jsonb_array_elements(p_condition -> v_group) m loop
            select c.vars, c.path into vars, v_path from app.compile_destination_condition(v_member, vars) c;
            v_paths := v_paths || v_path;
        end loop;
        path := case when v_group = 'none' then '!' else '' end
            || '(' || array_to_string(v_paths, case v_group when 'all' then ' && ' else ' || ' end) || ')';
    elsif p_condition ? 'answer' then
        select c.vars, c.path into vars, path
        from app.compile_answer(p_condition, '$.answers.' || to_json(p_condition ->> 'answer'), vars) c;
    else
        select c.vars, c.path into vars, path from app.compile_condition(p_condition, 'declared', vars) c;
    end if;
end $$;
comment on function app.compile_destination_condition is
    'Compiles a condition on answers, traits and the context to one jsonpath predicate over the document of app.meets_condition.';

create function app.meets_condition(
    p_path jsonpath, p_vars jsonb, p_answers jsonb, p_traits jsonb, p_context jsonb, p_now timestamptz)
returns boolean
language plpgsql stable set search_path = ''
as $$
begin
    return p_path is null or jsonb_path_match(
        jsonb_build_object('answers', p_answers, 'traits', p_traits, 'now', app.epoch(p_now),
            'context', coalesce(p_context, '{}'), 'language', coalesce(p_context -> 'language', '[]'),
            'dates', jsonb_build_object('traits', (
                select jsonb_object_agg(t.key, t.at) from (
                    select e.key, app.parse_instant(e.value #>> '{}') as at from jsonb_each(p_traits) e
                    where jsonb_typeof(e.value) = 'string') t
                where t.at is not null))),
        p_path, p_vars, true);
end $$;
comment on function app.meets_condition is 'Whether answers, traits and the context of the display meet a compiled condition; true without one.';

create function app.next_digest(p_schedule jsonb, p_after timestamptz) returns timestamptz
language plpgsql stable set search_path = ''
as $$
declare
    v_zone text := p_schedule ->> 'time_zone';
    v_day date := (p_after at time zone v_zone)::date;
    v_at timestamptz;
begin
    if p_schedule ->> 'every' not in ('day', 'week') then
        return null;
    end if;
    for v_ahead in 0..8 loop
        v_at := ((v_day + v_ahead)::timestamp + make_interval(hours => (p_schedule ->> 'hour')::integer)) at time zone v_zone;
        if v_at > p_after
            and (p_schedule ->> 'every' = 'day' or extract(isodow from v_day + v_ahead) = (p_schedule ->> 'weekday')::integer)
        then
            return v_at;
        end if;
    end loop;
    return null;
end $$;
comment on function app.next_digest is 'When the next digest after a time is due, by the local hour of its schedule; null without a digest.';

create function app.prepare_destination() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
    v_path text;
begin
    if new.condition is null then
        new.condition_path := null;
        new.condition_vars := null;
    else
        select c.vars, c.path into new.condition_vars, v_path
        from app.compile_destination_condition(new.condition, '{}') c;
        new.condition_path := v_path::jsonpath;
    end if;
    new.next_digest_at := app.next_digest(new.schedule, now());
    new.updated_at := now();
    return new;
end $$;
create trigger destinations_are_prepared
    before insert or update of host, url, event_types, prompts, condition, partial, include_visitor, schedule
    on app.destinations
    for each row execute function app.prepare_destination();

create function app.check_new_destination() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
    -- One at a time per site, so that concurrent requests cannot exceed the limit.
    perform pg_advisory_xact_lock(hashtextextended('app.destinations ' || new.site_id, 0));
    if (select count(*) from app.destinations d where d.site_id = new.site_id) > 20 then
        raise exception 'A site has at most 20 destinations.' using errcode = 'FB409';
    end if;
    return null;
end $$;
create trigger a_site_has_at_most_20_destinations after insert on app.destinations
    for each row execute function app.check_new_destination();

create function app.begin_closing() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
    if 'response.closed' = any(new.event_types) and not exists (
        select from app.destinations d
        where d.site_id = new.site_id and d.id <> new.id and 'response.closed' = any(d.event_types))
        and (tg_op = 'INSERT' or 'response.closed' <> all(old.event_types))
    then
        -- An old position would close responses from before there was a destination for them.
        insert into app.closing_positions as p (site_id, updated_at) values (new.site_id, now() - interval '10 minutes')
        on conflict (site_id) do update set updated_at = excluded.updated_at, response_id = excluded.response_id;
    end if;
    return null;
end $$;
comment on function app.begin_closing is
    'Has responses of a site closed from now on, when its first destination for that is created or changed.';
create trigger closing_begins_with_its_first_destination after insert or update of event_types on app.destinations
    for each row execute function app.begin_closing();

-- A trigger, so that no statement of a person can omit the check. It runs after the policies have refused others.
create function app.check_destination_change() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
    if app.person_id() is not null then
        perform app.require_recent_sign_in();
    end if;
    return null;
end $$;
create trigger destinations_need_a_recent_sign_in
    after insert or update of host, url, sealed_url, sealed_secret, event_types, prompts, condition, partial, include_visitor, schedule
    on app.destinations
    for each row execute function app.check_destination_change();
create trigger recipients_need_a_recent_sign_in after insert on app.destination_recipients
    for each row execute function app.check_destination_change();

create function app.rotate_destination_secret(p_site uuid, p_destination uuid, p_sealed_secret bytea) returns timestamptz
language plpgsql volatile security definer set search_path = ''
as $$
declare
    v_destination app.destinations;
begin
    perform app.require_role(p_site, 'owner');
    select * into v_destination from app.destinations d
    where d.site_id = p_site and d.id = p_destination and d.kind = 'webhook' for update;
    if not found then
        raise exception 'There is no such webhook.' using errcode = 'FB404';
    elsif v_destination.rotation_ends_at > now() then
        raise exception 'Its secret is being replaced already: finish that first.' using errcode = 'FB409';
    end if;
    update app.destinations d
    set sealed_secret = p_sealed_secret, sealed_old_secret = d.sealed_secret, rotation_ends_at = now() + interval '7 days'
    where d.site_id = p_site and d.id = p_destination
    returning d.rotation_ends_at into v_destination.rotation_ends_at;
    return v_destination.rotation_ends_at;
end $$;
comment on function app.rotate_destination_secret is
    'Adds a secret to a webhook of the calling owner; the previous one signs too, at most until the returned time. Raises FB403, FB404, FB409 and FB412.';

create function app.new_destination_secret(p_site uuid, p_destination uuid) returns bytea
language plpgsql volatile security definer set search_path = ''
as $$
declare
    v_sealed bytea;
begin
    perform app.require_role(p_site, 'owner');
    select d.sealed_secret into v_sealed from app.destinations d
    where d.site_id = p_site and d.id = p_destination and d.sealed_old_secret is not null for update;
    if not found then
        raise exception 'No secret of this destination is being replaced.' using errcode = 'FB409';
    end if;
    return v_sealed;
end $$;
comment on function app.new_destination_secret is
    'The new secret of a rotation, encrypted, for the calling owner. Raises FB403, and FB409 without a rotation.';

create function app.finish_destination_rotation(p_site uuid, p_destination uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
    perform app.require_role(p_site, 'owner');
    update app.destinations d set sealed_old_secret = null, rotation_ends_at = null
    where d.site_id = p_site and d.id = p_destination;
end $$;
comment on function app.finish_destination_rotation is 'Removes the previous secret of a webhook. Raises FB403.';
grant execute on function app.rotate_destination_secret, app.new_destination_secret, app.finish_destination_rotation
    to feedback_person;

create function app.unsubscribe(p_site uuid, p_destination uuid, p_address text, p_now timestamptz default clock_timestamp())
returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
    update app.destination_recipients r set unsubscribed_at = coalesce(r.unsubscribed_at, p_now)
    where r.site_id = p_site and r.destination_id = p_destination and r.address = p_address;
    if not found then
        return false;
    end if;
    update app.recipient_confirmations c set token_hash = null, due_at = null
    where c.site_id = p_site and c.destination_id = p_destination and c.address = p_address;
    return true;
end $$;
comment on function app.unsubscribe is 'Ends the e-mails of a destination to one address, and revokes the links that confirm it. False when it is not a recipient.';
grant execute on function app.unsubscribe to feedback_worker;

reset role;
