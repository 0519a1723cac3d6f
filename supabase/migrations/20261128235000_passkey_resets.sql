set role feedback_owner;

create table app.passkey_resets (
    id uuid default app.mint_id() not null primary key,
    person_id uuid not null,
    by_person uuid,
    at timestamptz default clock_timestamp() not null,
    notice_due_at timestamptz default clock_timestamp()
);
comment on table app.passkey_resets is 'Whose passkeys were removed by another owner or the operator, until those who must know were told.';
comment on column app.passkey_resets.by_person is 'The owner who did it; null for the operator of the server.';
comment on column app.passkey_resets.notice_due_at is 'When the notice is due; null once it was sent.';
alter table app.passkey_resets enable row level security;
alter table app.passkey_resets force row level security;

-- The operator of a server is no person of the service.
alter table app.audit_log
    alter column person_id drop not null,
    drop constraint kind_is_person_or_connection,
    add constraint kind_is_person_connection_or_operator check (kind in ('person', 'connection', 'operator')),
    add constraint only_the_operator_is_no_person check ((person_id is null) = (kind = 'operator'));

reset role;
