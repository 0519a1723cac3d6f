set role feedback_owner;

create table app.write_probes (
    id smallint primary key default 1,
    at timestamptz not null,
    constraint there_is_one_row check (id = 1)
);
comment on table app.write_probes is 'Written to find out whether the database accepts writes.';
insert into app.write_probes (at) values (now());
alter table app.write_probes enable row level security;
alter table app.write_probes force row level security;

reset role;
