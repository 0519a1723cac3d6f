set role feedback_owner;

alter table app.idempotency_keys add column site_id uuid, add column response_id uuid;
comment on column app.idempotency_keys.site_id is 'The site of the request; null for one without a site.';
comment on column app.idempotency_keys.response_id is 'The response that the request was about. The reply is deleted with it.';
create index idempotency_keys_response on app.idempotency_keys (site_id, response_id);

reset role;
