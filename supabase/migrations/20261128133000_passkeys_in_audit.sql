set role feedback_owner;

alter table app.audit_log add column passkey text;
comment on column app.audit_log.passkey is 'Name of the passkey that confirmed it; empty for one without a name, null without a confirmation.';

reset role;
