set role feedback_owner;

create table app.subjects (
    site_id uuid not null references app.sites on delete cascade,
    id uuid not null,
    account text,
    sample_key uuid not null,
    first_seen_at timestamptz not null,
    last_seen_at timestamptz not null,
    primary key (site_id, id),
    constraint account_is_one_subject unique (site_id, account),
    constraint account_has_1_to_255_characters check (length(account) between 1 and 255)
) with (fillfactor = 90);
create index subjects_last_seen on app.subjects (last_seen_at);
create index subjects_sample on app.subjects (site_id, uuid_hash(id));
comment on table app.subjects is 'Whom limits and sampling are about: an anonymous visitor, or an account.';
comment on column app.subjects.sample_key is 'Stays when the subject takes an account, so that sampling does not re-roll.';
comment on column app.subjects.last_seen_at is 'Exact to the hour.';

create table app.visitors (
    site_id uuid not null,
    id uuid not null,
    subject_id uuid not null,
    traits jsonb not null default '{}',
    joined_at timestamptz not null default '-infinity',
    reset_at timestamptz,
    first_seen_at timestamptz not null,
    last_seen_at timestamptz not null,
    primary key (site_id, id),
    foreign key (site_id, subject_id) references app.subjects on delete cascade,
    constraint traits_are_an_object check (jsonb_typeof(traits) = 'object')
) with (fillfactor = 90);
create index visitors_subject on app.visitors (site_id, subject_id);
create index visitors_last_seen on app.visitors (last_seen_at);
comment on table app.visitors is 'One browser.';
comment on column app.visitors.traits is 'As this browser reported them; they are this visitor''s, not the account''s.';
comment on column app.visitors.joined_at is 'Events of this visitor before that time are not its subject''s.';
comment on column app.visitors.reset_at is 'After a reset nothing is decided for the visitor any more.';

create table app.visitor_versions (
    site_id uuid not null,
    visitor_id uuid not null,
    until timestamptz not null,
    subject_id uuid not null,
    identified boolean not null,
    sample_key uuid not null,
    first_seen_at timestamptz not null,
    traits jsonb not null,
    primary key (site_id, visitor_id, until),
    foreign key (site_id, visitor_id) references app.visitors on delete cascade
);
create index visitor_versions_until on app.visitor_versions using brin (until) with (pages_per_range = 16, autosummarize = on);
comment on table app.visitor_versions is
    'A visitor as it was until its traits or its account changed, for 90 days; what it is now is in app.visitors.';
comment on column app.visitor_versions.subject_id is 'Whose visitor it was. That subject may be gone: its history moved to an account.';

create table app.events (
    site_id uuid not null,
    id uuid not null,
    visitor_id uuid not null,
    session_id uuid not null,
    prompt_id uuid,
    at timestamptz not null,
    received_at timestamptz not null,
    day date not null,
    reason app.reason,
    bot boolean not null,
    name text not null,
    properties jsonb not null,
    verified jsonb,
    context jsonb,
    proof_fault text,
    claimed_at timestamptz,
    -- No check constraint: Postgres would read and compile it anew for each insert, a twentieth of the whole call.
    primary key (site_id, day, id)
) partition by range (day);
create index events_visitor on app.events (site_id, visitor_id, name, id);
create index events_received on app.events using brin (received_at) with (pages_per_range = 16, autosummarize = on);
comment on table app.events is 'What apps reported, for 30 days. The day is the UTC day of the time in the id.';
comment on column app.events.reason is 'What was decided; null when nothing was to be decided.';
comment on column app.events.prompt_id is 'The prompt the reason is about.';
comment on column app.events.claimed_at is 'When the prompt that it waited for was claimed; `reason` then says what came of it.';
comment on column app.events.verified is 'Properties inside a valid event proof.';

