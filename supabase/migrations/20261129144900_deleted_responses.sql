-- Responses that a filter selected are out of every list and figure at once, and can be restored for some days.
set role feedback_owner;

alter table app.deletions drop constraint kind_is_known;
alter table app.deletions add constraint kind_is_known
    check (kind in ('prompt', 'site', 'workspace', 'account', 'responses'));
comment on column app.deletions.target_id is 'The prompt, site, workspace or person; for responses, the deletion itself.';

-- No foreign keys to visitors and subjects: their locks would be taken in the opposite order of a sign-in's.
create table app.deleted_responses (
    site_id uuid not null,
    display_id uuid not null,
    deletion_id uuid not null,
    prompt_id uuid not null,
    revision integer not null,
    visitor_id uuid,
    subject_id uuid,
    response jsonb not null,
    inbox jsonb not null,
    primary key (site_id, display_id, deletion_id),
    foreign key (site_id, prompt_id, revision) references app.revisions on delete cascade
);
comment on table app.deleted_responses is 'Deleted responses, for as long as their deletion can be undone.';
comment on column app.deleted_responses.response is 'The row of app.responses.';
comment on column app.deleted_responses.inbox is 'What members noted about its texts: rows by table.';
alter table app.deleted_responses enable row level security;
alter table app.deleted_responses force row level security;

create index deleted_responses_deletion on app.deleted_responses (deletion_id);
create index deleted_responses_visitor on app.deleted_responses (site_id, visitor_id);
create index deleted_responses_subject on app.deleted_responses (site_id, subject_id);
create index deleted_responses_prompt on app.deleted_responses (site_id, prompt_id, revision);

reset role;
