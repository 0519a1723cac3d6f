-- The identity service of a server of one's own, as hosted Supabase has Auth: unused there, where its role has no password.
--
-- The tables are those of better-auth, frozen: server/identity/tables.test.ts compares them with the pinned version.
create schema identity authorization feedback_owner;

set role feedback_owner;
comment on schema identity is 'People, their sessions and their means to sign in; only feedback_identity uses it.';
grant usage on schema identity to feedback_identity;

create table identity."user" (
    "id" uuid default pg_catalog.gen_random_uuid() not null primary key,
    "name" text not null,
    "email" text not null unique,
    "emailVerified" boolean not null,
    "image" text,
    "createdAt" timestamptz default current_timestamp not null,
    "updatedAt" timestamptz default current_timestamp not null
);
comment on table identity."user" is 'People.';

create table identity."session" (
    "id" uuid default pg_catalog.gen_random_uuid() not null primary key,
    "expiresAt" timestamptz not null,
    "token" text not null unique,
    "createdAt" timestamptz default current_timestamp not null,
    "updatedAt" timestamptz not null,
    "ipAddress" text,
    "userAgent" text,
    "userId" uuid not null references identity."user" ("id") on delete cascade,
    "method" text
);
create index "session_userId_idx" on identity."session" ("userId");
comment on table identity."session" is 'Signed-in browsers. A session ends when its row is deleted.';
comment on column identity."session"."createdAt" is 'When the person signed in.';
comment on column identity."session"."token" is 'Of no use without the signature in the cookie, whose key is not in the database.';
comment on column identity."session"."method" is 'How the person signed in: otp, password, passkey, link, or oauth.';

create table identity."account" (
    "id" uuid default pg_catalog.gen_random_uuid() not null primary key,
    "accountId" text not null,
    "providerId" text not null,
    "userId" uuid not null references identity."user" ("id") on delete cascade,
    "accessToken" text,
    "refreshToken" text,
    "idToken" text,
    "accessTokenExpiresAt" timestamptz,
    "refreshTokenExpiresAt" timestamptz,
    "scope" text,
    "password" text,
    "createdAt" timestamptz default current_timestamp not null,
    "updatedAt" timestamptz not null,
    constraint account_is_unique_at_its_provider unique ("providerId", "accountId")
);
create index "account_userId_idx" on identity."account" ("userId");
comment on table identity."account" is 'Accounts of people at providers, and their passwords (provider "credential").';
comment on column identity."account"."password" is 'A salted hash (scrypt).';
comment on column identity."account"."accessToken" is 'Always null, as the other tokens: the service calls no provider after a sign-in.';

create table identity."verification" (
    "id" uuid default pg_catalog.gen_random_uuid() not null primary key,
    "identifier" text not null,
    "value" text not null,
    "expiresAt" timestamptz not null,
    "createdAt" timestamptz default current_timestamp not null,
    "updatedAt" timestamptz default current_timestamp not null
);
create index "verification_identifier_idx" on identity."verification" ("identifier");
comment on table identity."verification" is 'Sign-ins under way: codes and links (keyed hashes), challenges, states.';

create table identity."jwks" (
    "id" uuid default pg_catalog.gen_random_uuid() not null primary key,
    "publicKey" text not null,
    "privateKey" text not null,
    "createdAt" timestamptz not null,
    "expiresAt" timestamptz,
    "alg" text,
    "crv" text
);
comment on table identity."jwks" is 'Keys that sign access tokens.';
comment on column identity."jwks"."privateKey" is 'Encrypted; the key is not in the database.';

create table identity."passkey" (
    "id" uuid default pg_catalog.gen_random_uuid() not null primary key,
    "name" text,
    "publicKey" text not null,
    "userId" uuid not null references identity."user" ("id") on delete cascade,
    "credentialID" text not null,
    "counter" integer not null,
    "deviceType" text not null,
    "backedUp" boolean not null,
    "transports" text,
    "createdAt" timestamptz,
    "aaguid" text,
    constraint credential_is_unique unique ("credentialID")
);
create index "passkey_userId_idx" on identity."passkey" ("userId");
comment on table identity."passkey" is 'Passkeys of people.';

create table identity."rateLimit" (
    "id" uuid default pg_catalog.gen_random_uuid() not null primary key,
    "key" text not null unique,
    "count" integer not null,
    "lastRequest" bigint not null
);
comment on table identity."rateLimit" is 'Requests of each network address, shared by all instances.';

-- The role needs every row; row-level security keeps everybody else out, also from what is granted by mistake.
do $$
declare
    v_table text;
