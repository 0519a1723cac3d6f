-- Generated from the catalog by supabase/tests/schema. To update it: npx vitest run --project database schema -u

create type app.call as (site_id uuid, site integer, settings jsonb, registered boolean, has_exhausted boolean, top_candidate integer, visitor_id uuid, visitor integer, subject_id uuid, account text, sample_key uuid, traits jsonb, first_seen_at timestamp with time zone, last_seen_at timestamp with time zone, reset_at timestamp with time zone, request_context jsonb, now timestamp with time zone, session_id uuid, event_id uuid, name text, properties jsonb, verified jsonb, prompts uuid[]);
create type app.decision as (prompt_id uuid, prompt integer, revision integer, survey_id text, delay_seconds integer, reason app.reason, variant text, budget jsonb);
create type app.past_display as (prompt_id uuid, survey_id text, at timestamp with time zone, session_id uuid, visitor_id uuid, joined_at timestamp with time zone, answered_at timestamp with time zone, dismissed_at timestamp with time zone);
create type app.pending_claim as (due timestamp with time zone, event_id uuid, name text, session_id uuid, visitor_id uuid, joined_at timestamp with time zone, facts jsonb);
create type app.portfolio_candidate as (c app.candidates, place integer, worlds integer, live tstzmultirange, wait_hours integer, answered double precision);
create type app.portfolio_event as (claim app.pending_claim, backend boolean, open integer[], waited uuid, claimed_at timestamp with time zone, outcome jsonb);
create type app.portfolio_replay as (draft app.replay, looked_at integer, sums jsonb, displays app.replayed_display[]);
create type app.portfolio_wait as (due timestamp with time zone, event integer, candidate integer, until timestamp with time zone);
create type app.reason as enum ('duplicate', 'throttled', 'bot', 'not_captured', 'no_prompt', 'trigger_properties', 'unverified', 'trigger_count', 'audience', 'sampled_out', 'not_started', 'ended', 'session_too_young', 'seen_limit', 'answered', 'prompt_cooldown', 'site_cooldown', 'session_limit', 'group_limit', 'budget', 'paced', 'holdout', 'lost_priority', 'busy', 'hidden', 'vetoed', 'withdrawn', 'waiting', 'displayed', 'unknown');
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
alter table app.attempts owner to feedback_owner;
alter table app.attempts enable row level security;
alter table app.attempts force row level security;
create policy "the service deletes" on app.attempts for delete to feedback_owner using (true);
create policy "the service inserts" on app.attempts for insert to feedback_owner with check (true);
create policy "the service reads" on app.attempts for select to feedback_owner using (true);
create policy "the service updates" on app.attempts for update to feedback_owner using (true);

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
CREATE TRIGGER a_connection_needs_a_grant BEFORE INSERT ON app.audience_versions FOR EACH ROW EXECUTE FUNCTION app.use_grant_for_draft();
CREATE TRIGGER audience_versions_are_immutable BEFORE UPDATE ON app.audience_versions FOR EACH ROW EXECUTE FUNCTION app.reject_audience_version_update();
alter table app.audience_versions owner to feedback_owner;
alter table app.audience_versions enable row level security;
alter table app.audience_versions force row level security;
create policy "connections save granted versions of audiences" on app.audience_versions for insert to feedback_agent with check (((site_id = ANY (ARRAY( SELECT app.granted_sites('prompt:draft'::text) AS granted_sites))) AND (created_by = ( SELECT app.acting_person() AS acting_person))));
create policy "connections see versions of audiences" on app.audience_versions for select to feedback_agent using ((site_id = ANY (ARRAY( SELECT app.connected_sites() AS connected_sites))));
create policy "editors save versions of audiences" on app.audience_versions for insert to feedback_person with check (((site_id = ANY (ARRAY( SELECT app.sites_for('editor'::text) AS sites_for))) AND (created_by = ( SELECT app.person_id() AS person_id))));
create policy "members see versions of audiences" on app.audience_versions for select to feedback_person using ((site_id = ANY (ARRAY( SELECT app.sites_for('viewer'::text) AS sites_for))));
create policy "the service deletes" on app.audience_versions for delete to feedback_owner using (true);
create policy "the service inserts" on app.audience_versions for insert to feedback_owner with check (true);
create policy "the service reads" on app.audience_versions for select to feedback_owner using (true);
create policy "the service updates" on app.audience_versions for update to feedback_owner using (true);
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
CREATE TRIGGER a_connection_needs_a_grant BEFORE INSERT ON app.audiences FOR EACH ROW EXECUTE FUNCTION app.use_grant_for_draft();
CREATE TRIGGER audiences_are_limited AFTER INSERT ON app.audiences FOR EACH ROW EXECUTE FUNCTION app.check_new_audience();
CREATE TRIGGER audiences_change_validly BEFORE UPDATE ON app.audiences FOR EACH ROW EXECUTE FUNCTION app.check_audience_change();
CREATE TRIGGER audiences_need_a_grant BEFORE UPDATE ON app.audiences FOR EACH ROW EXECUTE FUNCTION app.use_grant_for_draft();
alter table app.audiences owner to feedback_owner;
alter table app.audiences enable row level security;
alter table app.audiences force row level security;
create policy "connections change granted audiences" on app.audiences for update to feedback_agent using ((site_id = ANY (ARRAY( SELECT app.connected_sites() AS connected_sites)))) with check ((site_id = ANY (ARRAY( SELECT app.granted_sites('prompt:draft'::text) AS granted_sites))));
create policy "connections create granted audiences" on app.audiences for insert to feedback_agent with check (((site_id = ANY (ARRAY( SELECT app.granted_sites('prompt:draft'::text) AS granted_sites))) AND (created_by = ( SELECT app.acting_person() AS acting_person))));
create policy "connections see audiences" on app.audiences for select to feedback_agent using ((site_id = ANY (ARRAY( SELECT app.connected_sites() AS connected_sites))));
create policy "editors change audiences" on app.audiences for update to feedback_person using ((site_id = ANY (ARRAY( SELECT app.sites_for('editor'::text) AS sites_for))));
create policy "editors create audiences" on app.audiences for insert to feedback_person with check (((site_id = ANY (ARRAY( SELECT app.sites_for('editor'::text) AS sites_for))) AND (created_by = ( SELECT app.person_id() AS person_id))));
create policy "members see audiences" on app.audiences for select to feedback_person using ((site_id = ANY (ARRAY( SELECT app.sites_for('viewer'::text) AS sites_for))));
create policy "the service deletes" on app.audiences for delete to feedback_owner using (true);
create policy "the service inserts" on app.audiences for insert to feedback_owner with check (true);
create policy "the service reads" on app.audiences for select to feedback_owner using (true);
create policy "the service updates" on app.audiences for update to feedback_owner using (true);
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
    person_id uuid not null,
    who text not null,
    kind text not null default 'person'::text,
    did text not null,
    site_id uuid,
    subject text,
    constraint audit_log_pkey PRIMARY KEY (workspace_id, id),
    constraint did_is_a_name CHECK ((did ~ '^[A-Za-z]{1,60}$'::text)),
    constraint kind_is_person_or_connection CHECK ((kind = ANY (ARRAY['person'::text, 'connection'::text]))),
    constraint subject_has_at_most_300_characters CHECK ((length(subject) <= 300)),
    constraint audit_log_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES app.workspaces(id) ON DELETE CASCADE
);
comment on table app.audit_log is 'Who did what in a workspace. Only app.record_action adds to it, and only the deletion of an account changes it: to a pseudonym.';
comment on column app.audit_log.who is 'Email address of the person at that time, or their id; prefixed with the connection''s name if one acted.';
comment on column app.audit_log.did is 'Name of the operation in the contract''s routes.';
comment on column app.audit_log.subject is 'Id or name of what the action changed.';
CREATE INDEX audit_log_person ON app.audit_log USING btree (person_id);
alter table app.audit_log owner to feedback_owner;
alter table app.audit_log enable row level security;
alter table app.audit_log force row level security;
create policy "owners see the audit log" on app.audit_log for select to feedback_person using ((workspace_id = ANY (ARRAY( SELECT app.workspaces_for('owner'::text) AS workspaces_for))));
create policy "the service deletes" on app.audit_log for delete to feedback_owner using (true);
create policy "the service inserts" on app.audit_log for insert to feedback_owner with check (true);
create policy "the service reads" on app.audit_log for select to feedback_owner using (true);
create policy "the service updates" on app.audit_log for update to feedback_owner using (true);
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
alter table app.authorization_requests owner to feedback_owner;
alter table app.authorization_requests enable row level security;
alter table app.authorization_requests force row level security;
create policy "the service deletes" on app.authorization_requests for delete to feedback_owner using (true);
create policy "the service inserts" on app.authorization_requests for insert to feedback_owner with check (true);
create policy "the service reads" on app.authorization_requests for select to feedback_owner using (true);
create policy "the service updates" on app.authorization_requests for update to feedback_owner using (true);

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
alter table app.buckets owner to feedback_owner;
alter table app.buckets enable row level security;
alter table app.buckets force row level security;
create policy "the service deletes" on app.buckets for delete to feedback_owner using (true);
create policy "the service inserts" on app.buckets for insert to feedback_owner with check (true);
create policy "the service reads" on app.buckets for select to feedback_owner using (true);
create policy "the service updates" on app.buckets for update to feedback_owner using (true);

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
alter table app.budget_periods owner to feedback_owner;
alter table app.budget_periods enable row level security;
alter table app.budget_periods force row level security;
create policy "the service deletes" on app.budget_periods for delete to feedback_owner using (true);
create policy "the service inserts" on app.budget_periods for insert to feedback_owner with check (true);
create policy "the service reads" on app.budget_periods for select to feedback_owner using (true);
create policy "the service updates" on app.budget_periods for update to feedback_owner using (true);

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
alter table app.candidates owner to feedback_owner;
alter table app.candidates enable row level security;
alter table app.candidates force row level security;
create policy "the service deletes" on app.candidates for delete to feedback_owner using (true);
create policy "the service inserts" on app.candidates for insert to feedback_owner with check (true);
create policy "the service reads" on app.candidates for select to feedback_owner using (true);
create policy "the service updates" on app.candidates for update to feedback_owner using (true);

create table app.closing_positions (
    site_id uuid not null,
    updated_at timestamp with time zone not null,
    response_id uuid not null default '00000000-0000-0000-0000-000000000000'::uuid,
    constraint closing_positions_pkey PRIMARY KEY (site_id),
    constraint closing_positions_site_id_fkey FOREIGN KEY (site_id) REFERENCES app.sites(id) ON DELETE CASCADE
);
comment on table app.closing_positions is 'Up to which change, in the order of app.responses_updated, responses were closed because they no longer change. Only sites that have had a destination for response.closed have one.';
alter table app.closing_positions owner to feedback_owner;
alter table app.closing_positions enable row level security;
alter table app.closing_positions force row level security;
create policy "the service deletes" on app.closing_positions for delete to feedback_owner using (true);
create policy "the service inserts" on app.closing_positions for insert to feedback_owner with check (true);
create policy "the service reads" on app.closing_positions for select to feedback_owner using (true);
create policy "the service updates" on app.closing_positions for update to feedback_owner using (true);

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
alter table app.connection_sites owner to feedback_owner;
alter table app.connection_sites enable row level security;
alter table app.connection_sites force row level security;
create policy "connections see the list of their sites" on app.connection_sites for select to feedback_agent using ((connection_id = ( SELECT c.id
   FROM app.live_connection() c(id, person_id, kind, name, client_id, host, created_at, last_used_at, expires_at, revoked_at))));
create policy "people see the sites of their connections" on app.connection_sites for select to feedback_person using ((connection_id = ANY (ARRAY( SELECT c.id
   FROM app.connections c
  WHERE (c.person_id = ( SELECT app.person_id() AS person_id))))));
create policy "the service deletes" on app.connection_sites for delete to feedback_owner using (true);
create policy "the service inserts" on app.connection_sites for insert to feedback_owner with check (true);
create policy "the service reads" on app.connection_sites for select to feedback_owner using (true);
create policy "the service updates" on app.connection_sites for update to feedback_owner using (true);
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
CREATE INDEX connections_person ON app.connections USING btree (person_id, id);
alter table app.connections owner to feedback_owner;
alter table app.connections enable row level security;
alter table app.connections force row level security;
create policy "connections see themselves" on app.connections for select to feedback_agent using ((id = ( SELECT c.id
   FROM app.live_connection() c(id, person_id, kind, name, client_id, host, created_at, last_used_at, expires_at, revoked_at))));
create policy "people see their connections" on app.connections for select to feedback_person using ((person_id = ( SELECT app.person_id() AS person_id)));
create policy "the service deletes" on app.connections for delete to feedback_owner using (true);
create policy "the service inserts" on app.connections for insert to feedback_owner with check (true);
create policy "the service reads" on app.connections for select to feedback_owner using (true);
create policy "the service updates" on app.connections for update to feedback_owner using (true);
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
alter table app.count_progress owner to feedback_owner;
alter table app.count_progress enable row level security;
alter table app.count_progress force row level security;
create policy "the service deletes" on app.count_progress for delete to feedback_owner using (true);
create policy "the service inserts" on app.count_progress for insert to feedback_owner with check (true);
create policy "the service reads" on app.count_progress for select to feedback_owner using (true);
create policy "the service updates" on app.count_progress for update to feedback_owner using (true);

create table app.counted_days (
    day date not null,
    counted_at timestamp with time zone not null default now(),
    constraint counted_days_pkey PRIMARY KEY (day)
);
comment on table app.counted_days is 'Days that app.event_counts includes.';
alter table app.counted_days owner to feedback_owner;
alter table app.counted_days enable row level security;
alter table app.counted_days force row level security;
create policy "members see counted days" on app.counted_days for select to feedback_person using ((EXISTS ( SELECT app.workspaces_for('viewer'::text) AS workspaces_for)));
create policy "the service deletes" on app.counted_days for delete to feedback_owner using (true);
create policy "the service inserts" on app.counted_days for insert to feedback_owner with check (true);
create policy "the service reads" on app.counted_days for select to feedback_owner using (true);
create policy "the service updates" on app.counted_days for update to feedback_owner using (true);
grant select on app.counted_days to feedback_person;

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
    constraint kind_is_known CHECK ((kind = ANY (ARRAY['prompt'::text, 'site'::text, 'workspace'::text, 'account'::text]))),
    constraint only_a_prompt_keeps_responses CHECK (((kind = 'prompt'::text) OR (NOT keep_responses))),
    constraint prompts_and_sites_have_a_site CHECK (((site_id IS NULL) = (kind = ANY (ARRAY['workspace'::text, 'account'::text]))))
);
comment on table app.deletions is 'Scheduled, undone and finished deletions. Without foreign keys: the receipt outlives what was deleted.';
comment on column app.deletions.target_id is 'The prompt, site, workspace or person.';
comment on column app.deletions.name is 'Its name when the deletion was requested; for an account, the email address until the account is deleted.';
comment on column app.deletions.deleted is 'Number of rows deleted, by table.';
CREATE INDEX deletions_due ON app.deletions USING btree (due_at) WHERE ((undone_at IS NULL) AND (finished_at IS NULL));
CREATE INDEX deletions_workspace ON app.deletions USING btree (workspace_id, id);
CREATE UNIQUE INDEX deletions_scheduled ON app.deletions USING btree (target_id) WHERE ((undone_at IS NULL) AND (finished_at IS NULL));
alter table app.deletions owner to feedback_owner;
alter table app.deletions enable row level security;
alter table app.deletions force row level security;
create policy "connections see deletions of what they see" on app.deletions for select to feedback_agent using (((site_id = ANY (ARRAY( SELECT app.connected_sites() AS connected_sites))) OR ((kind = 'workspace'::text) AND (workspace_id = ANY (ARRAY( SELECT app.connected_workspaces() AS connected_workspaces))))));
create policy "members see deletions, and people their own" on app.deletions for select to feedback_person using (((workspace_id = ANY (ARRAY( SELECT app.workspaces_for('viewer'::text) AS workspaces_for))) OR (requested_by = ( SELECT app.person_id() AS person_id))));
create policy "the service inserts" on app.deletions for insert to feedback_owner with check (true);
create policy "the service reads" on app.deletions for select to feedback_owner using (true);
create policy "the service updates" on app.deletions for update to feedback_owner using (true);
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
CREATE INDEX deliveries_created ON app.deliveries USING btree (created_at);
CREATE INDEX deliveries_due ON app.deliveries USING btree (site_id, destination_id, next_at) WHERE (state = 'waiting'::text);
CREATE INDEX deliveries_leased ON app.deliveries USING btree (site_id, destination_id, next_at) WHERE (lease IS NOT NULL);
CREATE INDEX deliveries_response ON app.deliveries USING btree (site_id, response_id) WHERE (state = 'waiting'::text);
alter table app.deliveries owner to feedback_owner;
alter table app.deliveries enable row level security;
alter table app.deliveries force row level security;
create policy "members see deliveries" on app.deliveries for select to feedback_person using ((site_id = ANY (ARRAY( SELECT app.sites_for('viewer'::text) AS sites_for))));
create policy "readers of responses see deliveries" on app.deliveries for select to feedback_agent using ((site_id = ANY (ARRAY( SELECT app.granted_sites('response:read'::text) AS granted_sites))));
create policy "the service deletes" on app.deliveries for delete to feedback_owner using (true);
create policy "the service inserts" on app.deliveries for insert to feedback_owner with check (true);
create policy "the service reads" on app.deliveries for select to feedback_owner using (true);
create policy "the service updates" on app.deliveries for update to feedback_owner using (true);
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
alter table app.delivery_attempts owner to feedback_owner;
alter table app.delivery_attempts enable row level security;
alter table app.delivery_attempts force row level security;
create policy "members see attempts" on app.delivery_attempts for select to feedback_person using ((site_id = ANY (ARRAY( SELECT app.sites_for('viewer'::text) AS sites_for))));
create policy "readers of responses see attempts" on app.delivery_attempts for select to feedback_agent using ((site_id = ANY (ARRAY( SELECT app.granted_sites('response:read'::text) AS granted_sites))));
create policy "the service deletes" on app.delivery_attempts for delete to feedback_owner using (true);
create policy "the service inserts" on app.delivery_attempts for insert to feedback_owner with check (true);
create policy "the service reads" on app.delivery_attempts for select to feedback_owner using (true);
create policy "the service updates" on app.delivery_attempts for update to feedback_owner using (true);
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
CREATE TRIGGER recipients_need_a_recent_sign_in AFTER INSERT ON app.destination_recipients FOR EACH ROW EXECUTE FUNCTION app.check_destination_change();
CREATE TRIGGER unknown_recipients_are_asked AFTER INSERT ON app.destination_recipients FOR EACH ROW EXECUTE FUNCTION app.ask_new_recipient();
alter table app.destination_recipients owner to feedback_owner;
alter table app.destination_recipients enable row level security;
alter table app.destination_recipients force row level security;
create policy "members see recipients" on app.destination_recipients for select to feedback_person using ((site_id = ANY (ARRAY( SELECT app.sites_for('viewer'::text) AS sites_for))));
create policy "owners add recipients" on app.destination_recipients for insert to feedback_person with check ((site_id = ANY (ARRAY( SELECT app.sites_for('owner'::text) AS sites_for))));
create policy "owners remove recipients" on app.destination_recipients for delete to feedback_person using ((site_id = ANY (ARRAY( SELECT app.sites_for('owner'::text) AS sites_for))));
create policy "readers of responses see recipients" on app.destination_recipients for select to feedback_agent using ((site_id = ANY (ARRAY( SELECT app.granted_sites('response:read'::text) AS granted_sites))));
create policy "the service deletes" on app.destination_recipients for delete to feedback_owner using (true);
create policy "the service inserts" on app.destination_recipients for insert to feedback_owner with check (true);
create policy "the service reads" on app.destination_recipients for select to feedback_owner using (true);
create policy "the service updates" on app.destination_recipients for update to feedback_owner using (true);
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
CREATE INDEX destination_requests_connection ON app.destination_requests USING btree (connection_id, id);
CREATE INDEX destination_requests_expiry ON app.destination_requests USING btree (expires_at);
CREATE INDEX destination_requests_person ON app.destination_requests USING btree (person_id, id);
CREATE INDEX destination_requests_site ON app.destination_requests USING btree (workspace_id, site_id);
CREATE UNIQUE INDEX a_destination_is_requested_once ON app.destination_requests USING btree (connection_id, site_id, sha256) WHERE (state = 'pending'::text);
CREATE TRIGGER requests_write_messages AFTER INSERT OR UPDATE OF state ON app.destination_requests FOR EACH ROW EXECUTE FUNCTION app.write_destination_approval_message();
alter table app.destination_requests owner to feedback_owner;
alter table app.destination_requests enable row level security;
alter table app.destination_requests force row level security;
create policy "connections see their requests" on app.destination_requests for select to feedback_agent using ((connection_id = ( SELECT c.id
   FROM app.live_connection() c(id, person_id, kind, name, client_id, host, created_at, last_used_at, expires_at, revoked_at))));
create policy "people see requests to them" on app.destination_requests for select to feedback_person using ((person_id = ( SELECT app.person_id() AS person_id)));
create policy "the service deletes" on app.destination_requests for delete to feedback_owner using (true);
create policy "the service inserts" on app.destination_requests for insert to feedback_owner with check (true);
create policy "the service reads" on app.destination_requests for select to feedback_owner using (true);
create policy "the service updates" on app.destination_requests for update to feedback_owner using (true);
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
    constraint destinations_pkey PRIMARY KEY (site_id, id),
    constraint an_old_secret_has_an_end CHECK (((sealed_old_secret IS NULL) = (rotation_ends_at IS NULL))),
    constraint kind_is_known CHECK ((kind = ANY (ARRAY['webhook'::text, 'slack'::text, 'email'::text]))),
    constraint name_has_1_to_120_characters CHECK (((length(name) >= 1) AND (length(name) <= 120))),
    constraint only_email_has_a_schedule CHECK (((kind = 'email'::text) = (schedule IS NOT NULL))),
    constraint only_slack_has_a_sealed_url CHECK (((kind = 'slack'::text) = (sealed_url IS NOT NULL))),
    constraint only_webhooks_have_a_readable_url CHECK (((kind = 'webhook'::text) = (url IS NOT NULL))),
    constraint only_webhooks_have_a_secret CHECK (((kind = 'webhook'::text) = (sealed_secret IS NOT NULL))),
    constraint pause_cause_is_known CHECK ((pause_cause = ANY (ARRAY['person'::text, 'failing'::text, 'gone'::text]))),
    constraint state_is_known CHECK ((state = ANY (ARRAY['active'::text, 'paused'::text]))),
    constraint what_is_paused_has_a_cause CHECK ((((state = 'paused'::text) = (pause_cause IS NOT NULL)) AND ((state = 'paused'::text) = (paused_at IS NOT NULL)))),
    constraint destinations_site_id_fkey FOREIGN KEY (site_id) REFERENCES app.sites(id) ON DELETE CASCADE
);
comment on table app.destinations is 'Where messages about a site are sent: webhooks, Slack, e-mail.';
comment on column app.destinations.host is 'Host of the URL, or the domains of the recipients: what a person approved.';
comment on column app.destinations.sealed_url is 'The URL of Slack, encrypted; only the functions can open it.';
comment on column app.destinations.sealed_secret is 'The secret that signs, encrypted like proof keys.';
comment on column app.destinations.sealed_old_secret is 'During a rotation, the previous secret, which signs too until rotation_ends_at.';
comment on column app.destinations.condition is 'As responseConditionSchema of the contract; condition_path is compiled from it.';
comment on column app.destinations.schedule is 'As emailScheduleSchema of the contract.';
comment on column app.destinations.notice_due_at is 'When the owners should be notified that the service paused the destination; null when there is nothing to say.';
comment on column app.destinations.due_at is 'When a delivery should be claimed next; never later than the first that can be. What writes deliveries makes it earlier, claiming corrects it.';
CREATE INDEX destinations_due ON app.destinations USING btree (due_at) WHERE (state = 'active'::text);
CREATE TRIGGER a_site_has_at_most_20_destinations AFTER INSERT ON app.destinations FOR EACH ROW EXECUTE FUNCTION app.check_new_destination();
CREATE TRIGGER closing_begins_with_its_first_destination AFTER INSERT OR UPDATE OF event_types ON app.destinations FOR EACH ROW EXECUTE FUNCTION app.begin_closing();
CREATE TRIGGER destinations_are_prepared BEFORE INSERT OR UPDATE OF host, url, event_types, prompts, condition, partial, include_visitor, schedule ON app.destinations FOR EACH ROW EXECUTE FUNCTION app.prepare_destination();
CREATE TRIGGER destinations_need_a_recent_sign_in AFTER INSERT OR UPDATE OF host, url, sealed_url, sealed_secret, event_types, prompts, condition, partial, include_visitor, schedule ON app.destinations FOR EACH ROW EXECUTE FUNCTION app.check_destination_change();
CREATE TRIGGER resumed_destinations_begin_anew BEFORE UPDATE OF state ON app.destinations FOR EACH ROW WHEN (((old.state = 'paused'::text) AND (new.state = 'active'::text))) EXECUTE FUNCTION app.prepare_resumed_destination();
alter table app.destinations owner to feedback_owner;
alter table app.destinations enable row level security;
alter table app.destinations force row level security;
create policy "members see destinations" on app.destinations for select to feedback_person using ((site_id = ANY (ARRAY( SELECT app.sites_for('viewer'::text) AS sites_for))));
create policy "owners change destinations" on app.destinations for update to feedback_person using ((site_id = ANY (ARRAY( SELECT app.sites_for('owner'::text) AS sites_for))));
create policy "owners create destinations" on app.destinations for insert to feedback_person with check (((site_id = ANY (ARRAY( SELECT app.sites_for('owner'::text) AS sites_for))) AND (created_by = ( SELECT app.person_id() AS person_id))));
create policy "owners delete destinations" on app.destinations for delete to feedback_person using ((site_id = ANY (ARRAY( SELECT app.sites_for('owner'::text) AS sites_for))));
create policy "readers of responses see destinations" on app.destinations for select to feedback_agent using ((site_id = ANY (ARRAY( SELECT app.granted_sites('response:read'::text) AS granted_sites))));
create policy "the service deletes" on app.destinations for delete to feedback_owner using (true);
create policy "the service inserts" on app.destinations for insert to feedback_owner with check (true);
create policy "the service reads" on app.destinations for select to feedback_owner using (true);
create policy "the service updates" on app.destinations for update to feedback_owner using (true);
grant select (site_id, id, kind, name, host, url, rotation_ends_at, event_types, prompts, condition, partial, include_visitor, schedule, next_digest_at, state, pause_cause, paused_at, failing_since, last_delivered_at, created_by, created_at, updated_at) on app.destinations to feedback_agent;
grant delete on app.destinations to feedback_person;
grant insert (site_id, id, kind, name, host, url, sealed_url, sealed_secret, event_types, prompts, condition, partial, include_visitor, schedule, created_by) on app.destinations to feedback_person;
grant select (site_id, id, kind, name, host, url, rotation_ends_at, event_types, prompts, condition, partial, include_visitor, schedule, next_digest_at, state, pause_cause, paused_at, failing_since, last_delivered_at, created_by, created_at, updated_at) on app.destinations to feedback_person;
grant update (name, host, url, sealed_url, event_types, prompts, condition, partial, include_visitor, schedule, state, pause_cause, paused_at) on app.destinations to feedback_person;

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
alter table app.device_requests owner to feedback_owner;
alter table app.device_requests enable row level security;
alter table app.device_requests force row level security;
create policy "the service deletes" on app.device_requests for delete to feedback_owner using (true);
create policy "the service inserts" on app.device_requests for insert to feedback_owner with check (true);
create policy "the service reads" on app.device_requests for select to feedback_owner using (true);
create policy "the service updates" on app.device_requests for update to feedback_owner using (true);

create table app.diagnostic_keys (
    hash bytea not null,
    expires_at timestamp with time zone not null default (now() + '00:05:00'::interval),
    constraint diagnostic_keys_pkey PRIMARY KEY (hash)
);
comment on table app.diagnostic_keys is 'SHA-256 of keys with which the operator may ask the sdk function how it sees a request. The owner of the database adds them.';
alter table app.diagnostic_keys owner to feedback_owner;
alter table app.diagnostic_keys enable row level security;
alter table app.diagnostic_keys force row level security;
create policy "the service deletes" on app.diagnostic_keys for delete to feedback_owner using (true);
create policy "the service inserts" on app.diagnostic_keys for insert to feedback_owner with check (true);
create policy "the service reads" on app.diagnostic_keys for select to feedback_owner using (true);
create policy "the service updates" on app.diagnostic_keys for update to feedback_owner using (true);

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
alter table app.display_totals owner to feedback_owner;
alter table app.display_totals enable row level security;
alter table app.display_totals force row level security;
create policy "the service deletes" on app.display_totals for delete to feedback_owner using (true);
create policy "the service inserts" on app.display_totals for insert to feedback_owner with check (true);
create policy "the service reads" on app.display_totals for select to feedback_owner using (true);
create policy "the service updates" on app.display_totals for update to feedback_owner using (true);

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
    constraint displays_pkey PRIMARY KEY (site_id, id),
    constraint state_is_known CHECK ((state = ANY (ARRAY['reserved'::text, 'displayed'::text, 'answered'::text, 'dismissed'::text, 'released'::text]))),
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
CREATE INDEX displays_prompt ON app.displays USING btree (site_id, prompt_id, reserved_at);
CREATE INDEX displays_subject ON app.displays USING btree (site_id, subject_id, reserved_at);
CREATE INDEX displays_visitor ON app.displays USING btree (site_id, visitor_id);
CREATE TRIGGER deleted_displays_drop_their_parts AFTER DELETE ON app.displays REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION app.drop_result_parts();
CREATE TRIGGER give_back_group AFTER UPDATE OF state ON app.displays FOR EACH ROW WHEN (((old.state <> new.state) AND (('released'::text = old.state) OR ('released'::text = new.state)))) EXECUTE FUNCTION app.give_back_group();
CREATE TRIGGER late_changes_drop_their_part AFTER UPDATE OF state, displayed_at, answered_at, revision, variant, traits, context ON app.displays FOR EACH ROW WHEN ((old.reserved_at < (clock_timestamp() - '00:05:00'::interval))) EXECUTE FUNCTION app.drop_result_part();
CREATE TRIGGER late_displays_drop_their_part AFTER INSERT ON app.displays FOR EACH ROW WHEN ((new.reserved_at < (clock_timestamp() - '00:05:00'::interval))) EXECUTE FUNCTION app.drop_result_part();
CREATE TRIGGER releases_give_back AFTER UPDATE OF state ON app.displays FOR EACH ROW WHEN (((old.charges IS NOT NULL) AND ((old.state = 'released'::text) <> (new.state = 'released'::text)))) EXECUTE FUNCTION app.follow_release();
CREATE TRIGGER settle_waiting AFTER UPDATE OF state ON app.displays FOR EACH ROW WHEN (((old.state = 'reserved'::text) AND (new.state <> 'reserved'::text))) EXECUTE FUNCTION app.settle_waiting();
alter table app.displays owner to feedback_owner;
alter table app.displays enable row level security;
alter table app.displays force row level security;
create policy "members see the displays of 90 days" on app.displays for select to feedback_person using (((site_id = ANY (ARRAY( SELECT app.sites_for('viewer'::text) AS sites_for))) AND (reserved_at >= (now() - '90 days'::interval))));
create policy "readers of responses see the displays of 90 days" on app.displays for select to feedback_agent using (((site_id = ANY (ARRAY( SELECT app.granted_sites('response:read'::text) AS granted_sites))) AND (reserved_at >= (now() - '90 days'::interval))));
create policy "the service deletes" on app.displays for delete to feedback_owner using (true);
create policy "the service inserts" on app.displays for insert to feedback_owner with check (true);
create policy "the service reads" on app.displays for select to feedback_owner using (true);
create policy "the service updates" on app.displays for update to feedback_owner using (true);
grant select (site_id, id, subject_id, prompt_id, revision, state, traits, reserved_at, displayed_at, answered_at, dismissed_at, released_at, release_reason, variant) on app.displays to feedback_agent;
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
alter table app.dropped_events owner to feedback_owner;
alter table app.dropped_events enable row level security;
alter table app.dropped_events force row level security;
create policy "members see dropped events" on app.dropped_events for select to feedback_person using ((site_id = ANY (ARRAY( SELECT app.sites_for('viewer'::text) AS sites_for))));
create policy "the service deletes" on app.dropped_events for delete to feedback_owner using (true);
create policy "the service inserts" on app.dropped_events for insert to feedback_owner with check (true);
create policy "the service reads" on app.dropped_events for select to feedback_owner using (true);
create policy "the service updates" on app.dropped_events for update to feedback_owner using (true);
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
alter table app.erasures owner to feedback_owner;
alter table app.erasures enable row level security;
alter table app.erasures force row level security;
create policy "owners see receipts" on app.erasures for select to feedback_person using ((site_id = ANY (ARRAY( SELECT app.sites_for('owner'::text) AS sites_for))));
create policy "the service deletes" on app.erasures for delete to feedback_owner using (true);
create policy "the service inserts" on app.erasures for insert to feedback_owner with check (true);
create policy "the service reads" on app.erasures for select to feedback_owner using (true);
create policy "the service updates" on app.erasures for update to feedback_owner using (true);
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
alter table app.event_counts owner to feedback_owner;
alter table app.event_counts enable row level security;
alter table app.event_counts force row level security;
create policy "members see event counts" on app.event_counts for select to feedback_person using ((site_id = ANY (ARRAY( SELECT app.sites_for('viewer'::text) AS sites_for))));
create policy "the service deletes" on app.event_counts for delete to feedback_owner using (true);
create policy "the service inserts" on app.event_counts for insert to feedback_owner with check (true);
create policy "the service reads" on app.event_counts for select to feedback_owner using (true);
create policy "the service updates" on app.event_counts for update to feedback_owner using (true);
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
alter table app.event_names owner to feedback_owner;
alter table app.event_names enable row level security;
alter table app.event_names force row level security;
create policy "connections see event names" on app.event_names for select to feedback_agent using ((site_id = ANY (ARRAY( SELECT app.connected_sites() AS connected_sites))));
create policy "editors change event names" on app.event_names for update to feedback_person using ((site_id = ANY (ARRAY( SELECT app.sites_for('editor'::text) AS sites_for))));
create policy "editors register event names" on app.event_names for insert to feedback_person with check ((site_id = ANY (ARRAY( SELECT app.sites_for('editor'::text) AS sites_for))));
create policy "members see event names" on app.event_names for select to feedback_person using ((site_id = ANY (ARRAY( SELECT app.sites_for('viewer'::text) AS sites_for))));
create policy "the service deletes" on app.event_names for delete to feedback_owner using (true);
create policy "the service inserts" on app.event_names for insert to feedback_owner with check (true);
create policy "the service reads" on app.event_names for select to feedback_owner using (true);
create policy "the service updates" on app.event_names for update to feedback_owner using (true);
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
alter table app.events owner to feedback_owner;
alter table app.events enable row level security;
alter table app.events force row level security;
create policy "members see the events of 30 days" on app.events for select to feedback_person using (((site = ANY (ARRAY( SELECT app.site_keys_for('viewer'::text) AS site_keys_for))) AND (id > ( SELECT app.id_from((now() - '30 days'::interval)) AS id_from))));
create policy "readers of responses see the events of 30 days" on app.events for select to feedback_agent using (((site = ANY (ARRAY( SELECT app.granted_site_keys('response:read'::text) AS granted_site_keys))) AND (id > ( SELECT app.id_from((now() - '30 days'::interval)) AS id_from))));
create policy "the service deletes" on app.events for delete to feedback_owner using (true);
create policy "the service inserts" on app.events for insert to feedback_owner with check (true);
create policy "the service reads" on app.events for select to feedback_owner using (true);
create policy "the service updates" on app.events for update to feedback_owner using (true);
grant select on app.events to feedback_agent;
grant select on app.events to feedback_person;

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
    constraint filtered_parts_pkey PRIMARY KEY (site_id, prompt_id, from_at, filter),
    constraint the_rest_has_a_beginning CHECK (((next_at IS NULL) = (next_id IS NULL))),
    constraint filtered_parts_site_id_prompt_id_from_at_fkey FOREIGN KEY (site_id, prompt_id, from_at) REFERENCES app.result_parts(site_id, prompt_id, from_at) ON DELETE CASCADE
);
comment on table app.filtered_parts is 'Figures of a part under a filter. Deleted with the part, after 30 days, and once 20 other filters of the prompt have been counted since.';
comment on column app.filtered_parts.filter is 'app.hash_filter of its traits and its condition: what they compare may be personal, so it is not stored.';
comment on column app.filtered_parts.figures is 'What app.count_result_part counted.';
comment on column app.filtered_parts.rows is 'Number of displays and responses of the part that were examined.';
comment on column app.filtered_parts.next_at is 'Time of the first display or response that was not examined yet; null once the part is counted.';
comment on column app.filtered_parts.next_id is 'Its display, because several may have the same time.';
CREATE INDEX filtered_parts_counted ON app.filtered_parts USING btree (counted_at);
alter table app.filtered_parts owner to feedback_owner;
alter table app.filtered_parts enable row level security;
alter table app.filtered_parts force row level security;
create policy "members see figures" on app.filtered_parts for select to feedback_person using ((site_id = ANY (ARRAY( SELECT app.sites_for('viewer'::text) AS sites_for))));
create policy "readers of responses see figures" on app.filtered_parts for select to feedback_agent using ((site_id = ANY (ARRAY( SELECT app.granted_sites('response:read'::text) AS granted_sites))));
create policy "the service deletes" on app.filtered_parts for delete to feedback_owner using (true);
create policy "the service inserts" on app.filtered_parts for insert to feedback_owner with check (true);
create policy "the service reads" on app.filtered_parts for select to feedback_owner using (true);
create policy "the service updates" on app.filtered_parts for update to feedback_owner using (true);
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
    constraint grant_requests_pkey PRIMARY KEY (id),
    constraint a_revision_is_named_with_its_content CHECK ((((revision IS NULL) = (sha256 IS NULL)) AND ((revision IS NULL) OR (prompt_id IS NOT NULL)))),
    constraint action_is_known CHECK ((action = ANY (ARRAY['site:create'::text, 'prompt:draft'::text, 'prompt:publish'::text, 'response:read'::text]))),
    constraint only_a_new_site_has_none CHECK (((action = 'site:create'::text) = (site_id IS NULL))),
    constraint publishing_names_the_prompt CHECK (((action = 'prompt:publish'::text) = (prompt_id IS NOT NULL))),
    constraint state_is_known CHECK ((state = ANY (ARRAY['pending'::text, 'approved'::text, 'denied'::text]))),
    constraint what_is_decided_has_its_time CHECK (((state = 'pending'::text) = (decided_at IS NULL))),
    constraint grant_requests_connection_id_fkey FOREIGN KEY (connection_id) REFERENCES app.connections(id) ON DELETE CASCADE,
    constraint grant_requests_site_id_prompt_id_fkey FOREIGN KEY (site_id, prompt_id) REFERENCES app.prompts(site_id, id) ON DELETE CASCADE,
    constraint grant_requests_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES app.workspaces(id) ON DELETE CASCADE,
    constraint grant_requests_workspace_id_site_id_fkey FOREIGN KEY (workspace_id, site_id) REFERENCES app.sites(workspace_id, id) ON DELETE CASCADE
);
comment on table app.grant_requests is 'Approval requests of connections. Knowing the id grants nothing.';
comment on column app.grant_requests.person_id is 'The person of the connection, who alone decides.';
comment on column app.grant_requests.sha256 is 'Hash of the revision''s content at the time of the request.';
CREATE INDEX grant_requests_connection ON app.grant_requests USING btree (connection_id, id);
CREATE INDEX grant_requests_person ON app.grant_requests USING btree (person_id, id);
CREATE INDEX grant_requests_prompt ON app.grant_requests USING btree (site_id, prompt_id);
CREATE INDEX grant_requests_site ON app.grant_requests USING btree (workspace_id, site_id);
CREATE UNIQUE INDEX what_waits_is_asked_once ON app.grant_requests USING btree (connection_id, action, workspace_id, site_id, prompt_id, revision) NULLS NOT DISTINCT WHERE (state = 'pending'::text);
CREATE TRIGGER requests_write_messages AFTER INSERT OR UPDATE OF state ON app.grant_requests FOR EACH ROW EXECUTE FUNCTION app.write_approval_message();
alter table app.grant_requests owner to feedback_owner;
alter table app.grant_requests enable row level security;
alter table app.grant_requests force row level security;
create policy "connections see their requests" on app.grant_requests for select to feedback_agent using ((connection_id = ( SELECT c.id
   FROM app.live_connection() c(id, person_id, kind, name, client_id, host, created_at, last_used_at, expires_at, revoked_at))));
create policy "people see requests to them" on app.grant_requests for select to feedback_person using ((person_id = ( SELECT app.person_id() AS person_id)));
create policy "the service deletes" on app.grant_requests for delete to feedback_owner using (true);
create policy "the service inserts" on app.grant_requests for insert to feedback_owner with check (true);
create policy "the service reads" on app.grant_requests for select to feedback_owner using (true);
create policy "the service updates" on app.grant_requests for update to feedback_owner using (true);
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
    constraint grants_pkey PRIMARY KEY (id),
    constraint a_revision_is_named_with_its_content CHECK ((((revision IS NULL) = (sha256 IS NULL)) AND ((revision IS NULL) OR (prompt_id IS NOT NULL)))),
    constraint action_is_known CHECK ((action = ANY (ARRAY['site:create'::text, 'prompt:draft'::text, 'prompt:publish'::text, 'response:read'::text]))),
    constraint lasts_at_most_a_year CHECK ((expires_at <= (approved_at + '366 days'::interval))),
    constraint mode_is_once_or_until CHECK ((mode = ANY (ARRAY['once'::text, 'until'::text]))),
    constraint only_a_new_site_has_none CHECK (((action = 'site:create'::text) = (site_id IS NULL))),
    constraint only_once_is_consumed CHECK (((consumed_at IS NULL) OR (mode = 'once'::text))),
    constraint only_publishing_names_a_prompt CHECK (((prompt_id IS NULL) OR (action = 'prompt:publish'::text))),
    constraint grants_connection_id_fkey FOREIGN KEY (connection_id) REFERENCES app.connections(id) ON DELETE CASCADE,
    constraint grants_request_id_fkey FOREIGN KEY (request_id) REFERENCES app.grant_requests(id) ON DELETE SET NULL,
    constraint grants_site_id_prompt_id_fkey FOREIGN KEY (site_id, prompt_id) REFERENCES app.prompts(site_id, id) ON DELETE CASCADE,
    constraint grants_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES app.workspaces(id) ON DELETE CASCADE,
    constraint grants_workspace_id_site_id_fkey FOREIGN KEY (workspace_id, site_id) REFERENCES app.sites(workspace_id, id) ON DELETE CASCADE
);
comment on table app.grants is 'A person''s approval of one action of one connection.';
comment on column app.grants.prompt_id is 'The prompt that the grant is for; null for every prompt of the site, as for a pipeline.';
comment on column app.grants.revision is 'The revision that may be published; null allows to pause, resume and archive only.';
comment on column app.grants.combination is 'Allows publishing although a connection of the person may read the site''s responses.';
comment on column app.grants.consumed_by is 'The call that consumed a `once` grant; the rest of that call may still rely on it.';
comment on column app.grants.given_back is 'The grant ended without its person''s decision, so what was read under it still counts.';
CREATE INDEX grants_connection ON app.grants USING btree (connection_id, action);
CREATE INDEX grants_expiry ON app.grants USING btree (expires_at);
CREATE INDEX grants_person ON app.grants USING btree (approved_by, id);
CREATE INDEX grants_prompt ON app.grants USING btree (site_id, prompt_id);
CREATE INDEX grants_request ON app.grants USING btree (request_id);
CREATE INDEX grants_site ON app.grants USING btree (workspace_id, site_id);
alter table app.grants owner to feedback_owner;
alter table app.grants enable row level security;
alter table app.grants force row level security;
create policy "connections see their grants" on app.grants for select to feedback_agent using ((connection_id = ( SELECT c.id
   FROM app.live_connection() c(id, person_id, kind, name, client_id, host, created_at, last_used_at, expires_at, revoked_at))));
create policy "people see what they approved" on app.grants for select to feedback_person using ((approved_by = ( SELECT app.person_id() AS person_id)));
create policy "the service deletes" on app.grants for delete to feedback_owner using (true);
create policy "the service inserts" on app.grants for insert to feedback_owner with check (true);
create policy "the service reads" on app.grants for select to feedback_owner using (true);
create policy "the service updates" on app.grants for update to feedback_owner using (true);
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
alter table app.group_displays owner to feedback_owner;
alter table app.group_displays enable row level security;
alter table app.group_displays force row level security;
create policy "the service deletes" on app.group_displays for delete to feedback_owner using (true);
create policy "the service inserts" on app.group_displays for insert to feedback_owner with check (true);
create policy "the service reads" on app.group_displays for select to feedback_owner using (true);
create policy "the service updates" on app.group_displays for update to feedback_owner using (true);

create table app.idempotency_keys (
    caller_id uuid not null,
    key text not null,
    request_hash bytea not null,
    reply jsonb,
    at timestamp with time zone not null default now(),
    constraint idempotency_keys_pkey PRIMARY KEY (caller_id, key),
    constraint key_has_1_to_255_characters CHECK (((length(key) >= 1) AND (length(key) <= 255)))
);
comment on table app.idempotency_keys is 'Replies to writes that carried an Idempotency-Key, for 24 hours.';
comment on column app.idempotency_keys.caller_id is 'A person or a connection.';
comment on column app.idempotency_keys.request_hash is 'SHA-256 of the request: a key may not be reused for another one.';
CREATE INDEX idempotency_keys_at ON app.idempotency_keys USING btree (at);
alter table app.idempotency_keys owner to feedback_owner;
alter table app.idempotency_keys enable row level security;
alter table app.idempotency_keys force row level security;
create policy "the service deletes" on app.idempotency_keys for delete to feedback_owner using (true);
create policy "the service inserts" on app.idempotency_keys for insert to feedback_owner with check (true);
create policy "the service reads" on app.idempotency_keys for select to feedback_owner using (true);
create policy "the service updates" on app.idempotency_keys for update to feedback_owner using (true);

create table app.instance_changes (
    id uuid not null default app.mint_id(),
    at timestamp with time zone not null default clock_timestamp(),
    who text not null default 'operator'::text,
    before jsonb not null,
    after jsonb not null,
    constraint instance_changes_pkey PRIMARY KEY (id)
);
comment on table app.instance_changes is 'The audit log of app.instance_settings, which belong to no workspace. Append-only: only app.change_instance_settings writes it.';
alter table app.instance_changes owner to feedback_owner;
alter table app.instance_changes enable row level security;
alter table app.instance_changes force row level security;
create policy "the service inserts" on app.instance_changes for insert to feedback_owner with check (true);
create policy "the service reads" on app.instance_changes for select to feedback_owner using (true);

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
CREATE TRIGGER all_sites_store_new_maximums AFTER UPDATE ON app.instance_settings FOR EACH ROW EXECUTE FUNCTION app.store_rate_limits_of_all_sites();
CREATE TRIGGER new_maximums_apply_at_once AFTER UPDATE ON app.instance_settings FOR EACH ROW EXECUTE FUNCTION app.reopen_buckets();
alter table app.instance_settings owner to feedback_owner;
alter table app.instance_settings enable row level security;
alter table app.instance_settings force row level security;
create policy "members see the settings of the instance" on app.instance_settings for select to feedback_person using ((EXISTS ( SELECT app.workspaces_for('viewer'::text) AS workspaces_for)));
create policy "the service reads" on app.instance_settings for select to feedback_owner using (true);
create policy "the service updates" on app.instance_settings for update to feedback_owner using (true);
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
CREATE TRIGGER a_workspace_has_at_most_500_members AFTER INSERT ON app.invitations FOR EACH ROW EXECUTE FUNCTION app.limit_members();
alter table app.invitations owner to feedback_owner;
alter table app.invitations enable row level security;
alter table app.invitations force row level security;
create policy "owners invite" on app.invitations for insert to feedback_person with check (((workspace_id = ANY (ARRAY( SELECT app.workspaces_for('owner'::text) AS workspaces_for))) AND (created_by = ( SELECT app.person_id() AS person_id))));
create policy "owners see invitations" on app.invitations for select to feedback_person using ((workspace_id = ANY (ARRAY( SELECT app.workspaces_for('owner'::text) AS workspaces_for))));
create policy "owners withdraw invitations" on app.invitations for delete to feedback_person using ((workspace_id = ANY (ARRAY( SELECT app.workspaces_for('owner'::text) AS workspaces_for))));
create policy "the service deletes" on app.invitations for delete to feedback_owner using (true);
create policy "the service inserts" on app.invitations for insert to feedback_owner with check (true);
create policy "the service reads" on app.invitations for select to feedback_owner using (true);
create policy "the service updates" on app.invitations for update to feedback_owner using (true);
grant delete on app.invitations to feedback_person;
grant insert (workspace_id, email, role, secret_hash, created_by, name) on app.invitations to feedback_person;
grant select (workspace_id, id, email, role, created_by, created_at, expires_at, accepted_by, name) on app.invitations to feedback_person;

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
CREATE TRIGGER label_proposals_are_limited AFTER INSERT ON app.label_proposals REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION app.limit_label_proposals();
alter table app.label_proposals owner to feedback_owner;
alter table app.label_proposals enable row level security;
alter table app.label_proposals force row level security;
create policy "editors decide" on app.label_proposals for update to feedback_person using ((site_id = ANY (ARRAY( SELECT app.sites_for('editor'::text) AS sites_for))));
create policy "members propose" on app.label_proposals for insert to feedback_person with check (((site_id = ANY (ARRAY( SELECT app.sites_for('viewer'::text) AS sites_for))) AND (created_by = ( SELECT app.person_id() AS person_id)) AND (source = ANY (ARRAY['person'::text, 'method'::text]))));
create policy "members read" on app.label_proposals for select to feedback_person using ((site_id = ANY (ARRAY( SELECT app.sites_for('viewer'::text) AS sites_for))));
create policy "readers of responses propose" on app.label_proposals for insert to feedback_agent with check (((site_id = ANY (ARRAY( SELECT app.granted_sites('response:read'::text) AS granted_sites))) AND (created_by = ( SELECT app.acting_person() AS acting_person))));
create policy "readers of responses read" on app.label_proposals for select to feedback_agent using ((site_id = ANY (ARRAY( SELECT app.granted_sites('response:read'::text) AS granted_sites))));
create policy "the service deletes" on app.label_proposals for delete to feedback_owner using (true);
create policy "the service inserts" on app.label_proposals for insert to feedback_owner with check (true);
create policy "the service reads" on app.label_proposals for select to feedback_owner using (true);
create policy "the service updates" on app.label_proposals for update to feedback_owner using (true);
grant insert (site_id, display_id, question_id, tag_id, quote, is_example, created_by) on app.label_proposals to feedback_agent;
grant select on app.label_proposals to feedback_agent;
grant insert (site_id, display_id, question_id, tag_id, source, quote, is_example, created_by) on app.label_proposals to feedback_person;
grant select on app.label_proposals to feedback_person;
grant update (state, decided_by, decided_at) on app.label_proposals to feedback_person;

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
alter table app.lost_access owner to feedback_owner;
alter table app.lost_access enable row level security;
alter table app.lost_access force row level security;
create policy "people see what they lost" on app.lost_access for select to feedback_person using ((person_id = ( SELECT app.person_id() AS person_id)));
create policy "the service deletes" on app.lost_access for delete to feedback_owner using (true);
create policy "the service inserts" on app.lost_access for insert to feedback_owner with check (true);
create policy "the service reads" on app.lost_access for select to feedback_owner using (true);
create policy "the service updates" on app.lost_access for update to feedback_owner using (true);
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
CREATE TRIGGER a_workspace_keeps_an_owner AFTER DELETE OR UPDATE OF role ON app.members FOR EACH ROW WHEN ((old.role = 'owner'::text)) EXECUTE FUNCTION app.require_an_owner();
CREATE TRIGGER access_ends_with_membership AFTER DELETE ON app.members FOR EACH ROW EXECUTE FUNCTION app.end_lost_access();
CREATE TRIGGER access_ends_with_role AFTER UPDATE OF role ON app.members FOR EACH ROW WHEN ((old.role <> new.role)) EXECUTE FUNCTION app.end_lost_access();
CREATE TRIGGER assignments_end_with_membership AFTER DELETE ON app.members FOR EACH ROW EXECUTE FUNCTION app.end_assignments();
CREATE TRIGGER invitations_end_with_membership AFTER DELETE ON app.members FOR EACH ROW EXECUTE FUNCTION app.end_invitations();
CREATE TRIGGER invitations_end_with_role AFTER UPDATE OF role ON app.members FOR EACH ROW WHEN (((old.role = 'owner'::text) AND (new.role <> 'owner'::text))) EXECUTE FUNCTION app.end_invitations();
CREATE TRIGGER links_to_results_end_with_membership AFTER DELETE ON app.members FOR EACH ROW EXECUTE FUNCTION app.end_result_links();
CREATE TRIGGER links_to_results_end_with_role AFTER UPDATE OF role ON app.members FOR EACH ROW WHEN ((old.role <> new.role)) EXECUTE FUNCTION app.end_result_links();
CREATE TRIGGER who_leaves_becomes_no_owner BEFORE INSERT OR UPDATE OF role ON app.members FOR EACH ROW WHEN ((new.role = 'owner'::text)) EXECUTE FUNCTION app.refuse_owner_who_leaves();
alter table app.members owner to feedback_owner;
alter table app.members enable row level security;
alter table app.members force row level security;
create policy "connections see their person's roles" on app.members for select to feedback_agent using (((person_id = ( SELECT app.acting_person() AS acting_person)) AND (workspace_id = ANY (ARRAY( SELECT app.connected_workspaces() AS connected_workspaces)))));
create policy "members see each other" on app.members for select to feedback_person using ((workspace_id = ANY (ARRAY( SELECT app.workspaces_for('viewer'::text) AS workspaces_for))));
create policy "owners change roles" on app.members for update to feedback_person using ((workspace_id = ANY (ARRAY( SELECT app.workspaces_for('owner'::text) AS workspaces_for))));
create policy "owners remove members, and members may leave" on app.members for delete to feedback_person using (((workspace_id = ANY (ARRAY( SELECT app.workspaces_for('owner'::text) AS workspaces_for))) OR ((person_id = ( SELECT app.person_id() AS person_id)) AND (workspace_id = ANY (ARRAY( SELECT app.workspaces_for('viewer'::text) AS workspaces_for))))));
create policy "the service deletes" on app.members for delete to feedback_owner using (true);
create policy "the service inserts" on app.members for insert to feedback_owner with check (true);
create policy "the service reads" on app.members for select to feedback_owner using (true);
create policy "the service updates" on app.members for update to feedback_owner using (true);
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
alter table app.oauth_clients owner to feedback_owner;
alter table app.oauth_clients enable row level security;
alter table app.oauth_clients force row level security;
create policy "the service deletes" on app.oauth_clients for delete to feedback_owner using (true);
create policy "the service inserts" on app.oauth_clients for insert to feedback_owner with check (true);
create policy "the service reads" on app.oauth_clients for select to feedback_owner using (true);
create policy "the service updates" on app.oauth_clients for update to feedback_owner using (true);

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
alter table app.outbox owner to feedback_owner;
alter table app.outbox enable row level security;
alter table app.outbox force row level security;
create policy "the service deletes" on app.outbox for delete to feedback_owner using (true);
create policy "the service inserts" on app.outbox for insert to feedback_owner with check (true);
create policy "the service reads" on app.outbox for select to feedback_owner using (true);
create policy "the service updates" on app.outbox for update to feedback_owner using (true);

create table app.people (
    person_id uuid not null,
    name text not null,
    updated_at timestamp with time zone not null default now(),
    constraint people_pkey PRIMARY KEY (person_id),
    constraint name_has_1_to_80_characters CHECK (((length(name) >= 1) AND (length(name) <= 80))),
    constraint name_is_trimmed CHECK ((name = btrim(name)))
);
comment on table app.people is 'Names of people. People without a row are shown with their email address.';
alter table app.people owner to feedback_owner;
alter table app.people enable row level security;
alter table app.people force row level security;
create policy "connections see the name of their person" on app.people for select to feedback_agent using ((EXISTS ( SELECT
   FROM app.members m
  WHERE (m.person_id = people.person_id))));
create policy "people change their name" on app.people for update to feedback_person using ((person_id = ( SELECT app.person_id() AS person_id)));
create policy "people choose their name" on app.people for insert to feedback_person with check ((person_id = ( SELECT app.person_id() AS person_id)));
create policy "people remove their name" on app.people for delete to feedback_person using ((person_id = ( SELECT app.person_id() AS person_id)));
create policy "people see their name and that of members" on app.people for select to feedback_person using (((person_id = ( SELECT app.person_id() AS person_id)) OR (EXISTS ( SELECT
   FROM app.members m
  WHERE (m.person_id = people.person_id)))));
create policy "the service deletes" on app.people for delete to feedback_owner using (true);
create policy "the service inserts" on app.people for insert to feedback_owner with check (true);
create policy "the service reads" on app.people for select to feedback_owner using (true);
grant select (person_id, name) on app.people to feedback_agent;
grant delete on app.people to feedback_person;
grant insert (person_id, name) on app.people to feedback_person;
grant select (person_id, name) on app.people to feedback_person;
grant update (name, updated_at) on app.people to feedback_person;

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
CREATE TRIGGER a_connection_needs_a_grant BEFORE INSERT ON app.prompts FOR EACH ROW EXECUTE FUNCTION app.use_grant_for_draft();
CREATE TRIGGER candidates_follow_their_prompt AFTER UPDATE OF state, published_revision ON app.prompts FOR EACH ROW EXECUTE FUNCTION app.compile_published();
CREATE TRIGGER changes_write_messages AFTER UPDATE OF state, published_revision ON app.prompts FOR EACH ROW EXECUTE FUNCTION app.write_prompt_message();
CREATE TRIGGER prompts_change_state_validly BEFORE UPDATE ON app.prompts FOR EACH ROW EXECUTE FUNCTION app.check_prompt_change();
CREATE TRIGGER prompts_need_a_grant BEFORE UPDATE ON app.prompts FOR EACH ROW EXECUTE FUNCTION app.use_grant_for_change();
CREATE TRIGGER publications_are_noted AFTER UPDATE OF state, published_revision ON app.prompts FOR EACH ROW WHEN (((old.state IS DISTINCT FROM new.state) OR (old.published_revision IS DISTINCT FROM new.published_revision))) EXECUTE FUNCTION app.note_publication();
CREATE TRIGGER what_will_be_deleted_is_not_published BEFORE UPDATE OF state ON app.prompts FOR EACH ROW WHEN ((new.state = 'published'::text)) EXECUTE FUNCTION app.keep_scheduled_paused();
alter table app.prompts owner to feedback_owner;
alter table app.prompts enable row level security;
alter table app.prompts force row level security;
create policy "connections change granted prompts" on app.prompts for update to feedback_agent using ((site_id = ANY (ARRAY( SELECT app.connected_sites() AS connected_sites)))) with check (((site_id = ANY (ARRAY( SELECT app.granted_sites('prompt:draft'::text) AS granted_sites))) OR (site_id = ANY (ARRAY( SELECT app.granted_sites('prompt:publish'::text) AS granted_sites)))));
create policy "connections create granted prompts" on app.prompts for insert to feedback_agent with check (((site_id = ANY (ARRAY( SELECT app.granted_sites('prompt:draft'::text) AS granted_sites))) AND (created_by = ( SELECT app.acting_person() AS acting_person))));
create policy "connections see prompts" on app.prompts for select to feedback_agent using ((site_id = ANY (ARRAY( SELECT app.connected_sites() AS connected_sites))));
create policy "editors change prompts" on app.prompts for update to feedback_person using ((site_id = ANY (ARRAY( SELECT app.sites_for('editor'::text) AS sites_for))));
create policy "editors create prompts" on app.prompts for insert to feedback_person with check (((site_id = ANY (ARRAY( SELECT app.sites_for('editor'::text) AS sites_for))) AND (created_by = ( SELECT app.person_id() AS person_id))));
create policy "members see prompts" on app.prompts for select to feedback_person using ((site_id = ANY (ARRAY( SELECT app.sites_for('viewer'::text) AS sites_for))));
create policy "the service deletes" on app.prompts for delete to feedback_owner using (true);
create policy "the service inserts" on app.prompts for insert to feedback_owner with check (true);
create policy "the service reads" on app.prompts for select to feedback_owner using (true);
create policy "the service updates" on app.prompts for update to feedback_owner using (true);
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
    constraint proof_keys_pkey PRIMARY KEY (site_id, kid),
    constraint alg_is_known CHECK ((alg = ANY (ARRAY['HS256'::text, 'EdDSA'::text]))),
    constraint kid_has_1_to_64_characters CHECK ((kid ~ '^[A-Za-z0-9_-]{1,64}$'::text)),
    constraint status_is_active_or_verify_only CHECK ((status = ANY (ARRAY['active'::text, 'verify_only'::text]))),
    constraint proof_keys_site_id_fkey FOREIGN KEY (site_id) REFERENCES app.sites(id) ON DELETE CASCADE
);
comment on table app.proof_keys is 'Keys that verify event proofs; at most two per site, for rotation.';
comment on column app.proof_keys.sealed is 'The encrypted key; only the sdk function can decrypt it.';
comment on column app.proof_keys.last_used_at is 'Accurate to the hour.';
CREATE TRIGGER a_site_has_at_most_2_proof_keys AFTER INSERT ON app.proof_keys FOR EACH ROW EXECUTE FUNCTION app.limit_proof_keys();
alter table app.proof_keys owner to feedback_owner;
alter table app.proof_keys enable row level security;
alter table app.proof_keys force row level security;
create policy "owners add proof keys" on app.proof_keys for insert to feedback_person with check ((site_id = ANY (ARRAY( SELECT app.sites_for('owner'::text) AS sites_for))));
create policy "owners remove proof keys" on app.proof_keys for delete to feedback_person using ((site_id = ANY (ARRAY( SELECT app.sites_for('owner'::text) AS sites_for))));
create policy "owners rotate proof keys" on app.proof_keys for update to feedback_person using ((site_id = ANY (ARRAY( SELECT app.sites_for('owner'::text) AS sites_for))));
create policy "owners see proof keys" on app.proof_keys for select to feedback_person using ((site_id = ANY (ARRAY( SELECT app.sites_for('owner'::text) AS sites_for))));
create policy "the service deletes" on app.proof_keys for delete to feedback_owner using (true);
create policy "the service inserts" on app.proof_keys for insert to feedback_owner with check (true);
create policy "the service reads" on app.proof_keys for select to feedback_owner using (true);
create policy "the service updates" on app.proof_keys for update to feedback_owner using (true);
grant delete on app.proof_keys to feedback_person;
grant insert (site_id, kid, alg, sealed) on app.proof_keys to feedback_person;
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
alter table app.proven_visitors owner to feedback_owner;
alter table app.proven_visitors enable row level security;
alter table app.proven_visitors force row level security;
create policy "the service deletes" on app.proven_visitors for delete to feedback_owner using (true);
create policy "the service inserts" on app.proven_visitors for insert to feedback_owner with check (true);
create policy "the service reads" on app.proven_visitors for select to feedback_owner using (true);
create policy "the service updates" on app.proven_visitors for update to feedback_owner using (true);

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
alter table app.publications owner to feedback_owner;
alter table app.publications enable row level security;
alter table app.publications force row level security;
create policy "the service deletes" on app.publications for delete to feedback_owner using (true);
create policy "the service inserts" on app.publications for insert to feedback_owner with check (true);
create policy "the service reads" on app.publications for select to feedback_owner using (true);
create policy "the service updates" on app.publications for update to feedback_owner using (true);

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
alter table app.recipient_confirmations owner to feedback_owner;
alter table app.recipient_confirmations enable row level security;
alter table app.recipient_confirmations force row level security;
create policy "the service deletes" on app.recipient_confirmations for delete to feedback_owner using (true);
create policy "the service inserts" on app.recipient_confirmations for insert to feedback_owner with check (true);
create policy "the service reads" on app.recipient_confirmations for select to feedback_owner using (true);
create policy "the service updates" on app.recipient_confirmations for update to feedback_owner using (true);

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
CREATE INDEX responses_changed ON app.responses USING btree (site_id, changed_in, display_id);
CREATE INDEX responses_prompt ON app.responses USING btree (site_id, prompt_id, created_at);
CREATE INDEX responses_subject ON app.responses USING btree (site_id, subject_id);
CREATE INDEX responses_updated ON app.responses USING btree (site_id, updated_at, display_id);
CREATE INDEX responses_visitor ON app.responses USING btree (site_id, visitor_id);
CREATE TRIGGER changes_are_stamped BEFORE UPDATE ON app.responses FOR EACH ROW EXECUTE FUNCTION app.stamp_change();
CREATE TRIGGER deleted_responses_drop_their_parts AFTER DELETE ON app.responses REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION app.drop_result_parts();
CREATE TRIGGER deleted_responses_leave_their_messages AFTER DELETE ON app.responses REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION app.clear_messages();
CREATE TRIGGER late_answers_drop_their_part AFTER UPDATE OF answers, final, revision, variant, traits, context ON app.responses FOR EACH ROW WHEN ((old.created_at < (clock_timestamp() - '00:05:00'::interval))) EXECUTE FUNCTION app.drop_result_part();
CREATE TRIGGER late_responses_drop_their_part AFTER INSERT ON app.responses FOR EACH ROW WHEN ((new.created_at < (clock_timestamp() - '00:05:00'::interval))) EXECUTE FUNCTION app.drop_result_part();
CREATE TRIGGER text_answers_follow AFTER INSERT OR UPDATE OF answers ON app.responses FOR EACH ROW EXECUTE FUNCTION app.keep_text_answers();
alter table app.responses owner to feedback_owner;
alter table app.responses enable row level security;
alter table app.responses force row level security;
create policy "members see responses" on app.responses for select to feedback_person using ((site_id = ANY (ARRAY( SELECT app.sites_for('viewer'::text) AS sites_for))));
create policy "owners delete responses" on app.responses for delete to feedback_person using ((site_id = ANY (ARRAY( SELECT app.sites_for('owner'::text) AS sites_for))));
create policy "readers of responses see responses" on app.responses for select to feedback_agent using ((site_id = ANY (ARRAY( SELECT app.granted_sites('response:read'::text) AS granted_sites))));
create policy "the service deletes" on app.responses for delete to feedback_owner using (true);
create policy "the service inserts" on app.responses for insert to feedback_owner with check (true);
create policy "the service reads" on app.responses for select to feedback_owner using (true);
create policy "the service updates" on app.responses for update to feedback_owner using (true);
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
CREATE TRIGGER result_links_are_limited AFTER INSERT ON app.result_links FOR EACH ROW EXECUTE FUNCTION app.check_new_result_link();
CREATE TRIGGER revoked_result_links_stay_revoked BEFORE UPDATE OF revoked_at ON app.result_links FOR EACH ROW EXECUTE FUNCTION app.keep_result_link_revoked();
alter table app.result_links owner to feedback_owner;
alter table app.result_links enable row level security;
alter table app.result_links force row level security;
create policy "editors revoke links to results" on app.result_links for update to feedback_person using ((site_id = ANY (ARRAY( SELECT app.sites_for('editor'::text) AS sites_for))));
create policy "editors share figures, and owners words" on app.result_links for insert to feedback_person with check (((created_by = ( SELECT app.person_id() AS person_id)) AND (site_id = ANY (ARRAY( SELECT app.sites_for(
        CASE
            WHEN result_links.words THEN 'owner'::text
            ELSE 'editor'::text
        END) AS sites_for)))));
create policy "members see links to results" on app.result_links for select to feedback_person using ((site_id = ANY (ARRAY( SELECT app.sites_for('viewer'::text) AS sites_for))));
create policy "readers of responses see links to results" on app.result_links for select to feedback_agent using ((site_id = ANY (ARRAY( SELECT app.granted_sites('response:read'::text) AS granted_sites))));
create policy "the service deletes" on app.result_links for delete to feedback_owner using (true);
create policy "the service inserts" on app.result_links for insert to feedback_owner with check (true);
create policy "the service reads" on app.result_links for select to feedback_owner using (true);
create policy "the service updates" on app.result_links for update to feedback_owner using (true);
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
    constraint result_parts_pkey PRIMARY KEY (site_id, prompt_id, from_at),
    constraint a_part_has_a_length CHECK ((to_at > from_at)),
    constraint what_is_begun_goes_on CHECK (((num_nulls(begun, next_at, next_id) = ANY (ARRAY[0, 3])) AND ((begun IS NULL) OR (figures IS NULL)))),
    constraint result_parts_site_id_prompt_id_fkey FOREIGN KEY (site_id, prompt_id) REFERENCES app.prompts(site_id, id) ON DELETE CASCADE
);
comment on table app.result_parts is 'Figures of the displays and responses of a prompt in a day, or in an hour of a day that has not ended. Deleted when a row of that time changes.';
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
alter table app.result_parts owner to feedback_owner;
alter table app.result_parts enable row level security;
alter table app.result_parts force row level security;
create policy "members see figures" on app.result_parts for select to feedback_person using ((site_id = ANY (ARRAY( SELECT app.sites_for('viewer'::text) AS sites_for))));
create policy "readers of responses see figures" on app.result_parts for select to feedback_agent using ((site_id = ANY (ARRAY( SELECT app.granted_sites('response:read'::text) AS granted_sites))));
create policy "the service deletes" on app.result_parts for delete to feedback_owner using (true);
create policy "the service inserts" on app.result_parts for insert to feedback_owner with check (true);
create policy "the service reads" on app.result_parts for select to feedback_owner using (true);
create policy "the service updates" on app.result_parts for update to feedback_owner using (true);
grant select on app.result_parts to feedback_agent;
grant select on app.result_parts to feedback_person;

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
CREATE TRIGGER a_connection_needs_a_grant BEFORE INSERT ON app.revisions FOR EACH ROW EXECUTE FUNCTION app.use_grant_for_draft();
CREATE TRIGGER revisions_are_immutable BEFORE UPDATE ON app.revisions FOR EACH ROW EXECUTE FUNCTION app.reject_update();
CREATE TRIGGER revisions_hold_the_rule_of_their_audience BEFORE INSERT ON app.revisions FOR EACH ROW EXECUTE FUNCTION app.check_saved_audience();
alter table app.revisions owner to feedback_owner;
alter table app.revisions enable row level security;
alter table app.revisions force row level security;
create policy "connections save granted revisions" on app.revisions for insert to feedback_agent with check (((site_id = ANY (ARRAY( SELECT app.granted_sites('prompt:draft'::text) AS granted_sites))) AND (created_by = ( SELECT app.acting_person() AS acting_person))));
create policy "connections see revisions" on app.revisions for select to feedback_agent using ((site_id = ANY (ARRAY( SELECT app.connected_sites() AS connected_sites))));
create policy "editors save revisions" on app.revisions for insert to feedback_person with check (((site_id = ANY (ARRAY( SELECT app.sites_for('editor'::text) AS sites_for))) AND (created_by = ( SELECT app.person_id() AS person_id))));
create policy "members see revisions" on app.revisions for select to feedback_person using ((site_id = ANY (ARRAY( SELECT app.sites_for('viewer'::text) AS sites_for))));
create policy "the service deletes" on app.revisions for delete to feedback_owner using (true);
create policy "the service inserts" on app.revisions for insert to feedback_owner with check (true);
create policy "the service reads" on app.revisions for select to feedback_owner using (true);
create policy "the service updates" on app.revisions for update to feedback_owner using (true);
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
CREATE TRIGGER a_connection_needs_a_grant BEFORE INSERT OR DELETE OR UPDATE ON app.saved_filters FOR EACH ROW EXECUTE FUNCTION app.use_grant_for_saved_filter();
CREATE TRIGGER saved_filters_are_limited AFTER INSERT ON app.saved_filters FOR EACH ROW EXECUTE FUNCTION app.limit_saved_filters();
alter table app.saved_filters owner to feedback_owner;
alter table app.saved_filters enable row level security;
alter table app.saved_filters force row level security;
create policy "connections change granted saved filters" on app.saved_filters for update to feedback_agent using ((site_id = ANY (ARRAY( SELECT app.connected_sites() AS connected_sites)))) with check ((site_id = ANY (ARRAY( SELECT app.granted_sites('prompt:draft'::text) AS granted_sites))));
create policy "connections delete granted saved filters" on app.saved_filters for delete to feedback_agent using ((site_id = ANY (ARRAY( SELECT app.granted_sites('prompt:draft'::text) AS granted_sites))));
create policy "connections save granted filters" on app.saved_filters for insert to feedback_agent with check (((site_id = ANY (ARRAY( SELECT app.granted_sites('prompt:draft'::text) AS granted_sites))) AND (created_by = ( SELECT app.acting_person() AS acting_person))));
create policy "connections see saved filters" on app.saved_filters for select to feedback_agent using ((site_id = ANY (ARRAY( SELECT app.connected_sites() AS connected_sites))));
create policy "editors change saved filters" on app.saved_filters for update to feedback_person using ((site_id = ANY (ARRAY( SELECT app.sites_for('editor'::text) AS sites_for))));
create policy "editors delete saved filters" on app.saved_filters for delete to feedback_person using ((site_id = ANY (ARRAY( SELECT app.sites_for('editor'::text) AS sites_for))));
create policy "editors save filters" on app.saved_filters for insert to feedback_person with check (((site_id = ANY (ARRAY( SELECT app.sites_for('editor'::text) AS sites_for))) AND (created_by = ( SELECT app.person_id() AS person_id))));
create policy "members see saved filters" on app.saved_filters for select to feedback_person using ((site_id = ANY (ARRAY( SELECT app.sites_for('viewer'::text) AS sites_for))));
create policy "the service deletes" on app.saved_filters for delete to feedback_owner using (true);
create policy "the service inserts" on app.saved_filters for insert to feedback_owner with check (true);
create policy "the service reads" on app.saved_filters for select to feedback_owner using (true);
create policy "the service updates" on app.saved_filters for update to feedback_owner using (true);
grant delete, select on app.saved_filters to feedback_agent;
grant insert (site_id, prompt_id, id, name, filter, created_by) on app.saved_filters to feedback_agent;
grant update (name, filter, updated_at) on app.saved_filters to feedback_agent;
grant delete, select on app.saved_filters to feedback_person;
grant insert (site_id, prompt_id, id, name, filter, created_by) on app.saved_filters to feedback_person;
grant update (name, filter, updated_at) on app.saved_filters to feedback_person;

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
CREATE TRIGGER revoked_site_keys_stay_revoked BEFORE UPDATE OF revoked_at ON app.site_keys FOR EACH ROW EXECUTE FUNCTION app.keep_site_key_revoked();
CREATE TRIGGER site_keys_are_two_at_most AFTER INSERT ON app.site_keys FOR EACH ROW EXECUTE FUNCTION app.check_new_site_key();
alter table app.site_keys owner to feedback_owner;
alter table app.site_keys enable row level security;
alter table app.site_keys force row level security;
create policy "connections see site keys" on app.site_keys for select to feedback_agent using ((site_id = ANY (ARRAY( SELECT app.connected_sites() AS connected_sites))));
create policy "owners create site keys" on app.site_keys for insert to feedback_person with check (((site_id = ANY (ARRAY( SELECT app.sites_for('owner'::text) AS sites_for))) AND (created_by = ( SELECT app.person_id() AS person_id))));
create policy "owners revoke site keys" on app.site_keys for update to feedback_person using ((site_id = ANY (ARRAY( SELECT app.sites_for('owner'::text) AS sites_for))));
create policy "owners see site keys" on app.site_keys for select to feedback_person using ((site_id = ANY (ARRAY( SELECT app.sites_for('owner'::text) AS sites_for))));
create policy "the service deletes" on app.site_keys for delete to feedback_owner using (true);
create policy "the service inserts" on app.site_keys for insert to feedback_owner with check (true);
create policy "the service reads" on app.site_keys for select to feedback_owner using (true);
create policy "the service updates" on app.site_keys for update to feedback_owner using (true);
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
CREATE INDEX sites_workspace ON app.sites USING btree (workspace_id);
CREATE TRIGGER a_connection_needs_a_grant BEFORE INSERT ON app.sites FOR EACH ROW EXECUTE FUNCTION app.use_grant_for_site();
CREATE TRIGGER a_connection_sees_what_it_created AFTER INSERT ON app.sites FOR EACH ROW EXECUTE FUNCTION app.connect_new_site();
CREATE TRIGGER a_site_counts_its_displays AFTER UPDATE OF settings ON app.sites FOR EACH ROW WHEN ((((old.settings #> '{limits,displays_per_day}'::text[]) IS NULL) <> ((new.settings #> '{limits,displays_per_day}'::text[]) IS NULL))) EXECUTE FUNCTION app.open_site_budget();
CREATE TRIGGER a_site_stores_its_rate_limits BEFORE INSERT OR UPDATE OF settings ON app.sites FOR EACH ROW EXECUTE FUNCTION app.store_rate_limits();
CREATE TRIGGER a_workspace_has_at_most_500_sites AFTER INSERT ON app.sites FOR EACH ROW EXECUTE FUNCTION app.limit_sites();
CREATE TRIGGER new_rate_limits_apply_at_once AFTER UPDATE OF settings ON app.sites FOR EACH ROW WHEN (((old.settings -> 'rate_limits'::text) IS DISTINCT FROM (new.settings -> 'rate_limits'::text))) EXECUTE FUNCTION app.reopen_buckets();
CREATE TRIGGER what_will_be_deleted_gets_no_site BEFORE INSERT ON app.sites FOR EACH ROW EXECUTE FUNCTION app.refuse_site_of_closed_workspace();
alter table app.sites owner to feedback_owner;
alter table app.sites enable row level security;
alter table app.sites force row level security;
create policy "connections create granted sites" on app.sites for insert to feedback_agent with check ((workspace_id = ANY (ARRAY( SELECT app.granted_workspaces('site:create'::text) AS granted_workspaces))));
create policy "connections see their sites" on app.sites for select to feedback_agent using ((id = ANY (ARRAY( SELECT app.connected_sites() AS connected_sites))));
create policy "editors create sites" on app.sites for insert to feedback_person with check ((workspace_id = ANY (ARRAY( SELECT app.workspaces_for('editor'::text) AS workspaces_for))));
create policy "members see their sites" on app.sites for select to feedback_person using ((workspace_id = ANY (ARRAY( SELECT app.workspaces_for('viewer'::text) AS workspaces_for))));
create policy "owners change their sites" on app.sites for update to feedback_person using ((workspace_id = ANY (ARRAY( SELECT app.workspaces_for('owner'::text) AS workspaces_for))));
create policy "the service deletes" on app.sites for delete to feedback_owner using (true);
create policy "the service inserts" on app.sites for insert to feedback_owner with check (true);
create policy "the service reads" on app.sites for select to feedback_owner using (true);
create policy "the service updates" on app.sites for update to feedback_owner using (true);
grant insert (id, workspace_id, name) on app.sites to feedback_agent;
grant select (id, key, workspace_id, site_id, name, created_at) on app.sites to feedback_agent;
grant insert (id, workspace_id, name) on app.sites to feedback_person;
grant select on app.sites to feedback_person;
grant update (name, settings) on app.sites to feedback_person;

create table app.subject_locks (
    site_id uuid not null,
    subject_id uuid not null,
    last_at timestamp with time zone not null default '-infinity'::timestamp with time zone,
    constraint subject_locks_pkey PRIMARY KEY (site_id, subject_id),
    constraint subject_locks_site_id_subject_id_fkey FOREIGN KEY (site_id, subject_id) REFERENCES app.subjects(site_id, id) ON DELETE CASCADE
) with (fillfactor=80);
comment on table app.subject_locks is 'The row that a reservation locks. Updating last_at makes stricter isolation levels fail instead of displaying too often.';
alter table app.subject_locks owner to feedback_owner;
alter table app.subject_locks enable row level security;
alter table app.subject_locks force row level security;
create policy "the service deletes" on app.subject_locks for delete to feedback_owner using (true);
create policy "the service inserts" on app.subject_locks for insert to feedback_owner with check (true);
create policy "the service reads" on app.subject_locks for select to feedback_owner using (true);
create policy "the service updates" on app.subject_locks for update to feedback_owner using (true);

create table app.subjects (
    site_id uuid not null,
    id uuid not null,
    account text,
    sample_key uuid not null,
    first_seen_at timestamp with time zone not null,
    last_seen_at timestamp with time zone not null,
    constraint subjects_pkey PRIMARY KEY (site_id, id),
    constraint account_has_1_to_255_characters CHECK (((length(account) >= 1) AND (length(account) <= 255))),
    constraint subjects_site_id_fkey FOREIGN KEY (site_id) REFERENCES app.sites(id) ON DELETE CASCADE,
    constraint account_is_one_subject UNIQUE (site_id, account)
) with (fillfactor=90);
comment on table app.subjects is 'Whom limits and sampling count for: an account, or an anonymous visitor.';
comment on column app.subjects.sample_key is 'Stays the same when the subject signs in, so that sampling does not draw again.';
comment on column app.subjects.last_seen_at is 'Accurate to the hour.';
CREATE INDEX subjects_last_seen ON app.subjects USING btree (site_id, last_seen_at);
CREATE INDEX subjects_sample ON app.subjects USING btree (site_id, uuid_hash(id));
alter table app.subjects owner to feedback_owner;
alter table app.subjects enable row level security;
alter table app.subjects force row level security;
create policy "members see the subjects of 90 days" on app.subjects for select to feedback_person using (((site_id = ANY (ARRAY( SELECT app.sites_for('viewer'::text) AS sites_for))) AND (last_seen_at >= (now() - '90 days'::interval))));
create policy "readers of responses see the subjects of 90 days" on app.subjects for select to feedback_agent using (((site_id = ANY (ARRAY( SELECT app.granted_sites('response:read'::text) AS granted_sites))) AND (last_seen_at >= (now() - '90 days'::interval))));
create policy "the service deletes" on app.subjects for delete to feedback_owner using (true);
create policy "the service inserts" on app.subjects for insert to feedback_owner with check (true);
create policy "the service reads" on app.subjects for select to feedback_owner using (true);
create policy "the service updates" on app.subjects for update to feedback_owner using (true);
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
CREATE TRIGGER tags_are_limited AFTER INSERT OR UPDATE OF state ON app.tags FOR EACH ROW EXECUTE FUNCTION app.limit_tags();
alter table app.tags owner to feedback_owner;
alter table app.tags enable row level security;
alter table app.tags force row level security;
create policy "editors change tags" on app.tags for update to feedback_person using ((site_id = ANY (ARRAY( SELECT app.sites_for('editor'::text) AS sites_for))));
create policy "editors create tags, and members propose them" on app.tags for insert to feedback_person with check (((created_by = ( SELECT app.person_id() AS person_id)) AND ((site_id = ANY (ARRAY( SELECT app.sites_for('editor'::text) AS sites_for))) OR ((state = 'proposed'::text) AND (site_id = ANY (ARRAY( SELECT app.sites_for('viewer'::text) AS sites_for)))))));
create policy "editors delete tags" on app.tags for delete to feedback_person using ((site_id = ANY (ARRAY( SELECT app.sites_for('editor'::text) AS sites_for))));
create policy "members read" on app.tags for select to feedback_person using ((site_id = ANY (ARRAY( SELECT app.sites_for('viewer'::text) AS sites_for))));
create policy "readers of responses propose tags" on app.tags for insert to feedback_agent with check (((site_id = ANY (ARRAY( SELECT app.granted_sites('response:read'::text) AS granted_sites))) AND (created_by = ( SELECT app.acting_person() AS acting_person))));
create policy "readers of responses read" on app.tags for select to feedback_agent using ((site_id = ANY (ARRAY( SELECT app.granted_sites('response:read'::text) AS granted_sites))));
create policy "the service deletes" on app.tags for delete to feedback_owner using (true);
create policy "the service inserts" on app.tags for insert to feedback_owner with check (true);
create policy "the service reads" on app.tags for select to feedback_owner using (true);
create policy "the service updates" on app.tags for update to feedback_owner using (true);
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
CREATE TRIGGER templates_are_limited AFTER INSERT ON app.templates FOR EACH ROW EXECUTE FUNCTION app.limit_templates();
alter table app.templates owner to feedback_owner;
alter table app.templates enable row level security;
alter table app.templates force row level security;
create policy "editors delete templates" on app.templates for delete to feedback_person using ((workspace_id = ANY (ARRAY( SELECT app.workspaces_for('editor'::text) AS workspaces_for))));
create policy "editors save templates" on app.templates for insert to feedback_person with check (((workspace_id = ANY (ARRAY( SELECT app.workspaces_for('editor'::text) AS workspaces_for))) AND (created_by = ( SELECT app.person_id() AS person_id))));
create policy "members see templates" on app.templates for select to feedback_person using ((workspace_id = ANY (ARRAY( SELECT app.workspaces_for('viewer'::text) AS workspaces_for))));
create policy "the service deletes" on app.templates for delete to feedback_owner using (true);
create policy "the service inserts" on app.templates for insert to feedback_owner with check (true);
create policy "the service reads" on app.templates for select to feedback_owner using (true);
create policy "the service updates" on app.templates for update to feedback_owner using (true);
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
CREATE INDEX text_answers_newest ON app.text_answers USING btree (site_id, answered_at, display_id, question_id);
CREATE INDEX text_answers_open ON app.text_answers USING btree (site_id, answered_at, display_id, question_id) WHERE (status = 'open'::text);
CREATE INDEX text_answers_prompt ON app.text_answers USING btree (site_id, prompt_id, answered_at);
CREATE INDEX text_answers_words ON app.text_answers USING gin (words);
CREATE TRIGGER assignees_are_members BEFORE UPDATE OF assignee ON app.text_answers FOR EACH ROW WHEN ((new.assignee IS NOT NULL)) EXECUTE FUNCTION app.check_assignee();
CREATE TRIGGER quotes_follow_the_text AFTER UPDATE OF text ON app.text_answers FOR EACH ROW WHEN ((old.text <> new.text)) EXECUTE FUNCTION app.drop_stale_quotes();
alter table app.text_answers owner to feedback_owner;
alter table app.text_answers enable row level security;
alter table app.text_answers force row level security;
create policy "editors work through text answers" on app.text_answers for update to feedback_person using ((site_id = ANY (ARRAY( SELECT app.sites_for('editor'::text) AS sites_for))));
create policy "members read" on app.text_answers for select to feedback_person using ((site_id = ANY (ARRAY( SELECT app.sites_for('viewer'::text) AS sites_for))));
create policy "readers of responses read" on app.text_answers for select to feedback_agent using ((site_id = ANY (ARRAY( SELECT app.granted_sites('response:read'::text) AS granted_sites))));
create policy "the service deletes" on app.text_answers for delete to feedback_owner using (true);
create policy "the service inserts" on app.text_answers for insert to feedback_owner with check (true);
create policy "the service reads" on app.text_answers for select to feedback_owner using (true);
create policy "the service updates" on app.text_answers for update to feedback_owner using (true);
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
CREATE TRIGGER notes_of_an_answer_are_limited AFTER INSERT ON app.text_notes FOR EACH ROW EXECUTE FUNCTION app.limit_text_notes();
alter table app.text_notes owner to feedback_owner;
alter table app.text_notes enable row level security;
alter table app.text_notes force row level security;
create policy "editors delete their notes, and owners any" on app.text_notes for delete to feedback_person using (((site_id = ANY (ARRAY( SELECT app.sites_for('owner'::text) AS sites_for))) OR ((site_id = ANY (ARRAY( SELECT app.sites_for('editor'::text) AS sites_for))) AND (created_by = ( SELECT app.person_id() AS person_id)))));
create policy "editors write notes" on app.text_notes for insert to feedback_person with check (((site_id = ANY (ARRAY( SELECT app.sites_for('editor'::text) AS sites_for))) AND (created_by = ( SELECT app.person_id() AS person_id))));
create policy "members read" on app.text_notes for select to feedback_person using ((site_id = ANY (ARRAY( SELECT app.sites_for('viewer'::text) AS sites_for))));
create policy "readers of responses read" on app.text_notes for select to feedback_agent using ((site_id = ANY (ARRAY( SELECT app.granted_sites('response:read'::text) AS granted_sites))));
create policy "the service deletes" on app.text_notes for delete to feedback_owner using (true);
create policy "the service inserts" on app.text_notes for insert to feedback_owner with check (true);
create policy "the service reads" on app.text_notes for select to feedback_owner using (true);
create policy "the service updates" on app.text_notes for update to feedback_owner using (true);
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
CREATE TRIGGER tags_of_an_answer_are_limited AFTER INSERT ON app.text_tags FOR EACH ROW EXECUTE FUNCTION app.limit_text_tags();
alter table app.text_tags owner to feedback_owner;
alter table app.text_tags enable row level security;
alter table app.text_tags force row level security;
create policy "editors choose examples" on app.text_tags for update to feedback_person using ((site_id = ANY (ARRAY( SELECT app.sites_for('editor'::text) AS sites_for))));
create policy "editors remove tags" on app.text_tags for delete to feedback_person using ((site_id = ANY (ARRAY( SELECT app.sites_for('editor'::text) AS sites_for))));
create policy "editors tag" on app.text_tags for insert to feedback_person with check (((site_id = ANY (ARRAY( SELECT app.sites_for('editor'::text) AS sites_for))) AND (created_by = ( SELECT app.person_id() AS person_id))));
create policy "members read" on app.text_tags for select to feedback_person using ((site_id = ANY (ARRAY( SELECT app.sites_for('viewer'::text) AS sites_for))));
create policy "readers of responses read" on app.text_tags for select to feedback_agent using ((site_id = ANY (ARRAY( SELECT app.granted_sites('response:read'::text) AS granted_sites))));
create policy "the service deletes" on app.text_tags for delete to feedback_owner using (true);
create policy "the service inserts" on app.text_tags for insert to feedback_owner with check (true);
create policy "the service reads" on app.text_tags for select to feedback_owner using (true);
create policy "the service updates" on app.text_tags for update to feedback_owner using (true);
grant select on app.text_tags to feedback_agent;
grant delete, select on app.text_tags to feedback_person;
grant insert (site_id, display_id, question_id, tag_id, source, proposer, quote, is_example, created_by) on app.text_tags to feedback_person;
grant update (quote, is_example) on app.text_tags to feedback_person;

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
alter table app.tokens owner to feedback_owner;
alter table app.tokens enable row level security;
alter table app.tokens force row level security;
create policy "the service deletes" on app.tokens for delete to feedback_owner using (true);
create policy "the service inserts" on app.tokens for insert to feedback_owner with check (true);
create policy "the service reads" on app.tokens for select to feedback_owner using (true);
create policy "the service updates" on app.tokens for update to feedback_owner using (true);

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
alter table app.visitor_versions owner to feedback_owner;
alter table app.visitor_versions enable row level security;
alter table app.visitor_versions force row level security;
create policy "the service deletes" on app.visitor_versions for delete to feedback_owner using (true);
create policy "the service inserts" on app.visitor_versions for insert to feedback_owner with check (true);
create policy "the service reads" on app.visitor_versions for select to feedback_owner using (true);
create policy "the service updates" on app.visitor_versions for update to feedback_owner using (true);

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
alter table app.visitors owner to feedback_owner;
alter table app.visitors enable row level security;
alter table app.visitors force row level security;
create policy "members see the visitors of 90 days" on app.visitors for select to feedback_person using (((site_id = ANY (ARRAY( SELECT app.sites_for('viewer'::text) AS sites_for))) AND (last_seen_at >= (now() - '90 days'::interval))));
create policy "readers of responses see the visitors of 90 days" on app.visitors for select to feedback_agent using (((site_id = ANY (ARRAY( SELECT app.granted_sites('response:read'::text) AS granted_sites))) AND (last_seen_at >= (now() - '90 days'::interval))));
create policy "the service deletes" on app.visitors for delete to feedback_owner using (true);
create policy "the service inserts" on app.visitors for insert to feedback_owner with check (true);
create policy "the service reads" on app.visitors for select to feedback_owner using (true);
create policy "the service updates" on app.visitors for update to feedback_owner using (true);
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
alter table app.waiting_prompts owner to feedback_owner;
alter table app.waiting_prompts enable row level security;
alter table app.waiting_prompts force row level security;
create policy "the service deletes" on app.waiting_prompts for delete to feedback_owner using (true);
create policy "the service inserts" on app.waiting_prompts for insert to feedback_owner with check (true);
create policy "the service reads" on app.waiting_prompts for select to feedback_owner using (true);
create policy "the service updates" on app.waiting_prompts for update to feedback_owner using (true);

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
alter table app.worker_calls owner to feedback_owner;
alter table app.worker_calls enable row level security;
alter table app.worker_calls force row level security;
create policy "the service deletes" on app.worker_calls for delete to feedback_owner using (true);
create policy "the service inserts" on app.worker_calls for insert to feedback_owner with check (true);
create policy "the service reads" on app.worker_calls for select to feedback_owner using (true);
create policy "the service updates" on app.worker_calls for update to feedback_owner using (true);

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
CREATE TRIGGER working_copies_record_author BEFORE INSERT OR UPDATE ON app.working_copies FOR EACH ROW EXECUTE FUNCTION app.record_working_copy_author();
alter table app.working_copies owner to feedback_owner;
alter table app.working_copies enable row level security;
alter table app.working_copies force row level security;
create policy "editors change working copies" on app.working_copies for update to feedback_person using ((site_id = ANY (ARRAY( SELECT app.sites_for('editor'::text) AS sites_for))));
create policy "editors create working copies" on app.working_copies for insert to feedback_person with check ((site_id = ANY (ARRAY( SELECT app.sites_for('editor'::text) AS sites_for))));
create policy "editors discard working copies" on app.working_copies for delete to feedback_person using ((site_id = ANY (ARRAY( SELECT app.sites_for('editor'::text) AS sites_for))));
create policy "editors see working copies" on app.working_copies for select to feedback_person using ((site_id = ANY (ARRAY( SELECT app.sites_for('editor'::text) AS sites_for))));
create policy "the service deletes" on app.working_copies for delete to feedback_owner using (true);
create policy "the service inserts" on app.working_copies for insert to feedback_owner with check (true);
create policy "the service reads" on app.working_copies for select to feedback_owner using (true);
create policy "the service updates" on app.working_copies for update to feedback_owner using (true);
grant delete, select on app.working_copies to feedback_person;
grant insert (site_id, prompt_id, content, base_revision, etag) on app.working_copies to feedback_person;
grant update (content, base_revision, etag) on app.working_copies to feedback_person;

create table app.workspaces (
    id uuid not null default app.mint_id(),
    name text not null,
    created_at timestamp with time zone not null default now(),
    constraint workspaces_pkey PRIMARY KEY (id),
    constraint workspace_name_has_1_to_120_characters CHECK (((length(name) >= 1) AND (length(name) <= 120)))
);
comment on table app.workspaces is 'A team.';
alter table app.workspaces owner to feedback_owner;
alter table app.workspaces enable row level security;
alter table app.workspaces force row level security;
create policy "connections see their person's workspaces" on app.workspaces for select to feedback_agent using ((id = ANY (ARRAY( SELECT app.connected_workspaces() AS connected_workspaces))));
create policy "members see their workspaces" on app.workspaces for select to feedback_person using ((id = ANY (ARRAY( SELECT app.workspaces_for('viewer'::text) AS workspaces_for))));
create policy "owners rename their workspaces" on app.workspaces for update to feedback_person using ((id = ANY (ARRAY( SELECT app.workspaces_for('owner'::text) AS workspaces_for))));
create policy "the service deletes" on app.workspaces for delete to feedback_owner using (true);
create policy "the service inserts" on app.workspaces for insert to feedback_owner with check (true);
create policy "the service reads" on app.workspaces for select to feedback_owner using (true);
create policy "the service updates" on app.workspaces for update to feedback_owner using (true);
grant select (id, name) on app.workspaces to feedback_agent;
grant select on app.workspaces to feedback_person;
grant update (name) on app.workspaces to feedback_person;

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
alter table identity.account owner to feedback_owner;
alter table identity.account enable row level security;
alter table identity.account force row level security;
create policy "the identity service deletes" on identity.account for delete to feedback_identity using (true);
create policy "the identity service inserts" on identity.account for insert to feedback_identity with check (true);
create policy "the identity service reads" on identity.account for select to feedback_identity using (true);
create policy "the identity service updates" on identity.account for update to feedback_identity using (true);
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
alter table identity.jwks owner to feedback_owner;
alter table identity.jwks enable row level security;
alter table identity.jwks force row level security;
create policy "the identity service deletes" on identity.jwks for delete to feedback_identity using (true);
create policy "the identity service inserts" on identity.jwks for insert to feedback_identity with check (true);
create policy "the identity service reads" on identity.jwks for select to feedback_identity using (true);
create policy "the identity service updates" on identity.jwks for update to feedback_identity using (true);
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
    constraint "passkey_userId_fkey" FOREIGN KEY ("userId") REFERENCES identity."user"(id) ON DELETE CASCADE,
    constraint credential_is_unique UNIQUE ("credentialID")
);
comment on table identity.passkey is 'Passkeys of people.';
CREATE INDEX "passkey_userId_idx" ON identity.passkey USING btree ("userId");
alter table identity.passkey owner to feedback_owner;
alter table identity.passkey enable row level security;
alter table identity.passkey force row level security;
create policy "the identity service deletes" on identity.passkey for delete to feedback_identity using (true);
create policy "the identity service inserts" on identity.passkey for insert to feedback_identity with check (true);
create policy "the identity service reads" on identity.passkey for select to feedback_identity using (true);
create policy "the identity service updates" on identity.passkey for update to feedback_identity using (true);
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
alter table identity."rateLimit" owner to feedback_owner;
alter table identity."rateLimit" enable row level security;
alter table identity."rateLimit" force row level security;
create policy "the identity service deletes" on identity."rateLimit" for delete to feedback_identity using (true);
create policy "the identity service inserts" on identity."rateLimit" for insert to feedback_identity with check (true);
create policy "the identity service reads" on identity."rateLimit" for select to feedback_identity using (true);
create policy "the identity service updates" on identity."rateLimit" for update to feedback_identity using (true);
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
alter table identity.session owner to feedback_owner;
alter table identity.session enable row level security;
alter table identity.session force row level security;
create policy "the identity service deletes" on identity.session for delete to feedback_identity using (true);
create policy "the identity service inserts" on identity.session for insert to feedback_identity with check (true);
create policy "the identity service reads" on identity.session for select to feedback_identity using (true);
create policy "the identity service updates" on identity.session for update to feedback_identity using (true);
create policy "the service reads" on identity.session for select to feedback_owner using (true);
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
alter table identity."user" owner to feedback_owner;
alter table identity."user" enable row level security;
alter table identity."user" force row level security;
create policy "the identity service deletes" on identity."user" for delete to feedback_identity using (true);
create policy "the identity service inserts" on identity."user" for insert to feedback_identity with check (true);
create policy "the identity service reads" on identity."user" for select to feedback_identity using (true);
create policy "the identity service updates" on identity."user" for update to feedback_identity using (true);
create policy "the service deletes" on identity."user" for delete to feedback_owner using (true);
create policy "the service reads" on identity."user" for select to feedback_owner using (true);
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
alter table identity.verification owner to feedback_owner;
alter table identity.verification enable row level security;
alter table identity.verification force row level security;
create policy "the identity service deletes" on identity.verification for delete to feedback_identity using (true);
create policy "the identity service inserts" on identity.verification for insert to feedback_identity with check (true);
create policy "the identity service reads" on identity.verification for select to feedback_identity using (true);
create policy "the identity service updates" on identity.verification for update to feedback_identity using (true);
grant delete, insert, select, update on identity.verification to feedback_identity;

create view app.event_details with (security_invoker=true) as
 SELECT s.id AS site_id,
    e.id,
    v.id AS visitor_id,
    e.session_id,
    p.id AS prompt_id,
    app.id_time(e.id) AS at,
    e.received_at,
    e.reason,
    e.bot,
    e.name,
    e.properties::jsonb AS properties,
    e.verified::jsonb AS verified,
    app.join_context(e.path, e.device, e.languages) AS context,
    e.proof_fault,
    e.claimed_at
   FROM app.sites s
     JOIN app.events e ON e.site = s.key
     JOIN app.visitors v ON v.site_id = s.id AND v.key = e.visitor
     LEFT JOIN app.prompts p ON p.site_id = s.id AND p.key = e.prompt;
comment on view app.event_details is 'Events with UUIDs instead of keys, for functions that read a few of them. Those that read many use app.events.';
create view app.rate_limits with (security_invoker=true) as
 SELECT id AS site_id,
    site_rate,
    site_burst,
    address_rate,
    address_burst,
    subject_rate,
    subject_burst
   FROM app.sites s;
comment on view app.rate_limits is 'The rate limits of each site.';
create view app.site_retention with (security_invoker=true) as
 SELECT s.id AS site_id,
    s.key AS site,
    LEAST((s.settings #>> '{retention,event_days}'::text[])::integer, i.event_days) AS event_days,
    LEAST((s.settings #>> '{retention,visitor_days}'::text[])::integer, i.visitor_days) AS visitor_days,
    GREATEST(LEAST((s.settings #>> '{retention,visitor_days}'::text[])::integer, i.visitor_days), (s.settings #>> '{limits,window,days}'::text[])::integer) AS display_days
   FROM app.sites s
     CROSS JOIN app.instance_settings i;
comment on view app.site_retention is 'How many days each site keeps events, visitors and displays.';

CREATE OR REPLACE FUNCTION app.accept_invitation(p_secret_hash bytea)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
    v_invitation app.invitations;
    v_person uuid := app.person_id();
begin
    select * into v_invitation from app.invitations i where i.secret_hash = p_secret_hash for update;
    if v_person is null or v_invitation.id is null then
        raise exception 'There is no such invitation; it may have been withdrawn, or sent again.' using errcode = 'FB404';
    end if;
    -- The secret cannot be guessed, so its owner may learn why it does not work.
    if lower(v_invitation.email) is distinct from lower(app.person_email()) then
        raise exception 'This invitation is for another email address.' using errcode = 'FB403';
    end if;
    if v_invitation.accepted_by = v_person and exists (
        select from app.members m where m.workspace_id = v_invitation.workspace_id and m.person_id = v_person)
    then
        return v_invitation.workspace_id;
    end if;
    if v_invitation.accepted_by is not null then
        raise exception 'This invitation has been used.' using errcode = 'FB404';
    end if;
    if v_invitation.expires_at <= now() then
        raise exception 'This invitation has expired.' using errcode = 'FB404';
    end if;
    -- The trigger does not see an invitation that was created in the moment in which its creator lost the role.
    if v_invitation.created_by is not null and not exists (
        select from app.members m where m.workspace_id = v_invitation.workspace_id
          and m.person_id = v_invitation.created_by and m.role = 'owner')
    then
        raise exception 'There is no such invitation; it may have been withdrawn, or sent again.' using errcode = 'FB404';
    end if;
    insert into app.members (workspace_id, person_id, role, email)
    values (v_invitation.workspace_id, v_person, v_invitation.role, app.person_email())
    on conflict (workspace_id, person_id) do nothing;
    if not found then
        raise exception 'You belong to this workspace already.' using errcode = 'FB409';
    end if;
    update app.invitations i set accepted_by = v_person
    where i.workspace_id = v_invitation.workspace_id and i.id = v_invitation.id;
    return v_invitation.workspace_id;
end $function$
;
comment on function app.accept_invitation(bytea) is 'The caller accepts an invitation to their email address by its secret. Returns the workspace.';

CREATE OR REPLACE FUNCTION app.account_traits(p_call app.call)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
    v_backend uuid := app.backend_visitor(p_call.site_id, p_call.account);
    v_browser jsonb := p_call.traits;
begin
    if p_call.visitor_id = v_backend then
        select v.traits into v_browser from app.visitors v
        where v.site_id = p_call.site_id and v.subject_id = p_call.subject_id and v.id <> v_backend
        order by v.last_seen_at desc, v.id limit 1;
    end if;
    return coalesce(v_browser, '{}') || coalesce(
        (select v.traits from app.visitors v where v.site_id = p_call.site_id and v.id = v_backend), '{}');
end $function$
;
comment on function app.account_traits(app.call) is 'The traits for a decision about an event from the backend: those of the browser (or, if there is none yet, of the browser that was seen last), overridden by those from the backend.';

CREATE OR REPLACE FUNCTION app.acting_person()
 RETURNS uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
    select coalesce(app.person_id(), (select c.person_id from app.live_connection() c))
$function$
;
comment on function app.acting_person() is 'The calling person, or the person of the calling live connection.';

CREATE OR REPLACE FUNCTION app.address_pattern(p_email text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
    select '(?<![[:alnum:].!#$%&''*+/=?^_`{|}~-])' || regexp_replace(p_email, '([.*+?^${}()|[\]\\])', '\\\1', 'g')
        || '(?!\.?[[:alnum:]-])'
$function$
;
comment on function app.address_pattern(text) is 'A regular expression for this address, but not for a longer one that contains it.';

CREATE OR REPLACE FUNCTION app.aggregate_old_displays(p_now timestamp with time zone, p_batch integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
 SET jit TO 'off'
AS $function$
declare
    v_aggregated integer;
begin
    with old as (
        select d.site_id, d.id from app.site_retention r
        join app.prompts p on p.site_id = r.site_id
        join app.displays d on d.site_id = p.site_id and d.prompt_id = p.id
            and d.reserved_at < p_now - make_interval(days => r.display_days)
        -- The foreign key of display_totals locks the subject, which has to be locked before its displays.
        join app.subjects s on s.site_id = d.site_id and s.id = d.subject_id
        limit p_batch for key share of s skip locked for update of d skip locked
    ),
    deleted as (
        delete from app.displays d using old
        where d.site_id = old.site_id and d.id = old.id
        returning d.site_id, d.subject_id, d.prompt_id, d.reserved_at, d.answered_at, d.state
    ),
    added as (
        insert into app.display_totals as l (site_id, subject_id, prompt_id, displays, last_at, answered)
        select site_id, subject_id, prompt_id, count(*), max(reserved_at), bool_or(answered_at is not null)
        from deleted where state <> 'released' group by 1, 2, 3 order by 1, 2, 3
        on conflict (site_id, subject_id, prompt_id) do update
        set displays = l.displays + excluded.displays, last_at = greatest(l.last_at, excluded.last_at),
            answered = l.answered or excluded.answered
    )
    select count(*) into v_aggregated from deleted;
    return v_aggregated > 0;
end $function$
;
comment on function app.aggregate_old_displays(timestamp with time zone,integer) is 'Replaces displays past their retention by their totals.';

CREATE OR REPLACE FUNCTION app.allowed_displays(p_period text, p_settings jsonb, p_budget jsonb)
 RETURNS integer
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
    return case p_period when 'total' then p_budget -> 'displays'
        when 'site' then p_settings #> '{limits,displays_per_day}'
        else case when p_budget #>> '{period,every}' = p_period then p_budget #> '{period,displays}' end end;
end $function$
;
comment on function app.allowed_displays(text,jsonb,jsonb) is 'How many displays a period of app.budget_periods may have by the budgets of a prompt and its site; null without a limit.';

CREATE OR REPLACE FUNCTION app.apply_variant(p_content jsonb, p_variant text)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
    v_variant jsonb := (
        select v from jsonb_array_elements(p_content #> '{experiment,variants}') v where v ->> 'key' = p_variant limit 1);
    v_appearance jsonb := p_content -> 'appearance';
begin
    p_content := p_content - 'experiment';
    if v_variant is null then
        return p_content;
    end if;
    -- Only the position `inline` has a target.
    if v_variant #>> '{appearance,position}' <> 'inline' then
        v_appearance := v_appearance - 'target';
    end if;
    return p_content || (v_variant - array['key', 'weight']) || jsonb_build_object(
        'timing', coalesce(p_content -> 'timing', '{}') || coalesce(v_variant -> 'timing', '{}'),
        'appearance', coalesce(v_appearance, '{}') || coalesce(v_variant -> 'appearance', '{}'));
end $function$
;
comment on function app.apply_variant(jsonb,text) is 'A prompt''s content with a variant applied, without the experiment. `applyVariant` of the contract does the same.';

CREATE OR REPLACE FUNCTION app.approve_authorization(p_id uuid, p_sites uuid[], p_actions text[], p_code bytea, p_now timestamp with time zone)
 RETURNS TABLE(redirect_uri text, state text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
    v_request app.authorization_requests;
    v_workspaces uuid[];
begin
    perform app.lock_memberships(app.person_id());
    v_request := app.find_authorization(p_id, p_now);
    if v_request.id is null then
        return;
    end if;
    perform app.require_recent_sign_in(p_now);
    perform app.require_chosen_sites(p_sites, p_actions);
    if not p_actions <@ v_request.asked then
        raise exception 'The client did not ask for this.' using errcode = 'FB409';
    end if;
    v_workspaces := array(select app.consented_workspaces(app.person_id(), p_sites, p_actions));
    if 'site:create' = any(p_actions) and v_workspaces = '{}' then
        raise exception 'Choose a site of the workspace in which the client may create one.' using errcode = 'FB409';
    end if;
    update app.authorization_requests r
    set decided_at = p_now, sites = p_sites, code_hash = p_code, code_expires_at = p_now + interval '60 seconds',
        -- The other actions apply to the chosen sites.
        granted = case when p_sites = '{}' then array(select unnest(p_actions) intersect select 'site:create')
            else p_actions end
    where r.id = p_id;
    perform app.record_action(w, null, 'approveAuthorization', v_request.client_name) from unnest(v_workspaces) w;
    return query select v_request.redirect_uri, v_request.state;
end $function$
;
comment on function app.approve_authorization(uuid,uuid[],text[],bytea,timestamp with time zone) is 'The caller approves the client; its code is valid for a minute. No row if the request is not theirs.';

CREATE OR REPLACE FUNCTION app.approve_destination(p_request uuid, p_sha256 text, p_sealed_secret bytea)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
    v_request app.destination_requests := app.lock_destination_request(p_request);
begin
    perform app.require_role(v_request.site_id, 'owner');
    perform app.require_recent_sign_in();
    if not exists (select from app.connections c where c.id = v_request.connection_id and app.is_live(c)) then
        raise exception 'The connection is no longer signed in.' using errcode = 'FB409';
    elsif p_sha256 <> v_request.sha256 then
        raise exception 'sha256 must repeat what was shown.' using errcode = 'FB409';
    end if;
    perform app.write_destination(v_request.site_id, v_request.destination_id, v_request.creates, v_request.settings,
        v_request.sealed_url, p_sealed_secret);
    update app.destination_requests r set state = 'approved', decided_at = now(), sealed_url = null where r.id = p_request;
    perform app.record_action(v_request.workspace_id, v_request.site_id, 'approveDestinationRequest',
        v_request.settings ->> 'host');
end $function$
;
comment on function app.approve_destination(uuid,text,bytea) is 'The caller, an owner, approves a request of their connection and carries it out. Raises FB403, FB404, FB409 and FB412.';

CREATE OR REPLACE FUNCTION app.approve_grant(p_request uuid, p_mode text, p_hours integer, p_sha256 text, p_combination boolean)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
    v_request app.grant_requests := app.lock_request(p_request);
    v_grant uuid;
begin
    perform app.require_approver_role(v_request.workspace_id, v_request.person_id, v_request.action);
    if not exists (select from app.connections c where c.id = v_request.connection_id and app.is_live(c)) then
        raise exception 'The connection is no longer signed in.' using errcode = 'FB409';
    elsif p_sha256 is distinct from v_request.sha256 then
        raise exception 'sha256 must repeat the content that was shown.' using errcode = 'FB409';
    elsif v_request.action = 'prompt:publish' and not p_combination and app.may_have_read(v_request.site_id) then
        raise exception 'A connection of yours may read responses of this site: let this one publish all the same by combination, or revoke that first.'
            using errcode = 'FB409';
    end if;
    if p_mode <> 'once' then
        perform app.require_recent_sign_in();
    end if;
    insert into app.grants (request_id, connection_id, workspace_id, site_id, action, mode, prompt_id, revision, sha256,
        combination, approved_by, expires_at)
    values (v_request.id, v_request.connection_id, v_request.workspace_id, v_request.site_id, v_request.action, p_mode,
        v_request.prompt_id, v_request.revision, v_request.sha256,
        p_combination and v_request.action = 'prompt:publish', app.person_id(),
        now() + make_interval(hours => least(p_hours, 720)))
    returning id into v_grant;
    update app.grant_requests r set state = 'approved', decided_at = now() where r.id = v_request.id;
    perform app.record_action(v_request.workspace_id, v_request.site_id, 'approveGrant',
        concat_ws(', ', v_request.action, p_mode, v_request.prompt_id, 'revision ' || v_request.revision));
    return v_grant;
end $function$
;
comment on function app.approve_grant(uuid,text,integer,text,boolean) is 'The caller approves a request of their connection. Raises FB403, FB404, FB409, and FB412 without a recent sign-in unless the mode is `once`.';

CREATE OR REPLACE FUNCTION app.archive(p_site uuid, p_prompt uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
    perform app.set_prompt_state(p_site, p_prompt, 'archived', null);
end $function$
;
comment on function app.archive(uuid,uuid) is NULL;

CREATE OR REPLACE FUNCTION app.ask_new_recipient()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
    if not app.is_confirmed(new) then
        perform app.lock_confirmations();
        -- The link of an earlier e-mail is still valid, or an owner sends it again later.
        if not app.is_asked_too_often(new.site_id, new.destination_id, new.address, clock_timestamp()) then
            perform app.ask_recipient(new.site_id, new.destination_id, new.address, clock_timestamp());
        end if;
    end if;
    return null;
end $function$
;
comment on function app.ask_new_recipient() is NULL;

CREATE OR REPLACE FUNCTION app.ask_recipient(p_site uuid, p_destination uuid, p_address text, p_now timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
    if (select count(*) from app.recipient_confirmations c
        where c.site_id = p_site and c.created_at > p_now - interval '24 hours') >= 50
    then
        raise exception 'This site has sent 50 confirmation e-mails within a day; try again tomorrow.' using errcode = 'FB429';
    end if;
    insert into app.recipient_confirmations (site_id, destination_id, address, created_at, due_at)
    values (p_site, p_destination, p_address, p_now, p_now);
end $function$
;
comment on function app.ask_recipient(uuid,uuid,text,timestamp with time zone) is 'Has a confirmation e-mail sent. The caller holds app.lock_confirmations. Raises FB429 after 50 of a site within a day.';

CREATE OR REPLACE FUNCTION app.assign_account(p_site uuid, p_visitor uuid, p_account text, p_now timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
    v_subject uuid;
    v_account text;
    v_known uuid;
    v_seen_at timestamptz;
begin
    -- Separate statement: a join that waited for this lock would pair the changed visitor with its former subject.
    perform from app.visitors where site_id = p_site and id = p_visitor for update;
    select s.id, s.account into v_subject, v_account
    from app.visitors v join app.subjects s on s.site_id = v.site_id and s.id = v.subject_id
    where v.site_id = p_site and v.id = p_visitor;
    if v_account = p_account then
        return;
    end if;
    select s.id, s.last_seen_at into v_known, v_seen_at
    from app.subjects s where s.site_id = p_site and s.account = p_account;
    if v_seen_at < p_now - interval '90 days' and app.delete_expired_visitor(p_site, array[v_known], null, p_now) then
        v_known := null;
    end if;
    if v_account is null and v_known is null then
        update app.subjects set account = p_account where site_id = p_site and id = v_subject;
    elsif v_account is null then
        perform app.merge_subjects(p_site, v_subject, v_known);
    else
        -- Accounts never merge: the visitor starts again under the other account, as after a reset.
        if v_known is null then
            v_known := app.mint_id(p_now);
            insert into app.subjects (site_id, id, account, sample_key, first_seen_at, last_seen_at)
            values (p_site, v_known, p_account, v_known, p_now, p_now);
        end if;
        update app.visitors set subject_id = v_known, traits = '{}', joined_at = p_now
        where site_id = p_site and id = p_visitor;
    end if;
end $function$
;
comment on function app.assign_account(uuid,uuid,text,timestamp with time zone) is 'Connects a visitor to an account. Raises unique_violation when another visitor takes the account at the same time.';

CREATE OR REPLACE FUNCTION app.audience_rule(p_content jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
    select case when p_content #> '{audience,saved}' is null then p_content -> 'audience'
        else p_content #> '{audience,rule}' end
$function$
;
comment on function app.audience_rule(jsonb) is 'The rule of a prompt''s audience: its own, or that of the saved audience that it names; null for everyone.';

CREATE OR REPLACE FUNCTION app.author_of(p_person uuid, p_email text)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select coalesce((select p.name || coalesce(' (' || p_email || ')', '') from app.people p where p.person_id = p_person), p_email) $function$
;
comment on function app.author_of(uuid,text) is 'The name and the email address, for places where the identity matters: two people may have the same name.';

CREATE OR REPLACE FUNCTION app.backend_context(p_site uuid, p_account text, p_traits jsonb, p_now timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
    return jsonb_build_object('site', p_site, 'visitor', app.backend_visitor(p_site, p_account), 'session', null,
        'context', '{}'::jsonb, 'device', '[]'::jsonb, 'address', null, 'bot', false, 'debug', false, 'now', p_now,
        'identify', jsonb_build_object('account', p_account, 'traits', p_traits, 'verified', true), 'backend', true);
end $function$
;
comment on function app.backend_context(uuid,text,jsonb,timestamp with time zone) is 'The request context of a report from the backend. Other requests have no `backend`: the sdk function does not pass it on.';

CREATE OR REPLACE FUNCTION app.backend_visitor(p_site uuid, p_account text)
 RETURNS uuid
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
declare
    v_hash text := md5(p_site::text || ' ' || p_account);
begin
    -- A UUIDv8, which the sdk function accepts from no browser.
    return (left(v_hash, 12) || '8' || substr(v_hash, 14, 3) || '8' || substr(v_hash, 18))::uuid;
end $function$
;
comment on function app.backend_visitor(uuid,text) is 'The visitor that reports an account''s events from the backend.';

CREATE OR REPLACE FUNCTION app.base_facts(p_now timestamp with time zone, p_session uuid, p_context jsonb, p_properties jsonb, p_verified jsonb, p_traits jsonb, p_account text, p_sample_key uuid, p_first_seen timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
    return jsonb_build_object(
        'now', round(extract(epoch from p_now), 3),
        'session', ('x' || translate(left(p_session::text, 13), '-', ''))::bit(48)::bigint / 1000.0,
        'context', p_context,
        'properties', case when p_verified is null then p_properties else p_properties || p_verified end,
        'verified', p_verified,
        'proven', p_verified is not null,
        'traits', p_traits,
        'identified', p_account is not null,
        'sample_key', p_sample_key,
        'first_seen', round(extract(epoch from p_first_seen), 3));
end $function$
;
comment on function app.base_facts(timestamp with time zone,uuid,jsonb,jsonb,jsonb,jsonb,text,uuid,timestamp with time zone) is 'The facts that need no further read.';

CREATE OR REPLACE FUNCTION app.begin_authorization(p_request jsonb, p_address bytea, p_now timestamp with time zone)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
    v_id uuid := app.mint_id(p_now);
begin
    if not app.count_attempt('authorize', p_address, 100, interval '10 minutes', p_now) then
        return null;
    end if;
    insert into app.authorization_requests (id, client_id, client_kind, client_name, client_host, redirect_uri,
        redirect_host, state, challenge, resource, asked, created_at, expires_at)
    select v_id, r.client_id, r.client_kind, r.client_name, r.client_host, r.redirect_uri, r.redirect_host, r.state,
        r.challenge, r.resource, r.asked, p_now, p_now + interval '10 minutes'
    from jsonb_to_record(p_request) r (client_id text, client_kind text, client_name text, client_host text,
        redirect_uri text, redirect_host text, state text, challenge text, resource text, asked text[]);
    return v_id;
end $function$
;
comment on function app.begin_authorization(jsonb,bytea,timestamp with time zone) is 'Stores a checked authorization request for ten minutes; null if its address sends too many.';

CREATE OR REPLACE FUNCTION app.begin_closing()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
    if 'response.closed' = any(new.event_types) and not exists (
        select from app.destinations d
        where d.site_id = new.site_id and d.id <> new.id and 'response.closed' = any(d.event_types))
        and (tg_op = 'INSERT' or 'response.closed' <> all(old.event_types))
    then
        -- An old position would close responses from before there was a destination for them.
        insert into app.closing_positions as p (site_id, updated_at) values (new.site_id, now() - interval '10 minutes')
        on conflict (site_id) do update set updated_at = excluded.updated_at, response_id = excluded.response_id;
    end if;
    return null;
end $function$
;
comment on function app.begin_closing() is 'Has responses of a site closed from now on, when its first destination for that is created or changed.';

CREATE OR REPLACE FUNCTION app.begin_device(p_request jsonb, p_device bytea, p_address bytea, p_now timestamp with time zone)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
    if not app.count_attempt('device', p_address, 30, interval '10 minutes', p_now) then
        return 'limited';
    end if;
    insert into app.device_requests (id, device_hash, user_code, client_id, device_name, address, region, resource,
        created_at, expires_at)
    select app.mint_id(p_now), p_device, r.user_code, r.client_id, r.device_name, p_address, r.region, r.resource,
        p_now, p_now + interval '10 minutes'
    from jsonb_to_record(p_request) r (user_code text, client_id text, device_name text, region text, resource text)
    on conflict (user_code) do nothing;
    return case when found then 'begun' else 'taken' end;
end $function$
;
comment on function app.begin_device(jsonb,bytea,bytea,timestamp with time zone) is 'Stores a device request for ten minutes; `taken` means that another user code is needed.';

CREATE OR REPLACE FUNCTION app.budget_facts(p_site uuid, p_settings jsonb, p_candidates app.candidates[], p_now timestamp with time zone, p_until timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
    v_zone text := coalesce(p_settings ->> 'time_zone', 'UTC');
    v_budgets jsonb := '{}';
    v_total record;
    v_spent jsonb;
    v_every text;
    v record;
    c app.candidates;
begin
    foreach c in array p_candidates loop
        continue when c.budget is null or v_budgets ? c.prompt_id::text;
        v_spent := '{}';
        if c.budget ?| array['displays', 'responses'] then
            v_total := app.spent_until(p_site, c.prompt_id, 'total', '-infinity', p_until);
            v_spent := jsonb_build_object('displays', v_total.displays, 'responses', v_total.responses);
        end if;
        v_every := c.budget #>> '{period,every}';
        if v_every is not null then
            v := app.period_at(v_every, p_now, v_zone);
            v_total := app.spent_until(p_site, c.prompt_id, v_every, v.starts_on, p_until);
            v_spent := v_spent || jsonb_build_object('period', v_total.displays, 'elapsed', v.elapsed);
        end if;
        v_budgets := v_budgets || jsonb_build_object(c.prompt_id, v_spent);
    end loop;
    if p_settings #> '{limits,displays_per_day}' is not null then
        v := app.period_at('site', p_now, v_zone);
        v_total := app.spent_until(p_site, '00000000-0000-0000-0000-000000000000', 'site', v.starts_on, p_until);
        v_budgets := v_budgets || jsonb_build_object('site', v_total.displays);
    end if;
    return jsonb_build_object('budgets', v_budgets);
end $function$
;
comment on function app.budget_facts(uuid,jsonb,app.candidates[],timestamp with time zone,timestamp with time zone) is 'How much of the budgets of candidates and of their site is used: {budgets: {<prompt>: {displays, responses, period, elapsed}, site}}. `period` and `elapsed` are about the current period; p_until excludes later displays and responses.';

CREATE OR REPLACE FUNCTION app.call_facts(p_call app.call)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
    -- The event is from the backend, or a browser claims the prompt of such an event.
    if p_call.session_id = '00000000-0000-0000-0000-000000000000' or p_call.request_context ? 'backend' then
        p_call.traits := app.account_traits(p_call);
        return case when p_call.session_id = '00000000-0000-0000-0000-000000000000' then '{"backend": true, "has_page": false}'::jsonb
            else '{"backend": true}' end || app.base_facts(p_call.now, p_call.session_id, p_call.request_context -> 'context',
            p_call.properties, p_call.verified, p_call.traits, p_call.account, p_call.sample_key, p_call.first_seen_at);
    end if;
    return app.base_facts(p_call.now, p_call.session_id, p_call.request_context -> 'context', p_call.properties, p_call.verified,
        p_call.traits, p_call.account, p_call.sample_key, p_call.first_seen_at);
end $function$
;
comment on function app.call_facts(app.call) is NULL;

CREATE OR REPLACE FUNCTION app.call_id()
 RETURNS uuid
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
    select (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'call')::uuid
$function$
;
comment on function app.call_id() is 'Id of the connection''s current call, which may have several transactions; null otherwise.';

CREATE OR REPLACE FUNCTION app.caller_id()
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
    return coalesce(app.person_id(), (select c.id from app.live_connection() c));
end $function$
;
comment on function app.caller_id() is 'The calling person, or else the live connection.';

CREATE OR REPLACE FUNCTION app.change_instance_settings(p_change jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
    v_before jsonb;
    v_after jsonb;
begin
    -- Changes are serialized, so that each is logged with the values that it actually replaced.
    perform from app.instance_settings for update;
    v_before := app.read_operator_settings();
    update app.instance_settings set
        event_days = coalesce((p_change #>> '{retention,event_days}')::integer, event_days),
        visitor_days = coalesce((p_change #>> '{retention,visitor_days}')::integer, visitor_days),
        site_per_second = coalesce((p_change #>> '{rate_limits,site,per_second}')::integer, site_per_second),
        site_burst = coalesce((p_change #>> '{rate_limits,site,burst}')::integer, site_burst),
        address_per_second = coalesce((p_change #>> '{rate_limits,address,per_second}')::integer, address_per_second),
        address_burst = coalesce((p_change #>> '{rate_limits,address,burst}')::integer, address_burst),
        subject_per_second = coalesce((p_change #>> '{rate_limits,subject,per_second}')::integer, subject_per_second),
        subject_burst = coalesce((p_change #>> '{rate_limits,subject,burst}')::integer, subject_burst),
        sign_up_domains = case jsonb_typeof(p_change #> '{sign_up,allowed_domains}')
            when 'array' then array(
                select d.domain from jsonb_array_elements_text(p_change #> '{sign_up,allowed_domains}') with ordinality d (domain, at)
                order by d.at)
            when 'null' then null
            else sign_up_domains end;
    v_after := app.read_operator_settings();
    if v_after <> v_before then
        insert into app.instance_changes (before, after) values (v_before, v_after);
    end if;
    return app.read_instance_settings();
end $function$
;
comment on function app.change_instance_settings(jsonb) is 'Changes the settings that p_change has, logs the change and returns the maximums. For the operator, as feedback_owner.';

CREATE OR REPLACE FUNCTION app.change_spending(p_site uuid, p_prompt uuid, p_charges jsonb, p_by integer)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
    v_period text;
begin
    -- In the order in which app.spend_budgets locks the rows.
    foreach v_period in array array['total', 'day', 'week', 'month', 'site'] loop
        if p_charges ? v_period then
            update app.budget_periods b set displays = greatest(b.displays + p_by, 0)
            where b.site_id = p_site and b.period = v_period and b.starts_on = (p_charges ->> v_period)::date
              and b.prompt_id = case v_period when 'site' then '00000000-0000-0000-0000-000000000000' else p_prompt end;
        end if;
    end loop;
end $function$
;
comment on function app.change_spending(uuid,uuid,jsonb,integer) is 'Charges a display to its periods again, or credits it back.';

CREATE OR REPLACE FUNCTION app.check_assignee()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
    -- Waits if the member is being removed.
    perform from app.sites s
    join app.members m on m.workspace_id = s.workspace_id and m.person_id = new.assignee
    where s.id = new.site_id for key share of m;
    if not found then
        raise exception 'The assignee is not a member of the workspace.' using errcode = 'FB409';
    end if;
    return new;
end $function$
;
comment on function app.check_assignee() is NULL;

CREATE OR REPLACE FUNCTION app.check_audience_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
    v_prompts text;
begin
    if old.archived_at is not null then
        raise exception 'An archived audience stays as it is.' using errcode = 'FB409';
    elsif new.archived_at is not null then
        -- Its row is locked by this update, and app.check_saved_audience waits for it before a revision names it.
        select string_agg(u.survey_id, ', ') into v_prompts
        from app.list_audience_uses(old.site_id, old.key) u;
        if v_prompts is not null then
            raise exception 'Prompts use this audience: %.', v_prompts using errcode = 'FB409',
                hint = 'Archive these prompts, or publish revisions with another audience, first.';
        end if;
    end if;
    new.updated_at := clock_timestamp();
    return new;
end $function$
;
comment on function app.check_audience_change() is NULL;

CREATE OR REPLACE FUNCTION app.check_before_deciding(p_call app.call)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
    v_retry_after integer := app.throttle_call(p_call);
begin
    if v_retry_after is not null then
        return jsonb_build_object('reason', 'throttled', 'retryAfter', v_retry_after);
    elsif (p_call.request_context -> 'bot')::boolean and (p_call.settings -> 'detect_bots')::boolean is not false then
        return '{"reason": "bot"}';
    end if;
    return null;
end $function$
;
comment on function app.check_before_deciding(app.call) is 'The reason for which a show or a claim is refused before a decision: rate limit or bot; null if neither applies.';

CREATE OR REPLACE FUNCTION app.check_budget(c app.candidates, p_facts jsonb)
 RETURNS app.reason
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
declare
    v_spent jsonb := p_facts #> array['budgets', c.prompt_id::text];
    v_allowed integer := c.budget #> '{period,displays}';
begin
    return case
        when (v_spent -> 'displays')::integer >= (c.budget -> 'displays')::integer
            or (v_spent -> 'responses')::integer >= (c.budget -> 'responses')::integer
            or (v_spent -> 'period')::integer >= v_allowed
            or (p_facts #> '{budgets,site}')::integer >= (p_facts #> '{site,displays_per_day}')::integer
            then 'budget'::app.reason
        when (c.budget #> '{period,paced}')::boolean then
            case when (v_spent -> 'period')::integer
                >= app.paced_allowance(v_allowed, (v_spent -> 'elapsed')::double precision) then 'paced'::app.reason end
    end;
end $function$
;
comment on function app.check_budget(app.candidates,jsonb) is '`budget` or `paced` when the budgets of the prompt or its site allow no display, else null. The facts have `budgets` as app.budget_facts makes them, or as a simulation counts them.';

CREATE OR REPLACE FUNCTION app.check_dates(c app.candidates, p_facts jsonb)
 RETURNS app.reason
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
    return case
        when app.epoch(c.starts_at) > (p_facts -> 'now')::numeric then 'not_started'::app.reason
        when app.epoch(c.ends_at) <= (p_facts -> 'now')::numeric then 'ended'::app.reason end;
end $function$
;
comment on function app.check_dates(app.candidates,jsonb) is NULL;

CREATE OR REPLACE FUNCTION app.check_destination_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
    if app.person_id() is not null then
        perform app.require_recent_sign_in();
    end if;
    return null;
end $function$
;
comment on function app.check_destination_change() is NULL;

CREATE OR REPLACE FUNCTION app.check_events(p_call app.call, p_events jsonb, OUT rejections text[], OUT names text[], OUT keys text[])
 RETURNS record
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
    v_oldest timestamptz := p_call.now - interval '48 hours';
    v_newest timestamptz := p_call.now + interval '5 minutes';
begin
    select array_agg(e.rejection order by e.n),
        array_agg(distinct e.name order by e.name) filter (where e.rejection is null and not e.is_known),
        array_agg(distinct e.key) filter (where e.key is not null)
    into rejections, names, keys
    from (
        select g.n, g.name, g.key,
            coalesce(k.last_seen_at > p_call.now - interval '1 hour', false) as is_known,
            -- app.id_time, inlined.
            case when to_timestamp(('x' || translate(left(g.id::text, 13), '-', ''))::bit(48)::bigint / 1000.0::float8)
                    not between v_oldest and v_newest then 'stale'
                when k.registered is not true and p_call.settings ->> 'capture' = 'registered' then 'not_captured'
            end as rejection
        from rows from (jsonb_to_recordset(p_events) as (id uuid, name text, "proofKey" text))
            with ordinality g (id, name, key, n)
        -- `limit 1` makes this a look-up by primary key, whatever the statistics.
        left join lateral (
            select * from app.event_names k where k.site_id = p_call.site_id and k.name = g.name limit 1) k on true
    ) e;
end $function$
;
comment on function app.check_events(app.call,jsonb) is 'Why each event is rejected, or null; the names of the others that are new or were not seen for an hour; the keys of proofs.';

CREATE OR REPLACE FUNCTION app.check_group(c app.candidates, p_facts jsonb)
 RETURNS app.reason
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
declare
    v_last numeric := p_facts #> array['groups', c.prompt_id::text];
    v_now numeric := p_facts -> 'now';
begin
    -- A time further in the future was stored while the clock was ahead.
    if v_last > v_now - (c.per_group -> 'days')::numeric * 86400 and v_last <= v_now + 60 then
        return 'group_limit';
    end if;
    return null;
end $function$
;
comment on function app.check_group(app.candidates,jsonb) is NULL;

CREATE OR REPLACE FUNCTION app.check_holdout(c app.candidates, p_facts jsonb, p_show boolean)
 RETURNS app.reason
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
    if not p_facts -> 'site' ? 'holdout' or p_show and not c.respects_site then
        return null;
    elsif app.sample_position(c.site_id, p_facts ->> 'sample_key') < (p_facts #> '{site,holdout}')::double precision then
        return 'holdout';
    end if;
    return null;
end $function$
;
comment on function app.check_holdout(app.candidates,jsonb,boolean) is '`holdout` for a subject in the site''s holdout, else null. show() of a prompt that ignores the site''s limits is exempt: the visitor asks for it.';

CREATE OR REPLACE FUNCTION app.check_new_audience()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
    -- Serializes concurrent creators.
    perform from app.sites s where s.id = new.site_id for no key update;
    if (select count(*) from app.audiences a where a.site_id = new.site_id and a.archived_at is null) > 200 then
        raise exception 'A site has at most 200 saved audiences.' using errcode = 'FB409';
    end if;
    return null;
end $function$
;
comment on function app.check_new_audience() is NULL;

CREATE OR REPLACE FUNCTION app.check_new_destination()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
    -- One at a time per site, so that concurrent requests cannot exceed the limit.
    perform pg_advisory_xact_lock(hashtextextended('app.destinations ' || new.site_id, 0));
    if (select count(*) from app.destinations d where d.site_id = new.site_id) > 20 then
        raise exception 'A site has at most 20 destinations.' using errcode = 'FB409';
    end if;
    return null;
end $function$
;
comment on function app.check_new_destination() is NULL;

CREATE OR REPLACE FUNCTION app.check_new_result_link()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
    if new.words and app.person_id() is not null then
        perform app.require_recent_sign_in();
    end if;
    -- Serializes concurrent creators.
    perform from app.prompts p where p.site_id = new.site_id and p.id = new.prompt_id for no key update;
    if (select count(*) from app.result_links l where l.site_id = new.site_id and l.prompt_id = new.prompt_id
            and l.revoked_at is null and l.expires_at > clock_timestamp()) > 20 then
        raise exception 'A prompt has at most 20 live links to its results.' using errcode = 'FB409', hint = 'Revoke links that nobody needs.';
    end if;
    return null;
end $function$
;
comment on function app.check_new_result_link() is NULL;

CREATE OR REPLACE FUNCTION app.check_new_site_key()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
    if app.person_id() is not null then
        perform app.require_recent_sign_in();
    end if;
    -- Concurrent creators take turns.
    perform from app.sites s where s.id = new.site_id for no key update;
    if (select count(*) from app.site_keys k where k.site_id = new.site_id and k.revoked_at is null) > 2 then
        raise exception 'A site has at most 2 active site keys.' using errcode = 'FB409';
    end if;
    return null;
end $function$
;
comment on function app.check_new_site_key() is NULL;

CREATE OR REPLACE FUNCTION app.check_prompt_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
    if old.state = 'archived' and new.state <> 'archived' then
        raise exception 'An archived prompt stays archived.' using errcode = 'FB409';
    elsif new.state = 'draft' and old.state <> 'draft' then
        raise exception 'A published prompt does not become a draft again.' using errcode = 'FB409';
    elsif new.survey_id <> old.survey_id and old.published_revision is not null then
        raise exception 'The survey ID of a published prompt cannot change; apps call it by that name.'
            using errcode = 'FB409';
    end if;
    if new.state = 'published' and new.published_at is null then
        new.published_at := clock_timestamp();
    end if;
    new.updated_at := clock_timestamp();
    return new;
end $function$
;
comment on function app.check_prompt_change() is NULL;

CREATE OR REPLACE FUNCTION app.check_prompt_limits(c app.candidates, p_seen jsonb, p_now numeric)
 RETURNS app.reason
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
    return case
        when p_seen is null then null
        when c.show = 'once' and (p_seen -> 'displays')::integer >= 1
            or c.show = 'times' and (p_seen -> 'displays')::integer >= c.times then 'seen_limit'::app.reason
        when c.show = 'until_answered' and (p_seen -> 'answered')::boolean then 'answered'::app.reason
        when c.again_after_days > 0 and (p_seen -> 'last')::numeric > p_now - c.again_after_days * 86400
            then 'prompt_cooldown'::app.reason end;
end $function$
;
comment on function app.check_prompt_limits(app.candidates,jsonb,numeric) is NULL;

CREATE OR REPLACE FUNCTION app.check_repeated(c app.candidates, p_facts jsonb)
 RETURNS app.reason
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
    return case
        when not p_facts ? 'history' then 'unknown'::app.reason
        when coalesce((p_facts #> array['occurrences', c.prompt_id::text])::integer, 1) < (c.repeated -> 'times')::integer
            then 'trigger_count'::app.reason end;
end $function$
;
comment on function app.check_repeated(app.candidates,jsonb) is NULL;

CREATE OR REPLACE FUNCTION app.check_saved_audience()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
    v_named jsonb := new.content -> 'audience';
    v_rule jsonb;
begin
    if v_named -> 'saved' is null then
        return new;
    end if;
    -- Waits if the audience is being archived, and then no longer finds it.
    perform from app.audiences a
    where a.site_id = new.site_id and a.key = v_named ->> 'saved' and a.archived_at is null for share;
    if not found then
        raise exception 'The site has no saved audience "%".', v_named ->> 'saved' using errcode = 'FB409';
    end if;
    select v.rule into v_rule from app.audience_versions v
    where v.site_id = new.site_id and v.audience_key = v_named ->> 'saved' and v.number = (v_named ->> 'version')::integer;
    if v_rule is distinct from v_named -> 'rule' then
        raise exception 'A revision holds the rule of the version of the saved audience that it names.' using errcode = 'FB409';
    end if;
    return new;
end $function$
;
comment on function app.check_saved_audience() is 'A revision that names a saved audience must contain exactly the rule of that version, because this rule is what people approve and what is compiled.';

CREATE OR REPLACE FUNCTION app.check_shared_limits(p_shared app.shared_limits, c app.candidates, p_traits jsonb, p_at timestamp with time zone)
 RETURNS app.reason
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
    return case
        when p_shared.groups <> '{}' and app.is_group_taken(p_shared.groups,
            app.group_hash(p_traits, c.per_group ->> 'trait'), (c.per_group -> 'days')::integer, p_at) then 'group_limit'::app.reason
        when p_shared.spent @> p_at then 'budget'
        when p_shared.paced @> p_at then 'paced' end;
end $function$
;
comment on function app.check_shared_limits(app.shared_limits,app.candidates,jsonb,timestamp with time zone) is 'app.check_group and app.check_budget in a replay.';

CREATE OR REPLACE FUNCTION app.check_site_limits(c app.candidates, p_site jsonb, p_now numeric)
 RETURNS app.reason
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
    return case
        when not c.respects_site then null
        when (p_site -> 'cooldown_days')::numeric > 0
            and (p_site -> 'last')::numeric > p_now - (p_site -> 'cooldown_days')::numeric * 86400
            or (p_site -> 'window_displays')::integer >= (p_site -> 'window_limit')::integer
            then 'site_cooldown'::app.reason
        when (p_site -> 'session_displays')::integer >= (p_site -> 'session_limit')::integer
            then 'session_limit'::app.reason end;
end $function$
;
comment on function app.check_site_limits(app.candidates,jsonb,numeric) is NULL;

CREATE OR REPLACE FUNCTION app.choose_variant(c app.candidates, p_key text)
 RETURNS app.candidates
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
declare
    v_variants jsonb := c.experiment -> 'variants';
    v_at double precision;
    v_place integer := 0;
begin
    if c.experiment is null then
        return c;
    end if;
    -- The key of the experiment makes this position independent of the one in the prompt's sample.
    v_at := app.sample_position(c.prompt_id, (c.experiment ->> 'key') || ' ' || p_key);
    while v_place < jsonb_array_length(v_variants) - 1 and v_at >= (v_variants -> v_place -> 'until')::double precision loop
        v_place := v_place + 1;
    end loop;
    c.experiment := c.experiment || jsonb_build_object('variants', jsonb_build_array(v_variants -> v_place));
    c.delay_seconds := v_variants -> v_place -> 'delay_seconds';
    c.min_session_seconds := v_variants -> v_place -> 'min_session_seconds';
    return c;
end $function$
;
comment on function app.choose_variant(app.candidates,text) is 'The candidate with only the variant of the subject with this sample key, and with the timing of that variant.';

CREATE OR REPLACE FUNCTION app.claim(request_context jsonb, event uuid, display uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
    v_now timestamptz := coalesce((request_context ->> 'now')::timestamptz, clock_timestamp());
    v_call app.call := app.load_call(
        request_context, v_now, (request_context ->> 'session')::uuid, event, null, null, null);
    v_decided jsonb := app.check_before_deciding(v_call);
begin
    v_call := app.update_visitor(v_call);
    if v_decided is not null then
        return app.decision_reply(v_call, v_decided, null, false);
    end if;
    return app.claim_event(v_call, event, display);
end $function$
;
comment on function app.claim(jsonb,uuid,uuid) is 'Claims the delayed prompt of an event, or the prompt of an event that waits for the visitor''s subject.';

CREATE OR REPLACE FUNCTION app.claim_confirmation(p_token_hash bytea, p_now timestamp with time zone DEFAULT clock_timestamp())
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
    v_confirmation app.recipient_confirmations;
    v_mail jsonb;
begin
    loop
        select * into v_confirmation from app.recipient_confirmations c where c.due_at <= p_now
        order by c.due_at limit 1 for update skip locked;
        if not found then
            return null;
        end if;
        select jsonb_build_object('site', s.id, 'site_name', s.name, 'id', v_confirmation.id, 'destination', d.id,
            'name', d.name, 'address', r.address)
        into v_mail
        from app.destination_recipients r
        join app.destinations d on d.site_id = r.site_id and d.id = r.destination_id
        join app.sites s on s.id = r.site_id
        where r.site_id = v_confirmation.site_id and r.destination_id = v_confirmation.destination_id
          and r.address = v_confirmation.address and r.unsubscribed_at is null and not app.is_confirmed(r)
          and v_confirmation.created_at > p_now - interval '3 days';
        update app.recipient_confirmations c set
            due_at = case when v_mail is not null then p_now + interval '5 minutes' * 2 ^ c.attempts end,
            attempts = c.attempts + 1,
            token_hash = case when v_mail is not null then p_token_hash end,
            expires_at = p_now + interval '7 days'
        where c.site_id = v_confirmation.site_id and c.id = v_confirmation.id;
        if v_mail is not null then
            return v_mail;
        end if;
    end loop;
end $function$
;
comment on function app.claim_confirmation(bytea,timestamp with time zone) is 'Gives a due confirmation e-mail a token and returns what it says; null without one. Unless app.finish_confirmation is called, it is due again after five minutes, then after ever longer times for three days. What is no longer needed is given up.';

CREATE OR REPLACE FUNCTION app.claim_deliveries(p_limit integer DEFAULT 16, p_now timestamp with time zone DEFAULT clock_timestamp())
 RETURNS SETOF jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
    v_destination app.destinations;
    v_delivery app.deliveries;
    v_data jsonb;
    v_left integer := p_limit;
    v_most integer;
    v_leased integer;
begin
    for v_destination in
        select * from app.destinations d where d.state = 'active' and d.due_at <= p_now
        order by d.due_at limit p_limit for no key update skip locked
    loop
        exit when v_left <= 0;
        -- A slow destination occupies only some of a worker's requests, and one that fails even fewer.
        v_most := case when v_destination.failing_since is null then 16 else 2 end;
        select count(*) into v_leased from app.deliveries q
        where q.site_id = v_destination.site_id and q.destination_id = v_destination.id and q.lease is not null and q.next_at > p_now;
        for v_delivery in
            with due as materialized (
                select q.message_id from app.deliveries q
                where q.site_id = v_destination.site_id and q.destination_id = v_destination.id
                  and q.state = 'waiting' and q.next_at <= p_now
                order by q.next_at limit greatest(0, least(v_most - v_leased, v_left)) for update skip locked
            )
            update app.deliveries q
            set lease = gen_random_uuid(), next_at = p_now + interval '30 seconds', attempts = q.attempts + 1,
                retrying_since = coalesce(q.retrying_since, p_now)
            from due where q.site_id = v_destination.site_id and q.destination_id = v_destination.id and q.message_id = due.message_id
            returning q.*
        loop
            v_leased := v_leased + 1;
            v_left := v_left - 1;
            v_data := app.describe_claimed(v_destination, v_delivery, p_now);
            if v_data is null then
                update app.deliveries q set state = 'cancelled', lease = null
                where q.site_id = v_delivery.site_id and q.destination_id = v_delivery.destination_id
                  and q.message_id = v_delivery.message_id;
                v_leased := v_leased - 1;
            else
                return next v_data;
            end if;
        end loop;
        update app.destinations d
        set due_at = coalesce((
            select q.next_at from app.deliveries q
            where q.site_id = d.site_id and q.destination_id = d.id and q.state = 'waiting'
              -- All it may have is under way: app.record_attempt says when there is room again, or a lease ends.
              and (v_leased < v_most or q.next_at > p_now)
            order by q.next_at limit 1), 'infinity')
        where d.site_id = v_destination.site_id and d.id = v_destination.id;
    end loop;
end $function$
;
comment on function app.claim_deliveries(integer,timestamp with time zone) is 'Leases due deliveries for 30 seconds and returns what is needed to send them: at most 16 at a time for each destination, two for one that fails. What was deleted meanwhile is cancelled.';

CREATE OR REPLACE FUNCTION app.claim_event(p_call app.call, p_event uuid, p_display uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
    v_event app.event_details;
begin
    select * into v_event from app.event_details e
    where e.site_id = p_call.site_id and e.id = p_event and e.visitor_id = p_call.visitor_id
      and e.at > p_call.now - interval '48 hours';
    if v_event.id is null or exists (select from app.candidates c
        where c.site_id = v_event.site_id and c.prompt_id = v_event.prompt_id and c.event_name = '' and c.unless is not null)
    then
        v_event := app.find_waiting_event(p_call, p_event);
        if v_event.session_id = '00000000-0000-0000-0000-000000000000' then
            p_call.request_context := p_call.request_context || '{"backend": true}';
        end if;
    end if;
    if v_event.id is null then
        return app.decision_reply(p_call, '{"reason": "no_prompt"}', null, false);
    elsif v_event.reason <> 'waiting' or v_event.prompt_id is null then
        -- Not the same display again: another tab may have claimed and drawn it.
        return app.decision_reply(p_call, '{"reason": "duplicate"}', null, false);
    end if;
    p_call.event_id := p_event;
    p_call.name := v_event.name;
    p_call.properties := v_event.properties;
    p_call.verified := v_event.verified;
    p_call.prompts := array[v_event.prompt_id];
    return app.decide_claim(p_call, v_event, p_display);
end $function$
;
comment on function app.claim_event(app.call,uuid,uuid) is 'Claims the prompt of an event. The caller has checked the rate limits and updated the visitor.';

CREATE OR REPLACE FUNCTION app.claim_idempotency_key(p_key text, p_request_hash bytea)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
    v_stored app.idempotency_keys;
begin
    delete from app.idempotency_keys k
    where k.caller_id = app.caller_id() and k.key = p_key and k.at < now() - interval '24 hours';
    -- Blocks while another request with the same key is in progress.
    insert into app.idempotency_keys (caller_id, key, request_hash) values (app.caller_id(), p_key, p_request_hash)
    on conflict (caller_id, key) do nothing;
    if found then
        return null;
    end if;
    select * into v_stored from app.idempotency_keys k where k.caller_id = app.caller_id() and k.key = p_key;
    if v_stored.request_hash <> p_request_hash then
        raise exception 'This Idempotency-Key was used for another request.' using errcode = 'FB409';
    end if;
    return v_stored.reply;
end $function$
;
comment on function app.claim_idempotency_key(text,bytea) is 'The reply to the caller''s first request with this key; null when this request is the first.';

CREATE OR REPLACE FUNCTION app.claim_pause_notices(p_now timestamp with time zone DEFAULT clock_timestamp())
 RETURNS SETOF jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
    return query
        with due as (
            -- Twice as long after the pause each time, so that a mail server that refuses it is not asked for ever.
            update app.destinations d set notice_due_at = case when d.paused_at > p_now - interval '3 days'
                then p_now + greatest(interval '5 minutes', p_now - d.paused_at) end
            where d.notice_due_at <= p_now and d.state = 'paused' returning d.*
        )
        select jsonb_build_object('site', s.id, 'site_name', s.name, 'workspace', s.workspace_id, 'destination', due.id,
            'kind', due.kind, 'name', due.name, 'host', due.host, 'pause_cause', due.pause_cause,
            'paused_at', app.format_instant(due.paused_at), 'failing_since', app.format_instant(due.failing_since),
            'owners', (select jsonb_agg(m.email order by m.email) from app.members m
                where m.workspace_id = s.workspace_id and m.role = 'owner' and m.email is not null))
        from due join app.sites s on s.id = due.site_id;
end $function$
;
comment on function app.claim_pause_notices(timestamp with time zone) is 'Destinations that the service paused and whose owners do not know yet, with the owners'' addresses. Returned again after growing delays, for three days, unless app.finish_pause_notice is called.';

CREATE OR REPLACE FUNCTION app.claim_site_key_notices(p_now timestamp with time zone DEFAULT clock_timestamp())
 RETURNS SETOF jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
    return query
        with due as (
            -- As app.claim_pause_notices.
            update app.site_keys k set notice_due_at = case when k.browser_seen_at > p_now - interval '3 days'
                then p_now + greatest(interval '5 minutes', p_now - k.browser_seen_at) end
            where k.notice_due_at <= p_now returning k.*
        )
        select jsonb_build_object('site', s.id, 'site_name', s.name, 'key', due.id, 'name', due.name,
            'prefix', due.prefix, 'origin', due.browser_origin,
            'seen_at', app.format_instant(due.browser_seen_at),
            'owners', (select jsonb_agg(m.email order by m.email) from app.members m
                where m.workspace_id = s.workspace_id and m.role = 'owner' and m.email is not null))
        from due join app.sites s on s.id = due.site_id;
end $function$
;
comment on function app.claim_site_key_notices(timestamp with time zone) is 'Site keys that a web page sent and whose owners do not know yet, with the owners'' addresses. Returned again after growing delays, for three days, unless app.finish_site_key_notice is called.';

CREATE OR REPLACE FUNCTION app.claim_waiting(request_context jsonb, carrier uuid, display uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
    v_now timestamptz := coalesce((request_context ->> 'now')::timestamptz, clock_timestamp());
    v_events uuid[];
    v_event uuid;
    v_call app.call;
    v_decided jsonb;
begin
    -- If this page, session or browser may not show the oldest, try the next one. The number is limited because each is
    -- decided, and half of them are random so that none waits behind prompts that are for other pages.
    v_events := array(
        select w.event_id from (
            select p.event_id, row_number() over (order by p.due_at, p.event_id) as place
            from app.visitors v
            join app.waiting_prompts p on p.site_id = v.site_id and p.subject_id = v.subject_id
            where v.site_id = (request_context ->> 'site')::uuid and v.id = (request_context ->> 'visitor')::uuid
              and v.reset_at is null and p.due_at <= v_now and p.expires_at > v_now and p.display_id is null) w
        order by case when w.place > 5 then random() else 0 end, w.place limit 10);
    if v_events = '{}' then
        return null;
    end if;
    v_call := app.load_call(request_context, v_now, (request_context ->> 'session')::uuid, null, null, null, null);
    if app.check_before_deciding(v_call) is not null then
        return null;
    end if;
    -- Ending the wait of one locks its row, and the subject's lock comes before: see the order of locks in DECISION.md.
    v_call := case when cardinality(v_events) > 1 then (app.lock_subject(v_call)).p_call else app.update_visitor(v_call) end;
    foreach v_event in array v_events loop
        v_decided := app.claim_event(v_call, v_event, display) -> 'decided';
        if v_decided ->> 'reason' = 'displayed' then
            update app.displays d set carrier = claim_waiting.carrier where d.site_id = v_call.site_id and d.id = display;
            return v_decided;
        end if;
    end loop;
    return null;
end $function$
;
comment on function app.claim_waiting(jsonb,uuid,uuid) is 'Claims a prompt that waits for the visitor''s subject and may be displayed now, if possible the one that was due first; null without one. `carrier` is the event or show request whose response carries the display.';

CREATE OR REPLACE FUNCTION app.clear_messages()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
    update app.outbox o set answers = null, detail = null
    from deleted x where o.site_id = x.site_id and o.response_id = x.display_id;
    update app.deliveries q set state = 'cancelled', lease = null
    from deleted x where q.site_id = x.site_id and q.response_id = x.display_id and q.state = 'waiting';
    -- What a receiver answered may repeat the words that it refused.
    update app.delivery_attempts a set error = null
    from deleted x
    join app.outbox o on o.site_id = x.site_id and o.response_id = x.display_id
    join app.destinations d on d.site_id = o.site_id
    where a.site_id = d.site_id and a.destination_id = d.id and a.message_id = o.id and a.error is not null;
    return null;
end $function$
;
comment on function app.clear_messages() is NULL;

CREATE OR REPLACE FUNCTION app.close_quiet_responses(p_now timestamp with time zone DEFAULT clock_timestamp(), p_limit integer DEFAULT 500)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
    v_position app.closing_positions;
    v_last record;
    v_count integer;
    v_closed integer := 0;
begin
    for v_position in
        select p.* from app.closing_positions p
        where exists (select from app.destinations d where d.site_id = p.site_id and 'response.closed' = any(d.event_types))
          and exists (
            select from app.responses r where r.site_id = p.site_id
              and (r.updated_at, r.display_id) > (p.updated_at, p.response_id) and r.updated_at <= p_now - interval '10 minutes')
        order by p.site_id for update skip locked
    loop
        with quiet as materialized (
            select r.* from app.responses r
            where r.site_id = v_position.site_id and (r.updated_at, r.display_id) > (v_position.updated_at, v_position.response_id)
              and r.updated_at <= p_now - interval '10 minutes'
            order by r.updated_at, r.display_id limit p_limit
        ),
        closed as (
            insert into app.outbox (site_id, id, response_id, prompt_id, final, type, answers, detail)
            select q.site_id, app.mint_id(p_now), q.display_id, q.prompt_id, false, 'response.closed', q.answers,
                jsonb_build_object('cause', 'unchanged', 'updated_at', q.updated_at)
            from quiet q left join app.displays d on d.site_id = q.site_id and d.id = q.display_id
            -- What was completed, or dismissed after its last change, is closed already.
            where not q.final and (d.dismissed_at is null or d.dismissed_at < q.updated_at) and app.has_answer(q.answers)
            returning 1
        )
        select (select count(*) from closed) as closed, q.updated_at, q.display_id into v_last
        from quiet q order by q.updated_at desc, q.display_id desc limit 1;
        update app.closing_positions p set updated_at = v_last.updated_at, response_id = v_last.display_id
        where p.site_id = v_position.site_id and v_last.display_id is not null;
        v_count := v_last.closed;
        v_closed := v_closed + coalesce(v_count, 0);
    end loop;
    return v_closed;
end $function$
;
comment on function app.close_quiet_responses(timestamp with time zone,integer) is 'Writes response.closed for responses that are not final and have not changed for ten minutes. Returns how many.';

CREATE OR REPLACE FUNCTION app.combine_replays(p_one app.replay, p_other app.replay)
 RETURNS app.replay
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
    return row(p_one.subjects + p_other.subjects, p_one.events + p_other.events, p_one.displays + p_other.displays,
        p_one.reached + p_other.reached, p_one.squared_displays + p_other.squared_displays, p_one.sampled_claims + p_other.sampled_claims,
        p_one.subjects_with_sampled_claims + p_other.subjects_with_sampled_claims,
        (select coalesce(jsonb_object_agg(k.reason, k.events), '{}') from (
            select x.key as reason, sum(x.value::integer) as events
            from (select * from jsonb_each_text(p_one.reasons) union all select * from jsonb_each_text(p_other.reasons)) x
            group by x.key) k),
        p_other.next_hash)::app.replay;
end $function$
;
comment on function app.combine_replays(app.replay,app.replay) is NULL;

CREATE OR REPLACE FUNCTION app.combine_sums(p_one jsonb, p_other jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
    return (
        select coalesce(jsonb_object_agg(k.prompt, k.sums), '{}') from (
            select c.prompt, jsonb_agg(c.sum order by c.at) as sums from (
                select x.key as prompt, s.at, sum(s.value::bigint) as sum
                from (select * from jsonb_each(p_one) union all select * from jsonb_each(p_other)) x
                cross join lateral jsonb_array_elements_text(x.value) with ordinality s (value, at)
                group by 1, 2) c
            group by 1) k);
end $function$
;
comment on function app.combine_sums(jsonb,jsonb) is NULL;

CREATE OR REPLACE FUNCTION app.compares_dates(p_condition jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
    return coalesce(p_condition ->> 'op' in ('before', 'after', 'older_than', 'newer_than'), false);
end $function$
;
comment on function app.compares_dates(jsonb) is 'Whether the condition compares a date.';

CREATE OR REPLACE FUNCTION app.compile_answer(p_condition jsonb, p_source text, INOUT vars jsonb, OUT path text)
 RETURNS record
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
    if p_condition ->> 'op' in ('answered', 'skipped') then
        path := case p_condition ->> 'op' when 'skipped' then '!' else '' end || 'exists(' || p_source
            || ' ? (@.type() != "null" && !(@.type() == "string" && !(@ like_regex "\\S"))))';
    else
        select c.vars, c.path into vars, path
        from app.compile_comparison(p_condition, p_source, '$.dates.none', vars) c;
    end if;
end $function$
;
comment on function app.compile_answer(jsonb,text,jsonb) is 'Compiles a condition on an answer to a jsonpath predicate over the values at a path.';

CREATE OR REPLACE FUNCTION app.compile_comparison(p_condition jsonb, p_source text, p_date_source text, INOUT vars jsonb, OUT path text)
 RETURNS record
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
    v_op text := p_condition ->> 'op';
    v_value jsonb := p_condition -> 'value';
    v_first text := '$v' || app.count_keys(vars);
    v_second text := '$v' || app.count_keys(vars) + 1;
    v_source text := case when app.compares_dates(p_condition) then p_date_source else p_source end;
    v_test text;
begin
    -- Language tags are case-insensitive; facts have them in lower case.
    if p_condition ->> 'context' = 'language' and v_value is not null then
        v_value := lower(v_value::text)::jsonb;
    end if;
    case v_op
        when 'is', 'is_not' then v_test := '@ == ' || v_first;
        when 'one_of', 'none_of' then v_test := '@ == ' || v_first || '[*]';
        when 'contains', 'not_contains' then v_test := '@ like_regex ' || v_value::text || ' flag "q"';
        when 'starts_with' then v_test := '@ starts with ' || v_first;
        when 'greater' then v_test := '@ > ' || v_first;
        when 'at_least' then v_test := '@ >= ' || v_first;
        when 'less' then v_test := '@ < ' || v_first;
        when 'at_most' then v_test := '@ <= ' || v_first;
        when 'between' then v_test := '@ >= ' || v_first || ' && @ <= ' || v_second;
        when 'exists', 'missing' then null;
        when 'before' then v_test := '@ < ' || v_first;
        when 'after' then v_test := '@ > ' || v_first;
        when 'older_than' then v_test := '@ < $.now - ' || v_first;
        when 'newer_than' then v_test := '@ > $.now - ' || v_first;
        else raise exception 'There is no such operator: %', p_condition using errcode = 'FB422';
    end case;
    if v_op in ('before', 'after') then
        v_value := to_jsonb(app.parse_instant(v_value #>> '{}'));
        if v_value is null then
            raise exception 'This is no date: %', p_condition -> 'value' using errcode = 'FB422';
        end if;
    elsif v_op in ('older_than', 'newer_than') then
        v_value := to_jsonb((p_condition ->> 'days')::numeric * 86400);
    end if;
    if v_op = 'between' then
        vars := vars || jsonb_build_object(substr(v_first, 2), v_value -> 0, substr(v_second, 2), v_value -> 1);
    elsif v_op not in ('exists', 'missing', 'contains', 'not_contains') then
        vars := vars || jsonb_build_object(substr(v_first, 2), v_value);
    end if;
    path := 'exists(' || v_source || coalesce(' ? (' || v_test || ')', '') || ')';
    if v_op in ('is_not', 'none_of', 'not_contains', 'missing') then
        path := '!' || path;
    end if;
end $function$
;
comment on function app.compile_comparison(jsonb,text,text,jsonb) is 'Compiles {…, op, value} to a jsonpath predicate over the values at a path.';

CREATE OR REPLACE FUNCTION app.compile_condition(p_condition jsonb, p_properties text, INOUT vars jsonb, OUT path text)
 RETURNS record
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
    v_next text := '$v' || app.count_keys(vars);
    v_key text;
    v_object text;
begin
    if p_condition ? 'trait' then
        v_key := to_json(p_condition ->> 'trait')::text;
        select c.vars, c.path into vars, path from app.compile_comparison(
            p_condition, '$.traits.' || v_key, '$.dates.traits.' || v_key, vars) c;
    elsif p_condition ? 'property' then
        v_object := case when p_properties = 'declared' and (p_condition ->> 'verified')::boolean
            then 'verified' when p_properties = 'verified' then 'verified' else 'properties' end;
        v_key := to_json(p_condition ->> 'property')::text;
        select c.vars, c.path into vars, path from app.compile_comparison(
            p_condition, case p_properties when 'alone' then '$.' else '$.' || v_object || '.' end || v_key,
            '$.dates.' || v_object || '.' || v_key, vars) c;
    elsif p_condition ->> 'context' = 'language' then
        select c.vars, c.path into vars, path
        from app.compile_comparison(p_condition, '$.language[*]', '$.dates.none', vars) c;
    elsif p_condition ? 'context' then
        select c.vars, c.path into vars, path from app.compile_comparison(
            p_condition, '$.context.' || to_json(p_condition ->> 'context'), '$.dates.none', vars) c;
    elsif p_condition ? 'prompt' then
        vars := vars || jsonb_build_object(substr(v_next, 2), (p_condition ->> 'within_days')::numeric * 86400);
        path := 'exists($.history.' || to_json(p_condition ->> 'was') || '.' || to_json(p_condition ->> 'prompt')
            || ' ? (@ >= $.now - ' || v_next || '))';
    elsif p_condition ? 'event' then
        vars := vars || jsonb_build_object(substr(v_next, 2), p_condition -> 'times');
        path := 'exists($.history.events.'
            || to_json((p_condition ->> 'event') || '/' || (p_condition ->> 'within_days'))
            || ' ? (@ >= ' || v_next || '))';
    elsif p_condition ? 'first_seen' then
        vars := vars || jsonb_build_object(substr(v_next, 2), (p_condition ->> 'days')::numeric * 86400);
        path := '($.first_seen ' || case p_condition ->> 'first_seen' when 'older_than' then '<' else '>' end
            || ' $.now - ' || v_next || ')';
    elsif p_condition ? 'identified' then
        vars := vars || jsonb_build_object(substr(v_next, 2), p_condition -> 'identified');
        path := '($.identified == ' || v_next || ')';
    else
        raise exception 'There is no such condition: %', p_condition using errcode = 'FB422';
    end if;
end $function$
;
comment on function app.compile_condition(jsonb,text,jsonb) is 'Compiles one condition. p_properties: `declared` reads verified properties where the condition says so, `verified` always, `reported` never; `alone` is for a document of the properties only.';

CREATE OR REPLACE FUNCTION app.compile_content(p_site uuid, p_prompt uuid, p_revision integer, p_published_at timestamp with time zone, p_event text, p_content jsonb)
 RETURNS app.candidates
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
    v_where jsonb := p_content #> '{trigger,where}';
    v_verified_only boolean := coalesce((p_content #>> '{trigger,verified}')::boolean, false);
    v_backend boolean := coalesce(p_content #>> '{trigger,source}' = 'backend', false);
    v_timing jsonb := p_content -> 'timing';
    v_limits jsonb := p_content -> 'limits';
    v_audience jsonb := app.audience_rule(p_content);
    -- What is checked when an event arrives that has no page.
    v_without_page jsonb := case when v_backend then app.part_without_context(v_audience) else v_audience end;
    v_rule jsonb;
    -- The base facts decide the whole audience.
    v_alone boolean;
    v_path text;
    v_vars jsonb := '{}';
    c app.candidates;
begin
    c.site_id := p_site;
    c.prompt_id := p_prompt;
    c.revision := p_revision;
    c.published_at := p_published_at;
    c.event_name := p_event;
    c.survey_id := p_content ->> 'survey_id';
    c.priority := coalesce((p_content ->> 'priority')::smallint, 0);
    c.index_value := '';
    c.backend := v_backend;
    c.compares_dates := exists (select from app.leaf_conditions(v_where) l where app.compares_dates(l));
    if not v_verified_only then
        v_rule := app.prefilterable_part(v_where);
        select r.vars, r.path into v_vars, v_path from app.compile_rule(v_rule, 'alone', v_vars) r;
        c.prefilter_path := v_path::jsonpath;
        v_path := null;
        if v_rule = v_where then
            -- The trigger is compiled from the same rule below, so both paths share their variables.
            v_vars := '{}';
        end if;
    end if;
    if v_where is not null then
        select r.vars, r.path into v_vars, v_path
        from app.compile_rule(v_where, case when v_verified_only then 'verified' else 'declared' end, v_vars) r;
        c.trigger_path := v_path::jsonpath;
    end if;
    if v_verified_only then
        c.trigger_path := ('($.proven == true)' || coalesce(' && ' || v_path, ''))::jsonpath;
    end if;
    if v_backend then
        c.trigger_path := ('($.backend == true)' || coalesce(' && ' || c.trigger_path::text, ''))::jsonpath;
        -- An event from a browser would not trigger it even if it were verified.
    elsif v_verified_only and v_where is null then
        c.trigger_path_if_verified := '($.proven == $.proven)';
    elsif v_verified_only or exists (select from app.leaf_conditions(v_where) l where (l ->> 'verified')::boolean) then
        select r.vars, r.path into v_vars, v_path from app.compile_rule(v_where, 'reported', v_vars) r;
        c.trigger_path_if_verified := v_path::jsonpath;
    end if;
    if v_audience is not null then
        select r.vars, r.path into v_vars, v_path from app.compile_rule(v_audience, 'declared', v_vars) r;
        if v_without_page is distinct from v_audience then
            -- The event itself has no page; the browser that would show the prompt must match the whole audience.
            select r.vars, format('($.has_page == false)%s || (%s)', ' && ' || r.path, v_path) into v_vars, v_path
            from app.compile_rule(v_without_page, 'declared', v_vars) r;
        end if;
        c.audience_path := v_path::jsonpath;
        v_rule := app.prefilterable_part(v_without_page);
        v_alone := v_rule = v_audience;
        v_rule := nullif(v_rule, v_audience);
        select r.vars, r.path into v_vars, v_path from app.compile_rule(v_rule, 'declared', v_vars) r;
        c.audience_prefilter := v_path::jsonpath;
    end if;
    c.vars := v_vars;
    c.needed_facts := app.list_needed_facts(v_where, v_audience);
    c.repeated := p_content #> '{trigger,repeated}';
    if c.repeated is not null then
        c.needed_facts := coalesce(c.needed_facts, '{}')
            || jsonb_build_object('occurrences', jsonb_build_array(app.list_occurrences(p_content, c)));
    end if;
    c.wait_hours := coalesce((v_timing ->> 'wait_hours')::integer, 24);
    c.unless := p_content #> '{trigger,unless}';
    c.cancel_events := (select array_agg(n) from jsonb_array_elements_text(p_content #> '{trigger,cancel_events}') n);
    c.per_group := v_limits -> 'per_group';
    if c.per_group is not null then
        c.needed_facts := coalesce(c.needed_facts, '{}') || jsonb_build_object('groups',
            jsonb_build_array(jsonb_build_object('prompt', p_prompt, 'trait', c.per_group -> 'trait')));
    end if;
    if c.needed_facts ?| array['occurrences', 'groups'] and v_alone then
        -- Only the remaining rules need more facts.
        c.audience_prefilter := c.audience_path;
    end if;
    c.rate := coalesce((p_content #>> '{sampling,rate}')::double precision, 1);
    c.starts_at := (v_timing ->> 'starts_at')::timestamptz;
    c.ends_at := (v_timing ->> 'ends_at')::timestamptz;
    c.delay_seconds := coalesce((v_timing ->> 'delay_seconds')::integer, 0);
    c.min_session_seconds := coalesce((v_timing ->> 'min_session_seconds')::integer, 0);
    c.experiment := app.compile_experiment(p_content);
    if c.experiment is not null then
        -- The longest delay of all variants, until one is chosen.
        c.delay_seconds := (select max((v -> 'delay_seconds')::integer) from jsonb_array_elements(c.experiment -> 'variants') v);
    end if;
    if c.unless is not null then
        c.delay_seconds := (c.unless -> 'within_minutes')::integer * 60;
    end if;
    c.show := coalesce(v_limits ->> 'show', 'once');
    c.times := (v_limits ->> 'times')::integer;
    c.again_after_days := (v_limits ->> 'again_after_days')::numeric;
    c.respects_site := coalesce(v_limits ->> 'site_limits', 'respect') = 'respect';
    c.budget := nullif(p_content -> 'budget', '{}');
    return c;
end $function$
;
comment on function app.compile_content(uuid,uuid,integer,timestamp with time zone,text,jsonb) is 'Compiles a prompt''s content to its candidate for one event name.';

CREATE OR REPLACE FUNCTION app.compile_destination_condition(p_condition jsonb, INOUT vars jsonb, OUT path text)
 RETURNS record
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
    v_group text;
    v_member jsonb;
    v_path text;
    v_paths text[] := '{}';
begin
    v_group := case when p_condition ? 'all' then 'all' when p_condition ? 'any' then 'any' when p_condition ? 'none' then 'none' end;
    if v_group is not null then
        for v_member in select m from jsonb_array_elements(p_condition -> v_group) m loop
            select c.vars, c.path into vars, v_path from app.compile_destination_condition(v_member, vars) c;
            v_paths := v_paths || v_path;
        end loop;
        path := case when v_group = 'none' then '!' else '' end
            || '(' || array_to_string(v_paths, case v_group when 'all' then ' && ' else ' || ' end) || ')';
    elsif p_condition ? 'answer' then
        select c.vars, c.path into vars, path
        from app.compile_answer(p_condition, '$.answers.' || to_json(p_condition ->> 'answer'), vars) c;
    else
        select c.vars, c.path into vars, path from app.compile_condition(p_condition, 'declared', vars) c;
    end if;
end $function$
;
comment on function app.compile_destination_condition(jsonb,jsonb) is 'Compiles a condition on answers, traits and the context to one jsonpath predicate over the document of app.meets_condition.';

CREATE OR REPLACE FUNCTION app.compile_experiment(p_content jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
    return (
        select jsonb_build_object('key', p_content #> '{experiment,key}', 'variants', jsonb_agg(jsonb_build_object(
            'key', w.variant -> 'key',
            'until', w.until,
            'delay_seconds', coalesce(
                to_jsonb((p_content #> '{trigger,unless,within_minutes}')::integer * 60), w.variant #> '{timing,delay_seconds}', p_content #> '{timing,delay_seconds}', '0'),
            'min_session_seconds', coalesce(
                w.variant #> '{timing,min_session_seconds}', p_content #> '{timing,min_session_seconds}', '0')) order by w.place))
        from (
            select v.variant, v.place, g.weight,
                sum(g.weight) over (order by v.place) / nullif(sum(g.weight) over (), 0)::double precision as until
            from jsonb_array_elements(p_content #> '{experiment,variants}') with ordinality v (variant, place)
            cross join lateral (select coalesce((v.variant -> 'weight')::integer, 1) as weight) g) w
        where w.weight > 0
        having count(*) > 0);
end $function$
;
comment on function app.compile_experiment(jsonb) is 'The content''s experiment in the form of app.candidates.experiment; null without one.';

CREATE OR REPLACE FUNCTION app.compile_filter(p_condition jsonb, OUT path text, OUT vars jsonb)
 RETURNS record
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
    v_key text := '$.' || to_json(coalesce(p_condition ->> 'answer', p_condition ->> 'trait', p_condition ->> 'context'));
begin
    vars := '{}';
    if p_condition ? 'answer' then
        select c.path, c.vars into path, vars from app.compile_answer(p_condition, v_key, vars) c;
    else
        select c.path, c.vars into path, vars from app.compile_comparison(p_condition,
            case when p_condition ->> 'context' = 'language' then '$.language[*]' else v_key end, '$.date', vars) c;
    end if;
end $function$
;
comment on function app.compile_filter(jsonb) is 'Compiles one condition of responseConditionSchema to a jsonpath predicate over answers, traits or a context. A condition on a date is over {date, now}.';

CREATE OR REPLACE FUNCTION app.compile_published()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
    v_content jsonb := (select r.content from app.revisions r
        where r.site_id = new.site_id and r.prompt_id = new.id and r.number = new.published_revision);
    v_before text[];
    v_names text[] := '{}';
begin
    -- A security definer, because only this trigger may write candidates. The site is locked so that concurrent
    -- publishers agree on the top candidate.
    perform from app.sites s where s.id = new.site_id for no key update;
    with deleted as (
        delete from app.candidates c where c.site_id = new.site_id and c.prompt_id = new.id returning c.event_name
    )
    select array_agg(event_name) into v_before from deleted;
    if new.state = 'published' then
        if (select count(*) from app.candidates c where c.site_id = new.site_id and c.event_name = '') >= 10000 then
            raise exception 'A site has at most 10,000 published prompts.' using errcode = 'FB409';
        end if;
        v_names := array(select distinct jsonb_array_elements_text(v_content #> '{trigger,events}') order by 1);
        -- In FROM: `(f(x)).*` would compile once for each column.
        insert into app.candidates
        select c.* from unnest(array_append(v_names, '')) name
        cross join app.compile_content(new.site_id, new.id, new.published_revision, new.published_at, name, v_content) c;
        update app.candidates c set prompt_key = new.key where c.site_id = new.site_id and c.prompt_id = new.id;
        -- The events that prevent or withdraw the prompt are captured too.
        insert into app.event_names as n (site_id, name, registered)
        select new.site_id, name, true from (
            select unnest(v_names)
            union select jsonb_array_elements_text(v_content #> '{trigger,unless,events}')
            union select jsonb_array_elements_text(v_content #> '{trigger,cancel_events}')
            order by 1) given (name)
        on conflict (site_id, name) do update set registered = true where not n.registered;
        perform app.set_index_values(new.site_id, new.id, v_names, app.find_index_values(v_content -> 'trigger'));
        if new.published_revision is distinct from old.published_revision then
            perform app.open_budget(new.site_id, new.id, (select r.content -> 'budget' from app.revisions r
                where r.site_id = old.site_id and r.prompt_id = old.id and r.number = old.published_revision),
                v_content -> 'budget');
        end if;
    end if;
    perform app.refresh_event_names(new.site_id, v_names || v_before);
    return null;
end $function$
;
comment on function app.compile_published() is NULL;

CREATE OR REPLACE FUNCTION app.compile_rule(p_rule jsonb, p_properties text, INOUT vars jsonb, OUT path text)
 RETURNS record
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
    v_group text;
    v_member jsonb;
    v_path text;
    v_paths text[] := '{}';
begin
    if p_rule is null then
        return;
    end if;
    v_group := case when p_rule ? 'all' then 'all' when p_rule ? 'any' then 'any' when p_rule ? 'none' then 'none' end;
    if v_group is null then
        select c.vars, c.path into vars, path from app.compile_condition(p_rule, p_properties, vars) c;
        return;
    end if;
    for v_member in select m from jsonb_array_elements(p_rule -> v_group) m loop
        select c.vars, c.path into vars, v_path from app.compile_rule(v_member, p_properties, vars) c;
        v_paths := v_paths || v_path;
    end loop;
    path := '(' || array_to_string(v_paths, case v_group when 'all' then ' && ' else ' || ' end) || ')';
    if v_group = 'none' then
        path := '!' || path;
    end if;
end $function$
;
comment on function app.compile_rule(jsonb,text,jsonb) is 'Compiles nested groups of conditions to one jsonpath predicate; adds their values to vars.';

CREATE OR REPLACE FUNCTION app.condition_facts(p_condition jsonb, p_facts jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
    v_now numeric := p_facts -> 'now';
    v_value jsonb := case
        when p_condition ? 'trait' then p_facts #> array['traits', p_condition ->> 'trait']
        when p_condition ? 'property' then p_facts #> array['properties', p_condition ->> 'property']
        when p_condition ->> 'context' = 'language' then p_facts #> '{context,languages,0}'
        else p_facts #> array['context', p_condition ->> 'context'] end;
begin
    if p_condition ? 'prompt' then
        return jsonb_build_object('seconds_ago',
            v_now - (p_facts #> array['history', p_condition ->> 'was', p_condition ->> 'prompt'])::numeric);
    elsif p_condition ? 'event' then
        return jsonb_build_object('count', coalesce((p_facts #> array['history', 'events',
            (p_condition ->> 'event') || '/' || (p_condition ->> 'within_days')])::integer, 0));
    elsif p_condition ? 'first_seen' then
        return jsonb_build_object('seconds_ago', v_now - (p_facts -> 'first_seen')::numeric);
    elsif p_condition ? 'identified' then
        return jsonb_build_object('identified', p_facts -> 'identified');
    end if;
    -- A value may be null; one that is missing is left out.
    return case when v_value is null then '{}' else jsonb_build_object('value', v_value) end
        || case when p_condition ? 'property' then jsonb_build_object('verified',
            p_facts #> array['verified', p_condition ->> 'property'] is not null) else '{}' end;
end $function$
;
comment on function app.condition_facts(jsonb,jsonb) is 'What a condition is compared with.';

CREATE OR REPLACE FUNCTION app.confirm_recipient(p_token_hash bytea, p_now timestamp with time zone DEFAULT clock_timestamp())
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
    v_confirmation app.recipient_confirmations;
begin
    update app.recipient_confirmations c set token_hash = null
    where c.token_hash = p_token_hash and c.expires_at > p_now
    returning * into v_confirmation;
    if not found then
        return false;
    end if;
    update app.recipient_confirmations c set token_hash = null, due_at = null
    where c.site_id = v_confirmation.site_id and c.destination_id = v_confirmation.destination_id
      and c.address = v_confirmation.address;
    update app.destination_recipients r set confirmed_at = coalesce(r.confirmed_at, p_now)
    where r.site_id = v_confirmation.site_id and r.destination_id = v_confirmation.destination_id
      and r.address = v_confirmation.address;
    return found;
end $function$
;
comment on function app.confirm_recipient(bytea,timestamp with time zone) is 'Uses a token: its recipient gets what the destination sends from now on. False when it has expired or was used.';

CREATE OR REPLACE FUNCTION app.connect_new_site()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
    insert into app.connection_sites (connection_id, workspace_id, site_id)
    select c.id, new.workspace_id, new.id from app.live_connection() c;
    return null;
end $function$
;
comment on function app.connect_new_site() is NULL;

CREATE OR REPLACE FUNCTION app.connected_sites()
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
    select s.site_id from app.live_connection() c
    join app.connection_sites s on s.connection_id = c.id
    join app.members m on m.workspace_id = s.workspace_id and m.person_id = c.person_id
$function$
;
comment on function app.connected_sites() is 'Sites of the connection that its person may still see.';

CREATE OR REPLACE FUNCTION app.connected_workspaces()
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
    select m.workspace_id from app.live_connection() c join app.members m on m.person_id = c.person_id
$function$
;
comment on function app.connected_workspaces() is 'The current workspaces of the connection''s person.';

CREATE OR REPLACE FUNCTION app.connection_id()
 RETURNS uuid
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
    select (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'connection')::uuid
$function$
;
comment on function app.connection_id() is 'The calling connection, live or not; null for a person, and without a caller.';

CREATE OR REPLACE FUNCTION app.connection_name()
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
    select c.name from app.live_connection() c
$function$
;
comment on function app.connection_name() is 'Name of the calling live connection; null for a person.';

CREATE OR REPLACE FUNCTION app.consented_workspaces(p_person uuid, p_sites uuid[], p_actions text[])
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
    select distinct s.workspace_id from app.sites s where s.id = any(p_sites)
    union all
    select (array_agg(m.workspace_id))[1] from app.members m
    where p_sites = '{}' and 'site:create' = any(p_actions) and m.person_id = p_person
      and m.role = any(app.roles_at_least(app.required_role('site:create')))
    having count(*) = 1
$function$
;
comment on function app.consented_workspaces(uuid,uuid[],text[]) is 'Workspaces to which a sign-in gives access: those of the chosen sites; without sites, the only one in which the person may create one.';

CREATE OR REPLACE FUNCTION app.consume_group(p_call app.call, p_prompt uuid, p_display uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
    v_limit jsonb := (select c.per_group from app.candidates c
        where c.site_id = p_call.site_id and c.prompt_id = p_prompt and c.event_name = '');
    v_hash bytea;
begin
    if v_limit is null then
        return true;
    end if;
    v_hash := app.group_hash(p_call.traits, v_limit ->> 'trait');
    if v_hash is null then
        return true;
    end if;
    -- Waits for another member of the group, and then sees what that member's call committed.
    insert into app.group_displays as g (site_id, prompt_id, group_hash, display_id, last_at)
    values (p_call.site_id, p_prompt, v_hash, p_display, p_call.now)
    on conflict (site_id, prompt_id, group_hash) do update
    set display_id = excluded.display_id, last_at = excluded.last_at
    where g.last_at <= p_call.now - make_interval(days => (v_limit -> 'days')::integer)
       or g.last_at > p_call.now + interval '1 minute';
    return found;
end $function$
;
comment on function app.consume_group(app.call,uuid,uuid) is 'Counts a display of the prompt for the visitor''s group, and locks the group until the transaction ends. False if its limit is reached.';

CREATE OR REPLACE FUNCTION app.consume_rate_limits(p_reports jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
    perform app.consume_tokens(array_agg(r.site), array_agg(decode(r.address, 'hex')), array_agg(v.subject_id),
        max(coalesce(r.now, clock_timestamp())))
    from jsonb_to_recordset(p_reports) as r (site uuid, visitor uuid, address text, now timestamptz)
    cross join lateral (select * from app.visitors v where v.site_id = r.site and v.id = r.visitor limit 1) v
    having count(*) > 0;
end $function$
;
comment on function app.consume_rate_limits(jsonb) is 'Consumes the rate limits for events of batches.';

CREATE OR REPLACE FUNCTION app.consume_tokens(p_sites uuid[], p_addresses bytea[], p_subjects uuid[], p_now timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
    insert into app.buckets as k (site_id, kind, key, burst, rate, tokens, at, exhausted)
    select r.site_id, c.kind, c.key, c.burst, c.rate, c.burst - 8 * count(*), p_now, false
    from unnest(p_sites, p_addresses, p_subjects) r (site_id, address, subject_id),
    -- `limit 1` makes this a look-up by primary key, whatever the statistics.
    lateral (select * from app.rate_limits l where l.site_id = r.site_id limit 1) l,
    lateral (values
        (0::smallint, '\x'::bytea, l.site_burst, l.site_rate),
        (1::smallint, r.address, l.address_burst, l.address_rate),
        (2::smallint, uuid_send(r.subject_id), l.subject_burst, l.subject_rate)) c (kind, key, burst, rate)
    where c.key is not null
    group by r.site_id, c.kind, c.key, c.burst, c.rate
    -- All calls lock buckets in this order, so that they cannot deadlock.
    order by r.site_id, c.kind, c.key
    on conflict (site_id, kind, key) do update
    set (burst, rate, tokens, at, exhausted) = (
        -- app.refilled_tokens, inlined: a call per bucket would cost more than the rest of this statement.
        select excluded.burst, excluded.rate, f.tokens, f.at, f.tokens < 1
        from (select
            case when a.ahead * k.rate > k.burst / 2 then excluded.tokens
                else least(excluded.burst, k.tokens + greatest(-a.ahead, 0)::real * k.rate)
                    - (excluded.burst - excluded.tokens) end as tokens,
            case when a.ahead * k.rate > k.burst / 2 then excluded.at else greatest(k.at, excluded.at) end as at
            from (select date_part('epoch', k.at - excluded.at) as ahead) a) f);
end $function$
;
comment on function app.consume_tokens(uuid[],bytea[],uuid[],timestamp with time zone) is 'Consumes eight tokens of the site, the address and the subject of each request, by the current rate limits of the site.';

CREATE OR REPLACE FUNCTION app.content_hash(p_content jsonb)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$ select encode(sha256(convert_to(p_content::text, 'UTF8')), 'hex') $function$
;
comment on function app.content_hash(jsonb) is 'SHA-256 in hex of a content, as Postgres prints it.';

CREATE OR REPLACE FUNCTION app.count_account()
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
    select jsonb_build_object(
        'workspaces', (select count(*) from app.members m where m.person_id = app.person_id()),
        'connections', (select count(*) from app.connections c
            where c.person_id = app.person_id() and c.kind <> 'ci' and app.is_live(c)),
        'ci_tokens', (select count(*) from app.connections c
            where c.person_id = app.person_id() and c.kind = 'ci' and app.is_live(c)),
        'result_links', (select count(*) from app.result_links l
            where l.created_by = app.person_id() and l.revoked_at is null and l.expires_at > now()))
$function$
;
comment on function app.count_account() is 'What is deleted with the caller''s account. Its memberships count as workspaces.';

CREATE OR REPLACE FUNCTION app.count_attempt(p_kind text, p_key bytea, p_limit integer, p_window interval, p_now timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 SET search_path TO ''
AS $function$
    insert into app.attempts as a (kind, key, since, times) values (p_kind, p_key, p_now, 1)
    on conflict (kind, key) do update
    -- A window that starts in the future was opened while the clock was ahead: it is over, too.
    set since = case when a.since between p_now - p_window and p_now + interval '1 minute' then a.since else p_now end,
        times = case when a.since between p_now - p_window and p_now + interval '1 minute' then a.times + 1 else 1 end
    returning times <= p_limit
$function$
;
comment on function app.count_attempt(text,bytea,integer,interval,timestamp with time zone) is 'Counts an attempt; false if there were more than p_limit in the window.';

CREATE OR REPLACE FUNCTION app.count_by_name(p_site uuid, p_name text)
 RETURNS TABLE(name text, day date, events bigint)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
    v_site integer := (select s.key from app.sites s where s.id = p_site);
    v_oldest date := (now() at time zone 'UTC')::date - 30;
    v_counted date := (select max(c.day) from app.counted_days c);
    v_from uuid := app.id_from((greatest(v_counted, v_oldest) + 1)::timestamp at time zone 'UTC');
begin
    perform app.require_site_access(p_site);
    -- Finished days are counted already; the last few are counted now.
    return query
        select x.name, x.day, x.events from app.event_counts x
        where x.site_id = p_site and x.day > v_oldest and x.day <= v_counted and (p_name is null or x.name = p_name)
        union all
        -- Grouped by partition, and then by its day: computing the day from each id would take longer than counting.
        select n.name, d.day, n.events from (
            select x.name, x.tableoid as partition, count(*) as events from app.events x
            where x.site = v_site and x.id >= v_from and (p_name is null or x.name = p_name)
            group by x.name, x.tableoid) n
        join app.list_days() d on d.partition = n.partition;
end $function$
;
comment on function app.count_by_name(uuid,text) is 'Events per day and name of the last 30 days, for callers who may see the site.';

CREATE OR REPLACE FUNCTION app.count_days(p_now timestamp with time zone, p_blocks integer DEFAULT 2048)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
    v_day date;
    v_partition regclass;
    v_progress app.count_progress;
    v_from uuid;
    v_to uuid;
begin
    -- Events arrive up to 48 hours late, so a day that ended 49 hours ago no longer changes.
    select d.day, d.partition into v_day, v_partition from app.list_days() d
    where d.day <= (p_now at time zone 'UTC')::date - 3
      and not exists (select from app.counted_days c where c.day = d.day)
    order by d.day limit 1;
    if not found then
        return false;
    end if;
    select * into v_progress from app.count_progress c where c.day = v_day;
    if v_progress.file is distinct from pg_relation_filenode(v_partition) then
        if v_progress.day is not null then
            -- The partition was rewritten in the meantime, for example by restoring a backup.
            delete from app.event_counts c where c.day = v_day;
            delete from app.count_progress c where c.day = v_day;
        end if;
        insert into app.count_progress (day, file, next_block) values (v_day, pg_relation_filenode(v_partition), 0)
        returning * into v_progress;
    end if;
    v_from := app.id_from(v_day::timestamp at time zone 'UTC');
    v_to := app.id_from((v_day + 1)::timestamp at time zone 'UTC');
    insert into app.event_counts as c (site_id, name, day, events)
    select s.id, e.name, v_day, count(*) from app.events e
    join app.sites s on s.key = e.site
    where e.id >= v_from and e.id < v_to
      and e.ctid >= format('(%s,0)', v_progress.next_block)::tid
      and e.ctid < format('(%s,0)', v_progress.next_block + p_blocks)::tid
    group by s.id, e.name
    on conflict (site_id, name, day) do update set events = c.events + excluded.events;
    if (v_progress.next_block + p_blocks) * current_setting('block_size')::bigint < pg_relation_size(v_partition) then
        update app.count_progress c set next_block = v_progress.next_block + p_blocks where c.day = v_day;
    else
        delete from app.count_progress c where c.day = v_day;
        insert into app.counted_days (day) values (v_day);
    end if;
    return true;
end $function$
;
comment on function app.count_days(timestamp with time zone,integer) is 'Counts the events in some blocks of the oldest finished day that is not counted yet.';

CREATE OR REPLACE FUNCTION app.count_deletable(p_kind text, p_target uuid, p_site uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
    v_most constant integer := 100000;
    v_sites uuid[];
begin
    perform app.find_deletable(p_kind, p_target, p_site);
    if p_kind = 'workspace' and app.connection_id() is not null then
        -- A connection sees chosen sites only.
        return '{}';
    elsif p_kind = 'prompt' then
        return jsonb_build_object(
            'responses', (select count(*) from (select from app.responses r
                where r.site_id = p_site and r.prompt_id = p_target limit v_most) t),
            'displays', (select count(*) from (select from app.displays d
                where d.site_id = p_site and d.prompt_id = p_target limit v_most) t),
            'revisions', (select count(*) from app.revisions r where r.site_id = p_site and r.prompt_id = p_target));
    end if;
    v_sites := array(select s.id from app.sites s where case p_kind when 'site' then s.id = p_target else s.workspace_id = p_target end);
    return jsonb_build_object(
        'prompts', (select count(*) from app.prompts p where p.site_id = any(v_sites)),
        'responses', (select count(*) from (select from app.responses r where r.site_id = any(v_sites) limit v_most) t),
        'visitors', (select count(*) from (select from app.visitors v where v.site_id = any(v_sites) limit v_most) t),
        'accounts', (select count(*) from (select from app.subjects u
            where u.site_id = any(v_sites) and u.account is not null limit v_most) t),
        'events', (select count(*) from (select from app.events e join app.sites s on s.key = e.site
            where s.id = any(v_sites) limit v_most) t))
        || case p_kind when 'workspace' then jsonb_build_object(
            'sites', cardinality(v_sites),
            'members', (select count(*) from app.members m where m.workspace_id = p_target)) else '{}' end;
end $function$
;
comment on function app.count_deletable(text,uuid,uuid) is 'How much would be deleted. Each count ends at 100,000.';

CREATE OR REPLACE FUNCTION app.count_displays(p_site uuid, p_prompt uuid, p_from timestamp with time zone DEFAULT '-infinity'::timestamp with time zone, p_to timestamp with time zone DEFAULT 'infinity'::timestamp with time zone)
 RETURNS TABLE(displays integer, unconfirmed integer, answered integer)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
    with parts as materialized (
        select k.from_at, k.to_at, k.displays, k.unconfirmed, k.answered from app.result_parts k
        where k.site_id = p_site and k.prompt_id = p_prompt and k.figures is not null and k.zone = app.site_time_zone(p_site)
          and k.from_at >= p_from and k.to_at <= p_to
    ),
    rest as materialized (
        select r from unnest(tstzmultirange(tstzrange(p_from, greatest(p_from, p_to)))
            - coalesce((select range_agg(tstzrange(k.from_at, k.to_at)) from parts k), '{}')) r
    )
    select sum(c.displays)::integer, sum(c.unconfirmed)::integer, sum(c.answered)::integer from (
        select k.displays, k.unconfirmed, k.answered from parts k
        union all
        select s.displays, s.unconfirmed, s.answered from rest
        cross join lateral (
            select count(*) as displays, count(*) filter (where d.state = 'reserved') as unconfirmed,
                count(a.display_id) as answered
            from app.displays d
            left join app.responses a on a.site_id = d.site_id and a.display_id = d.id
            where d.site_id = p_site and d.prompt_id = p_prompt and d.state <> 'released'
              and d.reserved_at >= lower(rest.r) and d.reserved_at < upper(rest.r)
        ) s
    ) c
$function$
;
comment on function app.count_displays(uuid,uuid,timestamp with time zone,timestamp with time zone) is 'Counts the displays of a prompt in a period: all, those that no browser confirmed, and those that have a response, whenever it was given. Callers who may see the displays of 90 days request no others.';

CREATE OR REPLACE FUNCTION app.count_events(p_site uuid, p_subject uuid, p_event uuid, p_event_name text, p_needed jsonb, p_since timestamp with time zone, p_now timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
    v_counts jsonb := '{}';
    v_site integer := (select s.key from app.sites s where s.id = p_site);
    v_name text;
    v_days integer;
    v_from timestamptz;
    v_first uuid;
    v_after uuid := app.id_from(p_now + interval '1 microsecond');
    v_count integer;
begin
    for v_at in 0..jsonb_array_length(p_needed) - 1 loop
        v_name := p_needed -> v_at ->> 'event';
        v_days := p_needed -> v_at -> 'within_days';
        v_from := p_now - make_interval(days => v_days);
        -- Both bounds are plain variables, so that Postgres prunes the partitions of other days.
        v_first := app.id_from(greatest(v_from, p_since));
        select count(*) into v_count from (
            select from app.visitors v
            join app.events e on e.visitor = v.key and e.name_hash = hashtext(v_name) and e.name = v_name
                -- `+ 0` rules out the primary key, which the planner might choose in a young partition without statistics.
                and e.site + 0 = v_site
            where v.site_id = p_site and v.subject_id = p_subject and e.id >= v_first and e.id < v_after
              and e.id is distinct from p_event
              and (v.joined_at <= v_from or e.id >= app.id_from(v.joined_at))
            limit 1000) counted;
        v_counts := v_counts
            || jsonb_build_object(v_name || '/' || v_days, v_count + (v_name = p_event_name)::integer);
    end loop;
    return v_counts;
end $function$
;
comment on function app.count_events(uuid,uuid,uuid,text,jsonb,timestamp with time zone,timestamp with time zone) is 'How often a subject reported events, including the current one. Reads none before p_since, and counts up to 1,000.';

CREATE OR REPLACE FUNCTION app.count_filtered_parts(p_site uuid, p_prompt uuid, p_filter jsonb, p_since timestamp with time zone, p_until timestamp with time zone, p_for interval, p_rows integer)
 RETURNS TABLE(from_at timestamp with time zone, figures jsonb, rows integer, whole boolean)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET work_mem TO '64MB'
 SET jit TO 'off'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
    v_filter bytea := app.hash_filter(p_filter);
    v_is_new boolean := not exists (select from app.filtered_parts f
        where f.site_id = p_site and f.prompt_id = p_prompt and f.filter = v_filter);
    v_end timestamptz := clock_timestamp() + p_for;
    v_began timestamptz;
    v_next timestamptz := '-infinity';
    v_to timestamptz;
    v_to_id uuid;
    v_piece jsonb;
    v_counted app.filtered_parts[] := '{}';
    v_marked xid8[] := '{}';
    v_part record;
    k app.filtered_parts;
begin
    if p_site not in (select app.sites_for('viewer') union all select app.granted_sites('response:read'))
        -- If another call is counting the same part, it stores the result for both, and neither waits for the other.
        or not pg_try_advisory_xact_lock(hashtextextended(p_prompt::text || encode(v_filter, 'hex'), 0)) then
        return;
    end if;
    for v_part in
        select r.from_at, r.to_at, r.marked_in, r.size, f as counted
        from app.result_parts r
        left join app.filtered_parts f on f.site_id = r.site_id and f.prompt_id = r.prompt_id
            and f.from_at = r.from_at and f.filter = v_filter
        where r.site_id = p_site and r.prompt_id = p_prompt and r.size > 0 and r.zone = app.site_time_zone(p_site)
          and r.from_at >= coalesce(p_since, '-infinity') and r.to_at <= coalesce(p_until, 'infinity')
          and (f.filter is null or f.next_at is not null)
        order by r.from_at desc
    loop
        -- The next rows take about as long as the last. Some rows are always counted, so that counting makes progress.
        exit when v_next > v_end;
        k := v_part.counted;
        if k.filter is null then
            k := row(p_site, p_prompt, v_part.from_at, v_filter, null, 0, v_part.from_at,
                '00000000-0000-0000-0000-000000000000', now());
        end if;
        while k.next_at is not null and v_next <= v_end loop
            v_began := clock_timestamp();
            v_to := null;
            v_to_id := null;
            if v_part.size - k.rows > p_rows then
                select b.at, b.id into v_to, v_to_id
                from app.find_row_after(p_site, p_prompt, k.next_at, k.next_id, v_part.to_at, p_rows) b;
            end if;
            v_piece := app.count_result_part(p_site, p_prompt, k.next_at, coalesce(v_to, v_part.to_at), p_filter,
                k.next_id, coalesce(v_to_id, '00000000-0000-0000-0000-000000000000'));
            k.figures := coalesce(app.sum_figures(k.figures || v_piece), v_piece);
            k.rows := least(k.rows + p_rows, v_part.size);
            k.next_at := v_to;
            k.next_id := v_to_id;
            v_next := clock_timestamp() + (clock_timestamp() - v_began);
        end loop;
        v_counted := v_counted || k;
        v_marked := v_marked || v_part.marked_in;
    end loop;
    -- At the end, because answers to these parts wait for the locks.
    insert into app.filtered_parts
    select p_site, p_prompt, c.from_at, v_filter, c.figures, c.rows, c.next_at, c.next_id, now()
    from unnest(v_counted, v_marked)
        c (site_id, prompt_id, from_at, filter, figures, rows, next_at, next_id, counted_at, marked_in)
    cross join lateral (
        select from app.result_parts r
        where r.site_id = p_site and r.prompt_id = p_prompt and r.from_at = c.from_at and r.marked_in = c.marked_in
        for key share skip locked
    ) part
    on conflict on constraint filtered_parts_pkey do update
    set figures = excluded.figures, rows = excluded.rows, next_at = excluded.next_at, next_id = excluded.next_id,
        counted_at = excluded.counted_at;
    if v_is_new then
        delete from app.filtered_parts t where t.ctid = any(array(
            select o.ctid from app.filtered_parts o
            where o.site_id = p_site and o.prompt_id = p_prompt and o.filter in (
                select f.filter from app.filtered_parts f
                where f.site_id = p_site and f.prompt_id = p_prompt and f.filter <> v_filter
                group by 1 order by max(f.counted_at) desc, 1 offset 19)
            for update skip locked));
    end if;
    return query select c.from_at, c.figures, c.rows, c.next_at is null from unnest(v_counted) c;
end $function$
;
comment on function app.count_filtered_parts(uuid,uuid,jsonb,timestamp with time zone,timestamp with time zone,interval,integer) is 'Counts parts under a filter for about as long as `p_for`, the newest first and `p_rows` rows at once, keeps and returns them; none for a caller who may not read the responses of the site.';

CREATE OR REPLACE FUNCTION app.count_keys(p_object jsonb)
 RETURNS integer
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
    return (select count(*)::integer from jsonb_object_keys(p_object));
end $function$
;
comment on function app.count_keys(jsonb) is NULL;

CREATE OR REPLACE FUNCTION app.count_occurrences(p_site uuid, p_subject uuid, p_event uuid, p_needed jsonb, p_until timestamp with time zone, p_claim app.pending_claim DEFAULT NULL::app.pending_claim)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
    v_site integer := (select s.key from app.sites s where s.id = p_site);
    v_counts jsonb := '{}';
    v_one jsonb;
    v_at timestamptz := coalesce(app.id_time(p_event), p_until);
    v_from timestamptz;
    v_first uuid;
    -- Includes events of the same millisecond, because the order of IDs within it is random.
    v_before uuid := app.id_from(v_at + interval '1 millisecond');
    v_count integer;
begin
    for v_one in select n from jsonb_array_elements(p_needed) n loop
        v_from := v_at - make_interval(mins => (v_one -> 'within_minutes')::integer);
        -- Both bounds are plain variables, so that Postgres prunes the partitions of other days.
        v_first := app.id_from(v_from);
        -- The event itself is one. The newest 1,000 of the others are examined.
        select 1 + count(*) into v_count from (
            select from (
                select e from app.visitors v
                cross join jsonb_array_elements_text(v_one -> 'events') n (name)
                join app.events e on e.visitor = v.key and e.name_hash = hashtext(n.name) and e.name = n.name
                    -- `+ 0` rules out the primary key, as in app.count_events.
                    and e.site + 0 = v_site
                where v.site_id = p_site and v.subject_id = p_subject and e.id >= v_first and e.id < v_before
                  and e.id is distinct from p_event
                  and (e.session_id = '00000000-0000-0000-0000-000000000000') = (v_one -> 'backend')::boolean
                  and (v.joined_at <= v_from or e.id >= app.id_from(v.joined_at))
                  and (p_claim.event_id is null or v.id = p_claim.visitor_id or p_claim.joined_at <= p_claim.due and (
                    select coalesce(max(o.until) filter (where o.subject_id <> v.subject_id), '-infinity')
                    from app.visitor_versions o where o.site_id = p_site and o.visitor_id = v.id) <= p_claim.due)
                order by e.id desc limit 1000) near
            where app.matches_trigger(v_one, near.e)
            limit (v_one -> 'times')::integer) counted;
        v_counts := v_counts || jsonb_build_object(v_one ->> 'prompt', v_count);
    end loop;
    return v_counts;
end $function$
;
comment on function app.count_occurrences(uuid,uuid,uuid,jsonb,timestamp with time zone,app.pending_claim) is 'The number of events matching the trigger of each prompt that a subject reported within the trigger''s time, which ends with the event. The result is the same at every later time. In a replay, p_claim limits them to the browsers that belonged to the subject at that time.';

CREATE OR REPLACE FUNCTION app.count_prompts(p_site uuid, p_prompts uuid[])
 RETURNS TABLE(prompt_id uuid, displays integer, unconfirmed integer, responses integer, answered integer)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
    perform app.require_site_access(p_site);
    return query
        select p.id, d.displays, d.unconfirmed, a.responses, d.answered from unnest(p_prompts) p (id)
        cross join lateral app.count_displays(p_site, p.id) d
        cross join lateral (
            select count(*)::integer as responses from app.responses x
            where x.site_id = p_site and x.prompt_id = p.id) a;
end $function$
;
comment on function app.count_prompts(uuid,uuid[]) is 'Counts displays and responses of prompts, for callers who may see the site.';

CREATE OR REPLACE FUNCTION app.count_replayed_events(p_site uuid, p_subject uuid, p_claim app.pending_claim, p_needed jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
    v_counts jsonb := '{}';
    v_name text;
    v_days integer;
    v_site integer := (select s.key from app.sites s where s.id = p_site);
    v_from timestamptz;
    v_first uuid;
    v_after uuid := app.id_from(p_claim.due + interval '1 microsecond');
    v_count integer;
begin
    for v_at in 0..jsonb_array_length(p_needed) - 1 loop
        v_name := p_needed -> v_at ->> 'event';
        v_days := p_needed -> v_at -> 'within_days';
        v_from := p_claim.due - make_interval(days => v_days);
        v_first := app.id_from(greatest(
            v_from, to_timestamp((p_claim.facts -> 'first_seen')::float8) - interval '48 hours'));
        select count(*) into v_count from (
            select from app.visitors v
            cross join lateral (
                select coalesce(max(o.until) filter (where o.subject_id <> v.subject_id), '-infinity') as at
                from app.visitor_versions o where o.site_id = p_site and o.visitor_id = v.id) j
            cross join lateral (
                select from app.events e
                where e.visitor = v.key and e.name_hash = hashtext(v_name) and e.name = v_name and e.site + 0 = v_site
                  and e.id >= v_first and e.id < v_after and e.id <> p_claim.event_id
                  and (v.joined_at <= v_from or e.id >= app.id_from(v.joined_at))
                limit 1000) e
            where v.site_id = p_site and v.subject_id = p_subject
              and (v.id = p_claim.visitor_id or j.at <= p_claim.due and p_claim.joined_at <= p_claim.due)
            limit 1000) counted;
        v_counts := v_counts
            || jsonb_build_object(v_name || '/' || v_days, v_count + (v_name = p_claim.name)::integer);
    end loop;
    return v_counts;
end $function$
;
comment on function app.count_replayed_events(uuid,uuid,app.pending_claim,jsonb) is 'app.count_events for the browsers that belonged to the subject at that time.';

CREATE OR REPLACE FUNCTION app.count_response(p_site uuid, p_prompt uuid, p_now timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
    v_spent integer;
    v_allowed integer;
begin
    update app.budget_periods b set responses = b.responses + 1
    where b.site_id = p_site and b.prompt_id = p_prompt and b.period = 'total'
    returning b.responses into v_spent;
    if not found then
        return;
    end if;
    -- A paused prompt has no candidate.
    v_allowed := app.published_budget(p_site, p_prompt) -> 'responses';
    if v_spent = v_allowed then
        perform app.note_reached(p_site, p_prompt, 'responses', null, v_spent, null, p_now);
    end if;
end $function$
;
comment on function app.count_response(uuid,uuid,timestamp with time zone) is 'Counts a new response of a prompt with a budget.';

CREATE OR REPLACE FUNCTION app.count_result_part(p_site uuid, p_prompt uuid, p_from timestamp with time zone, p_to timestamp with time zone, p_filter jsonb DEFAULT '{}'::jsonb, p_from_id uuid DEFAULT '00000000-0000-0000-0000-000000000000'::uuid, p_to_id uuid DEFAULT '00000000-0000-0000-0000-000000000000'::uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
    v_figures jsonb;
begin
    execute format($count$
        with shown as materialized (
            -- F/manage/results/read-figures.ts rounds times the same way: few enough are different to be counted.
            select d.revision, d.variant, d.state,
                (case when t.seconds < 10 then round(greatest(t.seconds, 0), 1) when t.seconds < 600 then round(t.seconds)
                    else round(t.seconds / 60) * 60 end)::double precision as seconds,
                count(*) as count, count(x.display_id) as answered
            from app.displays d
            left join app.responses x on x.site_id = d.site_id and x.display_id = d.id
            cross join lateral (select case when d.displayed_at is not null
                then extract(epoch from d.answered_at - d.displayed_at) end as seconds) t
            where d.site_id = $1 and d.prompt_id = $2 and d.state <> 'released'
              and d.reserved_at >= $3 and (d.reserved_at > $3 or d.id >= $5)
              and d.reserved_at <= $4 and (d.reserved_at < $4 or d.id < $6) and %1$s
            group by 1, 2, 3, 4
        ),
        given as materialized (
            select r.revision, r.variant, r.final, r.answers from app.responses r
            where r.site_id = $1 and r.prompt_id = $2
              and r.created_at >= $3 and (r.created_at > $3 or r.display_id >= $5)
              and r.created_at <= $4 and (r.created_at < $4 or r.display_id < $6) and %2$s
        ),
        versions as materialized (
            select v.revision, v.variant,
                array_agg(q.question ->> 'id' order by q.at) filter (where q.question is not null) as questions,
                array_agg(q.question ->> 'id' order by q.at) filter (where q.question ? 'branches') as branching,
                array_agg(q.question ->> 'id' order by q.at)
                    filter (where q.question ->> 'type' not in ('short_text', 'long_text', 'message')) as counted
            from (select revision, variant from shown union select revision, variant from given) v
            left join app.revisions n on n.site_id = $1 and n.prompt_id = $2 and n.number = v.revision
            left join lateral jsonb_array_elements(app.apply_variant(n.content, v.variant) -> 'questions')
                with ordinality q (question, at) on true
            group by 1, 2
        ),
        alike as (
            select a.revision, a.variant, jsonb_agg(jsonb_build_array(a.final, a.answered, a.picked, a.count)) as groups
            from (
                select g.revision, g.variant, g.final, v.answered, v.picked, count(*) as count
                from given g
                left join versions n on n.revision = g.revision and n.variant is not distinct from g.variant
                cross join lateral (
                    select (select coalesce(string_agg(case when btrim(g.answers ->> i.id) <> '' and g.answers -> i.id <> '[]'
                                then '1' else '0' end, '' order by i.at), '')
                            from unnest(n.questions) with ordinality i (id, at)) as answered,
                        case when n.branching is not null then (select jsonb_object_agg(i.id, g.answers -> i.id)
                            from unnest(n.branching) i (id)) end as picked
                ) v
                group by 1, 2, 3, 4, 5
            ) a group by 1, 2
        ),
        answers as (
            select g.revision, g.variant, i.id as question, g.answers -> i.id as answer, count(*) as count
            from given g
            join versions n on n.revision = g.revision and n.variant is not distinct from g.variant
            cross join lateral unnest(n.counted) i (id)
            group by 1, 2, 3, 4
        ),
        counts as (
            select a.revision, a.variant, a.question,
                case jsonb_typeof(v.value) when 'object' then '(other)' else v.value #>> '{}' end as value,
                sum(a.count)::integer as count, coalesce(sum(a.count) filter (where v.at = 1), 0)::integer as answers
            from answers a
            cross join lateral jsonb_array_elements(
                case jsonb_typeof(a.answer) when 'array' then a.answer else jsonb_build_array(a.answer) end)
                with ordinality v (value, at)
            where jsonb_typeof(a.answer) <> 'null'
            group by 1, 2, 3, 4
        ),
        counted as (
            select c.revision, c.variant, jsonb_object_agg(c.question, c.values) as values
            from (
                select revision, variant, question, jsonb_object_agg(value,
                    case when count = answers then to_jsonb(count) else jsonb_build_array(count, answers) end) as values
                from counts where value is not null group by 1, 2, 3
            ) c group by 1, 2
        )
        select coalesce(jsonb_agg(jsonb_build_object(
            'revision', n.revision, 'variant', n.variant, 'questions', coalesce(to_jsonb(n.questions), '[]'),
            'alike', coalesce(a.groups, '[]'), 'values', coalesce(c.values, '{}'),
            'displays', (select coalesce(jsonb_object_agg(s.state, s.count), '{}') from (
                select s.state, sum(s.count) as count from shown s
                where s.revision = n.revision and s.variant is not distinct from n.variant group by 1) s),
            'answered', (select coalesce(sum(s.answered), 0) from shown s
                where s.revision = n.revision and s.variant is not distinct from n.variant),
            'seconds', (select coalesce(jsonb_agg(jsonb_build_array(s.seconds, s.count) order by s.seconds), '[]') from (
                select s.seconds, sum(s.count) as count from shown s
                where s.revision = n.revision and s.variant is not distinct from n.variant and s.seconds is not null group by 1) s))
            order by n.revision, n.variant), '[]')
        from versions n
        left join alike a on a.revision = n.revision and a.variant is not distinct from n.variant
        left join counted c on c.revision = n.revision and c.variant is not distinct from n.variant
    $count$,
        app.segment_sql(p_filter, $a$coalesce(x.answers, '{}')$a$,
            'd', 'd.reserved_at'),
        app.segment_sql(p_filter, 'r.answers', 'r', 'r.created_at'))
    into v_figures using p_site, p_prompt, p_from, p_to, p_from_id, p_to_id;
    return v_figures;
end $function$
;
comment on function app.count_result_part(uuid,uuid,timestamp with time zone,timestamp with time zone,jsonb,uuid,uuid) is 'What results count, for each revision and variant: responses that are alike, values of answers, displays by state, how many of them have a response, times to answer; of those that meet `trait` and `condition` of a filter, from a time and display on and before another. F/manage/results/ counts the same from the rows.';

CREATE OR REPLACE FUNCTION app.count_result_parts(p_now timestamp with time zone DEFAULT clock_timestamp(), p_batch integer DEFAULT 1000, p_rows integer DEFAULT 20000)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET work_mem TO '64MB'
 SET jit TO 'off'
 SET plan_cache_mode TO 'force_custom_plan'
AS $function$
declare
    k app.result_parts;
    v_to timestamptz;
    v_to_id uuid;
    v_piece jsonb;
    v_displays integer;
begin
    update app.result_parts m set seen_in = pg_current_xact_id()
    where m.figures is null and m.seen_in is null;
    if found then
        return true;
    end if;
    -- Newest first, because the oldest are counted while someone reads.
    select * into k from app.result_parts m
    where m.figures is null and m.seen_in < pg_snapshot_xmin(pg_current_snapshot())
    order by m.to_at desc limit 1;
    if not found then
        return app.mark_result_parts(p_now, p_batch);
    end if;
    k.next_at := coalesce(k.next_at, k.from_at);
    k.next_id := coalesce(k.next_id, '00000000-0000-0000-0000-000000000000');
    select b.at, b.id into v_to, v_to_id
    from app.find_row_after(k.site_id, k.prompt_id, k.next_at, k.next_id, k.to_at, p_rows) b;
    v_piece := app.count_result_part(k.site_id, k.prompt_id, k.next_at, coalesce(v_to, k.to_at), '{}',
        k.next_id, coalesce(v_to_id, '00000000-0000-0000-0000-000000000000'));
    k.begun := coalesce(app.sum_figures(k.begun || v_piece), v_piece);
    if v_to is not null then
        update app.result_parts u set begun = k.begun, next_at = v_to, next_id = v_to_id
        where u.site_id = k.site_id and u.prompt_id = k.prompt_id and u.from_at = k.from_at and u.marked_in = k.marked_in;
        return true;
    end if;
    v_displays := (select coalesce(sum(n::integer), 0) from jsonb_path_query(k.begun, '$[*].displays.*') n);
    update app.result_parts u set figures = k.begun, begun = null, next_at = null, next_id = null, displays = v_displays,
        unconfirmed = (select coalesce(sum(n::integer), 0) from jsonb_path_query(k.begun, '$[*].displays.reserved') n),
        answered = (select coalesce(sum(n::integer), 0) from jsonb_path_query(k.begun, '$[*].answered') n),
        size = v_displays + (select coalesce(sum(n::integer), 0) from jsonb_path_query(k.begun, '$[*].alike[*][3]') n)
    where u.site_id = k.site_id and u.prompt_id = k.prompt_id and u.from_at = k.from_at and u.marked_in = k.marked_in;
    return true;
end $function$
;
comment on function app.count_result_parts(timestamp with time zone,integer,integer) is 'Counts `p_rows` displays and responses of a marked part, or marks some. Returns whether there is more to do.';

CREATE OR REPLACE FUNCTION app.count_sealed()
 RETURNS TABLE(sealing_key text, secrets bigint)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
    select encode(substr(s.sealed, 1, case when substr(s.sealed, 1, 1) = '\x02' then 5 else 1 end), 'hex'), count(*)
    from app.stored_secrets() s group by 1 order by 1
$function$
;
comment on function app.count_sealed() is 'How many secrets are sealed with each key: `01` is the one derived from FEEDBACK_SECRET; others are `02` and an ID.';

CREATE OR REPLACE FUNCTION app.create_ci_connection(p_workspace uuid, p_name text, p_sites uuid[], p_actions text[], p_days integer, p_combination boolean, p_hash bytea, p_resource text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
    v_connection uuid;
    v_until timestamptz := now() + make_interval(days => least(p_days, 365));
begin
    perform app.lock_memberships(app.person_id());
    if p_workspace not in (select app.workspaces_for('owner')) then
        raise exception 'Only owners create CI tokens.' using errcode = 'FB403';
    elsif exists (select from unnest(p_sites) s where s not in (
        select o.id from app.sites o where o.workspace_id = p_workspace))
    then
        raise exception 'The workspace has no such site.' using errcode = 'FB404';
    elsif array['prompt:publish', 'response:read'] <@ p_actions and not p_combination then
        raise exception 'Publishing and reading responses together need your confirmation: combination.' using errcode = 'FB409';
    end if;
    perform app.require_recent_sign_in();
    insert into app.connections (person_id, kind, name, expires_at) values (app.person_id(), 'ci', p_name, v_until)
    returning id into v_connection;
    insert into app.connection_sites (connection_id, workspace_id, site_id)
    select distinct v_connection, p_workspace, s from unnest(p_sites) s;
    insert into app.tokens (connection_id, kind, hash, family, resource, expires_at)
    values (v_connection, 'access', p_hash, gen_random_uuid(), p_resource, v_until);
    insert into app.grants
        (connection_id, workspace_id, site_id, action, mode, combination, approved_by, expires_at)
    select distinct v_connection, p_workspace, case when a <> 'site:create' then s end, a, 'until',
        p_combination and a = 'prompt:publish', app.person_id(), v_until
    from unnest(p_sites) s, unnest(p_actions) a;
    return v_connection;
end $function$
;
comment on function app.create_ci_connection(uuid,text,uuid[],text[],integer,boolean,bytea,text) is 'Creates a connection for a pipeline with its token and grants, on behalf of the calling owner. Raises FB403, FB404, FB409 and FB412.';

CREATE OR REPLACE FUNCTION app.create_connection(p_person uuid, p_kind text, p_name text, p_client text, p_host text, p_sites uuid[], p_now timestamp with time zone)
 RETURNS uuid
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
    v_connection uuid;
begin
    insert into app.connections (person_id, kind, name, client_id, host, created_at, expires_at)
    values (p_person, p_kind, p_name, p_client, p_host, p_now, p_now + interval '60 days')
    returning id into v_connection;
    insert into app.connection_sites (connection_id, workspace_id, site_id)
    select v_connection, s.workspace_id, s.id from app.sites s where s.id = any(p_sites);
    return v_connection;
end $function$
;
comment on function app.create_connection(uuid,text,text,text,text,uuid[],timestamp with time zone) is 'Creates a connection of the person to the sites.';

CREATE OR REPLACE FUNCTION app.create_day(p_day date)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET lock_timeout TO '2s'
AS $function$
declare
    v_name text := 'events_' || to_char(p_day, 'YYYYMMDD');
begin
    if to_regclass('app_days.' || v_name) is not null then
        return;
    end if;
    -- Create, then attach: `partition of` would block every read and write of app.events.
    execute format('create table app_days.%I (like app.events including all)', v_name);
    -- The policies of app.events do not apply to a partition that a query names directly.
    execute format('alter table app_days.%I enable row level security', v_name);
    execute format('alter table app_days.%I force row level security', v_name);
    execute format('revoke all on app_days.%I from public, feedback_person, feedback_agent, feedback_ingest', v_name);
    execute format('alter table app.events attach partition app_days.%I for values from (%L) to (%L)',
        v_name, app.id_from(p_day::timestamp at time zone 'UTC'), app.id_from((p_day + 1)::timestamp at time zone 'UTC'));
end $function$
;
comment on function app.create_day(date) is 'Creates the partition of a UTC day, to which no role has access.';

CREATE OR REPLACE FUNCTION app.create_days(p_now timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
    v_today date := (p_now at time zone 'UTC')::date;
begin
    for v_day in -3..14 loop
        perform app.create_day(v_today + v_day);
        perform app.create_outbox_day(v_today + v_day);
    end loop;
end $function$
;
comment on function app.create_days(timestamp with time zone) is 'Creates missing partitions from three days ago to 14 days ahead.';

CREATE OR REPLACE FUNCTION app.create_outbox_day(p_day date)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET lock_timeout TO '2s'
AS $function$
declare
    v_name text := 'outbox_' || to_char(p_day, 'YYYYMMDD');
begin
    if to_regclass('app_days.' || v_name) is not null then
        return;
    end if;
    -- As in app.create_day.
    execute format('create table app_days.%I (like app.outbox including all)', v_name);
    execute format('alter table app_days.%I enable row level security', v_name);
    execute format('alter table app_days.%I force row level security', v_name);
    execute format('revoke all on app_days.%I from public, feedback_person, feedback_agent, feedback_ingest', v_name);
    execute format('alter table app.outbox attach partition app_days.%I for values from (%L) to (%L)',
        v_name, app.id_from(p_day::timestamp at time zone 'UTC'), app.id_from((p_day + 1)::timestamp at time zone 'UTC'));
end $function$
;
comment on function app.create_outbox_day(date) is 'Creates the partition of app.outbox for a UTC day, to which no role has access.';

CREATE OR REPLACE FUNCTION app.create_prompt(p_site uuid, p_content jsonb, OUT prompt_id uuid, OUT number integer, OUT sha256 text)
 RETURNS record
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
    prompt_id := app.mint_id();
    insert into app.prompts (site_id, id, survey_id, created_by)
    values (p_site, prompt_id, p_content ->> 'survey_id', app.acting_person());
    select s.number, s.sha256 into number, sha256 from app.save_revision(p_site, prompt_id, p_content) s;
end $function$
;
comment on function app.create_prompt(uuid,jsonb) is 'Creates a draft with its first revision. Raises unique_violation if the site has the survey ID already.';

CREATE OR REPLACE FUNCTION app.create_visitor(p_site uuid, p_visitor uuid, p_now timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
    v_has_subject boolean;
    v_is_new boolean;
begin
    loop
        -- A visitor's first subject has the visitor's id, so that two tabs at once create the same one. A visitor that
        -- exists may have joined an account, whose subject has another id.
        insert into app.subjects (site_id, id, sample_key, first_seen_at, last_seen_at)
        select p_site, p_visitor, p_visitor, p_now, p_now
        where not exists (select from app.visitors v where v.site_id = p_site and v.id = p_visitor)
        on conflict (site_id, id) do nothing;
        v_has_subject := found;
        insert into app.visitors (site_id, id, subject_id, first_seen_at, last_seen_at)
        select p_site, s.id, s.id, p_now, p_now from app.subjects s where s.site_id = p_site and s.id = p_visitor
        on conflict do nothing;
        v_is_new := found and v_has_subject;
        if v_has_subject and not v_is_new then
            -- Another call has just created the visitor, and merged its subject into an account's.
            delete from app.subjects s where s.site_id = p_site and s.id = p_visitor;
        end if;
        exit when (v_is_new or not app.delete_expired_visitor(p_site,
            array(select v.subject_id from app.visitors v where v.site_id = p_site and v.id = p_visitor) || p_visitor,
            p_visitor, p_now))
            -- After the sequence restarted, the key may be taken: then the next one is tried.
            and exists (select from app.visitors v where v.site_id = p_site and v.id = p_visitor);
    end loop;
end $function$
;
comment on function app.create_visitor(uuid,uuid,timestamp with time zone) is 'Creates a visitor and its subject, unless they exist. Rows past their retention count as deleted.';

CREATE OR REPLACE FUNCTION app.create_workspace(p_name text, p_limit integer)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
    v_workspace uuid;
    v_person uuid := app.person_id();
begin
    if v_person is null then
        raise exception 'You may not do this.' using errcode = 'FB403';
    end if;
    perform pg_advisory_xact_lock(hashtextextended('app.create_workspace ' || v_person, 0));
    if (select count(*) from app.members m where m.person_id = v_person and m.role = 'owner') >= p_limit then
        raise exception 'One person owns at most % workspaces.', p_limit using errcode = 'FB409';
    end if;
    insert into app.workspaces (name) values (p_name) returning id into v_workspace;
    insert into app.members (workspace_id, person_id, role, email)
    values (v_workspace, v_person, 'owner', app.person_email());
    return v_workspace;
end $function$
;
comment on function app.create_workspace(text,integer) is 'Creates a workspace owned by the caller.';

CREATE OR REPLACE FUNCTION app.database_history()
 RETURNS text
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
    select (pg_catalog.pg_control_system()).system_identifier || '.'
        || left(pg_catalog.pg_walfile_name(pg_catalog.pg_current_wal_insert_lsn()), 8)
$function$
;
comment on function app.database_history() is 'Identifies the history that transaction numbers belong to: the cluster and its timeline. A restore or a failover starts another one.';

CREATE OR REPLACE FUNCTION app.decide(p_call app.call, p_event text, p_show boolean)
 RETURNS app.decision
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
    v_facts jsonb := app.call_facts(p_call);
    v_needed jsonb;
    v_has_budget boolean := false;
    v_reason app.reason;
    v_furthest app.reason;
    v_decision app.decision;
    v_candidates app.candidates[] := array(
        select c from app.candidates c
        where c.site_id = p_call.site_id and c.event_name = p_event and c.prompt_id = any(p_call.prompts)
          and (c.backend or p_call.session_id is distinct from '00000000-0000-0000-0000-000000000000')
        order by c.priority desc, c.published_at, c.prompt_id);
    c app.candidates;
begin
    -- First with the base facts; if these are not enough, again with all facts that the candidates need.
    for v_round in 1..2 loop
        foreach c in array v_candidates loop
            v_reason := app.evaluate(c, v_facts, p_show);
            if v_furthest is null or v_reason > v_furthest then
                v_furthest := v_reason;
                -- The next round evaluates all candidates again.
                exit when v_furthest = 'unknown';
                if c.experiment is not null then
                    c := app.choose_variant(c, v_facts ->> 'sample_key');
                end if;
                v_decision := row(c.prompt_id, c.prompt_key, c.revision, c.survey_id, c.delay_seconds, v_furthest,
                    c.experiment #>> '{variants,0,key}', c.budget);
            end if;
        end loop;
        exit when v_furthest is distinct from 'unknown';
        foreach c in array v_candidates loop
            if c.needed_facts is not null or c.budget is not null then
                v_has_budget := v_has_budget or c.budget is not null;
                if (v_needed @> c.needed_facts) is not true then
                    v_needed := app.merge_needed_facts(v_needed, c.needed_facts);
                end if;
            end if;
        end loop;
        v_facts := app.load_call_facts(p_call, v_needed, v_facts, 'infinity');
        if v_has_budget or v_facts #> '{site,displays_per_day}' is not null then
            v_facts := v_facts || app.budget_facts(p_call.site_id, p_call.settings, v_candidates, p_call.now, 'infinity');
        end if;
        v_furthest := null;
    end loop;
    if v_decision.reason is null or p_call.reset_at is not null then
        v_decision.reason := 'no_prompt';
        v_decision.prompt_id := null;
        v_decision.prompt := null;
    elsif v_decision.reason = 'trigger_properties' and p_event <> ''
        and p_call.session_id is distinct from '00000000-0000-0000-0000-000000000000'
    then
        -- Every candidate failed on the event's properties, including those that the prefilter excluded.
        v_decision.prompt_id := null;
        v_decision.prompt := p_call.top_candidate;
    end if;
    return v_decision;
end $function$
;
comment on function app.decide(app.call,text,boolean) is 'Decides about the prompts of a call, as triggered by an event or, with an empty name, by none; reserves nothing. Chooses the candidate that got furthest, then by priority, older publish and UUID.';

CREATE OR REPLACE FUNCTION app.decide_batch(p_calls app.call[])
 RETURNS TABLE(event_id uuid, reason app.reason, prompt integer)
 LANGUAGE plpgsql
 STABLE STRICT
 SET search_path TO ''
AS $function$
declare
    v_call app.call;
    v_decision app.decision;
    r record;
begin
    for r in
        select c as call, u.account, u.sample_key, u.first_seen_at
        from unnest(p_calls) c
        cross join lateral (select * from app.subjects s where s.site_id = c.site_id and s.id = c.subject_id limit 1) u
    loop
        v_call := r.call;
        v_call.account := r.account;
        v_call.sample_key := r.sample_key;
        v_call.first_seen_at := r.first_seen_at;
        v_decision := app.decide(v_call, v_call.name, false);
        event_id := v_call.event_id;
        reason := v_decision.reason;
        prompt := v_decision.prompt;
        return next;
    end loop;
end $function$
;
comment on function app.decide_batch(app.call[]) is 'Decides about each of several calls, whose subjects it reads. No rows for null.';

CREATE OR REPLACE FUNCTION app.decide_claim(p_call app.call, p_waiting app.event_details, p_display uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
    v_ends boolean := true;
    v_decision app.decision := app.decide(p_call, '', false);
    -- Received while the clock was ahead: due immediately, because otherwise it would wait until that time.
    v_ahead boolean := p_waiting.received_at > p_call.now + interval '1 minute';
    v_due timestamptz := case when v_ahead then p_call.now
        else p_waiting.received_at + make_interval(secs => v_decision.delay_seconds) end;
    v_row app.waiting_prompts;
    c app.candidates;
begin
    select * into v_row from app.waiting_prompts w
    where w.site_id = p_call.site_id and w.subject_id = p_call.subject_id and w.event_id = p_waiting.id and w.display_id is null;
    select * into c from app.candidates k
    where k.site_id = p_call.site_id and k.prompt_id = p_waiting.prompt_id and k.event_name = '';
    if app.is_withdrawn(c, p_call.subject_id, p_waiting.id, p_waiting.received_at, p_call.now) then
        v_decision.reason := 'withdrawn';
    -- It has no delay if the prompt was published again in the meantime.
    elsif v_decision.reason in ('waiting', 'displayed') and v_due <= p_call.now then
        v_decision := app.reserve(p_call, v_decision, '', false, p_display, true);
    end if;
    if v_row.event_id is not null then
        -- Another browser of the account, another page or session, or a later time may match these rules.
        if v_decision.reason = 'displayed' then
            update app.waiting_prompts w set display_id = p_display
            where w.site_id = p_call.site_id and w.subject_id = p_call.subject_id and w.event_id = p_waiting.id;
        elsif v_decision.reason not in ('waiting', 'audience', 'session_too_young', 'session_limit', 'paced') then
            -- Unless another browser has claimed it in the meantime.
            delete from app.waiting_prompts w
            where w.site_id = p_call.site_id and w.subject_id = p_call.subject_id and w.event_id = p_waiting.id
              and w.display_id is null;
        end if;
        v_ends := not exists (select from app.waiting_prompts w
            where w.site_id = p_call.site_id and w.subject_id = p_call.subject_id and w.event_id = p_waiting.id
              and w.display_id is null);
    end if;
    if v_ends and v_decision.reason not in ('waiting', 'duplicate') then
        perform app.end_waiting(p_call.site, p_waiting.id, v_decision.reason, p_call.now);
    end if;
    return app.decision_reply(p_call, app.decision_to_json(v_decision, p_call.site_id, p_display, v_due), p_waiting.prompt_id, false);
end $function$
;
comment on function app.decide_claim(app.call,app.event_details,uuid) is 'Decides again about the delayed prompt of an event, and reserves its display when it is due.';

CREATE OR REPLACE FUNCTION app.decide_device(p_user_code text, p_approve boolean, p_sites uuid[], p_address bytea, p_now timestamp with time zone)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
    v_found record;
begin
    perform app.lock_memberships(app.person_id());
    select f.limited, (f.request).id, (f.request).device_name into v_found
    from app.find_device(p_user_code, p_address, p_now) f;
    if v_found.limited then
        return 'limited';
    elsif v_found.id is null then
        return 'unknown';
    end if;
    if p_approve then
        perform app.require_recent_sign_in(p_now);
        perform app.require_chosen_sites(p_sites, array[]::text[]);
    end if;
    update app.device_requests d
    set state = case when p_approve then 'approved' else 'denied' end, person_id = app.person_id(), sites = p_sites
    where d.id = v_found.id;
    if p_approve then
        perform app.record_connection_approval('approveDevice', p_sites, v_found.device_name);
    end if;
    return 'decided';
end $function$
;
comment on function app.decide_device(text,boolean,uuid[],bytea,timestamp with time zone) is 'The caller approves or denies the device: `decided`, `unknown` or `limited`.';

CREATE OR REPLACE FUNCTION app.decide_due(p_now timestamp with time zone DEFAULT clock_timestamp(), p_batch integer DEFAULT 1000)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
    v_decided integer := 0;
    r record;
begin
    for r in
        select w as waiting, s.key from app.waiting_prompts w join app.sites s on s.id = w.site_id
        where w.due_at <= p_now and w.decided_at is null and w.display_id is null
        order by w.due_at limit p_batch for update of w skip locked
    loop
        v_decided := v_decided + 1;
        if not app.withdraw_waiting(r.waiting, r.key, p_now) then
            update app.waiting_prompts w set decided_at = p_now
            where w.site_id = (r.waiting).site_id and w.subject_id = (r.waiting).subject_id
              and w.prompt_id = (r.waiting).prompt_id;
        end if;
    end loop;
    return v_decided;
end $function$
;
comment on function app.decide_due(timestamp with time zone,integer) is 'Decides, for prompts that are due, whether another event prevented them, and returns how many. Prompts that pass are displayed at the next call of a visitor. Run it twice a minute, on any number of servers.';

CREATE OR REPLACE FUNCTION app.decision_reply(p_call app.call, p_decided jsonb, p_prompt uuid, p_show boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
    if (p_call.request_context -> 'debug')::boolean and p_prompt is not null then
        p_decided := p_decided || jsonb_build_object('facts',
            app.explain_call(p_call, p_prompt, p_show, p_call.now - interval '1 microsecond'));
    end if;
    return jsonb_build_object('decided', p_decided, 'now', app.milliseconds(p_call.now));
end $function$
;
comment on function app.decision_reply(app.call,jsonb,uuid,boolean) is NULL;

CREATE OR REPLACE FUNCTION app.decision_to_json(p_decision app.decision, p_site uuid, p_display uuid, p_due timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
    if p_decision.reason = 'displayed' then
        return jsonb_build_object('reason', 'displayed', 'reserved', jsonb_build_object(
            'display', p_display, 'prompt', p_decision.prompt_id, 'revision', p_decision.revision,
            'content', (select case when p_decision.variant is null then r.content
                    else app.apply_variant(r.content, p_decision.variant) end
                from app.revisions r where r.site_id = p_site
                and r.prompt_id = p_decision.prompt_id and r.number = p_decision.revision))
            || case when current_setting('synchronous_commit') = 'off' then '{"unflushed": true}'::jsonb else '{}' end);
    elsif p_decision.reason = 'waiting' then
        return jsonb_build_object('reason', 'waiting', 'due', app.milliseconds(p_due),
            'survey_id', p_decision.survey_id);
    end if;
    return jsonb_build_object('reason', p_decision.reason);
end $function$
;
comment on function app.decision_to_json(app.decision,uuid,uuid,timestamp with time zone) is 'A decision in the form of `Decided` in supabase/functions/sdk/database.ts.';

CREATE OR REPLACE FUNCTION app.defer_flush()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
    perform set_config('synchronous_commit', 'off', true);
end $function$
;
comment on function app.defer_flush() is 'Commits this transaction without waiting for the disk, so that the rows that other displays wait for are unlocked immediately. The caller flushes before it responds: decisions say `unflushed` (`flushReservation` in supabase/functions/sdk/database.ts).';

CREATE OR REPLACE FUNCTION app.deletable_relations(p_column text)
 RETURNS SETOF text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
    -- Deletions and the audit log are kept. Revisions go with their prompt, which references one of them.
    select format('app.%I', c.relname) from pg_catalog.pg_class c
    join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attname = p_column and not a.attisdropped
    where c.relnamespace = 'app'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname not in ('deletions', 'audit_log', 'revisions', 'sites', 'workspaces')
    order by c.relname = 'prompts', c.relname in ('subjects', 'visitors'), c.relname
$function$
;
comment on function app.deletable_relations(text) is 'Tables with rows that belong to what this column references, in the order of their deletion.';

CREATE OR REPLACE FUNCTION app.delete_due(p_now timestamp with time zone, p_batch integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
    v_deletion app.deletions;
    v_piece record;
begin
    select * into v_deletion from app.deletions d
    where d.undone_at is null and d.finished_at is null and d.due_at <= p_now
    order by d.due_at, d.id limit 1 for update skip locked;
    if not found then
        return false;
    end if;
    case v_deletion.kind
        when 'prompt' then
            v_piece := app.delete_piece_of_prompt(v_deletion.site_id, v_deletion.target_id, v_deletion.keep_responses, p_batch);
        when 'site' then v_piece := app.delete_piece_of_site(v_deletion.target_id, p_batch);
        when 'workspace' then v_piece := app.delete_piece_of_workspace(v_deletion.target_id, p_batch);
        when 'account' then v_piece := app.delete_piece_of_account(v_deletion.target_id, v_deletion.name, p_batch);
    end case;
    update app.deletions d
    set deleted = case when v_piece.deleted = 0 then d.deleted else jsonb_set(d.deleted, array[substr(v_piece.relation, 5)],
            to_jsonb(coalesce((d.deleted ->> substr(v_piece.relation, 5))::bigint, 0) + v_piece.deleted)) end,
        -- Even the receipt does not name the person.
        name = case when v_piece.deleted = 0 and d.kind = 'account' then app.pseudonym_of(d.target_id) else d.name end,
        finished_at = case when v_piece.deleted = 0 then p_now end
    where d.id = v_deletion.id;
    return true;
end $function$
;
comment on function app.delete_due(timestamp with time zone,integer) is 'Deletes some rows of the oldest deletion that is due. Returns whether there may be more. A run that finds nothing completes the deletion.';

CREATE OR REPLACE FUNCTION app.delete_expired(p_relation text, p_now timestamp with time zone, p_batch integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
    v_expired text := (select r.expired from app.retention_rules() r where r.relation = p_relation);
    v_deleted integer;
begin
    execute format('delete from %1$s where ctid = any(array(
        select t.ctid from %1$s t where %2$s limit $2 for update of t skip locked))', p_relation, v_expired)
    using p_now, p_batch;
    get diagnostics v_deleted = row_count;
    return v_deleted > 0;
end $function$
;
comment on function app.delete_expired(text,timestamp with time zone,integer) is 'Deletes some rows of a table by its rule. Returns whether there may be more.';

CREATE OR REPLACE FUNCTION app.delete_expired_events(p_now timestamp with time zone, p_batch integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
 SET jit TO 'off'
AS $function$
declare
    -- Events are counted before they are deleted.
    v_uncounted timestamptz := (
        select min(d.day)::timestamp at time zone 'UTC' from app.list_days() d
        where not exists (select from app.counted_days c where c.day = d.day));
    v_deleted integer;
begin
    with expired as materialized (
        select e.site, e.id
        from (
            select r.site,
                app.id_from(least(p_now - make_interval(days => r.event_days), v_uncounted)) as before
            from app.site_retention r join app.instance_settings i on r.event_days < i.event_days) r,
        lateral (select t.site, t.id from app.events t where t.site = r.site and t.id < r.before limit p_batch) e
        limit p_batch
    )
    delete from app.events e using expired x where e.site = x.site and e.id = x.id;
    get diagnostics v_deleted = row_count;
    return v_deleted > 0;
end $function$
;
comment on function app.delete_expired_events(timestamp with time zone,integer) is 'Deletes some events of sites that keep them for a shorter time than the instance.';

CREATE OR REPLACE FUNCTION app.delete_expired_of_visitors(p_relation text, p_now timestamp with time zone, p_batch integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
 SET jit TO 'off'
AS $function$
declare
    v_column text := (select r.last_used_at from app.visitor_rules() r where r.relation = p_relation);
    v_deleted integer;
begin
    execute format('delete from %1$s where ctid = any(array(
        select t.row from app.site_retention r, lateral (
            select v.ctid as row from %1$s v
            where v.site_id = r.site_id and v.%2$I < $1 - make_interval(days => r.visitor_days)
            limit $2 for update skip locked) t
        limit $2))', p_relation, v_column)
    using p_now, p_batch;
    get diagnostics v_deleted = row_count;
    return v_deleted > 0;
end $function$
;
comment on function app.delete_expired_of_visitors(text,timestamp with time zone,integer) is 'Deletes some rows of a table that are older than their site keeps visitors. Returns whether there may be more.';

CREATE OR REPLACE FUNCTION app.delete_expired_subjects(p_now timestamp with time zone, p_batch integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
 SET jit TO 'off'
AS $function$
declare
    v_deleted integer;
begin
    with old as materialized (
        select s.site_id, s.id, s.expired_before from app.site_retention r,
        lateral (
            select u.site_id, u.id, p_now - make_interval(days => r.visitor_days) as expired_before from app.subjects u
            where u.site_id = r.site_id and u.last_seen_at < p_now - make_interval(days => r.visitor_days)
            order by u.last_seen_at limit p_batch) s
        limit p_batch
    ),
    -- Visitors are locked before subjects. A subject stays while one of its visitors is in use.
    locked as materialized (
        select v.site_id, v.subject_id from old o
        join app.visitors v on v.site_id = o.site_id and v.subject_id = o.id
        for update of v skip locked
    ),
    locked_visitors as materialized (
        select l.site_id, l.subject_id, count(*) as visitors from locked l group by l.site_id, l.subject_id
    ),
    unused as materialized (
        select s.ctid from old o
        join app.subjects s on s.site_id = o.site_id and s.id = o.id
        left join locked_visitors l on l.site_id = o.site_id and l.subject_id = o.id
        where s.last_seen_at < o.expired_before
          and coalesce(l.visitors, 0) = (
            select count(*) from app.visitors v where v.site_id = o.site_id and v.subject_id = o.id)
        for update of s skip locked
    )
    delete from app.subjects where ctid = any(array(select u.ctid from unused u));
    get diagnostics v_deleted = row_count;
    return v_deleted > 0;
end $function$
;
comment on function app.delete_expired_subjects(timestamp with time zone,integer) is 'Deletes subjects not seen for as long as their site keeps visitors; foreign keys delete or clear what references them.';

CREATE OR REPLACE FUNCTION app.delete_expired_visitor(p_site uuid, p_subjects uuid[], p_visitor uuid, p_now timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
    v_deleted integer;
    v_visitors integer;
begin
    perform from app.visitors v
    where v.site_id = p_site and (v.id = p_visitor or v.subject_id = any(p_subjects)) order by v.id for update;
    delete from app.subjects s
    where s.site_id = p_site and s.id = any(p_subjects) and s.last_seen_at < p_now - interval '90 days';
    get diagnostics v_deleted = row_count;
    delete from app.visitors v
    where v.site_id = p_site and v.id = p_visitor and v.last_seen_at < p_now - interval '90 days';
    get diagnostics v_visitors = row_count;
    return v_deleted + v_visitors > 0;
end $function$
;
comment on function app.delete_expired_visitor(uuid,uuid[],uuid,timestamp with time zone) is 'Deletes the visitor and the subjects if they are past their retention and not yet deleted by maintenance.';

CREATE OR REPLACE FUNCTION app.delete_person_rows(p_person uuid)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
    v_deleted integer;
begin
    delete from app.members m where m.person_id = p_person;
    get diagnostics v_deleted = row_count;
    perform app.end_connection(c.id, now(), true) from app.connections c where c.person_id = p_person and app.is_live(c);
    delete from app.idempotency_keys k where k.caller_id = p_person
        or k.caller_id in (select c.id from app.connections c where c.person_id = p_person);
    delete from app.authorization_requests r where r.person_id = p_person;
    delete from app.device_requests r where r.person_id = p_person;
    delete from app.lost_access l where l.person_id = p_person;
    -- Their tokens, requests and grants go with them.
    delete from app.connections c where c.person_id = p_person;
    delete from app.invitations i where i.accepted_by = p_person;
    delete from app.people p where p.person_id = p_person;
    delete from identity."user" u where u."id" = p_person;
    perform hosted_auth.delete_user(p_person);
    return v_deleted;
end $function$
;
comment on function app.delete_person_rows(uuid) is 'Deletes what belongs to a person alone. Returns the number of memberships.';

CREATE OR REPLACE FUNCTION app.delete_piece_of_account(p_person uuid, p_email text, p_batch integer, OUT relation text, OUT deleted integer)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
    relation := 'app.members';
    deleted := app.delete_person_rows(p_person);
    if deleted > 0 then
        return;
    end if;
    -- Last, because leaving a workspace adds an entry too.
    relation := 'app.audit_log';
    update app.audit_log a set who = case
        when a.kind = 'connection' then regexp_replace(a.who, '^(.*), for .*$', '\1, for ') || app.pseudonym_of(p_person)
        else app.pseudonym_of(p_person) end
    where (a.workspace_id, a.id) in (
        select t.workspace_id, t.id from app.audit_log t
        where t.person_id = p_person and not t.who like '%' || app.pseudonym_of(p_person) limit p_batch);
    get diagnostics deleted = row_count;
    if deleted > 0 then
        return;
    end if;
    update app.audit_log a set
        subject = regexp_replace(a.subject, app.address_pattern(p_email), app.pseudonym_of(p_person), 'gi')
    where (a.workspace_id, a.id) in (
        select t.workspace_id, t.id from app.audit_log t
        where strpos(lower(t.subject), lower(p_email)) > 0 and t.subject ~* app.address_pattern(p_email) limit p_batch);
    get diagnostics deleted = row_count;
end $function$
;
comment on function app.delete_piece_of_account(uuid,text,integer) is 'Entries of the audit log are kept, with a pseudonym; the receipt counts those that it changed.';

CREATE OR REPLACE FUNCTION app.delete_piece_of_prompt(p_site uuid, p_prompt uuid, p_keep_responses boolean, p_batch integer, OUT relation text, OUT deleted integer)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
    if p_keep_responses then
        -- First, because changes of state are recorded.
        update app.prompts p set state = 'archived', published_revision = null
        where p.site_id = p_site and p.id = p_prompt and (p.state <> 'archived' or p.published_revision is not null);
    end if;
    foreach relation in array array(select r from app.deletable_relations('prompt_id') r
        where not (p_keep_responses and r in ('app.responses', 'app.text_answers'))) loop
        deleted := app.delete_some(relation, 't.site_id = $1 and t.prompt_id = $2', p_site, p_prompt, p_batch);
        if deleted > 0 then
            return;
        end if;
    end loop;
    if not p_keep_responses then
        relation := 'app.prompts';
        delete from app.prompts p where p.site_id = p_site and p.id = p_prompt;
        get diagnostics deleted = row_count;
        return;
    end if;
    relation := 'app.revisions';
    -- The questions of the responses stay readable.
    delete from app.revisions r where r.site_id = p_site and r.prompt_id = p_prompt
      and r.number < (select max(n.number) from app.revisions n where n.site_id = p_site and n.prompt_id = p_prompt)
      and not exists (select from app.responses a
        where a.site_id = p_site and a.prompt_id = p_prompt and a.revision = r.number);
    get diagnostics deleted = row_count;
end $function$
;
comment on function app.delete_piece_of_prompt(uuid,uuid,boolean,integer) is NULL;

CREATE OR REPLACE FUNCTION app.delete_piece_of_site(p_site uuid, p_batch integer, OUT relation text, OUT deleted integer)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
    relation := 'app.events';
    deleted := app.delete_some(relation, 't.site = (select s.key from app.sites s where s.id = $1)', p_site, null, p_batch);
    if deleted > 0 then
        return;
    end if;
    foreach relation in array array(select app.deletable_relations('site_id')) loop
        deleted := app.delete_some(relation, 't.site_id = $1', p_site, null, p_batch);
        if deleted > 0 then
            return;
        end if;
    end loop;
    relation := 'app.sites';
    delete from app.sites s where s.id = p_site;
    get diagnostics deleted = row_count;
end $function$
;
comment on function app.delete_piece_of_site(uuid,integer) is NULL;

CREATE OR REPLACE FUNCTION app.delete_piece_of_workspace(p_workspace uuid, p_batch integer, OUT relation text, OUT deleted integer)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
    v_site uuid := (select s.id from app.sites s where s.workspace_id = p_workspace order by s.id limit 1);
begin
    if v_site is not null then
        select * into relation, deleted from app.delete_piece_of_site(v_site, p_batch);
        return;
    end if;
    -- Its members, invitations, grants and audit log go with it.
    relation := 'app.workspaces';
    delete from app.workspaces w where w.id = p_workspace;
    get diagnostics deleted = row_count;
end $function$
;
comment on function app.delete_piece_of_workspace(uuid,integer) is NULL;

CREATE OR REPLACE FUNCTION app.delete_some(p_relation text, p_where text, p_id uuid, p_other uuid, p_batch integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET enable_seqscan TO 'off'
 SET jit TO 'off'
AS $function$
declare
    v_partition oid;
    v_deleted integer;
begin
    -- One partition at a time: rows of different partitions may have the same ctid.
    execute format('select t.tableoid from %1$s t where %2$s limit 1', p_relation, p_where) into v_partition using p_id, p_other;
    if v_partition is null then
        return 0;
    end if;
    execute format('delete from %1$s d where d.tableoid = $3 and d.ctid = any(array(
        select t.ctid from %1$s t where %2$s and t.tableoid = $3 limit $4))', p_relation, p_where)
    using p_id, p_other, v_partition, p_batch;
    get diagnostics v_deleted = row_count;
    return v_deleted;
end $function$
;
comment on function app.delete_some(text,text,uuid,uuid,integer) is NULL;

CREATE OR REPLACE FUNCTION app.deny_authorization(p_id uuid, p_now timestamp with time zone)
 RETURNS TABLE(redirect_uri text, state text)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
    v_request app.authorization_requests := app.find_authorization(p_id, p_now);
begin
    if v_request.id is null then
        return;
    end if;
    update app.authorization_requests r set decided_at = p_now where r.id = p_id;
    return query select v_request.redirect_uri, v_request.state;
end $function$
;
comment on function app.deny_authorization(uuid,timestamp with time zone) is 'The caller denies the client. No row if the request is not theirs.';

CREATE OR REPLACE FUNCTION app.deny_destination(p_request uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
    v_request app.destination_requests := app.lock_destination_request(p_request);
begin
    update app.destination_requests r set state = 'denied', decided_at = now(), sealed_url = null where r.id = p_request;
    perform app.record_as_member(v_request.workspace_id, v_request.site_id, 'denyDestinationRequest',
        v_request.settings ->> 'host');
end $function$
;
comment on function app.deny_destination(uuid) is 'The caller denies a request. Raises FB404 and FB409.';

CREATE OR REPLACE FUNCTION app.deny_grant(p_request uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
    v_request app.grant_requests := app.lock_request(p_request);
begin
    update app.grant_requests r set state = 'denied', decided_at = now() where r.id = v_request.id;
    perform app.record_as_member(v_request.workspace_id, v_request.site_id, 'denyGrant', v_request.action);
end $function$
;
comment on function app.deny_grant(uuid) is 'The caller denies a request. Raises FB404 and FB409.';

CREATE OR REPLACE FUNCTION app.describe_budgets(p_site uuid, p_prompts uuid[])
 RETURNS TABLE(prompt_id uuid, budget jsonb)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
    v_now timestamptz := clock_timestamp();
    v_settings jsonb := (select s.settings from app.sites s where s.id = p_site);
    v_zone text := coalesce(v_settings ->> 'time_zone', 'UTC');
    v_day record := app.period_at('site', v_now, v_zone);
    v_per_day jsonb := v_settings #> '{limits,displays_per_day}';
    v_budget jsonb;
    v_period jsonb;
    v_total record;
    v record;
begin
    perform app.require_site_access(p_site);
    if v_per_day is not null then
        v_per_day := app.describe_spent(v_per_day, (app.spent_until(p_site, '00000000-0000-0000-0000-000000000000', 'site',
            v_day.starts_on, 'infinity')).displays);
    end if;
    for prompt_id, v_budget in
        select p.id, r.content -> 'budget' from unnest(p_prompts) given (id)
        join app.prompts p on p.site_id = p_site and p.id = given.id
        left join app.revisions r on r.site_id = p_site and r.prompt_id = p.id and r.number = p.published_revision
    loop
        budget := null;
        if v_budget is not null or v_per_day is not null then
            v_total := app.spent_until(p_site, prompt_id, 'total', '-infinity', 'infinity');
            v_period := v_budget -> 'period';
            if v_period is not null then
                v := app.period_at(v_period ->> 'every', v_now, v_zone);
                v_period := jsonb_build_object('every', v_period -> 'every', 'starts_on', v.starts_on,
                    'ends_at', app.format_instant(v.ends_at), 'due', case when (v_period -> 'paced')::boolean
                        then app.paced_allowance((v_period -> 'displays')::integer, v.elapsed) end)
                    || app.describe_spent(v_period -> 'displays',
                        (app.spent_until(p_site, prompt_id, v_period ->> 'every', v.starts_on, 'infinity')).displays);
            end if;
            budget := jsonb_build_object(
                'displays', app.describe_spent(v_budget -> 'displays', v_total.displays),
                'responses', app.describe_spent(v_budget -> 'responses', v_total.responses),
                'period', v_period,
                'displays_per_day', v_per_day);
        end if;
        return next;
    end loop;
end $function$
;
comment on function app.describe_budgets(uuid,uuid[]) is 'The current budgets of published revisions and of the site, and how much is used and left, for callers who may see the site; null without a budget.';

CREATE OR REPLACE FUNCTION app.describe_claimed(p_destination app.destinations, p_delivery app.deliveries, p_now timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
    v_message app.outbox;
    v_data jsonb;
begin
    select * into v_message from app.outbox o where o.site_id = p_delivery.site_id and o.id = p_delivery.message_id;
    if not found then
        return null;
    end if;
    v_data := app.describe_message(v_message, p_destination.include_visitor);
    return case when v_data is not null then jsonb_build_object(
        'site', (select jsonb_build_object('id', s.id, 'site_id', s.site_id, 'name', s.name,
                'time_zone', coalesce(s.settings ->> 'time_zone', 'UTC'))
            from app.sites s where s.id = p_delivery.site_id),
        'destination', jsonb_build_object('id', p_destination.id, 'kind', p_destination.kind, 'name', p_destination.name,
            'url', p_destination.url, 'schedule', p_destination.schedule, 'prompts', p_destination.prompts,
            'include_visitor', p_destination.include_visitor,
            'sealed_url', encode(p_destination.sealed_url, 'base64'),
            'sealed_secret', encode(p_destination.sealed_secret, 'base64'),
            'sealed_old_secret', case when p_destination.rotation_ends_at > p_now
                then encode(p_destination.sealed_old_secret, 'base64') end,
            'recipients', (select jsonb_agg(r.address order by r.address) from app.destination_recipients r
                where r.site_id = p_delivery.site_id and r.destination_id = p_delivery.destination_id
                  and r.unsubscribed_at is null and app.is_confirmed(r) and r.address <> all(p_delivery.sent_to))),
        'message', jsonb_build_object('id', v_message.id, 'type', v_message.type, 'test', p_delivery.test,
            'at', app.format_instant(app.id_time(v_message.id))),
        'data', v_data,
        -- To write questions and their titles; null where the message is about no response.
        'content', (select app.apply_variant(v.content, r.variant) from app.responses r
            join app.revisions v on v.site_id = r.site_id and v.prompt_id = r.prompt_id and v.number = r.revision
            where r.site_id = v_message.site_id and r.display_id = v_message.response_id),
        'lease', p_delivery.lease,
        'attempt', p_delivery.attempts) end;
end $function$
;
comment on function app.describe_claimed(app.destinations,app.deliveries,timestamp with time zone) is 'A leased delivery with what is needed to send it; null when what it is about was deleted.';

CREATE OR REPLACE FUNCTION app.describe_keys(p_documents jsonb[], p_keys integer, p_values integer, p_characters integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
    return (
        with pairs as materialized (
            select e.key, e.value from unnest(p_documents) d (document) cross join lateral jsonb_each(d.document) e
        ),
        keys as (
            select p.key, count(*) as documents, jsonb_agg(distinct jsonb_typeof(p.value)) as types
            from pairs p group by p.key order by documents desc, p.key limit p_keys
        ),
        counted as (
            select p.key, p.value, count(*) as documents,
                row_number() over (partition by p.key order by count(*) desc, p.value) as place
            from pairs p join keys k on k.key = p.key
            where coalesce(length(p.value #>> '{}'), 0) <= p_characters
            group by p.key, p.value
        )
        select coalesce(jsonb_agg(jsonb_build_object('key', k.key, 'types', k.types, 'documents', k.documents,
            'values', (
                select coalesce(jsonb_agg(jsonb_build_object('value', c.value, 'count', c.documents) order by c.place), '[]')
                from counted c where c.key = k.key and c.place <= p_values))
            order by k.documents desc, k.key), '[]')
        from keys k
    );
end $function$
;
comment on function app.describe_keys(jsonb[],integer,integer,integer) is 'The most frequent keys of flat objects, each with its types and its most frequent values.';

CREATE OR REPLACE FUNCTION app.describe_message(p_message app.outbox, p_include_visitor boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
    v_response app.responses;
    v_data jsonb;
begin
    if p_message.detail ? 'sample' then
        return p_message.detail -> 'sample';
    elsif p_message.type like 'prompt.%' or p_message.type = 'budget.reached' then
        return p_message.detail - 'revision' || jsonb_build_object('prompt', app.describe_prompt(
            p_message.site_id, p_message.prompt_id, (p_message.detail ->> 'revision')::integer));
    elsif p_message.response_id is null then
        return p_message.detail;
    end if;
    select * into v_response from app.responses r
    where r.site_id = p_message.site_id and r.display_id = p_message.response_id;
    if not found or p_message.answers is null then
        return null;
    end if;
    v_data := jsonb_build_object(
        'id', v_response.display_id,
        'prompt', app.describe_prompt(v_response.site_id, v_response.prompt_id, v_response.revision),
        'answers', p_message.answers,
        'final', p_message.final,
        'created_at', app.format_instant(v_response.created_at),
        'updated_at', app.format_instant(coalesce((p_message.detail ->> 'updated_at')::timestamptz, app.id_time(p_message.id))),
        'visitor', v_response.visitor_id);
    if p_message.type = 'response.closed' then
        v_data := v_data || jsonb_build_object('cause', coalesce(p_message.detail ->> 'cause', 'completed'));
    end if;
    if p_include_visitor then
        v_data := v_data || jsonb_build_object('traits', v_response.traits, 'account', (
            select s.account from app.subjects s where s.site_id = v_response.site_id and s.id = v_response.subject_id));
    end if;
    return v_data;
end $function$
;
comment on function app.describe_message(app.outbox,boolean) is 'The data of a payload, as payloadDataSchemas of the contract without `url`: current rows and what the message kept. Null when what it is about was deleted.';

CREATE OR REPLACE FUNCTION app.describe_prompt(p_site uuid, p_prompt uuid, p_revision integer)
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
    select jsonb_build_object('id', p.id, 'survey_id', p.survey_id, 'revision', p_revision)
    from app.prompts p where p.site_id = p_site and p.id = p_prompt
$function$
;
comment on function app.describe_prompt(uuid,uuid,integer) is 'A prompt as in payloads.';

CREATE OR REPLACE FUNCTION app.describe_spent(p_allowed jsonb, p_spent integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
    return case when p_allowed is not null then jsonb_build_object('allowed', p_allowed, 'spent', p_spent,
        'left', greatest((p_allowed)::integer - p_spent, 0)) end;
end $function$
;
comment on function app.describe_spent(jsonb,integer) is NULL;

CREATE OR REPLACE FUNCTION app.display_facts(p_site uuid, p_subject uuid, p_session uuid, p_settings jsonb, p_device jsonb, p_now timestamp with time zone, p_until timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
    v_limits jsonb := app.site_limits(p_settings);
    v_window timestamptz := p_now - (v_limits ->> 'window_days')::numeric * interval '1 day';
    -- A display further ahead was reserved while the clock was ahead. It counts, but starts no cooldown and is in no
    -- window, which would stay closed until then. Concurrent calls may differ by less than a minute.
    v_ahead timestamptz := p_now + interval '1 minute';
begin
    return (
        with shown as (
            select d.prompt_id, 1 as displays, case when d.reserved_at <= v_ahead then d.reserved_at end as last,
                d.answered_at <= p_until as answered, d.reserved_at > v_window and d.reserved_at <= v_ahead as in_window, d.session_id = p_session as in_session, 0 as remembered
            from app.displays d
            where d.site_id = p_site and d.subject_id = p_subject and d.state <> 'released' and d.reserved_at <= p_until
            union all
            select l.prompt_id, l.displays, case when l.last_at <= v_ahead then l.last_at end, l.answered, false, false, 0
            from app.display_totals l where l.site_id = p_site and l.subject_id = p_subject
            union all
            -- Each display that the device remembers from before a reset counts as one, and only makes limits stricter.
            select p.id, 0, case when r.last <= v_ahead then r.last end, false,
                r.last > v_window and r.last <= v_ahead, false, 1
            from jsonb_array_elements(p_device) d
            join app.prompts p on p.site_id = p_site and p.survey_id = d ->> 'survey_id',
            lateral (select to_timestamp((d ->> 'at')::numeric / 1000) as last) r
        ),
        by_prompt as (
            select prompt_id, greatest(sum(displays), max(remembered)) as displays, max(last) as last,
                coalesce(bool_or(answered), false) as answered,
                count(*) filter (where in_window and remembered = 0) as in_window,
                count(*) filter (where in_window and remembered = 1) as remembered_in_window,
                count(*) filter (where in_session) as in_session
            from shown group by prompt_id
        )
        select jsonb_build_object(
            'seen', coalesce(jsonb_object_agg(prompt_id, jsonb_strip_nulls(
                jsonb_build_object('displays', displays, 'last', app.epoch(last), 'answered', answered))), '{}'),
            'site', v_limits || jsonb_strip_nulls(jsonb_build_object(
                'last', app.epoch(max(last)),
                'window_displays', greatest(sum(in_window), sum(remembered_in_window), 0),
                'session_displays', coalesce(sum(in_session), 0))))
        from by_prompt
    );
end $function$
;
comment on function app.display_facts(uuid,uuid,uuid,jsonb,jsonb,timestamp with time zone,timestamp with time zone) is 'Displays of a subject until p_until: per prompt, and across the site with its limits.';

CREATE OR REPLACE FUNCTION app.display_history(p_site uuid, p_subject uuid, p_surveys jsonb, p_now timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
    return (
        select jsonb_build_object(
            'displayed', coalesce(jsonb_object_agg(survey_id, app.epoch(displayed)) filter (where displayed is not null), '{}'),
            'answered', coalesce(jsonb_object_agg(survey_id, app.epoch(answered)) filter (where answered is not null), '{}'),
            'dismissed', coalesce(jsonb_object_agg(survey_id, app.epoch(dismissed)) filter (where dismissed is not null), '{}'))
        from (
            select p.survey_id, max(d.reserved_at) as displayed,
                max(d.answered_at) filter (where d.answered_at <= p_now) as answered,
                max(d.dismissed_at) filter (where d.dismissed_at <= p_now) as dismissed
            from app.displays d join app.prompts p on p.site_id = d.site_id and p.id = d.prompt_id
            where d.site_id = p_site and d.subject_id = p_subject and d.state <> 'released'
              and d.reserved_at <= p_now and p_surveys ? p.survey_id
            group by p.survey_id) past
    );
end $function$
;
comment on function app.display_history(uuid,uuid,jsonb,timestamp with time zone) is 'When prompts were last displayed to the subject, answered and dismissed, by survey ID.';

CREATE OR REPLACE FUNCTION app.displayed_content(site uuid, display uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
    return (
        select app.apply_variant(r.content, d.variant) from app.displays d
        join app.revisions r on r.site_id = d.site_id and r.prompt_id = d.prompt_id and r.number = d.revision
        where d.site_id = site and d.id = display
    );
end $function$
;
comment on function app.displayed_content(uuid,uuid) is 'The content that a display shows, that of its variant if it has one; null for an unknown display.';

CREATE OR REPLACE FUNCTION app.distribute_messages(p_now timestamp with time zone DEFAULT clock_timestamp(), p_limit integer DEFAULT 500)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
    v_sites uuid[];
    v_ids uuid[];
begin
    -- One worker at a time: it must see the waiting deliveries that a newer message replaces.
    if not pg_try_advisory_xact_lock(hashtextextended('app.distribute_messages', 0)) then
        return 0;
    end if;
    with messages as materialized (
        select o.site_id, o.id from app.outbox o
        where o.pending and o.id >= app.id_from(p_now - interval '30 days')
        order by o.id limit p_limit for update skip locked
    ),
    -- In one order with app.outbox and app.deliveries, which app.clear_messages locks too.
    updated as (
        update app.outbox o set pending = false from messages m where o.site_id = m.site_id and o.id = m.id
    )
    select array_agg(m.site_id), array_agg(m.id) into v_sites, v_ids from messages m;
    if v_ids is null then
        return 0;
    end if;
    with written as (
        insert into app.deliveries
            (site_id, destination_id, message_id, response_id, prompt_id, type, test, created_at, next_at)
        select o.site_id, d.id, o.id, o.response_id, o.prompt_id, o.type, coalesce((o.detail -> 'test')::boolean, false), p_now,
            case o.type when 'response.updated' then p_now + interval '5 seconds' else p_now end
        from unnest(v_sites, v_ids) m (site_id, id)
        join app.outbox o on o.site_id = m.site_id and o.id = m.id
        join app.destinations d on d.site_id = o.site_id and d.state = 'active' and d.created_at <= app.id_time(o.id) + interval '1 millisecond'
        left join app.responses r on r.site_id = o.site_id and r.display_id = o.response_id
        where app.receives_message(d, o, r.traits, r.context) and (o.response_id is null or r.display_id is not null)
        on conflict (site_id, destination_id, message_id) do nothing
        returning site_id, destination_id, next_at
    ),
    -- Locks them even if they are due already: a worker that claims now cannot see the new deliveries, and would
    -- set due_at to infinity. In the order of app.record_attempts.
    receiving as (
        select d.site_id, d.id, f.next_at from app.destinations d
        join (select w.site_id, w.destination_id, min(w.next_at) as next_at from written w group by 1, 2) f
            on d.site_id = f.site_id and d.id = f.destination_id
        order by d.site_id, d.id for no key update of d
    )
    update app.destinations d set due_at = least(d.due_at, r.next_at)
    from receiving r where d.site_id = r.site_id and d.id = r.id;
    -- Of several changes of a response that have not been sent, only the last one is; the first says when.
    with newer as (
        select distinct on (q.site_id, q.destination_id, q.response_id) q.site_id, q.destination_id, q.response_id, q.message_id
        from unnest(v_sites, v_ids) m (site_id, id)
        join app.outbox o on o.site_id = m.site_id and o.id = m.id and o.type = 'response.updated'
        join app.deliveries q on q.site_id = o.site_id and q.response_id = o.response_id and q.message_id = o.id
            and q.type = 'response.updated' and q.state = 'waiting'
        order by q.site_id, q.destination_id, q.response_id, q.message_id desc
    ),
    replaced as (
        -- The rows stay: without them, redelivering the period would send these as missed.
        update app.deliveries q set state = 'cancelled' from newer n
        where q.site_id = n.site_id and q.destination_id = n.destination_id and q.response_id = n.response_id
          and q.type = 'response.updated' and q.state = 'waiting' and q.attempts = 0 and q.message_id < n.message_id
        returning q.site_id, q.destination_id, q.response_id, q.next_at
    )
    update app.deliveries q set next_at = least(q.next_at, f.next_at)
    from newer n join (
        select x.site_id, x.destination_id, x.response_id, min(x.next_at) as next_at from replaced x group by 1, 2, 3) f
        on f.site_id = n.site_id and f.destination_id = n.destination_id and f.response_id = n.response_id
    where q.site_id = n.site_id and q.destination_id = n.destination_id and q.message_id = n.message_id;
    return cardinality(v_ids);
end $function$
;
comment on function app.distribute_messages(timestamp with time zone,integer) is 'Creates the deliveries of messages that have none yet. Returns how many messages there were; 0 while another worker does it.';

CREATE OR REPLACE FUNCTION app.draft_budget_facts(p_call app.call, c app.candidates)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
    v_facts jsonb := app.budget_facts(p_call.site_id, p_call.settings, array[c], p_call.now, 'infinity');
    v_published jsonb := app.published_budget(p_call.site_id, c.prompt_id);
    v_spent app.budget_periods;
    v_period text;
begin
    foreach v_period in array app.list_counters(c.budget) loop
        continue when v_period = any(app.list_counters(v_published));
        v_spent := app.spent_earlier(
            p_call.site_id, c.prompt_id, v_period, coalesce(p_call.settings ->> 'time_zone', 'UTC'), p_call.now);
        v_facts := jsonb_set(v_facts, array['budgets', c.prompt_id::text], v_facts #> array['budgets', c.prompt_id::text]
            || case v_period when 'total' then jsonb_build_object('displays', v_spent.displays, 'responses', v_spent.responses)
                else jsonb_build_object('period', v_spent.displays) end);
    end loop;
    return v_facts;
end $function$
;
comment on function app.draft_budget_facts(app.call,app.candidates) is 'app.budget_facts for a content that need not be published. Where its published revision has no such budget, what publishing would count (app.open_budget) is counted.';

CREATE OR REPLACE FUNCTION app.drop_day(p_now timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET lock_timeout TO '100ms'
AS $function$
declare
    v_partition regclass;
begin
    select d.partition into v_partition from app.list_days() d
    where d.day < (p_now at time zone 'UTC')::date - (select i.event_days from app.instance_settings i)
      and exists (select from app.counted_days c where c.day = d.day)
    order by d.day limit 1;
    if not found then
        return false;
    end if;
    execute format('drop table %s', v_partition);
    return true;
exception when lock_not_available then
    -- A long read uses the table: the next run drops it. Policies hide its events already.
    return false;
end $function$
;
comment on function app.drop_day(timestamp with time zone) is 'Drops the oldest counted partition whose events are older than this instance keeps them. Returns false when there is none, or when it is being read.';

CREATE OR REPLACE FUNCTION app.drop_outbox_day(p_now timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET lock_timeout TO '100ms'
AS $function$
declare
    v_partition regclass;
begin
    select c.oid into v_partition
    from pg_catalog.pg_inherits i join pg_catalog.pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'app.outbox'::regclass
      and c.relname < 'outbox_' || to_char((p_now at time zone 'UTC')::date - 30, 'YYYYMMDD')
    order by c.relname limit 1;
    if not found then
        return false;
    end if;
    execute format('drop table %s', v_partition);
    return true;
exception when lock_not_available then
    -- As in app.drop_day.
    return false;
end $function$
;
comment on function app.drop_outbox_day(timestamp with time zone) is 'Drops the oldest partition of app.outbox whose messages are older than 30 days. Returns false when there is none, or when it is being read.';

CREATE OR REPLACE FUNCTION app.drop_result_part()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
    v_times timestamptz[];
begin
    if tg_table_name = 'responses' then
        -- Filters compare a display with its answers, and the response rate counts those that have a response: the part
        -- of the display changes too.
        v_times := array[new.created_at,
            (select d.reserved_at from app.displays d where d.site_id = new.site_id and d.id = new.display_id)];
    else
        v_times := array[new.reserved_at];
    end if;
    perform app.drop_result_parts_at(array_fill(new.site_id, array[cardinality(v_times)]),
        array_fill(new.prompt_id, array[cardinality(v_times)]), v_times);
    return null;
end $function$
;
comment on function app.drop_result_part() is 'Deletes the parts of a row that was added or changed late.';

CREATE OR REPLACE FUNCTION app.drop_result_parts()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
    if tg_table_name = 'responses' then
        perform app.drop_result_parts_at(array_agg(d.site_id), array_agg(d.prompt_id), array_agg(d.at))
        from (
            select r.site_id, r.prompt_id, t.at from deleted r
            cross join lateral (
                select r.created_at as at
                union
                select d.reserved_at from app.displays d where d.site_id = r.site_id and d.id = r.display_id
            ) t
        ) d;
    else
        perform app.drop_result_parts_at(array_agg(d.site_id), array_agg(d.prompt_id), array_agg(d.reserved_at)) from deleted d;
    end if;
    return null;
end $function$
;
comment on function app.drop_result_parts() is 'Deletes the parts of deleted rows.';

CREATE OR REPLACE FUNCTION app.drop_result_parts_at(p_sites uuid[], p_prompts uuid[], p_times timestamp with time zone[])
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
    -- In a fixed order, so that concurrent changes wait for each other instead of deadlocking.
    with found as materialized (
        select k.site_id, k.prompt_id, k.from_at from app.result_parts k
        where (k.site_id, k.prompt_id) in (select s, p from unnest(p_sites, p_prompts) u (s, p))
          and exists (select from unnest(p_sites, p_prompts, p_times) t (site_id, prompt_id, at)
              where t.site_id = k.site_id and t.prompt_id = k.prompt_id and t.at >= k.from_at and t.at < k.to_at)
        order by k.site_id, k.prompt_id, k.from_at for update
    )
    delete from app.result_parts k using found f
    where k.site_id = f.site_id and k.prompt_id = f.prompt_id and k.from_at = f.from_at
$function$
;
comment on function app.drop_result_parts_at(uuid[],uuid[],timestamp with time zone[]) is 'Deletes the parts that have these times.';

CREATE OR REPLACE FUNCTION app.drop_stale_quotes()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
    delete from app.label_proposals l
    where l.site_id = new.site_id and l.display_id = new.display_id and l.question_id = new.question_id
      and l.state = 'proposed' and position(l.quote in new.text) = 0;
    update app.label_proposals l set quote = null
    where l.site_id = new.site_id and l.display_id = new.display_id and l.question_id = new.question_id
      and position(l.quote in new.text) = 0;
    update app.text_tags g set quote = null, is_example = false
    where g.site_id = new.site_id and g.display_id = new.display_id and g.question_id = new.question_id
      and position(g.quote in new.text) = 0;
    return null;
end $function$
;
comment on function app.drop_stale_quotes() is 'The visitor changed the text: quotes that it no longer contains are not kept.';

CREATE OR REPLACE FUNCTION app.end_assignments()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
    update app.text_answers t set assignee = null from app.sites s
    where s.workspace_id = old.workspace_id and t.site_id = s.id and t.assignee = old.person_id;
    return null;
end $function$
;
comment on function app.end_assignments() is NULL;

CREATE OR REPLACE FUNCTION app.end_connection(p_connection uuid, p_now timestamp with time zone, p_given_back boolean)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
    -- Locks the connection first, as app.renew_tokens does.
    update app.connections c set revoked_at = coalesce(c.revoked_at, p_now) where c.id = p_connection;
    update app.tokens t set revoked_at = p_now where t.connection_id = p_connection and t.revoked_at is null;
    update app.grants g set revoked_at = p_now, given_back = p_given_back
    where g.connection_id = p_connection and g.revoked_at is null;
    update app.grant_requests r set state = 'denied', decided_at = p_now
    where r.connection_id = p_connection and r.state = 'pending';
end $function$
;
comment on function app.end_connection(uuid,timestamp with time zone,boolean) is 'Revokes a connection with all of its tokens, grants and open requests. p_given_back: no person decided this, so what the connection read still counts.';

CREATE OR REPLACE FUNCTION app.end_invitations()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
    delete from app.invitations i
    where i.workspace_id = old.workspace_id and i.created_by = old.person_id and i.accepted_by is null;
    return null;
end $function$
;
comment on function app.end_invitations() is 'Deletes the open invitations of a person who is no longer an owner.';

CREATE OR REPLACE FUNCTION app.end_lost_access()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
    v_role constant text := case when tg_op = 'UPDATE' then new.role end;
    v_cause constant text := case when tg_op = 'UPDATE' then 'role'
        when app.person_id() = old.person_id then 'left' else 'removed' end;
    v_why constant text := coalesce(old.email, old.person_id::text) || case v_cause when 'left' then ' left'
        when 'removed' then ' was removed' else concat(' is ', case v_role when 'viewer' then 'a' else 'an' end, ' ', v_role, ' now') end;
    v_workspace text;
    v_connection app.connections;
    v_lost record;
begin
    select w.name into v_workspace from app.workspaces w where w.id = old.workspace_id;
    -- Deleting a workspace deletes all of it.
    if not found then
        return null;
    end if;
    perform app.withdraw_sign_ins(old, v_role);
    for v_connection in
        select c.* from app.connections c
        where c.person_id = old.person_id and app.is_live(c)
          -- Only owners create tokens for pipelines, so these rely on that role.
          and (v_role is null or c.kind <> 'ci' or v_role <> 'owner')
          and (exists (select from app.connection_sites s where s.connection_id = c.id and s.workspace_id = old.workspace_id)
              or exists (select from app.grants g where g.connection_id = c.id and g.workspace_id = old.workspace_id))
        order by c.id for no key update
    loop
        v_lost := app.restrict_connection(v_connection, old, v_role);
        if v_lost.sites <> '{}' or v_lost.actions <> '{}' then
            perform app.record_lost_access(v_connection, old, v_lost.actions, v_lost.sites <> '{}', v_why);
            insert into app.lost_access
                (person_id, connection_id, workspace_id, workspace_name, cause, role, sites, actions, ended)
            values (old.person_id, v_connection.id, old.workspace_id, v_workspace, v_cause, v_role,
                v_lost.sites, v_lost.actions, v_lost.ended);
        end if;
    end loop;
    return null;
end $function$
;
comment on function app.end_lost_access() is 'Ends what relied on a membership or a role, in the transaction that ends it, and records that for the person and in the audit log.';

CREATE OR REPLACE FUNCTION app.end_result_links()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
    v_role constant text := case when tg_op = 'UPDATE' then new.role end;
begin
    update app.result_links l set revoked_at = clock_timestamp() from app.sites s
    where s.workspace_id = old.workspace_id and l.site_id = s.id and l.created_by = old.person_id and l.revoked_at is null
      and (v_role is null or v_role <> all(app.roles_at_least(case when l.words then 'owner' else 'editor' end)));
    return null;
end $function$
;
comment on function app.end_result_links() is 'Revokes the links of a person who lost the role that was needed to create them.';

CREATE OR REPLACE FUNCTION app.end_waiting(p_site integer, p_event uuid, p_reason app.reason, p_now timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
    update app.events e set reason = p_reason, claimed_at = p_now
    where e.site = p_site and e.id = p_event and e.reason = 'waiting';
end $function$
;
comment on function app.end_waiting(integer,uuid,app.reason,timestamp with time zone) is 'Stores the outcome for the prompt that waited because of an event.';

CREATE OR REPLACE FUNCTION app.epoch(p_at timestamp with time zone)
 RETURNS numeric
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
    return round(extract(epoch from p_at - timestamptz 'epoch'), 3);
end $function$
;
comment on function app.epoch(timestamp with time zone) is 'Seconds since 1970, to the millisecond.';

CREATE OR REPLACE FUNCTION app.erase_person(p_site uuid, p_visitor uuid, p_account text, p_hash text)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
    v_visitors uuid[];
    v_subjects uuid[];
    v_counts jsonb := '{}';
    v_count bigint;
    v_receipt app.erasures;
begin
    perform app.require_role(p_site, 'owner');
    v_visitors := app.find_visitors(p_site, p_visitor, p_account);
    v_subjects := app.find_subjects(p_site, v_visitors, p_account);
    delete from app.events e using app.sites s, app.visitors v
    where s.id = p_site and v.site_id = p_site and v.id = any(v_visitors) and e.site + 0 = s.key and e.visitor = v.key;
    get diagnostics v_count = row_count;
    v_counts := v_counts || jsonb_build_object('events', v_count);
    delete from app.responses where site_id = p_site and (visitor_id = any(v_visitors) or subject_id = any(v_subjects)
        or display_id in (select d.id from app.displays d where d.site_id = p_site and d.visitor_id = any(v_visitors)));
    get diagnostics v_count = row_count;
    v_counts := v_counts || jsonb_build_object('responses', v_count);
    delete from app.displays where site_id = p_site and (visitor_id = any(v_visitors) or subject_id = any(v_subjects));
    get diagnostics v_count = row_count;
    v_counts := v_counts || jsonb_build_object('displays', v_count);
    delete from app.visitor_versions where site_id = p_site and visitor_id = any(v_visitors);
    get diagnostics v_count = row_count;
    v_counts := v_counts || jsonb_build_object('visitor_versions', v_count);
    delete from app.visitors where site_id = p_site and id = any(v_visitors);
    get diagnostics v_count = row_count;
    v_counts := v_counts || jsonb_build_object('visitors', v_count);
    delete from app.subjects where site_id = p_site and id = any(v_subjects);
    get diagnostics v_count = row_count;
    v_counts := v_counts || jsonb_build_object('subjects', v_count);
    delete from app.buckets where site_id = p_site and kind = 2 and key in (select uuid_send(u) from unnest(v_subjects) u);

    insert into app.erasures (site_id, hash, counts, erased_by)
    values (p_site, p_hash, v_counts, app.person_id()) returning * into v_receipt;
    if cardinality(v_visitors) > 0 and app.has_destination(p_site, 'visitor.erased') then
        insert into app.outbox (site_id, id, type, detail)
        values (p_site, app.mint_id(), 'visitor.erased', jsonb_build_object('id', v_receipt.id, 'visitors', v_visitors));
    end if;
    return to_jsonb(v_receipt) - 'site_id';
end $function$
;
comment on function app.erase_person(uuid,uuid,text,text) is 'Deletes all data about one visitor, or about one account with all its visitors, and stores a receipt. p_hash is a keyed hash of their ID.';

CREATE OR REPLACE FUNCTION app.evaluate(c app.candidates, p_facts jsonb, p_show boolean)
 RETURNS app.reason
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
declare
    v_now numeric;
    v_reason app.reason;
begin
    if c.experiment is not null then
        c := app.choose_variant(c, p_facts ->> 'sample_key');
    end if;
    if not p_show then
        -- A single expression, because most candidates fail here, and each additional expression is measurable at 1,000 prompts.
        v_reason := case
            when c.compares_dates and not p_facts ? 'history' then 'unknown'
            when not jsonb_path_match(p_facts, c.trigger_path, c.vars, true) then
                case when jsonb_path_match(p_facts, c.trigger_path_if_verified, c.vars, true) then 'unverified'
                    else 'trigger_properties' end::app.reason
            when c.repeated is not null and app.check_repeated(c, p_facts) is not null then app.check_repeated(c, p_facts)
            when c.needed_facts is not null and not p_facts ? 'history' then
                case when not jsonb_path_match(p_facts, c.audience_prefilter, c.vars, true) then 'audience' else 'unknown' end::app.reason
            when not jsonb_path_match(p_facts, c.audience_path, c.vars, true) then 'audience'
            when c.rate < 1 and app.sample_position(c.prompt_id, p_facts ->> 'sample_key') >= c.rate then 'sampled_out' end;
        if v_reason is not null then
            return v_reason;
        end if;
    end if;
    v_now := p_facts -> 'now';
    if c.starts_at is not null or c.ends_at is not null then
        v_reason := app.check_dates(c, p_facts);
        if v_reason is not null then
            return v_reason;
        end if;
    end if;
    if not p_show and c.min_session_seconds > 0 and (p_facts -> 'session')::numeric > v_now - c.min_session_seconds then
        return 'session_too_young';
    elsif not p_facts ? 'seen' then
        return 'unknown';
    end if;
    v_reason := coalesce(
        app.check_prompt_limits(c, p_facts #> array['seen', c.prompt_id::text], v_now),
        app.check_site_limits(c, p_facts -> 'site', v_now));
    -- Separate, because preparing these calls is measurable, and few prompts need one of them.
    if v_reason is null and (c.per_group is not null or p_facts ? 'budgets' or p_facts -> 'site' ? 'holdout') then
        v_reason := coalesce(
            case when c.per_group is not null then app.check_group(c, p_facts) end,
            case when p_facts ? 'budgets' then app.check_budget(c, p_facts) end,
            case when p_facts -> 'site' ? 'holdout' then app.check_holdout(c, p_facts, p_show) end);
    end if;
    if v_reason is not null then
        return v_reason;
    end if;
    -- An event from the backend has no page, so its prompt waits for one. A prompt that another event may prevent waits
    -- too: its delay is not 0.
    return case when (c.delay_seconds > 0 or c.backend) and not p_show then 'waiting' else 'displayed' end;
end $function$
;
comment on function app.evaluate(app.candidates,jsonb,boolean) is 'The reason of a candidate: that of the first rule that fails, in the order of app.reason, else `displayed` or `waiting`; `unknown` if facts have to be loaded first.';

CREATE OR REPLACE FUNCTION app.evaluate_replayed(c app.candidates, p_claim app.pending_claim, p_subject uuid, p_past app.past_display[], p_limits jsonb)
 RETURNS app.reason
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
    v_reason app.reason := app.evaluate(c, p_claim.facts, false);
    v_needed jsonb;
    v_facts jsonb;
begin
    if v_reason <> 'unknown' then
        return v_reason;
    end if;
    -- Displays to other people of a group are not replayed.
    v_needed := case when c.needed_facts is not null or c.compares_dates then
        coalesce(c.needed_facts, '{}') - array['prompts', 'events', 'occurrences', 'groups'] end;
    v_facts := app.load_facts(p_claim.facts, c.site_id, '{}', null, p_claim.session_id, '[]', p_claim.event_id,
        p_claim.name, v_needed, p_claim.due, p_claim.due)
        || app.replayed_limits(p_past, c.prompt_id, p_claim.visitor_id, p_claim.joined_at, p_claim.session_id,
            p_limits, p_claim.due);
    if c.needed_facts ? 'prompts' and cardinality(p_past) > 0 then
        v_facts := jsonb_set(v_facts, '{history}', app.replayed_history(p_past, c.needed_facts -> 'prompts', p_claim.due));
    end if;
    if c.needed_facts ? 'events' then
        v_facts := jsonb_set(v_facts, '{history,events}',
            app.count_replayed_events(c.site_id, p_subject, p_claim, c.needed_facts -> 'events'));
    end if;
    if c.needed_facts ? 'occurrences' then
        v_facts := v_facts || jsonb_build_object('occurrences', app.count_occurrences(
            c.site_id, p_subject, p_claim.event_id, c.needed_facts -> 'occurrences', p_claim.due, p_claim));
    end if;
    return app.evaluate(c, v_facts, false);
end $function$
;
comment on function app.evaluate_replayed(app.candidates,app.pending_claim,uuid,app.past_display[],jsonb) is 'The reason of the candidate for an event at the time `due`, given the displays of the replay so far.';

CREATE OR REPLACE FUNCTION app.explain(p_site uuid, p_event text, p_prompt uuid, p_facts jsonb, p_show boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
    return (
        select coalesce(jsonb_agg(jsonb_build_object('survey_id', k.survey_id,
            'reason', case when k.place > 1 and k.reason in ('displayed', 'waiting') then 'lost_priority' else k.reason::text end,
            'rules', k.rules) order by k.place), '[]')
        from (
            select c.survey_id, v.reason, app.explain_rules(c, r.content, p_facts, p_show) as rules,
                row_number() over (order by v.reason desc, c.priority desc, c.published_at, c.prompt_id) as place
            from app.candidates c
            join app.revisions r on r.site_id = c.site_id and r.prompt_id = c.prompt_id and r.number = c.revision
            cross join lateral (select app.evaluate(c, p_facts, p_show) as reason offset 0) v
            where c.site_id = p_site and c.event_name = p_event and (p_prompt is null or c.prompt_id = p_prompt)
              and (c.backend or not p_facts ? 'backend')
            order by place limit 50) k
    );
end $function$
;
comment on function app.explain(uuid,text,uuid,jsonb,boolean) is 'The candidates in the order of app.decide, each with its reason and rules, as `ExplainedPrompt` of the contract.';

CREATE OR REPLACE FUNCTION app.explain_budget(c app.candidates, p_facts jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
    v_spent jsonb := p_facts #> array['budgets', c.prompt_id::text];
    v_budget jsonb := c.budget;
    v_reason app.reason := app.check_budget(c, p_facts);
    v_site integer := p_facts #> '{site,displays_per_day}';
    v_rules jsonb := '[]';
begin
    if v_budget ? 'displays' then
        v_rules := v_rules || app.explained_rule('displays_budget',
            (v_spent -> 'displays')::integer < (v_budget -> 'displays')::integer,
            jsonb_build_object('spent', v_spent -> 'displays', 'allowed', v_budget -> 'displays'));
    end if;
    if v_budget ? 'responses' then
        v_rules := v_rules || app.explained_rule('responses_budget',
            (v_spent -> 'responses')::integer < (v_budget -> 'responses')::integer,
            jsonb_build_object('spent', v_spent -> 'responses', 'allowed', v_budget -> 'responses'));
    end if;
    if v_budget ? 'period' then
        v_rules := v_rules || app.explained_rule('period_budget',
            (v_spent -> 'period')::integer < (v_budget #> '{period,displays}')::integer,
            jsonb_build_object('spent', v_spent -> 'period', 'allowed', v_budget #> '{period,displays}',
                'every', v_budget #> '{period,every}'));
    end if;
    if v_site is not null then
        v_rules := v_rules || app.explained_rule('site_budget', (p_facts #> '{budgets,site}')::integer < v_site,
            jsonb_build_object('spent', p_facts #> '{budgets,site}', 'allowed', v_site));
    end if;
    if (v_budget #> '{period,paced}')::boolean then
        v_rules := v_rules || app.explained_rule('pacing', v_reason is distinct from 'paced', jsonb_build_object(
            'percent', floor((v_spent -> 'elapsed')::numeric * 100), 'every', v_budget #> '{period,every}',
            'due', app.paced_allowance((v_budget #> '{period,displays}')::integer, (v_spent -> 'elapsed')::double precision),
            'allowed', v_budget #> '{period,displays}'));
    end if;
    return v_rules;
end $function$
;
comment on function app.explain_budget(app.candidates,jsonb) is 'How much of the budgets of the prompt and its site is used, as rules; empty without a budget.';

CREATE OR REPLACE FUNCTION app.explain_call(p_call app.call, p_prompt uuid, p_show boolean, p_until timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
    v_event text := case when p_prompt is null then p_call.name else '' end;
    v_candidates app.candidates[] := array(
        select c from app.candidates c
        where c.site_id = p_call.site_id and c.event_name = v_event and c.prompt_id = coalesce(p_prompt, c.prompt_id));
    v_needed jsonb;
    v_facts jsonb;
    c app.candidates;
begin
    foreach c in array v_candidates loop
        v_needed := app.merge_needed_facts(v_needed, c.needed_facts);
    end loop;
    v_facts := app.load_call_facts(p_call, v_needed, app.call_facts(p_call), p_until);
    return app.explain(p_call.site_id, v_event, p_prompt, v_facts || app.budget_facts(
        p_call.site_id, p_call.settings, v_candidates, p_call.now, p_until), p_show);
end $function$
;
comment on function app.explain_call(app.call,uuid,boolean,timestamp with time zone) is 'Explains the decision about a call with the facts as of p_until.';

CREATE OR REPLACE FUNCTION app.explain_conditions(p_rule jsonb, p_code text, p_properties text, p_facts jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
    return (
        select coalesce(jsonb_agg(app.explained_rule(p_code, jsonb_path_match(p_facts, c.path::jsonpath, c.vars, true),
            jsonb_build_object('condition', l.leaf) || app.condition_facts(l.leaf, p_facts))), '[]')
        from app.leaf_conditions(p_rule) l (leaf)
        cross join lateral app.compile_condition(l.leaf, p_properties, '{}') c
    );
end $function$
;
comment on function app.explain_conditions(jsonb,text,text,jsonb) is 'Each condition of a rule with its outcome and its fact, without regard to groups.';

CREATE OR REPLACE FUNCTION app.explain_delay(p_content jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
    return case when (p_content #>> '{timing,delay_seconds}')::integer > 0
        then jsonb_build_array(app.explained_rule('delay', true,
            jsonb_build_object('seconds', p_content #> '{timing,delay_seconds}')))
        else '[]' end;
end $function$
;
comment on function app.explain_delay(jsonb) is NULL;

CREATE OR REPLACE FUNCTION app.explain_draft(p_call app.call, p_content jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
    v_prompt uuid := coalesce((select p.id from app.prompts p
        where p.site_id = p_call.site_id and p.survey_id = p_content ->> 'survey_id'), '00000000-0000-7000-8000-000000000000');
    c app.candidates := app.compile_content(p_call.site_id, v_prompt, 0, p_call.now, p_call.name, p_content);
    v_needed jsonb := case when c.needed_facts is not null or c.compares_dates then
        '{"prompts": [], "events": []}'::jsonb || coalesce(c.needed_facts, '{}') end;
    v_facts jsonb;
    v_events jsonb := p_content #> '{trigger,events}';
    v_is_triggered boolean := coalesce(v_events ? p_call.name, false);
begin
    if c.backend then
        -- A test or a preview has no backend to report the event.
        p_call.request_context := p_call.request_context || '{"backend": true}';
        p_call.verified := coalesce(p_call.verified, p_call.properties);
    end if;
    v_facts := app.load_facts(app.call_facts(p_call), p_call.site_id, p_call.settings, p_call.subject_id,
        p_call.session_id, '[]', p_call.event_id, p_call.name, v_needed, p_call.now, 'infinity')
        || app.draft_budget_facts(p_call, c);
    return jsonb_build_object('survey_id', c.survey_id,
        'reason', case when v_is_triggered and p_call.reset_at is null then app.evaluate(c, v_facts, false)::text else 'no_prompt' end,
        'rules', jsonb_build_array(app.explained_rule('event', v_is_triggered,
                jsonb_build_object('events', v_events, 'name', p_call.name)))
            || app.explain_rules(c, p_content, v_facts, false));
end $function$
;
comment on function app.explain_draft(app.call,jsonb) is 'The outcome of a content for a call, in the form of app.explain. The content need not be saved.';

CREATE OR REPLACE FUNCTION app.explain_experiment(c app.candidates, p_key text)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
    return case when c.experiment is null then '[]' else jsonb_build_array(app.explained_rule('experiment', true,
        jsonb_build_object('variant', app.find_variant(app.choose_variant(c, p_key)), 'experiment', c.experiment -> 'key',
            'position', app.truncate_position(app.sample_position(c.prompt_id, (c.experiment ->> 'key') || ' ' || p_key))))) end;
end $function$
;
comment on function app.explain_experiment(app.candidates,text) is 'Which variant the subject with this sample key gets, as a rule that always passes; empty without an experiment.';

CREATE OR REPLACE FUNCTION app.explain_group(c app.candidates, p_facts jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
    v_trait text := c.per_group ->> 'trait';
begin
    if c.per_group is null then
        return '[]';
    end if;
    return jsonb_build_array(app.explained_rule('group_limit', app.check_group(c, p_facts) is null, jsonb_build_object(
        'trait', v_trait, 'applies', app.group_hash(p_facts -> 'traits', v_trait) is not null,
        'seconds_ago', (p_facts -> 'now')::numeric - (p_facts #> array['groups', c.prompt_id::text])::numeric,
        'days', c.per_group -> 'days')));
end $function$
;
comment on function app.explain_group(app.candidates,jsonb) is 'Whether the limit per group allows a display; empty for a prompt without such a limit.';

CREATE OR REPLACE FUNCTION app.explain_holdout(c app.candidates, p_facts jsonb, p_show boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
    v_at double precision := app.sample_position(c.site_id, p_facts ->> 'sample_key');
    v_share double precision := p_facts #> '{site,holdout}';
begin
    if v_share is null or p_show and not c.respects_site then
        return '[]';
    end if;
    return jsonb_build_array(app.explained_rule('holdout', v_at >= v_share,
        jsonb_build_object('position', app.truncate_position(v_at), 'share', v_share)));
end $function$
;
comment on function app.explain_holdout(app.candidates,jsonb,boolean) is 'Whether the subject is in the site''s holdout; empty for a site without one.';

CREATE OR REPLACE FUNCTION app.explain_limits(c app.candidates, p_facts jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
    v_now numeric := p_facts -> 'now';
    v_seen jsonb := p_facts #> array['seen', c.prompt_id::text];
    v_site jsonb := p_facts -> 'site';
    v_own app.reason := app.check_prompt_limits(c, v_seen, v_now);
    v_across app.reason := app.check_site_limits(c, v_site, v_now);
    v_rules jsonb;
begin
    v_rules := jsonb_build_array(app.explained_rule('limits', v_own is null, jsonb_build_object(
        'displays', coalesce((v_seen -> 'displays')::integer, 0), 'seconds_ago', v_now - (v_seen -> 'last')::numeric,
        'show', c.show, 'times', c.times, 'again_after_days', c.again_after_days)));
    if not c.respects_site then
        return v_rules || app.explained_rule('site_limits', true);
    end if;
    v_rules := v_rules || app.explained_rule('site_cooldown', v_across is distinct from 'site_cooldown', jsonb_build_object(
        'seconds_ago', v_now - (v_site -> 'last')::numeric, 'cooldown_days', v_site -> 'cooldown_days',
        'window_displays', v_site -> 'window_displays', 'window_days', v_site -> 'window_days',
        'window_limit', v_site -> 'window_limit'));
    if v_site ? 'session_limit' then
        v_rules := v_rules || app.explained_rule('session_limit', v_across is distinct from 'session_limit',
            jsonb_build_object('displays', v_site -> 'session_displays', 'limit', v_site -> 'session_limit'));
    end if;
    return v_rules;
end $function$
;
comment on function app.explain_limits(app.candidates,jsonb) is NULL;

CREATE OR REPLACE FUNCTION app.explain_rules(c app.candidates, p_content jsonb, p_facts jsonb, p_show boolean)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
    v_now numeric := p_facts -> 'now';
    v_verified_only boolean := coalesce((p_content #>> '{trigger,verified}')::boolean, false);
    v_at double precision := app.sample_position(c.prompt_id, p_facts ->> 'sample_key');
    v_dates app.reason := app.check_dates(c, p_facts);
    v_audience jsonb := case when p_facts ? 'has_page' then app.part_without_context(app.audience_rule(p_content))
        else app.audience_rule(p_content) end;
    v_rules jsonb := '[]';
begin
    v_rules := app.explain_experiment(c, p_facts ->> 'sample_key');
    c := app.choose_variant(c, p_facts ->> 'sample_key');
    if not p_show then
        if c.backend then
            v_rules := v_rules || app.explained_rule('source', p_facts ? 'backend');
        end if;
        if v_verified_only then
            v_rules := v_rules || app.explained_rule('verified', (p_facts -> 'proven')::boolean,
                jsonb_build_object('backend', p_facts ? 'backend'));
        end if;
        v_rules := v_rules
            || app.explain_conditions(p_content #> '{trigger,where}', 'trigger',
                case when v_verified_only then 'verified' else 'declared' end, p_facts)
            || app.explain_trigger(c, p_facts)
            || app.explain_conditions(v_audience, 'audience', 'declared', p_facts);
        if v_audience is distinct from app.audience_rule(p_content) then
            v_rules := v_rules || app.explained_rule('audience_in_browser', true);
        end if;
        if c.rate < 1 then
            v_rules := v_rules || app.explained_rule('sampling', v_at < c.rate,
                jsonb_build_object('position', app.truncate_position(v_at), 'rate', c.rate));
        end if;
    end if;
    if c.starts_at is not null then
        v_rules := v_rules || app.explained_rule('start', v_dates is distinct from 'not_started',
            jsonb_build_object('at', app.format_instant(c.starts_at)));
    end if;
    if c.ends_at is not null then
        v_rules := v_rules || app.explained_rule('end', v_dates is distinct from 'ended',
            jsonb_build_object('at', app.format_instant(c.ends_at)));
    end if;
    if not p_show and c.min_session_seconds > 0 then
        v_rules := v_rules || app.explained_rule('session', (p_facts -> 'session')::numeric <= v_now - c.min_session_seconds,
            jsonb_build_object('seconds_ago', v_now - (p_facts -> 'session')::numeric, 'required', c.min_session_seconds));
    end if;
    return v_rules || app.explain_limits(c, p_facts) || app.explain_group(c, p_facts) || app.explain_budget(c, p_facts)
        || app.explain_holdout(c, p_facts, p_show);
end $function$
;
comment on function app.explain_rules(app.candidates,jsonb,jsonb,boolean) is 'Every rule of a candidate with its outcome and its facts.';

CREATE OR REPLACE FUNCTION app.explain_show(p_call app.call, p_prompt uuid, p_content jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
    c app.candidates := app.compile_content(p_call.site_id, p_prompt, 0, p_call.now, '', p_content);
    v_needed jsonb := case when c.per_group is not null then jsonb_build_object('groups', c.needed_facts -> 'groups') end;
    v_facts jsonb := app.load_facts(app.call_facts(p_call), p_call.site_id, p_call.settings, p_call.subject_id,
        p_call.session_id, '[]', p_call.event_id, p_call.name, v_needed, p_call.now, 'infinity')
        || app.draft_budget_facts(p_call, c);
begin
    return jsonb_build_object('reason', app.evaluate(c, v_facts, true),
        'rules', app.explain_rules(c, p_content, v_facts, true));
end $function$
;
comment on function app.explain_show(app.call,uuid,jsonb) is 'The outcome of a content for a call of show(). The content need not be published.';

CREATE OR REPLACE FUNCTION app.explain_trigger(c app.candidates, p_facts jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
    v_count integer := coalesce((p_facts #> array['occurrences', c.prompt_id::text])::integer, 1);
    v_rules jsonb := '[]';
begin
    if c.repeated is not null then
        v_rules := v_rules || app.explained_rule('repeated', v_count >= (c.repeated -> 'times')::integer, jsonb_build_object(
            'times', c.repeated -> 'times', 'within_minutes', c.repeated -> 'within_minutes', 'count', v_count));
    end if;
    if c.unless is not null then
        v_rules := v_rules || app.explained_rule('unless', true, jsonb_build_object(
            'within_minutes', c.unless -> 'within_minutes', 'events', c.unless -> 'events'));
    end if;
    if c.cancel_events is not null then
        v_rules := v_rules || app.explained_rule('cancel', true, jsonb_build_object('events', c.cancel_events));
    end if;
    return v_rules;
end $function$
;
comment on function app.explain_trigger(app.candidates,jsonb) is 'The rules of a trigger about events other than the one that triggers it.';

CREATE OR REPLACE FUNCTION app.explained_rule(p_code text, p_passed boolean, p_facts jsonb DEFAULT '{}'::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
    return jsonb_build_object('code', p_code, 'passed', p_passed, 'facts', p_facts);
end $function$
;
comment on function app.explained_rule(text,boolean,jsonb) is 'One rule with its outcome, and the facts that `RuleFacts` of the contract has for the code.';

CREATE OR REPLACE FUNCTION app.export_person(p_site uuid, p_visitor uuid, p_account text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
    v_oldest timestamptz := clock_timestamp() - interval '90 days';
    v_visitors uuid[];
    v_subjects uuid[];
begin
    perform app.require_role(p_site, 'owner');
    v_visitors := app.find_visitors(p_site, p_visitor, p_account);
    v_subjects := app.find_subjects(p_site, v_visitors, p_account);
    -- Rows past their retention count as deleted; their events and displays are older still.
    v_visitors := array(select k.id from unnest(v_visitors) k (id) where not exists (
        select from app.visitors v where v.site_id = p_site and v.id = k.id and v.last_seen_at < v_oldest));
    v_subjects := array(select s.id from app.subjects s
        where s.site_id = p_site and s.id = any(v_subjects) and s.last_seen_at >= v_oldest);
    return jsonb_build_object(
        'subjects', (select coalesce(jsonb_agg(to_jsonb(s) - 'site_id' order by s.id), '[]') from app.subjects s
            where s.site_id = p_site and s.id = any(v_subjects)),
        'visitors', (select coalesce(jsonb_agg(to_jsonb(v) - 'site_id' - 'key' order by v.id), '[]') from app.visitors v
            where v.site_id = p_site and v.id = any(v_visitors)),
        'visitor_versions', (select coalesce(jsonb_agg(to_jsonb(v) - 'site_id' order by v.visitor_id, v.until), '[]')
            from app.visitor_versions v where v.site_id = p_site and v.visitor_id = any(v_visitors)),
        'events', (select coalesce(jsonb_agg(to_jsonb(e) - 'site_id' order by e.id), '[]') from app.event_details e
            where e.site_id = p_site and e.visitor_id = any(v_visitors)
              and e.id > app.id_from(clock_timestamp() - interval '30 days')),
        'displays', (select coalesce(jsonb_agg(to_jsonb(d) - 'site_id' order by d.id), '[]') from app.displays d
            where d.site_id = p_site and (d.visitor_id = any(v_visitors) or d.subject_id = any(v_subjects))
              and d.reserved_at >= v_oldest),
        'responses', (select coalesce(jsonb_agg(to_jsonb(r) - 'site_id' order by r.display_id), '[]') from app.responses r
            where r.site_id = p_site and (r.visitor_id = any(v_visitors) or r.subject_id = any(v_subjects))));
end $function$
;
comment on function app.export_person(uuid,uuid,text) is 'All data about one visitor, or about one account with all its visitors.';

CREATE OR REPLACE FUNCTION app.extrapolate_draft(p_found app.replay, p_shared jsonb, p_share double precision, p_claimed bigint, p_waited bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
    v_estimate jsonb := app.extrapolate_replay(p_found, p_share, p_claimed, p_waited);
    v_displays double precision := p_shared -> 'displays';
    v_uncertain double precision := p_shared -> 'uncertain';
    v_factor double precision := v_displays / nullif((v_estimate -> 'displays')::double precision, 0);
    -- Subjects per display as in the sample, which may contain no displays of a small budget.
    v_reached double precision := coalesce((v_estimate -> 'reached')::double precision * v_factor, v_displays);
    v_error double precision := coalesce((v_estimate -> 'reached_error')::double precision * v_uncertain * least(1, v_factor), v_displays);
begin
    return case when p_shared is null then v_estimate else v_estimate || jsonb_build_object('displays', round(v_displays),
        'displays_error', ceil((v_estimate -> 'displays_error')::double precision * v_uncertain * least(1, v_factor)),
        'reached', round(v_reached), 'reached_error', ceil(v_error),
        'low', greatest(0, floor(v_reached - v_error)), 'high', ceil(v_reached + v_error),
        'reasons', v_estimate -> 'reasons' || jsonb_build_object('displayed', round(v_displays))) end;
end $function$
;
comment on function app.extrapolate_draft(app.replay,jsonb,double precision,bigint,bigint) is 'app.extrapolate_replay for a draft, with the displays of app.shared_displays if one of its budgets is spent.';

CREATE OR REPLACE FUNCTION app.extrapolate_portfolio(p_site uuid, p_sums jsonb, p_shared jsonb, p_reserved jsonb, p_draft uuid, p_share double precision, p_claimed double precision, p_now timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
    return (
        with sums as (
            select p.key as prompt, (p_sums -> p.key ->> 0)::double precision / p_share as without,
                (p_sums -> p.key ->> 1)::double precision / p_share as "with", (p_sums -> p.key ->> 2)::double precision / p_share as was,
                app.sum_error(coalesce((p_sums -> p.key ->> 5)::bigint, 0), coalesce((p_sums -> p.key ->> 9)::bigint, 0), p_share, p_claimed) as was_error,
                app.sum_error(coalesce((p_sums -> p.key ->> 6)::bigint, 0), coalesce((p_sums -> p.key ->> 9)::bigint, 0), p_share, p_claimed) as change_error,
                coalesce((p_reserved ->> p.key)::bigint, 0) as reserved, p_shared -> p.key as shared
            from (select '' as key union select jsonb_object_keys(p_sums) union select jsonb_object_keys(p_reserved)
                union select jsonb_object_keys(p_shared)) p
        ),
        found as (
            select s.prompt, coalesce((s.shared #>> '{1,displays}')::double precision, s.without, 0) as without,
                coalesce((s.shared #>> '{2,displays}')::double precision, s."with", 0) as "with",
                coalesce((s.shared #>> '{4,displays}')::double precision, s.was, 0) as was, coalesce(s.was, 0) as was_sum, s.was_error,
                coalesce((s.shared #>> '{4,uncertain}')::double precision, 1) as was_uncertain,
                s.change_error * greatest(coalesce((s.shared #>> '{1,uncertain}')::double precision, 1),
                    coalesce((s.shared #>> '{2,uncertain}')::double precision, 1)) as change_error, s.reserved
            from sums s
        ),
        estimate as (
            select f.*, row_number() over (order by abs(f."with" - f.without) desc, f.without desc, f.prompt) as place
            from found f where f.prompt <> '' and f.prompt is distinct from p_draft::text
        )
        select jsonb_build_object(
            'prompts', coalesce((
                select jsonb_agg(jsonb_build_object('prompt', e.prompt, 'survey_id', p.survey_id, 'name', r.content ->> 'name',
                    'displays_without', round(e.without), 'displays_with', round(e."with"), 'change', round(e."with" - e.without),
                    'change_error', ceil(e.change_error))
                    order by e.place)
                from estimate e
                join app.prompts p on p.site_id = p_site and p.id = e.prompt::uuid and p.state = 'published'
                join app.revisions r on r.site_id = p_site and r.prompt_id = p.id and r.number = p.published_revision
                where e.place <= 50 and coalesce((r.content #>> '{timing,ends_at}')::timestamptz > p_now, true)), '[]'),
            'backtest', (
                select jsonb_build_object('replayed', round(f.was + (select coalesce(sum(x.was - x.was_sum), 0) from found x where x.prompt <> '')),
                    'error', ceil(f.was_error * coalesce((select sqrt(sum(x.was * x.was_uncertain ^ 2) / nullif(sum(x.was), 0))
                        from found x where x.prompt <> ''), 1)),
                    'reserved', (select coalesce(sum(x.value::bigint), 0) from jsonb_each_text(p_reserved) x),
                    'prompts', coalesce((select jsonb_agg(jsonb_build_object('prompt', b.prompt, 'survey_id', p.survey_id,
                        'replayed', round(b.was), 'error', ceil(b.was_error * b.was_uncertain),
                        'reserved', b.reserved) order by b.reserved desc, b.prompt)
                        from (select * from found x where x.prompt <> '' order by x.reserved desc, x.was desc, x.prompt limit 50) b
                        join app.prompts p on p.site_id = p_site and p.id = b.prompt::uuid), '[]'))
                from found f where f.prompt = '')));
end $function$
;
comment on function app.extrapolate_portfolio(uuid,jsonb,jsonb,jsonb,uuid,double precision,double precision,timestamp with time zone) is 'Extrapolates the sums of app.replay_portfolio, but takes the displays of app.shared_displays where there are any: for the other live prompts what changes, those that change most first, and a comparison of what was replayed as it was with the displays that were reserved.';

CREATE OR REPLACE FUNCTION app.extrapolate_replay(p_found app.replay, p_share double precision, p_claimed bigint, p_waited bigint)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
    v_missing double precision := 1 - p_share;
    -- Adds two claims and two misses (Agresti–Coull), so that no observed claim does not mean a share of zero.
    v_claimed double precision := (p_claimed + 2) / (p_waited + 4)::double precision;
    v_claim_variance double precision := coalesce(v_claimed * (1 - v_claimed), 0);
    v_reached double precision := p_found.subjects_with_sampled_claims;
    v_displayed double precision := least(p_found.sampled_claims, p_found.displays / greatest(v_claimed, 0.05));
begin
    -- Poisson sampling draws each subject independently, so the variance of a sum is that of the squares of the subjects'
    -- contributions. Claims are random both in the replay and in reality, and their share is itself an estimate.
    v_reached := 1.96 * sqrt(v_missing * p_found.reached + v_missing ^ 2 * 0.96
        + v_claim_variance * (v_reached * (1 + p_share) + v_reached ^ 2 / greatest(p_waited, 1)));
    -- The one unseen subject that 0.96 adds has as many displays as those that were reached.
    v_displayed := 1.96 * sqrt(v_missing * p_found.squared_displays
        + v_missing ^ 2 * 0.96 * greatest(1, p_found.squared_displays / greatest(p_found.reached, 1)::double precision)
        + v_claim_variance * (p_found.sampled_claims * (1 + p_share) + v_displayed ^ 2 / greatest(p_waited, 1)));
    return jsonb_build_object('share', p_share, 'looked_at', p_found.subjects,
        'events', round(p_found.events / p_share), 'reached', round(p_found.reached / p_share),
        'reached_error', ceil(v_reached / p_share), 'displays', round(p_found.displays / p_share),
        'displays_error', ceil(v_displayed / p_share),
        'low', greatest(0, floor((p_found.reached + 1.92 * v_missing - v_reached) / p_share)),
        'high', ceil((p_found.reached + 1.92 * v_missing + v_reached) / p_share),
        'claimed', case when p_waited > 0 then p_claimed / p_waited::double precision end,
        'reasons', (select coalesce(jsonb_object_agg(x.key, round(x.value::integer / p_share)), '{}')
            from jsonb_each_text(p_found.reasons) x));
end $function$
;
comment on function app.extrapolate_replay(app.replay,double precision,bigint,bigint) is 'Extrapolates a replay of a share of the subjects to all. Errors are half-widths of 95 % confidence intervals; low and high are the bounds of the reached subjects.';

CREATE OR REPLACE FUNCTION app.filter_date(p_value jsonb, p_now timestamp with time zone)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
    select jsonb_strip_nulls(jsonb_build_object('now', app.epoch(p_now),
        'date', case jsonb_typeof(p_value) when 'string' then app.parse_instant(p_value #>> '{}') end))
$function$
;
comment on function app.filter_date(jsonb,timestamp with time zone) is 'What a condition on a date is tested against: the date in the value, if there is one, and the time of the display.';

CREATE OR REPLACE FUNCTION app.filter_path(p_condition jsonb)
 RETURNS jsonpath
 LANGUAGE sql
 IMMUTABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$ select c.path::jsonpath from app.compile_filter(p_condition) c $function$
;
comment on function app.filter_path(jsonb) is 'The predicate of one condition; its values are in app.filter_vars.';

CREATE OR REPLACE FUNCTION app.filter_sql(p_condition jsonb, p_answers text, p_traits text, p_context text, p_at text)
 RETURNS text
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
    v_group text := (select g from unnest(array['all', 'any', 'none']) g where jsonb_typeof(p_condition -> g) = 'array');
    v_from text := case when p_condition ? 'trait' then p_traits else format('coalesce(%s, ''{}'')', p_context) end;
begin
    if v_group is not null then
        return (select format(case v_group when 'none' then 'not (%s)' else '(%s)' end,
                string_agg(app.filter_sql(m, p_answers, p_traits, p_context, p_at), case v_group when 'all' then ' and ' else ' or ' end))
            from jsonb_array_elements(p_condition -> v_group) m);
    end if;
    return format('coalesce(jsonb_path_match(%s, (select app.filter_path(%L)), (select app.filter_vars(%L)), true), false)',
        case when p_condition ? 'answer' then p_answers
            when p_condition ->> 'op' in ('before', 'after', 'older_than', 'newer_than') then
                format('app.filter_date(%s, %s)', case when p_condition ? 'trait'
                    then format('%s -> %L', v_from, p_condition ->> 'trait') else 'null::jsonb' end, p_at)
            else v_from end,
        p_condition, p_condition);
end $function$
;
comment on function app.filter_sql(jsonb,text,text,text,text) is 'A condition of responseConditionSchema as SQL over four expressions, as F/manage/filters/meets-condition.ts writes it.';

CREATE OR REPLACE FUNCTION app.filter_vars(p_condition jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$ select c.vars from app.compile_filter(p_condition) c $function$
;
comment on function app.filter_vars(jsonb) is 'The values of app.filter_path.';

CREATE OR REPLACE FUNCTION app.find_authorization(p_id uuid, p_now timestamp with time zone)
 RETURNS app.authorization_requests
 LANGUAGE sql
 SET search_path TO ''
AS $function$
    select r from app.authorization_requests r
    where r.id = p_id and r.person_id = app.person_id() and r.decided_at is null and r.expires_at > p_now
    for update
$function$
;
comment on function app.find_authorization(uuid,timestamp with time zone) is NULL;

CREATE OR REPLACE FUNCTION app.find_client(p_client text, p_now timestamp with time zone)
 RETURNS TABLE(kind text, name text, host text, redirect_uris text[], fresh boolean)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
    return query
        select c.kind, c.name, c.host, c.redirect_uris, c.fresh_until is null
            or c.fresh_until > p_now and c.fresh_until <= p_now + interval '24 hours 1 minute'
        from app.oauth_clients c where c.client_id = p_client;
    update app.oauth_clients c set last_used_at = p_now
    where c.client_id = p_client and c.last_used_at < p_now - interval '1 day';
end $function$
;
comment on function app.find_client(text,timestamp with time zone) is 'A known client; `fresh` is false if its document has to be fetched again.';

CREATE OR REPLACE FUNCTION app.find_confirmation(p_token_hash bytea, p_now timestamp with time zone DEFAULT clock_timestamp())
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
    select jsonb_build_object('site_name', s.name, 'address', r.address)
    from app.recipient_confirmations c
    join app.destination_recipients r on r.site_id = c.site_id and r.destination_id = c.destination_id and r.address = c.address
    join app.sites s on s.id = c.site_id
    where c.token_hash = p_token_hash and c.expires_at > p_now
$function$
;
comment on function app.find_confirmation(bytea,timestamp with time zone) is 'The site and the address of an unused token; null when it has expired or was used.';

CREATE OR REPLACE FUNCTION app.find_deletable(p_kind text, p_target uuid, p_site uuid, OUT workspace_id uuid, OUT name text, OUT allowed boolean)
 RETURNS record
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
    case p_kind
        when 'prompt' then
            -- A prompt that was never published has no data from visitors, so its editors may delete it.
            select s.workspace_id,
                (select r.content ->> 'name' from app.revisions r where r.site_id = p.site_id and r.prompt_id = p.id
                    order by r.number desc limit 1),
                p_site = any(array(select app.sites_for(case when p.published_at is null then 'editor' else 'owner' end)))
                    or p.published_at is null and p_site = any(array(select app.connected_sites()))
            into workspace_id, name, allowed
            from app.prompts p join app.sites s on s.id = p.site_id
            where p.site_id = p_site and p.id = p_target
              and p_site = any(array(select app.sites_for('viewer') union all select app.connected_sites()));
        when 'site' then
            select s.workspace_id, s.name, s.id = any(array(select app.sites_for('owner')))
            into workspace_id, name, allowed
            from app.sites s where s.id = p_target
              and s.id = any(array(select app.sites_for('viewer') union all select app.connected_sites()));
        when 'workspace' then
            select w.id, w.name, w.id = any(array(select app.workspaces_for('owner')))
            into workspace_id, name, allowed
            from app.workspaces w where w.id = p_target
              and w.id = any(array(select app.workspaces_for('viewer') union all select app.connected_workspaces()));
    end case;
    if workspace_id is null then
        raise exception 'There is no such %.', p_kind using errcode = 'FB404';
    end if;
end $function$
;
comment on function app.find_deletable(text,uuid,uuid) is 'What the caller wants to delete, and whether they may: people by their role, connections only what was never published. Raises FB404 if they cannot see it.';

CREATE OR REPLACE FUNCTION app.find_device(p_user_code text, p_address bytea, p_now timestamp with time zone, OUT limited boolean, OUT request app.device_requests)
 RETURNS record
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
    v_person constant bytea := uuid_send(app.person_id());
begin
    limited := not app.count_attempt('user code of a person', v_person, 10, interval '10 minutes', p_now);
    if not limited and p_address is not null then
        limited := not app.count_attempt('user code', p_address, 30, interval '10 minutes', p_now);
    end if;
    if limited then
        return;
    end if;
    select * into request from app.device_requests d
    where d.user_code = p_user_code and d.state = 'pending' and d.expires_at > p_now
    for update;
    if found then
        -- Only wrong codes count.
        update app.attempts a set times = a.times - 1
        where (a.kind, a.key) in (('user code of a person', v_person), ('user code', p_address));
    end if;
end $function$
;
comment on function app.find_device(text,bytea,timestamp with time zone) is 'The request with this code, locked. After ten wrong codes in ten minutes the caller is `limited`.';

CREATE OR REPLACE FUNCTION app.find_exhausted_bucket(p_site uuid, p_address bytea, p_subject uuid, p_now timestamp with time zone, OUT exceeded smallint, OUT retry_after integer)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
    select k.kind, ceil((1 - app.refilled_tokens(k, p_now)) / k.rate)::integer
    into exceeded, retry_after
    from app.buckets k
    where k.site_id = p_site and k.exhausted
      and (k.kind = 0 or k.kind = 1 and k.key = p_address or k.kind = 2 and k.key = uuid_send(p_subject))
      and app.refilled_tokens(k, p_now) < 1
    order by k.kind limit 1;
end $function$
;
comment on function app.find_exhausted_bucket(uuid,bytea,uuid,timestamp with time zone) is NULL;

CREATE OR REPLACE FUNCTION app.find_index_values(p_trigger jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
    v_rule jsonb := case when (p_trigger -> 'verified')::boolean is not true then app.prefilterable_part(p_trigger -> 'where') end;
begin
    return (
        select coalesce(jsonb_object_agg(l ->> 'property', l ->> 'value'), '{}')
        from jsonb_array_elements(coalesce(v_rule -> 'all', jsonb_build_array(v_rule))) l
        -- Equal strings and booleans have the same text, equal numbers may not. B-tree entries must be short.
        where l ? 'property' and l ->> 'op' = 'is' and jsonb_typeof(l -> 'value') in ('string', 'boolean')
          and octet_length(l::text) <= 500);
end $function$
;
comment on function app.find_index_values(jsonb) is 'The property values, as text, without which the trigger cannot match.';

CREATE OR REPLACE FUNCTION app.find_latest_visitor(p_site uuid, p_account text)
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
    -- The visitor of the backend only if the account has no browser.
    return (
        select v.id from app.subjects s join app.visitors v on v.site_id = s.site_id and v.subject_id = s.id
        where s.site_id = p_site and s.account = p_account and v.last_seen_at >= clock_timestamp() - interval '90 days'
        order by v.id = app.backend_visitor(p_site, p_account), v.last_seen_at desc, v.id limit 1
    );
end $function$
;
comment on function app.find_latest_visitor(uuid,text) is NULL;

CREATE OR REPLACE FUNCTION app.find_request(p_request app.grant_requests)
 RETURNS uuid
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
    -- Pending, or approved with a grant that is still live.
    select r.id from app.grant_requests r
    where r.connection_id = p_request.connection_id and r.action = p_request.action
      and r.workspace_id = p_request.workspace_id and r.site_id is not distinct from p_request.site_id
      and r.prompt_id is not distinct from p_request.prompt_id and r.revision is not distinct from p_request.revision
      and (r.state = 'pending' and r.expires_at > now()
          or r.state = 'approved' and exists (
              select from app.live_grants(r.action) g
              where g.request_id = r.id and g.consumed_at is null
                and (r.action <> 'prompt:publish' or g.combination or not app.may_have_read(r.site_id))))
    order by r.state = 'approved' desc, r.id desc limit 1
$function$
;
comment on function app.find_request(app.grant_requests) is NULL;

CREATE OR REPLACE FUNCTION app.find_row_after(p_site uuid, p_prompt uuid, p_from timestamp with time zone, p_from_id uuid, p_to timestamp with time zone, p_rows integer, OUT at timestamp with time zone, OUT id uuid)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
    select b.at, b.id into at, id from (
        (select d.reserved_at as at, d.id from app.displays d
         where d.site_id = p_site and d.prompt_id = p_prompt and d.state <> 'released'
           and d.reserved_at >= p_from and (d.reserved_at > p_from or d.id >= p_from_id)
           and d.reserved_at < p_to
         order by d.reserved_at, d.id limit p_rows + 1)
        union all
        (select r.created_at, r.display_id from app.responses r
         where r.site_id = p_site and r.prompt_id = p_prompt
           and r.created_at >= p_from and (r.created_at > p_from or r.display_id >= p_from_id)
           and r.created_at < p_to
         order by r.created_at, r.display_id limit p_rows + 1)
        -- A display and its response may have the same time.
    ) b where (b.at, b.id) > (p_from, p_from_id) order by 1, 2 offset p_rows - 1 limit 1;
end $function$
;
comment on function app.find_row_after(uuid,uuid,timestamp with time zone,uuid,timestamp with time zone,integer) is 'The display or response that is a given number of rows after a time and a display; null if there are fewer before another time.';

CREATE OR REPLACE FUNCTION app.find_subjects(p_site uuid, p_visitors uuid[], p_account text)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
    -- An account may have several browsers: erasing one of them keeps the account. A browser's own subject may be left
    -- from before it joined one.
    return coalesce((
        select array_agg(s.id) from app.subjects s
        where s.site_id = p_site and (s.account = p_account or s.account is null and (s.id = any(p_visitors) or s.id in (
            select v.subject_id from app.visitors v where v.site_id = p_site and v.id = any(p_visitors))))), '{}');
end $function$
;
comment on function app.find_subjects(uuid,uuid[],text) is NULL;

CREATE OR REPLACE FUNCTION app.find_text_config(p_language text)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
    -- An older Postgres has fewer of them.
    select coalesce((select c.cfgname from pg_catalog.pg_ts_config c
        where c.cfgname = app.text_configs() ->> split_part(lower(p_language), '-', 1)
          and c.cfgnamespace = 'pg_catalog'::regnamespace), 'simple')
$function$
;
comment on function app.find_text_config(text) is NULL;

CREATE OR REPLACE FUNCTION app.find_variant(c app.candidates)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
    return c.experiment #>> '{variants,0,key}';
end $function$
;
comment on function app.find_variant(app.candidates) is 'The key of the variant that app.choose_variant left; null without an experiment.';

CREATE OR REPLACE FUNCTION app.find_visitors(p_site uuid, p_visitor uuid, p_account text)
 RETURNS uuid[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
    return coalesce((
        select array_agg(v.id) from app.visitors v
        left join app.subjects s on s.site_id = v.site_id and s.id = v.subject_id
        where v.site_id = p_site and (v.id = p_visitor or s.account = p_account)), '{}')
        || case when p_visitor is not null then array[p_visitor] else '{}' end;
end $function$
;
comment on function app.find_visitors(uuid,uuid,text) is NULL;

CREATE OR REPLACE FUNCTION app.find_waiting_event(p_call app.call, p_event uuid)
 RETURNS app.event_details
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
    v_event app.event_details;
begin
    perform from app.waiting_prompts w
    where w.site_id = p_call.site_id and w.subject_id = p_call.subject_id and w.event_id = p_event and w.expires_at > p_call.now
      and w.display_id is null;
    if found then
        select * into v_event from app.event_details e where e.site_id = p_call.site_id and e.id = p_event;
    end if;
    -- It no longer belongs to the account.
    if p_call.reset_at is not null then
        return null;
    end if;
    -- If the site requires identity proofs, a browser that only claims an account gets no prompts that wait for it.
    if v_event.visitor_id <> p_call.visitor_id and p_call.settings ->> 'identity_proofs' = 'require' and not app.is_proven(p_call) then
        return null;
    end if;
    return v_event;
end $function$
;
comment on function app.find_waiting_event(app.call,uuid) is 'The event whose prompt waits for the subject of this visitor; null without one.';

CREATE OR REPLACE FUNCTION app.finish_confirmation(p_site uuid, p_confirmation uuid, p_now timestamp with time zone DEFAULT clock_timestamp())
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
    v_confirmation app.recipient_confirmations;
begin
    update app.recipient_confirmations c set due_at = null where c.site_id = p_site and c.id = p_confirmation
    returning * into v_confirmation;
    update app.destination_recipients r set confirmation_sent_at = p_now
    where r.site_id = p_site and r.destination_id = v_confirmation.destination_id and r.address = v_confirmation.address;
end $function$
;
comment on function app.finish_confirmation(uuid,uuid,timestamp with time zone) is 'A confirmation e-mail has been sent.';

CREATE OR REPLACE FUNCTION app.finish_decision(p_call app.call, p_decision app.decision, p_display uuid, p_retry_after integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
    v_decided jsonb;
    v_unless boolean;
    v_kept boolean := false;
begin
    if p_decision.reason = 'displayed' then
        p_decision := app.reserve(p_call, p_decision, p_call.name, false, p_display, false);
        if p_decision.reason <> 'displayed' then
            update app.events set reason = p_decision.reason, prompt = p_decision.prompt
            where site = p_call.site and id = p_call.event_id;
        end if;
    end if;
    if p_decision.reason = 'waiting' then
        v_unless := exists (select from app.candidates c
            where c.site_id = p_call.site_id and c.prompt_id = p_decision.prompt_id and c.event_name = '' and c.unless is not null);
        v_kept := v_unless or p_call.request_context ? 'backend';
        if v_kept then
            perform app.keep_waiting(p_call, p_decision, v_unless);
        end if;
    end if;
    v_decided := app.decision_to_json(p_decision, p_call.site_id, p_display, p_call.now + make_interval(secs => p_decision.delay_seconds));
    if v_kept then
        v_decided := v_decided || '{"kept": true}';
    end if;
    if p_retry_after is not null then
        v_decided := v_decided || jsonb_build_object('retryAfter', p_retry_after);
    end if;
    if (p_call.request_context -> 'debug')::boolean then
        v_decided := v_decided || jsonb_build_object('facts',
            app.explain_call(p_call, null, false, p_call.now - interval '1 microsecond'));
    end if;
    return v_decided;
end $function$
;
comment on function app.finish_decision(app.call,app.decision,uuid,integer) is 'Reserves the display if one was decided, or lets the prompt wait for the subject, and returns the decision as JSON. `kept`: the prompt waits in the database, not only in the page.';

CREATE OR REPLACE FUNCTION app.finish_destination_rotation(p_site uuid, p_destination uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
    perform app.require_role(p_site, 'owner');
    update app.destinations d set sealed_old_secret = null, rotation_ends_at = null
    where d.site_id = p_site and d.id = p_destination;
end $function$
;
comment on function app.finish_destination_rotation(uuid,uuid) is 'Removes the previous secret of a webhook. Raises FB403.';

CREATE OR REPLACE FUNCTION app.finish_pause_notice(p_site uuid, p_destination uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
    update app.destinations d set notice_due_at = null where d.site_id = p_site and d.id = p_destination
$function$
;
comment on function app.finish_pause_notice(uuid,uuid) is 'The owners were notified that the destination is paused.';

CREATE OR REPLACE FUNCTION app.finish_site_key_notice(p_site uuid, p_key uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
    update app.site_keys k set notice_due_at = null where k.site_id = p_site and k.id = p_key
$function$
;
comment on function app.finish_site_key_notice(uuid,uuid) is 'The owners were notified that a web page sent the key.';

CREATE OR REPLACE FUNCTION app.follow_release()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
    -- An answer proves that a released display was displayed.
    perform app.change_spending(new.site_id, new.prompt_id, new.charges, case when new.state = 'released' then -1 else 1 end);
    if new.state <> 'released' then
        perform app.note_last_display(new.site_id, new.prompt_id,
            (select s.settings from app.sites s where s.id = new.site_id),
            app.published_budget(new.site_id, new.prompt_id), new.charges, clock_timestamp());
    end if;
    return null;
end $function$
;
comment on function app.follow_release() is 'Credits a released display back to the periods that it was charged to.';

CREATE OR REPLACE FUNCTION app.forecast(p_site uuid, p_content jsonb, p_days integer, p_now timestamp with time zone, p_sample integer, p_before jsonb DEFAULT NULL::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET jit TO 'off'
AS $function$
declare
    v_from timestamptz := p_now - make_interval(days => least(p_days, 30));
    v_names text[] := array(select distinct jsonb_array_elements_text(p_content #> '{trigger,events}'));
    v_prompt app.prompts;
    v_claimed bigint := p_before ->> 'claimed';
    v_waited bigint := p_before ->> 'waited';
    c app.candidates;
    -- Hashes are 32 bits wide.
    v_low bigint := coalesce((p_before -> 'next_hash')::bigint, -2147483648);
    v_high bigint;
    v_found app.replay := row(0, 0, 0, 0, 0, 0, 0, '{}', v_low);
    v_share double precision;
    v_effort integer;
begin
    perform app.require_site_access(p_site);
    select * into v_prompt from app.prompts p where p.site_id = p_site and p.survey_id = p_content ->> 'survey_id';
    c := app.compile_content(p_site, coalesce(v_prompt.id, '00000000-0000-7000-8000-000000000000'), 0,
        -- A draft counts as published after all other prompts.
        coalesce(v_prompt.published_at, 'infinity'), '', p_content);
    c := app.without_dates(c, p_now);
    if p_before is null then
        -- The first step replays about 100 subjects; the number of their events determines the size of the next steps.
        select uuid_hash(s.id) into v_high from app.subjects s
        where s.site_id = p_site order by uuid_hash(s.id) offset 100 limit 1;
        if c.delay_seconds > 0 and not c.backend and c.unless is null then
            select o.claimed, o.waited into v_claimed, v_waited
            from app.observed_claims(p_site, c.prompt_id, v_from, p_now, p_sample / 10) o;
        end if;
    else
        v_found := jsonb_populate_record(v_found, p_before -> 'found');
        v_effort := v_found.subjects + v_found.events;
        v_high := v_low + ceil((v_low + 2147483648) * least(8, least(p_sample - v_effort, 1000)
            / greatest(v_effort, 1)::double precision))::bigint;
    end if;
    v_found := app.combine_replays(v_found, app.replay_range(c, v_names, v_from, p_now, v_low,
        least(coalesce(v_high, 2147483648), 2147483648),
        coalesce(v_claimed / nullif(v_waited, 0)::double precision, 1), interval '0.2 seconds'));
    v_share := (v_found.next_hash + 2147483648) / 4294967296.0;
    v_effort := v_found.subjects + v_found.events;
    return app.extrapolate_replay(v_found, v_share, v_claimed, v_waited) || jsonb_build_object(
        'days', least(p_days, 30),
        'next', case when v_share < 1 and v_effort < 0.95 * p_sample then jsonb_build_object(
            'next_hash', v_found.next_hash, 'found', to_jsonb(v_found), 'claimed', v_claimed, 'waited', v_waited) end);
end $function$
;
comment on function app.forecast(uuid,jsonb,integer,timestamp with time zone,integer,jsonb) is 'Estimates what a content would have displayed in the last days, by a replay of a sample of about p_sample subjects and events. Runs in steps of a fraction of a second: pass `next` of the result as p_before to the next step, until it is null.';

CREATE OR REPLACE FUNCTION app.forecast_portfolio(p_site uuid, p_content jsonb, p_days integer, p_now timestamp with time zone, p_sample integer, p_before jsonb DEFAULT NULL::jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
 SET jit TO 'off'
AS $function$
declare
    v_from timestamptz := p_now - make_interval(days => least(p_days, 30));
    v_draft uuid;
    v_candidates app.portfolio_candidate[];
    v_place integer;
    v_claimed bigint := p_before ->> 'claimed';
    v_waited bigint := p_before ->> 'waited';
    v_reserved jsonb := p_before -> 'reserved';
    v_low bigint := coalesce((p_before -> 'next_hash')::bigint, -2147483648);
    -- Where this part of the subjects ends, however many steps it takes: so the same request gives the same result.
    v_high bigint := p_before ->> 'until';
    v_found app.replay := row(0, 0, 0, 0, 0, 0, 0, '{}', v_low);
    v_sums jsonb := coalesce(p_before -> 'sums', '{}');
    v_step app.portfolio_replay;
    v_share double precision;
    v_effort integer := coalesce((p_before -> 'effort')::integer, 0);
    v_started timestamptz;
    -- With shared limits, the first subjects are replayed several times to learn these: if they are all subjects, until
    -- the limits no longer change or this many times, otherwise twice. In the first round there are no limits; after the
    -- last, the round is 0.
    c_rounds constant integer := 6;
    v_round integer := p_before ->> 'round';
    v_budgets app.replayed_budget[];
    v_shared app.shared_limits[] := array(
        select jsonb_populate_record(null::app.shared_limits, x.times) from jsonb_array_elements(p_before -> 'shared')
            with ordinality x (times, at) order by x.at);
    v_shared_now app.shared_limits[];
    v_is_doubled boolean;
    v_is_over boolean;
    v_shared_displays jsonb := coalesce(p_before -> 'shared_displays', '{}');
    v_known jsonb;
    -- The hashes up to which the limits were learned, and from which subjects count.
    v_learned bigint := p_before ->> 'learned';
    v_counted bigint := coalesce((p_before -> 'counted')::bigint, -2147483648);
    v_covered double precision;
    v_displays jsonb := coalesce(p_before -> 'displays', '[]');
    v_zone text := coalesce((select x.settings ->> 'time_zone' from app.sites x where x.id = p_site), 'UTC');
    v_next jsonb;
    -- The number of hashes that one step can probably process: anything it reads beyond that is wasted.
    v_width bigint := coalesce((p_before -> 'width')::bigint, 4294967296);
begin
    perform app.require_site_access(p_site);
    v_candidates := array(select k from app.portfolio_candidates(p_site, p_content, v_from, p_now) k);
    select (k.c).prompt_id, k.place into v_draft, v_place from unnest(v_candidates) k where k.worlds = 2 limit 1;
    if p_before is null then
        -- The first part has at most 100 subjects; the number of their events determines the size of the next parts.
        select uuid_hash(s.id) into v_high from app.subjects s
        where s.site_id = p_site order by uuid_hash(s.id) offset least(100, p_sample / 20) limit 1;
        if exists (select from unnest(v_candidates) k where (k.c).delay_seconds > 0 and not (k.c).backend and (k.c).unless is null) then
            -- All events of these subjects are read in one step; for more subjects, that would take longer than the replay.
            select o.claimed, o.waited into v_claimed, v_waited
            from app.observed_claims(p_site, v_draft, v_from, p_now, greatest(100, p_sample / 50)) o;
        end if;
        v_budgets := array(select b from app.replayed_budgets(p_site, v_candidates, v_from) b);
        v_round := case when app.has_shared_limits(v_candidates, v_budgets) then 1 end;
        v_reserved := (
            select coalesce(jsonb_object_agg(k.prompt_id, o.displays) filter (where o.displays > 0), '{}')
            from (select distinct (x.c).prompt_id from unnest(v_candidates) x) k
            cross join lateral (
                select count(*) as displays from app.displays d
                where d.site_id = p_site and d.prompt_id = k.prompt_id and d.reserved_at > v_from and d.reserved_at <= p_now
                  and d.state <> 'released') o);
    else
        v_found := jsonb_populate_record(v_found, p_before -> 'found');
        v_budgets := array(select b from jsonb_populate_recordset(null::app.replayed_budget, p_before -> 'budgets') b);
        if v_high is null then
            v_high := v_low + ceil((v_low + 2147483648) * least(8, least(p_sample - v_effort, 1000)
                / greatest(v_effort, 1)::double precision))::bigint;
        end if;
    end if;
    v_high := least(coalesce(v_high, 2147483648), 2147483648);
    v_started := clock_timestamp();
    v_step := app.replay_portfolio(p_site, v_candidates, v_place,
        array(select jsonb_array_elements_text(p_content #> '{trigger,events}')), v_from, p_now, v_low,
        least(v_high, v_low + v_width), coalesce(v_claimed / nullif(v_waited, 0)::double precision, 1),
        interval '0.2 seconds', v_shared, v_round is not null);
    v_found := app.combine_replays(v_found, v_step.draft);
    v_sums := app.combine_sums(v_sums, v_step.sums);
    v_share := (v_found.next_hash - v_counted) / 4294967296.0;
    v_covered := (v_found.next_hash + 2147483648) / 4294967296.0;
    v_effort := v_effort + v_step.looked_at;
    v_width := greatest(1, (v_found.next_hash - v_low)
        * greatest(0.25, least(4, 0.15 / greatest(extract(epoch from clock_timestamp() - v_started), 0.001))))::bigint;
    if v_found.next_hash < v_high or v_covered < 1 and v_effort < 0.95 * p_sample then
        v_next := jsonb_build_object('next_hash', v_found.next_hash, 'until', case when v_found.next_hash < v_high then v_high end,
            'found', to_jsonb(v_found), 'sums', v_sums, 'effort', v_effort);
    end if;
    if v_round is not null then
        v_displays := v_displays || to_jsonb(array(select x from unnest(v_step.displays) x
            where x.group_hash is not null or exists (select from unnest(v_budgets) b where b.world = x.world and b.place in (0, x.place))));
        -- Once the share has doubled, the limits become more precise.
        v_is_doubled := coalesce(v_found.next_hash + 2147483648 >= 2 * (v_learned + 2147483648), true);
        v_is_over := v_found.next_hash = v_high and case when v_round > 0
            -- All subjects, if the site is small enough.
            then v_covered = 1 or v_effort / v_covered > p_sample / 5 else v_is_doubled end;
        if v_is_over or v_round = 1 and v_is_doubled then
            v_shared_now := app.replay_shared_limits(v_candidates, v_budgets, array(
                    select d from jsonb_populate_recordset(null::app.replayed_display, v_displays) d),
                (select max(k.place) from unnest(v_candidates) k), v_zone, v_covered, v_from);
            v_learned := v_found.next_hash;
            -- In the middle of a part they are only for this estimate, in case it is the last: where a step ends depends on time.
            v_shared_displays := app.shared_displays(v_candidates, v_shared_now);
        end if;
        if v_is_over then
            if v_round > 0 and (v_covered = 1 and v_shared_now is distinct from v_shared or v_covered < 1 and v_round = 1) then
                -- Start over, with the limits learned so far.
                v_next := jsonb_build_object('next_hash', -2147483648, 'until', v_high,
                    'found', to_jsonb(row(0, 0, 0, 0, 0, 0, 0, '{}', -2147483648)::app.replay), 'effort', 0);
                v_round := case when v_round < c_rounds then v_round + 1 else 0 end;
                v_displays := '[]';
            elsif v_round > 0 then
                -- Subjects that were replayed with limits that they caused themselves do not show how these limits affect everyone.
                v_counted := case when v_covered = 1 then v_counted else v_high end;
                v_next := v_next || jsonb_build_object(
                    'found', to_jsonb(row(0, 0, 0, 0, 0, 0, 0, '{}', v_found.next_hash)::app.replay), 'sums', '{}'::jsonb);
                v_round := 0;
            end if;
            v_shared := v_shared_now;
        end if;
    end if;
    -- Of all subjects, the sums themselves are exact.
    v_known := case when v_share < 1 then v_shared_displays else '{}' end;
    return app.extrapolate_draft(v_found, v_known #> array[v_draft::text, '2'], v_share, v_claimed, v_waited)
        || jsonb_build_object('days', least(p_days, 30),
            'others', app.extrapolate_portfolio(p_site, v_sums, v_known, v_reserved, v_draft, v_share,
                v_claimed / nullif(v_waited, 0)::double precision, p_now),
            'next', v_next || jsonb_build_object('width', v_width, 'reserved', v_reserved, 'claimed', v_claimed, 'waited', v_waited,
                'budgets', to_jsonb(v_budgets), 'round', v_round, 'shared', to_jsonb(v_shared), 'displays', v_displays,
                'shared_displays', v_shared_displays, 'learned', v_learned, 'counted', v_counted));
end $function$
;
comment on function app.forecast_portfolio(uuid,jsonb,integer,timestamp with time zone,integer,jsonb) is 'app.forecast together with all other live prompts of the site, and what it changes for them. Without a content only the comparison with the past. Runs in steps as app.forecast does.';

CREATE OR REPLACE FUNCTION app.format_instant(p_at timestamp with time zone)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$ select to_char(p_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') $function$
;
comment on function app.format_instant(timestamp with time zone) is 'A time as ISO 8601 in UTC, to the millisecond.';

CREATE OR REPLACE FUNCTION app.give_back_group()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
    v_trait text;
begin
    if new.state = 'released' then
        delete from app.group_displays g where g.site_id = new.site_id and g.display_id = new.id;
        return null;
    end if;
    -- An answer proves that a released display was seen after all.
    select r.content #>> '{limits,per_group,trait}' into v_trait from app.revisions r
    where r.site_id = new.site_id and r.prompt_id = new.prompt_id and r.number = new.revision;
    if app.group_hash(new.traits, v_trait) is not null then
        insert into app.group_displays (site_id, prompt_id, group_hash, display_id, last_at)
        values (new.site_id, new.prompt_id, app.group_hash(new.traits, v_trait), new.id, new.reserved_at)
        on conflict (site_id, prompt_id, group_hash) do nothing;
    end if;
    return null;
end $function$
;
comment on function app.give_back_group() is 'No longer counts a released display for its group, and counts it again if it is answered.';

CREATE OR REPLACE FUNCTION app.grant_with_consent(p_connection uuid, p_person uuid, p_sites uuid[], p_actions text[], p_now timestamp with time zone)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
    insert into app.grants (connection_id, workspace_id, site_id, action, mode, approved_by, approved_at, expires_at)
    select p_connection, s.workspace_id, s.id, a.action, 'until', p_person, p_now, p_now + a.lasts
    from app.sites s
    cross join (values ('prompt:draft', interval '7 days'), ('response:read', interval '24 hours')) a (action, lasts)
    where s.id = any(p_sites) and a.action = any(p_actions)
    union all
    select p_connection, w, null, 'site:create', 'once', p_person, p_now, p_now + interval '24 hours'
    from app.consented_workspaces(p_person, p_sites, p_actions) w
    where 'site:create' = any(p_actions)
$function$
;
comment on function app.grant_with_consent(uuid,uuid,uuid[],text[],timestamp with time zone) is 'Creates the grants of a new connection, with the default durations of single approvals.';

CREATE OR REPLACE FUNCTION app.granted_site_keys(p_action text)
 RETURNS SETOF integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
    select s.key from app.granted_sites(p_action) g join app.sites s on s.id = g
$function$
;
comment on function app.granted_site_keys(text) is 'Keys of the sites for which the connection has a live grant, for app.events.';

CREATE OR REPLACE FUNCTION app.granted_sites(p_action text)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
    -- Reading fires no trigger that would consume a `once` grant, so this call must have consumed it already.
    select g.site_id from app.live_grants(p_action) g
    where g.site_id is not null and (p_action <> 'response:read' or g.mode = 'until' or g.consumed_at is not null)
$function$
;
comment on function app.granted_sites(text) is 'Sites for which the connection has a live grant for an action.';

CREATE OR REPLACE FUNCTION app.granted_workspaces(p_action text)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
    select g.workspace_id from app.live_grants(p_action) g where g.site_id is null
$function$
;
comment on function app.granted_workspaces(text) is 'Workspaces for which the connection has a live grant for an action.';

CREATE OR REPLACE FUNCTION app.group_facts(p_site uuid, p_traits jsonb, p_needed jsonb, p_until timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
    return (
        select coalesce(jsonb_object_agg(n ->> 'prompt', app.epoch(g.last_at)), '{}')
        from jsonb_array_elements(p_needed) n
        join app.group_displays g on g.site_id = p_site and g.prompt_id = (n ->> 'prompt')::uuid
            and g.group_hash = app.group_hash(p_traits, n ->> 'trait') and g.last_at <= p_until
    );
end $function$
;
comment on function app.group_facts(uuid,jsonb,jsonb,timestamp with time zone) is 'When prompts were last displayed to a group of the visitor, by prompt; without displays after p_until.';

CREATE OR REPLACE FUNCTION app.group_hash(p_traits jsonb, p_trait text)
 RETURNS bytea
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
    if jsonb_typeof(p_traits -> p_trait) is null or p_traits -> p_trait in ('null', '""') then
        return null;
    end if;
    return sha256(convert_to(p_trait || ' ' || (p_traits -> p_trait)::text, 'UTF8'));
end $function$
;
comment on function app.group_hash(jsonb,text) is 'Identifies the group of these traits; null without one, or if the trait is null or empty.';

CREATE OR REPLACE FUNCTION app.has_answer(p_answers jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
    return jsonb_path_exists(p_answers,
        '$.* ? (@.type() != "null" && !(@.type() == "string" && !(@ like_regex "\\S")))');
end $function$
;
comment on function app.has_answer(jsonb) is 'Whether at least one answer is neither null nor blank.';

CREATE OR REPLACE FUNCTION app.has_destination(p_site uuid, p_type text)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select exists (select from app.destinations d where d.site_id = p_site and p_type = any(d.event_types)) $function$
;
comment on function app.has_destination(uuid,text) is 'Whether a destination of the site, paused or not, may receive messages of a type.';

CREATE OR REPLACE FUNCTION app.has_due_messages(p_now timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
    select exists (select from app.outbox o where o.pending and o.id >= app.id_from(p_now - interval '30 days'))
        or exists (
            select from app.destinations d where d.state = 'active' and (d.next_digest_at <= p_now or exists (
                select from app.deliveries q
                where q.site_id = d.site_id and q.destination_id = d.id and q.state = 'waiting' and q.next_at <= p_now)))
        or exists (
            select from app.closing_positions p
            where exists (select from app.destinations d where d.site_id = p.site_id and 'response.closed' = any(d.event_types))
              and exists (
                select from app.responses r where r.site_id = p.site_id
                  and (r.updated_at, r.display_id) > (p.updated_at, p.response_id) and r.updated_at <= p_now - interval '10 minutes'))
$function$
;
comment on function app.has_due_messages(timestamp with time zone) is 'Whether a worker would find something to do: a new message, a delivery or a digest that is due, or a quiet response to close.';

CREATE OR REPLACE FUNCTION app.has_due_notices(p_now timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
    select exists (select from app.destinations d where d.notice_due_at <= p_now and d.state = 'paused')
        or exists (select from app.recipient_confirmations c where c.due_at <= p_now)
        or exists (select from app.site_keys k where k.notice_due_at <= p_now)
$function$
;
comment on function app.has_due_notices(timestamp with time zone) is 'Whether the service itself has an e-mail to send, to owners or to a recipient who has to confirm.';

CREATE OR REPLACE FUNCTION app.has_hot_budget()
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
    return clock_timestamp() < nullif(current_setting('feedback.hot_budget_until', true), '')::timestamptz is true;
end $function$
;
comment on function app.has_hot_budget() is 'Whether a display of this connection waited for another one within the last second.';

CREATE OR REPLACE FUNCTION app.has_shared_limits(p_candidates app.portfolio_candidate[], p_budgets app.replayed_budget[])
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
    return cardinality(p_budgets) > 0 or exists (select from unnest(p_candidates) k where (k.c).per_group is not null);
end $function$
;
comment on function app.has_shared_limits(app.portfolio_candidate[],app.replayed_budget[]) is NULL;

CREATE OR REPLACE FUNCTION app.hash_filter(p_filter jsonb)
 RETURNS bytea
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select sha256(convert_to(p_filter::text, 'UTF8')) $function$
;
comment on function app.hash_filter(jsonb) is 'The key of a filter in app.filtered_parts.';

CREATE OR REPLACE FUNCTION app.id_from(p_at timestamp with time zone)
 RETURNS uuid
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
    return (lpad(to_hex(ceil(extract(epoch from greatest(p_at, 'epoch')) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid;
end $function$
;
comment on function app.id_from(timestamp with time zone) is 'The lowest UUIDv7 of a time: ids from it on have that time or a later one.';

CREATE OR REPLACE FUNCTION app.id_time(p_id uuid)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
    return to_timestamp(
        ('x' || translate(left(p_id::text, 13), '-', ''))::bit(48)::bigint / 1000.0::double precision);
end $function$
;
comment on function app.id_time(uuid) is 'The timestamp of a UUIDv7. Statements over many events inline it: a call takes 0.6 µs longer.';

CREATE OR REPLACE FUNCTION app.identify(request_context jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
    v_now timestamptz := coalesce((request_context ->> 'now')::timestamptz, clock_timestamp());
    v_call app.call := app.load_call(request_context, v_now, null, null, null, null, null);
begin
    -- Backends have separate limits.
    if not request_context ? 'backend' then
        perform app.throttle_call(v_call);
    end if;
    perform app.update_visitor(v_call);
    return jsonb_build_object('now', app.milliseconds(v_now));
end $function$
;
comment on function app.identify(jsonb) is 'Connects the visitor to the account of the request.';

CREATE OR REPLACE FUNCTION app.identify_from_backend(site uuid, account text, traits jsonb, at timestamp with time zone, OUT now double precision)
 RETURNS double precision
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
    now := app.identify(app.backend_context(site, account, traits, at)) -> 'now';
end $function$
;
comment on function app.identify_from_backend(uuid,text,jsonb,timestamp with time zone) is 'Creates the account if it is new, and merges traits that the app''s backend reported.';

CREATE OR REPLACE FUNCTION app.identify_visitor(p_site uuid, p_visitor uuid, p_identify jsonb, p_now timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
    v_before app.visitor_versions;
    v_after app.visitor_versions;
begin
    perform app.create_visitor(p_site, p_visitor, p_now);
    perform from app.visitors where site_id = p_site and id = p_visitor for update;
    v_before := app.read_visitor_version(p_site, p_visitor, p_now);
    for v_attempt in 1..5 loop
        begin
            perform app.assign_account(p_site, p_visitor, p_identify ->> 'account', p_now);
            exit;
        exception when unique_violation then
            -- Another visitor has just taken the account, so it exists now.
            if v_attempt = 5 then raise; end if;
        end;
    end loop;
    update app.visitors set traits = app.merge_traits(traits, p_identify -> 'traits')
    where site_id = p_site and id = p_visitor and not traits @> (p_identify -> 'traits');
    v_after := app.read_visitor_version(p_site, p_visitor, p_now);
    if (p_identify -> 'verified')::boolean then
        insert into app.proven_visitors as p (site_id, visitor_id, subject_id) values (p_site, p_visitor, v_after.subject_id)
        on conflict (site_id, visitor_id) do update set subject_id = excluded.subject_id
        where p.subject_id <> excluded.subject_id;
    end if;
    -- A visitor that this call created has no earlier version.
    if v_before.first_seen_at < p_now
        and (v_before.subject_id, v_before.identified, v_before.traits)
            is distinct from (v_after.subject_id, v_after.identified, v_after.traits)
    then
        insert into app.visitor_versions values (v_before.*) on conflict (site_id, visitor_id, until) do nothing;
    end if;
end $function$
;
comment on function app.identify_visitor(uuid,uuid,jsonb,timestamp with time zone) is 'Connects the visitor to the account and merges its traits; adds the previous state to app.visitor_versions.';

CREATE OR REPLACE FUNCTION app.insert_events(p_call app.call, p_events jsonb, p_rejections text[], OUT statuses text[], OUT foreign_proofs bigint[])
 RETURNS record
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
    v_bot boolean := (p_call.request_context -> 'bot')::boolean and (p_call.settings -> 'detect_bots')::boolean is not false;
    v_context jsonb := p_call.request_context -> 'context';
begin
    with given as (
        select g.*, p_rejections[g.n] as rejection, row_number() over (partition by g.id order by g.n) > 1 as is_repeated,
            g.account is not null and g.account is distinct from p_call.account as has_foreign_proof
        from rows from (jsonb_to_recordset(p_events) as (id uuid, name text, properties jsonb, verified jsonb,
            session uuid, "proofFault" text, "proofAccount" text))
            with ordinality g (id, name, properties, verified, session, fault, account, n)
    ),
    stored as (
        insert into app.events (site, id, visitor, session_id, received_at, bot, name_hash, name, properties, verified,
            device, path, languages, proof_fault)
        select p_call.site, id, p_call.visitor, session, p_call.now, v_bot, hashtext(name), name, properties,
            case when not has_foreign_proof then verified end, (v_context ->> 'device')::"char", v_context ->> 'path',
            translate(v_context ->> 'languages', '[]" ', ''), case when has_foreign_proof then 'account' else fault end
        -- All calls insert events in this order, so that they cannot deadlock.
        from given where rejection is null and not is_repeated order by id
        on conflict do nothing
        returning id
    )
    select array_agg(coalesce(g.rejection, case when s.id is null or g.is_repeated then 'duplicate' else 'recorded' end)
            order by g.n),
        array_agg(g.n) filter (where g.has_foreign_proof)
    into statuses, foreign_proofs
    from given g left join stored s on s.id = g.id;
end $function$
;
comment on function app.insert_events(app.call,jsonb,text[]) is 'Stores the events that are not rejected in one statement. Returns the status of each, and the positions of those whose proof names another account.';

CREATE OR REPLACE FUNCTION app.is_asked_too_often(p_site uuid, p_destination uuid, p_address text, p_now timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
    select exists (
            select from app.recipient_confirmations c
            where c.site_id = p_site and c.destination_id = p_destination and lower(c.address) = lower(p_address)
              and c.created_at > p_now - interval '1 hour')
        or (select count(*) from app.recipient_confirmations c
            where lower(c.address) = lower(p_address) and c.created_at > p_now - interval '24 hours') >= 5
$function$
;
comment on function app.is_asked_too_often(uuid,uuid,text,timestamp with time zone) is 'Whether an address was asked within the hour to confirm for this destination, or five times within a day for any.';

CREATE OR REPLACE FUNCTION app.is_claim_withdrawn(c app.candidates, p_claim app.pending_claim, p_subject uuid, p_until timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
    return (c.unless is not null or c.cancel_events is not null) and app.is_withdrawn(c, p_subject, p_claim.event_id,
        to_timestamp((p_claim.facts -> 'received')::float8), p_until);
end $function$
;
comment on function app.is_claim_withdrawn(app.candidates,app.pending_claim,uuid,timestamp with time zone) is 'app.is_withdrawn for a display that waits in a replay.';

CREATE OR REPLACE FUNCTION app.is_confirmed(p_recipient app.destination_recipients)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
    select p_recipient.confirmed_at is not null or exists (
        select from app.sites s join app.members m on m.workspace_id = s.workspace_id
        where s.id = p_recipient.site_id and lower(m.email) = lower(p_recipient.address))
$function$
;
comment on function app.is_confirmed(app.destination_recipients) is 'Whether messages may be sent to a recipient: it has confirmed, or is a member of the workspace.';

CREATE OR REPLACE FUNCTION app.is_consumption_due()
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
    return random() < 0.125;
end $function$
;
comment on function app.is_consumption_due() is NULL;

CREATE OR REPLACE FUNCTION app.is_diagnostic_key(p_hash bytea)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
    return exists (select from app.diagnostic_keys k where k.hash = p_hash and k.expires_at > now());
end $function$
;
comment on function app.is_diagnostic_key(bytea) is NULL;

CREATE OR REPLACE FUNCTION app.is_group_taken(p_groups jsonb, p_group bytea, p_days integer, p_at timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
    return exists (
        select from jsonb_array_elements(p_groups -> encode(p_group, 'hex')) t (at)
        where t.at::numeric < app.epoch(p_at) and t.at::numeric > app.epoch(p_at) - p_days * 86400);
end $function$
;
comment on function app.is_group_taken(jsonb,bytea,integer,timestamp with time zone) is 'Whether the group had a display in the days before that time. A display at exactly that time is the display itself.';

CREATE OR REPLACE FUNCTION app.is_leaving(p_person uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
    select exists (select from app.deletions d
        where d.target_id = p_person and d.kind = 'account' and d.undone_at is null and d.finished_at is null)
$function$
;
comment on function app.is_leaving(uuid) is 'Whether the account of the person is scheduled for deletion.';

CREATE OR REPLACE FUNCTION app.is_live(c app.connections)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
    select c.revoked_at is null and (c.expires_at is null or c.expires_at > now())
$function$
;
comment on function app.is_live(app.connections) is 'Whether the connection is neither revoked nor expired.';

CREATE OR REPLACE FUNCTION app.is_prefilterable(p_condition jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
    return not (app.compares_dates(p_condition) or p_condition ? 'prompt' or p_condition ? 'event'
        or coalesce(p_condition ->> 'context' = 'language' or (p_condition -> 'verified')::boolean, false));
end $function$
;
comment on function app.is_prefilterable(jsonb) is 'Whether the base facts decide the condition, without a proof.';

CREATE OR REPLACE FUNCTION app.is_proven(p_call app.call)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
    return exists (select from app.proven_visitors p
        where p.site_id = p_call.site_id and p.visitor_id = p_call.visitor_id and p.subject_id = p_call.subject_id);
end $function$
;
comment on function app.is_proven(app.call) is 'Whether an identity proof connected the visitor to its account.';

CREATE OR REPLACE FUNCTION app.is_visitor_current(p_call app.call)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
    return p_call.last_seen_at >= p_call.now - interval '1 hour' and (
        coalesce(p_call.request_context -> 'identify', 'null') = 'null'
        or p_call.account is not distinct from p_call.request_context #>> '{identify,account}'
            and p_call.traits @> (p_call.request_context #> '{identify,traits}')
            and ((p_call.request_context #> '{identify,verified}')::boolean is not true or app.is_proven(p_call)));
end $function$
;
comment on function app.is_visitor_current(app.call) is 'Whether the visitor exists, was seen within the hour, and has the account and traits of the request.';

CREATE OR REPLACE FUNCTION app.is_withdrawn(c app.candidates, p_subject uuid, p_event uuid, p_received_at timestamp with time zone, p_until timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
    v_site integer := (select s.key from app.sites s where s.id = c.site_id);
    v_over timestamptz := p_received_at + make_interval(mins => (c.unless -> 'within_minutes')::integer);
    -- Events may be 48 hours late, or five minutes ahead.
    v_first uuid := app.id_from(p_received_at - interval '48 hours');
    v_after uuid := app.id_from(p_until + interval '5 minutes');
begin
    if c.unless is null and c.cancel_events is null then
        return false;
    end if;
    -- Times of receipt come from one clock, the database's; times in IDs come from the clocks of browsers.
    return exists (
        select from (
            select n.name, v_over as until from jsonb_array_elements_text(c.unless -> 'events') n (name)
            union all
            select n.name, p_until from unnest(c.cancel_events) n (name)) n
        join app.visitors v on v.site_id = c.site_id and v.subject_id = p_subject
        join app.events e on e.visitor = v.key and e.name_hash = hashtext(n.name) and e.name = n.name and e.site + 0 = v_site
        where e.id >= v_first and e.id < v_after and e.id <> p_event
          and (e.received_at > p_received_at or e.received_at = p_received_at and e.id > p_event)
          and e.received_at <= least(n.until, p_until)
          and e.received_at >= v.joined_at);
end $function$
;
comment on function app.is_withdrawn(app.candidates,uuid,uuid,timestamp with time zone,timestamp with time zone) is 'Whether an event before p_until prevents or withdraws the prompt that waits because of an event received at p_received_at.';

CREATE OR REPLACE FUNCTION app.issue_tokens(p_connection uuid, p_family uuid, p_resource text, p_access bytea, p_refresh bytea, p_now timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
    v_until constant timestamptz := p_now + interval '24 hours';
begin
    insert into app.tokens (connection_id, kind, hash, family, resource, created_at, expires_at)
    values (p_connection, 'access', p_access, p_family, p_resource, p_now, v_until),
        (p_connection, 'refresh', p_refresh, p_family, p_resource, p_now, p_now + interval '60 days');
    return v_until;
end $function$
;
comment on function app.issue_tokens(uuid,uuid,text,bytea,bytea,timestamp with time zone) is 'Stores an access token for a day and a refresh token for 60 days. Returns when the access token expires.';

CREATE OR REPLACE FUNCTION app.join_context(p_path text, p_device "char", p_languages text)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
    return jsonb_strip_nulls(jsonb_build_object('path', p_path, 'languages',
        string_to_array(p_languages, ','), 'device', case p_device when 'p' then 'phone' when 't' then 'tablet' when 'd' then 'desktop' end));
end $function$
;
comment on function app.join_context(text,"char",text) is 'The context of an event as the SDK sent it, from the columns in which it is stored.';

CREATE OR REPLACE FUNCTION app.keep_context(p_context jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
    return nullif(jsonb_strip_nulls(jsonb_build_object('path', p_context -> 'path', 'device', p_context -> 'device',
        'language', nullif(app.language_ranges(p_context #>> '{languages,0}'), '[]'))), '{}');
end $function$
;
comment on function app.keep_context(jsonb) is 'What a display keeps of the context that the SDK sent; null for nothing.';

CREATE OR REPLACE FUNCTION app.keep_result_link_revoked()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
    if old.revoked_at is not null and new.revoked_at is distinct from old.revoked_at then
        raise exception 'A revoked link stays revoked.' using errcode = 'FB409';
    end if;
    return new;
end $function$
;
comment on function app.keep_result_link_revoked() is NULL;

CREATE OR REPLACE FUNCTION app.keep_scheduled_paused()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
    if exists (select from app.deletions d where d.target_id = new.id and d.undone_at is null and d.finished_at is null) then
        raise exception 'The prompt is scheduled for deletion. Undo the deletion first.' using errcode = 'FB409';
    end if;
    return new;
end $function$
;
comment on function app.keep_scheduled_paused() is NULL;

CREATE OR REPLACE FUNCTION app.keep_site_key_revoked()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
    if old.revoked_at is not null and new.revoked_at is distinct from old.revoked_at then
        raise exception 'A revoked site key stays revoked.' using errcode = 'FB409';
    end if;
    return new;
end $function$
;
comment on function app.keep_site_key_revoked() is NULL;

CREATE OR REPLACE FUNCTION app.keep_text_answers()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
    v_language text := new.context #>> '{language,0}';
    v_config text := app.find_text_config(v_language);
begin
    if tg_op = 'UPDATE' then
        delete from app.text_answers t
        where t.site_id = new.site_id and t.display_id = new.display_id and not exists (
            select from app.revisions v, app.list_texts(v.content, new.variant, new.answers) l
            where v.site_id = new.site_id and v.prompt_id = new.prompt_id and v.number = new.revision
              and l.question_id = t.question_id);
    end if;
    insert into app.text_answers as t (site_id, display_id, question_id, prompt_id, text, language, config, words, answered_at)
    select new.site_id, new.display_id, l.question_id, new.prompt_id, l.text, v_language, v_config,
        to_tsvector(v_config::regconfig, l.text), new.created_at
    from app.revisions v, app.list_texts(v.content, new.variant, new.answers) l
    where v.site_id = new.site_id and v.prompt_id = new.prompt_id and v.number = new.revision
    on conflict (site_id, display_id, question_id) do update
    set text = excluded.text, words = excluded.words where t.text <> excluded.text;
    return null;
end $function$
;
comment on function app.keep_text_answers() is NULL;

CREATE OR REPLACE FUNCTION app.keep_waiting(p_call app.call, p_decision app.decision, p_unless boolean)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
    v_due timestamptz := p_call.now + make_interval(secs => p_decision.delay_seconds);
    v_hours integer := coalesce((select c.wait_hours from app.candidates c
        where c.site_id = p_call.site_id and c.prompt_id = p_decision.prompt_id and c.event_name = ''), 24);
begin
    perform app.withdraw_waiting(w, p_call.site, p_call.now) from app.waiting_prompts w
    where w.site_id = p_call.site_id and w.subject_id = p_call.subject_id and w.prompt_id = p_decision.prompt_id;
    -- A later event does not restart the wait; otherwise a prompt with a delay might never be due.
    insert into app.waiting_prompts as w
        (site_id, subject_id, prompt_id, event_id, event_name, due_at, expires_at, decided_at)
    values (p_call.site_id, p_call.subject_id, p_decision.prompt_id, p_call.event_id, p_call.name, v_due,
        v_due + make_interval(hours => v_hours), case when not p_unless then p_call.now end)
    on conflict (site_id, subject_id, prompt_id) do update
    set event_id = excluded.event_id, event_name = excluded.event_name, due_at = excluded.due_at, expires_at = excluded.expires_at,
        decided_at = excluded.decided_at, display_id = null
    -- A display that was reserved, and neither confirmed nor released, counts as displayed.
    where w.expires_at <= p_call.now or w.display_id is not null;
end $function$
;
comment on function app.keep_waiting(app.call,app.decision,boolean) is 'Lets the prompt of an event wait for the subject. p_unless: other events may prevent it.';

CREATE OR REPLACE FUNCTION app.language_ranges(p_tag text)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
    return (
        with parts as (select string_to_array(lower(p_tag), '-') as part)
        select coalesce(jsonb_agg(array_to_string(part[1:n], '-') order by n desc), '[]')
        from parts cross join lateral generate_series(1, cardinality(part)) n
    );
end $function$
;
comment on function app.language_ranges(text) is 'A language tag and its fallbacks: de-AT as ["de-at", "de"].';

CREATE OR REPLACE FUNCTION app.leaf_conditions(p_rule jsonb)
 RETURNS SETOF jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
    with recursive node (rule) as (
        select p_rule where p_rule is not null
        union all
        select m from node, jsonb_array_elements(coalesce(rule -> 'all', rule -> 'any', rule -> 'none')) m
    )
    select rule from node where not rule ?| array['all', 'any', 'none']
$function$
;
comment on function app.leaf_conditions(jsonb) is 'The conditions of a rule, without their groups.';

CREATE OR REPLACE FUNCTION app.limit_label_proposals()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
    v_site uuid;
begin
    for v_site in select distinct a.site_id from added a loop
        -- Serializes concurrent proposers.
        perform from app.sites s where s.id = v_site for no key update;
        if (select count(*) from app.label_proposals l where l.site_id = v_site and l.state = 'proposed') > 5000 then
            raise exception 'A site has at most 5,000 proposed labels.' using errcode = 'FB409',
                hint = 'A person accepts or rejects proposals in the inbox.';
        end if;
    end loop;
    return null;
end $function$
;
comment on function app.limit_label_proposals() is NULL;

CREATE OR REPLACE FUNCTION app.limit_members()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
    perform from app.workspaces w where w.id = new.workspace_id for no key update;
    if (select count(*) from app.members m where m.workspace_id = new.workspace_id)
        + (select count(*) from app.invitations i
           where i.workspace_id = new.workspace_id and i.accepted_by is null and i.expires_at > now()) > 500 then
        raise exception 'A workspace has at most 500 members, open invitations included.' using errcode = 'FB409';
    end if;
    return null;
end $function$
;
comment on function app.limit_members() is NULL;

CREATE OR REPLACE FUNCTION app.limit_open_requests(p_request app.grant_requests)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
    -- One at a time per person: otherwise concurrent requests could exceed the limit. Requests dated in the future
    -- were made while the clock was ahead and do not count: they would block further ones until then.
    perform pg_advisory_xact_lock(hashtextextended('app.request_grant ' || p_request.person_id, 0));
    if (select count(*) from app.grant_requests r
        where r.connection_id = p_request.connection_id and r.state = 'pending'
          and r.expires_at > now() and r.created_at <= now() + interval '1 minute') >= 10
        or (select count(*) from app.grant_requests r
            where r.person_id = p_request.person_id and r.state = 'pending'
              and r.expires_at > now() and r.created_at <= now() + interval '1 minute') >= 20
    then
        raise exception 'Too many requests wait for this person already.' using errcode = 'FB429';
    elsif (select count(*) from app.grant_requests r
        where r.person_id = p_request.person_id and r.created_at > now() - interval '24 hours'
          and r.created_at <= now() + interval '1 minute') >= 200
    then
        raise exception 'This person received 200 requests within a day; try again tomorrow.' using errcode = 'FB429';
    end if;
end $function$
;
comment on function app.limit_open_requests(app.grant_requests) is 'Raises FB429 beyond 10 open requests of a connection, or 20 open ones and 200 per day of a person.';

CREATE OR REPLACE FUNCTION app.limit_proof_keys()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
    perform from app.sites s where s.id = new.site_id for no key update;
    if (select count(*) from app.proof_keys k where k.site_id = new.site_id) > 2 then
        raise exception 'A site has at most 2 proof keys.' using errcode = 'FB409';
    end if;
    return null;
end $function$
;
comment on function app.limit_proof_keys() is NULL;

CREATE OR REPLACE FUNCTION app.limit_saved_filters()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
    -- Serializes concurrent creators.
    perform from app.prompts p where p.site_id = new.site_id and p.id = new.prompt_id for no key update;
    if (select count(*) from app.saved_filters f where f.site_id = new.site_id and f.prompt_id = new.prompt_id) > 50 then
        raise exception 'A prompt has at most 50 saved filters.' using errcode = 'FB409', hint = 'Delete filters that nobody uses.';
    end if;
    return null;
end $function$
;
comment on function app.limit_saved_filters() is NULL;

CREATE OR REPLACE FUNCTION app.limit_sites()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
    perform from app.workspaces w where w.id = new.workspace_id for no key update;
    if (select count(*) from app.sites s where s.workspace_id = new.workspace_id) > 500 then
        raise exception 'A workspace has at most 500 sites.' using errcode = 'FB409';
    end if;
    return null;
end $function$
;
comment on function app.limit_sites() is NULL;

CREATE OR REPLACE FUNCTION app.limit_tags()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
    -- Serializes concurrent creators.
    perform from app.sites s where s.id = new.site_id for no key update;
    if (select count(*) from app.tags a where a.site_id = new.site_id and a.state = 'accepted') > 500 then
        raise exception 'A site has at most 500 tags.' using errcode = 'FB409', hint = 'Delete tags that nobody uses.';
    end if;
    if (select count(*) from app.tags a where a.site_id = new.site_id and a.state = 'proposed') > 50 then
        raise exception 'A site has at most 50 proposed tags.' using errcode = 'FB409',
            hint = 'A person accepts or rejects proposals in the inbox.';
    end if;
    return null;
end $function$
;
comment on function app.limit_tags() is NULL;

CREATE OR REPLACE FUNCTION app.limit_templates()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
    -- Serializes concurrent creators.
    perform from app.workspaces w where w.id = new.workspace_id for no key update;
    if (select count(*) from app.templates t where t.workspace_id = new.workspace_id) > 100 then
        raise exception 'A workspace has at most 100 templates.' using errcode = 'FB409',
            hint = 'Delete one that nobody uses.';
    end if;
    return null;
end $function$
;
comment on function app.limit_templates() is NULL;

CREATE OR REPLACE FUNCTION app.limit_text_notes()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
    perform from app.text_answers t where t.site_id = new.site_id and t.display_id = new.display_id
        and t.question_id = new.question_id for no key update;
    if (select count(*) from app.text_notes n where n.site_id = new.site_id and n.display_id = new.display_id
            and n.question_id = new.question_id) > 100 then
        raise exception 'A text answer has at most 100 notes.' using errcode = 'FB409';
    end if;
    return null;
end $function$
;
comment on function app.limit_text_notes() is NULL;

CREATE OR REPLACE FUNCTION app.limit_text_tags()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
    perform from app.text_answers t where t.site_id = new.site_id and t.display_id = new.display_id
        and t.question_id = new.question_id for no key update;
    if (select count(*) from app.text_tags g where g.site_id = new.site_id and g.display_id = new.display_id
            and g.question_id = new.question_id) > 20 then
        raise exception 'A text answer has at most 20 tags.' using errcode = 'FB409';
    end if;
    return null;
end $function$
;
comment on function app.limit_text_tags() is NULL;

CREATE OR REPLACE FUNCTION app.list_asked_questions(p_content jsonb)
 RETURNS SETOF jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
    select q from jsonb_array_elements(p_content -> 'questions') q
    union all
    select q from jsonb_array_elements(p_content #> '{experiment,variants}') v, jsonb_array_elements(v -> 'questions') q
$function$
;
comment on function app.list_asked_questions(jsonb) is 'The questions of a content, then those of its variants.';

CREATE OR REPLACE FUNCTION app.list_audience_uses(p_site uuid, p_audience text)
 RETURNS TABLE(prompt_id uuid, survey_id text, name text, state text, latest_revision integer, latest_version integer, published_revision integer, published_version integer)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
    with named as (
        select distinct r.prompt_id from app.revisions r
        where r.site_id = p_site and r.content #>> '{audience,saved}' = p_audience and r.content #> '{audience,saved}' is not null
    )
    select * from (
        select p.id, p.survey_id, r.content ->> 'name', p.state, r.number,
            case when r.content #>> '{audience,saved}' = p_audience then (r.content #>> '{audience,version}')::integer end as latest,
            p.published_revision,
            case when live.content #>> '{audience,saved}' = p_audience then (live.content #>> '{audience,version}')::integer end as published
        from named
        join app.prompts p on p.site_id = p_site and p.id = named.prompt_id
        cross join lateral (
            select v.number, v.content from app.revisions v
            where v.site_id = p.site_id and v.prompt_id = p.id order by v.number desc limit 1) r
        left join app.revisions live on live.site_id = p.site_id and live.prompt_id = p.id
            and live.number = p.published_revision
        where p.state <> 'archived'
    ) u where u.latest is not null or u.published is not null
    order by u.survey_id
$function$
;
comment on function app.list_audience_uses(uuid,text) is 'Prompts whose latest or published revision uses a saved audience, except archived ones. Runs with the rights of the caller.';

CREATE OR REPLACE FUNCTION app.list_charges(p_settings jsonb, p_budget jsonb, p_now timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
declare
    v_zone text := coalesce(p_settings ->> 'time_zone', 'UTC');
    v_every text := p_budget #>> '{period,every}';
    v_charges jsonb := case when p_budget ?| array['displays', 'responses'] then '{"total": "-infinity"}'::jsonb end;
begin
    if v_every is not null then
        v_charges := coalesce(v_charges, '{}') || jsonb_build_object(v_every, (app.period_at(v_every, p_now, v_zone)).starts_on);
    end if;
    if p_settings #> '{limits,displays_per_day}' is not null then
        v_charges := coalesce(v_charges, '{}') || jsonb_build_object('site', (app.period_at('site', p_now, v_zone)).starts_on);
    end if;
    return v_charges;
end $function$
;
comment on function app.list_charges(jsonb,jsonb,timestamp with time zone) is 'The periods to which a display is charged, as in app.displays.charges; null if neither the prompt nor its site has a budget.';

CREATE OR REPLACE FUNCTION app.list_ci_tokens(p_workspace uuid, p_before uuid, p_limit integer)
 RETURNS TABLE(id uuid, name text, created_by text, created_at timestamp with time zone, last_used_at timestamp with time zone, expires_at timestamp with time zone, sites jsonb, actions jsonb)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
    if p_workspace not in (select app.workspaces_for('owner')) then
        raise exception 'Only owners see CI tokens.' using errcode = 'FB403';
    end if;
    return query
        select c.id, c.name, coalesce(app.author_of(m.person_id, m.email), c.person_id::text), c.created_at, c.last_used_at, c.expires_at,
            (select coalesce(jsonb_agg(s.site_id order by s.site_id), '[]')
                from app.connection_sites s where s.connection_id = c.id),
            (select coalesce(jsonb_agg(distinct g.action), '[]') from app.grants g
                where g.connection_id = c.id and g.workspace_id = p_workspace and g.revoked_at is null and g.expires_at > now())
        from app.connections c
        left join app.members m on m.workspace_id = p_workspace and m.person_id = c.person_id
        where c.kind = 'ci' and app.is_live(c) and (p_before is null or c.id < p_before)
          and c.id in (select g.connection_id from app.grants g where g.workspace_id = p_workspace)
        order by c.id desc limit p_limit;
end $function$
;
comment on function app.list_ci_tokens(uuid,uuid,integer) is 'The live CI tokens of a workspace, newest first. Raises FB403.';

CREATE OR REPLACE FUNCTION app.list_counters(p_budget jsonb)
 RETURNS text[]
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
    return array_remove(array[
        case when p_budget ?| array['displays', 'responses'] then 'total' end, p_budget #>> '{period,every}'], null);
end $function$
;
comment on function app.list_counters(jsonb) is 'The periods in which the displays of a prompt with this budget are counted.';

CREATE OR REPLACE FUNCTION app.list_days()
 RETURNS TABLE(day date, partition regclass)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
    -- The planner may evaluate this for relations with other names before it filters by parent.
    select case when c.relname ~ '^events_[0-9]{8}$' then to_date(right(c.relname, 8), 'YYYYMMDD') end, c.oid::regclass
    from pg_catalog.pg_inherits i
    join pg_catalog.pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'app.events'::regclass
    order by 1
$function$
;
comment on function app.list_days() is 'The partitions of app.events.';

CREATE OR REPLACE FUNCTION app.list_needed_facts(p_where jsonb, p_audience jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
    select nullif(jsonb_strip_nulls(jsonb_build_object(
        'traits', jsonb_agg(distinct l -> 'trait') filter (where l ? 'trait' and app.compares_dates(l)),
        'properties', jsonb_agg(distinct l -> 'property') filter (where l ? 'property' and app.compares_dates(l)),
        'languages', jsonb_agg(distinct l -> 'context') filter (where l ->> 'context' = 'language'),
        'prompts', jsonb_agg(distinct l -> 'prompt') filter (where l ? 'prompt'),
        'events', jsonb_agg(distinct jsonb_build_object('event', l -> 'event', 'within_days', l -> 'within_days'))
            filter (where l ? 'event')
    )), '{}')
    from (select app.leaf_conditions(p_where) union all select app.leaf_conditions(p_audience)) x (l)
$function$
;
comment on function app.list_needed_facts(jsonb,jsonb) is 'Facts that a trigger and an audience need beyond the base facts: dates in traits and properties, languages, prompts, events; null for none.';

CREATE OR REPLACE FUNCTION app.list_occurrences(p_content jsonb, c app.candidates)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
    return jsonb_build_object('prompt', c.prompt_id, 'events', p_content #> '{trigger,events}', 'backend', c.backend,
        'path', c.trigger_path::text, 'vars', c.vars,
        'dates', (select jsonb_agg(distinct l -> 'property') from app.leaf_conditions(p_content #> '{trigger,where}') l
            where app.compares_dates(l))) || c.repeated;
end $function$
;
comment on function app.list_occurrences(jsonb,app.candidates) is 'What app.count_occurrences needs to know about a prompt whose trigger requires repeated events.';

CREATE OR REPLACE FUNCTION app.list_recipients(p_site uuid, p_destination uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
    perform app.require_response_access(p_site);
    return (
        select coalesce(jsonb_agg(jsonb_build_object('address', r.address, 'confirmed', app.is_confirmed(r),
            'confirmation_sent_at', app.format_instant(r.confirmation_sent_at),
            'unsubscribed_at', app.format_instant(r.unsubscribed_at)) order by r.address), '[]')
        from app.destination_recipients r where r.site_id = p_site and r.destination_id = p_destination);
end $function$
;
comment on function app.list_recipients(uuid,uuid) is 'The recipients of a destination as the contract describes them. A connection does not see the members, so the service compares. Raises FB403.';

CREATE OR REPLACE FUNCTION app.list_sealed_otherwise(p_sealing_key bytea, p_after text DEFAULT ''::text, p_limit integer DEFAULT 500)
 RETURNS TABLE("position" text, place text, site_id uuid, id text, use text, sealed bytea)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
    select p.position, s.place, s.site_id, s.id, s.use, s.sealed
    from app.stored_secrets() s
    -- Ciphertexts are unique, so each has its own position.
    cross join lateral (
        select concat_ws('/', s.site_id, s.place, s.id, encode(sha256(s.sealed), 'hex')) collate "C" as position) p
    where substr(s.sealed, 1, length(p_sealing_key)) <> p_sealing_key and p.position > p_after
    order by p.position limit p_limit
$function$
;
comment on function app.list_sealed_otherwise(bytea,text,integer) is 'What is sealed with another key than the one whose ciphertexts begin with `p_sealing_key`, after a position.';

CREATE OR REPLACE FUNCTION app.list_texts(p_content jsonb, p_variant text, p_answers jsonb)
 RETURNS TABLE(question_id text, text text)
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
    select f.id, f.text from (
        select q ->> 'id' as id, case
            when q ->> 'type' in ('short_text', 'long_text') then a.value #>> '{}'
            else jsonb_path_query_first(a.value, '$.other') #>> '{}' end as text
        from jsonb_array_elements(app.apply_variant(p_content, p_variant) -> 'questions') q
        cross join lateral (select p_answers -> (q ->> 'id')) a (value)
        where q ->> 'type' not in ('short_text', 'long_text') or jsonb_typeof(a.value) = 'string') f
    where f.text ~ '\S'
$function$
;
comment on function app.list_texts(jsonb,text,jsonb) is 'What the visitor wrote: answers to text questions, and texts behind "other". Never labels of options.';

CREATE OR REPLACE FUNCTION app.list_workspaces_without_other_owner()
 RETURNS TABLE(id uuid, name text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
    select w.id, w.name from app.members m join app.workspaces w on w.id = m.workspace_id
    where m.person_id = app.person_id() and m.role = 'owner'
      and not exists (select from app.members o where o.workspace_id = w.id and o.role = 'owner'
        and o.person_id <> m.person_id and not app.is_leaving(o.person_id))
      and not exists (select from app.deletions d
        where d.target_id = w.id and d.undone_at is null and d.finished_at is null)
    order by w.name, w.id
$function$
;
comment on function app.list_workspaces_without_other_owner() is 'Workspaces that would have no owner without the caller, except those that are scheduled for deletion.';

CREATE OR REPLACE FUNCTION app.listed_displays(p_world integer, k app.portfolio_candidate, p_claim app.pending_claim, p_reason app.reason)
 RETURNS app.replayed_display[]
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
    return case when p_reason in ('displayed', 'budget', 'paced') then array[row(p_world, coalesce(k.place, 0), p_claim.due,
        app.group_hash(p_claim.facts -> 'traits', (k.c).per_group ->> 'trait'))::app.replayed_display] else '{}' end;
end $function$
;
comment on function app.listed_displays(integer,app.portfolio_candidate,app.pending_claim,app.reason) is 'The display of a claim, or none. A display that only a budget denied counts too: whether that budget is used up is decided later, from the displays of all subjects.';

CREATE OR REPLACE FUNCTION app.live_connection()
 RETURNS SETOF app.connections
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
    select c from app.connections c where c.id = app.connection_id() and app.person_id() is null and app.is_live(c)
$function$
;
comment on function app.live_connection() is 'The calling connection, if it is live and the caller is not a person.';

CREATE OR REPLACE FUNCTION app.live_grants(p_action text)
 RETURNS SETOF app.grants
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
    select g from app.live_connection() c
    join app.grants g on g.connection_id = c.id and g.action = p_action
    join app.members m on m.workspace_id = g.workspace_id and m.person_id = g.approved_by
        and m.role = any(app.roles_at_least(app.required_role(p_action)))
    where g.revoked_at is null and g.expires_at > now()
      and (g.mode = 'until' or g.consumed_at is null or g.consumed_by = app.call_id())
      and (g.site_id is null or g.site_id in (select app.connected_sites()))
$function$
;
comment on function app.live_grants(text) is 'Live grants of the connection for an action: neither revoked, expired nor consumed, and the approver still has the required role.';

CREATE OR REPLACE FUNCTION app.load_call(p_request_context jsonb, p_now timestamp with time zone, p_session uuid, p_event uuid, p_name text, p_properties jsonb, p_verified jsonb)
 RETURNS app.call
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
    v_site uuid := p_request_context ->> 'site';
    r record;
begin
    select s.key as site, s.settings, n.registered, n.top_candidate,
        exists (select from app.buckets k where k.site_id = v_site and k.exhausted) as has_exhausted,
        v.id as visitor_id, v.key as visitor, v.traits, v.reset_at,
        u.id as subject_id, u.account, u.sample_key, u.first_seen_at, least(v.last_seen_at, u.last_seen_at) as last_seen_at
    into r
    from app.sites s
    left join app.event_names n on n.site_id = s.id and n.name = p_name
    left join app.visitors v on v.site_id = s.id and v.id = (p_request_context ->> 'visitor')::uuid
        and v.last_seen_at >= p_now - interval '90 days'
    left join app.subjects u on u.site_id = v.site_id and u.id = v.subject_id
    where s.id = v_site;
    if not found then
        raise exception 'There is no such site.' using errcode = 'FB404';
    end if;
    return app.make_call(
        p_site_id => v_site, p_site => r.site, p_settings => r.settings, p_registered => r.registered,
        p_has_exhausted => r.has_exhausted, p_top_candidate => r.top_candidate,
        p_visitor_id => r.visitor_id, p_visitor => r.visitor, p_subject_id => r.subject_id, p_account => r.account,
        p_sample_key => r.sample_key, p_traits => r.traits, p_first_seen_at => r.first_seen_at,
        p_last_seen_at => r.last_seen_at, p_reset_at => r.reset_at,
        p_request_context => p_request_context, p_now => p_now, p_session_id => p_session, p_event_id => p_event,
        p_name => p_name, p_properties => p_properties, p_verified => p_verified, p_prompts => null);
end $function$
;
comment on function app.load_call(jsonb,timestamp with time zone,uuid,uuid,text,jsonb,jsonb) is 'Reads site, visitor and subject in one statement. The latter two are null for a visitor that is new or past its retention.';

CREATE OR REPLACE FUNCTION app.load_call_facts(p_call app.call, p_needed jsonb, p_facts jsonb, p_until timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
    return app.load_facts(p_facts, p_call.site_id, p_call.settings, p_call.subject_id, p_call.session_id,
        case when p_call.account is null then coalesce(p_call.request_context -> 'device', '[]') else '[]' end,
        p_call.event_id, p_call.name, p_needed, p_call.now, p_until);
end $function$
;
comment on function app.load_call_facts(app.call,jsonb,jsonb,timestamp with time zone) is NULL;

CREATE OR REPLACE FUNCTION app.load_facts(p_facts jsonb, p_site uuid, p_settings jsonb, p_subject uuid, p_session uuid, p_device jsonb, p_event uuid, p_event_name text, p_needed jsonb, p_now timestamp with time zone, p_until timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
    -- Most subjects have never seen a prompt: without a lock row, there is no display.
    v_shown boolean := exists (select from app.subject_locks g where g.site_id = p_site and g.subject_id = p_subject);
    v_dates jsonb := '{}';
    v_history jsonb := '{}';
begin
    if v_shown or p_device <> '[]' then
        p_facts := p_facts || app.display_facts(p_site, p_subject, p_session, p_settings, p_device, p_now, p_until);
    else
        p_facts := p_facts || jsonb_build_object('seen', '{}'::jsonb, 'site', app.site_limits(p_settings)
            || '{"window_displays": 0, "session_displays": 0}');
    end if;
    if p_needed is null then
        return p_facts || '{"history": {}}';
    end if;
    if p_needed ? 'traits' then
        v_dates := jsonb_build_object('traits', app.parse_dates(p_facts -> 'traits', p_needed -> 'traits'));
    end if;
    if p_needed ? 'properties' then
        v_dates := v_dates || jsonb_build_object(
            'properties', app.parse_dates(p_facts -> 'properties', p_needed -> 'properties'),
            'verified', app.parse_dates(p_facts -> 'verified', p_needed -> 'properties'));
    end if;
    if p_needed ? 'languages' then
        p_facts := p_facts || jsonb_build_object('language', app.language_ranges(p_facts #>> '{context,languages,0}'));
    end if;
    if v_shown and p_needed ? 'prompts' then
        v_history := app.display_history(p_site, p_subject, p_needed -> 'prompts', least(p_now, p_until));
    end if;
    if p_needed ? 'events' then
        v_history := v_history || jsonb_build_object('events',
            -- Events reported offline may be 48 hours late.
            app.count_events(p_site, p_subject, p_event, p_event_name, p_needed -> 'events',
                to_timestamp((p_facts -> 'first_seen')::float8) - interval '48 hours', p_now));
    end if;
    if p_needed ? 'occurrences' then
        p_facts := p_facts || jsonb_build_object('occurrences',
            app.count_occurrences(p_site, p_subject, p_event, p_needed -> 'occurrences', p_now));
    end if;
    if p_needed ? 'groups' then
        p_facts := p_facts || jsonb_build_object('groups',
            app.group_facts(p_site, p_facts -> 'traits', p_needed -> 'groups', p_until));
    end if;
    return p_facts || jsonb_build_object('dates', v_dates, 'history', v_history);
end $function$
;
comment on function app.load_facts(jsonb,uuid,jsonb,uuid,uuid,jsonb,uuid,text,jsonb,timestamp with time zone,timestamp with time zone) is 'Adds the facts that have to be read: displays and, if needed, dates, language and history.';

CREATE OR REPLACE FUNCTION app.load_replayed_facts(p_site uuid, p_subject uuid, p_claim app.pending_claim, p_needed jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
    v_facts jsonb := p_claim.facts;
begin
    if p_needed = '{}' then
        return v_facts || '{"history": {}}';
    end if;
    v_facts := app.load_facts(v_facts, p_site, '{}', null, p_claim.session_id, '[]', p_claim.event_id, p_claim.name,
        p_needed - array['prompts', 'events', 'occurrences', 'groups'], p_claim.due, p_claim.due);
    if p_needed ? 'events' then
        v_facts := jsonb_set(v_facts, '{history,events}',
            app.count_replayed_events(p_site, p_subject, p_claim, p_needed -> 'events'));
    end if;
    if p_needed ? 'occurrences' then
        v_facts := v_facts || jsonb_build_object('occurrences', app.count_occurrences(
            p_site, p_subject, p_claim.event_id, p_needed -> 'occurrences', p_claim.due, p_claim));
    end if;
    return v_facts - array['seen', 'site'];
end $function$
;
comment on function app.load_replayed_facts(uuid,uuid,app.pending_claim,jsonb) is 'Adds the facts that rules need and that do not depend on displays.';

CREATE OR REPLACE FUNCTION app.load_site(site_id text)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
    return (
        select jsonb_build_object('id', s.id, 'siteId', s.site_id, 'settings', s.settings,
            'keepsWaiting', exists (
                select from app.candidates c where c.site_id = s.id and (c.backend or c.unless is not null)),
            'hasBackendPrompt', exists (select from app.candidates c where c.site_id = s.id and c.backend), 'proofKeys', coalesce((
            select jsonb_agg(jsonb_build_object('kid', k.kid, 'alg', k.alg, 'status', k.status,
                'sealed', encode(k.sealed, 'base64')) order by k.created_at, k.kid)
            from app.proof_keys k where k.site_id = s.id), '[]'))
        from app.sites s where s.site_id = load_site.site_id and s.closed_at is null
    );
end $function$
;
comment on function app.load_site(text) is 'What the sdk function needs to know about a site; null for an unknown site ID.';

CREATE OR REPLACE FUNCTION app.lock_confirmations()
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$ select pg_advisory_xact_lock(hashtextextended('app.recipient_confirmations', 0)) $function$
;
comment on function app.lock_confirmations() is 'Makes transactions that ask recipients to confirm wait for each other.';

CREATE OR REPLACE FUNCTION app.lock_destination_request(p_request uuid)
 RETURNS app.destination_requests
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
    v_request app.destination_requests;
begin
    perform app.lock_memberships(app.person_id());
    select * into v_request from app.destination_requests r
    where r.id = p_request and r.person_id = app.person_id() for update;
    if not found then
        raise exception 'There is no such request for you.' using errcode = 'FB404';
    elsif v_request.state <> 'pending' then
        raise exception 'The request is % already.', v_request.state using errcode = 'FB409';
    elsif v_request.expires_at <= now() then
        raise exception 'The request has expired; the connection can ask again.' using errcode = 'FB409';
    end if;
    return v_request;
end $function$
;
comment on function app.lock_destination_request(uuid) is 'A pending request to the caller, locked. Raises FB404 and FB409.';

CREATE OR REPLACE FUNCTION app.lock_memberships(p_person uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
    select from app.members m where m.person_id = p_person order by m.workspace_id for share
$function$
;
comment on function app.lock_memberships(uuid) is 'Locks the person''s memberships, so that their roles stay the same until the transaction ends. Call it before taking any other lock: losing a role locks the membership first, too.';

CREATE OR REPLACE FUNCTION app.lock_request(p_request uuid)
 RETURNS app.grant_requests
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
    v_request app.grant_requests;
begin
    perform app.lock_memberships(app.person_id());
    select * into v_request from app.grant_requests r where r.id = p_request and r.person_id = app.person_id() for update;
    if not found then
        raise exception 'There is no such request for you.' using errcode = 'FB404';
    elsif v_request.state <> 'pending' then
        raise exception 'The request is % already.', v_request.state using errcode = 'FB409';
    elsif v_request.expires_at <= now() then
        raise exception 'The request has expired; the connection can ask again.' using errcode = 'FB409';
    end if;
    return v_request;
end $function$
;
comment on function app.lock_request(uuid) is 'A pending request to the caller, locked. Raises FB404 both without such a request and if it is for someone else.';

CREATE OR REPLACE FUNCTION app.lock_subject(INOUT p_call app.call, OUT is_new boolean)
 RETURNS record
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
    v_subject uuid;
begin
    -- The subject may have been merged into another while this waited for its lock: then lock that one.
    for v_attempt in 1..5 loop
        v_subject := p_call.subject_id;
        perform from app.subjects where site_id = p_call.site_id and id = v_subject for key share;
        if found then
            insert into app.subject_locks (site_id, subject_id) values (p_call.site_id, v_subject)
            on conflict (site_id, subject_id) do nothing;
            is_new := found and v_attempt = 1;
            perform from app.subject_locks where site_id = p_call.site_id and subject_id = v_subject for no key update;
        else
            v_subject := null;
        end if;
        p_call := app.update_visitor(app.reload_call(p_call));
        exit when p_call.subject_id = v_subject;
        is_new := false;
    end loop;
end $function$
;
comment on function app.lock_subject(app.call) is 'Locks the visitor''s subject until the transaction ends, and reads visitor and subject again. `is_new`: this call created the lock row, so no earlier call decided for the subject.';

CREATE OR REPLACE FUNCTION app.maintain(p_step text DEFAULT 'create_days'::text, p_now timestamp with time zone DEFAULT clock_timestamp(), p_batch integer DEFAULT 1000)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
    -- Days are counted before they are dropped.
    v_visitor_steps text[] := array(select r.relation from app.visitor_rules() r);
    v_steps text[] := array['create_days', 'count_days', 'drop_days', 'drop_outbox_days', 'deletions', 'events']
        || array(select r.relation from app.retention_rules() r) || v_visitor_steps || array['subjects', 'displays', 'imported_responses', 'result_parts'];
    v_position integer := array_position(v_steps, p_step);
    v_more boolean := false;
begin
    if v_position is null then
        raise exception 'There is no step "%"; there are: %.', p_step, array_to_string(v_steps, ', ');
    end if;
    -- Concurrent runs are serialized, and each continues where the other stopped.
    perform pg_advisory_xact_lock(hashtextextended('app.maintain', 0));
    case p_step
        when 'create_days' then perform app.create_days(p_now);
        when 'count_days' then v_more := app.count_days(p_now);
        when 'drop_days' then v_more := app.drop_day(p_now);
        when 'drop_outbox_days' then v_more := app.drop_outbox_day(p_now);
        when 'deletions' then v_more := app.delete_due(p_now, p_batch);
        when 'events' then v_more := app.delete_expired_events(p_now, p_batch);
        when 'subjects' then v_more := app.delete_expired_subjects(p_now, p_batch);
        when 'displays' then v_more := app.aggregate_old_displays(p_now, p_batch);
        when 'imported_responses' then v_more := app.restamp_imported(p_batch);
        when 'result_parts' then v_more := app.count_result_parts(p_now, p_batch);
        else v_more := case when p_step = any(v_visitor_steps) then app.delete_expired_of_visitors(p_step, p_now, p_batch)
            else app.delete_expired(p_step, p_now, p_batch) end;
    end case;
    return case when v_more then p_step else v_steps[v_position + 1] end;
end $function$
;
comment on function app.maintain(text,timestamp with time zone,integer) is 'Does one piece of maintenance. Returns the step for the next call, null at the end. Run each piece in a separate transaction.';

CREATE OR REPLACE FUNCTION app.make_call(p_site_id uuid, p_site integer, p_settings jsonb, p_registered boolean, p_has_exhausted boolean, p_top_candidate integer, p_visitor_id uuid, p_visitor integer, p_subject_id uuid, p_account text, p_sample_key uuid, p_traits jsonb, p_first_seen_at timestamp with time zone, p_last_seen_at timestamp with time zone, p_reset_at timestamp with time zone, p_request_context jsonb, p_now timestamp with time zone, p_session_id uuid, p_event_id uuid, p_name text, p_properties jsonb, p_verified jsonb, p_prompts uuid[])
 RETURNS app.call
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
    return row(p_site_id, p_site, p_settings, p_registered, p_has_exhausted, p_top_candidate,
        p_visitor_id, p_visitor, p_subject_id, p_account, p_sample_key, p_traits,
        p_first_seen_at, p_last_seen_at, p_reset_at,
        p_request_context, p_now, p_session_id, p_event_id, p_name, p_properties, p_verified, p_prompts)::app.call;
end $function$
;
comment on function app.make_call(uuid,integer,jsonb,boolean,boolean,integer,uuid,integer,uuid,text,uuid,jsonb,timestamp with time zone,timestamp with time zone,timestamp with time zone,jsonb,timestamp with time zone,uuid,uuid,text,jsonb,jsonb,uuid[]) is 'Makes a call from its fields by name. The order is that of the type.';

CREATE OR REPLACE FUNCTION app.make_destination_due(p_site uuid, p_destination uuid)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
    -- Locks it even if it is due already, as app.distribute_messages.
    update app.destinations d set due_at = least(d.due_at, now()) where d.site_id = p_site and d.id = p_destination
$function$
;
comment on function app.make_destination_due(uuid,uuid) is 'Has the deliveries of a destination claimed. Called before its deliveries are locked, in the order of app.record_attempt.';

CREATE OR REPLACE FUNCTION app.mark_result_parts(p_now timestamp with time zone, p_batch integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
    -- Triggers use the clock, so a test that runs ahead of it marks nothing.
    v_until timestamptz := least(p_now, clock_timestamp()) - interval '20 minutes';
    v_marked integer;
begin
    delete from app.result_parts k using app.sites s
    where s.id = k.site_id and (k.zone <> coalesce(s.settings ->> 'time_zone', 'UTC')
        -- Imported from another database.
        or k.figures is null and k.marked_in >= pg_snapshot_xmax(pg_current_snapshot())
        or k.figures is null and k.seen_in >= pg_snapshot_xmax(pg_current_snapshot()));
    -- The hours of a day that has ended.
    delete from app.result_parts k
    where k.to_at < k.from_at + interval '2 hours' and k.day < (v_until at time zone k.zone)::date;
    with busy as materialized (
        select p.site_id, p.id, z.zone, (v_until at time zone z.zone)::date as today, (least(
                (select min(r.created_at) from app.responses r where r.site_id = p.site_id and r.prompt_id = p.id),
                (select min(d.reserved_at) from app.displays d where d.site_id = p.site_id and d.prompt_id = p.id))
            at time zone z.zone)::date as first
        from app.prompts p
        join app.sites s on s.id = p.site_id
        cross join lateral (select coalesce(s.settings ->> 'time_zone', 'UTC') as zone) z
        -- If the plain query is fast, a part is not worthwhile.
        where exists (select from app.responses r where r.site_id = p.site_id and r.prompt_id = p.id offset 999)
    ),
    parts as (
        select b.site_id, b.id, d.day, b.zone, d.day::timestamp at time zone b.zone as from_at,
            (d.day + 1)::timestamp at time zone b.zone as to_at
        from busy b
        cross join lateral (select g::date as day from generate_series(b.first::timestamp, b.today - 1, interval '1 day') g) d
        union all
        select b.site_id, b.id, b.today, b.zone, h.at, h.at + interval '1 hour'
        from busy b
        cross join lateral generate_series(b.today::timestamp at time zone b.zone, v_until - interval '1 hour', interval '1 hour') h (at)
    ),
    missing as materialized (
        select p.* from parts p
        where p.to_at <= v_until and not exists (select from app.result_parts k
            where k.site_id = p.site_id and k.prompt_id = p.id and k.from_at = p.from_at and k.to_at = p.to_at)
        order by p.to_at desc limit p_batch
    )
    insert into app.result_parts (site_id, prompt_id, from_at, to_at, day, zone)
    select m.site_id, m.id, m.from_at, m.to_at, m.day, m.zone from missing m;
    get diagnostics v_marked = row_count;
    return v_marked > 0;
end $function$
;
comment on function app.mark_result_parts(timestamp with time zone,integer) is 'Marks parts of prompts with many responses for counting. Returns whether there were any.';

CREATE OR REPLACE FUNCTION app.matches_trigger(p_needed jsonb, p_event app.events)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
    v_verified jsonb := p_event.verified;
    v_facts jsonb := jsonb_build_object(
        'now', app.epoch(p_event.received_at), 'backend', p_event.session_id = '00000000-0000-0000-0000-000000000000',
        'properties', p_event.properties::jsonb || coalesce(v_verified, '{}'), 'verified', v_verified,
        'proven', v_verified is not null);
begin
    if coalesce(p_needed ->> 'path', '') = '' then
        return true;
    elsif jsonb_typeof(p_needed -> 'dates') = 'array' then
        v_facts := v_facts || jsonb_build_object('dates', jsonb_build_object(
            'properties', app.parse_dates(v_facts -> 'properties', p_needed -> 'dates'),
            'verified', app.parse_dates(v_verified, p_needed -> 'dates')));
    end if;
    return jsonb_path_match(v_facts, (p_needed ->> 'path')::jsonpath, p_needed -> 'vars', true);
end $function$
;
comment on function app.matches_trigger(jsonb,app.events) is 'Whether a stored event meets the trigger in p_needed, an element of the needed fact `occurrences`.';

CREATE OR REPLACE FUNCTION app.may_fetch_document(p_host text, p_address bytea, p_now timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
    select app.count_attempt('fetch host', convert_to(p_host, 'UTF8'), 30, interval '10 minutes', p_now)
        and app.count_attempt('fetch', p_address, 30, interval '10 minutes', p_now)
$function$
;
comment on function app.may_fetch_document(text,bytea,timestamp with time zone) is 'Counts a fetch of a client document from this host, caused by this address; false if either exceeds its limit.';

CREATE OR REPLACE FUNCTION app.may_have_read(p_site uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
    -- By person, not by connection: the tools of one person read each other's output. Returning the grant, consuming it
    -- or signing out does not undo what was read.
    select exists (
        select from app.grants g join app.connections c on c.id = g.connection_id
        where c.person_id = app.acting_person() and g.site_id = p_site and g.action = 'response:read'
          and g.expires_at > now() and (g.revoked_at is null or g.given_back))
$function$
;
comment on function app.may_have_read(uuid) is 'Whether a connection of the caller''s person may have read responses of the site: then a visitor''s text may influence what it publishes, which the approver has to accept.';

CREATE OR REPLACE FUNCTION app.measure_deliveries(p_now timestamp with time zone DEFAULT clock_timestamp(), OUT lag double precision, OUT waiting bigint, OUT paused jsonb)
 RETURNS record
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
    select coalesce(greatest(0, extract(epoch from p_now - least(
            -- What is under way has its next time at the end of its lease, so it does not count.
            (select min(x.next_at) from app.destinations d cross join lateral (
                select q.next_at from app.deliveries q
                where q.site_id = d.site_id and q.destination_id = d.id and q.state = 'waiting' and q.next_at <= p_now
                order by q.next_at limit 1) x
            where d.state = 'active'),
            (select app.id_time(o.id) from app.outbox o
            where o.pending and o.id >= app.id_from(p_now - interval '30 days') order by o.id limit 1)))), 0)::double precision,
        (select count(*) from app.deliveries q where q.state = 'waiting'),
        (select jsonb_object_agg(c.cause, (select count(*) from app.destinations d where d.pause_cause = c.cause))
        from unnest(array['person', 'failing', 'gone']) c (cause))
$function$
;
comment on function app.measure_deliveries(timestamp with time zone) is 'For metrics: seconds for which the message that has waited longest has been due, how many deliveries wait, and how many destinations are paused, by cause.';

CREATE OR REPLACE FUNCTION app.meets_condition(p_path jsonpath, p_vars jsonb, p_answers jsonb, p_traits jsonb, p_context jsonb, p_now timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
    return p_path is null or jsonb_path_match(
        jsonb_build_object('answers', p_answers, 'traits', p_traits, 'now', app.epoch(p_now),
            'context', coalesce(p_context, '{}'), 'language', coalesce(p_context -> 'language', '[]'),
            'dates', jsonb_build_object('traits', (
                select jsonb_object_agg(t.key, t.at) from (
                    select e.key, app.parse_instant(e.value #>> '{}') as at from jsonb_each(p_traits) e
                    where jsonb_typeof(e.value) = 'string') t
                where t.at is not null))),
        p_path, p_vars, true);
end $function$
;
comment on function app.meets_condition(jsonpath,jsonb,jsonb,jsonb,jsonb,timestamp with time zone) is 'Whether answers, traits and the context of the display meet a compiled condition; true without one.';

CREATE OR REPLACE FUNCTION app.merge_needed_facts(p_all jsonb, p_needed jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
    -- The prompts of a site mostly need the same facts.
    if p_needed is null or p_all @> p_needed then
        return p_all;
    elsif p_all is null then
        return p_needed;
    end if;
    return (
        select jsonb_object_agg(n.kind, n.facts) from (
            select need.key as kind, jsonb_agg(distinct fact) as facts
            from (select p_all as facts union all select p_needed) given,
                jsonb_each(given.facts) need, jsonb_array_elements(need.value) fact
            group by need.key) n);
end $function$
;
comment on function app.merge_needed_facts(jsonb,jsonb) is 'The facts that either of two candidates needs beyond the base facts; null for none.';

CREATE OR REPLACE FUNCTION app.merge_subjects(p_site uuid, p_from uuid, p_to uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
    perform from app.subjects where site_id = p_site and id in (p_from, p_to) order by id for update;
    insert into app.subject_locks (site_id, subject_id) values (p_site, least(p_from, p_to)), (p_site, greatest(p_from, p_to))
    on conflict (site_id, subject_id) do nothing;
    perform from app.subject_locks where site_id = p_site and subject_id in (p_from, p_to) order by subject_id for update;

    update app.displays set subject_id = p_to where site_id = p_site and subject_id = p_from;
    update app.responses set subject_id = p_to where site_id = p_site and subject_id = p_from;
    -- A prompt that waits for both keeps waiting for the account.
    update app.waiting_prompts w set subject_id = p_to where w.site_id = p_site and w.subject_id = p_from and not exists (
        select from app.waiting_prompts o where o.site_id = p_site and o.subject_id = p_to and o.prompt_id = w.prompt_id);
    insert into app.display_totals as l (site_id, subject_id, prompt_id, displays, last_at, answered)
    select o.site_id, p_to, o.prompt_id, o.displays, o.last_at, o.answered from app.display_totals o
    where o.site_id = p_site and o.subject_id = p_from
    on conflict (site_id, subject_id, prompt_id) do update
    set displays = l.displays + excluded.displays, last_at = greatest(l.last_at, excluded.last_at),
        answered = l.answered or excluded.answered;
    update app.subject_locks g set last_at = greatest(g.last_at, o.last_at)
    from app.subject_locks o
    where g.site_id = p_site and g.subject_id = p_to and o.site_id = p_site and o.subject_id = p_from;
    update app.subjects t
    set first_seen_at = least(t.first_seen_at, f.first_seen_at), last_seen_at = greatest(t.last_seen_at, f.last_seen_at)
    from app.subjects f
    where t.site_id = p_site and t.id = p_to and f.site_id = p_site and f.id = p_from;
    update app.visitors set subject_id = p_to where site_id = p_site and subject_id = p_from;
    delete from app.subjects where site_id = p_site and id = p_from;
end $function$
;
comment on function app.merge_subjects(uuid,uuid,uuid) is 'Merges an anonymous subject into an account''s: moves its displays and responses, and keeps the later last display.';

CREATE OR REPLACE FUNCTION app.merge_traits(p_old jsonb, p_new jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
    return case
        when app.count_keys(p_old || p_new) <= 64 and octet_length((p_old || p_new)::text) <= 5120 then p_old || p_new
        else p_new end;
end $function$
;
comment on function app.merge_traits(jsonb,jsonb) is 'Merges traits by key; if that exceeds the limits of one call, only the new ones stay.';

CREATE OR REPLACE FUNCTION app.milliseconds(p_at timestamp with time zone)
 RETURNS bigint
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
    return round(date_part('epoch', p_at) * 1000);
end $function$
;
comment on function app.milliseconds(timestamp with time zone) is NULL;

CREATE OR REPLACE FUNCTION app.mint_id(p_at timestamp with time zone DEFAULT clock_timestamp())
 RETURNS uuid
 LANGUAGE sql
 SET search_path TO ''
AS $function$
    -- A random UUID whose first 64 bits are replaced: 48 of milliseconds, 4 of the version, 12 of what is left of the time.
    select encode(
        overlay(uuid_send(gen_random_uuid())
            placing int8send((t.us / 1000 << 16) + (7 << 12) + t.us % 1000 * 4096 / 1000)
            from 1 for 8), 'hex')::uuid
    from (select floor(extract(epoch from p_at) * 1000000)::bigint as us) t
$function$
;
comment on function app.mint_id(timestamp with time zone) is 'A UUIDv7 for the given time, to the microsecond (RFC 9562, section 6.2, method 3).';

CREATE OR REPLACE FUNCTION app.mint_site_id()
 RETURNS text
 LANGUAGE sql
 SET search_path TO ''
AS $function$
    select 'site_' || string_agg(substr('0123456789abcdefghijklmnopqrstuvwxyz', 1 + get_byte(r.bytes, i) % 36, 1), '')
    from (select sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())) as bytes) r,
        generate_series(0, 11) i
$function$
;
comment on function app.mint_site_id() is 'A public site ID: site_ and 12 random digits or letters.';

CREATE OR REPLACE FUNCTION app.name_invited_person(p_secret_hash bytea)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
    insert into app.people (person_id, name)
    select i.accepted_by, i.name from app.invitations i
    where i.secret_hash = p_secret_hash and i.accepted_by = app.person_id() and i.name is not null
    on conflict (person_id) do nothing
$function$
;
comment on function app.name_invited_person(bytea) is 'Gives the caller, who accepted the invitation, the name in the invitation, unless they already have a name.';

CREATE OR REPLACE FUNCTION app.name_of(p_person uuid, p_email text)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$ select coalesce((select p.name from app.people p where p.person_id = p_person), p_email) $function$
;
comment on function app.name_of(uuid,text) is 'The name of a person whom the caller may see, or else the email address.';

CREATE OR REPLACE FUNCTION app.new_destination_secret(p_site uuid, p_destination uuid)
 RETURNS bytea
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
    v_sealed bytea;
begin
    perform app.require_role(p_site, 'owner');
    select d.sealed_secret into v_sealed from app.destinations d
    where d.site_id = p_site and d.id = p_destination and d.sealed_old_secret is not null for update;
    if not found then
        raise exception 'No secret of this destination is being replaced.' using errcode = 'FB409';
    end if;
    return v_sealed;
end $function$
;
comment on function app.new_destination_secret(uuid,uuid) is 'The new secret of a rotation, encrypted, for the calling owner. Raises FB403, and FB409 without a rotation.';

CREATE OR REPLACE FUNCTION app.next_call(p_site uuid, p_subject uuid, p_from timestamp with time zone, p_until timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
    v_site integer := (select s.key from app.sites s where s.id = p_site);
    v_first uuid := app.id_from(p_from);
    v_after uuid := app.id_from(p_until);
begin
    return (
        select min(e.received_at) from app.visitors v
        join app.events e on e.visitor = v.key and e.site + 0 = v_site
        where v.site_id = p_site and v.subject_id = p_subject and e.id >= v_first and e.id < v_after
          and e.received_at >= p_from and e.session_id <> '00000000-0000-0000-0000-000000000000');
end $function$
;
comment on function app.next_call(uuid,uuid,timestamp with time zone,timestamp with time zone) is 'When a browser of the subject first reported an event in this period; null if none did.';

CREATE OR REPLACE FUNCTION app.next_digest(p_schedule jsonb, p_after timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
    v_zone text := p_schedule ->> 'time_zone';
    v_day date := (p_after at time zone v_zone)::date;
    v_at timestamptz;
begin
    if p_schedule ->> 'every' not in ('day', 'week') then
        return null;
    end if;
    for v_ahead in 0..8 loop
        v_at := ((v_day + v_ahead)::timestamp + make_interval(hours => (p_schedule ->> 'hour')::integer)) at time zone v_zone;
        if v_at > p_after
            and (p_schedule ->> 'every' = 'day' or extract(isodow from v_day + v_ahead) = (p_schedule ->> 'weekday')::integer)
        then
            return v_at;
        end if;
    end loop;
    return null;
end $function$
;
comment on function app.next_digest(jsonb,timestamp with time zone) is 'When the next digest after a time is due, by the local hour of its schedule; null without a digest.';

CREATE OR REPLACE FUNCTION app.next_worker_call(p_now timestamp with time zone DEFAULT clock_timestamp())
 RETURNS TABLE(url text, headers jsonb)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
    return query
        update app.worker_calls c set called_at = p_now
        where app.has_due_messages(p_now)
            -- Without a mail server these stay due, so they alone cause no more than one call a minute.
            or (coalesce(c.called_at, '-infinity') < p_now - interval '1 minute' and app.has_due_notices(p_now))
        returning c.url, jsonb_build_object('authorization', 'Bearer ' || c.token);
end $function$
;
comment on function app.next_worker_call(timestamp with time zone) is 'How to call the deliver function, if something is due; otherwise no row.';

CREATE OR REPLACE FUNCTION app.note_hot_budget()
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
    perform set_config('feedback.hot_budget_until', (clock_timestamp() + interval '1 second')::text, false);
end $function$
;
comment on function app.note_hot_budget() is 'Remembers that a display waited for another one of its budget. Otherwise, the first that does not wait would make all others wait for its flush.';

CREATE OR REPLACE FUNCTION app.note_last_display(p_site uuid, p_prompt uuid, p_settings jsonb, p_budget jsonb, p_charges jsonb, p_now timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
    v record;
begin
    if not app.has_destination(p_site, 'budget.reached') then
        return;
    end if;
    for v in
        -- The last display may be released and reserved again.
        update app.budget_periods b set announced = t.allowed
        from (
            select c.key as period, c.value::date as starts_on, app.allowed_displays(c.key, p_settings, p_budget) as allowed
            from jsonb_each_text(p_charges) c) t
        where b.site_id = p_site and b.period = t.period and b.starts_on = t.starts_on
          and b.prompt_id = case t.period when 'site' then '00000000-0000-0000-0000-000000000000' else p_prompt end
          and b.displays = t.allowed and b.announced is distinct from t.allowed
        returning b.period, b.starts_on, b.announced
    loop
        perform app.note_reached(p_site, case v.period when 'site' then null else p_prompt end,
            case v.period when 'total' then 'displays' when 'site' then 'displays_per_day' else 'period' end,
            case v.period when 'total' then null when 'site' then 'day' else v.period end,
            v.announced, nullif(v.starts_on, '-infinity'), p_now);
    end loop;
end $function$
;
comment on function app.note_last_display(uuid,uuid,jsonb,jsonb,jsonb,timestamp with time zone) is 'Writes the message `budget.reached` for each period in which a display just charged was the last one, once for each number of displays.';

CREATE OR REPLACE FUNCTION app.note_publication()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
    insert into app.publications as l (site_id, prompt_id, at, revision)
    values (new.site_id, new.id, clock_timestamp(), case when new.state = 'published' then new.published_revision end)
    on conflict (site_id, prompt_id, at) do update set revision = excluded.revision;
    return null;
end $function$
;
comment on function app.note_publication() is 'Records when a revision becomes live or ends. A security definer, because only this trigger may write publications.';

CREATE OR REPLACE FUNCTION app.note_reached(p_site uuid, p_prompt uuid, p_budget text, p_every text, p_allowed integer, p_from date, p_now timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
    if app.has_destination(p_site, 'budget.reached') then
        insert into app.outbox (site_id, id, prompt_id, type, detail)
        values (p_site, app.mint_id(p_now), p_prompt, 'budget.reached',
            jsonb_build_object('budget', p_budget, 'every', p_every, 'starts_on', p_from, 'allowed', p_allowed,
                'revision', (select p.published_revision from app.prompts p where p.site_id = p_site and p.id = p_prompt)));
    end if;
end $function$
;
comment on function app.note_reached(uuid,uuid,text,text,integer,date,timestamp with time zone) is 'Writes the message `budget.reached` when the last display or response of a budget is counted.';

CREATE OR REPLACE FUNCTION app.observed_claims(p_site uuid, p_prompt uuid, p_from timestamp with time zone, p_now timestamp with time zone, p_subjects integer)
 RETURNS TABLE(claimed bigint, waited bigint)
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
    v_site integer := (select s.key from app.sites s where s.id = p_site);
    v_oldest uuid := app.id_from(p_now - interval '30 days');
begin
    return query
    with seen as materialized (
        select p.id as prompt_id, e.claimed_at is not null as is_claimed
        from (
            select x.id,
                greatest(v_oldest, app.id_from(greatest(x.first_seen_at, p_from) - interval '2 days')) as first_id,
                app.id_from(least(x.last_seen_at, p_now) + interval '2 hours') as last_id
            from app.subjects x where x.site_id = p_site order by uuid_hash(x.id) limit p_subjects) s
        join app.visitors v on v.site_id = p_site and v.subject_id = s.id
        cross join lateral (
            select * from app.events x
            where x.visitor = v.key and x.site + 0 = v_site and x.id between s.first_id and s.last_id
              and x.received_at > p_from and x.received_at <= p_now
              and (x.reason = 'waiting' or x.claimed_at is not null)
              and x.session_id <> '00000000-0000-0000-0000-000000000000' limit 1000) e
        left join app.prompts p on p.site_id = p_site and p.key = e.prompt
        left join app.candidates k on k.site_id = p_site and k.prompt_id = p.id and k.event_name = ''
        -- What another event may prevent does not wait on the page. Ignore also what is not due yet.
        where k.unless is null
          and (e.claimed_at is not null or e.received_at + make_interval(secs => coalesce(k.delay_seconds, 86400)) < p_now)
    )
    select count(*) filter (where o.is_claimed), count(*)
    from seen o
    -- Only those of this prompt, if there are enough: how many visitors stay depends on the delay.
    where o.prompt_id = p_prompt or (select count(*) from seen i where i.prompt_id = p_prompt) < 50;
end $function$
;
comment on function app.observed_claims(uuid,uuid,timestamp with time zone,timestamp with time zone,integer) is 'How many events of browsers waited for a delayed prompt, and how many of them claimed it: for this prompt, or for all prompts while it has fewer than 50 such events.';

CREATE OR REPLACE FUNCTION app.open_authorization(p_id uuid, p_now timestamp with time zone)
 RETURNS TABLE(client_kind text, client_name text, client_host text, redirect_uri text, redirect_host text, resource text, asked text[], created_at timestamp with time zone, expires_at timestamp with time zone)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
    update app.authorization_requests r set person_id = app.person_id()
    where r.id = p_id and r.person_id is null and app.person_id() is not null and r.expires_at > p_now;
    return query
        select r.client_kind, r.client_name, r.client_host, r.redirect_uri, r.redirect_host, r.resource, r.asked,
            r.created_at, r.expires_at
        from app.find_authorization(p_id, p_now) r where r.id is not null;
end $function$
;
comment on function app.open_authorization(uuid,timestamp with time zone) is 'An undecided request, which the caller is the first to open; no row for anyone else.';

CREATE OR REPLACE FUNCTION app.open_budget(p_site uuid, p_prompt uuid, p_before jsonb, p_budget jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
    v_new text[] := array(
        select n from unnest(app.list_counters(p_budget)) n where n <> all(app.list_counters(p_before)) order by 1);
    v_zone text;
    v_period text;
    v_spent app.budget_periods;
begin
    if p_budget is distinct from p_before then
        -- Waits for displays of earlier revisions that are being reserved; later ones find this budget (app.reserve).
        -- Locked before the rows of the budget, in the same order as a display does.
        perform from app.revisions r where r.site_id = p_site and r.prompt_id = p_prompt order by r.number for update;
    end if;
    if v_new <> '{}' then
        -- They will be charged below. A release, too, locks its display before the rows of the budget.
        perform from app.displays d
        where d.site_id = p_site and d.prompt_id = p_prompt and d.state = 'reserved' order by d.id for no key update;
    end if;
    delete from app.budget_periods b
    where b.site_id = p_site and b.prompt_id = p_prompt
      and (b.period <> all(app.list_counters(p_budget)) or b.period = any(v_new));
    if v_new <> '{}' then
        select coalesce(s.settings ->> 'time_zone', 'UTC') into v_zone from app.sites s where s.id = p_site;
        foreach v_period in array v_new loop
            perform app.open_period(p_site, p_prompt, v_period, v_zone, clock_timestamp());
        end loop;
    end if;
    select * into v_spent from app.budget_periods b
    where b.site_id = p_site and b.prompt_id = p_prompt and b.period = 'total' for no key update;
    -- An unchanged budget may be exceeded by answers to displays that were reserved before.
    if (p_budget -> 'displays')::integer < v_spent.displays and p_budget -> 'displays' is distinct from p_before -> 'displays' then
        raise exception 'budget.displays must be at least %, the number of displays counted so far.', v_spent.displays
            using errcode = 'FB422', detail = 'budget.displays';
    elsif (p_budget -> 'responses')::integer < v_spent.responses
        and p_budget -> 'responses' is distinct from p_before -> 'responses'
    then
        raise exception 'budget.responses must be at least %, the number of responses stored so far.', v_spent.responses
            using errcode = 'FB422', detail = 'budget.responses';
    end if;
end $function$
;
comment on function app.open_budget(uuid,uuid,jsonb,jsonb) is 'Starts counting for each budget that a revision has and the previous one did not. Raises FB422 if a budget is lower than what is already used.';

CREATE OR REPLACE FUNCTION app.open_device(p_user_code text, p_address bytea, p_now timestamp with time zone)
 RETURNS TABLE(limited boolean, device_name text, same_address boolean, region text, resource text, created_at timestamp with time zone, expires_at timestamp with time zone)
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
    select f.limited, (f.request).device_name, (f.request).address = p_address, (f.request).region,
        (f.request).resource, (f.request).created_at, (f.request).expires_at
    from app.find_device(p_user_code, p_address, p_now) f
$function$
;
comment on function app.open_device(text,bytea,timestamp with time zone) is 'The device that shows this code; a row of nulls without one.';

CREATE OR REPLACE FUNCTION app.open_period(p_site uuid, p_prompt uuid, p_period text, p_zone text, p_now timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
    v record := app.period_at(p_period, p_now, p_zone);
    v_prompts uuid[] := case when p_period = 'site' then array(select p.id from app.prompts p where p.site_id = p_site)
        else array[p_prompt] end;
    v_prompt uuid := case when p_period = 'site' then '00000000-0000-0000-0000-000000000000' else p_prompt end;
    v_charge jsonb := jsonb_build_object(p_period, v.starts_on);
    v_displays integer;
    v_responses integer := 0;
begin
    -- Displays reserved so far may still be released.
    update app.displays d set charges = coalesce(d.charges, '{}') || v_charge
    where d.site_id = p_site and d.prompt_id = any(v_prompts) and d.state = 'reserved'
      and d.reserved_at >= coalesce(v.starts_at, '-infinity');
    select count(*) into v_displays from app.displays d
    where d.site_id = p_site and d.prompt_id = any(v_prompts) and d.state <> 'released'
      and d.reserved_at >= coalesce(v.starts_at, '-infinity');
    if p_period = 'total' then
        v_displays := v_displays + (select coalesce(sum(l.displays), 0) from app.display_totals l
            where l.site_id = p_site and l.prompt_id = p_prompt);
        select count(*) into v_responses from app.responses r where r.site_id = p_site and r.prompt_id = p_prompt;
    end if;
    -- Responses are counted where there is a row.
    if v_displays > 0 or p_period = 'total' then
        insert into app.budget_periods (site_id, prompt_id, period, starts_on, displays, responses)
        values (p_site, v_prompt, p_period, v.starts_on, v_displays, v_responses);
    end if;
end $function$
;
comment on function app.open_period(uuid,uuid,text,text,timestamp with time zone) is 'Starts counting: initializes the current period with the stored displays and responses. The caller has locked the revisions of the prompts, which new displays reference.';

CREATE OR REPLACE FUNCTION app.open_result_link(p_hash bytea, p_now timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
    l app.result_links;
begin
    select * into l from app.result_links k where k.hash = p_hash;
    if not found or exists (select from app.sites s where s.id = l.site_id and s.closed_at is not null)
        or exists (select from app.deletions d where d.target_id = l.prompt_id and d.undone_at is null and d.finished_at is null) then
        return null;
    elsif l.revoked_at is not null then
        return '{"ended": "revoked"}';
    elsif l.expires_at <= p_now then
        return jsonb_build_object('ended', 'expired', 'expires_at', l.expires_at);
    end if;
    if l.last_used_at is null or l.last_used_at < p_now - interval '1 hour' then
        update app.result_links k set last_used_at = p_now where k.site_id = l.site_id and k.id = l.id;
    end if;
    return jsonb_build_object('site', l.site_id, 'prompt', l.prompt_id, 'name', l.name, 'filter', l.filter, 'words', l.words,
        'person', l.created_by, 'expires_at', l.expires_at);
end $function$
;
comment on function app.open_result_link(bytea,timestamp with time zone) is 'What a link shows, whose permissions it uses, and why it ended; null for an unknown link. Records that it was used.';

CREATE OR REPLACE FUNCTION app.open_site_budget()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
    v_before integer := old.settings #> '{limits,displays_per_day}';
    v_now integer := new.settings #> '{limits,displays_per_day}';
begin
    if v_now is null then
        delete from app.budget_periods b where b.site_id = new.id and b.period = 'site';
    elsif v_before is null then
        perform from app.revisions r where r.site_id = new.id order by r.prompt_id, r.number for update;
        perform app.open_period(new.id, null, 'site', coalesce(new.settings ->> 'time_zone', 'UTC'), clock_timestamp());
    end if;
    return null;
end $function$
;
comment on function app.open_site_budget() is 'Starts or stops counting a site''s displays per day.';

CREATE OR REPLACE FUNCTION app.open_site_key(hash bytea, origin text, at timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
    v_now timestamptz := coalesce(at, clock_timestamp());
    k app.site_keys;
begin
    select * into k from app.site_keys s where s.hash = open_site_key.hash;
    if not found or exists (select from app.sites s where s.id = k.site_id and s.closed_at is not null) then
        return null;
    elsif k.revoked_at is not null then
        return '{"revoked": true}';
    end if;
    if origin is not null then
        -- One notice a day: a public page may send the key with every visit.
        update app.site_keys s set browser_origin = left(origin, 255), browser_seen_at = v_now, notice_due_at = v_now
        where s.site_id = k.site_id and s.id = k.id
          and (s.browser_seen_at is null or s.browser_seen_at < v_now - interval '1 day');
    elsif k.last_used_at is null or k.last_used_at < v_now - interval '1 hour' then
        update app.site_keys s set last_used_at = v_now where s.site_id = k.site_id and s.id = k.id;
    end if;
    return jsonb_build_object('id', k.id, 'site', k.site_id, 'revoked', false);
end $function$
;
comment on function app.open_site_key(bytea,text,timestamp with time zone) is 'The site of a site key, and whether the key was revoked; null for an unknown key. With an origin, notes that a web page sent the key, and has the owners notified.';

CREATE OR REPLACE FUNCTION app.paced_allowance(p_displays integer, p_share double precision)
 RETURNS integer
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
    -- Rounded, because 23 × (13 / 23) may be less than 13.
    return least(p_displays, floor(round((p_displays * p_share)::numeric, 9))::integer + 1);
end $function$
;
comment on function app.paced_allowance(integer,double precision) is 'How many displays of a paced period may be reserved once a share of it has elapsed: the first immediately, the last in the last part.';

CREATE OR REPLACE FUNCTION app.parse_dates(p_values jsonb, p_keys jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
    v_dates jsonb := '{}';
    v_key text;
    v_instant numeric;
begin
    for v_at in 0..coalesce(jsonb_array_length(p_keys), 0) - 1 loop
        v_key := p_keys ->> v_at;
        if jsonb_typeof(p_values -> v_key) = 'string' then
            v_instant := app.parse_instant(p_values ->> v_key);
            if v_instant is not null then
                v_dates := v_dates || jsonb_build_object(v_key, v_instant);
            end if;
        end if;
    end loop;
    return v_dates;
end $function$
;
comment on function app.parse_dates(jsonb,jsonb) is 'The values of some keys that are dates, as seconds since 1970.';

CREATE OR REPLACE FUNCTION app.parse_instant(p_text text)
 RETURNS numeric
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
    -- Checks the calendar itself: pg_input_is_valid would parse the type name on every call.
    return case
        when p_text ~ '^(?!0000)\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])(T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-](0\d|1[0-5]):[0-5]\d)?)?$'
            and (substr(p_text, 9, 2) <= '28' or substr(p_text, 9, 2) <= case substr(p_text, 6, 2)
                when '02' then case
                    when left(p_text, 4)::integer % 400 = 0
                        or left(p_text, 4)::integer % 4 = 0 and left(p_text, 4)::integer % 100 <> 0 then '29'
                    else '28' end
                when '04' then '30' when '06' then '30' when '09' then '30' when '11' then '30'
                else '31' end)
        then round(extract(epoch from (
            p_text || case when p_text ~ '(Z|T.*[+-]\d\d:\d\d)$' then '' else ' UTC' end)::timestamptz), 3)
        end;
end $function$
;
comment on function app.parse_instant(text) is 'Parses an ISO 8601 date or time, by default in UTC, to seconds since 1970; null for anything else.';

CREATE OR REPLACE FUNCTION app.part_without_context(p_rule jsonb, p_is_certain boolean DEFAULT false)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
    v_kind text := case when p_rule ? 'all' then 'all' when p_rule ? 'any' then 'any' when p_rule ? 'none' then 'none' end;
    v_members jsonb;
    v_is_complete boolean;
begin
    if v_kind is null then
        return case when not p_rule ? 'context' then p_rule end;
    end if;
    -- A rule that must not hold may hold on some page unless it is certain to hold on every page.
    select jsonb_agg(part) filter (where part is not null), bool_and(part is not null) into v_members, v_is_complete
    from jsonb_array_elements(p_rule -> v_kind) m, app.part_without_context(m, p_is_certain <> (v_kind = 'none')) part;
    -- One alternative that only a page decides may hold, but is not certain to; one of several conditions likewise.
    return case when v_is_complete or p_is_certain = (v_kind = 'any') then
        case when v_members is not null then jsonb_build_object(v_kind, v_members) end end;
end $function$
;
comment on function app.part_without_context(jsonb,boolean) is 'What is known of a rule without a page: the part that holds if the rule may hold on some page, with p_is_certain the part that holds only if it does on every page. Null without such a part.';

CREATE OR REPLACE FUNCTION app.pause(p_site uuid, p_prompt uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
    if not exists (select from app.prompts p where p.site_id = p_site and p.id = p_prompt
        and p.state in ('published', 'paused')) then
        raise exception 'Only a published prompt can be paused.' using errcode = 'FB409';
    end if;
    perform app.set_prompt_state(p_site, p_prompt, 'paused', null);
end $function$
;
comment on function app.pause(uuid,uuid) is NULL;

CREATE OR REPLACE FUNCTION app.period_at(p_period text, p_now timestamp with time zone, p_zone text, OUT starts_on date, OUT starts_at timestamp with time zone, OUT ends_at timestamp with time zone, OUT elapsed double precision)
 RETURNS record
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
declare
    v_unit text := case p_period when 'site' then 'day' else p_period end;
    v_from timestamp;
begin
    if p_period = 'total' then
        starts_on := '-infinity';
        return;
    end if;
    begin
        v_from := date_trunc(v_unit, p_now at time zone p_zone);
    exception when invalid_parameter_value then
        -- A time zone that the contract knows but the database does not.
        p_zone := 'UTC';
        v_from := date_trunc(v_unit, p_now at time zone p_zone);
    end;
    starts_on := v_from;
    starts_at := v_from at time zone p_zone;
    ends_at := (v_from + case v_unit when 'day' then interval '1 day' when 'week' then interval '7 days'
        else interval '1 month' end) at time zone p_zone;
    -- Before `starts_at` where midnight occurs twice.
    elapsed := greatest(0, extract(epoch from p_now - starts_at) / extract(epoch from ends_at - starts_at));
end $function$
;
comment on function app.period_at(text,timestamp with time zone,text) is 'The day, week (from Monday) or month of a time in a time zone, and the share of it that has elapsed. A day has 23 to 25 hours when the clocks change.';

CREATE OR REPLACE FUNCTION app.person_email()
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
    select nullif(nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'email', '')
$function$
;
comment on function app.person_email() is 'Email address of the signed-in person; null without one.';

CREATE OR REPLACE FUNCTION app.person_id()
 RETURNS uuid
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
    select (nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub')::uuid
$function$
;
comment on function app.person_id() is 'The signed-in person; null without one.';

CREATE OR REPLACE FUNCTION app.poll(request_context jsonb, request uuid, display uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
    v_site uuid := request_context ->> 'site';
    v_visitor uuid := request_context ->> 'visitor';
begin
    if exists (select from app.displays d
        where d.site_id = v_site and d.visitor_id = v_visitor and d.carrier = request and d.state = 'reserved')
    then
        perform app.release_lost_reservation(v_site, v_visitor, request,
            coalesce((request_context ->> 'now')::timestamptz, clock_timestamp()));
        return null;
    end if;
    return app.claim_waiting(request_context, request, display);
end $function$
;
comment on function app.poll(jsonb,uuid,uuid) is 'Claims a prompt that waits for the visitor''s subject, for an idle page. If the same request is repeated because its response was lost, the previous reservation is released.';

CREATE OR REPLACE FUNCTION app.portfolio_candidates(p_site uuid, p_content jsonb, p_from timestamp with time zone, p_now timestamp with time zone)
 RETURNS SETOF app.portfolio_candidate
 LANGUAGE plpgsql
 STABLE ROWS 100
 SET search_path TO ''
AS $function$
declare
    v_draft uuid := coalesce(
        (select p.id from app.prompts p where p.site_id = p_site and p.survey_id = p_content ->> 'survey_id'),
        '00000000-0000-7000-8000-000000000000');
    v_window tstzrange := tstzrange(p_from, p_now, '[]');
begin
    return query
    with live as materialized (
        select l.prompt_id, l.revision, range_agg(tstzrange(l.at, l.until)) as live
        from (
            select h.prompt_id, h.revision, h.at, lead(h.at) over (partition by h.prompt_id order by h.at) as until
            from app.publications h where h.site_id = p_site) l
        where l.revision is not null and tstzrange(l.at, l.until) && v_window
        group by 1, 2
    ),
    candidate as (
        select d.c, d.worlds, l.live
        from app.candidates k left join live l on l.prompt_id = k.prompt_id and l.revision = k.revision
        cross join lateral (
            select case when p_content is null then 0 when k.prompt_id = v_draft then 1 else 3 end as compared,
                case when l.live is null then 0 else 4 end as past, k.starts_at is not null or k.ends_at is not null as is_dated) w
        cross join lateral (
            select k as c, w.compared + w.past as worlds where not w.is_dated
            -- Only the past keeps the dates. What has ended is not compared.
            union all select k, w.past where w.is_dated
            union all select app.without_dates(k, p_now), w.compared where w.is_dated and coalesce(k.ends_at > p_now, true)) d
        where k.site_id = p_site
        union all
        select app.without_dates(app.compile_content(p_site, v_draft, 0, coalesce(
            (select p.published_at from app.prompts p where p.site_id = p_site and p.id = v_draft), 'infinity'), n.name, p_content), p_now), 2, null
        from (select jsonb_array_elements_text(p_content #> '{trigger,events}') union select '') n (name)
        where p_content is not null
        union all
        select app.compile_content(p_site, l.prompt_id, l.revision, p.published_at, n.name, r.content), 4, l.live
        from live l
        join app.prompts p on p.site_id = p_site and p.id = l.prompt_id
        join app.revisions r on r.site_id = p_site and r.prompt_id = l.prompt_id and r.number = l.revision
        cross join lateral (select jsonb_array_elements_text(r.content #> '{trigger,events}') union select '') n (name)
        where not exists (select from app.candidates k
            where k.site_id = p_site and k.prompt_id = l.prompt_id and k.revision = l.revision)
    ),
    outcome as materialized (
        select k.prompt_id, o.displays, o.answered
        from (select distinct (x.c).prompt_id from candidate x) k
        cross join lateral (
            select count(*) as displays, count(d.answered_at) as answered from (
                select x.answered_at from app.displays x
                where x.site_id = p_site and x.prompt_id = k.prompt_id and x.reserved_at > p_from and x.reserved_at <= p_now
                  and x.state <> 'released'
                order by x.reserved_at desc limit 1000) d) o
    )
    select k.c, dense_rank() over (order by (k.c).prompt_id)::integer, k.worlds, k.live,
        coalesce((case when k.worlds = 2 then p_content else r.content end #>> '{timing,wait_hours}')::integer, 24),
        coalesce(o.answered / nullif(o.displays, 0)::double precision,
            (select sum(a.answered) / nullif(sum(a.displays), 0)::double precision from outcome a), 0)
    from candidate k join outcome o on o.prompt_id = (k.c).prompt_id
    left join app.revisions r on r.site_id = p_site and r.prompt_id = (k.c).prompt_id and r.number = (k.c).revision
    where k.worlds > 0
    order by (k.c).event_name, (k.c).priority desc, (k.c).published_at, (k.c).prompt_id;
end $function$
;
comment on function app.portfolio_candidates(uuid,jsonb,timestamp with time zone,timestamp with time zone) is 'All candidates of a replay, in the order of app.decide for each name: those of live prompts, of the draft, and of revisions that were live during the period.';

CREATE OR REPLACE FUNCTION app.portfolio_display(k app.portfolio_candidate, p_claim app.pending_claim, p_outcome jsonb)
 RETURNS app.past_display
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
    v_is_certain boolean := coalesce((p_outcome ->> 'prompt')::uuid = (k.c).prompt_id, false);
    v_answered timestamptz;
begin
    if v_is_certain then
        v_answered := p_outcome ->> 'answered';
    elsif app.sample_position((k.c).prompt_id, 'answer ' || p_claim.event_id) < k.answered then
        v_answered := p_claim.due;
    end if;
    return row((k.c).prompt_id, (k.c).survey_id, p_claim.due, p_claim.session_id, p_claim.visitor_id, p_claim.joined_at, v_answered,
        case when v_is_certain then (p_outcome ->> 'dismissed')::timestamptz end)::app.past_display;
end $function$
;
comment on function app.portfolio_display(app.portfolio_candidate,app.pending_claim,jsonb) is 'The display that a replay adds. Its answer is that of the actual display if there was one; otherwise it is drawn at random with the prompt''s response rate.';

CREATE OR REPLACE FUNCTION app.portfolio_facts(p_past app.past_display[], p_claim app.pending_claim, p_limits jsonb, p_surveys jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
    v_window timestamptz := p_claim.due - (p_limits ->> 'window_days')::numeric * interval '1 day';
    v_facts jsonb := p_claim.facts;
begin
    if cardinality(p_past) = 0 then
        return v_facts || jsonb_build_object('seen', '{}'::jsonb,
            'site', p_limits || '{"window_displays": 0, "session_displays": 0}');
    end if;
    if p_surveys is not null then
        v_facts := jsonb_set(v_facts, '{history}', coalesce(v_facts -> 'history', '{}')
            || app.replayed_history(p_past, p_surveys, p_claim.due));
    end if;
    return v_facts || (
        select jsonb_build_object(
            'seen', coalesce(jsonb_object_agg(s.prompt_id, jsonb_build_object('displays', s.displays, 'last', app.epoch(s.last),
                'answered', s.answered)), '{}'),
            'site', p_limits || jsonb_strip_nulls(jsonb_build_object('last', app.epoch(max(s.last)),
                'window_displays', coalesce(sum(s.in_window), 0), 'session_displays', coalesce(sum(s.in_session), 0))))
        from (
            select d.prompt_id, count(*) as displays, max(d.at) as last, coalesce(bool_or(d.answered_at <= p_claim.due), false) as answered,
                count(*) filter (where d.at > v_window) as in_window,
                count(*) filter (where d.session_id = p_claim.session_id) as in_session
            from unnest(p_past) d
            where d.at <= p_claim.due and (d.visitor_id = p_claim.visitor_id or d.joined_at <= p_claim.due and p_claim.joined_at <= p_claim.due)
            group by 1) s);
end $function$
;
comment on function app.portfolio_facts(app.past_display[],app.pending_claim,jsonb,jsonb) is 'The facts of an event with the displays of a replay so far: app.display_facts and, of the prompts in p_surveys, app.display_history.';

CREATE OR REPLACE FUNCTION app.portfolio_rows(p_site uuid, p_names text[], p_backend boolean, p_from timestamp with time zone, p_now timestamp with time zone, p_low bigint, p_high bigint)
 RETURNS TABLE(hash integer, subject_id uuid, kind integer, at timestamp with time zone, visitor_id uuid, joined_at timestamp with time zone, session_id uuid, event_id uuid, name text, backend boolean, facts jsonb, prompt_id uuid, survey_id text, claimed_at timestamp with time zone, answered_at timestamp with time zone, dismissed_at timestamp with time zone, is_released boolean)
 LANGUAGE plpgsql
 STABLE ROWS 10000
 SET search_path TO ''
AS $function$
declare
    v_site integer := (select s.key from app.sites s where s.id = p_site);
    v_oldest uuid := app.id_from(p_now - interval '30 days');
    -- With many names, searching for each costs more than reading all of a visitor's events.
    v_is_each_name boolean := cardinality(p_names) <= 3;
begin
    return query
    with taken as materialized (
        select s.id, uuid_hash(s.id) as hash, s.account is not null as identified, s.sample_key, s.first_seen_at,
            s.last_seen_at > p_from - interval '1 hour' as was_here,
            greatest(v_oldest, app.id_from(greatest(s.first_seen_at, p_from) - interval '2 days')) as first_id,
            app.id_from(least(s.last_seen_at, p_now) + interval '2 hours') as last_id,
            -- Any event from a browser claims a prompt that waits for the account.
            p_backend and s.account is not null and exists (select from app.visitors b
                where b.site_id = p_site and b.id = app.backend_visitor(p_site, s.account) and b.subject_id = s.id) as any_name
        from app.subjects s
        where s.site_id = p_site and uuid_hash(s.id) >= p_low and uuid_hash(s.id) < p_high
    )
    select t.hash, t.id, 0, null::timestamptz, null::uuid, null::timestamptz, null::uuid, null::uuid, null::text, null::boolean,
        null::jsonb, null::uuid, null::text, null::timestamptz, null::timestamptz, null::timestamptz, null::boolean
    from (select k.hash, k.id from taken k union all select 2147483647, null) t
    union all
    -- Displays caused by events of the period (1) only provide outcomes; all others happen again (3).
    select t.hash, t.id, case when o.is_event then 1 else 3 end, d.reserved_at, d.visitor_id,
        coalesce(w.joined_at, '-infinity'), d.session_id, d.origin, null, null,
        jsonb_build_object('sample_key', t.sample_key, 'context', d.context), d.prompt_id, p.survey_id, null, d.answered_at, d.dismissed_at, d.state = 'released'
    from taken t
    cross join lateral (
        select * from app.displays x
        where x.site_id = p_site and x.subject_id = t.id and x.reserved_at <= p_now limit 1000) d
    cross join lateral (select d.reserved_at > p_from and exists (
        select from app.events e where e.site = v_site and e.id = d.origin and e.received_at > p_from) as is_event) o
    join app.prompts p on p.site_id = p_site and p.id = d.prompt_id
    cross join lateral (
        select max(v.until) filter (where v.subject_id <> t.id) as joined_at
        from app.visitor_versions v where v.site_id = p_site and v.visitor_id = d.visitor_id) w
    where t.was_here and (d.state <> 'released' or o.is_event)
    union all
    select t.hash, t.id, 3, l.last_at, null, '-infinity', null, null, null, null, null, l.prompt_id, p.survey_id, null,
        case when l.answered then l.last_at end, null, false
    from taken t
    cross join lateral (select * from app.display_totals x where x.site_id = p_site and x.subject_id = t.id limit 1000) l
    join app.prompts p on p.site_id = p_site and p.id = l.prompt_id
    where t.was_here
    union all
    select t.hash, t.id, 2, e.received_at, e.visitor_id, coalesce(e.joined_at, '-infinity'), e.session_id, e.id, e.name, b.backend,
        case when b.backend then '{"backend": true, "has_page": false}'::jsonb else '{}' end
            || app.base_facts(e.received_at, e.session_id, app.join_context(e.path, e.device, e.languages), e.properties::jsonb,
                e.verified::jsonb, coalesce(b.traits, '{}') || coalesce(o.traits, e.traits),
                case when coalesce(o.identified, t.identified) then '' end, coalesce(o.sample_key, t.sample_key),
                coalesce(o.first_seen_at, t.first_seen_at)),
        q.id, null, e.claimed_at, null, null, null
    from taken t
    cross join lateral (
        select v.id as visitor_id, v.traits, w.last_at, w.joined_at, e.id, e.received_at, e.session_id, e.name,
            e.path, e.device, e.languages, e.properties, e.verified, e.reason, e.prompt, e.claimed_at
        from app.visitors v
        cross join lateral (
            select max(o.until) as last_at, max(o.until) filter (where o.subject_id <> v.subject_id) as joined_at
            from app.visitor_versions o where o.site_id = p_site and o.visitor_id = v.id) w
        cross join lateral (
            select named.* from unnest(p_names) n (name)
            cross join lateral (
                select * from app.events x
                where v_is_each_name and not t.any_name and x.visitor = v.key and x.name_hash = hashtext(n.name) and x.name = n.name
                  and x.site + 0 = v_site and x.id between t.first_id and t.last_id
                  and x.received_at > p_from and x.received_at <= p_now
                  and x.received_at >= v.joined_at and (v.reset_at is null or x.received_at < v.reset_at)
                  and x.reason is not null and x.reason <> 'throttled' and not x.bot limit 1000) named
            union all
            select * from (
                select * from app.events x
                where (t.any_name or not v_is_each_name) and x.visitor = v.key and (t.any_name or x.name = any(p_names))
                  and x.site + 0 = v_site and x.id between t.first_id and t.last_id
                  and x.received_at > p_from and x.received_at <= p_now
                  and x.received_at >= v.joined_at and (v.reset_at is null or x.received_at < v.reset_at)
                  and x.reason is not null and x.reason <> 'throttled' and not x.bot limit 1000) found
        ) e
        where v.site_id = p_site and v.subject_id = t.id
        limit 1000) e
    cross join lateral (
        select e.session_id = '00000000-0000-0000-0000-000000000000' as backend,
            case when e.session_id = '00000000-0000-0000-0000-000000000000' then (
                select v.traits from app.visitors v
                where v.site_id = p_site and v.subject_id = t.id and v.id <> e.visitor_id
                order by v.last_seen_at desc, v.id limit 1) end as traits) b
    left join lateral (
        select * from app.visitor_versions y
        where e.last_at > e.received_at and y.site_id = p_site and y.visitor_id = e.visitor_id and y.until > e.received_at
        order by y.until limit 1) o on true
    left join lateral (
        select p.id from app.prompts p
        where (e.reason = 'waiting' or e.claimed_at is not null) and p.site_id = p_site and p.key = e.prompt limit 1) q on true
    where t.was_here
    order by 1, 2, 4 nulls first, 3, 8;
end $function$
;
comment on function app.portfolio_rows(uuid,text[],boolean,timestamp with time zone,timestamp with time zone,bigint,bigint) is 'The input of a replay of all prompts, by subject in the order of their hashes: a row for the subject (kind 0), the outcomes of its events (1), its events (2) and displays that no event of the time caused (3); at the end a row without a subject.';

CREATE OR REPLACE FUNCTION app.prefilterable_part(p_rule jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
    v_members jsonb;
begin
    if not exists (select from app.leaf_conditions(p_rule) l where not app.is_prefilterable(l)) then
        return p_rule;
    elsif p_rule ? 'all' then
        select jsonb_agg(part) into v_members
        from jsonb_array_elements(p_rule -> 'all') m, app.prefilterable_part(m) part where part is not null;
        return case when v_members is not null then jsonb_build_object('all', v_members) end;
    end if;
    return null;
end $function$
;
comment on function app.prefilterable_part(jsonb) is 'The part of a rule that base facts decide: what fails it fails the rule. Null without such a part.';

CREATE OR REPLACE FUNCTION app.prepare_deliveries(p_now timestamp with time zone DEFAULT clock_timestamp())
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
    perform app.close_quiet_responses(p_now);
    perform app.start_digests(p_now);
    return app.distribute_messages(p_now);
end $function$
;
comment on function app.prepare_deliveries(timestamp with time zone) is 'What a worker calls before it claims: closes quiet responses, starts digests and distributes messages. Returns how many messages it distributed.';

CREATE OR REPLACE FUNCTION app.prepare_destination()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
    v_path text;
begin
    if new.condition is null then
        new.condition_path := null;
        new.condition_vars := null;
    else
        select c.vars, c.path into new.condition_vars, v_path
        from app.compile_destination_condition(new.condition, '{}') c;
        new.condition_path := v_path::jsonpath;
    end if;
    new.next_digest_at := app.next_digest(new.schedule, now());
    new.updated_at := now();
    return new;
end $function$
;
comment on function app.prepare_destination() is NULL;

CREATE OR REPLACE FUNCTION app.prepare_resumed_destination()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
    new.failing_since := null;
    new.notice_due_at := null;
    new.due_at := least(old.due_at, now());
    update app.deliveries q set next_at = least(q.next_at, now()), retrying_since = null
    where q.site_id = new.site_id and q.destination_id = new.id and q.state = 'waiting' and q.lease is null;
    return new;
end $function$
;
comment on function app.prepare_resumed_destination() is 'What waits for a resumed destination is due at once, and neither it nor the destination is judged by earlier failures.';

CREATE OR REPLACE FUNCTION app.preview(request_context jsonb, session uuid, event jsonb, verified jsonb, proof_account text, survey text, prompt uuid, revision integer, at timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
    v_now timestamptz := coalesce(at, clock_timestamp());
    v_site uuid := request_context ->> 'site';
    v_content jsonb;
    -- As this visitor's variant shows it.
    v_shown jsonb;
    v_call app.call;
    v_explained jsonb;
    v_preview jsonb;
begin
    select r.content into v_content from app.revisions r
    where r.site_id = v_site and r.prompt_id = preview.prompt and r.number = preview.revision;
    if not found then
        return null;
    end if;
    v_preview := jsonb_build_object('survey_id', v_content ->> 'survey_id', 'name', v_content ->> 'name',
        'revision', revision, 'events', coalesce(v_content #> '{trigger,events}', '[]'), 'rules', '[]'::jsonb,
        'now', app.milliseconds(v_now));
    -- Without an event, or for show() of another prompt, there is nothing to evaluate.
    if event is null and survey is distinct from v_content ->> 'survey_id' then
        return v_preview;
    end if;
    v_call := app.simulate_identify(app.load_call(request_context, v_now, session, (event ->> 'id')::uuid,
        coalesce(event ->> 'name', ''), coalesce(event -> 'properties', '{}'), verified));
    if proof_account is not null and proof_account is distinct from v_call.account then
        v_call.verified := null;
    end if;
    v_shown := app.apply_variant(v_content, app.find_variant(app.choose_variant(
        app.compile_content(v_site, prompt, 0, v_now, '', v_content), v_call.sample_key::text)));
    if event is null then
        return v_preview || app.explain_show(v_call, prompt, v_content) || jsonb_build_object('content', v_shown);
    end if;
    v_explained := app.explain_draft(v_call, v_content);
    return v_preview || jsonb_build_object('reason', v_explained -> 'reason',
        'rules', (v_explained -> 'rules') || app.explain_delay(v_shown),
        'content', case when v_content #> '{trigger,events}' ? v_call.name then v_shown end);
end $function$
;
comment on function app.preview(jsonb,uuid,jsonb,jsonb,text,text,uuid,integer,timestamp with time zone) is 'The outcome of a revision for a visitor and an event, or for show() if `survey` names it, with every rule, and its content if it would be displayed; null without such a revision. Stores nothing.';

CREATE OR REPLACE FUNCTION app.pseudonym_of(p_person uuid)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$ select 'deleted account ' || right(p_person::text, 6) $function$
;
comment on function app.pseudonym_of(uuid) is 'What the audit log calls a person whose account was deleted.';

CREATE OR REPLACE FUNCTION app.publish(p_site uuid, p_prompt uuid, p_revision integer, p_sha256 text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
    if not exists (
        select from app.revisions r
        where r.site_id = p_site and r.prompt_id = p_prompt and r.number = p_revision and r.sha256 = p_sha256)
    then
        raise exception 'There is no such revision with this content.' using errcode = 'FB404';
    end if;
    perform app.set_prompt_state(p_site, p_prompt, 'published', p_revision);
end $function$
;
comment on function app.publish(uuid,uuid,integer,text) is 'Publishes a revision. Prompt, number and SHA-256 must be those that were approved.';

CREATE OR REPLACE FUNCTION app.published_budget(p_site uuid, p_prompt uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
    return (
        select r.content -> 'budget' from app.prompts p
        join app.revisions r on r.site_id = p.site_id and r.prompt_id = p.id and r.number = p.published_revision
        where p.site_id = p_site and p.id = p_prompt);
end $function$
;
comment on function app.published_budget(uuid,uuid) is 'The budget of the published revision, also while the prompt is paused; null without one.';

CREATE OR REPLACE FUNCTION app.read_digest(p_site uuid, p_destination uuid, p_since timestamp with time zone, p_until timestamp with time zone)
 RETURNS jsonb
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
    with destination as materialized (
        select d.* from app.destinations d where d.site_id = p_site and d.id = p_destination
    ),
    prompts as materialized (
        select p.id, p.survey_id, v.content
        from app.prompts p cross join destination d cross join lateral (
            select r.content from app.revisions r where r.site_id = p.site_id and r.prompt_id = p.id
            order by r.number = p.published_revision desc nulls last, r.number desc limit 1) v
        where p.site_id = p_site and (d.prompts is null or p.id = any(d.prompts))
    ),
    answered as materialized (
        select r.display_id, r.prompt_id, r.answers, r.created_at, r.created_at >= p_since as is_new
        from prompts p cross join destination d
        join app.responses r on r.site_id = p_site and r.prompt_id = p.id
        where r.created_at >= p_since - (p_until - p_since) and r.created_at < p_until
          and (r.final or d.partial) and app.has_answer(r.answers)
          and app.meets_condition(d.condition_path, d.condition_vars, r.answers, r.traits, r.context, r.updated_at)
    ),
    scores as (
        select a.prompt_id, q.value ->> 'id' as question, a.answers -> (q.value ->> 'id') as value,
            count(*) filter (where a.is_new) as new, count(*) filter (where not a.is_new) as before
        from answered a join prompts p on p.id = a.prompt_id
        cross join lateral jsonb_array_elements(p.content -> 'questions') q
        where q.value ->> 'type' in ('rating', 'nps') and jsonb_typeof(a.answers -> (q.value ->> 'id')) = 'number'
        group by 1, 2, 3
    ),
    words as (
        select a.prompt_id, a.display_id, a.created_at, q.value ->> 'title' as question, a.answers ->> (q.value ->> 'id') as text,
            row_number() over (partition by a.prompt_id order by a.created_at desc, a.display_id, q.ordinality) as place
        from answered a join prompts p on p.id = a.prompt_id
        cross join lateral jsonb_array_elements(p.content -> 'questions') with ordinality q
        where a.is_new and q.value ->> 'type' in ('short_text', 'long_text')
          and a.answers ->> (q.value ->> 'id') ~ '\S'
    )
    select jsonb_build_object(
        'prompts', coalesce((
            select jsonb_agg(jsonb_build_object(
                'id', p.id, 'content', p.content, 'responses', n.new, 'before', n.before,
                'scores', coalesce((select jsonb_agg(jsonb_build_object('question', s.question, 'value', s.value,
                    'new', s.new, 'before', s.before)) from scores s where s.prompt_id = p.id), '[]'),
                'words', coalesce((select jsonb_agg(jsonb_build_object('response', w.display_id, 'question', w.question,
                    'text', left(w.text, 600)) order by w.place) from words w where w.prompt_id = p.id and w.place <= 3), '[]'))
                order by n.new desc, p.survey_id)
            from prompts p join (
                select a.prompt_id, count(*) filter (where a.is_new) as new, count(*) filter (where not a.is_new) as before
                from answered a group by 1) n on n.prompt_id = p.id and n.new > 0), '[]'),
        'approvals', coalesce((
            select jsonb_agg(w.approval order by w.created_at) from (
                select g.created_at, jsonb_build_object('id', g.id, 'connection', c.name, 'action', g.action,
                    'prompt', p.survey_id, 'revision', g.revision) as approval
                from app.grant_requests g join app.connections c on c.id = g.connection_id
                left join app.prompts p on p.site_id = g.site_id and p.id = g.prompt_id
                where g.site_id = p_site and g.state = 'pending' and g.expires_at > p_until
                union all
                select r.created_at, jsonb_build_object('id', r.id, 'connection', c.name, 'prompt', null, 'revision', null,
                    'action', case when r.creates then 'destination:create' else 'destination:change' end)
                from app.destination_requests r join app.connections c on c.id = r.connection_id
                where r.site_id = p_site and r.state = 'pending' and r.expires_at > p_until) w), '[]'))
$function$
;
comment on function app.read_digest(uuid,uuid,timestamp with time zone,timestamp with time zone) is 'The content of a digest of a destination: prompts with new responses since a time, with their figures and newest words, and the requests that wait for a person.';

CREATE OR REPLACE FUNCTION app.read_instance_settings()
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
    select jsonb_build_object(
        'retention', jsonb_build_object('event_days', i.event_days, 'visitor_days', i.visitor_days),
        'rate_limits', jsonb_build_object(
            'site', jsonb_build_object('per_second', i.site_per_second, 'burst', i.site_burst),
            'address', jsonb_build_object('per_second', i.address_per_second, 'burst', i.address_burst),
            'subject', jsonb_build_object('per_second', i.subject_per_second, 'burst', i.subject_burst)))
    from app.instance_settings i
$function$
;
comment on function app.read_instance_settings() is 'The settings of the instance, as instanceSettingsSchema of the contract.';

CREATE OR REPLACE FUNCTION app.read_operator_settings()
 RETURNS jsonb
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
    select app.read_instance_settings()
        || jsonb_build_object('sign_up', jsonb_build_object('allowed_domains', to_jsonb(i.sign_up_domains)))
    from app.instance_settings i
$function$
;
comment on function app.read_operator_settings() is 'All settings of the instance, as operatorSettingsSchema of the contract.';

CREATE OR REPLACE FUNCTION app.read_visitor_version(p_site uuid, p_visitor uuid, p_now timestamp with time zone)
 RETURNS app.visitor_versions
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
    v_version app.visitor_versions;
begin
    select v.site_id, v.id, p_now, v.subject_id, s.account is not null, s.sample_key, s.first_seen_at, v.traits
    into v_version
    from app.visitors v join app.subjects s on s.site_id = v.site_id and s.id = v.subject_id
    where v.site_id = p_site and v.id = p_visitor;
    return v_version;
end $function$
;
comment on function app.read_visitor_version(uuid,uuid,timestamp with time zone) is 'The current traits and account of a visitor, as a version that ends at p_now.';

CREATE OR REPLACE FUNCTION app.rebuild_call(p_event app.event_details, p_visitor uuid, p_site uuid, p_now timestamp with time zone)
 RETURNS app.call
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
    return app.load_call(
        jsonb_build_object('site', p_site, 'visitor', p_visitor, 'context', coalesce(p_event.context, '{}')), p_now,
        coalesce(p_event.session_id, app.mint_id(p_now)), p_event.id, coalesce(p_event.name, ''),
        coalesce(p_event.properties, '{}'), p_event.verified);
end $function$
;
comment on function app.rebuild_call(app.event_details,uuid,uuid,timestamp with time zone) is 'Rebuilds the call that reported an event, with the visitor as it is now.';

CREATE OR REPLACE FUNCTION app.received_claim(p_claim app.pending_claim)
 RETURNS app.pending_claim
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
    p_claim.facts := p_claim.facts || jsonb_build_object('received', app.epoch(p_claim.due));
    return p_claim;
end $function$
;
comment on function app.received_claim(app.pending_claim) is 'The event with the fact that app.is_claim_withdrawn reads.';

CREATE OR REPLACE FUNCTION app.receives_message(p_destination app.destinations, p_message app.outbox, p_traits jsonb, p_context jsonb)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
    if p_message.destination_id is not null then
        return p_message.destination_id = p_destination.id;
    elsif p_message.type <> all(p_destination.event_types)
        or coalesce(p_destination.schedule ->> 'every', 'message') <> 'message'
        or p_message.prompt_id <> all(p_destination.prompts)
    then
        return false;
    elsif p_message.response_id is null then
        return true;
    end if;
    return p_message.answers is not null and (p_message.final or p_destination.partial)
        and app.meets_condition(p_destination.condition_path, p_destination.condition_vars, p_message.answers, p_traits,
            p_context, app.id_time(p_message.id));
end $function$
;
comment on function app.receives_message(app.destinations,app.outbox,jsonb,jsonb) is 'Whether a message is for a destination: by type, prompts, condition, and whether the response is final.';

CREATE OR REPLACE FUNCTION app.record(request_context jsonb, events jsonb, OUT statuses text[], OUT foreign_proofs bigint[], OUT now double precision)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
    v_now timestamptz := coalesce((request_context ->> 'now')::timestamptz, clock_timestamp());
    v_call app.call := app.load_call(request_context, v_now, (request_context ->> 'session')::uuid, null, null, null, null);
    v_checked record := app.check_events(v_call, events);
    v_is_accepted boolean := array_position(v_checked.rejections, null) is not null;
begin
    if v_is_accepted or request_context ->> 'identify' is not null or request_context ? 'dropped' then
        perform app.throttle_call(v_call);
    end if;
    if v_is_accepted then
        v_call := app.update_visitor(v_call);
        perform app.record_event_name(v_call.site_id, n.name, v_now) from unnest(v_checked.names) n (name);
    elsif request_context ->> 'identify' is not null then
        v_call := app.update_visitor(v_call);
    end if;
    if request_context ? 'dropped' then
        perform app.record_dropped_events(v_call.site_id, request_context -> 'dropped', v_now);
    end if;
    if v_checked.keys is not null then
        perform app.record_key_use(v_call.site_id, v_checked.keys, v_now);
    end if;
    select i.statuses, i.foreign_proofs into statuses, foreign_proofs
    from app.insert_events(v_call, events, v_checked.rejections) i;
    if 'duplicate' = any(statuses) then
        -- Separate statement: it must see the reservations of calls that the insert waited for.
        perform app.release_lost_reservation(v_call.site_id, v_call.visitor_id, e.id, v_now)
        from rows from (jsonb_to_recordset(events) as (id uuid)) with ordinality e (id, n)
        where statuses[e.n] = 'duplicate';
    end if;
    now := app.milliseconds(v_now);
end $function$
;
comment on function app.record(jsonb,jsonb) is 'Records events of one visitor without deciding, and releases what earlier copies of them had reserved. Returns the status of each event; `foreign_proofs` are the positions of those whose proof names another account.';

CREATE OR REPLACE FUNCTION app.record_action(p_workspace uuid, p_site uuid, p_did text, p_subject text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
    v_workspace uuid := coalesce(p_workspace, (select s.workspace_id from app.sites s where s.id = p_site));
    v_person uuid := app.acting_person();
    v_connection text := (select c.name from app.live_connection() c);
    v_who text;
begin
    if not exists (select from app.members m where m.workspace_id = v_workspace and m.person_id = v_person) then
        raise exception 'You may not do this.' using errcode = 'FB403';
    end if;
    v_who := coalesce(app.person_email(), (select m.email from app.members m
        where m.workspace_id = v_workspace and m.person_id = v_person), v_person::text);
    insert into app.audit_log (workspace_id, person_id, who, kind, did, site_id, subject)
    values (v_workspace, v_person, coalesce(v_connection || ', for ', '') || v_who,
        case when v_connection is null then 'person' else 'connection' end, p_did, p_site, left(p_subject, 300));
end $function$
;
comment on function app.record_action(uuid,uuid,text,text) is 'Adds what the caller does in this transaction to the audit log of the workspace, or of the site''s workspace.';

CREATE OR REPLACE FUNCTION app.record_as_member(p_workspace uuid, p_site uuid, p_did text, p_subject text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
    select app.record_action(m.workspace_id, p_site, p_did, p_subject) from app.members m
    where m.workspace_id = p_workspace and m.person_id = app.acting_person()
$function$
;
comment on function app.record_as_member(uuid,uuid,text,text) is 'app.record_action, unless the person has left the workspace: they may still end their grants there.';

CREATE OR REPLACE FUNCTION app.record_attempt(p_site uuid, p_destination uuid, p_message uuid, p_lease uuid, p_attempt jsonb, p_now timestamp with time zone DEFAULT clock_timestamp())
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
    v_delivered boolean := p_attempt ->> 'outcome' = 'delivered';
    v_gone boolean := coalesce((p_attempt -> 'gone')::boolean, false);
    v_reached boolean;
    v_failing timestamptz;
    v_destination app.destinations;
    v_delivery app.deliveries;
    v_current boolean;
    v_pause text;
    v_due timestamptz;
begin
    select * into v_destination from app.destinations d where d.site_id = p_site and d.id = p_destination for no key update;
    select * into v_delivery from app.deliveries q
    where q.site_id = p_site and q.destination_id = p_destination and q.message_id = p_message for no key update;
    if not found then
        return null;
    end if;
    insert into app.delivery_attempts (site_id, destination_id, message_id, number, at, outcome, status, milliseconds, bytes,
        sha256, error)
    values (p_site, p_destination, p_message, (p_attempt ->> 'number')::integer, p_now, p_attempt ->> 'outcome',
        (p_attempt ->> 'status')::integer, (p_attempt ->> 'milliseconds')::integer, (p_attempt ->> 'bytes')::integer,
        decode(p_attempt ->> 'sha256', 'hex'),
        -- It may repeat what was sent, which is gone once the response is.
        case when p_attempt ->> 'error' is not null and (v_delivery.response_id is null or exists (select from app.responses r
            where r.site_id = p_site and r.display_id = v_delivery.response_id)) then left(p_attempt ->> 'error', 300) end)
    on conflict (site_id, destination_id, message_id, number) do nothing;
    -- A worker that was slower than its lease may still report success; a failure says nothing about the newer attempt.
    v_current := v_delivery.state = 'waiting' and (v_delivered or v_delivery.lease is not distinct from p_lease);
    if v_current then
        update app.deliveries q set
            lease = null,
            sent_to = q.sent_to || array(select jsonb_array_elements_text(p_attempt -> 'sent_to')),
            state = case when v_delivered then 'delivered'
                when q.retrying_since <= p_now - interval '3 days' then 'failed' else 'waiting' end,
            next_at = case when v_delivered then q.next_at
                else app.retry_at((select count(*)::integer from app.delivery_attempts a
                    where a.site_id = p_site and a.destination_id = p_destination and a.message_id = p_message
                      and a.at >= q.retrying_since), (p_attempt ->> 'retry_after')::integer, p_now) end
        where q.site_id = p_site and q.destination_id = p_destination and q.message_id = p_message
        returning * into v_delivery;
    end if;
    v_reached := v_delivered or jsonb_array_length(coalesce(p_attempt -> 'sent_to', '[]')) > 0;
    -- One refused address does not condemn the others: once some have an e-mail, its failures say nothing about the destination.
    v_failing := case when v_reached then null when cardinality(v_delivery.sent_to) > 0 then v_destination.failing_since
        else coalesce(v_destination.failing_since, p_now) end;
    v_pause := case when v_destination.state = 'paused' or v_reached then null when v_gone then 'gone'
        when cardinality(v_delivery.sent_to) = 0 and v_destination.failing_since <= p_now - interval '3 days' then 'failing' end;
    select q.next_at into v_due from app.deliveries q
    where q.site_id = p_site and q.destination_id = p_destination and q.state = 'waiting' order by q.next_at limit 1;
    update app.destinations d set
        due_at = least(d.due_at, v_due),
        last_delivered_at = case when v_reached then p_now else d.last_delivered_at end,
        failing_since = v_failing,
        state = case when v_pause is null then d.state else 'paused' end,
        pause_cause = coalesce(v_pause, d.pause_cause),
        paused_at = case when v_pause is null then d.paused_at else p_now end,
        notice_due_at = case when v_pause is null then d.notice_due_at else p_now end
    where d.site_id = p_site and d.id = p_destination
      and (v_due < d.due_at
        or d.failing_since is distinct from v_failing or v_pause is not null
        or v_reached and (d.last_delivered_at is null or d.last_delivered_at < p_now - interval '1 minute'));
    return jsonb_build_object('state', v_delivery.state, 'next_at', v_delivery.next_at, 'paused', v_pause is not null);
end $function$
;
comment on function app.record_attempt(uuid,uuid,uuid,uuid,jsonb,timestamp with time zone) is 'Logs an attempt and acknowledges the delivery, or schedules the next attempt for up to three days. A destination that reached nobody for three days, or is gone, is paused. p_attempt: number, outcome, status, milliseconds, bytes, sha256, error, retry_after (seconds), gone, sent_to.';

CREATE OR REPLACE FUNCTION app.record_attempts(p_attempts jsonb, p_now timestamp with time zone DEFAULT clock_timestamp())
 RETURNS SETOF jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
    v_one record;
    v_recorded jsonb := '{}';
begin
    -- In one order, so that two workers do not wait for each other.
    for v_one in
        select e.n, (e.value ->> 'site')::uuid as site, (e.value ->> 'destination')::uuid as destination,
            (e.value ->> 'message')::uuid as message, (e.value ->> 'lease')::uuid as lease, e.value -> 'attempt' as attempt
        from jsonb_array_elements(p_attempts) with ordinality e (value, n) order by 2, 3, 4
    loop
        v_recorded := v_recorded || jsonb_build_object(v_one.n, app.record_attempt(
            v_one.site, v_one.destination, v_one.message, v_one.lease, v_one.attempt, p_now));
    end loop;
    return query select v_recorded -> n::text from generate_series(1, jsonb_array_length(p_attempts)) n order by n;
end $function$
;
comment on function app.record_attempts(jsonb,timestamp with time zone) is 'Does what app.record_attempt does for several attempts, each with site, destination, message, lease and attempt, in one transaction. Returns its results in their order.';

CREATE OR REPLACE FUNCTION app.record_connection_approval(p_did text, p_sites uuid[], p_who text)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
    perform app.record_action(w.workspace_id, null, p_did, p_who)
    from (select distinct s.workspace_id from app.sites s where s.id = any(p_sites)) w;
end $function$
;
comment on function app.record_connection_approval(text,uuid[],text) is 'Adds the connection that the caller approved to the audit log of every workspace concerned.';

CREATE OR REPLACE FUNCTION app.record_dropped_events(p_site uuid, p_dropped jsonb, p_now timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
    insert into app.dropped_events as d (site_id, day, cause, events)
    select p_site, (p_now at time zone 'UTC')::date, x.key, x.value::text::bigint
    from jsonb_each(p_dropped) x order by x.key
    on conflict (site_id, day, cause) do update set events = d.events + excluded.events;
end $function$
;
comment on function app.record_dropped_events(uuid,jsonb,timestamp with time zone) is NULL;

CREATE OR REPLACE FUNCTION app.record_email()
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
    update app.members m set email = app.person_email()
    where m.person_id = app.person_id() and m.email is distinct from app.person_email()
$function$
;
comment on function app.record_email() is 'Stores the caller''s email address in their memberships, where other members see it.';

CREATE OR REPLACE FUNCTION app.record_event_name(p_site uuid, p_name text, p_now timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
    update app.event_names n set last_seen_at = p_now, first_seen_at = coalesce(n.first_seen_at, p_now)
    where n.site_id = p_site and n.name = p_name
      and (n.last_seen_at is null or n.last_seen_at < p_now - interval '1 hour');
    -- Only the list of names is limited, not the events. Once it is full, most calls end here.
    if found or exists (select from app.event_names n where n.site_id = p_site and n.name = p_name)
        or (select s.listed_names from app.sites s where s.id = p_site) >= 500
    then
        return;
    end if;
    insert into app.event_names (site_id, name, first_seen_at, last_seen_at) values (p_site, p_name, p_now, p_now)
    on conflict (site_id, name) do nothing;
    if found then
        update app.sites set listed_names = listed_names + 1 where id = p_site;
    end if;
end $function$
;
comment on function app.record_event_name(uuid,text,timestamp with time zone) is 'Adds an event name to the list, and updates at most once an hour when it was last seen.';

CREATE OR REPLACE FUNCTION app.record_key_use(p_site uuid, p_kids text[], p_now timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
    update app.proof_keys k set last_used_at = p_now
    where k.site_id = p_site and k.kid = any(p_kids)
      and (k.last_used_at is null or k.last_used_at < p_now - interval '1 hour');
end $function$
;
comment on function app.record_key_use(uuid,text[],timestamp with time zone) is 'Updates at most once an hour when proof keys were last used.';

CREATE OR REPLACE FUNCTION app.record_lost_access(p_connection app.connections, p_member app.members, p_actions text[], p_lost_sites boolean, p_why text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
    insert into app.audit_log (workspace_id, person_id, who, did, subject)
    select p_member.workspace_id, coalesce(app.person_id(), p_member.person_id),
        case when app.person_id() is null then coalesce(p_member.email, p_member.person_id::text)
            else coalesce(app.person_email(), app.person_id()::text) end,
        d.did, left(d.subject || ': ' || p_why, 300)
    from (
        select 'revokeGrant' as did, a || ' of ' || p_connection.name as subject
        from unnest(p_actions) a where p_connection.kind <> 'ci'
        union all
        select case p_connection.kind when 'ci' then 'revokeCiToken' else 'revokeConnection' end, p_connection.name
        where p_lost_sites) d
$function$
;
comment on function app.record_lost_access(app.connections,app.members,text[],boolean,text) is 'Adds what a connection lost, by whom and why, to the audit log.';

CREATE OR REPLACE FUNCTION app.record_working_copy_author()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
    new.updated_by := app.person_id();
    new.updated_at := clock_timestamp();
    return new;
end $function$
;
comment on function app.record_working_copy_author() is NULL;

CREATE OR REPLACE FUNCTION app.redeem_code(p_code bytea, p_client text, p_redirect_uri text, p_challenge text, p_resource text, p_access bytea, p_refresh bytea, p_now timestamp with time zone)
 RETURNS app.token_result
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
    v_request app.authorization_requests;
    v_result app.token_result;
begin
    perform app.lock_memberships(r.person_id) from app.authorization_requests r where r.code_hash = p_code;
    select * into v_request from app.authorization_requests r where r.code_hash = p_code for update;
    if v_request.connection_id is not null then
        -- The code may have been stolen, before or after its first use.
        perform app.end_connection(v_request.connection_id, p_now, true);
        v_result.outcome := 'replayed';
    elsif v_request.id is null or v_request.code_expires_at <= p_now then
        v_result.outcome := 'unknown';
    elsif v_request.client_id <> p_client then
        v_result.outcome := 'other_client';
    elsif p_redirect_uri <> v_request.redirect_uri then
        v_result.outcome := 'other_redirect';
    elsif v_request.challenge <> p_challenge then
        v_result.outcome := 'other_verifier';
    elsif p_resource <> v_request.resource then
        v_result.outcome := 'other_resource';
    else
        v_result := ('issued', app.create_connection(v_request.person_id,
                case v_request.client_kind when 'builtin' then 'cli' else 'mcp' end, v_request.client_name, p_client,
                coalesce(v_request.client_host, v_request.redirect_host), v_request.sites, p_now),
            v_request.resource, v_request.granted, null)::app.token_result;
        perform app.grant_with_consent(
            v_result.connection_id, v_request.person_id, v_request.sites, v_request.granted, p_now);
        v_result.expires_at := app.issue_tokens(
            v_result.connection_id, gen_random_uuid(), v_request.resource, p_access, p_refresh, p_now);
        update app.authorization_requests r set connection_id = v_result.connection_id where r.id = v_request.id;
    end if;
    return v_result;
end $function$
;
comment on function app.redeem_code(bytea,text,text,text,text,bytea,bytea,timestamp with time zone) is 'Exchanges an authorization code for a connection and its tokens, once. Using it again ends the connection.';

CREATE OR REPLACE FUNCTION app.redeem_device(p_device bytea, p_client text, p_name text, p_resource text, p_access bytea, p_refresh bytea, p_now timestamp with time zone)
 RETURNS app.token_result
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
    v_request app.device_requests;
    v_result app.token_result;
begin
    perform app.lock_memberships(d.person_id) from app.device_requests d where d.device_hash = p_device;
    select * into v_request from app.device_requests d where d.device_hash = p_device for update;
    if v_request.id is null or v_request.client_id <> p_client or v_request.state = 'redeemed' then
        v_result.outcome := 'unknown';
    elsif v_request.state = 'denied' then
        v_result.outcome := 'denied';
    elsif v_request.expires_at <= p_now then
        v_result.outcome := 'expired';
    elsif p_resource <> v_request.resource then
        v_result.outcome := 'other_resource';
    elsif v_request.polled_at > p_now - make_interval(secs => v_request.pause)
        and v_request.polled_at <= p_now + interval '1 minute' then
        update app.device_requests d set polled_at = p_now, pause = least(d.pause + 5, 60) where d.id = v_request.id;
        v_result.outcome := 'slow_down';
    elsif v_request.state = 'pending' then
        update app.device_requests d set polled_at = p_now where d.id = v_request.id;
        v_result.outcome := 'pending';
    else
        v_result := ('issued', app.create_connection(v_request.person_id, 'cli', p_name, p_client, v_request.device_name,
            v_request.sites, p_now), v_request.resource, array[]::text[], null)::app.token_result;
        v_result.expires_at := app.issue_tokens(
            v_result.connection_id, gen_random_uuid(), v_request.resource, p_access, p_refresh, p_now);
        update app.device_requests d set state = 'redeemed' where d.id = v_request.id;
    end if;
    return v_result;
end $function$
;
comment on function app.redeem_device(bytea,text,text,text,bytea,bytea,timestamp with time zone) is 'Exchanges the code of an approved device for a connection and its tokens, once.';

CREATE OR REPLACE FUNCTION app.redeliver_message(p_site uuid, p_destination uuid, p_message uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
    perform app.require_destination(p_site, p_destination);
    if exists (select from app.outbox o where o.site_id = p_site and o.id = p_message
        and o.response_id is not null and o.answers is null)
    then
        raise exception 'What the message was about has been deleted.' using errcode = 'FB409';
    end if;
    perform app.make_destination_due(p_site, p_destination);
    update app.deliveries q
    set state = 'waiting', next_at = now(), retrying_since = null, sent_to = '{}'
    where q.site_id = p_site and q.destination_id = p_destination and q.message_id = p_message and q.lease is null
      and exists (select from app.outbox o where o.site_id = p_site and o.id = p_message);
    if not found then
        raise exception 'There is no such delivery, it is older than 30 days, or it is being sent.' using errcode = 'FB404';
    end if;
end $function$
;
comment on function app.redeliver_message(uuid,uuid,uuid) is 'Sends a message again, with its ID. Raises FB403, FB404, and FB409 when the destination is paused or what it was about was deleted.';

CREATE OR REPLACE FUNCTION app.redeliver_messages(p_site uuid, p_destination uuid, p_since timestamp with time zone, p_until timestamp with time zone, p_delivered boolean, p_limit integer DEFAULT 10000, OUT messages integer, OUT next timestamp with time zone)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
    v_last uuid;
    v_read integer;
begin
    perform app.require_destination(p_site, p_destination);
    perform app.make_destination_due(p_site, p_destination);
    with span as materialized (
        select o.* from app.outbox o
        where o.site_id = p_site and o.id >= app.id_from(p_since) and o.id < app.id_from(p_until)
          and o.destination_id is null and not o.pending
        order by o.id limit p_limit
    ),
    received as (
        select s.site_id, s.id, s.response_id, s.prompt_id, s.type,
            -- As in app.distribute_messages: of several changes of a response, only the last one is sent.
            s.type = 'response.updated'
                and lead(s.id) over (partition by s.response_id, s.type order by s.id) is not null as replaced
        from span s
        join app.destinations d on d.site_id = s.site_id and d.id = p_destination
        left join app.responses r on r.site_id = s.site_id and r.display_id = s.response_id
        where app.receives_message(d, s, r.traits, r.context) and (s.response_id is null or r.display_id is not null)
    ),
    written as (
        insert into app.deliveries as q
            (site_id, destination_id, message_id, response_id, prompt_id, type, created_at, next_at, state)
        select s.site_id, p_destination, s.id, s.response_id, s.prompt_id, s.type, now(), now(),
            case when s.replaced then 'cancelled' else 'waiting' end
        from received s
        on conflict (site_id, destination_id, message_id) do update
        set state = case q.state when 'failed' then excluded.state else 'waiting' end,
            next_at = now(), retrying_since = null, sent_to = '{}'
        where q.lease is null and (q.state = 'failed' or p_delivered and q.state <> 'cancelled')
        returning q.state
    )
    select (select count(*) from written w where w.state = 'waiting'), count(*), max(s.id::text)::uuid into messages, v_read, v_last from span s;
    if v_read = p_limit then
        next := app.id_time(v_last);
    end if;
end $function$
;
comment on function app.redeliver_messages(uuid,uuid,timestamp with time zone,timestamp with time zone,boolean,integer) is 'Sends the messages of a span of time to a destination: those that it has not received, with p_delivered also those that it has, but none that a newer one replaced. Of missed changes of a response, it sends only the last. `next`: where a request for the rest starts; null when that was all. Raises FB403, FB404 and FB409.';

CREATE OR REPLACE FUNCTION app.refilled_tokens(k app.buckets, p_now timestamp with time zone)
 RETURNS real
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
    return case
        -- Written while the clock was ahead: the bucket would stay empty until that time.
        when extract(epoch from k.at - p_now) * k.rate > k.burst / 2 then k.burst
        else least(k.burst, k.tokens + greatest(extract(epoch from p_now - k.at), 0)::real * k.rate) end;
end $function$
;
comment on function app.refilled_tokens(app.buckets,timestamp with time zone) is 'The tokens in a bucket at p_now. A bucket written later than that, by more than half of its fill time, counts as full.';

CREATE OR REPLACE FUNCTION app.refresh_event_names(p_site uuid, p_names text[])
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
    update app.event_names n set top_candidate = f.top_candidate,
        index_property = case when f.is_indexed then n.index_property end
    from unnest(p_names) given (name)
    cross join lateral (
        select (array_agg(c.prompt_key order by c.priority desc, c.published_at, c.prompt_id))[1] as top_candidate,
            bool_or(c.index_value <> '') as is_indexed
        from app.candidates c where c.site_id = p_site and c.event_name = given.name) f
    where n.site_id = p_site and n.name = given.name
      and (n.top_candidate is distinct from f.top_candidate or n.index_property is not null and f.is_indexed is not true);
end $function$
;
comment on function app.refresh_event_names(uuid,text[]) is 'Updates top candidate and index property of event names after their candidates changed.';

CREATE OR REPLACE FUNCTION app.refuse_owner_who_leaves()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
    if app.is_leaving(new.person_id) then
        raise exception 'The account of the person is scheduled for deletion, so they cannot become an owner.' using errcode = 'FB409',
            hint = 'Undo the deletion of the account first.';
    end if;
    return new;
end $function$
;
comment on function app.refuse_owner_who_leaves() is NULL;

CREATE OR REPLACE FUNCTION app.refuse_site_of_closed_workspace()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
    if exists (select from app.deletions d where d.target_id = new.workspace_id and d.undone_at is null and d.finished_at is null) then
        raise exception 'The workspace is scheduled for deletion. Undo the deletion first.' using errcode = 'FB409';
    end if;
    return new;
end $function$
;
comment on function app.refuse_site_of_closed_workspace() is NULL;

CREATE OR REPLACE FUNCTION app.register_client(p_client text, p_name text, p_redirect_uris text[], p_address bytea, p_now timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
    if not app.count_attempt('register', p_address, 20, interval '1 hour', p_now) then
        return false;
    end if;
    insert into app.oauth_clients (client_id, kind, name, redirect_uris, created_at, last_used_at)
    values (p_client, 'registered', p_name, p_redirect_uris, p_now, p_now);
    return true;
end $function$
;
comment on function app.register_client(text,text,text[],bytea,timestamp with time zone) is 'Registers a client; false if its address registers too many.';

CREATE OR REPLACE FUNCTION app.reject_audience_version_update()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
    raise exception 'A version of an audience never changes; save a new one.' using errcode = 'FB409';
end $function$
;
comment on function app.reject_audience_version_update() is NULL;

CREATE OR REPLACE FUNCTION app.reject_update()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
    raise exception 'A revision never changes; save a new one.' using errcode = 'FB409';
end $function$
;
comment on function app.reject_update() is NULL;

CREATE OR REPLACE FUNCTION app.release_lost_reservation(p_site uuid, p_visitor uuid, p_origin uuid, p_now timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
    update app.displays set state = 'released', released_at = p_now, release_reason = 'late'
    where site_id = p_site and origin = p_origin and visitor_id = p_visitor and state = 'reserved';
    update app.displays set state = 'released', released_at = p_now, release_reason = 'late'
    where site_id = p_site and carrier = p_origin and visitor_id = p_visitor and state = 'reserved';
end $function$
;
comment on function app.release_lost_reservation(uuid,uuid,uuid,timestamp with time zone) is 'Releases a reservation whose response the SDK did not receive; only for the visitor who made it.';

CREATE OR REPLACE FUNCTION app.reload_call(p_call app.call)
 RETURNS app.call
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
    v_call app.call := app.load_call(p_call.request_context, p_call.now, p_call.session_id, p_call.event_id, p_call.name,
        p_call.properties, p_call.verified);
begin
    v_call.prompts := p_call.prompts;
    return v_call;
end $function$
;
comment on function app.reload_call(app.call) is NULL;

CREATE OR REPLACE FUNCTION app.renew_tokens(p_old bytea, p_client text, p_resource text, p_access bytea, p_refresh bytea, p_now timestamp with time zone)
 RETURNS app.token_result
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
    v_token app.tokens;
    v_connection app.connections;
    v_result app.token_result;
    v_until timestamptz;
begin
    select c.* into v_connection from app.connections c
    join app.tokens t on t.connection_id = c.id
    where t.hash = p_old and t.kind = 'refresh'
    for no key update of c;
    select * into v_token from app.tokens t where t.hash = p_old;
    if v_token.id is null or v_token.expires_at <= p_now or v_connection.client_id is distinct from p_client then
        v_result.outcome := 'unknown';
    elsif v_token.revoked_at is not null or v_connection.revoked_at is not null then
        v_result.outcome := 'revoked';
    elsif p_resource <> v_token.resource then
        v_result.outcome := 'other_resource';
    elsif v_token.replaced_at is null then
        update app.tokens t set replaced_at = p_now where t.id = v_token.id;
        update app.connections c set expires_at = p_now + interval '60 days' where c.id = v_connection.id;
        v_until := app.issue_tokens(v_connection.id, v_token.family, v_token.resource, p_access, p_refresh, p_now);
    elsif v_token.replaced_at >= p_now - interval '30 seconds' then
        -- While the successor is unused, this is more likely another process of the same client than a thief. The
        -- caller derives the successor from the token, so both processes get the same one.
        select a.expires_at into v_until from app.tokens a join app.tokens r on r.connection_id = a.connection_id
        where a.hash = p_access and r.hash = p_refresh and r.replaced_at is null;
    end if;
    if v_until is not null then
        v_result := ('issued', v_connection.id, v_token.resource, null, v_until)::app.token_result;
    elsif v_result.outcome is null then
        perform app.end_connection(v_connection.id, p_now, true);
        v_result.outcome := 'replayed';
    end if;
    return v_result;
end $function$
;
comment on function app.renew_tokens(bytea,text,text,bytea,bytea,timestamp with time zone) is 'Exchanges a refresh token for its successor. Using it again within 30 seconds gives the same successor; later, or after the successor was used, it ends the connection.';

CREATE OR REPLACE FUNCTION app.reopen_buckets()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
    -- A bucket is given new numbers when it is next consumed from, which an exhausted one would delay. Those that a
    -- request is writing are skipped: waiting for them could deadlock with it.
    if tg_table_name = 'instance_settings' then
        delete from app.buckets where (site_id, kind, key) in (
            select k.site_id, k.kind, k.key from app.buckets k where k.exhausted for update skip locked);
    else
        delete from app.buckets where (site_id, kind, key) in (
            select k.site_id, k.kind, k.key from app.buckets k
            where k.site_id = new.id and k.exhausted for update skip locked);
    end if;
    return null;
end $function$
;
comment on function app.reopen_buckets() is 'Lets new rate limits apply at once, also where the previous ones are exhausted.';

CREATE OR REPLACE FUNCTION app.repeat_decision(p_site uuid, p_visitor uuid, p_event uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
    v_display app.displays;
    v_due timestamptz;
    v_decision app.decision;
begin
    select * into v_display from app.displays d
    where d.site_id = p_site and d.origin = p_event and d.visitor_id = p_visitor;
    if v_display.state = 'reserved' then
        v_decision.prompt_id := v_display.prompt_id;
        v_decision.revision := v_display.revision;
        v_decision.variant := v_display.variant;
        v_decision.reason := 'displayed';
        if v_display.charges is not null then
            -- The first call may not have flushed it yet.
            perform app.defer_flush();
        end if;
        return app.decision_to_json(v_decision, p_site, v_display.id, null);
    end if;
    select c.survey_id, e.received_at + make_interval(secs => (app.choose_variant(c, s.sample_key::text)).delay_seconds)
    into v_decision.survey_id, v_due
    from app.event_details e join app.candidates c
        on c.site_id = e.site_id and c.event_name = '' and c.prompt_id = e.prompt_id
    join app.visitors v on v.site_id = e.site_id and v.id = e.visitor_id
    join app.subjects s on s.site_id = v.site_id and s.id = v.subject_id
    where e.site_id = p_site and e.id = p_event and e.visitor_id = p_visitor and e.reason = 'waiting';
    if found and v_display.id is null then
        v_decision.reason := 'waiting';
        return app.decision_to_json(v_decision, p_site, null, v_due);
    end if;
    return '{"reason": "duplicate"}';
end $function$
;
comment on function app.repeat_decision(uuid,uuid,uuid) is 'The reply to a repeated event or show request: the same reservation while it is not displayed yet, or the same delay; else `duplicate`.';

CREATE OR REPLACE FUNCTION app.replace_sealed(p_place text, p_site uuid, p_id text, p_sealed bytea, p_replacement bytea)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
    case p_place
        when 'proof_keys.sealed' then
            update app.proof_keys k set sealed = p_replacement
            where k.site_id = p_site and k.kid = p_id and k.sealed = p_sealed;
        when 'destinations.sealed_url' then
            update app.destinations d set sealed_url = p_replacement
            where d.site_id = p_site and d.id = p_id::uuid and d.sealed_url = p_sealed;
        when 'destinations.sealed_secret' then
            update app.destinations d set sealed_secret = p_replacement
            where d.site_id = p_site and d.id = p_id::uuid and d.sealed_secret = p_sealed;
        when 'destinations.sealed_old_secret' then
            update app.destinations d set sealed_old_secret = p_replacement
            where d.site_id = p_site and d.id = p_id::uuid and d.sealed_old_secret = p_sealed;
        when 'destination_requests.sealed_url' then
            update app.destination_requests r set sealed_url = p_replacement
            where r.site_id = p_site and r.destination_id = p_id::uuid and r.sealed_url = p_sealed;
    end case;
    return found;
end $function$
;
comment on function app.replace_sealed(text,uuid,text,bytea,bytea) is 'Replaces a ciphertext that app.stored_secrets lists, if it is still stored; false when it has changed meanwhile.';

CREATE OR REPLACE FUNCTION app.replay_portfolio(p_site uuid, p_candidates app.portfolio_candidate[], p_draft integer, p_draft_names text[], p_from timestamp with time zone, p_now timestamp with time zone, p_low bigint, p_high bigint, p_claimed double precision, p_within interval, p_shared app.shared_limits[], p_lists_displays boolean)
 RETURNS app.portfolio_replay
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
    c_sums constant integer := 10;
    v_limits jsonb := app.site_limits((select s.settings from app.sites s where s.id = p_site));
    -- Survey IDs for which any rule checks whether they were displayed or answered.
    v_surveys jsonb := (select jsonb_agg(distinct n.survey) from unnest(p_candidates) x,
        jsonb_array_elements((x.c).needed_facts -> 'prompts') n (survey));
    v_looked_at integer := 0;
    v_names text[];
    v_firsts integer[];
    v_lasts integer[];
    v_prompts uuid[];
    -- What other subjects leave of a budget depends on the world, even for subjects that the draft does not affect.
    v_is_shared boolean := cardinality(p_shared) > 0 or p_lists_displays;
    v_displays app.replayed_display[] := '{}';
    v_is_as_it_was boolean := not v_is_shared and not exists (select from unnest(p_candidates) k
        where k.worlds & 5 in (1, 4) or k.worlds & 4 > 0 and not k.live @> tstzrange(p_from, p_now, '[]'));
    v_found app.replay := row(0, 0, 0, 0, 0, 0, 0, '{}', p_high);
    v_labels app.reason[] := enum_range(null::app.reason);
    v_counts integer[] := array_fill(0, array[cardinality(enum_range(null::app.reason))]);
    v_sums bigint[];
    -- State of the current subject.
    v_subject uuid;
    v_past app.past_display[];
    v_events app.portfolio_event[];
    v_outcomes jsonb;
    v_is_changed boolean;
    v_has_shown boolean;
    v_is_awaited boolean;
    v_without app.world_replay;
    v_with app.world_replay;
    v_was app.world_replay;
    v_numbers integer[];
    v_open integer[];
    v_needed jsonb;
    v_claim app.pending_claim;
    v_name integer;
    v_place integer;
    v_at integer;
    v_reason app.reason;
    v_deadline timestamptz;
    k app.portfolio_candidate;
    r record;
begin
    select array_agg(n.name order by n.name), array_agg(n.first order by n.name), array_agg(n.last order by n.name)
    into v_names, v_firsts, v_lasts
    from (
        select (x.c).event_name as name, min(x.at)::integer as first, max(x.at)::integer as last
        from unnest(p_candidates) with ordinality x (c, place, worlds, live, wait_hours, answered, at)
        where (x.c).event_name <> '' group by 1) n;
    v_prompts := array(select distinct (x.c).prompt_id from unnest(p_candidates) x order by 1);
    v_sums := array_fill(0::bigint, array[c_sums * (cardinality(v_prompts) + 1)]);
    for r in
        select * from app.portfolio_rows(p_site, coalesce(v_names, '{}'),
            exists (select from unnest(p_candidates) x where (x.c).backend), p_from, p_now, p_low, p_high)
    loop
        v_looked_at := v_looked_at + (r.kind = 2)::integer;
        case r.kind
        when 0 then
            if v_subject is null then
                v_deadline := clock_timestamp() + p_within;
            else
                if cardinality(v_events) > 0 then
                    v_without := app.replay_world(1, p_draft, v_subject, v_events, v_past, p_candidates, v_surveys, v_limits, p_claimed, p_now, p_shared);
                    v_with := case when v_is_changed or (v_has_shown or v_is_shared) and p_draft is not null then
                        app.replay_world(2, p_draft, v_subject, v_events, v_past, p_candidates, v_surveys, v_limits, p_claimed, p_now, p_shared)
                        else v_without end;
                    v_was := case when not v_is_as_it_was or v_has_shown then
                        app.replay_world(4, null, v_subject, v_events, v_past, p_candidates, v_surveys, v_limits, p_claimed, p_now, p_shared)
                        else v_without end;
                    if p_lists_displays then
                        v_displays := v_displays || v_without.displays || v_with.displays || v_was.displays;
                    end if;
                    for v_place in
                        select x from unnest(array[0] || v_without.places || v_with.places || v_was.places) x group by x
                    loop
                        v_numbers := case when v_place = 0 then array[
                                cardinality(array_remove(v_without.places, 0)), cardinality(array_remove(v_with.places, 0)),
                                cardinality(array_remove(v_was.places, 0)), cardinality(v_with.sampled_places)]
                            else array[
                                cardinality(array_positions(v_without.places, v_place)),
                                cardinality(array_positions(v_with.places, v_place)),
                                cardinality(array_positions(v_was.places, v_place)),
                                cardinality(array_positions(v_with.sampled_places, v_place))] end;
                        v_at := v_place * c_sums;
                        for v_sum in 1..3 loop
                            v_sums[v_at + v_sum] := v_sums[v_at + v_sum] + v_numbers[v_sum];
                            v_sums[v_at + 3 + v_sum] := v_sums[v_at + 3 + v_sum] + v_numbers[v_sum] ^ 2;
                        end loop;
                        v_sums[v_at + 7] := v_sums[v_at + 7] + (v_numbers[2] - v_numbers[1]) ^ 2;
                        v_sums[v_at + 8] := v_sums[v_at + 8] + least(v_numbers[1], 1);
                        v_sums[v_at + 9] := v_sums[v_at + 9] + least(v_numbers[2], 1);
                        v_sums[v_at + 10] := v_sums[v_at + 10] + v_numbers[4];
                        if v_place = p_draft then
                            v_found.displays := v_found.displays + v_numbers[2];
                            v_found.reached := v_found.reached + least(v_numbers[2], 1);
                            v_found.squared_displays := v_found.squared_displays + v_numbers[2] * v_numbers[2];
                        end if;
                    end loop;
                    v_at := cardinality(array_positions(v_with.sampled_places, p_draft));
                    v_found.sampled_claims := v_found.sampled_claims + v_at;
                    v_found.subjects_with_sampled_claims := v_found.subjects_with_sampled_claims + least(v_at, 1);
                    foreach v_reason in array case when p_draft is null then '{}' else v_with.draft end loop
                        v_at := array_position(v_labels, v_reason);
                        v_counts[v_at] := v_counts[v_at] + 1;
                    end loop;
                end if;
                v_found.subjects := v_found.subjects + 1;
                if r.subject_id is not null and clock_timestamp() > v_deadline then
                    v_found.next_hash := r.hash;
                    exit;
                end if;
            end if;
            v_subject := r.subject_id;
            v_past := '{}';
            v_events := '{}';
            v_outcomes := '{}';
            v_is_changed := false;
            v_has_shown := false;
            v_is_awaited := false;
        when 1 then
            v_outcomes := v_outcomes || jsonb_build_object(r.event_id, jsonb_build_object('prompt', r.prompt_id, 'at', r.at,
                'session', r.session_id, 'visitor', r.visitor_id, 'answered', r.answered_at, 'dismissed', r.dismissed_at,
                'released', r.is_released, 'context', r.facts -> 'context'));
        when 2 then
            v_found.events := v_found.events + (r.name = any(p_draft_names))::integer;
            v_name := array_position(v_names, r.name);
            v_open := '{}';
            v_needed := '{}';
            for v_candidate in coalesce(v_firsts[v_name], 1)..coalesce(v_lasts[v_name], 0) loop
                k := p_candidates[v_candidate];
                v_reason := case when r.backend and not (k.c).backend then 'no_prompt' else app.evaluate(k.c, r.facts, false) end;
                if v_reason = 'unknown' then
                    v_open := v_open || v_candidate;
                    v_needed := app.merge_needed_facts(v_needed, coalesce((k.c).needed_facts, '{}'));
                    v_is_changed := v_is_changed or k.worlds & 3 in (1, 2);
                elsif k.worlds & 2 > 0 and k.place = p_draft then
                    v_at := array_position(v_labels, v_reason);
                    v_counts[v_at] := v_counts[v_at] + 1;
                end if;
            end loop;
            -- Any event from a browser may claim a prompt that waits because of an event from the backend.
            v_is_awaited := v_is_awaited or r.backend and cardinality(v_open) > 0;
            if cardinality(v_open) > 0 or v_is_awaited and not r.backend then
                v_claim := row(r.at, r.event_id, r.name, r.session_id, r.visitor_id, r.joined_at, r.facts);
                v_claim.facts := app.load_replayed_facts(p_site, v_subject, v_claim, v_needed);
                v_events := v_events || row(v_claim, r.backend, v_open, r.prompt_id, r.claimed_at, v_outcomes -> r.event_id::text)::app.portfolio_event;
            end if;
        else
            if r.event_id is null or r.at <= p_from then
                v_past := v_past || row(r.prompt_id, r.survey_id, r.at, r.session_id, r.visitor_id, r.joined_at, r.answered_at,
                    r.dismissed_at)::app.past_display;
            else
                v_has_shown := true;
                v_events := v_events || row(
                    row(r.at, r.event_id, null, r.session_id, r.visitor_id, r.joined_at,
                        r.facts || jsonb_build_object('now', app.epoch(r.at)))::app.pending_claim,
                    false, '{}', r.prompt_id, null, jsonb_build_object('survey', r.survey_id, 'answered', r.answered_at,
                        'dismissed', r.dismissed_at))::app.portfolio_event;
            end if;
        end case;
    end loop;
    v_found.reasons := (
        select coalesce(jsonb_object_agg(l.label, x.events), '{}')
        from unnest(v_labels, v_counts) as x (label, events), lateral (select x.label::text as label) l where x.events > 0);
    return row(v_found, v_looked_at + v_found.subjects, (
        select coalesce(jsonb_object_agg(coalesce(v_prompts[p.place]::text, ''), to_jsonb(v_sums[p.place * c_sums + 1:p.place * c_sums + c_sums])), '{}')
        from generate_series(0, cardinality(v_prompts)) p (place)
        where 0 <> any(v_sums[p.place * c_sums + 1:p.place * c_sums + c_sums])), v_displays)::app.portfolio_replay;
end $function$
;
comment on function app.replay_portfolio(uuid,app.portfolio_candidate[],integer,text[],timestamp with time zone,timestamp with time zone,bigint,bigint,double precision,interval,app.shared_limits[],boolean) is 'Replays the subjects whose hashes are from p_low to below p_high with all prompts, for at most p_within. `p_shared` has the limits that the subjects have in common.';

CREATE OR REPLACE FUNCTION app.replay_range(c app.candidates, p_names text[], p_from timestamp with time zone, p_now timestamp with time zone, p_low bigint, p_high bigint, p_claimed double precision, p_within interval)
 RETURNS app.replay
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
    v_limits jsonb := app.site_limits((select s.settings from app.sites s where s.id = c.site_id));
    v_any app.candidates := c;
    v_found app.replay := row(0, 0, 0, 0, 0, 0, 0, '{}', p_high);
    v_labels app.reason[] := enum_range(null::app.reason);
    v_counts integer[] := array_fill(0, array[cardinality(enum_range(null::app.reason))]);
    -- State of the current subject.
    v_subject uuid;
    v_past app.past_display[];
    v_answers jsonb;
    v_pending app.pending_claim[];
    v_displaced uuid[];
    v_displays integer;
    v_sampled_claims integer;
    v_reason app.reason;
    v_claim app.pending_claim;
    v_deadline timestamptz;
    v_next timestamptz;
    r record;
begin
    v_any.respects_site := true;
    for r in
        select * from app.replayed_rows(c.site_id, c.prompt_id, p_names, p_from, p_now, p_low, p_high)
    loop
        while cardinality(v_pending) > 0 and v_pending[1].due <= case when r.kind = 0 then p_now else r.at end loop
            v_claim := v_pending[1];
            v_pending := v_pending[2:];
            v_reason := app.evaluate_replayed(c, v_claim, v_subject, v_past, v_limits);
            if v_reason = 'waiting' and app.is_claim_withdrawn(c, v_claim, v_subject, v_claim.due) then
                v_reason := 'withdrawn';
            elsif v_reason = 'waiting' then
                v_reason := 'displayed';
                v_displays := v_displays + 1;
                v_past := v_past || app.replayed_display(c, v_claim, v_answers);
            end if;
            v_counts[array_position(v_labels, v_reason)] := v_counts[array_position(v_labels, v_reason)] + 1;
        end loop;
        case r.kind
        when 0 then
            if v_subject is null then
                v_deadline := clock_timestamp() + p_within;
            else
                v_counts[array_position(v_labels, 'waiting')]
                    := v_counts[array_position(v_labels, 'waiting')] + cardinality(v_pending);
                v_found.subjects := v_found.subjects + 1;
                v_found.displays := v_found.displays + v_displays;
                v_found.reached := v_found.reached + least(v_displays, 1);
                v_found.squared_displays := v_found.squared_displays + v_displays * v_displays;
                v_found.sampled_claims := v_found.sampled_claims + v_sampled_claims;
                v_found.subjects_with_sampled_claims := v_found.subjects_with_sampled_claims + least(v_sampled_claims, 1);
                if r.subject_id is not null and clock_timestamp() > v_deadline then
                    v_found.next_hash := r.hash;
                    exit;
                end if;
            end if;
            v_subject := r.subject_id;
            v_past := '{}';
            v_answers := '{}';
            v_pending := '{}';
            v_displaced := '{}';
            v_displays := 0;
            v_sampled_claims := 0;
        when 1 then
            v_answers := v_answers || jsonb_build_object(r.event_id, array[r.answered_at, r.dismissed_at]);
        when 2 then
            v_found.events := v_found.events + 1;
            v_reason := case when r.facts ? 'backend' and not c.backend then 'no_prompt' else r.reason end;
            if v_reason is null then
                v_claim := row(r.at, r.event_id, r.name, r.session_id, r.visitor_id, r.joined_at, r.facts);
                v_reason := app.evaluate_replayed(c, v_claim, v_subject, v_past, v_limits);
            end if;
            if v_reason in ('displayed', 'waiting') and r.rival is not null then
                -- The better candidate in the order of app.decide, unless this replay's displays would have excluded the rival.
                if (case when r.rival_waits then 'waiting' else 'displayed' end::app.reason, r.priority,
                        c.published_at, c.prompt_id) > (v_reason, c.priority::integer, r.published_at, r.rival)
                    and (v_displays = 0 or not r.rival_respects or app.check_site_limits(v_any,
                        app.replayed_limits(v_past, c.prompt_id, r.visitor_id, r.joined_at, r.session_id, v_limits, r.at)
                            -> 'site', app.epoch(r.at)) is null)
                then
                    v_reason := 'lost_priority';
                else
                    v_displaced := v_displaced || r.event_id;
                end if;
            end if;
            if v_reason = 'displayed' then
                v_displays := v_displays + 1;
                v_past := v_past || app.replayed_display(c, v_claim, v_answers);
            elsif v_reason = 'waiting' and (c.backend or c.unless is not null) then
                -- Only one prompt waits at a time, and it is displayed at the next call after it is due.
                if cardinality(v_pending) > 0 and app.is_claim_withdrawn(c, v_pending[1], v_subject, r.at) then
                    v_counts[array_position(v_labels, 'withdrawn')] := v_counts[array_position(v_labels, 'withdrawn')] + 1;
                    v_pending := '{}';
                end if;
                v_next := r.at + make_interval(secs => (app.choose_variant(c, r.facts ->> 'sample_key')).delay_seconds);
                v_claim.due := case when cardinality(v_pending) = 0 then app.next_call(
                    c.site_id, v_subject, v_next, least(p_now, v_next + make_interval(hours => c.wait_hours))) end;
                if c.backend then
                    -- The browser's session is not read, so its limit is ignored. So are conditions on its page.
                    v_claim.session_id := null;
                end if;
                v_claim.facts := v_claim.facts || jsonb_build_object('received', round(extract(epoch from r.at), 3));
                if v_claim.due is not null then
                    v_claim.facts := v_claim.facts || jsonb_build_object('now', round(extract(epoch from v_claim.due), 3));
                    v_pending := v_pending || v_claim;
                    continue;
                elsif c.unless is not null and app.is_claim_withdrawn(c, v_claim, v_subject, least(p_now, v_next)) then
                    v_reason := 'withdrawn';
                end if;
            elsif v_reason = 'waiting' then
                if p_claimed < 1 then
                    v_sampled_claims := v_sampled_claims + 1;
                end if;
                if app.sample_position(c.prompt_id, r.event_id::text) < p_claimed then
                    v_claim.due := r.at + make_interval(
                        secs => (app.choose_variant(c, r.facts ->> 'sample_key')).delay_seconds);
                    v_claim.facts := v_claim.facts || jsonb_build_object('now', round(extract(epoch from v_claim.due), 3),
                        'received', round(extract(epoch from r.at), 3));
                    v_pending := v_pending || v_claim;
                    continue;
                end if;
            end if;
            v_counts[array_position(v_labels, v_reason)] := v_counts[array_position(v_labels, v_reason)] + 1;
        else
            -- A display of another prompt counts, unless this prompt would have replaced or prevented it.
            if r.event_id is null or r.event_id <> all(v_displaced) and (
                v_displays = 0 or not r.rival_respects or app.check_site_limits(v_any,
                    app.replayed_limits(v_past, c.prompt_id, r.visitor_id, r.joined_at, r.session_id, v_limits, r.at)
                        -> 'site', app.epoch(r.at)) is null)
            then
                v_past := v_past || row(r.rival, r.survey_id, r.at, r.session_id, r.visitor_id, r.joined_at,
                    r.answered_at, r.dismissed_at)::app.past_display;
            end if;
        end case;
    end loop;
    v_found.reasons := (
        select coalesce(jsonb_object_agg(l.label, k.events), '{}')
        from unnest(v_labels, v_counts) as k (label, events), lateral (select k.label::text as label) l where k.events > 0);
    return v_found;
end $function$
;
comment on function app.replay_range(app.candidates,text[],timestamp with time zone,timestamp with time zone,bigint,bigint,double precision,interval) is 'Replays the subjects whose hashes are from p_low to below p_high, for at most p_within. Of delayed displays, the share p_claimed is claimed.';

CREATE OR REPLACE FUNCTION app.replay_shared_limits(p_candidates app.portfolio_candidate[], p_budgets app.replayed_budget[], p_displays app.replayed_display[], p_places integer, p_zone text, p_share double precision, p_from timestamp with time zone)
 RETURNS app.shared_limits[]
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
    v_limits app.shared_limits[] := array_fill(row('{}', '{}', '{}', 0, 0)::app.shared_limits, array[3 * p_places]);
    v_spent double precision[] := array(select b.spent from unnest(p_budgets) with ordinality
        b (world, place, period, allowed, paced, weight, spent, at) order by b.at);
    -- The current period of each budget, its displays, the time from which the next ones count, and when it next allows one.
    v_starts timestamptz[];
    v_ends timestamptz[];
    v_displays double precision[] := array_fill(0::double precision, array[cardinality(p_budgets)]);
    v_since timestamptz[];
    v_opens timestamptz[];
    v_mine integer[];
    v_allowed double precision;
    v_from timestamptz;
    v_closed tstzrange;
    v_is_spent boolean;
    v_period record;
    v_shared app.shared_limits;
    v_group text;
    v_days integer[] := array(
        select max(((k.c).per_group -> 'days')::integer) from unnest(p_candidates) k group by k.place order by k.place);
    v_place integer;
    v_at integer;
    b app.replayed_budget;
    d app.replayed_display;
begin
    -- First, without a display: what was used earlier.
    for d in
        select null::integer, null::integer, p_from, null::bytea
        union all (select x.* from unnest(p_displays) x order by x.at)
    loop
        continue when d.group_hash is not null and app.is_group_taken(
            v_limits[app.shared_at(d.world, d.place, p_places)].groups, d.group_hash, v_days[d.place], d.at);
        v_mine := array(select x.at from unnest(p_budgets) with ordinality x (world, place, period, allowed, paced, weight, spent, at)
            where d.world is null or x.world = d.world and x.place in (0, d.place));
        -- If one of them denies it, it uses nothing of the others.
        continue when exists (select from unnest(v_mine) m where v_opens[m] > d.at);
        -- A display counts for 1 / p_share subjects. Of these, the budgets may allow only the first.
        v_allowed := 1;
        foreach v_at in array v_mine loop
            b := p_budgets[v_at];
            if d.world is null or v_ends[v_at] <= d.at then
                v_period := app.period_at(b.period, d.at, p_zone);
                v_starts[v_at] := v_period.starts_at;
                v_ends[v_at] := v_period.ends_at;
                v_spent[v_at] := case when d.world is null then v_spent[v_at] else 0 end;
                v_displays[v_at] := 0;
                v_since[v_at] := greatest(p_from, v_starts[v_at]);
            end if;
            if p_share < 1 and b.weight > 0 then
                v_allowed := least(v_allowed, (b.allowed - v_spent[v_at]) * p_share / b.weight);
            end if;
        end loop;
        foreach v_at in array v_mine loop
            b := p_budgets[v_at];
            if d.world is not null then
                v_spent[v_at] := v_spent[v_at] + v_allowed * b.weight / p_share;
                v_displays[v_at] := v_displays[v_at] + v_allowed / p_share;
            end if;
            -- Sums of fractions are not exact.
            v_is_spent := v_spent[v_at] > b.allowed - 0.000001;
            if v_is_spent then
                v_opens[v_at] := coalesce(v_ends[v_at], 'infinity');
            elsif b.paced then
                v_opens[v_at] := v_starts[v_at] + (v_ends[v_at] - v_starts[v_at]) * (v_spent[v_at] / b.allowed);
            end if;
            -- The displays that one represents are spread evenly over the time since the previous one.
            v_from := v_since[v_at] + (d.at - v_since[v_at]) * v_allowed;
            v_since[v_at] := greatest(d.at, v_opens[v_at]);
            continue when v_since[v_at] = d.at;
            v_closed := tstzrange(v_from, v_since[v_at], '()');
            for v_place in case b.place when 0 then 1 else b.place end..case b.place when 0 then p_places else b.place end loop
                v_shared := v_limits[app.shared_at(b.world, v_place, p_places)];
                if v_is_spent then
                    v_shared.spent := v_shared.spent + v_closed::tstzmultirange;
                    v_shared.certain := v_shared.certain + case b.place when 0 then 0 else v_displays[v_at] end;
                else
                    v_shared.paced := v_shared.paced + v_closed::tstzmultirange;
                end if;
                v_limits[app.shared_at(b.world, v_place, p_places)] := v_shared;
            end loop;
        end loop;
        continue when d.place is null or d.place = 0;
        v_shared := v_limits[app.shared_at(d.world, d.place, p_places)];
        v_shared.displays := v_shared.displays + v_allowed / p_share;
        if d.group_hash is not null then
            v_group := encode(d.group_hash, 'hex');
            v_shared.groups := v_shared.groups || jsonb_build_object(
                v_group, coalesce(v_shared.groups -> v_group, '[]') || to_jsonb(app.epoch(d.at)));
        end if;
        v_limits[app.shared_at(d.world, d.place, p_places)] := v_shared;
    end loop;
    return v_limits;
end $function$
;
comment on function app.replay_shared_limits(app.portfolio_candidate[],app.replayed_budget[],app.replayed_display[],integer,text,double precision,timestamp with time zone) is 'The limits that subjects share, from the displays of a replay of some of them and from displays that budgets denied. For all of these, in order of time, it is decided again which ones the budgets deny.';

CREATE OR REPLACE FUNCTION app.replay_world(p_world integer, p_draft integer, p_subject uuid, p_events app.portfolio_event[], p_past app.past_display[], p_candidates app.portfolio_candidate[], p_surveys jsonb, p_limits jsonb, p_claimed double precision, p_now timestamp with time zone, p_shared app.shared_limits[])
 RETURNS app.world_replay
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
    v_found app.world_replay := row('{}', '{}', '{}', '{}');
    -- The places before those of this world in p_shared, which is empty without shared limits.
    v_before integer := app.shared_at(p_world, 0, cardinality(p_shared) / 3);
    v_past app.past_display[] := p_past;
    v_waits app.portfolio_wait[] := '{}';
    v_left app.portfolio_wait[];
    v_wait app.portfolio_wait;
    v_reason app.reason;
    v_best app.reason;
    v_chosen integer;
    v_drafted app.reason;
    v_denied app.reason;
    v_claim app.pending_claim;
    v_facts jsonb;
    v_is_certain boolean;
    v_events integer := cardinality(p_events);
    e app.portfolio_event;
    w app.portfolio_event;
    k app.portfolio_candidate;
begin
    for v_at in 1..v_events + 1 loop
        -- After the last event, only prompts that are due by the end remain.
        e := case when v_at <= v_events then p_events[v_at] end;
        while cardinality(v_waits) > 0 and v_waits[1].until is null
            and v_waits[1].due <= case when v_at > v_events then p_now else (e.claim).due end
        loop
            v_wait := v_waits[1];
            v_waits := v_waits[2:];
            w := p_events[v_wait.event];
            k := p_candidates[v_wait.candidate];
            v_claim := w.claim;
            v_claim.due := v_wait.due;
            v_claim.facts := v_claim.facts - 'history' || jsonb_build_object(
                'now', app.epoch(v_wait.due), 'received', app.epoch((w.claim).due));
            if w.backend then
                v_claim.session_id := w.outcome ->> 'session';
                v_claim.visitor_id := w.outcome ->> 'visitor';
                v_claim.facts := v_claim.facts || jsonb_build_object(
                    'session', ('x' || translate(left(v_claim.session_id::text, 13), '-', ''))::bit(48)::bigint / 1000.0);
            end if;
            v_reason := app.evaluate_replayed(k.c, v_claim, p_subject, v_past, p_limits);
            if v_reason = 'waiting' and app.is_claim_withdrawn(k.c, v_claim, p_subject, v_wait.due) then
                v_reason := 'withdrawn';
            elsif v_reason = 'waiting' then
                v_reason := coalesce(app.check_shared_limits(p_shared[v_before + k.place], k.c, v_claim.facts -> 'traits', v_wait.due), 'displayed');
            end if;
            v_found.displays := v_found.displays || app.listed_displays(p_world, k, v_claim, v_reason);
            if v_reason = 'displayed' then
                v_found.places := v_found.places || k.place;
                v_past := v_past || app.portfolio_display(k, v_claim, w.outcome);
            end if;
            if k.place = p_draft then
                v_found.draft := v_found.draft || v_reason;
            end if;
        end loop;
        exit when v_at > v_events;

        if (e.claim).name is null then
            -- A display that show() requested happens again if the prompt is live and its limits allow it.
            select x.* into k from unnest(p_candidates) x
            where (x.c).prompt_id = e.waited and (x.c).event_name = '' and x.worlds & p_world > 0 limit 1;
            v_reason := 'displayed';
            if p_world <> 4 then
                v_reason := case when (k.c).prompt_id is not null then app.evaluate(k.c, (e.claim).facts || app.replayed_limits(
                    v_past, e.waited, (e.claim).visitor_id, (e.claim).joined_at, (e.claim).session_id, p_limits, (e.claim).due), true) end;
                if v_reason = 'displayed' then
                    v_reason := coalesce(app.check_shared_limits(p_shared[v_before + k.place], k.c, (e.claim).facts -> 'traits', (e.claim).due), v_reason);
                end if;
            end if;
            v_found.displays := v_found.displays || app.listed_displays(p_world, k, e.claim, v_reason);
            if v_reason = 'displayed' then
                v_past := v_past || row(e.waited, e.outcome ->> 'survey', (e.claim).due, (e.claim).session_id, (e.claim).visitor_id,
                    (e.claim).joined_at, (e.outcome ->> 'answered')::timestamptz, (e.outcome ->> 'dismissed')::timestamptz)::app.past_display;
                v_found.places := v_found.places || coalesce(k.place, 0);
            end if;
            continue;
        end if;

        v_best := null;
        v_drafted := null;
        v_facts := case when cardinality(e.open) > 0 then app.portfolio_facts(v_past, e.claim, p_limits, p_surveys) end;
        for v_open in 1..cardinality(e.open) loop
            k := p_candidates[e.open[v_open]];
            continue when k.worlds & p_world = 0 or p_world = 4 and not k.live @> (e.claim).due;
            v_reason := app.evaluate(k.c, v_facts, false);
            if cardinality(p_shared) > 0 and v_reason in ('displayed', 'waiting') then
                v_denied := app.check_shared_limits(p_shared[v_before + k.place], k.c, v_facts -> 'traits', (e.claim).due);
                if (v_best is null or v_reason > v_best)
                    and (v_reason = 'displayed' or e.backend or app.sample_position((k.c).prompt_id, (e.claim).event_id::text) < p_claimed)
                then
                    v_found.displays := v_found.displays || app.listed_displays(p_world, k, e.claim, v_denied);
                end if;
                v_reason := coalesce(v_denied, v_reason);
            end if;
            if v_best is null or v_reason > v_best then
                v_best := v_reason;
                v_chosen := e.open[v_open];
            end if;
            if k.place = p_draft then
                v_drafted := v_reason;
            end if;
        end loop;
        k := case when v_best in ('displayed', 'waiting') then p_candidates[v_chosen] end;
        if k.place is distinct from p_draft and v_drafted in ('displayed', 'waiting') then
            v_drafted := 'lost_priority';
        end if;
        v_is_certain := (e.outcome ->> 'prompt')::uuid = (k.c).prompt_id;
        if v_best in ('displayed', 'waiting') and v_is_certain and (e.outcome -> 'released')::boolean then
            -- The browser released the reservation, and would do so again.
            v_best := 'vetoed';
            v_drafted := case when k.place = p_draft then 'vetoed' else v_drafted end;
        elsif v_best = 'displayed' then
            v_found.displays := v_found.displays || app.listed_displays(p_world, k, e.claim, v_best);
            v_found.places := v_found.places || k.place;
            v_past := v_past || app.portfolio_display(k, e.claim, e.outcome);
        elsif v_best = 'waiting' and e.backend then
            select x.* into v_wait from unnest(v_waits) x
            where (p_candidates[x.candidate]).place = k.place and coalesce(x.until, 'infinity') > (e.claim).due
              and not app.is_claim_withdrawn(k.c, app.received_claim((p_events[x.event]).claim), p_subject, (e.claim).due) limit 1;
            if not found then
                v_wait := row((e.claim).due + make_interval(secs => (app.choose_variant(k.c, (e.claim).facts ->> 'sample_key')).delay_seconds),
                    v_at, v_chosen, null);
                -- The page that displayed it may not match the rules of a draft or of a newer revision.
                if v_is_certain and (p_world = 4 or e.outcome -> 'context' = 'null' or app.evaluate(k.c, (e.claim).facts - 'has_page'
                    || jsonb_build_object('context', e.outcome -> 'context', 'language', e.outcome #> '{context,language}'),
                    false) <> 'audience')
                then
                    v_wait.due := e.outcome ->> 'at';
                else
                    v_wait.until := v_wait.due + make_interval(hours => k.wait_hours);
                end if;
                v_waits := v_waits || v_wait;
            end if;
            v_drafted := case when k.place = p_draft then null else v_drafted end;
        elsif v_best = 'waiting' and (k.c).unless is not null then
            -- Only one prompt waits at a time, and it is displayed at the next call after it is due.
            v_wait := row((e.claim).due + make_interval(secs => (k.c).delay_seconds), v_at, v_chosen, null);
            v_wait.due := case when v_is_certain then (e.outcome ->> 'at')::timestamptz else app.next_call((k.c).site_id, p_subject,
                v_wait.due, least(p_now, v_wait.due + make_interval(hours => k.wait_hours))) end;
            if v_wait.due is not null and not exists (select from unnest(v_waits) x
                where (p_candidates[x.candidate]).place = k.place and not app.is_claim_withdrawn(k.c, app.received_claim(
                    (p_events[x.event]).claim), p_subject, (e.claim).due))
            then
                v_waits := array(select x from unnest(v_waits) x where (p_candidates[x.candidate]).place <> k.place) || v_wait;
                v_drafted := case when k.place = p_draft then null else v_drafted end;
            end if;
        elsif v_best = 'waiting' then
            v_wait := row((e.claim).due + make_interval(secs => (app.choose_variant(k.c, (e.claim).facts ->> 'sample_key')).delay_seconds),
                v_at, v_chosen, null);
            if e.waited = (k.c).prompt_id then
                v_wait.due := coalesce(e.claimed_at, v_wait.due);
                if e.claimed_at is not null or v_wait.due > p_now then
                    v_waits := v_waits || v_wait;
                    v_drafted := case when k.place = p_draft then null else v_drafted end;
                end if;
            else
                if p_claimed < 1 then
                    v_found.sampled_places := v_found.sampled_places || k.place;
                end if;
                if app.sample_position((k.c).prompt_id, (e.claim).event_id::text) < p_claimed then
                    v_waits := v_waits || v_wait;
                    v_drafted := case when k.place = p_draft then null else v_drafted end;
                end if;
            end if;
        end if;
        if v_drafted is not null then
            v_found.draft := v_found.draft || v_drafted;
        end if;

        -- An event from a browser that displays nothing claims a prompt that waits for the account.
        if v_best is distinct from 'displayed' and not e.backend and cardinality(v_waits) > 0 then
            v_left := '{}';
            foreach v_wait in array v_waits loop
                if v_wait.until <= (e.claim).due then
                    v_reason := 'waiting';
                elsif v_wait.until is null or v_wait.due > (e.claim).due or v_best = 'displayed' then
                    v_left := v_left || v_wait;
                    continue;
                else
                    w := p_events[v_wait.event];
                    k := p_candidates[v_wait.candidate];
                    v_claim := e.claim;
                    v_claim.event_id := (w.claim).event_id;
                    v_claim.name := (w.claim).name;
                    -- Unlike the event from the backend, this one has a page.
                    v_claim.facts := (w.claim).facts - array['history', 'has_page'] || jsonb_build_object('now', (e.claim).facts -> 'now', 'session',
                        (e.claim).facts -> 'session', 'context', (e.claim).facts -> 'context', 'traits',
                        ((e.claim).facts -> 'traits') || ((w.claim).facts -> 'traits'));
                    v_reason := app.evaluate_replayed(k.c, v_claim, p_subject, v_past, p_limits);
                    if v_reason = 'waiting' and app.is_claim_withdrawn(
                        k.c, app.received_claim(w.claim), p_subject, (e.claim).due)
                    then
                        v_reason := 'withdrawn';
                    elsif v_reason = 'waiting' then
                        v_reason := coalesce(app.check_shared_limits(
                            p_shared[v_before + k.place], k.c, v_claim.facts -> 'traits', (e.claim).due), 'displayed');
                    end if;
                    v_found.displays := v_found.displays || app.listed_displays(p_world, k, v_claim, v_reason);
                    if v_reason = 'displayed' then
                        v_best := 'displayed';
                        v_found.places := v_found.places || k.place;
                        v_past := v_past || app.portfolio_display(k, v_claim, w.outcome);
                    elsif v_reason in ('audience', 'session_too_young', 'session_limit', 'paced') then
                        v_left := v_left || v_wait;
                        continue;
                    end if;
                end if;
                if (p_candidates[v_wait.candidate]).place = p_draft then
                    v_found.draft := v_found.draft || v_reason;
                end if;
            end loop;
            v_waits := v_left;
        end if;
        if cardinality(v_waits) > 1 then
            v_waits := array(select x from unnest(v_waits) x order by x.until is not null, x.due, x.event);
        end if;
    end loop;
    v_found.draft := v_found.draft || array(select 'waiting'::app.reason from unnest(v_waits) x
        where (p_candidates[x.candidate]).place = p_draft);
    return v_found;
end $function$
;
comment on function app.replay_world(integer,integer,uuid,app.portfolio_event[],app.past_display[],app.portfolio_candidate[],jsonb,jsonb,double precision,timestamp with time zone,app.shared_limits[]) is 'What a world would have displayed to one subject. `p_draft` is the place of the draft, whose reasons are kept.';

CREATE OR REPLACE FUNCTION app.replayed_budgets(p_site uuid, p_candidates app.portfolio_candidate[], p_from timestamp with time zone)
 RETURNS SETOF app.replayed_budget
 LANGUAGE plpgsql
 STABLE ROWS 10
 SET search_path TO ''
AS $function$
declare
    v_settings jsonb := (select s.settings from app.sites s where s.id = p_site);
    v_zone text := coalesce(v_settings ->> 'time_zone', 'UTC');
    v_per_day integer := v_settings #> '{limits,displays_per_day}';
begin
    return query
    with budget as (
        -- If several revisions of a prompt were live, the budget of the last one applies.
        select distinct on (w.world, k.place) w.world, k.place, (k.c).prompt_id, (k.c).budget, k.answered
        from (values (1), (2), (4)) w (world), unnest(p_candidates) k
        where k.worlds & w.world > 0 and (k.c).budget is not null
        order by w.world, k.place, (k.c).revision desc
    ),
    counted as (
        select b.*, t.period, t.part, t.allowed from budget b cross join lateral (values
            ('total', 'displays', b.budget -> 'displays'), ('total', 'responses', b.budget -> 'responses'),
            (b.budget #>> '{period,every}', 'period', b.budget #> '{period,displays}')) t (period, part, allowed)
        where t.allowed is not null
    ),
    earlier as materialized (
        select c.prompt_id, c.period, app.spent_earlier(p_site, c.prompt_id, c.period, v_zone, p_from) as spent
        from (select distinct x.prompt_id, x.period from counted x) c
    )
    select c.world, c.place, c.period, c.allowed::integer, c.part = 'period' and coalesce((c.budget #> '{period,paced}')::boolean, false),
        case c.part when 'responses' then c.answered else 1 end,
        case c.part when 'responses' then (e.spent).responses else (e.spent).displays end::double precision
    from counted c join earlier e using (prompt_id, period)
    union all
    select w.world, 0, 'site', v_per_day, false, 1,
        (app.spent_earlier(p_site, null, 'site', v_zone, p_from)).displays
    from (values (1), (2), (4)) w (world) where v_per_day is not null;
end $function$
;
comment on function app.replayed_budgets(uuid,app.portfolio_candidate[],timestamp with time zone) is 'The budgets of the prompts and of their site in the worlds of a replay.';

CREATE OR REPLACE FUNCTION app.replayed_display(c app.candidates, p_claim app.pending_claim, p_answers jsonb)
 RETURNS app.past_display
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
    -- If the prompt was in fact displayed for this event, its outcome is known.
    v_answers jsonb := p_answers -> p_claim.event_id::text;
begin
    return row(c.prompt_id, c.survey_id, p_claim.due, p_claim.session_id, p_claim.visitor_id, p_claim.joined_at,
        (v_answers ->> 0)::timestamptz, (v_answers ->> 1)::timestamptz)::app.past_display;
end $function$
;
comment on function app.replayed_display(app.candidates,app.pending_claim,jsonb) is 'The display that a replay adds for an event.';

CREATE OR REPLACE FUNCTION app.replayed_history(p_past app.past_display[], p_surveys jsonb, p_at timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
    return (
        select jsonb_build_object(
            'displayed', coalesce(jsonb_object_agg(survey_id, app.epoch(displayed)) filter (where displayed is not null), '{}'),
            'answered', coalesce(jsonb_object_agg(survey_id, app.epoch(answered)) filter (where answered is not null), '{}'),
            'dismissed', coalesce(jsonb_object_agg(survey_id, app.epoch(dismissed)) filter (where dismissed is not null), '{}'))
        from (
            select d.survey_id, max(d.at) as displayed, max(d.answered_at) filter (where d.answered_at <= p_at) as answered,
                max(d.dismissed_at) filter (where d.dismissed_at <= p_at) as dismissed
            from unnest(p_past) d where d.at <= p_at and p_surveys ? d.survey_id group by d.survey_id) past
    );
end $function$
;
comment on function app.replayed_history(app.past_display[],jsonb,timestamp with time zone) is 'app.display_history for the displays of a replay.';

CREATE OR REPLACE FUNCTION app.replayed_limits(p_past app.past_display[], p_prompt uuid, p_visitor uuid, p_joined timestamp with time zone, p_session uuid, p_limits jsonb, p_at timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
    v_window timestamptz := p_at - (p_limits ->> 'window_days')::numeric * interval '1 day';
begin
    if cardinality(p_past) = 0 then
        return jsonb_build_object('seen', '{}'::jsonb,
            'site', p_limits || '{"window_displays": 0, "session_displays": 0}');
    end if;
    return (
        select jsonb_build_object(
            'seen', case when count(*) filter (where d.prompt_id = p_prompt) = 0 then '{}'
                else jsonb_build_object(p_prompt, jsonb_build_object(
                    'displays', count(*) filter (where d.prompt_id = p_prompt),
                    'last', app.epoch(max(d.at) filter (where d.prompt_id = p_prompt)),
                    'answered', coalesce(bool_or(d.answered_at <= p_at) filter (where d.prompt_id = p_prompt), false))) end,
            'site', p_limits || jsonb_strip_nulls(jsonb_build_object(
                'last', app.epoch(max(d.at)),
                'window_displays', count(*) filter (where d.at > v_window),
                'session_displays', count(*) filter (where d.session_id = p_session))))
        from unnest(p_past) d
        -- Displays in another browser count once both browsers belong to the account.
        where d.at <= p_at and (d.visitor_id = p_visitor or d.joined_at <= p_at and p_joined <= p_at)
    );
end $function$
;
comment on function app.replayed_limits(app.past_display[],uuid,uuid,timestamp with time zone,uuid,jsonb,timestamp with time zone) is 'app.display_facts for the displays of a replay.';

CREATE OR REPLACE FUNCTION app.replayed_rows(p_site uuid, p_own uuid, p_names text[], p_from timestamp with time zone, p_now timestamp with time zone, p_low bigint, p_high bigint)
 RETURNS TABLE(hash integer, subject_id uuid, kind integer, at timestamp with time zone, visitor_id uuid, joined_at timestamp with time zone, session_id uuid, event_id uuid, name text, reason app.reason, facts jsonb, rival uuid, rival_waits boolean, rival_respects boolean, priority integer, published_at timestamp with time zone, survey_id text, answered_at timestamp with time zone, dismissed_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE ROWS 10000
 SET search_path TO ''
AS $function$
declare
    v_site integer := (select s.key from app.sites s where s.id = p_site);
    v_oldest uuid := app.id_from(p_now - interval '30 days');
begin
    return query
    with taken as materialized (
        select s.id, uuid_hash(s.id) as hash, s.account is not null as identified, s.sample_key, s.first_seen_at,
            -- last_seen_at is accurate to the hour.
            s.last_seen_at > p_from - interval '1 hour' as was_here,
            -- Bounds that prune partitions: events may be 48 hours late, or five minutes ahead.
            greatest(v_oldest, app.id_from(greatest(s.first_seen_at, p_from) - interval '2 days')) as first_id,
            app.id_from(least(s.last_seen_at, p_now) + interval '2 hours') as last_id
        from app.subjects s
        where s.site_id = p_site and uuid_hash(s.id) >= p_low and uuid_hash(s.id) < p_high
    )
    select t.hash, t.id, 0, null::timestamptz, null::uuid, null::timestamptz, null::uuid, null::uuid, null::text,
        null::app.reason, null::jsonb, null::uuid, null::boolean, null::boolean, null::integer, null::timestamptz,
        null::text, null::timestamptz, null::timestamptz
    from (select k.hash, k.id from taken k union all select 2147483647, null) t
    union all
    -- The actual displays: first those of the prompt itself, only for their answers.
    select t.hash, t.id, case when d.prompt_id = p_own then 1 else 3 end,
        case when d.prompt_id <> p_own then d.reserved_at end, d.visitor_id,
        coalesce(w.joined_at, '-infinity'), d.session_id, d.origin, null, null, null,
        d.prompt_id, null, r.content #>> '{limits,site_limits}' is distinct from 'ignore', null, null,
        p.survey_id, d.answered_at, d.dismissed_at
    from taken t
    cross join lateral (
        select * from app.displays x
        where x.site_id = p_site and x.subject_id = t.id and x.state <> 'released' and x.reserved_at <= p_now
        limit 1000) d
    join app.prompts p on p.site_id = p_site and p.id = d.prompt_id
    join app.revisions r on r.site_id = p_site and r.prompt_id = d.prompt_id and r.number = d.revision
    cross join lateral (
        select max(o.until) filter (where o.subject_id <> t.id) as joined_at
        from app.visitor_versions o where o.site_id = p_site and o.visitor_id = d.visitor_id) w
    where t.was_here
    union all
    select t.hash, t.id, 3, l.last_at, null, '-infinity', null, null, null, null, null, l.prompt_id, null, true, null, null,
        p.survey_id, case when l.answered then l.last_at end, null
    from taken t
    cross join lateral (
        select * from app.display_totals x where x.site_id = p_site and x.subject_id = t.id and x.prompt_id <> p_own limit 1000) l
    join app.prompts p on p.site_id = p_site and p.id = l.prompt_id
    where t.was_here
    union all
    select t.hash, t.id, 2, e.received_at, e.visitor_id, coalesce(e.joined_at, '-infinity'), e.session_id, e.id, e.name,
        case when e.received_at >= e.reset_at then 'no_prompt' when e.reason = 'throttled' then 'throttled' end::app.reason,
        case when e.session_id = '00000000-0000-0000-0000-000000000000' then '{"backend": true, "has_page": false}'::jsonb else '{}' end || app.base_facts(e.received_at, e.session_id, app.join_context(e.path, e.device, e.languages), e.properties::jsonb,
            e.verified::jsonb, coalesce(o.traits, e.traits),
            case when coalesce(o.identified, t.identified) then '' end, coalesce(o.sample_key, t.sample_key),
            coalesce(o.first_seen_at, t.first_seen_at)),
        q.id, e.reason = 'waiting' or e.claimed_at is not null, q.respects, q.priority, q.published_at,
        null, null, null
    from taken t
    cross join lateral (
        select v.id as visitor_id, v.traits, v.reset_at, w.last_at, w.joined_at, e.id, e.received_at, e.session_id, e.name,
            e.path, e.device, e.languages, e.properties, e.verified, e.reason, e.prompt, e.claimed_at
        from app.visitors v
        cross join lateral (
            select max(o.until) as last_at, max(o.until) filter (where o.subject_id <> v.subject_id) as joined_at
            from app.visitor_versions o where o.site_id = p_site and o.visitor_id = v.id) w
        cross join unnest(p_names) n (name)
        cross join lateral (
            select * from app.events x
            where x.visitor = v.key and x.name_hash = hashtext(n.name) and x.name = n.name and x.site + 0 = v_site
              and x.id between t.first_id and t.last_id and x.received_at > p_from and x.received_at <= p_now
              and x.received_at >= v.joined_at and x.reason is not null and not x.bot
            limit 1000) e
        where v.site_id = p_site and v.subject_id = t.id
        -- Limits the cost of one subject.
        limit 1000) e
    left join lateral (
        select * from app.visitor_versions y
        where e.last_at > e.received_at and y.site_id = p_site and y.visitor_id = e.visitor_id and y.until > e.received_at
        order by y.until limit 1) o on true
    left join lateral (
        select p.id, p.published_at, coalesce((r.content -> 'priority')::integer, 0) as priority,
            r.content #>> '{limits,site_limits}' is distinct from 'ignore' as respects
        from app.prompts p
        join app.revisions r on r.site_id = p.site_id and r.prompt_id = p.id and r.number = p.published_revision
        where (e.reason in ('displayed', 'waiting') or e.claimed_at is not null) and p.id <> p_own
          and p.site_id = p_site and p.key = e.prompt limit 1) q on true
    where t.was_here
    order by 1, 2, 4 nulls first, 3, 8;
end $function$
;
comment on function app.replayed_rows(uuid,uuid,text[],timestamp with time zone,timestamp with time zone,bigint,bigint) is 'The input of a replay, by subject in the order of their hashes: a row for the subject (kind 0), its displays of the prompt (1), its events (2) and its displays of other prompts (3); at the end a row without a subject. `facts` are as of the event; `rival` is the prompt that was chosen for it.';

CREATE OR REPLACE FUNCTION app.report(request_context jsonb, site uuid, visitor uuid, session uuid, event uuid, name text, properties jsonb, verified jsonb, proof jsonb, display uuid, at timestamp with time zone, OUT status text, OUT fault text, OUT reason app.reason, OUT decided jsonb, OUT now double precision)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
    v_now timestamptz := coalesce(at, clock_timestamp());
    v_hour_ago timestamptz := v_now - interval '1 hour';
    -- app.id_time, inlined.
    v_event_at timestamptz := to_timestamp(
        ('x' || translate(left(event::text, 13), '-', ''))::bit(48)::bigint / 1000.0::float8);
    -- app.is_consumption_due, inlined.
    v_consumes boolean := random() < 0.125;
    v_is_fast boolean;
    v_backend boolean;
    v_bot boolean := false;
    v_retry_after integer;
    v_decision app.decision;
    v_call app.call;
    -- The site, the event's name, the visitor, and the candidates that the event's properties let through.
    r record;
begin
    -- Read everything that the fast path needs.
    select s.key as site, s.settings, n.registered, n.last_seen_at as name_seen_at, n.top_candidate,
        v.key as visitor, v.subject_id, v.traits, v.last_seen_at as visitor_seen_at, v.reset_at,
        exists (select from app.buckets b where b.site_id = report.site and b.exhausted) as has_exhausted,
        case when display is not null and v.reset_at is null then n.top_candidate end as prompt,
        -- Most candidates fail on the event's own properties, which needs no further facts.
        case when display is not null and v.reset_at is null and n.top_candidate is not null then array(
            select c.prompt_id from app.candidates c
            where c.site_id = report.site and c.event_name = report.name
              and c.index_value = any(array['', coalesce(properties || verified, properties) ->> n.index_property])
              and (c.prefilter_path is null
                or jsonb_path_match(coalesce(properties || verified, properties), c.prefilter_path, c.vars, true))) end as prompts
    into r
    from app.sites s
    left join app.event_names n on n.site_id = report.site and n.name = report.name
    left join app.visitors v on v.site_id = report.site and v.id = report.visitor
    where s.id = report.site;
    status := 'recorded';
    now := round(date_part('epoch', v_now) * 1000);
    reason := case when display is null then null when r.prompt is null then 'no_prompt' else 'trigger_properties' end;

    -- The fast path: the event only has to be decided and stored. app.report_batch has the same condition.
    v_is_fast := r.visitor_seen_at > v_hour_ago and r.name_seen_at > v_hour_ago
        and v_event_at between v_now - interval '48 hours' and v_now + interval '5 minutes'
        and (r.registered or r.settings ->> 'capture' is distinct from 'registered')
        and not r.has_exhausted and not v_consumes and proof is null
        and request_context ->> 'identify' is null and request_context @> '{"bot": false, "debug": false}'
        and not request_context ? 'dropped';

    if v_is_fast is not true then
        v_backend := request_context ? 'backend';
        -- Refuse what must not be stored.
        if r.site is null then
            raise exception 'There is no such site.' using errcode = 'FB404';
        elsif v_event_at not between v_now - interval '48 hours' and v_now + interval '5 minutes' then
            status := 'stale';
        elsif r.registered is not true and r.settings ->> 'capture' = 'registered' then
            status := 'not_captured';
        end if;

        -- Check and consume the rate limits.
        -- Backends have separate limits, so that they do not use up those of the browsers.
        -- Before any visitor is locked: see the order of locks in DECISION.md.
        if (v_consumes or r.has_exhausted) and not v_backend
            and (status = 'recorded' or request_context ->> 'identify' is not null)
        then
            v_retry_after := app.throttle(site, decode(request_context ->> 'address', 'hex'), r.subject_id, v_now,
                r.has_exhausted, v_consumes);
        end if;

        -- Create or update the visitor; for a refused event only if the request identifies an account.
        if request_context ->> 'identify' is not null
            or status = 'recorded' and (r.visitor is null or r.visitor_seen_at <= v_hour_ago)
        then
            v_call := app.update_visitor(
                app.load_call(request_context, v_now, session, event, name, properties, verified));
            r.subject_id := v_call.subject_id;
            r.visitor := v_call.visitor;
        end if;
        if status <> 'recorded' then
            reason := case when status = 'not_captured' and display is not null then 'not_captured' end;
            return;
        end if;

        -- Record the event's name, and how many events the SDK dropped.
        if r.name_seen_at is null or r.name_seen_at <= v_hour_ago then
            perform app.record_event_name(site, name, v_now);
        end if;
        if request_context ? 'dropped' then
            perform app.record_dropped_events(site, request_context -> 'dropped', v_now);
        end if;

        -- Check the proof against the visitor's account.
        if proof is not null then
            perform app.record_key_use(site, array[proof ->> 'key'], v_now);
            fault := proof ->> 'fault';
            if proof ->> 'account' <> (
                select coalesce(u.account, '') from app.subjects u where u.site_id = report.site and u.id = r.subject_id)
            then
                fault := 'account';
                verified := null;
                v_call.verified := null;
                -- The prefilter saw properties that are not verified: evaluate all candidates.
                r.prompts := case when r.prompts is not null then array(
                    select c.prompt_id from app.candidates c
                    where c.site_id = report.site and c.event_name = report.name) end;
            end if;
        end if;

        if v_backend and r.prompts is not null then
            r.prompts := array(
                select c.prompt_id from app.candidates c
                where c.site_id = report.site and c.event_name = report.name and c.backend);
            if r.prompts = '{}' then
                reason := 'no_prompt';
                r.prompt := null;
            end if;
        end if;

        -- Decide nothing for bots and beyond rate limits.
        if (request_context -> 'bot')::boolean then
            v_bot := (r.settings -> 'detect_bots')::boolean is not false;
        end if;
        if display is not null and (v_retry_after is not null or v_bot) then
            reason := case when v_retry_after is not null then 'throttled' else 'bot' end;
            r.prompts := null;
            r.prompt := null;
        end if;
        if v_call.site_id is null and (v_retry_after is not null or (request_context -> 'debug')::boolean) then
            v_call := app.load_call(request_context, v_now, session, event, name, properties, verified);
        end if;
    end if;

    -- Decide.
    if r.prompts <> '{}' then
        if v_call.site_id is null then
            select u.account, u.sample_key, u.first_seen_at into v_call.account, v_call.sample_key, v_call.first_seen_at
            from app.subjects u where u.site_id = report.site and u.id = r.subject_id;
            v_call := app.make_call(
                p_site_id => site, p_site => r.site, p_settings => r.settings, p_registered => r.registered,
                p_has_exhausted => r.has_exhausted, p_top_candidate => r.top_candidate,
                p_visitor_id => visitor, p_visitor => r.visitor, p_subject_id => r.subject_id,
                p_account => v_call.account, p_sample_key => v_call.sample_key, p_traits => r.traits,
                p_first_seen_at => v_call.first_seen_at, p_last_seen_at => r.visitor_seen_at, p_reset_at => r.reset_at,
                p_request_context => request_context, p_now => v_now, p_session_id => session, p_event_id => event,
                p_name => name, p_properties => properties, p_verified => verified, p_prompts => r.prompts);
        end if;
        v_call.prompts := r.prompts;
        v_decision := app.decide(v_call, name, false);
        reason := v_decision.reason;
        r.prompt := v_decision.prompt;
    end if;

    -- Store the event.
    insert into app.events (site, id, visitor, session_id, prompt, received_at, reason, bot, name_hash, name,
        properties, verified, device, path, languages, proof_fault)
    values (r.site, event, r.visitor, session, r.prompt, v_now, reason, v_bot, hashtext(name), name,
        properties, verified, (request_context #>> '{context,device}')::"char", request_context #>> '{context,path}',
        translate(request_context #>> '{context,languages}', '[]" ', ''), fault)
    -- No conflict target: on a partitioned table, inferring the index costs more than the insert.
    on conflict do nothing;

    -- Reply to a repeated event, or reserve the display.
    if not found then
        status := 'duplicate';
        if display is null then
            perform app.release_lost_reservation(site, visitor, event, v_now);
        else
            decided := app.repeat_decision(site, visitor, event);
        end if;
    elsif reason in ('displayed', 'waiting') or v_is_fast is not true and reason is not null and v_call.site_id is not null then
        v_decision.reason := reason;
        decided := app.finish_decision(v_call, v_decision, display, v_retry_after);
    end if;
end $function$
;
comment on function app.report(jsonb,uuid,uuid,uuid,uuid,text,jsonb,jsonb,jsonb,uuid,timestamp with time zone) is 'Records one event; with a display id it also decides, and reserves the display under that id. `proof` has fault, account and key, or is null. `decided` is the whole decision if `reason` alone does not describe it.';

CREATE OR REPLACE FUNCTION app.report_batch(p_reports jsonb)
 RETURNS TABLE(n integer, reason app.reason, consumes boolean, now double precision)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
 SET plan_cache_mode TO 'force_generic_plan'
AS $function$
declare
    v_now timestamptz := clock_timestamp();
begin
    return query
    with report as (
        select g.*, coalesce(g.now, v_now) as received_at, coalesce(g.now, v_now) - interval '1 hour' as hour_ago,
            -- app.id_time, inlined.
            to_timestamp(('x' || translate(left(g.event::text, 13), '-', ''))::bit(48)::bigint / 1000.0::float8) as event_at
        from jsonb_to_recordset(p_reports) as g (
            n integer, site uuid, visitor uuid, session uuid, event uuid, name text, properties jsonb, context jsonb,
            device jsonb, decide boolean, first boolean, now timestamptz)
        -- Callers send at most 32; without the limit the planner assumes 100 rows.
        limit 32
    ),
    -- Events on the fast path, by the condition of app.report, with the candidates that their properties let through.
    fast as materialized (
        select e.*, s.key as site_key, s.settings, k.registered, k.top_candidate,
            v.key as visitor_key, v.subject_id, v.traits, v.last_seen_at as visitor_seen_at, v.reset_at,
            d.needs_candidates, case when d.needs_candidates then array(
                select c.prompt_id from app.candidates c
                where c.site_id = e.site and c.event_name = e.name
                  and c.index_value = any(array['', e.properties ->> k.index_property])
                  and (c.prefilter_path is null
                    or jsonb_path_match(e.properties, c.prefilter_path, c.vars, true))) end as prompts
        from report e,
        -- Each `limit 1` makes a look-up by primary key, whatever the statistics: joins read all rows of a site at times.
        lateral (select * from app.sites s where s.id = e.site limit 1) s,
        lateral (select * from app.event_names k where k.site_id = e.site and k.name = e.name limit 1) k,
        lateral (select * from app.visitors v where v.site_id = e.site and v.id = e.visitor limit 1) v,
        lateral (select e.decide and k.top_candidate is not null and v.reset_at is null as needs_candidates) d
        where k.last_seen_at > e.hour_ago and v.last_seen_at > e.hour_ago
          and e.event_at between e.received_at - interval '48 hours' and e.received_at + interval '5 minutes'
          and (k.registered or s.settings ->> 'capture' is distinct from 'registered')
          and (select true from app.buckets b where b.site_id = e.site and b.exhausted limit 1) is null
    ),
    decided as materialized (
        select d.* from app.decide_batch((
            select array_agg(app.make_call(
                p_site_id => f.site, p_site => f.site_key, p_settings => f.settings, p_registered => f.registered,
                p_has_exhausted => false, p_top_candidate => f.top_candidate,
                p_visitor_id => f.visitor, p_visitor => f.visitor_key, p_subject_id => f.subject_id, p_account => null,
                p_sample_key => null, p_traits => f.traits, p_first_seen_at => null,
                p_last_seen_at => f.visitor_seen_at, p_reset_at => f.reset_at,
                p_request_context => jsonb_build_object('context', f.context, 'device', f.device),
                p_now => f.received_at, p_session_id => f.session, p_event_id => f.event, p_name => f.name,
                p_properties => f.properties, p_verified => null, p_prompts => f.prompts))
            from fast f
            -- Only the first event of each visitor: it belongs to the history of the others.
            where f.prompts <> '{}' and f.first)) d
    ),
    -- A display needs the lock of its subject and a delay a reply with its end: both are left to app.report.
    finished as materialized (
        select f.*,
            case when not f.decide then null when d.event_id is not null then d.reason
                when f.needs_candidates then 'trigger_properties' else 'no_prompt' end::app.reason as outcome,
            case when d.event_id is not null then d.prompt when f.needs_candidates then f.top_candidate end as prompt
        from fast f left join decided d on d.event_id = f.event
        where f.prompts is null or f.prompts = '{}' or d.reason not in ('displayed', 'waiting')
    ),
    stored as (
        insert into app.events (site, id, visitor, session_id, prompt, received_at, reason, bot, name_hash, name,
            properties, device, path, languages)
        select f.site_key, f.event, f.visitor_key, f.session, f.prompt, f.received_at, f.outcome, false,
            hashtext(f.name), f.name, f.properties, (f.context ->> 'device')::"char", f.context ->> 'path',
            translate(f.context ->> 'languages', '[]" ', '')
        from finished f
        -- All calls insert events in this order, so that they cannot deadlock.
        order by f.site_key, f.event
        on conflict do nothing
        returning site, id
    )
    -- app.is_consumption_due, inlined.
    select f.n, f.outcome, random() < 0.125, round(date_part('epoch', f.received_at) * 1000)
    from finished f join stored e on e.site = f.site_key and e.id = f.event;
end $function$
;
comment on function app.report_batch(jsonb) is 'Records those of several distinct events, of any sites, that are on the fast path and lead to no display, and returns which; the others have to be reported one by one. `first`: the first event of its visitor in the batch. `consumes`: to be passed to app.consume_rate_limits.';

CREATE OR REPLACE FUNCTION app.report_from_backend(site uuid, account text, event uuid, name text, properties jsonb, at timestamp with time zone, OUT status text, OUT reason app.reason, OUT now double precision)
 RETURNS record
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
    v_visitor uuid := app.backend_visitor(site, account);
begin
    select r.status, coalesce((r.decided ->> 'reason')::app.reason, r.reason), r.now into status, reason, now
    from app.report(app.backend_context(site, account, '{}', at), site, v_visitor,
        '00000000-0000-0000-0000-000000000000', event, name, '{}', properties, null, event, at) r;
end $function$
;
comment on function app.report_from_backend(uuid,text,uuid,text,jsonb,timestamp with time zone) is 'Records an event that the app''s backend reported for an account, and decides about it. A prompt that passes waits for the account.';

CREATE OR REPLACE FUNCTION app.request_destination(p_site uuid, p_destination uuid, p_creates boolean, p_settings jsonb, p_sealed_url bytea, p_sha256 text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
    v_connection app.connections;
    v_workspace uuid;
    v_request uuid;
begin
    select * into v_connection from app.live_connection();
    if not found then
        raise exception 'Only connections request approval; a person needs none.' using errcode = 'FB403';
    end if;
    perform app.lock_memberships(v_connection.person_id);
    perform app.require_response_access(p_site);
    v_workspace := (select s.workspace_id from app.sites s where s.id = p_site);
    if not exists (select from app.members m where m.workspace_id = v_workspace and m.person_id = v_connection.person_id
        and m.role = 'owner')
    then
        raise exception 'Only owners approve destinations, and the person of this connection is none.' using errcode = 'FB403';
    elsif not p_creates and not exists (select from app.destinations d where d.site_id = p_site and d.id = p_destination) then
        raise exception 'There is no such destination.' using errcode = 'FB404';
    end if;
    -- As app.limit_open_requests counts approval requests.
    perform pg_advisory_xact_lock(hashtextextended('app.request_grant ' || v_connection.person_id, 0));
    delete from app.destination_requests r
    where r.connection_id = v_connection.id and r.state = 'pending' and r.expires_at <= now();
    select r.id into v_request from app.destination_requests r
    where r.connection_id = v_connection.id and r.site_id = p_site and r.sha256 = p_sha256 and r.state = 'pending';
    if found then
        return v_request;
    elsif (select count(*) from app.destination_requests r
        where r.person_id = v_connection.person_id and r.state = 'pending' and r.expires_at > now()) >= 10
    then
        raise exception 'Too many requests wait for this person already.' using errcode = 'FB429';
    elsif (select count(*) from app.destination_requests r
        where r.person_id = v_connection.person_id and r.created_at > now() - interval '24 hours') >= 50
    then
        raise exception 'This person received 50 requests for destinations within a day; try again tomorrow.' using errcode = 'FB429';
    end if;
    insert into app.destination_requests
        (connection_id, person_id, workspace_id, site_id, destination_id, creates, settings, sealed_url, sha256)
    values (v_connection.id, v_connection.person_id, v_workspace, p_site, p_destination, p_creates, p_settings, p_sealed_url,
        p_sha256)
    returning id into v_request;
    perform app.record_action(v_workspace, p_site,
        case when p_creates then 'requestDestination' else 'requestDestinationChange' end, p_settings ->> 'host');
    return v_request;
end $function$
;
comment on function app.request_destination(uuid,uuid,boolean,jsonb,bytea,text) is 'The connection asks its person, who must be an owner, for a destination or a change of one; duplicate requests are merged. Raises FB403, FB404 and FB429.';

CREATE OR REPLACE FUNCTION app.request_grant(p_action text, p_workspace uuid, p_site uuid, p_prompt uuid, p_revision integer)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
    v_request app.grant_requests;
begin
    select c.id, c.person_id into v_request.connection_id, v_request.person_id from app.live_connection() c;
    if not found then
        raise exception 'Only connections request approval; a person needs none.' using errcode = 'FB403';
    end if;
    perform app.lock_memberships(v_request.person_id);
    v_request.action := p_action;
    v_request.workspace_id := coalesce((select s.workspace_id from app.sites s where s.id = p_site), p_workspace);
    if p_action = 'site:create' then
        if v_request.workspace_id is null or v_request.workspace_id not in (select app.connected_workspaces()) then
            raise exception 'There is no such workspace.' using errcode = 'FB404';
        end if;
    elsif p_site is null or p_site not in (select app.connected_sites()) then
        raise exception 'There is no such site.' using errcode = 'FB404';
    else
        v_request.site_id := p_site;
    end if;
    if p_action = 'prompt:publish' then
        v_request.prompt_id := (select p.id from app.prompts p where p.site_id = p_site and p.id = p_prompt);
        v_request.revision := p_revision;
        v_request.sha256 := app.revision_sha256(p_site, p_prompt, p_revision);
        if v_request.prompt_id is null or (p_revision is null) <> (v_request.sha256 is null) then
            raise exception 'The site has no such prompt, or the prompt no such revision.' using errcode = 'FB404';
        end if;
    end if;
    perform app.require_approver_role(v_request.workspace_id, v_request.person_id, p_action);
    v_request.id := app.find_request(v_request);
    if v_request.id is not null then
        return v_request.id;
    end if;
    perform app.limit_open_requests(v_request);
    -- Expired requests would violate the unique index on open ones.
    delete from app.grant_requests r
    where r.connection_id = v_request.connection_id and r.state = 'pending' and r.expires_at <= now();
    insert into app.grant_requests as r
        (connection_id, person_id, workspace_id, site_id, action, prompt_id, revision, sha256)
    values (v_request.connection_id, v_request.person_id, v_request.workspace_id, v_request.site_id, p_action,
        v_request.prompt_id, v_request.revision, v_request.sha256)
    on conflict (connection_id, action, workspace_id, site_id, prompt_id, revision) where state = 'pending' do nothing
    returning r.id into v_request.id;
    if v_request.id is null then
        return app.find_request(v_request);
    end if;
    perform app.record_action(v_request.workspace_id, v_request.site_id, 'requestGrant', p_action);
    return v_request.id;
end $function$
;
comment on function app.request_grant(text,uuid,uuid,uuid,integer) is 'The connection requests an action from its person; duplicate requests are merged. Raises FB403, FB404 and FB429.';

CREATE OR REPLACE FUNCTION app.require_an_owner()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
    -- One change at a time: otherwise two owners could demote each other. A deleted workspace needs no owner.
    perform from app.workspaces w where w.id = old.workspace_id for no key update;
    if not found or exists (
        select from app.members m
        where m.workspace_id = old.workspace_id and m.role = 'owner' and not app.is_leaving(m.person_id))
    then
        return null;
    end if;
    -- Neither does a workspace that is deleted before the account of its last owner.
    if tg_op = 'DELETE' and app.is_leaving(old.person_id) and exists (
        select from app.deletions d
        where d.target_id = old.workspace_id and d.undone_at is null and d.finished_at is null)
    then
        return null;
    end if;
    raise exception '%', case when exists (
            select from app.members m where m.workspace_id = old.workspace_id and m.role = 'owner')
        then 'A workspace keeps at least one owner, and the accounts of its other owners are scheduled for deletion.'
        else 'A workspace keeps at least one owner.' end using errcode = 'FB409';
end $function$
;
comment on function app.require_an_owner() is NULL;

CREATE OR REPLACE FUNCTION app.require_approver_role(p_workspace uuid, p_person uuid, p_action text)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
    v_role text := (select m.role from app.members m where m.workspace_id = p_workspace and m.person_id = p_person);
begin
    if v_role is null or v_role <> all(app.roles_at_least(app.required_role(p_action))) then
        raise exception 'A person can approve only what their role allows: % needs % of the workspace, and this person is %.', p_action,
            case app.required_role(p_action) when 'editor' then 'an editor' else 'a viewer' end,
            case v_role when 'viewer' then 'a viewer' else 'no member' end
            using errcode = 'FB403';
    end if;
end $function$
;
comment on function app.require_approver_role(uuid,uuid,text) is 'Raises FB403 unless the person may do the action in the workspace now.';

CREATE OR REPLACE FUNCTION app.require_chosen_sites(p_sites uuid[], p_actions text[])
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
    v_min_role text := case when p_actions && array['site:create', 'prompt:draft'] then 'editor' else 'viewer' end;
begin
    if exists (select from unnest(p_sites) s where s not in (select app.sites_for('viewer'))) then
        raise exception 'You have no such site.' using errcode = 'FB404';
    end if;
    if exists (select from unnest(p_sites) s where s not in (select app.sites_for(v_min_role))) then
        raise exception 'You can approve only what your role allows: this needs an editor of every chosen site.'
            using errcode = 'FB403';
    end if;
end $function$
;
comment on function app.require_chosen_sites(uuid[],text[]) is 'Raises FB404 or FB403 unless the caller sees all of the sites and has the role for the actions there.';

CREATE OR REPLACE FUNCTION app.require_destination(p_site uuid, p_destination uuid)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
    perform app.require_response_access(p_site);
    if not exists (select from app.destinations d where d.site_id = p_site and d.id = p_destination) then
        raise exception 'There is no such destination.' using errcode = 'FB404';
    elsif exists (select from app.destinations d
        where d.site_id = p_site and d.id = p_destination and d.state = 'paused')
    then
        raise exception 'The destination is paused; resume it first.' using errcode = 'FB409';
    end if;
end $function$
;
comment on function app.require_destination(uuid,uuid) is 'Raises FB403 unless the caller may send to destinations of the site, FB404 without the destination, FB409 while it is paused.';

CREATE OR REPLACE FUNCTION app.require_live_session(p_session uuid, p_person uuid)
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
    if not exists (
        select from identity."session" s
        where s."id" = p_session and s."userId" = p_person and s."expiresAt" > now())
    then
        raise exception 'This sign-in has ended.' using errcode = 'FB401';
    end if;
end $function$
;
comment on function app.require_live_session(uuid,uuid) is 'Raises FB401 unless the session of the person is live. An access token outlives its session otherwise, by minutes.';

CREATE OR REPLACE FUNCTION app.require_recent_sign_in(p_now timestamp with time zone DEFAULT clock_timestamp())
 RETURNS void
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
    v_at timestamptz := app.signed_in_at();
begin
    if v_at is null or v_at < p_now - interval '15 minutes' or v_at > p_now + interval '1 minute' then
        raise exception 'Sign in again first: this needs a sign-in within the last 15 minutes.' using errcode = 'FB412';
    end if;
end $function$
;
comment on function app.require_recent_sign_in(timestamp with time zone) is 'Raises FB412 unless the caller signed in within the last 15 minutes.';

CREATE OR REPLACE FUNCTION app.require_response_access(p_site uuid)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
    if not exists (select from app.granted_sites('response:read') s where s = p_site) then
        perform app.require_role(p_site, 'viewer');
    end if;
end $function$
;
comment on function app.require_response_access(uuid) is 'Raises FB403 unless the caller may read responses of the site.';

CREATE OR REPLACE FUNCTION app.require_role(p_site uuid, p_min_role text)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
    if not exists (select from app.sites_for(p_min_role) s where s = p_site) then
        raise exception 'You may not do this.' using errcode = 'FB403';
    end if;
end $function$
;
comment on function app.require_role(uuid,text) is 'Raises FB403 unless the person has at least this role for the site.';

CREATE OR REPLACE FUNCTION app.require_site_access(p_site uuid)
 RETURNS void
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
    if not exists (select from app.connected_sites() s where s = p_site) then
        perform app.require_role(p_site, 'viewer');
    end if;
end $function$
;
comment on function app.require_site_access(uuid) is 'Raises FB403 unless the caller may see the site.';

CREATE OR REPLACE FUNCTION app.required_role(p_action text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
    select case
        when p_action = 'response:read' then 'viewer'
        when p_action in ('site:create', 'prompt:draft', 'prompt:publish') then 'editor'
        else 'nobody' end
$function$
;
comment on function app.required_role(text) is 'The role required for an action, and for approving it.';

CREATE OR REPLACE FUNCTION app.resend_confirmation(p_site uuid, p_destination uuid, p_address text, p_now timestamp with time zone DEFAULT clock_timestamp())
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
    v_recipient app.destination_recipients;
begin
    perform app.require_role(p_site, 'owner');
    select * into v_recipient from app.destination_recipients r
    where r.site_id = p_site and r.destination_id = p_destination and r.address = p_address for update;
    if not found then
        raise exception 'The destination has no such recipient.' using errcode = 'FB404';
    elsif v_recipient.unsubscribed_at is not null then
        raise exception 'This recipient has unsubscribed.' using errcode = 'FB409';
    elsif app.is_confirmed(v_recipient) then
        raise exception 'This recipient needs no confirmation.' using errcode = 'FB409';
    end if;
    perform app.lock_confirmations();
    if app.is_asked_too_often(p_site, p_destination, p_address, p_now) then
        raise exception 'This address was asked recently: once an hour for a destination, and five times a day in all.'
            using errcode = 'FB429';
    end if;
    perform app.ask_recipient(p_site, p_destination, p_address, p_now);
end $function$
;
comment on function app.resend_confirmation(uuid,uuid,text,timestamp with time zone) is 'Sends the confirmation e-mail of a recipient again, for the calling owner. Raises FB403, FB404, FB409 when none is needed, and FB429.';

CREATE OR REPLACE FUNCTION app.reserve(p_call app.call, p_decision app.decision, p_event text, p_show boolean, p_display uuid, p_due boolean)
 RETURNS app.decision
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
    v_lock record := app.lock_subject(p_call);
    v_decision app.decision := p_decision;
    v_charges jsonb;
    v_began timestamptz;
    v_is_current boolean;
begin
    p_call := v_lock.p_call;
    if p_call.request_context ? 'backend' then
        -- The display keeps the traits that decided: its results and the limit of its group depend on them.
        p_call.traits := app.account_traits(p_call);
    end if;
    -- Retry if another call used up a budget, or a budget changed: another prompt may pass.
    for v_attempt in 1..3 loop
        -- A new statement sees what the previous holder of the lock committed. A new lock row had no holder.
        if v_attempt > 1 or not v_lock.is_new then
            v_decision := app.decide(p_call, p_event, p_show);
        end if;
        if p_due and v_decision.reason = 'waiting' then
            v_decision.reason := 'displayed';
        end if;
        if v_decision.reason = 'displayed' and not app.consume_group(p_call, v_decision.prompt_id, p_display) then
            v_decision.reason := 'group_limit';
        end if;
        exit when v_decision.reason <> 'displayed';

        v_charges := app.list_charges(p_call.settings, v_decision.budget, p_call.now);
        insert into app.displays
            (site_id, id, subject_id, visitor_id, session_id, prompt_id, revision, variant, origin, traits, context,
            charges, reserved_at)
        values (p_call.site_id, p_display, p_call.subject_id, p_call.visitor_id, p_call.session_id,
            v_decision.prompt_id, v_decision.revision, v_decision.variant, p_call.event_id, p_call.traits,
            app.keep_context(p_call.request_context -> 'context'), v_charges, p_call.now)
        on conflict (site_id, origin) do nothing;
        if not found then
            delete from app.group_displays g where g.site_id = p_call.site_id and g.display_id = p_display;
            v_decision.reason := 'duplicate';
            return v_decision;
        end if;
        -- The insert waits until a changed budget is committed; from here on, app.open_budget waits for this display.
        update app.subject_locks set last_at = greatest(last_at, p_call.now)
        where site_id = p_call.site_id and subject_id = p_call.subject_id
        returning v_decision.budget is not distinct from (select c.budget from app.candidates c
                where c.site_id = p_call.site_id and c.prompt_id = v_decision.prompt_id and c.event_name = '')
            and p_call.settings #> '{limits,displays_per_day}' is not distinct from (
                select s.settings #> '{limits,displays_per_day}' from app.sites s where s.id = p_call.site_id)
        into v_is_current;
        exit when v_is_current and v_charges is null;
        if v_is_current then
            -- Last, because every display of the budget waits for its rows.
            v_began := clock_timestamp();
            v_decision.reason := coalesce(app.spend_budgets(p_call.site_id, v_decision.prompt_id, p_call.settings,
                v_decision.budget, v_charges, p_call.now), 'displayed');
            if clock_timestamp() - v_began > interval '1 millisecond' then
                perform app.note_hot_budget();
            end if;
            exit when v_decision.reason = 'displayed';
        else
            v_decision.reason := 'budget';
            select s.settings into p_call.settings from app.sites s where s.id = p_call.site_id;
        end if;
        delete from app.displays d where d.site_id = p_call.site_id and d.id = p_display;
        delete from app.group_displays g where g.site_id = p_call.site_id and g.display_id = p_display;
    end loop;
    if v_decision.reason = 'displayed' and v_charges is not null and app.has_hot_budget() then
        perform app.defer_flush();
    end if;
    return v_decision;
end $function$
;
comment on function app.reserve(app.call,app.decision,text,boolean,uuid,boolean) is 'Locks the subject, decides again unless its lock row is new, reserves the display and charges it to the budgets. p_due: the delay has passed.';

CREATE OR REPLACE FUNCTION app.reset(request_context jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
    v_now timestamptz := coalesce((request_context ->> 'now')::timestamptz, clock_timestamp());
begin
    update app.visitors v set reset_at = v_now
    where v.site_id = (request_context ->> 'site')::uuid and v.id = (request_context ->> 'visitor')::uuid and v.reset_at is null;
    return jsonb_build_object('now', app.milliseconds(v_now));
end $function$
;
comment on function app.reset(jsonb) is 'Ends decisions for the visitor; the SDK uses another visitor ID from now on.';

CREATE OR REPLACE FUNCTION app.resolve_token(p_hash bytea, p_resource text)
 RETURNS TABLE(connection_id uuid, person_id uuid)
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
    return query
        select c.id, c.person_id
        from app.tokens t join app.connections c on c.id = t.connection_id
        where t.hash = p_hash and t.kind = 'access' and t.resource = p_resource
          and t.revoked_at is null and t.expires_at > now() and app.is_live(c);
    if found then
        update app.connections c set last_used_at = now()
        from app.tokens t
        where t.hash = p_hash and c.id = t.connection_id
          and (c.last_used_at is null or c.last_used_at < now() - interval '1 minute');
    end if;
end $function$
;
comment on function app.resolve_token(bytea,text) is 'The connection and person of a live access token; no row for any other token or resource. Updates when the connection was last used.';

CREATE OR REPLACE FUNCTION app.restamp_imported(p_batch integer)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
    v_changed bigint;
begin
    update app.responses r set changed_in = r.changed_in
    where (r.site_id, r.display_id) in (
        select i.site_id, i.display_id
        from app.sites s
        cross join lateral (
            select n.site_id, n.display_id from app.responses n
            where n.site_id = s.id and n.changed_in >= pg_catalog.pg_snapshot_xmax(pg_catalog.pg_current_snapshot())
            limit p_batch) i
        limit p_batch);
    get diagnostics v_changed = row_count;
    return v_changed = p_batch;
end $function$
;
comment on function app.restamp_imported(integer) is 'Stamps responses from a dump of another cluster whose transaction numbers have not been reached here. Returns whether there may be more.';

CREATE OR REPLACE FUNCTION app.restrict_connection(p_connection app.connections, p_member app.members, p_role text, OUT sites text[], OUT actions text[], OUT ended boolean)
 RETURNS record
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
    with revoked as (
        update app.grants g set revoked_at = now(), given_back = true
        where g.connection_id = p_connection.id and g.workspace_id = p_member.workspace_id
          and g.revoked_at is null and g.consumed_at is null and g.expires_at > now()
          and (p_role is null or p_connection.kind = 'ci' or p_role <> all(app.roles_at_least(app.required_role(g.action))))
        returning g.action)
    select coalesce(array_agg(distinct r.action order by r.action), '{}') into actions from revoked r;
    update app.grant_requests r set state = 'denied', decided_at = now()
    where r.connection_id = p_connection.id and r.workspace_id = p_member.workspace_id and r.state = 'pending'
      and (p_role is null or p_role <> all(app.roles_at_least(app.required_role(r.action))));
    with taken as (
        delete from app.connection_sites c
        where c.connection_id = p_connection.id and c.workspace_id = p_member.workspace_id
          and (p_role is null or p_connection.kind = 'ci')
        returning c.site_id)
    select coalesce(array_agg(s.name order by s.name), '{}') into sites
    from taken t join app.sites s on s.id = t.site_id;
    ended := sites <> '{}' and not exists (
        select from app.connection_sites c where c.connection_id = p_connection.id);
    if ended then
        perform app.end_connection(p_connection.id, now(), true);
    end if;
end $function$
;
comment on function app.restrict_connection(app.connections,app.members,text) is 'Revokes what a connection may no longer do in the workspace under its person''s remaining role, null for none.';

CREATE OR REPLACE FUNCTION app.resume(p_site uuid, p_prompt uuid)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
    if not exists (select from app.prompts p where p.site_id = p_site and p.id = p_prompt
        and p.state in ('published', 'paused')) then
        raise exception 'Only a paused prompt can be resumed.' using errcode = 'FB409';
    end if;
    perform app.set_prompt_state(p_site, p_prompt, 'published', null);
end $function$
;
comment on function app.resume(uuid,uuid) is NULL;

CREATE OR REPLACE FUNCTION app.retention_rules()
 RETURNS TABLE(relation text, expired text)
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
    -- Each condition is about a row `t` at the time $1. Foreign keys delete what belongs to a visitor or a subject; it is
    -- listed only if it has a shorter limit.
    values
        ('app.buckets', $c$t.at < $1 - interval '1 hour'$c$),
        ('app.event_counts', $c$t.day < ($1 - interval '400 days')::date
            and exists (select from app.counted_days c where c.day < ($1 - interval '400 days')::date)$c$),
        ('app.counted_days', $c$t.day < ($1 - interval '400 days')::date$c$),
        ('app.diagnostic_keys', $c$t.expires_at < $1$c$),
        ('app.dropped_events', $c$t.day < ($1 - interval '90 days')::date$c$),
        ('app.idempotency_keys', $c$t.at < $1 - interval '24 hours'$c$),
        ('app.invitations', $c$t.expires_at < $1 - interval '30 days'$c$),
        ('app.tokens', $c$t.expires_at < $1$c$),
        ('app.authorization_requests', $c$t.expires_at < $1 - interval '1 day'$c$),
        ('app.device_requests', $c$t.expires_at < $1 - interval '1 hour'$c$),
        ('app.attempts', $c$t.since < $1 - interval '1 day'$c$),
        ('app.oauth_clients', $c$t.last_used_at < $1 - interval '90 days' and not exists (
            select from app.connections n where n.client_id = t.client_id and app.is_live(n))$c$),
        ('app.connections', $c$coalesce(t.revoked_at, t.expires_at) < $1 - interval '90 days'$c$),
        ('app.budget_periods', $c$t.period <> 'total' and t.starts_on < ($1 - interval '13 months')::date$c$),
        ('app.waiting_prompts', $c$t.expires_at < $1$c$),
        ('app.group_displays', $c$t.last_at < $1 - interval '90 days'$c$),
        -- The next read recounts those that are still in use.
        ('app.filtered_parts', $c$t.counted_at < $1 - interval '30 days'$c$),
        ('app.result_links', $c$least(t.expires_at, t.revoked_at) < $1 - interval '90 days'$c$),
        ('app.site_keys', $c$t.revoked_at < $1 - interval '90 days'$c$),
        ('app.lost_access', $c$t.at < $1 - interval '90 days'$c$),
        -- The audit log still has who approved what.
        ('app.grants', $c$t.expires_at < $1 - interval '90 days'$c$),
        ('app.grant_requests', $c$t.expires_at < $1 - interval '90 days'$c$),
        ('app.destination_requests', $c$t.expires_at < $1 - interval '90 days'$c$),
        ('app.recipient_confirmations', $c$greatest(t.expires_at, t.created_at + interval '7 days') < $1$c$),
        -- With their attempts.
        ('app.deliveries', $c$t.created_at < $1 - interval '30 days'$c$)
$function$
;
comment on function app.retention_rules() is 'Which rows are deleted because of their age, besides those whose age is a setting of their site.';

CREATE OR REPLACE FUNCTION app.retry_at(p_attempts integer, p_retry_after integer, p_now timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE sql
 SET search_path TO ''
AS $function$
    -- Shortened at random by up to half, so that what failed together does not return together.
    select p_now + greatest(
        least(interval '5 seconds' * 2 ^ least(greatest(p_attempts, 1) - 1, 20), interval '6 hours') * (0.5 + random() / 2),
        make_interval(secs => least(coalesce(p_retry_after, 0), 86400)))
$function$
;
comment on function app.retry_at(integer,integer,timestamp with time zone) is 'When to try again after so many attempts; not before Retry-After, which counts up to a day.';

CREATE OR REPLACE FUNCTION app.revision_sha256(p_site uuid, p_prompt uuid, p_revision integer)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
    select r.sha256 from app.revisions r where r.site_id = p_site and r.prompt_id = p_prompt and r.number = p_revision
$function$
;
comment on function app.revision_sha256(uuid,uuid,integer) is NULL;

CREATE OR REPLACE FUNCTION app.revoke_ci_token(p_workspace uuid, p_connection uuid)
 RETURNS text
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
    v_connection app.connections;
begin
    if p_workspace not in (select app.workspaces_for('owner')) then
        raise exception 'Only owners revoke CI tokens.' using errcode = 'FB403';
    end if;
    select c.* into v_connection from app.connections c
    where c.id = p_connection and c.kind = 'ci' and c.revoked_at is null
      and exists (select from app.grants g where g.connection_id = c.id and g.workspace_id = p_workspace)
    for no key update;
    if not found then
        raise exception 'There is no such token.' using errcode = 'FB404';
    end if;
    perform app.end_connection(p_connection, now(), false);
    return v_connection.name;
end $function$
;
comment on function app.revoke_ci_token(uuid,uuid) is 'Revokes a CI token of a workspace and returns its name. Raises FB403 and FB404.';

CREATE OR REPLACE FUNCTION app.revoke_connection(p_connection uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
    v_connection app.connections;
begin
    select * into v_connection from app.connections c
    where c.id = p_connection and c.person_id = app.person_id() for no key update;
    if not found then
        raise exception 'There is no such connection.' using errcode = 'FB404';
    end if;
    perform app.end_connection(p_connection, now(), false);
    perform app.record_as_member(w.workspace_id, null, 'revokeConnection', v_connection.name)
    from (select s.workspace_id from app.connection_sites s where s.connection_id = p_connection
        union select g.workspace_id from app.grants g where g.connection_id = p_connection) w;
end $function$
;
comment on function app.revoke_connection(uuid) is 'Ends a connection of the caller with its tokens, grants and requests. Raises FB404.';

CREATE OR REPLACE FUNCTION app.revoke_grant(p_grant uuid)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
    v_grant app.grants;
begin
    select * into v_grant from app.grants g
    where g.id = p_grant
      and (g.approved_by = app.person_id() or g.connection_id in (select c.id from app.live_connection() c))
    for update;
    if not found then
        raise exception 'There is no such grant.' using errcode = 'FB404';
    end if;
    if v_grant.revoked_at is null then
        update app.grants g set revoked_at = now(), given_back = app.person_id() is null where g.id = p_grant;
    elsif app.person_id() is not null then
        -- Its person confirms that the grant has ended.
        update app.grants g set given_back = false where g.id = p_grant;
    end if;
    perform app.record_as_member(v_grant.workspace_id, v_grant.site_id, 'revokeGrant', v_grant.action);
end $function$
;
comment on function app.revoke_grant(uuid) is 'Revokes a grant that the caller approved, or that the calling connection has. Raises FB404.';

CREATE OR REPLACE FUNCTION app.revoke_token(p_hash bytea, p_client text, p_now timestamp with time zone)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
    select app.end_connection(t.connection_id, p_now, true)
    from app.tokens t join app.connections c on c.id = t.connection_id
    where t.hash = p_hash and c.client_id = p_client
$function$
;
comment on function app.revoke_token(bytea,text,timestamp with time zone) is 'Ends the connection of an access or refresh token.';

CREATE OR REPLACE FUNCTION app.roles_at_least(p_min_role text)
 RETURNS text[]
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
    return case p_min_role
        when 'viewer' then array['viewer', 'editor', 'owner']
        when 'editor' then array['editor', 'owner']
        when 'owner' then array['owner']
        else array[]::text[] end;
end $function$
;
comment on function app.roles_at_least(text) is NULL;

CREATE OR REPLACE FUNCTION app.rotate_destination_secret(p_site uuid, p_destination uuid, p_sealed_secret bytea)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
    v_destination app.destinations;
begin
    perform app.require_role(p_site, 'owner');
    select * into v_destination from app.destinations d
    where d.site_id = p_site and d.id = p_destination and d.kind = 'webhook' for update;
    if not found then
        raise exception 'There is no such webhook.' using errcode = 'FB404';
    elsif v_destination.rotation_ends_at > now() then
        raise exception 'Its secret is being replaced already: finish that first.' using errcode = 'FB409';
    end if;
    update app.destinations d
    set sealed_secret = p_sealed_secret, sealed_old_secret = d.sealed_secret, rotation_ends_at = now() + interval '7 days'
    where d.site_id = p_site and d.id = p_destination
    returning d.rotation_ends_at into v_destination.rotation_ends_at;
    return v_destination.rotation_ends_at;
end $function$
;
comment on function app.rotate_destination_secret(uuid,uuid,bytea) is 'Adds a secret to a webhook of the calling owner; the previous one signs too, at most until the returned time. Raises FB403, FB404, FB409 and FB412.';

CREATE OR REPLACE FUNCTION app.sample_position(p_prompt uuid, p_key text)
 RETURNS double precision
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
    return ('x' || left(md5(p_prompt::text || p_key), 8))::bit(32)::bigint / 4294967296.0::double precision;
end $function$
;
comment on function app.sample_position(uuid,text) is 'The position of a subject in [0, 1) for a prompt: the same at every trigger, sign-in and revision.';

CREATE OR REPLACE FUNCTION app.sample_properties(p_site uuid, p_name text, p_sample integer, p_scan integer, p_keys integer, p_values integer, p_characters integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
    v_site integer := (select s.key from app.sites s where s.id = p_site);
    v_oldest uuid := app.id_from(clock_timestamp() - interval '30 days');
    v_last timestamptz;
    v_below uuid;
    v_documents jsonb[];
begin
    perform app.require_response_access(p_site);
    -- No index starts with the name: scan the newest events, from when the name was last seen.
    select n.last_seen_at + interval '2 hours' into v_last from app.event_names n
    where n.site_id = p_site and n.name = p_name;
    v_last := coalesce(v_last, clock_timestamp() + interval '1 hour');
    v_below := app.mint_id(v_last);
    v_documents := array(
        select w.properties::jsonb || coalesce(w.verified::jsonb, '{}') from (
            select e.name, e.properties, e.verified, e.id from app.events e
            where e.site = v_site and e.id < v_below and e.id > v_oldest
            order by e.id desc limit p_scan) w
        where w.name = p_name
        order by w.id desc limit p_sample);
    return jsonb_build_object('looked_at', cardinality(v_documents),
        'keys', app.describe_keys(v_documents, p_keys, p_values, p_characters));
end $function$
;
comment on function app.sample_properties(uuid,text,integer,integer,integer,integer,integer) is 'Properties of the newest events of a name: at most p_sample of them, among at most p_scan events of any name.';

CREATE OR REPLACE FUNCTION app.sample_traits(p_site uuid, p_sample integer, p_keys integer, p_values integer, p_characters integer)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
    -- Visitors choose their ids, but not where the sample starts.
    v_from uuid := md5(p_site::text)::uuid;
    v_oldest timestamptz := clock_timestamp() - interval '90 days';
    v_visitors bigint;
    v_documents jsonb[];
begin
    perform app.require_response_access(p_site);
    -- Visitors past their retention may be many: they are excluded from the sample, but not from the scan's limit.
    select count(*), coalesce(array_agg(s.traits) filter (where s.last_seen_at >= v_oldest), '{}')
    into v_visitors, v_documents
    from (
        (select v.traits, v.last_seen_at from app.visitors v
            where v.site_id = p_site and v.id >= v_from order by v.id limit p_sample + 1)
        union all
        (select v.traits, v.last_seen_at from app.visitors v
            where v.site_id = p_site and v.id < v_from order by v.id limit p_sample + 1)
        limit p_sample + 1
    ) s;
    return jsonb_build_object('looked_at', least(cardinality(v_documents), p_sample),
        'sampled', v_visitors > p_sample,
        'keys', app.describe_keys(v_documents[:p_sample], p_keys, p_values, p_characters));
end $function$
;
comment on function app.sample_traits(uuid,integer,integer,integer,integer) is 'Traits of visitors: of all, or of p_sample visitors whose ids follow a start that the site determines.';

CREATE OR REPLACE FUNCTION app.save_audience_version(p_site uuid, p_audience text, p_rule jsonb)
 RETURNS integer
 LANGUAGE sql
 SET search_path TO ''
AS $function$
    insert into app.audience_versions as v (site_id, audience_key, number, rule, created_by)
    select p_site, p_audience, 1 + coalesce(max(o.number), 0), p_rule, app.acting_person()
    from app.audience_versions o where o.site_id = p_site and o.audience_key = p_audience
    returning v.number
$function$
;
comment on function app.save_audience_version(uuid,text,jsonb) is 'Saves a rule as the next version of an audience, whose row must be locked. The rule must be valid by audienceSchema.';

CREATE OR REPLACE FUNCTION app.save_revision(p_site uuid, p_prompt uuid, p_content jsonb, OUT number integer, OUT sha256 text)
 RETURNS record
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
    v_survey_id text;
begin
    select p.survey_id into v_survey_id from app.prompts p
    where p.site_id = p_site and p.id = p_prompt for update;
    if not found then
        raise exception 'There is no such prompt.' using errcode = 'FB404';
    end if;
    if v_survey_id <> p_content ->> 'survey_id' then
        update app.prompts p set survey_id = p_content ->> 'survey_id' where p.site_id = p_site and p.id = p_prompt;
    end if;
    insert into app.revisions as r (site_id, prompt_id, number, content, created_by)
    values (p_site, p_prompt,
        1 + coalesce((select max(o.number) from app.revisions o where o.site_id = p_site and o.prompt_id = p_prompt), 0),
        p_content, app.acting_person())
    returning r.number, r.sha256 into number, sha256;
end $function$
;
comment on function app.save_revision(uuid,uuid,jsonb) is 'Saves a content as the next revision. It must be valid by promptSchema, with its defaults filled in.';

CREATE OR REPLACE FUNCTION app.save_working_copy(p_site uuid, p_prompt uuid, p_content jsonb, p_base integer, p_etag text)
 RETURNS TABLE(etag text, updated_at timestamp with time zone)
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
    v_next text := app.working_etag(p_content, p_base, p_etag);
    v_state text := (select p.state from app.prompts p
        join app.revisions r on r.site_id = p.site_id and r.prompt_id = p.id and r.number = p_base
        where p.site_id = p_site and p.id = p_prompt);
begin
    if v_state is null then
        raise exception 'There is no such prompt, or it has no such revision.' using errcode = 'FB404';
    elsif v_state = 'archived' then
        raise exception 'An archived prompt cannot be edited; duplicate it.' using errcode = 'FB409';
    end if;
    -- Compares and sets in one statement: of two concurrent saves only one succeeds. A repeated save matches its own etag.
    return query
        with changed as (
            update app.working_copies w
            set content = p_content, base_revision = p_base, etag = v_next
            where w.site_id = p_site and w.prompt_id = p_prompt and w.etag in (p_etag, v_next)
            returning w.etag, w.updated_at
        ),
        started as (
            insert into app.working_copies as w (site_id, prompt_id, content, base_revision, etag)
            select p_site, p_prompt, p_content, p_base, v_next
            where p_etag is null and not exists (select from changed)
            on conflict (site_id, prompt_id) do update
            set etag = excluded.etag where w.etag = excluded.etag
            returning w.etag, w.updated_at
        )
        select c.etag, c.updated_at from changed c union all select s.etag, s.updated_at from started s;
end $function$
;
comment on function app.save_working_copy(uuid,uuid,jsonb,integer,text) is 'Stores a working copy if p_etag is the stored etag (null: there is none yet); otherwise returns no row. Runs with the rights of the caller.';

CREATE OR REPLACE FUNCTION app.schedule_account_deletion(p_now timestamp with time zone)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
    v_undo constant interval := interval '7 days';
    v_person uuid := app.person_id();
    v_names text[];
    v_id uuid;
begin
    if v_person is null then
        raise exception 'You may not do this.' using errcode = 'FB403';
    end if;
    -- Same lock as the trigger on members: other owners cannot leave in the meantime.
    perform from app.workspaces w
    where w.id in (select m.workspace_id from app.members m where m.person_id = v_person and m.role = 'owner')
    order by w.id for no key update;
    v_names := array(select format('"%s"', w.name) from app.list_workspaces_without_other_owner() w);
    if cardinality(v_names) > 0 then
        raise exception 'You are the only owner of %. Transfer the ownership first, or delete the workspace.',
            array_to_string(v_names[1:5], ', ')
                || case when cardinality(v_names) > 5 then format(' and %s more', cardinality(v_names) - 5) else '' end
            using errcode = 'FB409';
    end if;
    insert into app.deletions (kind, target_id, name, requested_by, requested_at, due_at)
    values ('account', v_person, coalesce(app.person_email(), v_person::text), v_person, p_now, p_now + v_undo)
    on conflict do nothing returning id into v_id;
    if not found then
        raise exception 'It is already scheduled for deletion.' using errcode = 'FB409';
    end if;
    return v_id;
end $function$
;
comment on function app.schedule_account_deletion(timestamp with time zone) is 'Schedules the deletion of the caller''s account after 7 days. Returns the deletion.';

CREATE OR REPLACE FUNCTION app.schedule_deletion(p_kind text, p_target uuid, p_site uuid, p_keep_responses boolean, p_now timestamp with time zone)
 RETURNS app.deletions
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
    v_undo constant interval := interval '7 days';
    v_found record;
    v_deletion app.deletions;
begin
    v_found := app.find_deletable(p_kind, p_target, p_site);
    if not v_found.allowed then
        raise exception '%', case when app.connection_id() is not null
            then format('Only a person can delete %s, in the dashboard.',
                case p_kind when 'prompt' then 'a published prompt' else 'a ' || p_kind end)
            else case p_kind when 'prompt' then 'Only an owner can delete a published prompt.'
            else format('Only an owner can delete a %s.', p_kind) end end using errcode = 'FB403';
    end if;
    perform app.use_grant('prompt:draft', v_found.workspace_id, p_site, null, null, false);
    if exists (select from app.deletions d where d.workspace_id = v_found.workspace_id and d.kind = 'workspace'
        and d.undone_at is null and d.finished_at is null) then
        raise exception 'The whole workspace is scheduled for deletion.' using errcode = 'FB409';
    end if;
    -- A paused prompt is not shown, and can be resumed when the deletion is undone.
    if p_kind = 'prompt' then
        update app.prompts p set state = 'paused' where p.site_id = p_site and p.id = p_target and p.state = 'published';
    else
        update app.sites s set closed_at = coalesce(s.closed_at, p_now)
        where case p_kind when 'site' then s.id = p_target else s.workspace_id = p_target end;
    end if;
    insert into app.deletions as d (workspace_id, site_id, kind, target_id, name, keep_responses, requested_by, requested_at, due_at)
    values (v_found.workspace_id, case when p_kind <> 'workspace' then p_site end, p_kind, p_target, v_found.name,
        p_keep_responses, app.acting_person(), p_now, p_now + v_undo)
    on conflict do nothing returning d.* into v_deletion;
    if not found then
        raise exception 'It is already scheduled for deletion.' using errcode = 'FB409';
    end if;
    return v_deletion;
end $function$
;
comment on function app.schedule_deletion(text,uuid,uuid,boolean,timestamp with time zone) is 'Pauses or closes it, and schedules its deletion after 7 days.';

CREATE OR REPLACE FUNCTION app.schedule_worker_calls(p_url text, p_token text)
 RETURNS text
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
    perform app.store_worker_call(p_url, p_token);
    if not exists (select from pg_catalog.pg_namespace n
        where n.nspname = 'cron' and has_schema_privilege(n.oid, 'usage') and exists (
            select from pg_catalog.pg_extension e where e.extname = 'pg_cron'))
    then
        return 'pg_cron is not installed, or not open to ' || current_user;
    elsif not exists (select from pg_catalog.pg_namespace n join pg_catalog.pg_proc f on f.pronamespace = n.oid
        where n.nspname = 'net' and f.proname = 'http_post'
          and has_schema_privilege(n.oid, 'usage') and has_function_privilege(f.oid, 'execute'))
    then
        return 'pg_net is not installed, or not open to ' || current_user;
    end if;
    begin
        -- The job runs as the caller, who may use pg_net; the owner of the tables may not.
        perform cron.schedule('feedback-deliver', '1 seconds', $job$
            select net.http_post(url := c.url, headers := c.headers, timeout_milliseconds := 5000) from app.next_worker_call() c
        $job$);
        perform cron.schedule('feedback-deliver-log', '*/10 * * * *', $job$
            delete from cron.job_run_details d using cron.job j
            where j.jobid = d.jobid and j.jobname = 'feedback-deliver' and d.end_time < now() - interval '1 hour'
        $job$);
    exception when others then
        return sqlerrm;
    end;
    return null;
end $function$
;
comment on function app.schedule_worker_calls(text,text) is 'Lets the database call the deliver function within a second after something is due. Run it as the role that may use pg_cron and pg_net. Returns why that is impossible, or null.';

CREATE OR REPLACE FUNCTION app.search_query(p_words text)
 RETURNS tsquery
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
    v_query tsquery := websearch_to_tsquery('pg_catalog.simple', p_words);
    v_config text;
begin
    for v_config in select c.cfgname from pg_catalog.pg_ts_config c
        where c.cfgnamespace = 'pg_catalog'::regnamespace
          and c.cfgname in (select l.value from jsonb_each_text(app.text_configs()) l) loop
        v_query := v_query || websearch_to_tsquery(v_config::regconfig, p_words);
    end loop;
    return v_query;
end $function$
;
comment on function app.search_query(text) is 'The search terms in all languages: the index is searched for these before each text is tested in its own language.';

CREATE OR REPLACE FUNCTION app.search_text_answers(p_site uuid, p_words text)
 RETURNS TABLE(display_id uuid, question_id text)
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
    select t.display_id, t.question_id from app.text_answers t
    where t.site_id = p_site and t.words @@ app.search_query(p_words)
      and t.words @@ websearch_to_tsquery(t.config::regconfig, p_words)
      and p_site = any(array(select app.sites_for('viewer') union all select app.granted_sites('response:read')))
$function$
;
comment on function app.search_text_answers(uuid,text) is 'Text answers that contain the words. Runs as the service and checks the caller itself, because the index cannot serve a search below row-level security.';

CREATE OR REPLACE FUNCTION app.segment_sql(p_filter jsonb, p_answers text, p_row text, p_at text)
 RETURNS text
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
    select concat_ws(' and ', 'true',
        (select string_agg(format('%s.traits ->> %L = %L', p_row, split_part(t, ':', 1), substr(t, strpos(t, ':') + 1)), ' and ')
         from jsonb_array_elements_text(p_filter -> 'trait') t),
        case when p_filter ? 'condition' then app.filter_sql(p_filter -> 'condition', p_answers, p_row || '.traits', p_row || '.context', p_at) end)
$function$
;
comment on function app.segment_sql(jsonb,text,text,text) is 'Traits and a condition as SQL over a row, as F/manage/filters/segment.ts writes them.';

CREATE OR REPLACE FUNCTION app.set_display_state(site uuid, display uuid, state text, reason text, at timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
    v_now timestamptz := coalesce(at, clock_timestamp());
    v_state text;
    v_messages integer := 0;
begin
    update app.displays d
    set state = set_display_state.state,
        displayed_at = case when set_display_state.state = 'released' then d.displayed_at else coalesce(d.displayed_at, v_now) end,
        dismissed_at = case when set_display_state.state = 'dismissed' then v_now else d.dismissed_at end,
        released_at = case when set_display_state.state = 'released' then v_now else d.released_at end,
        release_reason = case when set_display_state.state = 'released' then reason else d.release_reason end
    where d.site_id = site and d.id = display and (
        d.state = 'reserved' or d.state = 'displayed' and set_display_state.state = 'dismissed')
    returning d.state into v_state;
    if not found then
        -- Either the state does not allow the change, or there is no such display.
        select d.state into v_state from app.displays d where d.site_id = site and d.id = display;
    elsif v_state = 'dismissed' and app.has_destination(site, 'response.closed') then
        insert into app.outbox (site_id, id, response_id, prompt_id, final, type, answers, detail)
        select site, app.mint_id(v_now), display, r.prompt_id, false, 'response.closed', r.answers,
            jsonb_build_object('cause', 'dismissed', 'updated_at', r.updated_at)
        from app.responses r
        where r.site_id = site and r.display_id = display and not r.final and app.has_answer(r.answers);
        get diagnostics v_messages = row_count;
    end if;
    return case when v_state is not null then
        jsonb_build_object('state', v_state, 'now', app.milliseconds(v_now))
            || case when v_messages > 0 then jsonb_build_object('messages', v_messages) else '{}' end end;
end $function$
;
comment on function app.set_display_state(uuid,uuid,text,text,timestamp with time zone) is 'Changes the state of a display: from reserved to displayed, dismissed or released, and from displayed to dismissed; nothing else. Null for an unknown display.';

CREATE OR REPLACE FUNCTION app.set_index_values(p_site uuid, p_prompt uuid, p_names text[], p_values jsonb)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
    -- One property per name, the first that a prompt required: more would cost every event a search each.
    update app.event_names n set index_property = (select min(k) from jsonb_object_keys(p_values) k)
    where n.site_id = p_site and n.name = any(p_names) and n.index_property is null and p_values <> '{}';
    update app.candidates c set index_value = p_values ->> n.index_property
    from app.event_names n
    where c.site_id = p_site and c.prompt_id = p_prompt and c.event_name = any(p_names)
      and n.site_id = p_site and n.name = c.event_name and p_values ? n.index_property;
end $function$
;
comment on function app.set_index_values(uuid,uuid,text[],jsonb) is 'Sets the index value of a prompt''s candidates: the value that it requires of the name''s index property.';

CREATE OR REPLACE FUNCTION app.set_prompt_state(p_site uuid, p_prompt uuid, p_state text, p_revision integer)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
    update app.prompts p set state = p_state, published_revision = coalesce(p_revision, p.published_revision)
    where p.site_id = p_site and p.id = p_prompt;
    if not found then
        raise exception 'There is no such prompt.' using errcode = 'FB404';
    end if;
end $function$
;
comment on function app.set_prompt_state(uuid,uuid,text,integer) is NULL;

CREATE OR REPLACE FUNCTION app.settle_waiting()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
    v_event uuid;
begin
    if new.state <> 'released' then
        delete from app.waiting_prompts w
        where w.site_id = new.site_id and w.subject_id = new.subject_id and w.display_id = new.id;
        return null;
    end if;
    -- Not immediately: a page that declines it would claim it over and over.
    update app.waiting_prompts w set display_id = null, due_at = new.released_at + interval '10 minutes'
    where w.site_id = new.site_id and w.subject_id = new.subject_id and w.display_id = new.id
    returning w.event_id into v_event;
    if found then
        -- The event itself may display another prompt.
        update app.displays d set origin = d.id where d.site_id = new.site_id and d.id = new.id;
        update app.events e set reason = 'waiting', claimed_at = null
        where e.site = (select s.key from app.sites s where s.id = new.site_id) and e.id = v_event and e.reason = 'displayed';
    end if;
    return null;
end $function$
;
comment on function app.settle_waiting() is 'Ends the wait of a prompt that is displayed, and lets one that is released wait again for the rest of its time.';

CREATE OR REPLACE FUNCTION app.shared_at(p_world integer, p_place integer, p_places integer)
 RETURNS integer
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
    return case p_world when 4 then 2 else p_world - 1 end * p_places + p_place;
end $function$
;
comment on function app.shared_at(integer,integer,integer) is 'The position of a prompt''s limits in a world within an array of app.shared_limits: one part per world (1, 2 and 4), with one element per prompt.';

CREATE OR REPLACE FUNCTION app.shared_displays(p_candidates app.portfolio_candidate[], p_shared app.shared_limits[])
 RETURNS jsonb
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
    return (
        select coalesce(jsonb_object_agg(f.prompt, f.worlds), '{}') from (
            select k.prompt, jsonb_object_agg(w.world, jsonb_build_object('displays', l.displays,
                -- The rest is estimated from at least half of the replayed subjects.
                'uncertain', sqrt(least(1, 2 * greatest(0, 1 - l.certain / l.displays))))) as worlds
            from (select distinct (x.c).prompt_id as prompt, x.place from unnest(p_candidates) x) k
            cross join (values (1), (2), (4)) w (world)
            cross join lateral (
                select x.* from unnest(p_shared[app.shared_at(w.world, k.place, cardinality(p_shared) / 3):
                    app.shared_at(w.world, k.place, cardinality(p_shared) / 3)]) x) l
            where l.certain > 0
            group by 1) f);
end $function$
;
comment on function app.shared_displays(app.portfolio_candidate[],app.shared_limits[]) is 'By prompt and world, the displays that the budgets allow, if the prompt spends one: more exact than a sum over a sample. Also a factor for the error of that sum.';

CREATE OR REPLACE FUNCTION app.show(request_context jsonb, request uuid, survey_id text, display uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
    v_now timestamptz := coalesce((request_context ->> 'now')::timestamptz, clock_timestamp());
    v_call app.call := app.load_call(
        request_context, v_now, (request_context ->> 'session')::uuid, request, '', '{}', null);
    v_decided jsonb := app.check_before_deciding(v_call);
    v_decision app.decision;
    v_prompt uuid;
begin
    if display is null then
        perform app.release_lost_reservation(v_call.site_id, v_call.visitor_id, request, v_now);
        return app.decision_reply(v_call, '{"reason": "duplicate"}', null, true);
    end if;
    v_call := app.update_visitor(v_call);
    if v_decided is not null then
        return app.decision_reply(v_call, v_decided, null, true);
    end if;
    select p.id into v_prompt from app.prompts p where p.site_id = v_call.site_id and p.survey_id = show.survey_id;
    v_decision.reason := 'no_prompt';
    if exists (select from app.displays d where d.site_id = v_call.site_id and d.origin = request) then
        v_decision.reason := 'duplicate';
    elsif v_prompt is not null then
        v_call.prompts := array[v_prompt];
        v_decision := app.decide(v_call, '', true);
        if v_decision.reason = 'displayed' then
            v_decision := app.reserve(v_call, v_decision, '', true, display, false);
        end if;
    end if;
    v_decided := case when v_decision.reason = 'duplicate' then app.repeat_decision(v_call.site_id, v_call.visitor_id, request)
        else app.decision_to_json(v_decision, v_call.site_id, display, null) end;
    return app.decision_reply(v_call, v_decided, v_prompt, true);
end $function$
;
comment on function app.show(jsonb,uuid,text,uuid) is 'Reserves one prompt regardless of audience, trigger, sampling and delay. Idempotent by the id of the request. Without a display, releases what an earlier attempt reserved, because its response was lost.';

CREATE OR REPLACE FUNCTION app.signed_in_at()
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
    v_claims jsonb := nullif(current_setting('request.jwt.claims', true), '')::jsonb;
    v_at timestamptz;
begin
    if v_claims ->> 'sub' is null then
        return null;
    end if;
    -- Hosted Supabase lists the authentication methods with their times. Refreshing the token is not authentication.
    if jsonb_typeof(v_claims -> 'amr') = 'array' then
        select to_timestamp(max((a ->> 'timestamp')::numeric)) into v_at from jsonb_array_elements(v_claims -> 'amr') a
        where jsonb_typeof(a -> 'timestamp') = 'number' and a ->> 'method' not in ('token_refresh', 'anonymous');
        return v_at;
    end if;
    -- The embedded Auth has no such list, but its sessions are in this database. A token without a session cannot be
    -- refreshed, so it was issued at sign-in.
    if v_claims ->> 'session_id' is null then
        return to_timestamp((v_claims ->> 'iat')::numeric);
    end if;
    begin
        execute 'select created_at from auth.sessions where id::text = $1 and user_id::text = $2' into v_at
        using v_claims ->> 'session_id', v_claims ->> 'sub';
    exception when undefined_table or insufficient_privilege or invalid_schema_name then
        return null;
    end;
    return v_at;
end $function$
;
comment on function app.signed_in_at() is 'When the caller last signed in; null if unknown.';

CREATE OR REPLACE FUNCTION app.simulate_identify(p_call app.call)
 RETURNS app.call
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
    v_identity jsonb := nullif(p_call.request_context -> 'identify', 'null');
    v_known app.subjects;
begin
    if v_identity is not null then
        select s.* into v_known from app.subjects s
        where s.site_id = p_call.site_id and s.account = v_identity ->> 'account'
          and s.last_seen_at >= p_call.now - interval '90 days';
        if found then
            p_call.subject_id := v_known.id;
            p_call.sample_key := v_known.sample_key;
            p_call.first_seen_at := v_known.first_seen_at;
        elsif p_call.account is not null then
            -- An unknown account, other than the visitor's, is a new subject.
            p_call.subject_id := null;
        end if;
        p_call.account := v_identity ->> 'account';
        p_call.traits := app.merge_traits(coalesce(p_call.traits, '{}'), v_identity -> 'traits');
    end if;
    if p_call.subject_id is null then
        p_call.subject_id := (p_call.request_context ->> 'visitor')::uuid;
        p_call.sample_key := p_call.subject_id;
        p_call.first_seen_at := p_call.now;
    end if;
    p_call.traits := coalesce(p_call.traits, '{}');
    return p_call;
end $function$
;
comment on function app.simulate_identify(app.call) is 'The call as app.update_visitor would return it, without creating visitor or account.';

CREATE OR REPLACE FUNCTION app.site_keys_for(p_min_role text)
 RETURNS SETOF integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
    select s.key from app.members m join app.sites s using (workspace_id)
    where m.person_id = app.person_id() and m.role = any(app.roles_at_least(p_min_role))
$function$
;
comment on function app.site_keys_for(text) is 'Keys of the same sites, for app.events.';

CREATE OR REPLACE FUNCTION app.site_limits(p_settings jsonb)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
    return jsonb_strip_nulls(jsonb_build_object(
        'cooldown_days', coalesce(p_settings #> '{limits,cooldown_days}', '7'),
        'window_limit', p_settings #> '{limits,window,displays}',
        'window_days', p_settings #> '{limits,window,days}',
        'session_limit', p_settings #> '{limits,per_session}')
        -- Separate, because each key costs half a microsecond per event, and few sites have these.
        || case when p_settings -> 'limits' ?| '{displays_per_day,holdout}' then jsonb_build_object(
            'displays_per_day', p_settings #> '{limits,displays_per_day}',
            'holdout', nullif(p_settings #> '{limits,holdout}', '0')) else '{}' end);
end $function$
;
comment on function app.site_limits(jsonb) is NULL;

CREATE OR REPLACE FUNCTION app.site_time_zone(p_site uuid)
 RETURNS text
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
    perform app.require_site_access(p_site);
    return (select coalesce(s.settings ->> 'time_zone', 'UTC') from app.sites s where s.id = p_site);
end $function$
;
comment on function app.site_time_zone(uuid) is 'The site''s time zone, for callers who may see the site.';

CREATE OR REPLACE FUNCTION app.sites_for(p_min_role text)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
    select s.id from app.members m join app.sites s using (workspace_id)
    where m.person_id = app.person_id() and m.role = any(app.roles_at_least(p_min_role))
$function$
;
comment on function app.sites_for(text) is 'Site UUIDs of the workspaces in which the signed-in person has at least this role.';

CREATE OR REPLACE FUNCTION app.spend_budgets(p_site uuid, p_prompt uuid, p_settings jsonb, p_budget jsonb, p_charges jsonb, p_now timestamp with time zone)
 RETURNS app.reason
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
    v_period text;
    v_most integer;
    v_allowed integer;
    v_responses integer;
    v_spent integer;
    v_charged jsonb := '{}';
    v_is_reached boolean := false;
begin
    -- In the order in which app.change_spending locks the rows.
    foreach v_period in array array['total', 'day', 'week', 'month', 'site'] loop
        continue when not p_charges ? v_period;
        v_most := app.allowed_displays(v_period, p_settings, p_budget);
        v_allowed := v_most;
        v_responses := case v_period when 'total' then p_budget -> 'responses' end;
        if v_period not in ('total', 'site') and (p_budget #> '{period,paced}')::boolean then
            v_allowed := app.paced_allowance(
                v_most, (app.period_at(v_period, p_now, coalesce(p_settings ->> 'time_zone', 'UTC'))).elapsed);
        end if;
        -- Either way the row stays locked until the transaction ends.
        insert into app.budget_periods as b (site_id, prompt_id, period, starts_on, displays)
        values (p_site, case v_period when 'site' then '00000000-0000-0000-0000-000000000000' else p_prompt end,
            v_period, (p_charges ->> v_period)::date, 1)
        on conflict (site_id, prompt_id, period, starts_on) do update set displays = b.displays + 1
        where (v_allowed is null or b.displays < v_allowed) and (v_responses is null or b.responses < v_responses)
        returning b.displays into v_spent;
        if not found then
            perform app.change_spending(p_site, p_prompt, v_charged, -1);
            return case when v_allowed < v_most and v_most > (
                select b.displays from app.budget_periods b
                where b.site_id = p_site and b.prompt_id = p_prompt and b.period = v_period
                  and b.starts_on = (p_charges ->> v_period)::date) then 'paced' else 'budget' end;
        end if;
        v_charged := v_charged || jsonb_build_object(v_period, p_charges -> v_period);
        v_is_reached := v_is_reached or coalesce(v_spent = v_most, false);
    end loop;
    if v_is_reached then
        perform app.note_last_display(p_site, p_prompt, p_settings, p_budget, p_charges, p_now);
    end if;
    return null;
end $function$
;
comment on function app.spend_budgets(uuid,uuid,jsonb,jsonb,jsonb,timestamp with time zone) is 'Charges a display to the periods of app.list_charges. Returns null, or the reason if one of them has none left; then nothing is charged.';

CREATE OR REPLACE FUNCTION app.spent_earlier(p_site uuid, p_prompt uuid, p_period text, p_zone text, p_from timestamp with time zone)
 RETURNS app.budget_periods
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
declare
    v_starts_at timestamptz := coalesce((app.period_at(p_period, p_from, p_zone)).starts_at, '-infinity');
    v_spent app.budget_periods;
begin
    select count(*) into v_spent.displays from app.displays d
    where d.site_id = p_site and (p_period = 'site' or d.prompt_id = p_prompt) and d.state <> 'released'
      and d.reserved_at >= v_starts_at and d.reserved_at <= p_from;
    v_spent.responses := 0;
    if p_period = 'total' then
        v_spent.displays := v_spent.displays + (select coalesce(sum(l.displays), 0) from app.display_totals l
            where l.site_id = p_site and l.prompt_id = p_prompt);
        select count(*) into v_spent.responses from app.responses r
        where r.site_id = p_site and r.prompt_id = p_prompt and r.created_at <= p_from;
    end if;
    return v_spent;
end $function$
;
comment on function app.spent_earlier(uuid,uuid,text,text,timestamp with time zone) is 'What is used of a budget at a time, for example when a replay begins. Counted, because a draft may have a budget for which nothing was counted yet.';

CREATE OR REPLACE FUNCTION app.spent_until(p_site uuid, p_prompt uuid, p_period text, p_starts_on date, p_until timestamp with time zone, OUT displays integer, OUT responses integer)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
 SET search_path TO ''
AS $function$
begin
    select b.displays, b.responses into displays, responses from app.budget_periods b
    where b.site_id = p_site and b.prompt_id = p_prompt and b.period = p_period and b.starts_on = p_starts_on;
    displays := coalesce(displays, 0);
    responses := coalesce(responses, 0);
    if p_until < 'infinity' then
        displays := greatest(0, displays - (
            select count(*) from app.displays d
            where d.site_id = p_site and (p_period = 'site' or d.prompt_id = p_prompt) and d.reserved_at > p_until
              and d.state <> 'released' and d.charges ->> p_period = p_starts_on::text));
        if p_period = 'total' then
            responses := greatest(0, responses - (
                select count(*) from app.responses r
                where r.site_id = p_site and r.prompt_id = p_prompt and r.created_at > p_until));
        end if;
    end if;
end $function$
;
comment on function app.spent_until(uuid,uuid,text,date,timestamp with time zone) is 'The counts of a period, without displays and responses after p_until.';

CREATE OR REPLACE FUNCTION app.stamp_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
    new.changed_in := pg_catalog.pg_current_xact_id();
    return new;
end $function$
;
comment on function app.stamp_change() is 'Notes the transaction that changes a row.';

CREATE OR REPLACE FUNCTION app.start_digests(p_now timestamp with time zone DEFAULT clock_timestamp())
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
    v_started integer;
begin
    with due as (
        select d.site_id, d.id, d.schedule, d.next_digest_at, coalesce(d.last_digest_at, d.created_at) as since
        from app.destinations d where d.state = 'active' and d.next_digest_at <= p_now
        for update skip locked
    ),
    moved as (
        update app.destinations d set next_digest_at = app.next_digest(d.schedule, p_now), last_digest_at = p_now
        from due where d.site_id = due.site_id and d.id = due.id
    )
    insert into app.outbox (site_id, id, type, destination_id, detail)
    select due.site_id, app.mint_id(p_now), 'digest', due.id, jsonb_build_object('since', due.since, 'until', p_now) from due;
    get diagnostics v_started = row_count;
    return v_started;
end $function$
;
comment on function app.start_digests(timestamp with time zone) is 'Writes the messages of digests that are due, each about the time since the previous one. Returns how many.';

CREATE OR REPLACE FUNCTION app.store_answers(site uuid, display uuid, seq integer, final boolean, answers jsonb, at timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
    v_now timestamptz := coalesce(at, clock_timestamp());
    v_display app.displays;
    v_response app.responses;
    v_created boolean;
    v_fresh boolean;
    v_has_budget boolean;
    v_types text[];
    v_type text;
    v_messages integer := 0;
begin
    for v_attempt in 1..5 loop
        select * into v_display from app.displays d where d.site_id = site and d.id = display;
        if not found then
            return null;
        end if;
        -- A concurrent sign-in may move the display to another subject: wait for it, then read again.
        perform from app.subjects s where s.site_id = site and s.id = v_display.subject_id for key share;
        exit when found;
    end loop;

    insert into app.responses as r (site_id, display_id, prompt_id, revision, variant, subject_id, visitor_id, seq,
        final, answers, traits, context, created_at, updated_at)
    values (site, display, v_display.prompt_id, v_display.revision, v_display.variant, v_display.subject_id,
        (select v.id from app.visitors v where v.site_id = site and v.id = v_display.visitor_id),
        store_answers.seq, store_answers.final, store_answers.answers, v_display.traits, v_display.context,
        v_now, v_now)
    on conflict (site_id, display_id) do update
    set seq = excluded.seq, final = excluded.final, answers = excluded.answers, updated_at = v_now
    where not r.final and r.seq < excluded.seq
    -- An updated row has been locked by this transaction.
    returning r.seq, r.final, r.display_id, r.xmax = '0'::xid
    into v_response.seq, v_response.final, v_response.display_id, v_created;
    v_fresh := found;
    if v_fresh then
        update app.displays d
        set answered_at = case when app.has_answer(store_answers.answers) then coalesce(d.answered_at, v_now) else d.answered_at end,
            displayed_at = coalesce(d.displayed_at, v_now),
            state = case when store_answers.final then 'answered'
                when d.state in ('reserved', 'released') then 'displayed' else d.state end
        where d.site_id = site and d.id = display
        returning v_created and exists (select from app.budget_periods b
            where b.site_id = site and b.prompt_id = v_display.prompt_id and b.period = 'total') into v_has_budget;
        if v_has_budget then
            perform app.count_response(site, v_display.prompt_id, v_now);
        end if;
        -- Most sites have no destination: they pay for one look at an index.
        if exists (select from app.destinations n where n.site_id = site) then
            v_types := array(
                select t.type from unnest(array[case when v_created then 'response.created' else 'response.updated' end,
                    case when store_answers.final then 'response.closed' end]) t (type)
                where exists (select from app.destinations n where n.site_id = site and t.type = any(n.event_types)));
            foreach v_type in array v_types loop
                insert into app.outbox (site_id, id, response_id, prompt_id, final, type, answers)
                values (site, app.mint_id(v_now), display, v_display.prompt_id, store_answers.final, v_type, store_answers.answers);
                v_messages := v_messages + 1;
            end loop;
        end if;
    else
        select * into v_response from app.responses r where r.site_id = site and r.display_id = display;
    end if;
    return jsonb_build_object('response', v_response.display_id, 'seq', v_response.seq, 'final', v_response.final,
        'fresh', v_fresh, 'now', app.milliseconds(v_now), 'messages', v_messages);
end $function$
;
comment on function app.store_answers(uuid,uuid,integer,boolean,jsonb,timestamp with time zone) is 'Stores answers if seq is the highest so far and the response is not final. An answer proves that the prompt was displayed, even if the display was released. `messages`: how many were written to app.outbox.';

CREATE OR REPLACE FUNCTION app.store_client_document(p_client text, p_name text, p_host text, p_redirect_uris text[], p_fresh_until timestamp with time zone, p_now timestamp with time zone)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
    insert into app.oauth_clients (client_id, kind, name, host, redirect_uris, created_at, last_used_at, fresh_until)
    values (p_client, 'document', p_name, p_host, p_redirect_uris, p_now, p_now, p_fresh_until)
    on conflict (client_id) do update
    set name = excluded.name, redirect_uris = excluded.redirect_uris, fresh_until = excluded.fresh_until
$function$
;
comment on function app.store_client_document(text,text,text,text[],timestamp with time zone,timestamp with time zone) is 'Caches a client metadata document until it has to be fetched again.';

CREATE OR REPLACE FUNCTION app.store_rate_limits()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
    -- A change of the maximums does not see a site that is not committed yet: one of both waits for the other. A site
    -- that exists is locked by its update, which the change of the maximums waits for.
    if tg_op = 'INSERT' then
        perform from app.instance_settings for share;
    end if;
    select
        least(coalesce((new.settings #>> '{rate_limits,site,per_second}')::integer, 500), i.site_per_second),
        least(coalesce((new.settings #>> '{rate_limits,site,burst}')::integer, 2000), i.site_burst),
        least(coalesce((new.settings #>> '{rate_limits,address,per_second}')::integer, 20), i.address_per_second),
        least(coalesce((new.settings #>> '{rate_limits,address,burst}')::integer, 100), i.address_burst),
        least(coalesce((new.settings #>> '{rate_limits,subject,per_second}')::integer, 5), i.subject_per_second),
        least(coalesce((new.settings #>> '{rate_limits,subject,burst}')::integer, 50), i.subject_burst)
    into new.site_rate, new.site_burst, new.address_rate, new.address_burst, new.subject_rate, new.subject_burst
    from app.instance_settings i;
    return new;
end $function$
;
comment on function app.store_rate_limits() is 'Stores the rate limits of a site: what its settings ask for, at most the maximums of the instance.';

CREATE OR REPLACE FUNCTION app.store_rate_limits_of_all_sites()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
    -- The trigger of app.sites computes them.
    update app.sites set settings = settings;
    return null;
end $function$
;
comment on function app.store_rate_limits_of_all_sites() is 'Stores the rate limits of all sites again: the maximums have changed.';

CREATE OR REPLACE FUNCTION app.store_reply(p_key text, p_reply jsonb)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
    update app.idempotency_keys k set reply = p_reply where k.caller_id = app.caller_id() and k.key = p_key
$function$
;
comment on function app.store_reply(text,jsonb) is 'Stores the reply to the request that claimed the key, in the same transaction.';

CREATE OR REPLACE FUNCTION app.store_worker_call(p_url text, p_token text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
    insert into app.worker_calls as c (url, token) values (p_url, p_token)
    on conflict (singleton) do update set url = excluded.url, token = excluded.token
$function$
;
comment on function app.store_worker_call(text,text) is 'Stores where the database calls the deliver function, and with which token.';

CREATE OR REPLACE FUNCTION app.stored_secrets()
 RETURNS TABLE(place text, site_id uuid, id text, use text, sealed bytea)
 LANGUAGE sql
 STABLE
 SET search_path TO ''
AS $function$
    select 'proof_keys.sealed', k.site_id, k.kid, k.alg, k.sealed
    from app.proof_keys k
    union all
    select s.place, d.site_id, d.id::text, s.use, s.sealed
    from app.destinations d
    cross join lateral (values
        ('destinations.sealed_url', 'url', d.sealed_url),
        ('destinations.sealed_secret', 'secret', d.sealed_secret),
        ('destinations.sealed_old_secret', 'secret', case when d.rotation_ends_at > now() then d.sealed_old_secret end)
    ) s (place, use, sealed)
    where s.sealed is not null
    union all
    select 'destination_requests.sealed_url', r.site_id, r.destination_id::text, 'url', r.sealed_url
    from app.destination_requests r
    where r.sealed_url is not null and r.state = 'pending' and r.expires_at > now()
$function$
;
comment on function app.stored_secrets() is 'Everything that is sealed and still in use, with what it is bound to. `place`: table and column; `id`: the key ID, or the UUID of the destination; `use`: the algorithm, or which secret of the destination.';

CREATE OR REPLACE FUNCTION app.sum_error(p_squares double precision, p_sampled double precision, p_share double precision, p_claimed double precision)
 RETURNS double precision
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
declare
    v_missing double precision := 1 - p_share;
begin
    return ceil(1.96 * sqrt(v_missing * p_squares + v_missing ^ 2 * 0.96
        + coalesce(p_claimed * (1 - p_claimed), 0) * p_sampled * (1 + p_share)) / p_share);
end $function$
;
comment on function app.sum_error(double precision,double precision,double precision,double precision) is 'Half the width of the 95% confidence interval of a sum over all subjects. It is what a bootstrap over the subjects, each drawn by a Poisson distribution, approaches; see app.extrapolate_replay.';

CREATE OR REPLACE FUNCTION app.sum_figures(p_figures jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE STRICT
 SET search_path TO ''
AS $function$
    select coalesce(jsonb_agg(jsonb_build_object(
        'revision', v.revision, 'variant', v.variant, 'questions', v.questions,
        'alike', (
            select coalesce(jsonb_agg(jsonb_build_array(a.final, a.answered, a.picked, a.count)), '[]') from (
                select g -> 0 as final, g -> 1 as answered, g -> 2 as picked, sum((g ->> 3)::bigint) as count
                from jsonb_array_elements(v.alike) l cross join lateral jsonb_array_elements(l) g group by 1, 2, 3) a),
        'values', (
            select coalesce(jsonb_object_agg(c.question, c.values), '{}') from (
                select n.question, jsonb_object_agg(n.value,
                    case when n.count = n.answers then to_jsonb(n.count) else jsonb_build_array(n.count, n.answers) end) as values
                from (
                    select q.key as question, t.key as value,
                        sum(coalesce(t.value ->> 0, t.value #>> '{}')::bigint) as count,
                        sum(coalesce(t.value ->> 1, t.value #>> '{}')::bigint) as answers
                    from jsonb_array_elements(v.values) l
                    cross join lateral jsonb_each(l) q
                    cross join lateral jsonb_each(q.value) t
                    group by 1, 2
                ) n group by 1) c),
        'displays', (
            select coalesce(jsonb_object_agg(s.state, s.count), '{}') from (
                select d.key as state, sum(d.value::bigint) as count
                from jsonb_array_elements(v.displays) l cross join lateral jsonb_each_text(l) d group by 1) s),
        'answered', v.answered,
        'seconds', (
            select coalesce(jsonb_agg(jsonb_build_array(s.seconds, s.count) order by s.seconds), '[]') from (
                select g -> 0 as seconds, sum((g ->> 1)::bigint) as count
                from jsonb_array_elements(v.seconds) l cross join lateral jsonb_array_elements(l) g group by 1) s))
        order by v.revision, v.variant), '[]')
    from (
        select (f ->> 'revision')::integer as revision, f ->> 'variant' as variant, f -> 'questions' as questions,
            jsonb_agg(f -> 'alike') as alike, jsonb_agg(f -> 'values') as values, jsonb_agg(f -> 'displays') as displays,
            jsonb_agg(f -> 'seconds') as seconds, sum((f ->> 'answered')::bigint) as answered
        from jsonb_array_elements(p_figures) f group by 1, 2, 3
    ) v
$function$
;
comment on function app.sum_figures(jsonb) is 'Adds up what app.count_result_part counted for several times, one list after the other.';

CREATE OR REPLACE FUNCTION app.test_destination(p_site uuid, p_destination uuid, p_type text, p_sample jsonb)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
    v_message uuid := app.mint_id();
begin
    perform app.require_destination(p_site, p_destination);
    if exists (select from app.destinations d where d.site_id = p_site and d.id = p_destination and d.kind = 'email')
        and not exists (select from app.destination_recipients r where r.site_id = p_site
            and r.destination_id = p_destination and r.unsubscribed_at is null and app.is_confirmed(r))
    then
        raise exception 'No recipient has confirmed yet, or all have unsubscribed.'
            using errcode = 'FB409', hint = 'Open the link in the confirmation e-mail first, or add a recipient.';
    end if;
    insert into app.outbox (site_id, id, type, destination_id, pending, detail)
    values (p_site, v_message, p_type, p_destination, false, jsonb_build_object('test', true, 'sample', p_sample));
    insert into app.deliveries (site_id, destination_id, message_id, type, test, created_at, next_at)
    values (p_site, p_destination, v_message, p_type, true, now(), now());
    perform app.make_destination_due(p_site, p_destination);
    return v_message;
end $function$
;
comment on function app.test_destination(uuid,uuid,text,jsonb) is 'Writes a sample message for one destination and its delivery. Raises FB403, FB404 and FB409.';

CREATE OR REPLACE FUNCTION app.test_rules(p_site uuid, p_visitor uuid, p_account text, p_name text, p_properties jsonb, p_verified boolean, p_content jsonb, p_now timestamp with time zone)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
    v_visitor uuid;
    v_oldest uuid := app.id_from(p_now - interval '30 days');
    v_latest uuid;
    v_latest_event app.event_details;
    v_call app.call;
    v_candidates jsonb;
begin
    perform app.require_response_access(p_site);
    v_visitor := coalesce(p_visitor, app.find_latest_visitor(p_site, p_account));
    select e.id into v_latest from app.visitors v
    join app.sites s on s.id = v.site_id
    join app.events e on e.site + 0 = s.key and e.visitor = v.key
    where v.site_id = p_site and v.id = v_visitor and e.id > v_oldest
    order by e.id desc limit 1;
    select * into v_latest_event from app.event_details e where e.site_id = p_site and e.id = v_latest;
    -- In the session and on the page of the visitor's latest event.
    v_call := app.load_call(
        jsonb_build_object('site', p_site, 'visitor', v_visitor, 'context', coalesce(v_latest_event.context, '{}')), p_now,
        coalesce(v_latest_event.session_id, app.mint_id(p_now)), app.mint_id(p_now), p_name, p_properties,
        case when p_verified then p_properties end);
    if v_call.visitor_id is null then
        return null;
    end if;
    v_candidates := case
        -- Publishing registers the names of the trigger.
        when p_content is not null then jsonb_build_array(app.explain_draft(v_call, p_content))
        else app.explain_call(v_call, null, false, 'infinity') end;
    return jsonb_build_object('like', v_latest_event.id, 'candidates', v_candidates, 'reason', case
        when p_content is null and v_call.registered is not true and v_call.settings ->> 'capture' = 'registered' then 'not_captured'
        when v_call.reset_at is not null then 'no_prompt'
        else coalesce(v_candidates #>> '{0,reason}', 'no_prompt') end);
end $function$
;
comment on function app.test_rules(uuid,uuid,text,text,jsonb,boolean,jsonb,timestamp with time zone) is 'The outcome of the published prompts, or of p_content instead, for an event of a visitor, or of the browser that an account used last; null without one.';

CREATE OR REPLACE FUNCTION app.text_configs()
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
    select '{"ar": "arabic", "hy": "armenian", "eu": "basque", "ca": "catalan", "da": "danish", "nl": "dutch",
        "en": "english", "fi": "finnish", "fr": "french", "de": "german", "el": "greek", "hi": "hindi", "hu": "hungarian",
        "id": "indonesian", "ga": "irish", "it": "italian", "lt": "lithuanian", "ne": "nepali", "no": "norwegian",
        "nb": "norwegian", "nn": "norwegian", "pt": "portuguese", "ro": "romanian", "ru": "russian", "sr": "serbian",
        "es": "spanish", "sv": "swedish", "ta": "tamil", "tr": "turkish", "yi": "yiddish"}'::jsonb
$function$
;
comment on function app.text_configs() is 'The text search configuration for each language that Postgres has one for. The others use `simple`.';

CREATE OR REPLACE FUNCTION app.throttle(p_site uuid, p_address bytea, p_subject uuid, p_now timestamp with time zone, p_has_exhausted boolean, p_consumes boolean)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
    v_exceeded smallint;
    v_retry_after integer;
begin
    if p_has_exhausted then
        select f.exceeded, f.retry_after into v_exceeded, v_retry_after
        from app.find_exhausted_bucket(p_site, p_address, p_subject, p_now) f;
    end if;
    if v_exceeded = 0 then
        raise exception 'Too many requests for this site.' using errcode = 'FB429', detail = v_retry_after::text;
    end if;
    if v_exceeded is null and p_consumes then
        perform app.consume_tokens(array[p_site], array[p_address], array[p_subject], p_now);
    end if;
    return v_retry_after;
end $function$
;
comment on function app.throttle(uuid,bytea,uuid,timestamp with time zone,boolean,boolean) is 'Checks the rate limits if the site has an exhausted bucket (p_has_exhausted), and with p_consumes consumes tokens. Raises FB429 if the site is over its limit. Returns the seconds to wait if address or subject is, else null.';

CREATE OR REPLACE FUNCTION app.throttle_call(p_call app.call)
 RETURNS integer
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
    return app.throttle(p_call.site_id, decode(p_call.request_context ->> 'address', 'hex'), p_call.subject_id, p_call.now,
        p_call.has_exhausted, app.is_consumption_due());
end $function$
;
comment on function app.throttle_call(app.call) is NULL;

CREATE OR REPLACE FUNCTION app.truncate_position(p_at double precision)
 RETURNS numeric
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
    return trunc(p_at::numeric, 4);
end $function$
;
comment on function app.truncate_position(double precision) is 'A position in a sample as explanations show it: truncated, because a rounded one could equal the share that it is below.';

CREATE OR REPLACE FUNCTION app.undo_account_deletion(p_now timestamp with time zone)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
    v_id uuid;
begin
    update app.deletions d set undone_at = p_now
    where d.kind = 'account' and d.target_id = app.person_id() and d.undone_at is null and d.finished_at is null
      and d.deleted = '{}'
    returning d.id into v_id;
    if not found then
        raise exception 'Your account is not scheduled for deletion.' using errcode = 'FB404';
    end if;
    return v_id;
end $function$
;
comment on function app.undo_account_deletion(timestamp with time zone) is 'Cancels the deletion of the caller''s account. Returns the deletion.';

CREATE OR REPLACE FUNCTION app.undo_deletion(p_id uuid, p_now timestamp with time zone)
 RETURNS app.deletions
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
    v_deletion app.deletions;
begin
    select * into v_deletion from app.deletions d
    where d.id = p_id and (d.workspace_id = any(array(select app.workspaces_for('viewer')))
        or d.site_id = any(array(select app.connected_sites()))
        or d.kind = 'workspace' and d.workspace_id = any(array(select app.connected_workspaces())))
    for update;
    if not found then
        raise exception 'There is no such deletion.' using errcode = 'FB404';
    elsif v_deletion.undone_at is not null then
        return v_deletion;
    elsif v_deletion.finished_at is not null or v_deletion.deleted <> '{}' then
        raise exception 'It is already deleted.' using errcode = 'FB409';
    elsif not (app.find_deletable(v_deletion.kind, v_deletion.target_id, v_deletion.site_id)).allowed then
        raise exception '%', format(case when app.connection_id() is null then 'Only an owner can undo the deletion of a %s.'
            else 'Only a person can undo the deletion of this %s, in the dashboard.' end, v_deletion.kind) using errcode = 'FB403';
    end if;
    perform app.use_grant('prompt:draft', v_deletion.workspace_id, v_deletion.site_id, null, null, false);
    update app.deletions d set undone_at = p_now where d.id = p_id returning * into v_deletion;
    if v_deletion.kind = 'workspace' and not exists (select from app.members m
        where m.workspace_id = v_deletion.workspace_id and m.role = 'owner' and not app.is_leaving(m.person_id)) then
        raise exception 'The accounts of its owners are scheduled for deletion. Undo the deletion of your account first.'
            using errcode = 'FB409';
    end if;
    update app.sites s set closed_at = null
    where s.workspace_id = v_deletion.workspace_id and s.closed_at is not null
      and not exists (select from app.deletions d where d.undone_at is null and d.finished_at is null
        and d.target_id in (s.id, s.workspace_id));
    return v_deletion;
end $function$
;
comment on function app.undo_deletion(uuid,timestamp with time zone) is 'Reopens what the deletion closed. A prompt stays paused.';

CREATE OR REPLACE FUNCTION app.unsubscribe(p_site uuid, p_destination uuid, p_address text, p_now timestamp with time zone DEFAULT clock_timestamp())
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
    update app.destination_recipients r set unsubscribed_at = coalesce(r.unsubscribed_at, p_now)
    where r.site_id = p_site and r.destination_id = p_destination and r.address = p_address;
    if not found then
        return false;
    end if;
    update app.recipient_confirmations c set token_hash = null, due_at = null
    where c.site_id = p_site and c.destination_id = p_destination and c.address = p_address;
    return true;
end $function$
;
comment on function app.unsubscribe(uuid,uuid,text,timestamp with time zone) is 'Ends the e-mails of a destination to one address, and revokes the links that confirm it. False when it is not a recipient.';

CREATE OR REPLACE FUNCTION app.update_last_seen(p_call app.call)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
    v_hour_ago timestamptz := p_call.now - interval '1 hour';
begin
    update app.visitors set last_seen_at = p_call.now
    where site_id = p_call.site_id and id = p_call.visitor_id and last_seen_at < v_hour_ago;
    update app.subjects set last_seen_at = p_call.now
    where site_id = p_call.site_id and id = p_call.subject_id and last_seen_at < v_hour_ago;
end $function$
;
comment on function app.update_last_seen(app.call) is 'Updates when visitor and subject were last seen, at most once an hour.';

CREATE OR REPLACE FUNCTION app.update_visitor(p_call app.call)
 RETURNS app.call
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
begin
    if p_call.visitor_id is null then
        perform app.create_visitor(p_call.site_id, (p_call.request_context ->> 'visitor')::uuid, p_call.now);
        p_call := app.reload_call(p_call);
    end if;
    if not app.is_visitor_current(p_call) then
        if coalesce(p_call.request_context -> 'identify', 'null') <> 'null' then
            perform app.identify_visitor(p_call.site_id, p_call.visitor_id, p_call.request_context -> 'identify', p_call.now);
            p_call := app.reload_call(p_call);
        end if;
        perform app.update_last_seen(p_call);
    end if;
    return p_call;
end $function$
;
comment on function app.update_visitor(app.call) is 'Creates the visitor, connects it to the account of the request and updates when it was last seen, as far as needed.';

CREATE OR REPLACE FUNCTION app.use_grant(p_action text, p_workspace uuid, p_site uuid, p_prompt uuid, p_revision integer, p_unused boolean)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
    v_grant app.grants;
begin
    -- People need no grant. Without any caller, the policies refuse everything.
    if app.connection_id() is null then
        return;
    end if;
    -- Of concurrent calls only one consumes a `once` grant; the others search again.
    for v_attempt in 1..100 loop
        select g.* into v_grant from app.live_grants(p_action) g
        where g.workspace_id = p_workspace and g.site_id is not distinct from p_site
          and (g.prompt_id is null or g.prompt_id = p_prompt and g.revision is not distinct from p_revision
              and g.sha256 is not distinct from app.revision_sha256(p_site, p_prompt, p_revision))
          and (p_action <> 'prompt:publish' or g.combination or not app.may_have_read(p_site))
          and (g.consumed_at is null or not p_unused)
        order by g.mode = 'until' desc, g.consumed_at is not null desc, g.expires_at, g.id
        limit 1;
        exit when not found;
        if v_grant.mode = 'until' or v_grant.consumed_at is not null then
            return;
        end if;
        update app.grants g set consumed_at = clock_timestamp(), consumed_by = app.call_id()
        where g.id = v_grant.id and g.consumed_at is null and g.revoked_at is null;
        if found then
            return;
        end if;
    end loop;
    raise exception 'A person has to approve this first.' using errcode = 'FB402',
        detail = jsonb_build_object('action', p_action, 'workspace', p_workspace, 'site', p_site,
            'prompt', p_prompt, 'revision', p_revision);
end $function$
;
comment on function app.use_grant(text,uuid,uuid,uuid,integer,boolean) is 'Raises FB402 unless the connection has a live grant for exactly this action. Consumes a `once` grant in this transaction; with p_unused, it must be one that this call has not consumed yet.';

CREATE OR REPLACE FUNCTION app.use_grant_for_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
    v_workspace uuid := (select s.workspace_id from app.sites s where s.id = new.site_id);
begin
    if new.survey_id <> old.survey_id then
        perform app.use_grant('prompt:draft', v_workspace, new.site_id, null, null, false);
    end if;
    if new.published_revision is distinct from old.published_revision or old.state = 'draft' and new.state = 'published' then
        perform app.use_grant('prompt:publish', v_workspace, new.site_id, new.id, new.published_revision, true);
    elsif new.state = 'published' and old.state <> 'published' then
        begin
            perform app.use_grant('prompt:publish', v_workspace, new.site_id, new.id, null, true);
        exception when sqlstate 'FB402' then
            perform app.use_grant('prompt:publish', v_workspace, new.site_id, new.id, new.published_revision, true);
        end;
    elsif new.state <> old.state then
        perform app.use_grant('prompt:publish', v_workspace, new.site_id, new.id, null, true);
    end if;
    return new;
end $function$
;
comment on function app.use_grant_for_change() is 'Publishing needs a grant for exactly that revision, pausing and archiving one for the prompt; for resuming, either suffices.';

CREATE OR REPLACE FUNCTION app.use_grant_for_draft()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
    perform app.use_grant('prompt:draft', s.workspace_id, s.id, null, null, false)
    from app.sites s where s.id = new.site_id;
    return new;
end $function$
;
comment on function app.use_grant_for_draft() is NULL;

CREATE OR REPLACE FUNCTION app.use_grant_for_saved_filter()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
    v_site uuid := case tg_op when 'DELETE' then old.site_id else new.site_id end;
begin
    perform app.use_grant('prompt:draft', s.workspace_id, s.id, null, null, false) from app.sites s where s.id = v_site;
    return case tg_op when 'DELETE' then old else new end;
end $function$
;
comment on function app.use_grant_for_saved_filter() is 'A connection needs its grant for drafts to save, change and delete filters.';

CREATE OR REPLACE FUNCTION app.use_grant_for_site()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
    perform app.lock_memberships(c.person_id) from app.live_connection() c;
    perform app.use_grant('site:create', new.workspace_id, null, null, null, true);
    return new;
end $function$
;
comment on function app.use_grant_for_site() is NULL;

CREATE OR REPLACE FUNCTION app.use_read_grant(p_site uuid)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
    select app.use_grant('response:read', s.workspace_id, s.id, null, null, false) from app.sites s where s.id = p_site
$function$
;
comment on function app.use_read_grant(uuid) is 'Uses the connection''s grant before it reads responses. Raises FB402 without one.';

CREATE OR REPLACE FUNCTION app.visitor_rules()
 RETURNS TABLE(relation text, last_used_at text)
 LANGUAGE sql
 IMMUTABLE
 SET search_path TO ''
AS $function$
    values
        -- Browsers of accounts that are active elsewhere; other visitors are deleted with their subject.
        ('app.visitors', 'last_seen_at'),
        ('app.visitor_versions', 'until')
$function$
;
comment on function app.visitor_rules() is 'Tables whose rows are deleted when a column is older than their site keeps visitors.';

CREATE OR REPLACE FUNCTION app.why_event(p_site uuid, p_event uuid)
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
    v_event app.event_details;
    v_call app.call;
    v_version app.visitor_versions;
begin
    perform app.require_response_access(p_site);
    select * into v_event from app.event_details e
    where e.site_id = p_site and e.id = p_event and e.id > app.id_from(clock_timestamp() - interval '30 days');
    v_call := app.rebuild_call(v_event, v_event.visitor_id, p_site, v_event.received_at);
    if v_call.visitor_id is null then
        return null;
    end if;
    -- The visitor as it was at that time.
    select * into v_version from app.visitor_versions o
    where o.site_id = p_site and o.visitor_id = v_event.visitor_id and o.until > v_event.received_at
    order by o.until limit 1;
    if found then
        v_call.traits := v_version.traits;
        v_call.account := case when v_version.identified then coalesce(v_call.account, '') end;
        v_call.sample_key := v_version.sample_key;
        v_call.first_seen_at := v_version.first_seen_at;
    end if;
    -- As of just before, so that the display reserved by this event does not count.
    return jsonb_build_object('event', p_event, 'reason', v_event.reason, 'decided_at', v_event.received_at,
        'candidates', app.explain_call(v_call, null, false, v_event.received_at - interval '1 microsecond'));
end $function$
;
comment on function app.why_event(uuid,uuid) is 'The recorded reason of an event, and the outcome of the currently published prompts with the facts of its time; null for an unknown event.';

CREATE OR REPLACE FUNCTION app.why_visitor(p_site uuid, p_visitor uuid, p_prompt uuid, p_now timestamp with time zone DEFAULT clock_timestamp())
 RETURNS jsonb
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
    v_oldest uuid := app.id_from(p_now - interval '30 days');
    v_latest uuid;
    v_event app.event_details;
    v_call app.call;
begin
    perform app.require_role(p_site, 'viewer');
    select e.id into v_latest from app.candidates c
    join app.sites s on s.id = c.site_id
    join app.visitors v on v.site_id = c.site_id and v.id = p_visitor
    join app.events e on e.site + 0 = s.key and e.visitor = v.key and e.name_hash = hashtext(c.event_name) and e.name = c.event_name
    where c.site_id = p_site and c.prompt_id = p_prompt and e.id >= v_oldest
    order by e.id desc limit 1;
    select * into v_event from app.event_details e where e.site_id = p_site and e.id = v_latest;
    v_call := app.rebuild_call(v_event, p_visitor, p_site, p_now);
    if v_call.visitor_id is null then
        return null;
    end if;
    return jsonb_build_object('event', v_event.id,
        'candidates', app.explain_call(v_call, p_prompt, v_event.id is null, 'infinity'));
end $function$
;
comment on function app.why_visitor(uuid,uuid,uuid,timestamp with time zone) is 'The outcome of a published prompt for a visitor now, as if the visitor repeated the latest event of its trigger; without such an event, as for show().';

CREATE OR REPLACE FUNCTION app.withdraw_sign_ins(p_member app.members, p_role text)
 RETURNS void
 LANGUAGE sql
 SET search_path TO ''
AS $function$
    update app.authorization_requests r set code_hash = null
    where r.person_id = p_member.person_id and r.code_hash is not null and r.connection_id is null
      and (r.sites && array(select s.id from app.sites s where s.workspace_id = p_member.workspace_id)
          or r.sites = '{}' and 'site:create' = any(r.granted))
      and (p_role is null or exists (
          select from unnest(r.granted) a where p_role <> all(app.roles_at_least(app.required_role(a)))));
    update app.device_requests d set state = 'denied'
    where d.person_id = p_member.person_id and d.state = 'approved' and p_role is null
      and d.sites && array(select s.id from app.sites s where s.workspace_id = p_member.workspace_id)
$function$
;
comment on function app.withdraw_sign_ins(app.members,text) is 'Withdraws unfinished sign-ins that were approved under the former role: they need a new approval.';

CREATE OR REPLACE FUNCTION app.withdraw_waiting(p_waiting app.waiting_prompts, p_site integer, p_now timestamp with time zone)
 RETURNS boolean
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
    v_received_at timestamptz;
    c app.candidates;
begin
    select * into c from app.candidates k
    where k.site_id = p_waiting.site_id and k.prompt_id = p_waiting.prompt_id and k.event_name = '';
    if c.unless is null and c.cancel_events is null then
        return false;
    end if;
    select e.received_at into v_received_at from app.events e where e.site = p_site and e.id = p_waiting.event_id;
    if not app.is_withdrawn(c, p_waiting.subject_id, p_waiting.event_id, v_received_at, p_now) then
        return false;
    end if;
    -- Not if a browser has claimed it in the meantime.
    delete from app.waiting_prompts w
    where w.site_id = p_waiting.site_id and w.subject_id = p_waiting.subject_id and w.prompt_id = p_waiting.prompt_id
      and w.event_id = p_waiting.event_id and w.display_id is null;
    if found then
        perform app.end_waiting(p_site, p_waiting.event_id, 'withdrawn', p_now);
    end if;
    return true;
end $function$
;
comment on function app.withdraw_waiting(app.waiting_prompts,integer,timestamp with time zone) is 'Ends the wait of a prompt if an event prevents or withdraws it. Returns whether there is such an event.';

CREATE OR REPLACE FUNCTION app.without_dates(c app.candidates, p_now timestamp with time zone)
 RETURNS app.candidates
 LANGUAGE plpgsql
 IMMUTABLE
 SET search_path TO ''
AS $function$
begin
    c.starts_at := null;
    c.ends_at := case when c.ends_at <= p_now then 'epoch'::timestamptz end;
    return c;
end $function$
;
comment on function app.without_dates(app.candidates,timestamp with time zone) is 'The candidate as if it had been live for all of the past; one that has ended reaches nobody any more.';

CREATE OR REPLACE FUNCTION app.working_etag(p_content jsonb, p_base integer, p_before text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
 SET search_path TO ''
AS $function$
begin
    return left(encode(sha256(convert_to(format('%s %s %s', p_before, p_base, p_content), 'UTF8')), 'hex'), 32);
end $function$
;
comment on function app.working_etag(jsonb,integer,text) is 'The etag of a working copy: identifies its content and the state that it follows.';

CREATE OR REPLACE FUNCTION app.workspaces_for(p_min_role text)
 RETURNS SETOF uuid
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
    select m.workspace_id from app.members m
    where m.person_id = app.person_id() and m.role = any(app.roles_at_least(p_min_role))
$function$
;
comment on function app.workspaces_for(text) is 'Workspaces in which the signed-in person has at least this role.';

CREATE OR REPLACE FUNCTION app.write_approval_message()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
    v_type text := case when tg_op = 'INSERT' then 'approval.requested'
        when old.state = 'pending' and new.state in ('approved', 'denied') then 'approval.decided' end;
begin
    if v_type is not null and app.has_destination(new.site_id, v_type) then
        insert into app.outbox (site_id, id, prompt_id, type, detail)
        select new.site_id, app.mint_id(), new.prompt_id, v_type,
            jsonb_build_object('id', new.id, 'action', new.action, 'prompt', new.prompt_id, 'revision', new.revision,
                'connection', jsonb_build_object('kind', c.kind, 'name', c.name),
                'expires_at', app.format_instant(new.expires_at))
            || case v_type when 'approval.decided' then jsonb_build_object('state', new.state) else '{}' end
        from app.connections c where c.id = new.connection_id;
    end if;
    return null;
end $function$
;
comment on function app.write_approval_message() is NULL;

CREATE OR REPLACE FUNCTION app.write_destination(p_site uuid, p_destination uuid, p_creates boolean, p_settings jsonb, p_sealed_url bytea, p_sealed_secret bytea)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO ''
AS $function$
declare
    v_event_types text[] := array(select jsonb_array_elements_text(p_settings -> 'event_types'));
    v_prompts uuid[] := case when jsonb_typeof(p_settings -> 'prompts') = 'array'
        then array(select jsonb_array_elements_text(p_settings -> 'prompts')::uuid) end;
    v_recipients text[] := array(select jsonb_array_elements_text(coalesce(p_settings -> 'recipients', '[]')));
begin
    if p_creates then
        insert into app.destinations (site_id, id, kind, name, host, url, sealed_url, sealed_secret, event_types, prompts,
            condition, partial, include_visitor, schedule, created_by)
        values (p_site, p_destination, p_settings ->> 'kind', p_settings ->> 'name', p_settings ->> 'host',
            p_settings ->> 'url', p_sealed_url, p_sealed_secret, v_event_types, v_prompts,
            nullif(p_settings -> 'condition', 'null'), (p_settings -> 'partial')::boolean,
            (p_settings -> 'include_visitor')::boolean, p_settings -> 'schedule', app.person_id());
    else
        update app.destinations d set name = p_settings ->> 'name', host = p_settings ->> 'host', url = p_settings ->> 'url',
            event_types = v_event_types, prompts = v_prompts,
            condition = nullif(p_settings -> 'condition', 'null'), partial = (p_settings -> 'partial')::boolean,
            include_visitor = (p_settings -> 'include_visitor')::boolean, schedule = p_settings -> 'schedule'
        where d.site_id = p_site and d.id = p_destination and d.kind = p_settings ->> 'kind';
        if not found then
            raise exception 'There is no such destination.' using errcode = 'FB404';
        end if;
        if p_sealed_url is not null then
            update app.destinations d set sealed_url = p_sealed_url where d.site_id = p_site and d.id = p_destination;
        end if;
    end if;
    -- Addresses that stay keep their unsubscription.
    delete from app.destination_recipients r
    where r.site_id = p_site and r.destination_id = p_destination and r.address <> all(v_recipients);
    insert into app.destination_recipients (site_id, destination_id, address)
    select p_site, p_destination, a from unnest(v_recipients) a
    on conflict (site_id, destination_id, address) do nothing;
end $function$
;
comment on function app.write_destination(uuid,uuid,boolean,jsonb,bytea,bytea) is 'Creates or changes a destination with the rights of the caller. p_settings: as destinationSettingsSchema of the contract, with `host`, and without the URL of Slack, which is sealed; without a sealed one, a change keeps the URL.';

CREATE OR REPLACE FUNCTION app.write_destination_approval_message()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
    v_type text := case when tg_op = 'INSERT' then 'approval.requested'
        when old.state = 'pending' and new.state in ('approved', 'denied') then 'approval.decided' end;
begin
    if v_type is not null and app.has_destination(new.site_id, v_type) then
        insert into app.outbox (site_id, id, type, detail)
        select new.site_id, app.mint_id(), v_type,
            jsonb_build_object('id', new.id, 'prompt', null, 'revision', null,
                'action', case when new.creates then 'destination:create' else 'destination:change' end,
                'connection', jsonb_build_object('kind', c.kind, 'name', c.name),
                'expires_at', app.format_instant(new.expires_at))
            || case v_type when 'approval.decided' then jsonb_build_object('state', new.state) else '{}' end
        from app.connections c where c.id = new.connection_id;
    end if;
    return null;
end $function$
;
comment on function app.write_destination_approval_message() is NULL;

CREATE OR REPLACE FUNCTION app.write_prompt_message()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
    v_type text := case
        when new.state = 'published' and (old.state <> 'published' or new.published_revision is distinct from old.published_revision)
            then 'prompt.published'
        when new.state = 'paused' and old.state <> 'paused' then 'prompt.paused' end;
begin
    if v_type is not null and app.has_destination(new.site_id, v_type) then
        insert into app.outbox (site_id, id, prompt_id, type, detail)
        values (new.site_id, app.mint_id(), new.id, v_type, jsonb_build_object('revision', new.published_revision)
            || case v_type when 'prompt.published' then jsonb_build_object(
                'previous_revision', old.published_revision, 'resumed', old.state = 'paused') else '{}' end);
    end if;
    return null;
end $function$
;
comment on function app.write_prompt_message() is NULL;

CREATE OR REPLACE FUNCTION identity.apply_role(p_person uuid, p_email text, p_role text)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
    v_workspace uuid := (select w.id from app.workspaces w order by w.created_at, w.id limit 1);
begin
    if v_workspace is null then
        return false;
    end if;
    insert into app.members as m (workspace_id, person_id, role, email) values (v_workspace, p_person, p_role, p_email)
    on conflict (workspace_id, person_id) do update set role = excluded.role where m.role <> excluded.role;
    return true;
exception when sqlstate 'FB409' then
    -- The last owner keeps that role.
    return false;
end $function$
;
comment on function identity.apply_role(uuid,text,text) is 'Gives the person the role that their provider states, in the first workspace. False when there is none, or it would have no owner.';

CREATE OR REPLACE FUNCTION identity.create_first_workspace(p_person uuid, p_email text, p_name text)
 RETURNS uuid
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
declare
    v_workspace uuid;
begin
    perform pg_advisory_xact_lock(hashtextextended('identity.create_first_workspace', 0));
    if identity.has_workspace() then
        raise exception 'The service has an owner already.' using errcode = 'FB409';
    end if;
    insert into app.workspaces (name) values (p_name) returning id into v_workspace;
    insert into app.members (workspace_id, person_id, role, email) values (v_workspace, p_person, 'owner', p_email);
    return v_workspace;
end $function$
;
comment on function identity.create_first_workspace(uuid,text,text) is 'Creates the first workspace, owned by the person. Raises FB409 when there is one.';

CREATE OR REPLACE FUNCTION identity.delete_person(p_person uuid)
 RETURNS boolean
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$
begin
    delete from app.members m where m.person_id = p_person;
    perform app.end_connection(c.id, now(), true) from app.connections c where c.person_id = p_person and app.is_live(c);
    delete from app.people p where p.person_id = p_person;
    delete from identity."user" u where u."id" = p_person;
    return found;
end $function$
;
comment on function identity.delete_person(uuid) is 'Deletes a person with their memberships, sessions and means to sign in, and ends their connections. Raises FB409 for the last owner of a workspace.';

CREATE OR REPLACE FUNCTION identity.has_workspace()
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$ select exists (select from app.workspaces) $function$
;
comment on function identity.has_workspace() is 'Whether the service has a workspace, and with it an owner.';

CREATE OR REPLACE FUNCTION identity.is_invited(p_email text)
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
    select exists (
        select from app.invitations i
        where lower(i.email) = lower(p_email) and i.accepted_by is null and i.expires_at > now())
$function$
;
comment on function identity.is_invited(text) is 'Whether an open invitation is for this address.';

CREATE OR REPLACE FUNCTION identity.may_mail(p_email text)
 RETURNS boolean
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO ''
AS $function$ select app.count_attempt('mail', sha256(convert_to(lower(p_email), 'UTF8')), 10, interval '1 hour', now()) $function$
;
comment on function identity.may_mail(text) is 'Counts a message to an address; false after ten within an hour, from any visitors.';

CREATE OR REPLACE FUNCTION identity.open_invitation(p_secret_hash bytea, OUT email text, OUT workspace text, OUT role text, OUT inviter text)
 RETURNS record
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$
    select i.email, w.name, i.role, app.author_of(m.person_id, m.email)
    from app.invitations i
    join app.workspaces w on w.id = i.workspace_id
    left join app.members m on m.workspace_id = i.workspace_id and m.person_id = i.created_by
    where i.secret_hash = p_secret_hash and i.accepted_by is null and i.expires_at > now()
$function$
;
comment on function identity.open_invitation(bytea) is 'What the message to an invited person says, for those who know the secret. Null when it is not open.';

CREATE OR REPLACE FUNCTION identity.sign_up_domains()
 RETURNS text[]
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO ''
AS $function$ select i.sign_up_domains from app.instance_settings i $function$
;
comment on function identity.sign_up_domains() is 'Domains whose e-mail addresses may sign up; null if the configuration of the server decides.';


grant execute on function app.accept_invitation(bytea) to feedback_person;
grant execute on function app.acting_person() to feedback_agent;
grant execute on function app.acting_person() to feedback_person;
grant execute on function app.apply_variant(jsonb,text) to feedback_agent;
grant execute on function app.apply_variant(jsonb,text) to feedback_person;
grant execute on function app.approve_authorization(uuid,uuid[],text[],bytea,timestamp with time zone) to feedback_person;
grant execute on function app.approve_destination(uuid,text,bytea) to feedback_person;
grant execute on function app.approve_grant(uuid,text,integer,text,boolean) to feedback_person;
grant execute on function app.archive(uuid,uuid) to feedback_agent;
grant execute on function app.archive(uuid,uuid) to feedback_person;
grant execute on function app.author_of(uuid,text) to feedback_agent;
grant execute on function app.author_of(uuid,text) to feedback_person;
grant execute on function app.begin_authorization(jsonb,bytea,timestamp with time zone) to feedback_manage;
grant execute on function app.begin_device(jsonb,bytea,bytea,timestamp with time zone) to feedback_manage;
grant execute on function app.claim(jsonb,uuid,uuid) to feedback_ingest;
grant execute on function app.claim_confirmation(bytea,timestamp with time zone) to feedback_worker;
grant execute on function app.claim_deliveries(integer,timestamp with time zone) to feedback_worker;
grant execute on function app.claim_idempotency_key(text,bytea) to feedback_agent;
grant execute on function app.claim_idempotency_key(text,bytea) to feedback_person;
grant execute on function app.claim_pause_notices(timestamp with time zone) to feedback_worker;
grant execute on function app.claim_site_key_notices(timestamp with time zone) to feedback_worker;
grant execute on function app.claim_waiting(jsonb,uuid,uuid) to feedback_ingest;
grant execute on function app.close_quiet_responses(timestamp with time zone,integer) to feedback_worker;
grant execute on function app.confirm_recipient(bytea,timestamp with time zone) to feedback_worker;
grant execute on function app.connected_sites() to feedback_agent;
grant execute on function app.connected_workspaces() to feedback_agent;
grant execute on function app.connection_id() to feedback_agent;
grant execute on function app.connection_id() to feedback_person;
grant execute on function app.connection_name() to feedback_agent;
grant execute on function app.connection_name() to feedback_person;
grant execute on function app.consume_rate_limits(jsonb) to feedback_ingest;
grant execute on function app.content_hash(jsonb) to feedback_agent;
grant execute on function app.content_hash(jsonb) to feedback_person;
grant execute on function app.count_account() to feedback_person;
grant execute on function app.count_by_name(uuid,text) to feedback_agent;
grant execute on function app.count_by_name(uuid,text) to feedback_person;
grant execute on function app.count_deletable(text,uuid,uuid) to feedback_agent;
grant execute on function app.count_deletable(text,uuid,uuid) to feedback_person;
grant execute on function app.count_displays(uuid,uuid,timestamp with time zone,timestamp with time zone) to feedback_agent;
grant execute on function app.count_displays(uuid,uuid,timestamp with time zone,timestamp with time zone) to feedback_person;
grant execute on function app.count_filtered_parts(uuid,uuid,jsonb,timestamp with time zone,timestamp with time zone,interval,integer) to feedback_agent;
grant execute on function app.count_filtered_parts(uuid,uuid,jsonb,timestamp with time zone,timestamp with time zone,interval,integer) to feedback_person;
grant execute on function app.count_prompts(uuid,uuid[]) to feedback_agent;
grant execute on function app.count_prompts(uuid,uuid[]) to feedback_person;
grant execute on function app.create_ci_connection(uuid,text,uuid[],text[],integer,boolean,bytea,text) to feedback_person;
grant execute on function app.create_prompt(uuid,jsonb) to feedback_person;
grant execute on function app.create_workspace(text,integer) to feedback_person;
grant execute on function app.database_history() to feedback_agent;
grant execute on function app.database_history() to feedback_person;
grant execute on function app.decide_device(text,boolean,uuid[],bytea,timestamp with time zone) to feedback_person;
grant execute on function app.deny_authorization(uuid,timestamp with time zone) to feedback_person;
grant execute on function app.deny_destination(uuid) to feedback_person;
grant execute on function app.deny_grant(uuid) to feedback_person;
grant execute on function app.describe_budgets(uuid,uuid[]) to feedback_agent;
grant execute on function app.describe_budgets(uuid,uuid[]) to feedback_person;
grant execute on function app.displayed_content(uuid,uuid) to feedback_ingest;
grant execute on function app.distribute_messages(timestamp with time zone,integer) to feedback_worker;
grant execute on function app.erase_person(uuid,uuid,text,text) to feedback_person;
grant execute on function app.export_person(uuid,uuid,text) to feedback_person;
grant execute on function app.filter_date(jsonb,timestamp with time zone) to feedback_agent;
grant execute on function app.filter_date(jsonb,timestamp with time zone) to feedback_person;
grant execute on function app.filter_path(jsonb) to feedback_agent;
grant execute on function app.filter_path(jsonb) to feedback_person;
grant execute on function app.filter_vars(jsonb) to feedback_agent;
grant execute on function app.filter_vars(jsonb) to feedback_person;
grant execute on function app.find_client(text,timestamp with time zone) to feedback_manage;
grant execute on function app.find_confirmation(bytea,timestamp with time zone) to feedback_worker;
grant execute on function app.find_deletable(text,uuid,uuid) to feedback_agent;
grant execute on function app.find_deletable(text,uuid,uuid) to feedback_person;
grant execute on function app.find_text_config(text) to feedback_agent;
grant execute on function app.find_text_config(text) to feedback_person;
grant execute on function app.finish_confirmation(uuid,uuid,timestamp with time zone) to feedback_worker;
grant execute on function app.finish_destination_rotation(uuid,uuid) to feedback_person;
grant execute on function app.finish_pause_notice(uuid,uuid) to feedback_worker;
grant execute on function app.finish_site_key_notice(uuid,uuid) to feedback_worker;
grant execute on function app.forecast(uuid,jsonb,integer,timestamp with time zone,integer,jsonb) to feedback_agent;
grant execute on function app.forecast(uuid,jsonb,integer,timestamp with time zone,integer,jsonb) to feedback_person;
grant execute on function app.forecast_portfolio(uuid,jsonb,integer,timestamp with time zone,integer,jsonb) to feedback_agent;
grant execute on function app.forecast_portfolio(uuid,jsonb,integer,timestamp with time zone,integer,jsonb) to feedback_person;
grant execute on function app.format_instant(timestamp with time zone) to feedback_agent;
grant execute on function app.format_instant(timestamp with time zone) to feedback_person;
grant execute on function app.granted_site_keys(text) to feedback_agent;
grant execute on function app.granted_sites(text) to feedback_agent;
grant execute on function app.granted_workspaces(text) to feedback_agent;
grant execute on function app.hash_filter(jsonb) to feedback_agent;
grant execute on function app.hash_filter(jsonb) to feedback_person;
grant execute on function app.id_from(timestamp with time zone) to feedback_agent;
grant execute on function app.id_from(timestamp with time zone) to feedback_person;
grant execute on function app.id_time(uuid) to feedback_agent;
grant execute on function app.id_time(uuid) to feedback_person;
grant execute on function app.identify(jsonb) to feedback_ingest;
grant execute on function app.identify_from_backend(uuid,text,jsonb,timestamp with time zone) to feedback_ingest;
grant execute on function app.is_diagnostic_key(bytea) to feedback_ingest;
grant execute on function app.list_asked_questions(jsonb) to feedback_agent;
grant execute on function app.list_asked_questions(jsonb) to feedback_person;
grant execute on function app.list_audience_uses(uuid,text) to feedback_agent;
grant execute on function app.list_audience_uses(uuid,text) to feedback_person;
grant execute on function app.list_ci_tokens(uuid,uuid,integer) to feedback_person;
grant execute on function app.list_recipients(uuid,uuid) to feedback_agent;
grant execute on function app.list_recipients(uuid,uuid) to feedback_person;
grant execute on function app.list_sealed_otherwise(bytea,text,integer) to feedback_worker;
grant execute on function app.list_workspaces_without_other_owner() to feedback_person;
grant execute on function app.live_connection() to feedback_agent;
grant execute on function app.load_site(text) to feedback_ingest;
grant execute on function app.may_fetch_document(text,bytea,timestamp with time zone) to feedback_manage;
grant execute on function app.may_have_read(uuid) to feedback_agent;
grant execute on function app.may_have_read(uuid) to feedback_person;
grant execute on function app.mint_id(timestamp with time zone) to feedback_agent;
grant execute on function app.mint_id(timestamp with time zone) to feedback_person;
grant execute on function app.mint_site_id() to feedback_agent;
grant execute on function app.mint_site_id() to feedback_person;
grant execute on function app.name_invited_person(bytea) to feedback_person;
grant execute on function app.name_of(uuid,text) to feedback_agent;
grant execute on function app.name_of(uuid,text) to feedback_person;
grant execute on function app.new_destination_secret(uuid,uuid) to feedback_person;
grant execute on function app.open_authorization(uuid,timestamp with time zone) to feedback_person;
grant execute on function app.open_device(text,bytea,timestamp with time zone) to feedback_person;
grant execute on function app.open_result_link(bytea,timestamp with time zone) to feedback_manage;
grant execute on function app.open_site_key(bytea,text,timestamp with time zone) to feedback_ingest;
grant execute on function app.pause(uuid,uuid) to feedback_agent;
grant execute on function app.pause(uuid,uuid) to feedback_person;
grant execute on function app.person_id() to feedback_agent;
grant execute on function app.person_id() to feedback_person;
grant execute on function app.poll(jsonb,uuid,uuid) to feedback_ingest;
grant execute on function app.prepare_deliveries(timestamp with time zone) to feedback_worker;
grant execute on function app.preview(jsonb,uuid,jsonb,jsonb,text,text,uuid,integer,timestamp with time zone) to feedback_ingest;
grant execute on function app.publish(uuid,uuid,integer,text) to feedback_agent;
grant execute on function app.publish(uuid,uuid,integer,text) to feedback_person;
grant execute on function app.read_digest(uuid,uuid,timestamp with time zone,timestamp with time zone) to feedback_worker;
grant execute on function app.read_instance_settings() to feedback_person;
grant execute on function app.record(jsonb,jsonb) to feedback_ingest;
grant execute on function app.record_action(uuid,uuid,text,text) to feedback_agent;
grant execute on function app.record_action(uuid,uuid,text,text) to feedback_person;
grant execute on function app.record_attempts(jsonb,timestamp with time zone) to feedback_worker;
grant execute on function app.record_email() to feedback_person;
grant execute on function app.redeem_code(bytea,text,text,text,text,bytea,bytea,timestamp with time zone) to feedback_manage;
grant execute on function app.redeem_device(bytea,text,text,text,bytea,bytea,timestamp with time zone) to feedback_manage;
grant execute on function app.redeliver_message(uuid,uuid,uuid) to feedback_agent;
grant execute on function app.redeliver_message(uuid,uuid,uuid) to feedback_person;
grant execute on function app.redeliver_messages(uuid,uuid,timestamp with time zone,timestamp with time zone,boolean,integer) to feedback_agent;
grant execute on function app.redeliver_messages(uuid,uuid,timestamp with time zone,timestamp with time zone,boolean,integer) to feedback_person;
grant execute on function app.register_client(text,text,text[],bytea,timestamp with time zone) to feedback_manage;
grant execute on function app.renew_tokens(bytea,text,text,bytea,bytea,timestamp with time zone) to feedback_manage;
grant execute on function app.replace_sealed(text,uuid,text,bytea,bytea) to feedback_worker;
grant execute on function app.report(jsonb,uuid,uuid,uuid,uuid,text,jsonb,jsonb,jsonb,uuid,timestamp with time zone) to feedback_ingest;
grant execute on function app.report_batch(jsonb) to feedback_ingest;
grant execute on function app.report_from_backend(uuid,text,uuid,text,jsonb,timestamp with time zone) to feedback_ingest;
grant execute on function app.request_destination(uuid,uuid,boolean,jsonb,bytea,text) to feedback_agent;
grant execute on function app.request_grant(text,uuid,uuid,uuid,integer) to feedback_agent;
grant execute on function app.require_live_session(uuid,uuid) to feedback_manage;
grant execute on function app.require_recent_sign_in(timestamp with time zone) to feedback_person;
grant execute on function app.require_role(uuid,text) to feedback_person;
grant execute on function app.required_role(text) to feedback_agent;
grant execute on function app.required_role(text) to feedback_person;
grant execute on function app.resend_confirmation(uuid,uuid,text,timestamp with time zone) to feedback_person;
grant execute on function app.reset(jsonb) to feedback_ingest;
grant execute on function app.resolve_token(bytea,text) to feedback_manage;
grant execute on function app.resume(uuid,uuid) to feedback_agent;
grant execute on function app.resume(uuid,uuid) to feedback_person;
grant execute on function app.revoke_ci_token(uuid,uuid) to feedback_person;
grant execute on function app.revoke_connection(uuid) to feedback_person;
grant execute on function app.revoke_grant(uuid) to feedback_agent;
grant execute on function app.revoke_grant(uuid) to feedback_person;
grant execute on function app.revoke_token(bytea,text,timestamp with time zone) to feedback_manage;
grant execute on function app.roles_at_least(text) to feedback_agent;
grant execute on function app.roles_at_least(text) to feedback_person;
grant execute on function app.rotate_destination_secret(uuid,uuid,bytea) to feedback_person;
grant execute on function app.sample_properties(uuid,text,integer,integer,integer,integer,integer) to feedback_agent;
grant execute on function app.sample_properties(uuid,text,integer,integer,integer,integer,integer) to feedback_person;
grant execute on function app.sample_traits(uuid,integer,integer,integer,integer) to feedback_agent;
grant execute on function app.sample_traits(uuid,integer,integer,integer,integer) to feedback_person;
grant execute on function app.save_audience_version(uuid,text,jsonb) to feedback_agent;
grant execute on function app.save_audience_version(uuid,text,jsonb) to feedback_person;
grant execute on function app.save_revision(uuid,uuid,jsonb) to feedback_agent;
grant execute on function app.save_revision(uuid,uuid,jsonb) to feedback_person;
grant execute on function app.save_working_copy(uuid,uuid,jsonb,integer,text) to feedback_person;
grant execute on function app.schedule_account_deletion(timestamp with time zone) to feedback_person;
grant execute on function app.schedule_deletion(text,uuid,uuid,boolean,timestamp with time zone) to feedback_agent;
grant execute on function app.schedule_deletion(text,uuid,uuid,boolean,timestamp with time zone) to feedback_person;
grant execute on function app.search_text_answers(uuid,text) to feedback_agent;
grant execute on function app.search_text_answers(uuid,text) to feedback_person;
grant execute on function app.set_display_state(uuid,uuid,text,text,timestamp with time zone) to feedback_ingest;
grant execute on function app.set_prompt_state(uuid,uuid,text,integer) to feedback_agent;
grant execute on function app.set_prompt_state(uuid,uuid,text,integer) to feedback_person;
grant execute on function app.show(jsonb,uuid,text,uuid) to feedback_ingest;
grant execute on function app.site_keys_for(text) to feedback_person;
grant execute on function app.site_time_zone(uuid) to feedback_agent;
grant execute on function app.site_time_zone(uuid) to feedback_person;
grant execute on function app.sites_for(text) to feedback_person;
grant execute on function app.start_digests(timestamp with time zone) to feedback_worker;
grant execute on function app.store_answers(uuid,uuid,integer,boolean,jsonb,timestamp with time zone) to feedback_ingest;
grant execute on function app.store_client_document(text,text,text,text[],timestamp with time zone,timestamp with time zone) to feedback_manage;
grant execute on function app.store_reply(text,jsonb) to feedback_agent;
grant execute on function app.store_reply(text,jsonb) to feedback_person;
grant execute on function app.test_destination(uuid,uuid,text,jsonb) to feedback_agent;
grant execute on function app.test_destination(uuid,uuid,text,jsonb) to feedback_person;
grant execute on function app.test_rules(uuid,uuid,text,text,jsonb,boolean,jsonb,timestamp with time zone) to feedback_agent;
grant execute on function app.test_rules(uuid,uuid,text,text,jsonb,boolean,jsonb,timestamp with time zone) to feedback_person;
grant execute on function app.text_configs() to feedback_agent;
grant execute on function app.text_configs() to feedback_person;
grant execute on function app.undo_account_deletion(timestamp with time zone) to feedback_person;
grant execute on function app.undo_deletion(uuid,timestamp with time zone) to feedback_agent;
grant execute on function app.undo_deletion(uuid,timestamp with time zone) to feedback_person;
grant execute on function app.unsubscribe(uuid,uuid,text,timestamp with time zone) to feedback_worker;
grant execute on function app.use_read_grant(uuid) to feedback_agent;
grant execute on function app.why_event(uuid,uuid) to feedback_agent;
grant execute on function app.why_event(uuid,uuid) to feedback_person;
grant execute on function app.why_visitor(uuid,uuid,uuid,timestamp with time zone) to feedback_person;
grant execute on function app.working_etag(jsonb,integer,text) to feedback_person;
grant execute on function app.workspaces_for(text) to feedback_person;
grant execute on function app.write_destination(uuid,uuid,boolean,jsonb,bytea,bytea) to feedback_person;
grant execute on function identity.apply_role(uuid,text,text) to feedback_identity;
grant execute on function identity.create_first_workspace(uuid,text,text) to feedback_identity;
grant execute on function identity.delete_person(uuid) to feedback_identity;
grant execute on function identity.has_workspace() to feedback_identity;
grant execute on function identity.is_invited(text) to feedback_identity;
grant execute on function identity.may_mail(text) to feedback_identity;
grant execute on function identity.open_invitation(bytea) to feedback_identity;
grant execute on function identity.sign_up_domains() to feedback_identity;
