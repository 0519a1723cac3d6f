-- A site whose prompts and answers are made up, to see what results look like.
set role feedback_owner;

alter table app.sites add column sample boolean not null default false;
comment on column app.sites.sample is 'It has sample data only. No app, key or destination reaches it, and it does not count against the limit of sites.';
grant insert (sample), select (sample) on app.sites to feedback_agent;
grant insert (sample) on app.sites to feedback_person;

reset role;
