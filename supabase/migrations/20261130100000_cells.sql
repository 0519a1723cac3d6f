set role feedback_owner;

create table app.this_database (
    singleton boolean default true not null primary key,
    cell smallint default 0 not null,
    settings jsonb,
    constraint only_one_row check (singleton),
    constraint cell_is_not_negative check (cell >= 0)
);
comment on table app.this_database is 'Which cell this database is. One row; it is not copied to other databases.';
comment on column app.this_database.cell is 'Number in app.cells; 0 is home.';
comment on column app.this_database.settings is 'In a cell: the settings of the instance that its sites follow, as in app.instance_settings.';
insert into app.this_database default values;
alter table app.this_database enable row level security;
alter table app.this_database force row level security;

create table app.cells (
    number smallint not null primary key,
    name text not null,
    state text default 'open' not null,
    added_at timestamptz default now() not null,
    constraint cell_name_is_unique unique (name),
    constraint cell_name_has_its_form check (name ~ '^[a-z][a-z0-9-]*$' and length(name) <= 30),
    constraint home_is_number_0 check (number >= 0 and (number = 0) = (name = 'home')),
    constraint state_is_open_or_draining check (state in ('open', 'draining'))
);
comment on table app.cells is 'The databases of this instance. Written at home, copied to every cell.';
comment on column app.cells.name is 'As in database.cells of the server''s configuration, which has the URLs.';
comment on column app.cells.state is 'Only an open cell gets new workspaces.';
insert into app.cells (number, name) values (0, 'home');
alter table app.cells enable row level security;
alter table app.cells force row level security;

create table app.placed_workspaces (
    id uuid not null primary key,
    cell smallint not null,
    constraint placed_workspaces_cell_fkey foreign key (cell) references app.cells (number)
);
comment on table app.placed_workspaces is 'The directory: which cell has a workspace. Written at home, copied to every cell.';
create index placed_workspaces_cell on app.placed_workspaces (cell);
alter table app.placed_workspaces enable row level security;
alter table app.placed_workspaces force row level security;

create table app.placed_sites (
    id uuid not null primary key,
    public_id text not null,
    workspace uuid not null,
    constraint placed_public_id_is_unique unique (public_id),
    constraint placed_sites_workspace_fkey foreign key (workspace) references app.placed_workspaces (id) on delete cascade
);
comment on table app.placed_sites is 'The directory: the workspace of a site. Written at home, copied to every cell.';
comment on column app.placed_sites.public_id is 'The public site ID.';
create index placed_sites_workspace on app.placed_sites (workspace);
alter table app.placed_sites enable row level security;
alter table app.placed_sites force row level security;

create table app.placed_secrets (
    hash bytea not null primary key,
    workspace uuid not null,
    constraint placed_hash_has_32_bytes check (length(hash) = 32),
    constraint placed_secrets_workspace_fkey foreign key (workspace) references app.placed_workspaces (id) on delete cascade
);
comment on table app.placed_secrets is 'The directory: the workspace of a secret that comes without its site: a site key, a link to results, an invitation. Written at home, copied to every cell.';
comment on column app.placed_secrets.hash is 'As in the table of the secret.';
create index placed_secrets_workspace on app.placed_secrets (workspace);
alter table app.placed_secrets enable row level security;
alter table app.placed_secrets force row level security;

create table app.placed_people (
    person uuid not null,
    cell smallint not null,
    constraint placed_people_pkey primary key (person, cell),
    constraint placed_people_cell_fkey foreign key (cell) references app.cells (number)
);
comment on table app.placed_people is 'The directory: cells besides home in which a person may have workspaces. Written at home, copied to every cell.';
create index placed_people_cell on app.placed_people (cell);
alter table app.placed_people enable row level security;
alter table app.placed_people force row level security;

create table app.leaving_people (
    person uuid not null primary key,
    name text not null,
    due_at timestamptz not null
);
comment on table app.leaving_people is 'People whose account is scheduled for deletion. Written at home, copied to every cell, which deletes its part when it is due.';
comment on column app.leaving_people.name is 'Their e-mail address, which the audit log loses.';
alter table app.leaving_people enable row level security;
alter table app.leaving_people force row level security;
insert into app.leaving_people (person, name, due_at)
select d.target_id, d.name, d.due_at from app.deletions d
where d.kind = 'account' and d.undone_at is null and d.finished_at is null;

create table app.home_heartbeat (
    singleton boolean default true not null primary key,
    at timestamptz default '-infinity' not null,
    constraint only_one_row check (singleton)
);
comment on table app.home_heartbeat is 'When home was alive, one row. Written at home, copied to every cell, which sees by it how late its copies are.';
insert into app.home_heartbeat default values;
alter table app.home_heartbeat enable row level security;
alter table app.home_heartbeat force row level security;

reset role;
