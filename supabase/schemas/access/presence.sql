create or replace function app.has_passkey(p_person uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
    select exists (select from identity."passkey" k where k."userId" = p_person)
$$;
comment on function app.has_passkey is 'Whether the person can confirm with a passkey.';

create or replace function app.own_passkey() returns boolean
language sql stable security definer set search_path = ''
as $$
    select app.has_passkey(app.person_id())
$$;
comment on function app.own_passkey is 'Whether the caller can confirm with a passkey.';
grant execute on function app.own_passkey to feedback_person;

create or replace function app.credentials_of(p_person uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
    select coalesce(jsonb_agg(jsonb_build_object('id', k."credentialID",
        'transports', coalesce(string_to_array(nullif(k."transports", ''), ','), '{}')) order by k."createdAt"), '[]')
    from identity."passkey" k where k."userId" = p_person
$$;
comment on function app.credentials_of is 'The passkeys of a person, as a browser needs to know them.';

create or replace function app.asks_for_passkey(p_site uuid, p_policy text) returns boolean
language sql stable security definer set search_path = ''
as $$
    -- Without a policy it is asked for at every site.
    select app.has_passkey(app.person_id()) and (p_policy is null or coalesce((
        select case s.settings ->> 'presence' when 'off' then false when 'publishing' then p_policy = 'publishing' else true end
        from app.sites s where s.id = p_site), true))
$$;
comment on function app.asks_for_passkey is
    'Whether the caller must confirm with a passkey: they have one, and the setting `presence` of the site covers the policy, `publishing` or `exporting`.';

create or replace function app.has_confirmed(p_operations text[], p_site uuid, p_subject text, p_revision integer, p_sha256 text)
returns boolean
language sql stable security definer set search_path = ''
as $$
    select exists (
        select from app.presence_challenges c
        where c.person_id = app.person_id() and c.confirmed_in = pg_current_xact_id_if_assigned()
          and (p_operations is null or c.operation = any(p_operations))
          and (p_site is null or c.site_id is null or c.site_id = p_site)
          and (p_subject is null or c.subject = p_subject)
          and (p_revision is null or c.revision = p_revision)
          and (p_sha256 is null or c.sha256 = p_sha256))
$$;
comment on function app.has_confirmed is 'Whether the caller confirmed one of these operations, or any, for exactly this, in this transaction.';

create or replace function app.begin_presence(p_operation text, p_site uuid, p_subject text, p_revision integer,
    p_request_hash bytea, p_challenge bytea)
returns table (id uuid, expires_at timestamptz, passkeys jsonb)
language plpgsql security definer set search_path = ''
as $$
declare
    v_person uuid := app.person_id();
    v_id uuid;
    v_expires timestamptz := now() + interval '2 minutes';
    v_revision integer := p_revision;
    v_sha256 text;
begin
    if v_person is null then
        raise exception 'You may not do this.' using errcode = 'FB403';
    end if;
    -- One at a time per person, so that concurrent requests cannot exceed the limit.
    perform pg_advisory_xact_lock(hashtextextended('app.begin_presence ' || v_person, 0));
    if (select count(*) from app.presence_challenges c
        where c.person_id = v_person and c.created_at > now() - interval '10 minutes') >= 60
    then
        raise exception 'You were asked for your passkey 60 times within 10 minutes; try again later.' using errcode = 'FB429';
    end if;
    if p_operation = 'approveGrant' then
        -- Without a row, the request does not allow this, and approving it is refused.
        select coalesce(p_revision, r.revision), coalesce(n.sha256, r.sha256) into v_revision, v_sha256
        from app.grant_requests r
        left join app.revisions n on n.site_id = r.site_id and n.prompt_id = r.prompt_id and n.number = p_revision
        where r.id::text = p_subject and r.person_id = v_person;
    elsif p_operation = 'approveDestinationRequest' then
        select r.sha256 into v_sha256 from app.destination_requests r
        where r.id::text = p_subject and r.person_id = v_person;
    elsif p_operation in ('publishPrompt', 'resumePrompt') then
        select r.number, r.sha256 into v_revision, v_sha256 from app.prompts p
        join app.revisions r on r.site_id = p.site_id and r.prompt_id = p.id
            and r.number = coalesce(p_revision, p.published_revision)
        where p.site_id = p_site and p.id::text = p_subject;
    end if;
    insert into app.presence_challenges as c (person_id, operation, site_id, subject, revision, sha256, request_hash,
        challenge, expires_at)
    values (v_person, p_operation, p_site, p_subject, v_revision, v_sha256, p_request_hash, p_challenge, v_expires)
    returning c.id into v_id;
    return query select v_id, v_expires, app.credentials_of(v_person);
end $$;
comment on function app.begin_presence is
    'Asks the caller to confirm one request with a passkey, within two minutes. Returns the passkeys that they may use. Raises FB429.';
grant execute on function app.begin_presence to feedback_person;

create or replace function app.find_presence(p_id uuid, p_credential text)
returns table (challenge bytea, public_key text, counter integer, copied boolean)
language sql stable security definer set search_path = ''
as $$
    select c.challenge, k."publicKey", k."counter", app.own_cell() <> 0
    from app.presence_challenges c join identity."passkey" k on k."userId" = c.person_id
    where c.id = p_id and c.person_id = app.person_id() and k."credentialID" = p_credential
      and c.confirmed_at is null and c.expires_at > now()
$$;
comment on function app.find_presence is 'The challenge and a passkey, both the caller''s, with which to verify a confirmation; no row once it was used or has expired.';
grant execute on function app.find_presence to feedback_person;

create or replace function app.confirm_presence(p_id uuid, p_operation text, p_request_hash bytea, p_credential text,
    p_counter integer, p_backed_up boolean)
returns void
language plpgsql security definer set search_path = ''
as $$
begin
    update app.presence_challenges c
    set confirmed_at = clock_timestamp(), confirmed_in = pg_current_xact_id(), credential = p_credential
    where c.id = p_id and c.person_id = app.person_id() and c.confirmed_at is null and c.expires_at > clock_timestamp()
      and c.operation = p_operation and c.request_hash = p_request_hash;
    if not found then
        raise exception 'The passkey did not confirm exactly this, or its confirmation was used or has expired.' using errcode = 'FB403';
    end if;
    -- In a cell the passkey is a copy, and home has counted: app.use_passkey.
    if app.own_cell() <> 0 then
        return;
    end if;
    perform app.count_passkey(p_credential, p_counter, p_backed_up);
end $$;
comment on function app.confirm_presence is
    'Records, for this transaction, that the caller confirmed the request. The function has verified the signature; everything else is compared here. Raises FB403.';
grant execute on function app.confirm_presence to feedback_person;

create or replace function app.count_passkey(p_credential text, p_counter integer, p_backed_up boolean) returns void
language plpgsql volatile set search_path = ''
as $$
begin
    -- An authenticator that counts never goes back; a copy of it would.
    update identity."passkey" k set "counter" = p_counter, "backedUp" = p_backed_up
    where k."userId" = app.person_id() and k."credentialID" = p_credential and (p_counter > k."counter" or p_counter = 0 and k."counter" = 0);
    if not found then
        raise exception 'This passkey was used meanwhile, or is no longer yours.' using errcode = 'FB403';
    end if;
end $$;
comment on function app.count_passkey is 'Notes that the caller used a passkey. Raises FB403 if its counter did not rise.';

create or replace function app.use_passkey(p_id uuid, p_operation text, p_request_hash bytea, p_challenge bytea, p_credential text,
    p_counter integer, p_backed_up boolean)
returns void
language plpgsql security definer set search_path = ''
as $$
begin
    insert into app.presence_challenges (id, person_id, operation, request_hash, challenge, expires_at, confirmed_at, credential)
    values (p_id, app.person_id(), p_operation, p_request_hash, p_challenge, clock_timestamp(), clock_timestamp(), p_credential)
    on conflict (id) do nothing;
    if found then
        perform app.count_passkey(p_credential, p_counter, p_backed_up);
    elsif not exists (
        select from app.presence_challenges c
        where c.id = p_id and c.person_id = app.person_id() and c.credential = p_credential and c.request_hash = p_request_hash)
    then
        raise exception 'The passkey did not confirm exactly this, or its confirmation was used or has expired.' using errcode = 'FB403';
    end if;
end $$;
comment on function app.use_passkey is
    'Notes at home that the caller used a passkey, for a confirmation in a cell. The same confirmation may be noted again: the cell uses it once. Raises FB403.';
grant execute on function app.use_passkey to feedback_person;

create or replace function app.confirming_passkey() returns text
language sql stable security definer set search_path = ''
as $$
    select left(coalesce(k."name", ''), 120) from app.presence_challenges c
    left join identity."passkey" k on k."userId" = c.person_id and k."credentialID" = c.credential
    where c.person_id = app.person_id() and c.confirmed_in = pg_current_xact_id_if_assigned()
    limit 1
$$;
comment on function app.confirming_passkey is 'Name of the passkey with which the caller confirmed this transaction; null without a confirmation.';

create or replace function app.require_own_presence(p_operation text, p_subject text) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
    if app.person_id() is null then
        raise exception 'You may not do this.' using errcode = 'FB403';
    elsif not app.has_passkey(app.person_id()) then
        perform app.require_recent_sign_in();
    elsif not app.has_confirmed(array[p_operation], null, p_subject, null, null) then
        raise exception 'Confirm with your passkey that you want this.' using errcode = 'FB428';
    end if;
end $$;
comment on function app.require_own_presence is
    'Raises FB412 or FB428 unless the caller confirmed this operation with a passkey, or has none and signed in recently.';
