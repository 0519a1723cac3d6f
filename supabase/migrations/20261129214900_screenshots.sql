set role feedback_owner;

-- No foreign keys to displays and responses: pictures are stored before the answer, outlive their display, and stay while
-- the deletion of their response can be undone.
create table app.screenshots (
    site_id uuid not null references app.sites on delete cascade,
    id uuid not null default gen_random_uuid(),
    display_id uuid not null,
    question_id text not null,
    type text not null,
    bytes integer not null,
    width integer not null,
    height integer not null,
    sha256 bytea not null,
    answered boolean not null default false,
    stored_at timestamptz not null,
    primary key (site_id, id),
    constraint type_is_known check (type in ('image/webp', 'image/png', 'image/jpeg')),
    constraint bytes_are_positive check (bytes > 0),
    constraint sides_are_positive check (width > 0 and height > 0),
    constraint sha256_has_32_bytes check (octet_length(sha256) = 32)
);
comment on table app.screenshots is 'Pictures that visitors sent. The bytes are in the file store, under the name screenshots/{id}.';
comment on column app.screenshots.answered is 'Whether an answer contains it. The others are deleted after a day.';
alter table app.screenshots enable row level security;
alter table app.screenshots force row level security;

create index screenshots_display on app.screenshots (site_id, display_id);
create index screenshots_stored on app.screenshots (site_id, stored_at);
create index screenshots_unanswered on app.screenshots (stored_at) where not answered;

grant select on app.screenshots to feedback_person, feedback_agent;

-- It names no site, because files are deleted after the rows of their site.
create table app.file_deletions (
    name text not null,
    queued_at timestamptz not null default now(),
    attempts integer not null default 0,
    due_at timestamptz not null default now(),
    primary key (name),
    constraint name_has_1_to_200_characters check (length(name) between 1 and 200),
    constraint attempts_are_counted check (attempts >= 0)
);
comment on table app.file_deletions is 'Files whose rows were deleted, until the worker has deleted the files, too.';
alter table app.file_deletions enable row level security;
alter table app.file_deletions force row level security;

create index file_deletions_due on app.file_deletions (due_at);

reset role;
