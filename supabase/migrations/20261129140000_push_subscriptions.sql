set role feedback_owner;

create table app.push_keys (
    singleton boolean default true not null primary key,
    public_key text not null,
    sealed bytea not null,
    created_at timestamptz default now() not null,
    constraint only_one_row check (singleton)
);
comment on table app.push_keys is 'The VAPID keys with which the service identifies itself to push services, at most one row.';
comment on column app.push_keys.public_key is 'As base64url. Every subscription is bound to it.';
comment on column app.push_keys.sealed is 'The private key, encrypted like proof keys.';
alter table app.push_keys enable row level security;
alter table app.push_keys force row level security;

create table app.push_subscriptions (
    id uuid not null primary key,
    person_id uuid not null,
    session_id uuid,
    endpoint_sha256 bytea not null,
    host text not null,
    browser text,
    sealed bytea not null,
    created_at timestamptz default now() not null,
    last_delivered_at timestamptz,
    constraint host_has_at_most_300_characters check (length(host) <= 300),
    constraint browser_has_at_most_120_characters check (length(browser) <= 120)
);
comment on table app.push_subscriptions is 'Browsers in which a person wants to be notified of approval requests.';
comment on column app.push_subscriptions.session_id is 'The sign-in that subscribed: when it ends, so does the subscription. Null if the token named none.';
comment on column app.push_subscriptions.endpoint_sha256 is 'Hash of the push service''s URL, by which a browser recognises its subscription.';
comment on column app.push_subscriptions.sealed is 'URL and keys of the browser''s subscription, encrypted like proof keys.';
alter table app.push_subscriptions enable row level security;
alter table app.push_subscriptions force row level security;

create unique index push_subscriptions_endpoint on app.push_subscriptions (endpoint_sha256);

create index push_subscriptions_person on app.push_subscriptions (person_id, id);

create index push_subscriptions_session on app.push_subscriptions (session_id) where session_id is not null;

grant select (id, person_id, endpoint_sha256, host, browser, created_at, last_delivered_at) on app.push_subscriptions to feedback_person;

grant delete on app.push_subscriptions to feedback_person;

create table app.push_messages (
    id uuid default app.mint_id() not null primary key,
    subscription_id uuid not null references app.push_subscriptions on delete cascade,
    request_id uuid,
    reminder boolean default false not null,
    created_at timestamptz default now() not null,
    next_at timestamptz default now() not null,
    lease uuid,
    attempts integer default 0 not null
);
comment on table app.push_messages is 'Notifications to be sent. They are deleted once the push service accepted them.';
comment on column app.push_messages.request_id is 'The approval request; null for the first notification in a new browser.';
comment on column app.push_messages.next_at is 'When it is attempted next; while it is leased, when another worker may take it.';
alter table app.push_messages enable row level security;
alter table app.push_messages force row level security;

create index push_messages_due on app.push_messages (next_at);

create index push_messages_subscription on app.push_messages (subscription_id);

create index push_messages_request on app.push_messages (request_id) where request_id is not null;

-- Requests to a person are repeated once before they expire, and their end is a message too.
alter table app.grant_requests add column reminded_at timestamptz, add column expiry_at timestamptz;
comment on column app.grant_requests.reminded_at is 'When the reminder was written; null before.';
comment on column app.grant_requests.expiry_at is 'When the message was written that it expired; null before.';

alter table app.destination_requests add column reminded_at timestamptz, add column expiry_at timestamptz;
comment on column app.destination_requests.reminded_at is 'When the reminder was written; null before.';
comment on column app.destination_requests.expiry_at is 'When the message was written that it expired; null before.';

update app.grant_requests set expiry_at = now() where state = 'pending' and expires_at <= now();
update app.destination_requests set expiry_at = now() where state = 'pending' and expires_at <= now();

create index grant_requests_ending on app.grant_requests (expires_at) where state = 'pending' and expiry_at is null;

create index destination_requests_ending on app.destination_requests (expires_at) where state = 'pending' and expiry_at is null;

reset role;
