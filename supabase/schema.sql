-- Generated from the catalog by supabase/tests/schema. Functions, views, triggers and policies: schemas/.

create type app.call as (site_id uuid, site integer, settings jsonb, registered boolean, has_exhausted boolean, top_candidate integer, visitor_id uuid, visitor integer, subject_id uuid, account text, sample_key uuid, traits jsonb, first_seen_at timestamp with time zone, last_seen_at timestamp with time zone, reset_at timestamp with time zone, request_context jsonb, now timestamp with time zone, session_id uuid, event_id uuid, name text, properties jsonb, verified jsonb, prompts uuid[]);
create type app.decision as (prompt_id uuid, prompt integer, revision integer, survey_id text, delay_seconds integer, reason app.reason, variant text, budget jsonb);
create type app.past_display as (prompt_id uuid, survey_id text, at timestamp with time zone, session_id uuid, visitor_id uuid, joined_at timestamp with time zone, answered_at timestamp with time zone, dismissed_at timestamp with time zone, postponed_at timestamp with time zone, postponed_until timestamp with time zone, answers jsonb);
create type app.pending_claim as (due timestamp with time zone, event_id uuid, name text, session_id uuid, visitor_id uuid, joined_at timestamp with time zone, facts jsonb);
create type app.portfolio_candidate as (c app.candidates, place integer, worlds integer, live tstzmultirange, wait_hours integer, answered double precision);
create type app.portfolio_event as (claim app.pending_claim, backend boolean, open integer[], waited uuid, claimed_at timestamp with time zone, outcome jsonb);
create type app.portfolio_replay as (draft app.replay, looked_at integer, sums jsonb, displays app.replayed_display[]);
create type app.portfolio_wait as (due timestamp with time zone, event integer, candidate integer, until timestamp with time zone);
create type app.reason as enum ('duplicate', 'throttled', 'bot', 'not_captured', 'no_prompt', 'trigger_properties', 'unverified', 'trigger_count', 'audience', 'sampled_out', 'not_started', 'ended', 'session_too_young', 'postponed', 'seen_limit', 'answered', 'prompt_cooldown', 'site_cooldown', 'session_limit', 'group_limit', 'budget', 'paced', 'holdout', 'lost_priority', 'busy', 'hidden', 'vetoed', 'withdrawn', 'waiting', 'displayed', 'unknown');
create type app.replay as (subjects integer, events integer, displays integer, reached integer, squared_displays bigint, sampled_claims integer, subjects_with_sampled_claims integer, reasons jsonb, next_hash bigint);
create type app.replayed_budget as (world integer, place integer, period text, allowed integer, paced boolean, weight double precision, spent double precision);
create type app.replayed_display as (world integer, place integer, at timestamp with time zone, group_hash bytea);
create type app.shared_limits as (spent tstzmultirange, paced tstzmultirange, groups jsonb, displays double precision, certain double precision);
create type app.token_result as (outcome text, connection_id uuid, resource text, actions text[], expires_at timestamp with time zone);
create type app.world_replay as (places integer[], displays app.replayed_display[], draft app.reason[], sampled_places integer[]);

create table app.attempts (
    kind text not null,
    key bytea not null,
    since timestamp with time zone not null,
    times integer not null,
    constraint attempts_pkey PRIMARY KEY (kind, key)
);
comment on table app.attempts is 'Recent attempts of an address or a person, counted across all instances of the functions.';
CREATE INDEX attempts_since ON app.attempts USING btree (since);

create table app.audience_versions (
    site_id uuid not null,
    audience_key text not null,
    number integer not null,
    rule jsonb not null,
    created_by uuid,
    created_at timestamp with time zone not null default now(),
    created_with text default app.connection_name(),
    constraint audience_versions_pkey PRIMARY KEY (site_id, audience_key, number),
    constraint number_counts_from_1 CHECK ((number >= 1)),
    constraint rule_is_an_object CHECK ((jsonb_typeof(rule) = 'object'::text)),
    constraint audience_versions_site_id_audience_key_fkey FOREIGN KEY (site_id, audience_key) REFERENCES app.audiences(site_id, key) ON DELETE CASCADE
);
comment on table app.audience_versions is 'The rule of each version of a saved audience, immutable once saved.';
comment on column app.audience_versions.rule is 'As audienceSchema of the contract.';
comment on column app.audience_versions.created_with is 'Name at that time of the connection that saved the version; null for a person.';
grant insert (site_id, audience_key, number, rule, created_by) on app.audience_versions to feedback_agent;
grant select on app.audience_versions to feedback_agent;
grant insert (site_id, audience_key, number, rule, created_by) on app.audience_versions to feedback_person;
grant select on app.audience_versions to feedback_person;

create table app.audiences (
    site_id uuid not null,
    key text not null,
    name text not null,
    created_by uuid,
    created_at timestamp with time zone not null default now(),
    updated_at timestamp with time zone not null default now(),
    archived_at timestamp with time zone,
    constraint audience_key_is_unique_in_its_site PRIMARY KEY (site_id, key),
    constraint audience_key_has_its_form CHECK ((key ~ '^[a-z0-9][a-z0-9_-]{0,63}$'::text)),
    constraint name_has_1_to_120_characters CHECK (((length(name) >= 1) AND (length(name) <= 120))),
    constraint audiences_site_id_fkey FOREIGN KEY (site_id) REFERENCES app.sites(id) ON DELETE CASCADE
);
comment on table app.audiences is 'Saved audiences of a site. Their rules are in app.audience_versions.';
comment on column app.audiences.key is 'The key by which prompts refer to it. It never changes, and cannot be used again after the audience is archived.';
grant insert (site_id, key, name, created_by) on app.audiences to feedback_agent;
grant select on app.audiences to feedback_agent;
grant update (name, archived_at) on app.audiences to feedback_agent;
grant insert (site_id, key, name, created_by) on app.audiences to feedback_person;
grant select on app.audiences to feedback_person;
grant update (name, archived_at) on app.audiences to feedback_person;

create table app.audit_log (
    workspace_id uuid not null,
    id uuid not null default app.mint_id(),
    at timestamp with time zone not null default clock_timestamp(),
    person_id uuid,
    who text not null,
    kind text not null default 'person'::text,
    did text not null,
    site_id uuid,
    subject text,
    passkey text,
    connection_id uuid,
    grant_id uuid,
    conditions jsonb,
    constraint audit_log_pkey PRIMARY KEY (workspace_id, id),
    constraint did_is_a_name CHECK ((did ~ '^[A-Za-z]{1,60}$'::text)),
    constraint kind_is_person_connection_or_operator CHECK ((kind = ANY (ARRAY['person'::text, 'connection'::text, 'operator'::text]))),
    constraint only_the_operator_is_no_person CHECK (((person_id IS NULL) = (kind = 'operator'::text))),
    constraint subject_has_at_most_300_characters CHECK ((length(subject) <= 300)),
    constraint audit_log_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES app.workspaces(id) ON DELETE CASCADE
);
comment on table app.audit_log is 'Who did what in a workspace. Only app.record_action adds to it, and only the deletion of an account changes it: to a pseudonym.';
comment on column app.audit_log.who is 'Email address of the person at that time, or their id; prefixed with the connection''s name if one acted.';
comment on column app.audit_log.did is 'Name of the operation in the contract''s routes.';
comment on column app.audit_log.subject is 'Id or name of what the action changed.';
comment on column app.audit_log.passkey is 'Name of the passkey that confirmed it; empty for one without a name, null without a confirmation.';
comment on column app.audit_log.connection_id is 'The connection that did it; null for a person, and for entries from before it was recorded.';
comment on column app.audit_log.grant_id is 'The standing grant that allowed it; null for everything else.';
comment on column app.audit_log.conditions is 'The conditions of that grant, which all held.';
CREATE INDEX audit_log_connection ON app.audit_log USING btree (connection_id, id) WHERE (connection_id IS NOT NULL);
CREATE INDEX audit_log_person ON app.audit_log USING btree (person_id);
grant select on app.audit_log to feedback_person;

create table app.authorization_requests (
    id uuid not null default app.mint_id(),
    client_id text not null,
    client_kind text not null,
    client_name text not null,
    client_host text,
    redirect_uri text not null,
    redirect_host text not null,
    state text,
    challenge text not null,
    resource text not null,
    asked text[] not null,
    created_at timestamp with time zone not null,
    expires_at timestamp with time zone not null,
    person_id uuid,
    decided_at timestamp with time zone,
    sites uuid[],
    granted text[],
    code_hash bytea,
    code_expires_at timestamp with time zone,
    connection_id uuid,
    constraint authorization_requests_pkey PRIMARY KEY (id),
    constraint authorization_requests_connection_id_fkey FOREIGN KEY (connection_id) REFERENCES app.connections(id) ON DELETE SET NULL,
    constraint code_hash_is_unique UNIQUE (code_hash)
);
comment on table app.authorization_requests is 'Authorization requests of OAuth clients, from opening to their code.';
comment on column app.authorization_requests.redirect_host is 'Where the browser is redirected, as shown to people: a host, or the scheme of an editor.';
comment on column app.authorization_requests.challenge is 'PKCE, S256.';
comment on column app.authorization_requests.person_id is 'The first person to open it; nobody else may decide.';
comment on column app.authorization_requests.connection_id is 'The connection that the code was exchanged for; using the code again ends it.';
CREATE INDEX authorization_requests_connection ON app.authorization_requests USING btree (connection_id);
CREATE INDEX authorization_requests_expiry ON app.authorization_requests USING btree (expires_at);

create unlogged table app.buckets (
    site_id uuid not null,
    kind smallint not null,
    key bytea not null,
    burst real not null,
    rate real not null,
    tokens real not null,
    at timestamp with time zone not null,
    exhausted boolean not null,
    constraint buckets_pkey PRIMARY KEY (site_id, kind, key)
) with (fillfactor=50);
comment on table app.buckets is 'Token buckets of the rate limits. Unlogged: a crash empties the table, and the limits then fail open.';
comment on column app.buckets.kind is '0 for the site, 1 for an address (hashed), 2 for a subject.';
comment on column app.buckets.burst is 'Capacity in tokens; `rate` tokens are added per second. Both as app.rate_limits had them when tokens were last consumed.';
comment on column app.buckets.exhausted is 'Fewer than one token was left. Most requests read only the index of exhausted buckets.';
CREATE INDEX buckets_exhausted ON app.buckets USING btree (site_id) WHERE exhausted;

create table app.budget_periods (
    site_id uuid not null,
    prompt_id uuid not null,
    period text not null,
    starts_on date not null,
    displays integer not null default 0,
    responses integer not null default 0,
    announced integer,
    constraint budget_periods_pkey PRIMARY KEY (site_id, prompt_id, period, starts_on),
    constraint period_is_known CHECK ((period = ANY (ARRAY['total'::text, 'day'::text, 'week'::text, 'month'::text, 'site'::text]))),
    constraint budget_periods_site_id_fkey FOREIGN KEY (site_id) REFERENCES app.sites(id) ON DELETE CASCADE
) with (fillfactor=50);
comment on table app.budget_periods is 'How much of each budget is used. A prompt has a row `total`, from -infinity, and one for each day, week or month; a site has a row `site` for each day, with the nil UUID as its prompt.';
comment on column app.budget_periods.starts_on is 'The first day of the period in the site''s time zone.';
comment on column app.budget_periods.displays is 'Displays that are not released, including those of deleted visitors. Can exceed the budget if an answer arrived for a display that was released.';
comment on column app.budget_periods.responses is 'Stored responses, including deleted ones; only in the row `total`.';
comment on column app.budget_periods.announced is 'The budget of displays that the last message `budget.reached` was about; null before the first one.';

