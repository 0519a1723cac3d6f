-- A person who lost all passkeys is let in by another owner, or by the operator.
create or replace function app.end_sessions(p_person uuid) returns void
language sql volatile security definer set search_path = ''
as $$
    delete from identity."session" s where s."userId" = p_person;
    select hosted_auth.end_sessions(p_person)
$$;
comment on function app.end_sessions is 'Signs a person out everywhere.';

create or replace function app.remove_passkeys(p_person uuid, p_by uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
    delete from identity."passkey" k where k."userId" = p_person;
    if not found then
        raise exception 'The person has no passkey.' using errcode = 'FB409';
    end if;
    -- Otherwise anyone with one of their sessions could add a passkey before they do.
    perform app.end_sessions(p_person);
    delete from app.passkey_registrations r where r.person_id = p_person;
    delete from app.presence_challenges c where c.person_id = p_person;
    insert into app.passkey_resets (person_id, by_person) values (p_person, p_by);
end $$;
comment on function app.remove_passkeys is
    'Removes all passkeys of a person and ends their sessions. The worker mails the person and their owners. Raises FB409 without a passkey.';

create or replace function app.require_owner_of_all(p_person uuid) returns void
language plpgsql stable security definer set search_path = ''
as $$
begin
    if exists (select from app.members m where m.person_id = p_person
        and m.workspace_id not in (select app.workspaces_for('owner')))
    then
        raise exception 'The member also belongs to a workspace of which you are not an owner. Ask the operator of the server.'
            using errcode = 'FB403';
    end if;
end $$;
comment on function app.require_owner_of_all is
    'Raises FB403 unless the caller owns every workspace of the person in this database: an owner of one must not weaken an account in another.';
grant execute on function app.require_owner_of_all to feedback_person;

create or replace function app.allow_passkey_reset(p_workspace uuid, p_person uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
    v_owner uuid := app.person_id();
    v_email text;
    v_workspace uuid;
begin
    if not exists (select from app.workspaces_for('owner') w where w = p_workspace) then
        raise exception 'Only owners do this.' using errcode = 'FB403';
    end if;
    select m.email into v_email from app.members m where m.workspace_id = p_workspace and m.person_id = p_person;
    if not found then
        raise exception 'The workspace has no such member.' using errcode = 'FB404';
    elsif p_person = v_owner then
        raise exception 'Another owner has to do this. Under “Your account”, you can remove a passkey with another one.'
            using errcode = 'FB409';
    end if;
    perform app.require_owner_of_all(p_person);
    perform app.require_own_presence('resetPasskeys', p_person::text);
    if not app.has_passkey(p_person) then
        raise exception 'The person has no passkey.' using errcode = 'FB409';
    end if;
    for v_workspace in select m.workspace_id from app.members m where m.person_id = p_person loop
        perform app.record_action(v_workspace, null, 'resetPasskeys', coalesce(v_email, p_person::text));
    end loop;
end $$;
comment on function app.allow_passkey_reset is
    'Checks and records that an owner removes all passkeys of another member, who lost them. They must own every workspace of the member in this database. Raises FB403, FB404, FB409, FB412 or FB428.';
grant execute on function app.allow_passkey_reset to feedback_person;

create or replace function app.reset_passkeys(p_workspace uuid, p_person uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
    -- Who owns those in other cells is not known here.
    if exists (select from app.placed_people p where p.person = p_person) then
        raise exception 'The member also belongs to a workspace of which you are not an owner. Ask the operator of the server.'
            using errcode = 'FB403';
    end if;
    perform app.allow_passkey_reset(p_workspace, p_person);
    perform app.remove_passkeys(p_person, app.person_id());
end $$;
comment on function app.reset_passkeys is
    'An owner removes all passkeys of another member, who lost them, with one database. Raises FB403, FB404, FB409, FB412 or FB428.';
grant execute on function app.reset_passkeys to feedback_person;

create or replace function app.remove_passkeys_for(p_person uuid, p_by uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
    perform app.remove_passkeys(p_person, p_by);
end $$;
comment on function app.remove_passkeys_for is
    'At home: removes the passkeys of a person, once every database has allowed it to an owner. Raises FB409.';
grant execute on function app.remove_passkeys_for to feedback_manage;

create or replace function app.cells_of(p_person uuid) returns setof text
language sql stable security definer set search_path = ''
as $$
    select c.name from app.placed_people p join app.cells c on c.number = p.cell where p.person = p_person order by c.number
$$;
comment on function app.cells_of is 'At home: names of the cells besides home in which a person may have workspaces.';
grant execute on function app.cells_of to feedback_manage;

create or replace function identity.reset_person(p_person uuid, p_removes_passkeys boolean) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
    if p_removes_passkeys then
        perform app.remove_passkeys(p_person, null);
    else
        perform app.end_sessions(p_person);
    end if;
    insert into app.audit_log (workspace_id, who, kind, did, subject)
    select m.workspace_id, 'the operator', 'operator', case when p_removes_passkeys then 'resetPasskeys' else 'resetSignIn' end,
        coalesce(m.email, p_person::text)
    from app.members m where m.person_id = p_person;
end $$;
comment on function identity.reset_person is
    'The operator ends the sessions of a person, and removes their passkeys if they lost them. In the audit log of each of their workspaces. Raises FB409 without a passkey.';
grant execute on function identity.reset_person to feedback_identity;

create or replace function app.list_passkey_holders(p_workspace uuid) returns setof uuid
language sql stable security definer set search_path = ''
as $$
    select m.person_id from app.members m
    where m.workspace_id = p_workspace and m.workspace_id in (select app.workspaces_for('owner'))
      and app.has_passkey(m.person_id)
$$;
comment on function app.list_passkey_holders is 'For an owner: the members who have a passkey.';
grant execute on function app.list_passkey_holders to feedback_person;

create or replace function app.claim_passkey_notices(p_now timestamptz default clock_timestamp()) returns setof jsonb
language plpgsql volatile security definer set search_path = ''
as $$
begin
    return query
        with due as (
            -- As app.claim_pause_notices.
            update app.passkey_resets r set notice_due_at = case when r.at > p_now - interval '3 days'
                then p_now + greatest(interval '5 minutes', p_now - r.at) end
            where r.notice_due_at <= p_now returning r.*
        )
        select jsonb_build_object('id', due.id, 'at', app.format_instant(due.at),
            'email', (select m.email from app.members m where m.person_id = due.person_id and m.email is not null limit 1),
            'by', (select app.author_of(m.person_id, m.email) from app.members m where m.person_id = due.by_person limit 1),
            'owners', (select jsonb_agg(distinct o.email) from app.members m
                join app.members o on o.workspace_id = m.workspace_id
                where m.person_id = due.person_id and o.role = 'owner' and o.person_id <> due.person_id
                  and o.email is not null))
        from due;
end $$;
comment on function app.claim_passkey_notices is
    'Removed passkeys about which nobody was told yet, with the addresses of the person and of the owners of their workspaces. Returned again after growing delays, for three days, unless app.finish_passkey_notice is called.';
grant execute on function app.claim_passkey_notices to feedback_worker;

create or replace function app.finish_passkey_notice(p_id uuid) returns void
language sql volatile security definer set search_path = ''
as $$
    update app.passkey_resets r set notice_due_at = null where r.id = p_id
$$;
comment on function app.finish_passkey_notice is 'The person and the owners were told that the passkeys were removed.';
grant execute on function app.finish_passkey_notice to feedback_worker;
