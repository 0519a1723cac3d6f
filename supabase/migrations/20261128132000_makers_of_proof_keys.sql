set role feedback_owner;

alter table app.proof_keys add column created_by uuid;
comment on column app.proof_keys.created_by is 'The person who made it; null for keys that are older than this column.';
grant insert (created_by) on app.proof_keys to feedback_person;

reset role;
