-- The audit log, and idempotency keys of management requests.
set role feedback_owner;

create table app.audit_log (
    workspace_id uuid not null references app.workspaces on delete cascade,
    id uuid not null default app.mint_id(),
    at timestamptz not null default clock_timestamp(),
    person_id uuid not null,
    who text not null,
    kind text not null default 'person',
    did text not null,
    site_id uuid,
    subject text,
    primary key (workspace_id, id),
    constraint kind_is_person_or_connection check (kind in ('person', 'connection')),
    constraint did_is_a_name check (did ~ '^[A-Za-z]{1,60}$'),
    constraint subject_has_at_most_300_characters check (length(subject) <= 300)
);
comment on table app.audit_log is 'Who did what in a workspace. Append-only: only app.record_action writes it.';
comment on column app.audit_log.who is 'Email address of the person at that time, or their id; prefixed with the connection''s name if one acted.';
comment on column app.audit_log.did is 'Name of the operation in the contract''s routes.';
comment on column app.audit_log.subject is 'Id or name of what the action changed.';

create table app.idempotency_keys (
    caller_id uuid not null,
    key text not null,
    request_hash bytea not null,
    reply jsonb,
    at timestamptz not null default now(),
    primary key (caller_id, key),
    constraint key_has_1_to_255_characters check (length(key) between 1 and 255)
);
create index idempotency_keys_at on app.idempotency_keys (at);
comment on table app.idempotency_keys is 'Replies to writes that carried an Idempotency-Key, for 24 hours.';
comment on column app.idempotency_keys.caller_id is 'A person or a connection.';
comment on column app.idempotency_keys.request_hash is 'SHA-256 of the request: a key may not be reused for another one.';

do $$
declare
    v_table text;
begin
    foreach v_table in array array['audit_log', 'idempotency_keys'] loop
        execute format('alter table app.%I enable row level security', v_table);
        execute format('alter table app.%I force row level security', v_table);
        execute format('create policy "the service reads" on app.%I for select to feedback_owner using (true)', v_table);
        execute format('create policy "the service inserts" on app.%I for insert to feedback_owner with check (true)', v_table);
        execute format('create policy "the service deletes" on app.%I for delete to feedback_owner using (true)', v_table);
    end loop;
end $$;
create policy "the service updates" on app.idempotency_keys for update to feedback_owner using (true);

grant select on app.audit_log to feedback_person;
create policy "owners see the audit log" on app.audit_log for select to feedback_person
    using (workspace_id = any(array(select app.workspaces_for('owner'))));

create function app.record_action(p_workspace uuid, p_site uuid, p_did text, p_subject text) returns void
language plpgsql security definer set search_path = ''
as $$
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
end $$;
comment on function app.record_action is 'Adds what the caller does in this transaction to the audit log of the workspace, or of the site''s workspace.';

create function app.caller_id() returns uuid
language plpgsql stable set search_path = ''
as $$
begin
    return coalesce(app.person_id(), (select c.id from app.live_connection() c));
end $$;
comment on function app.caller_id is 'The calling person, or else the live connection.';

create function app.claim_idempotency_key(p_key text, p_request_hash bytea) returns jsonb
language plpgsql security definer set search_path = ''
as $$
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
end $$;
comment on function app.claim_idempotency_key is 'The reply to the caller''s first request with this key; null when this request is the first.';

create function app.store_reply(p_key text, p_reply jsonb) returns void
language sql volatile security definer set search_path = ''
as $$
    update app.idempotency_keys k set reply = p_reply where k.caller_id = app.caller_id() and k.key = p_key
$$;
comment on function app.store_reply is 'Stores the reply to the request that claimed the key, in the same transaction.';

grant execute on function app.record_action, app.claim_idempotency_key, app.store_reply to feedback_person;

reset role;
