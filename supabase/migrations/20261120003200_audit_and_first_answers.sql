-- Who did what, and what the first of two equal writes was answered.
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
comment on table app.audit_log is 'Who did what in a workspace. Written by app.record_act only, never changed.';
comment on column app.audit_log.who is 'The person''s email address at that time, their id without one; for a connection its name before that.';
comment on column app.audit_log.did is 'Name of the operation in the contract''s routes.';
comment on column app.audit_log.subject is 'What it was done to: an id or a name.';

create table app.first_answers (
    caller_id uuid not null,
    key text not null,
    request bytea not null,
    answer jsonb,
    at timestamptz not null default now(),
    primary key (caller_id, key),
    constraint key_has_1_to_255_characters check (length(key) between 1 and 255)
);
create index first_answers_at on app.first_answers (at);
comment on table app.first_answers is 'Answers to writes with an Idempotency-Key, for 24 hours.';
comment on column app.first_answers.caller_id is 'A person or a connection.';
comment on column app.first_answers.request is 'SHA-256 of the request, so that a key is not used for another one.';

do $$
declare
    v_table text;
begin
    foreach v_table in array array['audit_log', 'first_answers'] loop
        execute format('alter table app.%I enable row level security', v_table);
        execute format('alter table app.%I force row level security', v_table);
        execute format('create policy "the service reads" on app.%I for select to feedback_owner using (true)', v_table);
        execute format('create policy "the service inserts" on app.%I for insert to feedback_owner with check (true)', v_table);
        execute format('create policy "the service deletes" on app.%I for delete to feedback_owner using (true)', v_table);
    end loop;
end $$;
create policy "the service updates" on app.first_answers for update to feedback_owner using (true);

grant select on app.audit_log to feedback_person;
create policy "owners see the audit log" on app.audit_log for select to feedback_person
    using (workspace_id = any(array(select app.workspaces_for('owner'))));

create function app.record_act(p_workspace uuid, p_site uuid, p_did text, p_subject text) returns void
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
comment on function app.record_act is 'Notes in the audit log of the workspace, or of the site''s, what the caller does in this transaction.';

create function app.caller_id() returns uuid
language plpgsql stable set search_path = ''
as $$
begin
    return coalesce(app.person_id(), (select c.id from app.live_connection() c));
end $$;
comment on function app.caller_id is 'Who calls: a person, or else a live connection.';

create function app.claim_key(p_key text, p_request bytea) returns jsonb
language plpgsql security definer set search_path = ''
as $$
declare
    v_first app.first_answers;
begin
    delete from app.first_answers f
    where f.caller_id = app.caller_id() and f.key = p_key and f.at < now() - interval '24 hours';
    -- Waits for a request with the same key that is under way.
    insert into app.first_answers (caller_id, key, request) values (app.caller_id(), p_key, p_request)
    on conflict (caller_id, key) do nothing;
    if found then
        return null;
    end if;
    select * into v_first from app.first_answers f where f.caller_id = app.caller_id() and f.key = p_key;
    if v_first.request <> p_request then
        raise exception 'This Idempotency-Key was used for another request.' using errcode = 'FB409';
    end if;
    return v_first.answer;
end $$;
comment on function app.claim_key is 'The first answer under this key of the caller; null when this request is the first.';

create function app.keep_answer(p_key text, p_answer jsonb) returns void
language sql volatile security definer set search_path = ''
as $$
    update app.first_answers f set answer = p_answer where f.caller_id = app.caller_id() and f.key = p_key
$$;
comment on function app.keep_answer is 'Keeps the answer of the request that claimed the key; it lasts if the transaction does.';

grant execute on function app.record_act, app.claim_key, app.keep_answer to feedback_person;

reset role;
