set role feedback_owner;

alter table app.audit_log add column connection_id uuid;
comment on column app.audit_log.connection_id is 'The connection that did it; null for a person, and for entries from before it was recorded.';

-- Most entries are made by people.
create index audit_log_connection on app.audit_log (connection_id, id) where connection_id is not null;

reset role;