create table app.candidates (
    site_id uuid not null,
    prompt_id uuid not null,
    prompt_key integer,
    revision integer not null,
    priority smallint not null,
    compares_dates boolean not null,
    published_at timestamp with time zone not null,
    event_name text not null,
    index_value text not null default ''::text,
    prefilter_path jsonpath,
    vars jsonb not null,
    trigger_path jsonpath,
    trigger_path_if_verified jsonpath,
    audience_path jsonpath,
    audience_prefilter jsonpath,
    needed_facts jsonb,
    rate double precision not null,
    starts_at timestamp with time zone,
    ends_at timestamp with time zone,
    delay_seconds integer not null,
    min_session_seconds integer not null,
    show text not null,
    times integer,
    again_after_days numeric,
    respects_site boolean not null,
    survey_id text not null,
    experiment jsonb,
    budget jsonb,
    backend boolean not null default false,
    repeated jsonb,
    unless jsonb,
    cancel_events text[],
    wait_hours integer not null default 24,
    per_group jsonb,
    constraint candidates_pkey PRIMARY KEY (site_id, prompt_id, event_name),
    constraint candidates_site_id_prompt_id_revision_fkey FOREIGN KEY (site_id, prompt_id, revision) REFERENCES app.revisions(site_id, prompt_id, number) ON DELETE CASCADE
);
comment on table app.candidates is 'Compiled published revisions: a row for each event name of the trigger, and one with '''' for show() and claims.';
comment on column app.candidates.compares_dates is 'trigger_path compares a property as a date.';
comment on column app.candidates.index_value is 'The required value of event_names.index_property, by which events find the candidate; empty if the prompt requires none.';
comment on column app.candidates.prefilter_path is 'The part of the trigger that the event''s properties alone decide, over a document of just those; null without one.';
comment on column app.candidates.vars is 'Values of the variables in the paths.';
comment on column app.candidates.trigger_path is 'Which events trigger the prompt, by their properties; null for all.';
comment on column app.candidates.trigger_path_if_verified is 'trigger_path with every property taken as verified, if that differs. It distinguishes `unverified` from `trigger_properties`.';
comment on column app.candidates.audience_prefilter is 'The part of the audience that the base facts decide, when the rest needs more; null without one.';
comment on column app.candidates.needed_facts is 'Facts to load beyond the base facts, as lists by kind; null for none.';
comment on column app.candidates.experiment is 'The key of the prompt''s experiment, and its variants: their keys, where their share of [0, 1) ends (`until`), and their timing; null without one.';
comment on column app.candidates.budget is 'The budget of the content; null without one.';
comment on column app.candidates.backend is 'Only events from the backend trigger the prompt.';
comment on column app.candidates.repeated is 'The number of matching events that the subject must have reported, and within how many minutes; null for one.';
comment on column app.candidates.unless is 'The events that must not follow, and within how many minutes, which are also delay_seconds; null without them.';
comment on column app.candidates.cancel_events is 'Events that withdraw the prompt while it waits; null without them.';
comment on column app.candidates.wait_hours is 'How long the prompt waits for a subject after it is due.';
comment on column app.candidates.per_group is 'The trait that names the group, and the number of days within which the prompt is displayed to a group at most once; null without a limit per group.';
CREATE INDEX candidates_index_value ON app.candidates USING btree (site_id, event_name, index_value);
CREATE INDEX candidates_waiting ON app.candidates USING btree (site_id) WHERE (backend OR (unless IS NOT NULL));

create table app.cells (
    number smallint not null,
    name text not null,
    state text not null default 'open'::text,
    added_at timestamp with time zone not null default now(),
    constraint cells_pkey PRIMARY KEY (number),
    constraint cell_name_has_its_form CHECK (((name ~ '^[a-z][a-z0-9-]*$'::text) AND (length(name) <= 30))),
    constraint home_is_number_0 CHECK (((number >= 0) AND ((number = 0) = (name = 'home'::text)))),
    constraint state_is_open_or_draining CHECK ((state = ANY (ARRAY['open'::text, 'draining'::text]))),
    constraint cell_name_is_unique UNIQUE (name)
);
comment on table app.cells is 'The databases of this instance. Written at home, copied to every cell.';
comment on column app.cells.name is 'As in database.cells of the server''s configuration, which has the URLs.';
comment on column app.cells.state is 'Only an open cell gets new workspaces.';

create table app.closing_positions (
    site_id uuid not null,
    updated_at timestamp with time zone not null,
    response_id uuid not null default '00000000-0000-0000-0000-000000000000'::uuid,
    constraint closing_positions_pkey PRIMARY KEY (site_id),
    constraint closing_positions_site_id_fkey FOREIGN KEY (site_id) REFERENCES app.sites(id) ON DELETE CASCADE
);
comment on table app.closing_positions is 'Up to which change, in the order of app.responses_updated, responses were closed because they no longer change. Only sites that have had a destination for response.closed have one.';

create table app.connection_sites (
    connection_id uuid not null,
    workspace_id uuid not null,
    site_id uuid not null,
    constraint connection_sites_pkey PRIMARY KEY (connection_id, site_id),
    constraint connection_sites_connection_id_fkey FOREIGN KEY (connection_id) REFERENCES app.connections(id) ON DELETE CASCADE,
    constraint connection_sites_workspace_id_site_id_fkey FOREIGN KEY (workspace_id, site_id) REFERENCES app.sites(workspace_id, id) ON DELETE CASCADE
);
comment on table app.connection_sites is 'The sites that a connection may see, chosen by its person.';
CREATE INDEX connection_sites_site ON app.connection_sites USING btree (workspace_id, site_id);
grant select on app.connection_sites to feedback_agent;
grant select on app.connection_sites to feedback_person;

create table app.connections (
    id uuid not null default app.mint_id(),
    person_id uuid not null,
    kind text not null,
    name text not null,
    client_id text,
    host text,
    created_at timestamp with time zone not null default now(),
    last_used_at timestamp with time zone,
    expires_at timestamp with time zone,
    revoked_at timestamp with time zone,
    chosen boolean not null default false,
    sites_elsewhere uuid[],
    consented text[],
    constraint connections_pkey PRIMARY KEY (id),
    constraint client_id_has_at_most_2000_characters CHECK ((length(client_id) <= 2000)),
    constraint connection_name_has_1_to_120_characters CHECK (((length(name) >= 1) AND (length(name) <= 120))),
    constraint host_has_at_most_300_characters CHECK ((length(host) <= 300)),
    constraint kind_is_cli_mcp_or_ci CHECK ((kind = ANY (ARRAY['cli'::text, 'mcp'::text, 'ci'::text])))
);
comment on table app.connections is 'Clients that a person signed in: the command, tools over MCP, CI pipelines.';
comment on column app.connections.host is 'Host of the client''s address or of its redirect URI; for the command, the name of the machine.';
comment on column app.connections.last_used_at is 'Accurate to the minute.';
comment on column app.connections.expires_at is 'Extended by every refresh; fixed for a pipeline.';
comment on column app.connections.chosen is 'Sites were chosen for it when it was made: it sees nothing else, in any cell.';
comment on column app.connections.sites_elsewhere is 'Chosen sites that home does not have. Their cells connect them: app.adopt_connections.';
comment on column app.connections.consented is 'What was approved together with sites_elsewhere; null for a device.';
CREATE INDEX connections_person ON app.connections USING btree (person_id, id);
grant select on app.connections to feedback_agent;
grant select on app.connections to feedback_person;

create table app.count_progress (
    day date not null,
    file oid not null,
    next_block bigint not null,
    constraint count_progress_pkey PRIMARY KEY (day)
);
comment on table app.count_progress is 'Progress of app.count_days with the day that it is counting.';
comment on column app.count_progress.file is 'The file of the partition; block numbers are valid for this file only.';

create table app.counted_days (
    day date not null,
    counted_at timestamp with time zone not null default now(),
    constraint counted_days_pkey PRIMARY KEY (day)
);
comment on table app.counted_days is 'Days that app.event_counts includes.';
grant select on app.counted_days to feedback_person;

create table app.deleted_responses (
    site_id uuid not null,
    display_id uuid not null,
    deletion_id uuid not null,
    prompt_id uuid not null,
    revision integer not null,
    visitor_id uuid,
    subject_id uuid,
    response jsonb not null,
    inbox jsonb not null,
    answer_traits jsonb,
    constraint deleted_responses_pkey PRIMARY KEY (site_id, display_id, deletion_id),
    constraint deleted_responses_site_id_prompt_id_revision_fkey FOREIGN KEY (site_id, prompt_id, revision) REFERENCES app.revisions(site_id, prompt_id, number) ON DELETE CASCADE
);
comment on table app.deleted_responses is 'Deleted responses, for as long as their deletion can be undone.';
comment on column app.deleted_responses.response is 'The row of app.responses.';
comment on column app.deleted_responses.inbox is 'What members noted about its texts: rows by table.';
comment on column app.deleted_responses.answer_traits is 'Traits of the account that its answers had become, as in app.subjects. Null for most.';
CREATE INDEX deleted_responses_deletion ON app.deleted_responses USING btree (deletion_id);
CREATE INDEX deleted_responses_prompt ON app.deleted_responses USING btree (site_id, prompt_id, revision);
CREATE INDEX deleted_responses_subject ON app.deleted_responses USING btree (site_id, subject_id);
CREATE INDEX deleted_responses_visitor ON app.deleted_responses USING btree (site_id, visitor_id);

create table app.deletions (
    workspace_id uuid,
    id uuid not null default app.mint_id(),
    site_id uuid,
    kind text not null,
    target_id uuid not null,
    name text not null,
    keep_responses boolean not null default false,
    requested_by uuid not null,
    requested_at timestamp with time zone not null default clock_timestamp(),
    due_at timestamp with time zone not null,
    undone_at timestamp with time zone,
    finished_at timestamp with time zone,
    deleted jsonb not null default '{}'::jsonb,
    constraint deletions_pkey PRIMARY KEY (id),
    constraint an_account_has_no_workspace CHECK (((workspace_id IS NULL) = (kind = 'account'::text))),
    constraint it_is_undone_or_finished CHECK (((undone_at IS NULL) OR (finished_at IS NULL))),
    constraint kind_is_known CHECK ((kind = ANY (ARRAY['prompt'::text, 'site'::text, 'workspace'::text, 'account'::text, 'responses'::text]))),
    constraint only_a_prompt_keeps_responses CHECK (((kind = 'prompt'::text) OR (NOT keep_responses))),
    constraint prompts_and_sites_have_a_site CHECK (((site_id IS NULL) = (kind = ANY (ARRAY['workspace'::text, 'account'::text]))))
);
comment on table app.deletions is 'Scheduled, undone and finished deletions. Without foreign keys: the receipt outlives what was deleted.';
comment on column app.deletions.target_id is 'The prompt, site, workspace or person; for responses, the deletion itself.';
comment on column app.deletions.name is 'Its name when the deletion was requested; for an account, the email address until the account is deleted.';
comment on column app.deletions.deleted is 'Number of rows deleted, by table.';
CREATE INDEX deletions_due ON app.deletions USING btree (due_at) WHERE ((undone_at IS NULL) AND (finished_at IS NULL));
CREATE INDEX deletions_workspace ON app.deletions USING btree (workspace_id, id);
CREATE UNIQUE INDEX deletions_scheduled ON app.deletions USING btree (target_id) WHERE ((undone_at IS NULL) AND (finished_at IS NULL));
grant select (workspace_id, id, site_id, kind, target_id, name, keep_responses, requested_by, requested_at, due_at, undone_at, finished_at, deleted) on app.deletions to feedback_agent;
grant select on app.deletions to feedback_person;

create table app.deliveries (
    site_id uuid not null,
    destination_id uuid not null,
    message_id uuid not null,
    response_id uuid,
    prompt_id uuid,
    lease uuid,
    created_at timestamp with time zone not null,
    next_at timestamp with time zone not null,
    retrying_since timestamp with time zone,
    attempts integer not null default 0,
    test boolean not null default false,
    type text not null,
    state text not null default 'waiting'::text,
    sent_to text[] not null default '{}'::text[],
    issue_id uuid,
    constraint deliveries_pkey PRIMARY KEY (site_id, destination_id, message_id),
    constraint only_what_waits_is_leased CHECK (((lease IS NULL) OR (state = 'waiting'::text))),
    constraint state_is_known CHECK ((state = ANY (ARRAY['waiting'::text, 'delivered'::text, 'failed'::text, 'cancelled'::text]))),
    constraint deliveries_site_id_destination_id_fkey FOREIGN KEY (site_id, destination_id) REFERENCES app.destinations(site_id, id) ON DELETE CASCADE
) with (fillfactor=80);
comment on table app.deliveries is 'One message for one destination, for 30 days.';
comment on column app.deliveries.lease is 'The attempt in progress; null without one.';
comment on column app.deliveries.next_at is 'When a waiting delivery is attempted next; while it is leased, when another worker may take it.';
comment on column app.deliveries.retrying_since is 'The first attempt, or the first one after it was sent again.';
comment on column app.deliveries.sent_to is 'Recipients of an e-mail that have it already.';
comment on column app.deliveries.issue_id is 'The issue that the delivery created or commented on; null for others, and before.';
CREATE INDEX deliveries_created ON app.deliveries USING btree (created_at);
CREATE INDEX deliveries_due ON app.deliveries USING btree (site_id, destination_id, next_at) WHERE (state = 'waiting'::text);
CREATE INDEX deliveries_leased ON app.deliveries USING btree (site_id, destination_id, next_at) WHERE (lease IS NOT NULL);
CREATE INDEX deliveries_response ON app.deliveries USING btree (site_id, response_id) WHERE (state = 'waiting'::text);
grant select on app.deliveries to feedback_agent;
grant select on app.deliveries to feedback_person;

create table app.delivery_attempts (
    site_id uuid not null,
    destination_id uuid not null,
    message_id uuid not null,
    number integer not null,
    at timestamp with time zone not null,
    outcome text not null,
    status integer,
    milliseconds integer not null,
    bytes integer not null,
    sha256 bytea,
    error text,
    constraint delivery_attempts_pkey PRIMARY KEY (site_id, destination_id, message_id, number),
    constraint error_has_at_most_300_characters CHECK ((length(error) <= 300)),
    constraint outcome_is_known CHECK ((outcome = ANY (ARRAY['delivered'::text, 'rejected'::text, 'unreachable'::text, 'timeout'::text, 'misconfigured'::text]))),
    constraint delivery_attempts_site_id_destination_id_message_id_fkey FOREIGN KEY (site_id, destination_id, message_id) REFERENCES app.deliveries(site_id, destination_id, message_id) ON DELETE CASCADE
);
comment on table app.delivery_attempts is 'The log of attempts: status, time, size and hash of what was sent, never a body.';
grant select on app.delivery_attempts to feedback_agent;
grant select on app.delivery_attempts to feedback_person;

create table app.destination_recipients (
    site_id uuid not null,
    destination_id uuid not null,
    address text not null,
    confirmation_sent_at timestamp with time zone,
    confirmed_at timestamp with time zone,
    unsubscribed_at timestamp with time zone,
    constraint destination_recipients_pkey PRIMARY KEY (site_id, destination_id, address),
    constraint address_has_3_to_254_characters CHECK (((length(address) >= 3) AND (length(address) <= 254))),
    constraint destination_recipients_site_id_destination_id_fkey FOREIGN KEY (site_id, destination_id) REFERENCES app.destinations(site_id, id) ON DELETE CASCADE
);
comment on table app.destination_recipients is 'Addresses of e-mail destinations.';
comment on column app.destination_recipients.confirmed_at is 'When the recipient agreed to the e-mails; null before, and for members, who need not.';
grant select on app.destination_recipients to feedback_agent;
grant delete, select on app.destination_recipients to feedback_person;
grant insert (site_id, destination_id, address) on app.destination_recipients to feedback_person;

create table app.destination_requests (
    id uuid not null default app.mint_id(),
    connection_id uuid not null,
    person_id uuid not null,
    workspace_id uuid not null,
    site_id uuid not null,
    destination_id uuid not null,
    creates boolean not null,
    settings jsonb not null,
    sealed_url bytea,
    sha256 text not null,
    state text not null default 'pending'::text,
    created_at timestamp with time zone not null default now(),
    expires_at timestamp with time zone not null default (now() + '24:00:00'::interval),
    decided_at timestamp with time zone,
    reminded_at timestamp with time zone,
    expiry_at timestamp with time zone,
    sealed_token bytea,
    constraint destination_requests_pkey PRIMARY KEY (id),
    constraint state_is_known CHECK ((state = ANY (ARRAY['pending'::text, 'approved'::text, 'denied'::text]))),
    constraint what_is_decided_has_its_time CHECK (((state = 'pending'::text) = (decided_at IS NULL))),
    constraint destination_requests_connection_id_fkey FOREIGN KEY (connection_id) REFERENCES app.connections(id) ON DELETE CASCADE,
    constraint destination_requests_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES app.workspaces(id) ON DELETE CASCADE,
    constraint destination_requests_workspace_id_site_id_fkey FOREIGN KEY (workspace_id, site_id) REFERENCES app.sites(workspace_id, id) ON DELETE CASCADE
);
comment on table app.destination_requests is 'Requests of connections for a destination or a change of one. Approving one carries it out; it makes no grant.';
comment on column app.destination_requests.person_id is 'The person of the connection, who alone decides.';
comment on column app.destination_requests.destination_id is 'The destination to change, or the ID of the new one.';
comment on column app.destination_requests.settings is 'All settings as they would be, with `host`; without a Slack URL.';
comment on column app.destination_requests.sha256 is 'Hash of what was asked for, the Slack URL included: the person approves exactly that.';
comment on column app.destination_requests.reminded_at is 'When the reminder was written; null before.';
comment on column app.destination_requests.expiry_at is 'When the message was written that it expired; null before.';
CREATE INDEX destination_requests_connection ON app.destination_requests USING btree (connection_id, id);
CREATE INDEX destination_requests_ending ON app.destination_requests USING btree (expires_at) WHERE ((state = 'pending'::text) AND (expiry_at IS NULL));
CREATE INDEX destination_requests_expiry ON app.destination_requests USING btree (expires_at);
CREATE INDEX destination_requests_person ON app.destination_requests USING btree (person_id, id);
CREATE INDEX destination_requests_site ON app.destination_requests USING btree (workspace_id, site_id);
CREATE UNIQUE INDEX a_destination_is_requested_once ON app.destination_requests USING btree (connection_id, site_id, sha256) WHERE (state = 'pending'::text);
grant select (id, connection_id, person_id, workspace_id, site_id, destination_id, creates, settings, sha256, state, created_at, expires_at, decided_at) on app.destination_requests to feedback_agent;
grant select (id, connection_id, person_id, workspace_id, site_id, destination_id, creates, settings, sha256, state, created_at, expires_at, decided_at) on app.destination_requests to feedback_person;

create table app.destinations (
    site_id uuid not null,
    id uuid not null default app.mint_id(),
    kind text not null,
    name text not null,
    host text not null,
    url text,
    sealed_url bytea,
    sealed_secret bytea,
    sealed_old_secret bytea,
    rotation_ends_at timestamp with time zone,
    event_types text[] not null,
    prompts uuid[],
    condition jsonb,
    condition_path jsonpath,
    condition_vars jsonb,
    partial boolean not null,
    include_visitor boolean not null,
    schedule jsonb,
    next_digest_at timestamp with time zone,
    last_digest_at timestamp with time zone,
    state text not null default 'active'::text,
    pause_cause text,
    paused_at timestamp with time zone,
    notice_due_at timestamp with time zone,
    failing_since timestamp with time zone,
    last_delivered_at timestamp with time zone,
    due_at timestamp with time zone not null default 'infinity'::timestamp with time zone,
    created_by uuid,
    created_at timestamp with time zone not null default now(),
    updated_at timestamp with time zone not null default now(),
    sealed_token bytea,
    tracker jsonb,
    channel jsonb,
    constraint destinations_pkey PRIMARY KEY (site_id, id),
    constraint an_old_secret_has_an_end CHECK (((sealed_old_secret IS NULL) = (rotation_ends_at IS NULL))),
    constraint kind_is_known CHECK ((kind = ANY (ARRAY['webhook'::text, 'slack'::text, 'email'::text, 'github'::text, 'linear'::text, 'jira'::text]))),
    constraint name_has_1_to_120_characters CHECK (((length(name) >= 1) AND (length(name) <= 120))),
    constraint only_email_has_a_schedule CHECK (((kind = 'email'::text) = (schedule IS NOT NULL))),
    constraint only_slack_has_a_channel CHECK (((channel IS NULL) OR (kind = 'slack'::text))),
    constraint only_slack_has_a_sealed_url CHECK (((kind = 'slack'::text) = (sealed_url IS NOT NULL))),
    constraint only_trackers_are_described CHECK (((kind = ANY (ARRAY['github'::text, 'linear'::text, 'jira'::text])) = (tracker IS NOT NULL))),
    constraint only_trackers_have_a_token CHECK (((tracker IS NULL) = (sealed_token IS NULL))),
    constraint only_webhooks_have_a_readable_url CHECK (((kind = 'webhook'::text) = (url IS NOT NULL))),
    constraint only_webhooks_have_a_secret CHECK (((kind = 'webhook'::text) = (sealed_secret IS NOT NULL))),
    constraint pause_cause_is_known CHECK ((pause_cause = ANY (ARRAY['person'::text, 'failing'::text, 'gone'::text]))),
    constraint state_is_known CHECK ((state = ANY (ARRAY['active'::text, 'paused'::text]))),
    constraint what_is_paused_has_a_cause CHECK ((((state = 'paused'::text) = (pause_cause IS NOT NULL)) AND ((state = 'paused'::text) = (paused_at IS NOT NULL)))),
    constraint destinations_site_id_fkey FOREIGN KEY (site_id) REFERENCES app.sites(id) ON DELETE CASCADE
);
comment on table app.destinations is 'Where messages about a site are sent: webhooks, Slack, e-mail, issue trackers.';
comment on column app.destinations.host is 'Host of the URL, or the domains of the recipients: what a person approved.';
comment on column app.destinations.sealed_url is 'The URL of Slack, encrypted; only the functions can open it.';
comment on column app.destinations.sealed_secret is 'The secret that signs, encrypted like proof keys.';
comment on column app.destinations.sealed_old_secret is 'During a rotation, the previous secret, which signs too until rotation_ends_at.';
comment on column app.destinations.condition is 'As responseConditionSchema of the contract; condition_path is compiled from it.';
comment on column app.destinations.schedule is 'As emailScheduleSchema of the contract.';
comment on column app.destinations.notice_due_at is 'When the owners should be notified that the service paused the destination; null when there is nothing to say.';
comment on column app.destinations.due_at is 'When a delivery should be claimed next; never later than the first that can be. What writes deliveries makes it earlier, claiming corrects it.';
comment on column app.destinations.sealed_token is 'The token of the tracker''s API, encrypted; only the functions can open it.';
comment on column app.destinations.tracker is 'As trackerSchema of the contract: where issues are created. Null for kinds that create none.';
comment on column app.destinations.channel is 'As slackChannelSchema of the contract: the channel that an owner chose in Slack. Null for a webhook URL that was pasted, and for other kinds.';
CREATE INDEX destinations_due ON app.destinations USING btree (due_at) WHERE (state = 'active'::text);
grant select (site_id, id, kind, name, host, rotation_ends_at, event_types, prompts, condition, partial, include_visitor, schedule, next_digest_at, state, pause_cause, paused_at, failing_since, last_delivered_at, created_by, created_at, updated_at, tracker, channel) on app.destinations to feedback_agent;
grant delete on app.destinations to feedback_person;
grant insert (site_id, id, kind, name, host, url, sealed_url, sealed_secret, event_types, prompts, condition, partial, include_visitor, schedule, created_by, sealed_token, tracker, channel) on app.destinations to feedback_person;
grant select (site_id, id, kind, name, host, rotation_ends_at, event_types, prompts, condition, partial, include_visitor, schedule, next_digest_at, state, pause_cause, paused_at, failing_since, last_delivered_at, created_by, created_at, updated_at, tracker, channel) on app.destinations to feedback_person;
grant update (name, host, url, sealed_url, event_types, prompts, condition, partial, include_visitor, schedule, state, pause_cause, paused_at, sealed_token, tracker, channel) on app.destinations to feedback_person;

create table app.device_requests (
    id uuid not null default app.mint_id(),
    device_hash bytea not null,
    user_code text not null,
    client_id text not null,
    device_name text not null,
    address bytea,
    region text,
    resource text not null,
    created_at timestamp with time zone not null,
    expires_at timestamp with time zone not null,
    polled_at timestamp with time zone,
    pause integer not null default 5,
    state text not null default 'pending'::text,
    person_id uuid,
    sites uuid[],
    constraint device_requests_pkey PRIMARY KEY (id),
    constraint device_name_has_1_to_120_characters CHECK (((length(device_name) >= 1) AND (length(device_name) <= 120))),
    constraint state_is_known CHECK ((state = ANY (ARRAY['pending'::text, 'approved'::text, 'denied'::text, 'redeemed'::text]))),
    constraint user_code_has_its_form CHECK ((user_code ~ '^[BCDFGHJKLMNPQRSTVWXZ]{8}$'::text)),
    constraint device_hash_is_unique UNIQUE (device_hash),
    constraint user_code_is_unique UNIQUE (user_code)
);
comment on table app.device_requests is 'Devices that show a code and wait for a person to enter it.';
comment on column app.device_requests.address is 'Keyed hash of the device''s network address.';
comment on column app.device_requests.pause is 'Seconds between two polls; increases with every poll that is too early.';
CREATE INDEX device_requests_expiry ON app.device_requests USING btree (expires_at);

create table app.diagnostic_keys (
    hash bytea not null,
    expires_at timestamp with time zone not null default (now() + '00:05:00'::interval),
    constraint diagnostic_keys_pkey PRIMARY KEY (hash)
);
comment on table app.diagnostic_keys is 'SHA-256 of keys with which the operator may ask the sdk function how it sees a request. The owner of the database adds them.';

create table app.display_totals (
    site_id uuid not null,
    subject_id uuid not null,
    prompt_id uuid not null,
    displays integer not null,
    last_at timestamp with time zone not null,
    answered boolean not null,
    constraint display_totals_pkey PRIMARY KEY (site_id, subject_id, prompt_id),
    constraint display_totals_site_id_prompt_id_fkey FOREIGN KEY (site_id, prompt_id) REFERENCES app.prompts(site_id, id) ON DELETE CASCADE,
    constraint display_totals_site_id_subject_id_fkey FOREIGN KEY (site_id, subject_id) REFERENCES app.subjects(site_id, id) ON DELETE CASCADE
);
comment on table app.display_totals is 'Totals of the displays past their retention, of subjects that are still active.';
CREATE INDEX display_totals_prompt ON app.display_totals USING btree (site_id, prompt_id);

create table app.displays (
    site_id uuid not null,
    id uuid not null,
    subject_id uuid not null,
    visitor_id uuid not null,
    session_id uuid not null,
    prompt_id uuid not null,
    revision integer not null,
    origin uuid not null,
    state text not null default 'reserved'::text,
    traits jsonb not null,
    reserved_at timestamp with time zone not null,
    displayed_at timestamp with time zone,
    answered_at timestamp with time zone,
    dismissed_at timestamp with time zone,
    released_at timestamp with time zone,
    release_reason text,
    context jsonb,
    variant text,
    charges jsonb,
    carrier uuid,
    postponed_at timestamp with time zone,
    postponed_until timestamp with time zone,
    met_branches jsonb,
    constraint displays_pkey PRIMARY KEY (site_id, id),
    constraint only_what_is_postponed_has_these_times CHECK ((((state = 'postponed'::text) = (postponed_at IS NOT NULL)) AND ((state = 'postponed'::text) = (postponed_until IS NOT NULL)))),
    constraint state_is_known CHECK ((state = ANY (ARRAY['reserved'::text, 'displayed'::text, 'answered'::text, 'dismissed'::text, 'postponed'::text, 'released'::text]))),
    constraint what_is_released_has_its_time CHECK (((state <> 'released'::text) OR (released_at IS NOT NULL))),
    constraint displays_site_id_prompt_id_revision_fkey FOREIGN KEY (site_id, prompt_id, revision) REFERENCES app.revisions(site_id, prompt_id, number) ON DELETE CASCADE,
    constraint displays_site_id_subject_id_fkey FOREIGN KEY (site_id, subject_id) REFERENCES app.subjects(site_id, id) ON DELETE CASCADE,
    constraint one_origin_gets_one_display UNIQUE (site_id, origin)
) with (fillfactor=80);
comment on table app.displays is 'One showing of one revision to one subject, reserved by app.reserve.';
comment on column app.displays.origin is 'The event or the show request that caused it.';
comment on column app.displays.traits is 'The visitor''s traits when it was reserved.';
comment on column app.displays.answered_at is 'When its first answer was stored, which may be partial.';
comment on column app.displays.context is 'Path, device and language where it was reserved; `language` holds the tag and its fallbacks, in lower case. Null when unknown, as of displays from before it was stored.';
comment on column app.displays.variant is 'The variant of the prompt''s experiment that it shows; null without one.';
comment on column app.displays.charges is 'The periods of app.budget_periods that it was charged to, as {period: starts_on}; null if no budget applied. A release credits these.';
comment on column app.displays.carrier is 'The event or show request of a browser whose response carried the display, where `origin` is an event from the backend.';
comment on column app.displays.postponed_until is 'The time from which the visitor wants to be asked again; it was chosen at postponed_at.';
comment on column app.displays.met_branches is 'Branches whose condition on an earlier prompt held: their indexes, by question ID. Null if the content has none.';
CREATE INDEX displays_prompt ON app.displays USING btree (site_id, prompt_id, reserved_at);
CREATE INDEX displays_reserved ON app.displays USING btree (reserved_at) WHERE (state = 'reserved'::text);
CREATE INDEX displays_site ON app.displays USING btree (site_id, reserved_at, id);
CREATE INDEX displays_subject ON app.displays USING btree (site_id, subject_id, reserved_at);
CREATE INDEX displays_visitor ON app.displays USING btree (site_id, visitor_id);
grant select (site_id, id, subject_id, prompt_id, revision, state, traits, reserved_at, displayed_at, answered_at, dismissed_at, released_at, release_reason, context, variant, postponed_at, postponed_until) on app.displays to feedback_agent;
grant select on app.displays to feedback_person;

create table app.dropped_events (
    site_id uuid not null,
    day date not null,
    cause text not null,
    events bigint not null,
    constraint dropped_events_pkey PRIMARY KEY (site_id, day, cause),
    constraint cause_is_a_word CHECK ((cause ~ '^[a-z_]{1,40}$'::text)),
    constraint dropped_events_site_id_fkey FOREIGN KEY (site_id) REFERENCES app.sites(id) ON DELETE CASCADE
);
comment on table app.dropped_events is 'Events that the SDK dropped before sending them, as it reports.';
grant select on app.dropped_events to feedback_person;

create table app.erasures (
    site_id uuid not null,
    id uuid not null default app.mint_id(),
    hash text not null,
    counts jsonb not null,
    erased_by uuid,
    erased_at timestamp with time zone not null default now(),
    constraint erasures_pkey PRIMARY KEY (site_id, id),
    constraint erasures_site_id_fkey FOREIGN KEY (site_id) REFERENCES app.sites(id) ON DELETE CASCADE
);
comment on table app.erasures is 'Receipts of erasures. The hash is keyed: it proves an erasure without revealing the person.';
grant select on app.erasures to feedback_person;

create table app.event_counts (
    site_id uuid not null,
    name text not null,
    day date not null,
    events bigint not null,
    constraint event_counts_pkey PRIMARY KEY (site_id, name, day),
    constraint event_counts_site_id_fkey FOREIGN KEY (site_id) REFERENCES app.sites(id) ON DELETE CASCADE
);
comment on table app.event_counts is 'Events per name of days that can receive no more events; later days are counted when they are read.';
CREATE INDEX event_counts_day ON app.event_counts USING btree (site_id, day);
grant select on app.event_counts to feedback_person;

create table app.event_names (
    site_id uuid not null,
    name text not null,
    registered boolean not null default false,
    ignored boolean not null default false,
    top_candidate integer,
    index_property text,
    first_seen_at timestamp with time zone,
    last_seen_at timestamp with time zone,
    constraint event_names_pkey PRIMARY KEY (site_id, name),
    constraint name_has_its_form CHECK ((name ~ '^[A-Za-z0-9][A-Za-z0-9._:-]{0,159}$'::text)),
    constraint event_names_site_id_fkey FOREIGN KEY (site_id) REFERENCES app.sites(id) ON DELETE CASCADE
) with (fillfactor=90);
comment on table app.event_names is 'Event names of a site, as listed in the Events tab.';
comment on column app.event_names.registered is 'Its events are stored even if the site captures registered events only.';
comment on column app.event_names.ignored is 'Hidden from the listing; its events are kept.';
comment on column app.event_names.top_candidate is 'Key of the first published prompt that the name triggers: the one that a reason is about when the properties match no prompt. Null without a prompt.';
comment on column app.event_names.index_property is 'The property whose value candidates of the name are indexed by; null when no prompt requires one.';
comment on column app.event_names.last_seen_at is 'Accurate to the hour.';
grant select on app.event_names to feedback_agent;
grant insert (site_id, name, registered) on app.event_names to feedback_person;
grant select on app.event_names to feedback_person;
grant update (registered, ignored) on app.event_names to feedback_person;

create table app.events (
    received_at timestamp with time zone not null,
    site integer not null,
    visitor integer not null,
    name_hash integer not null,
    prompt integer,
    reason app.reason,
    id uuid not null,
    session_id uuid not null,
    bot boolean not null,
    device "char",
    name text not null,
    properties json not null,
    path text,
    languages text,
    verified json,
    proof_fault text,
    claimed_at timestamp with time zone,
    constraint events_pkey PRIMARY KEY (site, id)
) partition by RANGE (id);
comment on table app.events is 'Reported events of 30 days, partitioned by the UTC day in the id. app.event_details has them with UUIDs.';
comment on column app.events.site is 'app.sites.key.';
comment on column app.events.visitor is 'app.visitors.key, unique in its site. Once that row is deleted, the event is anonymous.';
comment on column app.events.name_hash is 'hashtext(name): takes four bytes in the index.';
comment on column app.events.prompt is 'app.prompts.key of the prompt that the reason is about.';
comment on column app.events.reason is 'The decision; null when none was requested.';
comment on column app.events.device is 'First letter of phone, tablet or desktop.';
comment on column app.events.languages is 'Language tags, separated by commas.';
comment on column app.events.verified is 'Properties from a valid event proof.';
comment on column app.events.claimed_at is 'When the delayed prompt of the event was claimed; `reason` is then the outcome. Takes no space while null.';
CREATE INDEX events_received ON ONLY app.events USING brin (received_at) WITH (pages_per_range='16', autosummarize='on');
CREATE INDEX events_visitor ON ONLY app.events USING btree (visitor, name_hash);
grant select on app.events to feedback_agent;
grant select on app.events to feedback_person;

create table app.file_deletions (
    name text not null,
    queued_at timestamp with time zone not null default now(),
    attempts integer not null default 0,
    due_at timestamp with time zone not null default now(),
    constraint file_deletions_pkey PRIMARY KEY (name),
    constraint attempts_are_counted CHECK ((attempts >= 0)),
    constraint name_has_1_to_200_characters CHECK (((length(name) >= 1) AND (length(name) <= 200)))
);
comment on table app.file_deletions is 'Files whose rows were deleted, until the worker has deleted the files, too.';
CREATE INDEX file_deletions_due ON app.file_deletions USING btree (due_at);

create table app.filtered_parts (
    site_id uuid not null,
    prompt_id uuid not null,
    from_at timestamp with time zone not null,
    filter bytea not null,
    figures jsonb not null,
    rows integer not null,
    next_at timestamp with time zone,
    next_id uuid,
    counted_at timestamp with time zone not null default now(),
    to_at timestamp with time zone not null,
    constraint filtered_parts_pkey PRIMARY KEY (site_id, prompt_id, from_at, to_at, filter),
    constraint the_rest_has_a_beginning CHECK (((next_at IS NULL) = (next_id IS NULL))),
    constraint filtered_parts_site_id_prompt_id_from_at_to_at_fkey FOREIGN KEY (site_id, prompt_id, from_at, to_at) REFERENCES app.result_parts(site_id, prompt_id, from_at, to_at) ON DELETE CASCADE
);
comment on table app.filtered_parts is 'Figures of a part under a filter. Deleted with the part, after 30 days, and once 20 other filters of the prompt have been counted since.';
comment on column app.filtered_parts.filter is 'app.hash_filter of its traits and its condition: what they compare may be personal, so it is not stored.';
comment on column app.filtered_parts.figures is 'What app.count_result_part counted.';
comment on column app.filtered_parts.rows is 'Number of displays and responses of the part that were examined.';
comment on column app.filtered_parts.next_at is 'Time of the first display or response that was not examined yet; null once the part is counted.';
comment on column app.filtered_parts.next_id is 'Its display, because several may have the same time.';
CREATE INDEX filtered_parts_counted ON app.filtered_parts USING btree (counted_at);
grant select on app.filtered_parts to feedback_agent;
grant select on app.filtered_parts to feedback_person;

create table app.grant_requests (
    id uuid not null default app.mint_id(),
    connection_id uuid not null,
    person_id uuid not null,
    workspace_id uuid not null,
    site_id uuid,
    action text not null,
    prompt_id uuid,
    revision integer,
    sha256 text,
    state text not null default 'pending'::text,
    created_at timestamp with time zone not null default now(),
    expires_at timestamp with time zone not null default (now() + '24:00:00'::interval),
    decided_at timestamp with time zone,
    reason text,
    approved_revision integer,
    site_name text,
    unmet jsonb,
    reminded_at timestamp with time zone,
    expiry_at timestamp with time zone,
    launcher jsonb,
    constraint grant_requests_pkey PRIMARY KEY (id),
    constraint action_is_known CHECK ((action = ANY (ARRAY['site:create'::text, 'prompt:draft'::text, 'prompt:publish'::text, 'launcher:set'::text, 'response:read'::text]))),
    constraint an_approved_revision_is_the_requested_or_a_later_one CHECK ((approved_revision >= revision)),
    constraint only_a_denial_has_a_reason CHECK (((reason IS NULL) OR (state = 'denied'::text))),
    constraint only_a_new_site_has_none CHECK (((action = 'site:create'::text) = (site_id IS NULL))),
    constraint only_a_new_site_is_named CHECK (((site_name IS NULL) OR ((action = 'site:create'::text) AND ((length(site_name) >= 1) AND (length(site_name) <= 120))))),
    constraint only_an_approval_has_an_approved_revision CHECK (((approved_revision IS NULL) OR (state = 'approved'::text))),
    constraint only_setting_a_launcher_names_one CHECK (((launcher IS NULL) OR (action = 'launcher:set'::text))),
    constraint publishing_names_the_prompt CHECK (((action = 'prompt:publish'::text) = (prompt_id IS NOT NULL))),
    constraint reason_has_1_to_500_characters CHECK (((length(reason) >= 1) AND (length(reason) <= 500))),
    constraint state_is_known CHECK ((state = ANY (ARRAY['pending'::text, 'approved'::text, 'denied'::text]))),
    constraint what_is_approved_is_named_with_its_hash CHECK (
CASE action
    WHEN 'launcher:set'::text THEN ((revision IS NULL) AND (sha256 IS NOT NULL))
    ELSE (((revision IS NULL) = (sha256 IS NULL)) AND ((revision IS NULL) OR (prompt_id IS NOT NULL)))
END),
    constraint what_is_decided_has_its_time CHECK (((state = 'pending'::text) = (decided_at IS NULL))),
    constraint grant_requests_connection_id_fkey FOREIGN KEY (connection_id) REFERENCES app.connections(id) ON DELETE CASCADE,
    constraint grant_requests_site_id_prompt_id_fkey FOREIGN KEY (site_id, prompt_id) REFERENCES app.prompts(site_id, id) ON DELETE CASCADE,
    constraint grant_requests_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES app.workspaces(id) ON DELETE CASCADE,
    constraint grant_requests_workspace_id_site_id_fkey FOREIGN KEY (workspace_id, site_id) REFERENCES app.sites(workspace_id, id) ON DELETE CASCADE
);
comment on table app.grant_requests is 'Approval requests of connections. Knowing the id grants nothing.';
comment on column app.grant_requests.person_id is 'The person of the connection, who alone decides.';
comment on column app.grant_requests.sha256 is 'Hash of the revision''s content at the time of the request, or of the launcher.';
comment on column app.grant_requests.reason is 'Why the person denied it, in their words. The program reads it.';
comment on column app.grant_requests.approved_revision is 'The revision that the person approved: the requested one, or a later one with their changes. Null unless a revision was approved.';
comment on column app.grant_requests.site_name is 'Name of the site to create; null for any site, and for other actions.';
comment on column app.grant_requests.unmet is 'The conditions of a standing grant that did not hold, so that a person is asked; null if the connection has none.';
comment on column app.grant_requests.reminded_at is 'When the reminder was written; null before.';
comment on column app.grant_requests.expiry_at is 'When the message was written that it expired; null before.';
comment on column app.grant_requests.launcher is 'The launcher to set, as launcherSchema of the contract; null removes it, and for other actions.';
CREATE INDEX grant_requests_connection ON app.grant_requests USING btree (connection_id, id);
CREATE INDEX grant_requests_ending ON app.grant_requests USING btree (expires_at) WHERE ((state = 'pending'::text) AND (expiry_at IS NULL));
CREATE INDEX grant_requests_person ON app.grant_requests USING btree (person_id, id);
CREATE INDEX grant_requests_prompt ON app.grant_requests USING btree (site_id, prompt_id);
CREATE INDEX grant_requests_site ON app.grant_requests USING btree (workspace_id, site_id);
CREATE UNIQUE INDEX what_waits_is_asked_once ON app.grant_requests USING btree (connection_id, action, workspace_id, site_id, prompt_id, revision, site_name, sha256) NULLS NOT DISTINCT WHERE (state = 'pending'::text);
grant select on app.grant_requests to feedback_agent;
grant select on app.grant_requests to feedback_person;

create table app.grants (
    id uuid not null default app.mint_id(),
    request_id uuid,
    connection_id uuid not null,
    workspace_id uuid not null,
    site_id uuid,
    action text not null,
    mode text not null,
    prompt_id uuid,
    revision integer,
    sha256 text,
    combination boolean not null default false,
    approved_by uuid not null,
    approved_at timestamp with time zone not null default now(),
    expires_at timestamp with time zone not null,
    consumed_at timestamp with time zone,
    consumed_by uuid,
    revoked_at timestamp with time zone,
    given_back boolean not null default false,
    site_name text,
    conditions jsonb,
    uses integer not null default 0,
    constraint grants_pkey PRIMARY KEY (id),
    constraint action_is_known CHECK ((action = ANY (ARRAY['site:create'::text, 'prompt:draft'::text, 'prompt:publish'::text, 'launcher:set'::text, 'response:read'::text]))),
    constraint lasts_at_most_a_year CHECK ((expires_at <= (approved_at + '366 days'::interval))),
    constraint mode_is_once_or_until CHECK ((mode = ANY (ARRAY['once'::text, 'until'::text]))),
    constraint only_a_new_site_has_none CHECK (((action = 'site:create'::text) = (site_id IS NULL))),
    constraint only_a_new_site_is_named CHECK (((site_name IS NULL) OR ((action = 'site:create'::text) AND ((length(site_name) >= 1) AND (length(site_name) <= 120))))),
    constraint only_a_standing_grant_to_publish_has_conditions CHECK (((conditions IS NULL) OR ((jsonb_typeof(conditions) = 'array'::text) AND (conditions <> '[]'::jsonb) AND (action = 'prompt:publish'::text) AND (mode = 'until'::text) AND (prompt_id IS NULL) AND (revision IS NULL)))),
    constraint only_once_is_consumed CHECK (((consumed_at IS NULL) OR (mode = 'once'::text))),
    constraint only_publishing_names_a_prompt CHECK (((prompt_id IS NULL) OR (action = 'prompt:publish'::text))),
    constraint what_is_approved_is_named_with_its_hash CHECK (
CASE action
    WHEN 'launcher:set'::text THEN (revision IS NULL)
    ELSE (((revision IS NULL) = (sha256 IS NULL)) AND ((revision IS NULL) OR (prompt_id IS NOT NULL)))
END),
    constraint grants_connection_id_fkey FOREIGN KEY (connection_id) REFERENCES app.connections(id) ON DELETE CASCADE,
    constraint grants_request_id_fkey FOREIGN KEY (request_id) REFERENCES app.grant_requests(id) ON DELETE SET NULL,
    constraint grants_site_id_prompt_id_fkey FOREIGN KEY (site_id, prompt_id) REFERENCES app.prompts(site_id, id) ON DELETE CASCADE,
    constraint grants_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES app.workspaces(id) ON DELETE CASCADE,
    constraint grants_workspace_id_site_id_fkey FOREIGN KEY (workspace_id, site_id) REFERENCES app.sites(workspace_id, id) ON DELETE CASCADE
);
comment on table app.grants is 'A person''s approval of one action of one connection.';
comment on column app.grants.prompt_id is 'The prompt that the grant is for; null for every prompt of the site, as for a pipeline.';
comment on column app.grants.revision is 'The revision that may be published; null allows to pause, resume and archive only.';
comment on column app.grants.sha256 is 'Hash of what may be published: of the revision''s content, or of the launcher. Without one, a grant for launchers allows any, as for a pipeline.';
comment on column app.grants.combination is 'Allows publishing although a connection of the person may read the site''s responses.';
comment on column app.grants.consumed_by is 'The call that consumed a `once` grant; the rest of that call may still rely on it.';
comment on column app.grants.given_back is 'The grant ended without its person''s decision, so what was read under it still counts.';
comment on column app.grants.site_name is 'Name of the site that it creates; null for any site, and for other actions.';
comment on column app.grants.conditions is 'What must hold for each revision that it publishes, as grantConditionSchema of the contract; prompts by their ids. Null for a grant without conditions.';
comment on column app.grants.uses is 'How often a grant with conditions was used.';
CREATE INDEX grants_connection ON app.grants USING btree (connection_id, action);
CREATE INDEX grants_expiry ON app.grants USING btree (expires_at);
CREATE INDEX grants_person ON app.grants USING btree (approved_by, id);
CREATE INDEX grants_prompt ON app.grants USING btree (site_id, prompt_id);
CREATE INDEX grants_request ON app.grants USING btree (request_id);
CREATE INDEX grants_site ON app.grants USING btree (workspace_id, site_id);
grant select on app.grants to feedback_agent;
grant select on app.grants to feedback_person;

create table app.group_displays (
    site_id uuid not null,
    prompt_id uuid not null,
    group_hash bytea not null,
    display_id uuid not null,
    last_at timestamp with time zone not null,
    constraint group_displays_pkey PRIMARY KEY (site_id, prompt_id, group_hash),
    constraint group_displays_site_id_prompt_id_fkey FOREIGN KEY (site_id, prompt_id) REFERENCES app.prompts(site_id, id) ON DELETE CASCADE
);
comment on table app.group_displays is 'The last display of a prompt to a group, for prompts with a limit per group. Reserving a display locks the row.';
comment on column app.group_displays.group_hash is 'A hash of the trait and its value, which is not stored.';
CREATE INDEX group_displays_display ON app.group_displays USING btree (site_id, display_id);

create table app.home_heartbeat (
    singleton boolean not null default true,
    at timestamp with time zone not null default '-infinity'::timestamp with time zone,
    constraint home_heartbeat_pkey PRIMARY KEY (singleton),
    constraint only_one_row CHECK (singleton)
);
comment on table app.home_heartbeat is 'When home was alive, one row. Written at home, copied to every cell, which sees by it how late its copies are.';

create table app.idempotency_keys (
    caller_id uuid not null,
    key text not null,
    request_hash bytea not null,
    reply jsonb,
    at timestamp with time zone not null default now(),
    site_id uuid,
    response_id uuid,
    constraint idempotency_keys_pkey PRIMARY KEY (caller_id, key),
    constraint key_has_1_to_255_characters CHECK (((length(key) >= 1) AND (length(key) <= 255)))
);
comment on table app.idempotency_keys is 'Replies to writes that carried an Idempotency-Key, for 24 hours.';
comment on column app.idempotency_keys.caller_id is 'A person or a connection.';
comment on column app.idempotency_keys.request_hash is 'SHA-256 of the request: a key may not be reused for another one.';
comment on column app.idempotency_keys.site_id is 'The site of the request; null for one without a site.';
comment on column app.idempotency_keys.response_id is 'The response that the request was about. The reply is deleted with it.';
CREATE INDEX idempotency_keys_at ON app.idempotency_keys USING btree (at);
CREATE INDEX idempotency_keys_response ON app.idempotency_keys USING btree (site_id, response_id);

create table app.instance_changes (
    id uuid not null default app.mint_id(),
    at timestamp with time zone not null default clock_timestamp(),
    who text not null default 'operator'::text,
    before jsonb not null,
    after jsonb not null,
    constraint instance_changes_pkey PRIMARY KEY (id)
);
comment on table app.instance_changes is 'The audit log of app.instance_settings, which belong to no workspace. Append-only: only app.change_instance_settings writes it.';

create table app.instance_settings (
    id smallint not null default 1,
    event_days integer not null default 30,
    visitor_days integer not null default 90,
    site_per_second integer not null default 5000,
    site_burst integer not null default 20000,
    address_per_second integer not null default 100,
    address_burst integer not null default 500,
    subject_per_second integer not null default 100,
    subject_burst integer not null default 1000,
    sign_up_domains text[],
    constraint instance_settings_pkey PRIMARY KEY (id),
    constraint address_burst_is_10_to_500 CHECK (((address_burst >= 10) AND (address_burst <= 500))),
    constraint address_per_second_is_1_to_100 CHECK (((address_per_second >= 1) AND (address_per_second <= 100))),
    constraint event_days_are_7_to_30 CHECK (((event_days >= 7) AND (event_days <= 30))),
    constraint sign_up_domains_are_domains CHECK (((cardinality(sign_up_domains) = 0) OR ((','::text || array_to_string(sign_up_domains, ','::text, ''::text)) ~ '^(,[a-z0-9-]+([.][a-z0-9-]+)+)+$'::text))),
    constraint site_burst_is_10_to_20000 CHECK (((site_burst >= 10) AND (site_burst <= 20000))),
    constraint site_per_second_is_1_to_5000 CHECK (((site_per_second >= 1) AND (site_per_second <= 5000))),
    constraint subject_burst_is_10_to_1000 CHECK (((subject_burst >= 10) AND (subject_burst <= 1000))),
    constraint subject_per_second_is_1_to_100 CHECK (((subject_per_second >= 1) AND (subject_per_second <= 100))),
    constraint there_is_one_row CHECK ((id = 1)),
    constraint visitor_days_are_7_to_90 CHECK (((visitor_days >= 7) AND (visitor_days <= 90)))
);
comment on table app.instance_settings is 'The operator''s settings for all sites of this instance: maximum retention and rate limits, and who may sign up. One row.';
comment on column app.instance_settings.sign_up_domains is 'Domains whose e-mail addresses may sign up, for the sign-in service of feedback-server; null: those of its configuration.';
grant select on app.instance_settings to feedback_person;

create table app.invitations (
    workspace_id uuid not null,
    id uuid not null default app.mint_id(),
    email text not null,
    role text not null,
    secret_hash bytea not null,
    created_by uuid,
    created_at timestamp with time zone not null default now(),
    expires_at timestamp with time zone not null default (now() + '7 days'::interval),
    accepted_by uuid,
    name text,
    constraint invitations_pkey PRIMARY KEY (workspace_id, id),
    constraint email_has_3_to_254_characters CHECK (((length(email) >= 3) AND (length(email) <= 254))),
    constraint name_has_1_to_80_characters CHECK (((length(name) >= 1) AND (length(name) <= 80))),
    constraint role_is_owner_editor_or_viewer CHECK ((role = ANY (ARRAY['owner'::text, 'editor'::text, 'viewer'::text]))),
    constraint secret_hash_is_sha256 CHECK ((length(secret_hash) = 32)),
    constraint invitations_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES app.workspaces(id) ON DELETE CASCADE
);
comment on table app.invitations is 'Invitations to workspaces, accepted with the secret by the person with the email address.';
comment on column app.invitations.secret_hash is 'SHA-256 of the secret, which was shown once.';
comment on column app.invitations.accepted_by is 'Kept for a while after accepting, so that accepting is idempotent.';
comment on column app.invitations.name is 'The name that the inviter gave the person, used if they accept without choosing another.';
CREATE INDEX invitations_email ON app.invitations USING btree (lower(email));
CREATE INDEX invitations_secret ON app.invitations USING btree (secret_hash);
grant delete on app.invitations to feedback_person;
grant insert (workspace_id, email, role, secret_hash, created_by, name) on app.invitations to feedback_person;
grant select (workspace_id, id, email, role, created_by, created_at, expires_at, accepted_by, name) on app.invitations to feedback_person;

create table app.issue_responses (
    site_id uuid not null,
    issue_id uuid not null,
    response_id uuid not null,
    constraint issue_responses_pkey PRIMARY KEY (site_id, issue_id, response_id),
    constraint issue_responses_site_id_issue_id_fkey FOREIGN KEY (site_id, issue_id) REFERENCES app.issues(site_id, id) ON DELETE CASCADE,
    constraint issue_responses_site_id_response_id_fkey FOREIGN KEY (site_id, response_id) REFERENCES app.responses(site_id, display_id) ON DELETE CASCADE
);
comment on table app.issue_responses is 'The responses of an issue and of its comments.';
CREATE INDEX issue_responses_response ON app.issue_responses USING btree (site_id, response_id);
grant select on app.issue_responses to feedback_agent;
grant select on app.issue_responses to feedback_person;

create table app.issues (
    site_id uuid not null,
    id uuid not null default app.mint_id(),
    destination_id uuid not null,
    key text not null,
    url text not null,
    title text not null,
    created_at timestamp with time zone not null,
    constraint issues_pkey PRIMARY KEY (site_id, id),
    constraint key_has_1_to_200_characters CHECK (((length(key) >= 1) AND (length(key) <= 200))),
    constraint title_has_1_to_255_characters CHECK (((length(title) >= 1) AND (length(title) <= 255))),
    constraint url_is_https CHECK (((url ~~ 'https://%'::text) AND (length(url) <= 2000))),
    constraint issues_site_id_destination_id_fkey FOREIGN KEY (site_id, destination_id) REFERENCES app.destinations(site_id, id) ON DELETE CASCADE
);
comment on table app.issues is 'Issues that destinations created in trackers. They contain nothing that visitors wrote.';
comment on column app.issues.title is 'The heading that a member wrote, or the name of the prompt; the title in the tracker may have words of the visitor.';
CREATE INDEX issues_destination ON app.issues USING btree (site_id, destination_id);
grant select on app.issues to feedback_agent;
grant select on app.issues to feedback_person;

create table app.label_proposals (
    site_id uuid not null,
    display_id uuid not null,
    question_id text not null,
    tag_id uuid not null,
    source text not null default 
CASE
    WHEN (app.connection_id() IS NULL) THEN 'person'::text
    ELSE 'connection'::text
END,
    proposer text not null default COALESCE(app.connection_name(), ''::text),
    quote text,
    is_example boolean not null default false,
    state text not null default 'proposed'::text,
    created_by uuid not null,
    created_at timestamp with time zone not null default clock_timestamp(),
    decided_by uuid,
    decided_at timestamp with time zone,
    constraint label_proposals_pkey PRIMARY KEY (site_id, display_id, question_id, tag_id, source, proposer),
    constraint open_proposal_has_a_quote CHECK (((state <> 'proposed'::text) OR (quote IS NOT NULL))),
    constraint quote_has_1_to_300_characters CHECK (((length(quote) >= 1) AND (length(quote) <= 300))),
    constraint source_is_known CHECK ((source = ANY (ARRAY['person'::text, 'connection'::text, 'method'::text]))),
    constraint state_is_known CHECK ((state = ANY (ARRAY['proposed'::text, 'accepted'::text, 'rejected'::text]))),
    constraint label_proposals_site_id_display_id_question_id_fkey FOREIGN KEY (site_id, display_id, question_id) REFERENCES app.text_answers(site_id, display_id, question_id) ON DELETE CASCADE,
    constraint label_proposals_site_id_tag_id_fkey FOREIGN KEY (site_id, tag_id) REFERENCES app.tags(site_id, id) ON DELETE CASCADE
);
comment on table app.label_proposals is 'Tags that something proposed for a text answer, and what people decided.';
comment on column app.label_proposals.proposer is 'Name of the connection at that time; empty for the method and for people.';
comment on column app.label_proposals.quote is 'The part of the text that the tag is about.';
comment on column app.label_proposals.is_example is 'Proposed with its tag, as an example; accepted with it.';
comment on column app.label_proposals.created_by is 'The person who proposed it, or for whom the program or the method did.';
CREATE INDEX label_proposals_open ON app.label_proposals USING btree (site_id, display_id, question_id) WHERE (state = 'proposed'::text);
CREATE INDEX label_proposals_tag ON app.label_proposals USING btree (site_id, tag_id, state);
grant insert (site_id, display_id, question_id, tag_id, quote, is_example, created_by) on app.label_proposals to feedback_agent;
grant select on app.label_proposals to feedback_agent;
grant insert (site_id, display_id, question_id, tag_id, source, quote, is_example, created_by) on app.label_proposals to feedback_person;
grant select on app.label_proposals to feedback_person;
grant update (state, decided_by, decided_at) on app.label_proposals to feedback_person;

create table app.leaving_people (
    person uuid not null,
    name text not null,
    due_at timestamp with time zone not null,
    constraint leaving_people_pkey PRIMARY KEY (person)
);
comment on table app.leaving_people is 'People whose account is scheduled for deletion. Written at home, copied to every cell, which deletes its part when it is due.';
comment on column app.leaving_people.name is 'Their e-mail address, which the audit log loses.';

create table app.lost_access (
    id uuid not null default app.mint_id(),
    person_id uuid not null,
    connection_id uuid not null,
    workspace_id uuid not null,
    workspace_name text not null,
    at timestamp with time zone not null default now(),
    cause text not null,
    role text,
    sites text[] not null,
    actions text[] not null,
    ended boolean not null,
    constraint lost_access_pkey PRIMARY KEY (id),
    constraint cause_is_left_removed_or_role CHECK ((cause = ANY (ARRAY['left'::text, 'removed'::text, 'role'::text]))),
    constraint only_a_changed_role_is_named CHECK (((cause = 'role'::text) = (role IS NOT NULL))),
    constraint lost_access_connection_id_fkey FOREIGN KEY (connection_id) REFERENCES app.connections(id) ON DELETE CASCADE,
    constraint lost_access_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES app.workspaces(id) ON DELETE CASCADE
);
comment on table app.lost_access is 'What a person''s connections lost with a membership or a role. Informs the person, who may no longer see the workspace.';
comment on column app.lost_access.role is 'The remaining role.';
comment on column app.lost_access.sites is 'Names of the sites that the connection no longer sees.';
comment on column app.lost_access.actions is 'The actions whose grants were revoked.';
comment on column app.lost_access.ended is 'Whether the whole connection ended.';
CREATE INDEX lost_access_connection ON app.lost_access USING btree (connection_id);
CREATE INDEX lost_access_person ON app.lost_access USING btree (person_id, id);
CREATE INDEX lost_access_workspace ON app.lost_access USING btree (workspace_id);
grant select on app.lost_access to feedback_person;

create table app.members (
    workspace_id uuid not null,
    person_id uuid not null,
    role text not null,
    email text,
    created_at timestamp with time zone not null default now(),
    constraint members_pkey PRIMARY KEY (workspace_id, person_id),
    constraint role_is_owner_editor_or_viewer CHECK ((role = ANY (ARRAY['owner'::text, 'editor'::text, 'viewer'::text]))),
    constraint members_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES app.workspaces(id) ON DELETE CASCADE
);
comment on table app.members is 'Who belongs to a workspace. A person is a user of Supabase Auth.';
comment on column app.members.email is 'From Supabase Auth, when the person last used the dashboard.';
CREATE INDEX members_person ON app.members USING btree (person_id);
grant select (workspace_id, person_id, role, email) on app.members to feedback_agent;
grant delete, select on app.members to feedback_person;
grant update (role) on app.members to feedback_person;

create table app.oauth_clients (
    client_id text not null,
    kind text not null,
    name text not null,
    host text,
    redirect_uris text[] not null,
    created_at timestamp with time zone not null,
    last_used_at timestamp with time zone not null,
    fresh_until timestamp with time zone,
    constraint oauth_clients_pkey PRIMARY KEY (client_id),
    constraint client_id_has_1_to_2000_characters CHECK (((length(client_id) >= 1) AND (length(client_id) <= 2000))),
    constraint client_name_has_1_to_120_characters CHECK (((length(name) >= 1) AND (length(name) <= 120))),
    constraint kind_is_registered_or_document CHECK ((kind = ANY (ARRAY['registered'::text, 'document'::text]))),
    constraint redirect_uris_are_1_to_20 CHECK (((cardinality(redirect_uris) >= 1) AND (cardinality(redirect_uris) <= 20)))
);
comment on table app.oauth_clients is 'Dynamically registered clients and fetched client metadata documents. All are public clients.';
comment on column app.oauth_clients.host is 'Host of the client metadata document; null for a registered client.';
comment on column app.oauth_clients.last_used_at is 'Accurate to the day. Unused clients are deleted after 90 days.';
comment on column app.oauth_clients.fresh_until is 'When the document has to be fetched again.';
CREATE INDEX oauth_clients_use ON app.oauth_clients USING btree (last_used_at);

create table app.outbox (
    site_id uuid not null,
    id uuid not null,
    response_id uuid,
    prompt_id uuid,
    destination_id uuid,
    final boolean,
    pending boolean not null default true,
    type text not null,
    answers jsonb,
    detail jsonb,
    constraint outbox_pkey PRIMARY KEY (site_id, id)
) partition by RANGE (id);
comment on table app.outbox is 'Messages of 30 days, partitioned by the UTC day in the id. A message is one thing that happened and that a destination may receive.';
comment on column app.outbox.id is 'A UUIDv7: the time of what happened, and the ID that every receiver sees.';
comment on column app.outbox.destination_id is 'The only destination of a digest or a test; null for the others.';
comment on column app.outbox.pending is 'Deliveries have not been created yet.';
comment on column app.outbox.answers is 'The answers as they were; null once the response is deleted or its visitor erased.';
comment on column app.outbox.detail is 'What the payload needs besides current rows.';
CREATE INDEX outbox_pending ON ONLY app.outbox USING btree (id) WHERE pending;
CREATE INDEX outbox_response ON ONLY app.outbox USING btree (site_id, response_id) WHERE (response_id IS NOT NULL);

create table app.passkey_registrations (
    id uuid not null default gen_random_uuid(),
    person_id uuid not null,
    challenge bytea not null,
    expires_at timestamp with time zone not null,
    constraint passkey_registrations_pkey PRIMARY KEY (id),
    constraint challenge_has_32_bytes CHECK ((octet_length(challenge) = 32))
);
comment on table app.passkey_registrations is 'Passkeys that people are about to add, each with the challenge that its browser signs.';
CREATE INDEX passkey_registrations_person ON app.passkey_registrations USING btree (person_id);

create table app.passkey_resets (
    id uuid not null default app.mint_id(),
    person_id uuid not null,
    by_person uuid,
    at timestamp with time zone not null default clock_timestamp(),
    notice_due_at timestamp with time zone default clock_timestamp(),
    constraint passkey_resets_pkey PRIMARY KEY (id)
);
comment on table app.passkey_resets is 'Whose passkeys were removed by another owner or the operator, until those who must know were told.';
comment on column app.passkey_resets.by_person is 'The owner who did it; null for the operator of the server.';
comment on column app.passkey_resets.notice_due_at is 'When the notice is due; null once it was sent.';

create table app.people (
    person_id uuid not null,
    name text not null,
    updated_at timestamp with time zone not null default now(),
    constraint people_pkey PRIMARY KEY (person_id),
    constraint name_has_1_to_80_characters CHECK (((length(name) >= 1) AND (length(name) <= 80))),
    constraint name_is_trimmed CHECK ((name = btrim(name)))
);
comment on table app.people is 'Names of people. People without a row are shown with their email address.';
grant select (person_id, name) on app.people to feedback_agent;
grant delete on app.people to feedback_person;
grant insert (person_id, name) on app.people to feedback_person;
grant select (person_id, name) on app.people to feedback_person;
grant update (name, updated_at) on app.people to feedback_person;

create table app.placed_people (
    person uuid not null,
    cell smallint not null,
    constraint placed_people_pkey PRIMARY KEY (person, cell),
    constraint placed_people_cell_fkey FOREIGN KEY (cell) REFERENCES app.cells(number)
);
comment on table app.placed_people is 'The directory: cells besides home in which a person may have workspaces. Written at home, copied to every cell.';
CREATE INDEX placed_people_cell ON app.placed_people USING btree (cell);

create table app.placed_secrets (
    hash bytea not null,
    workspace uuid not null,
    constraint placed_secrets_pkey PRIMARY KEY (hash),
    constraint placed_hash_has_32_bytes CHECK ((length(hash) = 32)),
    constraint placed_secrets_workspace_fkey FOREIGN KEY (workspace) REFERENCES app.placed_workspaces(id) ON DELETE CASCADE
);
comment on table app.placed_secrets is 'The directory: the workspace of a secret that comes without its site: a site key, a link to results, an invitation. Written at home, copied to every cell.';
comment on column app.placed_secrets.hash is 'As in the table of the secret.';
CREATE INDEX placed_secrets_workspace ON app.placed_secrets USING btree (workspace);

create table app.placed_sites (
    id uuid not null,
    public_id text not null,
    workspace uuid not null,
    constraint placed_sites_pkey PRIMARY KEY (id),
    constraint placed_sites_workspace_fkey FOREIGN KEY (workspace) REFERENCES app.placed_workspaces(id) ON DELETE CASCADE,
    constraint placed_public_id_is_unique UNIQUE (public_id)
);
comment on table app.placed_sites is 'The directory: the workspace of a site. Written at home, copied to every cell.';
comment on column app.placed_sites.public_id is 'The public site ID.';
CREATE INDEX placed_sites_workspace ON app.placed_sites USING btree (workspace);

create table app.placed_workspaces (
    id uuid not null,
    cell smallint not null,
    constraint placed_workspaces_pkey PRIMARY KEY (id),
    constraint placed_workspaces_cell_fkey FOREIGN KEY (cell) REFERENCES app.cells(number)
);
comment on table app.placed_workspaces is 'The directory: which cell has a workspace. Written at home, copied to every cell.';
CREATE INDEX placed_workspaces_cell ON app.placed_workspaces USING btree (cell);

create table app.presence_challenges (
    id uuid not null default gen_random_uuid(),
    person_id uuid not null,
    operation text not null,
    site_id uuid,
    subject text,
    revision integer,
    sha256 text,
    request_hash bytea not null,
    challenge bytea not null,
    created_at timestamp with time zone not null default now(),
    expires_at timestamp with time zone not null,
    confirmed_at timestamp with time zone,
    confirmed_in xid8,
    credential text,
    constraint presence_challenges_pkey PRIMARY KEY (id),
    constraint presence_challenges_challenge_check CHECK ((octet_length(challenge) = 32))
);
comment on table app.presence_challenges is 'What people are asked to confirm with a passkey, each for one request, and what they confirmed.';
comment on column app.presence_challenges.operation is 'Name of the operation of the management API.';
comment on column app.presence_challenges.subject is 'ID of what it is done to, such as the request that is approved or the prompt that is published.';
comment on column app.presence_challenges.sha256 is 'Hash of the content that is approved or published.';
comment on column app.presence_challenges.request_hash is 'Hash of the operation with its whole input.';
comment on column app.presence_challenges.confirmed_in is 'Transaction that used the confirmation: no other one can.';
CREATE INDEX presence_challenges_person ON app.presence_challenges USING btree (person_id, created_at);

create table app.prompts (
    site_id uuid not null,
    id uuid not null default app.mint_id(),
    key integer not null,
    survey_id text not null,
    state text not null default 'draft'::text,
    published_revision integer,
    published_at timestamp with time zone,
    created_by uuid,
    created_at timestamp with time zone not null default now(),
    updated_at timestamp with time zone not null default now(),
    constraint prompts_pkey PRIMARY KEY (site_id, id),
    constraint state_is_known CHECK ((state = ANY (ARRAY['draft'::text, 'published'::text, 'paused'::text, 'archived'::text]))),
    constraint survey_id_has_its_form CHECK ((survey_id ~ '^[a-z0-9][a-z0-9_-]{0,63}$'::text)),
    constraint what_is_live_has_a_revision CHECK (((state = ANY (ARRAY['draft'::text, 'archived'::text])) OR (published_revision IS NOT NULL))),
    constraint prompts_site_id_fkey FOREIGN KEY (site_id) REFERENCES app.sites(id) ON DELETE CASCADE,
    constraint published_revision_exists FOREIGN KEY (site_id, id, published_revision) REFERENCES app.revisions(site_id, prompt_id, number),
    constraint prompt_key_is_unique UNIQUE (site_id, key),
    constraint survey_id_is_unique_in_its_site UNIQUE (site_id, survey_id)
);
comment on table app.prompts is 'Prompts: a survey ID and a state each. Their contents are in app.revisions.';
comment on column app.prompts.key is 'Identifies the prompt in app.events. Unique in its site, and internal to this database.';
comment on column app.prompts.published_at is 'When it was first published. Among prompts of equal priority the oldest wins, also after another was republished.';
CREATE INDEX prompts_created ON app.prompts USING btree (site_id, created_at, id);
grant insert (site_id, id, survey_id, created_by) on app.prompts to feedback_agent;
grant select on app.prompts to feedback_agent;
grant update (survey_id, state, published_revision, updated_at) on app.prompts to feedback_agent;
grant insert (site_id, id, survey_id, created_by) on app.prompts to feedback_person;
grant select on app.prompts to feedback_person;
grant update (survey_id, state, published_revision, updated_at) on app.prompts to feedback_person;

create table app.proof_keys (
    site_id uuid not null,
    kid text not null,
    alg text not null,
    status text not null default 'active'::text,
    sealed bytea not null,
    created_at timestamp with time zone not null default now(),
    last_used_at timestamp with time zone,
    created_by uuid,
    constraint proof_keys_pkey PRIMARY KEY (site_id, kid),
    constraint alg_is_known CHECK ((alg = ANY (ARRAY['HS256'::text, 'EdDSA'::text]))),
    constraint kid_has_1_to_64_characters CHECK ((kid ~ '^[A-Za-z0-9_-]{1,64}$'::text)),
    constraint status_is_active_or_verify_only CHECK ((status = ANY (ARRAY['active'::text, 'verify_only'::text]))),
    constraint proof_keys_site_id_fkey FOREIGN KEY (site_id) REFERENCES app.sites(id) ON DELETE CASCADE
);
comment on table app.proof_keys is 'Keys that verify event proofs; at most two per site, for rotation.';
comment on column app.proof_keys.sealed is 'The encrypted key; only the sdk function can decrypt it.';
comment on column app.proof_keys.last_used_at is 'Accurate to the hour.';
comment on column app.proof_keys.created_by is 'The person who made it; null for keys that are older than this column.';
grant delete on app.proof_keys to feedback_person;
grant insert (site_id, kid, alg, sealed, created_by) on app.proof_keys to feedback_person;
grant select (site_id, kid, alg, status, created_at, last_used_at) on app.proof_keys to feedback_person;
grant update (status) on app.proof_keys to feedback_person;

create table app.proven_visitors (
    site_id uuid not null,
    visitor_id uuid not null,
    subject_id uuid not null,
    constraint proven_visitors_pkey PRIMARY KEY (site_id, visitor_id),
    constraint proven_visitors_site_id_visitor_id_fkey FOREIGN KEY (site_id, visitor_id) REFERENCES app.visitors(site_id, id) ON DELETE CASCADE
);
comment on table app.proven_visitors is 'Visitors that an identity proof connected to their account. It counts while the visitor still belongs to that subject.';

create table app.publications (
    site_id uuid not null,
    prompt_id uuid not null,
    at timestamp with time zone not null,
    revision integer,
    constraint publications_pkey PRIMARY KEY (site_id, prompt_id, at),
    constraint publications_site_id_prompt_id_fkey FOREIGN KEY (site_id, prompt_id) REFERENCES app.prompts(site_id, id) ON DELETE CASCADE
);
comment on table app.publications is 'Which revision of a prompt was live from which time, since this table was created.';
comment on column app.publications.revision is 'Null if the prompt has been paused or archived since then.';

create table app.push_keys (
    singleton boolean not null default true,
    public_key text not null,
    sealed bytea not null,
    created_at timestamp with time zone not null default now(),
    constraint push_keys_pkey PRIMARY KEY (singleton),
    constraint only_one_row CHECK (singleton)
);
comment on table app.push_keys is 'The VAPID keys with which the service identifies itself to push services, at most one row.';
comment on column app.push_keys.public_key is 'As base64url. Every subscription is bound to it.';
comment on column app.push_keys.sealed is 'The private key, encrypted like proof keys.';

create table app.push_messages (
    id uuid not null default app.mint_id(),
    subscription_id uuid not null,
    request_id uuid,
    reminder boolean not null default false,
    created_at timestamp with time zone not null default now(),
    next_at timestamp with time zone not null default now(),
    lease uuid,
    attempts integer not null default 0,
    constraint push_messages_pkey PRIMARY KEY (id),
    constraint push_messages_subscription_id_fkey FOREIGN KEY (subscription_id) REFERENCES app.push_subscriptions(id) ON DELETE CASCADE
);
comment on table app.push_messages is 'Notifications to be sent. They are deleted once the push service accepted them.';
comment on column app.push_messages.request_id is 'The approval request; null for the first notification in a new browser.';
comment on column app.push_messages.next_at is 'When it is attempted next; while it is leased, when another worker may take it.';
CREATE INDEX push_messages_due ON app.push_messages USING btree (next_at);
CREATE INDEX push_messages_request ON app.push_messages USING btree (request_id) WHERE (request_id IS NOT NULL);
CREATE INDEX push_messages_subscription ON app.push_messages USING btree (subscription_id);

create table app.push_subscriptions (
    id uuid not null,
    person_id uuid not null,
    session_id uuid,
    endpoint_sha256 bytea not null,
    host text not null,
    browser text,
    sealed bytea not null,
    created_at timestamp with time zone not null default now(),
    last_delivered_at timestamp with time zone,
    constraint push_subscriptions_pkey PRIMARY KEY (id),
    constraint browser_has_at_most_120_characters CHECK ((length(browser) <= 120)),
    constraint host_has_at_most_300_characters CHECK ((length(host) <= 300))
);
comment on table app.push_subscriptions is 'Browsers in which a person wants to be notified of approval requests.';
comment on column app.push_subscriptions.session_id is 'The sign-in that subscribed: when it ends, so does the subscription. Null if the token named none.';
comment on column app.push_subscriptions.endpoint_sha256 is 'Hash of the push service''s URL, by which a browser recognises its subscription.';
comment on column app.push_subscriptions.sealed is 'URL and keys of the browser''s subscription, encrypted like proof keys.';
CREATE INDEX push_subscriptions_person ON app.push_subscriptions USING btree (person_id, id);
CREATE INDEX push_subscriptions_session ON app.push_subscriptions USING btree (session_id) WHERE (session_id IS NOT NULL);
CREATE UNIQUE INDEX push_subscriptions_endpoint ON app.push_subscriptions USING btree (endpoint_sha256);
grant delete on app.push_subscriptions to feedback_person;
grant select (id, person_id, endpoint_sha256, host, browser, created_at, last_delivered_at) on app.push_subscriptions to feedback_person;

create table app.recipient_confirmations (
    site_id uuid not null,
    id uuid not null default app.mint_id(),
    destination_id uuid not null,
    address text not null,
    created_at timestamp with time zone not null,
    due_at timestamp with time zone,
    attempts integer not null default 0,
    token_hash bytea,
    expires_at timestamp with time zone,
    constraint recipient_confirmations_pkey PRIMARY KEY (site_id, id),
    constraint a_token_expires CHECK (((token_hash IS NULL) OR (expires_at IS NOT NULL))),
    constraint recipient_confirmations_site_id_fkey FOREIGN KEY (site_id) REFERENCES app.sites(id) ON DELETE CASCADE
);
comment on table app.recipient_confirmations is 'E-mails that ask a recipient to confirm an address, sent or to be sent.';
comment on column app.recipient_confirmations.due_at is 'When it is sent, or sent again if the mail server refused; null once it is sent or given up.';
comment on column app.recipient_confirmations.token_hash is 'SHA-256 of the token in the link; null until it is sent, and once it is used or revoked.';
CREATE INDEX recipient_confirmations_address ON app.recipient_confirmations USING btree (lower(address), created_at);
CREATE INDEX recipient_confirmations_due ON app.recipient_confirmations USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX recipient_confirmations_site ON app.recipient_confirmations USING btree (site_id, created_at);
CREATE INDEX recipient_confirmations_token ON app.recipient_confirmations USING btree (token_hash) WHERE (token_hash IS NOT NULL);

create table app.released_figures (
    site_id uuid not null,
    prompt_id uuid not null,
    filter bytea not null,
    figures jsonb not null,
    released_at timestamp with time zone not null,
    constraint released_figures_pkey PRIMARY KEY (site_id, prompt_id, filter),
    constraint released_figures_site_id_prompt_id_fkey FOREIGN KEY (site_id, prompt_id) REFERENCES app.prompts(site_id, id) ON DELETE CASCADE
);
comment on table app.released_figures is 'What links to results show: figures that advance only with enough new answers. Links with the same filter share them, because the difference between two of them could be one answer.';
comment on column app.released_figures.filter is 'app.hash_filter of the filter of the links.';
comment on column app.released_figures.figures is 'Numbers, days, and tags of the team: no texts, traits or accounts. `base` of a question is not shown: where its trend continues.';
grant select on app.released_figures to feedback_person;

create table app.responses (
    site_id uuid not null,
    display_id uuid not null,
    prompt_id uuid not null,
    revision integer not null,
    subject_id uuid,
    visitor_id uuid,
    seq integer not null,
    final boolean not null,
    answers jsonb not null,
    traits jsonb not null,
    created_at timestamp with time zone not null,
    updated_at timestamp with time zone not null,
    context jsonb,
    changed_in xid8 not null default pg_current_xact_id(),
    variant text,
    met_branches jsonb,
    constraint responses_pkey PRIMARY KEY (site_id, display_id),
    constraint answers_are_an_object CHECK ((jsonb_typeof(answers) = 'object'::text)),
    constraint responses_site_id_prompt_id_revision_fkey FOREIGN KEY (site_id, prompt_id, revision) REFERENCES app.revisions(site_id, prompt_id, number) ON DELETE CASCADE,
    constraint responses_site_id_subject_id_fkey FOREIGN KEY (site_id, subject_id) REFERENCES app.subjects(site_id, id) ON DELETE SET NULL (subject_id),
    constraint responses_site_id_visitor_id_fkey FOREIGN KEY (site_id, visitor_id) REFERENCES app.visitors(site_id, id) ON DELETE SET NULL (visitor_id)
);
comment on table app.responses is 'The answers to one display. They outlive the display, and lose visitor and account when those are deleted.';
comment on column app.responses.traits is 'The visitor''s traits at the time of the display.';
comment on column app.responses.context is 'The context of the display.';
comment on column app.responses.changed_in is 'The transaction that inserted the row or changed it last.';
comment on column app.responses.variant is 'The variant that was displayed; null without an experiment.';
comment on column app.responses.met_branches is 'Those of its display.';
CREATE INDEX responses_changed ON app.responses USING btree (site_id, changed_in, display_id);
CREATE INDEX responses_latest ON app.responses USING btree (site_id, subject_id, prompt_id, created_at);
CREATE INDEX responses_prompt ON app.responses USING btree (site_id, prompt_id, created_at);
CREATE INDEX responses_updated ON app.responses USING btree (site_id, updated_at, display_id);
CREATE INDEX responses_visitor ON app.responses USING btree (site_id, visitor_id);
grant select on app.responses to feedback_agent;
grant delete, select on app.responses to feedback_person;

create table app.result_links (
    site_id uuid not null,
    prompt_id uuid not null,
    id uuid not null,
    name text not null,
    prefix text not null,
    hash bytea not null,
    filter jsonb not null,
    words boolean not null,
    created_by uuid not null,
    created_at timestamp with time zone not null default clock_timestamp(),
    expires_at timestamp with time zone not null,
    revoked_at timestamp with time zone,
    last_used_at timestamp with time zone,
    constraint result_links_pkey PRIMARY KEY (site_id, id),
    constraint filter_is_an_object CHECK ((jsonb_typeof(filter) = 'object'::text)),
    constraint hash_has_32_bytes CHECK ((length(hash) = 32)),
    constraint prefix_has_8_characters CHECK ((prefix ~ '^fbl_[A-Za-z0-9_-]{4}$'::text)),
    constraint result_link_expires_within_90_days CHECK ((expires_at <= (created_at + '90 days 00:01:00'::interval))),
    constraint result_link_name_has_1_to_60_characters CHECK (((length(name) >= 1) AND (length(name) <= 60))),
    constraint result_links_site_id_prompt_id_fkey FOREIGN KEY (site_id, prompt_id) REFERENCES app.prompts(site_id, id) ON DELETE CASCADE
);
comment on table app.result_links is 'Read-only links to the results of a prompt.';
comment on column app.result_links.prefix is 'The first characters of the token, by which people recognize it.';
comment on column app.result_links.hash is 'SHA-256 of the keyed hash of the token, as in app.tokens.';
comment on column app.result_links.filter is 'What the link shows, as filterSchema of the contract; {} is everything. It never changes.';
comment on column app.result_links.words is 'Whether it also shows what visitors wrote.';
comment on column app.result_links.last_used_at is 'Accurate to the hour.';
CREATE INDEX result_links_hash ON app.result_links USING btree (hash);
CREATE INDEX result_links_prompt ON app.result_links USING btree (site_id, prompt_id, id);
grant select (site_id, prompt_id, id, name, prefix, filter, words, created_by, created_at, expires_at, revoked_at, last_used_at) on app.result_links to feedback_agent;
grant insert (site_id, prompt_id, id, name, prefix, hash, filter, words, created_by, expires_at) on app.result_links to feedback_person;
grant select (site_id, prompt_id, id, name, prefix, filter, words, created_by, created_at, expires_at, revoked_at, last_used_at) on app.result_links to feedback_person;
grant update (revoked_at) on app.result_links to feedback_person;

create table app.result_parts (
    site_id uuid not null,
    prompt_id uuid not null,
    from_at timestamp with time zone not null,
    to_at timestamp with time zone not null,
    day date not null,
    zone text not null,
    marked_in xid8 not null default pg_current_xact_id(),
    seen_in xid8,
    begun jsonb,
    next_at timestamp with time zone,
    next_id uuid,
    figures jsonb,
    size integer,
    displays integer,
    unconfirmed integer,
    answered integer,
    constraint result_parts_pkey PRIMARY KEY (site_id, prompt_id, from_at, to_at),
    constraint a_part_has_a_length CHECK ((to_at > from_at)),
    constraint what_is_begun_goes_on CHECK (((num_nulls(begun, next_at, next_id) = ANY (ARRAY[0, 3])) AND ((begun IS NULL) OR (figures IS NULL)))),
    constraint result_parts_site_id_prompt_id_fkey FOREIGN KEY (site_id, prompt_id) REFERENCES app.prompts(site_id, id) ON DELETE CASCADE
);
comment on table app.result_parts is 'Figures of the displays and responses of a prompt in a day, in an hour of a day that has not ended, or in a piece of a part with very many of them. Deleted when a row of that time changes.';
comment on column app.result_parts.day is 'In the time zone `zone`.';
comment on column app.result_parts.zone is 'The site''s time zone when the part was marked. Parts in another time zone are not read.';
comment on column app.result_parts.seen_in is 'The transaction of a later step that saw the mark: the part is counted once all transactions before it have ended.';
comment on column app.result_parts.begun is 'The counts so far of a part that has more rows than are counted at once.';
comment on column app.result_parts.next_at is 'Time of the first display or response not counted yet, while the part is being counted.';
comment on column app.result_parts.next_id is 'Its display, because several may have the same time.';
comment on column app.result_parts.figures is 'What app.count_result_part counted; null until all of the part is counted.';
comment on column app.result_parts.size is 'Number of displays and responses in the part; null until it is counted.';
comment on column app.result_parts.displays is 'Displays in it, as in `figures`.';
comment on column app.result_parts.unconfirmed is 'Displays in it that no browser has confirmed.';
comment on column app.result_parts.answered is 'Displays in it that have a response.';
CREATE INDEX result_parts_marked ON app.result_parts USING btree (to_at) WHERE (figures IS NULL);
grant select on app.result_parts to feedback_agent;
grant select on app.result_parts to feedback_person;

create table app.revision_forecasts (
    site_id uuid not null,
    prompt_id uuid not null,
    revision integer not null,
    sha256 text not null,
    live text not null,
    started_at timestamp with time zone not null,
    finished_at timestamp with time zone,
    next jsonb,
    people integer,
    loss double precision,
    loser text,
    constraint revision_forecasts_pkey PRIMARY KEY (site_id, prompt_id, revision),
    constraint revision_forecasts_site_id_prompt_id_revision_fkey FOREIGN KEY (site_id, prompt_id, revision) REFERENCES app.revisions(site_id, prompt_id, number) ON DELETE CASCADE
);
comment on table app.revision_forecasts is 'The last forecast of a revision, which conditions of grants rely on. Only the database calculates it.';
comment on column app.revision_forecasts.sha256 is 'Hash of the content that was forecast.';
comment on column app.revision_forecasts.live is 'Hash of the site''s live prompts and settings, with which it was forecast.';
comment on column app.revision_forecasts.next is 'Where the next step continues; null once it is finished.';
comment on column app.revision_forecasts.people is 'The most people whom it reaches: the upper bound of the 95 % confidence interval.';
comment on column app.revision_forecasts.loss is 'The largest share of its displays that another live prompt loses, in percent, with its margin of error; null if some prompts are unknown.';
comment on column app.revision_forecasts.loser is 'Survey ID of that prompt; null if none loses anything.';

create table app.revisions (
    site_id uuid not null,
    prompt_id uuid not null,
    number integer not null,
    content jsonb not null,
    sha256 text not null generated always as (app.content_hash(content)) stored,
    created_by uuid,
    created_at timestamp with time zone not null default now(),
    created_with text default app.connection_name(),
    constraint revisions_pkey PRIMARY KEY (site_id, prompt_id, number),
    constraint content_is_an_object CHECK ((jsonb_typeof(content) = 'object'::text)),
    constraint number_counts_from_1 CHECK ((number >= 1)),
    constraint revisions_site_id_prompt_id_fkey FOREIGN KEY (site_id, prompt_id) REFERENCES app.prompts(site_id, id) ON DELETE CASCADE
);
comment on table app.revisions is 'The complete content of a prompt, immutable once saved.';
comment on column app.revisions.content is 'As promptSchema of the contract, with its defaults filled in.';
comment on column app.revisions.created_with is 'Name of the connection that saved the revision, at that time; null for a person.';
CREATE INDEX revisions_saved_audience ON app.revisions USING btree (site_id, ((content #>> '{audience,saved}'::text[]))) WHERE ((content #> '{audience,saved}'::text[]) IS NOT NULL);
grant insert (site_id, prompt_id, number, content, created_by) on app.revisions to feedback_agent;
grant select on app.revisions to feedback_agent;
grant insert (site_id, prompt_id, number, content, created_by) on app.revisions to feedback_person;
grant select on app.revisions to feedback_person;

create table app.saved_filters (
    site_id uuid not null,
    prompt_id uuid not null,
    id uuid not null,
    name text not null,
    filter jsonb not null,
    created_by uuid,
    created_at timestamp with time zone not null default clock_timestamp(),
    updated_at timestamp with time zone not null default clock_timestamp(),
    constraint saved_filters_pkey PRIMARY KEY (site_id, id),
    constraint filter_is_an_object CHECK ((jsonb_typeof(filter) = 'object'::text)),
    constraint saved_filter_name_has_1_to_60_characters CHECK (((length(name) >= 1) AND (length(name) <= 60))),
    constraint saved_filters_site_id_prompt_id_fkey FOREIGN KEY (site_id, prompt_id) REFERENCES app.prompts(site_id, id) ON DELETE CASCADE
);
comment on table app.saved_filters is 'Filters for a prompt''s results that people saved under a name.';
comment on column app.saved_filters.filter is 'As savedFilterSchema of the contract.';
comment on column app.saved_filters.created_by is 'The person who saved it, who may no longer be a member.';
CREATE UNIQUE INDEX saved_filter_name_is_unique_in_its_prompt ON app.saved_filters USING btree (site_id, prompt_id, lower(name));
grant delete, select on app.saved_filters to feedback_agent;
grant insert (site_id, prompt_id, id, name, filter, created_by) on app.saved_filters to feedback_agent;
grant update (name, filter, updated_at) on app.saved_filters to feedback_agent;
grant delete, select on app.saved_filters to feedback_person;
grant insert (site_id, prompt_id, id, name, filter, created_by) on app.saved_filters to feedback_person;
grant update (name, filter, updated_at) on app.saved_filters to feedback_person;

create table app.screenshots (
    site_id uuid not null,
    id uuid not null default gen_random_uuid(),
    display_id uuid not null,
    question_id text not null,
    type text not null,
    bytes integer not null,
    width integer not null,
    height integer not null,
    sha256 bytea not null,
    answered boolean not null default false,
    stored_at timestamp with time zone not null,
    constraint screenshots_pkey PRIMARY KEY (site_id, id),
    constraint bytes_are_positive CHECK ((bytes > 0)),
    constraint sha256_has_32_bytes CHECK ((octet_length(sha256) = 32)),
    constraint sides_are_positive CHECK (((width > 0) AND (height > 0))),
    constraint type_is_known CHECK ((type = ANY (ARRAY['image/webp'::text, 'image/png'::text, 'image/jpeg'::text]))),
    constraint screenshots_site_id_fkey FOREIGN KEY (site_id) REFERENCES app.sites(id) ON DELETE CASCADE
);
comment on table app.screenshots is 'Pictures that visitors sent. The bytes are in the file store, under the name screenshots/{id}.';
comment on column app.screenshots.answered is 'Whether an answer contains it. The others are deleted after a day.';
CREATE INDEX screenshots_display ON app.screenshots USING btree (site_id, display_id);
CREATE INDEX screenshots_stored ON app.screenshots USING btree (site_id, stored_at);
CREATE INDEX screenshots_unanswered ON app.screenshots USING btree (stored_at) WHERE (NOT answered);
grant select on app.screenshots to feedback_agent;
grant select on app.screenshots to feedback_person;

create table app.site_keys (
    site_id uuid not null,
    id uuid not null default app.mint_id(),
    name text not null,
    prefix text not null,
    hash bytea not null,
    created_by uuid not null,
    created_at timestamp with time zone not null default now(),
    last_used_at timestamp with time zone,
    revoked_at timestamp with time zone,
    browser_origin text,
    browser_seen_at timestamp with time zone,
    notice_due_at timestamp with time zone,
    constraint site_keys_pkey PRIMARY KEY (site_id, id),
    constraint hash_has_32_bytes CHECK ((length(hash) = 32)),
    constraint name_has_1_to_120_characters CHECK (((length(name) >= 1) AND (length(name) <= 120))),
    constraint prefix_has_8_characters CHECK ((prefix ~ '^fbs_[A-Za-z0-9_-]{4}$'::text)),
    constraint site_keys_site_id_fkey FOREIGN KEY (site_id) REFERENCES app.sites(id) ON DELETE CASCADE
);
comment on table app.site_keys is 'Secret keys with which the app''s backend reports events; at most two per site are active, for rotation.';
comment on column app.site_keys.prefix is 'The first characters of the key, by which people recognize it.';
comment on column app.site_keys.hash is 'SHA-256 of the keyed hash of the key, as in app.tokens.';
comment on column app.site_keys.last_used_at is 'Accurate to the hour.';
comment on column app.site_keys.browser_origin is 'Origin of the web page that last sent the key, which makes it public.';
comment on column app.site_keys.notice_due_at is 'When the owners should be notified of that; null when there is nothing to say.';
CREATE INDEX site_keys_hash ON app.site_keys USING btree (hash);
grant select (site_id, id, name, prefix, created_by, created_at, last_used_at, revoked_at, browser_origin, browser_seen_at) on app.site_keys to feedback_agent;
grant insert (site_id, id, name, prefix, hash, created_by) on app.site_keys to feedback_person;
grant select (site_id, id, name, prefix, created_by, created_at, last_used_at, revoked_at, browser_origin, browser_seen_at) on app.site_keys to feedback_person;
grant update (revoked_at) on app.site_keys to feedback_person;

create table app.sites (
    id uuid not null default app.mint_id(),
    key integer not null,
    workspace_id uuid not null,
    site_id text not null default app.mint_site_id(),
    name text not null,
    settings jsonb not null default '{}'::jsonb,
    listed_names integer not null default 0,
    created_at timestamp with time zone not null default now(),
    site_rate real not null,
    site_burst real not null,
    address_rate real not null,
    address_burst real not null,
    subject_rate real not null,
    subject_burst real not null,
    closed_at timestamp with time zone,
    sample boolean not null default false,
    constraint sites_pkey PRIMARY KEY (id),
    constraint settings_are_an_object CHECK ((jsonb_typeof(settings) = 'object'::text)),
    constraint site_id_has_its_form CHECK ((site_id ~ '^site_[0-9a-z]{4,40}$'::text)),
    constraint site_name_has_1_to_120_characters CHECK (((length(name) >= 1) AND (length(name) <= 120))),
    constraint sites_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES app.workspaces(id),
    constraint site_id_is_unique UNIQUE (site_id),
    constraint site_is_unique_in_its_workspace UNIQUE (workspace_id, id),
    constraint site_key_is_unique UNIQUE (key)
);
comment on table app.sites is 'One web app.';
comment on column app.sites.id is 'The site UUID, which tools use.';
comment on column app.sites.key is 'Identifies the site in app.events. Internal to this database.';
comment on column app.sites.site_id is 'The public site ID, which the SDK uses.';
comment on column app.sites.settings is 'As siteSettingsSchema of the contract; a missing key has its default.';
comment on column app.sites.listed_names is 'How many unregistered event names are listed; at most 500.';
comment on column app.sites.site_rate is 'Tokens per second for the whole site: what its settings ask for, at most the maximum of the instance. This and the five columns that follow are written by the trigger a_site_stores_its_rate_limits only.';
comment on column app.sites.site_burst is 'Capacity in tokens of the bucket of the whole site.';
comment on column app.sites.address_rate is 'Tokens per second for each address.';
comment on column app.sites.address_burst is 'Capacity in tokens of the bucket of an address.';
comment on column app.sites.subject_rate is 'Tokens per second for each subject.';
comment on column app.sites.subject_burst is 'Capacity in tokens of the bucket of a subject.';
comment on column app.sites.closed_at is 'When the site was scheduled for deletion; since then, the SDK and the backend get unknown_site.';
comment on column app.sites.sample is 'It has sample data only. No app, key or destination reaches it, and it does not count against the limit of sites.';
CREATE INDEX sites_workspace ON app.sites USING btree (workspace_id);
grant insert (id, workspace_id, name, sample) on app.sites to feedback_agent;
grant select (id, key, workspace_id, site_id, name, created_at, sample) on app.sites to feedback_agent;
grant insert (id, workspace_id, name, sample) on app.sites to feedback_person;
grant select on app.sites to feedback_person;
grant update (name, settings) on app.sites to feedback_person;

create table app.slack_authorizations (
    site_id uuid not null,
    person_id uuid not null,
    state_hash bytea not null,
    session text not null,
    expires_at timestamp with time zone not null,
    constraint slack_authorizations_pkey PRIMARY KEY (site_id, person_id),
    constraint state_hash_has_32_bytes CHECK ((octet_length(state_hash) = 32)),
    constraint slack_authorizations_site_id_fkey FOREIGN KEY (site_id) REFERENCES app.sites(id) ON DELETE CASCADE
);
comment on table app.slack_authorizations is 'Owners who are choosing a channel in Slack, until they return.';
comment on column app.slack_authorizations.state_hash is 'SHA-256 of what Slack repeats when the owner returns.';
comment on column app.slack_authorizations.session is 'ID of the session that began it, the only one that can finish it; empty without one.';
CREATE INDEX slack_authorizations_expiry ON app.slack_authorizations USING btree (expires_at);
grant delete, select on app.slack_authorizations to feedback_person;
grant insert (site_id, person_id, state_hash, session, expires_at) on app.slack_authorizations to feedback_person;
grant update (state_hash, session, expires_at) on app.slack_authorizations to feedback_person;

create table app.subject_locks (
    site_id uuid not null,
    subject_id uuid not null,
    last_at timestamp with time zone not null default '-infinity'::timestamp with time zone,
    postponed_until timestamp with time zone,
    constraint subject_locks_pkey PRIMARY KEY (site_id, subject_id),
    constraint subject_locks_site_id_subject_id_fkey FOREIGN KEY (site_id, subject_id) REFERENCES app.subjects(site_id, id) ON DELETE CASCADE
) with (fillfactor=80);
comment on table app.subject_locks is 'The row that a reservation locks. Updating last_at makes stricter isolation levels fail instead of displaying too often.';
comment on column app.subject_locks.postponed_until is 'No display of the subject is postponed beyond this time; null if it has never postponed one.';

create table app.subjects (
    site_id uuid not null,
    id uuid not null,
    account text,
    sample_key uuid not null,
    first_seen_at timestamp with time zone not null,
    last_seen_at timestamp with time zone not null,
    answer_traits jsonb,
    constraint subjects_pkey PRIMARY KEY (site_id, id),
    constraint account_has_1_to_255_characters CHECK (((length(account) >= 1) AND (length(account) <= 255))),
    constraint subjects_site_id_fkey FOREIGN KEY (site_id) REFERENCES app.sites(id) ON DELETE CASCADE,
    constraint account_is_one_subject UNIQUE (site_id, account)
) with (fillfactor=90);
comment on table app.subjects is 'Whom limits and sampling count for: an account, or an anonymous visitor.';
comment on column app.subjects.sample_key is 'Stays the same when the subject signs in, so that sampling does not draw again.';
comment on column app.subjects.last_seen_at is 'Accurate to the hour.';
comment on column app.subjects.answer_traits is 'Traits from final answers, by key: value, question, display, visitor, and at, in seconds since 1970. Null for most subjects.';
CREATE INDEX subjects_last_seen ON app.subjects USING btree (site_id, last_seen_at);
CREATE INDEX subjects_sample ON app.subjects USING btree (site_id, uuid_hash(id));
grant select (site_id, id, account) on app.subjects to feedback_agent;
grant select on app.subjects to feedback_person;

create table app.tags (
    site_id uuid not null,
    id uuid not null default app.mint_id(),
    name text not null,
    definition text not null default ''::text,
    state text not null default 
CASE
    WHEN (app.connection_id() IS NULL) THEN 'accepted'::text
    ELSE 'proposed'::text
END,
    source text not null default 
CASE
    WHEN (app.connection_id() IS NULL) THEN 'person'::text
    ELSE 'connection'::text
END,
    proposer text not null default COALESCE(app.connection_name(), ''::text),
    created_by uuid not null,
    created_at timestamp with time zone not null default clock_timestamp(),
    constraint tags_pkey PRIMARY KEY (site_id, id),
    constraint definition_has_at_most_500_characters CHECK ((length(definition) <= 500)),
    constraint name_has_1_to_40_characters CHECK (((length(name) >= 1) AND (length(name) <= 40))),
    constraint source_is_known CHECK ((source = ANY (ARRAY['person'::text, 'connection'::text]))),
    constraint state_is_accepted_or_proposed CHECK ((state = ANY (ARRAY['accepted'::text, 'proposed'::text]))),
    constraint tags_site_id_fkey FOREIGN KEY (site_id) REFERENCES app.sites(id) ON DELETE CASCADE
);
comment on table app.tags is 'Tags of a site for text answers. With definitions and examples they are its codebook.';
comment on column app.tags.state is 'A proposed tag is on no text answer until a person accepts it.';
comment on column app.tags.source is 'What created or proposed it.';
comment on column app.tags.proposer is 'Name of the connection at that time; empty for a person.';
comment on column app.tags.created_by is 'The person who created or proposed it, or for whom the connection did.';
CREATE UNIQUE INDEX tag_name_is_unique_in_its_site ON app.tags USING btree (site_id, lower(name));
grant insert (site_id, name, definition, created_by) on app.tags to feedback_agent;
grant select on app.tags to feedback_agent;
grant delete, select on app.tags to feedback_person;
grant insert (site_id, name, definition, state, created_by) on app.tags to feedback_person;
grant update (name, definition, state) on app.tags to feedback_person;

create table app.templates (
    workspace_id uuid not null,
    id uuid not null default app.mint_id(),
    name text not null,
    about text not null default ''::text,
    content jsonb not null,
    created_by uuid,
    created_at timestamp with time zone not null default now(),
    constraint templates_pkey PRIMARY KEY (workspace_id, id),
    constraint about_has_at_most_300_characters CHECK ((length(about) <= 300)),
    constraint content_is_an_object CHECK ((jsonb_typeof(content) = 'object'::text)),
    constraint template_name_has_1_to_120_characters CHECK (((length(name) >= 1) AND (length(name) <= 120))),
    constraint templates_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES app.workspaces(id) ON DELETE CASCADE,
    constraint template_name_is_unique_in_its_workspace UNIQUE (workspace_id, name)
);
comment on table app.templates is 'Prompts that a workspace saved as templates, immutable once saved.';
comment on column app.templates.content is 'As promptSchema of the contract, with the rule of its audience instead of a saved audience, which belongs to a site.';
grant delete, select on app.templates to feedback_person;
grant insert (workspace_id, name, about, content, created_by) on app.templates to feedback_person;

create table app.text_answers (
    site_id uuid not null,
    display_id uuid not null,
    question_id text not null,
    prompt_id uuid not null,
    text text not null,
    language text,
    config text not null,
    words tsvector not null,
    answered_at timestamp with time zone not null,
    status text not null default 'open'::text,
    assignee uuid,
    constraint text_answers_pkey PRIMARY KEY (site_id, display_id, question_id),
    constraint status_is_open_or_done CHECK ((status = ANY (ARRAY['open'::text, 'done'::text]))),
    constraint text_answers_site_id_display_id_fkey FOREIGN KEY (site_id, display_id) REFERENCES app.responses(site_id, display_id) ON DELETE CASCADE
);
comment on table app.text_answers is 'Texts that visitors wrote: answers to text questions, and texts behind "other". Copies of app.responses.';
comment on column app.text_answers.language is 'Tag of the visitor''s language at the display, in lower case; null when unknown.';
comment on column app.text_answers.config is 'The text search configuration of its language. Not regconfig: pg_upgrade refuses tables with it.';
comment on column app.text_answers.answered_at is 'When the response was created.';
comment on column app.text_answers.assignee is 'The member it is assigned to.';
CREATE INDEX text_answers_assignee ON app.text_answers USING btree (site_id, assignee, answered_at) WHERE (assignee IS NOT NULL);
CREATE INDEX text_answers_done ON app.text_answers USING btree (site_id, answered_at, display_id, question_id) WHERE (status = 'done'::text);
CREATE INDEX text_answers_newest ON app.text_answers USING btree (site_id, answered_at, display_id, question_id);
CREATE INDEX text_answers_open ON app.text_answers USING btree (site_id, answered_at, display_id, question_id) WHERE (status = 'open'::text);
CREATE INDEX text_answers_prompt ON app.text_answers USING btree (site_id, prompt_id, answered_at);
CREATE INDEX text_answers_words ON app.text_answers USING gin (words);
grant select on app.text_answers to feedback_agent;
grant select on app.text_answers to feedback_person;
grant update (status, assignee) on app.text_answers to feedback_person;

create table app.text_notes (
    site_id uuid not null,
    id uuid not null default app.mint_id(),
    display_id uuid not null,
    question_id text not null,
    body text not null,
    created_by uuid not null,
    created_at timestamp with time zone not null default clock_timestamp(),
    constraint text_notes_pkey PRIMARY KEY (site_id, id),
    constraint body_has_1_to_2000_characters CHECK (((length(body) >= 1) AND (length(body) <= 2000))),
    constraint text_notes_site_id_display_id_question_id_fkey FOREIGN KEY (site_id, display_id, question_id) REFERENCES app.text_answers(site_id, display_id, question_id) ON DELETE CASCADE
);
comment on table app.text_notes is 'Notes of the team on a text answer. Visitors never see them.';
CREATE INDEX text_notes_answer ON app.text_notes USING btree (site_id, display_id, question_id, id);
grant select on app.text_notes to feedback_agent;
grant delete, select on app.text_notes to feedback_person;
grant insert (site_id, display_id, question_id, body, created_by) on app.text_notes to feedback_person;

create table app.text_tags (
    site_id uuid not null,
    display_id uuid not null,
    question_id text not null,
    tag_id uuid not null,
    source text not null default 'person'::text,
    proposer text not null default ''::text,
    quote text,
    is_example boolean not null default false,
    created_by uuid not null,
    created_at timestamp with time zone not null default clock_timestamp(),
    constraint text_tags_pkey PRIMARY KEY (site_id, display_id, question_id, tag_id),
    constraint example_has_a_quote CHECK (((NOT is_example) OR (quote IS NOT NULL))),
    constraint quote_has_1_to_300_characters CHECK (((length(quote) >= 1) AND (length(quote) <= 300))),
    constraint source_is_known CHECK ((source = ANY (ARRAY['person'::text, 'connection'::text, 'method'::text]))),
    constraint text_tags_site_id_display_id_question_id_fkey FOREIGN KEY (site_id, display_id, question_id) REFERENCES app.text_answers(site_id, display_id, question_id) ON DELETE CASCADE,
    constraint text_tags_site_id_tag_id_fkey FOREIGN KEY (site_id, tag_id) REFERENCES app.tags(site_id, id) ON DELETE CASCADE
);
comment on table app.text_tags is 'Which text answer has which tag.';
comment on column app.text_tags.source is 'What proposed it; `person` when nothing did.';
comment on column app.text_tags.proposer is 'Name of the connection that proposed it; empty otherwise.';
comment on column app.text_tags.quote is 'The part of the text that the tag is about.';
comment on column app.text_tags.is_example is 'The quote is an example of the tag in the codebook.';
comment on column app.text_tags.created_by is 'The person who added or accepted it.';
CREATE INDEX text_tags_examples ON app.text_tags USING btree (site_id, tag_id, created_at) WHERE is_example;
CREATE INDEX text_tags_tag ON app.text_tags USING btree (site_id, tag_id);
grant select on app.text_tags to feedback_agent;
grant delete, select on app.text_tags to feedback_person;
grant insert (site_id, display_id, question_id, tag_id, source, proposer, quote, is_example, created_by) on app.text_tags to feedback_person;
grant update (quote, is_example) on app.text_tags to feedback_person;

create table app.this_database (
    singleton boolean not null default true,
    cell smallint not null default 0,
    settings jsonb,
    constraint this_database_pkey PRIMARY KEY (singleton),
    constraint cell_is_not_negative CHECK ((cell >= 0)),
    constraint only_one_row CHECK (singleton)
);
comment on table app.this_database is 'Which cell this database is. One row; it is not copied to other databases.';
comment on column app.this_database.cell is 'Number in app.cells; 0 is home.';
comment on column app.this_database.settings is 'In a cell: the settings of the instance that its sites follow, as in app.instance_settings.';

create table app.tokens (
    id uuid not null default app.mint_id(),
    connection_id uuid not null,
    kind text not null,
    hash bytea not null,
    family uuid not null,
    resource text not null,
    created_at timestamp with time zone not null default now(),
    expires_at timestamp with time zone not null,
    replaced_at timestamp with time zone,
    revoked_at timestamp with time zone,
    constraint tokens_pkey PRIMARY KEY (id),
    constraint hash_is_sha256 CHECK ((length(hash) = 32)),
    constraint kind_is_access_or_refresh CHECK ((kind = ANY (ARRAY['access'::text, 'refresh'::text]))),
    constraint resource_has_at_most_2000_characters CHECK ((length(resource) <= 2000)),
    constraint tokens_connection_id_fkey FOREIGN KEY (connection_id) REFERENCES app.connections(id) ON DELETE CASCADE,
    constraint hash_is_unique UNIQUE (hash)
);
comment on table app.tokens is 'Access and refresh tokens of connections, stored as hashes only.';
comment on column app.tokens.hash is 'SHA-256 of the token''s HMAC; the database does not have the HMAC key.';
comment on column app.tokens.family is 'All tokens derived from one approval.';
comment on column app.tokens.resource is 'The URL that the token was issued for; other resources refuse it.';
comment on column app.tokens.replaced_at is 'When a refresh token was used. Using it again later, or after its successor was used, ends the connection.';
CREATE INDEX tokens_connection ON app.tokens USING btree (connection_id);
CREATE INDEX tokens_expiry ON app.tokens USING btree (expires_at);

create table app.visitor_versions (
    site_id uuid not null,
    visitor_id uuid not null,
    until timestamp with time zone not null,
    subject_id uuid not null,
    identified boolean not null,
    sample_key uuid not null,
    first_seen_at timestamp with time zone not null,
    traits jsonb not null,
    constraint visitor_versions_pkey PRIMARY KEY (site_id, visitor_id, until),
    constraint visitor_versions_site_id_visitor_id_fkey FOREIGN KEY (site_id, visitor_id) REFERENCES app.visitors(site_id, id) ON DELETE CASCADE
);
comment on table app.visitor_versions is 'Earlier traits and accounts of visitors, for as long as the site keeps visitors, each with the time until which it applied. The current ones are in app.visitors.';
comment on column app.visitor_versions.subject_id is 'The subject at that time. It may no longer exist, if it was merged into an account.';
CREATE INDEX visitor_versions_until ON app.visitor_versions USING btree (site_id, until);

create table app.visitors (
    site_id uuid not null,
    id uuid not null,
    key integer not null,
    subject_id uuid not null,
    traits jsonb not null default '{}'::jsonb,
    joined_at timestamp with time zone not null default '-infinity'::timestamp with time zone,
    reset_at timestamp with time zone,
    first_seen_at timestamp with time zone not null,
    last_seen_at timestamp with time zone not null,
    constraint visitors_pkey PRIMARY KEY (site_id, id),
    constraint traits_are_an_object CHECK ((jsonb_typeof(traits) = 'object'::text)),
    constraint visitors_site_id_subject_id_fkey FOREIGN KEY (site_id, subject_id) REFERENCES app.subjects(site_id, id) ON DELETE CASCADE,
    constraint visitor_key_is_unique UNIQUE (site_id, key)
) with (fillfactor=90);
comment on table app.visitors is 'One browser.';
comment on column app.visitors.key is 'Identifies the visitor in app.events, unique in its site. After 4 billion values the sequence starts again; keys in use are skipped.';
comment on column app.visitors.traits is 'As this browser reported them: they belong to the visitor, not to the account.';
comment on column app.visitors.joined_at is 'When the visitor joined its subject: earlier events of the visitor do not count for the subject.';
comment on column app.visitors.reset_at is 'After a reset, no prompt is decided for the visitor.';
CREATE INDEX visitors_last_seen ON app.visitors USING btree (site_id, last_seen_at);
CREATE INDEX visitors_subject ON app.visitors USING btree (site_id, subject_id);
grant select (site_id, id, key, subject_id) on app.visitors to feedback_agent;
grant select on app.visitors to feedback_person;

create table app.waiting_prompts (
    site_id uuid not null,
    subject_id uuid not null,
    prompt_id uuid not null,
    event_id uuid not null,
    event_name text not null,
    due_at timestamp with time zone not null,
    expires_at timestamp with time zone not null,
    decided_at timestamp with time zone,
    display_id uuid,
    constraint waiting_prompts_pkey PRIMARY KEY (site_id, subject_id, prompt_id),
    constraint waiting_prompts_site_id_prompt_id_fkey FOREIGN KEY (site_id, prompt_id) REFERENCES app.prompts(site_id, id) ON DELETE CASCADE,
    constraint waiting_prompts_site_id_subject_id_fkey FOREIGN KEY (site_id, subject_id) REFERENCES app.subjects(site_id, id) ON DELETE CASCADE
);
comment on table app.waiting_prompts is 'Prompts that wait for a subject, at most one row for each.';
comment on column app.waiting_prompts.decided_at is 'When it was decided that no event prevents the prompt, or for a prompt without such events, when it began to wait; null before that.';
comment on column app.waiting_prompts.display_id is 'The reserved display of the browser that claimed it. The row is deleted when it is displayed, and waits again when it is released.';
CREATE INDEX waiting_prompts_prompt ON app.waiting_prompts USING btree (site_id, prompt_id);
CREATE INDEX waiting_prompts_undecided ON app.waiting_prompts USING btree (due_at) WHERE (decided_at IS NULL);

create table app.worker_calls (
    singleton boolean not null default true,
    called_at timestamp with time zone,
    url text not null,
    token text not null,
    constraint worker_calls_pkey PRIMARY KEY (singleton),
    constraint only_one_row CHECK (singleton)
);
comment on table app.worker_calls is 'Where the database calls the deliver function, at most one row; empty where nothing calls it.';
comment on column app.worker_calls.token is 'What the function accepts as a bearer token. It wakes the worker and does nothing else.';

create table app.working_copies (
    site_id uuid not null,
    prompt_id uuid not null,
    content jsonb not null,
    base_revision integer not null,
    etag text not null,
    updated_at timestamp with time zone not null,
    updated_by uuid,
    constraint working_copies_pkey PRIMARY KEY (site_id, prompt_id),
    constraint working_content_is_an_object CHECK ((jsonb_typeof(content) = 'object'::text)),
    constraint working_content_is_bounded CHECK ((octet_length((content)::text) <= 262144)),
    constraint working_copies_site_id_prompt_id_base_revision_fkey FOREIGN KEY (site_id, prompt_id, base_revision) REFERENCES app.revisions(site_id, prompt_id, number) ON DELETE CASCADE
);
comment on table app.working_copies is 'The content of a prompt while it is edited, at most one per prompt; it need not be valid.';
comment on column app.working_copies.base_revision is 'The revision on which the edits are based.';
comment on column app.working_copies.etag is 'Hash of the content and the previous etag. A save names the etag that it is based on; repeating a save gives the same etag.';
grant delete, select on app.working_copies to feedback_person;
grant insert (site_id, prompt_id, content, base_revision, etag) on app.working_copies to feedback_person;
grant update (content, base_revision, etag) on app.working_copies to feedback_person;

create table app.workspaces (
    id uuid not null default app.mint_id(),
    name text not null,
    created_at timestamp with time zone not null default now(),
    agents_paused_at timestamp with time zone,
    agents_paused_by uuid,
    constraint workspaces_pkey PRIMARY KEY (id),
    constraint who_paused_agents_is_known CHECK (((agents_paused_at IS NULL) = (agents_paused_by IS NULL))),
    constraint workspace_name_has_1_to_120_characters CHECK (((length(name) >= 1) AND (length(name) <= 120)))
);
comment on table app.workspaces is 'A team.';
comment on column app.workspaces.agents_paused_at is 'Since when no connection may do anything in the workspace; null while they may.';
comment on column app.workspaces.agents_paused_by is 'The owner who paused them.';
grant select (id, name) on app.workspaces to feedback_agent;
grant select on app.workspaces to feedback_person;
grant update (name) on app.workspaces to feedback_person;

create table app.write_probes (
    id smallint not null default 1,
    at timestamp with time zone not null,
    constraint write_probes_pkey PRIMARY KEY (id),
    constraint there_is_one_row CHECK ((id = 1))
);
comment on table app.write_probes is 'Written to find out whether the database accepts writes.';

create table identity.account (
    id uuid not null default gen_random_uuid(),
    "accountId" text not null,
    "providerId" text not null,
    "userId" uuid not null,
    "accessToken" text,
    "refreshToken" text,
    "idToken" text,
    "accessTokenExpiresAt" timestamp with time zone,
    "refreshTokenExpiresAt" timestamp with time zone,
    scope text,
    password text,
    "createdAt" timestamp with time zone not null default CURRENT_TIMESTAMP,
    "updatedAt" timestamp with time zone not null,
    constraint account_pkey PRIMARY KEY (id),
    constraint "account_userId_fkey" FOREIGN KEY ("userId") REFERENCES identity."user"(id) ON DELETE CASCADE,
    constraint account_is_unique_at_its_provider UNIQUE ("providerId", "accountId")
);
comment on table identity.account is 'Accounts of people at providers, and their passwords (provider "credential").';
comment on column identity.account."accessToken" is 'Always null, as the other tokens: the service calls no provider after a sign-in.';
comment on column identity.account.password is 'A salted hash (scrypt).';
CREATE INDEX "account_userId_idx" ON identity.account USING btree ("userId");
grant delete, insert, select, update on identity.account to feedback_identity;

create table identity.jwks (
    id uuid not null default gen_random_uuid(),
    "publicKey" text not null,
    "privateKey" text not null,
    "createdAt" timestamp with time zone not null,
    "expiresAt" timestamp with time zone,
    alg text,
    crv text,
    constraint jwks_pkey PRIMARY KEY (id)
);
comment on table identity.jwks is 'Keys that sign access tokens.';
comment on column identity.jwks."privateKey" is 'Encrypted; the key is not in the database.';
grant delete, insert, select, update on identity.jwks to feedback_identity;

create table identity.passkey (
    id uuid not null default gen_random_uuid(),
    name text,
    "publicKey" text not null,
    "userId" uuid not null,
    "credentialID" text not null,
    counter integer not null,
    "deviceType" text not null,
    "backedUp" boolean not null,
    transports text,
    "createdAt" timestamp with time zone,
    aaguid text,
    constraint passkey_pkey PRIMARY KEY (id),
    constraint credential_is_unique UNIQUE ("credentialID")
);
comment on table identity.passkey is 'Passkeys of people, who sign in at our identity service or at Supabase Auth.';
CREATE INDEX "passkey_userId_idx" ON identity.passkey USING btree ("userId");
grant delete, insert, select, update on identity.passkey to feedback_identity;

create table identity."rateLimit" (
    id uuid not null default gen_random_uuid(),
    key text not null,
    count integer not null,
    "lastRequest" bigint not null,
    constraint "rateLimit_pkey" PRIMARY KEY (id),
    constraint "rateLimit_key_key" UNIQUE (key)
);
comment on table identity."rateLimit" is 'Requests of each network address, shared by all instances.';
grant delete, insert, select, update on identity."rateLimit" to feedback_identity;

create table identity.session (
    id uuid not null default gen_random_uuid(),
    "expiresAt" timestamp with time zone not null,
    token text not null,
    "createdAt" timestamp with time zone not null default CURRENT_TIMESTAMP,
    "updatedAt" timestamp with time zone not null,
    "ipAddress" text,
    "userAgent" text,
    "userId" uuid not null,
    method text,
    constraint session_pkey PRIMARY KEY (id),
    constraint "session_userId_fkey" FOREIGN KEY ("userId") REFERENCES identity."user"(id) ON DELETE CASCADE,
    constraint session_token_key UNIQUE (token)
);
comment on table identity.session is 'Signed-in browsers. A session ends when its row is deleted.';
comment on column identity.session.token is 'Of no use without the signature in the cookie, whose key is not in the database.';
comment on column identity.session."createdAt" is 'When the person signed in.';
comment on column identity.session.method is 'How the person signed in: otp, password, passkey, link, or oauth.';
CREATE INDEX "session_userId_idx" ON identity.session USING btree ("userId");
grant delete, insert, select, update on identity.session to feedback_identity;

create table identity."user" (
    id uuid not null default gen_random_uuid(),
    name text not null,
    email text not null,
    "emailVerified" boolean not null,
    image text,
    "createdAt" timestamp with time zone not null default CURRENT_TIMESTAMP,
    "updatedAt" timestamp with time zone not null default CURRENT_TIMESTAMP,
    constraint user_pkey PRIMARY KEY (id),
    constraint user_email_key UNIQUE (email)
);
comment on table identity."user" is 'People.';
grant delete, insert, select, update on identity."user" to feedback_identity;

create table identity.verification (
    id uuid not null default gen_random_uuid(),
    identifier text not null,
    value text not null,
    "expiresAt" timestamp with time zone not null,
    "createdAt" timestamp with time zone not null default CURRENT_TIMESTAMP,
    "updatedAt" timestamp with time zone not null default CURRENT_TIMESTAMP,
    constraint verification_pkey PRIMARY KEY (id)
);
comment on table identity.verification is 'Sign-ins under way: codes and links (keyed hashes), challenges, states.';
CREATE INDEX verification_identifier_idx ON identity.verification USING btree (identifier);
grant delete, insert, select, update on identity.verification to feedback_identity;
