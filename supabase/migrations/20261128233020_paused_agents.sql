set role feedback_owner;

alter table app.workspaces add column agents_paused_at timestamptz, add column agents_paused_by uuid,
    add constraint who_paused_agents_is_known check ((agents_paused_at is null) = (agents_paused_by is null));
comment on column app.workspaces.agents_paused_at is 'Since when no connection may do anything in the workspace; null while they may.';
comment on column app.workspaces.agents_paused_by is 'The owner who paused them.';

reset role;
