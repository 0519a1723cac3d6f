set role feedback_owner;

-- Destinations that create issues: where, and the token of the tracker's API.
alter table app.destinations
    add column sealed_token bytea,
    add column tracker jsonb,
    drop constraint kind_is_known,
    add constraint kind_is_known check (kind in ('webhook', 'slack', 'email', 'github', 'linear', 'jira')),
    add constraint only_trackers_are_described check ((kind in ('github', 'linear', 'jira')) = (tracker is not null)),
    add constraint only_trackers_have_a_token check ((tracker is null) = (sealed_token is null));
comment on table app.destinations is 'Where messages about a site are sent: webhooks, Slack, e-mail, issue trackers.';
comment on column app.destinations.tracker is 'As trackerSchema of the contract: where issues are created. Null for kinds that create none.';
comment on column app.destinations.sealed_token is 'The token of the tracker''s API, encrypted; only the functions can open it.';

grant select (tracker) on app.destinations to feedback_person, feedback_agent;

grant insert (tracker, sealed_token), update (tracker, sealed_token) on app.destinations to feedback_person;

alter table app.destination_requests add column sealed_token bytea;

-- Issues outlive the message that created them, so that later responses can be added as comments.
create table app.issues (
    site_id uuid not null,
    id uuid not null default app.mint_id(),
    destination_id uuid not null,
    key text not null,
    url text not null,
    title text not null,
    created_at timestamptz not null,
    primary key (site_id, id),
    foreign key (site_id, destination_id) references app.destinations on delete cascade,
    constraint key_has_1_to_200_characters check (length(key) between 1 and 200),
    constraint url_is_https check (url like 'https://%' and length(url) <= 2000),
    constraint title_has_1_to_255_characters check (length(title) between 1 and 255)
);
comment on table app.issues is 'Issues that destinations created in trackers. They contain nothing that visitors wrote.';
comment on column app.issues.title is 'The heading that a member wrote, or the name of the prompt; the title in the tracker may have words of the visitor.';
alter table app.issues enable row level security;
alter table app.issues force row level security;

create index issues_destination on app.issues (site_id, destination_id);

create table app.issue_responses (
    site_id uuid not null,
    issue_id uuid not null,
    response_id uuid not null,
    primary key (site_id, issue_id, response_id),
    foreign key (site_id, issue_id) references app.issues on delete cascade,
    foreign key (site_id, response_id) references app.responses on delete cascade
);
comment on table app.issue_responses is 'The responses of an issue and of its comments.';
alter table app.issue_responses enable row level security;
alter table app.issue_responses force row level security;

create index issue_responses_response on app.issue_responses (site_id, response_id);

grant select on app.issues to feedback_person, feedback_agent;

grant select on app.issue_responses to feedback_person, feedback_agent;

alter table app.deliveries add column issue_id uuid;
comment on column app.deliveries.issue_id is 'The issue that the delivery created or commented on; null for others, and before.';

reset role;
