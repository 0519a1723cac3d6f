create or replace function app.list_passkeys() returns table (id uuid, name text, created_at timestamptz)
language sql stable security definer set search_path = ''
as $$
    select k."id", k."name", k."createdAt" from identity."passkey" k
    where k."userId" = app.person_id() order by k."createdAt", k."id"
$$;
comment on function app.list_passkeys is 'The caller''s passkeys, the oldest first.';
grant execute on function app.list_passkeys to feedback_person;

create or replace function app.require_room_for_passkey() returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
    if (select count(*) from identity."passkey" k where k."userId" = app.person_id()) >= 20 then
        raise exception 'You have 20 passkeys already: remove one first.' using errcode = 'FB409';
    end if;
end $$;
comment on function app.require_room_for_passkey is 'Raises FB409 when the caller has as many passkeys as a person may have.';

create or replace function app.begin_passkey(p_challenge bytea) returns table (id uuid, expires_at timestamptz, passkeys jsonb)
language plpgsql volatile security definer set search_path = ''
as $$
declare
    v_person uuid := app.person_id();
begin
    if v_person is null then
        raise exception 'Only a person has passkeys.' using errcode = 'FB403';
    end if;
    -- One at a time per person, so that concurrent requests cannot exceed the limits.
    perform pg_advisory_xact_lock(hashtextextended('app.begin_passkey ' || v_person, 0));
    perform app.require_room_for_passkey();
    if (select count(*) from app.passkey_registrations r where r.person_id = v_person and r.expires_at > now()) >= 20 then
        raise exception 'You began to add 20 passkeys within 10 minutes; try again later.' using errcode = 'FB429';
    end if;
    return query
        with begun as (
            insert into app.passkey_registrations as r (person_id, challenge, expires_at)
            values (v_person, p_challenge, now() + interval '10 minutes') returning r.id, r.expires_at
        )
        select begun.id, begun.expires_at, app.credentials_of(v_person) from begun;
end $$;
comment on function app.begin_passkey is
    'The caller is about to add a passkey, within ten minutes. Returns those that they have. Raises FB403, FB409 or FB429.';
grant execute on function app.begin_passkey to feedback_person;

create or replace function app.find_passkey_challenge(p_registration uuid) returns bytea
language sql stable security definer set search_path = ''
as $$
    select r.challenge from app.passkey_registrations r
    where r.id = p_registration and r.person_id = app.person_id() and r.expires_at > now()
$$;
comment on function app.find_passkey_challenge is
    'The challenge with which the caller adds a passkey; null once one was added with it, or it has expired.';
grant execute on function app.find_passkey_challenge to feedback_person;

create or replace function app.add_passkey(p_registration uuid, p_name text, p_credential text, p_public_key text,
    p_counter integer, p_device_type text, p_backed_up boolean, p_transports text, p_aaguid text)
returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
    v_person uuid := app.person_id();
    v_id uuid;
begin
    -- Both a first passkey and a further one: whether the caller has one does not change meanwhile.
    perform pg_advisory_xact_lock(hashtextextended('app.begin_passkey ' || v_person, 0));
    perform app.require_own_presence('addPasskey', null);
    delete from app.passkey_registrations r
    where r.id = p_registration and r.person_id = v_person and r.expires_at > clock_timestamp();
    if not found then
        raise exception 'A passkey was added with this registration, or it has expired. Begin again.' using errcode = 'FB409';
    end if;
    perform app.require_room_for_passkey();
    insert into identity."passkey" as k ("name", "publicKey", "userId", "credentialID", "counter", "deviceType",
        "backedUp", "transports", "createdAt", "aaguid")
    values (p_name, p_public_key, v_person, p_credential, p_counter, p_device_type, p_backed_up, p_transports,
        clock_timestamp(), p_aaguid)
    on conflict do nothing
    returning k."id" into v_id;
    if v_id is null then
        raise exception 'This passkey was added before.' using errcode = 'FB409';
    end if;
    perform app.record_own_action('addPasskey', p_name);
    return v_id;
end $$;
comment on function app.add_passkey is
    'Adds a passkey of the caller, which the function has verified. A further one needs their presence, the first a recent sign-in. Raises FB409, FB412 or FB428.';
grant execute on function app.add_passkey to feedback_person;

create or replace function app.rename_passkey(p_id uuid, p_name text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
    perform app.require_own_presence('renamePasskey', p_id::text);
    update identity."passkey" k set "name" = p_name where k."id" = p_id and k."userId" = app.person_id();
    if not found then
        raise exception 'You have no such passkey.' using errcode = 'FB404';
    end if;
    perform app.record_own_action('renamePasskey', p_name);
end $$;
comment on function app.rename_passkey is 'Renames a passkey of the caller. Raises FB404, FB412 or FB428.';
grant execute on function app.rename_passkey to feedback_person;

create or replace function app.remove_passkey(p_id uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
    v_name text;
begin
    perform app.require_own_presence('removePasskey', p_id::text);
    select coalesce(k."name", '') into v_name from identity."passkey" k where k."id" = p_id and k."userId" = app.person_id();
    if not found then
        raise exception 'You have no such passkey.' using errcode = 'FB404';
    end if;
    -- Recorded before the removal: it may be the passkey that confirmed this.
    perform app.record_own_action('removePasskey', v_name);
    delete from identity."passkey" k where k."id" = p_id;
end $$;
comment on function app.remove_passkey is 'Removes a passkey of the caller. Raises FB404, FB412 or FB428.';
grant execute on function app.remove_passkey to feedback_person;
