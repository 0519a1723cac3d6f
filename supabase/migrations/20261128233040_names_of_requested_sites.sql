set role feedback_owner;

alter table app.grant_requests add column site_name text,
    add constraint only_a_new_site_is_named check (site_name is null or action = 'site:create' and length(site_name) between 1 and 120);
comment on column app.grant_requests.site_name is 'Name of the site to create; null for any site, and for other actions.';

alter table app.grants add column site_name text,
    add constraint only_a_new_site_is_named check (site_name is null or action = 'site:create' and length(site_name) between 1 and 120);
comment on column app.grants.site_name is 'Name of the site that it creates; null for any site, and for other actions.';

drop index app.what_waits_is_asked_once;
create unique index what_waits_is_asked_once on app.grant_requests
    (connection_id, action, workspace_id, site_id, prompt_id, revision, site_name) nulls not distinct where state = 'pending';

reset role;
