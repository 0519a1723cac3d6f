set role feedback_owner;

create table app.workspaces (
    id uuid primary key default app.mint_id(),
    name text not null,
    created_at timestamptz not null default now(),
    constraint workspace_name_has_1_to_120_characters check (length(name) between 1 and 120)
);
comment on table app.workspaces is 'A team.';

create table app.members (
    workspace_id uuid not null references app.workspaces on delete cascade,
    person_id uuid not null,
    role text not null,
    created_at timestamptz not null default now(),
    primary key (workspace_id, person_id),
    constraint role_is_owner_editor_or_viewer check (role in ('owner', 'editor', 'viewer'))
);
create index members_person on app.members (person_id);
comment on table app.members is 'Who belongs to a workspace. A person is a user of Supabase Auth.';

create table app.sites (
    id uuid primary key default app.mint_id(),
    workspace_id uuid not null references app.workspaces,
    site_id text not null,
    name text not null,
    settings jsonb not null default '{}',
    listed_names integer not null default 0,
    created_at timestamptz not null default now(),
    constraint site_id_is_unique unique (site_id),
    constraint site_id_has_its_form check (site_id ~ '^site_[0-9a-z]{4,40}$'),
    constraint site_name_has_1_to_120_characters check (length(name) between 1 and 120),
    constraint settings_are_an_object check (jsonb_typeof(settings) = 'object')
);
create index sites_workspace on app.sites (workspace_id);
comment on table app.sites is 'One web app.';
comment on column app.sites.id is 'The site UUID, for the tools.';
comment on column app.sites.site_id is 'The public site ID, for the SDK.';
comment on column app.sites.settings is 'siteSettingsSchema of the contract; a missing key means its default.';
comment on column app.sites.listed_names is 'Event names listed without being registered; the listing stops at 500.';

create table app.proof_keys (
    site_id uuid not null references app.sites on delete cascade,
    kid text not null,
    alg text not null,
    status text not null default 'active',
    sealed bytea not null,
    created_at timestamptz not null default now(),
    last_used_at timestamptz,
    primary key (site_id, kid),
    constraint alg_is_known check (alg in ('HS256', 'EdDSA')),
    constraint status_is_active_or_verify_only check (status in ('active', 'verify_only')),
    constraint kid_has_1_to_64_characters check (kid ~ '^[A-Za-z0-9_-]{1,64}$')
);
comment on table app.proof_keys is 'Keys that verify event proofs; at most two a site, for rotation.';
comment on column app.proof_keys.sealed is 'The key, encrypted; only the sdk function can open it.';
comment on column app.proof_keys.last_used_at is 'Exact to the hour.';

create function app.refuse_third_key() returns trigger
language plpgsql set search_path = ''
as $$
begin
    perform from app.sites s where s.id = new.site_id for no key update;
    if (select count(*) from app.proof_keys k where k.site_id = new.site_id) > 2 then
        raise exception 'A site has at most 2 proof keys.' using errcode = 'FB409';
    end if;
    return null;
end $$;
create trigger a_site_has_at_most_two_keys after insert on app.proof_keys
    for each row execute function app.refuse_third_key();

create table app.event_names (
    site_id uuid not null references app.sites on delete cascade,
    name text not null,
    registered boolean not null default false,
    ignored boolean not null default false,
    foremost uuid,
    pin text,
    first_seen_at timestamptz,
    last_seen_at timestamptz,
    primary key (site_id, name),
    constraint name_has_its_form check (name ~ '^[A-Za-z0-9][A-Za-z0-9._:-]{0,159}$')
) with (fillfactor = 90);
comment on table app.event_names is 'Event names of a site, as listed in the Events tab.';
comment on column app.event_names.registered is 'Kept even if the site captures registered events only.';
comment on column app.event_names.foremost is
    'Of the published prompts that it triggers the one that goes first: what is told where properties let none through. Null when there is none.';
comment on column app.event_names.pin is
    'Property by whose value prompts that it triggers are found; null where none demands one.';
comment on column app.event_names.ignored is 'Hidden from the listing; its events are kept.';
comment on column app.event_names.last_seen_at is 'Exact to the hour.';

create table app.event_counts (
    site_id uuid not null references app.sites on delete cascade,
    name text not null,
    day date not null,
    events bigint not null,
    primary key (site_id, name, day)
);
create index event_counts_day on app.event_counts (site_id, day);
comment on table app.event_counts is 'Events of a day that can receive no more; younger days are counted live.';

create table app.counted_days (
    day date primary key,
    counted_at timestamptz not null default now()
);
comment on table app.counted_days is 'Days that app.event_counts holds.';

create table app.count_progress (
    day date primary key,
    file oid not null,
    next_block bigint not null
);
comment on table app.count_progress is 'How far app.count_days has come with the day that it is counting.';
comment on column app.count_progress.file is 'The file of the partition; blocks of another file mean nothing.';

create table app.dropped_events (
    site_id uuid not null references app.sites on delete cascade,
    day date not null,
    cause text not null,
    events bigint not null,
    primary key (site_id, day, cause),
    constraint cause_is_a_word check (cause ~ '^[a-z_]{1,40}$')
);
comment on table app.dropped_events is 'What devices say they dropped before it reached us.';

reset role;
