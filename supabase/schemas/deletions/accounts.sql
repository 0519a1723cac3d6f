create or replace function app.pseudonym_of(p_person uuid) returns text
language sql immutable set search_path = ''
as $$ select 'deleted account ' || right(p_person::text, 6) $$;
comment on function app.pseudonym_of is 'What the audit log calls a person whose account was deleted.';

create or replace function app.is_leaving(p_person uuid) returns boolean
language sql stable set search_path = ''
as $$
    -- Home has the deletion, and cells copies of who leaves.
    select case when app.own_cell() = 0 then exists (select from app.deletions d
            where d.target_id = p_person and d.kind = 'account' and d.undone_at is null and d.finished_at is null)
        else exists (select from app.leaving_people l where l.person = p_person) end
$$;
comment on function app.is_leaving is 'Whether the account of the person is scheduled for deletion.';

create or replace function app.refuse_owner_who_leaves() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
    if app.is_leaving(new.person_id) then
        raise exception 'The account of the person is scheduled for deletion, so they cannot become an owner.' using errcode = 'FB409',
            hint = 'Undo the deletion of the account first.';
    end if;
    return new;
end $$;
create trigger who_leaves_becomes_no_owner before insert or update of role on app.members
    for each row when (new.role = 'owner') execute function app.refuse_owner_who_leaves();

create or replace function app.caller_leaves() returns boolean
language sql stable security definer set search_path = ''
as $$ select app.is_leaving(app.person_id()) $$;
comment on function app.caller_leaves is 'Whether the account of the caller is scheduled for deletion.';
grant execute on function app.caller_leaves to feedback_person;

create or replace function app.count_account() returns jsonb
language sql stable security definer set search_path = ''
as $$
    select jsonb_build_object(
        'workspaces', (select count(*) from app.members m where m.person_id = app.person_id()),
        'connections', (select count(*) from app.connections c
            where c.person_id = app.person_id() and c.kind <> 'ci' and app.is_live(c)),
        'ci_tokens', (select count(*) from app.connections c
            where c.person_id = app.person_id() and c.kind = 'ci' and app.is_live(c)),
        'result_links', (select count(*) from app.result_links l
            where l.created_by = app.person_id() and l.revoked_at is null and l.expires_at > now()))
$$;
comment on function app.count_account is 'What is deleted with the caller''s account. Its memberships count as workspaces.';
grant execute on function app.count_account to feedback_person;

create or replace function app.list_workspaces_without_other_owner() returns table (id uuid, name text)
language sql stable security definer set search_path = ''
as $$
    select w.id, w.name from app.members m join app.workspaces w on w.id = m.workspace_id
    where m.person_id = app.person_id() and m.role = 'owner'
      and not exists (select from app.members o where o.workspace_id = w.id and o.role = 'owner'
        and o.person_id <> m.person_id and not app.is_leaving(o.person_id))
      and not exists (select from app.deletions d
        where d.target_id = w.id and d.undone_at is null and d.finished_at is null)
    order by w.name, w.id
$$;
comment on function app.list_workspaces_without_other_owner is
    'Workspaces that would have no owner without the caller, except those that are scheduled for deletion.';
grant execute on function app.list_workspaces_without_other_owner to feedback_person;

create or replace function app.undo_account_deletion(p_now timestamptz) returns uuid
language plpgsql security definer set search_path = ''
as $$
declare
    v_id uuid;
begin
    update app.deletions d set undone_at = p_now
    where d.kind = 'account' and d.target_id = app.person_id() and d.undone_at is null and d.finished_at is null
      and d.deleted = '{}'
      -- A cell may have deleted its part.
      and (d.due_at > p_now or not exists (select from app.placed_people p where p.person = d.target_id))
    returning d.id into v_id;
    if not found then
        raise exception 'Your account is not scheduled for deletion.' using errcode = 'FB404';
    end if;
    delete from app.leaving_people l where l.person = app.person_id();
    return v_id;
end $$;
comment on function app.undo_account_deletion is 'Cancels the deletion of the caller''s account. Returns the deletion.';
grant execute on function app.undo_account_deletion to feedback_person;

create or replace function app.delete_person_rows_here(p_person uuid) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
    v_deleted integer;
begin
    delete from app.members m where m.person_id = p_person;
    get diagnostics v_deleted = row_count;
    perform app.end_connection(c.id, now(), true) from app.connections c where c.person_id = p_person and app.is_live(c);
    delete from app.idempotency_keys k where k.caller_id = p_person
        or k.caller_id in (select c.id from app.connections c where c.person_id = p_person);
    delete from app.lost_access l where l.person_id = p_person;
    delete from app.invitations i where i.accepted_by = p_person;
    if app.own_cell() = 0 then
        return v_deleted;
    end if;
    -- At home these go with the connections, of which a cell has copies.
    delete from app.grants g where g.connection_id in (select c.id from app.connections c where c.person_id = p_person);
    delete from app.grant_requests r where r.connection_id in (select c.id from app.connections c where c.person_id = p_person);
    delete from app.destination_requests r where r.connection_id in (select c.id from app.connections c where c.person_id = p_person);
    delete from app.connection_sites s where s.connection_id in (select c.id from app.connections c where c.person_id = p_person);
    return v_deleted;
end $$;
comment on function app.delete_person_rows_here is
    'Deletes what belongs to a person alone and is not copied from home. Returns the number of memberships.';

create or replace function app.delete_person_rows(p_person uuid) returns integer
language plpgsql security definer set search_path = ''
as $$
declare
    v_deleted integer := app.delete_person_rows_here(p_person);
begin
    delete from app.authorization_requests r where r.person_id = p_person;
    delete from app.device_requests r where r.person_id = p_person;
    delete from app.push_subscriptions s where s.person_id = p_person;
    delete from app.passkey_registrations r where r.person_id = p_person;
    delete from identity."passkey" k where k."userId" = p_person;
    -- Their tokens, requests and grants go with them.
    delete from app.connections c where c.person_id = p_person;
    delete from app.leaving_people l where l.person = p_person;
    delete from app.people p where p.person_id = p_person;
    delete from app.placed_people p where p.person = p_person;
    delete from identity."user" u where u."id" = p_person;
    perform hosted_auth.delete_user(p_person);
    return v_deleted;
end $$;
comment on function app.delete_person_rows is 'Deletes what belongs to a person alone. Returns the number of memberships.';

create or replace function app.address_pattern(p_email text) returns text
language sql immutable set search_path = ''
as $$
    select '(?<![[:alnum:].!#$%&''*+/=?^_`{|}~-])' || regexp_replace(p_email, '([.*+?^${}()|[\]\\])', '\\\1', 'g')
        || '(?!\.?[[:alnum:]-])'
$$;
comment on function app.address_pattern is 'A regular expression for this address, but not for a longer one that contains it.';

create or replace function app.delete_piece_of_account(p_person uuid, p_email text, p_batch integer, out relation text, out deleted integer)
language plpgsql security definer set search_path = ''
as $$
begin
    relation := 'app.members';
    deleted := case when app.own_cell() = 0 then app.delete_person_rows(p_person) else app.delete_person_rows_here(p_person) end;
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
end $$;
comment on function app.delete_piece_of_account is 'Entries of the audit log are kept, with a pseudonym; the receipt counts those that it changed.';
