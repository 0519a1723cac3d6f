set role feedback_owner;

create table app.presence_challenges (
    id uuid default gen_random_uuid() not null primary key,
    person_id uuid not null,
    operation text not null,
    site_id uuid,
    subject text,
    revision integer,
    sha256 text,
    request_hash bytea not null,
    challenge bytea not null,
    created_at timestamptz default now() not null,
    expires_at timestamptz not null,
    confirmed_at timestamptz,
    confirmed_in xid8,
    credential text,
    constraint presence_challenges_challenge_check check (octet_length(challenge) = 32)
);
comment on table app.presence_challenges is 'What people are asked to confirm with a passkey, each for one request, and what they confirmed.';
comment on column app.presence_challenges.operation is 'Name of the operation of the management API.';
comment on column app.presence_challenges.subject is 'ID of what it is done to, such as the request that is approved or the prompt that is published.';
comment on column app.presence_challenges.sha256 is 'Hash of the content that is approved or published.';
comment on column app.presence_challenges.request_hash is 'Hash of the operation with its whole input.';
comment on column app.presence_challenges.confirmed_in is 'Transaction that used the confirmation: no other one can.';
alter table app.presence_challenges enable row level security;
alter table app.presence_challenges force row level security;

create index presence_challenges_person on app.presence_challenges (person_id, created_at);

reset role;
