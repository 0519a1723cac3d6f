set role feedback_owner;

alter table app.grant_requests drop constraint action_is_known, drop constraint a_revision_is_named_with_its_content,
    add column launcher jsonb,
    add constraint action_is_known check (action in
        ('site:create', 'prompt:draft', 'prompt:publish', 'launcher:set', 'response:read')),
    add constraint what_is_approved_is_named_with_its_hash check (case action
        when 'launcher:set' then revision is null and sha256 is not null
        else (revision is null) = (sha256 is null) and (revision is null or prompt_id is not null) end),
    add constraint only_setting_a_launcher_names_one check (launcher is null or action = 'launcher:set');
comment on column app.grant_requests.launcher is 'The launcher to set, as launcherSchema of the contract; null removes it, and for other actions.';
comment on column app.grant_requests.sha256 is 'Hash of the revision''s content at the time of the request, or of the launcher.';

alter table app.grants drop constraint action_is_known, drop constraint a_revision_is_named_with_its_content,
    add constraint action_is_known check (action in
        ('site:create', 'prompt:draft', 'prompt:publish', 'launcher:set', 'response:read')),
    add constraint what_is_approved_is_named_with_its_hash check (case action
        when 'launcher:set' then revision is null
        else (revision is null) = (sha256 is null) and (revision is null or prompt_id is not null) end);
comment on column app.grants.sha256 is 'Hash of what may be published: of the revision''s content, or of the launcher. Without one, a grant for launchers allows any, as for a pipeline.';

drop index app.what_waits_is_asked_once;
create unique index what_waits_is_asked_once on app.grant_requests
    (connection_id, action, workspace_id, site_id, prompt_id, revision, site_name, sha256) nulls not distinct
    where state = 'pending';

reset role;