create table app.displays (
    site_id uuid not null,
    id uuid not null,
    subject_id uuid not null,
    visitor_id uuid not null,
    session_id uuid not null,
    prompt_id uuid not null,
    revision integer not null,
    origin uuid not null,
    state text not null default 'reserved',
    traits jsonb not null,
    reserved_at timestamptz not null,
    displayed_at timestamptz,
    answered_at timestamptz,
    dismissed_at timestamptz,
    released_at timestamptz,
    release_reason text,
    primary key (site_id, id),
    foreign key (site_id, subject_id) references app.subjects on delete cascade,
    foreign key (site_id, prompt_id, revision) references app.revisions on delete cascade,
    constraint one_origin_gets_one_display unique (site_id, origin),
    constraint state_is_known
        check (state in ('reserved', 'displayed', 'answered', 'dismissed', 'released')),
    constraint what_is_released_has_its_time check ((state <> 'released') or released_at is not null)
) with (fillfactor = 80);
create index displays_subject on app.displays (site_id, subject_id, reserved_at);
create index displays_visitor on app.displays (site_id, visitor_id);
create index displays_prompt on app.displays (site_id, prompt_id, reserved_at);
create index displays_reserved on app.displays using brin (reserved_at) with (pages_per_range = 16, autosummarize = on);
comment on table app.displays is 'One showing of one revision to one subject, reserved by app.reserve.';
comment on column app.displays.origin is 'The event, or the show request, that it answers.';
comment on column app.displays.traits is 'The visitor''s traits when it was reserved.';
comment on column app.displays.answered_at is 'When its first answer was kept; partial ones count.';

create table app.gate (
    site_id uuid not null,
    subject_id uuid not null,
    last_at timestamptz not null default '-infinity',
    primary key (site_id, subject_id),
    foreign key (site_id, subject_id) references app.subjects on delete cascade
) with (fillfactor = 80);
comment on table app.gate is
    'The row that a reservation locks. Writing last_at makes a stricter isolation level fail instead of over-show.';

create table app.ledger (
    site_id uuid not null,
    subject_id uuid not null,
    prompt_id uuid not null,
    displays integer not null,
    last_at timestamptz not null,
    answered boolean not null,
    primary key (site_id, subject_id, prompt_id),
    foreign key (site_id, subject_id) references app.subjects on delete cascade,
    foreign key (site_id, prompt_id) references app.prompts on delete cascade
);
create index ledger_prompt on app.ledger (site_id, prompt_id);
comment on table app.ledger is 'Displays older than 90 days of subjects that are still active, summed up.';

create table app.responses (
    site_id uuid not null,
    display_id uuid not null,
    prompt_id uuid not null,
    revision integer not null,
    subject_id uuid,
    visitor_id uuid,
    seq integer not null,
    final boolean not null,
    answers jsonb not null,
    traits jsonb not null,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    primary key (site_id, display_id),
    foreign key (site_id, prompt_id, revision) references app.revisions on delete cascade,
    foreign key (site_id, subject_id) references app.subjects on delete set null (subject_id),
    foreign key (site_id, visitor_id) references app.visitors on delete set null (visitor_id),
    constraint answers_are_an_object check (jsonb_typeof(answers) = 'object')
);
create index responses_prompt on app.responses (site_id, prompt_id, created_at);
create index responses_subject on app.responses (site_id, subject_id);
create index responses_visitor on app.responses (site_id, visitor_id);
create index responses_updated on app.responses (site_id, updated_at, display_id);
comment on table app.responses is
    'The answers of one display. They outlive their display, and lose visitor and account with them.';
comment on column app.responses.traits is 'The traits at the time of the display.';

create unlogged table app.buckets (
    site_id uuid not null,
    kind smallint not null,
    key bytea not null,
    burst real not null,
    rate real not null,
    tokens real not null,
    at timestamptz not null,
    spent boolean not null,
    primary key (site_id, kind, key)
) with (fillfactor = 50);
create index buckets_spent on app.buckets (site_id) where spent;
comment on table app.buckets is 'Token buckets of the rate limits; lost in a crash, which only lets more through.';
comment on column app.buckets.burst is 'The most tokens it holds; rate is how many come back in a second.';
comment on column app.buckets.spent is 'Fewer than one token was left; its index is all that most requests look at.';
comment on column app.buckets.kind is '0 the site, 1 an address (hashed), 2 a subject.';

create table app.erasures (
    site_id uuid not null references app.sites on delete cascade,
    id uuid not null default app.mint_id(),
    hash text not null,
    counts jsonb not null,
    erased_by uuid,
    erased_at timestamptz not null default now(),
    primary key (site_id, id)
);
comment on table app.erasures is 'Receipts. The hash is keyed, so that it proves an erasure and reveals nobody.';

reset role;
