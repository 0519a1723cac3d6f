create or replace function app.is_confirmed(p_recipient app.destination_recipients) returns boolean
language sql stable set search_path = ''
as $$
    select p_recipient.confirmed_at is not null or exists (
        select from app.sites s join app.members m on m.workspace_id = s.workspace_id
        where s.id = p_recipient.site_id and lower(m.email) = lower(p_recipient.address))
$$;
comment on function app.is_confirmed is 'Whether messages may be sent to a recipient: it has confirmed, or is a member of the workspace.';

create or replace function app.is_asked_too_often(p_site uuid, p_destination uuid, p_address text, p_now timestamptz) returns boolean
language sql stable set search_path = ''
as $$
    select exists (
            select from app.recipient_confirmations c
            where c.site_id = p_site and c.destination_id = p_destination and lower(c.address) = lower(p_address)
              and c.created_at > p_now - interval '1 hour')
        or (select count(*) from app.recipient_confirmations c
            where lower(c.address) = lower(p_address) and c.created_at > p_now - interval '24 hours') >= 5
$$;
comment on function app.is_asked_too_often is
    'Whether an address was asked within the hour to confirm for this destination, or five times within a day for any.';

create or replace function app.ask_recipient(p_site uuid, p_destination uuid, p_address text, p_now timestamptz) returns void
language plpgsql volatile set search_path = ''
as $$
begin
    if (select count(*) from app.recipient_confirmations c
        where c.site_id = p_site and c.created_at > p_now - interval '24 hours') >= 50
    then
        raise exception 'This site has sent 50 confirmation e-mails within a day; try again tomorrow.' using errcode = 'FB429';
    end if;
    insert into app.recipient_confirmations (site_id, destination_id, address, created_at, due_at)
    values (p_site, p_destination, p_address, p_now, p_now);
end $$;
comment on function app.ask_recipient is
    'Has a confirmation e-mail sent. The caller holds app.lock_confirmations. Raises FB429 after 50 of a site within a day.';

create or replace function app.lock_confirmations() returns void
language sql volatile set search_path = ''
-- One lock for all, so that concurrent requests cannot exceed a limit and several addresses cannot deadlock.
as $$ select pg_advisory_xact_lock(hashtextextended('app.recipient_confirmations', 0)) $$;
comment on function app.lock_confirmations is 'Makes transactions that ask recipients to confirm wait for each other.';

create or replace function app.ask_new_recipient() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
    if not app.is_confirmed(new) then
        perform app.lock_confirmations();
        -- The link of an earlier e-mail is still valid, or an owner sends it again later.
        if not app.is_asked_too_often(new.site_id, new.destination_id, new.address, clock_timestamp()) then
            perform app.ask_recipient(new.site_id, new.destination_id, new.address, clock_timestamp());
        end if;
    end if;
    return null;
end $$;
create trigger unknown_recipients_are_asked after insert on app.destination_recipients
    for each row execute function app.ask_new_recipient();

create or replace function app.resend_confirmation(
    p_site uuid, p_destination uuid, p_address text, p_now timestamptz default clock_timestamp())
returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
    v_recipient app.destination_recipients;
begin
    perform app.require_role(p_site, 'owner');
    select * into v_recipient from app.destination_recipients r
    where r.site_id = p_site and r.destination_id = p_destination and r.address = p_address for update;
    if not found then
        raise exception 'The destination has no such recipient.' using errcode = 'FB404';
    elsif v_recipient.unsubscribed_at is not null then
        raise exception 'This recipient has unsubscribed.' using errcode = 'FB409';
    elsif app.is_confirmed(v_recipient) then
        raise exception 'This recipient needs no confirmation.' using errcode = 'FB409';
    end if;
    perform app.lock_confirmations();
    if app.is_asked_too_often(p_site, p_destination, p_address, p_now) then
        raise exception 'This address was asked recently: once an hour for a destination, and five times a day in all.'
            using errcode = 'FB429';
    end if;
    perform app.ask_recipient(p_site, p_destination, p_address, p_now);
end $$;
comment on function app.resend_confirmation is
    'Sends the confirmation e-mail of a recipient again, for the calling owner. Raises FB403, FB404, FB409 when none is needed, and FB429.';
grant execute on function app.resend_confirmation to feedback_person;

create or replace function app.list_recipients(p_site uuid, p_destination uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
    perform app.require_response_access(p_site);
    return (
        select coalesce(jsonb_agg(jsonb_build_object('address', r.address, 'confirmed', app.is_confirmed(r),
            'confirmation_sent_at', app.format_instant(r.confirmation_sent_at),
            'unsubscribed_at', app.format_instant(r.unsubscribed_at)) order by r.address), '[]')
        from app.destination_recipients r where r.site_id = p_site and r.destination_id = p_destination);
end $$;
comment on function app.list_recipients is
    'The recipients of a destination as the contract describes them. A connection does not see the members, so the service compares. Raises FB403.';
grant execute on function app.list_recipients to feedback_agent, feedback_person;

create or replace function app.finish_confirmation(p_site uuid, p_confirmation uuid, p_now timestamptz default clock_timestamp())
returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
    v_confirmation app.recipient_confirmations;
begin
    update app.recipient_confirmations c set due_at = null where c.site_id = p_site and c.id = p_confirmation
    returning * into v_confirmation;
    update app.destination_recipients r set confirmation_sent_at = p_now
    where r.site_id = p_site and r.destination_id = v_confirmation.destination_id and r.address = v_confirmation.address;
end $$;
comment on function app.finish_confirmation is 'A confirmation e-mail has been sent.';
grant execute on function app.finish_confirmation to feedback_worker;

create or replace function app.find_confirmation(p_token_hash bytea, p_now timestamptz default clock_timestamp()) returns jsonb
language sql stable security definer set search_path = ''
as $$
    select jsonb_build_object('site_name', s.name, 'address', r.address)
    from app.recipient_confirmations c
    join app.destination_recipients r on r.site_id = c.site_id and r.destination_id = c.destination_id and r.address = c.address
    join app.sites s on s.id = c.site_id
    where c.token_hash = p_token_hash and c.expires_at > p_now
$$;
comment on function app.find_confirmation is 'The site and the address of an unused token; null when it has expired or was used.';
grant execute on function app.find_confirmation to feedback_worker;

create or replace function app.confirm_recipient(p_token_hash bytea, p_now timestamptz default clock_timestamp()) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
    v_confirmation app.recipient_confirmations;
begin
    update app.recipient_confirmations c set token_hash = null
    where c.token_hash = p_token_hash and c.expires_at > p_now
    returning * into v_confirmation;
    if not found then
        return false;
    end if;
    update app.recipient_confirmations c set token_hash = null, due_at = null
    where c.site_id = v_confirmation.site_id and c.destination_id = v_confirmation.destination_id
      and c.address = v_confirmation.address;
    update app.destination_recipients r set confirmed_at = coalesce(r.confirmed_at, p_now)
    where r.site_id = v_confirmation.site_id and r.destination_id = v_confirmation.destination_id
      and r.address = v_confirmation.address;
    return found;
end $$;
comment on function app.confirm_recipient is
    'Uses a token: its recipient gets what the destination sends from now on. False when it has expired or was used.';
grant execute on function app.confirm_recipient to feedback_worker;
