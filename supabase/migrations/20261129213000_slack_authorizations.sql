set role feedback_owner;

alter table app.destinations
    add column channel jsonb,
    add constraint only_slack_has_a_channel check (channel is null or kind = 'slack');
comment on column app.destinations.channel is
    'As slackChannelSchema of the contract: the channel that an owner chose in Slack. Null for a webhook URL that was pasted, and for other kinds.';

grant select (channel) on app.destinations to feedback_person, feedback_agent;

grant insert (channel), update (channel) on app.destinations to feedback_person;

-- One per owner and site: a new attempt replaces the one before.
create table app.slack_authorizations (
    site_id uuid not null references app.sites on delete cascade,
    person_id uuid not null,
    state_hash bytea not null,
    session text not null,
    expires_at timestamptz not null,
    primary key (site_id, person_id),
    constraint state_hash_has_32_bytes check (octet_length(state_hash) = 32)
);
comment on table app.slack_authorizations is 'Owners who are choosing a channel in Slack, until they return.';
comment on column app.slack_authorizations.state_hash is 'SHA-256 of what Slack repeats when the owner returns.';
comment on column app.slack_authorizations.session is 'ID of the session that began it, the only one that can finish it; empty without one.';
alter table app.slack_authorizations enable row level security;
alter table app.slack_authorizations force row level security;

create index slack_authorizations_expiry on app.slack_authorizations (expires_at);

grant select, delete on app.slack_authorizations to feedback_person;

grant insert (site_id, person_id, state_hash, session, expires_at) on app.slack_authorizations to feedback_person;

grant update (state_hash, session, expires_at) on app.slack_authorizations to feedback_person;

reset role;
