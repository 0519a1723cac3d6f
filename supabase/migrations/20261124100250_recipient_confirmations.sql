-- Recipients of e-mails who are no members confirm their address before anything else is sent to it.
set role feedback_owner;

create table app.recipient_confirmations (
    site_id uuid not null references app.sites on delete cascade,
    id uuid not null default app.mint_id(),
    destination_id uuid not null,
    address text not null,
    created_at timestamptz not null,
    due_at timestamptz,
    attempts integer not null default 0,
    token_hash bytea,
    expires_at timestamptz,
    primary key (site_id, id),
    constraint a_token_expires check (token_hash is null or expires_at is not null)
);
create index recipient_confirmations_due on app.recipient_confirmations (due_at) where due_at is not null;
create index recipient_confirmations_token on app.recipient_confirmations (token_hash) where token_hash is not null;
create index recipient_confirmations_address on app.recipient_confirmations (lower(address), created_at);
create index recipient_confirmations_site on app.recipient_confirmations (site_id, created_at);
-- Without a reference to the recipient, since removing and adding an address again must not reset the limits.
comment on table app.recipient_confirmations is 'E-mails that ask a recipient to confirm an address, sent or to be sent.';
comment on column app.recipient_confirmations.due_at is
    'When it is sent, or sent again if the mail server refused; null once it is sent or given up.';
comment on column app.recipient_confirmations.token_hash is
    'SHA-256 of the token in the link; null until it is sent, and once it is used or revoked.';

alter table app.recipient_confirmations enable row level security;
alter table app.recipient_confirmations force row level security;
create policy "the service reads" on app.recipient_confirmations for select to feedback_owner using (true);
create policy "the service inserts" on app.recipient_confirmations for insert to feedback_owner with check (true);
create policy "the service updates" on app.recipient_confirmations for update to feedback_owner using (true);
create policy "the service deletes" on app.recipient_confirmations for delete to feedback_owner using (true);

create function app.is_confirmed(p_recipient app.destination_recipients) returns boolean
language sql stable set search_path = ''
as $$
    select p_recipient.confirmed_at is not null or exists (
        select from app.sites s join app.members m on m.workspace_id = s.workspace_id
        where s.id = p_recipient.site_id and lower(m.email) = lower(p_recipient.address))
$$;
comment on function app.is_confirmed is 'Whether messages may be sent to a recipient: it has confirmed, or is a member of the workspace.';

create function app.is_asked_too_often(p_site uuid, p_destination uuid, p_address text, p_now timestamptz) returns boolean
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

create function app.ask_recipient(p_site uuid, p_destination uuid, p_address text, p_now timestamptz) returns void
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

create function app.lock_confirmations() returns void
language sql volatile set search_path = ''
-- One lock for all, so that concurrent requests cannot exceed a limit and several addresses cannot deadlock.
as $$ select pg_advisory_xact_lock(hashtextextended('app.recipient_confirmations', 0)) $$;
comment on function app.lock_confirmations is 'Makes transactions that ask recipients to confirm wait for each other.';

create function app.ask_new_recipient() returns trigger
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

create function app.resend_confirmation(
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

create function app.list_recipients(p_site uuid, p_destination uuid) returns jsonb
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
grant execute on function app.list_recipients to feedback_person, feedback_agent;

create function app.claim_confirmation(p_token_hash bytea, p_now timestamptz default clock_timestamp()) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
    v_confirmation app.recipient_confirmations;
    v_mail jsonb;
begin
    loop
        select * into v_confirmation from app.recipient_confirmations c where c.due_at <= p_now
        order by c.due_at limit 1 for update skip locked;
        if not found then
            return null;
        end if;
        select jsonb_build_object('site', s.id, 'site_name', s.name, 'id', v_confirmation.id, 'destination', d.id,
            'name', d.name, 'address', r.address)
        into v_mail
        from app.destination_recipients r
        join app.destinations d on d.site_id = r.site_id and d.id = r.destination_id
        join app.sites s on s.id = r.site_id
        where r.site_id = v_confirmation.site_id and r.destination_id = v_confirmation.destination_id
          and r.address = v_confirmation.address and r.unsubscribed_at is null and not app.is_confirmed(r)
          and v_confirmation.created_at > p_now - interval '3 days';
        update app.recipient_confirmations c set
            due_at = case when v_mail is not null then p_now + interval '5 minutes' * 2 ^ c.attempts end,
            attempts = c.attempts + 1,
            token_hash = case when v_mail is not null then p_token_hash end,
            expires_at = p_now + interval '7 days'
        where c.site_id = v_confirmation.site_id and c.id = v_confirmation.id;
        if v_mail is not null then
            return v_mail;
        end if;
    end loop;
end $$;
comment on function app.claim_confirmation is
    'Gives a due confirmation e-mail a token and returns what it says; null without one. Unless app.finish_confirmation is called, it is due again after five minutes, then after ever longer times for three days. What is no longer needed is given up.';

create function app.finish_confirmation(p_site uuid, p_confirmation uuid, p_now timestamptz default clock_timestamp())
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

create function app.find_confirmation(p_token_hash bytea, p_now timestamptz default clock_timestamp()) returns jsonb
language sql stable security definer set search_path = ''
as $$
    select jsonb_build_object('site_name', s.name, 'address', r.address)
    from app.recipient_confirmations c
    join app.destination_recipients r on r.site_id = c.site_id and r.destination_id = c.destination_id and r.address = c.address
    join app.sites s on s.id = c.site_id
    where c.token_hash = p_token_hash and c.expires_at > p_now
$$;
comment on function app.find_confirmation is 'The site and the address of an unused token; null when it has expired or was used.';

create function app.confirm_recipient(p_token_hash bytea, p_now timestamptz default clock_timestamp()) returns boolean
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
grant execute on function app.claim_confirmation, app.finish_confirmation, app.find_confirmation, app.confirm_recipient
    to feedback_worker;

reset role;
