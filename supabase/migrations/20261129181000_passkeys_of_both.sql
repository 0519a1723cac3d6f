set role feedback_owner;

-- People of Supabase Auth have passkeys too.
alter table identity."passkey" drop constraint "passkey_userId_fkey";
comment on table identity."passkey" is 'Passkeys of people, who sign in at our identity service or at Supabase Auth.';

create table app.passkey_registrations (
    id uuid default gen_random_uuid() not null primary key,
    person_id uuid not null,
    challenge bytea not null,
    expires_at timestamptz not null,
    constraint challenge_has_32_bytes check (octet_length(challenge) = 32)
);
comment on table app.passkey_registrations is 'Passkeys that people are about to add, each with the challenge that its browser signs.';
alter table app.passkey_registrations enable row level security;
alter table app.passkey_registrations force row level security;

create index passkey_registrations_person on app.passkey_registrations (person_id);

reset role;