begin
    for v_table in
        select c.relname from pg_catalog.pg_class c
        where c.relnamespace = 'identity'::regnamespace and c.relkind = 'r' order by 1
    loop
        execute format('grant select, insert, update, delete on identity.%I to feedback_identity', v_table);
        execute format('alter table identity.%I enable row level security', v_table);
        execute format('alter table identity.%I force row level security', v_table);
        execute format('create policy "the identity service reads" on identity.%I for select to feedback_identity using (true)', v_table);
        execute format('create policy "the identity service inserts" on identity.%I for insert to feedback_identity with check (true)', v_table);
        execute format('create policy "the identity service updates" on identity.%I for update to feedback_identity using (true)', v_table);
        execute format('create policy "the identity service deletes" on identity.%I for delete to feedback_identity using (true)', v_table);
    end loop;
end $$;
create policy "the service reads" on identity."session" for select to feedback_owner using (true);
create policy "the service reads" on identity."user" for select to feedback_owner using (true);
create policy "the service deletes" on identity."user" for delete to feedback_owner using (true);

create function app.require_live_session(p_session uuid, p_person uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
    if not exists (
        select from identity."session" s
        where s."id" = p_session and s."userId" = p_person and s."expiresAt" > now())
    then
        raise exception 'This sign-in has ended.' using errcode = 'FB401';
    end if;
end $$;
comment on function app.require_live_session is
    'Raises FB401 unless the session of the person is live. An access token outlives its session otherwise, by minutes.';
grant execute on function app.require_live_session to feedback_manage;

create function identity.is_invited(p_email text) returns boolean
language sql stable security definer set search_path = ''
as $$
    select exists (
        select from app.invitations i
        where lower(i.email) = lower(p_email) and i.accepted_by is null and i.expires_at > now())
$$;
comment on function identity.is_invited is 'Whether an open invitation is for this address.';

create function identity.open_invitation(p_secret_hash bytea, out email text, out workspace text, out role text, out inviter text)
language sql stable security definer set search_path = ''
as $$
    select i.email, w.name, i.role, m.email
    from app.invitations i
    join app.workspaces w on w.id = i.workspace_id
    left join app.members m on m.workspace_id = i.workspace_id and m.person_id = i.created_by
    where i.secret_hash = p_secret_hash and i.accepted_by is null and i.expires_at > now()
$$;
comment on function identity.open_invitation is 'What the message to an invited person says, for those who know the secret. Null when it is not open.';

create function identity.may_mail(p_email text) returns boolean
language sql volatile security definer set search_path = ''
as $$ select app.count_attempt('mail', sha256(convert_to(lower(p_email), 'UTF8')), 10, interval '1 hour', now()) $$;
comment on function identity.may_mail is
    'Counts a message to an address; false after ten within an hour, from any visitors.';

create function identity.has_workspace() returns boolean
language sql stable security definer set search_path = ''
as $$ select exists (select from app.workspaces) $$;
comment on function identity.has_workspace is 'Whether the service has a workspace, and with it an owner.';

create function identity.create_first_workspace(p_person uuid, p_email text, p_name text) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
    v_workspace uuid;
begin
    perform pg_advisory_xact_lock(hashtextextended('identity.create_first_workspace', 0));
    if identity.has_workspace() then
        raise exception 'The service has an owner already.' using errcode = 'FB409';
    end if;
    insert into app.workspaces (name) values (p_name) returning id into v_workspace;
    insert into app.members (workspace_id, person_id, role, email) values (v_workspace, p_person, 'owner', p_email);
    return v_workspace;
end $$;
comment on function identity.create_first_workspace is 'Creates the first workspace, owned by the person. Raises FB409 when there is one.';

create function identity.apply_role(p_person uuid, p_email text, p_role text) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
    v_workspace uuid := (select w.id from app.workspaces w order by w.created_at, w.id limit 1);
begin
    if v_workspace is null then
        return false;
    end if;
    insert into app.members as m (workspace_id, person_id, role, email) values (v_workspace, p_person, p_role, p_email)
    on conflict (workspace_id, person_id) do update set role = excluded.role where m.role <> excluded.role;
    return true;
exception when sqlstate 'FB409' then
    -- The last owner keeps that role.
    return false;
end $$;
comment on function identity.apply_role is
    'Gives the person the role that their provider states, in the first workspace. False when there is none, or it would have no owner.';

create function identity.delete_person(p_person uuid) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
    delete from app.members m where m.person_id = p_person;
    perform app.end_connection(c.id, now(), true) from app.connections c where c.person_id = p_person and app.is_live(c);
    delete from identity."user" u where u."id" = p_person;
    return found;
end $$;
comment on function identity.delete_person is
    'Deletes a person with their memberships, sessions and means to sign in, and ends their connections. Raises FB409 for the last owner of a workspace.';

grant execute on function identity.is_invited, identity.open_invitation, identity.may_mail, identity.has_workspace,
    identity.create_first_workspace, identity.apply_role, identity.delete_person
    to feedback_identity;

reset role;
