create or replace function app.compile_answer(p_condition jsonb, p_source text, inout vars jsonb, out path text)
language plpgsql immutable set search_path = ''
as $$
begin
    if p_condition ->> 'op' in ('answered', 'skipped') then
        path := case p_condition ->> 'op' when 'skipped' then '!' else '' end || 'exists(' || p_source
            || ' ? (@.type() != "null" && !(@.type() == "string" && !(@ like_regex "\\S"))))';
    else
        select c.vars, c.path into vars, path from app.compile_comparison(
            case when app.looks_for_words(p_condition)
                then p_condition || jsonb_build_object('value', app.fold_text(p_condition ->> 'value')) else p_condition end,
            p_source, '$.dates.none', vars) c;
    end if;
end $$;
comment on function app.compile_answer is 'Compiles a condition on an answer to a jsonpath predicate over the values at a path.';

create or replace function app.meets_condition(
    p_path jsonpath, p_vars jsonb, p_answers jsonb, p_traits jsonb, p_context jsonb, p_now timestamptz)
returns boolean
language plpgsql stable set search_path = ''
as $$
begin
    return p_path is null or jsonb_path_match(
        jsonb_build_object('answers', p_answers, 'folded', case when strpos(p_path::text, '"folded"') > 0 then (
                select jsonb_object_agg(a.key, app.fold_value(a.value)) from jsonb_each(p_answers) a) end,
            'traits', p_traits, 'now', app.epoch(p_now),
            'context', coalesce(p_context, '{}'), 'language', coalesce(p_context -> 'language', '[]'),
            'dates', jsonb_build_object('traits', (
                select jsonb_object_agg(t.key, t.at) from (
                    select e.key, app.parse_instant(e.value #>> '{}') as at from jsonb_each(p_traits) e
                    where jsonb_typeof(e.value) = 'string') t
                where t.at is not null))),
        p_path, p_vars, true);
end $$;
comment on function app.meets_condition is 'Whether answers, traits and the context of the display meet a compiled condition; true without one.';

create or replace function app.prepare_destination() returns trigger
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

create or replace function app.check_new_destination() returns trigger
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

create or replace function app.begin_closing() returns trigger
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

create trigger destinations_need_presence
    after insert or update of host, url, tracker, sealed_url, sealed_token, sealed_secret, event_types, prompts, condition, partial,
        include_visitor, schedule
    on app.destinations
    for each row execute function app.check_assurance('presence', 'createDestination updateDestination rotateDestinationSecret approveDestinationRequest');
create trigger recipients_need_presence after insert on app.destination_recipients
    for each row execute function app.check_assurance('presence', 'createDestination updateDestination approveDestinationRequest');
create trigger deleting_destinations_needs_a_recent_sign_in after delete on app.destinations
    for each row execute function app.check_assurance('recent');

create or replace function app.new_destination_secret(p_site uuid, p_destination uuid) returns bytea
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
grant execute on function app.new_destination_secret to feedback_person;

create or replace function app.finish_destination_rotation(p_site uuid, p_destination uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
    perform app.require_role(p_site, 'owner');
    update app.destinations d set sealed_old_secret = null, rotation_ends_at = null
    where d.site_id = p_site and d.id = p_destination;
end $$;
comment on function app.finish_destination_rotation is 'Removes the previous secret of a webhook. Raises FB403.';
grant execute on function app.finish_destination_rotation to feedback_person;

create or replace function app.destination_url(p_site uuid, p_destination uuid) returns text
language sql stable security definer set search_path = ''
as $$
    select d.url from app.destinations d
    where d.site_id = p_site and d.id = p_destination and d.site_id = any(array(select app.sites_for('owner')))
$$;
comment on function app.destination_url is
    'The URL of a webhook for an owner of its site; null for everyone else, because it often contains a credential.';
grant execute on function app.destination_url to feedback_agent, feedback_person;

create or replace function app.unsubscribe(p_site uuid, p_destination uuid, p_address text, p_now timestamptz default clock_timestamp())
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
