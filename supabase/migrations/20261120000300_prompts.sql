set role feedback_owner;

-- The order of the labels is how far a candidate came: the event's reason is that of the candidate that came
-- furthest. 'unknown' says that the facts at hand do not suffice; it never leaves the database.
create type app.reason as enum (
    'duplicate', 'throttled', 'bot', 'not_captured', 'no_prompt',
    'trigger_properties', 'unverified', 'audience', 'sampled_out', 'not_started', 'ended',
    'session_too_young', 'seen_limit', 'answered', 'prompt_cooldown', 'site_cooldown', 'session_limit',
    'lost_priority', 'busy', 'hidden', 'vetoed', 'waiting', 'displayed', 'unknown'
);

create table app.prompts (
    site_id uuid not null references app.sites on delete cascade,
    id uuid not null default app.mint_id(),
    survey_id text not null,
    state text not null default 'draft',
    published_revision integer,
    published_at timestamptz,
    created_by uuid,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    primary key (site_id, id),
    constraint survey_id_is_unique_in_its_site unique (site_id, survey_id),
    constraint survey_id_has_its_form check (survey_id ~ '^[a-z0-9][a-z0-9_-]{0,63}$'),
    constraint state_is_known check (state in ('draft', 'published', 'paused', 'archived')),
    constraint what_is_live_has_a_revision
        check (state in ('draft', 'archived') or published_revision is not null)
);
create index prompts_created on app.prompts (site_id, created_at, id);
comment on table app.prompts is 'A prompt: a survey ID, a state, and revisions.';
comment on column app.prompts.published_at is
    'When it was first published; of two with one priority the older wins, whatever was republished since.';

create table app.revisions (
    site_id uuid not null,
    prompt_id uuid not null,
    number integer not null,
    content jsonb not null,
    sha256 text not null generated always as (app.content_hash(content)) stored,
    created_by uuid,
    created_at timestamptz not null default now(),
    primary key (site_id, prompt_id, number),
    foreign key (site_id, prompt_id) references app.prompts on delete cascade,
    constraint number_counts_from_1 check (number >= 1),
    constraint content_is_an_object check (jsonb_typeof(content) = 'object')
);
comment on table app.revisions is 'The whole authored form of a prompt, frozen the moment it is saved.';
comment on column app.revisions.content is 'promptSchema of the contract, with its defaults filled in.';

alter table app.prompts
    add constraint published_revision_exists
    foreign key (site_id, id, published_revision) references app.revisions (site_id, prompt_id, number);

create function app.refuse_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
    raise exception 'A revision never changes; save a new one.' using errcode = 'FB409';
end $$;
create trigger revisions_are_immutable before update on app.revisions
    for each row execute function app.refuse_change();

create table app.candidates (
    site_id uuid not null,
    prompt_id uuid not null,
    revision integer not null,
    priority smallint not null,
    dated boolean not null,
    published_at timestamptz not null,
    event_name text not null,
    pin text not null default '',
    screen_path jsonpath,
    vars jsonb not null,
    trigger_path jsonpath,
    reported_path jsonpath,
    audience_path jsonpath,
    audience_screen jsonpath,
    needs jsonb,
    rate double precision not null,
    starts_at timestamptz,
    ends_at timestamptz,
    delay_seconds integer not null,
    min_session_seconds integer not null,
    show text not null,
    times integer,
    again_after_days numeric,
    respects_site boolean not null,
    survey_id text not null,
    primary key (site_id, prompt_id, event_name),
    foreign key (site_id, prompt_id, revision) references app.revisions on delete cascade
);
create index candidates_pin on app.candidates (site_id, event_name, pin);
comment on table app.candidates is
    'Published revisions, compiled: a row for each event name of the trigger, and one with '''' for the prompt itself.';
comment on column app.candidates.pin is
    'What the property event_names.pin must be: candidates are found by it, not tried. Empty where it may be anything.';
comment on column app.candidates.screen_path is
    'What of the trigger the event''s properties alone decide, over a document of just them; null when nothing.';
comment on column app.candidates.audience_screen is
    'What of the audience the facts at hand decide, where the rest of it needs more; null when nothing.';
comment on column app.candidates.trigger_path is 'Which events, by their properties; null means all.';
comment on column app.candidates.reported_path is
    'trigger_path with every property taken as verified, where that differs: tells unverified from unmet.';
comment on column app.candidates.dated is 'trigger_path compares a property as a date.';
comment on column app.candidates.vars is 'Values of the paths, by the names they use.';
comment on column app.candidates.needs is 'Facts that are not at hand, as lists by kind; null means none.';

reset role;
